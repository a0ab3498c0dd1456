//! The running world: what became of adventures in play. Facts change it and push signals; [`settle`] lets events follow from
//! signals; [`advance`] is the only function that moves the clock. What carried things, bodies and rolls are is each game's.

mod act;
mod attempt;
mod audience;
mod coin;
pub mod deed;
mod doing;
mod effect;
mod explore;
mod fact;
mod fill;
mod go;
mod guard;
mod inflict;
mod market;
mod open;
mod outcome;
mod scope;
mod seen;
mod settle;
mod signal;
mod spend;
mod test;
mod thing;
mod time;
mod upkeep;
mod world;
mod worldly;

pub use act::{Act, Goes, Need, NeedKind, NoDoing, Provisions};
pub use audience::audience;
pub use doing::{Doing, Task};
pub use effect::happen;
pub use explore::{Explorer, Lot, explore, towards};
pub use fact::{Told, WorldFact, apply};
pub use fill::rouse;
pub use go::{arrive, within_reach};
pub use inflict::{Inflicted, MOST_INFLICTED};
pub use open::{HOME, home, open};
pub use scope::Scope;
pub use seen::{Seen, SeenHolder, SeenThing, SeenWay, place_name};
pub use settle::{MOST_AT_ONCE, settle};
pub use signal::{Signal, Signals};
pub use test::all_hold;
pub use thing::{place_of, things_of};
pub use time::{Passed, Period, advance};
pub use world::{
    Coming, DoorNow, Hauled, Heap, Id, Often, Owner, PlaceKey, PlaceNow, Running, Stand, TrackerNow, Waiting,
    Where, World,
};
pub use worldly::{Able, Came, DoingKind, Stack, WorldRules, Worldly};
