//! What a seat could do now: the cards of the deeds, for players no further than their characters have seen.

use boneyard_table::deed;
use boneyard_table::view::{Domain, OfferCard, Square};
use boneyard_table::{At, Playable, Seat, Who};

use crate::DieTrying;
use crate::dungeon::explored;
use crate::state::Spot;

/// Commands a seat could give now, for one actor or for itself.
pub fn offers(at: At<'_, DieTrying>, seat: Seat, actor: Option<Who>) -> Vec<OfferCard> {
    let one = actor.map(|who| at.state.creature(who));
    if let Some(one) = one
        && !one.is_some_and(|one| seat.is_gm() || one.sheet.seat == seat)
    {
        return Vec::new();
    }
    let draft = one.flatten().is_some_and(|one| one.sheet.draft.is_some());
    let cards = deed::offers(DieTrying::deeds(), at, seat, actor, draft);
    if seat.is_gm() { cards } else { cards.into_iter().map(|card| within_known(at, card)).collect() }
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

/// A square as the rules have it.
fn spot(square: &Square) -> Option<Spot> {
    Some(Spot::new(u8::try_from(square.x).ok()?, u8::try_from(square.y).ok()?))
}
