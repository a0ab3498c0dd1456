//! Which rules and entries an Attack is made of, so that each can be looked up.

use boneyard_table::{Cx, RuleId};

use super::assault::Assault;
use crate::RollHighOrDie;
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{ShotTag, Size, Ware, WeaponTag};

pub(super) fn cite_weapon(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault) {
    if !cx.keeps() {
        return;
    }
    cx.cite(rules::RH_CORE_06);
    let one = cx.state().one(assault.who);
    let entry = assault.weapon.item.and_then(|item| one.sheet.items[usize::from(item)].like);
    let entry = entry.or(if assault.weapon.natural.is_some() { one.sheet.like } else { None });
    if let Some(entry) = entry {
        cx.cite(entry);
    }
    if assault.weapon.item.is_some() {
        cx.cite(rules::RH_WPN_04);
        cx.cite(rules::RH_WPN_05);
    } else if assault.weapon.natural.is_none() {
        cx.cite(rules::RH_HOUSE_19H);
        let entry = passive::hook(cx.state(), cx.book(), assault.who, "brawler");
        cx.cite(entry.unwrap_or(rules::RH_ARMS_29H));
    }
    if assault.weapon.makeshift {
        cx.cite(rules::RH_HOUSE_19H);
        cx.cite(rules::RH_ARMS_30H);
    }
    if assault.thrown {
        cx.cite(rules::RH_SKILL_04);
    }
    if assault.ranged() {
        cx.cite(rules::RH_COVER_02);
        cx.cite(rules::RH_COVER_03);
        cx.cite(rules::RH_COVER_04);
        cx.cite(rules::RH_COVER_05);
    }
    cx.cite(rules::RH_LOS_01);
    cx.cite(rules::RH_LOS_02);
    let state = cx.state();
    let sizes = [assault.who, assault.target].map(|who| state.sheet(who).size);
    if sizes.contains(&Size::Large) {
        cx.cite(rules::RH_LOS_05);
    }
    let state = cx.state();
    if sight::bottom(state, assault.who) != sight::bottom(state, assault.target) {
        cx.cite(rules::RH_LOS_04);
    }
    cite_tags(cx, assault);
}

/// Entries of the Tags a weapon and its ammunition are made of.
fn cite_tags(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault) {
    if assault.weapon.item.is_none() {
        return;
    }
    let arms = &assault.weapon.arms;
    let reach = if arms.shoots() { rules::RH_WTAG_03H } else { rules::RH_WTAG_02H };
    let mandatory = [rules::RH_WTAG_01H, reach, rules::RH_WTAG_04H, rules::RH_WTAG_05H];
    let dice: &[RuleId] = if assault.shot.is_some() {
        &[rules::RH_MTAG_01H, rules::RH_MTAG_02H]
    } else {
        &[rules::RH_WTAG_06H, rules::RH_WTAG_07H]
    };
    for rule in mandatory.into_iter().chain(dice.iter().copied()) {
        cx.cite(rule);
    }
    let optional = arms.tags.iter().filter_map(|tag| match tag {
        WeaponTag::TwoHanded => Some(rules::RH_WTAG_08H),
        WeaponTag::Quick => Some(rules::RH_WTAG_10H),
        WeaponTag::Unwieldy => Some(rules::RH_WTAG_11H),
        WeaponTag::Thrown(_) if assault.thrown => Some(rules::RH_WTAG_12H),
        WeaponTag::Capacity(_) => Some(rules::RH_WTAG_13H),
        WeaponTag::Jam(_) => Some(rules::RH_WTAG_14H),
        WeaponTag::Power(_) => Some(rules::RH_WTAG_15H),
        WeaponTag::Brutal => Some(rules::RH_WTAG_16H),
        WeaponTag::Denting(_) => Some(rules::RH_WTAG_17H),
        WeaponTag::GapFinder(_) => Some(rules::RH_WTAG_18H),
        WeaponTag::Entangling => Some(rules::RH_WTAG_20H),
        WeaponTag::Wraparound => Some(rules::RH_WTAG_21H),
        WeaponTag::Blast(_) => Some(rules::RH_WTAG_23H),
        WeaponTag::Loud => Some(rules::RH_WTAG_24H),
        _ => None,
    });
    let optional: Vec<RuleId> = optional.collect();
    let shot = assault.shot.and_then(|shot| cx.state().sheet(assault.who).items.get(usize::from(shot)));
    let entry = shot.and_then(|thing| thing.like);
    let shot: Vec<RuleId> = match shot.map(|thing| &thing.ware) {
        Some(Ware::Shot(shot)) => shot
            .tags
            .iter()
            .map(|tag| match tag {
                ShotTag::Barbed => rules::RH_MTAG_03H,
                ShotTag::Igniting => rules::RH_MTAG_04H,
                ShotTag::PiercingCore(_) => rules::RH_MTAG_05H,
                ShotTag::Blast(_) => rules::RH_MTAG_06H,
                ShotTag::Smoke => rules::RH_MTAG_07H,
            })
            .collect(),
        _ => Vec::new(),
    };
    for rule in optional.into_iter().chain(shot).chain(entry) {
        cx.cite(rule);
    }
}
