//! The running world: what became of adventures in play. Facts change it and push signals; [`settle`] lets events follow from
//! signals; [`advance`] is the only function that moves the clock. What carried things, bodies and rolls are is each game's.

mod attempt;
mod effect;
mod fact;
mod fill;
mod go;
mod open;
mod scope;
mod seen;
mod settle;
mod signal;
mod test;
mod thing;
mod time;
mod world;
mod worldly;

pub use attempt::{attempt, open_holder, search};
pub use effect::happen;
pub use fact::{Told, WorldFact, apply};
pub use go::{arrive, go};
pub use open::open;
pub use scope::Scope;
pub use seen::{Seen, SeenThing, SeenWay};
pub use settle::{MOST_AT_ONCE, settle};
pub use signal::{Signal, Signals};
pub use test::all_hold;
pub use thing::{put, take, things_of};
pub use time::{Passed, Period, advance};
pub use world::{Coming, Heap, Id, PlaceKey, PlaceNow, Running, Stand, TrackerNow, Waiting, Where, World};
pub use worldly::{Able, Came, Stack, WorldRules, Worldly};
