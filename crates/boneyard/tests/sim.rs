//! Encounters fought many times over: by name, by list, from a file; the same fights over any number of threads.

use serde_json::Value;

use crate::support::{boneyard, json};

fn sim(args: &[&str]) -> Value {
    let mut all = vec!["sim"];
    all.extend(args);
    all.push("--json");
    json(&boneyard(&all).well())
}

#[test]
fn wolves_at_the_ring_are_fought_by_the_ready_heroes() {
    let result = sim(&["dirk-rules", "wolves at the ring", "--fights", "60", "--seed", "3"]);
    assert_eq!(result["encounter"], "Wolves at the ring of stones");
    assert_eq!(result["counts"]["fights"], 60);
    assert_eq!((&result["counts"]["stuck"], &result["counts"]["endless"]), (&0.into(), &0.into()));
    let fighters = result["counts"]["fighters"].as_array().expect("everybody");
    assert_eq!(fighters.len(), 7);
    assert_eq!(fighters.iter().filter(|one| one["hero"] == true).count(), 4);
    // One kind of creature: one thing to leave out.
    assert_eq!(result["without"].as_array().map(Vec::len), Some(1));
    assert!(result["without"][0]["what"].as_str().is_some_and(|what| what.starts_with("without ")));
}

#[test]
fn threads_change_nothing_and_seeds_change_everything() {
    let ask = |seed: &str, threads: &str| {
        sim(&[
            "dirk-rules",
            "2 grey wolf, goblin scrapper",
            "--fights",
            "120",
            "--seed",
            seed,
            "--threads",
            threads,
        ])
    };
    let once = ask("5", "1");
    assert_eq!(once, ask("5", "3"));
    assert_ne!(once["counts"], ask("6", "1")["counts"]);
}

#[test]
fn more_wolves_are_deadlier() {
    let falls = |count: u32| {
        let list = format!("{count} grey wolf");
        let result = sim(&["dirk-rules", &list, "--fights", "150", "--seed", "1"]);
        result["wiped"]["share"].as_f64().expect("a share")
    };
    assert!(falls(1) < falls(8));
}

#[test]
fn dead_weight_fights_too_and_its_author_is_named() {
    let page = boneyard(&["sim", "dead-weight", "corpses in the nave", "--fights", "20", "--html"]).well();
    assert!(page.starts_with("<!doctype html>") && page.contains("Corpses in the nave"));
    assert!(page.contains("Pedro Medeiros"));
}

#[test]
fn an_encounter_and_a_party_from_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let (wolf, party) = (folder.path().join("wolf.toml"), folder.path().join("party.toml"));
    std::fs::write(&wolf, "[creatures.Wolf]\nlike = \"DK-FOE-03H\"\n").expect("written");
    std::fs::write(&party, "[heroes.Brack]\nlike = \"DK-HERO-01H\"\n").expect("written");
    let (wolf, party) = (wolf.to_string_lossy(), party.to_string_lossy());
    let result = sim(&["dirk-rules", &wolf, "--party", &party, "--fights", "30"]);
    assert_eq!(result["counts"]["fighters"].as_array().map(Vec::len), Some(2));
    assert_eq!(result["without"], serde_json::json!([]), "somebody must be left to fight");
}

#[test]
fn what_is_no_encounter_is_said_with_what_there_is() {
    let words = boneyard(&["sim", "dirk-rules", "3 unicorn"]).badly();
    assert!(words.contains("3 unicorn") && words.contains("Wolves at the ring of stones"), "{words}");
    assert!(boneyard(&["sim", "chess", "wolves"]).badly().contains("chess"));
}

#[test]
fn one_change_at_a_time_is_fought_with_the_same_dice_in_every_game() {
    let fights = [
        ("dirk-rules", "wolves at the ring", "heroes.Brack.add.items=[\"sword\"]"),
        ("dead-weight", "corpses in the nave", "house.enemy_dies_at=equal"),
        ("die-trying", "goblins at the toll", "heroes.Quill.add.items=[\"Torch\"]"),
        ("guts-plus", "toughs in the alley", "heroes.Picky.set.gumption=5"),
    ];
    for (game, encounter, change) in fights {
        let result = sim(&[game, encounter, "--fights", "20", "--change", change]);
        let first = &result["without"][0];
        assert_eq!(first["what"], format!("with {change}"), "{game}");
        assert_eq!(first["won"]["of"], 20, "{game}");
    }
}

#[test]
fn what_cannot_be_changed_is_said_before_anything_is_fought() {
    let refused =
        |change: &str| boneyard(&["sim", "die-trying", "goblins at the toll", "--change", change]).badly();
    assert!(refused("torch").contains("write PATH=VALUE"));
    assert!(refused("heroes.Nobody.set.hp=3").contains("nobody is called Nobody"));
    assert!(refused("heroes.Quill.set.luck=3").contains("luck"));
    assert!(refused("heroes.Quill.sett.hp=3").contains("sett"));
}

#[test]
fn the_fight_that_waits_in_a_place_of_an_adventure_is_fought() {
    let result = sim(&["dirk-rules", "--place", "saint-aurelia/ring", "--fights", "40", "--seed", "2"]);
    assert_eq!(result["encounter"], "The Fall of the Saint Aurelia: Wolfstone Ring");
    let fighters = result["counts"]["fighters"].as_array().expect("everybody");
    let wolves = fighters.iter().filter(|one| one["name"].as_str().is_some_and(|name| name.contains("wolf")));
    assert_eq!(wolves.count(), 3, "{fighters:?}");
    // Who lies in wait is met too.
    let result = sim(&["dirk-rules", "--place", "saint-aurelia/road", "--fights", "20", "--seed", "2"]);
    assert!(result["counts"]["fighters"].as_array().is_some_and(|all| all.len() > 4));
}

#[test]
fn every_place_of_an_adventure_has_its_verdict() {
    let result = sim(&["dirk-rules", "--adventure", "saint-aurelia", "--fights", "20"]);
    let places = result["places"].as_array().expect("places");
    let of = |place: &str| places.iter().find(|one| one["place"] == place);
    for place in ["road", "ring", "furrow", "hold", "vault", "chapel"] {
        assert!(of(place).is_some_and(|one| one["fights"] == 20), "{place}: {places:?}");
    }
    assert!(of("furrow").is_some_and(|one| one["verdict"].is_string()));
}

#[test]
fn a_place_that_is_not_there_is_told_with_those_that_are() {
    let said = boneyard(&["sim", "dirk-rules", "--place", "saint-aurelia/moon"]).badly();
    assert!(said.contains("There is no place \"moon\"") && said.contains("furrow"), "{said}");
    let said = boneyard(&["sim", "dirk-rules", "--place", "road"]).badly();
    assert!(said.contains("Write an adventure and a place of it"), "{said}");
    let said = boneyard(&["sim", "dirk-rules", "--adventure", "moon"]).badly();
    assert!(said.contains("There is no adventure \"moon\"") && said.contains("saint-aurelia"), "{said}");
    assert!(boneyard(&["sim", "dirk-rules"]).badly().contains("ENCOUNTER"));
}
