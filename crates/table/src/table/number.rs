//! Numbers as each seat counts: of the actions it knows of, and of the questions it is asked. The
//! table's own numbers have gaps where something happened in secret, and a gap would tell; so only the
//! game master gets those.

use super::ids::Ids;
use super::{Act, Now, TableOf};
use crate::live::{ActionId, Open, PromptId, Told};
use crate::{At, Playable, Seat};

/// Questions by a seat's own count are told from the table's by this.
const OWN: u8 = 128;

impl PromptId {
    /// Whether it is the table's own number of a question. Programs that play for everybody use those;
    /// what a player sends must not, for trying them out would tell how much happens in secret.
    pub fn is_tables_own(&self) -> bool {
        self.nth < OWN
    }
}

impl<G: Playable> TableOf<G> {
    /// Notes for each seat that knows of an action that it knows of one more.
    pub(super) fn count_for_seats(&mut self, act: &Act<G>) {
        let seats = self.frame.seats.keys().copied().filter(|seat| !seat.is_gm() && *seat != act.by);
        let mut known: Vec<(Seat, bool)> = Vec::new();
        for seat in seats {
            // Words are made to learn whether there are any: once for all that would get the same.
            let alike = known.iter().find(|(one, _)| self.reads_alike(act, *one, seat));
            let knows = alike.map_or_else(|| self.knows_of(act, seat), |(_, knows)| *knows);
            known.push((seat, knows));
        }
        if !act.by.is_gm() && self.frame.seats.contains_key(&act.by) {
            known.push((act.by, true));
        }
        for (seat, _) in known.into_iter().filter(|(_, knows)| *knows) {
            self.counted.entry(seat).or_default().push(act.id);
        }
    }

    /// Whether a seat gets to know of an action at all.
    pub(super) fn knows_of(&self, act: &Act<G>, seat: Seat) -> bool {
        let at = self.at();
        act.by == seat || act.log.iter().any(|entry| self.is_told(at, entry, seat))
    }

    /// The number of an action as this seat counts; none for one it has only come to know of later.
    pub(super) fn number(&self, seat: Seat, id: ActionId) -> Option<u32> {
        if seat.is_gm() {
            return Some(id.0);
        }
        let counted = self.counted.get(&seat);
        if let Some(at) = counted.and_then(|counted| counted.position(id)) {
            return Some(at.saturating_add(1));
        }
        let mut waiting = self.now.iter().filter(|(id, now)| self.sees_waiting(seat, **id, now));
        let before = waiting.position(|(known, _)| *known == id)?;
        Some((counted.map_or(0, Ids::len) + before) as u32 + 1)
    }

    /// The waiting action that a seat names by its own count: a player's must be the player's own.
    pub(super) fn waiting_of(&self, seat: Seat, id: ActionId) -> Option<ActionId> {
        if seat.is_gm() {
            return self.waiting.contains_key(&id).then_some(id);
        }
        let own = self.waiting.values().filter(|action| action.by == seat).map(|action| action.id);
        own.into_iter().find(|own| self.number(seat, *own) == Some(id.0))
    }

    /// The finished action that a seat names by its own count.
    pub(super) fn finished_of(&self, seat: Seat, id: ActionId) -> Option<ActionId> {
        if seat.is_gm() {
            return Some(id);
        }
        let at = usize::try_from(id.0).ok()?.checked_sub(1)?;
        self.counted.get(&seat)?.get(at)
    }

    fn sees_waiting(&self, seat: Seat, id: ActionId, now: &Now<G>) -> bool {
        let Now::Asks { state, open, log, .. } = now else {
            return self.waiting.get(&id).is_some_and(|action| action.by == seat);
        };
        let at = At { state, book: &*self.book };
        open.iter().any(|open| open.seat == seat) || log.iter().any(|entry| self.is_told(at, entry, seat))
    }

    /// The open questions of an action that a seat may answer, each with the number the seat knows it by.
    pub(super) fn asked_of<'a>(
        &self,
        seat: Seat,
        id: ActionId,
        now: &'a Now<G>,
    ) -> Vec<(PromptId, &'a Open<G>)> {
        let Now::Asks { state, open, log, .. } = now else { return Vec::new() };
        let open = open.iter().filter(|open| !open.answered);
        if seat.is_gm() {
            return open.map(|open| (open.id, open)).collect();
        }
        let own: Vec<&Open<G>> = open.filter(|open| open.seat == seat).collect();
        if own.is_empty() {
            return Vec::new();
        }
        // A new question is a new number once the seat has seen or said something in between.
        let at = At { state, book: &*self.book };
        let seen = self.told_of(at, log, seat);
        let told = self.waiting.get(&id).map_or(&[][..], |action| action.told.as_slice());
        let said = told.iter().filter(|told| matches!(told, Told::Answer { by, .. } if *by == seat)).count();
        let ask = u16::try_from(seen + said).unwrap_or(u16::MAX);
        let action = ActionId(self.number(seat, id).unwrap_or(0));
        let numbered = own.into_iter().enumerate();
        numbered
            .map(|(nth, open)| (PromptId { action, ask, nth: OWN.saturating_add(nth as u8) }, open))
            .collect()
    }

    /// The table's number of a question that a seat names by its own.
    pub(super) fn meant(&self, seat: Seat, prompt: PromptId) -> PromptId {
        if prompt.nth < OWN || seat.is_gm() {
            return prompt;
        }
        let mut all = self.now.iter().flat_map(|(id, now)| self.asked_of(seat, *id, now));
        all.find(|(own, _)| *own == prompt).map_or(prompt, |(_, open)| open.id)
    }
}
