//! Papers on the game master's desk: notes for their own eyes, and handouts, which are the same papers shown
//! to some seats or to all. They change nothing in the game, and undo leaves them alone.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::plan::{must_be_gm, plain};
use super::talk::Talk;
use super::{Planned, Record, TableOf};
use crate::frame::Frame;
use crate::live::Digest;
use crate::{Playable, Refusal, Seat};

/// Papers of one table at the most.
const MOST: usize = 200;
/// The longest title, in characters.
const LONGEST_TITLE: usize = 80;
/// The longest text, in characters.
const LONGEST_TEXT: usize = 20_000;
/// The largest picture as text: a record must hold it.
const LARGEST_PICTURE: usize = 700_000;
/// All pictures of one table together.
const ALL_PICTURES: usize = 12_000_000;
/// The longest description of a picture, in characters.
const LONGEST_ALT: usize = 300;

/// A paper.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paper {
    /// Chosen by whoever wrote it. It must not count papers, for those who see some would learn of others.
    pub id: String,
    /// What stands above it.
    pub title: String,
    /// What is on it.
    pub body: PaperBody,
    /// Who sees it beside the game master.
    #[serde(default)]
    pub shown: Shown,
    /// A digest of its picture: another one, another picture.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mark: String,
}

/// What is on a paper.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaperBody {
    /// Words in safe Markdown, up to 20,000 characters.
    Text(String),
    /// A picture.
    Picture(Picture),
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Picture {
    /// What kind of file.
    pub media: Media,
    /// The file in base64.
    pub data: String,
    /// What is to be seen, in words, for those who cannot.
    pub alt: String,
}

/// The kinds of picture that every browser draws and none runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Media {
    /// `image/png`.
    Png,
    /// `image/jpeg`.
    Jpeg,
    /// `image/webp`.
    Webp,
    /// `image/gif`.
    Gif,
}

/// Who sees a paper beside the game master.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shown {
    /// Nobody: it is a note.
    #[default]
    Nobody,
    /// Everybody, also those who come later.
    All,
    /// These seats.
    Seats(Vec<Seat>),
}

impl Shown {
    /// Whether a seat sees it.
    pub fn to(&self, seat: Seat) -> bool {
        match self {
            Self::Nobody => seat.is_gm(),
            Self::All => true,
            Self::Seats(seats) => seat.is_gm() || seats.contains(&seat),
        }
    }
}

impl Frame {
    /// The papers a seat may see, in the order they were written.
    pub fn papers_for(&self, seat: Seat) -> impl Iterator<Item = &Arc<Paper>> {
        self.papers.iter().filter(move |paper| paper.shown.to(seat))
    }

    pub(super) fn write(&mut self, id: String, title: String, body: PaperBody) {
        let mark = match &body {
            PaperBody::Text(_) => String::new(),
            PaperBody::Picture(picture) => format!("{:016x}", Digest::of(&picture.data).0),
        };
        match self.papers.iter_mut().find(|paper| paper.id == id) {
            Some(known) => {
                let known = Arc::make_mut(known);
                (known.title, known.body, known.mark) = (title, body, mark);
            }
            None => self.papers.push(Arc::new(Paper { id, title, body, shown: Shown::Nobody, mark })),
        }
    }

    pub(super) fn show(&mut self, id: &str, to: &Shown) {
        if let Some(paper) = self.papers.iter_mut().find(|paper| paper.id == id) {
            Arc::make_mut(paper).shown = to.clone();
        }
    }
}

impl<G: Playable> TableOf<G> {
    pub(super) fn plan_write(
        &self,
        seat: Seat,
        paper: String,
        title: &str,
        body: PaperBody,
    ) -> Result<Planned, Refusal> {
        must_be_gm(seat, "write papers")?;
        let formed = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
        if paper.is_empty() || paper.len() > 40 || !paper.chars().all(formed) {
            return Err(Refusal::by_table("paper", "A paper's id has 1 to 40 letters, digits, - or _."));
        }
        let title = title.trim();
        if title.is_empty() || title.chars().count() > LONGEST_TITLE {
            let sentence = format!("A paper's title has 1 to {LONGEST_TITLE} characters.");
            return Err(Refusal::by_table("title", sentence));
        }
        match &body {
            PaperBody::Text(words) if words.chars().count() > LONGEST_TEXT => {
                let sentence = format!("A paper holds at most {LONGEST_TEXT} characters. Begin another one.");
                return Err(Refusal::by_table("words", sentence).with("most", LONGEST_TEXT));
            }
            PaperBody::Text(_) => {}
            PaperBody::Picture(picture) => self.must_be_picture(&paper, picture)?,
        }
        let known = self.frame.papers.iter().any(|known| known.id == paper);
        if !known && self.frame.papers.len() >= MOST {
            let sentence = format!("A table has at most {MOST} papers. Delete one first.");
            return Err(Refusal::by_table("too-many", sentence).with("most", MOST));
        }
        plain(&Record::<G>::Written { paper, title: title.to_owned(), body })
    }

    fn must_be_picture(&self, paper: &str, picture: &Picture) -> Result<(), Refusal> {
        let alt = picture.alt.trim();
        if alt.is_empty() || alt.chars().count() > LONGEST_ALT {
            let sentence = format!("Say in 1 to {LONGEST_ALT} characters what the picture shows.");
            return Err(Refusal::by_table("alt", sentence));
        }
        let letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
        if picture.data.is_empty() || !picture.data.bytes().all(letter) {
            return Err(Refusal::by_table("unreadable", "A picture comes in base64."));
        }
        let others = self.frame.papers.iter().filter(|other| other.id != paper);
        let kept: usize = others
            .map(|other| match &other.body {
                PaperBody::Picture(picture) => picture.data.len(),
                PaperBody::Text(_) => 0,
            })
            .sum();
        if picture.data.len() > LARGEST_PICTURE || kept + picture.data.len() > ALL_PICTURES {
            let sentence = "A picture has at most 500 kB, and all of a table together 9 MB.";
            return Err(Refusal::by_table("too-large", sentence));
        }
        Ok(())
    }

    pub(super) fn plan_show(&self, seat: Seat, paper: String, to: Shown) -> Result<Planned, Refusal> {
        must_be_gm(seat, "show papers")?;
        let title = self.paper(&paper)?.title.clone();
        if let Shown::Seats(seats) = &to
            && (seats.is_empty() || seats.iter().any(|seat| !self.frame.seats.contains_key(seat)))
        {
            return Err(Refusal::by_table("no-such-seat", "Show it to people who sit here."));
        }
        self.said(seat, Talk::Shows { paper, title, to })
    }

    pub(super) fn plan_discard(&self, seat: Seat, paper: String) -> Result<Planned, Refusal> {
        must_be_gm(seat, "throw papers away")?;
        self.paper(&paper)?;
        plain(&Record::<G>::Discarded { paper })
    }

    fn paper(&self, id: &str) -> Result<&Paper, Refusal> {
        let found = self.frame.papers.iter().find(|paper| paper.id == id);
        found
            .map(|paper| &**paper)
            .ok_or_else(|| Refusal::by_table("no-such-paper", "There is no such paper."))
    }
}
