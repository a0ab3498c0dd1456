//! Activities, two for each adventurer: how each is asked for, and what bars it. What comes of them is in `week`.

use boneyard_table::deed::{self, Card, Deed, Filled, Lawful, May};
use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::level::check_learn;
use super::market::{listed_wares, ware_named};
use super::purse::{category_of, check_purse};
use super::steps::{at_step, may_interlude, resident};
use super::week::activity;
use crate::DeadWeight;
use crate::book::ActivityRow;
use crate::form::{Form, attribute, listed, own_thing, whatever_picked};
use crate::magic::effect::ails;
use crate::magic::may_memorise;
use crate::roll::acting_hero;
use crate::rules;
use crate::state::{Attribute, Kind, Place};

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

/// How an activity is gone about, where a form asks for different things.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Plain,
    Attribute,
    Teacher,
    Scroll,
    Wounds,
    Ends(&'static [&'static str]),
    Ware,
    Thing,
}

/// The ways in which somebody could be at an activity: most are one card, some are two.
fn ways(at: At<'_, DeadWeight>, who: Who, row: &ActivityRow) -> Vec<Way> {
    let prayers = may_memorise(at, who).map(|(.., prayers)| prayers);
    let wounded = at.state.live(who).wounds.each().any(|(_, wounds)| wounds > 0);
    match row.name.as_str() {
        "Train" => vec![Way::Attribute],
        "Study" if prayers == Some(false) => vec![Way::Teacher, Way::Scroll],
        "Devotion" if prayers == Some(true) => vec![Way::Teacher],
        "Study" | "Devotion" => Vec::new(),
        "Physician" if wounded => vec![Way::Wounds, Way::Ends(&PHYSICIAN)],
        "Physician" => vec![Way::Ends(&PHYSICIAN)],
        "Temple" => vec![Way::Ends(&TEMPLE)],
        "Craft" => vec![Way::Ware],
        "Repair" => vec![Way::Thing],
        "Find a pet" if pet(at, who).is_none() => Vec::new(),
        _ => vec![Way::Plain],
    }
}

impl deed::Form<DeadWeight> for Activity {
    fn form(form: &mut Form<'_>) -> Filled<Self> {
        let who = resident(form, Some(6))?;
        if form.is_written() {
            return Ok(Self {
                who,
                what: form.text("what", "", 0)?,
                attribute: form.unasked("attribute")?,
                power: form.unasked("power")?,
                scroll: form.unasked("scroll")?,
                item: form.unasked("item")?,
                items: form.unasked("items")?,
                ware: form.unasked("ware")?,
                wounds: form.unasked("wounds")?,
                ends: form.unasked("ends")?,
            });
        }
        let at = form.at();
        let rows = at.book.activities.iter();
        let all: Vec<(&ActivityRow, Way)> =
            rows.flat_map(|row| ways(at, who, row).into_iter().map(move |way| (row, way))).collect();
        let (row, way) = form.variant(&all)?;
        let what = form.each("what", [row.name.clone()])?;
        form.about(|| row.id.as_str().into());
        let how = match (way, row.name.as_str()) {
            (Way::Teacher, "Study") => "with a teacher",
            (Way::Scroll, _) => "off a scroll",
            (Way::Wounds, _) => "wounds",
            (Way::Ends(_), "Physician") => "an affliction",
            _ => "",
        };
        form.label(|| if how.is_empty() { what.clone().into() } else { format!("{what}: {how}").into() });
        form.id(|| format!("activity:{}:{what}:{how}", who.0));
        let act = Self {
            who,
            what: what.clone(),
            attribute: None,
            power: None,
            scroll: false,
            item: None,
            items: Vec::new(),
            ware: None,
            wounds: None,
            ends: None,
        };
        Ok(match way {
            Way::Plain => act,
            Way::Attribute => {
                form.cost(5, "silver");
                Self { attribute: Some(attribute(form, "attribute", "In")?), ..act }
            }
            Way::Teacher => Self { power: Some(power(form, who, false)?), ..act },
            Way::Scroll => {
                let scroll = form.each("scroll", [true])?;
                Self { scroll, power: Some(power(form, who, true)?), ..act }
            }
            Way::Wounds => {
                let wounds: u8 = at.state.live(who).wounds.each().map(|(_, wounds)| wounds).sum();
                Self {
                    wounds: Some(form.amount("wounds", "Wounds, 4 silver each", 1..=wounds.into())?),
                    ..act
                }
            }
            Way::Ends(names) => {
                form.cost(if row.name == "Temple" { 40 } else { 10 }, "silver");
                let ends =
                    form.one_of("ends", "Ends", names.iter().map(|name| ((*name).to_owned(), *name)))?;
                Self { ends: Some(ends), ..act }
            }
            Way::Ware => {
                let wares: Vec<&str> = listed_wares(at.book)
                    .filter(|(id, _)| matches!(category_of(at.book, *id), Some("common" | "uncommon")))
                    .map(|(_, name)| name)
                    .collect();
                Self { ware: Some(listed(form, "ware", "What", &wares)?), ..act }
            }
            Way::Thing => {
                let item = own_thing(form, "item", "Which", who, |item, _, _| lack(at, who, item).is_some())?;
                Self { item: Some(item), ..act }
            }
        })
    }

