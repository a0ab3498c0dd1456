//! Roll High or Die at the keyboard: Characters made by chance and step by step, and fights counted.

use crate::support::{boneyard, json, typing};

#[test]
fn a_character_made_by_chance_has_spent_no_more_than_there_was() {
    let told = boneyard(&["hero", "roll-high-or-die", "--seed", "3"]).well();
    assert_eq!(told, boneyard(&["hero", "roll-high-or-die", "--seed", "3"]).well());
    for part in ["Vitality", "Reflex", "AP ", "Ian Wuth"] {
        assert!(told.contains(part), "{part} is missing:\n{told}");
    }
    for seed in 0..20 {
        let hero =
            json(&boneyard(&["hero", "roll-high-or-die", "--seed", &seed.to_string(), "--json"]).well());
        let values = &hero["values"];
        assert!(values["step"].is_null(), "hero {seed} is not finished: {values}");
        assert!(
            values["exp"].as_u64() <= Some(4) && values["coins"].as_u64() <= Some(100),
            "{seed}: {values}"
        );
        for score in ["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"] {
            assert!(
                values[score].as_u64().is_some_and(|score| (3..=18).contains(&score)),
                "{seed}: {values}"
            );
        }
    }
}

#[test]
fn a_guided_character_is_refused_a_feature_and_told_what_is_missing() {
    let args = ["hero", "roll-high-or-die", "--seed", "3", "--guided"];
    let begun = ["Mab", "A poacher with manners", "-", "-", "-", "1"];
    let told = typing(&args, &begun.join("\n")).out;
    let rolled = told.lines().find_map(|line| line.trim().strip_prefix("put ")).expect("six results");
    let mut scores: Vec<u8> =
        rolled.split(", ").map(|score| score.trim().parse().expect("a score")).collect();
    scores.sort_unstable();
    let placed: Vec<String> = scores.iter().map(u8::to_string).collect();
    // The lowest goes to Strength.
    let placed = placed.join(" ");
    let lines = [&begun[..], &[&placed, "buy a feature", "cleave", "sheet", "quit"]].concat();
    let told = typing(&args, &lines.join("\n")).out;
    let lowest = scores[0];
    assert!(lowest < 13, "this seed's lowest score is {lowest}");
    let (score, skill) = (format!("Strength 13 (it is {lowest})"), "Axe or Long Blade Learning");
    assert!(told.contains(&format!("(not now: Cleave needs {score} and {skill}.)")), "{told}");
    let after = told.rsplit("> cleave\n").next().unwrap_or_default();
    assert!(
        after.starts_with(&format!("Cleave needs {score} and {skill}.")),
        "it is told what is missing:\n{after}"
    );
    assert!(after.contains("4 Experience left"), "nothing was paid:\n{after}");
    assert!(!after.contains("learns Cleave"), "{after}");
}

#[test]
fn wolves_and_cutthroats_are_fought_many_times() {
    for (name, fighters) in [("wolves at the camp", 6), ("cutthroats on the road", 8)] {
        let counted = json(
            &boneyard(&["sim", "roll-high-or-die", name, "--fights", "12", "--seed", "3", "--json"]).well(),
        );
        let counts = &counted["counts"];
        assert_eq!(counts["fights"], 12, "{counted}");
        assert_eq!((&counts["stuck"], &counts["endless"]), (&0.into(), &0.into()), "{counted}");
        assert_eq!(counts["fighters"].as_array().map(Vec::len), Some(fighters));
    }
}
