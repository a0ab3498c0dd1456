//! Facts as told to people, each in one plain sentence; one file per family. What a seat may not
//! know it is not told.

mod expedition;
mod fight;
mod gear;
mod hero;
mod hurt;
mod interlude;
mod magic;
mod roll;
mod world;

use boneyard_table::view::{Line, YOUR_HERO_DIED};
use boneyard_table::{At, Entry, Seat, Who};

use crate::DeadWeight;
use crate::fact::Fact;
use crate::view::numbers_visible;

/// What a teller needs.
#[derive(Clone, Copy)]
pub struct Teller<'a> {
    at: At<'a, DeadWeight>,
    seat: Seat,
}

impl<'a> Teller<'a> {
    fn name(self, who: Who) -> &'a str {
        self.at.state.name(who)
    }

    fn thing(self, who: Who, item: u8) -> &'a str {
        let one = self.at.state.creature(who);
        let sheet = one.and_then(|one| one.sheet.items.get(usize::from(item)));
        sheet.map_or("thing", |item| &item.name)
    }

    /// Whether the seat may read the numbers of this creature.
    fn open(self, who: Who) -> bool {
        numbers_visible(self.at.state, who, self.seat)
    }

    /// What the player of a hero who died can do, as that player is told.
    fn what_now(self, who: Who) -> String {
        let own = |one: &crate::state::Creature| one.sheet.is_hero() && one.sheet.seat == self.seat;
        let told = !self.seat.is_gm() && self.at.state.creature(who).is_some_and(own);
        if told { format!(" {YOUR_HERO_DIED}") } else { String::new() }
    }
}

fn change(say: String, who: Who) -> Option<Line> {
    Some(Line::change(say).who(who))
}

/// A fact as told to a seat.
pub fn tell(at: At<'_, DeadWeight>, entry: &Entry<Fact>, seat: Seat) -> Option<Line> {
    let Entry::Fact { fact, .. } = entry else { return None };
    let teller = Teller { at, seat };
    match fact {
        Fact::Table(fact) => world::table(teller, fact),
        Fact::Roll(fact) => roll::tell(teller, fact),
        Fact::Hurt(fact) => hurt::tell(teller, fact),
        Fact::Gear(fact) => gear::tell(teller, fact),
        Fact::Hero(fact) => hero::tell(teller, fact),
        Fact::Fight(fact) => fight::tell(teller, fact),
        Fact::Expedition(fact) => expedition::tell(teller, fact),
        Fact::Camp(fact) => expedition::camp(teller, fact),
        Fact::Magic(fact) => magic::tell(teller, fact),
        Fact::Interlude(fact) => interlude::tell(teller, fact),
    }
}
