//! Facts of the table itself: who is there, house switches, decisions, words, scenes and time.

use std::sync::Arc;

use boneyard_table::change::{Change, Telling};
use boneyard_table::view::{Line, LineKind, Voice};
use boneyard_table::{Seat, Switch, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::sheet;
use crate::GutsPlus;
use crate::state::{Creature, Decision, State};
use crate::tell::{Teller, change};
use crate::values::clock;

/// Something that became true of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TableFact {
    /// A house switch was set.
    House {
        /// Which.
        switch: String,
        /// To what.
        value: String,
    },
    /// Somebody is here from now on.
    Joined {
        /// Their number.
        who: Who,
        /// Everything about them.
        #[schemars(with = "serde_json::Value")]
        creature: Box<Creature>,
    },
    /// The GM changed something about somebody.
    Overruled {
        /// Who.
        who: Who,
        /// Everything about them, as it is now.
        #[schemars(with = "serde_json::Value")]
        creature: Box<Creature>,
    },
    /// Another seat plays somebody.
    Handed {
        /// Whom.
        who: Who,
        /// The seat.
        to: Seat,
    },
    /// The GM decided.
    Decided {
        /// What.
        decision: Decision,
    },
    /// An action was stopped before any die fell.
    Stopped {
        /// Whose.
        who: Who,
        /// What was tried.
        what: String,
        /// Why.
        why: String,
        /// How many were stopped in this session.
        count: u16,
    },
    /// An action is beyond somebody.
    Impossible {
        /// Whom.
        who: Who,
        /// What was tried.
        what: String,
        /// Why.
        why: String,
    },
    /// Nobody said what happens on failure.
    Reminded {
        /// What is tried.
        what: String,
    },
    /// Somebody said something.
    Said {
        /// The seat.
        seat: Seat,
        /// As whom; nobody where the player speaks.
        who: Option<Who>,
        /// The words.
        words: String,
    },
    /// A new session begins.
    Session {
        /// Its number.
        number: u16,
    },
    /// A new scene begins.
    Scene {
        /// Its number.
        number: u32,
    },
    /// The clock stands there now.
    Clock {
        /// In seconds since the campaign began.
        to: u64,
    },
}

impl Change<GutsPlus> for TableFact {
    fn apply(&self, state: &mut State) {
        match self {
            TableFact::House { switch, value } => {
                Arc::make_mut(&mut state.house).set(switch, value);
            }
            TableFact::Joined { who, creature } | TableFact::Overruled { who, creature } => {
                let at = usize::from(who.0);
                if at < state.creatures.len() {
                    state.creatures[at] = Arc::new((**creature).clone());
                } else if at == state.creatures.len() {
                    state.creatures.push(Arc::new((**creature).clone()));
                }
                if !creature.can_act() {
                    super::fight::falls(state, *who);
                }
            }
            TableFact::Handed { who, to } => {
                sheet(state, *who, |sheet| sheet.seat = (!to.is_gm()).then_some(*to));
            }
            TableFact::Decided { decision } => state.decisions.change().push(decision.clone()),
            TableFact::Stopped { count, .. } => state.stopped = *count,
            TableFact::Impossible { .. } | TableFact::Reminded { .. } | TableFact::Said { .. } => {}
            TableFact::Session { number } => {
                state.session = *number;
                state.stopped = 0;
            }
            TableFact::Scene { number } => state.scene = *number,
            TableFact::Clock { to } => {
                let new_day = *to / crate::state::DAY != state.clock / crate::state::DAY;
                state.clock = *to;
                for creature in &mut state.creatures {
                    if new_day && creature.live.meals > 0 {
                        Arc::make_mut(creature).live.meals = 0;
                    }
                }
            }
        }
    }

    fn tell(&self, to: Telling<'_, GutsPlus>) -> Option<Line> {
        let teller = Teller::of(&to);
        match self {
            TableFact::House { switch, value } => {
                Some(Line::change(Switch::told(crate::house::SWITCHES, switch, value)))
            }
            TableFact::Joined { who, creature } => change(format!("{} is here.", creature.sheet.name), *who),
            TableFact::Overruled { who, .. } => {
                change(format!("The GM changes something about {}.", teller.name(*who)), *who)
            }
            TableFact::Handed { who, .. } => {
                change(format!("{} has another player now.", teller.name(*who)), *who)
            }
            TableFact::Decided { decision } => {
                let how = match (decision.unseen, decision.corrects) {
                    (true, _) => "proposed, taken unseen",
                    (false, Some(_)) => "a correction",
                    (false, None) if decision.choice == decision.proposal => "proposed, confirmed",
                    (false, None) => "decided",
                };
                // People write whole sentences, or half ones.
                let words = decision.words.trim_end().trim_end_matches('.');
                let words = if words.is_empty() { String::new() } else { format!(": {words}") };
                let rule = if decision.table_rule { " From now on a rule of this table." } else { "" };
                Some(Line::ruling(format!("{}: {} ({how}){words}.{rule}", decision.tag, decision.said())))
            }
            TableFact::Stopped { who, what, why, .. } => {
                let why = if why.is_empty() { "not now" } else { why };
                change(format!("{}: {what}, stopped by GM: {why}.", teller.name(*who)), *who)
            }
            TableFact::Impossible { who, what, why } => {
                let why = if why.is_empty() { "it is beyond them" } else { why };
                change(format!("{}: {what} is impossible: {why}.", teller.name(*who)), *who)
            }
            TableFact::Reminded { what } => {
                Some(Line::change(format!("{what}: nobody said what happens on failure.")))
            }
            TableFact::Said { seat, who, words } => {
                let voice = if who.is_some() { Voice::InCharacter } else { Voice::OutOfCharacter };
                let say = match who {
                    Some(who) => format!("{}: \"{words}\"", teller.name(*who)),
                    None => format!("(out of character) {words}"),
                };
                let line = Line::new(
                    LineKind::Talk { voice, words: words.clone(), calls: Vec::new(), rolls: Vec::new() },
                    say,
                )
                .by(*seat);
                Some(match who {
                    Some(who) => line.who(*who),
                    None => line,
                })
            }
            TableFact::Session { number } => Some(Line::time(format!("Session {number} begins."))),
            TableFact::Scene { .. } => Some(Line::time("A new scene.")),
            TableFact::Clock { to } => Some(Line::time(format!("It is {} now.", clock(*to)))),
        }
    }
}
