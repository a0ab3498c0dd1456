//! Facts as told to people, each in one plain sentence; one file per family. What a seat may not
//! know it is not told.

mod desk;
mod essence;
mod fight;
mod gear;
mod growth;
mod health;
mod hero;
mod roll;
mod ship;
mod table;

use boneyard_table::view::{Line, YOUR_HERO_DIED};
use boneyard_table::{At, Entry, Seat, Who};

use crate::GutsPlus;
use crate::fact::Fact;
use crate::view::opens;

/// What a teller needs.
#[derive(Clone, Copy)]
pub struct Teller<'a> {
    at: At<'a, GutsPlus>,
    seat: Seat,
}

impl<'a> Teller<'a> {
    fn name(self, who: Who) -> &'a str {
        self.at.state.name(who)
    }

    fn quality(self, who: Who, nth: u8) -> &'a str {
        self.at.state.creature(who).map_or("a quality", |one| one.sheet.quality_name(nth))
    }

    fn part(self, who: Who, nth: u8) -> &'a str {
        self.at.state.creature(who).map_or("body", |one| one.sheet.part_name(nth))
    }

    fn thing(self, who: Who, nth: u8) -> &'a str {
        let one = self.at.state.creature(who);
        let sheet = one.and_then(|one| one.sheet.items.get(usize::from(nth)));
        sheet.map_or("thing", |item| &item.name)
    }

    /// Whether the seat may read the numbers of this creature.
    fn open(self, who: Who) -> bool {
        opens(self.at.state, who, self.seat)
    }

    /// What the player of a hero who died can do, as that player is told.
    fn what_now(self, who: Who) -> String {
        let own = |one: &crate::state::Creature| one.sheet.seat == Some(self.seat);
        let told = !self.seat.is_gm() && self.at.state.creature(who).is_some_and(own);
        if told { format!(" {YOUR_HERO_DIED}") } else { String::new() }
    }
}

fn change(say: String, who: Who) -> Option<Line> {
    Some(Line::change(say).who(who))
}

/// A fact as told to a seat.
pub fn tell(at: At<'_, GutsPlus>, entry: &Entry<Fact>, seat: Seat) -> Option<Line> {
    let Entry::Fact { fact, .. } = entry else { return None };
    let teller = Teller { at, seat };
    match fact {
        Fact::Table(fact) => table::tell(teller, fact),
        Fact::Roll(fact) => roll::tell(teller, fact),
        Fact::Growth(fact) => growth::tell(teller, fact),
        Fact::Health(fact) => health::tell(teller, fact),
        Fact::Fight(fact) => fight::tell(teller, fact),
        Fact::Hero(fact) => hero::tell(teller, fact),
        Fact::Gear(fact) => gear::tell(teller, fact),
        Fact::Essence(fact) => essence::tell(teller, fact),
        Fact::Desk(fact) => desk::tell(teller, fact),
        Fact::Ship(fact) => ship::tell(teller, fact),
    }
}
