//! Between fights: Watches and days, food, water and sleep, the road, work by the day, and what an Encounter was worth.
//! Things that are made are with `inventory`; Wounds and Conditions themselves are with `hurt`.

mod award;
mod labour;
mod need;
mod over;
mod road;
mod shelter;
mod sky;
mod study;
mod watch;

pub use award::{Award, award};
pub use labour::{Forage, Land, Practise, Tend, forage, log, practise, tend, used, work};
pub use need::{Drink, Eat, Refill, check_drink, check_eat, drink, eat, refill};
pub use over::encounter_over;
pub use shelter::places;
pub use sky::{SetSeason, SetWeather, set_season, set_weather, weather};
pub use study::{Study, begin_anew, learned, study};
pub use watch::{
    BeginWatch, Declare, EndWatch, PassWatches, PlanDay, Spend, at_rest, begin_watch, check_begin, check_end,
    declare, end_watch, party, pass_watches, plan_day,
};
