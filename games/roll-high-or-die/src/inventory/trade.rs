//! Coins: prices, buying, selling, and what something is worth.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::view::count;
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use super::carry::carried;
use super::hand::{may_receive, receive};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::body::glossary;
use crate::book::Book;
use crate::check::skill_check;
use crate::combat::{able, at_ease, known};
use crate::fact::{GearFact, InventoryFact};
use crate::gear::{fresh, thing};
use crate::hero::for_sale;
use crate::house::TechLevel;
use crate::picks::{Called, at_leisure};
use crate::rules;
use crate::state::{ItemSheet, Place, Skill, State, Tech};

deed! {
    /// Buys something in play.
    #[serde(deny_unknown_fields)]
    pub struct Purchase(form: RollHighOrDie) {
        /// Who.
        who: Who = at_leisure(form)?,
        /// What, by its name.
        what: String = wares(form, who)?,
        /// How often; stacks and bundles are bought whole.
        #[serde(default = "one")]
        count: u16 = form.maybe_amount("count", "How often", 1..=100)?.unwrap_or_else(one),
    }
}

/// The field `what`: what the coins are enough for; where there is no room, that stands beside it.
fn wares(form: &mut Filling<'_, RollHighOrDie>, who: Who) -> Filled<String> {
    let coins = form.state.creature(who).map_or(0, |one| one.sheet.coins);
    let open = for_sale(form.state, form.book).into_iter().filter(|ware| u32::from(ware.coins) <= coins);
    let open = open.map(|ware| {
        let called = Called(move || format!("{}, {}", ware.name, count(ware.coins, "coin", "coins")).into());
        (ware.name.to_owned(), called)
    });
    let what = form.one_of("what", "What", open)?;
    form.with_refusals("what");
    Ok(what)
}

deed! {
    /// Sells something for half its price.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Sell(form: RollHighOrDie) {
        /// Who.
        who: Who = at_leisure(form)?,
        /// Which thing, all of it.
        item: u8 = own(form, who)?,
    }
}

deed! {
    /// Looks what something is worth.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Appraise(form: RollHighOrDie) {
        /// Who.
        who: Who = at_leisure(form)?,
        /// Which thing.
        item: u8 = own(form, who)?,
    }
}

/// The field `item`: a thing somebody carries.
fn own(form: &mut Filling<'_, RollHighOrDie>, who: Who) -> Filled<u8> {
    let all = crate::picks::carried(form.at(), who);
    crate::picks::thing(form, "item", "What", who, all)
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

impl Purchase {
    /// What is bought, what it costs and how many that are.
    fn priced(&self, may: May<'_, RollHighOrDie>) -> Lawful<(ItemSheet, u32, u16)> {
        let (rule, state, book, who) = (rules::RH_HOUSE_01H, may.state, may.book, self.who);
        known(state, who)?;
        able(state, who)?;
        at_ease(state, rule)?;
        may.not_if(self.count == 0 || self.count > 100, || {
            Refusal::new(rule, "so-many", "Buy from 1 to 100 at a time.")
        })?;
        let thing = thing(book, self.what.trim());
        let off = |sentence: String| Refusal::new(rules::RH_CORE_05, "module-off", sentence);
        may.not_if(!glossary(state), || {
            let sentence = format!("{} belongs to the house glossary, which is off here.", thing.name);
            off(sentence).with("module", "house_glossary")
        })?;
        let Some((coins, per, from)) = listed(book, &thing.name) else {
            return may.no(|| {
                let short: String = self.what.chars().take(40).collect();
                Refusal::new(rule, "not-for-sale", format!("`{short}` is on no list."))
            });
        };
        if let Some(from) = from.filter(|from| *from > tech(state)) {
            let sentence = || format!("The {} belongs to the tech level {}.", thing.name, from.name());
            return may.no(|| off(sentence()).with("module", from.name()));
        }
        let cost = u32::from(coins) * u32::from(self.count);
        let has = state.sheet(who).coins;
        may.not_if(cost > has, || {
            let (cost_told, left) = (count(cost, "coin", "coins"), count(has, "is left", "are left"));
            let sentence = format!("That costs {cost_told}; {left}.");
            Refusal::new(rule, "too-dear", sentence).with("cost", cost).with("coins", has)
        })?;
        let pieces = per.saturating_mul(self.count);
        may_receive(may, who, &thing, pieces)?;
        Ok((thing, cost, pieces))
    }
}

impl Deed<RollHighOrDie> for Purchase {
    const CARD: Card = Card::acting("Buy something", "Trade").rule(rules::RH_HOUSE_01H);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        self.priced(may).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let (who, rule) = (self.who, rules::RH_HOUSE_01H);
        let (thing, cost, pieces) = self.priced(May::quiet(cx.at(), by))?;
        let to = cx.state().sheet(who).coins.saturating_sub(cost);
        record(cx, rule, GearFact::Coins { who, to }.into());
        let whole = fresh(cx.book(), &thing, Place::Loose, 1);
        receive(cx, who, &thing, &whole, pieces, rule);
        Ok(())
    }
}

impl Sell {
    /// What is paid for it.
    fn paid(&self, may: May<'_, RollHighOrDie>) -> Lawful<u32> {
        let (rule, state) = (rules::RH_HOUSE_01H, may.state);
        let (thing, now) = carried(state, self.who, self.item, rule)?;
        able(state, self.who)?;
        at_ease(state, rule)?;
        let name = thing.like.map_or(thing.name.as_str(), |like| may.book.name_of(like));
        let Some((coins, per, _)) = listed(may.book, name) else {
            let sentence = || format!("Nobody pays for the {}.", thing.name);
            return may.no(|| Refusal::new(rule, "worthless", sentence()));
        };
        let bundles = u32::from(now.count / per.max(1)).max(u32::from(now.count > 0 && per == 1));
        Ok(u32::from(coins) * bundles / 2)
    }
}

impl Deed<RollHighOrDie> for Sell {
    const CARD: Card = Card::acting("Sell something", "Trade").rule(rules::RH_HOUSE_01H);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        self.paid(may).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let (rule, Self { who, item }) = (rules::RH_HOUSE_01H, self);
        let to = cx.state().sheet(who).coins + self.paid(May::quiet(cx.at(), by))?;
        record(cx, rule, GearFact::Count { who, item, count: 0 }.into());
        record(cx, rule, GearFact::Coins { who, to }.into());
        Ok(())
    }
}

impl Appraise {
    /// What it costs on the lists.
    fn worth(&self, may: May<'_, RollHighOrDie>) -> Lawful<u16> {
        let (rule, state) = (rules::RH_HOUSE_01H, may.state);
        let (thing, _) = carried(state, self.who, self.item, rule)?;
        able(state, self.who)?;
        at_ease(state, rule)?;
        match price(may.book, thing) {
            Some(coins) => Ok(coins),
            None => {
                let sentence = || format!("The {} has no price.", thing.name);
                may.no(|| Refusal::new(rule, "worthless", sentence()))
            }
        }
    }
}

impl Deed<RollHighOrDie> for Appraise {
    const CARD: Card = Card::acting("Look what it is worth", "Trade").rule(rules::RH_HOUSE_01H);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        self.worth(may).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let (rule, Self { who, item }) = (rules::RH_HOUSE_01H, self);
        let coins = self.worth(May::quiet(cx.at(), by))?;
        let dc = 10 + i16::try_from(coins / 20).unwrap_or(0);
        if skill_check(cx, who, Skill::Appraise, dc, rule, &[])? {
            record(cx, rule, InventoryFact::Priced { who, item, coins }.into());
        }
        Ok(())
    }
}
