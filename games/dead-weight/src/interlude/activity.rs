//! Activities: two for each adventurer.

use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::grow::{check_learn, learns};
use super::market::{price_of, ware_named};
use super::purse::{category_of, check_purse, earn, rob, spend_silver};
use super::steps::{at_step, heal_each};
use crate::DeadWeight;
use crate::book::ActivityRow;
use crate::combat::fresh_name;
use crate::fact::{GearFact, HurtFact, InterludeFact, MagicFact, TableFact};
use crate::gear::{carried, ware};
use crate::hero::foe_like;
use crate::hurt;
use crate::magic::effect::{ails, end, give, number};
use crate::question::GmAnswers;
use crate::roll::{self, Rolling, acting_hero};
use crate::rules;
use crate::state::{Attribute, Kind, Lasting, Outcome, Place, Shared, Span, Used};

/// What somebody does with a part of the week.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Activity {
    /// Who.
    pub who: Who,
    /// Which activity, by name.
    pub what: String,
    /// The attribute to train.
    #[serde(default)]
    pub attribute: Option<Attribute>,
    /// The spell or prayer to learn.
    #[serde(default)]
    pub power: Option<String>,
    /// From a scroll that is spent by it.
    #[serde(default)]
    pub scroll: bool,
    /// The thing to repair.
    #[serde(default)]
    pub item: Option<u8>,
    /// Further things to repair.
    #[serde(default)]
    pub items: Vec<u8>,
    /// The thing to make.
    #[serde(default)]
    pub ware: Option<String>,
    /// Wounds a physician heals.
    #[serde(default)]
    pub wounds: Option<u8>,
    /// What a physician or the temple ends.
    #[serde(default)]
    pub ends: Option<String>,
}

const EACH: usize = 2;

fn no<T>(code: &str, sentence: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(rules::DW_HOUSE_43H, code, sentence))
}

/// Whether somebody may do this; what it costs beforehand.
pub fn check_activity<'a>(at: At<'a, DeadWeight>, act: &Activity) -> Result<(&'a ActivityRow, u32), Refusal> {
    let rule = rules::DW_HOUSE_43H;
    let one = acting_hero(at.state, act.who)?;
    at_step(at.state, 6, rule)?;
    let Some(row) = at.book.activities.named(&act.what) else {
        let names: Vec<&str> = at.book.activities.iter().map(|row| row.name.as_str()).collect();
        return no("no-such-activity", format!("There is {}.", names.join(", ")));
    };
    if one.live.used.iter().filter(|used| used.what == rule).count() >= EACH {
        return no("third", format!("{} has done two things already.", one.sheet.name));
    }
    if let Some(name) = &row.needs_trait {
        let held = at.book.traits.named(name).is_some_and(|row| one.sheet.has_trait(row.id));
        if !held {
            return no("no-class", format!("{} takes the trait {name}.", row.name));
        }
    }
    if let Some(name) = &row.needs_skill {
        let held = at.book.skills.named(name).is_some_and(|row| one.sheet.skilled(row.id));
        if !held {
            return no("no-skill", format!("{} takes the skill {name}.", row.name));
        }
    }
    let cost = match row.name.as_str() {
        "Train" => {
            let Some(attribute) = act.attribute else { return no("which", "Say which attribute.") };
            if one.live.lessons[attribute] >= 12 {
                return no("thirteenth", format!("{} has no circle left.", attribute.name()));
            }
            5
        }
        "Study" | "Devotion" => {
            let Some(name) = &act.power else { return no("which", "Say what to learn.") };
            let power = check_learn(at, act.who, name, one.sheet.hero.level)?;
            match (row.name.as_str(), act.scroll) {
                ("Study", true) if scroll(at, act.who, &power.name).is_none() => {
                    return no("no-scroll", format!("There is no scroll of {}.", power.name));
                }
                ("Study", true) => 0,
                ("Study", false) => 10 * u32::from(power.level),
                _ => 10,
            }
        }
        "Physician" => match (act.wounds, act.ends.as_deref()) {
            (Some(wounds), None) if wounds > 0 => 4 * u32::from(wounds),
            (None, Some(name @ ("Bleeding" | "Nauseated"))) if ails(at, act.who, name) => 10,
            _ => return no("which", "Say how many wounds, or that Bleeding or Nauseated is to end."),
        },
        "Temple" => match act.ends.as_deref() {
            Some(name @ ("Cursed" | "Plagued" | "Doomed" | "demon faces")) if ails(at, act.who, name) => 40,
            _ => return no("which", "Say which ends: Cursed, Plagued, Doomed or demon faces."),
        },
        "Craft" => match act.ware.as_deref().and_then(|name| ware_named(at.book, name)) {
            Some((_, "common" | "uncommon")) => 0,
            _ => return no("which", "Say which common or uncommon thing."),
        },
        "Repair" => {
            let mut things = act.item.iter().chain(&act.items).peekable();
            if things.peek().is_none() || things.any(|item| lack(at, act.who, *item).is_none()) {
                return no("which", "Name things of yours that are broken or have lost AP.");
            }
            0
        }
        "Carouse" => 6,
        "Find a pet" => {
            if pet(at, act.who).is_none() {
                return no("no-pet", "There is no dead companion to replace.");
            }
            0
        }
        _ => 0,
    };
    check_purse(at.state, act.who, cost, rule)?;
    Ok((row, cost))
}

