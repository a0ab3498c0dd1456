//! Exact odds of readings, contests and help, by the rules themselves, equal to numbers worked out by full
//! enumeration; and odds with marks are the odds without them.

use boneyard_table::frame::Seeds;
use boneyard_table::odds::{Effort, Explorer, Odds, Play, Query};
use boneyard_table::story::Story;
use boneyard_table::table::{AnyGame, GameOf};
use boneyard_table::{At, Cx, Flow, Playable, Seat, Who};
use guts_plus::GutsPlus;
use guts_plus::book::Book;
use guts_plus::command::{Command, resolve};
use guts_plus::house::BonusDiceChain;
use guts_plus::roll::{check_doubles, contest_scale};
use guts_plus::state::{Helper, Scale, Side, State};
use serde_json::{Value, json};

static GAME: GameOf<GutsPlus> = GameOf::new();

const MARKED: Effort = Effort { marks: true, audit: true, most_runs: 3_000_000, rounds: 4 };
const PLAIN: Effort = Effort { marks: false, audit: false, ..MARKED };

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
        Self { state, book: GutsPlus::book(&[]).expect("ours"), commands }
    }

    fn ask<O: Clone + Ord + std::hash::Hash>(
        &self,
        effort: Effort,
        outcome: &dyn Fn(At<'_, GutsPlus>) -> O,
        worth: Option<&dyn Fn(&O) -> i64>,
    ) -> Odds<O> {
        let script = |cx: &mut Cx<'_, GutsPlus>| -> Flow {
            let mut commands = self.commands.iter().enumerate();
            // A mark speaks of what is left of one command; which one it is must be said.
            commands
                .try_for_each(|(nth, command)| cx.within(nth, |cx| resolve(cx, Seat::GM, command.clone())))
        };
        let wanted = |told: &O| smallvec::smallvec![worth.map_or(0, |worth| worth(told))];
        let play = match worth {
            Some(_) => Play::Best { side: 0, worth: &wanted },
            None => Play::Instinct,
        };
        let start = At { state: &self.state, book: &self.book };
        let query = Query { start, script: &script, outcome, play };
        Explorer::new(query, effort).odds().expect("small enough to explore")
    }

    /// The chance of each result, the worst first.
    fn results(&self) -> [String; 5] {
        let odds = self.ask(MARKED, &result, None);
        Scale::ALL.map(|scale| odds.chance(|told| *told == Some(scale)).to_string())
    }

    fn agrees(&self) {
        let worth = |told: &String| i64::from(told.contains("Positive"));
        for worth in [None, Some(&worth as &dyn Fn(&String) -> i64)] {
            let (with, without) = (self.ask(MARKED, &everything, worth), self.ask(PLAIN, &everything, worth));
            assert!(with.outcomes.len() > 1, "nothing hangs on the dice");
            for (known, _) in &without.outcomes {
                let same = |told: &String| told == known;
                assert_eq!(with.chance(same), without.chance(same), "{known}");
            }
        }
    }
}

fn result(at: At<'_, GutsPlus>) -> Option<Scale> {
    at.state.last.as_ref().map(|last| last.outcome)
}

/// Everything a roll may leave behind.
fn everything(at: At<'_, GutsPlus>) -> String {
    let all = at.state.creatures.iter().map(|one| {
        let live = &one.live;
        format!("{} {:?} {:?} {:?} {:?}", live.xp, live.le, live.parts, live.conditions.len(), live.out)
    });
    let last = at.state.last.as_ref().map(|last| (last.outcome, last.achieved));
    format!("{last:?} {}", all.collect::<String>())
}

fn check(level: u8) -> Yard {
    let stage = json!({ "heroes": { "Bo": { "set": { "gumption": level } } } });
    Yard::new(stage, json!([{ "check": { "who": 0, "what": "lift", "quality": "Gumption" } }]))
}

