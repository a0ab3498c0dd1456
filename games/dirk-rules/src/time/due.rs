//! What bodies and the weather wait for: the world's clock stops where something of it falls due. What it does then is in
//! [`super::want`], [`crate::power`] and [`crate::world`].

use boneyard_table::{At, Audience, Cx, Flow};

use super::TimeFact;
use super::want::{next_want, wants_pass};
use crate::DirkRules;
use crate::fact::Fact;
use crate::state::Ends;
use crate::{power, rules, world};

/// When the clock next has to stop, in seconds.
pub(crate) fn due(at: At<'_, DirkRules>) -> Option<u32> {
    let (state, seen) = (at.state, at.state.days.seen_to);
    let wants = state.everybody().filter_map(|who| next_want(state, who, seen));
    let lasting = state.creatures.iter().flat_map(|creature| &creature.live.lasting);
    let ends = lasting.filter_map(|known| match known.ends {
        Ends::At(at) | Ends::Scene(at) => Some(at).filter(|at| *at < u32::MAX),
        Ends::Turn | Ends::Round(_) => None,
    });
    wants.chain(ends).chain(world::weather_due(state, seen)).min()
}

/// Something of it is due: what powers left ends, wants harm, the weather does what it does.
pub(crate) fn fell_due(cx: &mut Cx<'_, DirkRules>) -> Flow {
    let (from, to) = (cx.state().days.seen_to, cx.state().clock);
    cx.record_for(Audience::GM, rules::DK_BASIC_10, Fact::Time(TimeFact::SeenTo { to }));
    power::time_passed(cx);
    for who in cx.state().everybody() {
        cx.within((from, to, who), |cx| wants_pass(cx, who, (from, to)))?;
    }
    cx.within((from, to), |cx| world::weather_passes(cx, from))
}
