//! What a seat could do now: forms with domains, in a fixed order, made per actor on demand; one
//! file per family.

mod dungeon;
mod labour;
mod rest;

use boneyard_table::deed;
use boneyard_table::view::{Candidate, Domain, OfferCard, Square, Thing};
use boneyard_table::{At, Playable, Seat, Who};

use crate::DieTrying;
use crate::dungeon::explored;
use crate::state::{Spot, State};

/// Commands a seat could give now, for one actor or for itself.
pub fn offers(at: At<'_, DieTrying>, seat: Seat, actor: Option<Who>) -> Vec<OfferCard> {
    let draft = actor.and_then(|who| at.state.creature(who)).is_some_and(|one| one.sheet.draft.is_some());
    let deeds = deed::offers(DieTrying::deeds(), at, seat, actor, draft);
    match actor {
        Some(who) => match at.state.creature(who) {
            Some(one) if seat.is_gm() || one.sheet.seat == seat => {
                if one.sheet.draft.is_some() {
                    return deeds;
                }
                let own = deeds.into_iter();
                let own = own
                    .chain(rest::acting(at, who))
                    .chain(dungeon::acting(at, who))
                    .chain(labour::acting(at, who));
                if seat.is_gm() { own.collect() } else { own.map(|card| within_known(at, card)).collect() }
            }
            _ => Vec::new(),
        },
        None if seat.is_gm() => {
            // What begins a fight comes before the scene, and what is called for after it.
            let fights = deeds.first().map(|first| first.group.clone());
            let (fights, others): (Vec<_>, Vec<_>) =
                deeds.into_iter().partition(|card| Some(&card.group) == fights.as_ref());
            let scene = dungeon::gm(at).into_iter().chain(fights);
            let scene = scene.chain(rest::party(at)).chain(labour::gm(at));
            scene.chain(others).collect()
        }
        None => deeds.into_iter().chain(rest::party(at)).collect(),
    }
}

/// Squares nobody has seen are not told by what could be done there: a player's choice ends one step beyond what the
/// characters know of a dungeon.
fn within_known(at: At<'_, DieTrying>, mut card: OfferCard) -> OfferCard {
    let Some(board) = at.state.board.as_ref().filter(|_| at.state.dungeon.is_some()) else { return card };
    let floor = |spot: Spot| board.grid.bars(spot.square()).is_none() && explored(at.state, at.book, spot);
    let known = |square: &Square| {
        let Some(spot) = spot(square) else { return false };
        let beside = |dx: i16, dy: i16| {
            Spot::of(boneyard_board::Square::new(i16::from(spot.x) + dx, i16::from(spot.y) + dy))
        };
        let around = (-1..=1).flat_map(|dx| (-1..=1).filter_map(move |dy| beside(dx, dy)));
        around.into_iter().any(floor)
    };
    for param in &mut card.params {
        if let Domain::Square { among } = &mut param.domain {
            among.retain(known);
        }
    }
    card
}

fn people(at: At<'_, DieTrying>, who: impl IntoIterator<Item = Who>) -> Domain {
    Domain::creature(who.into_iter().map(|who| Candidate::new(who, at.state.name(who).to_owned())))
}

/// Some of these, by name, so many at the least.
fn some_of(state: &State, who: impl IntoIterator<Item = Who>, least: u32) -> Domain {
    let thing =
        |who: Who| Thing { what: Candidate::new(state.name(who), state.name(who).to_owned()), cost: 0 };
    let of: Vec<Thing> = who.into_iter().map(thing).collect();
    let most = u32::try_from(of.len()).unwrap_or(u32::MAX);
    Domain::Subset { of, least, most, budget: None }
}

/// A square as the rules have it.
fn spot(square: &Square) -> Option<Spot> {
    Some(Spot::new(u8::try_from(square.x).ok()?, u8::try_from(square.y).ok()?))
}
