//! Law 8, it ends: whatever goes round is cut off, and people with a purpose come to an end of every adventure.

use std::collections::{BTreeMap, BTreeSet};

use std::ops::Range;

use boneyard_table::Playable;
use boneyard_world::run::{MOST_AT_ONCE, Signals, WorldFact, Worldly};

use super::{Bend, Book, Play, Realm, Step};

/// Law 8: whatever goes round is cut off, and the game master is told.
pub fn what_goes_round_is_cut_off<R: Realm>(seed: u64, bend: Option<Bend<R>>) {
    let text = R::endless();
    let book = R::book(&[("endless", &text)]);
    let mut play = Play::<R>::begun(&book, "endless", seed);
    play.host.bend = bend;
    let to = R::Game::world(&play.state).now.later(3_600);
    assert!(play.does(Step::Wait(to)));
    let any = |of: fn(&WorldFact<R::Game>) -> bool| {
        play.host.facts.iter().filter_map(R::world_fact).filter(|fact| of(fact)).count()
    };
    let cut = any(|fact| matches!(fact, WorldFact::Settled { dropped: true, .. }));
    assert!(cut > 0, "the rest is said to be dropped");
    assert!(any(|fact| matches!(fact, WorldFact::Told(told) if told.gm)) > 0, "the game master is told");
    let fired = any(|fact| matches!(fact, WorldFact::Fired { .. }));
    assert!(fired as u32 <= MOST_AT_ONCE, "{fired} events");
    assert_eq!(*R::Game::signals(&play.state), Signals::default());
}

/// How evenings that nobody leads came out.
#[derive(Debug, Default)]
pub struct Evenings {
    /// How often each end came; `nobody lives` is one.
    pub ends: BTreeMap<String, u32>,
    /// The events that happened in any of them.
    pub fired: BTreeSet<String>,
    /// The events that never did.
    pub never: BTreeSet<String>,
}

/// Law 8: heroes with a purpose, whom nobody leads, come to an end of an adventure of the book within so many commands.
pub fn every_walk_ends<R: Realm>(book: &Book<R>, file: &str, seeds: Range<u64>, most: u32) -> Evenings {
    let mut all = Evenings::default();
    let row = R::Game::adventure(book, file).unwrap_or_else(|| panic!("{file} is in the book"));
    for seed in seeds {
        let mut play = Play::<R>::begun(book, file, seed);
        let mut end = None;
        for turn in 0..u64::from(most) {
            let running = R::Game::world(&play.state).running(file);
            let Some(command) = R::Game::purpose(play.at(), seed.wrapping_mul(1_000_003).wrapping_add(turn))
            else {
                let ended = running.and_then(|running| running.ended.as_ref());
                end = Some(ended.map_or_else(|| "nobody lives".to_owned(), ToString::to_string));
                break;
            };
            let said = format!("{command:?}");
            assert!(play.does(Step::Do(command)), "{said} is refused, seed {seed}");
        }
        let end = end.unwrap_or_else(|| panic!("{file}: no end within {most} commands, seed {seed}"));
        *all.ends.entry(end).or_default() += 1;
        let fired = R::Game::world(&play.state).running(file).map(|running| &running.fired);
        all.fired.extend(fired.into_iter().flatten().map(|(event, _)| event.to_string()));
    }
    let ids = row.event.iter().map(|event| event.id.as_str().to_owned());
    all.never = ids.filter(|event| !all.fired.contains(event)).collect();
    all
}
