//! The mortally wounded on the way: the time they have, stabilising them, what they come back with; the
//! dead who rise, and laying them to rest.

use boneyard_content::Amount;
use boneyard_table::{At, Audience, Cx, Flow, Group, Refusal, RuleId, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::lose::roles_of;
use super::meet::{come, join, notice};
use super::party::{self, able, agreed};
use super::trackers::advance_omens;
use super::turns::pass;
use super::{secret_die, spend_one};
use crate::DeadWeight;
use crate::book::{Effect, effects_of};
use crate::fact::{ExpeditionFact, HeroFact, HurtFact};
use crate::hurt;
use crate::magic::{Source, effect};
use crate::question::{Choose, Topic};
use crate::roll::{self, Rolling, acting_hero};
use crate::rules;
use crate::state::{Attribute, Outcome, Place};

/// Exploration turns in which the mortally wounded can be saved.
const TURNS: u8 = 2;

/// Somebody tries to save somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stabilise {
    /// Who tries.
    pub who: Who,
    /// Whom.
    pub target: Who,
    /// With this medical supply, if any.
    #[serde(default)]
    pub item: Option<u8>,
}

/// Somebody lays the dead to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LayToRest {
    /// Who.
    pub who: Who,
    /// Whom.
    pub target: Who,
}

/// Somebody died: it is an ill omen, and a human will rise.
pub fn died(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    if !cx.state().expedition.under_way {
        return Ok(());
    }
    let hero = cx.state().sheet(who).is_hero();
    if hero || cx.state().sheet(who).is("human") {
        let turns = secret_die(cx, rules::DW_HOUSE_10H, 6)?;
        let mut rising = cx.state().expedition.rising.clone();
        rising.push((who, turns));
        let fact = ExpeditionFact::Rising { rising };
        cx.record_for(Audience::GM, rules::DW_HOUSE_10H, fact.into());
    }
    if hero {
        advance_omens(cx, 1, rules::DW_HOUSE_21H)?;
    }
    Ok(())
}

/// A turn passes for the mortally wounded and for the dead.
pub(super) fn time_runs(cx: &mut Cx<'_, DeadWeight>) -> Flow {
    rising(cx)?;
    dying(cx)
}

fn dying(cx: &mut Cx<'_, DeadWeight>) -> Flow {
    let rule = rules::DW_HOUSE_08H;
    let state = cx.state();
    let down: Vec<Who> = state.heroes().filter(|who| state.live(*who).mortal).collect();
    let before = state.expedition.dying.clone();
    if down.is_empty() && before.is_empty() {
        return Ok(());
    }
    let left =
        |who: Who| before.iter().find(|(known, _)| *known == who).map(|(_, left)| left.saturating_sub(1));
    // The turn in which somebody goes down does not count.
    let dying: Vec<(Who, u8)> = down.iter().map(|who| (*who, left(*who).unwrap_or(TURNS))).collect();
    if dying != before {
        cx.record(rule, ExpeditionFact::Dying { dying: dying.clone() }.into());
    }
    if able(cx.state()).next().is_none() {
        return nobody_left(cx, &down);
    }
    for (who, _) in dying.into_iter().filter(|(_, left)| *left == 0) {
        cx.within(who, |cx| hurt::dies(cx, who, rule))?;
    }
    Ok(())
}

fn nobody_left(cx: &mut Cx<'_, DeadWeight>, down: &[Who]) -> Flow {
    let rule = rules::DW_HOUSE_08H;
    let words = [("dead", "They die"), ("captured", "They are captured")];
    let question = "Nobody is left who could save them. What becomes of them?";
    let say = cx.ask(Seat::GM, Choose::new(Topic::Captured, question, &words))?;
    if say == "captured" {
        let what = "The party is taken captive.".into();
        cx.record(rule, ExpeditionFact::Dying { dying: Vec::new() }.into());
        cx.record(rule, ExpeditionFact::Noticed { what }.into());
        return Ok(());
    }
    for &who in down {
        cx.within(who, |cx| hurt::dies(cx, who, rule))?;
    }
    Ok(())
}

fn rising(cx: &mut Cx<'_, DeadWeight>) -> Flow {
    let rule = rules::DW_HOUSE_10H;
    let mut all = cx.state().expedition.rising.clone();
    if all.is_empty() {
        return Ok(());
    }
    all.iter_mut().for_each(|(_, turns)| *turns = turns.saturating_sub(1));
    let (up, still): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, turns)| *turns == 0);
    cx.record_for(Audience::GM, rule, ExpeditionFact::Rising { rising: still }.into());
    for (who, _) in up {
        let place = cx.state().expedition.place_of(who).to_owned();
        let what = format!("{} gets up again.", cx.state().name(who));
        let here = place == cx.state().expedition.here;
        let audience = if here { Audience::ALL } else { Audience::GM };
        cx.record_for(audience, rule, ExpeditionFact::Noticed { what }.into());
        let risen = come(cx, "Freshly Risen Corpse", 1, rule);
        join(cx, &place, &risen, false, rule);
        if here {
            notice(cx, &place)?;
        }
    }
    Ok(())
}

