//! What players know of the world where some of them stand. Offers, views and refusals are built from this, and it hands out no row
//! of a file: what was not found is not in it. Everything goes by what it is called, or by the number under which it was found.

use boneyard_table::{At, Who};

use super::fill::{file_at, holder_at, is_open};
use super::go::{Leads, ways};
use super::guard::known;
use super::scope::{Scope, is_place};
use super::test::all_hold;
use super::time::DAY;
use super::world::{Id, PlaceKey, Where};
use super::worldly::{Able, Stack, Worldly};
use crate::adventure::{Again, Holder, Person, Shown, Trap, Try};

/// What players know of a place where heroes stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// What the place is called.
    pub name: String,
    /// Ways that lead on.
    pub ways: Vec<SeenWay>,
    /// What lies there.
    pub lies: Vec<SeenThing>,
    /// What can be tried.
    pub tries: Vec<String>,
    /// Holders that stand there.
    pub holders: Vec<SeenHolder>,
    /// Traps people know of.
    pub traps: Vec<String>,
    /// Who stands there, and what they can be asked about.
    pub people: Vec<(Who, Vec<String>)>,
}

/// A way that leads on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenWay {
    /// What it looks like where it leads.
    pub to: String,
    /// What it is like.
    pub text: String,
    /// Whether its door stands open, if it has one.
    pub open: Option<bool>,
}

/// A thing that lies there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenThing {
    /// The number it is known by.
    pub what: u32,
    /// What it is called.
    pub name: String,
    /// How many.
    pub number: u32,
    /// What it is in, if it is in something.
    pub inside: Option<String>,
}

/// A holder that stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenHolder {
    /// What it is called.
    pub name: String,
    /// Whether people see into it.
    pub open: bool,
    /// Who leads it along.
    pub by: Option<Who>,
}

impl Seen {
    /// What is seen in a place where heroes stand.
    pub fn at<G: Worldly>(at: At<'_, G>, here: &PlaceKey) -> Self {
        let world = G::world(at.state);
        let row = file_at(at, &here.adventure)
            .and_then(|file| file.place.iter().find(|row| row.id.as_str() == &*here.place));
        let Some(row) = row else { return Self::default() };
        let ways = ways_of(at.state, at.book, here).into_iter().map(|(to, leads): (_, Leads<'_, G>)| {
            SeenWay { to, text: leads.way.text.as_str().to_owned(), open: leads.is_open(at) }
        });
        let holders = holders_of(at, here);
        let holder_names: Vec<(Where, String)> = holders
            .iter()
            .map(|(name, key, row)| {
                (Where::In { adventure: key.clone(), holder: row.id.shared() }, name.clone())
            })
            .collect();
        let mut lies: Vec<SeenThing> = world
            .heaps
            .values()
            .filter_map(|heap| {
                let inside = holder_names.iter().find(|(is, _)| *is == heap.at).map(|(_, name)| name.clone());
                let here = inside.is_some() || heap.at.lies_at() == Some(here);
                let (what, number) = (heap.found?, heap.what.number());
                here.then(|| SeenThing { what, name: heap.what.name().to_owned(), number, inside })
            })
            .collect();
        lies.sort_by_key(|thing| thing.what);
        let people = world.stands.iter().filter(|(_, stand)| !stand.hero && stand.place == *here);
        Self {
            name: row.name.as_str().to_owned(),
            ways: ways.collect(),
            lies,
            tries: tries_of(at, here, None, false).into_iter().map(|(name, _)| name).collect(),
            holders: holders
                .into_iter()
                .map(|(name, key, row)| {
                    let running = world.running(&key);
                    let by = running.and_then(|running| running.hauled.get(row.id.as_str())?.by);
                    SeenHolder { name, open: running.is_some_and(|running| is_open(running, row)), by }
                })
                .collect(),
            traps: traps_of(at, here).into_iter().map(|(name, _)| name).collect(),
            people: people
                .map(|(who, _)| {
                    (*who, told_by(at, *who, None).into_iter().map(|(about, ..)| about).collect())
                })
                .collect(),
        }
    }
}

/// Tells those of one name apart: the second is "chest (2)".
fn apart<T>(all: impl IntoIterator<Item = (String, T)>) -> Vec<(String, T)> {
    let mut named: Vec<(String, T)> = Vec::new();
    for (name, what) in all {
        let same = named.iter().filter(|(known, _)| {
            *known == name || known.strip_prefix(&name).is_some_and(|rest| rest.starts_with(" ("))
        });
        let many = same.count();
        let name = if many == 0 { name } else { format!("{name} ({})", many + 1) };
        named.push((name, what));
    }
    named
}

/// Ways from a place that players know of, by what they look like.
pub(super) fn ways_of<'b, G: Worldly>(
    state: &G::State,
    book: &'b G::Book,
    here: &PlaceKey,
) -> Vec<(String, Leads<'b, G>)> {
    let at = At::<G> { state, book };
    apart(ways::<G>(state, book, here).into_iter().map(|leads| (from_afar(at, &leads.to), leads)))
}

/// What a place looks like from a way to it.
fn from_afar<G: Worldly>(at: At<'_, G>, to: &PlaceKey) -> String {
    let file = file_at(at, &to.adventure);
    let row = file.and_then(|file| file.place.iter().find(|row| row.id.as_str() == &*to.place));
    row.map_or_else(String::new, |row| row.from_afar.as_ref().unwrap_or(&row.name).as_str().to_owned())
}

