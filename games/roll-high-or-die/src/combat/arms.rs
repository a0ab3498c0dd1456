//! What somebody can attack with: weapons in their hands, attacks they are born with, bare hands.

use std::borrow::Cow;

use boneyard_table::{Refusal, Who};

use crate::body::modifier;
use crate::book::Book;
use crate::gear;
use crate::passive::{self, Situation};
use crate::rules;
use crate::state::{Ability, Arms, Dice, Item, ItemSheet, Place, Range, Skill, State, Ware, WeaponTag};

/// Something to attack with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Weapon {
    /// Which thing.
    pub item: Option<u8>,
    /// Which of the attacks one is born with.
    pub natural: Option<u8>,
    /// What it is called.
    pub name: String,
    /// Base and Tags.
    pub arms: Arms,
    /// AP it costs.
    pub w: u8,
    /// What its Degree adds, for what one is born with.
    pub degree: i8,
    /// In both hands.
    pub both: bool,
    /// Equipment that is armed, or whatever else is at hand: not made as a weapon.
    pub makeshift: bool,
}

/// What bare hands are called.
pub const UNARMED: &str = "Unarmed";

/// What anything is called that was not made to hit with.
pub(crate) const IMPROVISED: &str = "Improvised";

/// Something to attack with, as it lies in the hand: nothing of it is copied. What Traits make of its cost is left open
/// until somebody asks.
#[derive(Clone, Debug)]
pub struct Hold<'a> {
    /// Which thing.
    pub item: Option<u8>,
    /// Base and Tags.
    pub arms: Cow<'a, Arms>,
    /// Which of the attacks one is born with.
    pub natural: Option<u8>,
    /// What it is called.
    pub name: &'a str,
    /// AP it costs.
    pub w: u8,
    /// In both hands.
    pub both: bool,
    /// Not made as a weapon.
    pub makeshift: bool,
    degree: i8,
}

/// Everything somebody could attack with now.
pub fn weapons(state: &State, book: &Book, who: Who) -> Vec<Weapon> {
    holds(state, book, who).map(|hold| hold.costing(state, book, who).weapon()).collect()
}

/// The same, for those who only wants to look.
pub fn holds<'a>(state: &'a State, book: &'a Book, who: Who) -> impl Iterator<Item = Hold<'a>> {
    called(state, book, who, |_| true)
}

/// What somebody could attack with now and is called so, in order.
fn called<'a>(
    state: &'a State,
    book: &'a Book,
    who: Who,
    wanted: impl Fn(&str) -> bool + Copy + 'a,
) -> impl Iterator<Item = Hold<'a>> {
    let one = state.one(who);
    let held = move || {
        let things = one.sheet.items.iter().zip(&one.live.items).enumerate();
        things.filter(move |(_, (thing, item))| item.place.is_held() && item.count > 0 && wanted(&thing.name))
    };
    let made = held().filter_map(|(number, (thing, item))| {
        let Ware::Weapon(arms) = &thing.ware else { return None };
        Some(Hold {
            item: Some(number as u8),
            arms: Cow::Borrowed(arms),
            natural: None,
            name: &thing.name,
            w: arms.w(),
            degree: 0,
            both: item.place == Place::TwoHands,
            makeshift: false,
        })
    });
    let born = one.sheet.attacks.iter().enumerate().filter(move |(_, own)| wanted(&own.name));
    let born = born.map(|(number, own)| Hold {
        item: None,
        arms: Cow::Borrowed(&own.arms),
        natural: Some(number as u8),
        name: &own.name,
        w: own.ap,
        degree: own.degree,
        both: false,
        makeshift: false,
    });
    let bare = std::iter::once_with(move || {
        let free = wanted(UNARMED) && gear::free_hands(state, who) > 0;
        free.then(|| unarmed(state, book, who)).flatten()
    });
    let makeshift = held().filter_map(move |(number, (thing, item))| makeshift(book, number, thing, item));
    made.chain(born).chain(bare.flatten()).chain(makeshift)
}

/// A held thing that is no weapon: what is armed is thrown as its entry says, anything else hits like a chair.
fn makeshift<'a>(book: &'a Book, number: usize, thing: &'a ItemSheet, item: &Item) -> Option<Hold<'a>> {
    if !matches!(thing.ware, Ware::Plain) {
        return None;
    }
    let row = thing.like.and_then(|like| book.gear.get(like.as_str())).and_then(|row| row.weapon.as_ref());
    let (arms, w) = match row.filter(|_| item.lit) {
        Some(armed) => {
            let arms = Arms {
                base: Some(armed.skill),
                size: Some(thing.size),
                range: Some(Range::Reach(0)),
                ability: [Ability::Dexterity].into_iter().collect(),
                versus: Some(armed.versus),
                dice: armed.dice,
                kind: armed.kind,
                tags: armed.tags.iter().copied().chain([WeaponTag::Thrown(armed.thrown)]).collect(),
            };
            (arms, armed.w)
        }
        None => {
            let arms = Arms { size: Some(thing.size), ..book.found.improvised.clone()? };
            let w = arms.w();
            (arms, w)
        }
    };
    Some(Hold {
        item: Some(number as u8),
        arms: Cow::Owned(arms),
        natural: None,
        name: &thing.name,
        w,
        degree: 0,
        both: item.place == Place::TwoHands,
        makeshift: true,
    })
}

