//! Rules broken on purpose, with the real program: the stories of the games notice.

use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Ran, boneyard, json};

fn path(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

fn broken(root: &Path, more: &[&str]) -> Ran {
    let args = ["coverage", "dirk-rules", "--break", "--json", "--root", path(root)];
    boneyard(&[&args[..], more].concat())
}

fn ids(sample: &Value) -> Vec<&str> {
    sample[0]["broken"].as_array().expect("rules").iter().filter_map(|rule| rule["id"].as_str()).collect()
}

/// Brack saves, and the story says nothing of what came of it.
const CARELESS: &str = r#"
story = "Brack and his footing"
game = "dirk-rules"
proves = ["DK-CHECK-01"]

[heroes.Brack]
like = "DK-HERO-01H"

[[step]]
do = { save = { who = "Brack", ability = "STR" } }
dice = [12]
"#;

/// A project with this one story.
fn project(story: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let stories = folder.path().join("games/dirk-rules/stories");
    std::fs::create_dir_all(&stories).expect("a folder");
    let file = stories.join("careless.toml");
    std::fs::write(&file, story).expect("written");
    (folder, file)
}

#[test]
fn a_dozen_rules_are_broken_and_a_story_notices_each() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let sample = json(&broken(&root, &["--sample", "12", "--seed", "7"]).well());
    assert_eq!(ids(&sample).len(), 12, "{sample}");
    for rule in sample[0]["broken"].as_array().expect("rules") {
        let ways = rule["ways"].as_array().expect("ways");
        assert!(ways.iter().any(|way| way["noticed"].is_object()), "{rule}");
    }
}

#[test]
fn the_same_seed_breaks_the_same_rules_and_the_unnoticed_are_listed() {
    let (folder, _) = project(CARELESS);
    let some = |more: &[&str]| json(&broken(folder.path(), more).out);
    let three = some(&["--sample", "3"]);
    assert_eq!(three, some(&["--sample", "3", "--seed", "1"]));
    assert_ne!(ids(&three), ids(&some(&["--sample", "3", "--seed", "2"])));
    let ran = boneyard(&["coverage", "dirk-rules", "--break", "--all", "--root", path(folder.path())]);
    assert_eq!(ran.status.code(), Some(1), "{}", ran.err);
    assert!(ran.out.contains("0 of 3 rules noticed"), "{}", ran.out);
    assert!(
        ran.out.contains("    DK-CHECK-01 · Saving throw\n      what it makes true is lost"),
        "{}",
        ran.out
    );
}

#[test]
fn a_story_that_expects_nothing_notices_nothing() {
    let (_folder, file) = project(CARELESS);
    let ran = boneyard(&["story", "--break", "dk-check-01", path(&file)]);
    assert_eq!(ran.status.code(), Some(1), "{}", ran.err);
    assert!(ran.out.contains("its dice are misread (as the highest): NOT NOTICED"), "{}", ran.out);
    assert!(ran.out.contains("0 of 1 story notice that DK-CHECK-01 is broken."), "{}", ran.out);
    std::fs::write(&file, format!("{CARELESS}expect = {{ \"last.outcome\" = \"pass\" }}\n"))
        .expect("written");
    let told = boneyard(&["story", "--break", "DK-CHECK-01", path(&file)]).well();
    assert!(
        told.contains("its dice are misread (as the highest): noticed: step 1: last.outcome is"),
        "{told}"
    );
}

#[test]
fn what_cannot_be_broken_is_said() {
    let (_folder, file) = project(CARELESS);
    let ran = boneyard(&["story", "--break", "DK-HARM-01", path(&file)]);
    assert!(ran.out.contains("nothing of DK-HARM-01 happens here"), "{}", ran.out);
    assert!(boneyard(&["story", "--break", "the weather", path(&file)]).badly().contains("`the weather`"));
    std::fs::write(&file, CARELESS.replace("[12]", "[12, 3]")).expect("written");
    let wrong = boneyard(&["story", "--break", "DK-CHECK-01", path(&file)]).badly();
    assert!(wrong.contains("dice are left over"), "{wrong}");
    assert!(boneyard(&["coverage", "--sample", "3"]).badly().contains("--break"));
}
