//! Every question the rules of this game put, each whole in one place, one file per family. This
//! file holds the two lists that make them one prompt and one answer type.

mod check;
mod fight;
mod hero;

pub use check::{NameCheck, Named};
pub use fight::{HalfForSweep, NextTarget, SpillTo, UseReaction};
pub use hero::{EatRation, StartDying, TryAgain};

use boneyard_table::view::{Domain, PromptKind, Stakes};
use boneyard_table::{At, Form, Refusal, RuleId, Who, answers, questions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;

/// What a question reads.
pub type Here<'a> = At<'a, DieTrying>;

// One block for each family, so that families grow without meeting.
questions! {
    /// Every question, as it is stored and sent.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
    pub enum Prompt of DieTrying {
        // Checks.
        NameCheck,
        // Fights.
        HalfForSweep,
        SpillTo,
        NextTarget,
        UseReaction,
        // Heroes outside fights.
        StartDying,
        EatRation,
        TryAgain,
    }
}

answers! {
    /// Every answer, as it is stored.
    #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
    pub enum Answer {
        // Shared by all families.
        YesNo(bool),
        Number(u16),
        Someone(Option<Who>),
        Words(String),
        // Checks.
        Check(Named),
    }
}

/// A question that is answered by yes or no.
pub fn yes_no(
    name: &'static str,
    rule: RuleId,
    question: String,
    yes: &'static str,
    no: &'static str,
) -> Form {
    Form {
        name,
        rule,
        question,
        kind: PromptKind::YesOrNo,
        domain: Domain::YesNo { yes: yes.into(), no: no.into() },
        stakes: Stakes::None,
    }
}

/// A refusal of an answer.
pub fn no<T>(rule: RuleId, code: &str, sentence: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(rule, code, sentence))
}
