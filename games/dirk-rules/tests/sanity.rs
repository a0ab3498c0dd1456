//! Numbers worked out by hand, against the rules themselves: means, long runs, and that marks
//! forget nothing.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hash::Hash;

use boneyard_table::odds::{Effort, Explorer, Odds, Play, Query, Worth};
use boneyard_table::story::Story;
use boneyard_table::{At, Cx, Flow, Game, Playable, Seat, Who};
use dirk_rules::DirkRules;
use dirk_rules::book::Book;
use dirk_rules::combat::Attack;
use dirk_rules::combat::EndTurn;
use dirk_rules::health::injure_random;
use dirk_rules::state::{State, Wear, With};

const TAM: Who = Who(0);
const FOE: Who = Who(1);
const NO_MARKS: Effort = Effort { marks: false, audit: false, most_runs: 2_000_000, rounds: 4 };

struct Scene {
    book: Book,
    state: State,
}

impl Scene {
    /// Tam against a foe who lies there and takes it.
    fn helpless(tam: &str) -> Self {
        Self::set(tam, "hp = 100, passed_out = true", "")
    }

    fn set(tam: &str, foe: &str, house: &str) -> Self {
        // Blows at somebody who lies there are of interest, so the battle goes on until the referee ends it.
        let house = [house, "battle_end = \"referee\""].into_iter().filter(|rule| !rule.is_empty());
        let house = house.collect::<Vec<_>>().join(", ");
        let text = format!(
            "story = \"\"\ngame = \"dirk-rules\"\nhouse = {{ {house} }}\n[heroes.Tam]\nset = {{ {tam} }}\n\
             [creatures.Foe]\nset = {{ {foe} }}\n[battle]\norder = [\"Tam\", \"Foe\"]\n"
        );
        let stage = Story::read(&text).expect("the stage can be read").stage;
        let book = DirkRules::book(&[]).expect("the game's own content is sound");
        let state = DirkRules::stage(&book, &stage, &BTreeMap::new()).expect("the stage can be set");
        Self { book, state }
    }

    fn explore<O: Clone + Ord + Hash>(
        &self,
        effort: Effort,
        play: Play<'_, O>,
        script: &dyn Fn(&mut Cx<'_, DirkRules>) -> Flow,
        outcome: &dyn Fn(At<'_, DirkRules>) -> O,
    ) -> Odds<O> {
        let query = Query { start: At { state: &self.state, book: &self.book }, script, outcome, play };
        Explorer::new(query, effort).odds().expect("these odds can be told")
    }

    fn damage(&self) -> Odds<u16> {
        let outcome = |at: At<'_, DirkRules>| 100 - at.state.live(FOE).hp;
        self.explore(Effort::default(), Play::Instinct, &|cx| attack(cx, TAM, FOE, With::Item(0)), &outcome)
    }
}

fn attack(cx: &mut Cx<'_, DirkRules>, who: Who, target: Who, with: With) -> Flow {
    DirkRules::resolve(cx, Seat::GM, Attack { who, with, target, let_break: false }.into())
}

fn end_turn(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    DirkRules::resolve(cx, Seat::GM, EndTurn { who }.into())
}

fn broken(state: &State) -> bool {
    state.live(TAM).items[0].wear != Wear::Whole
}

/// The mean as a fraction in its lowest terms.
fn mean(odds: &Odds<u16>) -> (u128, u128) {
    let number = |weight: &dyn ToString| weight.to_string().parse::<u128>().expect("a small weight");
    let sum: u128 = odds.outcomes.iter().map(|(damage, weight)| u128::from(*damage) * number(weight)).sum();
    let total = number(&odds.total);
    let (mut a, mut b) = (sum, total);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    (sum / a, total / a)
}

#[test]
fn a_sword_does_four_and_a_trained_one_four_and_four_fifths() {
    let plain = Scene::helpless("hands = [\"sword\"]").damage();
    assert_eq!(mean(&plain), (4, 1));
    let trained = "hands = [\"sword\"], backgrounds = [{ kind = \"weapon training\", of = \"sword\" }]";
    assert_eq!(mean(&Scene::helpless(trained).damage()), (24, 5));
}

#[test]
fn a_knife_does_three_and_a_half_and_a_trained_one_nearly_five() {
    let plain = Scene::helpless("hands = [\"knife\"]").damage();
    assert_eq!(mean(&plain), (7, 2));
    let trained = "hands = [\"knife\"], backgrounds = [{ kind = \"weapon training\", of = \"knife\" }]";
    assert_eq!(mean(&Scene::helpless(trained).damage()), (39, 8));
}

#[test]
fn one_sword_hit_injures_a_named_target_seven_times_in_ten() {
    let scene = Scene::set("hands = [\"sword\"]", "named = true, reactions = 0", "");
    let hurt =
        |at: At<'_, DirkRules>| at.state.live(FOE).parts.iter().any(|part| *part != Default::default());
    let odds =
        scene.explore(Effort::default(), Play::Instinct, &|cx| attack(cx, TAM, FOE, With::Item(0)), &hurt);
    assert_eq!(odds.chance(|hurt| *hurt).to_string(), "7/10");
}

#[test]
fn a_new_sword_rarely_breaks_within_ten_attacks() {
    let scene = Scene::helpless("hands = [\"sword\"]");
    let ten = |cx: &mut Cx<'_, DirkRules>| {
        for nth in 0..10 {
            if broken(cx.state()) {
                break;
            }
            cx.within((nth, "attack"), |cx| attack(cx, TAM, FOE, With::Item(0)))?;
            cx.within((nth, "turn"), |cx| end_turn(cx, TAM))?;
        }
        Ok(())
    };
    let odds = scene.explore(Effort::default(), Play::Instinct, &ten, &|at| broken(at.state));
    assert_eq!(odds.chance(|broken| *broken).to_string(), "1180409/9765625");
    assert!(odds.runs < 10_000, "{} runs: a mark is missing", odds.runs);
}

#[test]
fn three_random_injuries_seldom_kill_and_five_often_do() {
    let scene = Scene::set("", "", "");
    let dead_within = |injuries: u8| {
        let script = |cx: &mut Cx<'_, DirkRules>| {
            for _ in 0..injuries {
                if !cx.state().live(TAM).dead {
                    injure_random(cx, TAM)?;
                }
            }
            Ok(())
        };
        let odds = scene.explore(Effort::default(), Play::Instinct, &script, &|at| at.state.live(TAM).dead);
        odds.chance(|dead| *dead).to_string()
    };
    assert_eq!(dead_within(2), "0");
    assert_eq!(dead_within(3), "1/36");
    assert_eq!(dead_within(4), "7/72");
    assert_eq!(dead_within(5), "23/108");
}

