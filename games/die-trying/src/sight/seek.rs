//! Seek: one Perception check against everybody hiding nearby.

use boneyard_table::{At, Cx, Flow, Refusal, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::distance;
use super::lose::found;
use crate::DieTrying;
use crate::check::{self, Check, Kind, add, skill_bonus};
use crate::combat::{Cost, house_action, legal, pay};
use crate::fact::{CheckFact, SightFact};
use crate::rules;
use crate::state::{Condition, Degree, Hidden, Proficiency};

/// How far one can seek, in squares.
const FAR: u32 = 6;

/// The Seek action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seek {
    /// Who.
    pub who: Who,
}

/// Whether somebody may Seek.
pub fn check_seek(at: At<'_, DieTrying>, seek: Seek) -> Result<(), Refusal> {
    house_action(at.state)?;
    legal(at.state, at.book, seek.who, Cost::Action)
}

/// Seeks everybody who hides within 30 feet. Nothing tells whether there was anybody to find.
pub fn seek(cx: &mut Cx<'_, DieTrying>, seek: Seek) -> Flow {
    check_seek(cx.at(), seek)?;
    let (who, rule) = (seek.who, rules::DT_ACT_05H);
    pay(cx, who, Cost::Action, rule);
    let (state, book) = (cx.state(), cx.book());
    let near = |other: &Who| distance(state, who, *other).is_none_or(|far| far <= FAR);
    let hiding: Vec<(Who, Hidden, i16)> = state
        .beings()
        .filter(near)
        .filter_map(|other| state.live(other).hidden_from(who).map(|hidden| (other, *hidden)))
        .map(|(other, hidden)| (other, hidden, 4 + skill_bonus(state, book, other, Proficiency::Stealth)))
        .collect();
    let mut check = Check::skill(state, book, who, Proficiency::Perception, rule);
    if state.live(who).is(Condition::Blinded) {
        add(&mut check.parts, "By hearing", -2, rule);
    }
    let thrown = check::throw(cx, check)?;
    for (other, hidden, dc) in hiding {
        let degree = thrown.against(dc);
        let fact = CheckFact::Made {
            who,
            what: Kind::Skill(Proficiency::Perception).name(),
            face: thrown.face,
            total: thrown.total,
            dc,
            degree,
        };
        // Whom a check is against would tell that somebody is there.
        cx.record_for(boneyard_table::Audience::GM, rule, fact.into());
        match degree {
            Degree::CriticalSuccess => found(cx, other, who, rule),
            Degree::Success if hidden.undetected => {
                let hidden = Hidden { undetected: false, sneaking: false, ..hidden };
                cx.record(rule, SightFact::Hides { who: other, hidden }.into());
            }
            Degree::Success => found(cx, other, who, rule),
            Degree::Failure | Degree::CriticalFailure => {}
        }
    }
    super::acted(cx, who);
    Ok(())
}
