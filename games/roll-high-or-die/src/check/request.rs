//! Asking somebody for something: how they feel about it, how much it is, and what a bad answer does to the mood.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Against, Throw, check, skill_sums};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::body::{best_ability, modifier};
use crate::combat::{able, known, may_take};
use crate::fact::TableFact;
use crate::picks::{acting, near, neighbours, word};
use crate::question::WeighRequest;
use crate::rules;
use crate::state::{Attitude, Regard, Skill, State};

deed! {
    /// Somebody asks another for something.
    #[serde(deny_unknown_fields)]
    pub struct Request(form: RollHighOrDie) {
        /// Who.
        who: Who = {
            let who = acting(form)?;
            form.only_if(form.state.creature(who).is_some_and(|one| one.sheet.is_hero()))?;
            who
        },
        /// Whom.
        target: Who = {
            let at = form.at();
            form.only_if(neighbours(at, who).next().is_some())?;
            form.creature_among("target", "Whom", |other| near(at, who, other))?
        },
        /// By Diplomacy, Deception or Intimidation.
        skill: Skill = word(form, "skill", "By", &SKILLS, Skill::name)?,
        /// For what, in a few words.
        what: String = form.text("what", "For what", 120)?,
    }
}

/// The Skills by which people ask.
const SKILLS: [Skill; 3] = [Skill::Diplomacy, Skill::Deception, Skill::Intimidation];

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

impl Deed<RollHighOrDie> for Request {
    const CARD: Card = Card::acting("Ask for something", "Checks").rule(rules::RH_HOUSE_16H);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let (state, who, target) = (may.state, self.who, self.target);
        let told = |code, sentence| Refusal::new(rules::RH_HOUSE_16H, code, sentence);
        may_take(may, who)?;
        known(state, target)?;
        let what = self.what.trim().to_lowercase();
        may.not_if(what.is_empty() || what.chars().count() > 120, || {
            told("no-words", "Say in up to 120 letters what is asked for.")
        })?;
        may.not_if(!near(may.at(), who, target) || able(state, target).is_err(), || {
            told("nobody", "There is nobody to answer that.")
        })?;
        may.not_if(!SKILLS.contains(&self.skill), || {
            told("wrong-skill", "Asking is Diplomacy, Deception or Intimidation.")
        })?;
        let mut asked = state.requests.iter();
        may.not_if(asked.any(|(a, b, known)| (*a, *b) == (who, target) && *known == what), || {
            told("asked-already", "That was asked in this scene already.")
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        request(cx, &self)
    }
}

fn request(cx: &mut Cx<'_, RollHighOrDie>, request: &Request) -> Flow {
    let (who, target, rule) = (request.who, request.target, rules::RH_HOUSE_16H);
    let what = request.what.trim().to_lowercase();
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
