//! Law 4, hidden stays hidden: two worlds side by side that differ only in what nobody found.

use boneyard_table::Seat;
use boneyard_world::run::WorldFact;

use super::{Bend, Play, Realm, Step};

/// Law 4: such worlds show players the same, and refuse the same in the same words.
pub fn hidden_stays_hidden<R: Realm>(seed: u64, bend: Option<Bend<R>>) {
    let twins = R::twins();
    let books = [0, 1].map(|at| R::book(&[("twin", &twins[at])]));
    let [mut one, mut other] = [0, 1].map(|at| Play::<R>::begun(&books[at], "twin", seed));
    other.host.bend = bend;
    for turn in 0..80 {
        let mut step = one.by_chance();
        if let Some((who, _)) = one.heroes().into_iter().next() {
            // What is there in one world and not in the other is refused in the same words.
            step = match turn % 8 {
                0 => Step::Do(R::attempt(who, "lift the stone".to_owned())),
                1 => Step::Do(R::go(who, "Vault".to_owned())),
                _ => step,
            };
        }
        // Who looks around may find it.
        if one.heroes().into_iter().any(|(who, _)| step == Step::Do(R::search(who))) {
            continue;
        }
        let [ended, twin] =
            [&mut one, &mut other].map(|play| format!("{:?}", play.ends(Seat(1), step.clone())));
        assert_eq!(ended, twin, "{step:?}, seed {seed}");
        let told = |play: &Play<'_, R>| {
            let told = play.host.facts.iter().filter_map(|fact| match R::world_fact(fact) {
                Some(WorldFact::Told(told)) if !told.gm => Some(told.clone()),
                _ => None,
            });
            told.collect::<Vec<_>>()
        };
        assert_eq!(told(&one), told(&other), "told to players: {step:?}, seed {seed}");
        assert_eq!(one.offered(), other.offered(), "after {step:?}, seed {seed}");
        for (_, at) in one.heroes() {
            assert_eq!(one.seen(&at), other.seen(&at), "after {step:?}, seed {seed}");
        }
    }
}
