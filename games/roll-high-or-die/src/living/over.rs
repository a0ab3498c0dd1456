//! What the end of an Encounter means between fights: who took part, whose sleep it broke, and what was put off.

use boneyard_table::{Cx, Who};

use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::Effect;
use crate::fact::LivingFact;
use crate::hurt::{Gain, gain};
use crate::rules;
use crate::state::{Condition, Span};

/// An Encounter ends: called before its last fact.
pub fn encounter_over(cx: &mut Cx<'_, RollHighOrDie>) {
    let Some(encounter) = &cx.state().encounter else { return };
    let (who, rounds): (Vec<Who>, u16) =
        (encounter.fighters.to_vec(), u16::try_from(encounter.order.round()).unwrap_or(u16::MAX));
    record(cx, rules::RH_ENC_10, LivingFact::Fought { who: who.clone() }.into());
    if cx.state().days.watch.is_some() {
        record(cx, rules::RH_NEED_05, LivingFact::Broken { rounds: rounds.max(1) }.into());
    }
    for who in who {
        after(cx, who);
    }
}

/// What somebody took in the Encounter that shows only now.
fn after(cx: &mut Cx<'_, RollHighOrDie>, who: Who) {
    let (state, book) = (cx.state(), cx.book());
    let used = state.live(who).used.iter().filter(|used| used.until == Span::Encounter);
    let mut all = Vec::new();
    for used in used {
        let Some(row) = book.gear.get(used.what.as_str()) else { continue };
        for effect in &row.effects {
            if let Effect::AfterEncounter(then) = effect
                && let Effect::Condition(brings) = &**then
                && let Some(what) = Condition::named(&brings.is)
            {
                all.push(Gain {
                    stacks: brings.stacks.saturating_mul(used.times),
                    ..Gain::new(what, row.id)
                });
            }
        }
    }
    for gained in all {
        gain(cx, who, gained);
    }
}
