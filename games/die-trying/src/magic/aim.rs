//! What a casting is aimed at, whether that can be, and whom it would reach.

use boneyard_board::Diagonals;
use boneyard_table::deed::{Lawful, May};
use boneyard_table::view::Direction;
use boneyard_table::{Playable, Refusal, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::work::Deed;
use crate::DieTrying;
use crate::book::Shape;
use crate::combat::{may_know, reaches};
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
            // Without a map an area holds the one who was named, and around the caster everybody.
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
pub fn may_aim(may: May<'_, DieTrying>, deed: &Deed<'_>, who: Who, aim: &Aim) -> Lawful {
    let (state, book, rule) = (may.state, may.book, rules::DT_HOUSE_08H);
    let bad = |code: &str, sentence: String| Refusal::new(rule, code, sentence);
    if let Some(target) = aim.target {
        may.not_if(!sight::may_target(state, who, target) && target != who, DieTrying::nobody)?;
        may_know(may, target)?;
        let has = aim.item.is_none_or(|item| usize::from(item) < state.sheet(target).items.len());
        may.not_if(!has, || bad("no-such-thing", format!("{} has no such thing.", state.name(target))))?;
    }
    let shape = deed.area.map(|area| area.shape);
    if matches!(shape, Some(Shape::Cone | Shape::Line)) {
        return may.not_if(aim.facing.is_none() && state.board.is_some(), || {
            let sentence = "Say in which of the eight directions.";
            Refusal::new(rules::DT_HOUSE_25H, "no-direction", sentence)
        });
    }
    if matches!(shape, Some(Shape::Radius | Shape::Square)) {
        return may_centre(may, deed, who, aim);
    }
    if deed.target == "self" {
        return Ok(());
    }
    let Some(target) = aim.target else {
        let needs = !deed.target.contains("object") && deed.target != "lock-or-trap";
        return may.not_if(needs, || bad("no-target", format!("Say whom {} is for.", deed.name)));
    };
    let one = state.one(target);
    let dead = one.live.fate == Fate::Dead;
    let fits = match deed.target {
        "dead" | "corpse" => dead,
        "dying" => one.live.fate == Fate::Dying,
        "creature" => !dead && one.sheet.kind != Kind::Object,
        _ => !dead,
    };
    may.not_if(!fits, || {
        let sentence = format!("{} does nothing for {} as they are now.", deed.name, one.sheet.name);
        bad("wrong-target", sentence)
    })?;
    may.not_if(deed.sight && !sight::seen(state, book, who, target), || {
        let sentence = format!("{} must be seen, and is not.", one.sheet.name);
        Refusal::new(rules::DT_SENSE_06, "not-seen", sentence)
    })?;
    let most = u32::from(deed.range.max(5) / 5);
    if let Some(far) = sight::distance(state, who, target).filter(|far| *far > most) {
        return may.no(|| {
            let (name, far) = (&one.sheet.name, far * 5);
            let sentence = format!("{name} is {far} feet away; {} reaches {}.", deed.name, most * 5);
            bad("out-of-range", sentence)
        });
    }
    may.not_if(target != who && !reaches(state, who, target), || {
        let sentence = format!("There is something between {} and {}.", state.name(who), one.sheet.name);
        Refusal::new(rules::DT_HOUSE_25H, "in-the-way", sentence)
    })
}

/// The centre of an area must be in range and open to the caster.
fn may_centre(may: May<'_, DieTrying>, deed: &Deed<'_>, who: Who, aim: &Aim) -> Lawful {
    let state = may.state;
    let bad = |code: &str, sentence: String| Refusal::new(rules::DT_HOUSE_25H, code, sentence);
    let Some(board) = &state.board else {
        let sentence = "Without a map, say whom the area is around.";
        return may.not_if(aim.target.is_none(), || bad("no-target", sentence.into()));
    };
    let centre = aim.at.or_else(|| aim.target.and_then(|target| state.live(target).at));
    let Some((centre, here)) = centre.zip(place_of(state, who)) else {
        return may.no(|| bad("no-centre", "Say around which square.".into()));
    };
    may.not_if(!board.grid.has(centre.square()), || {
        bad("off-the-map", "That square is not on the map.".into())
    })?;
    let far = Diagonals::Equal.distance(here, centre.footprint(1));
    may.not_if(far * 5 > u32::from(deed.range), || {
        let sentence = format!("That is {} feet away; {} reaches {}.", far * 5, deed.name, deed.range);
        bad("out-of-range", sentence)
    })?;
    may.not_if(!here.squares().any(|from| board.grid.shines(from, centre.square())), || {
        bad("behind-a-wall", "A wall or a closed door is in the way.".into())
    })
}
