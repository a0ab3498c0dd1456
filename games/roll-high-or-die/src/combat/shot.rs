//! Ammunition of an Attack: what is ready, that a piece is spent, what its Tags are.

use boneyard_table::{Cx, Refusal, Who};
use smallvec::SmallVec;

use super::arms::{Hold, Weapon};
use super::assault::Assault;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::fact::GearFact;
use crate::rules;
use crate::state::{DamageType, Dice, Place, ShotTag, State, Ware};

/// The ammunition an Attack spends: what is loaded, or a piece from Quiver or Sheath.
pub(super) fn ready_shot(
    state: &State,
    who: Who,
    weapon: &Hold<'_>,
    wanted: Option<&str>,
) -> Result<(u8, Dice, DamageType), Refusal> {
    let one = state.one(who);
    let none = |code: &str, sentence: String| Refusal::new(rules::RH_AMMO_02, code, sentence);
    let loads = weapon.arms.capacity().is_some();
    let open = at_hand(state, who, weapon);
    let named = |shot: &u8| {
        wanted.is_none_or(|name| one.sheet.items[usize::from(*shot)].name.eq_ignore_ascii_case(name))
    };
    let Some(shot) = open.iter().copied().find(named) else {
        let sentence = match (loads, wanted) {
            (_, Some(name)) => format!("No {} is ready.", name.chars().take(40).collect::<String>()),
            (true, None) => format!("Nothing is loaded in the {}.", weapon.name),
            (false, None) => format!("There is nothing for the {} in Quiver or Sheath.", weapon.name),
        };
        return Err(none(if loads { "not-loaded" } else { "no-ammunition" }, sentence));
    };
    let thing = &one.sheet.items[usize::from(shot)];
    if let Ware::Shot(own) = &thing.ware
        && own.tags.contains(&ShotTag::Igniting)
        && !one.live.items[usize::from(shot)].lit
    {
        let sentence = format!("The {} have to be lit first: LIGHT.", thing.name);
        return Err(Refusal::new(rules::RH_MTAG_04H, "not-lit", sentence));
    }
    match &thing.ware {
        Ware::Shot(own) => match (own.dice, own.kind) {
            (Some(dice), Some(kind)) => Ok((shot, dice, kind)),
            _ => {
                let sentence = format!("The {} lack a Tag and cannot be fired.", thing.name);
                Err(Refusal::new(rules::RH_AMMO_01, "not-valid", sentence))
            }
        },
        _ => Err(none("no-ammunition", format!("The {} cannot be fired.", thing.name))),
    }
}

/// Ammunition for a weapon that is loaded, or in Quiver or Sheath.
fn at_hand(state: &State, who: Who, weapon: &Hold<'_>) -> SmallVec<[u8; 8]> {
    let one = state.one(who);
    if weapon.arms.capacity().is_some() {
        let loaded = weapon.item.and_then(|item| one.live.items.get(usize::from(item)));
        let loaded = loaded.into_iter().flat_map(|item| &item.loaded);
        return loaded.filter(|(_, count)| *count > 0).map(|(shot, _)| *shot).collect();
    }
    let all = one.sheet.items.iter().zip(&one.live.items).enumerate();
    all.filter(|(_, (thing, item))| {
        let fits = matches!(&thing.ware, Ware::Shot(shot) if weapon.arms.base.is_some_and(|base| shot.fits.contains(&base)));
        fits && item.count > 0 && matches!(item.place, Place::Quiver | Place::Sheath)
    })
    .map(|(number, _)| number as u8)
    .collect()
}

/// The kinds of ammunition there are for a weapon, by their names.
pub fn kinds_at_hand(state: &State, who: Who, weapon: &Weapon) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for shot in at_hand(state, who, &weapon.hold()) {
        let name = &state.sheet(who).items[usize::from(shot)].name;
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

/// A piece is spent, hit or miss.
pub(super) fn spend_shot(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault) {
    let (Some(shot), Some(item)) = (assault.shot, assault.weapon.item) else { return };
    let rule = rules::RH_AMMO_02;
    let who = assault.who;
    let live = cx.state().live(who);
    if assault.weapon.arms.capacity().is_some() {
        let mut loaded: Vec<(u8, u8)> = live.items[usize::from(item)].loaded.to_vec();
        if let Some((_, count)) = loaded.iter_mut().find(|(known, _)| *known == shot) {
            *count -= 1;
        }
        loaded.retain(|(_, count)| *count > 0);
        record(cx, rule, GearFact::Loaded { who, item, loaded }.into());
    } else {
        let count = live.items[usize::from(shot)].count.saturating_sub(1);
        record(cx, rule, GearFact::Count { who, item: shot, count }.into());
    }
    let now = &cx.state().live(who).items[usize::from(shot)];
    let (lit, spent) = (now.lit, now.spent.saturating_add(1));
    if lit {
        record(cx, rules::RH_MTAG_04H, GearFact::Lit { who, item: shot, lit: false }.into());
    }
    record(cx, rules::RH_HOUSE_13H, GearFact::Spent { who, item: shot, spent }.into());
}

pub(super) fn shot_has(state: &State, assault: &Assault, fits: impl Fn(&ShotTag) -> bool) -> bool {
    let thing = assault.shot.and_then(|shot| state.sheet(assault.who).items.get(usize::from(shot)));
    matches!(thing.map(|thing| &thing.ware), Some(Ware::Shot(shot)) if shot.tags.iter().any(fits))
}
