//! Content packs that come to a table in play. They are read together with those in use before anything
//! changes, so a pack with a mistake in it is refused with its place, and the table stays as it was.

use std::sync::Arc;

use super::plan::{must_be_gm, plain};
use super::{Corrupt, PackName, Planned, Record, TableOf};
use crate::{Playable, Refusal, Seat};

/// Packs of one table at the most.
const MOST: usize = 40;

impl<G: Playable> TableOf<G> {
    /// Every pack in use beside the game's own and the table's own, the oldest first.
    pub(super) fn all_packs(&self) -> impl Iterator<Item = &PackName> {
        self.opened.packs.iter().chain(&self.packs)
    }

    pub(super) fn plan_pack(&self, seat: Seat, pack: PackName) -> Result<Planned, Refusal> {
        must_be_gm(seat, "add packs")?;
        if !self.waiting.is_empty() {
            return Err(Refusal::by_table("busy", "Packs are added between actions: one still waits."));
        }
        if self.all_packs().chain(&self.own.pack).any(|known| known.name == pack.name) {
            let sentence = "This table has a pack of that name. What stands there cannot be taken away any more: give \
                 the new one another name, and its entries replace older ones of the same id.";
            return Err(Refusal::by_table("pack-known", sentence));
        }
        if self.all_packs().count() >= MOST {
            return Err(Refusal::by_table("too-many", format!("A table has at most {MOST} packs.")));
        }
        let all: Vec<PackName> = self.all_packs().chain([&pack]).chain(&self.own.pack).cloned().collect();
        G::book(&all).map_err(|bad| Refusal::by_table("pack", bad.to_string()))?;
        plain(&Record::<G>::Packed(pack))
    }

    pub(super) fn use_pack(&mut self, pack: PackName) -> Result<(), Corrupt> {
        let all: Vec<PackName> = self.all_packs().chain([&pack]).chain(&self.own.pack).cloned().collect();
        self.book = Arc::new(G::book(&all)?);
        self.packs.push(pack);
        Ok(())
    }
}
