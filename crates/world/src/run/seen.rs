//! What players know of the world where some of them stand. Offers, views and refusals are built from this, and it hands out no row
//! of a file: what was not found is not in it.

use boneyard_table::Cx;

use super::go::ways;
use super::scope::Scope;
use super::test::all_hold;
use super::world::{PlaceKey, Where};
use super::worldly::{Stack, Worldly};
use crate::adventure::{Again, Shown};

/// What players know of a place where heroes stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// What the place is called.
    pub name: String,
    /// Ways that lead on.
    pub ways: Vec<SeenWay>,
    /// What lies there.
    pub lies: Vec<SeenThing>,
    /// What can be tried: its place among those offered is its number.
    pub tries: Vec<String>,
    /// Holders that stand there, and whether they are open.
    pub holders: Vec<(String, bool)>,
}

/// A way that leads on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenWay {
    /// What it looks like where it leads.
    pub to: String,
}

/// A thing that lies there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenThing {
    /// What it is called.
    pub name: String,
    /// How many.
    pub number: u32,
}

impl Seen {
    /// What is seen in a place where heroes stand.
    pub fn at<G: Worldly>(cx: &Cx<'_, G>, here: &PlaceKey) -> Self {
        let world = G::world(cx.state());
        let Some(running) = world.running(&here.adventure) else { return Self::default() };
        let Some(file) = G::adventure(cx.book(), &running.file) else { return Self::default() };
        let Some(row) = file.place.iter().find(|row| row.id.as_str() == &*here.place) else {
            return Self::default();
        };
        let leads =
            ways(cx, here).into_iter().map(|(to, _)| SeenWay { to: from_afar::<G>(cx, &to) }).collect();
        let lies = world.heaps.values().filter(|heap| heap.found && heap.at == Where::Place(here.clone()));
        let lies =
            lies.map(|heap| SeenThing { name: heap.what.name().to_owned(), number: heap.what.number() });
        let scope = Scope { here: Some(here.clone()), ..Scope::of(&here.adventure) };
        let searched = running.places.get(&here.place).is_some_and(|now| now.searched);
        let tries = file.tries.iter().filter(|one| {
            let here =
                one.r#where.is_none() || one.r#where.iter().any(|place| place.as_str() == &*here.place);
            let shown = match one.shown {
                Shown::Open => true,
                Shown::Searched => searched,
                Shown::Gm => false,
            };
            let left = one.again != Again::Once || !running.tried.contains_key(one.id.as_str());
            here && shown && left && all_hold(cx.at(), &one.r#if, &scope)
        });
        let holders =
            file.holder.iter().filter(|one| one.r#where.as_str() == &*here.place && one.hidden.is_none());
        Self {
            name: row.name.as_str().to_owned(),
            ways: leads,
            lies: lies.collect(),
            tries: tries.map(|one| one.what.as_str().to_owned()).collect(),
            holders: holders
                .map(|one| (one.name.as_str().to_owned(), running.opened.contains(one.id.as_str())))
                .collect(),
        }
    }
}

fn from_afar<G: Worldly>(cx: &Cx<'_, G>, to: &PlaceKey) -> String {
    let running = G::world(cx.state()).running(&to.adventure);
    let file = running.and_then(|running| G::adventure(cx.book(), &running.file));
    let row = file.and_then(|file| file.place.iter().find(|row| row.id.as_str() == &*to.place));
    row.map_or_else(String::new, |row| row.from_afar.as_ref().unwrap_or(&row.name).as_str().to_owned())
}
