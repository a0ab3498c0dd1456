//! What the Referee lets befall bodies, and Hit Dice spent at ease.

use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::condition::{Gain, ease, gain};
use super::damage::{Blow, Wallop, suffer};
use super::wound::{hit_die, regain};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::combat::{gm, known, over_nothing};
use crate::fact::{FightFact, HurtFact};
use crate::rules;
use crate::state::{Condition, DamageType};

/// Damage the Referee deals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Harm {
    /// To whom.
    pub who: Who,
    /// Its parts, in their order.
    #[serde(default)]
    pub parts: Vec<HarmPart>,
    /// Or one part: how much.
    #[serde(default)]
    pub amount: Option<u8>,
    /// Of which type; Force if nothing is said.
    #[serde(default, rename = "type")]
    pub kind: Option<DamageType>,
    /// That part is True Damage.
    #[serde(default, rename = "true")]
    pub pierces: bool,
    /// And a second one after it.
    #[serde(default)]
    pub and: Option<HarmPart>,
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
    /// For so many Rounds, where no Encounter counts them.
    #[serde(default)]
    pub rounds: Option<u8>,
}

/// Somebody falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fall {
    /// Who.
    pub who: Who,
    /// How deep it is.
    pub feet: u16,
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
    let one = harm.amount.map(|amount| {
        let kind = harm.kind.unwrap_or(DamageType::Force);
        HarmPart { amount, kind, pierces: harm.pierces }
    });
    let parts: SmallVec<[HarmPart; 3]> = harm.parts.iter().copied().chain(one).chain(harm.and).collect();
    if parts.is_empty() || parts.len() > 6 {
        return refuse(Refusal::new(rule, "no-damage", "Give from 1 to 6 parts of damage."));
    }
    let blow = |part: &HarmPart| Blow { amount: part.amount.into(), kind: part.kind, pierces: part.pierces };
    let parts: SmallVec<[Blow; 3]> = parts.iter().map(blow).collect();
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
    let who = air.who;
    if air.rounds.is_some_and(|rounds| rounds == 0 || rounds > 60) {
        let sentence = "Name from 1 to 60 Rounds.";
        return refuse(Refusal::new(rules::RH_ENC_11, "so-many-rounds", sentence));
    }
    record(cx, rule, HurtFact::Air { who, airless: air.airless }.into());
    let Some(rounds) = air.rounds.filter(|_| air.airless && cx.state().encounter.is_none()) else {
        return Ok(());
    };
    // Without Turns the Rounds are settled one by one, and then there is air again.
    cx.cite(rules::RH_ENC_11);
    for round in 0..rounds {
        cx.within((who, round), |cx| crate::combat::breathe(cx, who))?;
        if cx.state().live(who).dead {
            return Ok(());
        }
    }
    record(cx, rule, HurtFact::Air { who, airless: false }.into());
    super::end_conditions(cx, who, rule, |ailment| {
        matches!(ailment.what, Condition::HoldingBreath | Condition::Suffocating)
    });
    Ok(())
}

/// The Referee lets somebody fall.
pub fn fall(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, fall: Fall) -> Flow {
    let (who, rule) = (fall.who, rules::RH_FALL_01);
    gm(by, rule, "Only the Referee lets somebody fall by word.")?;
    alive(cx, who)?;
    if fall.feet == 0 || fall.feet > 500 || !fall.feet.is_multiple_of(5) {
        return refuse(Refusal::new(rule, "so-deep", "A drop goes in steps of 5 feet, up to 500."));
    }
    let Some(at) = cx.state().live(who).at else {
        return refuse(Refusal::new(rule, "no-map", "That takes a map to fall on."));
    };
    let lift = i16::try_from(fall.feet).unwrap_or(500);
    record(cx, rule, FightFact::Pushed { who, to: at, lift }.into());
    over_nothing(cx, who)
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
