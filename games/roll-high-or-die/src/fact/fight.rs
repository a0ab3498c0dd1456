//! Facts of an Encounter: it begins, Turns come and go, AP, Stances, who moves, what fizzles, how it ends.

use boneyard_table::order::Order;
use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::live;
use crate::state::{Encounter, Initiative, Last, Spot, Stance, State, Turn};

/// Something that became true of an Encounter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FightFact {
    /// An Encounter begins.
    Called {
        /// Everybody in it.
        fighters: Vec<Who>,
    },
    /// Somebody has a place in the order.
    Initiative {
        /// Who.
        who: Who,
        /// By what.
        initiative: Initiative,
        /// Acts next Round first: the place has passed already.
        #[serde(default)]
        waits: bool,
    },
    /// A Round begins.
    Round {
        /// Which one.
        number: u32,
    },
    /// A Turn begins.
    Turn {
        /// Whose.
        who: Who,
    },
    /// AP somebody has now.
    Ap {
        /// Who.
        who: Who,
        /// How many.
        to: u8,
    },
    /// A Turn is over.
    TurnOver {
        /// Whose.
        who: Who,
    },
    /// Somebody holds themselves otherwise.
    Stance {
        /// Who.
        who: Who,
        /// How.
        to: Stance,
    },
    /// Somebody declares a Maneuver.
    Maneuvers {
        /// Who.
        who: Who,
    },
    /// Somebody attacks.
    Attacks {
        /// Who.
        who: Who,
        /// Whom.
        target: Who,
        /// With what.
        with: String,
    },
    /// Whether an attack hits.
    Struck {
        /// Who.
        who: Who,
        /// Whom.
        target: Who,
        /// What it came to.
        total: i16,
        /// Against what.
        against: i16,
        /// A hit.
        hit: bool,
    },
    /// Somebody moved, by themselves.
    Moved {
        /// Who.
        who: Who,
        /// Where to.
        to: Spot,
        /// Feet above the floor there.
        #[serde(default)]
        lift: i16,
    },
    /// Somebody was moved.
    Pushed {
        /// Who.
        who: Who,
        /// Where to.
        to: Spot,
        /// Feet above the floor there.
        #[serde(default)]
        lift: i16,
    },
    /// Something declared does not happen after all; what it cost stays spent.
    Fizzled {
        /// Whose.
        who: Who,
        /// What.
        what: String,
        /// The rule.
        rule: RuleId,
    },
    /// Somebody counts as willing to another for a while.
    Forced {
        /// Who forces.
        who: Who,
        /// Whom.
        target: Option<Who>,
    },
    /// Somebody left the Encounter.
    Left {
        /// Who.
        who: Who,
    },
    /// The Encounter is over.
    Ended {
        /// How.
        outcome: Outcome,
        /// After so many rounds.
        #[serde(default)]
        rounds: u16,
        /// Heroes who fell.
        #[serde(default)]
        fell: Vec<Who>,
    },
}

/// How an Encounter ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// No enemy is left.
    Won,
    /// No Character is left.
    Lost,
    /// The Referee ends it.
    Stopped,
}

pub(super) fn apply(state: &mut State, fact: &FightFact) {
    match fact {
        FightFact::Called { fighters } => {
            state.requests.clear();
            let fighters = fighters.iter().copied().collect();
            state.encounter = Some(Encounter { order: Order::new([]), fighters });
        }
        FightFact::Initiative { who, initiative, .. } => {
            fight(state, |encounter| {
                encounter.order.insert(*who, *initiative);
                if !encounter.has(*who) {
                    encounter.fighters.push(*who);
                }
            });
            live(state, *who, |live| (live.turn, live.away) = (Turn::default(), false));
        }
        FightFact::Round { number } => fight(state, |encounter| {
            if *number > 1 {
                encounter.order.begin_round();
            }
        }),
        FightFact::Turn { who } => {
            fight(state, |encounter| encounter.order.begin(*who));
            live(state, *who, |live| {
                live.turn.maneuvered = false;
                live.turn.number = live.turn.number.saturating_add(1);
            });
        }
        FightFact::Ap { who, to } => live(state, *who, |live| live.ap = *to),
        FightFact::TurnOver { who } => {
            fight(state, |encounter| encounter.order.finish());
            live(state, *who, |live| {
                live.ap = 0;
                live.turn.maneuvered = false;
                live.turn.extra = 0;
                live.turn.forced_for = live.turn.forced_for.saturating_sub(1);
                if live.turn.forced_for == 0 {
                    live.turn.forced = None;
                }
            });
        }
        FightFact::Stance { who, to } => live(state, *who, |live| live.stance = *to),
        FightFact::Maneuvers { who } => live(state, *who, |live| live.turn.maneuvered = true),
        FightFact::Attacks { .. } | FightFact::Fizzled { .. } => {}
        FightFact::Struck { total, hit, .. } => {
            let outcome = if *hit { "hit" } else { "miss" };
            state.last = Some(Last { outcome: outcome.into(), total: *total });
        }
        FightFact::Moved { who, to, lift } | FightFact::Pushed { who, to, lift } => {
            live(state, *who, |live| (live.at, live.lift) = (Some(*to), *lift));
        }
        FightFact::Forced { who, target } => live(state, *who, |live| {
            live.turn.forced = *target;
            live.turn.forced_for = if target.is_some() { 2 } else { 0 };
        }),
        FightFact::Left { who } => {
            fight(state, |encounter| encounter.order.remove(*who));
            live(state, *who, |live| {
                (live.away, live.at, live.ap) = (true, None, 0);
            });
        }
        FightFact::Ended { .. } => {
            let Some(encounter) = state.encounter.take() else { return };
            for who in encounter.fighters {
                live(state, who, |live| (live.turn, live.ap) = (Turn::default(), 0));
            }
        }
    }
}

fn fight(state: &mut State, change: impl FnOnce(&mut Encounter)) {
    if let Some(encounter) = &mut state.encounter {
        change(encounter);
    }
}
