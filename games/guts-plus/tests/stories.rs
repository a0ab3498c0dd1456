//! Runs every story of the game.

use std::fs;
use std::path::{Path, PathBuf};

use boneyard_table::story::{Story, run_story};
use boneyard_table::table::{GameOf, PackName};
use guts_plus::GutsPlus;

fn stories(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            // A folder with a `pack.toml` is content for stories, not stories.
            if !path.join("pack.toml").exists() {
                stories(&path, found);
            }
        } else if path.extension().is_some_and(|end| end == "toml") {
            found.push(path);
        }
    }
}

#[test]
fn every_story_holds() {
    let mut found = Vec::new();
    stories(&Path::new(env!("CARGO_MANIFEST_DIR")).join("stories"), &mut found);
    // While one family is being written, only its stories need to run.
    let only = std::env::var("STORIES").unwrap_or_default();
    found.retain(|path| path.to_string_lossy().contains(&only));
    found.sort();
    assert!(!found.is_empty());
    let mut failures = Vec::new();
    for path in &found {
        let text = fs::read_to_string(path).expect("the story can be read");
        let told = match Story::read(&text) {
            Err(error) => vec![error.to_string()],
            Ok(story) => {
                let folder = path.parent().expect("a file is in a folder").to_owned();
                let pack = move |name: &str| read_pack(&folder.join(name));
                run_story(&GameOf::<GutsPlus>::new(), &story, &pack).failures
            }
        };
        failures.extend(told.into_iter().map(|failure| format!("{}: {failure}", path.display())));
    }
    assert!(
        failures.is_empty(),
        "{} stories told, {} failures:\n{}",
        found.len(),
        failures.len(),
        failures.join("\n")
    );
}

fn read_pack(folder: &Path) -> Result<PackName, String> {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| error.to_string())? {
        let path = entry.map_err(|error| error.to_string())?.path();
        let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        files.push((file, fs::read_to_string(&path).map_err(|error| error.to_string())?));
    }
    files.sort();
    Ok(PackName { name, files })
}
