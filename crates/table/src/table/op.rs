//! What a seat may ask of the table itself: to carry out a command, to take an answer, to undo.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::own::OwnFile;
use super::paper::{PaperBody, Shown};
use crate::asks::Asks;
use crate::frame::{Chat, SeatInfo, StandingAnswer, StandingUntil};
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
    /// Answer several prompts of one action in the same breath. If one of the answers is wrong, none counts.
    Answers(Vec<Saying>),
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
    /// Let creatures go on that play themselves and are held since something was taken back: the GM all, a player
    /// their own.
    GoOn,
    /// Say whether the party plays on without people while all of it plays itself always. For the game master.
    PlayOn {
        /// Whether.
        on: bool,
    },
    /// Say how much one wants to be asked; the game master also for everybody who has not said it.
    Asks {
        /// How much.
        asks: Asks,
        /// For everybody, and not for oneself.
        #[serde(default)]
        everybody: bool,
    },
    /// Say something beforehand to all questions of a name. One of them must be open and offer it.
    Beforehand {
        /// The questions, by their name.
        question: String,
        /// What, by its id.
        id: String,
        /// How long.
        until: StandingUntil,
    },
    /// Take that back.
    BeforehandNoMore {
        /// The questions, by their name.
        question: String,
        /// What, by its id.
        id: String,
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
    /// Say whether players may ask what to answer.
    Advice {
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
    /// Free a seat for good: nobody sits there again.
    Leave {
        /// Which.
        seat: Seat,
    },
    /// Say something. Undo never takes it back. `@name` calls somebody who sits here, `[[2d6]]` rolls.
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
    /// Say who may talk and read along beside the players. For the game master.
    Chat(Chat),
    /// Write a paper, or write one anew. It is a note for the game master's eyes until it is shown.
    Write {
        /// Its id: 1 to 40 letters, digits, `-` or `_`, drawn by chance rather than counted.
        paper: String,
        /// What stands above it: 1 to 80 characters.
        title: String,
        /// What is on it.
        body: PaperBody,
    },
    /// Show a paper to all, to some, or to nobody any more.
    Show {
        /// Which.
        paper: String,
        /// To whom.
        to: Shown,
    },
    /// Throw a paper away.
    Discard {
        /// Which.
        paper: String,
    },
    /// Use a content pack from now on, beside those in use. For the game master.
    AddPack {
        /// What it is called.
        name: String,
        /// The name and text of each file.
        files: Vec<(String, String)>,
    },
    /// Write a file of the table's own pack, write it anew, or take it back. For the game master.
    WriteRow(OwnFile),
    /// Mix words of one's own into the dice to come.
    Contribute {
        /// Anything.
        text: String,
    },
}

/// One answer among several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Saying {
    /// Which prompt.
    pub prompt: PromptId,
    /// What is said.
    pub say: Value,
}
