//! Getting rid of things: a new hero gives them back for what they cost, later they are sold for half of it.

use boneyard_table::{Cx, Flow, Judgement, Refusal, RulingOption, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::draft::{at_step, note};
use super::shop::{shop_here, today};
use crate::DieTrying;
use crate::combat::{known, out_of_fight};
use crate::fact::GearFact;
use crate::rules;
use crate::state::{Draft, Item, ItemSheet, Place, State, Step, Ware};

/// Gives a thing back, or sells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// Who.
    pub who: Who,
    /// Which thing.
    pub item: u8,
}

/// A new hero gives a thing back for what it cost.
pub fn give_back(cx: &mut Cx<'_, DieTrying>, deal: Deal) -> Flow {
    let draft = at_step(cx, deal.who, Step::Equipment)?;
    let (who, rule) = (deal.who, rules::DT_CHAR_11);
    let (thing, now) = owned_thing(cx.state(), deal, rule)?;
    let pack =
        cx.book().gear.get(thing.kind.map_or("", |kind| kind.as_str())).map_or(1, |row| row.pack.max(1));
    let paid = u32::from(thing.price) * u32::from(now.count / pack);
    let to = cx.state().sheet(who).silver + paid;
    cx.record(rule, GearFact::Placed { who, item: deal.item, to: Place::Gone }.into());
    cx.record(rule, GearFact::Left { who, item: deal.item, count: 0, left: 0 }.into());
    cx.record(rule, GearFact::Silver { who, to }.into());
    note(cx, who, Draft { equipped: false, ..draft });
    Ok(())
}

/// Sells a thing for half its price.
pub fn sell(cx: &mut Cx<'_, DieTrying>, deal: Deal) -> Flow {
    let (who, rule) = (deal.who, rules::DT_HOUSE_17H);
    known(cx.state(), who)?;
    if cx.state().sheet(who).draft.is_some() {
        return refuse(Refusal::new(
            rules::DT_CHAR_01,
            "being-made",
            "A new hero gives things back instead.",
        ));
    }
    out_of_fight(cx.state(), rule)?;
    let (thing, now) = owned_thing(cx.state(), deal, rule)?;
    if thing.price == 0 {
        let sentence = format!("Nobody has a price for the {}.", thing.name);
        return refuse(Refusal::new(rule, "no-price", sentence));
    }
    let (name, price, artifact) = (thing.name.clone(), u32::from(thing.price), thing.ware == Ware::Artifact);
    let pack =
        cx.book().gear.get(thing.kind.map_or("", |kind| kind.as_str())).map_or(1, |row| row.pack.max(1));
    let each = if artifact { price } else { price / 2 };
    let count = u32::from((now.count / pack).max(1));
    let row = thing.kind.and_then(|kind| cx.book().artifacts.get(kind.as_str()));
    if let Some(row) = row {
        cx.cite(row.id);
    }
    let collector = row.and_then(|row| row.collector).map(u32::from);
    let Some(each) = buyer(cx, who, &name, each, collector)? else { return Ok(()) };
    let worth = each * count;
    let to = cx.state().sheet(who).silver + worth;
    cx.record(rule, GearFact::Placed { who, item: deal.item, to: Place::Gone }.into());
    cx.record(rule, GearFact::Left { who, item: deal.item, count: 0, left: 0 }.into());
    cx.record(rule, GearFact::Silver { who, to }.into());
    Ok(())
}

/// What somebody pays for one of it, if the TS says that anybody does; a collector may pay more.
fn buyer(
    cx: &mut Cx<'_, DieTrying>,
    who: Who,
    name: &str,
    each: u32,
    collector: Option<u32>,
) -> Flow<Option<u32>> {
    let what = format!("a buyer for the {name}");
    let Some(more) = collector else { return Ok(shop_here(cx, who, &what)?.then_some(each)) };
    let rule = rules::DT_HOUSE_17H;
    let (seller, tag) = (cx.state().name(who).to_owned(), today(cx.state(), &what));
    let judgement = || Judgement {
        rule,
        tag: tag.clone(),
        question: format!("{seller} wants to sell the {name}. To whom?"),
        about: Vec::new(),
        options: vec![
            RulingOption::new("yes", format!("Somebody takes it for {each} SP")),
            RulingOption::new("collector", format!("A collector takes it for {more} SP")),
            RulingOption::new("no", "Nobody here"),
        ],
        proposal: 0,
        why: "Collectors are rare.".into(),
        precedents: Vec::new(),
    };
    match cx.judge(rule, 0, &judgement)?.option() {
        0 => Ok(Some(each)),
        1 => Ok(Some(more)),
        _ => {
            cx.record(rule, crate::fact::HeroFact::NotAllowed { who, what }.into());
            Ok(None)
        }
    }
}

fn owned_thing(
    state: &State,
    deal: Deal,
    rule: boneyard_table::RuleId,
) -> Result<(&ItemSheet, Item), Refusal> {
    let one = state.one(deal.who);
    let at = usize::from(deal.item);
    match (one.sheet.items.get(at), one.live.items.get(at)) {
        (Some(thing), Some(now)) if now.place.is_carried() && now.count > 0 => Ok((thing, *now)),
        _ => {
            let sentence = format!("{} has no such thing.", state.name(deal.who));
            Err(Refusal::new(rule, "no-such-thing", sentence))
        }
    }
}
