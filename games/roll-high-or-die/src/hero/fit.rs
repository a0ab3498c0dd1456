//! Whether a Character is fit to play: a weapon, ammunition for what shoots, more than one Vitality. Nothing forbids to go
//! without; the sheet says what is missing, and chance buys it first.

use boneyard_table::{At, Who};

use super::shop::{ForSale, for_sale};
use crate::RollHighOrDie;
use crate::body::max_vitality;
use crate::gear::thing;
use crate::state::{Range, Skill, Step, Ware};

/// Things chance buys at most: what can be carried without a second thought.
const ENOUGH: usize = 6;

/// What a Character lacks, in a sentence each.
pub fn fit(at: At<'_, RollHighOrDie>, who: Who) -> Vec<String> {
    let mut lacks = Vec::new();
    if !has(at, who, |ware| matches!(ware, Ware::Weapon(_))) {
        lacks.push("No weapon.".to_owned());
    }
    let one = at.state.one(who);
    for (thing, now) in one.sheet.items.iter().zip(&one.live.items) {
        if let Some(base) = shoots(&thing.ware).filter(|_| now.count > 0)
            && !loaded(at, who, base)
        {
            lacks.push(format!("The {} needs something to shoot, and there is nothing.", thing.name));
        }
    }
    let most = max_vitality(at.state, at.book, who);
    if most <= 1 {
        lacks.push(format!("{most} Vitality at most: any hit may be the last."));
    }
    lacks
}

/// Whether a thing is best bought now: a weapon first, then ammunition for it, armor, and what else is cheap and new.
pub fn advised(at: At<'_, RollHighOrDie>, who: Who, ware: &ForSale<'_>) -> bool {
    let (state, book) = (at.state, at.book);
    let (coins, price) = (state.sheet(who).coins, u32::from(ware.coins));
    if price > coins {
        return false;
    }
    let is = thing(book, ware.name).ware;
    if !has(at, who, |ware| matches!(ware, Ware::Weapon(_))) {
        let Ware::Weapon(_) = &is else { return false };
        return shoots(&is).is_none_or(|base| shot_price(at, base).is_some_and(|shot| price + shot <= coins));
    }
    let one = state.one(who);
    let empty =
        one.sheet.items.iter().filter_map(|thing| shoots(&thing.ware)).find(|base| !loaded(at, who, *base));
    if let Some(base) = empty {
        return matches!(&is, Ware::Shot(shot) if shot.fits.contains(&base));
    }
    let body = |ware: &Ware| matches!(ware, Ware::Armor(suit) if !suit.head);
    if !has(at, who, body) && coins >= 20 {
        return body(&is);
    }
    let owned = one.sheet.items.iter().any(|thing| thing.name == ware.name);
    is == Ware::Plain && !owned && price * 2 <= coins && one.sheet.items.len() < ENOUGH
}

/// Whether chance has learned enough: what lasts a fight is a Feature or a Trait more.
pub fn to_learn(at: At<'_, RollHighOrDie>, who: Who, step: Step) -> bool {
    step == Step::Experience && max_vitality(at.state, at.book, who) <= 3
}

/// The Base of a weapon that needs ammunition.
fn shoots(ware: &Ware) -> Option<Skill> {
    match ware {
        Ware::Weapon(arms) if matches!(arms.range, Some(Range::Range(_))) => arms.base,
        _ => None,
    }
}

/// What the cheapest ammunition for such a weapon costs.
fn shot_price(at: At<'_, RollHighOrDie>, base: Skill) -> Option<u32> {
    let all = for_sale(at.state, at.book).into_iter();
    let fits = |ware: &ForSale<'_>| matches!(thing(at.book, ware.name).ware, Ware::Shot(shot) if shot.fits.contains(&base));
    all.filter(fits).map(|ware| u32::from(ware.coins)).min()
}

fn loaded(at: At<'_, RollHighOrDie>, who: Who, base: Skill) -> bool {
    has(at, who, |ware| matches!(ware, Ware::Shot(shot) if shot.fits.contains(&base)))
}

fn has(at: At<'_, RollHighOrDie>, who: Who, fits: impl Fn(&Ware) -> bool) -> bool {
    let one = at.state.one(who);
    one.sheet.items.iter().zip(&one.live.items).any(|(thing, now)| fits(&thing.ware) && now.count > 0)
}
