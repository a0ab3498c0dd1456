//! The one who shoots does so from behind something: from the nearest space with Cover from everybody who looks at it,
//! where the target is still in line and in range, if the shot is paid for after the way there.

use boneyard_board::{Cover as Covers, Relief, Square, Stand};

use super::Here;
use crate::combat::{Attack, Hold, Run, free_spaces, opponents};
use crate::command::Command;
use crate::sight;
use crate::state::{Condition, Range, Spot};

/// What a run costs.
const RUN: u8 = 1;

pub(super) fn take_cover(at: Here<'_>, shot: &Attack, weapon: &Hold<'_>) -> Option<Command> {
    let (state, book, who) = (at.state, at.book, shot.who);
    let live = state.live(who);
    // The one who is Engaged would be struck on the way.
    if live.is(Condition::Engaged) {
        return None;
    }
    let Some(Range::Range(most)) = weapon.arms.range else { return None };
    if shot.throw || live.ap < weapon.w.saturating_add(RUN) {
        return None;
    }
    let sights = sight::sights(state, book).filter(|sights| sights.has_cover())?;
    let foes: Vec<Stand> = opponents(state, who)
        .filter(|foe| !state.live(*foe).unseen && !sight::hidden_from(state, *foe, who))
        .filter_map(|foe| sight::stand(state, sights, foe))
        .collect();
    let rule = sight::cover_rule(state);
    let safe = |there: Stand| {
        let open = |foe: &Stand| sights.covered(*foe, there, rule) == Some(Covers::No);
        !foes.iter().any(open)
    };
    if safe(sight::stand(state, sights, who)?) {
        return None;
    }
    let aim = sight::stand(state, sights, shot.target)?;
    let size = state.sheet(who).size;
    let good = |spot: Spot| {
        let there = sights.stand(spot.footprint(size.spaces()), size.tall());
        let far = sight::metric(state).distance(spot.footprint(size.spaces()), aim.at) * 5;
        far <= u32::from(most) && far > 5 && beside(sights, spot) && sights.clear(there, aim) && safe(there)
    };
    let spaces = free_spaces(at, who).into_iter().filter(|(spot, _)| good(*spot));
    let (to, _) = spaces.min_by_key(|(spot, feet)| (*feet, *spot))?;
    Some(Run { who, by: Vec::new(), to }.into())
}

/// Whether something that covers stands next to a space, or in it.
fn beside(relief: &Relief, spot: Spot) -> bool {
    let Square { level, y, x } = spot.square();
    let around = (-1..=1).flat_map(|down| (-1..=1).map(move |across| (across, down)));
    let mut squares = around.map(|(across, down)| Square { level, y: y + down, x: x + across });
    !relief.walls().is_empty() || squares.any(|square| relief.space(square).cover != Covers::No)
}
