//! The messages of a socket. Every message is one JSON object with a `type`.

use std::collections::BTreeMap;
use std::sync::Arc;

use boneyard_table::table::Op;
use boneyard_table::view::{Found, Glimpse, Line, Odds, OfferCard, Outcome, Square};
use boneyard_table::{Refusal, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::desk::Desk;
use super::http::NotationOdds;
use super::patch::Change;
use super::point::Point;
use super::verdict::VerdictCard;

/// What a page sends. An `id` is chosen by the page (1 to 40 letters, digits, `-` or `_`), stays the same
/// when the message is sent again, and is never used for anything else: whatever carries it happens once.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ToServer {
    /// The first message on every socket.
    Hello {
        /// Where the page stood before the connection was lost.
        #[serde(default)]
        since: Option<Place>,
    },
    /// Asks something of the table: a command, an answer, undo, words, and so on.
    Do {
        /// The page's id of it.
        id: String,
        /// What.
        op: Op,
    },
    /// Has chance make the hero that this seat has begun, or a new one.
    RollHero {
        /// The page's id of it.
        id: String,
        /// The hero being made; a new one if none is named.
        #[serde(default)]
        who: Option<Who>,
        /// What a new one is called, if not by chance.
        #[serde(default)]
        name: Option<String>,
    },
    /// Opens the dice used so far for everybody to check. For the game master.
    Reveal {
        /// The page's id of it.
        id: String,
    },
    /// Shows the offers of these creatures too, beside those of one's own. For the game master.
    Watch {
        /// The creatures.
        actors: Vec<Who>,
    },
    /// Whether a filled offer would be refused. Changes nothing.
    Probe {
        /// The page's id of the question.
        id: String,
        /// The command.
        command: Value,
    },
    /// What somebody this seat speaks for would see from another square. Changes nothing.
    Look {
        /// The page's id of the question.
        id: String,
        /// Who.
        who: Who,
        /// From where.
        from: Square,
    },
    /// Asks what a creature would do next if it were left to itself. For the game master. Changes nothing.
    Intent {
        /// The page's id of the question.
        id: String,
        /// Who.
        who: Who,
    },
    /// Asks for odds. Changes nothing; one question at a time.
    Odds {
        /// The page's id of the question.
        id: String,
        /// Of what.
        of: OddsOf,
    },
    /// Asks what a fight of everybody here with these newcomers would come to. For the game master; answered with
    /// `verdict` again and again until it is sure enough. A new question takes the place of the last.
    Verdict {
        /// The page's id of the question.
        id: String,
        /// Newcomers: the id of an entry, and how many of it.
        creatures: Vec<(String, u32)>,
        /// Whether the heroes have rested before, rather than as they are now.
        #[serde(default)]
        rested: bool,
        /// Those at the table who take no part.
        #[serde(default)]
        absent: Vec<Who>,
        /// What else is different, by the names of circumstances and choices.
        #[serde(default)]
        given: BTreeMap<String, String>,
        /// Whether it is also fought by heroes who look ahead. Takes longer.
        #[serde(default)]
        ahead: bool,
    },
    /// What was found so far is enough.
    Enough,
    /// Asks for lines of the log before a place.
    Lines {
        /// The page's id of the question.
        id: String,
        /// Lines before this one (by `seq`).
        before: i32,
        /// At most so many, up to 200.
        count: u32,
    },
    /// Reminds somebody that they are asked. For the game master.
    Nudge {
        /// Whom.
        seat: Seat,
    },
    /// Shows everybody something for a moment: passed on, never kept.
    Point {
        /// What.
        point: Point,
    },
    /// After so many seconds instinct answers whoever is asked; never, if it is absent. For the game master.
    Delay {
        /// 10 to 600.
        #[serde(default)]
        seconds: Option<u32>,
    },
}

/// What odds are asked of.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum OddsOf {
    /// A roll in the notation people type.
    Roll {
        /// Such as `4d6kh3`.
        notation: String,
    },
    /// A filled offer. A player learns no more from it than they know already.
    Command {
        /// The command.
        command: Value,
        /// What is hoped for: values by their path, or bounds (`{"at_most": 0}`). If nothing is said, what
        /// may come of every value is told.
        #[serde(default)]
        want: BTreeMap<String, Value>,
        /// Whether everybody plays best for or against it, rather than by instinct.
        #[serde(default)]
        best: bool,
    },
    /// What may come of a filled offer, in the words of its game. A player learns no more from it than they know.
    Action {
        /// The command.
        command: Value,
        /// Whether everybody goes by instinct, rather than at their best.
        #[serde(default)]
        instinct: bool,
    },
    /// What to answer to a question that is put to this seat.
    Prompt {
        /// The question, by the id of its card.
        prompt: String,
    },
}

/// Where a page stands in what it was sent. Numbers count what this seat was told, nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// Which run of the server counted.
    pub run: String,
    /// The last update.
    pub n: u32,
}

