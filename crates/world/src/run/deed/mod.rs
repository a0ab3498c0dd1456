//! The commands every game shares, each a deed: a game lists them in its `deeds!` and implements [`Worldly`]. Players are offered
//! and refused by what they know alone; what turns out only when it is tried is in `run`.

mod doing;
mod folk;
mod gm;
mod going;
mod hand;
mod make;
mod opening;
mod shop;
mod things;
mod trying;

pub use doing::{BreakOff, Declare, Pass, Spend, Spending};
pub use folk::{Dismiss, Follow, Hire, Lead, LeaveBehind, Retire, Stay, TakeAlong, Talk};
pub use gm::{JoinWays, OpenAdventure};
pub use going::Go;
pub use hand::{Bring, CallOff, Delay, EndAdventure, Fire, MoveTracker, Reveal, Send, SetFlag, SetGoal};
pub use make::{ExportHero, ImportHero, Inflict, MakePerson, MakeThing, Traveller, traveller};
pub use opening::{Disarm, Open, Unlock};
pub use shop::{Buy, Sell};
pub use things::{Drop, Give, Loot, Pay, ShareOut, Stash, Take};
pub use trying::{Attempt, Search};

use boneyard_table::deed::{Filled, Filling, Lawful, May};
use boneyard_table::{At, Playable, Refusal, Who};

use super::seen::place_name;
use super::thing::place_of;
use super::world::PlaceKey;
use super::worldly::Worldly;

/// A game people can sit down to whose world runs here. Nothing to implement.
pub trait Inhabited: Worldly + Playable {}
impl<G: Worldly + Playable> Inhabited for G {}

/// Where somebody is.
fn here<G: Worldly>(may: May<'_, G>, who: Who) -> Lawful<PlaceKey> {
    match place_of(may.at(), who) {
        Some(here) => Ok(here),
        None => may.outright(|| Refusal::new(G::CITES.going, "nowhere", "They are nowhere.")),
    }
}

/// Whether two stand in one place.
fn beside<G: Worldly>(at: At<'_, G>, one: Who, other: Who) -> bool {
    let place = place_of(at, one);
    place.is_some() && place == place_of(at, other)
}

/// Refuses whoever is not where somebody is, in the same words as somebody who is nowhere.
fn must_be_beside<G: Worldly>(may: May<'_, G>, who: Who, other: Who) -> Lawful {
    may.not_if(!beside(may.at(), who, other), || {
        Refusal::new(G::CITES.things, "not-here", "They are not here.")
    })
}

/// A place of any open adventure, for the game master: by its name, or written `adventure/place`.
fn any_place<G: Inhabited>(
    form: &mut Filling<'_, G>,
    name: &'static str,
    label: &'static str,
) -> Filled<PlaceKey> {
    let at = form.at();
    form.place(name, label, places(at), written_place)
}

/// All places of open adventures, by name.
fn places<G: Worldly>(at: At<'_, G>) -> Vec<(PlaceKey, String)> {
    let world = G::world(at.state);
    let each = world.order.iter().filter_map(|key| {
        let file = G::adventure(at.book, &world.running(key)?.file)?;
        Some(file.place.iter().map(|row| PlaceKey::new(key, row.id.as_str())))
    });
    each.flatten().map(|place| (place.clone(), place_name(at, &place))).collect()
}

fn written_place(word: &str) -> Option<PlaceKey> {
    let (adventure, place) = word.split_once('/')?;
    Some(PlaceKey::new(&adventure.into(), place))
}
