//! Characters: made step by step or at random, ready ones from their rows, creatures from theirs, and Experience spent.

mod buy;
mod degree;
mod draft;
mod finish;
mod fit;
mod like;
mod shop;

pub use buy::{BuyFeature, BuyTrait, GiveBack, Unmet, unmet};
pub use degree::{BuyDegree, degree_cost};
pub use draft::{Assign, BeginHero, RollScores, SetConcept, flagged, score, step_of};
pub use finish::{DoneLearning, FinishHero};
pub use fit::{advised, fit, to_learn};
pub use like::{creature_like, hero_like, start_stance};
pub use shop::{Buy, COINS, DoneShopping, Return, for_sale};
