//! Odds under the full rules from the command line: those a story asks about, what may come of a command, and what to
//! answer to the question it leaves open.

use std::path::{Path, PathBuf};

use crate::support::{boneyard, json};

/// Every story file of a game that asks about odds.
fn asking(game: &str) -> Vec<PathBuf> {
    fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder of stories") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                collect(&path, found);
            } else if std::fs::read_to_string(&path).is_ok_and(|text| text.contains("[[odds]]")) {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    collect(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(game).join("stories"),
        &mut found,
    );
    found.sort();
    found
}

/// Asks every such file; gives how many questions were answered.
fn all_right(game: &str) -> usize {
    let files = asking(game);
    assert!(!files.is_empty(), "{game} asks about nothing");
    let mut answered = 0;
    for file in files {
        let told = json(&boneyard(&["odds", "--game", game, &file.to_string_lossy(), "--json"]).well());
        for one in told["odds"].as_array().expect("answers") {
            assert_eq!(
                (&one["right"], &one["is"]),
                (&true.into(), &one["expected"]),
                "{}: {one}",
                file.display()
            );
            answered += 1;
        }
    }
    answered
}

#[test]
fn the_numbers_of_dirk_rules_come_out() {
    assert!(all_right("dirk-rules") >= 25);
}

#[test]
fn the_numbers_of_dead_weight_come_out() {
    assert!(all_right("dead-weight") >= 35);
}

#[test]
fn the_numbers_of_guts_plus_come_out() {
    assert!(all_right("guts-plus") >= 35);
}

fn file(folder: &tempfile::TempDir, text: &str) -> String {
    let path = folder.path().join("scene.toml");
    std::fs::write(&path, text).expect("written");
    path.to_string_lossy().into_owned()
}

const GOBLIN: &str = "story = \"A goblin\"\ngame = \"dirk-rules\"\n[heroes.Tam]\nset = { hands = [\"sword\"] }\n\
    [seats]\nBo = [\"Tam\"]\n[creatures.Goblin]\nlike = \"DK-FOE-01H\"\nset = { reactions = 0 }\n[battle]\n\
    order = [\"Tam\", \"Goblin\"]\nturn = \"Tam\"\n";

const BLOW: &str = "{\"attack\":{\"who\":\"Tam\",\"with\":\"sword\",\"target\":\"Goblin\"}}";

#[test]
fn a_blow_is_told_in_the_words_of_its_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let scene = file(&folder, GOBLIN);
    let told = json(&boneyard(&["odds", "--game", "dirk-rules", &scene, "--of", BLOW, "--json"]).well());
    let dies = &told["outcomes"][0];
    assert_eq!(
        (&dies["words"], &dies["chance"], &dies["tone"]),
        (&"Goblin dies".into(), &"21/50".into(), &"good".into())
    );
    assert_eq!(told["found"]["type"], "exact");
    let words = boneyard(&["odds", "--game", "dirk-rules", &scene, "--of", BLOW]).well();
    assert!(words.contains("42.0 %") && words.contains("Exact."), "{words}");
}

#[test]
fn a_player_is_told_no_more_than_they_know() {
    let folder = tempfile::tempdir().expect("a folder");
    let weak = file(&folder, GOBLIN);
    let ask = |scene: &str| {
        boneyard(&["odds", "--game", "dirk-rules", scene, "--of", BLOW, "--as", "Bo", "--json"]).well()
    };
    let told = ask(&weak);
    let strong = file(&folder, &GOBLIN.replace("reactions = 0", "reactions = 0, hp = 50, str = 20"));
    assert_eq!(told, ask(&strong), "what the goblin can take is the referee's");
    assert!(told.contains("What you do not know of Goblin"), "{told}");
}

#[test]
fn a_reroll_is_advised_with_what_comes_after_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let scene = file(
        &folder,
        "story = \"A miss\"\ngame = \"dead-weight\"\n[seats]\nBo = [\"Amber\"]\n[heroes.Amber]\n\
         set = { score = { STR = 2 }, proficiency = { STR = 1 } }\n[[step]]\n\
         do = { test = { who = \"Amber\", attribute = \"STR\", dice = 2 } }\ndice = [2, 3]\nstops = \"reroll\"\n",
    );
    let told = json(
        &boneyard(&["odds", "--game", "dead-weight", &scene, "--of", "prompt", "--as", "Bo", "--json"])
            .well(),
    );
    let best = told["best"].as_str().expect("a sentence");
    assert!(best.starts_with("Reroll the "), "{told}");
    let chance = |at: usize| -> Vec<(&str, &str)> {
        let outcomes = told["choices"][at]["odds"]["outcomes"].as_array().expect("outcomes");
        outcomes.iter().filter_map(|one| Some((one["words"].as_str()?, one["chance"].as_str()?))).collect()
    };
    assert!(chance(0).iter().any(|(words, chance)| *words == "Success" && *chance == "1/2"), "{told}");
    let stop = told["choices"].as_array().expect("choices").iter().position(|one| one["words"] == "stop");
    let stop = chance(stop.expect("one may stop"));
    assert!(stop.iter().all(|(words, _)| words.contains("ailure")), "two misses are no success: {stop:?}");
}

#[test]
fn what_cannot_be_told_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let scene = file(&folder, GOBLIN);
    let ask = |args: &[&str]| {
        let mut all = vec!["odds", "--game", "dirk-rules"];
        all.extend(args);
        boneyard(&all).badly()
    };
    assert!(ask(&[&scene]).contains("no [[odds]]"));
    assert!(ask(&[&scene, "--of", "prompt"]).contains("no open question"));
    assert!(ask(&[&scene, "--of", "{\"attack\":{}}"]).contains("no command"));
    assert!(ask(&[&scene, "--of", BLOW, "--as", "Nobody"]).contains("Nobody sits here"));
    let other = file(&folder, "story = \"\"\ngame = \"dead-weight\"\n[heroes.Bo]\n");
    assert!(ask(&[&other]).contains("is a story of dead-weight"));
}
