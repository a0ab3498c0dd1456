//! Law 1, nothing is lost, and law 5, facts suffice: looked at together, fact by fact.

use std::collections::BTreeMap;

use boneyard_table::{At, Game};
use boneyard_world::run::{Signals, Stack, Where, WorldFact, Worldly};

use super::play::start;
use super::{Bend, Book, Play, Realm, State, Step};

/// Steps of a walk.
const STEPS: usize = 60;

/// How many there are of each thing.
fn counted<R: Realm>(state: &State<R>, book: &Book<R>) -> BTreeMap<String, i64> {
    let mut all = BTreeMap::new();
    let mut add = |thing: &<R::Game as Worldly>::Thing| {
        *all.entry(thing.name().to_owned()).or_insert(0) += i64::from(thing.number());
    };
    R::Game::world(state).heaps.values().for_each(|heap| add(&heap.what));
    for who in R::everybody(state) {
        R::Game::carried(At { state, book }, who).iter().for_each(&mut add);
    }
    all.retain(|_, many| *many != 0);
    all
}

/// Law 1: after each fact, the things there are those that came from outside less those that went back; only facts of the game's own that make
/// things or use them up count besides. Law 5: facts alone give the same world, and nothing is unsettled after a command.
pub fn nothing_is_lost_and_facts_suffice<R: Realm>(seed: u64, bend: Option<Bend<R>>, forgets: bool) {
    let files = R::files();
    let book = R::book(&files);
    for (file, _) in &files {
        let mut play = Play::<R>::begun(&book, file, seed);
        (play.host.bend, play.host.forgets) = (bend, forgets);
        let mut folded = play.state.clone();
        let mut owed = counted::<R>(&folded, &book);
        let out = Some(start::<R>(&book, file));
        let mut first = vec![Step::Do(R::open(file, "again", out))];
        for _ in 0..STEPS {
            let step = first.pop().unwrap_or_else(|| play.by_chance());
            play.does(step.clone());
            for fact in &play.host.facts {
                R::Game::apply(&mut folded, fact);
                if let Some(WorldFact::Moved { thing, from, to, .. }) = R::world_fact(fact) {
                    let way = i64::from(*from == Where::Outside) - i64::from(*to == Where::Outside);
                    *owed.entry(thing.name().to_owned()).or_insert(0) += way * i64::from(thing.number());
                    owed.retain(|_, many| *many != 0);
                }
                let there = counted::<R>(&folded, &book);
                if R::makes_or_spends(fact) {
                    owed = there;
                } else {
                    assert_eq!(there, owed, "things there after {fact:?} of {step:?}, seed {seed}");
                }
            }
            assert_eq!(folded, play.state, "facts of {step:?} give another world, seed {seed}");
            assert_eq!(*R::Game::signals(&play.state), Signals::default(), "after {step:?}, seed {seed}");
        }
    }
}