fn scroll(at: At<'_, DeadWeight>, who: Who, spell: &str) -> Option<u8> {
    let wanted = format!("scroll of {spell}");
    let one = at.state.one(who);
    let mut things = one.sheet.items.iter().zip(&one.live.items);
    let found =
        things.position(|(sheet, now)| now.place != Place::Gone && sheet.name.eq_ignore_ascii_case(&wanted));
    found.map(|item| item as u8)
}

/// What is wrong with a thing: broken, and AP that are lost.
fn lack(at: At<'_, DeadWeight>, who: Who, item: u8) -> Option<(bool, u8)> {
    let now = at.state.live(who).items.get(usize::from(item)).filter(|now| now.place != Place::Gone)?;
    let kind = at.state.sheet(who).items.get(usize::from(item))?.kind?;
    let full = at.book.armor.get(kind.as_str()).map_or(now.ap, |row| row.ap);
    let lost = full.saturating_sub(now.ap);
    (now.broken || lost > 0).then_some((now.broken, lost))
}

/// The entry of a companion somebody may have anew.
fn pet(at: At<'_, DeadWeight>, who: Who) -> Option<&str> {
    let mine = |other: &Who| at.state.sheet(*other).kind == Kind::Ally { of: who };
    let all: Vec<Who> = at.state.everybody().filter(mine).collect();
    let alive = all.iter().any(|other| !at.state.live(*other).dead && !at.state.live(*other).away);
    let sheet = at.state.sheet(who);
    let ally = if sheet.skilled(rules::DW_SKILL_03) {
        "medium ally"
    } else if sheet.skilled(rules::DW_SKILL_02) {
        "weak ally"
    } else {
        return None;
    };
    (!alive && !all.is_empty()).then_some(ally)
}

/// Does something with a part of the week.
pub fn activity(cx: &mut Cx<'_, DeadWeight>, act: &Activity) -> Flow {
    let rule = rules::DW_HOUSE_43H;
    let book = cx.book();
    let (row, cost) = check_activity(At { state: cx.at().state, book }, act)?;
    let (id, name, check) = (row.id, row.name.clone(), row.check);
    let who = act.who;
    cx.cite(id);
    cx.record(rule, MagicFact::Used { who, used: Used { what: rule, until: Span::Interlude } }.into());
    if name != "Carouse" {
        spend_silver(cx, who, cost, rule);
    }
    let mut outcome = Outcome::Success;
    if let Some(attribute) = check {
        let crafting = u8::from(name == "Craft");
        let rolling =
            Rolling { advantages: crafting, helpable: false, ..Rolling::check(who, attribute, rule) };
        if crafting > 0 {
            cx.cite(rules::DW_SKILL_07);
        }
        outcome = cx.within((who, id), |cx| roll::make(cx, &rolling))?;
        if !outcome.succeeded() {
            return Ok(());
        }
    }
    match name.as_str() {
        "Work" => {
            let earned = number(cx, "1d6", who, rule)?;
            earn(cx, who, u32::try_from(earned).unwrap_or(0), rule);
        }
        "Train" => {
            if let Some(attribute) = act.attribute {
                let from = cx.state().live(who).lessons[attribute];
                cx.record(rule, InterludeFact::Lessons { who, attribute, from, to: from + 1 }.into());
            }
        }
        "Research" => {
            let facts = if outcome == Outcome::GreatSuccess { 2 } else { 1 };
            for _ in 0..facts {
                let about = "a fact about the next site".to_owned();
                let text = cx.ask(Seat::GM, GmAnswers { who, rule, about })?;
                cx.record(rule, MagicFact::Told { who, text }.into());
            }
            cx.within((who, facts), |cx| reads(cx, who))?;
        }
        "Study" | "Devotion" => {
            let power = act.power.as_deref().unwrap_or_default();
            let level = cx.state().sheet(who).hero.level;
            let what = check_learn(cx.at(), who, power, level)?.id;
            if act.scroll
                && name == "Study"
                && let Some(item) =
                    book.spells.get(what.as_str()).and_then(|row| scroll(cx.at(), who, &row.name))
            {
                let from = cx.state().live(who).items[usize::from(item)].count;
                cx.record(rule, GearFact::Count { who, item, from, to: from.saturating_sub(1) }.into());
            }
            learns(cx, who, what, rule);
        }
        "Physician" | "Temple" => {
            if let Some(ends) = &act.ends {
                end(cx, who, ends, rule);
            } else {
                hurt::heal(cx, who, act.wounds.unwrap_or(0), false, rule)?;
            }
        }
        "Craft" => craft(cx, act)?,
        "Repair" => {
            for (nth, &item) in act.item.iter().chain(&act.items).enumerate() {
                cx.within((who, nth, item), |cx| repair(cx, who, item))?;
            }
        }
        "Carouse" => {
            let drunk = number(cx, "1d6", who, rule)?;
            spend_silver(cx, who, u32::try_from(drunk).unwrap_or(0), rule);
            for name in ["Terrified", "Angry", "Hopeless"] {
                end(cx, who, name, rule);
            }
            if roll::risk(cx, rule, who, 1)? {
                rob(cx, who)?;
            }
        }
        "Find a pet" => new_pet(cx, who),
        _ => heal_each(cx, who, true, rule),
    }
    Ok(())
}

