//! The market: what is found, what it costs, haggling, counterfeit coins, selling.

use boneyard_table::deed::{Card, Deed, Filled, Lawful, May};
use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::purse::{category_of, check_purse, earn, spend_silver};
use super::steps::{at_market, before_the_first, may_interlude, resident};
use crate::DeadWeight;
use crate::book::Book;
use crate::fact::{GearFact, HurtFact, InterludeFact, MagicFact};
use crate::form::{Form, own_thing, whatever_picked};
use crate::gear::{check_emptied, stowed, ware};
use crate::magic::effect::number;
use crate::roll::{self, Rolling, acting_hero};
use crate::rules;
use crate::state::{Attribute, Good, Item, ItemSheet, Outcome, Place, Span, Used};

/// A purchase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Buy {
    /// Who.
    pub who: Who,
    /// What.
    pub ware: String,
    /// Counterfeit coins among the payment.
    #[serde(default)]
    pub counterfeit: u32,
    /// Haggles first.
    #[serde(default)]
    pub haggle: bool,
    /// What is written on it, if it is a scroll.
    #[serde(default)]
    pub spell: Option<String>,
}

impl deed::Form<DeadWeight> for Buy {
    /// What was found, on one card, in false coin too where somebody has it; scrolls on a card each, by their spell.
    fn form(form: &mut Form<'_>) -> Filled<Self> {
        let who = resident(form, Some(6))?;
        if form.is_written() {
            return Ok(Self {
                who,
                ware: form.text("ware", "", 0)?,
                counterfeit: form.unasked("counterfeit")?,
                haggle: form.unasked("haggle")?,
                spell: form.unasked("spell")?,
            });
        }
        let (book, state) = (form.book, form.state);
        let found = state.party.market.iter().filter(|good| good.found);
        let goods = found.filter_map(|good| {
            let (_, name) = listed_wares(book).find(|(id, _)| *id == good.ware)?;
            Some((name, format!("{name}, {} silver", good.price), scroll_levels(book, good.ware)))
        });
        let (scrolls, plain): (Vec<_>, Vec<_>) = goods.partition(|(.., levels)| levels.is_some());
        let ways: Vec<Option<usize>> = [None].into_iter().chain((0..scrolls.len()).map(Some)).collect();
        let scroll = form.variant(&ways)?.and_then(|nth| scrolls.get(nth));
        let Some((name, label, levels)) = scroll else {
            let named = plain.into_iter().map(|(name, label, _)| (name.to_owned(), label));
            let ware = form.one_of("ware", "What", named)?;
            let coins = state.sheet(who).hero.counterfeit;
            let counterfeit = match i32::try_from(coins).unwrap_or(i32::MAX) {
                0 => 0,
                most => form.maybe_amount("counterfeit", "False coins", 0..=most)?.unwrap_or(0),
            };
            let haggle = form.flag("haggle", "Haggle")?;
            return Ok(Self { who, ware, counterfeit, haggle, spell: None });
        };
        let ware = form.each("ware", [(*name).to_owned()])?;
        form.id(|| format!("buy:{}:{name}", who.0));
        form.label(|| format!("Buy a {label}").into());
        let fits = |level: u8| levels.is_some_and(|(least, most)| (least..=most).contains(&level));
        let spells = book.spells.iter().filter(|row| fits(row.level));
        let spell = form.one_of("spell", "Of", spells.map(|row| (row.name.clone(), &row.name)))?;
        Ok(Self { who, ware, counterfeit: 0, haggle: form.flag("haggle", "Haggle")?, spell: Some(spell) })
    }

    fn actor(&self) -> Option<Who> {
        Some(self.who)
    }
}

impl Deed<DeadWeight> for Buy {
    const CARD: Card = Card::acting("Buy", "Interlude").rule(rules::DW_HOUSE_42H);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_interlude(may)?;
        whatever_picked(may, acting_hero(may.state, self.who))?;
        whatever_picked(may, at_market(may.state, true))?;
        check_buy(may.at(), self)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        buy(cx, &self)
    }
}

