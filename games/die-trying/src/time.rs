//! Time going by: lights that burn out, sleepers that wake, effects whose time is over, each at its own
//! moment and in order.

use boneyard_table::clock::Time;
use boneyard_table::moment::Moment;
use boneyard_table::{Cx, Flow, Who};

use crate::DieTrying;
use crate::fact::{HurtFact, TableFact};
use crate::gear::burn_out;
use crate::hurt::moment_passes;
use crate::rules;
use crate::state::{Fate, State, Ware};

/// The moment at which a Rest is over, by its number among the moments of this game.
pub const REST: u16 = 1;

/// Time goes on to a moment, settling everything on the way in order.
pub fn advance(cx: &mut Cx<'_, DieTrying>, to: Time) -> Flow {
    while let Some(next) = due(cx.state(), to) {
        cx.record(rules::DT_HOUSE_14H, TableFact::Time { to: next }.into());
        settle(cx, next);
    }
    if cx.state().now < to {
        cx.record(rules::DT_HOUSE_14H, TableFact::Time { to }.into());
    }
    Ok(())
}

/// The first moment up to this one at which something happens by itself.
fn due(state: &State, to: Time) -> Option<Time> {
    let mut first: Option<Time> = None;
    let mut meet = |time: Time| {
        if time <= to {
            first = Some(first.map_or(time, |known| known.min(time)));
        }
    };
    for who in state.everybody() {
        let one = state.one(who);
        if let Fate::Stable(until) = one.live.fate {
            meet(until);
        }
        for (sheet, item) in one.sheet.items.iter().zip(&one.live.items) {
            if let (Ware::Lamp(_), Some(since)) = (&sheet.ware, item.lit) {
                meet(since.later(u64::from(item.left) * 60));
            }
        }
        for affect in one.live.affects.iter() {
            for wait in &affect.until.moments {
                if let Moment::At(time) = wait.moment {
                    meet(time);
                }
            }
        }
    }
    first
}

fn settle(cx: &mut Cx<'_, DieTrying>, now: Time) {
    for who in cx.state().everybody() {
        burn_out(cx, who, now);
        wakes(cx, who, now);
    }
    moment_passes(cx, Moment::At(now));
}

/// Whoever lay Stable comes to with 1 HP.
fn wakes(cx: &mut Cx<'_, DieTrying>, who: Who, now: Time) {
    if matches!(cx.state().live(who).fate, Fate::Stable(until) if until <= now) {
        let amount = 1 - cx.state().live(who).hp;
        cx.record(rules::DT_HP_06, HurtFact::Healed { who, amount, to: 1 }.into());
        cx.record(rules::DT_HP_11, HurtFact::CameRound { who }.into());
    }
}
