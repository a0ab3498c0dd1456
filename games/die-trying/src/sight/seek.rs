//! Seek: one Perception check against everybody hiding nearby.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Pilot, Seat, Who, deed};

use super::distance;
use super::lose::found;
use crate::DieTrying;
use crate::check::{self, Check, Kind, add, skill_bonus};
use crate::combat::{Cost, fighter_now, may_do, may_house_action, pay};
use crate::fact::{CheckFact, SightFact};
use crate::rules;
use crate::state::{Condition, Degree, Hidden, Proficiency};

/// How far one can seek, in squares.
const FAR: u32 = 6;

deed! {
    /// Seeks everybody who hides within 30 feet. Nothing tells whether there was anybody to find.
    #[derive(Copy)]
    pub struct Seek(form: DieTrying) {
        who: Who = fighter_now(form)?,
    }
}

impl Deed<DieTrying> for Seek {
    const CARD: Card =
        Card::acting("Seek", "Fight").rule(rules::DT_ACT_05H).cost(1, "Action").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_house_action(may)?;
        may_do(may, self.who, Cost::Action)
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        seek(cx, self.who)
    }
}

fn seek(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow {
    let rule = rules::DT_ACT_05H;
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
