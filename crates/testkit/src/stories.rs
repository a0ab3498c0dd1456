//! Every story of a game, run from its folder.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use boneyard_rulebook::Told;
use boneyard_table::story::{Story, run_story};
use boneyard_table::table::{GameOf, PackName};
use boneyard_table::{Playable, RuleId};

/// Runs every story below `stories` of a game's crate. `STORIES=combat` runs those with that in their path: while one
/// family is being written, the others need not run. When all are told and hold, what they cited is written down for
/// `boneyard coverage`.
///
/// # Panics
/// If one of them fails, with everything that was not so.
pub fn every_story_holds<G: Playable + 'static>(crate_folder: &str) {
    let mut found = Vec::new();
    stories(&Path::new(crate_folder).join("stories"), &mut found);
    found.sort();
    let only = std::env::var("STORIES").unwrap_or_default();
    found.retain(|path| path.to_string_lossy().contains(&only));
    assert!(!found.is_empty(), "there are no stories");
    // Before they are told: a story that is changed meanwhile is another story.
    let root = Path::new(crate_folder).ancestors().nth(2).expect("a game lies in a folder of the project");
    let handed_on = Told::of(root, G::NAME, G::RULES);
    let mut cited = BTreeSet::new();
    let failures: Vec<String> = found.iter().flat_map(|path| failures::<G>(path, &mut cited)).collect();
    let told = failures.join("\n");
    assert!(failures.is_empty(), "{} stories told, {} failures:\n{told}", found.len(), failures.len());
    if let Some(handed_on) = handed_on.filter(|_| only.is_empty()) {
        let written = handed_on.write(cited.iter().map(|rule| rule.as_str()));
        written.expect("what was cited can be written beside the tests");
    }
}

/// Every story below `stories` of a game's crate that can be read, with its path, in the order of their paths.
pub fn read_stories(crate_folder: &Path) -> Vec<(PathBuf, Story)> {
    stories_below(&crate_folder.join("stories"))
}

/// The same below any folder.
pub(crate) fn stories_below(folder: &Path) -> Vec<(PathBuf, Story)> {
    let mut found = Vec::new();
    stories(folder, &mut found);
    found.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("the story can be read");
        Story::read(&text).ok().map(|story| (path, story))
    };
    found.into_iter().filter_map(read).collect()
}

/// A pack from its folder.
pub fn read_pack(folder: &Path) -> Result<PackName, String> {
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

fn failures<G: Playable + 'static>(path: &Path, cited: &mut BTreeSet<RuleId>) -> Vec<String> {
    let text = fs::read_to_string(path).expect("the story can be read");
    let told = match Story::read(&text) {
        Err(error) => vec![error.to_string()],
        Ok(story) => {
            let folder = path.parent().expect("a file is in a folder").to_owned();
            let pack = move |name: &str| read_pack(&folder.join(name));
            let report = run_story(&GameOf::<G>::new(), &story, &pack);
            cited.extend(report.cited);
            report.failures
        }
    };
    told.into_iter().map(|failure| format!("{}: {failure}", path.display())).collect()
}

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
