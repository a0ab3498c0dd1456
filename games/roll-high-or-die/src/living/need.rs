//! Food, water and sleep: what is taken during a Day, and what a day that has passed makes of it.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::view::count;
use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, deed};

use super::THE_DAY;
use super::plan::member;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::body::hit_dice;
use crate::book::Book;
use crate::combat::{able, at_ease, known};
use crate::fact::{GearFact, HurtFact, LivingFact};
use crate::house::{RationIncludesWater, RestExactFour};
use crate::hurt::{Gain, ease, gain, wound};
use crate::passive::{self, Situation};
use crate::picks::unasked_thing;
use crate::rules;
use crate::state::{Condition, Item, Spending, State, Tally};

deed! {
    /// Somebody eats.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Eat(form: RollHighOrDie) {
        /// Who.
        who: Who = {
            let (who, at) = (member(form)?, form.at());
            form.only_if(may_eat(at, who, 1))?;
            who
        },
        /// From which Ration; the first there is, if nothing is said.
        #[serde(default)]
        item: Option<u8> = unasked_thing(form, "item", who)?,
        /// How many meals.
        #[serde(default = "one")]
        meals: u8 = {
            let at = form.at();
            several(form, "meals", "How many meals", MEALS, |meals| may_eat(at, who, meals))?
        },
    }
}

fn may_eat(at: At<'_, RollHighOrDie>, who: Who, meals: u8) -> bool {
    check_eat(at.state, at.book, Eat { who, item: None, meals }).is_ok()
}

deed! {
    /// Somebody drinks.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Drink(form: RollHighOrDie) {
        /// Who.
        who: Who = {
            let (who, at) = (member(form)?, form.at());
            form.only_if(may_drink(at, who, 1))?;
            who
        },
        /// From which Waterskin; the first there is, if nothing is said.
        #[serde(default)]
        item: Option<u8> = unasked_thing(form, "item", who)?,
        /// How many half gallons.
        #[serde(default = "one")]
        halves: u8 = {
            let at = form.at();
            several(form, "halves", "How many half gallons", 2, |halves| may_drink(at, who, halves))?
        },
    }
}

fn may_drink(at: At<'_, RollHighOrDie>, who: Who, halves: u8) -> bool {
    check_drink(at.state, at.book, Drink { who, item: None, halves }).is_ok()
}

/// How many at once: asked where more than one can be had.
fn several(
    form: &mut Filling<'_, RollHighOrDie>,
    name: &'static str,
    label: &'static str,
    most: u8,
    had: impl Fn(u8) -> bool,
) -> Filled<u8> {
    let most = (2..=most).rev().find(|many| had(*many));
    let many = match most {
        Some(most) if !form.is_written() => form.maybe_amount(name, label, 1..=most.into())?,
        _ => form.unasked(name)?,
    };
    Ok(many.unwrap_or(1))
}

deed! {
    /// Somebody fills every Waterskin where there is water.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Refill(form: RollHighOrDie) {
        /// Who.
        who: Who = {
            let (who, at) = (member(form)?, form.at());
            form.only_if(!thirsty(at, who).is_empty())?;
            who
        },
    }
}

/// Sixths of a gallon in half of one.
const HALF: u8 = 3;
/// Meals of a day.
const MEALS: u8 = 3;

fn one() -> u8 {
    1
}

/// The rules of a thing that feeds: a Ration or a Waterskin.
fn stock(state: &State, book: &Book, who: Who, hook: &str, item: Option<u8>, least: u8) -> Option<u8> {
    let one = state.one(who);
    let feeds = |number: usize| {
        let thing = &one.sheet.items[number];
        let row = thing.like.and_then(|like| book.gear.get(like.as_str()));
        row.is_some_and(|row| row.hook.as_deref() == Some(hook))
    };
    let there = |number: usize| {
        let now = &one.live.items[number];
        now.place.is_carried()
            && now.count > 0
            && left_in(now, full(state, book, who, number)) >= u16::from(least)
    };
    let fits = |number: &usize| *number < one.live.items.len() && feeds(*number) && there(*number);
    match item {
        Some(item) => Some(usize::from(item)).filter(fits),
        None => (0..one.sheet.items.len()).find(fits),
    }
    .map(|number| number as u8)
}

