//! What a seat may ask of the table itself: to carry out a command, to take an answer, to undo.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::frame::{SeatInfo, StandingAnswer, StandingUntil};
use crate::judge::Level;
use crate::live::{ActionId, PromptId};
use crate::view::{SecretMode, Voice};
use crate::{RuleId, Seat, Who};

/// One request to a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Op {
    /// Carry out a command of the game. Creatures and items may be given by name.
    Command(Value),
    /// Answer a prompt: an answer, a ruling (its key, or `{ "free": words, "like": key }`), or
    /// faces of dice rolled by hand.
    Answer {
        /// Which prompt.
        prompt: PromptId,
        /// What is said.
        say: Value,
        /// Whether a ruling is to be a rule of the table.
        #[serde(default)]
        table_rule: bool,
    },
    /// Let instinct answer, because the table's delay ran out. Given by whoever runs the table.
    Delay {
        /// Which prompt.
        prompt: PromptId,
    },
    /// Forget a waiting action.
    Cancel {
        /// Which.
        action: ActionId,
    },
    /// Start a waiting action afresh that no longer fits.
    Afresh {
        /// Which.
        action: ActionId,
    },
    /// Take back finished actions: the last one, or all from one on.
    Undo {
        /// The first to take back.
        #[serde(default)]
        from: Option<ActionId>,
        /// Why.
        #[serde(default)]
        reason: Option<String>,
    },
    /// Have back what was taken back last, with its dice, as long as nothing happened since.
    Redo,
    /// Set a value against the rules.
    Overrule {
        /// Which, as stories address it: `Goblin.hp`.
        path: String,
        /// To what.
        value: Value,
        /// Why.
        reason: String,
    },
    /// Answer beforehand.
    Stand {
        /// For one creature, or all the seat speaks for.
        #[serde(default)]
        creature: Option<Who>,
        /// What.
        answer: StandingAnswer,
        /// How long.
        until: StandingUntil,
    },
    /// Take that back.
    StandNoMore {
        /// For which creature.
        #[serde(default)]
        creature: Option<Who>,
    },
    /// Say how much is to be asked about judgement.
    Level {
        /// For one rule, or for all without their own.
        #[serde(default)]
        rule: Option<RuleId>,
        /// How much.
        level: Level,
    },
    /// Say whether the game master reviews actions before they count.
    Review {
        /// Whether.
        on: bool,
    },
    /// Seat somebody.
    Sit {
        /// Where.
        seat: Seat,
        /// Who.
        info: SeatInfo,
    },
    /// Free a seat.
    Leave {
        /// Which.
        seat: Seat,
    },
    /// Say something. Undo never takes it back.
    Say {
        /// In which voice, and to whom.
        voice: Voice,
        /// 1 to 2000 characters.
        words: String,
        /// The creature that speaks.
        #[serde(default)]
        who: Option<Who>,
    },
    /// Roll dice that no rule asked for. Undo never takes it back.
    Roll {
        /// Such as `2d6+1`.
        notation: String,
        /// Who sees it; everybody if nothing is said.
        #[serde(default)]
        mode: Option<SecretMode>,
        /// What for: at most 200 characters.
        #[serde(default)]
        label: Option<String>,
        /// What real dice showed, in order, if they were rolled by hand.
        #[serde(default)]
        entered: Option<Vec<u32>>,
    },
    /// Hand a hero to a seat: the GM any, a player one that nobody plays to themselves.
    Hand {
        /// The hero.
        who: Who,
        /// Who plays it from now on.
        to: Seat,
    },
    /// Mix words of one's own into the dice to come.
    Contribute {
        /// Anything.
        text: String,
    },
}
