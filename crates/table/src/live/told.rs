//! What an action was told and what it left: dice, answers and rulings on one side,
//! log entries and open prompts on the other.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;

use crate::judge::{Judgement, RulingRecord};
use crate::table::OwnFile;
use crate::view::Term;
use crate::{Audience, Game, Group, HowThrown, Party, RuleId, Ruling, Seat, Thrown, ThrownGroup};

/// A command being carried out, by number. Numbers are never used again.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct ActionId(pub u32);

/// One open question of one action: an answer names it, for one seat may hold several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, JsonSchema)]
#[schemars(with = "String")]
pub struct PromptId {
    /// The action that asks.
    pub action: ActionId,
    /// Which of its requests.
    pub ask: u16,
    /// Which of those asked together.
    pub nth: u8,
}

impl fmt::Display for PromptId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.action.0, self.ask, self.nth)
    }
}

impl FromStr for PromptId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("`{text}` is not the number of a prompt, such as 12.0.0");
        let mut parts = text.split('.');
        let mut next = || parts.next().and_then(|part| part.parse::<u32>().ok());
        let (action, ask, nth) = (next().ok_or_else(bad)?, next().ok_or_else(bad)?, next().ok_or_else(bad)?);
        if parts.next().is_some() {
            return Err(bad());
        }
        let (ask, nth) = (ask.try_into().map_err(|_| bad())?, nth.try_into().map_err(|_| bad())?);
        Ok(Self { action: ActionId(action), ask, nth })
    }
}

impl Serialize for PromptId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PromptId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// What a prompt asked, in few bytes: whether an answer still fits what is asked now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, JsonSchema)]
#[schemars(with = "String")]
pub struct Digest(pub u64);

impl Digest {
    /// The digest of anything that can be written down. The hash is FNV-1a over JSON, written
    /// here so that a journal outlives the libraries it was made with.
    pub fn of(thing: &impl Serialize) -> Self {
        let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
        // Writing to a hash cannot fail, and what has no JSON form has no distinct digest.
        let _ = serde_json::to_writer(&mut hash, thing);
        Self(hash.0)
    }
}

struct Fnv(u64);

impl std::io::Write for Fnv {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:016x}", self.0))
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        u64::from_str_radix(&text, 16).map(Self).map_err(de::Error::custom)
    }
}

/// How an answer came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// From the seat that was asked.
    #[default]
    Own,
    /// From the game master for somebody absent.
    ForAbsent,
    /// From what the seat had said beforehand.
    Standing,
    /// By instinct, because the table's delay ran out.
    Delay,
    /// From the table, because nothing else could be answered.
    Only,
    /// From the table, because it goes without saying or the seat does not want to be asked.
    Settled,
}

impl How {
    fn is_own(&self) -> bool {
        *self == Self::Own
    }
}

/// Something an action was told, in the order in which it asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Told<A> {
    /// Dice.
    Dice {
        /// The rule that called for them.
        rule: RuleId,
        /// The dice as they fell.
        groups: Vec<ThrownGroup>,
        /// Where they came from.
        how: HowThrown,
    },
    /// The answer to a question.
    Answer {
        /// Which request it answers.
        ask: u16,
        /// Which of those asked together.
        nth: u8,
        /// What was asked.
        digest: Digest,
        /// Who answered.
        by: Seat,
        /// How it came.
        #[serde(default, skip_serializing_if = "How::is_own")]
        how: How,
        /// The answer.
        answer: A,
    },
    /// A ruling.
    Ruling {
        /// Which request it answers.
        ask: u16,
        /// What was asked.
        digest: Digest,
        /// What the rules go on with.
        ruling: Ruling,
        /// What history keeps of it.
        record: RulingRecord,
    },
    /// The game master has seen what it is about to do, and lets it count.
    Reviewed {
        /// What was seen.
        digest: Digest,
        /// What is changed in the same breath.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        changes: Vec<Change>,
    },
}

