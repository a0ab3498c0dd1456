//! What lasts on somebody: conditions, curses, bonuses, each with its end. What a condition does is in
//! the content.

use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Proficiency;

/// Something that lasts on somebody.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Affect {
    /// What.
    pub what: What,
    /// The rule or entry it comes from.
    pub by: RuleId,
    /// Who brought it about.
    #[serde(default)]
    pub from: Option<Who>,
}

/// What lasts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// A condition, with the DC to escape it if there is one.
    Is(Condition, Option<u8>),
    /// A curse or disease of the table.
    Cursed(RuleId),
    /// A number that is higher or lower: `AC`, `speed`, `attack` and so on, as content writes it.
    Adjust(String, i16),
    /// Somebody helps: the next check of this kind has 1 more.
    Helped(Aid),
    /// Knows where to hit somebody: the next Attack Roll against them has 1 more.
    Knows(Who),
    /// Glows: cannot be Concealed, Hidden or Invisible.
    Glowing,
    /// Sheds light: squares of Normal Light, squares of Dim Light beyond.
    Shines(u8, u8),
    /// Spreads Darkness so many squares, whatever else shines there.
    Darkens(u8),
    /// Was called and does not stay.
    Called,
    /// Something cannot be done: `hide`.
    Forbids(String),
}

/// The kinds of checks that can be helped with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Aid {
    /// A skill.
    Skill(Proficiency),
    /// An Attack Roll.
    Attack,
    /// A save.
    Save,
}

/// Conditions that last until something ends them. Prone, Dying, Stable, Dead and Overloaded show in
/// other ways; Concealed, Hidden and Undetected are kept per pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// Cannot leave its square.
    Immobilized,
    /// Everything is Invisible to it.
    Blinded,
    /// Cannot be seen.
    Invisible,
    /// Everything is Concealed from it.
    Dazzled,
    /// Cannot act or perceive.
    Unconscious,
    /// Shakes.
    Frightened,
    /// Feels bad.
    Sickened,
    /// On fire.
    Burning,
    /// Cannot use Magic Dice.
    Siphoned,
}

impl Condition {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Immobilized,
        Self::Blinded,
        Self::Invisible,
        Self::Dazzled,
        Self::Unconscious,
        Self::Frightened,
        Self::Sickened,
        Self::Burning,
        Self::Siphoned,
    ];

    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Immobilized => "Immobilized",
            Self::Blinded => "Blinded",
            Self::Invisible => "Invisible",
            Self::Dazzled => "Dazzled",
            Self::Unconscious => "Unconscious",
            Self::Frightened => "Frightened",
            Self::Sickened => "Sickened",
            Self::Burning => "Burning",
            Self::Siphoned => "Siphoned",
        }
    }

    /// By its name, however it is written.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(name))
    }
}
