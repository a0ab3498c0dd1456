//! Protection: which pieces guard a part, marks on them, putting them right.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};
use smallvec::SmallVec;

use super::injury::Hurt;
use crate::GutsPlus;
use crate::combat::{may_act, takes_action};
use crate::fact::HealthFact;
use crate::form;
use crate::gm::{decide, settled};
use crate::question::{Decide, Matter};
use crate::roll::able;
use crate::rules;
use crate::state::{HOUR, Item, ItemSheet, MARKS, MINUTE, State};

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

/// Who can put right what took marks, and the pieces that did.
fn worn_out(form: &mut Filling<'_, GutsPlus>, ruined: bool) -> Filled<Who> {
    let who = form.actor()?;
    let able = form.state.creature(who).is_some_and(|one| one.can_act());
    form.only_if(able && !marked(form.state, who, ruined).is_empty())?;
    Ok(who)
}

fn marked(state: &State, who: Who, ruined: bool) -> Vec<(String, String)> {
    let things = state.creature(who).into_iter().flat_map(|one| one.sheet.items.iter().zip(&one.live.items));
    let fit = |(sheet, now): &(&ItemSheet, &Item)| {
        let protects = !sheet.natural && (!sheet.covers.is_empty() || sheet.lenient);
        protects && !now.gone && now.ruined == ruined && (now.ruined || now.marks > 0)
    };
    form::names(things.filter(fit).map(|(sheet, _)| sheet.name.as_str()))
}

/// The piece somebody means, with marks on it.
fn may_mend(may: May<'_, GutsPlus>, who: Who, name: &str) -> Lawful<u8> {
    let rule = rules::GP_PROT_03;
    able(may, who)?;
    let one = may.state.one(who);
    let Some(item) = one.thing(name) else {
        return may.no(|| Refusal::new(rule, "no-item", format!("{} has no {name}.", one.sheet.name)));
    };
    let (sheet, now) = (&one.sheet.items[usize::from(item)], &one.live.items[usize::from(item)]);
    may.not_if(sheet.covers.is_empty() && !sheet.lenient, || {
        Refusal::new(rule, "no-protection", format!("The {name} protects nothing."))
    })?;
    may.not_if(sheet.natural, || {
        let sentence = format!("The {name} is grown: it is whole again a day after the fight.");
        Refusal::new(rules::GP_HOUSE_01H, "natural", sentence)
    })?;
    may.not_if(now.marks == 0 && !now.ruined, || {
        Refusal::new(rule, "whole", format!("The {name} has no marks."))
    })?;
    Ok(item)
}

deed! {
    /// Puts protection right: the active action in a fight, a minute otherwise.
    #[serde(deny_unknown_fields)]
    pub struct Readjust(form: GutsPlus) {
        who: Who = worn_out(form, false)?,
        /// Which piece.
        item: String = form.one_of("item", "Which", marked(form.state, who, false))?,
    }
}

impl Deed<GutsPlus> for Readjust {
    const CARD: Card = Card::acting("Put protection right", "Act").rule(rules::GP_PROT_03);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let item = may_mend(may, self.who, &self.item)?;
        may.not_if(may.state.live(self.who).items[usize::from(item)].ruined, || {
            Refusal::new(rules::GP_PROT_04, "ruined", format!("The {} must be repaired.", self.item))
        })?;
        if may.state.fights(self.who) { may_act(may, self.who) } else { Ok(()) }
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let (rule, Self { who, item: name }) = (rules::GP_PROT_03, self);
        let Some(item) = cx.state().one(who).thing(&name) else { return Ok(()) };
        takes_action(cx, who, rules::GP_COMB_04, &format!("puts the {name} right"))?;
        let from = cx.state().live(who).items[usize::from(item)].clone();
        let to = Item { marks: 0, ..from.clone() };
        if cx.state().battle.is_some() {
            cx.record(rule, HealthFact::Item { who, item, from, to }.into());
            return Ok(());
        }
        let question = format!("How long does it take {} to put the {name} right?", cx.state().name(who));
        let matter = Decide::new(Matter::HowLong, &name, question)
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
}

deed! {
    /// Repairs protection, once the fight is over.
    #[serde(deny_unknown_fields)]
    pub struct Repair(form: GutsPlus) {
        who: Who = worn_out(form, true)?,
        /// Which piece.
        item: String = form.one_of("item", "Which", marked(form.state, who, true))?,
    }
}

impl Deed<GutsPlus> for Repair {
    const CARD: Card = Card::acting("Repair protection", "Act").rule(rules::GP_PROT_04);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may_mend(may, self.who, &self.item)?;
        may.outright_if(may.state.battle.is_some(), || {
            Refusal::new(rules::GP_PROT_04, "in-battle", "Nothing is repaired before the fight is over.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let who = self.who;
        let Some(item) = cx.state().one(who).thing(&self.item) else { return Ok(()) };
        let from = cx.state().live(who).items[usize::from(item)].clone();
        let to = Item { marks: 0, ruined: false, ..from.clone() };
        cx.record(rules::GP_PROT_04, HealthFact::Item { who, item, from, to }.into());
        Ok(())
    }
}
