//! Every question the rules of this game put, each whole in one place, one file per family. This
//! file holds the two lists that make them one prompt and one answer type.

mod die;
mod exchange;
mod expedition;
mod fight;
mod hurt;
mod interlude;
mod magic;
mod owned;
mod roll;
mod spread;

pub use die::{DieId, DieSay, Picked};
pub use exchange::{Hopeless, Keep, KeptFace, Pass, PayWith, Reroll, RerollSay, Spend, With};
pub use expedition::{Choose, GiveUp, Topic};
pub use fight::{AcceptSurrender, BrokenFoes, Challenging, DropThing, LendShield, OfferSurrender};
pub use hurt::{ArmorPiece, Heal, PlaceWounds, RollArmor, TireWhere, ToughenUp};
pub use interlude::{GuildThing, GuildTraining};
pub use magic::{
    ChooseOne, EndWhich, GmAnswers, PickPerson, RecoverWhere, RerollMishap, TakeOver, Unconducted,
};
pub use owned::{Owned, short};
pub use roll::{Declaration, DeclareWord, Declared, DeclaredDice, HelpSay, OfferHelp};
pub use spread::Spread;

use boneyard_table::view::{Domain, PromptKind, Stakes};
use boneyard_table::{At, Form, Refusal, RuleId, Who, answers, questions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DeadWeight;
use crate::state::Attribute;

/// What a question reads.
pub type Here<'a> = At<'a, DeadWeight>;

// One block for each family, so that families grow without meeting.
questions! {
    /// Every question, as it is stored and sent.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
    pub enum Prompt of DeadWeight {
        // Rolls.
        DeclaredDice,
        OfferHelp,
        Reroll,
        PayWith,
        Keep,
        Hopeless,
        // Wounds.
        RollArmor,
        ArmorPiece,
        ToughenUp,
        PlaceWounds,
        TireWhere,
        Heal,
        // The way and the camp.
        Choose,
        GiveUp,
        // Fights.
        AcceptSurrender,
        OfferSurrender,
        BrokenFoes,
        LendShield,
        DropThing,
        Challenging,
        // Powers.
        Unconducted,
        RerollMishap,
        RecoverWhere,
        TakeOver,
        EndWhich,
        ChooseOne,
        PickPerson,
        GmAnswers,
        // The Guild.
        GuildThing,
        GuildTraining,
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
        Thing(Option<u8>),
        Attribute(Attribute),
        Spread(Spread),
        Words(String),
        // Rolls.
        Declaration(Declaration),
        Help(HelpSay),
        Reroll(RerollSay),
        Pay(Spend),
        Kept(KeptFace),
        Die(DieSay),
        // The way and the camp.
        Owned(Owned),
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
