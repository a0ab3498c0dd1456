//! Asking somebody for something: how they feel about it, how much it is, and what a bad answer does to the mood.

use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Against, Throw, check, skill_sums};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::body::{best_ability, modifier};
use crate::combat::{able, known, takes};
use crate::fact::TableFact;
use crate::question::WeighRequest;
use crate::rules;
use crate::state::{Attitude, Regard, Skill, State};

/// Somebody asks another for something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Who.
    pub who: Who,
    /// Whom.
    pub target: Who,
    /// By Diplomacy, Deception or Intimidation.
    pub skill: Skill,
    /// For what, in a few words.
    pub what: String,
}

/// What the Referee makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weighed {
    /// How they feel.
    pub attitude: Attitude,
    /// How much it is: 0 small, 5 costly, 10 dangerous.
    pub costs: u8,
}

/// How somebody meets another who asks: as it was, or as they regard them.
pub fn attitude(state: &State, who: Who, asked_by: Who) -> Attitude {
    let kept = state.attitudes.iter().find(|(known, _)| *known == who).map(|(_, attitude)| *attitude);
    kept.unwrap_or(match state.regard(who, asked_by) {
        Regard::Hostile => Attitude::Hostile,
        Regard::Neutral => Attitude::Wary,
        Regard::Ally => Attitude::Friendly,
    })
}

/// Somebody asks another for something.
pub fn request(cx: &mut Cx<'_, RollHighOrDie>, request: &Request) -> Flow {
    let (who, target, rule) = (request.who, request.target, rules::RH_HOUSE_16H);
    let told = |code: &str, sentence: String| refuse(Refusal::new(rule, code, sentence));
    takes(cx.state(), cx.book(), who, 0)?;
    known(cx.state(), target)?;
    let what = request.what.trim().to_lowercase();
    if what.is_empty() || what.chars().count() > 120 {
        return told("no-words", "Say in up to 120 letters what is asked for.".into());
    }
    if target == who || able(cx.state(), target).is_err() || cx.state().live(target).unseen {
        return told("nobody", "There is nobody to answer that.".into());
    }
    if !matches!(request.skill, Skill::Diplomacy | Skill::Deception | Skill::Intimidation) {
        return told("wrong-skill", "Asking is Diplomacy, Deception or Intimidation.".into());
    }
    if cx.state().requests.iter().any(|(a, b, known)| (*a, *b) == (who, target) && *known == what) {
        return told("asked-already", "That was asked in this scene already.".into());
    }
    let now = attitude(cx.state(), target, who);
    let asked = WeighRequest { who, target, what: what.clone(), attitude: now };
    let weighed = cx.ask(Seat::GM, asked)?;
    record(cx, rule, TableFact::Asked { who, target, what }.into());
    if weighed.attitude != now {
        record(cx, rule, TableFact::Attitude { who: target, attitude: weighed.attitude }.into());
    }
    let state = cx.state();
    let will = modifier(state, target, best_ability(state, target, Skill::Will))
        + i16::from(state.sheet(target).degree(Skill::Will).value());
    let mood = match weighed.attitude {
        Attitude::Hostile => 10,
        Attitude::Wary => 5,
        Attitude::Open => 0,
        Attitude::Friendly => -5,
    };
    let dc = 8 + will + mood + i16::from(weighed.costs);
    let sums = skill_sums(state, cx.book(), who, request.skill, &[]);
    let bonus = sums.total();
    let far_off = |face: u8| u32::from(i16::from(face) + bonus + 10 <= dc);
    let own = Throw { reads: Some(&far_off), ..Throw::new(who, request.skill.name(), sums, rule) };
    let granted = cx.within((who, target, weighed), |cx| check(cx, own, Against { dc, hidden: true }))?;
    let total = cx.state().last.as_ref().map_or(0, |last| last.total);
    if !granted && total + 10 <= dc {
        let worse = Attitude::ALL.iter().copied().rev().find(|other| *other < weighed.attitude);
        if let Some(attitude) = worse {
            record(cx, rule, TableFact::Attitude { who: target, attitude }.into());
        }
    }
    cx.cite(rules::RH_SKILL_07);
    cx.cite(rules::RH_GM_01);
    Ok(())
}
