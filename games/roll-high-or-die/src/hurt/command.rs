//! What the Referee lets befall bodies, and Hit Dice spent at ease.

use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::condition::{Gain, ease, gain};
use super::damage::{Blow, Wallop, suffer};
use super::wound::{hit_die, regain};
use crate::RollHighOrDie;
use crate::combat::{gm, known};
use crate::fact::HurtFact;
use crate::rules;
use crate::state::{Condition, DamageType};

/// Damage the Referee deals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Harm {
    /// To whom.
    pub who: Who,
    /// Its parts, in their order.
    pub parts: Vec<HarmPart>,
}

/// One part of damage the Referee deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HarmPart {
    /// How much.
    pub amount: u8,
    /// Of which type.
    #[serde(rename = "type")]
    pub kind: DamageType,
    /// True Damage.
    #[serde(default, rename = "true")]
    pub pierces: bool,
}

/// Vitality the Referee gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RestoreVitality {
    /// To whom.
    pub who: Who,
    /// How much.
    pub amount: u8,
}

/// A Condition the Referee imposes or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Inflict {
    /// On whom.
    pub who: Who,
    /// Which.
    pub condition: Condition,
    /// So many stacks.
    #[serde(default = "one")]
    pub stacks: u8,
    /// By whom.
    #[serde(default)]
    pub from: Option<Who>,
    /// The DC to get free.
    #[serde(default)]
    pub dc: Option<u8>,
    /// Ends it instead.
    #[serde(default)]
    pub end: bool,
}

/// Air somebody loses or has again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Air {
    /// Who.
    pub who: Who,
    /// None.
    pub airless: bool,
}

/// A Hit Die spent at ease.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpendHitDie {
    /// Whose.
    pub who: Who,
}

fn one() -> u8 {
    1
}

/// The Referee deals damage.
pub fn harm(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, harm: &Harm) -> Flow {
    let rule = rules::RH_CORE_02;
    gm(by, rule, "Only the Referee deals damage by word.")?;
    alive(cx, harm.who)?;
    if harm.parts.is_empty() || harm.parts.len() > 6 {
        return refuse(Refusal::new(rule, "no-damage", "Give from 1 to 6 parts of damage."));
    }
    let parts: SmallVec<[Blow; 3]> = harm
        .parts
        .iter()
        .map(|part| Blow { amount: part.amount.into(), kind: part.kind, pierces: part.pierces })
        .collect();
    let wallop = Wallop { parts, ..Wallop::one(harm.who, 0, DamageType::Force, false, rule) };
    suffer(cx, &wallop)?;
    Ok(())
}

fn alive(cx: &Cx<'_, RollHighOrDie>, who: Who) -> Result<(), Refusal> {
    known(cx.state(), who)?;
    if cx.state().live(who).dead {
        let sentence = format!("{} is dead.", cx.state().name(who));
        return Err(Refusal::new(rules::RH_DEATH_03, "dead", sentence));
    }
    Ok(())
}

/// The Referee gives Vitality back.
pub fn restore(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, restore: RestoreVitality) -> Flow {
    gm(by, rules::RH_CORE_02, "Only the Referee gives Vitality by word.")?;
    alive(cx, restore.who)?;
    regain(cx, restore.who, restore.amount.into(), rules::RH_CORE_02, true);
    Ok(())
}

/// The Referee imposes or ends a Condition.
pub fn inflict(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, inflict: Inflict) -> Flow {
    let rule = rules::RH_STATE_01;
    gm(by, rules::RH_CORE_02, "Only the Referee imposes Conditions by word.")?;
    alive(cx, inflict.who)?;
    if let Some(from) = inflict.from {
        known(cx.state(), from)?;
    }
    let row = super::row_of(cx.book(), inflict.condition);
    let imposed = row.is_some_and(|row| matches!(row.kind.as_str(), "ailment" | "emboldenment"));
    if imposed && inflict.from.is_none() && !inflict.end && inflict.condition.is_per_source() {
        let sentence = format!("{} is imposed by somebody: say by whom.", inflict.condition.name());
        return refuse(Refusal::new(rule, "no-source", sentence));
    }
    if inflict.stacks == 0 || inflict.stacks > 20 {
        return refuse(Refusal::new(rules::RH_STATE_03, "no-stacks", "Stacks are counted from 1 to 20."));
    }
    if inflict.end {
        ease(cx, inflict.who, inflict.condition, None, rule);
        return Ok(());
    }
    let Inflict { who, condition, stacks, from, dc, .. } = inflict;
    gain(cx, who, Gain { what: condition, stacks, from, dc, by: rule });
    cx.cite(rules::RH_STATE_03);
    Ok(())
}

/// The Referee says whether somebody has air.
pub fn air(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, air: Air) -> Flow {
    let rule = rules::RH_SUFF_01;
    gm(by, rule, "Only the Referee says where there is air.")?;
    alive(cx, air.who)?;
    cx.record(rule, HurtFact::Air { who: air.who, airless: air.airless }.into());
    Ok(())
}

/// Whether somebody may spend a Hit Die now.
pub fn check_hit_die(at: At<'_, RollHighOrDie>, who: Who) -> Result<(), Refusal> {
    let rule = rules::RH_VIT_06;
    known(at.state, who)?;
    let live = at.state.live(who);
    let name = at.state.name(who);
    if live.dead {
        return Err(Refusal::new(rules::RH_DEATH_03, "dead", format!("{name} is dead.")));
    }
    if at.state.encounter.is_some() {
        let sentence = "Hit Dice are not spent in an Encounter.";
        return Err(Refusal::new(rule, "encounter", sentence));
    }
    if live.hit_dice == 0 {
        return Err(Refusal::new(rule, "none-left", format!("{name} has no Hit Die left.")));
    }
    Ok(())
}

/// Somebody spends a Hit Die at ease.
pub fn spend_hit_die(cx: &mut Cx<'_, RollHighOrDie>, spend: SpendHitDie) -> Flow {
    check_hit_die(cx.at(), spend.who)?;
    hit_die(cx, spend.who, rules::RH_VIT_06, true)
}
