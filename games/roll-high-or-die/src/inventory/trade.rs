//! Coins: prices, buying, selling, and what something is worth.

use boneyard_table::view::count;
use boneyard_table::{Cx, Flow, Refusal, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::carry::{carried, receive};
use super::slot::room;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::body::glossary;
use crate::book::Book;
use crate::check::skill_check;
use crate::combat::{able, at_ease, known};
use crate::fact::{GearFact, InventoryFact};
use crate::gear::{fresh, thing};
use crate::house::TechLevel;
use crate::rules;
use crate::state::{ItemSheet, Place, Skill, State, Tech};

/// Buys something in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Purchase {
    /// Who.
    pub who: Who,
    /// What, by its name.
    pub what: String,
    /// How often; stacks and bundles are bought whole.
    #[serde(default = "one")]
    pub count: u16,
}

/// Sells something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sell {
    /// Who.
    pub who: Who,
    /// Which thing, all of it.
    pub item: u8,
}

/// Looks what something is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Appraise {
    /// Who.
    pub who: Who,
    /// Which thing.
    pub item: u8,
}

fn one() -> u16 {
    1
}

/// A price, for so many pieces, from which tech level on.
fn listed(book: &Book, name: &str) -> Option<(u16, u16, Option<Tech>)> {
    if let Some(row) = book.weapons.named(name).filter(|row| !row.body) {
        return Some((row.coins?, 1, row.tech));
    }
    if let Some(row) = book.ammunition.named(name) {
        return Some((row.coins, row.stack, row.tech));
    }
    if let Some(row) = book.armors.named(name) {
        return Some((row.coins, 1, row.tech));
    }
    if let Some(row) = book.gear.named(name) {
        return Some((row.coins, row.per.unwrap_or(1).into(), None));
    }
    if let Some(row) = book.tools.named(name) {
        return Some((row.coins?, 1, None));
    }
    book.materials.named(name).map(|row| (row.coins, 1, None))
}

/// What a thing costs new, by its list.
pub fn price(book: &Book, thing: &ItemSheet) -> Option<u16> {
    let name = thing.like.map_or(thing.name.as_str(), |like| book.name_of(like));
    listed(book, name).map(|(coins, ..)| coins)
}

/// The tech level of the table.
fn tech(state: &State) -> Tech {
    match state.house.tech_level {
        TechLevel::Archaic => Tech::Archaic,
        TechLevel::Powder => Tech::Powder,
        TechLevel::Modern => Tech::Modern,
    }
}

/// Buys something in play.
pub fn purchase(cx: &mut Cx<'_, RollHighOrDie>, buy: &Purchase) -> Flow {
    let (who, rule) = (buy.who, rules::RH_HOUSE_01H);
    known(cx.state(), who)?;
    able(cx.state(), who)?;
    at_ease(cx.state(), rule)?;
    let book = cx.book();
    let told = |code: &str, sentence: String| refuse(Refusal::new(rule, code, sentence));
    if buy.count == 0 || buy.count > 100 {
        return told("so-many", "Buy from 1 to 100 at a time.".into());
    }
    let thing = thing(book, buy.what.trim());
    if !glossary(cx.state()) {
        let sentence = format!("{} belongs to the house glossary, which is off here.", thing.name);
        let refused = Refusal::new(rules::RH_CORE_05, "module-off", sentence);
        return refuse(refused.with("module", "house_glossary"));
    }
    let Some((coins, per, from)) = listed(book, &thing.name) else {
        let short: String = buy.what.chars().take(40).collect();
        return told("not-for-sale", format!("`{short}` is on no list."));
    };
    if let Some(from) = from.filter(|from| *from > tech(cx.state())) {
        let sentence = format!("The {} belongs to the tech level {}.", thing.name, from.name());
        return refuse(Refusal::new(rules::RH_CORE_05, "module-off", sentence).with("module", from.name()));
    }
    let cost = u32::from(coins) * u32::from(buy.count);
    let has = cx.state().sheet(who).coins;
    if cost > has {
        let sentence =
            format!("That costs {}; {}.", count(cost, "coin", "coins"), count(has, "is left", "are left"));
        return refuse(Refusal::new(rule, "too-dear", sentence).with("cost", cost).with("coins", has));
    }
    room(cx.state(), book, who, &thing)?;
    record(cx, rule, GearFact::Coins { who, to: has - cost }.into());
    let whole = fresh(book, &thing, Place::Loose, 1);
    receive(cx, who, &thing, &whole, per * buy.count, rule)
}

/// Sells something for half its price.
pub fn sell(cx: &mut Cx<'_, RollHighOrDie>, sell: Sell) -> Flow {
    let (who, item, rule) = (sell.who, sell.item, rules::RH_HOUSE_01H);
    let (thing, now) = carried(cx.state(), who, item, rule)?;
    able(cx.state(), who)?;
    at_ease(cx.state(), rule)?;
    let name = thing.like.map_or(thing.name.as_str(), |like| cx.book().name_of(like));
    let Some((coins, per, _)) = listed(cx.book(), name) else {
        let sentence = format!("Nobody pays for the {}.", thing.name);
        return refuse(Refusal::new(rule, "worthless", sentence));
    };
    let bundles = u32::from(now.count / per.max(1)).max(u32::from(now.count > 0 && per == 1));
    let paid = u32::from(coins) * bundles / 2;
    let to = cx.state().sheet(who).coins + paid;
    record(cx, rule, GearFact::Count { who, item, count: 0 }.into());
    record(cx, rule, GearFact::Coins { who, to }.into());
    Ok(())
}

/// Looks what something is worth.
pub fn appraise(cx: &mut Cx<'_, RollHighOrDie>, appraise: Appraise) -> Flow {
    let (who, item, rule) = (appraise.who, appraise.item, rules::RH_HOUSE_01H);
    let (thing, _) = carried(cx.state(), who, item, rule)?;
    able(cx.state(), who)?;
    at_ease(cx.state(), rule)?;
    let Some(coins) = price(cx.book(), thing) else {
        let sentence = format!("The {} has no price.", thing.name);
        return refuse(Refusal::new(rule, "worthless", sentence));
    };
    let dc = 10 + i16::try_from(coins / 20).unwrap_or(0);
    if skill_check(cx, who, Skill::Appraise, dc, rule, &[])? {
        record(cx, rule, InventoryFact::Priced { who, item, coins }.into());
    }
    Ok(())
}
