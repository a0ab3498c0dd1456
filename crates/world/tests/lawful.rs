//! The tiny game before the laws of the world: its adventures, and what its commands are.

use boneyard_table::deed::Deed;
use boneyard_table::{At, Cx, Faces, Flow, Host, Party, Roll, Seat, Who, run};
use boneyard_testkit::realm::Realm;
use boneyard_world::check::check;
use boneyard_world::run::deed::{Attempt, Go, OpenAdventure, Search, Take};
use boneyard_world::run::{PlaceKey, World, WorldFact, open};

use crate::tiny::game::{Bleed, Book, Command, Fact, Join, Nothing, State};
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

/// Dice lie on their middle while a world begins.
struct Middle;

impl Host<Tiny> for Middle {
    fn roll(&mut self, _: At<'_, Tiny>, roll: &Roll<'_>, out: &mut [Faces]) -> Option<()> {
        for (group, faces) in roll.groups.iter().zip(out) {
            for _ in 0..group.count {
                faces.push(group.value(group.sides.div_ceil(2)));
            }
        }
        Some(())
    }
    fn ask(&mut self, _: At<'_, Tiny>, _: Party, prompt: &Nothing) -> Option<bool> {
        match *prompt {}
    }
}

impl Realm for Tiny {
    type Game = Self;

    const DEEDS: &'static [&'static str] = &[
        "go",
        "attempt",
        "search",
        "open",
        "unlock",
        "disarm",
        "take",
        "drop",
        "give",
        "pay",
        "stash",
        "share_out",
        "loot",
        "talk",
        "hire",
        "dismiss",
        "follow",
        "stay",
        "leave_behind",
        "take_along",
        "lead",
        "buy",
        "sell",
        "declare",
        "break_off",
    ];

    fn book(files: &[(&str, &str)]) -> Book {
        let read = |(id, text): &(&str, &str)| {
            let (read, found) = check::<Self>(id, text, &dictionary());
            assert!(found.is_sound(), "{id}: {:?}", found.mistakes);
            ((*id).to_owned(), read.expect("sound"))
        };
        let home = ("home".to_owned(), boneyard_world::run::home());
        Book(files.iter().map(read).chain([home]).collect())
    }

    fn begin(book: &Book, file: &str, place: &str) -> State {
        let mut state = State { world: World::begun(book), ..State::default() };
        let place = PlaceKey::new(&file.into(), place);
        run::<Self>(&mut state, book, &mut Middle, |cx| {
            open(cx, file, file, None, 0)?;
            for name in ["Ada", "Bo"] {
                Join { name: name.to_owned(), place: place.clone() }.run(cx, Seat::GM)?;
            }
            Ok(())
        });
        state
    }

    fn files() -> Vec<(&'static str, &'static str)> {
        vec![("good", GOOD), ("path", PATH)]
    }

    fn twins() -> [String; 2] {
        [PLAIN.to_owned(), format!("{PLAIN}{HIDING}")]
    }

    fn endless() -> String {
        ENDLESS.to_owned()
    }

    fn open(file: &str, key: &str, out: Option<PlaceKey>) -> Command {
        OpenAdventure { file: file.to_owned(), out, far: None, key: Some(key.to_owned()) }.into()
    }

    fn go(who: Who, to: String) -> Command {
        Go { who, to, with: Vec::new() }.into()
    }

    fn attempt(who: Who, what: String) -> Command {
        Attempt { who, what }.into()
    }

    fn search(who: Who) -> Command {
        Search { who }.into()
    }

    fn take(who: Who, what: u8) -> Command {
        Take { who, what: what.into(), number: None }.into()
    }

    fn hurt(cx: &mut Cx<'_, Self>, who: Who) -> Flow {
        Bleed { who, by: 1 }.run(cx, Seat::GM)
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

boneyard_testkit::world_laws!(laws: crate::tiny::Tiny);
