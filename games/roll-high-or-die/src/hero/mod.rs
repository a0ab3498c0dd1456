//! Characters: made step by step or at random, ready ones from their rows, creatures from theirs, and Experience spent.

mod buy;
mod catalog;
mod draft;
mod finish;
mod fit;
mod like;
mod shop;

pub use buy::{
    BuyDegree, BuyFeature, BuyTrait, GiveBack, Unmet, buy_degree, buy_feature, buy_trait, degree_cost,
    give_back, unmet,
};
pub use catalog::{buyable_degrees, buyable_features, buyable_traits};
pub use draft::{
    Assign, BeginHero, SetConcept, assign, begin_hero, flagged, roll_scores, score, set_concept, step_of,
};
pub use finish::{done_learning, finish_hero};
pub use fit::{advised, fit, to_learn};
pub use like::{creature_like, hero_like, start_stance};
pub use shop::{Buy, COINS, Return, buy, done_shopping, for_sale, no_room, return_item};
