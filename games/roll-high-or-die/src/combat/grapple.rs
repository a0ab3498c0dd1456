//! Strength against strength: Grapple, Shove, FORCE, getting free, letting go.

use boneyard_table::{At, Cx, Flow, Refusal, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::attack::settled;
use super::legal::{beside, has, in_encounter, pay, takes, target as check_target};
use super::push::push;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::check::{Throw, oppose, opposed, out, skill_check, skill_sums};
use crate::fact::FightFact;
use crate::gear::free_hands;
use crate::hurt::{Gain, end_conditions, gain, lie_down};
use crate::passive;
use crate::question::ShoveTo;
use crate::rules;
use crate::state::{Condition, Skill, Spot, State};

/// An Action on somebody in the next space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OnNeighbour {
    /// Who.
    pub who: Who,
    /// Whom.
    pub target: Who,
}

/// Getting free of what holds one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BreakFree {
    /// Who.
    pub who: Who,
    /// Whose grip; whatever else holds one if nobody is named.
    #[serde(default)]
    pub from: Option<Who>,
    /// Athletics or Acrobatics, against what is no grip.
    #[serde(default)]
    pub skill: Option<Skill>,
}

/// Where a Shove leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shoved {
    /// To this space.
    To(Spot),
    /// Onto the ground.
    Prone,
    /// Nowhere.
    Neither,
}

fn check_beside(
    at: At<'_, RollHighOrDie>,
    on: OnNeighbour,
    ap: u8,
    action: &str,
    rule: boneyard_table::RuleId,
) -> Result<(), Refusal> {
    in_encounter(at.state, at.book, on.who, ap)?;
    has(at.state, on.who, action)?;
    check_target(at.state, at.book, on.who, on.target, rule)?;
    beside(at.state, on.who, on.target, rule)
}

/// Whether somebody may Grapple another.
pub fn check_grapple(at: At<'_, RollHighOrDie>, on: OnNeighbour) -> Result<(), Refusal> {
    let rule = rules::RH_ACT_02;
    check_beside(at, on, 2, "grapple", rule)?;
    let row = at.state.sheet(on.who).like.and_then(|like| at.book.creatures.get(like.as_str()));
    if free_hands(at.state, on.who) == 0 && !row.is_some_and(|row| row.grapples) {
        let sentence = format!("{} has no free hand.", at.state.name(on.who));
        return Err(Refusal::new(rule, "no-free-hand", sentence));
    }
    if passive::hook(at.state, at.book, on.target, "swarm").is_some() {
        return Err(Refusal::new(rule, "swarm", "A swarm cannot be held."));
    }
    Ok(())
}

/// Grapples.
pub fn grapple(cx: &mut Cx<'_, RollHighOrDie>, on: OnNeighbour) -> Flow {
    check_grapple(cx.at(), on)?;
    let rule = rules::RH_ACT_02;
    pay(cx, on.who, 2, rule);
    cx.cite(rules::RH_LOS_03);
    let won = cx.within(on.who, |cx| {
        opposed(cx, on.who, Skill::Athletics, on.target, Skill::Athletics, rule, &["grapple"])
    })?;
    if won {
        gain(cx, on.target, Gain::new(Condition::Grappled, rule).from(on.who));
        spikes(cx, on)?;
    }
    settled(cx, on.who);
    Ok(())
}

/// Whoever grapples somebody in Spiked armor is hurt.
fn spikes(cx: &mut Cx<'_, RollHighOrDie>, on: OnNeighbour) -> Flow {
    let book = cx.book();
    let spiked = crate::gear::worn(cx.state(), on.target).any(|(_, suit)| {
        suit.tags
            .iter()
            .filter_map(|tag| book.armor_tags.named(tag))
            .any(|row| row.hook.as_deref() == Some("spiked"))
    });
    if !spiked {
        return Ok(());
    }
    let rule = rules::RH_ATAG_24H;
    let dice = crate::state::Dice::new(1, 4);
    let amount = crate::hurt::roll_dice(cx, rule, on.target, dice, "spikes")?;
    let kind = crate::state::DamageType::Piercing;
    crate::hurt::suffer(cx, &crate::hurt::Wallop::one(on.who, amount, kind, false, rule))?;
    Ok(())
}

