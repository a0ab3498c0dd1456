//! Things in hand while nobody fights: weapons taken up again, a light that burns.

use boneyard_table::Who;

use super::{Here, able, legal, legal_or_nearer};
use crate::combat::{Draw, Drop, PickUp, Stow};
use crate::command::Command;
use crate::gear::{LightUp, Refill};
use crate::state::{Fate, Light, Place, State, Ware};

/// Picks up what was dropped, draws a weapon, sees to a light.
pub(super) fn readies(at: Here<'_>) -> Option<Command> {
    let party = able(at.state);
    party.iter().find_map(|who| picks_up(at, *who)).or_else(|| lights(at)).or_else(|| {
        let armed = |who: &Who| holds(at.state, *who, |ware| matches!(ware, Ware::Weapon(_)));
        let mut bare = party.iter().copied().filter(|who| !armed(who));
        bare.find_map(|who| draws(at, who, |ware| matches!(ware, Ware::Weapon(_))))
    })
}

fn holds(state: &State, who: Who, fits: impl Fn(&Ware) -> bool) -> bool {
    let one = state.one(who);
    let mut things = one.sheet.items.iter().zip(&one.live.items);
    things.any(|(sheet, item)| fits(&sheet.ware) && item.place.is_held() && item.count > 0)
}

/// A thing of this ware in the pack comes into a hand.
fn draws(at: Here<'_>, who: Who, fits: impl Fn(&Ware) -> bool) -> Option<Command> {
    let one = at.state.one(who);
    let things = one.sheet.items.iter().zip(&one.live.items).enumerate();
    let mut packed =
        things.filter(|(_, (sheet, item))| fits(&sheet.ware) && item.place == Place::Pack && item.count > 0);
    packed.find_map(|(item, _)| legal(at, Draw { who, item: item as u8 }))
}

/// The same, with a hand made free for it if need be.
pub(super) fn takes_out(at: Here<'_>, who: Who, fits: impl Fn(&Ware) -> bool) -> Option<Command> {
    draws(at, who, fits).or_else(|| {
        let one = at.state.one(who);
        let things = one.sheet.items.iter().zip(&one.live.items).enumerate();
        let mut held = things.filter(|(_, (_, item))| item.place.is_held() && item.lit.is_none());
        held.find_map(|(item, _)| legal(at, Stow { who, item: item as u8 }))
    })
}

/// What somebody let go of, or what lies there that everybody came for.
fn picks_up(at: Here<'_>, who: Who) -> Option<Command> {
    let state = at.state;
    let wanted = prize(at);
    for of in state.everybody() {
        let one = state.one(of);
        for (thing, (sheet, item)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
            let prized = wanted.as_deref() == Some(sheet.name.as_str());
            let useful = matches!(sheet.ware, Ware::Weapon(_) | Ware::Lamp(_) | Ware::Kit) && of == who;
            let spot = match item.place {
                Place::Floor(spot) => spot,
                Place::Pack if prized && one.live.fate == Fate::Dead => one.live.at,
                _ => continue,
            };
            let burnt = matches!(sheet.ware, Ware::Lamp(_)) && item.left == 0;
            let hands = item.lit.is_some() && state.live(who).free_hands() == 0;
            if item.count == 0 || burnt || hands || !(useful || prized) {
                continue;
            }
            let pick = PickUp { who, of, item: thing as u8 };
            if let Some(command) = legal_or_nearer(at, who, spot, pick) {
                return Some(command);
            }
        }
    }
    None
}

/// What the dungeon is left with, by name.
pub(super) fn prize(at: Here<'_>) -> Option<String> {
    let dungeon = at.state.dungeon.as_ref()?;
    at.book.scenarios.get(dungeon.scenario.as_str()).map(|row| row.ends.with.clone())
}

/// A light is lit where it is dark and none burns.
fn lights(at: Here<'_>) -> Option<Command> {
    let state = at.state;
    let party = able(state);
    let burning =
        |who: &Who| state.live(*who).items.iter().any(|item| item.lit.is_some() && item.place.is_held());
    let dark = |who: &Who| crate::sight::light_at(state, at.book, *who) < Light::Normal;
    if party.iter().any(burning) || !party.iter().any(dark) {
        return None;
    }
    party.iter().find_map(|who| lights_one(at, *who)).or_else(|| {
        let lamps = |ware: &Ware| matches!(ware, Ware::Lamp(_));
        party.iter().find_map(|who| draws(at, *who, lamps))
    })
}

/// A lamp in hand burns, or is filled first.
fn lights_one(at: Here<'_>, who: Who) -> Option<Command> {
    let one = at.state.one(who);
    let things = one.sheet.items.iter().zip(&one.live.items).enumerate();
    let mut lamps = things
        .filter(|(_, (sheet, item))| matches!(sheet.ware, Ware::Lamp(_)) && item.place.is_held())
        .map(|(item, _)| item as u8);
    lamps.find_map(|item| {
        let light = LightUp { who, item, bonus: false };
        let refill = Refill { who, item };
        legal(at, light).or_else(|| legal(at, refill)).or_else(|| {
            // Burnt down: the hand is needed for the next one.
            let spent = at.state.live(who).items[usize::from(item)].left == 0;
            let drop = Drop { who, item };
            spent.then(|| legal(at, drop)).flatten()
        })
    })
}
