//! Looking rules up, running stories, and what a game tells about itself.

use std::path::{Path, PathBuf};

use crate::support::{boneyard, json};

const SAVED: &str = r#"
story = "Brack keeps his footing"
game = "dirk-rules"
proves = ["DK-CHECK-01"]

[heroes.Brack]
like = "DK-HERO-01H"

[[step]]
do = { save = { who = "Brack", ability = "STR" } }
dice = [12]
expect = { "last.outcome" = "pass" }
"#;

fn written(folder: &Path, name: &str, text: &str) -> PathBuf {
    let file = folder.join(name);
    std::fs::write(&file, text).expect("written");
    file
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
fn the_guide_to_a_game_of_your_own_quotes_the_game_as_it_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |file: &str| std::fs::read_to_string(root.join(file)).expect("a file of the project");
    let guide = read("docs/your-own-game.md");
    let game =
        ["src/lib.rs", "src/people.rs", "src/fight.rs", "stories/a-parry-and-the-game-masters-word.toml"];
    let game = game.map(|file| read(&format!("games/knives/{file}"))).concat();
    let parts = guide.split("```").skip(1).step_by(2);
    let quoted = parts.filter_map(|part| part.strip_prefix("rust\n").or_else(|| part.strip_prefix("toml\n")));
    let quoted: Vec<&str> = quoted.collect();
    assert!(quoted.len() >= 5, "{quoted:?}");
    for part in quoted {
        assert!(game.contains(part), "the guide quotes what is not there:\n{part}");
    }
}

#[test]
fn a_rule_is_shown_with_its_source_and_its_ruling() {
    let told = boneyard(&["rules", "dk-check-01"]).well();
    assert!(told.starts_with("DK-CHECK-01 · Saving throw"), "{told}");
    assert!(told.contains("Source: ") && told.contains("Ruling: "), "{told}");
}

#[test]
fn rules_are_found_by_words_in_one_game_or_in_all() {
    let told = boneyard(&["rules", "shield"]).well();
    assert!(told.contains("DK-SHD-01"), "{told}");
    let one = boneyard(&["rules", "dirk-rules", "shield"]).well();
    assert!(one.contains("DK-SHD-01") && !one.contains("DW-"), "{one}");
    assert!(boneyard(&["rules", "dead-weight", "shield"]).well().contains("DW-"));
    let wrong = boneyard(&["rules", "hovercraft"]).badly();
    assert_eq!(wrong, "No rule has all of the words \"hovercraft\".\n");
}

#[test]
fn the_games_are_listed_with_what_they_hold() {
    let games = json(&boneyard(&["games", "--json"]).well());
    assert_eq!(games[0]["name"], "dirk-rules");
    for count in ["rules", "content"] {
        assert!(games[0][count].as_u64().is_some_and(|count| count > 10), "{games}");
    }
    assert!(games[0]["scenarios"].as_array().is_some_and(|starts| !starts.is_empty()), "{games}");
    assert!(boneyard(&["games"]).well().contains("DIRK RULES! (dirk-rules)"));
}

#[test]
fn the_schema_tells_how_to_write_commands_and_paths() {
    let schema = json(&boneyard(&["schema", "dirk-rules"]).well());
    for part in ["command", "prompt", "answer", "fact", "table"] {
        assert!(schema[part].is_object(), "{part}");
    }
    let paths: Vec<&str> =
        schema["paths"].as_array().expect("a list").iter().filter_map(|one| one.as_str()).collect();
    assert!(paths.contains(&"Brack.hp") && paths.contains(&"battle"), "{paths:?}");
    assert!(boneyard(&["schema", "chess"]).badly().contains("There is no game \"chess\""));
}

#[test]
fn a_story_that_holds_is_told_with_its_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = written(folder.path(), "saved.toml", SAVED);
    let told = boneyard(&["story", path(&file), "--tell"]).well();
    assert!(told.contains("holds  Brack keeps his footing"), "{told}");
    assert!(told.contains("[DK-CHECK-01]"), "{told}");
    assert!(told.contains("1 of 1 stories hold."), "{told}");
    let all = json(&boneyard(&["story", path(folder.path()), "--json"]).well());
    assert_eq!(all[0]["passed"], true);
}

