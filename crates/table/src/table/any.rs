//! Any game behind one object: JSON in, JSON out. What the terminal, the server, stories and
//! bots hold. Its four parts have files of their own.

use std::fmt::Debug;
use std::marker::PhantomData;

use boneyard_dice::Ratio;
use schemars::schema_for;
use serde_json::{Value, json};

use super::book::book;
use super::own::as_pack;
use super::{Given, Inspected, Journaled, Op, Opened, Oracle, PackName, Record, Seated, TableOf};
use crate::frame::{Frame, SeatInfo, Seeds};
use crate::judge::RulingRecord;
use crate::stage::{Stage, StageError};
use crate::story::Expected;
use crate::{Audience, Playable, Role, Seat, Switch};

/// A table at which some game is played.
pub trait AnyTable: Journaled + Seated + Oracle + Inspected + Send + Sync + Debug {}

impl<G: Playable> AnyTable for TableOf<G> {}

/// A question about odds, as stories ask it.
#[derive(Clone, Debug)]
pub struct OddsAsk {
    /// Commands, one after the other, each by its seat.
    pub script: Vec<(Seat, Value)>,
    /// What must be true in the end.
    pub outcome: Vec<(String, Expected)>,
    /// Whether everybody plays best for or against it, or by instinct.
    pub best: bool,
    /// The side that wants the outcome.
    pub side: u8,
    /// Whether it is over as soon as the outcome is true: what is left of the script is not done then.
    pub as_soon: bool,
    /// Questions that are answered like this whenever they are asked.
    pub given: Vec<Given>,
}

/// The answer.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsTold {
    /// How likely the outcome is.
    pub chance: Ratio,
    /// The share that was left open.
    pub unresolved: Ratio,
    /// What was taken for granted, in words.
    pub assumptions: Vec<String>,
    /// How often the rules were run.
    pub runs: u64,
}

/// A journal or save that cannot be followed.
#[derive(Debug, thiserror::Error)]
pub enum Corrupt {
    /// Not the JSON it should be.
    #[error("this record cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// Records that do not follow from each other.
    #[error("the records do not fit together: {0}")]
    Order(&'static str),
    /// Another game's table.
    #[error("this table is of another game: {0}")]
    OtherGame(String),
    /// A newer program wrote it.
    #[error(
        "this was written by a newer version of the program: its facts are of version {written}, and this program knows them up \
         to version {known}. Open it with a newer program"
    )]
    Newer {
        /// Of which version it is.
        written: u16,
        /// Up to which this program knows them.
        known: u16,
    },
    /// An older program wrote it, and it cannot be brought up to date.
    #[error("this was written by an older version of the program and cannot be brought up to date: {0}")]
    Older(String),
    /// A pack the table uses is broken.
    #[error("{0}")]
    Pack(#[from] crate::BadPack),
}

/// A game, whichever.
pub trait AnyGame: Sync {
    /// The name in commands and files.
    fn name(&self) -> &'static str;
    /// The name on the page.
    fn title(&self) -> &'static str;
    /// The version of the rules.
    fn rules(&self) -> &'static str;
    /// House switches.
    fn switches(&self) -> &'static [Switch];
    /// The first record of a new table.
    fn stage(
        &self,
        title: &str,
        stage: &Stage,
        packs: Vec<PackName>,
        seeds: Seeds,
    ) -> Result<String, StageError>;
    /// Opens a table by its first record.
    fn open(&self, first: &str) -> Result<Box<dyn AnyTable>, Corrupt>;
    /// Opens a table saved as one text.
    fn load(&self, saved: &str) -> Result<Box<dyn AnyTable>, Corrupt>;
    /// JSON Schemas of commands, prompts, answers and facts.
    fn schema(&self) -> Value;
}

/// A game of which the type is known.
pub struct GameOf<G>(PhantomData<fn() -> G>);

impl<G> GameOf<G> {
    /// The game.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G> Default for GameOf<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G> Debug for GameOf<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("GameOf")
    }
}

impl<G: Playable> AnyGame for GameOf<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn rules(&self) -> &'static str {
        G::RULES
    }

    fn switches(&self) -> &'static [Switch] {
        G::switches()
    }

    fn stage(
        &self,
        title: &str,
        stage: &Stage,
        packs: Vec<PackName>,
        seeds: Seeds,
    ) -> Result<String, StageError> {
        let book = book::<G>(&packs).map_err(|bad| StageError::Other(bad.to_string()))?;
        let mut frame = Frame::new(title, seeds);
        frame.asks = stage.asks.unwrap_or_default();
        for (at, (name, seating)) in stage.seats.iter().enumerate() {
            let seat = Seat(at as u8 + 1);
            if seat.0 >= Seat::MOST {
                return Err(StageError::Other(format!("a table has at most {} seats", Seat::MOST)));
            }
            let info = SeatInfo { name: name.clone(), role: Role::Player, types_dice: seating.typed() };
            if name.eq_ignore_ascii_case("gm") {
                frame.seats.insert(Seat::GM, SeatInfo { role: Role::Gm, ..info });
            } else {
                frame.seats.insert(seat, info);
            }
        }
        for ruling in &stage.rulings {
            frame.rulings.push(RulingRecord {
                rule: ruling.rule,
                tag: ruling.tag.clone(),
                key: ruling.choice.clone(),
                words: ruling.choice.clone(),
                by: Seat::GM,
                audience: Audience::ALL,
                table_rule: ruling.table_rule,
                unasked: false,
            });
        }
        let seats = frame.seats.iter().map(|(seat, info)| (info.name.clone(), *seat)).collect();
        let state = G::stage(&book, stage, &seats)?;
        let opened = Opened::<G> {
            game: G::NAME.into(),
            rules: G::RULES.into(),
            packs,
            own: Vec::new(),
            frame,
            state,
            forked_from: None,
        };
        super::versions::write::<G>(&Record::Opened(Box::new(opened)))
            .map_err(|error| StageError::Other(error.to_string()))
    }

    fn open(&self, first: &str) -> Result<Box<dyn AnyTable>, Corrupt> {
        let Record::Opened(mut opened) = super::versions::read::<G, Record<G>>(first)? else {
            return Err(Corrupt::Order("the first record does not open a table"));
        };
        if opened.game != G::NAME {
            return Err(Corrupt::OtherGame(opened.game));
        }
        super::follow::must_have_dice(&opened.frame)?;
        super::follow::note_former(&mut opened.frame);
        let packs: Vec<PackName> = opened.packs.iter().cloned().chain(as_pack(&opened.own)).collect();
        let book = book::<G>(&packs)?;
        Ok(Box::new(TableOf::<G>::begin(*opened, book)))
    }

    fn load(&self, saved: &str) -> Result<Box<dyn AnyTable>, Corrupt> {
        let saved: super::follow::Saved<'_, G> = super::versions::read::<G, _>(saved)?;
        if saved.game() != G::NAME {
            return Err(Corrupt::OtherGame(saved.game().into()));
        }
        super::follow::must_have_dice(saved.frame())?;
        saved.must_know_former()?;
        let book = book::<G>(&saved.packs())?;
        Ok(Box::new(TableOf::<G>::from_saved(saved, book)))
    }

    fn schema(&self) -> Value {
        json!({
            "game": G::NAME,
            "rules": G::RULES,
            "command": schema_for!(G::Command),
            "prompt": schema_for!(G::Prompt),
            "answer": schema_for!(G::Answer),
            "fact": schema_for!(G::Fact),
            "table": schema_for!(Op),
        })
    }
}
