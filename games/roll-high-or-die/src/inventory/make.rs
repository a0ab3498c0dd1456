//! Making things: what it takes, and work Watch by Watch. What is half done is a thing of its own.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, deed};

use super::hand::{may_count, receive};
use super::slot::room;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::Book;
use crate::check::skill_check;
use crate::fact::{GearFact, InventoryFact};
use crate::gear::{fresh, thing};
use crate::house::CreationFailureConsumes;
use crate::living::{log, used, work};
use crate::picks::at_leisure;
use crate::rules;
use crate::state::{Item, ItemSheet, Place, Size, Skill, State, Ware, Work};

deed! {
    /// Makes something, or goes on making it.
    #[serde(deny_unknown_fields)]
    pub struct Craft(form: RollHighOrDie) {
        /// Who.
        who: Who = at_work(form, rules::RH_MAKE_02)?,
        /// What, by its name.
        what: String = made(form)?,
        /// By which of its Skills; the first, if nothing is said.
        #[serde(default)]
        by: Option<Skill> = {
            let skills = recipe(form.book, &what).map(|recipe| recipe.skills).unwrap_or_default();
            let skills = skills.into_iter().map(|skill| (skill, skill.name()));
            match form.is_written() {
                true => form.unasked("by")?,
                false => form.maybe_after(("what", &what), "by", "By", skills)?,
            }
        },
    }
}

/// The field `who`: those at work in an Active Watch.
pub(super) fn at_work(form: &mut Filling<'_, RollHighOrDie>, rule: RuleId) -> Filled<Who> {
    let who = at_leisure(form)?;
    form.only_if(work(form.state, who, rule).is_ok())?;
    Ok(who)
}

/// The field `what`: everything that is made, and what is missing for it.
fn made(form: &mut Filling<'_, RollHighOrDie>) -> Filled<String> {
    let book = form.book;
    let gear = book.gear.iter().map(|row| &row.name);
    let weapons = book.weapons.iter().filter(|row| !row.body).map(|row| &row.name);
    let all = gear.chain(book.armors.iter().map(|row| &row.name)).chain(weapons);
    let what = form.one_of("what", "What", all.map(|name| (name.clone(), name)))?;
    form.with_refusals("what");
    Ok(what)
}

/// What it takes to make something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// What comes of it.
    pub makes: ItemSheet,
    /// Successful Watches.
    pub watches: u8,
    /// One of these.
    pub skills: Vec<Skill>,
    /// Against this.
    pub dc: u8,
    /// Tool Actions.
    pub tools: Vec<String>,
    /// Materials.
    pub materials: Vec<(String, u16)>,
    /// How many there are then.
    pub yields: u16,
    /// The rule or entry.
    pub rule: RuleId,
}

/// What it takes to make something, if it can be made.
pub fn recipe(book: &Book, name: &str) -> Option<Recipe> {
    if let Some(row) = book.gear.named(name) {
        let how = row.making.as_ref()?;
        return Some(Recipe {
            makes: thing(book, &row.name),
            watches: how.watches,
            skills: how.skills.clone(),
            dc: how.dc,
            tools: how.tools.clone(),
            materials: how.materials.iter().map(|part| (part.item.clone(), part.count.into())).collect(),
            yields: how.yields.into(),
            rule: row.id,
        });
    }
    let by_size = |size: Size, each: [u8; 4]| each[size as usize];
    if let Some(row) = book.weapons.named(name).filter(|row| !row.body) {
        let made = row.made_of.as_deref()?;
        let dc = match row.coins.unwrap_or(0) {
            _ if made == "Firearms" => 20,
            ..=10 => 12,
            11..=40 => 15,
            _ => 18,
        };
        let amount = by_size(row.size, [1, 1, 2, 3]).into();
        return of_material(
            book,
            made,
            thing(book, &row.name),
            by_size(row.size, [1, 2, 3, 5]),
            dc,
            amount,
            1,
        );
    }
    if let Some(row) = book.armors.named(name) {
        let value = book.armor_tags.named(&row.material).and_then(|tag| tag.value).unwrap_or(0);
        let times = book.armor_tags.named(row.size.name()).and_then(|tag| tag.value).unwrap_or(1);
        let watches = by_size(row.size, [2, 2, 4, 6]);
        let amount = u16::from(times) * 2;
        return of_material(book, &row.material, thing(book, &row.name), watches, 10 + 2 * value, amount, 1);
    }
    let row = book.ammunition.named(name)?;
    let dc = if row.tags.is_empty() { 10 } else { 14 };
    of_material(book, row.made_of.as_deref()?, thing(book, &row.name), 1, dc, 1, row.stack)
}

