//! What a seat could do now: forms with domains, in a fixed order, made per actor on demand; one file per family.

mod check;
mod feature;
mod fight;
mod hero;
mod interact;
mod inventory;
mod living;
mod scenario;
mod table;

use boneyard_table::view::{Candidate, Domain, OfferCard};
use boneyard_table::{At, Seat, Who};

use crate::RollHighOrDie;

/// Commands a seat could give now, for one actor or for itself.
pub fn offers(at: At<'_, RollHighOrDie>, seat: Seat, actor: Option<Who>) -> Vec<OfferCard> {
    match actor {
        Some(who) => match at.state.creature(who) {
            Some(one) if seat.is_gm() || one.sheet.seat == seat => {
                if let Some(draft) = &one.sheet.draft {
                    return hero::making(at, who, draft);
                }
                let things = inventory::acting(at, who).into_iter().chain(living::acting(at, seat, who));
                let things = things.chain(scenario::acting(at, who)).chain(hero::learning(at, who));
                fight::acting(at, who).into_iter().chain(things).chain(check::acting(at, who)).collect()
            }
            _ => Vec::new(),
        },
        None if seat.is_gm() => {
            let first = if at.state.here().all(|who| at.state.sheet(who).side == 0) {
                scenario::gm(at).into_iter().chain(fight::gm(at)).collect::<Vec<_>>()
            } else {
                fight::gm(at).into_iter().chain(scenario::gm(at)).collect()
            };
            let scene = first.into_iter().chain(table::gm(at));
            scene.chain(living::referee(at)).chain([hero::begin()]).chain(check::gm(at)).collect()
        }
        None => vec![hero::begin()],
    }
}

fn people(at: At<'_, RollHighOrDie>, who: impl IntoIterator<Item = Who>) -> Domain {
    Domain::creature(who.into_iter().map(|who| Candidate::new(who, at.state.name(who).to_owned())))
}
