//! Adventures of the book: the game's own, those all games share, and what packs add: whole ones as `adventures/NAME.toml`, rows
//! for one that is there as `adventures/ID/NAME.toml`.

use std::sync::Arc;

use boneyard_content::{ContentError, Joined, Pack, PackFile, read};
use boneyard_table::BadPack;
use boneyard_world::adventure::Adventure;
use boneyard_world::check::check_read;
use boneyard_world::{Dialect, Dictionary};

use super::{Book, bad};
use crate::DirkRules;
use crate::rules;

/// The folder of a pack in which adventures stand.
const FOLDER: &str = "adventures/";

/// The texts an adventure is put together from, each with its file.
pub(super) type Parts = Vec<(Arc<str>, Arc<str>)>;

impl Book {
    /// Takes in those the program brings along.
    pub(super) fn take_adventures(&mut self) -> Result<(), BadPack> {
        for (file, text) in rules::ADVENTURES {
            let own = read(file, text).map_err(|error| bad(&error))?;
            self.put(own, vec![((*file).into(), (*text).into())]);
        }
        for (file, text) in boneyard_world::SHARED {
            // Those for other games alone fill in what only they know.
            let shared = read::<Adventure<DirkRules>>(file, text).ok();
            let ours = shared.filter(|read| {
                read.adventure.games.iter().any(|game| game.as_str() == <DirkRules as Dialect>::GAME)
            });
            if let Some(ours) = ours {
                self.put(ours, vec![((*file).into(), (*text).into())]);
            }
        }
        Ok(())
    }

    fn put(&mut self, read: Adventure<DirkRules>, parts: Parts) {
        let id = read.adventure.id.as_str().to_owned();
        self.texts.insert(id.clone(), parts);
        self.adventures.insert(id, read);
    }

    /// Takes in what a pack adds, file by file in the order of their names. `packs` are this one and those before it.
    pub(super) fn take_added(&mut self, added: &[PackFile], packs: &[Pack]) -> Result<(), BadPack> {
        if added.is_empty() {
            return Ok(());
        }
        let texts = packs.iter().flat_map(|pack| &pack.files).map(|file| &*file.text);
        let known = Dictionary::of(rules::CONTENT.iter().map(|(_, text)| *text).chain(texts));
        let mut grown: Vec<String> = Vec::new();
        for file in added {
            let name = file.path.split_once(FOLDER).map_or("", |(_, name)| name);
            let Some((id, _)) = name.split_once('/') else {
                let (whole, findings) =
                    boneyard_world::check::check::<DirkRules>(&file.path, &file.text, &known);
                let sound = whole.filter(|_| findings.is_sound()).ok_or_else(|| told(&findings.mistakes))?;
                if self.adventures.contains_key(sound.adventure.id.as_str()) {
                    let what = format!("there is an adventure `{}` already", sound.adventure.id);
                    return Err(bad(&file.mistake("adventure.id", what)));
                }
                self.put(sound, vec![(file.path.clone(), file.text.clone())]);
                continue;
            };
            let Some(parts) = self.texts.get_mut(id) else {
                return Err(bad(&file.mistake("", format!("there is no adventure `{id}` to add this to"))));
            };
            parts.push((file.path.clone(), file.text.clone()));
            if !grown.iter().any(|known| known == id) {
                grown.push(id.to_owned());
            }
        }
        grown.iter().try_for_each(|id| self.grow(id, &known))
    }

    /// Reads an adventure anew with what was added to it.
    fn grow(&mut self, id: &str, known: &Dictionary) -> Result<(), BadPack> {
        let parts = self.texts.get(id).into_iter().flatten();
        let joined = Joined::of(parts.map(|(file, text)| (&**file, &**text)));
        let read: Adventure<DirkRules> =
            read(id, joined.text()).map_err(|error| bad(&joined.placed(error)))?;
        let findings = check_read(id, joined.text(), &read, known);
        // What stands in the file itself was looked at when it was written.
        let mistakes = findings.mistakes.into_iter().filter(|mistake| joined.is_added(mistake));
        let mistakes: Vec<ContentError> = mistakes.map(|mistake| joined.placed(mistake)).collect();
        if !mistakes.is_empty() {
            return Err(told(&mistakes));
        }
        self.adventures.insert(id.to_owned(), read);
        Ok(())
    }
}

/// The files of a pack that are no adventures, and those that are.
pub(super) fn parted(pack: &mut Pack) -> Vec<PackFile> {
    let folder = format!("{}/{FOLDER}", pack.name);
    let (added, rest) =
        std::mem::take(&mut pack.files).into_iter().partition(|file| file.path.starts_with(&folder));
    pack.files = rest;
    added
}

fn told(mistakes: &[ContentError]) -> BadPack {
    BadPack(mistakes.iter().map(ContentError::render).collect::<Vec<_>>().join("\n"))
}
