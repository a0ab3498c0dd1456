//! Changing the Tags of weapons by work: an optional one in a Watch, one it cannot do without in two.

use boneyard_table::view::count;
use boneyard_table::{Cx, Flow, Judgement, Refusal, Ruling, RulingOption, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::carry::carried;
use super::make::lacking;
use super::slot::fits;
use super::trade::price;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::Book;
use crate::check::skill_check;
use crate::fact::{GearFact, InventoryFact};
use crate::living::{log, used, work};
use crate::rules;
use crate::state::{Arms, Dice, ItemSheet, Rework, Size, Skill, State, VitalTag, Ware, WeaponTag};

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

fn no(code: &str, sentence: String) -> Flow {
    refuse(Refusal::new(RULE, code, sentence))
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

/// Changes a Tag of a weapon.
pub fn retag(cx: &mut Cx<'_, RollHighOrDie>, retag: &Retag) -> Flow {
    let (who, item, book) = (retag.who, retag.item, cx.book());
    work(cx.state(), who, RULE)?;
    let (thing, now) = carried(cx.state(), who, item, RULE)?;
    let Ware::Weapon(own) = &thing.ware else {
        return no("no-weapon", format!("The {} is no weapon.", thing.name));
    };
    let arms = changed(thing, own, retag)?;
    let size = resized(cx.state(), book, retag, &arms)?;
    let made =
        thing.like.and_then(|like| book.weapons.get(like.as_str())).and_then(|row| row.made_of.as_deref());
    let row =
        made.and_then(|made| book.making.iter().find(|row| row.made_of.iter().any(|name| name == made)));
    let Some(row) = row else {
        return no("no-material", format!("Nobody knows how the {} is made.", thing.name));
    };
    if let Some(action) = lacking(cx.state(), book, who, &row.tools) {
        return no("no-tool", format!("No tool at hand can {action}."));
    }
    // What is begun has its material already.
    let begun = now.rework.as_deref().filter(|begun| Some(&begun.tag) == retag.replace.as_ref()).cloned();
    let cost = if begun.is_some() { 0 } else { u32::from(price(book, thing).unwrap_or(0) / 4).max(1) };
    let coins = cx.state().sheet(who).coins;
    if coins < cost {
        return no(
            "too-dear",
            format!(
                "The material costs {}; {}.",
                count(cost, "coin", "coins"),
                count(coins, "is left", "are left")
            ),
        );
    }
    let Some(skill) = row.skills.first().copied() else { return Ok(()) };
    let name = thing.name.clone();
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