/// What the server sends.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToClient {
    /// Somebody who has knocked waits to be let in. Sent again when something of it changes.
    Waiting {
        /// What their screen shows.
        room: WaitingRoom,
    },
    /// Everything, to begin with, or because the page was away for too long.
    Whole {
        /// Where this is.
        place: Place,
        /// What lies before the seat.
        desk: Box<Desk>,
        /// The latest lines of the log.
        log: LogPart,
    },
    /// What has changed since the update before.
    Update {
        /// The number of this update; one more than that of the last.
        n: u32,
        /// Changes of the desk, in order.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        patch: Vec<Change>,
        /// New lines of the log.
        #[serde(skip_serializing_if = "Option::is_none")]
        log: Option<LogPart>,
    },
    /// What was asked for is done and on disk.
    Done {
        /// The page's id of it.
        id: String,
    },
    /// What was asked for is not allowed. Nothing has changed.
    Refused {
        /// The page's id of it.
        id: String,
        /// Why.
        refusal: Refusal,
    },
    /// What was asked for could not be done, and that is no matter of rules. Nothing has changed.
    Failed {
        /// The page's id of it, if it could be read.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// For programs: `unreadable`, `too-large`, `too-fast`, `save`, `closing`, `odds`, `only-gm`, `away`.
        code: String,
        /// For people.
        say: String,
    },
    /// Older lines of the log, as asked for.
    Lines {
        /// The page's id of the question.
        id: String,
        /// The lines.
        log: LogPart,
    },
    /// Whether a filled offer would be refused, as asked for.
    Probed {
        /// The page's id of the question.
        id: String,
        /// Why, if it would.
        #[serde(skip_serializing_if = "Option::is_none")]
        refusal: Option<Refusal>,
    },
    /// What somebody would see, as asked for.
    Looked {
        /// The page's id of the question.
        id: String,
        /// It, if there is anything to see.
        #[serde(skip_serializing_if = "Option::is_none")]
        glimpse: Option<Glimpse>,
    },
    /// What a creature would do next, as asked for.
    Intent {
        /// The page's id of the question.
        id: String,
        /// It, if there is anything it could do.
        #[serde(skip_serializing_if = "Option::is_none")]
        intent: Option<Box<IntentCard>>,
    },
    /// Odds, as asked for.
    Odds {
        /// The page's id of the question.
        id: String,
        /// The odds.
        odds: OddsCard,
    },
    /// What a fight would come to, as asked for; more may follow under the same id.
    Verdict {
        /// The page's id of the question.
        id: String,
        /// What was found so far.
        verdict: VerdictCard,
    },
    /// The game master reminds this seat that it is asked.
    Nudged,
    /// Somebody shows everybody something for a moment.
    Pointed {
        /// Who.
        by: Seat,
        /// What.
        point: Point,
    },
    /// Nothing more comes on this socket.
    Bye {
        /// `refused`, `revoked`, `closing`, `too-fast`, `elsewhere`, `gone`.
        code: String,
        /// For people.
        say: String,
    },
}

/// What a creature would do next.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct IntentCard {
    /// The command.
    pub command: Value,
    /// The offer it fills in, to be told by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<OfferCard>,
    /// Whether it would do that by itself; otherwise a person has to.
    pub by_itself: bool,
}

/// Odds as they are drawn.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum OddsCard {
    /// Of a roll in notation.
    Roll(NotationOdds),
    /// Of what was hoped for.
    Wanted {
        /// How likely it is.
        odds: Odds,
    },
    /// Of what may come of an action.
    Action {
        /// What may come of it, the best first.
        odds: Odds,
        /// What is lost on average.
        losses: Vec<LossCard>,
    },
    /// Of the answers to a question.
    Advice {
        /// The best in a sentence: "Reroll the 2; then stop".
        best: String,
        /// Each answer, the best first.
        choices: Vec<ChoiceCard>,
        /// What was taken for granted.
        assumes: Vec<String>,
    },
    /// Of every value that may change.
    Values {
        /// Each value.
        values: Vec<ValueCard>,
        /// How sure the shares are.
        found: Found,
        /// What was taken for granted.
        assumes: Vec<String>,
    },
}

/// What somebody loses on average.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LossCard {
    /// Who.
    pub name: String,
    /// Of what.
    pub pool: String,
    /// How much, in hundredths; what is gained is less than nothing.
    pub hundredths: i32,
}

/// One answer to a question.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ChoiceCard {
    /// The answer as it is given.
    pub say: Value,
    /// In words.
    pub words: String,
    /// What may come of it.
    pub odds: Odds,
}

/// What may come of one value.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ValueCard {
    /// Its path, as overruling takes it.
    pub path: String,
    /// What it is now.
    pub now: String,
    /// What it may be then, the likeliest first.
    pub outcomes: Vec<Outcome>,
}

/// A stretch of the log: from a place on, it reads so, and nothing follows it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LogPart {
    /// The number of the line before these. What the page has after it is replaced.
    pub from: i32,
    /// Whether there are older lines that can be asked for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub older: bool,
    /// The lines; each has its number as `seq`. Numbers count on from where the log was opened; older ones may be 0 and less.
    pub lines: Vec<Arc<Line>>,
}

/// The waiting room as somebody in it sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WaitingRoom {
    /// What the table is called.
    pub title: String,
    /// The game's name, for its look.
    pub game: String,
    /// The game's name on the page.
    pub game_title: String,
    /// What the game master is called.
    pub gm: String,
    /// Whether a page of the game master's is open, so that somebody is told.
    pub gm_here: bool,
    /// What they call themselves.
    pub name: String,
    /// Their sign: "amber owl".
    pub sign: String,
}
