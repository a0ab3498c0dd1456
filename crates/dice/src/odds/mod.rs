//! Exact odds: distributions with integer weights over one denominator, folds over pools of dice, the odds of
//! everything the notation can say, and rerolls played best.

mod budget;
mod chain;
mod dist;
mod expression;
mod keep;
mod line;
mod pool;
mod rerolls;
mod states;
mod weights;

pub use dist::Dist;
pub use expression::OddsError;
pub use pool::Pool;
pub use rerolls::TooManyHands;
