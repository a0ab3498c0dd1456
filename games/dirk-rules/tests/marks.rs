//! Odds with marks are the odds without them: whatever a mark forgets would show here.

mod support;

use boneyard_table::odds::{Effort, Explorer, Odds, Play, Query};
use boneyard_table::{At, Cx, Flow, Seat};
use dirk_rules::DirkRules;
use dirk_rules::book::Book;
use dirk_rules::command::{Command, resolve};
use dirk_rules::state::State;
use serde_json::{Value, json};
use support::Bench;

const MARKED: Effort = Effort { marks: true, audit: true, most_runs: 3_000_000, rounds: 4 };
const PLAIN: Effort = Effort { marks: false, audit: false, ..MARKED };

/// Everything a command may leave behind, for each creature.
fn outcome(at: At<'_, DirkRules>) -> Vec<String> {
    let all = at.state.creatures.iter().map(|creature| {
        let live = &creature.live;
        let items: Vec<_> =
            live.items.iter().map(|item| (item.place, item.wear, item.pool, item.ap)).collect();
        let body = (live.hp, live.temp_hp, live.scores, live.parts, live.dead, live.down);
        let turn =
            (live.reactions, live.lost_reactions, live.lost_actions, live.turn, live.holds, live.held_by);
        format!("{body:?} {turn:?} {items:?} {:?}", live.counters)
    });
    let battle = format!("{:?} {:?} {:?}", at.state.battle, at.state.last, at.state.world);
    all.chain([battle]).collect()
}

struct Yard {
    state: State,
    book: Book,
    commands: Vec<Command>,
}

impl Yard {
    fn new(stage: Value, commands: Value) -> Self {
        let bench = Bench::scene(stage, 1);
        let commands = serde_json::from_value(commands).expect("these are commands");
        Self { state: bench.state(), book: Book::read(&[]).expect("ours"), commands }
    }

    fn odds(&self, effort: Effort, best: Option<u8>) -> Odds<Vec<String>> {
        let script = |cx: &mut Cx<'_, DirkRules>| -> Flow {
            self.commands.iter().try_for_each(|command| resolve(cx, Seat::GM, command.clone()))
        };
        // Any worth will do, as long as choices change it.
        let worth = |told: &Vec<String>| {
            smallvec::smallvec![
                i64::from(told[0].contains("Injured")),
                -i64::from(told[1].contains("Broken"))
            ]
        };
        let play = match best {
            Some(side) => Play::Best { side, worth: &worth },
            None => Play::Instinct,
        };
        let start = At { state: &self.state, book: &self.book };
        let query = Query { start, script: &script, outcome: &outcome, play };
        Explorer::new(query, effort).odds().expect("small enough to explore")
    }

    /// The same with marks and without, by instinct and at one's best.
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
fn an_attack_with_two_swings() {
    let yard = Yard::new(
        json!({
            "heroes": { "Brack": { "set": { "items": ["stick"], "hands": ["stick"] } } },
            "creatures": { "Goblin": { "set": { "hp": 3, "str": 6, "dex": 9, "reactions": 1 } } },
            "battle": { "order": ["Brack", "Goblin"] },
        }),
        json!([{ "attack": { "who": 0, "with": { "item": 0 }, "target": 1 } }]),
    );
    yard.agrees(&[None]);
}

#[test]
fn an_attack_on_the_named_with_a_rerolled_one_and_a_shield() {
    let yard = Yard::new(
        json!({
            "heroes": { "Brack": { "set": { "hp": 1, "str": 9, "items": ["small shield"], "hands": ["small shield"] } } },
            "creatures": { "Raider": { "set": { "items": ["sword"], "hands": ["sword"], "sword.durability": 0 } } },
            "battle": { "order": ["Raider", "Brack"] },
            "house": { "reroll_ones": "once" },
        }),
        json!([{ "attack": { "who": 1, "with": { "item": 0 }, "target": 0 } }]),
    );
    yard.agrees(&[None, Some(1)]);
}

#[test]
fn an_attack_that_wounds_twice_after_a_counter() {
    let yard = Yard::new(
        json!({
            "heroes": { "Brack": { "set": { "hp": 0, "str": 8, "items": ["helmet"], "ARM": "injured" } } },
            "creatures": { "Ogre": { "set": { "items": ["greatsword"], "hands": ["greatsword"], "named": true } } },
            "battle": { "order": ["Ogre", "Brack"] },
        }),
        json!([{ "attack": { "who": 1, "with": { "item": 0 }, "target": 0 } }]),
    );
    yard.agrees(&[None]);
}

