//! Which seats are told the same: what is put into words for one of them serves the others. What each seat may
//! see is decided in `sight.rs`; here it is only compared.

use super::place::LinePlace;
use super::{Act, Said, TableOf, Talk};
use crate::live::{Entry, How};
use crate::view::Voice;
use crate::{Playable, Seat, Sees};

impl<G: Playable> TableOf<G> {
    /// Whether two seats are told the same of everything from a place on. In doubt they are not.
    pub(super) fn are_told_alike(&self, one: Seat, other: Seat, from: LinePlace) -> bool {
        if one == other {
            return true;
        }
        let earlier = self.highest.partition_point(|highest| *highest < from.action());
        let unsaid =
            self.said.partition_point(|heard| LinePlace::said(heard.said.before, heard.record) < from);
        let before = |act: &Act<G>| LinePlace::of(act.id) < from;
        // What waits or was taken back is told with who is asked and who knew of it.
        self.now.keys().all(|id| LinePlace::of(*id) < from)
            && self.branches.iter().all(|branch| LinePlace::undone(branch.last) < from)
            && G::shares_view(self.at(), one, other)
            && self.said[unsaid..].iter().all(|heard| is_said_to_all(&heard.said))
            && self.acts[earlier..].iter().all(|act| before(act) || self.is_told_alike(act, one, other))
    }

    fn is_told_alike(&self, act: &Act<G>, one: Seat, other: Seat) -> bool {
        self.number(one, act.id) == self.number(other, act.id) && hears_alike(act, one, other)
    }

    /// Whether two seats that see the same read the same words of an action.
    pub(super) fn reads_alike(&self, act: &Act<G>, one: Seat, other: Seat) -> bool {
        hears_alike(act, one, other) && G::shares_view(self.at(), one, other)
    }
}

/// Whether two seats are in the same audiences.
fn hears_alike<G: Playable>(act: &Act<G>, one: Seat, other: Seat) -> bool {
    let sees = |entry: &Entry<G::Fact>, seat: Seat| match entry {
        Entry::Fact { audience, .. } => Some(audience.sees(seat)),
        Entry::Roll(thrown) => Some(thrown.audience.sees(seat)),
        Entry::Ruling(ruling) => Some(ruling.audience.sees(seat)),
        Entry::Overruled { audience, .. } => Some(audience.sees(seat)),
        // What was chosen for a seat is told to that seat alone.
        Entry::Answered { how: How::Settled, by, .. } => (*by == seat).then_some(Sees::Whole),
        Entry::Answered { .. } => None,
    };
    act.log.iter().all(|entry| sees(entry, one) == sees(entry, other))
}

fn is_said_to_all(said: &Said) -> bool {
    match &said.talk {
        Talk::Words { voice, .. } => !matches!(voice, Voice::Whisper { .. }),
        Talk::Roll { mode, .. } => mode.is_none(),
        Talk::Shows { .. } => false,
    }
}
