//! Repairs for gems: durability back, broken things whole, a heavy shield's rim.

use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, refuse};

use super::{Fix, purse};
use crate::DirkRules;
use crate::fact::Fact;
use crate::power::{how_long, takes_work, works};
use crate::rules;
use crate::state::{Place, Wear};
use crate::tell::gems_in_words;
use crate::time::{Task, TaskKind, TimeFact, at_leisure, company, spend};

/// A repair and what it would be done to.
#[derive(Clone, Copy, Debug)]
pub struct Fixing<'a> {
    /// Which.
    pub row: &'a Fix,
    /// On which thing.
    pub item: u8,
}

/// Whether a repair is made for things of this kind.
fn made_for(at: At<'_, DirkRules>, who: Who, item: u8, row: &Fix) -> bool {
    let number = usize::from(item);
    let (Some(own), Some(now)) =
        (at.state.sheet(who).items.get(number), at.state.live(who).items.get(number))
    else {
        return false;
    };
    let kind = own.kind.map(|kind| kind.as_str()).unwrap_or_default();
    let shield = at.book.shields.get(kind).is_some();
    row.target.iter().any(|target| match target.as_str() {
        // A shield that broke, broke as a weapon.
        "weapon" => at.book.weapons.get(kind).is_some() || shield && now.wear == Wear::Broken,
        "shield" => shield,
        "helmet" => at.book.armor.get(kind).is_some_and(|armor| armor.saves_part.is_some()),
        name => own.name == name,
    })
}

/// Refuses a repair that is not made for a thing, or does nothing for it.
pub(super) fn may_fix(at: At<'_, DirkRules>, who: Who, fixing: Fixing<'_>) -> Result<(), Refusal> {
    let Fixing { row, item } = fixing;
    let number = usize::from(item);
    let (live, sheet) = (at.state.live(who), at.state.sheet(who));
    let (Some(own), Some(now)) = (sheet.items.get(number), live.items.get(number)) else {
        return Err(Refusal::new(row.id, "no-such-thing", "There is no such thing to repair."));
    };
    if now.wear == Wear::Destroyed {
        return Err(Refusal::new(row.id, "destroyed", format!("The {} is beyond repair.", own.name)));
    }
    if now.place == Place::Gone {
        return Err(Refusal::new(row.id, "no-such-thing", format!("The {} is not here.", own.name)));
    }
    let helps = row.effects.iter().any(|effect| takes_work(at.book, own, now, effect));
    if !made_for(at, who, item, row) || !helps {
        let sentence = format!("{}: the {} does not need it, or cannot take it.", row.name, own.name);
        return Err(Refusal::new(row.id, "no-fit", sentence));
    }
    Ok(())
}

/// Has a thing repaired: so many gems and days of skilled work.
pub fn fix(cx: &mut Cx<'_, DirkRules>, by: Seat, who: Who, name: &str, item: u8) -> Flow {
    let book = cx.book();
    let listed = book.fixes.named(name).and_then(|row| Some((row, row.time.as_ref()?)));
    let Some((row, time)) = listed else {
        let all: Vec<&str> =
            book.fixes.iter().filter(|row| row.time.is_some()).map(|row| row.name.as_str()).collect();
        let sentence = format!("There is no repair {name}. There are {}.", all.join(", "));
        return refuse(Refusal::new(rules::DK_EQUIP_02, "no-such-repair", sentence));
    };
    company(cx, by, row.id, &[who])?;
    at_leisure(cx, row.id)?;
    may_fix(cx.at(), who, Fixing { row, item })?;
    let gems = cx.state().sheet(who).gems;
    let Some(left) = gems.checked_sub(row.gems) else {
        let sentence = format!("That costs {}; {gems} are left.", gems_in_words(row.gems));
        let refusal = Refusal::new(rules::DK_EQUIP_01, "too-dear", sentence);
        return refuse(refusal.with("cost", row.gems).with("gems", gems));
    };
    let (scale, seconds) = how_long(time);
    let task = Task { kind: TaskKind::Repair(item), who: vec![who], left: seconds };
    if !spend(cx, scale, task.clone())? {
        return Ok(());
    }
    cx.cite(rules::DK_EQUIP_02);
    purse(cx, row.id, who, left);
    for effect in &row.effects {
        works(cx, row.id, who, item, effect, u16::MAX);
    }
    cx.record(row.id, Fact::Time(TimeFact::Done(Task { left: 0, ..task })));
    Ok(())
}