fn contest(own: &Value, other: &Value) -> Yard {
    let stage = json!({ "heroes": { "Bo": { "set": own } }, "creatures": { "Rat": { "set": other } } });
    let against = json!([{ "who": 1, "quality": "Gumption" }]);
    let call = json!({ "who": 0, "what": "shove", "quality": "Gumption", "against": against });
    Yard::new(stage, json!([{ "contest": call }]))
}

#[test]
fn readings_with_the_best_use_of_bonus_dice() {
    assert_eq!(check(1).results(), ["1/6", "1/6", "1/6", "1/3", "1/6"]);
    assert_eq!(check(2).results(), ["1/36", "1/18", "37/216", "73/108", "5/72"]);
    assert_eq!(check(3).results(), ["2/27", "37/324", "11/324", "5/9", "2/9"]);
    assert_eq!(check(4).results(), ["7/432", "149/3888", "511/5184", "9353/15552", "1909/7776"]);
    assert_eq!(check(5).results(), ["113/3888", "817/15552", "4181/279936", "1585/3456", "7783/17496"]);
}

/// The stories ask for these as fractions; here they are as the list of rules has them.
#[test]
fn readings_of_higher_qualities_round_to_the_known_numbers() {
    let known = [
        ["0.007094478738", "0.017677254801", "0.050299096143", "0.533229123006", "0.391700047312"],
        ["0.009193172725", "0.018062594201", "0.015835663231", "0.372123234649", "0.584785335193"],
        ["0.002372169194", "0.006037358804", "0.020032668530", "0.439174630917", "0.532383172554"],
        ["0.002172718844", "0.005211531479", "0.010605545986", "0.286507868756", "0.695502334935"],
        ["0.000574304550", "0.001686541400", "0.008257845923", "0.340816257281", "0.648665050846"],
    ];
    let stories = [
        include_str!("../stories/odds/six_dice.toml"),
        include_str!("../stories/odds/seven_dice.toml"),
        include_str!("../stories/odds/eight_dice.toml"),
        include_str!("../stories/odds/nine_dice.toml"),
        include_str!("../stories/odds/ten_dice.toml"),
    ];
    for (story, known) in stories.into_iter().zip(known) {
        let story = Story::read(story).expect("a story can be read");
        let asked: Vec<&Value> = story.odds.iter().map(|asked| &asked.outcome).collect();
        assert_eq!(asked, ["negative", "failure", "near", "full", "positive"], "{}", story.title);
        let told: Vec<String> = story.odds.iter().map(|asked| rounded(&asked.is)).collect();
        assert_eq!(told, known, "{}", story.title);
    }
}

/// A fraction rounded to twelve places.
fn rounded(fraction: &str) -> String {
    let (up, down) = fraction.split_once('/').expect("a fraction");
    let whole = |number: &str| number.parse::<u128>().expect("a whole number");
    let (up, down) = (whole(up), whole(down));
    format!("0.{:012}", (up * 2_000_000_000_000 + down) / (2 * down))
}

#[test]
fn whoever_wants_the_most_can_do_no_better_than_what_is_offered() {
    for level in 1..=4 {
        let yard = check(level);
        let offered = yard.ask(MARKED, &result, None);
        for scale in [Scale::Near, Scale::Full, Scale::Positive] {
            let least = |told: &Option<Scale>| told.is_some_and(|told| told >= scale);
            let worth = |told: &Option<Scale>| i64::from(least(told));
            let best = yard.ask(MARKED, &result, Some(&worth));
            assert_eq!(best.chance(least), offered.chance(least), "{level} dice, {scale:?}");
        }
    }
}

