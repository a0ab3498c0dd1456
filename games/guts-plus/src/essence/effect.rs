//! What a use of a skill does: strain, harm, healing, guarding, and what the GM says of the rest.

use boneyard_table::{Cx, Flow, RuleId, Who};
use serde_json::Value;

use super::keep::{ends_with, keeps};
use super::strain::strain;
use super::told::Use;
use crate::GutsPlus;
use crate::book::SkillRow;
use crate::fact::{EssenceFact, HealthFact};
use crate::gm::decide;
use crate::health::{Ailment, Hurt, inflict, injure};
use crate::house::StrainOnPlainFailure;
use crate::question::{Decide, Matter};
use crate::roll::Came;
use crate::rules;
use crate::state::{Halves, Holding, MARKS, Part, Scale};

/// A use that came to something.
pub(super) struct Did<'a> {
    pub(super) used: &'a Use,
    pub(super) row: &'a SkillRow,
    pub(super) came: &'a Came,
    /// Those who resisted, beside the outcomes.
    pub(super) versus: &'a [Who],
}

/// A bad use strains, once.
pub(super) fn strains(cx: &mut Cx<'_, GutsPlus>, who: Who, came: &Came) -> Flow {
    let plain = cx.state().house.strain_on_plain_failure == StrainOnPlainFailure::On;
    let worst = came.outcomes.iter().chain([&came.outcome]).min().copied().unwrap_or(came.outcome);
    match worst {
        Scale::Negative => strain(cx, who, rules::GP_ESS_10),
        Scale::Failure if plain => {
            if came.gave_up {
                cx.cite(rules::GP_VOL_05);
            }
            strain(cx, who, rules::GP_ESS_11)
        }
        Scale::Failure => {
            cx.cite(if came.gave_up { rules::GP_VOL_05 } else { rules::GP_ESS_11 });
            Ok(())
        }
        _ => Ok(()),
    }
}

fn tell(cx: &mut Cx<'_, GutsPlus>, used: &Use, row: &SkillRow, outcome: Scale, worked: bool, words: &str) {
    let what = if used.words.trim().is_empty() { used.what.clone() } else { used.words.clone() };
    let fact = EssenceFact::Used {
        who: used.who,
        skill: row.id,
        target: used.on,
        what,
        outcome,
        worked,
        words: words.to_owned(),
    };
    cx.record(row.id, fact.into());
}

/// Nothing happens, and nothing is rolled.
pub(super) fn nothing(cx: &mut Cx<'_, GutsPlus>, used: &Use, row: &SkillRow, why: &str) -> Flow {
    tell(cx, used, row, Scale::Failure, false, why);
    Ok(())
}

/// The roll, or the exertion, failed.
pub(super) fn failed(cx: &mut Cx<'_, GutsPlus>, used: &Use, row: &SkillRow, came: &Came) -> Flow {
    tell(cx, used, row, came.outcome, false, "");
    Ok(())
}

/// It works.
pub(super) fn works(cx: &mut Cx<'_, GutsPlus>, did: &Did<'_>) -> Flow {
    let Did { used, row, came, .. } = did;
    let words = gm_says(cx, did)?;
    tell(cx, used, row, came.outcome, true, &words);
    if row.is("frost") && used.ways.iter().any(|way| way != "absorb") {
        return spends_heat(cx, did);
    }
    if row.kept {
        keeps(cx, used.who, held(did));
    }
    proposals(cx, did)?;
    harms(cx, did)
}

/// What a skill leaves open is for the GM to say.
fn gm_says(cx: &mut Cx<'_, GutsPlus>, did: &Did<'_>) -> Flow<String> {
    let Did { used, row, came, .. } = did;
    if row.gm.is_empty() {
        return Ok(String::new());
    }
    let question = format!("{} works ({}). Say {}.", row.name, came.outcome.name(), row.gm.join(" and "));
    let matter = Decide::new(Matter::EssenceDoes, &row.name, question)
        .option("as_told", "As the skill says")
        .option("less", "Less than that")
        .who(used.who);
    Ok(decide(cx, matter)?.words)
}

fn held(did: &Did<'_>) -> Holding {
    let Did { used, row, came, versus } = did;
    let guards = row.is("harden") && used.ways.iter().any(|way| way == "guard" || way == "wrap");
    let lends = if row.is("empower") || row.is("focus") { used.dice.unwrap_or(10) } else { 0 };
    let resisted = row.is("progress") && !versus.is_empty() && came.achieved;
    Holding {
        skill: row.id,
        target: used.on.filter(|target| *target != used.who),
        what: used.what.clone(),
        feet: used.feet.unwrap_or_default(),
        turns: 1,
        lends,
        lent: false,
        days: Halves(if !row.is("progress") {
            0
        } else if resisted {
            1
        } else {
            2
        }),
        heat: row.is("frost"),
        marks: guards.then_some(0),
        resisted,
    }
}

