//! What holds while somebody has a Condition or a Trait, wears a piece, stands on a floor, or is what they are.

use serde::Deserialize;

/// One thing that holds. Words for rolls (`attack`, `Stealth`, `STR`) and circumstances (`against-source`) are those of
/// the rules that ask for them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Passive {
    /// Some d20 rolls are higher or lower.
    Adjust(Adjust),
    /// Some d20 rolls have Advantage.
    Advantage(Rolls),
    /// Some d20 rolls have Disadvantage.
    Disadvantage(Rolls),
    /// No Disadvantage from this: `low-light`.
    NoDisadvantage(String),
    /// Attack Rolls against the owner.
    Attacked(Attacked),
    /// A number is higher or lower.
    Number(Number),
    /// A number is this.
    Set(Set),
    /// Damage is less; to a type, `True` or `chosen`.
    Resist(Toward),
    /// Damage is more.
    Vulnerable(Toward),
    /// Conditions it never has.
    Immune(Vec<String>),
    /// What cannot be done: `run`, `move`, `fall`, `see-far`, `act`, `nearer`, `grapple`, `shove`.
    Forbid(Vec<String>),
    /// What it does without: `no-breath`, `no-food`.
    Needs(Vec<String>),
    /// Code of this name.
    Hook(String),
}

macro_rules! shapes {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $type,)*
        }
    )*};
}

shapes! {
    /// A change of d20 rolls.
    Adjust {
        /// Which.
        on: Vec<String>,
        /// By how much.
        by: i8,
        /// For each `stack` or `purchase`.
        #[serde(default)]
        each: Option<String>,
        /// Only when.
        #[serde(default)]
        when: Vec<String>,
    }
    /// Some d20 rolls.
    Rolls {
        /// Which.
        on: Vec<String>,
        /// Only when.
        #[serde(default)]
        when: Vec<String>,
    }
    /// Attack Rolls against somebody.
    Attacked {
        /// Have Advantage.
        #[serde(default)]
        advantage: bool,
        /// Have Disadvantage.
        #[serde(default)]
        disadvantage: bool,
        /// Are so much higher.
        #[serde(default)]
        by: i8,
        /// Only when.
        #[serde(default)]
        when: Vec<String>,
    }
    /// A change of a number.
    Number {
        /// Which.
        number: String,
        /// By how much.
        by: i8,
        /// For each `stack` or `purchase`.
        #[serde(default)]
        each: Option<String>,
        /// Not below this by it.
        #[serde(default)]
        least: Option<i8>,
        /// Only when.
        #[serde(default)]
        when: Vec<String>,
    }
    /// A number that is set.
    Set {
        /// Which.
        number: String,
        /// To what.
        to: i8,
        /// Only when.
        #[serde(default)]
        when: Vec<String>,
    }
    /// A damage type and an amount.
    Toward {
        /// Which, `True` or `chosen`.
        to: String,
        /// How much.
        by: u8,
    }
}
