//! The sanity numbers S1 to S15, exactly and from the rules themselves: each is the chance of a command, explored to
//! the last face.

use std::collections::BTreeMap;
use std::hash::Hash;

use boneyard_table::odds::{Effort, Explorer, Odds, Play, Query};
use boneyard_table::story::Story;
use boneyard_table::{At, Cx, Flow, Game, Playable, Seat, Who};
use dead_weight::DeadWeight;
use dead_weight::book::Book;
use dead_weight::command::Command;
use dead_weight::magic::mishap;
use dead_weight::roll::next_size;
use dead_weight::state::{Attribute, Live, State};
use serde_json::{Value, json};

const BO: Who = Who(0);

struct Scene {
    book: Book,
    state: State,
}

impl Scene {
    /// Bo with these values, and whatever else the stage says.
    fn of(bo: &str, rest: &str) -> Self {
        let text = format!("story = \"\"\ngame = \"dead-weight\"\n[heroes.Bo]\nset = {{ {bo} }}\n{rest}\n");
        let stage = Story::read(&text).expect("the stage can be read").stage;
        let book = DeadWeight::book(&[]).expect("the game's own content is sound");
        let state = DeadWeight::stage(&book, &stage, &BTreeMap::new()).expect("the stage can be set");
        Self { book, state }
    }

