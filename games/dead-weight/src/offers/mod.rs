//! What a seat could do now: forms with domains, in a fixed order, made per actor on demand; one
//! file per family.

mod activity;
mod camp;
mod expedition;
mod gear;
mod grow;
mod hero;
mod hurt;
mod interlude;
mod magic;
mod roll;
mod site;
mod table;
mod things;

pub(crate) use camp::worn_down;

use boneyard_table::deed;
use boneyard_table::view::OfferCard;
use boneyard_table::{At, Seat, Who};

use crate::DeadWeight;
use crate::command::DEEDS;

/// Commands a seat could give now, for one actor or for itself.
pub fn offers(at: At<'_, DeadWeight>, seat: Seat, actor: Option<Who>) -> Vec<OfferCard> {
    let one = actor.and_then(|who| at.state.creature(who));
    if actor.is_some() && !one.is_some_and(|one| seat.is_gm() || one.sheet.seat == seat) {
        return Vec::new();
    }
    let making = one.is_some_and(|one| one.sheet.draft.is_some());
    let deeds = deed::offers(DEEDS, at, seat, actor, making);
    match actor {
        Some(who) => match at.state.creature(who) {
            Some(one) if seat.is_gm() || one.sheet.seat == seat => match &one.sheet.draft {
                Some(draft) => hero::making(at, who, draft),
                None => {
                    let own = deeds.into_iter().chain(magic::acting(at, who));
                    let own = own.chain(expedition::acting(at, who)).chain(interlude::acting(at, who));
                    let own = own.chain(roll::acting(at, seat, who)).chain(gear::acting(at, who));
                    // What the GM says of somebody stands with them.
                    let said = gear::marking(at, who).into_iter().chain(interlude::debt(at, who));
                    own.chain(said.filter(|_| seat.is_gm())).collect()
                }
            },
            _ => Vec::new(),
        },
        None if seat.is_gm() => {
            let way = expedition::party(at, seat).into_iter().chain(site::gm(at));
            let scene = deeds.into_iter().chain(way).chain(interlude::gm(at));
            let rolls = roll::gm(at).into_iter().chain(hurt::gm(at)).chain([gear::explain()]);
            scene.chain(table::gm(at)).chain(rolls).collect()
        }
        None => {
            let party = deeds.into_iter().chain(expedition::party(at, seat)).chain(table::list(at));
            party.chain([table::draft(), table::at_once(at), roll::coin(), gear::explain()]).collect()
        }
    }
}
