//! Rules broken on purpose, to see which stories notice. A sabotage names one rule and one way to break it;
//! the rules themselves know nothing of it, for a host in between does it. Which rules are broken, and what
//! is made of a panic, is decided above.

mod corrupt;
mod host;

use std::collections::BTreeSet;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

pub(crate) use host::sabotaged;

use crate::{Reason, Refusal, RuleId};

/// A way to break a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// Facts under the rule do not become true.
    Lost,
    /// A number in a fact under the rule, or in one with a term of it, is off by one.
    Bent,
    /// Dice under the rule, or with a term of it, are all read as the lowest, or as the highest.
    Misread,
    /// Questions under the rule are not put: instinct answers.
    Unasked,
    /// Judgement under the rule is not asked for and takes another option than the proposal.
    Misjudged,
    /// What not everybody may know of it is told to all.
    Told,
    /// The rule was only mentioned: what comes next is lost, misread, unasked or misjudged.
    Next,
    /// Refusals by the rule are not made.
    Allowed,
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lost => "what it makes true is lost",
            Self::Bent => "a number is off by one",
            Self::Misread => "its dice are misread",
            Self::Unasked => "its question is not put",
            Self::Misjudged => "its judgement is not asked for",
            Self::Told => "its secret is told to all",
            Self::Next => "what follows its mention goes wrong",
            Self::Allowed => "its refusal is not made",
        })
    }
}

/// A rule broken in one way, for one kind of thing.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Break {
    /// The rule.
    pub rule: RuleId,
    /// How it is broken.
    pub way: Way,
    /// The kind of fact or question, how dice are read, or the code of the refusal: a rule may have several.
    pub of: String,
}

impl fmt::Display for Break {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { way, of, .. } = self;
        if of.is_empty() { write!(f, "{way}") } else { write!(f, "{way} ({of})") }
    }
}

/// A rule broken on purpose; or none, to watch which could be.
#[derive(Debug, Default)]
pub struct Sabotage {
    broken: Option<Break>,
    seen: Mutex<BTreeSet<Break>>,
    endless: AtomicBool,
}

impl Sabotage {
    /// Breaks nothing, but sees what could be broken.
    pub fn watching() -> Self {
        Self::default()
    }

    /// Breaks this.
    pub fn of(broken: Break) -> Self {
        Self { broken: Some(broken), ..Self::default() }
    }

    /// Whether something is broken, so that a run is not what the rules say.
    pub fn breaks(&self) -> bool {
        self.broken.is_some()
    }

    /// What could be broken, or was.
    pub fn seen(&self) -> BTreeSet<Break> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether the rules would have gone round for ever without what was broken.
    pub fn endless(&self) -> bool {
        self.endless.load(Ordering::Relaxed)
    }

    /// Takes the reasons of the broken rule out of a refusal. What is left over is `None` if it is made no more.
    pub(crate) fn refusal(&self, mut refusal: Refusal) -> Option<Refusal> {
        let made = |reason: &Reason| match reason.rule {
            Some(rule) => !self.hits(rule, Way::Allowed, || reason.code.clone()),
            None => true,
        };
        refusal.reasons.retain(made);
        (!refusal.reasons.is_empty()).then_some(refusal)
    }

    /// Notes that a rule could be broken here, and tells whether it is.
    pub(crate) fn hits(&self, rule: RuleId, way: Way, of: impl FnOnce() -> String) -> bool {
        if self.broken.as_ref().is_some_and(|broken| (broken.rule, broken.way) != (rule, way)) {
            return false;
        }
        let here = Break { rule, way, of: of() };
        let hit = self.broken.as_ref() == Some(&here);
        if hit || self.broken.is_none() {
            self.seen.lock().unwrap_or_else(PoisonError::into_inner).insert(here);
        }
        hit
    }

    /// Whether this way is of interest, where finding out costs something.
    fn minds(&self, way: Way) -> bool {
        self.broken.as_ref().is_none_or(|broken| broken.way == way)
    }
}
