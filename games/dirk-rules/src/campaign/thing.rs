//! Things as the world moves them: lifted off somebody, laid on somebody, made as a file says. A thing in a pack and one on
//! the ground are the same thing.

use boneyard_table::deed::{Lawful, May};
use boneyard_table::{At, Audience, Cx, Flow, Group, Refusal, Roll, RuleId, Seat, Who};
use boneyard_world::adventure::Lying;
use boneyard_world::run::{Heap, Stack, Where, WorldFact, within_reach};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DirkRules;
use crate::book::Book;
use crate::fact::Fact;
use crate::gear::bears;
use crate::rules;
use crate::state::{Item, ItemSheet, MOST_THINGS, Place, State, Wear};
use crate::world::{AtHand, What, draw, lay_out, new_thing, things_kept};

/// A thing, or several alike.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Thing {
    /// Things.
    Items {
        /// What they are.
        sheet: ItemSheet,
        /// How they are now.
        now: Item,
        /// How many.
        number: u32,
    },
    /// Gems.
    Gems(u32),
}

impl Stack for Thing {
    fn name(&self) -> &str {
        match self {
            Self::Items { sheet, .. } => &sheet.name,
            Self::Gems(_) => "gems",
        }
    }

    fn tag(&self) -> Option<&str> {
        match self {
            Self::Items { sheet, .. } => sheet.tag.as_deref(),
            Self::Gems(_) => None,
        }
    }

    fn number(&self) -> u32 {
        match self {
            Self::Items { number, .. } => *number,
            Self::Gems(gems) => *gems,
        }
    }

    fn of(&self, number: u32) -> Self {
        match self {
            Self::Items { sheet, now, .. } => Self::Items { sheet: sheet.clone(), now: *now, number },
            Self::Gems(_) => Self::Gems(number),
        }
    }

    fn coin(&self) -> Option<&'static str> {
        matches!(self, Self::Gems(_)).then_some("gems")
    }
}

impl Thing {
    /// What all of it weighs; gems weigh nothing.
    pub fn weight(&self) -> u32 {
        match self {
            Self::Items { sheet, number, .. } => u32::from(sheet.weight).saturating_mul(*number),
            Self::Gems(_) => 0,
        }
    }
}

/// One thing of somebody's, by its number.
pub(crate) fn of_item(state: &State, who: Who, item: u8) -> Option<Thing> {
    let one = state.creature(who)?;
    let now = one.live.items.get(usize::from(item)).filter(|now| now.place != Place::Gone)?;
    Some(Thing::Items { sheet: one.sheet.items.get(usize::from(item))?.clone(), now: *now, number: 1 })
}

/// The things somebody can part with, with their numbers.
pub(super) fn items(state: &State, who: Who) -> Vec<(u8, Thing)> {
    let many = state.creature(who).map_or(0, |one| one.sheet.items.len());
    let all = (0u8..).take(many).filter_map(|item| Some((item, of_item(state, who, item)?)));
    all.filter(|(_, thing)| !matches!(thing, Thing::Items { now, .. } if now.wear == Wear::Destroyed))
        .collect()
}

/// What bars somebody from carrying more: numbers that are used up, or strength.
pub(crate) fn may_carry(may: May<'_, DirkRules>, who: Who, thing: &Thing) -> Lawful {
    let Thing::Items { sheet, number, .. } = thing else { return Ok(()) };
    let kept = things_kept(may.state, who).saturating_add(usize::try_from(*number).unwrap_or(usize::MAX));
    may.not_if(kept > MOST_THINGS, || {
        let sentence = format!("Nobody keeps more than {MOST_THINGS} things.");
        Refusal::new(rules::DK_EQUIP_01, "too-many", sentence).with("most", MOST_THINGS)
    })?;
    Ok(bears(may.at(), who, &sheet.name, thing.weight())?)
}

/// Everything somebody has on them.
pub(super) fn carried(state: &State, who: Who) -> Vec<Thing> {
    let Some(one) = state.creature(who) else { return Vec::new() };
    let items = (0..).zip(&one.sheet.items).filter_map(|(item, _)| of_item(state, who, item));
    let gems = (one.sheet.gems > 0).then_some(Thing::Gems(one.sheet.gems));
    items.chain(gems).collect()
}

/// Takes a thing off somebody.
pub(super) fn lift(state: &mut State, who: Who, thing: &Thing) {
    match thing {
        Thing::Gems(gems) => {
            if let Some(sheet) = state.sheet_mut(who) {
                sheet.gems = sheet.gems.saturating_sub(*gems);
            }
        }
        Thing::Items { sheet, now, number } => {
            for _ in 0..*number {
                let Some(one) = state.creature(who) else { return };
                let all = one.sheet.items.iter().zip(&one.live.items);
                let at = all.into_iter().position(|(own, is)| own == sheet && is == now);
                if let Some((at, live)) = at.zip(state.live_mut(who)) {
                    live.items[at].place = Place::Gone;
                }
            }
        }
    }
}