/// Things that are for sale, by their names.
pub fn listed_wares(book: &Book) -> impl Iterator<Item = (RuleId, &str)> {
    let gear = book.gear.iter().map(|row| (row.id, row.name.as_str()));
    let arms = book.weapons.iter().map(|row| (row.id, row.name.as_str()));
    let armor = book.armor.iter().map(|row| (row.id, row.name.as_str()));
    let shields = book.shields.iter().map(|row| (row.id, row.name.as_str()));
    let bags = book.containers.iter().map(|row| (row.id, row.name.as_str()));
    let all = gear.chain(arms).chain(armor).chain(shields).chain(bags);
    all.filter(|(id, _)| category_of(book, *id).is_some())
}

/// A thing that is for sale, with its category.
pub fn ware_named<'a>(book: &'a Book, name: &str) -> Option<(RuleId, &'a str)> {
    let (id, _) = listed_wares(book).find(|(_, known)| known.eq_ignore_ascii_case(name))?;
    Some((id, category_of(book, id)?))
}

/// Price dice of a category, and the face from which its goods are found.
fn terms<'a>(book: &'a Book, category: &str) -> Option<(&'a str, u8)> {
    let row = book.plain_named("category", category)?;
    let found = u8::try_from(row.get("found")?.as_u64()?).ok()?;
    Some((row.get("price")?.get("dice")?.as_str()?, found))
}

/// Rolls a price of a category.
pub fn price_of(cx: &mut Cx<'_, DeadWeight>, category: &str, by: Who) -> Flow<u32> {
    let Some((dice, _)) = terms(cx.book(), category) else { return Ok(0) };
    Ok(u32::try_from(number(cx, dice, by, rules::DW_ITEM_01)?).unwrap_or(0))
}

/// Whether somebody may ask for a thing.
fn check_seek<'a>(at: At<'a, DeadWeight>, who: Who, name: &str) -> Result<(RuleId, &'a str), Refusal> {
    let rule = rules::DW_HOUSE_42H;
    let one = acting_hero(at.state, who)?;
    at_market(at.state, true)?;
    let Some((id, category)) = ware_named(at.book, name) else {
        return Err(Refusal::new(rule, "not-for-sale", format!("Nobody sells {name}.")));
    };
    if at.state.party.market.iter().any(|good| good.ware == id) {
        let sentence = format!("The party has asked for {name} in this interlude.");
        return Err(Refusal::new(rule, "asked", sentence));
    }
    let most = at.book.term("market", "searches") as usize;
    let asked = one.live.used.iter().filter(|used| used.what == rule).count();
    if category != "common" && asked >= most {
        let sentence = format!("{} has asked for {most} things already.", one.sheet.name);
        return Err(Refusal::new(rule, "searches", sentence).with("most", most));
    }
    Ok((id, category))
}

deed! {
    /// Asks for a thing: whether it is there, and what it costs.
    #[serde(deny_unknown_fields)]
    pub struct Seek(form: DeadWeight) {
        /// Who.
        who: Who = resident(form, Some(6))?,
        /// What.
        ware: String = {
            let all = listed_wares(form.book).map(|(_, name)| (name.to_owned(), name));
            form.one_of("ware", "What", all)?
        },
    }
}

impl Deed<DeadWeight> for Seek {
    const CARD: Card = Card::acting("Ask for a thing", "Interlude").rule(rules::DW_HOUSE_42H);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_interlude(may)?;
        whatever_picked(may, acting_hero(may.state, self.who))?;
        whatever_picked(may, at_market(may.state, true))?;
        check_seek(may.at(), self.who, &self.ware)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        seek(cx, self.who, &self.ware)
    }
}

fn seek(cx: &mut Cx<'_, DeadWeight>, who: Who, name: &str) -> Flow {
    let rule = rules::DW_HOUSE_42H;
    let book = cx.book();
    let Some((ware, _)) = ware_named(book, name) else { return Ok(()) };
    let category = category_of(book, ware).unwrap_or("common");
    let (_, needs) = terms(book, category).unwrap_or(("0", 7));
    let mut found = true;
    if category != "common" {
        let used = Used { what: rule, until: Span::Interlude };
        cx.record(rule, MagicFact::Used { who, used }.into());
        found = cx.die(rule, who, 6)? >= needs;
    }
    let price = if found { price_of(cx, category, who)? } else { 0 };
    cx.cite(ware);
    cx.cite(rules::DW_HOUSE_27H);
    let good = Good { ware, found, price, refused: Vec::new() };
    cx.record(rule, InterludeFact::Market { good }.into());
    Ok(())
}

