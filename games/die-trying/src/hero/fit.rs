//! Whether a hero is fit to go down: a weapon, shots for what shoots, more than one Hitpoint. Nothing forbids to go
//! without; the sheet says what is missing, and chance buys it first.

use boneyard_table::{At, Who};

use super::shop::for_sale;
use crate::DieTrying;
use crate::book::GearRow;
use crate::hurt::max_hp;
use crate::state::{Proficiency, Ware};

/// Things chance buys at most: a full pack and no more.
const ENOUGH: usize = 7;

/// What a hero lacks, in a sentence each.
pub fn fit(at: At<'_, DieTrying>, who: Who) -> Vec<String> {
    let mut lacks = Vec::new();
    if !has(at, who, |ware| matches!(ware, Ware::Weapon(_))) {
        lacks.push("No weapon.".to_owned());
    }
    if unloaded(at, who) {
        lacks.push("The ranged weapon needs Shots, and there are none.".to_owned());
    }
    if let Some(text) = frail(at, who) {
        lacks.push(text);
    }
    lacks
}

/// Says so where a hero has so few Hitpoints that any blow may be the last.
pub fn frail(at: At<'_, DieTrying>, who: Who) -> Option<String> {
    let sheet = at.state.sheet(who);
    let placed = sheet.draft.as_ref().is_none_or(|draft| draft.assigned);
    let most = max_hp(at.state, at.book, who);
    (sheet.is_hero() && placed && most <= 1).then(|| {
        format!(
            "{most} HP at most: any blow may be the last. You can make another hero; this one then waits."
        )
    })
}

/// Whether a thing is best bought now: a weapon first, then shots for it, armor that helps, a light, and what else is
/// cheap and new.
pub fn advised(at: At<'_, DieTrying>, who: Who, row: &GearRow) -> bool {
    let (state, silver) = (at.state, at.state.sheet(who).silver);
    let price = u32::from(row.price);
    let shots = for_sale(state, at.book).find(|row| row.is == "ammunition").map_or(0, |row| row.price);
    if price > silver {
        return false;
    }
    let is = row.is.as_str();
    if !has(at, who, |ware| matches!(ware, Ware::Weapon(_))) {
        return is == "weapon" || (is == "ranged" && price + u32::from(shots) <= silver);
    }
    if unloaded(at, who) {
        return is == "ammunition";
    }
    let trained = state.sheet(who).trained.level(Proficiency::Armor).bonus() > 0;
    if trained && silver >= 15 && !has(at, who, |ware| matches!(ware, Ware::Armor(_))) {
        return is == "armor";
    }
    if !has(at, who, |ware| matches!(ware, Ware::Lamp(_))) {
        return is == "light";
    }
    let owned = state.sheet(who).items.iter().any(|thing| thing.name == row.name);
    let plain = matches!(is, "tools" | "rope" | "ration" | "tinderbox" | "kit" | "pole" | "oil");
    plain && !owned && state.sheet(who).items.len() < ENOUGH
}

fn unloaded(at: At<'_, DieTrying>, who: Who) -> bool {
    let shoots = |ware: &Ware| matches!(ware, Ware::Weapon(arms) if arms.range.is_some());
    has(at, who, shoots) && !has(at, who, |ware| *ware == Ware::Ammunition)
}

fn has(at: At<'_, DieTrying>, who: Who, fits: impl Fn(&Ware) -> bool) -> bool {
    let one = at.state.one(who);
    one.sheet.items.iter().zip(&one.live.items).any(|(thing, now)| fits(&thing.ware) && now.count > 0)
}
