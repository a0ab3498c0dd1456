//! The GM's own hand: a fall, a blow nobody struck, fatigue, healing, afflictions.

use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Hit, Strike, afflicted, cured, heal, place_at, recover, strike, take, tire, tire_chosen};
use crate::DeadWeight;
use crate::fact::{HurtFact, MagicFact};
use crate::gear::fell;
use crate::rules;
use crate::state::{Affliction, Attribute};

/// Wounds that reach somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Harm {
    /// Whom.
    pub who: Who,
    /// How many.
    pub wounds: u8,
    /// Pierces armor.
    #[serde(default)]
    pub pierces: bool,
    /// No toughening up, no resistance.
    #[serde(default)]
    pub raw: bool,
    /// Never kills.
    #[serde(default)]
    pub non_lethal: bool,
    /// By a fall: fragile things break, and a spell may make it harmless.
    #[serde(default)]
    pub fall: bool,
    /// Where they go, if a rule says so: then nothing reduces them.
    #[serde(default)]
    pub on: Option<Attribute>,
}

/// Fatigue somebody gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TireBy {
    /// Who.
    pub who: Who,
    /// Where; the player picks if nothing is said.
    #[serde(default)]
    pub attribute: Option<Attribute>,
}

/// Fatigue somebody recovers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Recover {
    /// Who.
    pub who: Who,
    /// At most so much on each attribute, or on the one named.
    pub fatigue: u8,
    /// Where; everywhere if nothing is said.
    #[serde(default)]
    pub attribute: Option<Attribute>,
}

/// Wounds that heal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HealBy {
    /// Whose.
    pub who: Who,
    /// How many.
    pub wounds: u8,
    /// By rest, which the Cursed get nothing from.
    #[serde(default)]
    pub resting: bool,
}

/// An affliction somebody gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Afflict {
    /// Who.
    pub who: Who,
    /// Which.
    pub what: Affliction,
}

/// An affliction that ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cure {
    /// Whose.
    pub who: Who,
    /// Which.
    pub what: Affliction,
}

fn gm(cx: &Cx<'_, DeadWeight>, by: Seat, who: Who, rule: RuleId) -> Flow {
    if !by.is_gm() {
        return refuse(Refusal::new(rule, "not-the-gm", "Only the GM says what befalls people."));
    }
    match cx.state().creature(who) {
        None => refuse(Refusal::new(rule, "nobody", "There is nobody like that here.")),
        Some(one) if one.live.dead => {
            refuse(Refusal::new(rule, "dead", format!("{} is dead.", one.sheet.name)))
        }
        Some(_) => Ok(()),
    }
}

fn hero(cx: &Cx<'_, DeadWeight>, by: Seat, who: Who, rule: RuleId) -> Flow {
    gm(cx, by, who, rule)?;
    if !cx.state().sheet(who).is_hero() {
        let sentence = "Only adventurers have fatigue, wounds on attributes and afflictions.";
        return refuse(Refusal::new(rules::DW_ENEMY_10, "no-attributes", sentence));
    }
    Ok(())
}

/// Somebody is hurt: a fall, a trap, whatever the GM says.
pub fn harm(cx: &mut Cx<'_, DeadWeight>, by: Seat, harm: Harm) -> Flow {
    let rule = rules::DW_HURT_20;
    gm(cx, by, harm.who, rule)?;
    if harm.wounds == 0 || harm.wounds > 99 {
        return refuse(Refusal::new(rule, "wounds", "Say 1 to 99 wounds.").with("wounds", harm.wounds));
    }
    let Harm { who, wounds, non_lethal, .. } = harm;
    if harm.fall {
        if let Some(lasting) = cx.state().live(who).under(rules::DW_SPELL_18H).copied() {
            cx.record(rules::DW_SPELL_18H, MagicFact::Over { who, lasting }.into());
            let why = "the fall is harmless";
            cx.record(rules::DW_SPELL_18H, HurtFact::Nothing { who, why: why.into() }.into());
            return Ok(());
        }
        fell(cx, who);
    }
    if !cx.state().sheet(who).is_hero() {
        let (armor, resistance) = (!harm.pierces, !harm.raw);
        strike(cx, Strike { who, wounds, armor, resistance, non_lethal, at_most: None, rule })?;
        return Ok(());
    }
    match harm.on {
        Some(attribute) => {
            for _ in 0..wounds {
                cx.within((who, attribute), |cx| place_at(cx, who, attribute, rules::DW_HURT_19))?;
                if cx.state().live(who).mortal || cx.state().live(who).dead {
                    break;
                }
            }
            Ok(())
        }
        None => {
            let (armor, toughen) = (!harm.pierces, !harm.raw);
            take(cx, Hit { who, wounds, armor, toughen, non_lethal, rule }).map(|_| ())
        }
    }
}

/// Somebody is tired.
pub fn tire_by(cx: &mut Cx<'_, DeadWeight>, by: Seat, by_gm: TireBy) -> Flow {
    let rule = rules::DW_HURT_02;
    hero(cx, by, by_gm.who, rule)?;
    match by_gm.attribute {
        Some(attribute) => tire(cx, by_gm.who, attribute, rule),
        None => tire_chosen(cx, by_gm.who, rule),
    }
}

/// Somebody recovers.
pub fn recover_by(cx: &mut Cx<'_, DeadWeight>, by: Seat, by_gm: Recover) -> Flow {
    let rule = rules::DW_HURT_03;
    hero(cx, by, by_gm.who, rule)?;
    for attribute in Attribute::ALL {
        if by_gm.attribute.is_none_or(|only| only == attribute) {
            recover(cx, by_gm.who, attribute, by_gm.fatigue, rule);
        }
    }
    Ok(())
}

/// Wounds of somebody heal.
pub fn heal_by(cx: &mut Cx<'_, DeadWeight>, by: Seat, by_gm: HealBy) -> Flow {
    let rule = rules::DW_HURT_21;
    hero(cx, by, by_gm.who, rule)?;
    heal(cx, by_gm.who, by_gm.wounds, by_gm.resting, rule).map(|_| ())
}

/// Something ails somebody.
pub fn afflict(cx: &mut Cx<'_, DeadWeight>, by: Seat, by_gm: Afflict) -> Flow {
    let rule = rules::DW_AFFL_01;
    gm(cx, by, by_gm.who, rule)?;
    let Afflict { who, what } = by_gm;
    if cx.state().live(who).suffers(what) {
        let sentence = format!("{} is {} already.", cx.state().name(who), what.name());
        return refuse(Refusal::new(rule, "already", sentence));
    }
    if !cx.state().sheet(who).is_hero() && what != Affliction::Bleeding {
        let sentence = "Of all afflictions enemies only bleed.";
        return refuse(Refusal::new(rules::DW_ENEMY_10, "no-afflictions", sentence));
    }
    afflicted(cx, who, what, rule).map(|_| ())
}

/// Something ails somebody no longer.
pub fn cure(cx: &mut Cx<'_, DeadWeight>, by: Seat, by_gm: Cure) -> Flow {
    let rule = rules::DW_AFFL_01;
    gm(cx, by, by_gm.who, rule)?;
    let Cure { who, what } = by_gm;
    if !cx.state().live(who).suffers(what) {
        let sentence = format!("{} is not {}.", cx.state().name(who), what.name());
        return refuse(Refusal::new(rule, "not-so", sentence));
    }
    cured(cx, who, what, rule);
    Ok(())
}
