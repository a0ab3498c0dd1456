//! Odds with marks are the odds without them: whatever a mark forgets would show here. And the exact
//! numbers that are means, not chances.

use std::collections::BTreeMap;

use boneyard_dice::Ratio;
use boneyard_table::odds::{Effort, Explorer, Odds, Play, Query};
use boneyard_table::{At, Cx, Flow, Game, Playable, Seat};
use die_trying::DieTrying;
use die_trying::book::Book;
use die_trying::command::Command;
use die_trying::state::State;
use serde_json::{Value, json};

use crate::arena::Arena;

const MARKED: Effort = Effort { marks: true, audit: true, most_runs: 3_000_000, rounds: 4 };
const PLAIN: Effort = Effort { marks: false, audit: false, ..MARKED };

/// Everything a command may leave behind.
fn outcome(at: At<'_, DieTrying>) -> Vec<String> {
    let all = at.state.creatures.iter().map(|one| {
        let live = &one.live;
        let body = (live.hp, live.fate, live.prone, live.at, live.turn, live.reaction);
        format!("{body:?} {:?} {:?} {:?} {:?}", live.affects, live.hidden, live.items, live.used)
    });
    let battle = at.state.battle.as_ref();
    let battle = battle.map(|battle| (battle.acting(), battle.order.places(), &battle.fleeing));
    all.chain([format!("{battle:?}")]).collect()
}

struct Yard {
    state: State,
    book: Book,
    commands: Vec<Command>,
}

impl Yard {
    fn new(stage: Value, commands: Value) -> Self {
        let state = Arena::scene(stage, 1).state();
        let commands = serde_json::from_value(commands).expect("these are commands");
        Self { state, book: DieTrying::book(&[]).expect("ours"), commands }
    }

    fn odds<O: Clone + Ord + std::hash::Hash>(
        &self,
        effort: Effort,
        play: Play<'_, O>,
        outcome: &dyn Fn(At<'_, DieTrying>) -> O,
    ) -> Odds<O> {
        let script = |cx: &mut Cx<'_, DieTrying>| -> Flow {
            let mut commands = self.commands.iter().enumerate();
            commands.try_for_each(|(nth, command)| {
                cx.within(nth, |cx| DieTrying::resolve(cx, Seat::GM, command.clone()))
            })
        };
        let start = At { state: &self.state, book: &self.book };
        let query = Query { start, script: &script, outcome, play };
        Explorer::new(query, effort).odds().expect("small enough to explore")
    }

    fn agrees(&self) {
        let worth = |told: &Vec<String>| smallvec::smallvec![told[0].len() as i64, told[1].len() as i64];
        for best in [false, true] {
            let play = || if best { Play::Best { side: 0, worth: &worth } } else { Play::Instinct };
            let with = self.odds(MARKED, play(), &outcome);
            let without = self.odds(PLAIN, play(), &outcome);
            assert!(with.outcomes.len() > 1, "nothing hangs on the dice");
            let shares = |odds: &Odds<Vec<String>>| -> Vec<_> {
                let all = odds.outcomes.iter();
                all.map(|(known, _)| (known.clone(), odds.chance(|told| told == known))).collect()
            };
            assert_eq!(shares(&with), shares(&without), "best: {best}");
        }
    }

    /// What a creature loses on average, as a fraction over what the weights add up to.
    fn mean_loss(&self, who: usize) -> (u64, u64) {
        let before = self.state.creatures[who].live.hp;
        let lost = move |at: At<'_, DieTrying>| before - at.state.creatures[who].live.hp;
        let odds = self.odds(MARKED, Play::Instinct, &lost);
        let number = |text: String| text.parse::<u64>().expect("a small number");
        let all = odds.outcomes.iter();
        let sum = all.map(|(loss, weight)| number(weight.to_string()) * u64::from(loss.unsigned_abs())).sum();
        (sum, number(odds.total.to_string()))
    }
}

fn duel(set: &Value, foe: &Value, at: &str) -> Value {
    json!({
        "heroes": { "Ana": { "set": set }, "Bea": { "set": { "constitution": 2 } } },
        "creatures": { "Foe": { "set": foe } },
        "at": { "Ana": "C3", "Bea": "K9", "Foe": at },
        "battle": { "order": ["Ana", "Foe", "Bea"], "turn": "Ana" },
    })
}

fn armed(weapon: &str, name: &str) -> Value {
    json!({ "strength": 3, "constitution": 2, "weapons": "Trained", "items": [weapon], "hands": [name] })
}

#[test]
fn a_strike_that_may_fumble() {
    let stage = duel(&armed("Deadly Slashing axe", "axe"), &json!({ "max_hp": 5, "ac": 7 }), "C4");
    Yard::new(stage, json!([{ "strike": { "who": 0, "target": 2 } }])).agrees();
}

#[test]
fn a_strike_that_pins_and_the_turns_that_follow() {
    let stage = duel(&armed("Impaling Piercing pike", "pike"), &json!({ "max_hp": 9, "ac": 12 }), "C4");
    let script = json!([{ "strike": { "who": 0, "target": 2 } }, { "end_turn": { "who": 0 } }]);
    Yard::new(stage, script).agrees();
}

#[test]
fn a_sweep_over_two_goblins() {
    let mut stage =
        duel(&armed("Sweeping Slashing scythe", "scythe"), &json!({ "max_hp": 2, "ac": 6 }), "C4");
    stage["creatures"]["Next"] = json!({ "set": { "max_hp": 2, "ac": 6 } });
    stage["at"]["Next"] = json!("D4");
    stage["battle"]["order"] = json!(["Ana", "Foe", "Next", "Bea"]);
    Yard::new(stage, json!([{ "strike": { "who": 0, "target": 2 } }])).agrees();
}