    fn actor(&self) -> Option<Who> {
        Some(self.who)
    }
}

/// The field `power`: what somebody could learn, from a teacher or off a scroll they have.
fn power(form: &mut Form<'_>, who: Who, off_a_scroll: bool) -> Filled<String> {
    let at = form.at();
    let prayers = may_memorise(at, who).is_some_and(|(.., prayers)| prayers);
    let rows = if prayers { at.book.prayers.iter() } else { at.book.spells.iter() };
    let level = at.state.sheet(who).hero.level;
    let open = rows.filter(|row| {
        check_learn(at, who, &row.name, level).is_ok()
            && (!off_a_scroll || scroll(at, who, &row.name).is_some())
    });
    form.one_of("power", "What", open.map(|row| (row.name.clone(), &row.name)))
}

impl Deed<DeadWeight> for Activity {
    const CARD: Card = Card::acting("Spend time", "The week").rule(rules::DW_HOUSE_43H);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_interlude(may)?;
        whatever_picked(may, check_time(may.at(), self.who, &self.what))?;
        check_activity(may.at(), self)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        activity(cx, &self)
    }
}

/// Activities of one adventurer in one interlude.
const EACH: usize = 2;

/// What a physician ends.
const PHYSICIAN: [&str; 2] = ["Bleeding", "Nauseated"];

/// What the temple ends.
const TEMPLE: [&str; 4] = ["Cursed", "Plagued", "Doomed", "demon faces"];

fn no<T>(code: &str, sentence: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(rules::DW_HOUSE_43H, code, sentence))
}

/// Whether somebody has the time and the gifts for an activity.
fn check_time<'a>(at: At<'a, DeadWeight>, who: Who, what: &str) -> Result<&'a ActivityRow, Refusal> {
    let rule = rules::DW_HOUSE_43H;
    let one = acting_hero(at.state, who)?;
    at_step(at.state, 6, rule)?;
    let Some(row) = at.book.activities.named(what) else {
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
    Ok(row)
}

/// Whether somebody may do this; what it costs beforehand.
pub(super) fn check_activity<'a>(
    at: At<'a, DeadWeight>,
    act: &Activity,
) -> Result<(&'a ActivityRow, u32), Refusal> {
    let row = check_time(at, act.who, &act.what)?;
    let one = at.state.one(act.who);
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
            (None, Some(name)) if PHYSICIAN.contains(&name) && ails(at, act.who, name) => 10,
            _ => return no("which", "Say how many wounds, or that Bleeding or Nauseated is to end."),
        },
        "Temple" => match act.ends.as_deref() {
            Some(name) if TEMPLE.contains(&name) && ails(at, act.who, name) => 40,
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
    check_purse(at.state, act.who, cost, rules::DW_HOUSE_43H)?;
    Ok((row, cost))
}

pub(super) fn scroll(at: At<'_, DeadWeight>, who: Who, spell: &str) -> Option<u8> {
    let wanted = format!("scroll of {spell}");
    let one = at.state.one(who);
    let mut things = one.sheet.items.iter().zip(&one.live.items);
    let found =
        things.position(|(sheet, now)| now.place != Place::Gone && sheet.name.eq_ignore_ascii_case(&wanted));
    found.map(|item| item as u8)
}

/// What is wrong with a thing: broken, and AP that are lost.
pub(super) fn lack(at: At<'_, DeadWeight>, who: Who, item: u8) -> Option<(bool, u8)> {
    let now = at.state.live(who).items.get(usize::from(item)).filter(|now| now.place != Place::Gone)?;
    let kind = at.state.sheet(who).items.get(usize::from(item))?.kind?;
    let full = at.book.armor.get(kind.as_str()).map_or(now.ap, |row| row.ap);
    let lost = full.saturating_sub(now.ap);
    (now.broken || lost > 0).then_some((now.broken, lost))
}

/// The entry of a companion somebody may have anew.
pub(super) fn pet(at: At<'_, DeadWeight>, who: Who) -> Option<&str> {
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
