//! What a seat could do now: forms with domains, in a fixed order, made per actor on demand; one
//! file per family.

mod desk;
mod essence;
mod fight;
mod gear;
mod growth;
mod health;
mod hero;
mod roll;
mod ship;
mod table;

use boneyard_table::view::{Candidate, Domain, OfferCard, Thing};
use boneyard_table::{At, Seat, Who};
use serde_json::json;

use crate::GutsPlus;
use crate::state::State;

/// Commands a seat could give now, for one actor or for itself.
pub fn offers(at: At<'_, GutsPlus>, seat: Seat, actor: Option<Who>) -> Vec<OfferCard> {
    match actor {
        Some(who) => match at.state.creature(who) {
            Some(one) if seat.is_gm() || one.sheet.seat == Some(seat) => {
                if one.sheet.draft.is_some() {
                    return hero::making(at, who);
                }
                let own = fight::acting(at, who)
                    .into_iter()
                    .chain(ship::acting(at, who))
                    .chain(roll::acting(at, who));
                let own = own.chain(essence::acting(at, who)).chain(desk::acting(at, who));
                own.chain(growth::acting(at, who))
                    .chain(health::acting(at, who))
                    .chain(gear::acting(at, who))
                    .collect()
            }
            _ => Vec::new(),
        },
        None if seat.is_gm() => {
            let scene =
                fight::gm(at).into_iter().chain(roll::gm(at)).chain(health::gm(at)).chain(ship::gm(at));
            let scene = scene.chain(essence::gm(at)).chain(hero::gm(at)).chain(gear::gm(at));
            let scene = scene.chain(growth::gm(at)).chain(desk::gm(at)).chain(hero::begin());
            scene.chain(ship::roles(at)).chain(table::gm(at)).collect()
        }
        None => hero::begin().into_iter().chain(ship::roles(at)).chain(table::player(at)).collect(),
    }
}

/// People as candidates.
fn people(state: &State, test: impl Fn(Who) -> bool) -> Domain {
    let all = state.everybody().filter(|who| test(*who));
    Domain::creature(all.map(|who| Candidate::new(who, state.name(who).to_owned())))
}

/// Names as candidates.
fn words<'a>(all: impl IntoIterator<Item = &'a str>) -> Domain {
    Domain::one_of(all.into_iter().map(|word| Candidate::new(json!(word), word.to_owned())))
}

/// Several of these people, by name.
fn several(state: &State, least: u32, test: impl Fn(Who) -> bool) -> Domain {
    some_of(least, state.everybody().filter(|who| test(*who)).map(|who| state.name(who)))
}

/// Several of these names.
fn some_of<'a>(least: u32, all: impl IntoIterator<Item = &'a str>) -> Domain {
    let thing = |name: &str| Thing { what: Candidate::new(name.to_owned(), name.to_owned()), cost: 0 };
    let of: Vec<Thing> = all.into_iter().map(thing).collect();
    let most = of.len() as u32;
    Domain::Subset { of, least: least.min(most), most, budget: None }
}

/// Names that belong to some people alone, each for those who have it.
fn owned(all: impl IntoIterator<Item = (Who, String)>) -> Domain {
    let mut names: Vec<(String, Vec<u16>)> = Vec::new();
    for (who, name) in all {
        match names.iter_mut().find(|(known, _)| *known == name) {
            Some((_, given)) => given.push(who.0),
            None => names.push((name, vec![who.0])),
        }
    }
    Domain::one_of(names.into_iter().map(|(name, given)| {
        let mut candidate = Candidate::new(json!(name), name);
        candidate.given = given.into_iter().map(|who| json!(who)).collect();
        candidate
    }))
}

/// Somebody's parts as candidates.
fn parts(state: &State, test: impl Fn(Who, u8) -> bool) -> Domain {
    let parts = state.everybody().flat_map(|who| {
        let chart = state.sheet(who).chart.iter().enumerate();
        let fit = chart.filter(|(nth, _)| test(who, *nth as u8));
        fit.map(|(_, part)| (who, part.name.clone())).collect::<Vec<_>>()
    });
    owned(parts)
}