/// Somebody with magic, somebody it is for.
fn magic(set: &Value) -> Value {
    json!({ "heroes": { "Oswin": { "set": set }, "Zoe": { "set": { "constitution": 2 } } } })
}

#[test]
fn a_spell_that_may_miscast_and_be_cast_again_by_a_siphon() {
    let stage = magic(&json!({ "magic_dice": 1, "instability": 1, "spells": ["Hush-Whisper"] }));
    let cast = json!({ "cast": { "who": 0, "spell": "Hush-Whisper", "dice": 1, "target": 1 } });
    Yard::new(stage, json!([cast])).agrees();
}

#[test]
fn a_spell_with_a_save_against_it() {
    let mut stage = magic(&json!({ "magic_dice": 1, "spells": ["Kindle"] }));
    stage["creatures"] = json!({ "Foe": { "set": { "max_hp": 5 } } });
    Yard::new(stage, json!([{ "cast": { "who": 0, "spell": "Kindle", "dice": 1, "target": 2 } }])).agrees();
}

#[test]
fn an_improvised_casting() {
    let mut stage = magic(&json!({ "intelligence": 3, "magic_dice": 1 }));
    stage["creatures"] = json!({ "Foe": { "set": { "max_hp": 5 } } });
    let wish =
        json!({ "who": 0, "wish": "frost", "dice": 1, "skill": "arcana", "like": "Mend", "target": 2 });
    Yard::new(stage, json!([{ "improvise": wish }])).agrees();
}

#[test]
fn hiding_in_the_dark() {
    let mut stage = duel(&json!({ "dexterity": 3, "constitution": 2 }), &json!({ "max_hp": 2 }), "H8");
    stage["trackers"] = json!({ "board": { "light": "darkness" } });
    let script = json!([{ "hide": { "who": 0 } }, { "end_turn": { "who": 0 } }]);
    Yard::new(stage, script).agrees();
}

#[test]
fn a_few_rounds_of_dying() {
    let stage = json!({ "heroes": { "Ana": { "set": { "constitution": 2, "hp": -1 } } } });
    let yard = Yard::new(stage, json!([{ "rounds_pass": { "rounds": 3 } }]));
    let told = |at: At<'_, DieTrying>| {
        let live = &at.state.creatures[0].live;
        // When somebody wakes hangs on the hours alone.
        (live.hp, matches!(live.fate, die_trying::state::Fate::Stable(_)))
    };
    let (with, without) = (yard.odds(MARKED, Play::Instinct, &told), yard.odds(PLAIN, Play::Instinct, &told));
    assert!(with.outcomes.len() > 3);
    for (known, _) in &with.outcomes {
        assert_eq!(with.chance(|told| told == known), without.chance(|told| told == known));
    }
}

/// Attack +3 against AC 7 with 1d6: 49/20 on average, 14/5 with Deadly. Nobody else is in reach of a
/// fumble, and those that hit the target count too: a tenth of the time, half of those.
#[test]
fn the_mean_damage_of_a_strike() {
    for (weapon, name, (up, down)) in
        [("Finesse Slashing axe", "axe", (49, 20)), ("Deadly Slashing axe", "axe", (14, 5))]
    {
        let mut stage = duel(&armed(weapon, name), &json!({ "max_hp": 90, "ac": 7 }), "C4");
        stage["house"] = json!({ "critfail_includes_target": "off" });
        let (sum, total) = Yard::new(stage, json!([{ "strike": { "who": 0, "target": 2 } }])).mean_loss(2);
        assert_eq!(sum * down, up * total, "{weapon}");
    }
}

/// Initiative of a hero and two goblins as quick as each other: those who are tied throw again for as long as it
/// takes, which is solved and not cut off. Every order has the share that counting the three d10 gives, ties of the
/// goblins shared out evenly.
#[test]
fn lots_thrown_again_are_solved_exactly() {
    let goblin = json!({ "set": { "perception_bonus": 0, "dexterity": 0 } });
    let stage = json!({
        "heroes": { "Ana": { "set": { "wisdom": 1, "dexterity": 0 } } },
        "creatures": { "Foe": goblin, "Next": goblin },
    });
    let yard = Yard::new(stage, json!([{ "fight": { "fighters": [0, 1, 2] } }]));
    let order = |at: At<'_, DieTrying>| -> Vec<u16> {
        let battle = at.state.battle.as_ref().expect("a fight has begun");
        battle.order.places().iter().map(|place| place.who.0).collect()
    };
    let odds = yard.odds(MARKED, Play::Instinct, &order);
    assert_eq!(odds.unresolved.to_string(), "0", "nothing is left open");
    // A thousand throws, a hundred of them tied; of the last lot of a tie only matters whom it beats.
    assert!(odds.runs < 6_000, "{} runs", odds.runs);
    // Wisdom 1, Untrained: +0 for all three. Equal to the hero, a goblin comes after; equal to the other, half the time.
    let mut counted: BTreeMap<Vec<u16>, u64> = BTreeMap::new();
    for (ana, foe, next) in (1..=1000_u16).map(|n| (n % 10, n / 10 % 10, n / 100 % 10)) {
        for lot in [0, 1] {
            let mut all = [(ana, 2, 0), (foe, lot, 1), (next, 1 - lot, 2)];
            all.sort_by_key(|(total, luck, _)| std::cmp::Reverse((*total, *luck)));
            *counted.entry(all.map(|(_, _, who)| who).to_vec()).or_default() += 1;
        }
    }
    assert_eq!(counted.len(), 6);
    for (order, ways) in counted {
        let share = odds.chance(|told| *told == order);
        assert_eq!(share, Ratio::new(ways.into(), 2000_u64.into()).expect("a share"), "{order:?}");
    }
}
