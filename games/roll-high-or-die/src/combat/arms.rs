//! What somebody can attack with: weapons in their hands, attacks they are born with, bare hands.

use boneyard_table::{Refusal, Who};

use crate::body::modifier;
use crate::book::Book;
use crate::gear;
use crate::passive::{self, Situation};
use crate::rules;
use crate::state::{Ability, Arms, Dice, Place, Range, Skill, State, Ware, WeaponTag};

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

/// Everything somebody could attack with now.
pub fn weapons(state: &State, book: &Book, who: Who) -> Vec<Weapon> {
    let one = state.one(who);
    let mut all: Vec<Weapon> = Vec::new();
    for (number, (thing, item)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
        let Ware::Weapon(arms) = &thing.ware else { continue };
        if !item.place.is_held() || item.count == 0 {
            continue;
        }
        let both = item.place == Place::TwoHands;
        let mut weapon = Weapon {
            item: Some(number as u8),
            natural: None,
            name: thing.name.clone(),
            arms: arms.clone(),
            w: arms.w(),
            degree: 0,
            both,
            makeshift: false,
        };
        weapon.w = cost(state, book, who, &weapon);
        all.push(weapon);
    }
    for (number, own) in one.sheet.attacks.iter().enumerate() {
        all.push(Weapon {
            item: None,
            natural: Some(number as u8),
            name: own.name.clone(),
            arms: own.arms.clone(),
            w: own.ap,
            degree: own.degree,
            both: false,
            makeshift: false,
        });
    }
    if gear::free_hands(state, who) > 0
        && let Some(weapon) = unarmed(state, book, who)
    {
        all.push(weapon);
    }
    all.extend(makeshift(state, book, who));
    all
}

/// Held things that are no weapons: what is armed is thrown as its entry says, anything else hits like a chair.
fn makeshift(state: &State, book: &Book, who: Who) -> Vec<Weapon> {
    let one = state.one(who);
    let held = one.sheet.items.iter().zip(&one.live.items).enumerate();
    let held = held.filter(|(_, (thing, item))| {
        matches!(thing.ware, Ware::Plain) && item.place.is_held() && item.count > 0
    });
    let all = held.filter_map(|(number, (thing, item))| {
        let row =
            thing.like.and_then(|like| book.gear.get(like.as_str())).and_then(|row| row.weapon.as_ref());
        let (arms, w) = match row.filter(|_| item.lit) {
            Some(armed) => {
                let mut tags = armed.tags.clone();
                tags.push(WeaponTag::Thrown(armed.thrown));
                let arms = Arms {
                    base: Some(armed.skill),
                    size: Some(thing.size),
                    range: Some(Range::Reach(0)),
                    ability: [Ability::Dexterity].into_iter().collect(),
                    versus: Some(armed.versus),
                    dice: armed.dice,
                    kind: armed.kind,
                    tags,
                };
                (arms, armed.w)
            }
            None => {
                let Ware::Weapon(arms) = gear::thing(book, "Improvised").ware else { return None };
                let arms = Arms { size: Some(thing.size), ..arms };
                let w = arms.w();
                (arms, w)
            }
        };
        let (item, natural, both) = (Some(number as u8), None, item.place == Place::TwoHands);
        Some(Weapon { item, natural, name: thing.name.clone(), arms, w, degree: 0, both, makeshift: true })
    });
    all.collect()
}

fn unarmed(state: &State, book: &Book, who: Who) -> Option<Weapon> {
    let thing = gear::thing(book, UNARMED);
    let Ware::Weapon(mut arms) = thing.ware else { return None };
    let mut w = arms.w();
    if passive::hook(state, book, who, "brawler").is_some() {
        arms.dice = Some(Dice::new(1, 6));
        w = 2;
    }
    Some(Weapon {
        item: None,
        natural: None,
        name: UNARMED.into(),
        arms,
        w,
        degree: 0,
        both: false,
        makeshift: false,
    })
}

fn cost(state: &State, book: &Book, who: Who, weapon: &Weapon) -> u8 {
    let now = Situation { weapon: Some(weapon), ..Situation::default() };
    let w = passive::number(state, book, who, "w", weapon.w.into(), now);
    u8::try_from(w.max(2)).unwrap_or(2)
}

/// The weapon somebody names; the first there is if nothing is said.
pub fn weapon(state: &State, book: &Book, who: Who, name: Option<&str>) -> Result<Weapon, Refusal> {
    let all = weapons(state, book, who);
    let found = match name {
        Some(name) => all.into_iter().find(|weapon| weapon.name.eq_ignore_ascii_case(name)),
        None => all.into_iter().next(),
    };
    if let Some(weapon) = found {
        return valid(weapon);
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
fn valid(weapon: Weapon) -> Result<Weapon, Refusal> {
    if let Some(missing) = weapon.arms.missing().filter(|_| !weapon.makeshift) {
        let rule = if weapon.arms.shoots() { rules::RH_WPN_03 } else { rules::RH_WPN_02 };
        let sentence = format!("The {} cannot be used: it has no {missing} Tag.", weapon.name);
        return Err(Refusal::new(rule, "not-valid", sentence).with("missing", missing));
    }
    if weapon.item.is_some() && weapon.arms.two_handed() && !weapon.both && !weapon.makeshift {
        let sentence = format!("The {} takes both hands.", weapon.name);
        return Err(Refusal::new(rules::RH_WPN_05, "two-handed", sentence));
    }
    Ok(weapon)
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

/// The longest Reach somebody has at hand.
pub fn longest_reach(state: &State, book: &Book, who: Who) -> u16 {
    weapons(state, book, who).iter().map(|weapon| weapon.arms.reach()).max().unwrap_or(5).max(5)
}
