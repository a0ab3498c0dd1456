//! Effects on where things are: leaps, pulls and pushes, doors, the party in another place.

use boneyard_table::{Cx, Flow, RuleId, Who};

use super::Source;
use crate::DeadWeight;
use crate::book::Moved;
use crate::combat::{self, Gait};
use crate::expedition;
use crate::fact::FightFact;
use crate::magic::world;
use crate::state::Tile;

/// Somebody is elsewhere, by whatever it is.
pub(super) fn moves(cx: &mut Cx<'_, DeadWeight>, source: Source<'_>, target: Who, moved: &Moved) -> Flow {
    let Source { by, rule, .. } = source;
    let fighting = cx.state().battle.is_some();
    match (moved.how.as_str(), source.to) {
        ("leap", Some(at)) if fighting => cx.record(rule, FightFact::Put { who: by, at }.into()),
        ("leap", _) => {
            let text = format!("{} stands somewhere else in the place.", cx.state().name(by));
            world::told(cx, by, text, rule);
        }
        ("pull" | "push", _) => shove(cx, source, target, moved.how == "pull", moved.tiles),
        _ => match source.place.map(str::to_owned) {
            Some(place) => return expedition::folded(cx, &place, rule),
            None => world::told(cx, by, "The party stands elsewhere; the GM says where.".into(), rule),
        },
    }
    Ok(())
}

/// Tiles to which somebody can be pulled or pushed by another.
pub fn shoved(state: &crate::state::State, by: Who, target: Who, pull: bool, tiles: u8) -> Vec<Tile> {
    let Some(battle) = &state.battle else { return Vec::new() };
    let (Some(here), Some(there)) = (battle.tile(by), battle.tile(target)) else { return Vec::new() };
    let gait = Gait { points: tiles, leaving: 0, through: false };
    let far = |tile: Tile| combat::tiles_apart(state, tile, here);
    let free = |tile: &Tile| {
        combat::fighters(state).all(|other| {
            other == target || battle.tile(other) != Some(*tile) || !combat::present(state, other)
        })
    };
    let fits = |tile: &Tile| if pull { far(*tile) < far(there) } else { far(*tile) > far(there) };
    let all = combat::reachable(state, target, gait).into_iter().map(|(tile, _)| tile);
    all.filter(free).filter(fits).collect()
}

/// Pulls somebody nearer or pushes them away: where the caster wants it, or as far as there is floor.
fn shove(cx: &mut Cx<'_, DeadWeight>, source: Source<'_>, target: Who, pull: bool, tiles: u8) {
    let state = cx.state();
    let Some(battle) = &state.battle else { return };
    let (Some(here), Some(there)) = (battle.tile(source.by), battle.tile(target)) else { return };
    let open = shoved(state, source.by, target, pull, tiles);
    let far = |tile: &Tile| combat::tiles_apart(state, *tile, here);
    let wanted = source.to.filter(|to| open.contains(to));
    let at = wanted.or_else(|| {
        if pull {
            open.iter().copied().min_by_key(|tile| (far(tile), *tile))
        } else {
            open.iter().copied().max_by_key(|tile| (far(tile), std::cmp::Reverse(*tile)))
        }
    });
    if let Some(at) = at {
        combat::moves(cx, target, &[there, at], source.rule);
    }
}

/// A door opens, is locked or jammed: one of the chart in a fight, a way of the site outside of one.
pub(super) fn door(cx: &mut Cx<'_, DeadWeight>, source: Source<'_>, how: &str) {
    let Source { by, rule, .. } = source;
    let told = match how {
        "open" => "The door opens without a sound.",
        "lock" => "The door is locked.",
        _ => "The door is jammed.",
    };
    if let Some(number) = source.to.and_then(|to| combat::door_at(cx.state(), to)) {
        cx.record(rule, FightFact::Door { door: number, open: how == "open" }.into());
    } else if let Some(to) = source.place {
        way(cx, by, to, how, rule);
    }
    world::told(cx, by, told.to_owned(), rule);
}

fn way(cx: &mut Cx<'_, DeadWeight>, by: Who, to: &str, how: &str, rule: RuleId) {
    let from = cx.state().expedition.place_of(by).to_owned();
    let (to, how) = (to.to_owned(), how.to_owned());
    let change = |site: &mut crate::state::Site| {
        for way in site.ways.iter_mut().filter(|way| way.from(&from) == Some(to.as_str())) {
            match how.as_str() {
                "open" => (way.locked, way.jammed) = (false, false),
                "lock" => way.locked = true,
                _ => way.jammed = true,
            }
        }
    };
    expedition::site_is(cx, change, rule);
}
