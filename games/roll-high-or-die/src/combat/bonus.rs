//! What an Attack Roll adds up from, and the number it must reach.

use super::arms::degree;
use super::assault::Assault;
use crate::body::{self, modifier};
use crate::book::{Book, Topic};
use crate::check::{Parts, Sums, everything};
use crate::passive::{self, Situation};
use crate::rules;
use crate::sight;
use crate::state::{Ability, Condition, Cover, Skill, Stance, State, WeaponTag};

/// Everything an Attack Roll adds.
pub fn attack_sums<'b>(state: &State, book: &'b Book, assault: &Assault) -> Sums<'b> {
    let (who, target) = (assault.who, assault.target);
    let mut sums = Sums::default();
    // Thrown weapons go by Dexterity, whatever they are swung with.
    let own =
        if assault.thrown && assault.weapon.natural.is_none() { Ability::Dexterity } else { assault.ability };
    sums.add(own.name(), modifier(state, who, own), rules::RH_ACT_01);
    let (by, skill) = degree(state, who, &assault.weapon, assault.thrown);
    sums.add(skill, by, rules::RH_WPN_06);
    if state.live(who).stance == Stance::HighReady {
        sums.add("High Ready", 2, rules::RH_STANCE_02);
    }
    if assault.ranged() {
        if state.live(who).stance == Stance::Crouched {
            sums.add("Crouched", 3, rules::RH_STANCE_04);
        }
        let (by, rule) = match cover(state, book, assault) {
            Cover::Low => (-3, rules::RH_COVER_01),
            Cover::High | Cover::Full => (-6, rules::RH_COVER_01),
            Cover::No => (0, rules::RH_COVER_01),
        };
        sums.add("Cover", by, rule);
    }
    if assault.ranged()
        && let Some(sky) = crate::living::weather(state, book).filter(|_| sight::outdoors(state, who))
    {
        sums.add(&sky.name, sky.ranged.into(), sky.id);
    }
    if sight::high_ground(state, who, target) {
        sums.add("High Ground", 5, rules::RH_HIGH_01);
    }
    let letters = if own == Ability::Strength { "STR" } else { "DEX" };
    let kind = if assault.ranged() { "attack-ranged" } else { "attack-melee" };
    let held = assault.weapon.hold();
    let now = Situation {
        other: Some(target),
        weapon: Some(&held),
        through_engaged: assault.engaged,
        skill: Skill::named(skill),
        feet: None,
    };
    everything(state, book, who, &[letters, "attack", kind, skill], now, &mut sums);
    let against = Situation { other: Some(who), ..now };
    passive::each(state, book, target, Topic::Attacked, &mut |source, held| {
        if let crate::book::Passive::Attacked(change) = held
            && passive::holds(state, target, source, &change.when, against)
        {
            sums.add(source.name, change.by.into(), source.rule);
            if change.advantage {
                sums.edge(source.name, true, source.rule);
            }
            if change.disadvantage {
                sums.edge(source.name, false, source.rule);
            }
        }
    });
    if state.live(target).stance == Stance::Prone && sight::distance(state, who, target) <= 10 {
        sums.edge("Prone", true, rules::RH_STANCE_05);
    }
    if sight::in_darkness(state, book, target) {
        sums.edge("Darkness", false, rules::RH_LIGHT_05);
    }
    sums
}

/// What covers the target of a Ranged Attack, Stance and aim taken into account.
pub fn cover(state: &State, book: &Book, assault: &Assault) -> Cover {
    let crossed = sight::crossed(state, book, assault.who, assault.target).unwrap_or(Cover::High);
    let raised = sight::raised(crossed, state.live(assault.target).stance);
    match (raised, assault.cover_less) {
        (Cover::High, 1) => Cover::Low,
        (Cover::Low, 1) | (Cover::High, 2..) => Cover::No,
        (Cover::Low, 2..) => Cover::No,
        (cover, _) => cover,
    }
}

/// The number an Attack must reach, and what it is made of.
pub fn defense<'b>(state: &State, book: &'b Book, assault: &Assault) -> Parts<'b> {
    let ignored: &[Condition] =
        if assault.weapon.arms.tags.contains(&WeaponTag::Wraparound) { &[Condition::Guarded] } else { &[] };
    let now = Situation { other: Some(assault.who), ..Situation::default() };
    body::defense(state, book, assault.target, assault.versus, now, ignored)
}
