//! The table's own pack: rows its game master writes in play, each a small file of its own. They are read together with all
//! other packs before anything changes, so one with a mistake is refused with its place. What was written belongs to the action
//! that wrote it: undo takes it back with the rest, and a fork has what was written by then.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::book::book;
use super::plan::{must_be_gm, plain};
use super::{Act, Corrupt, PackName, Planned, Record, TableOf};
use crate::live::Action;
use crate::{BadPack, Lane, Playable, Refusal, Seat};

/// What the pack is called.
pub const OWN_PACK: &str = "table";

/// Where rows of adventures stand: `adventures/home/cellar`.
const ADVENTURES: &str = "adventures/";

/// Files of one table at the most.
const MOST: usize = 500;

/// Bytes of one file at the most.
const LONGEST: usize = 20_000;

/// A file of the table's own pack, as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnFile {
    /// Its name, without `.toml`: `creatures/ash-wolf`; `adventures/home/cellar` adds rows to the adventure `home`.
    pub file: String,
    /// What stands in it; nothing takes it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl OwnFile {
    /// A file with this text.
    pub fn new(file: impl Into<String>, text: impl Into<String>) -> Self {
        Self { file: file.into(), text: Some(text.into()) }
    }
}

/// What a table has in its own pack, and the book with it.
pub(super) struct Own<G: Playable> {
    pub(super) files: Vec<OwnFile>,
    pub(super) pack: Option<PackName>,
    pub(super) book: Arc<G::Book>,
}

/// The files once others were written too. Each keeps its place: rows of adventures are counted in the order in which they
/// came.
pub(super) fn written<'a>(files: &[OwnFile], more: impl IntoIterator<Item = &'a OwnFile>) -> Vec<OwnFile> {
    let mut files = files.to_vec();
    for file in more {
        let known = files.iter().position(|known| known.file == file.file);
        match (known, &file.text) {
            (Some(at), Some(_)) => files[at] = file.clone(),
            (Some(at), None) => drop(files.remove(at)),
            (None, Some(_)) => files.push(file.clone()),
            (None, None) => {}
        }
    }
    files
}

/// The files as a pack.
pub(super) fn as_pack(files: &[OwnFile]) -> Option<PackName> {
    if files.is_empty() {
        return None;
    }
    let header = format!(
        "name = \"{OWN_PACK}\"\ntitle = \"Made at the table\"\nauthor = \"the table\"\nlicence = \"its own\"\n"
    );
    let mut all = vec![("pack.toml".to_owned(), header)];
    for (at, OwnFile { file, text }) in files.iter().enumerate() {
        let Some(text) = text else { continue };
        // Files of a pack are read by name; those of adventures must stay in the order in which they came.
        let name = match file.strip_prefix(ADVENTURES).and_then(|rest| rest.split_once('/')) {
            Some((adventure, name)) => format!("{ADVENTURES}{adventure}/{at:03}-{name}.toml"),
            None => format!("{file}.toml"),
        };
        all.push((name, text.clone()));
    }
    Some(PackName { name: OWN_PACK.to_owned(), files: all })
}

