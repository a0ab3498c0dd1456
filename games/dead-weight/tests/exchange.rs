//! The exchange where tokens are at stake: what a defender's tokens are worth, and what bars them.
//! Both sides play their best; the numbers are worked out by hand.

use boneyard_table::odds::{Effort, Explorer, Play, Query};
use boneyard_table::stage::{Being, Stage};
use boneyard_table::{At, Cx, Flow, Playable, Who};
use dead_weight::DeadWeight;
use dead_weight::question::Declared;
use dead_weight::roll::{self, Rolling};
use dead_weight::rules;
use dead_weight::state::{Attribute, Bar, Clash, State};
use serde_json::{Value, json};

fn being(set: &Value) -> Being {
    serde_json::from_value(json!({ "set": set })).expect("a being can be read")
}

/// Brack with some DEX dice, and a foe; either may have tokens.
fn yard(hero: &Value, foe: &Value) -> State {
    let mut stage = Stage::default();
    stage.heroes.insert("Brack".into(), being(hero));
    stage.creatures.insert("Foe".into(), being(foe));
    let book = DeadWeight::book(&[]).expect("ours");
    DeadWeight::stage(&book, &stage, &Default::default()).expect("the stage can be set up")
}

/// The chance that Brack's roll succeeds.
fn success(state: &State, rolling: &Rolling) -> String {
    let book = DeadWeight::book(&[]).expect("ours");
    let script = |cx: &mut Cx<'_, DeadWeight>| -> Flow { roll::make(cx, rolling).map(|_| ()) };
    let outcome =
        |at: At<'_, DeadWeight>| at.state.last.as_ref().is_some_and(|last| last.outcome == "success");
    let worth = |won: &bool| smallvec::smallvec![i64::from(*won)];
    let query = Query {
        start: At { state, book: &book },
        script: &script,
        outcome: &outcome,
        play: Play::Best { side: 0, worth: &worth },
    };
    let effort = Effort { marks: true, audit: true, most_runs: 3_000_000, rounds: 4 };
    Explorer::new(query, effort).odds().expect("small enough").chance(|won| *won).to_string()
}

fn attack(no_shield: Bar) -> Rolling {
    let clash = Clash {
        roller_attacks: true,
        tokens_of: [Who(1)].into_iter().collect(),
        no_shield,
        no_dodge: Bar::Open,
    };
    // Declared beforehand: at one's best one would make an extra effort.
    let declared = Some(Declared { dice: Some(2), ..Declared::default() });
    let check = Rolling::check(Who(0), Attribute::Dex, rules::DW_TOKEN_01);
    Rolling { clash: Some(clash), declared, ..check }
}

#[test]
fn a_shield_token_forces_the_only_hit_to_be_rolled_again() {
    let state = yard(&json!({ "score": { "DEX": 2 } }), &json!({ "shield": 1 }));
    // Two hits stay a success; one hit (18 of 36 throws) is rolled again and stands half the time.
    assert_eq!(success(&state, &attack(Bar::Open)), "1/2");
}

#[test]
fn x_bars_it_and_x_behind_the_plus_only_while_the_dice_are_a_great_success() {
    let state = yard(&json!({ "score": { "DEX": 2 } }), &json!({ "shield": 1 }));
    assert_eq!(success(&state, &attack(Bar::Barred)), "3/4");
    assert_eq!(success(&state, &attack(Bar::WhenCritical)), "1/2");
    // Two tokens can break two hits, but not two 6s.
    let state = yard(&json!({ "score": { "DEX": 2 } }), &json!({ "shield": 2 }));
    assert_eq!(success(&state, &attack(Bar::WhenCritical)), by_hand());
}

/// The same by plain recursion over both faces: two 6s bar the tokens, also when a reroll makes them.
fn by_hand() -> String {
    fn value(a: u32, b: u32, tokens: u32, scale: u64) -> u64 {
        let hit = |face: u32| face >= 4;
        let now = if hit(a) || hit(b) { scale } else { 0 };
        if tokens == 0 || (a == 6 && b == 6) {
            return now;
        }
        let first: u64 = (1..=6).map(|face| value(face, b, tokens - 1, scale / 6)).sum();
        let second: u64 = (1..=6).map(|face| value(a, face, tokens - 1, scale / 6)).sum();
        now.min(first).min(second)
    }
    let total: u64 = (1..=6).flat_map(|a| (1..=6).map(move |b| value(a, b, 2, 36))).sum();
    let (mut numerator, mut denominator) = (total, 36 * 36);
    for prime in [2, 3] {
        while numerator % prime == 0 && denominator % prime == 0 {
            (numerator, denominator) = (numerator / prime, denominator / prime);
        }
    }
    format!("{numerator}/{denominator}")
}

