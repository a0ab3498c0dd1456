//! Heroes made on the command line: by chance, and step by step.

use crate::support::{boneyard, json, typing};

#[test]
fn the_same_seed_makes_the_same_hero() {
    let told = boneyard(&["hero", "dirk-rules", "--seed", "7"]).well();
    assert_eq!(told, boneyard(&["hero", "dirk-rules", "--seed", "7"]).well());
    assert_ne!(told, boneyard(&["hero", "dirk-rules", "--seed", "8"]).well());
    for part in ["Hit points", "STR: ", "DEX: ", "WIL: ", "Gems ", "DIRK RULES!, hero 7"] {
        assert!(told.contains(part), "{part} is missing:\n{told}");
    }
}

#[test]
fn heroes_made_by_chance_are_finished_and_keep_to_the_rules() {
    for seed in 0..25 {
        let hero = json(&boneyard(&["hero", "dirk-rules", "--seed", &seed.to_string(), "--json"]).well());
        let values = &hero["values"];
        assert!(values["draft"].is_null(), "hero {seed} is not finished: {values}");
        for score in ["str", "dex", "wil", "hp"] {
            assert!(
                values[score].as_u64().is_some_and(|score| (3..=18).contains(&score)),
                "{seed}: {values}"
            );
        }
        assert!(values["gems"].as_u64().is_some_and(|gems| gems <= 18), "{seed}: {values}");
        assert!(values["load"].as_u64() <= values["str"].as_u64(), "{seed}: {values}");
        assert_eq!(hero["seed"], seed);
        assert!(hero["sheet"]["blocks"].as_array().is_some_and(|blocks| blocks.len() > 5), "{seed}");
    }
}

#[test]
fn a_guided_hero_is_asked_step_by_step_and_may_go_back_but_not_roll_again() {
    let begun = typing(&["hero", "dirk-rules", "--seed", "3", "--guided"], "Mab\n1\n");
    let told = begun.out;
    assert!(told.contains("Roll 3D6 five times") && told.contains("[DK-CHAR-01]"), "{told}");
    assert!(told.contains("No hero was made."), "{told}");
    let totals =
        told.lines().find_map(|line| line.trim().strip_prefix("put ")).expect("the totals are listed");
    let totals: Vec<&str> = totals.split(", ").collect();
    let [str, dex, wil, hp, gems] = totals.as_slice() else { panic!("{totals:?}") };
    let assign = format!("str={str} dex={dex} wil={wil} hp={hp} gems={gems}");
    let lines = [
        "Mab",
        "1",
        "back",
        "back",
        &assign,
        "buy a thing",
        "stick",
        "back",
        "buy a thing",
        "knife",
        "done",
        "",
    ];
    let lines = lines.join("\n");
    let told = typing(&["hero", "dirk-rules", "--seed", "3", "--guided"], &lines).well();
    assert!(told.contains("undo across dice"), "{told}");
    assert!(told.contains("Taken back."), "{told}");
    let sheet = told.rsplit("-- Mab --").next().unwrap_or_default();
    assert!(sheet.contains("Things: knife."), "{told}");
    assert!(sheet.contains(&format!("STR: {str}.")), "{told}");
}

#[test]
fn a_guided_hero_hears_why_something_cannot_be_done() {
    let told = typing(&["hero", "dirk-rules", "--seed", "3", "--guided"], "A.B\nMab\nfly\nquit\n");
    assert!(!told.status.success());
    assert!(told.out.contains("no dot"), "{}", told.out);
    assert!(told.out.contains("is not among them"), "{}", told.out);
}

#[test]
fn a_game_nobody_knows_makes_no_heroes() {
    let wrong = boneyard(&["hero", "poker"]).badly();
    assert!(wrong.contains("There is no game \"poker\"."), "{wrong}");
}

