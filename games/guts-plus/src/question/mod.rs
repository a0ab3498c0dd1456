//! Every question the rules of this game put, each whole in one place, one file per family. This
//! file holds the two lists that make them one prompt and one answer type.

mod accept;
mod assign;
mod decide;
mod dice;
mod essence;
mod fight;
mod gear;
mod health;
mod matter;
mod points;
mod reading;
mod words;

pub use accept::{Accept, AcceptSay, AcceptWord, HelpSay, HelpWord, OfferHelp};
pub use assign::{Assign, AssignSay, Named, NamedAgainst, NamedContest, Task};
pub use decide::{Decide, Say};
pub use dice::{Doubles, DoublesSay, DoublesWord, SetDie, SetDieSay, SetDieTo, SetDieWord};
pub use essence::{Consent, GoOn, Maintain, Resist};
pub use fight::{React, ReactSay, ReactWord};
pub use gear::{ComesOff, PutDown, Reroll};
pub use health::{HealNext, PickPiece};
pub use matter::Matter;
pub use points::{Place, Spread, TakeOff, WhichDie};
pub use reading::{Reading, propose};
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
        Points(Spread),
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
