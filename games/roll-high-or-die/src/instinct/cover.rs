//! Whoever shoots does so from behind something: from the nearest space with Cover from everybody who looks at it, where
//! the target is still in line and in range, if the shot is paid for after the way there.

use boneyard_board::{Cover as Covers, Relief, Square, Stand};
use boneyard_table::Who;

use super::Here;
use crate::combat::{Attack, Run, free_spaces, opponents, weapons};
use crate::command::FightCommand;
use crate::sight;
use crate::state::{Condition, Range, Spot};

/// What a run costs.
const RUN: u8 = 1;

pub(super) fn take_cover(at: Here<'_>, who: Who, shot: &Attack) -> Option<FightCommand> {
    let (state, book) = (at.state, at.book);
    let live = state.live(who);
    // Whoever is Engaged would be struck on the way.
    if live.is(Condition::Engaged) {
        return None;
    }
    let own = weapons(state, book, who);
    let weapon = own.iter().find(|weapon| Some(&weapon.name) == shot.with.as_ref())?;
    let Some(Range::Range(most)) = weapon.arms.range else { return None };
    if shot.throw || live.ap < weapon.w.saturating_add(RUN) {
        return None;
    }
    let relief = sight::relief(state, book)?;
    let foes: Vec<Stand> = opponents(state, who)
        .filter(|foe| !state.live(*foe).unseen && !sight::hidden_from(state, *foe, who))
        .filter_map(|foe| sight::stand(state, &relief, foe))
        .collect();
    let rule = sight::cover_rule(state);
    let safe = |there: Stand| {
        let open =
            |foe: &Stand| relief.cover(*foe, there, rule).is_some_and(|found| found.cover == Covers::No);
        !foes.iter().any(open)
    };
    if safe(sight::stand(state, &relief, who)?) || !somewhere(&relief) {
        return None;
    }
    let aim = sight::stand(state, &relief, shot.target)?;
    let size = state.sheet(who).size;
    let good = |spot: Spot| {
        let there = relief.stand(spot.footprint(size.spaces()), size.tall());
        let far = sight::metric(state).distance(spot.footprint(size.spaces()), aim.at) * 5;
        far <= u32::from(most) && far > 5 && beside(&relief, spot) && relief.sees(there, aim) && safe(there)
    };
    let spaces = free_spaces(at, who).into_iter().filter(|(spot, _)| good(*spot));
    let (to, _) = spaces.min_by_key(|(spot, feet)| (*feet, *spot))?;
    Some(FightCommand::Run(Run { who, to, by: Vec::new() }))
}

/// Whether there is anything on the map to stand behind.
fn somewhere(relief: &Relief) -> bool {
    !relief.walls().is_empty() || relief.squares().any(|square| relief.space(square).cover != Covers::No)
}

/// Whether something that covers stands next to a space, or in it.
fn beside(relief: &Relief, spot: Spot) -> bool {
    let Square { level, y, x } = spot.square();
    let around = (-1..=1).flat_map(|down| (-1..=1).map(move |across| (across, down)));
    let mut squares = around.map(|(across, down)| Square { level, y: y + down, x: x + across });
    !relief.walls().is_empty() || squares.any(|square| relief.space(square).cover != Covers::No)
}