fn of_material(
    book: &Book,
    made: &str,
    makes: ItemSheet,
    watches: u8,
    dc: u8,
    amount: u16,
    yields: u16,
) -> Option<Recipe> {
    let row = book.making.iter().find(|row| row.made_of.iter().any(|name| name == made))?;
    let materials = row.materials.iter().map(|name| (name.clone(), amount)).collect();
    let (skills, tools) = (row.skills.clone(), row.tools.clone());
    Some(Recipe { makes, watches, skills, dc, tools, materials, yields, rule: rules::RH_HOUSE_22H })
}

/// How many of a material somebody carries.
fn stock(state: &State, who: Who, name: &str) -> u16 {
    let one = state.one(who);
    let all = one.sheet.items.iter().zip(&one.live.items);
    let fits =
        |thing: &ItemSheet, now: &Item| thing.name.eq_ignore_ascii_case(name) && now.place.is_carried();
    all.filter(|(thing, now)| fits(thing, now)).map(|(_, now)| now.count).sum()
}

/// Takes so many of a material.
pub(super) fn consume(cx: &mut Cx<'_, RollHighOrDie>, who: Who, name: &str, count: u16, rule: RuleId) {
    let mut left = count;
    for number in 0..cx.state().live(who).items.len() {
        let one = cx.state().one(who);
        let (thing, now) = (&one.sheet.items[number], &one.live.items[number]);
        if left == 0 || !thing.name.eq_ignore_ascii_case(name) || !now.place.is_carried() {
            continue;
        }
        let taken = now.count.min(left);
        let count = now.count - taken;
        left -= taken;
        if let Some(entry) = thing.like {
            cx.cite(entry);
        }
        if taken > 0 {
            record(cx, rule, GearFact::Count { who, item: number as u8, count }.into());
        }
    }
}

/// The first Tool Action nothing at hand can do.
pub(super) fn lacking<'a>(state: &State, book: &Book, who: Who, tools: &'a [String]) -> Option<&'a str> {
    let one = state.one(who);
    let fire = state.days.watch.as_ref().is_some_and(|watch| watch.fire);
    let does = |action: &str| {
        let carried = one.sheet.items.iter().zip(&one.live.items);
        let mut carried = carried.filter(|(_, now)| now.place.is_carried() && now.count > 0);
        let by_tool = carried.any(|(thing, _)| {
            let row = thing.like.and_then(|like| book.tools.get(like.as_str()));
            row.is_some_and(|row| row.actions.iter().any(|known| known == action))
        });
        let by_place =
            fire && book.tools.iter().any(|row| row.place && row.actions.iter().any(|known| known == action));
        by_tool || by_place
    };
    tools.iter().map(String::as_str).find(|action| !does(action))
}

/// Tools at hand that do some of the work.
fn tools_at_work(state: &State, book: &Book, who: Who, tools: &[String]) -> Vec<RuleId> {
    let one = state.one(who);
    let carried = one
        .sheet
        .items
        .iter()
        .zip(&one.live.items)
        .filter(|(_, now)| now.place.is_carried() && now.count > 0);
    let rows = carried.filter_map(|(thing, _)| thing.like.and_then(|like| book.tools.get(like.as_str())));
    let fire = state.days.watch.as_ref().is_some_and(|watch| watch.fire);
    let places = book.tools.iter().filter(|row| row.place && fire);
    let all = rows.chain(places).filter(|row| row.actions.iter().any(|action| tools.contains(action)));
    all.map(|row| row.id).collect()
}

/// Work of this name that somebody has begun.
fn begun(state: &State, who: Who, name: &str) -> Option<u8> {
    let one = state.one(who);
    let mut all = one.sheet.items.iter().zip(&one.live.items);
    let found = all.position(|(thing, now)| {
        now.count > 0
            && matches!(&thing.ware, Ware::Unfinished(work) if work.makes.eq_ignore_ascii_case(name))
    });
    found.map(|number| number as u8)
}

