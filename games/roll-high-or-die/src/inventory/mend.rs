//! Mending armor and changing the Tags of weapons, a Watch each.

use boneyard_table::{Cx, Flow, Refusal, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::carry::carried;
use super::make::lacking;
use super::trade::price;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::check::skill_check;
use crate::fact::{GearFact, HurtFact};
use crate::gear::armoring_value;
use crate::living::{log, used, work};
use crate::rules;
use crate::state::{Ware, WeaponTag};

/// Mends a piece of armor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mend {
    /// Who.
    pub who: Who,
    /// Which piece.
    pub item: u8,
}

/// Changes an optional Tag of a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Retag {
    /// Who.
    pub who: Who,
    /// Which weapon.
    pub item: u8,
    /// A Tag that comes.
    #[serde(default)]
    pub add: Option<WeaponTag>,
    /// A Tag that goes.
    #[serde(default)]
    pub drop: Option<WeaponTag>,
}

/// The most optional Tags.
const MOST_TAGS: usize = 3;

/// Mends a piece of armor: whole on a success, half of what is missing otherwise.
pub fn mend(cx: &mut Cx<'_, RollHighOrDie>, mend: Mend) -> Flow {
    let (who, item, rule, book) = (mend.who, mend.item, rules::RH_HOUSE_06H, cx.book());
    work(cx.state(), who, rule)?;
    let (thing, now) = carried(cx.state(), who, item, rule)?;
    let told = |code: &str, sentence: String| refuse(Refusal::new(rule, code, sentence));
    let Ware::Armor(suit) = &thing.ware else {
        return told("no-armor", format!("The {} is no Armor.", thing.name));
    };
    let lost = now.lost.min(armoring_value(book, suit).unwrap_or(0));
    if lost == 0 {
        return told("undamaged", format!("The {} has lost no Armoring.", thing.name));
    }
    let material = suit.material.as_deref().and_then(|name| book.armor_tags.named(name));
    let row = material.and_then(|tag| book.making.iter().find(|row| row.made_of.contains(&tag.name)));
    let Some((tag, row)) = material.zip(row) else {
        return told("no-material", format!("The {} is of no material anybody mends.", thing.name));
    };
    if let Some(action) = lacking(cx.state(), book, who, &row.tools) {
        return told("no-tool", format!("No tool at hand can {action}."));
    }
    let Some(skill) = tag.skill.or(row.skills.first().copied()) else { return Ok(()) };
    let dc = 8 + 2 * i16::from(tag.value.unwrap_or(0));
    used(cx, who, rule);
    log(cx, who, skill);
    let success = cx.within((who, item), |cx| skill_check(cx, who, skill, dc, rule, &[]))?;
    let lost = if success { 0 } else { lost - lost / 2 };
    record(cx, rule, HurtFact::Armor { who, item: Some(item), lost }.into());
    Ok(())
}

/// Tags that are not counted among the three.
fn counts(tag: &WeaponTag) -> bool {
    !matches!(tag, WeaponTag::TwoHanded | WeaponTag::Capacity(_) | WeaponTag::Jam(_) | WeaponTag::Loud)
}

fn same_kind(one: &WeaponTag, other: &WeaponTag) -> bool {
    std::mem::discriminant(one) == std::mem::discriminant(other)
}

/// Changes an optional Tag of a weapon.
pub fn retag(cx: &mut Cx<'_, RollHighOrDie>, retag: Retag) -> Flow {
    let (who, item, rule, book) = (retag.who, retag.item, rules::RH_HOUSE_05H, cx.book());
    work(cx.state(), who, rule)?;
    let (thing, _) = carried(cx.state(), who, item, rule)?;
    let told = |code: &str, sentence: String| refuse(Refusal::new(rule, code, sentence));
    let Ware::Weapon(arms) = &thing.ware else {
        return told("no-weapon", format!("The {} is no weapon.", thing.name));
    };
    let mut arms = arms.clone();
    if retag.add.is_none() && retag.drop.is_none() {
        return told("no-tag", "Say which Tag comes or goes.".into());
    }
    if let Some(drop) = &retag.drop {
        let before = arms.tags.len();
        arms.tags.retain(|tag| !same_kind(tag, drop));
        if arms.tags.len() == before {
            return told("no-such-tag", format!("The {} has no such Tag.", thing.name));
        }
    }
    if let Some(add) = retag.add {
        let quick = |tag: &WeaponTag| matches!(tag, WeaponTag::Quick | WeaponTag::Unwieldy);
        if arms.tags.iter().any(|tag| same_kind(tag, &add)) {
            return told("has-it", format!("The {} has that Tag already.", thing.name));
        }
        if quick(&add) && arms.tags.iter().any(quick) {
            return told("contradicts", "Quick and Unwieldy do not go together.".into());
        }
        arms.tags.push(add);
    }
    if arms.tags.iter().filter(|tag| counts(tag)).count() > MOST_TAGS {
        return told("too-many-tags", "A weapon has at most 3 optional Tags.".into());
    }
    let made =
        thing.like.and_then(|like| book.weapons.get(like.as_str())).and_then(|row| row.made_of.as_deref());
    let row =
        made.and_then(|made| book.making.iter().find(|row| row.made_of.iter().any(|name| name == made)));
    let Some(row) = row else {
        return told("no-material", format!("Nobody knows how the {} is made.", thing.name));
    };
    if let Some(action) = lacking(cx.state(), book, who, &row.tools) {
        return told("no-tool", format!("No tool at hand can {action}."));
    }
    let cost = u32::from(price(book, thing).unwrap_or(0) / 4).max(1);
    let coins = cx.state().sheet(who).coins;
    if coins < cost {
        return told("too-dear", format!("The material costs {cost} coins, and there are {coins}."));
    }
    let Some(skill) = row.skills.first().copied() else { return Ok(()) };
    record(cx, rule, GearFact::Coins { who, to: coins - cost }.into());
    used(cx, who, rule);
    log(cx, who, skill);
    cx.cite(rules::RH_WPN_01);
    if cx.within((who, item), |cx| skill_check(cx, who, skill, 15, rule, &[]))? {
        record(cx, rule, GearFact::Rebuilt { who, item, ware: Ware::Weapon(arms) }.into());
    }
    Ok(())
}
