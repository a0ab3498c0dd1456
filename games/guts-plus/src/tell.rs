//! What the tellers of facts share: names as a seat reads them, and whose numbers it may read. The sentences are with
//! the facts.

use boneyard_table::change::Telling;
use boneyard_table::view::{Line, YOUR_HERO_DIED};
use boneyard_table::{At, Seat, Who};

use crate::GutsPlus;
use crate::view::numbers_visible;

/// What a teller needs.
#[derive(Clone, Copy)]
pub struct Teller<'a> {
    pub(crate) at: At<'a, GutsPlus>,
    pub(crate) seat: Seat,
}

impl<'a> Teller<'a> {
    pub(crate) fn of(to: &Telling<'a, GutsPlus>) -> Self {
        Self { at: to.at, seat: to.seat }
    }

    pub(crate) fn name(self, who: Who) -> &'a str {
        self.at.state.name(who)
    }

    pub(crate) fn quality(self, who: Who, nth: u8) -> &'a str {
        self.at.state.creature(who).map_or("a quality", |one| one.sheet.quality_name(nth))
    }

    pub(crate) fn part(self, who: Who, nth: u8) -> &'a str {
        self.at.state.creature(who).map_or("body", |one| one.sheet.part_name(nth))
    }

    pub(crate) fn thing(self, who: Who, nth: u8) -> &'a str {
        let one = self.at.state.creature(who);
        let sheet = one.and_then(|one| one.sheet.items.get(usize::from(nth)));
        sheet.map_or("thing", |item| &item.name)
    }

    /// Whether the seat may read the numbers of this creature.
    pub(crate) fn open(self, who: Who) -> bool {
        numbers_visible(self.at.state, who, self.seat)
    }

    /// What the player of a hero who died can do, as that player is told.
    pub(crate) fn what_now(self, who: Who) -> String {
        let own = |one: &crate::state::Creature| one.sheet.seat == Some(self.seat);
        let told = !self.seat.is_gm() && self.at.state.creature(who).is_some_and(own);
        if told { format!(" {YOUR_HERO_DIED}") } else { String::new() }
    }
}

pub(crate) fn change(say: String, who: Who) -> Option<Line> {
    Some(Line::change(say).who(who))
}
