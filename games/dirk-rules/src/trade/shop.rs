//! Buying and selling: prices, load, whether it is for sale at all.

use boneyard_deeds::things::Things;
use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::view::{Domain, PromptKind, Stakes};
use boneyard_table::{
    At, Choices, Cx, Flow, Form, Judgement, Question, Refusal, RuleId, RulingOption, Seat, Stance, Who, deed,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::hand::in_use;
use super::{Goods, TradeFact, purse};
use crate::DirkRules;
use crate::book::{Book, Power, Vehicle};
use crate::check::is_alive;
use crate::fact::{Fact, blank};
use crate::gear::{bears, slot_of, wares, worn_at};
use crate::hero::creature_like;
use crate::power;
use crate::rules;
use crate::state::{Creature, Item, ItemSheet, MOST_THINGS, Place, Shared, Sheet, Wear};
use crate::tell::gems_in_words;
use crate::world;

/// A thing and its price.
#[derive(Clone, Debug)]
pub struct Ware {
    /// What it is.
    pub sheet: ItemSheet,
    /// How it is when new.
    pub item: Item,
    /// What it costs.
    pub price: u32,
}

impl Ware {
    /// A thing from the lists. Nobody sells power-ups openly.
    pub fn listed(book: &Book, thing: &str) -> Option<Self> {
        let (sheet, item, price) = wares(book, thing).filter(|_| book.powerups.named(thing).is_none())?;
        Some(Self { sheet, item, price })
    }
}

deed! {
    /// Buys something in play, or pays for a service. Whether it is for sale is for the referee to say.
    pub struct Shop(form: DirkRules) {
        who: Who = customer(form)?,
        thing: String = on_sale(form)?,
        /// How many, or for how many days or weeks.
        #[serde(default = "one")]
        count: u16 =
            count(form)?,
    }
}

fn one() -> u16 {
    1
}

/// The field `count`.
fn count(form: &mut Filling<'_, DirkRules>) -> Filled<u16> {
    let count = form.or_left_out("count", |form| form.amount("count", "How many, or how long", 1..=60));
    count.map(|count| count.unwrap_or_else(one))
}

/// The field `who`, where there is time for trade: heroes trade, and not in a battle.
pub(super) fn customer(form: &mut Filling<'_, DirkRules>) -> Filled<Who> {
    let who = form.actor()?;
    let hero = form.state.creature(who).is_some_and(|one| one.sheet.hero);
    form.only_if(hero && form.state.battle.is_none())?;
    Ok(who)
}

/// The field `thing`: goods, services and everything on the lists, each with its price.
fn on_sale(form: &mut Filling<'_, DirkRules>) -> Filled<String> {
    let book = form.book;
    let goods = book.goods.iter().map(|row| (&row.name, row.gems));
    let gear = book.gear.iter().map(|row| (&row.name, row.gems));
    let weapons = book.weapons.iter().map(|row| (&row.name, row.gems));
    let shields = book.shields.iter().map(|row| (&row.name, row.gems));
    let armor = book.armor.iter().map(|row| (&row.name, row.gems));
    let all = goods.chain(gear).chain(weapons).chain(shields).chain(armor);
    let all = all.map(|(name, gems)| (name.clone(), format!("{name}: {gems}")));
    form.one_of("thing", "What, at how many gems", all)
}

fn service<'a>(book: &'a Book, thing: &str) -> Option<&'a Goods> {
    book.goods.iter().find(|row| row.name == thing && row.weight.is_none())
}

impl Deed<DirkRules> for Shop {
    const CARD: Card = Card::acting("Buy or pay for", "Things").rule(rules::DK_EQUIP_02);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (rule, &Self { who, ref thing, count }) = (rules::DK_EQUIP_02, self);
        is_alive(may, who)?;
        not_fighting(may, rule)?;
        may.not_if(count == 0 || count > 60, || {
            Refusal::new(rule, "how-many", "Buy 1 to 60 at once.").with("most", 60)
        })?;
        if let Some(row) = service(may.book, thing) {
            let price = row.gems * u32::from(count);
            let gems = may.state.sheet(who).gems;
            return may.not_if(gems < price, || too_dear(thing, price, gems));
        }
        match Ware::listed(may.book, thing) {
            Some(ware) => may_pay_for(may, who, &ware, count),
            None => {
                may.no(|| Refusal::new(rule, "no-such-ware", format!("There is no {thing} on the lists.")))
            }
        }
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, by: Seat) -> Flow {
        let Self { who, thing, count } = self;
        let book = cx.book();
        if !for_sale(cx, by, who, &thing)? {
            return Ok(());
        }
        if let Some(row) = service(book, &thing) {
            let left = cx.state().sheet(who).gems.saturating_sub(row.gems * u32::from(count));
            cx.record(row.rule, Fact::Trade(TradeFact::Paid { who, what: thing, count }));
            purse(cx, row.rule, who, left);
            return Ok(());
        }
        match Ware::listed(book, &thing) {
            Some(ware) => pay_for(cx, rules::DK_EQUIP_02, who, ware, count),
            None => Ok(()),
        }
    }
}

