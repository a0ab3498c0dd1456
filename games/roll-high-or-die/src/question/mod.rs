//! Every question the rules of this game put, each whole in one place, one file per family. This file holds the two
//! lists that make them one prompt and one answer type.

mod check;
mod fight;
mod living;

pub use check::{GiveIn, RuleDeed, Ruled, SayAgain, SaysLearned, SpendRest, WeighRequest};
pub use fight::{DodgeBy, InsteadSlow, LosesFirst, ShoveTo, SpendDie, StrikeFirst, TakeBlow, WhichFalls};
pub use living::GiveExp;

use boneyard_table::{At, answers, questions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::RollHighOrDie;
use crate::check::Weighed;
use crate::combat::Shoved;
use crate::state::Skill;

/// What a question reads.
pub type Here<'a> = At<'a, RollHighOrDie>;

// One block for each family, so that families grow without meeting.
questions! {
    /// Every question, as it is stored and sent.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
    pub enum Prompt of RollHighOrDie {
        // Checks.
        SpendRest,
        GiveIn,
        RuleDeed,
        SaysLearned,
        WeighRequest,
        SayAgain,
        // Encounters.
        StrikeFirst,
        ShoveTo,
        InsteadSlow,
        TakeBlow,
        LosesFirst,
        WhichFalls,
        DodgeBy,
        SpendDie,
        // Between fights.
        GiveExp,
    }
}

answers! {
    /// Every answer, as it is stored.
    #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
    pub enum Answer {
        // Shared by all families.
        YesNo(bool),
        Words(String),
        Number(u16),
        Named(Option<String>),
        // Checks.
        Ruled(Ruled),
        Weighed(Weighed),
        // Encounters.
        Shoved(Shoved),
        Thing(u8),
        Skill(Skill),
    }
}
