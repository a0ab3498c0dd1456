//! What holds while somebody has a talent, a condition, a curse or a thing, or while a spell lasts.

use boneyard_content::Amount;
use serde::Deserialize;

use super::effect::{Effect, Save};
use super::formula::Formula;

/// One thing that holds.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Passive {
    /// A number or a kind of roll is higher or lower.
    Adjust(Adjust),
    /// Extra damage dice.
    Dice(ExtraDice),
    /// Damage of these types is less.
    Resist(Against),
    /// Damage of these types is more.
    Weak(Against),
    /// Damage of these types does nothing.
    Immune(Vec<String>),
    /// Conditions it never has.
    Unaffected(Vec<String>),
    /// Magic Dice.
    MagicDice(u8),
    /// Instability Dice rolled besides with each casting.
    ExtraInstability(u8),
    /// Spells that may be learned.
    Learn(Vec<Pick>),
    /// A spell that is known.
    Knows(String),
    /// Light it sheds.
    Light(Glow),
    /// Sees without light.
    Sense(Sense),
    /// Darkness counts as Dim Light.
    NightEyes(bool),
    /// Something cannot be done.
    Forbid(String),
    /// Another condition comes with it.
    Counts(String),
    /// Code of this name.
    Hook(String),

    /// Attacks of one Strike.
    Strikes(Strikes),
    /// Damage that goes on to others when a target drops.
    Spill(Spill),
    /// Weighty adds all of Strength.
    WeightyFull(bool),
    /// What a Strike brings besides.
    OnStrike(OnHit),
    /// AC against one attack, as a Reaction.
    Parry(i8),
    /// An attack after a Parry, with this.
    Riposte(i8),
    /// Attack Rolls of those one holds impaled.
    ImpaledAttack(i8),
    /// A natural face that impales too.
    ImpaleOn(u8),
    /// What those one holds impaled take at the end of their turn.
    ImpaledDamage(Amount<Formula>),
    /// What Executing adds.
    Executing(i8),
    /// Resistance that is ignored.
    Pierce(Pierces),
    /// Destructive works on these too.
    DestructiveAlso(String),
    /// What a broken object does to those near it.
    Shrapnel(Amount<Formula>),
    /// Over the DC by so much is critical.
    CriticalAt(i8),
    /// A damage die with this face is rolled again, once.
    RerollDamage(u8),
    /// AC that Dodge gives.
    Dodge(i8),
    /// Critical hits are plain ones while dodging.
    UncriticalWhileDodging(bool),

    /// Things that may be done as a Bonus Action.
    BonusAction(Vec<String>),
    /// Interacts a turn that cost nothing.
    FreeInteract(u8),
    /// HP at which one dies.
    DiesAt(i8),
    /// An attack on the one who leaves one's reach.
    Opportunity(Opportunity),
    /// Feet one may move and stay Hidden.
    HiddenMove(u16),
    /// Critical Failures with a Medicine Kit are plain ones.
    SteadyKit(bool),
    /// A check rolled again.
    Reroll(Rerolls),
    /// What one can tell about a Creature.
    Lore(Lore),
    /// 1 HP instead of dropping, once in a Rest.
    LastStand(bool),
    /// Instability Dice lost in ten minutes, once a day.
    Earth(u8),
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
    /// A change of a number.
    Adjust {
        /// Which.
        on: String,
        /// By how much.
        by: Formula,
        /// Only if.
        #[serde(default, rename = "if")]
        only: Option<String>,
    }
    /// Dice besides those of the weapon.
    ExtraDice {
        /// On what.
        on: String,
        /// Which.
        dice: Formula,
        /// Only if.
        #[serde(default, rename = "if")]
        only: Option<String>,
    }
    /// Types of damage and an amount.
    Against {
        /// Types, or `all`.
        to: Vec<String>,
        /// By how much.
        by: u8,
    }
    /// Spells to pick.
    Pick {
        /// Traditions.
        lists: Vec<String>,
        /// Highest level.
        up_to: u8,
        /// How many.
        count: u8,
    }
    /// Light.
    Glow {
        /// Its level.
        level: String,
        /// How far.
        feet: u16,
        /// Dim Light so much further.
        #[serde(default)]
        beyond: u16,
    }
    /// Seeing without light.
    Sense {
        /// How far.
        dark: u16,
        /// It sees no other way.
        #[serde(default)]
        only: bool,
        /// What is Invisible too.
        #[serde(default)]
        invisible: bool,
    }
    /// Several attacks in one Strike.
    Strikes {
        /// How many.
        attacks: u8,
        /// What each is at.
        penalty: i8,
        /// Whether Twin adds its damage.
        twin: bool,
    }
    /// Damage that goes on.
    Spill {
        /// Only half of it.
        half: bool,
        /// To so many.
        most: u8,
    }
    /// What a hit brings with it.
    OnHit {
        /// From which degree on.
        from: From,
        /// A save against it.
        #[serde(default)]
        save: Option<Save>,
        /// What happens.
        effects: Vec<Effect>,
    }
    /// Resistance ignored.
    Pierces {
        /// Of whom.
        of: Vec<String>,
        /// How much.
        by: u8,
    }
    /// An attack as a Reaction.
    Opportunity {
        /// What it is at.
        penalty: i8,
        /// Whether a hit ends the Move.
        stops: bool,
    }
    /// A d10 rolled again.
    Rerolls {
        /// Skills, or `any` check.
        on: Vec<String>,
        /// How often.
        times: u8,
        /// In what: `scene` or `rest`.
        per: String,
        /// Which counts: `new` or `better`.
        keep: String,
    }
    /// Knowledge of Creatures.
    Lore {
        /// How often in a fight; without limit if nothing is said.
        #[serde(default)]
        per_fight: Option<u8>,
        /// What is learned.
        tells: Vec<String>,
        /// What allies add to their next attack.
        aid: i8,
    }
}

/// The least degree of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum From {
    /// A Success.
    Success,
    /// A Critical Success.
    CriticalSuccess,
}