/// What bars trade in a battle.
fn not_fighting(may: May<'_, DirkRules>, rule: RuleId) -> Lawful {
    may.outright_if(may.state.battle.is_some(), || {
        Refusal::new(rule, "in-battle", "There is no time for that in a battle.")
    })
}

/// Whether something can be had here: the referee says.
fn for_sale(cx: &mut Cx<'_, DirkRules>, by: Seat, who: Who, thing: &str) -> Flow<bool> {
    let rule = rules::DK_EQUIP_02;
    if by.is_gm() {
        return Ok(true);
    }
    let ruling = cx.judge(rule, 0, &|| Judgement {
        rule,
        tag: thing.to_owned(),
        question: format!("Is it to be had here: {thing}?"),
        about: Vec::new(),
        options: vec![RulingOption::new("sold", "It is"), RulingOption::new("nowhere", "It is not")],
        proposal: 0,
        why: "it is on the lists".into(),
        precedents: Vec::new(),
    })?;
    let sold = ruling.option() == 0;
    if !sold {
        let why = format!("Nobody here sells it: {thing}.");
        cx.record(rule, Fact::Fizzled { who, why });
    }
    Ok(sold)
}

fn too_dear(thing: &str, price: u32, gems: u32) -> Refusal {
    let sentence = format!("The {thing} costs {}; {gems} are left.", gems_in_words(price));
    Refusal::new(rules::DK_EQUIP_01, "too-dear", sentence).with("cost", price).with("gems", gems)
}

/// What one of a ware costs somebody: armor costs some of them more.
fn price_of(at: At<'_, DirkRules>, who: Who, ware: &Ware) -> u32 {
    let slot = ware.sheet.kind.and_then(|kind| slot_of(at.book, kind));
    ware.price + power::surcharge(at, who, slot).len() as u32
}

/// What bars a purchase: it costs too much, weighs too much or is one thing too many.
pub(crate) fn may_pay_for(may: May<'_, DirkRules>, who: Who, ware: &Ware, count: u16) -> Lawful {
    let (sheet, own, number) = (&ware.sheet, may.state.sheet(who), usize::from(count));
    let price = price_of(may.at(), who, ware) * u32::from(count);
    let many = own.items.len() + number > MOST_THINGS || may.state.creatures.len() + number > 500;
    let many = many.then(|| {
        let sentence = format!("Nobody keeps more than {MOST_THINGS} things.");
        Refusal::new(rules::DK_EQUIP_01, "too-many", sentence).with("most", MOST_THINGS)
    });
    let dear = (own.gems < price).then(|| too_dear(&sheet.name, price, own.gems));
    let heavy = bears(may.at(), who, &sheet.name, u32::from(sheet.weight) * u32::from(count)).err();
    match [many, dear, heavy].into_iter().flatten().reduce(Refusal::and) {
        Some(refusal) => may.no(|| refusal),
        None => Ok(()),
    }
}

/// Pays for something that nothing bars, and takes it along or leads it away.
pub(crate) fn pay_for(cx: &mut Cx<'_, DirkRules>, rule: RuleId, who: Who, ware: Ware, count: u16) -> Flow {
    let price = price_of(cx.at(), who, &ware);
    let Ware { sheet, item, .. } = ware;
    let slot = sheet.kind.and_then(|kind| slot_of(cx.book(), kind));
    let row = sheet.kind.and_then(|kind| cx.book().gear.get(kind.as_str()));
    let dearer = power::surcharge(cx.at(), who, slot);
    dearer.into_iter().for_each(|row| cx.cite(row));
    cx.cite(rules::DK_EQUIP_01);
    cx.cite(rules::DK_EQUIP_03);
    for _ in 0..count {
        let gems = cx.state().sheet(who).gems.saturating_sub(price);
        if let Some(kind) = sheet.kind {
            cx.cite(kind);
        }
        if let Some(creature) = row.and_then(|row| walks(cx, who, row)) {
            let number = Who(cx.state().creatures.len() as u16);
            let rule = sheet.kind.unwrap_or(rule);
            creature.sheet.like.into_iter().for_each(|like| cx.cite(like));
            cx.record(rule, Fact::Joined { who: number, creature: Box::new(creature) });
            purse(cx, rule, who, gems);
            continue;
        }
        let taken = slot.is_some_and(|slot| worn_at(cx.at(), who, slot).is_some());
        let place = if item.place == Place::Worn && taken { Place::Pack } else { item.place };
        let item = Item { place, ..item };
        cx.record(rule, Fact::Bought { who, sheet: sheet.clone(), item, gems });
    }
    Ok(())
}

