//! Dead Weight at the keyboard: dice picked by naming them, notations explained or refused with their place, an
//! outcast made step by step with insight spent and choices taken back.

use crate::support::{boneyard, typing};

/// Types lines at a fresh table with a fight's worth of people, all of them ours, and real dice.
fn table(lines: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a plain path").to_owned();
    let begin = ["new Dice on the table", "dead weight", "corpses", "dice typed"];
    let all: Vec<&str> = begin.iter().chain(lines).copied().collect();
    typing(&["play", "--data", &path], &all.join("\n")).well()
}

#[test]
fn a_die_is_rolled_again_by_naming_it() {
    let told = table(&[
        "call_test who=\"Gerda Holt\" attribute=STR",
        "All 3 dice",
        "2 3 2",
        "9",
        "the 2",
        "proficiency",
        "1",
        "3",
        "proficiency",
        "6",
        "pass",
    ]);
    assert!(told.contains("Failure so far. Reroll one die?"), "{told}");
    assert!(told.contains("the 2: with proficiency or insight"), "{told}");
    assert!(told.contains("No die to pick shows 9: the 2, the 3, pass."), "{told}");
    assert!(told.contains("Roll the 2 again with what?"), "{told}");
    assert!(told.contains("rerolls the 2 with proficiency: 1"), "{told}");
    assert!(told.contains("rerolls the 3 with proficiency: 6"), "{told}");
}

#[test]
fn a_notation_is_explained_or_refused_with_its_place() {
    let told = table(&[
        "explain notation=\"STR 3+1B\"",
        "explain notation=\"STR 3+\"",
        "explain notation=\"LUCK 2\"",
        "explain notation=\"DEX 99999999999\"",
        "explain notation=\"-STR 3+3\" enemy=true",
    ]);
    assert!(told.contains("STR 3+1B") && told.contains("+1 means"), "{told}");
    let places = ["character 7", "character 1", "character 5"];
    for place in places {
        assert!(told.contains(place), "{place} is not told: {told}");
    }
    assert!(told.contains("- means"), "{told}");
}

#[test]
fn a_guided_outcast_spends_insight_and_takes_a_choice_back() {
    let guided = |lines: &[&str]| {
        let lines = lines.join("\n");
        typing(&["hero", "dead-weight", "--seed", "3", "--guided"], &lines).out
    };
    // A die of the infancy is rolled again; the other rolls of the life path are taken as they fall.
    let path = ["Mab", "1", "Roll the 3 again", "1", "1", "1", "1", "1", "1", "1"];
    let changes_their_mind = ["warrior", "back", "back", "wizard", "back", "sheet", "quit"];
    let told = guided(&[&path[..], &changes_their_mind].concat());
    assert!(told.contains("Mab: insight 1 to 0."), "{told}");
    assert!(told.contains("Mab is a Warrior.") && told.contains("Taken back."), "{told}");
    let sheet = told.rsplit("-- Mab --").next().unwrap_or_default();
    assert!(sheet.contains("Calling: Wizard") && !sheet.contains("Warrior"), "{told}");
    assert!(sheet.contains("Insight 0"), "{told}");
}

#[test]
fn every_class_can_be_asked_of_chance() {
    for class in ["Warrior", "Thief", "Wizard", "Cleric"] {
        let told =
            boneyard(&["hero", "dead-weight", "--seed", "11", "--set", &format!("class={class}")]).well();
        assert!(told.contains(&format!("Calling: {class}")), "{told}");
        assert!(
            told.contains("Pedro Medeiros") && told.contains("CC BY 4.0"),
            "the sheet gives credit: {told}"
        );
    }
}