/// Gives somebody a thing: into the pack. Where no more numbers are left, that of something gone is used again.
pub(super) fn lay(state: &mut State, who: Who, thing: &Thing) {
    match thing {
        Thing::Gems(gems) => {
            if let Some(sheet) = state.sheet_mut(who) {
                sheet.gems = sheet.gems.saturating_add(*gems);
            }
        }
        Thing::Items { sheet, now, number } => {
            for _ in 0..*number {
                let Some(one) = state.creature(who) else { return };
                let gone = one.live.items.iter().position(|item| item.place == Place::Gone);
                let at = gone.filter(|_| one.live.items.len() >= MOST_THINGS);
                let now = Item { place: Place::Pack, ..*now };
                if let Some(own) = state.sheet_mut(who) {
                    match at {
                        Some(at) => own.items[at] = sheet.clone(),
                        None => own.items.push(sheet.clone()),
                    }
                }
                if let Some(live) = state.live_mut(who) {
                    match at {
                        Some(at) => live.items[at] = now,
                        None => live.items.push(now),
                    }
                }
            }
        }
    }
}

/// A heap, by its number.
type Numbered<'a> = (u32, &'a Heap<DirkRules>);

/// What lies where somebody stands, as far as it was found: their number there is their place in this list.
pub(crate) fn heaps_within_reach<'a>(
    state: &'a State,
    book: &'a Book,
    who: Who,
) -> impl Iterator<Item = Numbered<'a>> + 'a {
    let mut all: Vec<Numbered<'a>> =
        within_reach(At::<DirkRules> { state, book }, who).map(|(_, number, heap)| (number, heap)).collect();
    all.sort_by_key(|(number, _)| *number);
    all.into_iter()
}

/// Records that a thing is elsewhere; `heap` is the heap it was in.
pub(crate) fn move_thing(
    cx: &mut Cx<'_, DirkRules>,
    rule: RuleId,
    thing: Thing,
    (from, heap): (Where, Option<u32>),
    to: Where,
) {
    let into = matches!(to, Where::Place(_) | Where::In { .. }).then_some(cx.state().campaign.next);
    let fact = WorldFact::Moved { thing, from, heap, to, into, found: true };
    cx.record(rule, Fact::from(fact));
}

/// A thing as a file says it, so many of it.
pub(super) fn made(cx: &mut Cx<'_, DirkRules>, lying: &Lying<DirkRules>, number: u32) -> Flow<Thing> {
    if lying.coins.is_some() {
        return Ok(Thing::Gems(number));
    }
    if let Some(table) = &lying.table {
        return brought(cx, table.as_str());
    }
    let name = match lying.one_of.as_slice() {
        [] => lying.is.as_ref().map(|is| is.as_str()).or(lying.name.as_ref().map(|name| name.as_str())),
        all => {
            let at = one_of(cx, all.len())?;
            all.get(at).map(|name| name.as_str())
        }
    };
    let name = name.map_or("something", |name| cast_as(cx.state(), cx.book(), name));
    let (mut sheet, mut now) = new_thing(cx.state(), cx.book(), name);
    if let Some(worn) = &lying.with {
        (now.ap, now.pool) =
            if now.ap > 0 { (worn.left.min(now.ap), now.pool) } else { (0, worn.left.min(now.pool)) };
    }
    sheet.tag = lying.id.as_ref().map(|id| id.as_str().to_owned());
    Ok(Thing::Items { sheet, now, number })
}

/// What a word for a thing means in the adventures that are open: itself, if it is none of theirs.
fn cast_as<'n>(state: &State, book: &'n Book, word: &'n str) -> &'n str {
    let files = state.campaign.open.values().filter_map(|running| book.adventures.get(&running.file));
    let mut casts = files.filter_map(|file| file.cast.own.as_ref()?.things.get(word));
    casts.next().map_or(word, |name| name.as_str())
}

/// One of so many, by a die only the referee sees.
fn one_of(cx: &mut Cx<'_, DirkRules>, many: usize) -> Flow<usize> {
    let dice = match many {
        3 => Group::new(1, 6).read_as(&[1, 1, 2, 2, 3, 3]),
        many => Group::new(1, u8::try_from(many).unwrap_or(u8::MAX)),
    };
    let (groups, by) = ([dice], Seat::GM.into());
    let rule = rules::DK_SCEN_00H;
    let roll = Roll { rule, by, audience: Audience::GM, groups: &groups, terms: None, alike: None };
    Ok(usize::from(cx.roll_one(&roll)?.first().max(1)) - 1)
}

/// The first thing or gems a table brings; the rest of it comes to the referee's hand.
fn brought(cx: &mut Cx<'_, DirkRules>, table: &str) -> Flow<Thing> {
    let mut found: Vec<AtHand> = draw(cx, table)?;
    let lies = |thing: &AtHand| matches!(thing.what, What::Thing { .. } | What::Gems(_));
    let first = found.iter().position(lies).map(|at| found.remove(at));
    lay_out(cx, found);
    Ok(match first.map(|thing| thing.what) {
        Some(What::Thing { name, count, left }) => {
            let (sheet, mut now) = new_thing(cx.state(), cx.book(), &name);
            if let Some(left) = left {
                (now.ap, now.pool) = if now.ap > 0 { (left, now.pool) } else { (0, left.min(now.pool)) };
            }
            Thing::Items { sheet, now, number: count.into() }
        }
        Some(What::Gems(gems)) => Thing::Gems(gems),
        // Nothing lies there.
        _ => Thing::Gems(0),
    })
}
