//! Content packs from disk: one file, or a folder of TOML files. What they say is checked by the game.

use std::fs;
use std::path::{Path, PathBuf};

use boneyard_table::table::PackName;

use crate::Failure;

/// Reads a pack whose path is relative to a folder.
pub(crate) fn read(folder: &Path, path: &str) -> Result<PackName, Failure> {
    let place = folder.join(path);
    let name = place.file_stem().map_or_else(|| path.to_owned(), |stem| stem.to_string_lossy().into_owned());
    let files = if place.is_dir() { toml_files(&place)? } else { vec![place.clone()] };
    if files.is_empty() {
        return Err(Failure::said(format!("The pack {} has no TOML files.", place.display())));
    }
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file).map_err(|error| Failure::unread(&file, &error))?;
        let name = file.strip_prefix(&place).ok().filter(|rest| !rest.as_os_str().is_empty());
        let name = name.or_else(|| file.file_name().map(Path::new)).unwrap_or(&file);
        Ok((name.to_string_lossy().replace('\\', "/"), text))
    };
    let files = files.into_iter().map(read).collect::<Result<_, Failure>>()?;
    Ok(PackName { name, files })
}

/// All TOML files below a folder, in the order of their names.
pub(crate) fn toml_files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    below(folder, &|_| true)
}

/// The folder of a game's stories, in the project's folder.
pub(crate) fn stories_of(root: &Path, game: &str) -> Result<PathBuf, Failure> {
    let folder = root.join("games").join(game).join("stories");
    if folder.is_dir() {
        return Ok(folder);
    }
    let what = format!("There is no folder {}. Name the project's folder with --root DIR.", folder.display());
    Err(Failure::said(what))
}

/// All stories below a folder: its TOML files but those of packs, which are folders with a `pack.toml`
/// or files that end in `.pack.toml`.
pub(crate) fn story_files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = below(folder, &|folder| !folder.join("pack.toml").exists())?;
    files.retain(|file| !file.to_string_lossy().ends_with(".pack.toml"));
    Ok(files)
}

fn below(folder: &Path, enters: &dyn Fn(&Path) -> bool) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let inside = fs::read_dir(&folder).map_err(|error| Failure::unread(&folder, &error))?;
        for item in inside {
            let item = item.map_err(|error| Failure::unread(&folder, &error))?;
            let path = item.path();
            // The kind of the item itself: a link back up would be followed for ever.
            let kind = item.file_type().map_err(|error| Failure::unread(&path, &error))?;
            if kind.is_dir() {
                folders.extend(enters(&path).then_some(path));
            } else if path.extension().is_some_and(|extension| extension == "toml") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
