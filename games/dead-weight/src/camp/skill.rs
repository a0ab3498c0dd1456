//! Skills in camp: rituals, crafting, surgery.

use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{affords, campers, camping, spend};
use crate::DeadWeight;
use crate::expedition::{Shown, lower_doom, lower_omens};
use crate::fact::{GearFact, HurtFact, MagicFact};
use crate::hurt;
use crate::question::Owned;
use crate::roll::{self, Rolling, acting_hero};
use crate::rules;
use crate::state::{Attribute, Place, Span, Used};

/// A Ritualist works on a tracker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ritual {
    /// Who.
    pub who: Who,
    /// On which tracker.
    pub tracker: Shown,
}

/// Somebody with Crafting mends armor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Craft {
    /// Who.
    pub who: Who,
    /// Pieces of armor, one entry for each point.
    pub pieces: Vec<Owned>,
}

/// Somebody with Crafting mends a broken thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mend {
    /// Who.
    pub who: Who,
    /// Whose thing, and which.
    pub thing: Owned,
}

/// A Surgeon operates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Operate {
    /// Who.
    pub who: Who,
}

/// Whether somebody in the camp has a skill and the party the points for it.
fn has_skill(cx: &Cx<'_, DeadWeight>, by: Seat, who: Who, skill: RuleId, points: u8) -> Flow {
    affords(cx, by, points)?;
    let one = acting_hero(cx.state(), who)?;
    let name = &one.sheet.name;
    if !by.is_gm() && one.sheet.seat != by {
        let sentence = format!("Only {name}'s player says so.");
        return refuse(Refusal::new(rules::DW_GAME_06, "not-yours", sentence));
    }
    if !one.sheet.skilled(skill) || !campers(cx.state()).contains(&who) {
        let sentence = format!("{name} has not the skill for that.");
        return refuse(Refusal::new(rules::DW_CAMP_13, "no-skill", sentence));
    }
    Ok(())
}

/// Whether somebody may use a skill that is used once in a camp.
fn skilled(cx: &Cx<'_, DeadWeight>, by: Seat, who: Who, skill: RuleId, points: u8) -> Flow {
    has_skill(cx, by, who, skill, points)?;
    let one = cx.state().one(who);
    let name = &one.sheet.name;
    if one.live.has_used(skill) {
        let sentence = format!("{name} has done that in this camp already.");
        return refuse(Refusal::new(skill, "once-per-camp", sentence));
    }
    Ok(())
}

fn used(cx: &mut Cx<'_, DeadWeight>, who: Who, what: RuleId) {
    cx.record(rules::DW_CAMP_13, MagicFact::Used { who, used: Used { what, until: Span::Camp } }.into());
}

/// Takes 1 off omens or doom, for a point.
pub fn ritual(cx: &mut Cx<'_, DeadWeight>, by: Seat, ritual: Ritual) -> Flow {
    let rule = rules::DW_SKILL_17;
    skilled(cx, by, ritual.who, rule, 1)?;
    if spend(cx, by, 1, "a ritual", rules::DW_CAMP_13)? {
        match ritual.tracker {
            Shown::Doom => lower_doom(cx, 1, rule),
            Shown::Omens => lower_omens(cx, 1, rule),
        }
    }
    Ok(())
}

/// Mends up to 2 armor points, for nothing, once in a camp.
pub fn craft(cx: &mut Cx<'_, DeadWeight>, by: Seat, craft: &Craft) -> Flow {
    let rule = rules::DW_SKILL_07;
    skilled(cx, by, craft.who, rule, 0)?;
    if craft.pieces.is_empty() || craft.pieces.len() > 2 {
        return refuse(Refusal::new(rule, "how-many", "Mend 1 or 2 armor points."));
    }
    for piece in &craft.pieces {
        let one = cx.state().creature(piece.who).filter(|_| campers(cx.state()).contains(&piece.who));
        let now = one.and_then(|one| one.live.items.get(usize::from(piece.item)));
        let kind = one.and_then(|one| one.sheet.items.get(usize::from(piece.item))?.kind);
        let full = kind.and_then(|kind| cx.book().armor.get(kind.as_str())).map_or(0, |row| row.ap);
        let asked = craft.pieces.iter().filter(|other| *other == piece).count();
        let fits = now
            .is_some_and(|now| now.place != Place::Gone && usize::from(now.ap) + asked <= usize::from(full));
        if !fits {
            let sentence = "Armor is mended up to the points it had when new.";
            return refuse(Refusal::new(rule, "not-worn-down", sentence));
        }
    }
    camping(cx.state())?;
    used(cx, craft.who, rule);
    for piece in &craft.pieces {
        let from = cx.state().live(piece.who).items[usize::from(piece.item)].ap;
        let fact = HurtFact::Ap { who: piece.who, item: piece.item, from, to: from + 1 };
        cx.record(rule, fact.into());
    }
    Ok(())
}

/// A DEX test with advantage, for a point: a broken thing is whole again.
pub fn mend(cx: &mut Cx<'_, DeadWeight>, by: Seat, mend: Mend) -> Flow {
    let rule = rules::DW_HOUSE_17H;
    has_skill(cx, by, mend.who, rules::DW_SKILL_07, 1)?;
    let Owned { who, item } = mend.thing;
    let one = cx.state().creature(who).filter(|_| campers(cx.state()).contains(&who));
    let broken = one
        .and_then(|one| one.live.items.get(usize::from(item)))
        .is_some_and(|now| now.broken && now.place != Place::Gone);
    if !broken {
        return refuse(Refusal::new(rule, "not-broken", "Name a broken thing of somebody in the camp."));
    }
    if !spend(cx, by, 1, "mending", rules::DW_CAMP_13)? {
        return Ok(());
    }
    cx.cite(rules::DW_SKILL_07);
    let test = Rolling { advantages: 1, ..Rolling::test(mend.who, Attribute::Dex, rule) };
    if cx.within((mend.who, who, item), |cx| roll::make(cx, &test))?.succeeded() {
        cx.record(rule, GearFact::Broken { who, item, broken: false }.into());
    }
    Ok(())
}

/// An INT test: on a success everybody in the camp heals a wound. For nothing, once in a camp.
pub fn operate(cx: &mut Cx<'_, DeadWeight>, by: Seat, operate: Operate) -> Flow {
    let rule = rules::DW_SKILL_22;
    let who = operate.who;
    skilled(cx, by, who, rule, 0)?;
    used(cx, who, rule);
    let test = Rolling::test(who, Attribute::Int, rule);
    if cx.within(who, |cx| roll::make(cx, &test))?.succeeded() {
        for patient in campers(cx.state()) {
            cx.within(patient, |cx| hurt::heal(cx, patient, 1, true, rule))?;
        }
    }
    Ok(())
}
