//! Laws about doing things twice: time cut up and whole (2), leaving and coming back (3), the same dice (6), a second adventure (7).

use boneyard_dice::Rng;
use boneyard_table::clock::Time;
use boneyard_world::run::{PlaceKey, Running, Where, World, WorldFact, Worldly, place_name};

use super::play::start;
use super::{Bend, Play, Realm, Step};

/// Law 2: however a span is cut up, the same is settled; the clock only rises.
pub fn time_passes_once<R: Realm>(seed: u64, bend: Option<Bend<R>>) {
    let files = R::files();
    let book = R::book(&files);
    for (file, _) in &files {
        let [mut whole, mut parts] = [(); 2].map(|()| Play::<R>::begun(&book, file, seed));
        parts.host.bend = bend;
        let began = R::Game::world(&whole.state).now;
        let to = began.later(3 * 86_400);
        assert!(whole.does(Step::Wait(to)));
        let now = |fact| match R::world_fact(fact) {
            Some(WorldFact::Now { to, .. }) => Some(*to),
            _ => None,
        };
        let times: Vec<Time> = whole.host.facts.iter().filter_map(now).collect();
        assert!(times.windows(2).all(|two| two[0] < two[1]), "the clock only rises");
        let mut cuts = Rng::new(seed);
        let mut at = began;
        while at < to {
            at = at.later(1 + u64::from(cuts.die(200)) * 97).min(to);
            assert!(parts.does(Step::Wait(at)));
        }
        let (one, other) = (R::Game::world(&whole.state), R::Game::world(&parts.state));
        assert_eq!(one, other, "the same is settled however it is cut up: {file}, seed {seed}");
    }
}

/// Law 3: leaving a place and coming back, with no time passing, leaves everything in it as it was. Gives how often that could be
/// looked at.
pub fn leaving_is_identity<R: Realm>(seed: u64, bend: Option<Bend<R>>) -> u32 {
    let files = R::files();
    let book = R::book(&files);
    let mut back = 0;
    for (file, _) in &files {
        let mut play = Play::<R>::begun(&book, file, seed);
        for _ in 0..20 {
            let step = play.by_chance();
            play.does(step);
        }
        let Some((who, here)) = play.heroes().into_iter().next() else { continue };
        let before = play.state.clone();
        play.host.bend = bend;
        let places = R::Game::adventure(&book, file).into_iter().flat_map(|file| &file.place);
        for there in places.map(|place| PlaceKey::new(&here.adventure, place.id.as_str())) {
            play.state = before.clone();
            let goes = |to| Step::Do(R::go(who, place_name(play.at(), to)));
            let (out, again) = (goes(&there), goes(&here));
            if !play.does(out) || !play.does(again) {
                continue;
            }
            let (was, is) = (R::Game::world(&before), R::Game::world(&play.state));
            let stands = is.stands.get(&who).is_some_and(|stand| stand.place == here);
            if !stands || was.now != is.now || is.running(file).is_none_or(|running| running.ended.is_some())
            {
                continue;
            }
            assert_eq!(lies(is, &here), lies(was, &here), "{here:?}, seed {seed}");
            if let Some((was, is)) = was.running(file).zip(is.running(file)) {
                assert_eq!((&is.opened, &is.sprung, &is.flags), (&was.opened, &was.sprung, &was.flags));
                assert_eq!(waits(is, &here), waits(was, &here), "{here:?}, seed {seed}");
            }
            back += 1;
        }
    }
    back
}

/// What lies in a place.
fn lies<G: Worldly>(world: &World<G>, here: &PlaceKey) -> Vec<String> {
    let at = Where::Place(here.clone());
    world.heaps.iter().filter(|(_, heap)| heap.at == at).map(|heap| format!("{heap:?}")).collect()
}

/// Who waits in a place.
fn waits(running: &Running, here: &PlaceKey) -> Vec<String> {
    let there = running.waits.values().filter(|waiting| waiting.at.as_ref() == Some(&here.place));
    there.map(|waiting| format!("{waiting:?}")).collect()
}

/// Law 6: the same dice give the same facts.
pub fn the_same_twice<R: Realm>(seed: u64, bend: Option<Bend<R>>) {
    let files = R::files();
    let book = R::book(&files);
    for (file, _) in &files {
        let [mut one, mut other] = [(); 2].map(|()| Play::<R>::begun(&book, file, seed));
        other.host.bend = bend;
        for _ in 0..40 {
            let (first, second) = (one.by_chance(), other.by_chance());
            assert_eq!(first, second, "the same dice choose the same, seed {seed}");
            assert_eq!(one.does(first), other.does(second), "the same dice, seed {seed}");
            assert_eq!(one.host.facts, other.host.facts, "the same dice, seed {seed}");
        }
    }
}

/// Law 7: opening a second adventure changes nothing in the first.
pub fn opening_is_free<R: Realm>(seed: u64, bend: Option<Bend<R>>) {
    let files = R::files();
    let book = R::book(&files);
    for (file, _) in &files {
        let mut play = Play::<R>::begun(&book, file, seed);
        for _ in 0..20 {
            let step = play.by_chance();
            play.does(step);
        }
        let before = play.state.clone();
        if <R::Game as boneyard_table::Game>::fight(play.at()).is_some() {
            continue;
        }
        play.host.bend = bend;
        for (second, _) in &files {
            let out = Some(start::<R>(&book, file));
            assert!(play.does(Step::Do(R::open(second, "second", out))), "{second} opens");
            let (was, is) = (R::Game::world(&before), R::Game::world(&play.state));
            assert_eq!(is.running(file), was.running(file), "the first adventure, seed {seed}");
            assert_eq!(
                (&is.heaps, &is.stands, is.now, &is.coming),
                (&was.heaps, &was.stands, was.now, &was.coming),
                "the first adventure, seed {seed}"
            );
            play.state = before.clone();
        }
    }
}