/// Whether somebody may buy a thing; what it is, its category and what it costs them.
fn check_buy<'a>(at: At<'a, DeadWeight>, buy: &Buy) -> Result<(Good, &'a str, u32), Refusal> {
    let rule = rules::DW_HOUSE_42H;
    let bad = |rule, code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    let one = acting_hero(at.state, buy.who)?;
    at_market(at.state, true)?;
    let Some((id, category)) = ware_named(at.book, &buy.ware) else {
        return bad(rule, "not-for-sale", format!("Nobody sells {}.", buy.ware));
    };
    let Some(good) = at.state.party.market.iter().find(|good| good.ware == id) else {
        return bad(rule, "not-asked", format!("Ask for {} first.", buy.ware));
    };
    if !good.found {
        return bad(rule, "not-found", format!("There is no {} to be had.", buy.ware));
    }
    if good.refused.contains(&buy.who) {
        return bad(rule, "refused", format!("Nobody sells {} to {}.", buy.ware, one.sheet.name));
    }
    let price = street_wise(at, buy.who, category, good.price);
    if buy.counterfeit > 0 && !matches!(category, "common" | "uncommon") {
        let sentence = format!("False coins do not pass for {category} goods.");
        return bad(rules::DW_HOUSE_02H, "counterfeit", sentence);
    }
    if buy.counterfeit > one.sheet.hero.counterfeit || buy.counterfeit > price {
        let sentence = format!("There are {} false coins for {price} silver.", one.sheet.hero.counterfeit);
        return bad(rules::DW_HOUSE_02H, "counterfeit", sentence);
    }
    check_purse(at.state, buy.who, price - buy.counterfeit, rule)?;
    let Some((sheet, item)) = wares(at, buy)?.into_iter().next() else {
        return bad(rule, "not-for-sale", format!("Nobody sells {}.", buy.ware));
    };
    if stowed(at, buy.who, &sheet, item, false).is_none() {
        return bad(rules::DW_INV_05, "no-room", format!("There is no room for the {}.", buy.ware));
    }
    Ok((good.clone(), category, price))
}

fn street_wise(at: At<'_, DeadWeight>, who: Who, category: &str, price: u32) -> u32 {
    let wise = category == "common" && at.state.sheet(who).skilled(rules::DW_SKILL_21);
    if wise { price.saturating_sub(1).max(1) } else { price }
}

/// The levels of the spells that can be written on a thing, if it is a scroll.
fn scroll_levels(book: &Book, kind: RuleId) -> Option<(u8, u8)> {
    let row = book.gear.get(kind.as_str()).filter(|row| row.roles.iter().any(|role| role == "scroll"))?;
    let levels = row.rest.get("levels").and_then(|levels| levels.as_array());
    let level = |nth: usize| {
        let level = levels.and_then(|levels| levels.get(nth)?.as_u64());
        level.and_then(|level| u8::try_from(level).ok())
    };
    // A scroll that says no levels fits none.
    Some((level(0).unwrap_or(1), level(1).unwrap_or(0)))
}

/// What one purchase holds.
fn wares(at: At<'_, DeadWeight>, buy: &Buy) -> Result<Vec<(ItemSheet, Item)>, Refusal> {
    let Some((mut sheet, mut item)) = ware(at.book, &buy.ware) else { return Ok(Vec::new()) };
    let row = sheet.kind.and_then(|kind| at.book.gear.get(kind.as_str()));
    let pack = row.and_then(|row| row.pack).unwrap_or(1);
    if let Some((least, most)) = sheet.kind.and_then(|kind| scroll_levels(at.book, kind)) {
        let spell = buy.spell.as_deref().and_then(|name| at.book.spells.named(name));
        let Some(spell) = spell.filter(|spell| (least..=most).contains(&spell.level)) else {
            let sentence = format!("Say which spell of a fitting level: {}.", sheet.name);
            return Err(Refusal::new(rules::DW_HOUSE_42H, "which-spell", sentence));
        };
        sheet.name = format!("scroll of {}", spell.name);
    }
    if sheet.stack > 1 {
        item.count = pack;
        return Ok(vec![(sheet, item)]);
    }
    Ok(vec![(sheet, item); usize::from(pack)])
}

