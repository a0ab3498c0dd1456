//! Stories of the running world, told with the tiny game. What people do is written as stories write it, so forms are read too.

mod folk;
mod master;
mod places;
mod sources;
mod things;
mod time;

use std::collections::BTreeMap;

use boneyard_dice::Rng;
use boneyard_table::deed::{self, May};
use boneyard_table::{At, Audience, Ended, Faces, Game, Host, Party, Playable, Roll, RuleId, Seat, Who, run};
use boneyard_world::check::check;
use boneyard_world::run::{PlaceKey, Running, Seen, WorldFact};
use serde_json::{Value, json};

use crate::tiny::game::{Book, Command, Fact, Join, Nothing, State};
use crate::tiny::{Tiny, dictionary};

const VILLAGE: &str = include_str!("village.toml");

/// Ada comes first, and meets the host and the porter before Bo comes.
pub const ADA: Who = Who(1);
pub const BO: Who = Who(4);
pub const PLAYER: Seat = Seat(1);

/// A host that throws dice of a seed and keeps facts.
struct Keeps {
    rng: Rng,
    facts: Vec<Fact>,
    /// What the game master rules, if not as proposed.
    rules: Option<u8>,
    asked: Vec<String>,
}

impl Host<Tiny> for Keeps {
    fn roll(&mut self, _: At<'_, Tiny>, roll: &Roll<'_>, out: &mut [Faces]) -> Option<()> {
        for (group, faces) in roll.groups.iter().zip(out) {
            for _ in 0..group.count {
                faces.push(group.value(self.rng.die(group.sides)));
            }
        }
        Some(())
    }
    fn ask(&mut self, _: At<'_, Tiny>, _: Party, prompt: &Nothing) -> Option<bool> {
        match *prompt {}
    }
    fn judge(
        &mut self,
        _: At<'_, Tiny>,
        _: Audience,
        _: RuleId,
        proposal: u8,
        judgement: &dyn Fn() -> boneyard_table::Judgement,
    ) -> Option<boneyard_table::Ruling> {
        self.asked.push(judgement().tag);
        Some(boneyard_table::Ruling::Listed(self.rules.unwrap_or(proposal)))
    }
    fn recorded(
        &mut self,
        _: RuleId,
        _: Audience,
        fact: Fact,
        _: Option<&dyn Fn() -> Vec<boneyard_table::view::Term>>,
    ) {
        self.facts.push(fact);
    }
}

/// An evening at the table: the village is its own adventure, Ada and Bo are at the inn.
pub struct Evening {
    pub state: State,
    pub book: Book,
    host: Keeps,
}

impl Evening {
    pub fn begins() -> Self {
        Self::of(&[("home", VILLAGE)])
    }

    pub fn of(files: &[(&str, &str)]) -> Self {
        let mut all = BTreeMap::new();
        all.insert("home".to_owned(), boneyard_world::run::home());
        for (id, text) in files {
            let (read, found) = check::<Tiny>(id, text, &dictionary());
            assert!(found.is_sound(), "{id}: {:?}", found.mistakes);
            all.insert((*id).to_owned(), read.expect("sound"));
        }
        let book = Book(all);
        let world = boneyard_world::run::World::begun(&book);
        let host = Keeps { rng: Rng::new(7), facts: Vec::new(), rules: None, asked: Vec::new() };
        let mut evening = Self { state: State { world, ..State::default() }, book, host };
        let start = boneyard_world::run::World::<Tiny>::at_home(&evening.book).expect("home");
        for name in ["Ada", "Bo"] {
            evening
                .gives(Seat::GM, Join { name: name.to_owned(), place: start.clone() }.into())
                .expect("joins");
        }
        evening
    }

    /// Reads the file of an open adventure anew, with rows the game master added.
    pub fn adds(&mut self, id: &str, rows: &str) {
        let text = format!("{VILLAGE}\n{rows}");
        let (read, found) = check::<Tiny>(id, &text, &dictionary());
        assert!(found.is_sound(), "{:?}", found.mistakes);
        self.book.0.insert(id.to_owned(), read.expect("sound"));
    }

