//! Facts of a fight: it begins, turns come and go, what is spent, who moves, how it ends.

use boneyard_table::Who;
use boneyard_table::order::Order;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::live;
use crate::state::{Battle, DamageType, Initiative, Ready, Spot, State, Turn};

/// Something that became true of a fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FightFact {
    /// A fight begins.
    Began {
        /// Everybody in it.
        fighters: Vec<Who>,
        /// How many there are on the other side.
        foes: u8,
    },
    /// Somebody has a place in the order.
    Initiative {
        /// Who.
        who: Who,
        /// By what.
        initiative: Initiative,
    },
    /// Somebody has another place in the order of a fight under way.
    Quickened {
        /// Who.
        who: Who,
        /// By what.
        initiative: Initiative,
    },
    /// Somebody joins and acts right after another.
    Joined {
        /// Who.
        who: Who,
        /// After whom.
        after: Who,
    },
    /// A round begins.
    Round {
        /// Which one.
        number: u16,
    },
    /// A turn begins.
    Turn {
        /// Whose.
        who: Who,
    },
    /// A turn is over.
    TurnOver {
        /// Whose.
        who: Who,
    },
    /// Something of a turn was used.
    Spent {
        /// By whom.
        who: Who,
        /// What.
        what: Spending,
    },
    /// Somebody strikes.
    Strikes {
        /// Who.
        who: Who,
        /// Whom.
        target: Who,
        /// With what.
        with: String,
        /// The damage it would be, where the type is chosen with the Strike.
        #[serde(default)]
        kind: Option<DamageType>,
    },
    /// Somebody moved, by themselves.
    Moved {
        /// Who.
        who: Who,
        /// Where to.
        to: Spot,
        /// Feet of the Move it took.
        feet: u16,
        /// Feet covered.
        covered: u16,
    },
    /// Somebody was moved.
    Shoved {
        /// Who.
        who: Who,
        /// Where to.
        to: Spot,
    },
    /// Somebody is ready.
    Readied {
        /// Who.
        who: Who,
        /// For what; nothing once it was used or is over.
        ready: Option<Ready>,
    },
    /// Somebody tested their morale.
    Morale {
        /// Who.
        who: Who,
        /// Runs from now on.
        flees: bool,
    },
    /// Rounds somebody was out of everybody's sight.
    OutOfSight {
        /// Who.
        who: Who,
        /// How many.
        rounds: u8,
    },
    /// Somebody left the fight.
    Left {
        /// Who.
        who: Who,
    },
    /// Nobody of the others has seen somebody for so long that the fight goes on without them.
    Lost {
        /// Who.
        who: Who,
    },
    /// The fight is over.
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

/// What of a turn is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Spending {
    /// The Action.
    Action,
    /// The Bonus Action.
    Bonus,
    /// The Reaction.
    Reaction,
    /// So many feet of the Move.
    Feet(u16),
    /// So many feet are gained besides.
    FreeFeet(u16),
    /// The free drawing of a weapon.
    Draw,
    /// A free Interact.
    Interact,
    /// The Action, on a Dash.
    Dash,
    /// AC rises by so much until the next turn.
    Dodge(u8),
    /// No more tries to escape until so many more turns have ended.
    NoEscape(u8),
    /// This one was hit with a Strike.
    Struck(Who),
}

/// How a fight ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// No enemy is left.
    Won,
    /// No character is left standing.
    Lost,
    /// The characters got away.
    Escaped,
    /// The TS ends it.
    Stopped,
}

