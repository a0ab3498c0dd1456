//! The reading of a check: each die with what it is worth, a proposal, and the GM's word on it.

use boneyard_table::view::{
    Beforehand, Candidate, Die as DieShown, Domain, JudgeCard, PromptKind, ReadDie, Stakes,
};
use boneyard_table::{Choices, Form, Question, Refusal, RuleId, Stance};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Here;
use super::decide::{PROPOSAL, Say, check_say, earlier};
use crate::GutsPlus;
use crate::roll::{reading, scale_of};
use crate::rules;
use crate::state::{Scale, State};

/// How a check reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reading {
    /// What is proposed.
    pub proposal: Scale,
    /// Why.
    pub why: String,
    /// Somebody objected: in their words.
    pub objection: Option<String>,
}

impl Question<GutsPlus> for Reading {
    type Answer = Say;

    fn rule(&self, _at: Here<'_>) -> RuleId {
        if self.objection.is_some() { rules::GP_CHECK_08 } else { rules::GP_CHECK_05 }
    }

    fn form(&self, at: Here<'_>) -> Form {
        let rule = Question::rule(self, at);
        let tray = at.state.tray.as_ref();
        let what = tray.map_or("", |tray| &tray.what);
        let mut about = Vec::new();
        let mut dice = Vec::new();
        let mut name = "somebody";
        if let Some(side) = tray.map(|tray| tray.actor()) {
            let one = at.state.creature(side.who);
            name = at.state.name(side.who);
            if let Some(one) = one {
                let levels =
                    one.sheet.qualities.iter().map(|quality| format!("{} {}", quality.name, quality.level));
                about.push(levels.collect::<Vec<_>>().join(", "));
                let bio = [&one.sheet.bio.backstory, &one.sheet.bio.personality];
                about.extend(bio.into_iter().filter(|text| !text.is_empty()).cloned());
            }
            for (at, (face, value)) in side.dice.iter().zip(side.read()).enumerate() {
                let after = side.values.get(at).copied().unwrap_or(*face);
                let placed = side.placed.get(at).copied().unwrap_or(0);
                let mut changes = Vec::new();
                if after != *face {
                    changes.push(format!("{:+}", i16::from(after) - i16::from(*face)).into());
                }
                if placed > 0 {
                    changes.push(format!("+{placed} bonus").into());
                }
                dice.push(ReadDie {
                    die: DieShown::new((at + 1).to_string(), 6, (*face).into()),
                    changes,
                    value: value.into(),
                    result: scale_of(value).name().into(),
                });
            }
        }
        if let Some(needs) = tray.and_then(|tray| tray.needs) {
            about.push(format!("Nothing is achieved below {}.", needs.name()));
        }
        let judge = JudgeCard {
            proposal: json!(self.proposal.key()),
            reason: match &self.objection {
                Some(words) => format!("{}. Objection: {words}", self.why).into(),
                None => self.why.clone().into(),
            },
            tag: what.to_owned(),
            about: about.into_iter().map(Into::into).collect(),
            precedents: earlier(at.state, rules::GP_CHECK_05, what),
            free: true,
            later: false,
        };
        let options = Scale::ALL.map(|scale| Candidate::new(json!(scale.key()), scale.name()));
        Form {
            name: if self.objection.is_some() { "reading again" } else { "reading" },
            rule,
            question: format!("{name}, {what}: how does it read?"),
            kind: PromptKind::ReadDice { judge, dice },
            domain: Domain::one_of(options),
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: Here<'_>, answer: &Say) -> Result<(), Refusal> {
        check_say(rules::GP_CHECK_05, Scale::ALL.iter().map(|scale| scale.key()), answer)
    }

    fn choices(&self, _at: Here<'_>) -> Choices<Say> {
        Choices::Every(Scale::ALL.map(|scale| Say::plain(scale.key())).to_vec())
    }

    fn instinct(&self, _at: Here<'_>) -> Say {
        Say::plain(self.proposal.key())
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }

    fn beforehand(&self, _at: Here<'_>) -> Vec<Beforehand> {
        vec![Beforehand::new(PROPOSAL, "Take the proposal")]
    }

    fn by_word(&self, at: Here<'_>, id: &str) -> Option<Say> {
        (id == PROPOSAL).then(|| Question::instinct(self, at))
    }

    fn ticked(&self, answer: Say) -> Say {
        Say { table_rule: true, ..answer }
    }
}

/// The proposal for a reading, with its reason.
pub fn propose(state: &State, values: &[u8]) -> Reading {
    let (mut proposal, mut why) = reading(values);
    let spread = crate::roll::spread(values);
    let what = state.tray.as_ref().map_or("", |tray| &tray.what);
    let ruled = state.precedents(rules::GP_CHECK_05, what);
    let rule = ruled.map(|(_, decision)| decision);
    let rule = rule.filter(|decision| decision.table_rule && decision.spread == Some(spread));
    if let Some(scale) = rule.filter_map(|decision| Scale::of_key(&decision.choice)).next() {
        proposal = scale;
        why = "a rule of this table for these dice".into();
    }
    Reading { proposal, why, objection: None }
}
