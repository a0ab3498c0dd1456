//! What spells, traps, specials and things do, as data: one verb each, and how it is resisted.

use boneyard_content::Amount;
use serde::Deserialize;

use super::formula::Formula;
use super::passive::Passive;

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

/// One thing that happens to whom it reaches.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Damage; its kind names the type.
    Damage(Amount<Formula>),
    /// Healing.
    Heal(Amount<Formula>),
    /// A condition.
    Condition(Brings),
    /// Conditions end.
    End(Vec<String>),
    /// Something holds for a while.
    Grant(Grants),
    /// Away from the source.
    Push(Amount<Formula>),
    /// Towards the source.
    Pull(Amount<Formula>),
    /// The target sheds light, or darkness.
    Light(Sheds),
    /// One easily burnable unattended object burns.
    Ignite(bool),
    /// Open flames so near go out; 0 means those in the area.
    Douse(u16),
    /// The ground changes.
    Ground(Lies),
    /// An unattended thing is moved.
    Carry(Carries),
    /// Words far away.
    Say(Says),
    /// It drops what it holds.
    Drop(bool),
    /// Creatures come.
    Summon(Calls),
    /// Instability Dice are gained.
    Instability(Amount<Formula>),
    /// Magic Dice are gained.
    MagicDice(Amount<Formula>),
    /// A lock opens or a trap is spent, if its DC is no higher.
    Unlock(Amount<Formula>),
    /// A lock's DC rises for a day; a trap goes off.
    Jam(Amount<Formula>),
    /// Every Creature so near knows the place.
    Alarm(u16),
    /// Heard so far.
    Noise(u16),
    /// Told by the TS.
    Text(String),
    /// Code of this name.
    Hook(String),
}

/// How an effect reaches each of its targets. Its fields stand in the row itself.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Working {
    /// A roll against AC first.
    pub attack: Option<AttackBy>,
    /// The target's save.
    pub save: Option<Save>,
    /// What happens, on a hit or a failed save where there is one.
    pub effects: Vec<Effect>,
    /// Besides, on a failed basic save.
    pub failed: Vec<Effect>,
    /// Besides, on a critically failed save.
    pub critical: Vec<Effect>,
    /// On a save that succeeds.
    pub passed: Vec<Effect>,
}

/// What is added to the d10 of an attack.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum AttackBy {
    /// A listed number.
    Number(i8),
    /// `"spell"`: Intelligence and the skill of the tradition.
    Word(String),
}

/// Which of its scores a save adds.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum SaveWith {
    /// This one.
    One(String),
    /// One of these, the target's choice.
    Choice(Vec<String>),
}

shapes! {
    /// A save.
    Save {
        /// The score it adds.
        ability: SaveWith,
        /// Its DC; that of the casting if nothing is said.
        #[serde(default)]
        dc: Option<u8>,
        /// Whether damage goes by the degree.
        #[serde(default)]
        basic: bool,
    }
    /// A condition and its end.
    Brings {
        /// Its name.
        is: String,
        /// For how long.
        #[serde(default)]
        lasts: Option<Amount<Formula>>,
        /// Or until when.
        #[serde(default)]
        until: Option<Until>,
        /// DC of an Escape.
        #[serde(default)]
        escape: Option<Formula>,
    }
    /// A passive and its end.
    Grants {
        /// What holds.
        passive: Box<Passive>,
        /// For how long.
        #[serde(default)]
        lasts: Option<Amount<Formula>>,
        /// Or until when.
        #[serde(default)]
        until: Option<Until>,
    }
    /// Light from the target.
    Sheds {
        /// Its level.
        level: String,
        /// How far.
        feet: Amount<Formula>,
        /// Dim Light so much further.
        #[serde(default)]
        beyond: Option<Amount<Formula>>,
        /// For how long.
        #[serde(default)]
        lasts: Option<Amount<Formula>>,
    }
    /// Ground in the squares of an area.
    Lies {
        /// What it becomes.
        is: String,
        /// For how long; for good if nothing is said.
        #[serde(default)]
        lasts: Option<Amount<Formula>>,
    }
    /// How much is moved how far.
    Carries {
        /// Bulk of the thing at most; 0: only things of no Bulk.
        bulk: Amount<Formula>,
        /// How far.
        feet: Amount<Formula>,
    }
    /// A message.
    Says {
        /// How many words.
        words: Amount<Formula>,
        /// How far.
        #[serde(default)]
        range: Option<Amount<Formula>>,
        /// Whether an answer comes back.
        #[serde(default)]
        reply: bool,
    }
    /// Creatures that come.
    Calls {
        /// Which.
        creature: String,
        /// How many; one if nothing is said.
        #[serde(default)]
        count: Option<Formula>,
        /// HP it has.
        #[serde(default)]
        hp: Option<Formula>,
        /// Whose side it takes.
        side: SideOf,
        /// How long it stays.
        #[serde(default)]
        until: Option<Until>,
    }
    /// Where an effect falls.
    Area {
        /// Its shape.
        shape: Shape,
        /// Radius, length or side.
        feet: u16,
    }
}

/// When something that lasts ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// The end of the target's next turn.
    ItsTurnEnd,
    /// The next Rest.
    NextRest,
    /// The next day.
    NextDay,
    /// The end of the fight.
    Fight,
    /// A cure.
    Cured,
    /// The next roll it changes.
    Used,
}

/// Whose side a summoned creature takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SideOf {
    /// The caster's.
    Caster,
    /// It fights everybody.
    Hostile,
    /// It fights only who attacks it.
    Bystander,
}

/// A shape on the grid (DT-HOUSE-25H).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// All squares so near a centre.
    Radius,
    /// All squares so near the caster.
    Around,
    /// A square of this side.
    Square,
    /// A cone in one of eight directions.
    Cone,
    /// A line in one of eight directions.
    Line,
    /// From one creature to the next.
    Chain,
}
