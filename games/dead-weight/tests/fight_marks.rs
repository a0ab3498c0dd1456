//! Odds of fights with marks are the odds without them: whatever a mark forgets would show here.

use boneyard_table::odds::{Effort, Explorer, Odds, Play, Query};
use boneyard_table::{At, Cx, Flow, Game, Playable, Seat};
use dead_weight::DeadWeight;
use dead_weight::book::Book;
use dead_weight::command::Command;
use dead_weight::state::State;
use serde_json::{Value, json};

use crate::arena::Arena;

const MARKED: Effort = Effort { marks: true, audit: true, most_runs: 3_000_000, rounds: 4 };
const PLAIN: Effort = Effort { marks: false, audit: false, ..MARKED };

/// Everything a command may leave behind.
fn outcome(at: At<'_, DeadWeight>) -> Vec<String> {
    let all = at.state.creatures.iter().map(|one| {
        let live = &one.live;
        let body = (live.fatigue, live.wounds, live.hits, live.armor, live.mortal, live.dead, live.away);
        let rest = (live.tokens, live.turn, live.held_by, live.afflictions, live.lessons);
        format!("{body:?} {rest:?} {:?} {:?} {:?}", live.items, live.lasting, live.used)
    });
    let battle = at.state.battle.as_ref();
    let battle =
        battle.map(|battle| (battle.morale, &battle.fighters, battle.acting(), battle.order.places()));
    all.chain([format!("{battle:?}")]).collect()
}

struct Yard {
    state: State,
    book: Book,
    command: Command,
}

impl Yard {
    fn new(stage: Value, command: Value) -> Self {
        let state = Arena::scene(stage, 1).state();
        let command = serde_json::from_value(command).expect("this is a command");
        Self { state, book: DeadWeight::book(&[]).expect("ours"), command }
    }

    fn odds(&self, effort: Effort, best: bool) -> Odds<Vec<String>> {
        let script =
            |cx: &mut Cx<'_, DeadWeight>| -> Flow { DeadWeight::resolve(cx, Seat::GM, self.command.clone()) };
        let worth = |told: &Vec<String>| {
            smallvec::smallvec![i64::from(told[0].contains("true")), told[1].len() as i64]
        };
        let play = if best { Play::Best { side: 0, worth: &worth } } else { Play::Instinct };
        let start = At { state: &self.state, book: &self.book };
        let query = Query { start, script: &script, outcome: &outcome, play };
        Explorer::new(query, effort).odds().expect("small enough to explore")
    }

    fn agrees(&self) {
        for best in [false, true] {
            let (with, without) = (self.odds(MARKED, best), self.odds(PLAIN, best));
            assert!(with.outcomes.len() > 1, "nothing hangs on the dice");
            let shares = |odds: &Odds<Vec<String>>| -> Vec<_> {
                let all = odds.outcomes.iter();
                all.map(|(known, _)| (known.clone(), odds.chance(|told| told == known))).collect()
            };
            assert_eq!(shares(&with), shares(&without), "best: {best}");
        }
    }
}

fn hero(set: &Value) -> Value {
    json!({ "set": set })
}

fn scene(hero_set: &Value, foe: &str, foe_set: &Value, turn: &str) -> Value {
    json!({
        "heroes": { "Bo": hero(hero_set) },
        "creatures": { "Foe": { "like": foe, "set": foe_set } },
        "at": { "Bo": "C3", "Foe": "C4" },
        "battle": { "order": ["Bo", "Foe"], "turn": turn },
    })
}

fn wielding(thing: &str, score: &Value) -> Value {
    let mut set = json!({ "score": score, "items": [thing] });
    set[format!("{thing}.place")] = json!("right hand");
    set[format!("{thing}.wielded")] = json!(true);
    set
}

#[test]
fn an_attack_that_a_shield_token_may_spoil() {
    let set = wielding("falchion", &json!({ "STR": 1 }));
    let stage = scene(&set, "Freshly Risen Corpse", &json!({ "shield": 1 }), "Bo");
    Yard::new(stage, json!({ "attack": { "who": 0, "target": 1, "item": 0 } })).agrees();
}

#[test]
fn an_attack_with_a_weapon_that_has_dice_of_its_own() {
    for weapon in ["flail", "war hammer", "sacrificial dagger"] {
        let set = wielding(weapon, &json!({ "STR": 1, "DEX": 0, "INT": 0, "PRE": 1 }));
        let stage = scene(&set, "Dry Bones", &json!({}), "Bo");
        Yard::new(stage, json!({ "attack": { "who": 0, "target": 1, "item": 0 } })).agrees();
    }
}

#[test]
fn a_bite_with_its_plague() {
    let set = json!({ "score": { "STR": 1, "DEX": 0, "INT": 0, "PRE": 1 }, "items": ["leather armor"] });
    let stage = scene(&set, "Freshly Risen Corpse", &json!({}), "Foe");
    Yard::new(stage, json!({ "foe_act": { "who": 1, "action": "Infectious bite", "target": 0 } })).agrees();
}

#[test]
fn a_grip_with_a_disadvantage() {
    let set = json!({ "score": { "STR": 1, "DEX": 1, "INT": 0, "PRE": 0 }, "shield": 1 });
    let stage = scene(&set, "Goblin Snatcher", &json!({}), "Foe");
    Yard::new(stage, json!({ "foe_act": { "who": 1, "action": "Sack", "target": 0 } })).agrees();
}

#[test]
fn leaving_an_enemys_side_and_the_turns_end() {
    let set = json!({ "score": { "STR": 0, "DEX": 2, "INT": 0, "PRE": 1 }, "shield": 1 });
    let stage = scene(&set, "Dry Bones", &json!({}), "Bo");
    Yard::new(stage, json!({ "combat_move": { "who": 0, "to": "C1" } })).agrees();
}

#[test]
fn the_start_of_a_sick_turn() {
    let set = json!({
        "score": { "STR": 0, "DEX": 1, "INT": 0, "PRE": 1 }, "afflictions": ["Bleeding", "Nauseated"],
        "items": ["falchion", "dagger", "flail", "spear"],
    });
    let mut stage = scene(&set, "Dry Bones", &json!({}), "Bo");
    stage["battle"] = json!({ "order": ["Bo", "Foe"] });
    Yard::new(stage, json!({ "begin_turn": { "who": 0 } })).agrees();
}

#[test]
fn initiative_of_two() {
    let stage = json!({
        "heroes": { "Bo": hero(&json!({ "score": { "DEX": 1 } })), "Cy": hero(&json!({ "score": { "DEX": 1 } })) },
        "creatures": { "Foe": { "like": "Dry Bones" } },
        "battle": { "order": [] },
    });
    Yard::new(stage, json!("start_fight")).agrees();
}

#[test]
fn a_dodge_and_a_bash_and_a_throw() {
    let set = wielding("quarterstaff", &json!({ "STR": 1, "DEX": 1 }));
    let mut set = set;
    set["skills"] = json!(["Bash"]);
    let stage = scene(&set, "Dry Bones", &json!({}), "Bo");
    Yard::new(stage.clone(), json!({ "dodge": { "who": 0 } })).agrees();
    Yard::new(stage, json!({ "bash": { "who": 0, "target": 1 } })).agrees();
}
