//! Light that is too much: Bright Light after a long time in the dark, and Blinding Light.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::moment::{Moment, Until};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use crate::DieTrying;
use crate::check::{self, Check, Sum, roll_sum};
use crate::combat::{is_awake, may_be_up, may_know};
use crate::hurt::begin_condition;
use crate::rules;
use crate::state::{Ability, Condition, Degree, Light};

deed! {
    /// Somebody meets a light that is too much.
    #[derive(Copy)]
    pub struct Glare(form: DieTrying) {
        who: Who = {
            let state = form.state;
            let awake = |who: Who| state.sheet(who).is_hero() && is_awake(state, who);
            form.only_if(state.heroes().any(awake))?;
            form.creature_among("who", "For whom", awake)?
        },
        /// Bright or Blinding.
        light: Light = {
            let lights = [Light::Bright, Light::Blinding].map(|light| (light, light.name()));
            form.one_of("light", "Which", lights)?
        },
    }
}

/// Turns in a minute.
const MINUTE: u16 = 10;

impl Deed<DieTrying> for Glare {
    const CARD: Card = Card::gm("A light is too much", "Scene").rule(rules::DT_SENSE_07);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_know(may, self.who)?;
        may_be_up(may, self.who)?;
        may.not_if(!matches!(self.light, Light::Bright | Light::Blinding), || {
            let sentence = "Only Bright and Blinding Light are too much for eyes.";
            Refusal::new(rules::DT_SENSE_07, "not-too-bright", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let who = self.who;
        if self.light == Light::Blinding {
            let rule = rules::DT_SENSE_08;
            let rounds = roll_sum(cx, rule, who, Sum { count: 1, sides: 6, name: "rounds" })?;
            let until = lasts(cx, who, rounds.unsigned_abs());
            begin_condition(cx, who, Condition::Blinded, None, until, rule, None);
            return Ok(());
        }
        let rule = rules::DT_SENSE_07;
        let check = Check::save(cx.state(), cx.book(), who, Ability::Constitution, rule);
        let (degree, _) = check::make(cx, check, 4)?;
        let turns = match degree {
            Degree::Failure => MINUTE,
            Degree::CriticalFailure => 10 * MINUTE,
            Degree::Success | Degree::CriticalSuccess => return Ok(()),
        };
        begin_condition(cx, who, Condition::Dazzled, None, lasts(cx, who, turns), rule, None);
        Ok(())
    }
}

/// So many of their turns in a fight, else as much time.
fn lasts(cx: &Cx<'_, DieTrying>, who: Who, rounds: u16) -> Until {
    if cx.state().battle.is_some() {
        return Until::ended().or(Moment::TurnEnd(who), rounds.saturating_sub(1));
    }
    Until::next(Moment::At(cx.state().now.later(6 * u64::from(rounds))))
}
