//! What keeps a table: the records it is made of, saves and forks.

use super::{Corrupt, Op, PackName, Planned, Record, TableOf};
use crate::frame::{Frame, Seeds};
use crate::live::{ActionId, Draw};
use crate::{Playable, Refusal, Seat};
use boneyard_dice::fair::{Draw as Drawn, Proof, Stream};

/// What keeps a table: the records it is made of, saves and forks.
pub trait Journaled {
    /// The game's name.
    fn game(&self) -> &'static str;
    /// Seats, rulings, dice.
    fn frame(&self) -> &Frame;
    /// How many records were followed.
    fn seq(&self) -> u32;
    /// Plans a request: one record to put on disk and then to [`apply_record`](Self::apply_record). Dice come
    /// from the table's own stretch unless others are given.
    fn plan(&self, seat: Seat, op: Op, dice: Option<&mut dyn Draw>) -> Result<Planned, Refusal>;
    /// The record that opens the dice in use and begins a new stretch.
    fn plan_reveal(&self, next: Seeds) -> Result<Planned, Refusal>;
    /// Follows a record that is on disk.
    fn apply_record(&mut self, record: &str) -> Result<(), Corrupt>;
    /// The whole table as one text.
    fn save(&self) -> Result<String, Corrupt>;
    /// The first record of a new table that begins as this one stood before an action, or stands now.
    fn fork(&self, title: &str, before: Option<ActionId>, seeds: Seeds) -> Result<String, Refusal>;
    /// Content packs in use beside the game's own, the oldest first.
    fn packs(&self) -> Vec<&PackName>;
    /// The dice of a stretch that was opened, for anybody to check.
    fn proof(&self, stretch: usize) -> Option<Proof>;
    /// Whether what was taken back last can be had again.
    fn redoable(&self) -> bool;
    /// The numbers of actions that are done, oldest first.
    fn done(&self) -> Vec<ActionId>;
    /// The numbers of actions that wait, and whether each still fits.
    fn waits(&self) -> Vec<(ActionId, bool)>;
}

impl<G: Playable> Journaled for TableOf<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn seq(&self) -> u32 {
        self.seq
    }

    fn plan(&self, seat: Seat, op: Op, dice: Option<&mut dyn Draw>) -> Result<Planned, Refusal> {
        // What a seat has said itself may be said back to it.
        let said = if seat.is_gm() { String::new() } else { serde_json::to_string(&op).unwrap_or_default() };
        self.plan_op(seat, op, dice).map_err(|refusal| self.hushed(seat, refusal, &said))
    }

    fn plan_reveal(&self, next: Seeds) -> Result<Planned, Refusal> {
        if !self.waiting.is_empty() {
            return Err(Refusal::by_table("busy", "The dice are opened between actions: one still waits."));
        }
        super::plan::plain(&Record::<G>::Revealed { next })
    }

    fn apply_record(&mut self, record: &str) -> Result<(), Corrupt> {
        self.step(super::versions::read::<G, _>(record)?)
    }

    fn save(&self) -> Result<String, Corrupt> {
        Ok(super::versions::write::<G>(&self.to_saved())?)
    }

    fn fork(&self, title: &str, before: Option<ActionId>, seeds: Seeds) -> Result<String, Refusal> {
        super::plan::plain(&self.forked(title, before, seeds)?).map(|planned| planned.record)
    }

    fn packs(&self) -> Vec<&PackName> {
        self.all_packs().chain(&self.own.pack).collect()
    }

    fn proof(&self, stretch: usize) -> Option<Proof> {
        let record = self.frame.stretches.get(stretch).filter(|record| record.revealed)?;
        let open = record.drawn.iter().filter(|(secret, ..)| !secret);
        let draws =
            open.map(|&(_, counter, sides, face)| Drawn { counter: counter.into(), sides, face }).collect();
        Some(record.stretch.reveal(Stream::Open, draws))
    }

    fn redoable(&self) -> bool {
        self.redoable().is_some()
    }

    fn done(&self) -> Vec<ActionId> {
        self.acts.iter().map(|act| act.id).collect()
    }

    fn waits(&self) -> Vec<(ActionId, bool)> {
        self.now.iter().map(|(id, now)| (*id, matches!(now, super::Now::Asks { .. }))).collect()
    }
}
