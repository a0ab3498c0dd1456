//! The tiny game before the laws: its adventures, and what heroes do by chance.

use boneyard_dice::Rng;
use boneyard_table::clock::Time;
use boneyard_table::{At, Who};
use boneyard_world::check::check;
use boneyard_world::run::{PlaceKey, Where, WorldFact};

use super::game::{Book, Command, Fact, State};
use super::{GOOD, Tiny, dictionary};
use crate::laws::Lawful;

/// A path of places with something in each, in which time matters.
const PATH: &str = include_str!("path.toml");

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
    fn book(files: &[(&str, &str)]) -> Book {
        let read = |(id, text): &(&str, &str)| {
            let (read, found) = check::<Tiny>(id, text, &dictionary());
            assert!(found.is_sound(), "{id}: {:?}", found.mistakes);
            ((*id).to_owned(), read.expect("sound"))
        };
        Book(files.iter().map(read).collect())
    }

    fn begin() -> State {
        State::default()
    }

    fn adventures() -> Vec<(&'static str, &'static str)> {
        vec![("good", GOOD), ("path", PATH)]
    }

    fn twins() -> [&'static str; 2] {
        [PLAIN, format!("{PLAIN}{HIDING}").leak()]
    }

    fn endless() -> &'static str {
        ENDLESS
    }

    fn join(name: &str, at: PlaceKey) -> Command {
        Command::Join { name: name.to_owned(), at }
    }

    fn open(file: &str, key: &str, out: Option<PlaceKey>) -> Command {
        Command::Open { file: file.to_owned(), key: key.to_owned(), out }
    }

    fn go(who: Vec<Who>, to: PlaceKey) -> Command {
        Command::Go { who, to }
    }

    fn wait(to: Time) -> Command {
        Command::Wait { to }
    }

    fn by_chance(at: At<'_, Self>, rng: &mut Rng) -> Command {
        let world = &at.state.world;
        let heroes: Vec<Who> = world.heroes().map(|(who, _)| who).collect();
        let mut one_of = |many: usize| usize::from(rng.die(many.clamp(1, 200) as u8)) - 1;
        let who = heroes.get(one_of(heroes.len())).copied().unwrap_or(Who(1));
        let Some(here) = world.stands.get(&who).map(|stand| stand.place.clone()) else {
            return Command::Wait { to: world.now.later(60) };
        };
        let key = here.adventure.clone();
        let file = world.running(&key).and_then(|running| at.book.0.get(&running.file));
        let Some(file) = file else { return Command::Wait { to: world.now.later(60) } };
        // Rows that only one of two twins has come last, and are named by neither.
        let known = |all: usize, few: usize| if &*key == "twin" { few.min(all) } else { all };
        match one_of(12) {
            0..=3 => {
                let place = &file.place[one_of(known(file.place.len(), 2))];
                let together = one_of(2) == 0 && world.heroes_at(&here).count() > 1;
                let all = if together { world.heroes_at(&here).collect() } else { vec![who] };
                Command::Go { who: all, to: PlaceKey::new(&key, place.id.as_str()) }
            }
            4 | 5 => {
                let heap = one_of(8) as u32 + 1;
                let number = (one_of(3) == 0).then_some(1);
                Command::Take { who, heap, number }
            }
            6 | 7 => {
                let things = at.state.bodies.get(&who).map(|being| being.things.clone()).unwrap_or_default();
                let name = things.get(one_of(things.len())).map_or("nothing", |thing| &thing.name).to_owned();
                let to = match one_of(3) {
                    0 => Where::Place(here),
                    1 => Where::Carried(heroes[one_of(heroes.len())]),
                    _ => Where::In { adventure: key, holder: "chest".into() },
                };
                Command::Put { who, name, number: (one_of(3) == 0).then_some(1), to }
            }
            8 => Command::Unlock { who, holder: "chest".to_owned() },
            9 => {
                let what = file.tries.get(one_of(known(file.tries.len(), 1)));
                Command::Attempt { who, what: what.map_or("nothing", |what| what.id.as_str()).to_owned() }
            }
            10 if &*key != "twin" => Command::Search { who },
            10 => Command::Attempt { who, what: "lift the moon".to_owned() },
            _ if one_of(4) == 0 && &*key != "twin" => Command::Bleed { who },
            _ => Command::Wait { to: world.now.later(60 * (1 + one_of(100) as u64)) },
        }
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
