//! Rolling and odds as people type them, through the real program.

use serde_json::Value;

use crate::support::{self, boneyard, json};

#[test]
fn four_dice_keep_three_shows_meaning_mean_and_bars() {
    let told = boneyard(&["odds", "4d6kh3"]).well();
    assert!(told.contains("keep the highest 3"), "{told}");
    assert!(told.contains("12.2446 (15869/1296)"), "{told}");
    let thirteen = told.lines().find(|line| line.trim_start().starts_with("13 ")).expect("a row for 13");
    assert!(thirteen.contains("13.27 %") && thirteen.contains("####"), "{thirteen}");
}

#[test]
fn exploding_dice_have_exact_odds_and_a_chart_that_fits_the_screen() {
    let told = boneyard(&["odds", "6d10!"]).well();
    assert!(told.contains("366666666663/10000000000"), "{told}");
    assert!(told.lines().count() < 50, "{told}");
    let whole = json(&boneyard(&["odds", "6d10!", "--at-least", "60", "--json"]).well());
    assert!(whole["at_least"]["chance"].as_str().is_some_and(|chance| chance.contains('/')), "{whole}");
}

#[test]
fn a_chart_of_a_hundred_thousand_totals_fits_the_screen_and_adds_up() {
    let told = boneyard(&["odds", "10d10000", "--at-least", "50005"]).well();
    assert!(told.contains("Mean 50005.0000 (50005)"), "{told}");
    assert!(told.lines().count() < 50, "{told}");
    let first = told.lines().find(|line| line.trim_start().starts_with("below ")).expect("a tail");
    assert!(first.contains("<0.01 %") && first.contains("100.00 %"), "{first}");
    let last = told.lines().last().expect("a row");
    assert!(last.contains("up to 100000") && last.contains("<0.01 %"), "{last}");
}

#[test]
fn odds_that_would_take_all_the_memory_are_refused() {
    for roll in
        ["16d10000!pk9", "{1d4,1d4,1d4,1d4,1d4,1d4,1d4,1d4,1d4,1d4,1d4,1d4,1d4,1d4,1d4,1d4,1d4,1d4}kh3"]
    {
        let said = boneyard(&["odds", roll]).badly();
        assert!(said.contains("The limit is"), "{said}");
    }
}

#[test]
fn odds_of_at_least_and_at_most_are_told_as_fractions() {
    let told = boneyard(&["odds", "2d6", "--at-least", "10", "--at-most", "3"]).well();
    assert!(told.contains("10 or more: 16.67 % (1/6)."), "{told}");
    assert!(told.contains("3 or less: 8.33 % (1/12)."), "{told}");
    let whole = json(&boneyard(&["odds", "d2", "--json"]).well());
    assert_eq!(whole["outcomes"][0]["chance"], "1/2");
    assert_eq!(whole["mean"], "3/2");
}

#[test]
fn the_same_seed_rolls_the_same_dice_and_shows_each() {
    let args = ["roll", "2d20kl1+5", "--seed", "7", "--json"];
    let told = boneyard(&args).well();
    assert_eq!(told, boneyard(&args).well());
    let roll = &json(&told)["rolls"][0];
    let dice = roll["dice"].as_array().expect("a list of dice");
    assert_eq!(dice.len(), 2);
    let kept: Vec<&Value> = dice.iter().filter(|die| die["kept"] == true).collect();
    assert_eq!(kept.len(), 1);
    assert_eq!(roll["total"].as_i64(), kept[0]["value"].as_i64().map(|value| value + 5));
}

#[test]
fn without_a_seed_dice_are_not_foreseeable() {
    let roll = || boneyard(&["roll", "50d100"]).well();
    assert_ne!(roll(), roll());
    assert_eq!(boneyard(&["roll", "1d6", "--times", "3"]).well().lines().count(), 3);
}

#[test]
fn a_slip_in_the_notation_is_one_clear_sentence_with_the_place() {
    for (typed, word) in
        [("4d6kh", "how many dice to keep"), ("1000000000d6", "The limit is"), ("3d6!!!>", "`!`")]
    {
        for command in ["roll", "odds"] {
            let wrong = boneyard(&[command, typed]).badly();
            assert!(wrong.contains(word), "{wrong}");
            assert!(wrong.lines().last().is_some_and(|line| line.ends_with('^')), "{wrong}");
        }
    }
}

#[test]
fn a_slip_on_the_command_line_is_one_sentence_too() {
    for args in [&["roll"][..], &["roll", "d6", "--times", "0"], &["roll", "d6", "--seed", "x"], &["dance"]] {
        let wrong = boneyard(args).badly();
        assert_eq!(wrong.trim_end().lines().count(), 1, "{wrong}");
        assert!(wrong.contains("boneyard help"), "{wrong}");
    }
    assert!(boneyard(&["roll", "d6", "--times", "4000000000"]).badly().contains("10000"));
}

#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    let (told, status) = support::read_one_line(&["roll", "10d6", "--times", "10000"]);
    assert!(told.contains('='), "{told}");
    assert!(status.success());
}