/// Whether somebody may Shove another.
pub fn check_shove(at: At<'_, RollHighOrDie>, on: OnNeighbour) -> Result<(), Refusal> {
    check_beside(at, on, 2, "shove", rules::RH_ACT_03)?;
    if passive::hook(at.state, at.book, on.target, "swarm").is_some() {
        return Err(Refusal::new(rules::RH_ACT_03, "swarm", "A swarm cannot be shoved."));
    }
    Ok(())
}

/// Spaces a Shove may push somebody into: next to them, within 10 feet of the shover, not the shover's own.
pub fn shove_spaces(state: &State, who: Who, target: Who) -> Vec<Spot> {
    let (Some(own), Some(at)) = (state.live(who).at, state.live(target).at) else { return Vec::new() };
    let steps = (-1..=1).flat_map(|across| (-1..=1).map(move |down| (across, down)));
    let around = steps.filter(|step| *step != (0, 0)).filter_map(|(across, down)| at.step(across, down));
    let far = |spot: Spot| {
        let size = state.sheet(who).size.spaces();
        crate::sight::metric(state).distance(own.footprint(size), spot.footprint(1))
    };
    let on_map = |spot: &Spot| state.board.as_ref().is_some_and(|board| board.has(*spot));
    around.filter(|spot| *spot != own && far(*spot) <= 2).filter(on_map).collect()
}

/// Shoves.
pub fn shove(cx: &mut Cx<'_, RollHighOrDie>, on: OnNeighbour) -> Flow {
    check_shove(cx.at(), on)?;
    let rule = rules::RH_ACT_03;
    let OnNeighbour { who, target } = on;
    pay(cx, who, 2, rule);
    cx.cite(rules::RH_LOS_03);
    let (state, book) = (cx.state(), cx.book());
    let mut own = skill_sums(state, book, who, Skill::Athletics, &["shove"]);
    if let Some(row) = passive::floor(state, book, target).filter(|row| row.hook.as_deref() == Some("mud")) {
        own.add(&row.name, 2, row.id);
    }
    let own = Throw::new(who, "Shove", own, rule);
    let other = Throw::new(target, "Athletics", skill_sums(state, book, target, Skill::Athletics, &[]), rule);
    let won = cx.within(who, |cx| oppose(cx, (who, own), (target, other), rule))?;
    if won {
        let among = shove_spaces(cx.state(), who, target);
        match cx.ask(who, ShoveTo { who, target, among })? {
            Shoved::Neither => {}
            Shoved::Prone => lie_down(cx, target, rule),
            Shoved::To(spot) => {
                let from = cx.state().live(target).at.unwrap_or(spot);
                let way = |a: u8, b: u8| i16::from(b) - i16::from(a);
                let row = cx.state().sheet(who).like.and_then(|like| cx.book().creatures.get(like.as_str()));
                let feet = row.and_then(|row| row.shove).unwrap_or(5);
                let direction = (way(from.x, spot.x), way(from.y, spot.y));
                cx.within((who, target), |cx| push(cx, target, direction, feet, rule))?;
            }
        }
    }
    settled(cx, who);
    Ok(())
}

/// Whether somebody may FORCE another.
pub fn check_force(at: At<'_, RollHighOrDie>, on: OnNeighbour) -> Result<(), Refusal> {
    check_beside(at, on, 1, "interact", rules::RH_ACT_11)
}

