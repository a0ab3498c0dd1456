//! Light that is too much: Bright Light after a long time in the dark, and Blinding Light.

use boneyard_table::moment::{Moment, Until};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::check::{self, Check, Sum, roll_sum};
use crate::combat::{awake, gm, known};
use crate::hurt::begin_condition;
use crate::rules;
use crate::state::{Ability, Condition, Degree, Light};

/// Somebody meets a light that is too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Glare {
    /// Who.
    pub who: Who,
    /// Bright or Blinding.
    pub light: Light,
}

/// Turns in a minute.
const MINUTE: u16 = 10;

/// The TS lets somebody be dazzled or blinded.
pub fn glare(cx: &mut Cx<'_, DieTrying>, by: Seat, glare: Glare) -> Flow {
    gm(by, rules::DT_SENSE_07, "The Trapsetter says whom a light dazzles.")?;
    known(cx.state(), glare.who)?;
    awake(cx.state(), glare.who)?;
    let who = glare.who;
    match glare.light {
        Light::Bright => {
            let rule = rules::DT_SENSE_07;
            let check = Check::save(cx.state(), cx.book(), who, Ability::Constitution, rule);
            let (degree, _) = check::make(cx, check, 4)?;
            let turns = match degree {
                Degree::Failure => MINUTE,
                Degree::CriticalFailure => 10 * MINUTE,
                Degree::Success | Degree::CriticalSuccess => return Ok(()),
            };
            begin_condition(cx, who, Condition::Dazzled, None, lasts(cx, who, turns), rule, None);
        }
        Light::Blinding => {
            let rule = rules::DT_SENSE_08;
            let rounds = roll_sum(cx, rule, who, Sum { count: 1, sides: 6, name: "rounds" })?;
            let until = lasts(cx, who, rounds.unsigned_abs());
            begin_condition(cx, who, Condition::Blinded, None, until, rule, None);
        }
        _ => {
            let sentence = "Only Bright and Blinding Light are too much for eyes.";
            return refuse(Refusal::new(rules::DT_SENSE_07, "not-too-bright", sentence));
        }
    }
    Ok(())
}

/// So many of their turns in a fight, else as much time.
fn lasts(cx: &Cx<'_, DieTrying>, who: Who, rounds: u16) -> Until {
    if cx.state().battle.is_some() {
        return Until::ended().or(Moment::TurnEnd(who), rounds.saturating_sub(1));
    }
    Until::next(Moment::At(cx.state().now.later(6 * u64::from(rounds))))
}
