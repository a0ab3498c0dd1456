//! What somebody strikes with: a weapon in hand, a weapon of its own, or bare hands.

use std::sync::LazyLock;

use boneyard_table::{Refusal, Who};
use smallvec::SmallVec;

use super::aim::Strike;
use crate::gear::held_weapons;
use crate::rules;
use crate::state::{Arms, DamageType, Dice, Kind, State, Ware};

/// Something to strike with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Weapon {
    /// What it does.
    pub arms: Arms,
    /// The thing in hand, if it is one.
    pub item: Option<u8>,
    /// Which of its own attacks, for a Creature's own.
    pub own: Option<u8>,
    /// Added to the d10 as listed, for a Creature's own.
    pub listed: Option<i8>,
    /// Held in one hand only.
    pub one_hand: bool,
    /// A foot.
    pub foot: bool,
}

/// The same as it is looked at: nothing is copied before somebody strikes with it.
#[derive(Clone, Copy, Debug)]
pub struct Wielded<'s> {
    /// What it does.
    pub arms: &'s Arms,
    /// The thing in hand, if it is one.
    pub item: Option<u8>,
    /// Which of its own attacks, for a Creature's own.
    pub own: Option<u8>,
    /// Added to the d10 as listed, for a Creature's own.
    pub listed: Option<i8>,
    /// Held in one hand only.
    pub one_hand: bool,
}

/// Weapons somebody could strike with; hardly anybody has more than a few.
pub type Weapons = SmallVec<[Weapon; 4]>;

impl Weapon {
    /// What it is called in the hands of the one who has it.
    pub fn name<'s>(&self, state: &'s State, who: Who) -> &'s str {
        let sheet = state.sheet(who);
        let thing = self.item.and_then(|item| sheet.items.get(usize::from(item))).map(|item| &*item.name);
        let own = || self.own.and_then(|own| sheet.fixed.attacks.get(usize::from(own))).map(|own| &*own.name);
        thing.or_else(own).unwrap_or(if self.foot { "foot" } else { "bare hands" })
    }
}

/// How far bare hands reach, in squares.
const BARE_REACH: u8 = 1;

/// What bare hands or a grabbed thing do.
static BARE: LazyLock<Arms> = LazyLock::new(|| Arms {
    dice: Dice::new(1, 3, 0),
    kind: DamageType::Bludgeoning,
    traits: SmallVec::new(),
    reach: BARE_REACH,
    range: None,
    hands: 1,
    advanced: None,
    own_fumble: false,
});

/// Bare hands or a grabbed thing.
fn unarmed() -> Wielded<'static> {
    Wielded { arms: &BARE, item: None, own: None, listed: None, one_hand: true }
}

impl From<Wielded<'_>> for Weapon {
    fn from(Wielded { arms, item, own, listed, one_hand }: Wielded<'_>) -> Self {
        Self { arms: arms.clone(), item, own, listed, one_hand, foot: false }
    }
}

/// Everything somebody could strike with now, the best first.
pub fn weapons(state: &State, who: Who) -> Weapons {
    wielded(state, who).map(Weapon::from).collect()
}

/// How far somebody strikes or shoots with each of them.
pub fn ranges(state: &State, who: Who) -> impl Iterator<Item = u8> + '_ {
    let natural = state.sheet(who).fixed.attacks.iter().map(|natural| &natural.arms);
    let armed = held_weapons(state, who).map(|(_, arms)| arms).chain(natural);
    let bare = bare_hands(state, who).then_some(BARE_REACH);
    armed.map(|arms| arms.range.unwrap_or(arms.reach)).chain(bare)
}

/// Whether somebody could strike with bare hands.
fn bare_hands(state: &State, who: Who) -> bool {
    state.sheet(who).kind == Kind::Hero && state.live(who).free_hands() > 0
}

/// The same one by one, for those who only look at them or need some of them.
pub fn wielded(state: &State, who: Who) -> impl Iterator<Item = Wielded<'_>> {
    let sheet = state.sheet(who);
    let held = held_weapons(state, who).map(move |(item, arms)| Wielded {
        arms,
        item: Some(item),
        own: None,
        listed: None,
        one_hand: state.live(who).items[usize::from(item)].place.hands() < 2,
    });
    let natural = sheet.fixed.attacks.iter().enumerate().map(|(own, natural)| Wielded {
        arms: &natural.arms,
        item: None,
        own: u8::try_from(own).ok(),
        listed: Some(natural.bonus),
        one_hand: false,
    });
    held.chain(natural).chain(bare_hands(state, who).then(unarmed))
}

/// The weapon a command means: the thing named, or the first there is.
pub fn weapon(state: &State, who: Who, item: Option<u8>, bare: bool) -> Result<Weapon, Refusal> {
    let rule = rules::DT_COM_07;
    if let Some(item) = item {
        let one = state.one(who);
        let Some(sheet) = one.sheet.items.get(usize::from(item)) else {
            let sentence = format!("{} has no such thing.", state.name(who));
            return Err(Refusal::new(rule, "no-such-thing", sentence));
        };
        if !matches!(sheet.ware, Ware::Weapon(_)) {
            return Err(Refusal::new(rule, "no-weapon", format!("The {} is no weapon.", sheet.name)));
        }
        let known = wielded(state, who).find(|weapon| weapon.item == Some(item));
        return known.map(Weapon::from).ok_or_else(|| {
            let sentence = format!("{} does not wield the {}.", state.name(who), sheet.name);
            Refusal::new(rule, "not-wielded", sentence)
        });
    }
    if bare {
        if state.sheet(who).is_hero() && state.live(who).free_hands() == 0 {
            let sentence = "Both hands are busy; a kick is the Trapsetter's to grant.";
            return Err(Refusal::new(rules::DT_HOUSE_06H, "hands-busy", sentence));
        }
        return Ok(unarmed().into());
    }
    wielded(state, who).next().map(Weapon::from).ok_or_else(|| {
        let sentence = format!("{} wields no weapon and has no free hand.", state.name(who));
        Refusal::new(rule, "no-weapon", sentence)
    })
}

/// The foot of a hero, for a Strike that names nothing else.
pub(super) fn foot(state: &State, strike: &Strike) -> Result<Weapon, Refusal> {
    let bad = |code: &str, sentence: &str| Err(Refusal::new(rules::DT_HOUSE_06H, code, sentence.to_owned()));
    if strike.item.is_some() || strike.bare || strike.one || strike.throw {
        return bad("foot-or-hand", "A kick is a kick: name no weapon and no hands with it.");
    }
    if !state.sheet(strike.who).is_hero() {
        return bad("own-weapons", "Creatures strike with the weapons they have.");
    }
    Ok(Weapon { foot: true, ..unarmed().into() })
}

/// What somebody would strike back with: the first weapon that is not for shooting.
pub fn natural_or_held(state: &State, who: Who) -> Option<Wielded<'_>> {
    wielded(state, who).find(|weapon| !weapon.arms.shoots())
}
