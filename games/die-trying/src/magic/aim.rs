//! What a casting is aimed at, whether that can be, and whom it would reach.

use boneyard_board::Diagonals;
use boneyard_table::view::Direction;
use boneyard_table::{At, Refusal, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::work::Deed;
use crate::DieTrying;
use crate::book::Shape;
use crate::combat::{known, reaches};
use crate::effect::around;
use crate::gear::place_of;
use crate::rules;
use crate::sight::{self, toward};
use crate::state::{Fate, Kind, Spot, State};

/// What a casting is aimed at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Aim {
    /// Somebody, or somebody's thing.
    pub target: Option<Who>,
    /// Which thing of theirs.
    pub item: Option<u8>,
    /// The centre of an area.
    pub at: Option<Spot>,
    /// Where a cone or line points.
    pub facing: Option<Direction>,
}

/// The squares of an area; `times` is how much larger it has become.
pub fn area_squares(state: &State, deed: &Deed<'_>, who: Who, aim: &Aim, times: u16) -> Vec<Spot> {
    let (Some(area), Some(board)) = (deed.area, &state.board) else { return Vec::new() };
    let feet = area.feet.saturating_mul(times);
    let own = state.live(who).at;
    match area.shape {
        Shape::Radius | Shape::Chain => {
            let centre = aim.at.or_else(|| aim.target.and_then(|target| state.live(target).at));
            centre.map_or_else(Vec::new, |centre| around(state, centre, feet))
        }
        Shape::Around => {
            let centre = aim.at.or(own);
            centre.map_or_else(Vec::new, |centre| around(state, centre, feet))
        }
        Shape::Square => {
            let Some(centre) = aim.at.or_else(|| aim.target.and_then(|target| state.live(target).at)) else {
                return Vec::new();
            };
            let block = board.grid.block(centre.square(), feet / 5, feet / 5);
            board.grid.open_to(centre.square(), block).into_iter().filter_map(Spot::of).collect()
        }
        Shape::Cone | Shape::Line => {
            let (Some(own), Some(facing)) = (own, aim.facing) else { return Vec::new() };
            let (from, way) = (own.square(), toward(facing));
            let all = match area.shape {
                Shape::Cone => board.grid.cone(from, way, feet / 5),
                _ => board.grid.ray(from, way, feet / 5),
            };
            board.grid.open_to(from, all).into_iter().filter_map(Spot::of).collect()
        }
    }
}

/// Everybody a casting reaches, in Initiative order.
pub fn targets_of(state: &State, deed: &Deed<'_>, who: Who, aim: &Aim, times: u16) -> Vec<Who> {
    let area = deed.area.filter(|area| area.shape != Shape::Chain);
    let Some(area) = area else {
        return aim.target.or_else(|| (deed.target == "self").then_some(who)).into_iter().collect();
    };
    let squares = area_squares(state, deed, who, aim, times);
    let inside = |other: Who| {
        let one = state.one(other);
        let there = if state.board.is_some() {
            crate::effect::stands_in(state, other, &squares)
        } else {
            // Without a map an area holds whoever was named, and around the caster everybody.
            aim.target == Some(other) || area.shape == Shape::Around
        };
        !one.live.away && one.live.fate != Fate::Dead && there && !(deed.others && other == who)
    };
    let mut all: Vec<Who> = state.everybody().filter(|other| inside(*other)).collect();
    in_order(state, &mut all);
    all
}

/// By Initiative, those without one behind.
pub fn in_order(state: &State, all: &mut [Who]) {
    let order: Vec<Who> = match &state.battle {
        Some(battle) => battle.order.places().iter().map(|place| place.who).collect(),
        None => Vec::new(),
    };
    let place = |who: &Who| order.iter().position(|known| known == who).unwrap_or(order.len());
    all.sort_by_key(|who| (place(who), *who));
}

/// Creatures a spell could strike from where its caster is, for retargeting: alive and in range.
pub fn in_range(state: &State, deed: &Deed<'_>, who: Who) -> Vec<Who> {
    let feet = match deed.area {
        Some(area) if deed.range == 0 => area.feet,
        _ => deed.range.max(5),
    };
    let near = |other: Who| match (place_of(state, who), place_of(state, other)) {
        (Some(here), Some(there)) => Diagonals::Equal.distance(here, there) <= u32::from(feet / 5),
        _ => true,
    };
    let alive = state.beings().filter(|other| {
        let live = state.live(*other);
        !live.away && live.fate != Fate::Dead
    });
    alive.filter(|other| *other == who || near(*other) && reaches(state, who, *other)).collect()
}