/// Saves somebody, with a supply for certain, without one by an INT test.
pub fn stabilise(cx: &mut Cx<'_, DeadWeight>, by: Seat, stabilise: Stabilise) -> Flow {
    let rule = rules::DW_HOUSE_08H;
    let Stabilise { who, target, item } = stabilise;
    let (_, place) = party::group(cx.state(), by, &[who])?;
    match cx.state().creature(target) {
        Some(one) if one.live.mortal && !one.live.dead => {}
        _ => return refuse(Refusal::new(rule, "not-dying", "Nobody like that is mortally wounded here.")),
    }
    if cx.state().expedition.place_of(target) != place {
        let sentence = format!("{} is not in the same place.", cx.state().name(target));
        return refuse(Refusal::new(rule, "elsewhere", sentence));
    }
    if let Some(item) = item {
        check_supply(cx.at(), who, item)?;
    }
    let all = party::present(cx.state(), &place);
    if !agreed(cx, by, &all, "take time to save somebody", rule)? {
        return Ok(());
    }
    let outcome = match item {
        Some(item) => {
            spend_one(cx, who, item, rule)?;
            Outcome::Success
        }
        None => {
            let surgeon = cx.state().sheet(who).skilled(rules::DW_SKILL_22);
            let test = Rolling { advantages: surgeon.into(), ..Rolling::test(who, Attribute::Int, rule) };
            cx.within((who, target), |cx| roll::make(cx, &test))?
        }
    };
    match outcome {
        Outcome::CriticalFailure => cx.within(target, |cx| hurt::dies(cx, target, rule))?,
        outcome if outcome.succeeded() => cx.within(target, |cx| saved(cx, target))?,
        _ => {}
    }
    pass(cx, 1)
}

/// Whether a thing is a medical supply of somebody's.
pub(crate) fn check_supply(at: At<'_, DeadWeight>, who: Who, item: u8) -> Result<(), Refusal> {
    let one = acting_hero(at.state, who)?;
    let now = one.live.items.get(usize::from(item)).filter(|now| now.place != Place::Gone && !now.broken);
    let kind = one.sheet.items.get(usize::from(item)).and_then(|item| item.kind);
    let medical =
        kind.is_some_and(|kind| roles_of(at.book, kind).iter().any(|role| role == "medical-supply"));
    if now.is_none() || !medical {
        let sentence = "That is no medical supply of theirs.";
        return Err(Refusal::new(rules::DW_HOUSE_19H, "no-supply", sentence));
    }
    Ok(())
}

/// Somebody is saved, by whatever means, and comes back with something.
pub fn saved(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    cx.record(rules::DW_HOUSE_08H, HurtFact::Mortal { who, mortal: false }.into());
    comes_back(cx, who, false)
}

/// Somebody dead is back, down and stable at once; a 1 does not count for them.
pub(super) fn called_back(cx: &mut Cx<'_, DeadWeight>, who: Who, rule: RuleId) -> Flow {
    cx.record(rule, HurtFact::Revived { who }.into());
    comes_back(cx, who, true)
}

fn comes_back(cx: &mut Cx<'_, DeadWeight>, who: Who, past_death: bool) -> Flow {
    let rule = rules::DW_HOUSE_09H;
    let rejected = cx.state().sheet(who).has_trait(rules::DW_TRAIT_06);
    let faces = cx.dice(rule, who, Group::new(if rejected { 2 } else { 1 }, 6).named("mortal"))?;
    let mut face = faces.first();
    if rejected {
        cx.cite(rules::DW_TRAIT_06);
        let other = faces.iter().nth(1).unwrap_or(face);
        if other != face {
            let (one, two) = (face.to_string(), other.to_string());
            let words = [(two.as_str(), two.as_str()), (one.as_str(), one.as_str())];
            let say =
                cx.ask(who, Choose::new(Topic::MortalDie, "Rejected by death: which die counts?", &words))?;
            face = say.parse().unwrap_or(face);
        }
    }
    while cx.state().live(who).insight > 0 {
        let question = format!("The mortally wounded: {face}. Throw again for 1 insight?");
        let words = [("keep", "Keep it"), ("reroll", "Throw again")];
        let word = if face == 1 { "reroll" } else { "keep" };
        if cx.ask(who, Choose::new(Topic::MortalDie, question, &words).proposing(word))? == "keep" {
            break;
        }
        let from = cx.state().live(who).insight;
        cx.record(rules::DW_HOUSE_01H, HurtFact::Insight { who, from, to: from - 1 }.into());
        face = cx.die(rules::DW_HOUSE_01H, who, 6)?;
    }
    if face == 1 && past_death {
        return Ok(());
    }
    let book = cx.book();
    let Some(row) = book.tables.get(rules::DW_TABLE_05H.as_str()).and_then(|table| table.row(face.into()))
    else {
        return Ok(());
    };
    cx.cite(rules::DW_TABLE_05H);
    let effects = effects_of(row);
    let worse = effects.iter().flat_map(scores_of).collect::<Vec<_>>();
    if !worse.is_empty() {
        return lower(cx, who, &worse);
    }
    let source = Source::of(who, rule);
    cx.within((who, face), |cx| effect::all(cx, source, &[who], &effects))
}