/// The warmth that Frost held is given away, and it is over.
fn spends_heat(cx: &mut Cx<'_, GutsPlus>, did: &Did<'_>) -> Flow {
    let id = did.row.id;
    let who = did.used.who;
    let mut holding = cx.state().live(who).essence.holding.clone();
    for held in &mut holding {
        held.heat &= held.skill != id;
    }
    cx.record(id, EssenceFact::Holding { who, holding }.into());
    if did.used.ways.iter().any(|way| way == "spout") {
        return harms(cx, did);
    }
    Ok(())
}

fn amount(value: &Value) -> u8 {
    value.get("dice").and_then(Value::as_str).and_then(|dice| dice.parse().ok()).unwrap_or(1)
}

/// What the row proposes for this result, beside harm by the table.
fn proposals(cx: &mut Cx<'_, GutsPlus>, did: &Did<'_>) -> Flow {
    let Did { used, row, came, .. } = did;
    let effects = row.effects.get(came.outcome.key()).or_else(|| row.effects.get("full"));
    for effect in effects.into_iter().flatten() {
        let Some((verb, value)) = effect.as_object().and_then(|map| map.iter().next()) else { continue };
        match verb.as_str() {
            "heal" if row.ways.is_empty() || used.ways.iter().any(|way| way == "heal") => {
                heals(cx, did, amount(value))?;
            }
            "down" => {
                if let Some(target) = used.on.filter(|target| *target != used.who) {
                    knocks_down(cx, did, target)?;
                }
            }
            "end" => takes_feeling(cx, did)?,
            "condition" if came.outcome == Scale::Full => {
                if let Some(target) = used.on {
                    names_condition(cx, did, target)?;
                }
            }
            "injury" if row.harm == "own" => {
                if let Some(target) = used.on {
                    let part = value.get("to").and_then(Value::as_str);
                    own_injury(cx, did, target, amount(value), part)?;
                }
            }
            _ => {}
        }
    }
    if row.is("suggest")
        && let Some(target) = used.on
    {
        let given = Ailment::named(used.words.trim(), &row.name);
        if !given.name.is_empty() {
            inflict(cx, target, &given)?;
        }
    }
    Ok(())
}

/// One single injury of the one it lies on is gone, if the GM agrees.
fn heals(cx: &mut Cx<'_, GutsPlus>, did: &Did<'_>, count: u8) -> Flow {
    let who = did.used.on.unwrap_or(did.used.who);
    let named = did.used.part.as_deref().and_then(|part| cx.state().sheet(who).part(part));
    let single = |nth: &u8| {
        let part = cx.state().live(who).parts[usize::from(*nth)];
        part.lines == 1 && !part.lost
    };
    let all = 0..cx.state().live(who).parts.len() as u8;
    let Some(part) = named.filter(single).or_else(|| all.clone().find(single)) else { return Ok(()) };
    let name = cx.state().sheet(who).part_name(part).to_owned();
    let question =
        format!("{} closes the injury to the {name} of {}. At once?", did.row.name, cx.state().name(who));
    let matter = Decide::new(Matter::EssenceDoes, &did.row.name, question)
        .option("heals", "It is gone")
        .option("no", "It is not enough")
        .who(did.used.who);
    if decide(cx, matter)?.choice == "heals" {
        let from = cx.state().live(who).parts[usize::from(part)];
        let to = Part { lines: from.lines.saturating_sub(count), healed: 0, treated: None, ..from };
        cx.record(did.row.id, HealthFact::Part { who, part, from, to }.into());
        crate::health::settle(cx, who, None)?;
    }
    Ok(())
}

fn knocks_down(cx: &mut Cx<'_, GutsPlus>, did: &Did<'_>, target: Who) -> Flow {
    cx.cite(rules::GP_ESS_21);
    let question = format!("{} pushes {}. Knocked down?", did.row.name, cx.state().name(target));
    let matter = Decide::new(Matter::EssenceDoes, &did.row.name, question)
        .option("down", "Knocked down")
        .option("no", "Only pushed")
        .who(did.used.who);
    if decide(cx, matter)?.choice == "down" && !cx.state().live(target).down {
        cx.record(did.row.id, HealthFact::Down { who: target, down: true }.into());
    }
    Ok(())
}