/// Charges of a whole one.
fn full(state: &State, book: &Book, who: Who, number: usize) -> u8 {
    let like = state.sheet(who).items.get(number).and_then(|thing| thing.like);
    like.and_then(|like| book.gear.get(like.as_str())).and_then(|row| row.charges).unwrap_or(0)
}

/// Everything in a stack: what is left of the one that is begun, and the whole ones.
fn left_in(now: &Item, full: u8) -> u16 {
    u16::from(now.charges) + now.count.saturating_sub(1) * u16::from(full)
}

fn meal_time(state: &State, who: Who) -> Result<(), Refusal> {
    let rule = rules::RH_NEED_01;
    known(state, who)?;
    able(state, who)?;
    at_ease(state, rule)?;
    match state.days.spends(who) {
        Some(Spending::Active) => {
            let sentence = "Meals and water are for Travel and Resting Watches, not for an Active one.";
            Err(Refusal::new(rule, "active-watch", sentence))
        }
        None => Err(Refusal::new(rule, "no-watch", "No Watch is under way to eat or drink in.")),
        Some(_) => Ok(()),
    }
}

/// Whether somebody may eat so much now, and from what.
fn check_eat(state: &State, book: &Book, eat: Eat) -> Result<u8, Refusal> {
    meal_time(state, eat.who)?;
    if eat.meals == 0 || eat.meals > MEALS {
        return Err(Refusal::new(
            rules::RH_NEED_01,
            "so-many-meals",
            "A Ration has 3 meals: eat from 1 to 3.",
        ));
    }
    stock(state, book, eat.who, "ration", eat.item, eat.meals).ok_or_else(|| {
        let sentence = format!(
            "{} carries no Ration with {} left.",
            state.name(eat.who),
            count(eat.meals, "meal", "meals")
        );
        Refusal::new(rules::RH_NEED_01, "no-food", sentence).with("meals", eat.meals)
    })
}

/// Takes charges out of a thing; what is empty and cannot be filled is gone.
fn take(cx: &mut Cx<'_, RollHighOrDie>, who: Who, item: u8, charges: u8, fills: bool) {
    let rule = rules::RH_EQUIP_03;
    let full = full(cx.state(), cx.book(), who, usize::from(item));
    if let Some(entry) = cx.state().sheet(who).items[usize::from(item)].like {
        cx.cite(entry);
    }
    let now = &cx.state().live(who).items[usize::from(item)];
    let before = now.count;
    if fills || full == 0 {
        let left = now.charges.saturating_sub(charges);
        record(cx, rule, GearFact::Charges { who, item, left }.into());
        return;
    }
    let total = left_in(now, full).saturating_sub(charges.into());
    let count = total.div_ceil(full.into());
    let left = total - count.saturating_sub(1) * u16::from(full);
    record(cx, rule, GearFact::Charges { who, item, left: u8::try_from(left).unwrap_or(0) }.into());
    if count != before {
        record(cx, rule, GearFact::Count { who, item, count }.into());
    }
}

impl Deed<RollHighOrDie> for Eat {
    const CARD: Card = Card::acting("Eat a meal", THE_DAY).rule(rules::RH_NEED_01);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        check_eat(may.state, may.book, *self)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let item = check_eat(cx.state(), cx.book(), self)?;
        take(cx, self.who, item, self.meals, false);
        fed(cx, self.who, self.meals);
        Ok(())
    }
}

/// Somebody has had so many meals more.
pub(super) fn fed(cx: &mut Cx<'_, RollHighOrDie>, who: Who, meals: u8) {
    let had = &cx.state().sheet(who).day;
    let wet = if cx.state().house.ration_includes_water == RationIncludesWater::On { 2 * meals } else { 0 };
    let (meals, water) = (had.meals.saturating_add(meals), had.water.saturating_add(wet));
    record(cx, rules::RH_NEED_01, LivingFact::Ate { who, meals, water }.into());
}

/// Whether somebody may drink so much now, and from what.
fn check_drink(state: &State, book: &Book, drink: Drink) -> Result<u8, Refusal> {
    meal_time(state, drink.who)?;
    if drink.halves == 0 || drink.halves > 2 {
        let sentence = "A Waterskin holds 2 half gallons: drink 1 or 2.";
        return Err(Refusal::new(rules::RH_NEED_01, "so-much-water", sentence));
    }
    stock(state, book, drink.who, "waterskin", drink.item, drink.halves).ok_or_else(|| {
        let sentence = format!("{} carries no Waterskin with that much in it.", state.name(drink.who));
        Refusal::new(rules::RH_NEED_01, "no-water", sentence).with("halves", drink.halves)
    })
}

