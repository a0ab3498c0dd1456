//! What came of the last check or roll, for people and stories to read.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How well something went, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Degree {
    /// 6 or more under.
    CriticalFailure,
    /// Not above the DC.
    Failure,
    /// Above the DC.
    Success,
    /// 6 or more above.
    CriticalSuccess,
}

/// What came of the last thing that was rolled.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Last {
    /// In a word: a degree, or what else came of it.
    pub outcome: Cow<'static, str>,
    /// What it came to.
    #[serde(default)]
    pub total: i16,
}

impl Degree {
    /// All four, the worst first.
    pub const ALL: [Self; 4] = [Self::CriticalFailure, Self::Failure, Self::Success, Self::CriticalSuccess];

    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::CriticalFailure => "Critical Failure",
            Self::Failure => "Failure",
            Self::Success => "Success",
            Self::CriticalSuccess => "Critical Success",
        }
    }

    /// As stories write it.
    pub fn key(self) -> &'static str {
        match self {
            Self::CriticalFailure => "critical failure",
            Self::Failure => "failure",
            Self::Success => "success",
            Self::CriticalSuccess => "critical success",
        }
    }

    /// Whether it is a Success or better.
    pub fn succeeded(self) -> bool {
        self >= Self::Success
    }

    /// One better, or as it is.
    #[must_use]
    pub fn better(self) -> Self {
        Self::ALL.into_iter().find(|degree| *degree > self).unwrap_or(self)
    }

    /// One worse, or as it is.
    #[must_use]
    pub fn worse(self) -> Self {
        Self::ALL.into_iter().rfind(|degree| *degree < self).unwrap_or(self)
    }
}
