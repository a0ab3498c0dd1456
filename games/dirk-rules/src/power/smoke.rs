//! Smoke without a map: who stands in it, who can see whom, and who walks in or out.

use boneyard_table::{Cx, Flow, Who};
use smallvec::SmallVec;

use crate::DirkRules;
use crate::effect::{self, Deed, Zone};
use crate::fact::Fact;
use crate::state::{Ends, Lasting, Lasts, State};

/// As near as one sees in smoke, in feet.
const ARM: u16 = 5;

/// Smoke about somebody, and about everybody within so many feet of them.
pub(crate) fn smoke(cx: &mut Cx<'_, DirkRules>, deed: Deed<'_>, zone: &Zone) -> Flow {
    let feet = effect::size(cx, deed, &zone.radius)?;
    let rounds = effect::size(cx, deed, &zone.lasts)?;
    let ends = match &cx.state().battle {
        Some(battle) => Ends::Round(battle.round.saturating_add(rounds)),
        None => Ends::At(cx.state().clock.saturating_add(u32::from(rounds) * 10)),
    };
    let (state, spot) = (cx.state(), deed.on);
    let near = |who: Who| who == spot || state.feet(who, spot) <= feet;
    let here = |who: Who| !state.live(who).dead && state.sheet(who).draft.is_none();
    let inside: SmallVec<[Who; 8]> =
        state.in_order().into_iter().filter(|&who| near(who) && here(who)).collect();
    for who in inside {
        let effect = Lasting { by: deed.rule, from: deed.by, what: Lasts::Smoke, ends };
        cx.record(deed.rule, Fact::Lasts { who, effect });
    }
    Ok(())
}

fn cloud(state: &State, who: Who) -> Option<&Lasting> {
    state.live(who).lasting.iter().find(|known| known.what == Lasts::Smoke)
}

/// Whether smoke hides two from each other: either stands in it, and they are not side by side.
pub fn smoked(state: &State, one: Who, other: Who) -> bool {
    let inside = cloud(state, one).is_some() || cloud(state, other).is_some();
    inside && one != other && state.feet(one, other) > ARM
}

/// Somebody has moved: out of the smoke, unless beside somebody who stands in it, or into it.
pub(crate) fn moved(cx: &mut Cx<'_, DirkRules>, who: Who) {
    let state = cx.state();
    let beside = |other: Who| other != who && state.feet(who, other) <= ARM && !state.live(other).dead;
    let mut clouds = state.everybody().filter_map(|other| cloud(state, other).filter(|_| beside(other)));
    let beside = clouds.next().cloned();
    match (cloud(state, who).cloned(), beside) {
        (Some(effect), None) => {
            let rule = effect.by;
            cx.record(rule, Fact::LastsNoMore { who, effect });
        }
        (None, Some(effect)) => {
            let rule = effect.by;
            cx.record(rule, Fact::Lasts { who, effect });
        }
        _ => {}
    }
}