/// What of a scene can come out differently.
fn told(at: At<'_, DirkRules>) -> impl Clone + Ord + Hash + Debug + use<> {
    let of = |who: Who| {
        let live = at.state.live(who);
        let things: Vec<(u8, bool)> =
            live.items.iter().map(|item| (item.pool, item.wear == Wear::Whole)).collect();
        (live.hp, live.scores, live.reactions, live.parts, live.dead, live.down, things)
    };
    (of(TAM), of(FOE))
}

/// Explores with marks and without, and compares. Gives how often a mark saved work.
fn agrees<O: Clone + Ord + Hash + Debug>(
    name: &str,
    scene: &Scene,
    play: &dyn Fn() -> Play<'static, O>,
    script: &dyn Fn(&mut Cx<'_, DirkRules>) -> Flow,
    outcome: &dyn Fn(At<'_, DirkRules>) -> O,
) -> u64 {
    let with = scene.explore(Effort::default(), play(), script, outcome);
    let without = scene.explore(NO_MARKS, play(), script, outcome);
    let shares = |odds: &Odds<O>| -> Vec<(O, String)> {
        let one = |(known, _): &(O, _)| (known.clone(), odds.chance(|outcome| outcome == known).to_string());
        odds.outcomes.iter().map(one).collect()
    };
    assert_eq!(shares(&with), shares(&without), "{name}");
    with.reused
}

#[test]
fn marks_forget_nothing_that_matters_to_blows_by_instinct() {
    let blow_for_blow = |cx: &mut Cx<'_, DirkRules>| {
        cx.within("first", |cx| attack(cx, TAM, FOE, With::Item(0)))?;
        cx.within("turn", |cx| end_turn(cx, TAM))?;
        match DirkRules::instinct(cx.at(), FOE) {
            Some(back) => cx.within("back", |cx| DirkRules::resolve(cx, Seat::GM, back)),
            None => Ok(()),
        }
    };
    let armed = [
        ("stick", "hp = 2", ""),
        ("knife", "hp = 3, named = true", ""),
        ("sword", "hp = 4", "reroll_ones = \"once\""),
        ("sword", "hp = 9, passed_out = true", "reroll_ones = \"once\""),
        ("laser pistol", "hp = 9, reactions = 0", "reroll_ones = \"once\""),
    ];
    let mut reused = 0;
    for (weapon, foe, house) in armed {
        let trained = "backgrounds = [{ kind = \"weapon training\", of = \"sword\" }]";
        let tam = format!("hp = 1, hands = [\"{weapon}\"], \"{weapon}.durability\" = 0, {trained}");
        let scene = Scene::set(&tam, foe, house);
        reused += agrees(weapon, &scene, &|| Play::Instinct, &blow_for_blow, &told);
    }
    assert!(reused > 0, "nothing was compared");
}

#[test]
fn marks_forget_nothing_that_matters_to_whoever_plays_best() {
    fn lives(lives: &bool) -> Worth {
        [i64::from(*lives)].into_iter().collect()
    }
    let best = || Play::Best { side: 1, worth: &lives };
    let alive = |at: At<'_, DirkRules>| !at.state.live(FOE).dead;
    let once = |cx: &mut Cx<'_, DirkRules>| attack(cx, TAM, FOE, With::Item(0));
    let mut reused = 0;
    for (weapon, foe) in
        [("stick", "hp = 1"), ("pistol", "hp = 0, hands = [\"small shield\"]"), ("knife", "hp = 2")]
    {
        let scene = Scene::set(&format!("hands = [\"{weapon}\"]"), foe, "");
        reused += agrees(weapon, &scene, &best, &once, &alive);
    }
    assert!(reused > 0, "nothing was compared");
}
