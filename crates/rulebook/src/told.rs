//! What the stories of a game cited when they were last told: the tests tell every story and write it down beside the
//! programs they are built with, so that counting which rules are proven does not tell them all again. What was
//! written counts only for the same stories, rules and kernel.

use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

/// The crates that decide what a story does, beside the game.
const KERNEL: [&str; 5] = ["board", "content", "dice", "rulebook", "table"];

/// All stories of a game, told under the rules as they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    file: PathBuf,
    digest: String,
}

impl Told {
    /// For a game in the project's folder, with its rules in this version; nothing where the sources of the kernel are
    /// not at hand, or no program runs from a folder that builds are kept in.
    pub fn of(root: &Path, game: &str, rules: &str) -> Option<Told> {
        let program = std::env::current_exe().ok()?;
        let folder = program.parent()?;
        let folder = if folder.ends_with("deps") { folder.parent()? } else { folder };
        Told::kept_in(folder, root, game, rules).ok()
    }

    /// The same with a folder of your own.
    pub fn kept_in(folder: &Path, root: &Path, game: &str, rules: &str) -> io::Result<Told> {
        let mut digest = Sha256::new();
        let mut put = |part: &[u8]| {
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part);
        };
        put(rules.as_bytes());
        let mut folders = vec![root.join("games").join(game).join("stories")];
        folders.extend(KERNEL.map(|name| root.join("crates").join(name).join("src")));
        for folder in folders {
            let mut files = Vec::new();
            below(&folder, &mut files)?;
            files.sort();
            for file in files {
                let name = file.strip_prefix(root).unwrap_or(&file).to_string_lossy().replace('\\', "/");
                put(name.as_bytes());
                put(&std::fs::read(&file)?);
            }
        }
        let digest = digest.finalize().iter().fold(String::new(), |mut hex, byte| {
            // Writing to a String cannot fail.
            let _ = write!(hex, "{byte:02x}");
            hex
        });
        Ok(Told { file: folder.join("told").join(format!("{game}.txt")), digest })
    }

    /// Writes down what was cited, every story having been told and none having failed.
    pub fn write<'a>(&self, cited: impl IntoIterator<Item = &'a str>) -> io::Result<()> {
        let mut text = format!("{}\n", self.digest);
        for rule in cited {
            text.push_str(rule);
            text.push('\n');
        }
        if let Some(folder) = self.file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        // Whole or not at all: somebody may be reading.
        let fresh = self.file.with_extension(format!("{}.new", std::process::id()));
        std::fs::write(&fresh, text)?;
        std::fs::rename(&fresh, &self.file)
    }

    /// What was cited, if the same stories were told under the same rules.
    pub fn read(&self) -> Option<BTreeSet<String>> {
        let text = std::fs::read_to_string(&self.file).ok()?;
        let mut lines = text.lines();
        (lines.next()? == self.digest).then(|| lines.map(str::to_owned).collect())
    }
}

fn below(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for item in std::fs::read_dir(folder)? {
        let item = item?;
        if item.file_type()?.is_dir() {
            below(&item.path(), found)?;
        } else {
            found.push(item.path());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A project with one story and a kernel.
    fn project() -> tempfile::TempDir {
        let root = tempfile::tempdir().expect("a folder");
        for name in KERNEL {
            put(root.path(), &format!("crates/{name}/src/lib.rs"), "//! Rules.");
        }
        put(root.path(), "games/dice-town/stories/harm/fall.toml", "title = \"Bo falls\"");
        root
    }

    fn put(root: &Path, file: &str, text: &str) {
        let file = root.join(file);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("it is made");
        std::fs::write(file, text).expect("it is written");
    }

    fn told(root: &Path, rules: &str) -> Told {
        Told::kept_in(&root.join("target"), root, "dice-town", rules).expect("all is there")
    }

    #[test]
    fn what_stories_cited_is_handed_on_while_stories_rules_and_kernel_stay() {
        let root = project();
        let root = root.path();
        assert_eq!(told(root, "v1").read(), None, "nobody told a story yet");
        told(root, "v1").write(["DT-FALL-01", "DT-FALL-02"]).expect("it is written");
        let cited = BTreeSet::from(["DT-FALL-01".to_owned(), "DT-FALL-02".to_owned()]);
        assert_eq!(told(root, "v1").read(), Some(cited));
        assert_eq!(told(root, "v2").read(), None, "the rules of the game changed");
    }

    #[test]
    fn a_change_anywhere_counts_as_never_told() {
        for file in [
            "games/dice-town/stories/harm/fall.toml",
            "games/dice-town/stories/harm/drown.toml",
            "games/dice-town/stories/our-pack/pack.toml",
            "crates/table/src/lib.rs",
            "crates/dice/src/odds/mod.rs",
        ] {
            let root = project();
            told(root.path(), "v1").write(["DT-FALL-01"]).expect("it is written");
            put(root.path(), file, "title = \"Bo falls further\"");
            assert_eq!(told(root.path(), "v1").read(), None, "{file}");
        }
    }

    #[test]
    fn without_the_sources_nothing_is_handed_on() {
        let root = tempfile::tempdir().expect("a folder");
        put(root.path(), "games/dice-town/stories/fall.toml", "");
        assert!(Told::kept_in(root.path(), root.path(), "dice-town", "v1").is_err());
    }
}
