//! Money: 10 silver make 1 gold; what is spent, earned and stolen.

use boneyard_table::{Cx, Flow, Refusal, RuleId, Who};

use crate::DeadWeight;
use crate::book::Book;
use crate::fact::GearFact;
use crate::magic::effect::number;
use crate::rules;
use crate::state::State;

/// Silver a piece of gold is worth.
pub const SILVER_PER_GOLD: u32 = 10;

/// The category of a thing that is for sale.
pub fn category_of(book: &Book, kind: RuleId) -> Option<&str> {
    let key = kind.as_str();
    let gear = book.gear.get(key).map(|row| &row.category);
    let arms = || book.weapons.get(key).map(|row| &row.category);
    let armor = || book.armor.get(key).map(|row| &row.category);
    let shield = || book.shields.get(key).map(|row| &row.category);
    let bag = || book.containers.get(key).map(|row| &row.category);
    gear.or_else(arms).or_else(armor).or_else(shield).or_else(bag)?.as_deref()
}

/// What somebody could pay in true coin, in silver.
pub fn purse(state: &State, who: Who) -> u32 {
    let own = &state.sheet(who).hero;
    own.silver.saturating_add(own.gold.saturating_mul(SILVER_PER_GOLD))
}

/// Whether somebody can pay so much.
pub fn check_purse(state: &State, who: Who, silver: u32, rule: RuleId) -> Result<(), Refusal> {
    let has = purse(state, who);
    if has >= silver {
        return Ok(());
    }
    let sentence = format!("That is {silver} silver; {} has {has}.", state.name(who));
    Err(Refusal::new(rule, "too-poor", sentence).with("silver", silver).with("has", has))
}

/// Pays in silver, changing gold where it must. The one who cannot pay it all pays what there is.
pub fn spend_silver(cx: &mut Cx<'_, DeadWeight>, who: Who, price: u32, rule: RuleId) {
    if price == 0 {
        return;
    }
    let own = &cx.state().sheet(who).hero;
    let (mut silver, mut gold, counterfeit) = (own.silver, own.gold, own.counterfeit);
    while silver < price && gold > 0 {
        gold -= 1;
        silver += SILVER_PER_GOLD;
        cx.cite(rules::DW_HOUSE_02H);
    }
    silver = silver.saturating_sub(price);
    cx.record(rule, GearFact::Coins { who, silver, gold, counterfeit }.into());
}

/// Somebody has so much silver more.
pub fn earn(cx: &mut Cx<'_, DeadWeight>, who: Who, silver: u32, rule: RuleId) {
    let own = &cx.state().sheet(who).hero;
    let (gold, counterfeit) = (own.gold, own.counterfeit);
    let silver = own.silver.saturating_add(silver);
    cx.record(rule, GearFact::Coins { who, silver, gold, counterfeit }.into());
}

/// Somebody is robbed: 1d6 times 5 silver, or all there is. Never the Street Wise.
pub fn rob(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    let rule = rules::DW_HOUSE_37H;
    if cx.state().sheet(who).skilled(rules::DW_SKILL_21) {
        cx.cite(rules::DW_SKILL_21);
        return Ok(());
    }
    let stolen = number(cx, "5 * 1d6", who, rule)?;
    let stolen = u32::try_from(stolen).unwrap_or(0).min(purse(cx.state(), who));
    spend_silver(cx, who, stolen, rule);
    Ok(())
}