#[test]
fn contests_of_even_sides() {
    let known = ["1/6", "1/4", "1/6", "1/3", "1/12"];
    assert_eq!(contest(&json!({}), &json!({})).results(), known);
    let two = json!({ "gumption": 2 });
    let known = ["6089/23328", "8695/46656", "2455/23328", "6037/23328", "2933/15552"];
    assert_eq!(contest(&two, &two).results(), known);
    let afraid = json!({ "conditions": ["Afraid"] });
    assert_eq!(contest(&afraid, &json!({})).results(), ["5/18", "11/36", "5/36", "1/4", "1/36"]);
}

#[test]
fn experience_comes_with_failed_dice() {
    for (level, known) in [(1, "1/3"), (2, "5/9"), (3, "19/27")] {
        let odds = check(level).ask(MARKED, &|at| at.state.creatures[0].live.xp, None);
        assert_eq!(odds.chance(|xp| *xp == 1).to_string(), known);
    }
}

#[test]
fn help_of_two_dice_for_three() {
    let stage = json!({ "heroes": {
        "Bo": { "set": { "gumption": 3 } }, "Cy": { "set": { "gumption": 4 } },
    } });
    let call = json!({ "who": 0, "what": "lift", "quality": "Gumption", "help": [1] });
    let yard = Yard::new(stage, json!([{ "check": call }]));
    // Bonus dice are not kept once it is over: they show in what was told of the roll.
    let paired = |at: At<'_, GutsPlus>| at.state.last.as_ref().map(|last| last.bonus);
    let odds = yard.ask(MARKED, &paired, None);
    let chance = |dice: u8| odds.chance(|told| *told == Some(dice)).to_string();
    assert_eq!([chance(0), chance(1), chance(2)], ["1345/7776", "785/1296", "1721/7776"]);
}

/// The chance of each result for somebody who would rather have no bonus dice: none are rolled.
fn without_doubles(level: u8) -> [String; 5] {
    let told = |at: At<'_, GutsPlus>| at.state.last.as_ref().map(|last| (last.outcome, last.bonus));
    let worth = |told: &Option<(Scale, u8)>| told.map_or(0, |(_, bonus)| -i64::from(bonus));
    let odds = check(level).ask(MARKED, &told, Some(&worth));
    Scale::ALL.map(|scale| odds.chance(|told| *told == Some((scale, 0))).to_string())
}

#[test]
fn readings_without_doubles() {
    assert_eq!(without_doubles(1), ["1/6", "1/6", "1/6", "1/3", "1/6"]);
    assert_eq!(without_doubles(2), ["1/36", "1/12", "7/36", "2/3", "1/36"]);
    assert_eq!(without_doubles(3), ["2/27", "5/27", "11/108", "61/108", "2/27"]);
}

#[test]
fn doubles_of_two_three_and_four_dice() {
    let bonus = |at: At<'_, GutsPlus>| at.state.last.as_ref().map(|last| last.bonus);
    let chances = |level: u8| {
        let odds = check(level).ask(MARKED, &bonus, None);
        [0, 1, 2].map(|dice| odds.chance(|told| *told == Some(dice)).to_string())
    };
    assert_eq!(chances(2), ["31/36", "5/36", "0"]);
    assert_eq!(chances(3), ["17/27", "10/27", "0"]);
    assert_eq!(chances(4), ["167/432", "365/648", "65/1296"]);
}

fn share(count: u32, of: u32) -> String {
    let part = boneyard_dice::Ratio::new(u64::from(count).into(), u64::from(of).into());
    part.expect("out of something").to_string()
}

/// Two against two, every throw there is, doubles left alone by both.
#[test]
fn contests_of_two_against_two_without_doubles() {
    let mut counts = [0u32; 5];
    let faces = || (1..=6u8).flat_map(|one| (1..=6u8).map(move |other| one + other));
    for (own, other) in faces().flat_map(|own| faces().map(move |other| (own, other))) {
        let scale = contest_scale(i16::from(own) - i16::from(other));
        counts[Scale::ALL.iter().position(|known| *known == scale).expect("one of five")] += 1;
    }
    let share = |count: u32| share(count, 1296);
    assert_eq!(counts.map(share), ["155/648", "265/1296", "73/648", "41/144", "103/648"]);
}

