//! What a hit brings with it, as data: the verbs of foes' actions and of weapons. Powers and goods
//! have verbs of their own.

use boneyard_content::Amount;
use serde::Deserialize;

use crate::state::Affliction;

/// One thing that comes of a hit. It falls on the one who was hit.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verb {
    /// Something ails it.
    Affliction(AfflictionName),
    /// It is held.
    State(Hold),
    /// It gets tokens; for an action on oneself, oneself.
    Token(Amount<String>),
    /// A number of the fight or the place changes.
    Shift(Amount<String>),
    /// It is moved, or the actor moves.
    Move(Shove),
    /// Others come.
    Summon(Summon),
    /// Risk dice: what comes of a 1.
    Risk(Risk),
    /// A worn piece of armor loses points.
    Strip(Amount<String>),
    /// It is wounded.
    Wounds(Amount<String>),
    /// It falls on somebody else.
    Upon(Upon),
    /// The weapon breaks.
    Break(Broken),
}

/// An affliction by its name.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "String")]
pub struct AfflictionName(pub Affliction);

impl TryFrom<String> for AfflictionName {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let known = Affliction::ALL.into_iter().find(|what| what.name() == name);
        known.map(Self).ok_or_else(|| format!("there is no affliction `{name}`"))
    }
}

/// How something holds.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hold {
    /// `grabbed`.
    pub is: String,
    /// Wounds that cut it.
    #[serde(default)]
    pub cut: Option<Amount<String>>,
}

/// A movement that is no Move action.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shove {
    /// `pull-close` or `leap`.
    pub how: String,
    /// How far a leap goes.
    #[serde(default)]
    pub tiles: u8,
    /// Costs nothing to leave somebody's side.
    #[serde(default)]
    pub free: bool,
}

/// Creatures that come.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Summon {
    /// Which, by name.
    pub foe: String,
    /// How many, in dice.
    pub count: String,
    /// Where they come in.
    pub place: String,
    /// On whose side.
    pub side: String,
}

/// What comes of a 1 among risk dice.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Risk {
    /// `1d!`.
    pub dice: String,
    /// What comes of it.
    pub effects: Vec<Verb>,
}

/// Something that falls on somebody else than the one hit.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Upon {
    /// `self`: the one who struck.
    pub who: String,
    /// What.
    pub effects: Vec<Verb>,
}

/// A thing that breaks.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Broken {
    /// `this`.
    pub item: String,
}

/// When a weapon does something of its own.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trigger {
    /// The moment.
    pub when: Moment,
    /// Only if this holds.
    #[serde(default)]
    pub r#if: Option<String>,
    /// At most once in that.
    #[serde(default)]
    pub once: Option<String>,
    /// A die that must fall so.
    #[serde(default)]
    pub die: Option<TriggerDie>,
    /// What comes of it.
    pub effects: Vec<Verb>,
}

/// A moment of an attack or of a dodge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    /// The attack failed.
    Misses,
    /// It failed after a shield token was spent on it.
    BlockedByShield,
    /// It hit.
    Hits,
    /// A Dodge brought tokens.
    DodgeSucceeds,
}

/// A die that must fall between two faces.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TriggerDie {
    /// `1d6`.
    pub dice: String,
    /// From, to.
    pub on: [u8; 2],
}

/// Dice in the plain form `NdS`, or a number.
pub fn plain_dice(text: &str) -> Option<(u8, u8)> {
    let (count, sides) = text.split_once('d')?;
    Some((count.parse().ok()?, sides.parse().ok()?))
}

/// A whole number with or without a sign.
pub fn number(amount: &Amount<String>) -> i8 {
    amount.dice.to_string().trim_start_matches('+').parse().unwrap_or(0)
}
