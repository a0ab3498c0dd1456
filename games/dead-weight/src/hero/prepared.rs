//! Ready adventurers from their entries.

use std::sync::Arc;

use boneyard_table::{At, RuleId, Who};

use crate::book::{Book, HeroRow};
use crate::gear::{listed, stowed, ware};
use crate::state::{Creature, Item, ItemSheet, Kind, Memorised, Place, Shared, State};

/// A ready adventurer, with everything stowed.
pub fn prepared(book: &Book, row: &HeroRow, name: &str) -> Creature {
    let mut creature = Creature::blank(name, Kind::Hero);
    let mut sheet = (*creature.sheet).clone();
    let own = &mut sheet.hero;
    (own.score, own.proficiency, own.silver, own.counterfeit) =
        (row.score, row.proficiency, row.silver, row.counterfeit);
    own.skills = row.skills.iter().filter_map(|name| Some(book.skills.named(name)?.id)).collect();
    own.traits = row.traits.iter().filter_map(|name| Some(book.traits.named(name)?.id)).collect();
    let path = [
        book.infancies.named(&row.infancy),
        book.careers.named(&row.career),
        book.tragedies.named(&row.tragedy),
        book.burdens.named(&row.burden),
    ];
    own.path = path.into_iter().flatten().map(|row| row.id).collect();
    own.class = book.classes.named(&row.class).map(|row| row.id);
    own.school = row.school.as_ref().and_then(|name| book.schools.named(name)).map(|row| row.id);
    own.god = row.god.as_ref().and_then(|name| book.gods.named(name)).map(|row| row.id);
    let spells = row.spells.iter().filter_map(|name| Some(book.spells.named(name)?.id));
    let prayers = row.prayers.iter().filter_map(|name| Some(book.prayers.named(name)?.id));
    own.knows = spells.chain(prayers).collect::<Vec<RuleId>>();
    sheet.like = Some(row.id);
    creature.live.memorised =
        sheet.hero.knows.iter().map(|what| Memorised { what: *what, exhausted: false }).collect();
    creature.live.insight = row.insight;
    creature.sheet = Shared::new(sheet);
    let worn = row.containers.iter().filter_map(|name| ware(book, name));
    let things = row.gear.iter().flat_map(|thing| listed(book, thing));
    let all: Vec<(ItemSheet, Item)> = worn.chain(things).collect();
    for (thing, item) in all {
        let ready = row.hands.contains(&thing.name);
        let state =
            State { creatures: [Arc::new(creature.clone())].into_iter().collect(), ..State::default() };
        let at = At { state: &state, book };
        let held = |place: Place| Item { place, wielded: true, ..item };
        let lamp = ready && thing.kind.is_some_and(|kind| book.gear.get(kind.as_str()).is_some());
        let stowed = if lamp { Some(held(Place::Left)) } else { stowed(at, Who(0), &thing, item, ready) };
        creature.live.items.push(stowed.unwrap_or(Item { place: Place::Notes, ..item }));
        let mut sheet = (*creature.sheet).clone();
        sheet.items.push(thing);
        creature.sheet = Shared::new(sheet);
    }
    creature
}
