//! What a Degree takes besides Experience: a Knowledge Source the Referee approves, or Watches at work.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::view::count;
use boneyard_table::{Cx, Flow, Judgement, Refusal, Ruling, RulingOption, Seat, Who, deed};

use super::THE_DAY;
use super::labour::of_category;
use super::plan::member;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::combat::{able, at_ease, known};
use crate::fact::LivingFact;
use crate::rules;
use crate::state::{Category, Degree, Skill, State};

deed! {
    /// Names what somebody learns from.
    #[serde(deny_unknown_fields)]
    pub struct Study(form: RollHighOrDie) {
        /// Who.
        who: Who = member(form)?,
        /// What.
        skill: Skill = of_category(form, "For which Skill", Category::Knowledge)?,
        /// From what or whom, in a few words.
        source: String = form.text("source", "What source", 80)?,
    }
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

impl Study {
    fn source(&self) -> String {
        self.source.trim().chars().take(80).collect()
    }
}

impl Deed<RollHighOrDie> for Study {
    const CARD: Card = Card::acting("Name a source of knowledge", THE_DAY).rule(rules::RH_EXP_10);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let (rule, who, skill) = (rules::RH_EXP_10, self.who, self.skill);
        known(may.state, who)?;
        able(may.state, who)?;
        at_ease(may.state, rule)?;
        let bad = |code, sentence: String| Refusal::new(rule, code, sentence);
        may.not_if(skill.category() != Category::Knowledge, || {
            bad("no-knowledge", format!("{} is no Knowledge Skill and takes no source.", skill.name()))
        })?;
        may.not_if(self.source().is_empty(), || {
            bad("no-source", "Say what or whom it is learned from.".into())
        })?;
        may.not_if(may.state.sheet(who).sources.contains(&skill), || {
            bad("approved", format!("A source for {} is approved already.", skill.name()))
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        study(cx, &self)
    }
}

/// The Referee says whether a source will do for the next Degree.
fn study(cx: &mut Cx<'_, RollHighOrDie>, study: &Study) -> Flow {
    let (who, skill, rule, source) = (study.who, study.skill, rules::RH_EXP_10, study.source());
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