fn unarmed<'a>(state: &State, book: &'a Book, who: Who) -> Option<Hold<'a>> {
    let plain = book.found.unarmed.as_ref()?;
    let (arms, w) = if passive::hook(state, book, who, "brawler").is_some() {
        (Cow::Owned(Arms { dice: Some(Dice::new(1, 6)), ..plain.clone() }), 2)
    } else {
        (Cow::Borrowed(plain), plain.w())
    };
    Some(Hold { item: None, arms, natural: None, name: UNARMED, w, degree: 0, both: false, makeshift: false })
}

impl Hold<'_> {
    /// The same with what it costs its owner.
    #[must_use]
    pub(super) fn costing(mut self, state: &State, book: &Book, who: Who) -> Self {
        if self.item.is_some() && !self.makeshift {
            let now = Situation { weapon: Some(&self), ..Situation::default() };
            let w = passive::number(state, book, who, "w", self.w.into(), now);
            self.w = u8::try_from(w.max(2)).unwrap_or(2);
        }
        self
    }

    /// The weapon by itself.
    fn weapon(self) -> Weapon {
        let Self { item, arms, natural, name, w, degree, both, makeshift } = self;
        let (arms, name) = (arms.into_owned(), name.to_owned());
        Weapon { item, natural, name, arms, w, degree, both, makeshift }
    }
}

impl Weapon {
    /// The same, for those who only wants to look.
    pub fn hold(&self) -> Hold<'_> {
        let Self { item, natural, name, arms, w, degree, both, makeshift } = self;
        Hold {
            item: *item,
            arms: Cow::Borrowed(arms),
            natural: *natural,
            name,
            w: *w,
            both: *both,
            makeshift: *makeshift,
            degree: *degree,
        }
    }
}

/// The weapon somebody names; the first there is if nothing is said.
pub fn weapon(state: &State, book: &Book, who: Who, name: Option<&str>) -> Result<Weapon, Refusal> {
    let found = match name {
        Some(name) => called(state, book, who, |known| known.eq_ignore_ascii_case(name)).next(),
        None => called(state, book, who, |_| true).next(),
    };
    if let Some(found) = found {
        return valid(&found).map(|()| found.costing(state, book, who).weapon());
    }
    let owner = state.name(who);
    match name {
        Some(UNARMED) => {
            let sentence = format!("{owner} has no free hand to strike with.");
            Err(Refusal::new(rules::RH_HOUSE_19H, "no-free-hand", sentence))
        }
        Some(name) => {
            let short: String = name.chars().take(40).collect();
            let sentence = format!("{owner} has no {short} in hand.");
            Err(Refusal::new(rules::RH_WPN_05, "not-in-hand", sentence))
        }
        None => {
            let sentence = format!("{owner} has nothing to attack with.");
            Err(Refusal::new(rules::RH_WPN_05, "no-weapon", sentence))
        }
    }
}

/// A weapon that can be used at all: every mandatory Tag is there, and enough hands.
pub(super) fn valid(weapon: &Hold<'_>) -> Result<(), Refusal> {
    if let Some(missing) = weapon.arms.missing().filter(|_| !weapon.makeshift) {
        let rule = if weapon.arms.shoots() { rules::RH_WPN_03 } else { rules::RH_WPN_02 };
        let sentence = format!("The {} cannot be used: it has no {missing} Tag.", weapon.name);
        return Err(Refusal::new(rule, "not-valid", sentence).with("missing", missing));
    }
    if weapon.item.is_some() && weapon.arms.two_handed() && !weapon.both && !weapon.makeshift {
        let sentence = format!("The {} takes both hands.", weapon.name);
        return Err(Refusal::new(rules::RH_WPN_05, "two-handed", sentence));
    }
    Ok(())
}

/// The ability of an Attack: what is asked for where the weapon leaves a choice, else the higher.
pub fn ability(
    state: &State,
    who: Who,
    weapon: &Weapon,
    wanted: Option<Ability>,
) -> Result<Ability, Refusal> {
    let open = &weapon.arms.ability;
    match wanted {
        Some(wanted) if open.contains(&wanted) => Ok(wanted),
        Some(wanted) => {
            let names: Vec<&str> = open.iter().map(|ability| ability.name()).collect();
            let sentence =
                format!("The {} is used with {}, not {}.", weapon.name, names.join(" or "), wanted.name());
            Err(Refusal::new(rules::RH_SKILL_03, "wrong-ability", sentence))
        }
        None => {
            let best = open.iter().copied().rev().max_by_key(|ability| modifier(state, who, *ability));
            Ok(best.unwrap_or(Ability::Strength))
        }
    }
}

/// What the Degree of an Attack adds, and by which Skill.
pub fn degree(state: &State, who: Who, weapon: &Weapon, thrown: bool) -> (i16, &'static str) {
    if weapon.natural.is_some() {
        return (weapon.degree.into(), "Natural");
    }
    let skill = if thrown { Skill::Throwing } else { weapon.arms.base.unwrap_or(Skill::ShortBlunt) };
    (state.sheet(who).degree(skill).value().into(), skill.name())
}

/// Feet everybody reaches.
pub const SHORTEST: u16 = 5;

/// The longest Reach somebody has at hand.
pub fn longest_reach(state: &State, book: &Book, who: Who) -> u16 {
    holds(state, book, who).map(|hold| hold.arms.reach()).max().unwrap_or(SHORTEST).max(SHORTEST)
}