#[test]
fn a_laser_that_blows_up() {
    let yard = Yard::new(
        json!({
            "heroes": { "Brack": { "set": { "hp": 4, "reactions": 0 } } },
            "creatures": { "Raider": { "set": { "hp": 2, "items": ["laser pistol"], "hands": ["laser pistol"], "laser pistol.charges": 0 } } },
            "battle": { "order": ["Raider", "Brack"] },
            "house": { "reroll_ones": "once" },
        }),
        json!([{ "attack": { "who": 1, "with": { "item": 0 }, "target": 0 } }]),
    );
    yard.agrees(&[None]);
}

#[test]
fn a_contest_of_three() {
    let yard = Yard::new(
        json!({
            "heroes": { "Brack": { "set": { "str": 12 } }, "Fenn": { "set": { "str": 10 } } },
            "creatures": { "Ogre": { "set": { "str": 9 } } },
            "house": { "contest_tie": "holder" },
        }),
        json!([{ "contest": { "sides": [
            { "who": 0, "ability": "STR" }, { "who": 1, "ability": "STR" }, { "who": 2, "ability": "STR" },
        ] } }]),
    );
    yard.agrees(&[None]);
}

#[test]
fn a_complicated_save_with_advantage() {
    let yard = Yard::new(
        json!({ "heroes": { "Brack": { "set": { "str": 12, "wil": 7 } } }, "creatures": { "Ogre": {} } }),
        json!([{ "save": { "who": 0, "ability": "STR", "second": "WIL", "complicated": true, "advantage": true } }]),
    );
    yard.agrees(&[None]);
}

#[test]
fn a_battle_that_begins_with_shots() {
    let yard = Yard::new(
        json!({
            "heroes": { "Brack": { "set": { "hp": 2, "dex": 9, "items": ["knife"], "hands": ["knife"] } } },
            "creatures": { "Raider": { "set": { "hp": 1, "str": 5, "dex": 12, "items": ["knife"], "hands": ["knife"] } } },
        }),
        json!([{ "begin": { "fighters": [0, 1] } }]),
    );
    yard.agrees(&[None]);
}

#[test]
fn a_grapple_and_the_turns_after_it() {
    let yard = Yard::new(
        json!({
            "heroes": { "Brack": { "set": { "str": 12 } } },
            "creatures": { "Goblin": { "set": { "str": 8, "dex": 11 } } },
            "battle": { "order": ["Brack", "Goblin"] },
        }),
        json!([{ "grapple": { "who": 0, "target": 1 } }, { "end_turn": { "who": 0 } }, { "end_turn": { "who": 1 } }]),
    );
    yard.agrees(&[None]);
}

#[test]
fn a_trap_and_a_whiff_of_poison() {
    let yard = Yard::new(
        json!({ "heroes": { "Brack": { "set": { "hp": 4, "str": 6 } }, "Fenn": { "set": { "hp": 2, "dex": 12 } } } }),
        json!([{ "hazard": { "is": "trap", "who": [0, 1] } }, { "hazard": { "is": "poison", "who": [1] } }]),
    );
    yard.agrees(&[None]);
}

#[test]
fn pockets_gone_through() {
    let yard = Yard::new(
        json!({
            "heroes": { "Brack": {} },
            "creatures": { "Bandit": { "like": "DK-FOE-02H", "set": { "dead": true } } },
        }),
        json!([{ "search": { "who": 0, "body": 1 } }]),
    );
    yard.agrees(&[None]);
}

/// A 10 on the list of weapons is rolled again for as long as it takes, so this cannot be compared with
/// the way without marks: the nine weapons must be equally likely.
#[test]
fn a_weapon_by_lot_is_each_of_nine_alike() {
    let yard = Yard::new(
        json!({ "heroes": { "Brack": {}, "Fenn": {} } }),
        json!([{ "draw": { "table": "DK-LOOT-02H" } }]),
    );
    let odds = yard.odds(MARKED, None);
    for weapon in yard.book.weapons.iter() {
        let found = format!("Thing {{ name: \"{}\", count: 1, left: Some(1) }}", weapon.name);
        let chance = odds.chance(|told| told.iter().any(|line| line.contains(&found)));
        assert_eq!(chance.to_string(), "1/72", "{}", weapon.name);
    }
}