impl Deed<RollHighOrDie> for Drink {
    const CARD: Card = Card::acting("Drink half a gallon", THE_DAY).rule(rules::RH_NEED_01);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        check_drink(may.state, may.book, *self)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let item = check_drink(cx.state(), cx.book(), self)?;
        take(cx, self.who, item, self.halves, true);
        drunk(cx, self.who, self.halves);
        Ok(())
    }
}

/// Somebody has had so many half gallons more.
pub(super) fn drunk(cx: &mut Cx<'_, RollHighOrDie>, who: Who, halves: u8) {
    let water = cx.state().sheet(who).day.water.saturating_add(HALF.saturating_mul(halves));
    record(cx, rules::RH_NEED_01, LivingFact::Drank { who, water }.into());
}

/// The Waterskins that are not full, and what goes into each.
fn thirsty(at: At<'_, RollHighOrDie>, who: Who) -> Vec<(u8, u8)> {
    let Some(one) = at.state.creature(who) else { return Vec::new() };
    let all = (0u8..).zip(one.sheet.items.iter().zip(&one.live.items));
    let carried = all.filter(|(_, (_, now))| now.place.is_carried() && now.count > 0);
    carried
        .filter_map(|(number, (thing, now))| {
            let row = thing.like.and_then(|like| at.book.gear.get(like.as_str()));
            let full = row.filter(|row| row.hook.as_deref() == Some("waterskin"))?.charges.unwrap_or(0);
            (now.charges < full).then_some((number, full))
        })
        .collect()
}

