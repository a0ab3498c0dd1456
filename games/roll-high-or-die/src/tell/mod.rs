//! Facts as told to people, each in one plain sentence; one file per family. What a seat may not know it is not told.

mod body;
mod fight;
mod hero;
mod inventory;
mod living;
mod table;

use boneyard_table::view::{Line, YOUR_HERO_DIED};
use boneyard_table::{At, Entry, Seat, Who};

use crate::RollHighOrDie;
use crate::fact::{Fact, HurtFact};
use crate::rules;
use crate::view::numbers_visible;

/// What a teller needs.
#[derive(Clone, Copy)]
pub struct Teller<'a> {
    at: At<'a, RollHighOrDie>,
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
pub fn tell(at: At<'_, RollHighOrDie>, entry: &Entry<Fact>, seat: Seat) -> Option<Line> {
    let Entry::Fact { fact, rule, .. } = entry else { return None };
    let teller = Teller { at, seat };
    // Somebody new was never hurt.
    if let (Fact::Hurt(HurtFact::Regained { who, to, .. }), rules::RH_CHAR_06) = (fact, *rule) {
        return change(format!("{} starts with {to} Vitality.", teller.name(*who)), *who);
    }
    match fact {
        Fact::Table(fact) => table::table(teller, fact),
        Fact::Check(fact) => table::check(teller, fact),
        Fact::Hurt(fact) => body::hurt(teller, fact),
        Fact::Condition(fact) => body::condition(teller, fact),
        Fact::Gear(fact) => table::gear(teller, fact),
        Fact::Board(fact) => table::board(teller, fact),
        Fact::Fight(fact) => fight::tell(teller, fact),
        Fact::Hero(fact) => hero::hero(teller, fact),
        Fact::Inventory(fact) => inventory::inventory(teller, fact),
        Fact::Living(fact) => living::living(teller, fact),
    }
}
