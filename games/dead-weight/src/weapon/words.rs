//! Notation in words, part by part, each with the rule behind it.

use boneyard_table::RuleId;

use super::{Blow, Effect, Notation};
use crate::rules;

impl Effect {
    /// What it does, in words.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Bleeding => "the target bleeds",
            Self::NoDodge => "dodge tokens are no use against it",
            Self::E => "read as R",
            Self::NonLethal => "non-lethal: it never kills",
            Self::Piercing => "it pierces armor",
            Self::Raw => "no toughening up and no resistance against it",
            Self::Stun => "the target gets a stun token",
            Self::NoShield => "shield tokens are no use against it",
            Self::Special => "a special effect, told in the description",
        }
    }

    /// The rule behind it.
    pub fn rule(self) -> RuleId {
        if self == Self::E { rules::DW_WEAP_05 } else { rules::DW_WEAP_04 }
    }
}

/// A piece of notation and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The piece as it is written.
    pub text: String,
    /// What it means.
    pub meaning: String,
    /// The rule behind it.
    pub rule: RuleId,
}

impl Notation {
    /// Every piece with what it means, in the order in which they are written.
    pub fn explain(&self) -> Vec<Part> {
        let part = |text: String, meaning: String, rule| Part { text, meaning, rule };
        let mut parts = Vec::new();
        if self.minus {
            let meaning = "the defence check has a disadvantage".to_owned();
            parts.push(part("-".into(), meaning, rules::DW_WEAP_06));
        }
        let attribute = self.attribute.name();
        parts.push(part(attribute.into(), format!("rolled with {attribute}"), rules::DW_WEAP_01));
        let every = format!("{} on every hit", wounds(self.base.wounds));
        parts.push(part(self.base.wounds.to_string(), every, rules::DW_WEAP_02));
        parts.extend(letters(self.base, ""));
        if let Some(critical) = self.critical {
            let more = format!("{} more on a critical hit", wounds(critical.wounds));
            parts.push(part(format!("+{}", critical.wounds), more, rules::DW_WEAP_02));
            parts.extend(letters(critical, ", on a critical hit only"));
        }
        if let Some(range) = self.range {
            parts.push(part(range.name().into(), format!("reaches {}", range.name()), rules::DW_RANGE_03));
        }
        parts
    }
}

fn letters(blow: Blow, when: &'static str) -> impl Iterator<Item = Part> {
    blow.effects.iter().map(move |effect| {
        let rule = if when.is_empty() { effect.rule() } else { rules::DW_WEAP_03 };
        Part { text: effect.letter().into(), meaning: format!("{}{when}", effect.meaning()), rule }
    })
}

fn wounds(number: u8) -> String {
    match number {
        0 => "no wounds".into(),
        1 => "1 wound".into(),
        more => format!("{more} wounds"),
    }
}