impl<G: Playable> TableOf<G> {
    /// What the table's own pack was before any action at this table wrote in it, and everything written by these since.
    pub(super) fn own_of<'a>(&self, acts: impl IntoIterator<Item = &'a Act<G>>) -> Vec<OwnFile>
    where
        G: 'a,
    {
        written(&self.opened.own, acts.into_iter().flat_map(|act| &act.wrote))
    }

    /// The book with these files in the table's own pack.
    pub(super) fn with_own(&self, files: Vec<OwnFile>) -> Result<Own<G>, BadPack> {
        let pack = as_pack(&files);
        let all: Vec<PackName> = self.all_packs().chain(&pack).cloned().collect();
        Ok(Own { book: book::<G>(&all)?, files, pack })
    }

    /// The book an action is run with: with what it writes itself, if it writes.
    pub(super) fn book_for(&self, action: &Action<G::Command, G::Answer>) -> Result<Arc<G::Book>, BadPack> {
        match &self.writing {
            _ if action.wrote.is_empty() => Ok(Arc::clone(&self.book)),
            Some((id, book)) if *id == action.id => Ok(Arc::clone(book)),
            _ => self.with_own(written(&self.own.files, &action.wrote)).map(|own| own.book),
        }
    }

    /// Takes over what an action wrote, or gives up what it wrote that is taken back.
    pub(super) fn set_own(&mut self, files: Vec<OwnFile>) -> Result<(), Corrupt> {
        if files != self.own.files {
            let Own { files, pack, book } = self.with_own(files)?;
            self.own = OwnPack { files, pack };
            self.book = book;
        }
        Ok(())
    }

    pub(super) fn plan_row(&self, seat: Seat, file: OwnFile) -> Result<Planned, Refusal> {
        let wrote = vec![file];
        self.must_be_writable(seat, &wrote)?;
        let id = self.next_action;
        let act = Act {
            id,
            by: seat,
            lane: Lane::Free,
            command: None,
            told: Vec::new(),
            log: Vec::new(),
            ended: Vec::new(),
            forgotten: Vec::new(),
            replaces: None,
            wrote,
        };
        Ok(Planned { action: Some(id), told_from: Some(id), ..plain(&Record::<G>::Acted(act))? })
    }

    /// Whether this can be written now.
    pub(super) fn must_be_writable(&self, seat: Seat, wrote: &[OwnFile]) -> Result<(), Refusal> {
        must_be_gm(seat, "write rows")?;
        let refused = |code, sentence: String| Err(Refusal::by_table(code, sentence));
        if !self.waiting.is_empty() {
            return refused("busy", "Rows are written between actions: one still waits.".into());
        }
        for file in wrote {
            if !is_name(&file.file) {
                let sentence = "A file has a name such as `creatures/ash-wolf` or `adventures/home/cellar`: small letters, \
                     digits and hyphens, 80 at most.";
                return refused("file", sentence.into());
            }
            let known = self.own.files.iter().find(|known| known.file == file.file);
            match (&file.text, known) {
                (Some(text), _) if text.len() > LONGEST => {
                    return refused("too-long", format!("A file has at most {LONGEST} bytes."));
                }
                (None, None) => {
                    return refused("no-file", format!("There is no {} to take back.", file.file));
                }
                (None, Some(_)) if file.file.starts_with(ADVENTURES) => {
                    let sentence = "What was added to an adventure stays there: write it anew, or undo.";
                    return refused("stays", sentence.into());
                }
                _ => {}
            }
            if let Some(id) = known.and_then(|known| self.still_used(known, file)) {
                let sentence = format!("{id} is in use at this table: change it and keep its id.");
                return refused("in-use", sentence);
            }
        }
        let files = written(&self.own.files, wrote);
        if files.len() > MOST {
            return refused("too-many", format!("A table writes at most {MOST} files of its own."));
        }
        match self.with_own(files) {
            Ok(_) => Ok(()),
            Err(bad) => refused("row", bad.to_string()),
        }
    }

    /// An id that stood in a file, stands there no longer, and is named by what is in play.
    fn still_used(&self, old: &OwnFile, new: &OwnFile) -> Option<String> {
        let ids = |file: &OwnFile| -> Vec<String> {
            let text = file.text.as_deref().unwrap_or_default();
            let tables = text.parse::<toml::Table>().unwrap_or_default();
            let rows = tables.into_iter().filter_map(|(_, rows)| rows.as_array().cloned()).flatten();
            rows.filter_map(|row| Some(row.get("id")?.as_str()?.to_owned())).collect()
        };
        let (old, new) = (ids(old), ids(new));
        let mut gone = old.into_iter().filter(|id| !new.contains(id)).peekable();
        gone.peek()?;
        let state = serde_json::to_string(&self.state).unwrap_or_default();
        gone.find(|id| state.contains(&format!("\"{id}\"")))
    }
}

/// The table's own pack as it stands.
#[derive(Clone, Debug, Default)]
pub(super) struct OwnPack {
    pub(super) files: Vec<OwnFile>,
    pub(super) pack: Option<PackName>,
}

impl OwnPack {
    pub(super) fn of(files: Vec<OwnFile>) -> Self {
        Self { pack: as_pack(&files), files }
    }
}

/// Two or three words of small letters, digits and hyphens.
fn is_name(file: &str) -> bool {
    let word = |word: &str| {
        !word.is_empty() && word.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-')
    };
    let words = file.split('/').count();
    let adventure = file.starts_with(ADVENTURES);
    file.len() <= 80 && file.split('/').all(word) && words == if adventure { 3 } else { 2 }
}