#[test]
fn a_claimed_rule_that_nothing_cites_makes_a_story_fail() {
    let folder = tempfile::tempdir().expect("a folder");
    let claims = SAVED.replace("\"DK-CHECK-01\"", "\"DK-CHECK-01\", \"DK-HARM-01\"");
    written(folder.path(), "claims.toml", &claims);
    written(folder.path(), "saved.toml", SAVED);
    written(folder.path(), "wrong.toml", &SAVED.replace("\"pass\"", "\"fail\""));
    written(folder.path(), "broken.toml", "story = 3");
    let ran = boneyard(&["story", path(folder.path())]);
    assert_eq!(ran.status.code(), Some(1));
    assert!(ran.out.contains("claims to prove DK-HARM-01, but nothing in it cites that rule"), "{}", ran.out);
    assert!(ran.out.contains("last.outcome is \"pass\", not \"fail\""), "{}", ran.out);
    assert!(ran.out.contains("1 of 4 stories hold."), "{}", ran.out);
}

#[test]
fn a_story_finds_its_packs_beside_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file =
        written(folder.path(), "lost.toml", &SAVED.replace("[heroes", "packs = [\"our-pack\"]\n[heroes"));
    let ran = boneyard(&["story", path(&file)]);
    assert!(ran.out.contains("our-pack cannot be read"), "{}", ran.out);
    let pack = folder.path().join("our-pack");
    std::fs::create_dir(&pack).expect("a folder");
    written(
        &pack,
        "pack.toml",
        "name = \"our-pack\"\ntitle = \"Ours\"\nauthor = \"us\"\nlicence = \"MIT\"\n",
    );
    let told = boneyard(&["story", path(folder.path())]).well();
    assert!(told.contains("1 of 1 stories hold."), "{told}");
}

#[test]
fn a_game_is_named_as_people_say_it_and_words_are_found_by_their_parts() {
    for words in [&["die", "trying", "hide"][..], &["Die-Trying", "hide"], &["die-trying hide"]] {
        let told = boneyard(&[&["rules"], words].concat()).well();
        assert!(told.contains("DT-STL-01 ") && !told.contains("DIRK"), "{words:?}: {told}");
    }
    assert!(boneyard(&["rules", "dirk-rules", "nitiativ"]).well().contains("DK-"));
    assert!(boneyard(&["rules", "die", "trying", "xyzzy"]).badly().contains("xyzzy"));
}

#[test]
fn coverage_lists_every_rule_that_no_story_proves() {
    let folder = tempfile::tempdir().expect("a folder");
    let stories = folder.path().join("games/dirk-rules/stories");
    std::fs::create_dir_all(&stories).expect("a folder");
    written(&stories, "saved.toml", SAVED);
    let ran = boneyard(&["coverage", "dirk-rules", "--root", path(folder.path())]);
    assert_eq!(ran.status.code(), Some(1), "{}", ran.err);
    assert!(!ran.out.contains("DK-CHECK-01 ") && ran.out.contains("DK-BATTLE-11 "), "{}", ran.out);
    assert!(ran.out.contains("dirk-rules: 1 story, "), "{}", ran.out);
    let wrong = boneyard(&["coverage", "--root", path(&stories)]).badly();
    assert!(wrong.contains("--root"), "{wrong}");
}

#[test]
fn bots_play_every_start_to_its_end() {
    let starts = json(&boneyard(&["bots", "dirk-rules", "--seeds", "2", "--json"]).well());
    for start in starts.as_array().expect("a list") {
        assert_eq!(start["endless"], 0);
        assert!(start["stuck"].as_array().is_some_and(Vec::is_empty), "{start}");
        assert!(start["broken"].as_array().is_some_and(Vec::is_empty), "{start}");
        assert_eq!(
            start["outcomes"].as_object().expect("counts").values().filter_map(|n| n.as_u64()).sum::<u64>(),
            2
        );
    }
}

#[test]
fn every_file_that_is_said_to_ask_for_a_known_number_asks_for_odds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read =
        |path: &Path| std::fs::read_to_string(path).unwrap_or_else(|_| panic!("no {}", path.display()));
    let games = [
        ("## DIRK RULES!", "dirk-rules"),
        ("## Dead Weight", "dead-weight"),
        ("## Die Trying", "die-trying"),
        ("## GUTS+", "guts-plus"),
        ("## Roll High or Die", "roll-high-or-die"),
    ];
    let page = read(&root.join("docs/known-odds.md"));
    let (mut game, mut asked) = ("", 0);
    for line in page.lines() {
        if let Some((_, name)) = games.iter().find(|(heading, _)| *heading == line) {
            game = name;
        }
        // What stands between backticks in the last column.
        for file in line.split('`').skip(1).step_by(2) {
            let below = root.join("games").join(game);
            if file.ends_with(".toml") {
                assert!(read(&below.join("stories").join(file)).contains("[[odds]]"), "{game}: {file}");
                asked += 1;
            } else if file.ends_with(".rs") {
                assert!(read(&below.join("tests").join(file)).contains("#[test]"), "{game}: {file}");
            }
        }
    }
    assert!(asked > 50, "{asked} files are named");
}
