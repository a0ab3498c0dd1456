//! What comes of an activity: silver, lessons, spells, health, things made and mended, company.

use boneyard_table::{At, Cx, Flow, Seat, Who};

use super::activity::{Activity, check_activity, lack, pet, scroll};
use super::level::{check_learn, learns};
use super::market::{price_of, ware_named};
use super::purse::{category_of, check_purse, earn, rob, spend_silver};
use super::steps::heal_each;
use crate::DeadWeight;
use crate::combat::fresh_name;
use crate::fact::{GearFact, HurtFact, InterludeFact, MagicFact, TableFact};
use crate::gear::{carried, ware};
use crate::hero::foe_like;
use crate::hurt;
use crate::magic::effect::{end, give, number};
use crate::question::GmAnswers;
use crate::roll::{self, Rolling};
use crate::rules;
use crate::state::{Kind, Lasting, Outcome, Shared, Span, Used};

/// Does something with a part of the week.
pub(super) fn activity(cx: &mut Cx<'_, DeadWeight>, act: &Activity) -> Flow {
    let rule = rules::DW_HOUSE_43H;
    let book = cx.book();
    let (row, cost) = check_activity(At { state: cx.at().state, book }, act)?;
    let (id, name, check) = (row.id, row.name.clone(), row.check);
    let who = act.who;
    cx.cite(id);
    cx.record(rule, MagicFact::Used { who, used: Used { what: rule, until: Span::Interlude } }.into());
    if name != "Carouse" {
        spend_silver(cx, who, cost, rule);
    }
    let mut outcome = Outcome::Success;
    if let Some(attribute) = check {
        let crafting = u8::from(name == "Craft");
        let rolling =
            Rolling { advantages: crafting, helpable: false, ..Rolling::check(who, attribute, rule) };
        if crafting > 0 {
            cx.cite(rules::DW_SKILL_07);
        }
        outcome = cx.within((who, id), |cx| roll::make(cx, &rolling))?;
        if !outcome.succeeded() {
            return Ok(());
        }
    }
    match name.as_str() {
        "Work" => {
            let earned = number(cx, "1d6", who, rule)?;
            earn(cx, who, u32::try_from(earned).unwrap_or(0), rule);
        }
        "Train" => {
            if let Some(attribute) = act.attribute {
                let from = cx.state().live(who).lessons[attribute];
                cx.record(rule, InterludeFact::Lessons { who, attribute, from, to: from + 1 }.into());
            }
        }
        "Research" => {
            let facts = if outcome == Outcome::GreatSuccess { 2 } else { 1 };
            for _ in 0..facts {
                let about = "a fact about the next site".to_owned();
                let text = cx.ask(Seat::GM, GmAnswers { who, rule, about })?;
                cx.record(rule, MagicFact::Told { who, text }.into());
            }
            cx.within((who, facts), |cx| reads(cx, who))?;
        }
        "Study" | "Devotion" => {
            let power = act.power.as_deref().unwrap_or_default();
            let level = cx.state().sheet(who).hero.level;
            let what = check_learn(cx.at(), who, power, level)?.id;
            if act.scroll
                && name == "Study"
                && let Some(item) =
                    book.spells.get(what.as_str()).and_then(|row| scroll(cx.at(), who, &row.name))
            {
                let from = cx.state().live(who).items[usize::from(item)].count;
                cx.record(rule, GearFact::Count { who, item, from, to: from.saturating_sub(1) }.into());
            }
            learns(cx, who, what, rule);
        }
        "Physician" | "Temple" => {
            if let Some(ends) = &act.ends {
                end(cx, who, ends, rule);
            } else {
                hurt::heal(cx, who, act.wounds.unwrap_or(0), false, rule)?;
            }
        }
        "Craft" => craft(cx, act)?,
        "Repair" => {
            for (nth, &item) in act.item.iter().chain(&act.items).enumerate() {
                cx.within((who, nth, item), |cx| repair(cx, who, item))?;
            }
        }
        "Carouse" => {
            let drunk = number(cx, "1d6", who, rule)?;
            spend_silver(cx, who, u32::try_from(drunk).unwrap_or(0), rule);
            for name in ["Terrified", "Angry", "Hopeless"] {
                end(cx, who, name, rule);
            }
            if roll::risk(cx, rule, who, 1)? {
                rob(cx, who)?;
            }
        }
        "Find a pet" => new_pet(cx, who),
        _ => heal_each(cx, who, true, rule),
    }
    Ok(())
}

