//! How rules leave an action: done, refused, or stopped at something that is not known yet.

use crate::Refusal;

/// What rules return: a value, or that the action ends here for now.
pub type Flow<T = ()> = Result<T, Stop>;

/// Why an action left its rules. Rules cannot look inside; they pass it on with `?`.
#[derive(Debug)]
pub struct Stop(pub(super) Option<Box<Refusal>>);

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self(Some(Box::new(refusal)))
    }
}

/// Ends the action as one the rules do not allow.
pub fn refuse<T>(refusal: Refusal) -> Flow<T> {
    Err(refusal.into())
}

/// How a run of rules ended.
#[derive(Debug)]
pub enum Ended {
    /// To its end.
    Done,
    /// At something the host did not know.
    Stopped,
    /// The rules do not allow it.
    Refused(Box<Refusal>),
    /// The rules refused after a roll, a prompt or a fact: a fault in the rules.
    RefusedLate(Box<Refusal>),
}

impl Ended {
    /// What rules give back that have run other rules behind a host of their own.
    pub(crate) fn into_flow(self) -> Flow {
        match self {
            Self::Done => Ok(()),
            Self::Stopped => Err(Stop(None)),
            Self::Refused(refusal) | Self::RefusedLate(refusal) => Err(Stop(Some(refusal))),
        }
    }
}
