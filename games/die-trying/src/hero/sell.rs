//! Getting rid of things: a new hero gives them back for what they cost, later they are sold for half of it.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{At, Cx, Flow, Judgement, Lane, Refusal, RuleId, RulingOption, Seat, Who, deed};

use super::draft::{MAKING, made_at, may_step, note};
use super::shop::{shop_here, today};
use crate::DieTrying;
use crate::combat::{at_leisure, may_in_peace, may_know};
use crate::fact::GearFact;
use crate::gear::own_thing;
use crate::rules;
use crate::state::{Item, ItemSheet, Place, Step, Ware};

deed! {
    /// A new hero gives a thing back for what it cost.
    #[derive(Copy)]
    pub struct GiveBack(form: DieTrying) {
        who: Who = made_at(form, |step| step >= Step::Equipment)?,
        /// Which thing.
        item: u8 = {
            let owned = |_: &ItemSheet, item: &Item| item.place.is_carried();
            own_thing(form, who, "give-back", |name| format!("Give back the {name}"), owned)?
        },
    }
}

deed! {
    /// Sells a thing for half its price.
    #[derive(Copy)]
    pub struct Sell(form: DieTrying) {
        who: Who = at_leisure(form)?,
        /// Which thing.
        item: u8 = {
            let worth = |sheet: &ItemSheet, item: &Item| {
                item.place.is_carried() && item.place != Place::Worn && sheet.price > 0
            };
            own_thing(form, who, "sell", |name| format!("Sell the {name}"), worth)?
        },
    }
}

/// A thing somebody has with them.
fn may_part(may: May<'_, DieTrying>, who: Who, item: u8, rule: RuleId) -> Lawful<(&ItemSheet, Item)> {
    let one = may.state.one(who);
    let at = usize::from(item);
    match (one.sheet.items.get(at), one.live.items.get(at)) {
        (Some(thing), Some(now)) if now.place.is_carried() && now.count > 0 => Ok((thing, *now)),
        _ => may.no(|| {
            let sentence = format!("{} has no such thing.", may.state.name(who));
            Refusal::new(rule, "no-such-thing", sentence)
        }),
    }
}

/// Packs of a thing: what is sold by the dozen is counted so.
fn packs(at: At<'_, DieTrying>, thing: &ItemSheet, now: Item) -> u16 {
    let row = thing.kind.and_then(|kind| at.book.gear.get(kind.as_str()));
    now.count / row.map_or(1, |row| row.pack.max(1))
}

/// A thing is gone for so much silver.
fn gone_for(cx: &mut Cx<'_, DieTrying>, who: Who, item: u8, silver: u32, rule: RuleId) {
    let to = cx.state().sheet(who).silver + silver;
    cx.record(rule, GearFact::Placed { who, item, to: Place::Gone }.into());
    cx.record(rule, GearFact::Left { who, item, count: 0, left: 0 }.into());
    cx.record(rule, GearFact::Silver { who, to }.into());
}

impl Deed<DieTrying> for GiveBack {
    const CARD: Card = Card::making("Give something back", MAKING).rule(rules::DT_CHAR_11);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_step(may, self.who, Step::Equipment)?;
        may_part(may, self.who, self.item, rules::DT_CHAR_11).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let (Self { who, item }, rule) = (self, rules::DT_CHAR_11);
        let (thing, now) = may_part(May::quiet(cx.at(), by), who, item, rule)?;
        let paid = u32::from(thing.price) * u32::from(packs(cx.at(), thing, now));
        gone_for(cx, who, item, paid, rule);
        note(cx, who, |draft| draft.equipped = false);
        Ok(())
    }
}

impl Deed<DieTrying> for Sell {
    const CARD: Card = Card::acting("Sell something", "Between fights").rule(rules::DT_HOUSE_17H);

    fn lane(&self) -> Lane {
        Lane::Hero(self.who)
    }

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let (Self { who, item }, rule) = (*self, rules::DT_HOUSE_17H);
        may_know(may, who)?;
        may.outright_if(may.state.sheet(who).draft.is_some(), || {
            let sentence = "A new hero gives things back instead.";
            Refusal::new(rules::DT_CHAR_01, "being-made", sentence)
        })?;
        may_in_peace(may, rule)?;
        let (thing, _) = may_part(may, who, item, rule)?;
        may.not_if(thing.price == 0, || {
            let sentence = format!("Nobody has a price for the {}.", thing.name);
            Refusal::new(rule, "no-price", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let (Self { who, item }, rule, book) = (self, rules::DT_HOUSE_17H, cx.book());
        let (thing, now) = may_part(May::quiet(cx.at(), by), who, item, rule)?;
        let (name, price) = (thing.name.clone(), u32::from(thing.price));
        let each = if thing.ware == Ware::Artifact { price } else { price / 2 };
        let count = u32::from(packs(cx.at(), thing, now).max(1));
        let row = thing.kind.and_then(|kind| book.artifacts.get(kind.as_str()));
        if let Some(row) = row {
            cx.cite(row.id);
        }
        let collector = row.and_then(|row| row.collector).map(u32::from);
        let Some(each) = buyer(cx, who, &name, each, collector)? else { return Ok(()) };
        gone_for(cx, who, item, each * count, rule);
        Ok(())
    }
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
