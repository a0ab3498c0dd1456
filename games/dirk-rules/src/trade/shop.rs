//! Buying and selling: prices, load, whether it is for sale at all.

use boneyard_table::view::{Domain, PromptKind, Stakes};
use boneyard_table::{
    At, Choices, Cx, Flow, Form, Judgement, Question, Refusal, RuleId, RulingOption, Seat, Stance, Who,
    refuse,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::hand::in_use;
use super::{TradeFact, purse};
use crate::DirkRules;
use crate::book::{Power, Vehicle};
use crate::check::alive;
use crate::fact::{Fact, blank};
use crate::gear::{bears, slot_of, wares, worn_at};
use crate::hero::creature_like;
use crate::power;
use crate::rules;
use crate::state::{Creature, Item, ItemSheet, Kept, MOST_THINGS, Place, Sheet, Wear};
use crate::tell::gems_in_words;
use crate::world;

/// Something to buy in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shopping {
    /// Who buys.
    pub who: Who,
    /// What.
    pub thing: String,
    /// How many, or for how many days or weeks.
    #[serde(default = "one")]
    pub count: u16,
}

fn one() -> u16 {
    1
}

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

/// Buys something in play, or pays for a service. Whether it is for sale is for the referee to say.
pub fn shop(cx: &mut Cx<'_, DirkRules>, by: Seat, call: &Shopping) -> Flow {
    let rule = rules::DK_EQUIP_02;
    let Shopping { who, ref thing, count } = *call;
    alive(cx.at(), who)?;
    if cx.state().battle.is_some() {
        return refuse(Refusal::new(rule, "in-battle", "There is no time for that in a battle."));
    }
    if count == 0 || count > 60 {
        return refuse(Refusal::new(rule, "how-many", "Buy 1 to 60 at once.").with("most", 60));
    }
    let book = cx.book();
    let service = book.goods.iter().find(|row| row.name == *thing && row.weight.is_none());
    if let Some(row) = service {
        let price = row.gems * u32::from(count);
        let left = affordable(cx.at(), who, thing, price)?;
        if !for_sale(cx, by, who, thing)? {
            return Ok(());
        }
        cx.record(row.rule, Fact::Trade(TradeFact::Paid { who, what: thing.clone(), count }));
        purse(cx, row.rule, who, left);
        return Ok(());
    }
    let listed = wares(book, thing).filter(|_| book.powerups.named(thing).is_none());
    let Some((sheet, item, price)) = listed else {
        return refuse(Refusal::new(rule, "no-such-ware", format!("There is no {thing} on the lists.")));
    };
    let ware = Ware { sheet, item, price };
    dear_and_heavy(cx.at(), who, &ware, count)?;
    if !for_sale(cx, by, who, thing)? {
        return Ok(());
    }
    pay_for(cx, rule, who, ware, count)
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

fn affordable(at: At<'_, DirkRules>, who: Who, thing: &str, price: u32) -> Result<u32, Refusal> {
    let gems = at.state.sheet(who).gems;
    gems.checked_sub(price).ok_or_else(|| {
        let sentence = format!("The {thing} costs {}; {gems} are left.", gems_in_words(price));
        Refusal::new(rules::DK_EQUIP_01, "too-dear", sentence).with("cost", price).with("gems", gems)
    })
}

/// Refuses what costs too much, weighs too much or is one thing too many; gives the price of one.
fn dear_and_heavy(at: At<'_, DirkRules>, who: Who, ware: &Ware, count: u16) -> Result<u32, Refusal> {
    let (sheet, own) = (&ware.sheet, at.state.sheet(who));
    let slot = sheet.kind.and_then(|kind| slot_of(at.book, kind));
    let price = ware.price + power::surcharge(at, who, slot).len() as u32;
    let number = usize::from(count);
    let mut unmet: Vec<Refusal> = Vec::new();
    if own.items.len() + number > MOST_THINGS || at.state.creatures.len() + number > 500 {
        let sentence = format!("Nobody keeps more than {MOST_THINGS} things.");
        unmet.push(Refusal::new(rules::DK_EQUIP_01, "too-many", sentence).with("most", MOST_THINGS));
    }
    unmet.extend(affordable(at, who, &sheet.name, price * u32::from(count)).err());
    unmet.extend(bears(at, who, &sheet.name, u32::from(sheet.weight) * u32::from(count)).err());
    match unmet.into_iter().reduce(Refusal::and) {
        Some(refusal) => Err(refusal),
        None => Ok(price),
    }
}

/// Pays for something and takes it along, or leads it away.
pub(crate) fn pay_for(cx: &mut Cx<'_, DirkRules>, rule: RuleId, who: Who, ware: Ware, count: u16) -> Flow {
    let price = dear_and_heavy(cx.at(), who, &ware, count)?;
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
    creature.sheet = Kept::new(Sheet { side: owner.side, seat: owner.seat, ..(*creature.sheet).clone() });
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
    creature.sheet = Kept::new(sheet);
    creature
}

/// Sells a thing of one's own: half its price, unless the referee names another.
pub fn sell(cx: &mut Cx<'_, DirkRules>, who: Who, item: u8) -> Flow {
    let rule = rules::DK_EQUIP_01;
    alive(cx.at(), who)?;
    if cx.state().battle.is_some() {
        return refuse(Refusal::new(rule, "in-battle", "There is no time for that in a battle."));
    }
    let at = usize::from(item);
    let (live, sheet) = (cx.state().live(who), cx.state().sheet(who));
    let thing =
        sheet.items.get(at).filter(|_| live.items.get(at).is_some_and(|now| now.place != Place::Gone));
    let Some(thing) = thing else {
        return refuse(Refusal::new(rule, "no-such-thing", "There is no such thing to sell."));
    };
    in_use(cx.at(), who, item)?;
    let new = world::worth(cx.at(), thing);
    let half = if live.items[at].wear == Wear::Whole { new / 2 } else { 0 };
    let gems = u32::from(cx.ask(Seat::GM, Fetches { who, item, half: half.min(9_999) as u16 })?);
    let to = cx.state().sheet(who).gems.saturating_add(gems);
    cx.record(rule, Fact::Trade(TradeFact::Sold { who, item, gems }));
    purse(cx, rule, who, to);
    Ok(())
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
