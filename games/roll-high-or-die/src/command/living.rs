//! Commands of Watches and days.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::RollHighOrDie;
use crate::living::{
    self, Award, BeginWatch, Declare, Drink, Eat, EndWatch, Forage, PassWatches, PlanDay, Practise, Refill,
    SetSeason, SetWeather, Study, Tend,
};

/// A command of Watches and days.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LivingCommand {
    /// Plans a Day.
    PlanDay(PlanDay),
    /// Says what somebody does next.
    Declare(Declare),
    /// A Watch begins.
    BeginWatch(BeginWatch),
    /// A Watch ends.
    EndWatch(EndWatch),
    /// Several Watches go by.
    PassWatches(PassWatches),
    /// Eats.
    Eat(Eat),
    /// Drinks.
    Drink(Drink),
    /// Fills Waterskins.
    Refill(Refill),
    /// Looks for food.
    Forage(Forage),
    /// Tends wounds.
    Tend(Tend),
    /// Practises.
    Practise(Practise),
    /// Names a Knowledge Source.
    Study(Study),
    /// The Referee names the season.
    Season(SetSeason),
    /// The Referee names the weather.
    Weather(SetWeather),
    /// The Referee awards an Encounter.
    Award(Award),
}

pub(super) fn address(command: &LivingCommand) -> Address {
    let by = match command {
        LivingCommand::Declare(declare) => By::Actor(declare.who),
        LivingCommand::Eat(eat) => By::Actor(eat.who),
        LivingCommand::Drink(drink) => By::Actor(drink.who),
        LivingCommand::Refill(refill) => By::Actor(refill.who),
        LivingCommand::Forage(forage) => By::Actor(forage.who),
        LivingCommand::Tend(tend) => By::Actor(tend.who),
        LivingCommand::Practise(practise) => By::Actor(practise.who),
        LivingCommand::Study(study) => By::Actor(study.who),
        // The rules refuse by name where it is not the Referee.
        _ => By::Anyone,
    };
    Address { lane: Lane::Scene, by }
}

pub(super) fn resolve(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, command: LivingCommand) -> Flow {
    match command {
        LivingCommand::PlanDay(plan) => living::plan_day(cx, &plan),
        LivingCommand::Declare(declare) => living::declare(cx, declare),
        LivingCommand::BeginWatch(begin) => living::begin_watch(cx, by, &begin),
        LivingCommand::EndWatch(_) => living::end_watch(cx, by),
        LivingCommand::PassWatches(pass) => living::pass_watches(cx, by, &pass),
        LivingCommand::Eat(eat) => living::eat(cx, eat),
        LivingCommand::Drink(drink) => living::drink(cx, drink),
        LivingCommand::Refill(refill) => living::refill(cx, refill),
        LivingCommand::Forage(forage) => living::forage(cx, forage),
        LivingCommand::Tend(tend) => living::tend(cx, tend),
        LivingCommand::Practise(practise) => living::practise(cx, practise),
        LivingCommand::Study(study) => living::study(cx, &study),
        LivingCommand::Season(set) => living::set_season(cx, by, set),
        LivingCommand::Weather(set) => living::set_weather(cx, by, &set),
        LivingCommand::Award(award) => living::award(cx, by, &award),
    }
}