/// A page of the journal is read; the last of them brings something.
fn reads(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    let rule = rules::DW_HOUSE_29H;
    let Some(row) = carried(cx.at(), who).find(|row| row.id == rules::DW_GEAR_66H) else { return Ok(()) };
    let pages = row.pages;
    let read = cx.state().live(who).under(row.id).map_or(0, |lasting| lasting.amount);
    if read >= pages {
        return Ok(());
    }
    let lasting = Lasting { by: row.id, from: None, amount: read + 1, ends: Span::Lasting };
    cx.record(rule, MagicFact::Lasts { who, lasting }.into());
    if read + 1 < pages {
        return Ok(());
    }
    let from = cx.state().live(who).insight;
    cx.record(rule, HurtFact::Insight { who, from, to: from.saturating_add(1).min(3) }.into());
    let text = cx.ask(Seat::GM, GmAnswers { who, rule, about: "what the journal says".into() })?;
    cx.record(rule, MagicFact::Told { who, text }.into());
    Ok(())
}

/// A common thing for nothing, an uncommon one at half its price.
fn craft(cx: &mut Cx<'_, DeadWeight>, act: &Activity) -> Flow {
    let rule = rules::DW_HOUSE_43H;
    let book = cx.book();
    let name = act.ware.as_deref().unwrap_or_default();
    let (Some((_, category)), Some((sheet, item))) = (ware_named(book, name), ware(book, name)) else {
        return Ok(());
    };
    if category == "uncommon" {
        let price = price_of(cx, category, act.who)? / 2;
        if check_purse(cx.state(), act.who, price, rule).is_err() {
            let why = "there is not enough silver for what it takes";
            cx.record(rule, HurtFact::Nothing { who: act.who, why: why.into() }.into());
            return Ok(());
        }
        spend_silver(cx, act.who, price, rule);
    }
    give(cx, act.who, sheet, item, rule);
    Ok(())
}

/// Half a fresh price for what is broken, rounded up; 1 silver for each lost AP.
fn repair(cx: &mut Cx<'_, DeadWeight>, who: Who, item: u8) -> Flow {
    let rule = rules::DW_HOUSE_17H;
    let Some((broken, lost)) = lack(cx.at(), who, item) else { return Ok(()) };
    let book = cx.book();
    let kind = cx.state().sheet(who).items[usize::from(item)].kind;
    let category = kind.and_then(|kind| category_of(book, kind)).unwrap_or("common");
    let mut price = u32::from(lost);
    if broken {
        price += price_of(cx, category, who)?.div_ceil(2);
    }
    if check_purse(cx.state(), who, price, rule).is_err() {
        let why = format!("mending it costs {price} silver");
        cx.record(rule, HurtFact::Nothing { who, why: why.into() }.into());
        return Ok(());
    }
    spend_silver(cx, who, price, rule);
    if broken {
        cx.record(rule, GearFact::Broken { who, item, broken: false }.into());
    }
    if lost > 0 {
        let from = cx.state().live(who).items[usize::from(item)].ap;
        cx.record(rule, HurtFact::Ap { who, item, from, to: from + lost }.into());
    }
    Ok(())
}

fn new_pet(cx: &mut Cx<'_, DeadWeight>, of: Who) {
    let rule = rules::DW_HOUSE_43H;
    let book = cx.book();
    let Some(row) = pet(cx.at(), of).and_then(|name| book.allies.named(name)) else { return };
    let who = Who(cx.state().creatures.len() as u16);
    let seat = cx.state().sheet(of).seat;
    let mut creature = foe_like(row, &fresh_name(cx.state(), &row.name));
    let mut sheet = (*creature.sheet).clone();
    (sheet.kind, sheet.side, sheet.seat) = (Kind::Ally { of }, 0, seat);
    creature.sheet = Shared::new(sheet);
    cx.cite(row.id);
    cx.record(rule, TableFact::Joined { who, creature: Box::new(creature) }.into());
}
