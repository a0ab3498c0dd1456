//! Changing the Tags of weapons by work: an optional one in a Watch, one it cannot do without in two.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May, Named};
use boneyard_table::view::count;
use boneyard_table::{Cx, Flow, Judgement, Refusal, Ruling, RulingOption, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::carry::carried;
use super::make::{at_work, lacking};
use super::slot::fits;
use super::trade::price;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::Book;
use crate::check::skill_check;
use crate::fact::{GearFact, InventoryFact};
use crate::living::{log, used, work};
use crate::picks::{Called, carried_as, thing};
use crate::rules;
use crate::state::{
    Ability, Arms, DamageType, Defense, Dice, ItemSheet, Rework, Size, Skill, State, VitalTag, Ware,
    WeaponTag,
};

/// Changes a Tag of a weapon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Retag {
    /// Who.
    pub who: Who,
    /// Which weapon.
    pub item: u8,
    /// An optional Tag that comes.
    #[serde(default)]
    pub add: Option<WeaponTag>,
    /// An optional Tag that goes.
    #[serde(default)]
    pub drop: Option<WeaponTag>,
    /// Or a Tag it cannot do without, which takes the place of the one it has.
    #[serde(default)]
    pub replace: Option<VitalTag>,
}

/// What is changed: one card each.
#[derive(Clone, Copy, PartialEq)]
enum Change {
    Add,
    Drop,
    Replace,
}

/// Optional Tags people give their weapons.
const TAGS: [(WeaponTag, &str); 6] = [
    (WeaponTag::Hooked, "Hooked"),
    (WeaponTag::Brutal, "Brutal"),
    (WeaponTag::Quick, "Quick"),
    (WeaponTag::Concealed, "Concealed"),
    (WeaponTag::Wraparound, "Wraparound"),
    (WeaponTag::Entangling, "Entangling"),
];

impl Form<RollHighOrDie> for Retag {
    fn form(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Self> {
        let who = at_work(form, RULE)?;
        let change = form.variant(&[Change::Add, Change::Drop, Change::Replace])?;
        let (label, id) = match change {
            Change::Add => ("Add a Tag to a weapon", "retag-add"),
            Change::Drop => ("Take a Tag off a weapon", "retag"),
            Change::Replace => ("Replace a Tag no weapon can do without", "retag-vital"),
        };
        form.label(|| label.into());
        form.id(|| id.into());
        let arms = carried_as(form.at(), who, |thing, _| matches!(thing.ware, Ware::Weapon(_)));
        let item = thing(form, "item", "Which", who, arms)?;
        let (mut add, mut drop, mut replace) = (None, None, None);
        if form.is_written() {
            (add, drop, replace) = (form.unasked("add")?, form.unasked("drop")?, form.unasked("replace")?);
        }
        match change {
            _ if form.is_written() => {}
            Change::Add => add = Some(form.one_of("add", "A Tag that comes", TAGS)?),
            Change::Drop => {
                drop = Some(form.one_of("drop", "A Tag that goes", TAGS)?);
                add = form.maybe("add", "A Tag that comes for it", TAGS)?;
            }
            Change::Replace => replace = Some(form.one_of("replace", "By", vital_tags())?),
        }
        Ok(Self { who, item, add, drop, replace })
    }

    fn actor(&self) -> Option<Who> {
        Some(self.who)
    }
}

/// Tags no weapon can do without, as there are.
fn vital_tags() -> impl Iterator<Item = (VitalTag, Called<impl FnOnce() -> Named>)> {
    let (strength, dexterity) = (Ability::Strength, Ability::Dexterity);
    let abilities = [vec![strength], vec![dexterity], vec![strength, dexterity]];
    let ranges = [20, 40, 60, 80, 100, 120, 150, 200];
    let sizes = Size::ALL.iter().map(|size| VitalTag::Size(*size));
    let all = sizes.chain(REACHES.map(VitalTag::Reach)).chain(ranges.map(VitalTag::Range));
    let all = all.chain(abilities.map(VitalTag::Ability));
    let all = all.chain(Defense::ALL.iter().map(|defense| VitalTag::Versus(*defense)));
    let all =
        all.chain(DICE.map(VitalTag::Dice)).chain(DamageType::ALL.iter().map(|kind| VitalTag::Type(*kind)));
    all.map(|tag| {
        let told = tag.clone();
        (tag, Called(move || Named::new(word(&told))))
    })
}

const RULE: boneyard_table::RuleId = rules::RH_HOUSE_05H;
/// The most optional Tags.
const MOST_TAGS: usize = 3;
/// Successful Watches that a Tag takes which no weapon can do without.
pub const WATCHES: u8 = 2;
/// The Damage Dice there are.
pub const DICE: [Dice; 7] = [
    Dice::new(1, 4),
    Dice::new(1, 6),
    Dice::new(1, 8),
    Dice::new(1, 10),
    Dice::new(1, 12),
    Dice::new(2, 6),
    Dice::new(3, 6),
];
/// Reaches there are in melee.
pub const REACHES: [u16; 3] = [5, 10, 15];
/// No weapon shoots further.
const FURTHEST: u16 = 200;

fn told<T>(code: &str, sentence: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(RULE, code, sentence))
}

