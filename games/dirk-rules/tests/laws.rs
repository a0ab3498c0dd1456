//! The laws of the running world, held against DIRK RULES!: a path whose ways take no time, and the Saint Aurelia.

use std::collections::BTreeMap;

use boneyard_table::{Cx, Flow, Playable, Seat, Who};
use boneyard_testkit::realm::Realm;
use boneyard_world::Dictionary;
use boneyard_world::check::check;
use boneyard_world::run::{PlaceKey, WorldFact};
use dirk_rules::DirkRules;
use dirk_rules::book::Book;
use dirk_rules::command::Command;
use dirk_rules::fact::Fact;
use dirk_rules::health::{Harm, inflict};
use dirk_rules::rules::{ADVENTURES, CONTENT};
use dirk_rules::state::State;
use serde_json::{Value, json};

pub struct Dirk;

fn command(said: Value) -> Command {
    serde_json::from_value(said).expect("a command")
}

impl Realm for Dirk {
    type Game = DirkRules;

    // A step takes longer here than in a tiny game: forms are listed whole.
    const WALKS: u64 = 6;
    const DEEDS: &'static [&'static str] = &[
        "go",
        "attempt",
        "look_around",
        "open",
        "unlock",
        "disarm",
        "pick_up",
        "drop",
        "hand_on",
        "stash",
        "pay",
        "share_out",
        "talk",
        "bring_along",
    ];

    fn book(files: &[(&str, &str)]) -> Book {
        let mut book = Book::read(&[]).expect("the game's own content");
        let known = Dictionary::of(CONTENT.iter().map(|(_, text)| *text));
        for (id, text) in files.iter().filter(|(id, _)| *id != "saint-aurelia") {
            let (read, found) = check::<DirkRules>(id, text, &known);
            assert!(found.is_sound(), "{id}: {:?}", found.mistakes);
            book.adventures.insert((*id).to_owned(), read.expect("sound"));
        }
        book
    }

    fn begin(book: &Book, file: &str, place: &str) -> State {
        let stage = json!({
            "heroes": {
                "Brack": { "like": "DK-HERO-01H" },
                "Isolde": { "like": "DK-HERO-02H" },
                "Ottilie": { "like": "DK-HERO-03H" },
                "Fenn": { "like": "DK-HERO-04H" },
            },
            "seats": { "Bo": ["Brack", "Isolde", "Ottilie", "Fenn"] },
            "at": { "party": format!("{file}/{place}") },
        });
        let stage = serde_json::from_value(stage).expect("a stage");
        let seats = BTreeMap::from([("Bo".to_owned(), Seat(1))]);
        DirkRules::stage(book, &stage, &seats).expect("a beginning")
    }

    fn files() -> Vec<(&'static str, &'static str)> {
        let aurelia = ADVENTURES.iter().find(|(path, _)| path.contains("saint-aurelia"));
        let (_, aurelia) = aurelia.expect("it comes with the game");
        vec![("path", include_str!("lawful/path.toml")), ("saint-aurelia", aurelia)]
    }

    fn twins() -> [String; 2] {
        let plain = include_str!("lawful/plain.toml");
        [plain.to_owned(), format!("{plain}{}", include_str!("lawful/hiding.toml"))]
    }

    fn endless() -> String {
        include_str!("lawful/endless.toml").to_owned()
    }

    fn open(file: &str, key: &str, out: Option<PlaceKey>) -> Command {
        command(json!({ "open_adventure": { "file": file, "key": key, "out": out } }))
    }

    fn go(who: Who, to: String) -> Command {
        command(json!({ "go": { "who": who, "to": to } }))
    }

    fn attempt(who: Who, what: String) -> Command {
        command(json!({ "attempt": { "who": who, "what": what } }))
    }

    fn search(who: Who) -> Command {
        command(json!({ "look_around": { "who": who } }))
    }

    fn take(who: Who, what: u8) -> Command {
        command(json!({ "pick_up": { "who": who, "lying": what } }))
    }

    fn hurt(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
        inflict(cx, Harm::of(who, 1)).map(drop)
    }

    fn fight_is_over() -> Option<Command> {
        Some(command(json!("end_battle")))
    }

    fn world_fact(fact: &Fact) -> Option<&WorldFact<DirkRules>> {
        match fact {
            Fact::Campaign(fact) => Some(fact),
            _ => None,
        }
    }

    /// Those who join come with what they have; blades break, and powers use things up.
    fn makes_or_spends(fact: &Fact) -> bool {
        matches!(fact, Fact::Joined { .. } | Fact::Worn { .. } | Fact::Placed { .. } | Fact::Took { .. })
    }

    fn everybody(state: &State) -> Vec<Who> {
        state.everybody().collect()
    }
}

boneyard_testkit::world_laws!(held: crate::laws::Dirk);
