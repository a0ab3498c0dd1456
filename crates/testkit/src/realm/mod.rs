//! The laws of the running world, for every game whose world runs in `boneyard-world`. A game says once how it begins and what its
//! commands are ([`Realm`]); one line, [`world_laws!`](crate::world_laws), makes tests of all laws of it, and shows each law broken.

pub mod broken;
mod counts;
mod ends;
mod hides;
mod play;
mod repeats;

pub use counts::nothing_is_lost_and_facts_suffice;
pub use ends::{Evenings, every_walk_ends, what_goes_round_is_cut_off};
pub use hides::hidden_stays_hidden;
pub use play::{Bend, Play, Step};
pub use repeats::{leaving_is_identity, opening_is_free, the_same_twice, time_passes_once};

use boneyard_table::{Cx, Flow, Game, Playable, Who};
use boneyard_world::run::{PlaceKey, WorldFact, Worldly};

/// What a game brings along to be held to the laws of the world.
pub trait Realm: Sized + 'static {
    /// The game.
    type Game: Worldly + Playable<Fact: PartialEq, Command: PartialEq>;

    /// How many walks each law looks at: fewer where a step takes long.
    const WALKS: u64 = 40;
    /// The deeds heroes do by chance, by their names.
    const DEEDS: &'static [&'static str];

    /// A book with these files in it, by id; each is sound.
    fn book(files: &[(&str, &str)]) -> Book<Self>;
    /// Two heroes of the first player stand in a place of an adventure that is open under its own id, and nobody else is there.
    fn begin(book: &Book<Self>, file: &str, place: &str) -> State<Self>;
    /// Adventures to walk through: id and text.
    fn files() -> Vec<(&'static str, &'static str)>;
    /// A pair of adventures that differ only in what nobody found, and need no dice to be filled.
    fn twins() -> [String; 2];
    /// An adventure in which an event sets itself off without end once an hour has passed.
    fn endless() -> String;

    /// An adventure is opened under a key, joined to a place.
    fn open(file: &str, key: &str, out: Option<PlaceKey>) -> Command<Self>;
    /// Somebody goes to a place, by its name.
    fn go(who: Who, to: String) -> Command<Self>;
    /// Somebody tries something.
    fn attempt(who: Who, what: String) -> Command<Self>;
    /// Somebody looks around.
    fn search(who: Who) -> Command<Self>;
    /// Somebody takes what lies there under a number.
    fn take(who: Who, what: u8) -> Command<Self>;
    /// Somebody is hurt a little.
    fn hurt(cx: &mut Cx<'_, Self::Game>, who: Who) -> Flow;
    /// How a fight ends in which nobody is waited for any more.
    fn fight_is_over() -> Option<Command<Self>> {
        None
    }

    /// The fact of the world in a fact, if it is one.
    fn world_fact(fact: &Fact<Self>) -> Option<&WorldFact<Self::Game>>;
    /// Whether one of the game's own facts makes things or uses them up: somebody joins with what they have, a blade breaks.
    fn makes_or_spends(_fact: &Fact<Self>) -> bool {
        false
    }
    /// Everybody there is.
    fn everybody(state: &State<Self>) -> Vec<Who>;
}

/// The book of a realm's game.
pub type Book<R> = <<R as Realm>::Game as Game>::Book;
/// Its state.
pub type State<R> = <<R as Realm>::Game as Game>::State;
/// Its facts.
pub type Fact<R> = <<R as Realm>::Game as Game>::Fact;
/// Its commands.
pub type Command<R> = <<R as Realm>::Game as Game>::Command;

/// The laws as tests of one game, and each law seen failing where it is broken on purpose.
#[macro_export]
macro_rules! world_laws {
    ($name:ident: $realm:ty) => {
        mod $name {
            use $crate::realm::{self, Bend, Realm, broken};

            const WALKS: u64 = <$realm as Realm>::WALKS;

            fn each(law: impl FnMut(u64)) {
                (0..WALKS).for_each(law);
            }

            #[test]
            fn nothing_is_lost_and_facts_suffice() {
                each(|seed| realm::nothing_is_lost_and_facts_suffice::<$realm>(seed, None, false));
            }
            #[test]
            fn time_passes_once() {
                (0..4).for_each(|seed| realm::time_passes_once::<$realm>(seed, None));
            }
            #[test]
            fn leaving_is_identity() {
                let back: u32 = (0..WALKS).map(|seed| realm::leaving_is_identity::<$realm>(seed, None)).sum();
                assert!(u64::from(back) * 2 >= WALKS, "only {back} times somebody left and came back");
            }
            #[test]
            fn hidden_stays_hidden() {
                each(|seed| realm::hidden_stays_hidden::<$realm>(seed, None));
            }
            #[test]
            fn the_same_twice() {
                each(|seed| realm::the_same_twice::<$realm>(seed, None));
            }
            #[test]
            fn opening_is_free() {
                each(|seed| realm::opening_is_free::<$realm>(seed, None));
            }
            #[test]
            fn what_goes_round_is_cut_off() {
                realm::what_goes_round_is_cut_off::<$realm>(1, None);
            }

            #[test]
            #[should_panic(expected = "things there after")]
            fn a_thing_laid_and_never_lifted_is_noticed() {
                let bend: Option<Bend<$realm>> = Some(broken::lays_without_lifting::<$realm>);
                each(|seed| realm::nothing_is_lost_and_facts_suffice::<$realm>(seed, bend, false));
            }
            #[test]
            #[should_panic(expected = "give another world")]
            fn a_fact_that_is_not_kept_is_noticed() {
                each(|seed| realm::nothing_is_lost_and_facts_suffice::<$realm>(seed, None, true));
            }
            #[test]
            #[should_panic(expected = "however it is cut up")]
            fn a_boundary_settled_otherwise_is_noticed() {
                let bend: Option<Bend<$realm>> = Some(broken::forgets_what_came_due::<$realm>);
                (0..4).for_each(|seed| realm::time_passes_once::<$realm>(seed, bend));
            }
            #[test]
            #[should_panic(expected = "mark")]
            fn going_that_leaves_a_mark_is_noticed() {
                let bend: Option<Bend<$realm>> = Some(broken::going_leaves_a_mark::<$realm>);
                each(|seed| {
                    realm::leaving_is_identity::<$realm>(seed, bend);
                });
            }
            #[test]
            #[should_panic(expected = "told to players")]
            fn a_note_read_aloud_is_noticed() {
                let bend: Option<Bend<$realm>> = Some(broken::reads_notes_aloud::<$realm>);
                each(|seed| realm::hidden_stays_hidden::<$realm>(seed, bend));
            }
            #[test]
            #[should_panic(expected = "the same dice")]
            fn chance_of_its_own_is_noticed() {
                let bend: Option<Bend<$realm>> = Some(broken::loses_a_fact::<$realm>);
                each(|seed| realm::the_same_twice::<$realm>(seed, bend));
            }
            #[test]
            #[should_panic(expected = "the first adventure")]
            fn an_adventure_over_another_is_noticed() {
                let bend: Option<Bend<$realm>> = Some(broken::opens_over_another::<$realm>);
                each(|seed| realm::opening_is_free::<$realm>(seed, bend));
            }
            #[test]
            #[should_panic(expected = "said to be dropped")]
            fn what_is_dropped_in_silence_is_noticed() {
                let bend: Option<Bend<$realm>> = Some(broken::drops_in_silence::<$realm>);
                realm::what_goes_round_is_cut_off::<$realm>(1, bend);
            }
        }
    };
}