/// Tags that are not counted among the three.
fn counts(tag: &WeaponTag) -> bool {
    !matches!(tag, WeaponTag::TwoHanded | WeaponTag::Capacity(_) | WeaponTag::Jam(_) | WeaponTag::Loud)
}

fn same_kind(one: &WeaponTag, other: &WeaponTag) -> bool {
    std::mem::discriminant(one) == std::mem::discriminant(other)
}

/// What the weapon would be.
fn changed(thing: &ItemSheet, arms: &Arms, retag: &Retag) -> Result<Arms, Refusal> {
    match (&retag.replace, retag.add, retag.drop) {
        (None, None, None) => told("no-tag", "Say which Tag comes or goes."),
        (Some(tag), None, None) => replaced(thing, arms, tag),
        (None, add, drop) => optional(thing, arms, add, drop),
        (Some(_), ..) => told("two-works", "One Tag at a time: a mandatory one, or optional ones."),
    }
}

fn optional(
    thing: &ItemSheet,
    arms: &Arms,
    add: Option<WeaponTag>,
    drop: Option<WeaponTag>,
) -> Result<Arms, Refusal> {
    let mut arms = arms.clone();
    if let Some(drop) = &drop {
        let before = arms.tags.len();
        arms.tags.retain(|tag| !same_kind(tag, drop));
        if arms.tags.len() == before {
            return told("no-such-tag", format!("The {} has no such Tag.", thing.name));
        }
    }
    if let Some(add) = add {
        let quick = |tag: &WeaponTag| matches!(tag, WeaponTag::Quick | WeaponTag::Unwieldy);
        if arms.tags.iter().any(|tag| same_kind(tag, &add)) {
            return told("has-it", format!("The {} has that Tag already.", thing.name));
        }
        if quick(&add) && arms.tags.iter().any(quick) {
            return told("contradicts", "Quick and Unwieldy do not go together.");
        }
        arms.tags.push(add);
    }
    if arms.tags.iter().filter(|tag| counts(tag)).count() > MOST_TAGS {
        return told("too-many-tags", "A weapon has at most 3 optional Tags.");
    }
    Ok(arms)
}

/// A Tag that every weapon has, if this one can have it.
fn replaced(thing: &ItemSheet, arms: &Arms, tag: &VitalTag) -> Result<Arms, Refusal> {
    let base = arms.base.unwrap_or(Skill::ShortBlunt);
    let name = &thing.name;
    match tag {
        VitalTag::Reach(_) | VitalTag::Dice(_) | VitalTag::Type(_) if base.is_ranged() => {
            return told(
                "not-valid",
                format!("The {name} shoots: it has a Range, and what it shoots hurts."),
            );
        }
        VitalTag::Range(_) if !base.is_ranged() => {
            return told("not-valid", format!("The {name} is no weapon that shoots: it has a Reach."));
        }
        VitalTag::Reach(feet) if !REACHES.contains(feet) => {
            return told("not-valid", "A Reach is 5, 10 or 15 feet.");
        }
        VitalTag::Range(feet) if *feet == 0 || feet % 5 != 0 || *feet > FURTHEST => {
            return told("not-valid", format!("A Range goes in steps of 5 feet, up to {FURTHEST}."));
        }
        VitalTag::Dice(dice) if !DICE.contains(dice) => {
            let known: Vec<String> = DICE.iter().map(Dice::to_string).collect();
            return told("not-valid", format!("There are the Damage Dice {}.", known.join(", ")));
        }
        VitalTag::Ability(open)
            if open.is_empty()
                || open.iter().any(|one| !base.abilities().contains(one))
                || (1..open.len()).any(|at| open[..at].contains(&open[at])) =>
        {
            let known: Vec<&str> = base.abilities().iter().map(|ability| ability.name()).collect();
            let sentence = format!("{} goes by {}.", base.name(), known.join(" or "));
            return told("not-valid", sentence);
        }
        _ => {}
    }
    let new = arms.with(tag);
    if new == *arms {
        return told("has-it", format!("The {name} has that Tag already."));
    }
    Ok(new)
}

/// How a Tag is called.
fn word(tag: &VitalTag) -> String {
    match tag {
        VitalTag::Size(size) => format!("Size {}", size.name()),
        VitalTag::Reach(feet) => format!("Reach {feet}"),
        VitalTag::Range(feet) => format!("Range {feet}"),
        VitalTag::Ability(open) => open.iter().map(|ability| ability.name()).collect::<Vec<_>>().join(" or "),
        VitalTag::Versus(defense) => format!("against {}", defense.name()),
        VitalTag::Dice(dice) => dice.to_string(),
        VitalTag::Type(kind) => kind.name().to_owned(),
    }
}

/// The weapon as it would be, where it is kept: a larger one has to fit there.
fn resized(state: &State, book: &Book, retag: &Retag, arms: &Arms) -> Result<Option<Size>, Refusal> {
    let (thing, now) = carried(state, retag.who, retag.item, RULE)?;
    let Some(size) = arms.size.filter(|size| *size != thing.size) else { return Ok(None) };
    let new = ItemSheet { size, ware: Ware::Weapon(arms.clone()), ..thing.clone() };
    fits(state, book, retag.who, &new, now.place, Some(retag.item))?;
    Ok(Some(size))
}

