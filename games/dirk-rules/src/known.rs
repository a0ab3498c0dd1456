//! The table as a player knows it, for the odds players ask for: what they may not know is left out or is
//! as it seems, so that no number tells more than they see.

use std::sync::Arc;

use boneyard_table::{At, Seat, Who};
use boneyard_world::run::{Running, World as Campaign};

use crate::DirkRules;
use crate::state::{Ability, Creature, Part, PartState, Place, Shared, Sheet, State, Turn};
use crate::view::{has_lost, numbers_visible};
use crate::world::World;

/// A creature nobody knows anything about is as middling as can be.
const MIDDLING: u8 = 10;

/// And stands for as long as it does.
const UNKNOWN: u16 = 999;

/// The state as a seat knows it.
pub fn known(at: At<'_, DirkRules>, seat: Seat) -> State {
    let mut state = at.state.clone();
    if seat.is_gm() {
        return state;
    }
    for who in at.state.everybody().filter(|who| !numbers_visible(at.state, *who, seat)) {
        let lost = Part::ALL.map(|part| has_lost(at, who, part));
        if let Some(one) = at.state.creature(who) {
            let searched = at.state.world.searched.contains(&who);
            let mut seems = as_it_seems(one, lost, searched);
            if ridden(at.state, who, seat) {
                // Riders know how far their mount goes.
                let dex = Ability::Dex as usize;
                seems.live.scores[dex] = one.live.scores[dex];
                seems.sheet = Shared::new(Sheet { speed: one.sheet.speed, ..(*seems.sheet).clone() });
            }
            state.creatures[usize::from(who.0)] = Arc::new(seems);
        }
    }
    state.days.hints.clear();
    state.campaign = Shared::new(blind(at));
    state.signals.0.clear();
    state.clash.clear();
    state.changed.clear();
    let searched = at.state.world.searched.clone();
    state.world = World { weather: at.state.world.weather, searched, ..World::default() };
    state
}

/// The running world without what nobody found: nobody waits, nothing is coming, no place will be filled, and no event heeds
/// anything.
fn blind(at: At<'_, DirkRules>) -> Campaign<DirkRules> {
    let campaign = &at.state.campaign;
    let found = campaign.heaps.iter().filter(|(_, heap)| heap.found.is_some());
    let open = campaign.open.iter().map(|(key, running)| {
        let mut running: Running = (**running).clone();
        running.waits.retain(|_, waiting| !waiting.who.is_empty());
        running.heeds = 0;
        running.fired.clear();
        running.stopped.clear();
        for place in at.book.adventures.get(&running.file).iter().flat_map(|file| &file.place) {
            running.places.entry(place.id.shared()).or_default().filled = u16::MAX;
        }
        for holder in at.book.adventures.get(&running.file).iter().flat_map(|file| &file.holder) {
            running.inside.insert(holder.id.shared(), u16::MAX);
        }
        (key.clone(), Shared::new(running))
    });
    Campaign {
        now: campaign.now,
        open: open.collect(),
        order: campaign.order.clone(),
        stands: campaign.stands.clone(),
        heaps: found.map(|(number, heap)| (*number, heap.clone())).collect(),
        next: campaign.next,
        next_found: campaign.next_found,
        ..Campaign::default()
    }
}

/// Whether somebody the seat plays rides on it.
fn ridden(state: &State, mount: Who, seat: Seat) -> bool {
    state.everybody().any(|who| state.live(who).rides == Some(mount) && state.sheet(who).seat == seat)
}

/// A creature of the referee's as anybody sees it: what it holds, or has on it once it was searched, what it lacks, no
/// numbers.
fn as_it_seems(one: &Creature, lost: [bool; 6], searched: bool) -> Creature {
    let mut sheet: Sheet = (*one.sheet).clone();
    let held = |at: &usize| searched || one.live.items.get(*at).is_some_and(|item| item.place == Place::Hand);
    let hands: Vec<usize> = (0..sheet.items.len()).filter(held).collect();
    sheet.items = hands.iter().map(|at| one.sheet.items[*at].clone()).collect();
    (sheet.full, sheet.full_hp, sheet.full_ap) = ([MIDDLING; 3], UNKNOWN, 0);
    (sheet.named, sheet.like, sheet.gems, sheet.speed) = (false, None, 0, 3);
    sheet.tags.clear();
    sheet.backgrounds.clear();
    sheet.knows.clear();
    sheet.taken.clear();
    sheet.has_done.clear();
    let mut live = one.live.clone();
    (live.scores, live.hp, live.temp_hp, live.ap) = ([MIDDLING; 3], UNKNOWN, 0, 0);
    (live.reactions, live.lost_reactions, live.lost_actions) = (0, 0, 0);
    (live.hurt_by, live.special_round, live.used_charges) = (None, None, 0);
    live.turn = Turn::default();
    live.parts = lost.map(|lost| if lost { PartState::Lost } else { PartState::Whole });
    live.items = hands.iter().map(|at| one.live.items[*at]).collect();
    for item in &mut live.items {
        (item.pool, item.ap, item.survived, item.unready) = (u8::MAX, 0, 0, false);
    }
    Creature { live, sheet: Shared::new(sheet) }
}
