//! How much somebody carries and can carry.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::book::Book;
use crate::check::score;
use crate::combat::may_know;
use crate::fact::GearFact;
use crate::house::BulkLimit;
use crate::passive;
use crate::rest::some_hero;
use crate::rules;
use crate::state::{Ability, Bulk, Fate, Item, ItemSheet, Place, State, Ware};

/// The TS says that a heap of small things counts, or does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Heap {
    /// Whose.
    pub who: Who,
    /// How many L it counts as; 0 for none.
    pub light: u8,
}

/// Nobody carries more than this above the limit.
const ABOVE: i16 = 5;
/// Coins of an L, where a heap counts.
const COINS: u32 = 100;

/// The most L a heap counts as.
const HEAP: u8 = 100;

/// Whole Bulk and L of one thing.
fn weight(book: &Book, thing: &ItemSheet, item: &Item) -> (u32, u32) {
    if !item.place.is_carried() || item.count == 0 {
        return (0, 0);
    }
    // Rules ask what somebody carries with every check: the list is only looked at where it matters.
    let row = || thing.kind.and_then(|kind| book.gear.get(kind.as_str()));
    let pieces = match item.count {
        1 => 1,
        count => u32::from(count).div_ceil(u32::from(row().map_or(1, |row| row.pack.max(1)))),
    };
    let unworn = match (&thing.ware, item.place) {
        (Ware::Armor(_), Place::Worn) => 0,
        (Ware::Armor(_), _) => row().map_or(1, |row| u32::from(row.unworn)),
        _ => 0,
    };
    match thing.bulk {
        Bulk::Negligible => (unworn * pieces, 0),
        Bulk::Light => (unworn * pieces, pieces),
        Bulk::Whole(bulk) => ((u32::from(bulk) + unworn) * pieces, 0),
    }
}

/// Whole Bulk and L of everything somebody carries.
fn load(state: &State, book: &Book, who: Who) -> (u32, u32) {
    let one = state.one(who);
    let things = one.sheet.items.iter().zip(&one.live.items);
    things
        .map(|(thing, item)| weight(book, thing, item))
        .fold((0, u32::from(one.sheet.heap)), |(whole, light), (more, tens)| (whole + more, light + tens))
}

/// One for every ten L, and nothing for the rest.
fn bulk_of((whole, light): (u32, u32)) -> i16 {
    i16::try_from(whole + light / 10).unwrap_or(i16::MAX)
}

/// The Bulk somebody carries: whole numbers, and one for every ten L.
pub fn carried(state: &State, book: &Book, who: Who) -> i16 {
    bulk_of(load(state, book, who))
}

/// The Bulk somebody carries without trouble.
pub fn bulk_limit(state: &State, book: &Book, who: Who) -> i16 {
    let own = (5 + score(state, book, who, Ability::Strength)).max(3);
    own + passive::total_but_load(state, book, who, "bulk-limit")
}

/// Whether somebody carries too much to go on as usual.
pub fn overloaded(state: &State, book: &Book, who: Who) -> bool {
    state.house.bulk_limit == BulkLimit::On
        && state.sheet(who).is_hero()
        && carried(state, book, who) > bulk_limit(state, book, who)
}

/// Whether somebody can take one more thing up.
pub fn can_carry(state: &State, book: &Book, who: Who, thing: &ItemSheet, item: Item) -> Result<(), Refusal> {
    if state.house.bulk_limit == BulkLimit::Off || !state.sheet(who).is_hero() {
        return Ok(());
    }
    // Taken together, so that the tenth L counts with the nine before it.
    let ((whole, light), (more, tens)) = (load(state, book, who), weight(book, thing, &item));
    let (now, then) = (bulk_of((whole, light)), bulk_of((whole + more, light + tens)));
    let most = bulk_limit(state, book, who) + ABOVE;
    if then > now && then > most {
        let sentence = format!(
            "{} carries {now} Bulk; with the {} it would be {then}, and nobody here carries more than {most}.",
            state.name(who),
            thing.name,
        );
        return Err(Refusal::new(rules::DT_HOUSE_02H, "too-much", sentence).with("most", most));
    }
    Ok(())
}

impl Form<DieTrying> for Heap {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        let state = form.state;
        let rich = state.heroes().filter(|who| state.live(*who).fate == Fate::Up && !state.live(*who).away);
        let rich = rich.filter(|who| coins(state, *who).is_some()).map(Some);
        // Coins that would count are proposed, each hero's on a card of its own.
        let rich = if form.is_written() { None } else { form.each("who", [None].into_iter().chain(rich))? };
        let Some(who) = rich else {
            form.id(|| "heap".into());
            let who = some_hero(form, "Whose")?;
            let light = form.amount("light", "They count as so many L", 0..=HEAP.into())?;
            return Ok(Self { who, light });
        };
        let light = form.each("light", coins(state, who))?;
        form.id(|| format!("coins-{}", who.0));
        let sheet = state.sheet(who);
        form.label(|| format!("Count the {} coins of {} as {light} L", sheet.silver, sheet.name).into());
        Ok(Self { who, light })
    }
}

/// What somebody's coins would count as, if that is something else than now.
fn coins(state: &State, who: Who) -> Option<u8> {
    let sheet = state.sheet(who);
    let light = u8::try_from(sheet.silver / COINS).unwrap_or(u8::MAX).min(HEAP);
    (light > 0 && light != sheet.heap).then_some(light)
}

impl Deed<DieTrying> for Heap {
    const CARD: Card = Card::gm("Small things are too many", "Scene").rule(rules::DT_BULK_03);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_know(may, self.who)?;
        may.not_if(self.light > HEAP, || {
            let sentence = format!("A heap counts as {HEAP} L at the most.");
            Refusal::new(rules::DT_BULK_03, "so-much", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let Self { who, light } = self;
        cx.cite(rules::DT_BULK_02);
        cx.record(rules::DT_BULK_03, GearFact::Heap { who, light }.into());
        Ok(())
    }
}