/// Scores of which a row lowers one.
fn scores_of(effect: &Effect) -> Vec<Attribute> {
    let Effect::Choose(lists) = effect else { return Vec::new() };
    let amounts = lists.iter().flatten().filter_map(|one| match one {
        Effect::Shift(amount) if amount.is("score") => Some(amount),
        _ => None,
    });
    let named = |amount: &Amount<String>| Attribute::ALL.into_iter().find(|one| amount.is(one.name()));
    amounts.filter_map(named).collect()
}

/// One of two scores is lower for good; marks that no longer fit go.
fn lower(cx: &mut Cx<'_, DeadWeight>, who: Who, either: &[Attribute]) -> Flow {
    let rule = rules::DW_HOUSE_09H;
    let score = cx.state().sheet(who).hero.score;
    let open: Vec<Attribute> = either.iter().copied().filter(|attribute| score[*attribute] > 0).collect();
    let attribute = match open[..] {
        [] => return Ok(()),
        [only] => only,
        _ => {
            let words: Vec<(&str, &str)> = open.iter().map(|one| (one.name(), one.name())).collect();
            let say = cx.ask(who, Choose::new(Topic::Maimed, "Which score is 1 lower for good?", &words))?;
            open.into_iter().find(|one| one.name() == say).unwrap_or(either[0])
        }
    };
    let (mut lower, live) = (score, cx.state().live(who));
    lower[attribute] -= 1;
    let (fatigue, wounds) = (live.fatigue[attribute], live.wounds[attribute]);
    let proficiency = cx.state().sheet(who).hero.proficiency;
    let kept = wounds.min(lower[attribute]);
    let tired = fatigue.min(lower[attribute] - kept);
    if kept < wounds || tired < fatigue {
        let fact = HurtFact::Wounds { who, attribute, from: wounds, to: kept, fatigue: tired };
        cx.record(rule, fact.into());
    }
    cx.record(rule, HeroFact::Scores { who, score: lower, proficiency, lost: 0 }.into());
    Ok(())
}

/// With a blade or fire the dead are laid to rest, and stay down.
pub fn lay_to_rest(cx: &mut Cx<'_, DeadWeight>, by: Seat, lay: LayToRest) -> Flow {
    let rule = rules::DW_HOUSE_10H;
    let LayToRest { who, target } = lay;
    let (_, place) = party::group(cx.state(), by, &[who])?;
    let dead = cx.state().creature(target).is_some_and(|one| one.live.dead);
    if !dead || cx.state().expedition.place_of(target) != place {
        return refuse(Refusal::new(rule, "not-here", "Nobody like that lies dead here."));
    }
    let fire = cx.state().expedition.light.is_some();
    let things = cx.state().sheet(who).items.iter().zip(&cx.state().live(who).items);
    let blade = things.into_iter().any(|(item, now)| {
        let sharp = |kind| roles_of(cx.book(), kind).iter().any(|role| role == "blade");
        now.place != Place::Gone && !now.broken && item.kind.is_some_and(sharp)
    });
    if !fire && !blade {
        return refuse(Refusal::new(rule, "no-blade", "That takes a blade or fire."));
    }
    let all = party::present(cx.state(), &place);
    if !agreed(cx, by, &all, "lay the dead to rest", rule)? {
        return Ok(());
    }
    let mut rising = cx.state().expedition.rising.clone();
    rising.retain(|(known, _)| *known != target);
    cx.record_for(Audience::GM, rule, ExpeditionFact::Rising { rising }.into());
    let what = format!("{} is laid to rest.", cx.state().name(target));
    cx.record(rule, ExpeditionFact::Noticed { what }.into());
    pass(cx, 1)
}