/// A value the game master changes when reviewing an action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// Which, as stories address it.
    pub path: String,
    /// To what.
    pub value: Value,
    /// Why.
    pub reason: String,
}

/// A command being carried out, with all it was told so far. This is all there is to a
/// suspended action: it survives a crash, a restart, a week.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Action<C, A> {
    /// Its number.
    pub id: ActionId,
    /// Who gave the command.
    pub by: Seat,
    /// The command.
    pub command: C,
    /// The version of the rules it began under.
    pub rules: String,
    /// What it was told.
    pub told: Vec<Told<A>>,
    /// Whether the game master reviews it before it counts.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub review: bool,
    /// The stale action it took the place of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaces: Option<ActionId>,
    /// What it writes in the table's own pack.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrote: Vec<OwnFile>,
}

/// One thing that happened, as history keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Entry<F> {
    /// A fact.
    Fact {
        /// Its rule.
        rule: RuleId,
        /// Who may know it.
        #[serde(default, skip_serializing_if = "Audience::is_open")]
        audience: Audience,
        /// The fact.
        fact: F,
        /// The numbers behind it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        terms: Vec<Term>,
    },
    /// A roll.
    Roll(Thrown),
    /// A ruling.
    Ruling(RulingRecord),
    /// An answer that did not come from the seat that was asked.
    Answered {
        /// The rule that asked.
        rule: RuleId,
        /// Who was asked.
        party: Party,
        /// Who answered.
        by: Seat,
        /// How it came.
        how: How,
        /// What was chosen, in words, where the seat was not asked and did not simply let it go by.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        what: Option<String>,
    },
    /// A value overruled by the game master.
    Overruled {
        /// What was changed, as stories address it.
        path: String,
        /// What it was.
        old: Value,
        /// What it is.
        new: Value,
        /// Why.
        reason: String,
        /// Who may learn of it.
        #[serde(default, skip_serializing_if = "Audience::is_open")]
        audience: Audience,
    },
}

/// A question that waits for an answer.
#[derive(Debug)]
pub struct Open<G: Game> {
    /// Its number.
    pub id: PromptId,
    /// Who is asked.
    pub party: Party,
    /// The seat that answers for them now.
    pub seat: Seat,
    /// Whether answers stay hidden until all are in.
    pub sealed: bool,
    /// Whether it is answered already (and waits for others).
    pub answered: bool,
    /// Whether nobody waits for it: a chance to speak up while another question is open.
    pub optional: bool,
    /// Who may know that it is open.
    pub audience: Audience,
    /// What is asked, in few bytes.
    pub digest: Digest,
    /// What is wanted.
    pub wants: Wants<G>,
}

impl<G: Game> Open<G> {
    /// Whether the action cannot go on without its answer.
    pub fn is_waited_for(&self) -> bool {
        !self.answered && !self.optional
    }
}

/// What an open question wants.
#[derive(Debug)]
pub enum Wants<G: Game> {
    /// An answer to a question of the game.
    Answer(G::Prompt),
    /// A ruling by the game master.
    Ruling(Box<Judgement>),
    /// Dice rolled by hand.
    Dice {
        /// The rule that calls for them.
        rule: RuleId,
        /// The dice.
        groups: Vec<Group>,
    },
    /// A review of what the action is about to do.
    Review,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prompt_number_is_read_as_it_is_written() {
        let id = PromptId { action: ActionId(12), ask: 3, nth: 1 };
        assert_eq!(id.to_string(), "12.3.1");
        assert_eq!("12.3.1".parse(), Ok(id));
        for bad in ["", "12", "12.3", "12.3.1.4", "12.3.999", "-1.0.0", "a.b.c"] {
            assert!(bad.parse::<PromptId>().is_err(), "{bad}");
        }
    }

    #[test]
    fn digests_are_frozen() {
        assert_eq!(Digest::of(&"W1"), Digest(0xd361_f484_88c2_5765));
    }
}
