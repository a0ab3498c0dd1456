//! Every question the rules of this game put, each whole in one place.

mod begin;
mod harm;
mod hold;
mod power;
mod react;
mod words;

pub use begin::{Bid, NextTarget, QuickShot, Swap};
pub use harm::{HoldBack, Spared};
pub use hold::{Bond, EscapeBy, EscapeFrom, Hold, Upkeep};
pub use power::{Foresee, Strain, Swallow};
pub use react::{BreakThrough, Displace, Displaced, Keep, KeepWhat, React, WindowName};
pub use words::{Flee, Flight, RallySave, WhoseWil};

use boneyard_table::view::{Domain, PromptKind, Stakes};
use boneyard_table::{At, Form, RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DirkRules;
use crate::combat::Strike;
use crate::gear::protecting;
use crate::lesson::{LessonWeeks, Mood, Willing};
use crate::state::{Ability, Reaction, With};
use crate::time::{Announced, Farther, Interrupt, Interrupted, Minutes, Rolls, WhatHint, WhetherRolls};
use crate::trade::Fetches;
use crate::world::{Drawn, Draws, HoursOut, Region, Shown, SignOf, ThreatGrows};

type Here<'a> = At<'a, DirkRules>;

macro_rules! questions {
    ($($question:ident -> $variant:ident($answer:ty)),* $(,)?) => {
        /// Every question, as it is stored and sent.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Prompt {
            $(#[allow(missing_docs)] $question($question),)*
        }

        impl Prompt {
            /// The question itself.
            pub fn question(&self) -> &dyn boneyard_table::Ask<DirkRules> {
                match self {
                    $(Self::$question(question) => question,)*
                }
            }
        }

        $(
            impl From<$question> for Prompt {
                fn from(question: $question) -> Self {
                    Self::$question(question)
                }
            }
        )*
    };
}

macro_rules! answers {
    ($($variant:ident($answer:ty)),* $(,)?) => {
        /// Every answer, as it is stored.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Answer {
            $(#[allow(missing_docs)] $variant($answer),)*
        }

        $(
            impl From<$answer> for Answer {
                fn from(answer: $answer) -> Self {
                    Self::$variant(answer)
                }
            }

            impl TryFrom<Answer> for $answer {
                type Error = ();

                fn try_from(answer: Answer) -> Result<Self, ()> {
                    match answer {
                        Answer::$variant(answer) => Ok(answer),
                        _ => Err(()),
                    }
                }
            }
        )*
    };
}

questions! {
    Bid -> Number(u16),
    Swap -> YesNo(bool),
    QuickShot -> Strike(Option<Strike>),
    NextTarget -> Target(Option<Who>),
    React -> Reaction(Reaction),
    Keep -> YesNo(bool),
    Displace -> Displaced(Displaced),
    EscapeFrom -> Bond(Bond),
    EscapeBy -> Ability(Ability),
    Upkeep -> Hold(Hold),
    WhetherRolls -> Rolls(Rolls),
    WhatHint -> Number(u16),
    Announced -> YesNo(bool),
    Interrupt -> Interrupted(Interrupted),
    Drawn -> Draws(Draws),
    Region -> Number(u16),
    SignOf -> Shown(Shown),
    ThreatGrows -> Number(u16),
    HoursOut -> Number(u16),
    Minutes -> Number(u16),
    Farther -> Number(u16),
    Flee -> Flight(Flight),
    RallySave -> YesNo(bool),
    WhoseWil -> YesNo(bool),
    BreakThrough -> YesNo(bool),
    HoldBack -> Spared(Spared),
    Swallow -> YesNo(bool),
    Strain -> YesNo(bool),
    Foresee -> YesNo(bool),
    Fetches -> Number(u16),
    LessonWeeks -> Number(u16),
    Willing -> Mood(Mood),
}

answers! {
    Number(u16),
    YesNo(bool),
    Strike(Option<Strike>),
    Target(Option<Who>),
    Reaction(Reaction),
    Displaced(Displaced),
    Ability(Ability),
    Hold(Hold),
    Draws(Draws),
    Shown(Shown),
    Rolls(Rolls),
    Interrupted(Interrupted),
    Bond(Bond),
    Flight(Flight),
    Spared(Spared),
    Mood(Mood),
}

fn yes_no(name: &'static str, rule: RuleId, question: String, yes: &'static str, no: &'static str) -> Form {
    Form {
        name,
        rule,
        question,
        kind: PromptKind::YesOrNo,
        domain: Domain::YesNo { yes: yes.into(), no: no.into() },
        stakes: Stakes::None,
    }
}

/// Damage that gets past HP and AP may kill.
fn stakes_of(at: Here<'_>, who: Who, damage: u16) -> Stakes {
    let live = at.state.live(who);
    let armor: u16 = protecting(at, who).map(|(_, item, _)| u16::from(item.ap)).sum();
    let cushion = live.temp_hp + live.hp + u16::from(live.ap) + armor;
    if damage > cushion { Stakes::Mortal } else { Stakes::Costly }
}

fn weapon_name<'a>(at: Here<'a>, who: Who, with: With) -> &'a str {
    crate::gear::arms(at, who, with).map_or("weapon", |arms| arms.name)
}
