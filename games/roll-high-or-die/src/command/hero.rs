//! Commands that make a Character, each a short step in its own lane, and those that spend Experience.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::RollHighOrDie;
use crate::hero::{
    self, Assign, BeginHero, Buy, BuyDegree, BuyFeature, BuyTrait, GiveBack, Return, SetConcept,
};

/// A step of making or raising a Character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HeroCommand {
    /// Begins a Character.
    BeginHero(BeginHero),
    /// Says who they are.
    Concept(SetConcept),
    /// Obtains the six scores.
    RollScores(Own),
    /// Places the scores.
    Assign(Assign),
    /// Buys the next Degree of a Skill.
    BuyDegree(BuyDegree),
    /// Buys a Feature.
    BuyFeature(BuyFeature),
    /// Buys a Trait.
    BuyTrait(BuyTrait),
    /// Gives back what was bought last.
    GiveBack(GiveBack),
    /// Is done with Experience.
    DoneLearning(Own),
    /// Buys something.
    Buy(Buy),
    /// Gives something back.
    Return(Return),
    /// Is done with equipment.
    DoneShopping(Own),
    /// Finishes a Character.
    FinishHero(Own),
}

/// A Character's own step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Own {
    /// Whose.
    pub who: Who,
}

pub(super) fn address(command: &HeroCommand) -> Address {
    let own = |who: Who| Address { lane: Lane::Hero(who), by: By::Actor(who) };
    match command {
        // The table's list of Characters is everybody's.
        HeroCommand::BeginHero(_) => Address { lane: Lane::Scene, by: By::Anyone },
        HeroCommand::FinishHero(step) => Address { lane: Lane::Scene, by: By::Actor(step.who) },
        HeroCommand::Concept(set) => own(set.who),
        HeroCommand::RollScores(step) | HeroCommand::DoneLearning(step) | HeroCommand::DoneShopping(step) => {
            own(step.who)
        }
        HeroCommand::Assign(assign) => own(assign.who),
        HeroCommand::BuyDegree(buy) => own(buy.who),
        HeroCommand::BuyFeature(buy) => own(buy.who),
        HeroCommand::BuyTrait(buy) => own(buy.who),
        HeroCommand::GiveBack(back) => own(back.who),
        HeroCommand::Buy(buy) => own(buy.who),
        HeroCommand::Return(back) => own(back.who),
    }
}

pub(super) fn resolve(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, command: HeroCommand) -> Flow {
    match command {
        HeroCommand::BeginHero(begun) => hero::begin_hero(cx, by, &begun),
        HeroCommand::Concept(set) => hero::set_concept(cx, &set),
        HeroCommand::RollScores(step) => hero::roll_scores(cx, step.who),
        HeroCommand::Assign(assign) => hero::assign(cx, assign),
        HeroCommand::BuyDegree(buy) => hero::buy_degree(cx, buy),
        HeroCommand::BuyFeature(buy) => hero::buy_feature(cx, &buy),
        HeroCommand::BuyTrait(buy) => hero::buy_trait(cx, &buy),
        HeroCommand::GiveBack(back) => hero::give_back(cx, back),
        HeroCommand::DoneLearning(step) => hero::done_learning(cx, step),
        HeroCommand::Buy(buy) => hero::buy(cx, &buy),
        HeroCommand::Return(back) => hero::return_item(cx, back),
        HeroCommand::DoneShopping(step) => hero::done_shopping(cx, step),
        HeroCommand::FinishHero(step) => hero::finish_hero(cx, step),
    }
}