/// What one buys and does not carry: a beast, or something to ride in.
fn walks(cx: &Cx<'_, DirkRules>, who: Who, row: &Power) -> Option<Creature> {
    let state = cx.state();
    let free = |name: &str| state.everybody().all(|one| state.sheet(one).name != name);
    let names = (1u16..).map(|nth| if nth == 1 { row.name.clone() } else { format!("{} {nth}", row.name) });
    let name = names.into_iter().find(|name| free(name))?;
    let beast = row.creature.and_then(|id| cx.book().creatures.get(id.as_str()));
    let mut creature = match (beast, &row.vehicle) {
        (Some(beast), _) => creature_like(cx.book(), beast, &name),
        (None, Some(vehicle)) => built(row, vehicle, &name),
        (None, None) => return None,
    };
    let owner = state.sheet(who);
    creature.sheet = Shared::new(Sheet { side: owner.side, seat: owner.seat, ..(*creature.sheet).clone() });
    Some(creature)
}

fn built(row: &Power, vehicle: &Vehicle, name: &str) -> Creature {
    let mut creature = blank(name, Some(row.id));
    creature.live.scores = [vehicle.str, vehicle.dex, 0];
    creature.live.hp = vehicle.hp;
    creature.live.ap = vehicle.ap;
    let sheet = Sheet {
        full: creature.live.scores,
        full_hp: vehicle.hp,
        full_ap: vehicle.ap,
        speed: vehicle.speed,
        ..(*creature.sheet).clone()
    };
    creature.sheet = Shared::new(sheet);
    creature
}

deed! {
    /// Sells a thing of one's own: half its price, unless the referee names another.
    #[derive(Copy)]
    pub struct Sell(form: DirkRules) {
        who: Who = customer(form)?,
        item: u8 = to_sell(form, who)?,
    }
}

/// The field `item`, where there is anything to sell.
fn to_sell(form: &mut Filling<'_, DirkRules>, who: Who) -> Filled<u8> {
    let at = form.at();
    form.only_if(DirkRules::things(at, who).next().is_some())?;
    form.named("item", "What", DirkRules::things(at, who), |name| DirkRules::thing_named(at, who, name))
}

impl Deed<DirkRules> for Sell {
    const CARD: Card = Card::acting("Sell", "Things").rule(rules::DK_EQUIP_01);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (rule, Self { who, item }) = (rules::DK_EQUIP_01, *self);
        is_alive(may, who)?;
        not_fighting(may, rule)?;
        let now = may.state.live(who).items.get(usize::from(item));
        may.not_if(now.is_none_or(|now| now.place == Place::Gone), || {
            Refusal::new(rule, "no-such-thing", "There is no such thing to sell.")
        })?;
        Ok(in_use(may.at(), who, item)?)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let (rule, Self { who, item }) = (rules::DK_EQUIP_01, self);
        let at = usize::from(item);
        let new = world::worth(cx.at(), &cx.state().sheet(who).items[at]);
        let half = if cx.state().live(who).items[at].wear == Wear::Whole { new / 2 } else { 0 };
        let gems = u32::from(cx.ask(Seat::GM, Fetches { who, item, half: half.min(9_999) as u16 })?);
        let to = cx.state().sheet(who).gems.saturating_add(gems);
        cx.record(rule, Fact::Trade(TradeFact::Sold { who, item, gems }));
        purse(cx, rule, who, to);
        Ok(())
    }
}

/// Asks what a used thing fetches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fetches {
    /// Who sells.
    pub who: Who,
    /// Which thing.
    pub item: u8,
    /// Half its price.
    pub half: u16,
}

impl Question<DirkRules> for Fetches {
    type Answer = u16;

    fn form(&self, at: At<'_, DirkRules>) -> Form {
        let thing = at.state.sheet(self.who).items.get(usize::from(self.item));
        let thing = thing.map_or("thing", |thing| &thing.name);
        Form {
            name: "price",
            rule: rules::DK_EQUIP_01,
            question: format!("How many gems does the used {thing} fetch? Half is {}.", self.half),
            kind: PromptKind::Number,
            domain: Domain::amount(0, 9_999),
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: At<'_, DirkRules>, answer: &u16) -> Result<(), Refusal> {
        if *answer <= 9_999 {
            return Ok(());
        }
        let sentence = "Nothing fetches more than 9,999 gems.";
        Err(Refusal::new(rules::DK_EQUIP_01, "too-much", sentence).with("most", 9_999))
    }

    fn choices(&self, _at: At<'_, DirkRules>) -> Choices<u16> {
        Choices::Some(vec![self.half, 0, self.half.saturating_mul(2)])
    }

    fn instinct(&self, _at: At<'_, DirkRules>) -> u16 {
        self.half
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}
