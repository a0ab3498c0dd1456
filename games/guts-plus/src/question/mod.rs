//! Every question the rules of this game put, each whole in one place, one file per family. This
//! file holds the two lists that make them one prompt and one answer type.

mod essence;
mod fight;
mod gear;
mod gm;
mod health;
mod roll;
mod words;

pub use essence::{Consent, GoOn, Maintain, Resist};
pub use fight::{React, ReactSay, ReactWord};
pub use gear::{ComesOff, PutDown, Reroll};
pub use gm::{
    Assign, AssignSay, Decide, Matter, Named, NamedAgainst, NamedContest, Reading, Say, Task, propose,
};
pub use health::{HealNext, PickPiece};
pub use roll::{
    Accept, AcceptSay, AcceptWord, Doubles, DoublesSay, DoublesWord, HelpSay, HelpWord, OfferHelp, Place,
    SetDie, SetDieSay, SetDieTo, SetDieWord, TakeOff, WhichDie,
};
pub use words::{Object, Plea};

use boneyard_table::view::{Domain, PromptKind, Stakes};
use boneyard_table::{At, Form, Refusal, RuleId, answers, questions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::GutsPlus;

/// What a question reads.
pub type Here<'a> = At<'a, GutsPlus>;

// One block for each family, so that families grow without meeting.
questions! {
    /// Every question, as it is stored and sent.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
    pub enum Prompt of GutsPlus {
        // The GM.
        Decide,
        Reading,
        Assign,
        // Rolls.
        Accept,
        OfferHelp,
        SetDie,
        Doubles,
        WhichDie,
        TakeOff,
        Place,
        Object,
        Plea,
        // Bodies.
        PickPiece,
        HealNext,
        // Fights.
        React,
        // Things.
        ComesOff,
        PutDown,
        Reroll,
        // Essence.
        Consent,
        GoOn,
        Maintain,
        Resist,
    }
}

answers! {
    /// Every answer, as it is stored.
    #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
    pub enum Answer {
        // Shared by all families.
        YesNo(bool),
        Pick(String),
        Points(Vec<u8>),
        Names(Vec<String>),
        // The GM.
        Said(Say),
        Assigned(AssignSay),
        // Rolls.
        Accepted(AcceptSay),
        Help(HelpSay),
        SetDie(SetDieSay),
        Doubles(DoublesSay),
        Die(u8),
        // Fights.
        Reacted(ReactSay),
    }
}

/// A plain question with a list.
pub fn pick_one(name: &'static str, rule: RuleId, question: String, domain: Domain) -> Form {
    Form { name, rule, question, kind: PromptKind::PickOne, domain, stakes: Stakes::None }
}

/// A refusal of an answer.
pub fn no<T>(rule: RuleId, code: &str, sentence: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(rule, code, sentence))
}