/// Three dice and two of a friend's: whether any of the friend's pairs one of the three.
#[test]
fn a_double_across_is_possible() {
    let mut possible = 0u32;
    for throw in 0..6u32.pow(5) {
        let face = |nth: u32| (throw / 6u32.pow(nth) % 6 + 1) as u8;
        let mut side = Side::new(Who(0), None, 0);
        side.dice = [face(0), face(1), face(2)].into_iter().collect();
        let dice = [face(3), face(4)].into_iter().collect();
        side.helpers.push(Helper { who: Who(1), quality: 0, pool: 2, dice });
        let across = |face: u8| check_doubles(&side, &[], &[face], &[], BonusDiceChain::Off).is_ok();
        possible += u32::from((1..=6).any(across));
    }
    assert_eq!(share(possible, 6u32.pow(5)), "851/1296");
}

#[test]
fn marks_forget_nothing_that_matters() {
    check(3).agrees();
    contest(&json!({ "gumption": 2, "conditions": ["Afraid"] }), &json!({ "gumption": 2 })).agrees();
    let stage = json!({ "heroes": {
        "Bo": { "set": { "gumption": 2, "conditions": ["Terrified"] } }, "Cy": { "set": { "gumption": 2 } },
    } });
    let call = json!({ "who": 0, "what": "lift", "quality": "Gumption", "help": [1] });
    Yard::new(stage, json!([{ "check": call }])).agrees();
}

#[test]
fn marks_forget_nothing_in_an_attack() {
    let stage = json!({
        "heroes": { "Bo": { "set": { "items": ["knife"] } } },
        "creatures": { "Rat": { "set": { "parts": { "Head": 1 }, "worn": ["helmet"], "helmet.marks": 1 } } },
    });
    let call = json!({ "who": 0, "target": 1, "means": "knife", "part": "Head" });
    Yard::new(stage, json!([{ "attack": call.clone() }, { "attack": call }])).agrees();
}

#[test]
fn marks_forget_nothing_where_things_let_dice_be_thrown_again() {
    let ada = json!({ "worn": ["amulet of second chances"], "thought": 2 });
    let cal = json!({ "items": ["lucky dagger"] });
    let stage = json!({
        "heroes": { "Ada": { "set": ada }, "Cal": { "set": cal } },
        "creatures": { "Rat": {} },
    });
    let recall = json!({ "check": { "who": 0, "what": "recall a name", "quality": "Thought" } });
    Yard::new(stage.clone(), json!([recall])).agrees();
    let stab = json!({ "attack": { "who": 1, "target": 2, "means": "lucky dagger", "part": "Torso" } });
    Yard::new(stage, json!([stab])).agrees();
}

#[test]
fn marks_forget_nothing_where_bonus_dice_pair_in_turn() {
    let stage = json!({
        "heroes": { "Bo": { "set": { "gumption": 2 } } }, "house": { "bonus_dice_chain": "on" },
    });
    Yard::new(stage, json!([{ "check": { "who": 0, "what": "lift", "quality": "Gumption" } }])).agrees();
}

#[test]
fn marks_forget_nothing_of_who_goes_first() {
    let stage = json!({ "heroes": { "Bo": {} }, "creatures": { "Rat": {} } });
    let yard = Yard::new(stage, json!([{ "begin_combat": { "fighters": [0, 1] } }]));
    let order = |at: At<'_, GutsPlus>| format!("{:?}", at.state.battle);
    let (with, without) = (yard.ask(MARKED, &order, None), yard.ask(PLAIN, &order, None));
    assert!(with.outcomes.len() > 1, "nothing hangs on the dice");
    for (known, _) in &without.outcomes {
        assert_eq!(with.chance(|told| told == known), without.chance(|told| told == known), "{known}");
    }
}
