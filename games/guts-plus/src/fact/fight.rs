//! Facts of a fight: who is in it, turns, actions, rounds.

use std::sync::Arc;

use boneyard_table::Who;
use boneyard_table::change::{Change, Telling};
use boneyard_table::view::{FightOver, Line, count};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::live;
use crate::GutsPlus;
use crate::state::{Battle, Fighter, State, Turn};
use crate::tell::{Teller, change};

/// Something that became true of a fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FightFact {
    /// A fight begins.
    Begun {
        /// Who takes part, in the order of the first round.
        fighters: Vec<Fighter>,
    },
    /// Somebody else is in it.
    Joined {
        /// Who.
        who: Who,
    },
    /// Somebody's turn begins.
    Turn {
        /// Whose.
        who: Who,
    },
    /// Somebody's turn is over.
    TurnOver {
        /// Whose.
        who: Who,
    },
    /// What somebody has done in this round.
    Did {
        /// Who.
        who: Who,
        /// All of it.
        turn: Turn,
        /// What it was, in a few words.
        #[serde(default)]
        what: String,
    },
    /// Somebody moves.
    Moves {
        /// Who.
        who: Who,
        /// So many feet.
        feet: u16,
    },
    /// A new round begins.
    Round {
        /// Its number.
        round: u16,
    },
    /// Somebody is out of the fight.
    Left {
        /// Who.
        who: Who,
        /// Counts as beaten.
        beaten: bool,
    },
    /// The fight is over.
    Ended {
        /// After so many rounds.
        rounds: u16,
        /// The clock then.
        clock: u64,
        /// Whether the heroes won, where one side had nobody left.
        #[serde(default)]
        won: Option<bool>,
        /// Heroes who fell.
        #[serde(default)]
        fell: Vec<Who>,
        /// Others who were beaten.
        #[serde(default)]
        beaten: Vec<Who>,
    },
}

fn battle(state: &mut State, change: impl FnOnce(&mut Battle)) {
    if let Some(battle) = state.battle.as_mut() {
        change(Arc::make_mut(battle));
    }
}

/// The one who cannot act any more has no turn any more.
pub(super) fn falls(state: &mut State, who: Who) {
    if state.battle.as_ref().is_some_and(|battle| battle.turn == Some(who)) {
        live(state, who, |live| live.turn.over = true);
        battle(state, |battle| battle.turn = None);
    }
}

impl Change<GutsPlus> for FightFact {
    fn apply(&self, state: &mut State) {
        match self {
            FightFact::Begun { fighters } => {
                for fighter in fighters {
                    live(state, fighter.who, |live| live.turn = Turn::default());
                }
                let fresh = Battle { round: 1, fighters: fighters.clone(), ..Battle::default() };
                state.battle = Some(Arc::new(fresh));
            }
            FightFact::Joined { who } => {
                live(state, *who, |live| live.turn = Turn::default());
                battle(state, |battle| battle.fighters.push(Fighter { who: *who, ..Fighter::default() }));
            }
            FightFact::Turn { who } => battle(state, |battle| battle.turn = Some(*who)),
            FightFact::TurnOver { who } => {
                live(state, *who, |live| live.turn.over = true);
                battle(state, |battle| battle.turn = None);
            }
            FightFact::Did { who, turn, .. } => live(state, *who, |live| live.turn = *turn),
            FightFact::Moves { who, feet } => {
                live(state, *who, |live| live.turn.feet = live.turn.feet.saturating_add(*feet));
            }
            FightFact::Round { round } => {
                let fighter = |state: &State, nth: usize| Some(state.battle.as_ref()?.fighters.get(nth)?.who);
                for nth in 0.. {
                    let Some(who) = fighter(state, nth) else { break };
                    live(state, who, |live| live.turn = Turn::default());
                }
                battle(state, |battle| {
                    battle.round = *round;
                    battle.turn = None;
                });
            }
            FightFact::Left { who, beaten } => battle(state, |battle| {
                if let Some(fighter) = battle.fighters.iter_mut().find(|fighter| fighter.who == *who) {
                    fighter.left = true;
                }
                if *beaten && !battle.beaten.contains(who) {
                    battle.beaten.push(*who);
                }
                if battle.turn == Some(*who) {
                    battle.turn = None;
                }
            }),
            FightFact::Ended { clock, .. } => {
                state.fought = crate::state::stands_now(state);
                state.battle = None;
                state.clock = *clock;
                for creature in &mut state.creatures {
                    if creature.live.parts.iter().any(|part| part.fresh) {
                        for part in &mut Arc::make_mut(creature).live.parts {
                            part.fresh = false;
                        }
                    }
                }
            }
        }
    }

    fn tell(&self, to: Telling<'_, GutsPlus>) -> Option<Line> {
        let teller = Teller::of(&to);
        let name = |who| teller.name(who);
        match self {
            FightFact::Begun { fighters } => {
                let order: Vec<String> =
                    fighters.iter().map(|one| format!("{} {}", name(one.who), one.rolled)).collect();
                Some(Line::time(format!("A fight begins. First round: {}.", order.join(", "))))
            }
            FightFact::Joined { who } => change(format!("{} joins the fight.", name(*who)), *who),
            FightFact::Turn { who } => change(format!("{} takes a turn.", name(*who)), *who),
            FightFact::TurnOver { who } => change(format!("{} is done.", name(*who)), *who),
            FightFact::Did { what, .. } if what.is_empty() => None,
            FightFact::Did { who, what, .. } => change(format!("{}: {what}.", name(*who)), *who),
            FightFact::Moves { who, feet } => {
                change(format!("{} moves {}.", name(*who), count(*feet, "foot", "feet")), *who)
            }
            FightFact::Round { round } => Some(Line::time(format!("Round {round}."))),
            FightFact::Left { who, beaten: true } => change(format!("{} is beaten.", name(*who)), *who),
            FightFact::Left { who, beaten: false } => {
                change(format!("{} is out of the fight.", name(*who)), *who)
            }
            FightFact::Ended { rounds, won, fell, beaten, .. } => {
                let how = match won {
                    Some(true) => "the heroes win",
                    Some(false) => "no hero can fight on",
                    None => "",
                };
                let told = |all: &[Who]| all.iter().map(|who| name(*who)).collect();
                let over =
                    FightOver { what: "", rounds: *rounds, how, fell: told(fell), beaten: told(beaten) };
                Some(Line::time(over.line()))
            }
        }
    }
}
