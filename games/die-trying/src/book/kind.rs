//! Which kinds of passives a row has: rules ask for one kind at a time, many times in every turn, and most rows have none
//! of it.

use std::ops::Deref;

use serde::{Deserialize, Deserializer};

use super::passive::Passive;

macro_rules! kinds {
    ($($kind:ident)*) => {
        /// What kind of passive something is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum Of {
            $($kind,)*
        }

        impl Passive {
            fn kind(&self) -> Of {
                match self {
                    $(Self::$kind(_) => Of::$kind,)*
                }
            }
        }
    };
}

kinds! {
    Adjust Dice Resist Weak Immune Unaffected MagicDice
    ExtraInstability Learn Knows Light Sense NightEyes Forbid
    Counts Hook Strikes Spill WeightyFull OnStrike Parry
    Riposte ImpaledAttack ImpaleOn ImpaledDamage Executing Pierce DestructiveAlso
    Shrapnel CriticalAt RerollDamage Dodge UncriticalWhileDodging BonusAction FreeInteract
    DiesAt Opportunity HiddenMove SteadyKit Reroll Lore LastStand
    Earth
}

/// Some kinds, as bits: one for each kind, and others that several names share. Where a bit is missing there is surely
/// nothing; where it is set, one has to look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds(u128);

/// Bits before those that names share.
const KINDS: u32 = 64;

impl Of {
    /// Those of a kind that bear this name: what is adjusted or forbidden, which hook.
    #[inline]
    pub fn called(self, name: &str) -> Kinds {
        let letters = name.as_bytes();
        let (first, last) = (letters.first().copied().unwrap_or(0), letters.last().copied().unwrap_or(0));
        let mixed = u32::from(first) + 3 * u32::from(last) + 7 * (letters.len() as u32) + 11 * (self as u32);
        Kinds(1 << (KINDS + mixed % KINDS))
    }
}

impl From<Of> for Kinds {
    #[inline]
    fn from(kind: Of) -> Self {
        Self(1 << (kind as u32))
    }
}

impl<const N: usize> From<[Of; N]> for Kinds {
    fn from(kinds: [Of; N]) -> Self {
        kinds.into_iter().fold(Self::default(), |all, kind| Self(all.0 | Self::from(kind).0))
    }
}

/// What a row gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Passives {
    all: Vec<Passive>,
    kinds: Kinds,
}

impl Passives {
    /// Whether one of these kinds may be among them.
    #[inline]
    pub fn may_have(&self, kinds: Kinds) -> bool {
        self.kinds.0 & kinds.0 != 0
    }
}

impl From<Vec<Passive>> for Passives {
    fn from(all: Vec<Passive>) -> Self {
        let bits = all.iter().map(|passive| {
            let kind = passive.kind();
            let named = match passive {
                Passive::Adjust(adjust) => kind.called(&adjust.on),
                Passive::Forbid(name) | Passive::Hook(name) => kind.called(name),
                _ => Kinds::default(),
            };
            Kinds::from(kind).0 | named.0
        });
        let kinds = Kinds(bits.fold(0, |all, more| all | more));
        Self { all, kinds }
    }
}

impl Deref for Passives {
    type Target = [Passive];

    fn deref(&self) -> &[Passive] {
        &self.all
    }
}

impl<'de> Deserialize<'de> for Passives {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}
