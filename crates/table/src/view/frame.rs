//! What every block and every value inside one carries: a stable key, a name, a sentence, its rule,
//! its why, where it is pinned, what can be done with it, and the state it is drawn in.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::msg::Msg;
use super::term::Why;
use crate::{Refusal, RuleId, Seat};

/// The part all blocks share.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Frame {
    /// Stable while the thing exists; unique within its sheet.
    pub key: String,
    /// Its name.
    pub label: Msg,
    /// One whole sentence for a screen reader, a terminal, or a page that does not know the block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub say: Option<Msg>,
    /// The rule that made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
    /// The terms behind its number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Box<Why>>,
    /// Where it stands on a sheet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pin: Option<Pin>,
    /// Ids of the offers that concern it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<String>,
    /// How it is drawn now.
    #[serde(default, skip_serializing_if = "State::is_normal")]
    pub state: State,
}

/// Where a block stands on its sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pin {
    /// Always in sight.
    Header,
    /// In the sheet.
    Body,
    /// Behind "more".
    More,
}

/// How a value is marked; with nothing set it is normal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct State {
    /// The sequence number of the action that changed it just now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed: Option<u32>,
    /// Not final yet: the action still waits.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pending: bool,
    /// Not usable now, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub off: Option<Refusal>,
    /// Not seen by everyone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
    /// The ruling that set it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruled: Option<u32>,
    /// Something is there, but not what; set by the block that holds nothing else.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unknown: bool,
}

/// Who may see a secret thing besides the GM.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Secret {
    /// Nobody.
    Gm,
    /// These seats too.
    Some {
        /// The seats let into it.
        seats: Vec<Seat>,
    },
}

/// How a value is coloured and told.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// Welcome.
    Good,
    /// Unwelcome.
    Bad,
    /// Neither.
    #[default]
    Neutral,
}

impl Frame {
    /// A frame with its key and name.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>) -> Self {
        Frame { key: key.into(), label: label.into(), ..Frame::default() }
    }

    /// The sentence if one is set, otherwise the name.
    pub fn sentence(&self) -> &Msg {
        self.say.as_ref().unwrap_or(&self.label)
    }
}

impl State {
    /// Whether nothing is to be marked.
    pub fn is_normal(&self) -> bool {
        *self == State::default()
    }
}

/// Anything with a frame, built in one flowing expression.
pub trait Framed: Sized {
    /// Its frame.
    fn frame(&self) -> &Frame;
    /// Its frame, to be changed.
    fn frame_mut(&mut self) -> &mut Frame;
    /// The sentence told when the game gives none of its own.
    fn sentence(&self) -> Msg;

    /// Sets the sentence.
    #[must_use]
    fn say(mut self, say: impl Into<Msg>) -> Self {
        self.frame_mut().say = Some(say.into());
        self
    }

    /// Names the rule.
    #[must_use]
    fn rule(mut self, rule: RuleId) -> Self {
        self.frame_mut().rule = Some(rule);
        self
    }

    /// Gives the answer to "why?".
    #[must_use]
    fn why(mut self, why: impl Into<Why>) -> Self {
        self.frame_mut().why = Some(Box::new(why.into()));
        self
    }

    /// Pins it.
    #[must_use]
    fn pin(mut self, pin: Pin) -> Self {
        self.frame_mut().pin = Some(pin);
        self
    }

    /// Adds an offer that concerns it.
    #[must_use]
    fn offer(mut self, id: impl Into<String>) -> Self {
        self.frame_mut().offers.push(id.into());
        self
    }

    /// Marks it as changed by the action with this sequence number.
    #[must_use]
    fn changed(mut self, seq: u32) -> Self {
        self.frame_mut().state.changed = Some(seq);
        self
    }

    /// Marks it as not final yet.
    #[must_use]
    fn pending(mut self) -> Self {
        self.frame_mut().state.pending = true;
        self
    }

    /// Switches it off with the reason.
    #[must_use]
    fn off(mut self, refusal: Refusal) -> Self {
        self.frame_mut().state.off = Some(refusal);
        self
    }

    /// Marks it as secret.
    #[must_use]
    fn secret(mut self, secret: Secret) -> Self {
        self.frame_mut().state.secret = Some(secret);
        self
    }

    /// Marks it as set by a ruling.
    #[must_use]
    fn ruled(mut self, ruling: u32) -> Self {
        self.frame_mut().state.ruled = Some(ruling);
        self
    }

    /// Gives it its own sentence unless the game has set one.
    #[must_use]
    fn settled(mut self) -> Self {
        if self.frame().say.is_none() {
            let say = self.sentence();
            self.frame_mut().say = Some(say);
        }
        self
    }
}