/// Makes somebody count as willing for a while.
pub fn force(cx: &mut Cx<'_, RollHighOrDie>, on: OnNeighbour) -> Flow {
    check_force(cx.at(), on)?;
    let rule = rules::RH_ACT_11;
    let OnNeighbour { who, target } = on;
    pay(cx, who, 1, rule);
    let (state, book) = (cx.state(), cx.book());
    if !out(state, target) {
        let own = Throw::new(who, "FORCE", skill_sums(state, book, who, Skill::Athletics, &[]), rule);
        let mut sums = skill_sums(state, book, target, Skill::Athletics, &[]);
        if state.live(target).is_by(Condition::Grappled, who) {
            sums.edge("Grappled", false, rule);
        }
        let other = Throw::new(target, "Athletics", sums, rule);
        if !cx.within((who, target), |cx| oppose(cx, (who, own), (target, other), rule))? {
            return Ok(());
        }
    }
    record(cx, rule, FightFact::Forced { who, target: Some(target) }.into());
    Ok(())
}

/// Whether somebody may try to get free.
pub fn check_break_free(at: At<'_, RollHighOrDie>, free: BreakFree) -> Result<(), Refusal> {
    let (state, who) = (at.state, free.who);
    in_encounter(state, at.book, who, 2)?;
    match free.from {
        Some(from) if !state.live(who).is_by(Condition::Grappled, from) => {
            let sentence = format!("{} is not Grappled by them.", state.name(who));
            Err(Refusal::new(Condition::Grappled.rule(), "not-held", sentence))
        }
        Some(_) => Ok(()),
        None if !state.live(who).is(Condition::Restrained) => {
            let sentence = format!("{} is not Restrained; name whose grip to break.", state.name(who));
            Err(Refusal::new(Condition::Restrained.rule(), "not-held", sentence))
        }
        None if !matches!(free.skill, None | Some(Skill::Athletics | Skill::Acrobatics)) => {
            let sentence = "Getting free takes Athletics or Acrobatics.";
            Err(Refusal::new(Condition::Restrained.rule(), "wrong-skill", sentence))
        }
        None => Ok(()),
    }
}

/// Tries to get free.
pub fn break_free(cx: &mut Cx<'_, RollHighOrDie>, free: BreakFree) -> Flow {
    check_break_free(cx.at(), free)?;
    let who = free.who;
    if let Some(from) = free.from {
        let rule = Condition::Grappled.rule();
        pay(cx, who, 2, rule);
        if opposed(cx, who, Skill::Athletics, from, Skill::Athletics, rule, &["grapple"])? {
            end_conditions(cx, who, rule, |ailment| {
                ailment.what == Condition::Grappled && ailment.from == Some(from)
            });
        }
        return Ok(());
    }
    let rule = Condition::Restrained.rule();
    pay(cx, who, 2, rule);
    let state = cx.state();
    let held = state.live(who).conditions.iter().find(|known| known.what.what == Condition::Restrained);
    let dc = held.and_then(|known| known.what.dc).unwrap_or(15);
    let better = [Skill::Acrobatics, Skill::Athletics].into_iter();
    let better = better.max_by_key(|skill| crate::body::skill_bonus(state, who, *skill));
    let skill = free.skill.or(better).unwrap_or(Skill::Athletics);
    if skill_check(cx, who, skill, dc.into(), rule, &[])? {
        end_conditions(cx, who, rule, |ailment| ailment.what == Condition::Restrained);
    }
    Ok(())
}

/// Lets go of somebody, for nothing.
pub fn let_go(cx: &mut Cx<'_, RollHighOrDie>, on: OnNeighbour) -> Flow {
    let rule = rules::RH_ACT_14;
    takes(cx.state(), cx.book(), on.who, 0)?;
    super::legal::known(cx.state(), on.target)?;
    if !cx.state().live(on.target).is_by(Condition::Grappled, on.who) {
        let sentence = format!("{} holds nobody like that.", cx.state().name(on.who));
        return refuse(Refusal::new(rule, "not-held", sentence));
    }
    end_conditions(cx, on.target, rule, |ailment| {
        ailment.what == Condition::Grappled && ailment.from == Some(on.who)
    });
    Ok(())
}
