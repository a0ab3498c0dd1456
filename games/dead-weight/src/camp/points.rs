//! What points are spent on most: keeping watch, resting, sleeping.

use boneyard_table::{Cx, Flow, RuleId, Seat, Who};

use super::{affords, ambush_dice, campers, spend};
use crate::DeadWeight;
use crate::fact::CampFact;
use crate::house::SleepUnexhausts;
use crate::hurt;
use crate::rules;
use crate::state::{Affliction, Memorised};

/// One ambush die fewer.
pub fn lookout(cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
    let rule = rules::DW_CAMP_04;
    affords(cx, by, 1)?;
    if spend(cx, by, 1, "keeping a lookout", rule)? {
        ambush_dice(cx, -1, rule);
    }
    Ok(())
}

/// The whole party recovers, is no longer Shaken, and prayers are fresh.
pub fn rest(cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
    let rule = rules::DW_CAMP_06;
    affords(cx, by, 1)?;
    if spend(cx, by, 1, "a well deserved rest", rule)? {
        recover(cx, &[Affliction::Shaken], rule);
        refresh(cx, rule);
    }
    Ok(())
}

/// The whole party sleeps: deeper, and less on its guard.
pub fn sleep(cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
    let rule = rules::DW_CAMP_12;
    affords(cx, by, 2)?;
    if spend(cx, by, 2, "sleep", rule)? {
        recover(cx, &[Affliction::Sleepy, Affliction::Shaken], rule);
        if cx.state().house.sleep_unexhausts == SleepUnexhausts::On {
            refresh(cx, rule);
        }
        ambush_dice(cx, 1, rule);
    }
    Ok(())
}

fn recover(cx: &mut Cx<'_, DeadWeight>, ends: &[Affliction], rule: RuleId) {
    for who in campers(cx.state()) {
        hurt::recover_each(cx, who, u8::MAX, rule);
        for what in ends {
            let cited = if *what == Affliction::Shaken { rules::DW_AFFL_07 } else { rules::DW_AFFL_05 };
            if hurt::cured(cx, who, *what, rule) {
                cx.cite(cited);
            }
        }
    }
}

/// No prayer is exhausted any more.
fn refresh(cx: &mut Cx<'_, DeadWeight>, rule: RuleId) {
    let tired = |who: &Who| cx.state().live(*who).memorised.iter().any(|known| known.exhausted);
    let all: Vec<Who> = campers(cx.state()).into_iter().filter(tired).collect();
    for who in all {
        let fresh =
            cx.state().live(who).memorised.iter().map(|known| Memorised { exhausted: false, ..*known });
        let memorised = fresh.collect();
        cx.record(rule, CampFact::Memorised { who, memorised }.into());
    }
}