    pub fn at(&self) -> At<'_, Tiny> {
        At { state: &self.state, book: &self.book }
    }

    /// The game master rules so from now on.
    pub fn ruled(&mut self, option: u8) {
        self.host.rules = Some(option);
    }

    /// What the game master was asked.
    pub fn asked(&self) -> Vec<&str> {
        self.host.asked.iter().map(String::as_str).collect()
    }

    fn gives(&mut self, by: Seat, command: Command) -> Result<(), String> {
        self.host.facts.clear();
        let before = self.state.clone();
        let quiet = Tiny::lawful(May::quiet(self.at(), by), &command).is_none_or(|lawful| lawful.is_ok());
        let ended =
            run::<Tiny>(&mut self.state, &self.book, &mut self.host, |cx| Tiny::resolve(cx, by, command));
        match ended {
            Ended::Done => {
                assert!(quiet, "it was done, so it is lawful");
                Ok(())
            }
            Ended::Refused(refusal) => {
                assert_eq!(self.state, before, "a refusal changes nothing");
                Err(refusal.reasons[0].code.clone())
            }
            other => panic!("{other:?}"),
        }
    }

    /// A command as a story writes it; the code of the refusal, if it is refused.
    pub fn tries(&mut self, by: Seat, name: &str, fields: Value) -> Result<(), String> {
        let read = deed::read(Tiny::deeds(), self.at(), by, &json!({ name: fields })).expect("a command");
        match read {
            Ok(command) => self.gives(by, command),
            Err(refusal) => Err(format!("unreadable: {}", refusal.reasons[0].sentence)),
        }
    }

    /// Somebody does something.
    pub fn does(&mut self, name: &str, fields: Value) {
        let told = self.tries(PLAYER, name, fields.clone());
        assert_eq!(told, Ok(()), "{name} {fields}");
    }

    /// The game master does something.
    pub fn gm(&mut self, name: &str, fields: Value) {
        let told = self.tries(Seat::GM, name, fields.clone());
        assert_eq!(told, Ok(()), "{name} {fields}");
    }

    /// It is refused, with this code.
    pub fn refused(&mut self, code: &str, name: &str, fields: Value) {
        let told = self.tries(PLAYER, name, fields.clone());
        assert_eq!(told.as_ref().map_err(String::as_str), Err(code), "{name} {fields}");
    }

    /// What a seat learns of the last command.
    pub fn learned(&self, seat: Seat) -> Vec<String> {
        let sees = |fact: &&Fact| Tiny::audience(self.at(), fact).sees(seat) == boneyard_table::Sees::Whole;
        self.host.facts.iter().filter(sees).map(|fact| format!("{fact:?}")).collect()
    }

    /// What players were told by the last command.
    pub fn told(&self) -> Vec<String> {
        let told = self.host.facts.iter().filter_map(|fact| match fact {
            Fact::World(WorldFact::Told(told)) if !told.gm => Some(told.text.clone()),
            _ => None,
        });
        told.collect()
    }

    pub fn facts(&self) -> &[Fact] {
        &self.host.facts
    }

    pub fn home(&self) -> &Running {
        self.state.world.running("home").expect("open")
    }

    pub fn seen(&self, place: &str) -> Seen {
        Seen::at(self.at(), &at(place))
    }

    /// Where somebody is.
    pub fn place(&self, who: Who) -> String {
        self.state.world.stands.get(&who).map_or(String::new(), |stand| stand.place.place.to_string())
    }

    /// How many of a thing somebody has.
    pub fn has(&self, who: Who, thing: &str) -> u32 {
        let things = &self.state.bodies[&who].things;
        things.iter().filter(|own| own.name == thing).map(|own| own.number).sum()
    }

    /// How many of a thing are to be seen in a place.
    pub fn lies(&self, place: &str, thing: &str) -> u32 {
        self.seen(place).lies.iter().filter(|lies| lies.name == thing).map(|lies| lies.number).sum()
    }

    /// Somebody has so many of a thing, from nowhere.
    pub fn granted(&mut self, who: Who, name: &str, number: u32) {
        let thing = crate::tiny::game::Thing { name: name.to_owned(), tag: None, number };
        Tiny::apply(&mut self.state, &Fact::World(WorldFact::granted(thing, who)));
        self.state.signals = boneyard_world::run::Signals::default();
    }

    /// Who is called so.
    pub fn who(&self, name: &str) -> Who {
        let found = self.state.bodies.iter().find(|(_, being)| being.name == name);
        *found.unwrap_or_else(|| panic!("nobody is called {name}")).0
    }
}

/// A place of the village.
pub fn at(place: &str) -> PlaceKey {
    PlaceKey::new(&"home".into(), place)
}