/// What a place is called.
pub fn place_name<G: Worldly>(at: At<'_, G>, place: &PlaceKey) -> String {
    let file = file_at(at, &place.adventure);
    let row = file.and_then(|file| file.place.iter().find(|row| row.id.as_str() == &*place.place));
    row.map_or_else(String::new, |row| row.name.as_str().to_owned())
}

/// What can be tried in a place, as it is put. The game master is offered what waits for their word too.
pub(super) fn tries_of<'a, G: Worldly>(
    at: At<'a, G>,
    here: &PlaceKey,
    who: Option<Who>,
    gm: bool,
) -> Vec<(String, &'a Try<G>)> {
    let (running, file) = (G::world(at.state).running(&here.adventure), file_at(at, &here.adventure));
    let (Some(running), Some(file)) = (running, file) else { return Vec::new() };
    let searched = running.places.get(&here.place).is_some_and(|now| now.searched);
    let tries = file.tries.iter().filter(|row| {
        let shown = match row.shown {
            Shown::Open => true,
            Shown::Searched => searched || gm,
            Shown::Gm => gm || G::without_gm(at),
        };
        let over = row.again == Again::Once && running.tried.contains_key(row.id.as_str());
        shown && !over && running.ended.is_none() && is_try_here(at, here, who, row)
    });
    apart(tries.map(|row| (row.what.as_str().to_owned(), row)))
}

/// Whether something can be tried in a place as things are.
pub(super) fn is_try_here<G: Worldly>(
    at: At<'_, G>,
    here: &PlaceKey,
    who: Option<Who>,
    row: &Try<G>,
) -> bool {
    let world = G::world(at.state);
    let scope = Scope { here: Some(here.clone()), actor: who, ..Scope::of(&here.adventure) };
    let is_here =
        row.r#where.is_none() || row.r#where.iter().any(|word| is_place(world, word.as_str(), here, &scope));
    is_here && all_hold(at, &row.r#if, &scope)
}

/// Whether something may be tried once more, by somebody.
pub(super) fn may_again<G: Worldly>(at: At<'_, G>, here: &PlaceKey, who: Who, row: &Try<G>) -> bool {
    let world = G::world(at.state);
    let Some(running) = world.running(&here.adventure) else { return false };
    let visit = running.places.get(&here.place).map_or(0, |now| now.visits);
    running.tried.get(row.id.as_str()).is_none_or(|often| match row.again {
        Again::Once => false,
        Again::Always => true,
        Again::EachHero => !often.by.contains(&who),
        Again::EachVisit => often.visit != visit,
        Again::EachDay => often.day != world.now.0 / DAY,
        Again::Times(most) => often.times < u32::from(most),
    })
}

/// Holders in a place that players know of, with the adventure each belongs to.
pub(super) fn holders_of<'a, G: Worldly>(at: At<'a, G>, here: &PlaceKey) -> Vec<(String, Id, &'a Holder<G>)> {
    let world = G::world(at.state);
    let mut all = Vec::new();
    for key in &world.order {
        let (Some(running), Some(file)) = (world.running(key), file_at(at, key)) else { continue };
        // What was hauled here from elsewhere is here too.
        if *key != here.adventure && running.hauled.is_empty() {
            continue;
        }
        let there = file.holder.iter().filter(|row| {
            let known = row.hidden.is_none() || running.noticed.contains(row.id.as_str());
            known && holder_at(running, key, row) == *here
        });
        all.extend(there.map(|row| (row.name.as_str().to_owned(), (key.clone(), row))));
    }
    apart(all).into_iter().map(|(name, (key, row))| (name, key, row)).collect()
}

/// Traps in a place that players know of and that would still go off.
pub(super) fn traps_of<'a, G: Worldly>(at: At<'a, G>, here: &PlaceKey) -> Vec<(String, &'a Trap<G>)> {
    let (running, file) = (G::world(at.state).running(&here.adventure), file_at(at, &here.adventure));
    let (Some(running), Some(file)) = (running, file) else { return Vec::new() };
    apart(known(running, &file.trap, here).map(|trap| (trap.name.as_str().to_owned(), trap)))
}

/// Who somebody of a file is: the adventure and the row.
pub(super) fn person_of<'a, G: Worldly>(at: At<'a, G>, who: Who) -> Option<(&'a Id, &'a Person<G>)> {
    let world = G::world(at.state);
    world.order.iter().find_map(|key| {
        let running = world.running(key)?;
        let (id, _) = running.waits.iter().find(|(_, waiting)| waiting.who.contains(&who))?;
        let row = file_at(at, key)?.person.iter().find(|row| row.id.as_str() == &**id)?;
        Some((key, row))
    })
}

/// What somebody can be asked about, by whom: the subject, its place among what they tell, and what they tell of it.
pub(super) fn told_by<'a, G: Worldly>(
    at: At<'a, G>,
    whom: Who,
    who: Option<Who>,
) -> Vec<(String, u16, &'a crate::adventure::Tells<G>)> {
    let Some((key, person)) = person_of(at, whom) else { return Vec::new() };
    if G::able(at, whom) != Able::Up {
        return Vec::new();
    }
    let here = G::world(at.state).stands.get(&whom).map(|stand| stand.place.clone());
    let scope = Scope { here, actor: who, ..Scope::of(key) };
    let tells = (0..).zip(&person.tells).filter(|(_, tells)| all_hold(at, &tells.r#if, &scope));
    let named = tells.map(|(number, tells)| {
        let about = tells.about.as_str();
        (if about.is_empty() { "anything" } else { about }.to_owned(), (number, tells))
    });
    apart(named).into_iter().map(|(about, (number, tells))| (about, number, tells)).collect()
}
