//! Odds with marks are the odds without them: whatever a mark forgets would show here.

use boneyard_table::frame::Seeds;
use boneyard_table::odds::{Effort, Explorer, Odds, Play, Query};
use boneyard_table::table::{AnyGame, GameOf};
use boneyard_table::{At, Cx, Flow, Playable, Seat};
use dead_weight::DeadWeight;
use dead_weight::book::Book;
use dead_weight::command::{Command, resolve};
use dead_weight::state::State;
use serde_json::{Value, json};

static GAME: GameOf<DeadWeight> = GameOf::new();

const MARKED: Effort = Effort { marks: true, audit: true, most_runs: 3_000_000, rounds: 4 };
const PLAIN: Effort = Effort { marks: false, audit: false, ..MARKED };

/// Everything a command may leave behind, for each creature.
fn outcome(at: At<'_, DeadWeight>) -> Vec<String> {
    let all = at.state.creatures.iter().map(|one| {
        let live = &one.live;
        let body = (live.fatigue, live.wounds, live.lessons, live.insight, live.mortal, live.dead, live.hits);
        format!("{body:?} {:?} {:?}", live.tokens, live.items)
    });
    let last = at.state.last.as_ref().map(|last| (&last.outcome, last.great, last.critical));
    all.chain([format!("{last:?}")]).collect()
}

struct Yard {
    state: State,
    book: Book,
    commands: Vec<Command>,
}

impl Yard {
    fn new(stage: Value, commands: Value) -> Self {
        let stage = serde_json::from_value(stage).expect("the stage can be read");
        let seeds = Seeds { open: [1; 32], secret: [9; 32] };
        let first = GAME.stage("A scene", &stage, Vec::new(), seeds).expect("the stage can be set up");
        let table = GAME.open(&first).expect("a first record opens a table");
        let state = serde_json::from_value(table.state().expect("a state")).expect("a state can be read");
        let commands = serde_json::from_value(commands).expect("these are commands");
        Self { state, book: DeadWeight::book(&[]).expect("ours"), commands }
    }

    fn odds(&self, effort: Effort, best: Option<u8>) -> Odds<Vec<String>> {
        let script = |cx: &mut Cx<'_, DeadWeight>| -> Flow {
            self.commands.iter().try_for_each(|command| resolve(cx, Seat::GM, command.clone()))
        };
        let worth = |told: &Vec<String>| {
            let last = told.last().map_or("", String::as_str);
            smallvec::smallvec![i64::from(last.contains("success")), -i64::from(last.contains("true"))]
        };
        let play = match best {
            Some(side) => Play::Best { side, worth: &worth },
            None => Play::Instinct,
        };
        let start = At { state: &self.state, book: &self.book };
        let query = Query { start, script: &script, outcome: &outcome, play };
        Explorer::new(query, effort).odds().expect("small enough to explore")
    }

    fn agrees(&self, plays: &[Option<u8>]) {
        for &best in plays {
            let (with, without) = (self.odds(MARKED, best), self.odds(PLAIN, best));
            assert!(with.outcomes.len() > 1, "nothing hangs on the dice");
            let shares = |odds: &Odds<Vec<String>>| -> Vec<_> {
                odds.outcomes
                    .iter()
                    .map(|(known, _)| (known.clone(), odds.chance(|told| told == known)))
                    .collect()
            };
            assert_eq!(shares(&with), shares(&without), "best: {best:?}");
        }
    }
}

#[test]
fn a_test_with_rerolls_on_both_sides() {
    let yard = Yard::new(
        json!({ "heroes": { "Brack": { "set": { "score": { "STR": 2 }, "proficiency": { "STR": 1 } } } } }),
        json!([{ "test": { "who": 0, "attribute": "STR", "dice": 2, "disadvantages": 1 } }]),
    );
    yard.agrees(&[None, Some(0)]);
}

#[test]
fn a_test_with_a_helper_and_insight() {
    let yard = Yard::new(
        json!({ "heroes": {
            "Brack": { "set": { "score": { "STR": 1 }, "insight": 1 } },
            "Cress": { "set": { "score": { "STR": 1 }, "proficiency": { "STR": 1 } } },
        } }),
        json!([{ "call_test": { "who": 0, "attribute": "STR", "help": [{ "who": 1 }] } }]),
    );
    yard.agrees(&[None, Some(0)]);
}

#[test]
fn a_hopeless_and_terrified_test() {
    let set = json!({ "score": { "DEX": 2 }, "proficiency": { "DEX": 1 }, "afflictions": ["Hopeless", "Terrified"] });
    let yard = Yard::new(
        json!({ "heroes": { "Brack": { "set": set } } }),
        json!([{ "test": { "who": 0, "attribute": "DEX", "dice": 2 } }]),
    );
    yard.agrees(&[None, Some(0)]);
}

#[test]
fn a_hit_through_armor_and_toughening_up() {
    let set = json!({ "score": { "STR": 2, "PRE": 2 }, "items": ["leather armor"] });
    let yard = Yard::new(
        json!({ "heroes": { "Zael": { "set": set } } }),
        json!([{ "harm": { "who": 0, "wounds": 2 } }]),
    );
    yard.agrees(&[None]);
}

#[test]
fn a_spell_and_what_it_does_to_the_caster() {
    let set = json!({
        "score": { "STR": 1, "DEX": 1, "INT": 1, "PRE": 1 }, "traits": ["Magic user"], "memorised": ["Light"],
        "items": ["wand"], "wand.place": "left hand",
    });
    let yard = Yard::new(
        json!({ "heroes": { "Dunn": { "set": set } } }),
        json!([{ "cast": { "who": 0, "power": "Light" } }]),
    );
    yard.agrees(&[None]);
}

#[test]
fn a_prayer_with_its_miracle() {
    let set = json!({
        "score": { "PRE": 2 }, "wounds": { "STR": 1 }, "traits": ["Divine mandate"],
        "memorised": ["Cure Light Wounds"], "items": ["holy symbol"],
    });
    let yard = Yard::new(
        json!({ "heroes": { "Elke": { "set": set } } }),
        json!([{ "pray": { "who": 0, "power": "Cure Light Wounds", "target": 0 } }]),
    );
    yard.agrees(&[None]);
}
