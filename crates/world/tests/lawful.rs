//! The tiny game before the laws: its adventures, and what heroes do by chance.

use boneyard_table::Who;
use boneyard_table::clock::Time;
use boneyard_world::check::check;
use boneyard_world::run::{PlaceKey, World, WorldFact};

use crate::laws::Lawful;
use crate::tiny::game::{Bleed, Book, Command, Fact, Join, State, Wait};
use crate::tiny::{GOOD, Tiny, dictionary};

/// A path of places with something in each, in which time matters.
const PATH: &str = include_str!("tiny/path.toml");

/// Nothing in it needs dice to be filled, and its only hidden rows come last, so that both have the same numbers.
const PLAIN: &str = r#"
[adventure]
id = "twin"
name = "Twin"
games = ["tiny"]
start = "hall"
[[place]]
id = "hall"
name = "Hall"
text = "A hall."
lies = ["Torch", { name = "plate", number = 3 }]
[[place]]
id = "yard"
name = "Yard"
again = "The yard again."
[[way]]
between = ["hall", "yard"]
[[try]]
id = "sing"
what = "sing"
where = "yard"
again = "always"
passed = [{ tell = "You sing." }]
[[holder]]
id = "chest"
name = "chest"
where = "yard"
inside = ["Rope"]
"#;

const HIDING: &str = r#"
[[place]]
id = "vault"
name = "Vault"
lies = [{ is = "Torch", number = 9 }]
[[way]]
id = "crack"
between = ["hall", "vault"]
hidden = { find = { least = 1 } }
[[person]]
id = "thief"
is = "Rat"
where = "hall"
mood = "hidden"
[[try]]
id = "lift"
what = "lift the stone"
where = "hall"
shown = "gm"
[[event]]
id = "later"
when = { every = "hour" }
then = [{ note = "The thief waits." }]
"#;

const ENDLESS: &str = r#"
[adventure]
id = "endless"
name = "Endless"
games = ["tiny"]
start = "hall"
[[place]]
id = "hall"
name = "Hall"
[[event]]
id = "ping"
when = [{ every = "hour" }, { noise = { at = "hall" } }]
again = "always"
then = [{ noise = { at = "hall", reach = 10 } }]
"#;

impl Lawful for Tiny {
    fn book_of(files: &[(&str, &str)]) -> Book {
        let read = |(id, text): &(&str, &str)| {
            let (read, found) = check::<Tiny>(id, text, &dictionary());
            assert!(found.is_sound(), "{id}: {:?}", found.mistakes);
            ((*id).to_owned(), read.expect("sound"))
        };
        let home = ("home".to_owned(), boneyard_world::run::home());
        Book(files.iter().map(read).chain([home]).collect())
    }

    fn begin(book: &Book) -> State {
        State { world: World::begun(book), ..State::default() }
    }

    fn files() -> Vec<(&'static str, &'static str)> {
        vec![("good", GOOD), ("path", PATH)]
    }

    fn twins() -> [&'static str; 2] {
        [PLAIN, format!("{PLAIN}{HIDING}").leak()]
    }

    fn endless() -> &'static str {
        ENDLESS
    }

    fn join(name: &str, place: PlaceKey) -> Command {
        Join { name: name.to_owned(), place }.into()
    }

    fn wait(to: Time) -> Command {
        Wait { to: to.0 }.into()
    }

    fn hurt(who: Who) -> Command {
        Bleed { who, by: 1 }.into()
    }

    fn world_fact(fact: &Fact) -> Option<&WorldFact<Self>> {
        match fact {
            Fact::World(fact) => Some(fact),
            _ => None,
        }
    }

    fn everybody(state: &State) -> Vec<Who> {
        state.bodies.keys().copied().collect()
    }
}
