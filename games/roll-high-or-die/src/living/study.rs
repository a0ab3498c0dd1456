//! What a Degree takes besides Experience: a Knowledge Source the Referee approves, or Watches at work.

use boneyard_table::view::count;
use boneyard_table::{Cx, Flow, Judgement, Refusal, Ruling, RulingOption, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::RollHighOrDie;
use crate::audience::record;
use crate::combat::{able, at_ease, known};
use crate::fact::LivingFact;
use crate::rules;
use crate::state::{Category, Degree, Skill, State};

/// Names what somebody learns from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Who.
    pub who: Who,
    /// What.
    pub skill: Skill,
    /// From what or whom, in a few words.
    pub source: String,
}

/// Whether somebody has what the next Degree of a Skill takes besides Experience.
pub fn learned(state: &State, who: Who, skill: Skill, next: Degree) -> Result<(), Refusal> {
    let sheet = state.sheet(who);
    match skill.category() {
        Category::Knowledge if !sheet.sources.contains(&skill) => {
            let sentence = format!("{} takes a Knowledge Source the Referee approves.", skill.name());
            Err(Refusal::new(rules::RH_EXP_10, "no-source", sentence))
        }
        Category::Professional => {
            let wanted = u16::from(next.value()) * 4;
            let logged =
                sheet.practice.iter().find(|(known, _)| *known == skill).map_or(0, |(_, watches)| *watches);
            let missing = wanted.saturating_sub(logged);
            if missing == 0 {
                return Ok(());
            }
            let sentence = format!(
                "{} takes {wanted} Watches of using it; {}.",
                skill.name(),
                count(missing, "is missing", "are missing")
            );
            Err(Refusal::new(rules::RH_EXP_11, "too-few-watches", sentence).with("missing", missing))
        }
        _ => Ok(()),
    }
}

/// A Degree was bought: the next one wants a source or Watches of its own.
pub fn begin_anew(cx: &mut Cx<'_, RollHighOrDie>, who: Who, skill: Skill) {
    let sheet = cx.state().sheet(who);
    if sheet.sources.contains(&skill) {
        record(cx, rules::RH_EXP_10, LivingFact::Source { who, skill, approved: false }.into());
    } else if sheet.practice.iter().any(|(known, _)| *known == skill) {
        record(cx, rules::RH_EXP_11, LivingFact::Logged { who, skill, watches: 0 }.into());
    }
}

/// The Referee says whether a source will do for the next Degree.
pub fn study(cx: &mut Cx<'_, RollHighOrDie>, study: &Study) -> Flow {
    let (who, skill, rule) = (study.who, study.skill, rules::RH_EXP_10);
    known(cx.state(), who)?;
    able(cx.state(), who)?;
    at_ease(cx.state(), rule)?;
    let told = |code: &str, sentence: String| refuse(Refusal::new(rule, code, sentence));
    if skill.category() != Category::Knowledge {
        return told("no-knowledge", format!("{} is no Knowledge Skill and takes no source.", skill.name()));
    }
    let source: String = study.source.trim().chars().take(80).collect();
    if source.is_empty() {
        return told("no-source", "Say what or whom it is learned from.".into());
    }
    if cx.state().sheet(who).sources.contains(&skill) {
        return told("approved", format!("A source for {} is approved already.", skill.name()));
    }
    let name = cx.state().name(who).to_owned();
    let judgement = || Judgement {
        rule,
        tag: format!("source {}", skill.name()),
        question: format!("{name} learns {} from {source}. Will that do for the next Degree?", skill.name()),
        about: Vec::new(),
        options: vec![RulingOption::new("approved", "It will"), RulingOption::new("no", "It will not")],
        proposal: 0,
        why: "A book on it, a teacher or something stranger: any of them can do.".into(),
        precedents: Vec::new(),
    };
    let ruling = cx.judge(rule, 0, &judgement)?;
    cx.cite(rules::RH_GM_01);
    if matches!(ruling, Ruling::Listed(0)) {
        record(cx, rule, LivingFact::Source { who, skill, approved: true }.into());
    }
    Ok(())
}
