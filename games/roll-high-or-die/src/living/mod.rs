//! Between fights: Watches and days, food, water and sleep, the road, work by the day, and what an Encounter was worth.
//! Things that are made are with `inventory`; Wounds and Conditions themselves are with `hurt`.

mod award;
mod labour;
mod need;
mod over;
mod plan;
mod road;
mod shelter;
mod sky;
mod study;
mod watch;

pub use award::Award;
pub use labour::{Forage, Land, Practise, Tend, log, used, work};
pub use need::{Drink, Eat, Refill};
pub use over::encounter_over;
pub use plan::{Declare, PlanDay};
pub use sky::{SetSeason, SetWeather, weather};
pub use study::{Study, begin_anew, learned};
pub use watch::{BeginWatch, EndWatch, PassWatches, Spend, at_rest, party};

/// The heading the cards stand under.
const THE_DAY: &str = "The day";