/// A page of the journal is read; the last of them brings something.
fn reads(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    let rule = rules::DW_HOUSE_29H;
    let Some(row) = carried(cx.at(), who).find(|row| row.id == rules::DW_GEAR_66H) else { return Ok(()) };
    let pages = row.pages;
    let read = cx.state().live(who).under(row.id).map_or(0, |lasting| lasting.amount);
    if read >= pages {
        return Ok(());
    }
    let lasting = Lasting { by: row.id, from: None, amount: read + 1, ends: Span::Lasting };
    cx.record(rule, MagicFact::Lasts { who, lasting }.into());
    if read + 1 < pages {
        return Ok(());
    }
    let from = cx.state().live(who).insight;
    cx.record(rule, HurtFact::Insight { who, from, to: from.saturating_add(1).min(3) }.into());
    let text = cx.ask(Seat::GM, GmAnswers { who, rule, about: "what the journal says".into() })?;
    cx.record(rule, MagicFact::Told { who, text }.into());
    Ok(())
}

/// A common thing for nothing, an uncommon one at half its price.
fn craft(cx: &mut Cx<'_, DeadWeight>, act: &Activity) -> Flow {
    let rule = rules::DW_HOUSE_43H;
    let book = cx.book();
    let name = act.ware.as_deref().unwrap_or_default();
    let (Some((_, category)), Some((sheet, item))) = (ware_named(book, name), ware(book, name)) else {
        return Ok(());
    };
    if category == "uncommon" {
        let price = price_of(cx, category, act.who)? / 2;
        if check_purse(cx.state(), act.who, price, rule).is_err() {
            let why = "there is not enough silver for what it takes";
            cx.record(rule, HurtFact::Nothing { who: act.who, why: why.into() }.into());
            return Ok(());
        }
        spend_silver(cx, act.who, price, rule);
    }
    give(cx, act.who, sheet, item, rule);
    Ok(())
}

/// Half a fresh price for what is broken, rounded up; 1 silver for each lost AP.
fn repair(cx: &mut Cx<'_, DeadWeight>, who: Who, item: u8) -> Flow {
    let rule = rules::DW_HOUSE_17H;
    let Some((broken, lost)) = lack(cx.at(), who, item) else { return Ok(()) };
    let book = cx.book();
    let kind = cx.state().sheet(who).items[usize::from(item)].kind;
    let category = kind.and_then(|kind| category_of(book, kind)).unwrap_or("common");
    let mut price = u32::from(lost);
    if broken {
        price += price_of(cx, category, who)?.div_ceil(2);
    }
    if check_purse(cx.state(), who, price, rule).is_err() {
        let why = format!("mending it costs {price} silver");
        cx.record(rule, HurtFact::Nothing { who, why: why.into() }.into());
        return Ok(());
    }
    spend_silver(cx, who, price, rule);
    if broken {
        cx.record(rule, GearFact::Broken { who, item, broken: false }.into());
    }
    if lost > 0 {
        let from = cx.state().live(who).items[usize::from(item)].ap;
        cx.record(rule, HurtFact::Ap { who, item, from, to: from + lost }.into());
    }
    Ok(())
}

fn new_pet(cx: &mut Cx<'_, DeadWeight>, of: Who) {
    let rule = rules::DW_HOUSE_43H;
    let book = cx.book();
    let Some(row) = pet(cx.at(), of).and_then(|name| book.allies.named(name)) else { return };
    let who = Who(cx.state().creatures.len() as u16);
    let seat = cx.state().sheet(of).seat;
    let mut creature = foe_like(row, &fresh_name(cx.state(), &row.name));
    let mut sheet = (*creature.sheet).clone();
    (sheet.kind, sheet.side, sheet.seat) = (Kind::Ally { of }, 0, seat);
    creature.sheet = Shared::new(sheet);
    cx.cite(row.id);
    cx.record(rule, TableFact::Joined { who, creature: Box::new(creature) }.into());
}