/// Whether a spell can be aimed so.
pub fn check_aim(at: At<'_, DieTrying>, deed: &Deed<'_>, who: Who, aim: &Aim) -> Result<(), Refusal> {
    let (state, book, rule) = (at.state, at.book, rules::DT_HOUSE_08H);
    let bad = |code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    if let Some(target) = aim.target {
        if !sight::may_target(state, who, target) && target != who {
            let sentence = "There is nobody like that to be made out here.";
            return Err(Refusal::new(rules::DT_STL_06, "no-such-target", sentence));
        }
        known(state, target)?;
        let has = aim.item.is_none_or(|item| usize::from(item) < state.sheet(target).items.len());
        if !has {
            return bad("no-such-thing", format!("{} has no such thing.", state.name(target)));
        }
    }
    let shape = deed.area.map(|area| area.shape);
    if matches!(shape, Some(Shape::Cone | Shape::Line)) {
        return match aim.facing {
            None if state.board.is_some() => Err(Refusal::new(
                rules::DT_HOUSE_25H,
                "no-direction",
                "Say in which of the eight directions.",
            )),
            _ => Ok(()),
        };
    }
    if matches!(shape, Some(Shape::Radius | Shape::Square)) {
        return check_centre(state, deed, who, aim);
    }
    if deed.target == "self" {
        return Ok(());
    }
    let Some(target) = aim.target else {
        return if deed.target.contains("object") || deed.target == "lock-or-trap" {
            Ok(())
        } else {
            bad("no-target", format!("Say whom {} is for.", deed.name))
        };
    };
    let one = state.one(target);
    let dead = one.live.fate == Fate::Dead;
    let fits = match deed.target {
        "dead" | "corpse" => dead,
        "dying" => one.live.fate == Fate::Dying,
        "creature" => !dead && one.sheet.kind != Kind::Object,
        _ => !dead,
    };
    if !fits {
        let sentence = format!("{} does nothing for {} as they are now.", deed.name, one.sheet.name);
        return bad("wrong-target", sentence);
    }
    if deed.sight && !sight::seen(state, book, who, target) {
        let sentence = format!("{} must be seen, and is not.", one.sheet.name);
        return Err(Refusal::new(rules::DT_SENSE_06, "not-seen", sentence));
    }
    let most = u32::from(deed.range.max(5) / 5);
    if let Some(far) = sight::distance(state, who, target).filter(|far| *far > most) {
        let sentence =
            format!("{} is {} feet away; {} reaches {}.", one.sheet.name, far * 5, deed.name, most * 5);
        return bad("out-of-range", sentence);
    }
    if target != who && !reaches(state, who, target) {
        let sentence = format!("There is something between {} and {}.", state.name(who), one.sheet.name);
        return Err(Refusal::new(rules::DT_HOUSE_25H, "in-the-way", sentence));
    }
    Ok(())
}

/// The centre of an area must be in range and open to the caster.
fn check_centre(state: &State, deed: &Deed<'_>, who: Who, aim: &Aim) -> Result<(), Refusal> {
    let rule = rules::DT_HOUSE_25H;
    let Some(board) = &state.board else {
        return match aim.target {
            Some(_) => Ok(()),
            None => Err(Refusal::new(rule, "no-target", "Without a map, say whom the area is around.")),
        };
    };
    let centre = aim.at.or_else(|| aim.target.and_then(|target| state.live(target).at));
    let Some((centre, here)) = centre.zip(place_of(state, who)) else {
        return Err(Refusal::new(rule, "no-centre", "Say around which square."));
    };
    if !board.grid.has(centre.square()) {
        return Err(Refusal::new(rule, "off-the-map", "That square is not on the map."));
    }
    let far = Diagonals::Equal.distance(here, centre.footprint(1));
    if far * 5 > u32::from(deed.range) {
        let sentence = format!("That is {} feet away; {} reaches {}.", far * 5, deed.name, deed.range);
        return Err(Refusal::new(rule, "out-of-range", sentence));
    }
    if !here.squares().any(|from| board.grid.shines(from, centre.square())) {
        return Err(Refusal::new(rule, "behind-a-wall", "A wall or a closed door is in the way."));
    }
    Ok(())
}