pub(super) fn apply(state: &mut State, fact: &FightFact) {
    match fact {
        FightFact::Began { fighters, foes } => {
            state.battle = Some(Battle {
                order: Order::new([]),
                fighters: fighters.iter().copied().collect(),
                tested: Default::default(),
                fleeing: Default::default(),
                foes: *foes,
            });
        }
        FightFact::Initiative { who, initiative } => fight(state, |battle| {
            battle.order.insert(*who, *initiative);
            if !battle.has(*who) {
                battle.fighters.push(*who);
            }
        }),
        FightFact::Quickened { who, initiative } => {
            fight(state, |battle| battle.order.rekey(*who, *initiative));
        }
        FightFact::Joined { who, after } => fight(state, |battle| {
            battle.order.insert_after(*who, *after);
            if !battle.has(*who) {
                battle.fighters.push(*who);
            }
        }),
        FightFact::Round { number } => fight(state, |battle| {
            if *number > 1 {
                battle.order.begin_round();
            }
        }),
        FightFact::Turn { who } => {
            fight(state, |battle| battle.order.begin(*who));
            live(state, *who, |live| {
                let (no_escape, out_of_sight) = (live.turn.no_escape, live.turn.out_of_sight);
                live.turn = Turn { action: true, bonus: true, no_escape, out_of_sight, ..Turn::default() };
                live.reaction = true;
                live.ready = None;
            });
        }
        FightFact::TurnOver { who } => {
            fight(state, |battle| battle.order.finish());
            live(state, *who, |live| {
                (live.turn.action, live.turn.bonus) = (false, false);
                live.turn.no_escape = live.turn.no_escape.saturating_sub(1);
                for hidden in &mut live.hidden {
                    hidden.sneaking = false;
                }
            });
        }
        FightFact::Spent { who, what } => {
            live(state, *who, |live| spend(&mut live.turn, &mut live.reaction, *what));
        }
        FightFact::Strikes { .. } => {}
        FightFact::Moved { who, to, feet, covered } => live(state, *who, |live| {
            live.at = Some(*to);
            live.turn.spent = live.turn.spent.saturating_add(*feet);
            live.turn.covered = live.turn.covered.saturating_add(*covered);
        }),
        FightFact::Shoved { who, to } => live(state, *who, |live| live.at = Some(*to)),
        FightFact::Readied { who, ready } => live(state, *who, |live| live.ready = ready.clone()),
        FightFact::Morale { who, flees } => fight(state, |battle| {
            battle.tested.push(*who);
            if *flees {
                battle.fleeing.push(*who);
            }
        }),
        FightFact::OutOfSight { who, rounds } => live(state, *who, |live| live.turn.out_of_sight = *rounds),
        FightFact::Left { who } => {
            fight(state, |battle| battle.order.remove(*who));
            live(state, *who, |live| {
                (live.away, live.at) = (true, None);
                live.hidden.clear();
            });
        }
        FightFact::Lost { who } => {
            fight(state, |battle| {
                battle.order.remove(*who);
                battle.fighters.retain(|known| known != who);
            });
            live(state, *who, |live| {
                (live.turn, live.reaction, live.ready) = (Turn::default(), false, None);
                live.hidden.clear();
            });
        }
        FightFact::Ended { .. } => end(state),
    }
}

fn fight(state: &mut State, change: impl FnOnce(&mut Battle)) {
    if let Some(battle) = &mut state.battle {
        change(battle);
    }
}

fn spend(turn: &mut Turn, reaction: &mut bool, what: Spending) {
    match what {
        Spending::Action => turn.action = false,
        Spending::Bonus => turn.bonus = false,
        Spending::Reaction => *reaction = false,
        Spending::Feet(feet) => turn.spent += feet,
        Spending::FreeFeet(feet) => turn.extra += feet,
        Spending::Draw => turn.drew = true,
        Spending::Interact => turn.interacts += 1,
        Spending::Dash => turn.dashed = true,
        Spending::Dodge(by) => turn.dodge = by,
        Spending::NoEscape(turns) => turn.no_escape = turns,
        Spending::Struck(who) => turn.struck = Some(who),
    }
}

/// Nothing of a turn outlasts the fight; those who hid are found or gone.
fn end(state: &mut State) {
    let Some(battle) = state.battle.take() else { return };
    for who in battle.fighters {
        live(state, who, |live| {
            live.turn = Turn::default();
            (live.reaction, live.ready) = (false, None);
            live.hidden.clear();
        });
    }
}
