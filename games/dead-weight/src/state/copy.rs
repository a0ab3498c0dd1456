//! Copies of a state. Exact odds write one over another ten thousand times, and the two share nearly everything: what is
//! shared already is left where it is.

use std::sync::Arc;

use smallvec::SmallVec;

use super::{State, Tray};

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            house: Arc::clone(&self.house),
            creatures: self.creatures.clone(),
            party: Arc::clone(&self.party),
            expedition: Arc::clone(&self.expedition),
            tray: self.tray.clone(),
            last: self.last.clone(),
            battle: self.battle.clone(),
            camp: self.camp.clone(),
            interlude: self.interlude,
        }
    }

    fn clone_from(&mut self, from: &Self) {
        share(&mut self.house, &from.house);
        share_all(&mut self.creatures, &from.creatures);
        share(&mut self.party, &from.party);
        share(&mut self.expedition, &from.expedition);
        self.tray.clone_from(&from.tray);
        self.last.clone_from(&from.last);
        self.battle.clone_from(&from.battle);
        self.camp.clone_from(&from.camp);
        self.interlude = from.interlude;
    }
}

impl Clone for Tray {
    fn clone(&self) -> Self {
        Self {
            helpers: SmallVec::from_slice(&self.helpers),
            clash: self.clash.clone(),
            dice: SmallVec::from_slice(&self.dice),
            ..*self
        }
    }
}

fn share<T>(own: &mut Arc<T>, from: &Arc<T>) {
    if !Arc::ptr_eq(own, from) {
        *own = Arc::clone(from);
    }
}

fn share_all<T>(own: &mut SmallVec<[Arc<T>; 8]>, from: &SmallVec<[Arc<T>; 8]>) {
    own.truncate(from.len());
    let (known, new) = from.split_at(own.len());
    own.iter_mut().zip(known).for_each(|(own, from)| share(own, from));
    own.extend(new.iter().cloned());
}