#[test]
fn an_outcast_of_each_class_is_made_by_chance() {
    for class in ["Warrior", "Thief", "Wizard", "Cleric"] {
        let set = format!("class={class}");
        let args = ["hero", "dead-weight", "--seed", "11", "--set", &set];
        let told = boneyard(&args).well();
        assert!(told.contains(class) && told.contains("Pedro Medeiros"), "{told}");
        assert_eq!(told, boneyard(&args).well());
    }
    for seed in 0..25 {
        let hero = json(&boneyard(&["hero", "dead-weight", "--seed", &seed.to_string(), "--json"]).well());
        let values = &hero["values"];
        assert!(values["draft"].is_null(), "hero {seed} is not finished: {values}");
        for score in ["STR", "DEX", "INT", "PRE"] {
            assert!(values["score"][score].as_u64() <= Some(3), "{seed}: {values}");
            assert!(values["proficiency"][score].as_u64() <= Some(2), "{seed}: {values}");
        }
        assert_eq!(values["path"].as_array().map(Vec::len), Some(4), "{seed}: {values}");
    }
}

#[test]
fn a_choice_that_is_none_is_told() {
    let wrong = boneyard(&["hero", "dead-weight", "--seed", "1", "--set", "class=Bard"]).badly();
    assert!(wrong.contains("class cannot be \"Bard\". There is Warrior, Thief, Wizard, Cleric."), "{wrong}");
    let wrong = boneyard(&["hero", "dead-weight", "--seed", "1", "--set", "hat=tall"]).badly();
    assert!(wrong.contains("No step has a field hat"), "{wrong}");
    let wrong = boneyard(&["hero", "dead-weight", "--seed", "1", "--set", "class"]).badly();
    assert!(wrong.contains("write FIELD=CHOICE"), "{wrong}");
}

#[test]
fn a_guided_outcast_spends_insight() {
    let told = typing(&["hero", "dead-weight", "--seed", "3", "--guided"], "Mab\n1\n2\nquit\n").out;
    assert!(told.contains("Roll the infancy") && told.contains("insight 1 to 0"), "{told}");
}

#[test]
fn a_delver_made_by_chance_has_spent_six_levels_and_no_more_than_45_silver() {
    let told = boneyard(&["hero", "die-trying", "--seed", "5"]).well();
    assert_eq!(told, boneyard(&["hero", "die-trying", "--seed", "5"]).well());
    for part in ["Hitpoints", "AC: ", "Stealth, Untrained, ", "Bulk "] {
        assert!(told.contains(part), "{part} is missing:\n{told}");
    }
    for seed in 0..25 {
        let hero = json(&boneyard(&["hero", "die-trying", "--seed", &seed.to_string(), "--json"]).well());
        let values = &hero["values"];
        assert!(values["step"].is_null(), "hero {seed} is not finished: {values}");
        assert!(values["silver"].as_u64() <= Some(45), "{seed}: {values}");
        assert!(values["hp"].as_i64() >= Some(1), "{seed}: {values}");
        for score in ["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"] {
            let within = values[score].as_i64().is_some_and(|score| (-1..=3).contains(&score));
            assert!(within, "{seed}: {score} of {values}");
        }
    }
}

#[test]
fn a_guided_delver_learns_to_cast() {
    let args = ["hero", "die-trying", "--seed", "5", "--guided"];
    let begun = typing(&args, "Mab\nhuman\nMedium\n1\n").out;
    let rolled = begun.lines().find_map(|line| line.trim().strip_prefix("put ")).expect("six results");
    assert!(begun.contains("Type the values in the order of the names"), "{begun}");
    let scores = rolled.replace(',', "");
    let lines = [
        "Mab",
        "human",
        "Medium",
        "1",
        &scores,
        "spend",
        "arcane spark",
        "spend",
        "arcane spark",
        "learn",
        "kindle",
        "learn",
        "force dart",
        "learn",
        "fireball",
        "spend",
        "arcana",
        "spend",
        "arcana",
        "spend",
        "tough",
        "spend",
        "tough",
        "buy something",
        "lantern, 6",
        "done shopping",
        "done",
        "",
    ];
    let told = typing(&args, &lines.join("\n")).well();
    let sheet = told.rsplit("-- Mab --").next().unwrap_or_default();
    for part in ["Magic Dice 2", "Fireball", "Lantern", "Silver 39"] {
        assert!(sheet.contains(part), "{part} is missing:\n{told}");
    }
}
