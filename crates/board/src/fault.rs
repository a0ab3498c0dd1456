//! Why something about places is refused, in sentences for players.

use crate::places::PlaceId;
use thiserror::Error;

/// Why something about places is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlaceFault {
    /// The place is not there.
    #[error("There is no such place.")]
    NoPlace(PlaceId),
    /// The id is taken.
    #[error("{name} has this number already.")]
    IdTaken {
        /// The place that has it.
        name: String,
    },
    /// The name is taken or empty.
    #[error("A place needs a name of its own, and \"{name}\" is not one.")]
    NameTaken {
        /// The name.
        name: String,
    },
    /// A link from a place to itself.
    #[error("{name} cannot be linked to itself.")]
    ToItself {
        /// The place.
        name: String,
    },
    /// The two are linked already.
    #[error("{one} and {other} are linked already.")]
    LinkedAlready {
        /// One end.
        one: String,
        /// The other end.
        other: String,
    },
    /// There is no way to go.
    #[error("There is no way from {from} to {to}. {}", leads(from, linked))]
    NoWay {
        /// Where it should begin.
        from: String,
        /// Where it should end.
        to: String,
        /// Where one can see ways to, from there.
        linked: Vec<String>,
    },
    /// The way is locked.
    #[error("The way from {from} to {to} is locked. {}", leads(from, linked))]
    Locked {
        /// The place before the lock.
        from: String,
        /// The place behind it.
        to: String,
        /// Where one can see ways to, from before the lock.
        linked: Vec<String>,
    },
}

fn leads(from: &str, linked: &[String]) -> String {
    if linked.is_empty() {
        format!("No way leads on from {from}.")
    } else {
        format!("From {from} ways lead to: {}.", linked.join(", "))
    }
}
