//! Commands that make a hero, each a short step in the hero's own lane, and those of Points and marks.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::hero::{self, Assign, Buy, Deal, DraftHero, GrantPoints, Kin, Learn, PlaceMark, Raise};

/// A step of making or raising a hero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HeroCommand {
    /// Begins a hero.
    Draft(DraftHero),
    /// Chooses species and Size.
    Kin(Kin),
    /// Rolls the six scores.
    RollScores(Own),
    /// Gives them to Abilities.
    Assign(Assign),
    /// Spends a level.
    Raise(Raise),
    /// Takes a level back.
    Lower(Raise),
    /// Learns a spell.
    Learn(Learn),
    /// Gives up a spell for another.
    Unlearn(Learn),
    /// Buys something.
    Buy(Buy),
    /// Gives something back for what it cost.
    GiveBack(Deal),
    /// Sells something.
    Sell(Deal),
    /// Is done shopping.
    DoneShopping(Own),
    /// Finishes a hero.
    FinishHero(Own),
    /// Grants Points.
    GrantPoints(GrantPoints),
    /// Says what a fight was worth.
    AwardFight,
    /// Says what traps were worth.
    AwardTraps,
    /// Places a mark.
    PlaceMark(PlaceMark),
}

/// A hero's own step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Own {
    /// Whose.
    pub who: Who,
}

pub(super) fn address(command: &HeroCommand) -> Address {
    let own = |who: Who| Address { lane: Lane::Hero(who), by: By::Actor(who) };
    match command {
        // The table's list of heroes is everybody's.
        HeroCommand::Draft(_) => Address { lane: Lane::Scene, by: By::Anyone },
        HeroCommand::FinishHero(step) => Address { lane: Lane::Scene, by: By::Actor(step.who) },
        // The rules refuse by name where it is not the TS.
        HeroCommand::GrantPoints(_) | HeroCommand::AwardFight | HeroCommand::AwardTraps => {
            Address { lane: Lane::Scene, by: By::Anyone }
        }
        HeroCommand::Kin(step) => own(step.who),
        HeroCommand::RollScores(step) | HeroCommand::DoneShopping(step) => own(step.who),
        HeroCommand::Assign(step) => own(step.who),
        HeroCommand::Raise(step) | HeroCommand::Lower(step) => own(step.who),
        HeroCommand::Learn(step) | HeroCommand::Unlearn(step) => own(step.who),
        HeroCommand::Buy(step) => own(step.who),
        HeroCommand::GiveBack(step) | HeroCommand::Sell(step) => own(step.who),
        HeroCommand::PlaceMark(step) => own(step.who),
    }
}

pub(super) fn resolve(cx: &mut Cx<'_, DieTrying>, by: Seat, command: HeroCommand) -> Flow {
    match command {
        HeroCommand::Draft(step) => hero::draft(cx, by, &step),
        HeroCommand::Kin(step) => hero::choose_kin(cx, &step),
        HeroCommand::RollScores(step) => hero::roll_scores(cx, step.who),
        HeroCommand::Assign(step) => hero::assign(cx, step),
        HeroCommand::Raise(step) => hero::raise(cx, &step),
        HeroCommand::Lower(step) => hero::lower(cx, &step),
        HeroCommand::Learn(step) => hero::learn(cx, &step),
        HeroCommand::Unlearn(step) => hero::unlearn(cx, &step),
        HeroCommand::Buy(step) => hero::buy(cx, &step),
        HeroCommand::GiveBack(step) => hero::give_back(cx, step),
        HeroCommand::Sell(step) => hero::sell(cx, step),
        HeroCommand::DoneShopping(step) => hero::done_shopping(cx, step.who),
        HeroCommand::FinishHero(step) => hero::ready(cx, step.who),
        HeroCommand::GrantPoints(grant) => hero::grant_points(cx, by, &grant),
        HeroCommand::AwardFight => hero::award_fight(cx, by),
        HeroCommand::AwardTraps => hero::award_traps(cx, by),
        HeroCommand::PlaceMark(place) => hero::place_mark(cx, place),
    }
}