impl Deed<RollHighOrDie> for Refill {
    const CARD: Card = Card::acting("Fill the Waterskin", THE_DAY).rule(rules::RH_NEED_03);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let (rule, who) = (rules::RH_NEED_03, self.who);
        known(may.state, who)?;
        able(may.state, who)?;
        at_ease(may.state, rule)?;
        may.not_if(thirsty(may.at(), who).is_empty(), || {
            let sentence = format!("{} has no Waterskin to fill.", may.state.name(who));
            Refusal::new(rule, "nothing-to-fill", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        for (item, left) in thirsty(cx.at(), self.who) {
            record(cx, rules::RH_NEED_03, GearFact::Charges { who: self.who, item, left }.into());
        }
        Ok(())
    }
}

/// Rain runs into somebody's Waterskins, so many half gallons of it.
pub(super) fn caught(cx: &mut Cx<'_, RollHighOrDie>, who: Who, halves: u8, rule: boneyard_table::RuleId) {
    let mut left = halves;
    for number in 0..cx.state().live(who).items.len() {
        let most = full(cx.state(), cx.book(), who, number);
        let one = cx.state().one(who);
        let row = one.sheet.items[number].like.and_then(|like| cx.book().gear.get(like.as_str()));
        let skin = row.is_some_and(|row| row.hook.as_deref() == Some("waterskin"));
        let now = &one.live.items[number];
        let more = most.saturating_sub(now.charges).min(left);
        if skin && more > 0 && now.place.is_carried() && now.count > 0 {
            let charges = now.charges + more;
            left -= more;
            record(cx, rule, GearFact::Charges { who, item: number as u8, left: charges }.into());
        }
    }
}

/// What a day's food or water came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Had {
    Full,
    Half,
    Less,
}

fn food(cx: &mut Cx<'_, RollHighOrDie>, who: Who, had: &Tally) -> Had {
    let (rule, gut) = (rules::RH_NEED_02, passive::hook(cx.state(), cx.book(), who, "iron-gut"));
    // One meal and a half are two of three, for the one who counts whole ones.
    let came = match had.meals {
        MEALS.. => Had::Full,
        2 => Had::Half,
        _ => Had::Less,
    };
    let came = match (came, gut) {
        (Had::Half, Some(entry)) => {
            cx.cite(entry);
            Had::Full
        }
        (came, _) => came,
    };
    cx.cite(rules::RH_NEED_06);
    cx.cite(rules::RH_STATE_03);
    match came {
        Had::Full => {
            ease(cx, who, Condition::Hungry, None, rule);
            ease(cx, who, Condition::Starving, None, rule);
        }
        Had::Half => {
            gain(cx, who, Gain::new(Condition::Hungry, rule));
            ease(cx, who, Condition::Starving, None, rule);
        }
        Had::Less => {
            gain(cx, who, Gain::new(Condition::Starving, rule));
        }
    }
    came
}

fn water(cx: &mut Cx<'_, RollHighOrDie>, who: Who, had: &Tally) -> Had {
    let (rule, camel) = (rules::RH_NEED_03, passive::hook(cx.state(), cx.book(), who, "camel"));
    let halves = passive::number(cx.state(), cx.book(), who, "water-full", 2, Situation::default());
    let full = u8::try_from(halves).unwrap_or(2) * HALF;
    let came = match had.water {
        had if had >= full => Had::Full,
        had if had >= full / 2 => Had::Half,
        _ => Had::Less,
    };
    let came = match (came, camel) {
        (Had::Half, Some(entry)) => {
            cx.cite(entry);
            Had::Full
        }
        (came, _) => came,
    };
    match came {
        Had::Full => ease(cx, who, Condition::Dehydrated, None, rule),
        Had::Half => {
            gain(cx, who, Gain::new(Condition::Dehydrated, rule));
        }
        Had::Less => {
            gain(cx, who, Gain { stacks: 3, ..Gain::new(Condition::Dehydrated, rule) });
        }
    }
    came
}

fn sleep(cx: &mut Cx<'_, RollHighOrDie>, who: Who, had: &Tally) {
    let rule = rules::RH_NEED_04;
    let strict = cx.state().house.rest_exact_four == RestExactFour::Exhausted;
    match had.slept {
        8.. if cx.state().live(who).is(Condition::Exhausted) => {
            ease(cx, who, Condition::Exhausted, Some(1), rule);
        }
        8.. => {
            gain(cx, who, Gain::new(Condition::WellRested, rule));
        }
        5..=7 => {}
        4 if !strict => {}
        _ => {
            gain(cx, who, Gain::new(Condition::Exhausted, rule));
        }
    }
}

/// What a night gives back: Hit Dice, Wounds, a natural hide.
fn recover(cx: &mut Cx<'_, RollHighOrDie>, who: Who, had: &Tally, fed: bool) {
    let rule = rules::RH_HOUSE_03H;
    if had.slept >= 8 {
        let total = hit_dice(cx.state(), who);
        let quick = passive::hook(cx.state(), cx.book(), who, "quick-recovery");
        if let Some(entry) = quick {
            cx.cite(entry);
        }
        let more = if quick.is_some() { total } else { (total / 2).max(1) };
        let before = cx.state().live(who).hit_dice;
        let left = before.saturating_add(more).min(total);
        if left > before {
            record(cx, rule, HurtFact::HitDice { who, left }.into());
        }
        if cx.state().live(who).hide_lost > 0 {
            record(cx, rule, HurtFact::Armor { who, item: None, lost: 0 }.into());
        }
        if fed {
            mend(cx, who, rule);
        }
    }
    if had.tended {
        mend(cx, who, rules::RH_HOUSE_20H);
    }
}

fn mend(cx: &mut Cx<'_, RollHighOrDie>, who: Who, rule: boneyard_table::RuleId) {
    let wounds = cx.state().live(who).wounds;
    if wounds > 0 {
        record(cx, rule, HurtFact::Mended { who, wounds: wounds - 1 }.into());
    }
}

/// One Character's needs as a day passes.
pub(super) fn settle(cx: &mut Cx<'_, RollHighOrDie>, who: Who) -> Flow {
    let had = cx.state().sheet(who).day.clone();
    let fed = food(cx, who, &had) == Had::Full;
    let drunk = water(cx, who, &had) == Had::Full;
    sleep(cx, who, &had);
    recover(cx, who, &had, fed && drunk);
    for condition in [Condition::Starving, Condition::Dehydrated] {
        let row = cx.book().conditions.get(condition.rule().as_str());
        let Some(day) = row.and_then(|row| row.day) else { continue };
        if cx.state().live(who).stacks(condition) < day.from {
            continue;
        }
        cx.cite(condition.rule());
        for _ in 0..day.wounds {
            if !cx.state().live(who).dead {
                cx.within((who, condition), |cx| wound(cx, who, false))?;
            }
        }
    }
    record(cx, rules::RH_TIME_04, LivingFact::Settled { who, had }.into());
    Ok(())
}