impl Craft {
    /// What it takes, by which Skill it is made, and what is begun already.
    fn ready(&self, may: May<'_, RollHighOrDie>) -> Lawful<(Recipe, Skill, Option<u8>)> {
        let (state, book, who, rule) = (may.state, may.book, self.who, rules::RH_MAKE_01);
        work(state, who, rules::RH_MAKE_02)?;
        let name = self.what.trim();
        let Some(recipe) = recipe(book, name) else {
            return may.no(|| {
                let short: String = name.chars().take(40).collect();
                Refusal::new(rule, "no-recipe", format!("Nobody knows how to make `{short}`."))
            });
        };
        let skill = match self.by {
            Some(by) if recipe.skills.contains(&by) => by,
            Some(by) => {
                return may.no(|| {
                    let known: Vec<&str> = recipe.skills.iter().map(|skill| skill.name()).collect();
                    let sentence = format!("That is made by {}, not by {}.", known.join(" or "), by.name());
                    Refusal::new(rule, "wrong-skill", sentence)
                });
            }
            None => recipe.skills.first().copied().unwrap_or(Skill::Crafting),
        };
        if let Some(action) = lacking(state, book, who, &recipe.tools) {
            let sentence = || format!("No tool at hand can {action}.");
            return may.no(|| Refusal::new(rule, "no-tool", sentence()).with("tool", action));
        }
        let begun = begun(state, who, &recipe.makes.name);
        if begun.is_none() {
            let short = recipe.materials.iter().find(|(name, count)| stock(state, who, name) < *count);
            if let Some((name, count)) = short {
                return may.no(|| {
                    let sentence =
                        format!("It takes {count} {name}, and there are {}.", stock(state, who, name));
                    Refusal::new(rule, "no-material", sentence).with("material", name.as_str())
                });
            }
            let half = ItemSheet { stack: 1, ..recipe.makes.clone() };
            may.not_if(room(state, book, who, &half).is_err(), || {
                let sentence = format!("There is no room for a half-made {}.", recipe.makes.name);
                Refusal::new(rules::RH_MAKE_03, "no-room", sentence)
            })?;
            may_count(may, who, &half, 1)?;
        }
        Ok((recipe, skill, begun))
    }
}

impl Deed<RollHighOrDie> for Craft {
    const CARD: Card = Card::acting("Make something", "Work").rule(rules::RH_MAKE_01);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        self.ready(may).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let ready = self.ready(May::quiet(cx.at(), by))?;
        craft(cx, &self, ready)
    }
}

/// A Watch of work on something.
fn craft(
    cx: &mut Cx<'_, RollHighOrDie>,
    craft: &Craft,
    (recipe, skill, begun): (Recipe, Skill, Option<u8>),
) -> Flow {
    let (who, rule) = (craft.who, rules::RH_MAKE_02);
    let item = match begun {
        Some(item) => item,
        None => begin(cx, who, &recipe),
    };
    used(cx, who, rule);
    cx.cite(rules::RH_MAKE_01);
    cx.cite(rules::RH_MAKE_04);
    cx.cite(recipe.rule);
    for tool in tools_at_work(cx.state(), cx.book(), who, &recipe.tools) {
        cx.cite(tool);
    }
    log(cx, who, skill);
    let locals = (who, item, skill);
    let success =
        cx.within(locals, |cx| skill_check(cx, who, skill, recipe.dc.into(), rule, &["creation"]))?;
    let done = progress(cx.state(), who, item) + u8::from(success);
    record(cx, rule, InventoryFact::Worked { who, item, done, of: recipe.watches }.into());
    if !success && cx.state().house.creation_failure_consumes == CreationFailureConsumes::On {
        for (name, count) in &recipe.materials {
            consume(cx, who, name, count.div_ceil(2), rule);
        }
    }
    if done < recipe.watches {
        return Ok(());
    }
    record(cx, rule, GearFact::Count { who, item, count: 0 }.into());
    let whole = fresh(cx.book(), &recipe.makes, Place::Loose, 1);
    receive(cx, who, &recipe.makes, &whole, recipe.yields, rule);
    Ok(())
}

fn progress(state: &State, who: Who, item: u8) -> u8 {
    match state.sheet(who).items.get(usize::from(item)).map(|thing| &thing.ware) {
        Some(Ware::Unfinished(work)) => work.done,
        _ => 0,
    }
}

/// Materials are used up, and what will be is there, half done.
fn begin(cx: &mut Cx<'_, RollHighOrDie>, who: Who, recipe: &Recipe) -> u8 {
    let rule = rules::RH_MAKE_03;
    for (name, count) in &recipe.materials {
        consume(cx, who, name, *count, rule);
    }
    let makes = &recipe.makes;
    let half = ItemSheet {
        name: format!("half-made {}", makes.name),
        like: None,
        stack: 1,
        ware: Ware::Unfinished(Work { makes: makes.name.clone(), done: 0, of: recipe.watches }),
        ..makes.clone()
    };
    let beside = Place::Floor(cx.state().live(who).at);
    let place = room(cx.state(), cx.book(), who, &half).unwrap_or(beside);
    let item = cx.state().sheet(who).items.len() as u8;
    record(cx, rule, GearFact::Got { who, thing: half, item: Item::new(place, 1) }.into());
    item
}