    fn explore<O: Clone + Ord + Hash>(
        &self,
        play: Play<'_, O>,
        script: &dyn Fn(&mut Cx<'_, DeadWeight>) -> Flow,
        outcome: &dyn Fn(At<'_, DeadWeight>) -> O,
    ) -> Odds<O> {
        let query = Query { start: At { state: &self.state, book: &self.book }, script, outcome, play };
        Explorer::new(query, Effort::default()).odds().expect("these odds can be told")
    }

    /// The chance that something holds after a command, everybody acting by instinct.
    fn chance(&self, command: Value, holds: impl Fn(&State) -> bool) -> String {
        let command: Command = serde_json::from_value(command).expect("a command can be read");
        let script = |cx: &mut Cx<'_, DeadWeight>| DeadWeight::resolve(cx, Seat::GM, command.clone());
        let odds = self.explore(Play::Instinct, &script, &|at| holds(at.state));
        odds.chance(|held| *held).to_string()
    }

    /// The chance of a success where both sides play their best.
    fn best(&self, command: Value) -> String {
        let command: Command = serde_json::from_value(command).expect("a command can be read");
        let script = |cx: &mut Cx<'_, DeadWeight>| DeadWeight::resolve(cx, Seat::GM, command.clone());
        let worth = |won: &bool| smallvec::smallvec![i64::from(*won)];
        let odds = self.explore(Play::Best { side: 0, worth: &worth }, &script, &|at| success(at.state));
        odds.chance(|won| *won).to_string()
    }
}

fn test(attribute: &str, dice: u8) -> Value {
    json!({ "test": { "who": 0, "attribute": attribute, "dice": dice } })
}

fn success(state: &State) -> bool {
    state.last.as_ref().is_some_and(|last| last.outcome == "success")
}

fn great(state: &State) -> bool {
    state.last.as_ref().is_some_and(|last| last.great)
}

fn critical(state: &State) -> bool {
    state.last.as_ref().is_some_and(|last| last.critical)
}

fn tired(state: &State) -> bool {
    state.live(BO).fatigue.each().any(|(_, marks)| marks > 0)
}

fn wounds(live: &Live) -> u8 {
    live.wounds.each().map(|(_, wounds)| wounds).sum()
}

/// Bo with so many dice in STR.
fn strong(dice: u8) -> Scene {
    Scene::of(&format!("score = {{ STR = {dice} }}"), "")
}

#[test]
fn s1_success_with_one_to_five_dice() {
    let chances = [1, 2, 3, 4, 5].map(|dice| strong(dice).chance(test("STR", dice), success));
    assert_eq!(chances, ["1/2", "3/4", "7/8", "15/16", "31/32"]);
}

#[test]
fn s2_great_success_with_two_to_four_dice() {
    let chances = [2, 3, 4].map(|dice| strong(dice).chance(test("STR", dice), great));
    assert_eq!(chances, ["1/36", "2/27", "19/144"]);
}

#[test]
fn s3_critical_failure_with_one_to_four_dice() {
    let chances = [1, 2, 3, 4].map(|dice| strong(dice).chance(test("STR", dice), critical));
    assert_eq!(chances, ["1/6", "5/36", "19/216", "65/1296"]);
}

#[test]
fn s4_fatigue_of_a_full_pool_with_one_to_four_dice() {
    let chances = [1, 2, 3, 4].map(|dice| strong(dice).chance(test("STR", dice), tired));
    assert_eq!(chances, ["1/3", "5/9", "19/27", "65/81"]);
}

#[test]
fn s5_zero_dice_succeed_fail_badly_and_tire() {
    let scene = Scene::of("score = { STR = 1, DEX = 1, INT = 1, PRE = 1 }, wounds = { STR = 1 }", "");
    let roll = json!({ "test": { "who": 0, "attribute": "STR" } });
    assert_eq!(scene.chance(roll.clone(), success), "1/4");
    assert_eq!(scene.chance(roll.clone(), critical), "11/36");
    // The fatigue that is due overflows: it is a second wound.
    assert_eq!(scene.chance(roll, |state| wounds(state.live(BO)) > 1), "4/9");
}

#[test]
fn s6_a_success_that_does_not_tire_with_all_three_dice_or_safe_with_two() {
    let unhurt = |state: &State| success(state) && !tired(state);
    assert_eq!(strong(3).chance(test("STR", 3), unhurt), "7/27");
    assert_eq!(strong(3).chance(test("STR", 2), unhurt), "3/4");
}

/// A fraction as it is told.
fn parts(told: &str) -> (u64, u64) {
    let (over, under) = told.split_once('/').unwrap_or((told, "1"));
    (over.parse().expect("a number"), under.parse().expect("a number"))
}

#[test]
fn s7_average_uses_of_every_usage_die() {
    // On each size the uses are a run until it steps down; what it steps down to goes on.
    let mut average = BTreeMap::from([(0u8, (0, 1))]);
    for size in [4u8, 6, 8, 10, 12, 20] {
        let scene = Scene::of(&format!("items = [\"holy water\"], \"holy water.die\" = {size}"), "");
        let smaller = next_size(size);
        let steps = scene.chance(json!({ "spend": { "who": 0, "item": 0 } }), |state| {
            state.live(BO).items[0].die == smaller
        });
        let (over, under) = parts(&steps);
        let (uses, of) = average[&smaller];
        average.insert(size, (uses * over + under * of, of * over));
    }
    let uses: Vec<u64> = [4, 6, 8, 10, 12, 20]
        .iter()
        .map(|size| {
            let (over, under) = average[size];
            assert_eq!(over % under, 0, "Ud{size} is a whole number of uses");
            over / under
        })
        .collect();
    assert_eq!(uses, [2, 5, 9, 14, 20, 30]);
}

#[test]
fn s8_one_proficiency_where_nothing_hit() {
    let scene = Scene::of("score = { STR = 2 }, proficiency = { STR = 1 }", "");
    assert_eq!(scene.best(test("STR", 2)), "7/8");
}

#[test]
fn s9_one_disadvantage_on_the_only_hit() {
    let with = |dice: u8| {
        let roll = json!({ "test": { "who": 0, "attribute": "STR", "dice": dice, "disadvantages": 1 } });
        strong(dice).best(roll)
    };
    assert_eq!([with(2), with(3)], ["1/2", "11/16"]);
}

#[test]
fn s10_two_wounds_against_two_armor_points() {
    let scene = Scene::of("score = { STR = 3 }, items = [\"padded armor\"]", "");
    let harm = json!({ "harm": { "who": 0, "wounds": 2, "raw": true } });
    let left = [0, 1, 2].map(|left| scene.chance(harm.clone(), |state| wounds(state.live(BO)) == left));
    assert_eq!(left, ["1/4", "1/2", "1/4"]);
    assert_eq!(scene.chance(harm, |state| state.live(BO).items[0].ap == 1), "5/9");
}

#[test]
fn s11_two_ambush_dice() {
    let camp = "[trackers]\ncamps = 1\nsite = \"The Drowned Chapel\"\ncamp = { points = 0, fire = true }\n\
                [at]\nparty = \"Vestry\"";
    let scene = Scene::of("score = { STR = 2 }", camp);
    let ambushed = |state: &State| state.battle.is_some();
    assert_eq!(scene.chance(json!("break_camp"), ambushed), "11/36");
    let surprised = |state: &State| {
        let clash = state.expedition.clash;
        clash.is_some_and(|clash| clash.start == dead_weight::state::Start::Surprised)
    };
    assert_eq!(scene.chance(json!("break_camp"), surprised), "1/36");
}

#[test]
fn s12_a_mishap_of_level_1_brings_a_demon() {
    let scene = Scene::of("score = { STR = 2, DEX = 1, INT = 2, PRE = 2 }", "");
    let script = |cx: &mut Cx<'_, DeadWeight>| mishap(cx, BO, 1, true);
    let odds = scene.explore(Play::Instinct, &script, &|at| at.state.battle.is_some());
    assert_eq!(odds.chance(|fight| *fight).to_string(), "2/9");
}

#[test]
fn s13_of_four_who_roll_decay_at_least_one_wakes_the_place() {
    let scene = Scene::of(
        "score = { STR = 2, DEX = 2, INT = 2, PRE = 2 }",
        "[trackers]\ndecay = 4\ndoom = { value = 0, most = 12 }",
    );
    let quiet = |state: &State| state.expedition.at_site().is_some_and(|site| site.doom == 0);
    let (over, under) = parts(&scene.chance(json!({ "pass_turns": { "turns": 1 } }), quiet));
    // Each rolls for themselves: nobody, four times over.
    assert_eq!((under.pow(4) - over.pow(4), under.pow(4)), (671, 1296));
}

#[test]
fn s14_the_terrified_with_two_dice() {
    let scene = Scene::of("score = { STR = 2 }, afflictions = [\"Terrified\"]", "");
    assert_eq!(scene.chance(test("STR", 2), success), "5/9");
}

#[test]
fn s15_a_falchion_on_a_fresh_corpse() {
    let fight = "[creatures.Corpse]\nlike = \"Freshly Risen Corpse\"\n[at]\nBo = \"C3\"\nCorpse = \"C4\"\n\
                 [battle]\norder = [\"Bo\", \"Corpse\"]\nturn = \"Bo\"";
    let bo = "score = { STR = 3 }, items = [\"falchion\"], \"falchion.place\" = \"right hand\", \
              \"falchion.wielded\" = true";
    let scene = Scene::of(bo, fight);
    let attack = json!({ "attack": { "who": 0, "target": 1, "item": 0 } });
    let command: Command = serde_json::from_value(attack).expect("a command can be read");
    let script = |cx: &mut Cx<'_, DeadWeight>| DeadWeight::resolve(cx, Seat::GM, command.clone());
    let odds = scene.explore(Play::Instinct, &script, &|at| at.state.live(Who(1)).hits);
    let counted = [0, 2, 3, 4].map(|hits| odds.chance(|known| *known == hits).to_string());
    assert_eq!(counted, ["1/8", "173/432", "7/16", "1/27"]);
    assert_eq!(scene.state.one(BO).available(Attribute::Str), 3);
}