fn buy(cx: &mut Cx<'_, DeadWeight>, buy: &Buy) -> Flow {
    let rule = rules::DW_HOUSE_42H;
    let book = cx.book();
    let (good, ..) = check_buy(cx.at(), buy)?;
    if before_the_first(cx.state()) {
        cx.cite(rules::DW_CHAR_21);
    }
    let category = category_of(book, good.ware).unwrap_or("common");
    let things = wares(cx.at(), buy)?;
    let who = buy.who;
    let mut price = good.price;
    if buy.haggle {
        let check = Rolling { helpable: false, ..Rolling::check(who, Attribute::Pre, rule) };
        match cx.within((who, price), |cx| roll::make(cx, &check))? {
            Outcome::GreatSuccess => price = (price * 4).div_ceil(5).max(1),
            Outcome::CriticalFailure => {
                shut(cx, &good, who, rule);
                return Ok(());
            }
            _ => {}
        }
    }
    if category == "common" && cx.state().sheet(who).skilled(rules::DW_SKILL_21) {
        cx.cite(rules::DW_SKILL_21);
    }
    price = street_wise(cx.at(), who, category, price);
    let false_coins = buy.counterfeit.min(price);
    if false_coins > 0 {
        let caught = roll::risk(cx, rules::DW_HOUSE_02H, who, 1)?;
        let own = &cx.state().sheet(who).hero;
        let (silver, gold) = (own.silver, own.gold);
        let counterfeit = own.counterfeit.saturating_sub(false_coins);
        cx.record(rules::DW_HOUSE_02H, GearFact::Coins { who, silver, gold, counterfeit }.into());
        if caught {
            shut(cx, &good, who, rules::DW_HOUSE_02H);
            return Ok(());
        }
    }
    spend_silver(cx, who, price - false_coins, rule);
    for (sheet, item) in things {
        crate::magic::effect::give(cx, who, sheet, item, rule);
    }
    Ok(())
}

/// A thing is not sold to somebody in this interlude.
fn shut(cx: &mut Cx<'_, DeadWeight>, good: &Good, who: Who, rule: RuleId) {
    let mut good = good.clone();
    good.refused.push(who);
    cx.record(rule, InterludeFact::Market { good }.into());
    let why = "nobody sells it to them in this interlude";
    cx.record(rule, HurtFact::Nothing { who, why: why.into() }.into());
}

deed! {
    /// Sells equipment: half of a fresh price, a quarter for what is broken.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct SellGear(form: DeadWeight) {
        /// Who.
        who: Who = resident(form, Some(6))?,
        /// Which thing.
        item: u8 = {
            let book = form.book;
            let sold = |_: u8, sheet: &ItemSheet, _: &Item| {
                sheet.kind.is_some_and(|kind| category_of(book, kind).is_some())
            };
            own_thing(form, "item", "Which", who, sold)?
        },
    }
}

impl Deed<DeadWeight> for SellGear {
    const CARD: Card = Card::acting("Sell", "Interlude").rule(rules::DW_HOUSE_42H);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_interlude(may)?;
        let one = acting_hero(may.state, self.who)?;
        at_market(may.state, false)?;
        let item = usize::from(self.item);
        let there = one.live.items.get(item).is_some_and(|now| now.place != Place::Gone);
        let kind = one.sheet.items.get(item).and_then(|sheet| sheet.kind);
        let category = kind.and_then(|kind| category_of(may.book, kind));
        may.not_if(!there || category.is_none(), || {
            Refusal::new(rules::DW_HOUSE_42H, "not-sold", "Nobody buys that.")
        })?;
        Ok(check_emptied(may.at(), self.who, self.item)?)
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let (Self { who, item }, rule) = (self, rules::DW_HOUSE_42H);
        let one = cx.state().one(who);
        let (now, kind) = (one.live.items[usize::from(item)], one.sheet.items[usize::from(item)].kind);
        let book = cx.book();
        let category = kind.and_then(|kind| category_of(book, kind)).unwrap_or("common");
        let price = price_of(cx, category, who)? / if now.broken { 4 } else { 2 };
        let gone = GearFact::Placed { who, item, from: now.place, to: Place::Gone, wielded: false };
        cx.record(rule, gone.into());
        earn(cx, who, price, rule);
        Ok(())
    }
}
