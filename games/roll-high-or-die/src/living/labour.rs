//! Work by the Watch: foraging, tending the wounded, practice, and the Watches that count for a Professional Skill.

use boneyard_table::{Cx, Flow, Judgement, Refusal, RuleId, Ruling, RulingOption, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::need;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::check::{Against, Throw, skill_check, skill_sums, throw};
use crate::combat::{able, at_ease, known};
use crate::fact::{CheckFact, LivingFact};
use crate::rules;
use crate::state::{Category, Skill, Spending, State};

/// Somebody looks for food and water.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Forage {
    /// Who.
    pub who: Who,
    /// By Bushcraft or Herbalism; Bushcraft if nothing is said.
    #[serde(default)]
    pub by: Option<Skill>,
    /// How the land is.
    #[serde(default)]
    pub land: Land,
}

/// How much a land gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Land {
    /// Plenty.
    Lush,
    /// Enough.
    #[default]
    Fair,
    /// Hardly anything.
    Barren,
}

/// Somebody tends another's wounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tend {
    /// Who.
    pub who: Who,
    /// Whose.
    pub target: Who,
}

/// Somebody practises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Practise {
    /// Who.
    pub who: Who,
    /// What.
    pub skill: Skill,
}

/// Whether somebody is at work in an Active Watch that is not used yet.
pub fn work(state: &State, who: Who, rule: RuleId) -> Result<(), Refusal> {
    known(state, who)?;
    able(state, who)?;
    at_ease(state, rule)?;
    let name = state.name(who);
    match state.days.spends(who) {
        Some(Spending::Active) if state.sheet(who).day.worked => {
            let sentence = format!("{name} has used this Watch already.");
            Err(Refusal::new(rule, "watch-used", sentence))
        }
        Some(Spending::Active) => Ok(()),
        Some(spend) => {
            let sentence = format!("That is work for an Active Watch, and {name} {}.", spend.name());
            Err(Refusal::new(rule, "not-active", sentence))
        }
        None => {
            Err(Refusal::new(rule, "no-watch", "That is work for an Active Watch, and none is under way."))
        }
    }
}

/// A Watch counts for a Professional Skill.
pub fn log(cx: &mut Cx<'_, RollHighOrDie>, who: Who, skill: Skill) {
    if skill.category() != Category::Professional {
        return;
    }
    let known = cx.state().sheet(who).practice.iter().find(|(known, _)| *known == skill);
    let watches = known.map_or(0, |(_, watches)| *watches).saturating_add(1);
    record(cx, rules::RH_EXP_13, LivingFact::Logged { who, skill, watches }.into());
}

/// Uses somebody's Watch for something.
pub fn used(cx: &mut Cx<'_, RollHighOrDie>, who: Who, rule: RuleId) {
    record(cx, rule, LivingFact::Worked { who }.into());
}

/// Somebody looks for food and water.
pub fn forage(cx: &mut Cx<'_, RollHighOrDie>, forage: Forage) -> Flow {
    let (who, rule) = (forage.who, rules::RH_HOUSE_15H);
    work(cx.state(), who, rule)?;
    let skill = forage.by.unwrap_or(Skill::Bushcraft);
    if !matches!(skill, Skill::Bushcraft | Skill::Herbalism) {
        let sentence = format!("Foraging is Bushcraft or Herbalism, not {}.", skill.name());
        return refuse(Refusal::new(rule, "wrong-skill", sentence));
    }
    let dc = match forage.land {
        Land::Lush => 8,
        Land::Fair => 12,
        Land::Barren => 18,
    };
    used(cx, who, rule);
    let sums = skill_sums(cx.state(), cx.book(), who, skill, &[]);
    let thrown = throw(cx, Throw::new(who, skill.name(), sums, rule))?;
    let success = thrown.total >= dc;
    let Against { dc, hidden } = Against { dc, hidden: false };
    let what = skill.name().to_owned();
    let fact =
        CheckFact::Made { who, what, face: thrown.face, total: thrown.total, against: dc, hidden, success };
    record(cx, rule, fact.into());
    log(cx, who, skill);
    if success {
        let more = u8::try_from((thrown.total - dc) / 5).unwrap_or(0);
        need::fed(cx, who, 2 + more);
        need::drunk(cx, who, 1);
    }
    Ok(())
}

/// Somebody tends another's wounds for a Watch.
pub fn tend(cx: &mut Cx<'_, RollHighOrDie>, tend: Tend) -> Flow {
    let (who, target, rule) = (tend.who, tend.target, rules::RH_HOUSE_20H);
    work(cx.state(), who, rule)?;
    known(cx.state(), target)?;
    let name = cx.state().name(target).to_owned();
    let told = |code: &str, sentence: String| refuse(Refusal::new(rule, code, sentence));
    if cx.state().live(target).dead || cx.state().live(target).wounds == 0 {
        return told("no-wound", format!("{name} has no Wound to tend."));
    }
    if cx.state().sheet(target).day.tended {
        return told("tended-today", format!("{name} was tended this Day already."));
    }
    used(cx, who, rule);
    if skill_check(cx, who, Skill::Medicine, 15, rule, &[])? {
        record(cx, rule, LivingFact::Tended { who: target }.into());
    }
    Ok(())
}

/// Somebody practises a Professional Skill for a Watch.
pub fn practise(cx: &mut Cx<'_, RollHighOrDie>, practise: Practise) -> Flow {
    let Practise { who, skill } = practise;
    let rule = rules::RH_EXP_13;
    work(cx.state(), who, rule)?;
    if skill.category() != Category::Professional {
        let sentence =
            format!("{} is no Professional Skill; only those are practised by the Watch.", skill.name());
        return refuse(Refusal::new(rule, "not-professional", sentence));
    }
    let name = cx.state().name(who).to_owned();
    let judgement = || Judgement {
        rule,
        tag: format!("practice {}", skill.name()),
        question: format!("{name} practises {}. Is what that takes at hand?", skill.name()),
        about: Vec::new(),
        options: vec![RulingOption::new("counts", "It counts"), RulingOption::new("no", "Not here")],
        proposal: 0,
        why: "Nothing speaks against it.".into(),
        precedents: Vec::new(),
    };
    let ruling = cx.judge(rule, 0, &judgement)?;
    cx.cite(rules::RH_GM_01);
    if matches!(ruling, Ruling::Listed(0)) {
        used(cx, who, rule);
        log(cx, who, skill);
    }
    Ok(())
}
