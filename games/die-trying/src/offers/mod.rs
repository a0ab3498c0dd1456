//! What a seat could do now: forms with domains, in a fixed order, made per actor on demand; one
//! file per family.

mod battle;
mod check;
mod dungeon;
mod fight;
mod gear;
mod hero;
mod labour;
mod magic;
mod quick;
mod rest;
mod table;

use boneyard_table::view::{Candidate, Domain, OfferCard, Square, Thing};
use boneyard_table::{At, Seat, Who};

use crate::DieTrying;
use crate::state::{Spot, State};

/// Commands a seat could give now, for one actor or for itself.
pub fn offers(at: At<'_, DieTrying>, seat: Seat, actor: Option<Who>) -> Vec<OfferCard> {
    match actor {
        Some(who) => match at.state.creature(who) {
            Some(one) if seat.is_gm() || one.sheet.seat == seat => {
                if let Some(draft) = &one.sheet.draft {
                    return hero::making(at, who, draft);
                }
                let own = fight::acting(at, who).into_iter().chain(quick::acting(at, who));
                let own = own.chain(magic::acting(at, who));
                let own = own
                    .chain(gear::acting(at, who))
                    .chain(rest::acting(at, who))
                    .chain(dungeon::acting(at, who))
                    .chain(labour::acting(at, who));
                own.chain(hero::own(at, who)).chain(check::acting(at, who)).collect()
            }
            _ => Vec::new(),
        },
        None if seat.is_gm() => {
            let scene = dungeon::gm(at).into_iter().chain(battle::gm(at)).chain(table::gm(at));
            let scene = scene.chain(rest::gm(at)).chain(hero::gm(at)).chain(labour::gm(at));
            scene.chain(check::gm(at)).collect()
        }
        None => rest::party(at).into_iter().chain([hero::draft()]).collect(),
    }
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

/// Every square of the map one could stand on; none where there is no map.
fn floor(state: &State) -> Vec<Square> {
    let Some(board) = &state.board else { return Vec::new() };
    let floor = board.grid.chart().squares().filter(|square| board.grid.bars(*square).is_none());
    floor.filter_map(Spot::of).map(|spot| Square::new(spot.x.into(), spot.y.into())).collect()
}