#[test]
fn a_defender_spends_own_tokens_one_by_one() {
    let defend = |tokens: &Value| {
        let mut hero = json!({ "score": { "DEX": 1 } });
        hero.as_object_mut().expect("a map").extend(tokens.as_object().expect("a map").clone());
        let state = yard(&hero, &json!({}));
        let clash = Clash {
            roller_attacks: false,
            tokens_of: [Who(0)].into_iter().collect(),
            no_shield: Bar::Open,
            no_dodge: Bar::Barred,
        };
        let check = Rolling::check(Who(0), Attribute::Dex, rules::DW_TOKEN_01);
        success(&state, &Rolling { clash: Some(clash), declared: Some(Default::default()), ..check })
    };
    assert_eq!(defend(&json!({})), "1/2");
    assert_eq!(defend(&json!({ "shield": 1 })), "3/4");
    assert_eq!(defend(&json!({ "shield": 2 })), "7/8");
    // D: dodge tokens are no use.
    assert_eq!(defend(&json!({ "dodge": 3 })), "1/2");
}

#[test]
fn four_dice_with_two_proficiency_and_a_disadvantage_both_at_their_best() {
    let state = yard(&json!({ "score": { "DEX": 4 }, "proficiency": { "DEX": 2 } }), &json!({}));
    let declared = Some(Declared { dice: Some(4), ..Declared::default() });
    let test = Rolling::test(Who(0), Attribute::Dex, rules::DW_TEST_13);
    assert_eq!(success(&state, &Rolling { disadvantages: 1, declared, ..test }), fold());
}

/// The same game by plain recursion over hits among four dice: only hits matter to success.
fn fold() -> String {
    // Chance of success times 2^k, with h hits of 4, p player rerolls and d disadvantages left,
    // whose turn it is and whether the other side has just passed.
    fn play(h: u32, p: u32, d: u32, gm: bool, passed: bool) -> (u64, u64) {
        let over = (u64::from(h > 0), 1);
        if !gm {
            if p == 0 {
                return if passed || d == 0 { over } else { play(h, p, d, true, true) };
            }
            let pass = if passed { over } else { play(h, p, d, true, true) };
            let up = |h: u32| play(h, p - 1, d, true, false);
            let miss = (h < 4).then(|| mean(up(h + 1), up(h)));
            let hit = (h > 0).then(|| mean(up(h), up(h - 1)));
            [Some(pass), miss, hit].into_iter().flatten().max_by(compare).expect("one may always pass")
        } else {
            if d == 0 {
                return if passed || p == 0 { over } else { play(h, p, d, false, true) };
            }
            let pass = if passed { over } else { play(h, p, d, false, true) };
            let down = |h: u32| play(h, p, d - 1, false, false);
            let keep = |old: u32, new: u32| [down(old), down(new)].into_iter().min_by(compare).expect("two");
            let hit = (h > 0).then(|| mean(down(h), keep(h, h - 1)));
            [Some(pass), hit].into_iter().flatten().min_by(compare).expect("one may always pass")
        }
    }
    fn mean(a: (u64, u64), b: (u64, u64)) -> (u64, u64) {
        (a.0 * b.1 + b.0 * a.1, 2 * a.1 * b.1)
    }
    fn compare(a: &(u64, u64), b: &(u64, u64)) -> std::cmp::Ordering {
        (u128::from(a.0) * u128::from(b.1)).cmp(&(u128::from(b.0) * u128::from(a.1)))
    }
    let ways = [1u64, 4, 6, 4, 1];
    let scale = 1u64 << 20;
    let total: u64 = (0..=4u32)
        .map(|hits| {
            let (top, bottom) = play(hits, 2, 1, false, false);
            ways[hits as usize] * (scale / bottom) * top
        })
        .sum();
    let (mut top, mut bottom) = (total, 16 * scale);
    while top % 2 == 0 && bottom % 2 == 0 {
        (top, bottom) = (top / 2, bottom / 2);
    }
    format!("{top}/{bottom}")
}
