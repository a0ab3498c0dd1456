//! What rules tell exact odds: from where on only the state and a few locals matter.

use std::hash::{BuildHasher, Hash};
use std::panic::Location;

use foldhash::fast::FixedState;

use super::{Cx, Flow, Stop};
use crate::host::Round;
use crate::{At, Faces, Game, Roll, RuleId};

impl<G: Game> Cx<'_, G> {
    /// Declares that everything from here to the action's end depends only on the state,
    /// on `place`, on `locals` and on what callers named with [`Cx::within`], so that
    /// exact odds may reuse what they know of it.
    #[inline]
    pub fn mark(&mut self, place: RuleId, locals: impl Hash) -> Flow {
        if !self.explores {
            return Ok(());
        }
        let callers = self.callers;
        let digest = || FixedState::default().hash_one((callers, &locals));
        if self.leapt(place, &digest, false) {
            return Ok(());
        }
        self.request(|at, host| host.mark(at, place, &digest))
    }

    /// Carries out what comes before a [`mark`](Cx::mark), and marks. What comes before may leave nothing behind but
    /// the state: exact odds that are led past the mark do not go through it again.
    pub fn mark_after(
        &mut self,
        place: RuleId,
        locals: impl Hash,
        opening: impl FnOnce(&mut Self) -> Flow,
    ) -> Flow {
        if self.explores {
            let callers = self.callers;
            if self.leapt(place, &|| FixedState::default().hash_one((callers, &locals)), true) {
                return Ok(());
            }
        }
        opening(self)?;
        self.mark(place, locals)
    }

    /// Throws the only group of `roll`, goes on by `then` and comes to a [`mark`](Cx::mark): a round of a loop that
    /// ends with the mark it began at. Exact odds need no run of their own for throws that lead to what is known.
    pub fn roll_to_mark(
        &mut self,
        roll: &Roll<'_>,
        place: RuleId,
        locals: impl Hash,
        then: impl Fn(&mut Cx<'_, G>, Faces) -> Flow,
    ) -> Flow {
        self.round(&Round { roll, place, then: &then, anew: false }, locals)
    }

    /// As [`roll_to_mark`](Cx::roll_to_mark), for one die that replaces something, and what it replaces no longer
    /// matters to anything that follows. What `then` makes of a die that shows 0 must tell all that still matters: exact
    /// odds take throws for the same where that is the same.
    pub fn roll_anew(
        &mut self,
        roll: &Roll<'_>,
        place: RuleId,
        locals: impl Hash,
        then: impl Fn(&mut Cx<'_, G>, Faces) -> Flow,
    ) -> Flow {
        self.round(&Round { roll, place, then: &then, anew: true }, locals)
    }

    fn round(&mut self, round: &Round<'_, G>, locals: impl Hash) -> Flow {
        if self.explores && !self.stopped {
            let callers = self.callers;
            let digest = || FixedState::default().hash_one((callers, &locals));
            let at = At { state: &*self.state, book: self.book };
            if self.host.ahead(at, round, &digest) {
                (self.begun, self.stopped) = (true, true);
                return Err(Stop(None));
            }
        }
        let faces = self.roll_one(round.roll)?;
        (round.then)(self, faces)?;
        self.mark(round.place, locals)
    }

    /// Whether the run goes on at a later place of its path.
    fn leapt(&mut self, place: RuleId, digest: &dyn Fn() -> u64, opening: bool) -> bool {
        if self.stopped {
            return false;
        }
        let Some(state) = self.host.leaps(place, digest, opening) else { return false };
        let before = std::mem::replace(self.state, state);
        self.host.spared(before, !self.changed);
        (self.begun, self.changed) = (true, true);
        true
    }

    /// Calls rules that may [`mark`](Cx::mark), naming the locals needed once they return.
    #[track_caller]
    #[inline(always)]
    pub fn within<T>(&mut self, locals: impl Hash, call: impl FnOnce(&mut Self) -> Flow<T>) -> Flow<T> {
        let callers = self.callers;
        if self.explores {
            self.called_from(Location::caller(), locals);
        }
        let result = call(self);
        self.callers = callers;
        result
    }

    fn called_from(&mut self, place: &Location<'_>, locals: impl Hash) {
        let place = (place.line(), place.column(), place.file());
        self.callers = FixedState::default().hash_one((self.callers, place, locals));
    }
}