/// Whether the Referee lets a weapon be changed so.
fn approved(cx: &mut Cx<'_, RollHighOrDie>, retag: &Retag, name: &str) -> Flow<bool> {
    let who = cx.state().name(retag.who).to_owned();
    let what = match &retag.replace {
        Some(tag) => word(tag),
        None => "another optional Tag".to_owned(),
    };
    let judgement = || Judgement {
        rule: RULE,
        tag: format!("Tags of the {name}"),
        question: format!("{who} works on the {name}: {what}. May that be?"),
        about: Vec::new(),
        options: vec![RulingOption::new("yes", "Let it be tried"), RulingOption::new("no", "Not that")],
        proposal: 0,
        why: "The weapon would still be one.".into(),
        precedents: Vec::new(),
    };
    let ruling = cx.judge(RULE, 0, &judgement)?;
    cx.cite(rules::RH_WPN_01);
    Ok(matches!(ruling, Ruling::Listed(0)))
}

/// What it takes.
struct Needs {
    arms: Arms,
    size: Option<Size>,
    cost: u32,
    skill: Skill,
    begun: Option<Rework>,
}

impl Retag {
    fn ready(&self, may: May<'_, RollHighOrDie>) -> Lawful<Needs> {
        let (state, book, who) = (may.state, may.book, self.who);
        work(state, who, RULE)?;
        let (thing, now) = carried(state, who, self.item, RULE)?;
        let no = |code: &str, sentence: String| Refusal::new(RULE, code, sentence);
        let Ware::Weapon(own) = &thing.ware else {
            return may.no(|| no("no-weapon", format!("The {} is no weapon.", thing.name)));
        };
        let arms = changed(thing, own, self)?;
        let size = resized(state, book, self, &arms)?;
        let row = thing.like.and_then(|like| book.weapons.get(like.as_str()));
        let made = row.and_then(|row| row.made_of.as_deref());
        let row =
            made.and_then(|made| book.making.iter().find(|row| row.made_of.iter().any(|name| name == made)));
        let Some((row, skill)) = row.and_then(|row| Some((row, *row.skills.first()?))) else {
            return may.no(|| no("no-material", format!("Nobody knows how the {} is made.", thing.name)));
        };
        if let Some(action) = lacking(state, book, who, &row.tools) {
            return may.no(|| no("no-tool", format!("No tool at hand can {action}.")));
        }
        // What is begun has its material already.
        let begun = now.rework.as_deref().filter(|begun| Some(&begun.tag) == self.replace.as_ref()).cloned();
        let cost = if begun.is_some() { 0 } else { u32::from(price(book, thing).unwrap_or(0) / 4).max(1) };
        let coins = state.sheet(who).coins;
        may.not_if(coins < cost, || {
            let (cost, left) = (count(cost, "coin", "coins"), count(coins, "is left", "are left"));
            no("too-dear", format!("The material costs {cost}; {left}."))
        })?;
        Ok(Needs { arms, size, cost, skill, begun })
    }
}

impl Deed<RollHighOrDie> for Retag {
    const CARD: Card = Card::acting("Change the Tags of a weapon", "Work").rule(RULE);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        self.ready(may).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let needs = self.ready(May::quiet(cx.at(), by))?;
        retag(cx, &self, needs)
    }
}

fn retag(cx: &mut Cx<'_, RollHighOrDie>, retag: &Retag, needs: Needs) -> Flow {
    let (who, item) = (retag.who, retag.item);
    let Needs { arms, size, cost, skill, begun } = needs;
    let name = cx.state().sheet(who).items[usize::from(item)].name.clone();
    let coins = cx.state().sheet(who).coins;
    if begun.is_none() && !cx.within((who, item), |cx| approved(cx, retag, &name))? {
        return Ok(());
    }
    if cost > 0 {
        record(cx, RULE, GearFact::Coins { who, to: coins - cost }.into());
    }
    used(cx, who, RULE);
    log(cx, who, skill);
    let ware = Ware::Weapon(arms);
    let Some(tag) = retag.replace.clone() else {
        if cx.within((who, item), |cx| skill_check(cx, who, skill, 15, RULE, &[]))? {
            record(cx, RULE, GearFact::Rebuilt { who, item, ware, size }.into());
        }
        return Ok(());
    };
    let before = begun.map_or(0, |begun| begun.done);
    let success = cx.within((who, item, before), |cx| skill_check(cx, who, skill, 20, RULE, &[]))?;
    let done = before + u8::from(success);
    if done < WATCHES {
        let rework = Some(Rework { tag, done });
        record(cx, RULE, InventoryFact::Reworked { who, item, rework }.into());
        return Ok(());
    }
    record(cx, RULE, InventoryFact::Reworked { who, item, rework: None }.into());
    record(cx, RULE, GearFact::Rebuilt { who, item, ware, size }.into());
    Ok(())
}
