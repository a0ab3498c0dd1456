//! Protection: which pieces guard a part, marks on them, putting them right.

use boneyard_table::{Cx, Flow, Refusal, Who, refuse};
use smallvec::SmallVec;

use super::injury::Hurt;
use crate::GutsPlus;
use crate::fact::HealthFact;
use crate::gm::{decide, settled};
use crate::question::{Decide, Matter};
use crate::rules;
use crate::state::{HOUR, Item, MARKS, MINUTE, State};

/// Things by their number.
pub(super) type Pieces = SmallVec<[u8; 8]>;

/// Pieces that guard a part, and those that might if the GM lets them.
pub(super) fn pieces(state: &State, who: Who, part: u8, cause: &str) -> (Pieces, Pieces) {
    let one = state.one(who);
    let whole = |nth: &u8| one.live.items[usize::from(*nth)].protects();
    let (mut own, mut lenient) = (Pieces::new(), Pieces::new());
    for nth in (0..one.live.items.len() as u8).filter(whole) {
        let sheet = &one.sheet.items[usize::from(nth)];
        if sheet.falls && !cause.to_lowercase().contains("fall") {
            continue;
        }
        if sheet.covers.contains(&part) {
            own.push(nth);
        } else if sheet.lenient {
            lenient.push(nth);
        }
    }
    (own, lenient)
}

/// A piece takes a mark; the second may mean that it needs repair.
pub(super) fn mark(cx: &mut Cx<'_, GutsPlus>, hurt: &Hurt<'_>, item: u8) -> Flow {
    let who = hurt.who;
    let from = cx.state().live(who).items[usize::from(item)].clone();
    let to = Item { marks: from.marks + 1, marked_at: cx.state().clock, ..from.clone() };
    let full = to.marks >= MARKS;
    cx.record(rules::GP_PROT_01, HealthFact::Item { who, item, from, to: to.clone() }.into());
    if full && hurt.cuts {
        let choice = settled(cx, "repair", |cx| {
            let name = &cx.state().sheet(who).items[usize::from(item)].name;
            let question = cx.words(|_| format!("The {name} took its second mark from {}.", hurt.cause));
            Decide::new(Matter::Repair, name, question)
                .option("repair", "It must be repaired")
                .option("readjust", "It can be put right by hand")
                .who(who)
        })?;
        if choice == "repair" {
            let ruined = Item { ruined: true, ..to.clone() };
            cx.record(rules::GP_PROT_04, HealthFact::Item { who, item, from: to, to: ruined }.into());
        }
    }
    Ok(())
}

fn piece(state: &State, who: Who, name: &str) -> Result<u8, Refusal> {
    let rule = rules::GP_PROT_03;
    crate::roll::able(state, who)?;
    let one = state.one(who);
    let Some(item) = one.thing(name) else {
        let sentence = format!("{} has no {name}.", one.sheet.name);
        return Err(Refusal::new(rule, "no-item", sentence));
    };
    let sheet = &one.sheet.items[usize::from(item)];
    if sheet.covers.is_empty() && !sheet.lenient {
        return Err(Refusal::new(rule, "no-protection", format!("The {name} protects nothing.")));
    }
    if sheet.natural {
        let sentence = format!("The {name} is grown: it is whole again a day after the fight.");
        return Err(Refusal::new(rules::GP_HOUSE_01H, "natural", sentence));
    }
    if one.live.items[usize::from(item)].marks == 0 && !one.live.items[usize::from(item)].ruined {
        return Err(Refusal::new(rule, "whole", format!("The {name} has no marks.")));
    }
    Ok(item)
}

/// Puts protection right: the active action in a fight, a minute otherwise.
pub fn readjust(cx: &mut Cx<'_, GutsPlus>, who: Who, name: &str) -> Flow {
    let rule = rules::GP_PROT_03;
    let item = piece(cx.state(), who, name)?;
    let from = cx.state().live(who).items[usize::from(item)].clone();
    if from.ruined {
        return refuse(Refusal::new(rules::GP_PROT_04, "ruined", format!("The {name} must be repaired.")));
    }
    if cx.state().fights(who) {
        crate::combat::spend_active(cx, who, &format!("puts the {name} right"))?;
    }
    let to = Item { marks: 0, ..from.clone() };
    if cx.state().battle.is_some() {
        cx.record(rule, HealthFact::Item { who, item, from, to }.into());
        return Ok(());
    }
    let question = format!("How long does it take {} to put the {name} right?", cx.state().name(who));
    let matter = Decide::new(Matter::HowLong, name, question)
        .option("minute", "A minute")
        .option("ten_minutes", "Ten minutes")
        .option("hour", "An hour")
        .who(who);
    let seconds = match decide(cx, matter)?.choice.as_str() {
        "hour" => HOUR,
        "ten_minutes" => 10 * MINUTE,
        _ => MINUTE,
    };
    super::time::pass(cx, seconds, &[])?;
    cx.record(rule, HealthFact::Item { who, item, from, to }.into());
    Ok(())
}

/// Repairs protection, once the fight is over.
pub fn repair(cx: &mut Cx<'_, GutsPlus>, who: Who, name: &str) -> Flow {
    let rule = rules::GP_PROT_04;
    let item = piece(cx.state(), who, name)?;
    if cx.state().battle.is_some() {
        return refuse(Refusal::new(rule, "in-battle", "Nothing is repaired before the fight is over."));
    }
    let from = cx.state().live(who).items[usize::from(item)].clone();
    let to = Item { marks: 0, ruined: false, ..from.clone() };
    cx.record(rule, HealthFact::Item { who, item, from, to }.into());
    Ok(())
}