/// Take removes a feeling: a condition of that name, where it is one.
fn takes_feeling(cx: &mut Cx<'_, GutsPlus>, did: &Did<'_>) -> Flow {
    let Some(target) = did.used.on else { return Ok(()) };
    let feeling = did.used.words.trim();
    let same = |own: &crate::state::Condition| {
        !own.permanent && (own.name.eq_ignore_ascii_case(feeling) || own.kind.eq_ignore_ascii_case(feeling))
    };
    if let Some(at) = cx.state().live(target).conditions.iter().position(same) {
        let name = cx.state().live(target).conditions[at].name.to_string();
        cx.record(did.row.id, HealthFact::ConditionEnded { who: target, at: at as u8, name }.into());
    }
    Ok(())
}

/// The GM names a condition, or lets it be.
fn names_condition(cx: &mut Cx<'_, GutsPlus>, did: &Did<'_>, target: Who) -> Flow {
    let question = format!("{} catches {}. Which condition?", did.row.name, cx.state().name(target));
    let mut matter = Decide::new(Matter::EssenceDoes, &did.row.name, question)
        .option("Tired", "Tired")
        .option("Confused", "Confused");
    matter = matter.option("nothing", "None").who(did.used.who);
    let said = decide(cx, matter)?;
    if said.choice != "nothing" {
        let name = if said.words.is_empty() { said.choice } else { said.words };
        inflict(cx, target, &Ailment::named(&name, &did.row.name))?;
    }
    Ok(())
}

fn own_injury(cx: &mut Cx<'_, GutsPlus>, did: &Did<'_>, target: Who, lines: u8, part: Option<&str>) -> Flow {
    let sheet = cx.state().sheet(target);
    let named = did.used.part.as_deref().or(part).and_then(|name| sheet.part(name));
    let part = named.unwrap_or_else(|| cx.state().one(target).vital());
    let name = sheet.part_name(part).to_owned();
    let question = format!("{} hurts {}: {lines} to the {name}?", did.row.name, cx.state().name(target));
    let matter = Decide::new(Matter::Damage, &did.row.name, question)
        .option("as_told", format!("{lines} to the {name}"))
        .option("less", "1 injury")
        .option("nothing", "Nothing that counts")
        .who(did.used.who);
    let lines = match decide(cx, matter)?.choice.as_str() {
        "nothing" => return Ok(()),
        "less" => 1,
        _ => lines,
    };
    let rule: RuleId = did.row.id;
    injure(
        cx,
        &Hurt {
            who: target,
            part,
            lines,
            dangerous: true,
            cuts: true,
            through: false,
            cause: &did.row.name,
            rule,
        },
    )
}

/// Harm by the table, to each who was reached.
fn harms(cx: &mut Cx<'_, GutsPlus>, did: &Did<'_>) -> Flow {
    let Did { used, row, came, versus } = did;
    let dangerous = match row.harm.as_str() {
        "dangerous" => true,
        "other" => false,
        "shape" => used.ways.iter().any(|way| way == "point"),
        "spout" if used.ways.iter().any(|way| way == "spout") => true,
        _ => return Ok(()),
    };
    cx.cite(rules::GP_ESS_21);
    let part = |cx: &Cx<'_, GutsPlus>, target: Who| {
        used.part.as_deref().and_then(|part| cx.state().sheet(target).part(part))
    };
    if versus.is_empty() {
        if let Some(target) = used.on.filter(|target| *target != used.who && !used.willing) {
            let part = part(cx, target);
            crate::combat::harm(cx, used.who, target, part, &row.name, dangerous, came.outcome)?;
        }
        return Ok(());
    }
    for (nth, target) in versus.iter().enumerate() {
        let outcome = came.outcomes.get(nth).copied().unwrap_or(came.outcome);
        if outcome >= Scale::Near && (outcome > Scale::Near || came.achieved) {
            let part = part(cx, *target);
            cx.within((nth as u8, *target), |cx| {
                crate::combat::harm(cx, used.who, *target, part, &row.name, dangerous, outcome)
            })?;
        }
    }
    Ok(())
}

/// A kept guard takes the mark in the place of the one it covers; the second ends it.
pub fn guard(cx: &mut Cx<'_, GutsPlus>, who: Who) -> bool {
    let mut holding = cx.state().live(who).essence.holding.clone();
    let Some(held) = holding.iter_mut().find(|held| held.marks.is_some_and(|marks| marks < MARKS)) else {
        return false;
    };
    let marks = held.marks.unwrap_or(0) + 1;
    held.marks = Some(marks);
    let skill = held.skill;
    cx.cite(rules::GP_PROT_01);
    cx.record(skill, EssenceFact::Holding { who, holding }.into());
    if marks >= MARKS {
        ends_with(cx, skill, who, |held| held.skill == skill);
    }
    true
}
