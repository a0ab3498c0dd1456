//! Heroes: made step by step as a draft, and raised by Points. What their numbers come to is worked out
//! elsewhere, from the sheet alone.

mod advance;
mod award;
mod bring;
mod draft;
mod finish;
mod fit;
mod levels;
mod sell;
mod shop;

pub use advance::{
    GrantPoints, PlaceMark, award_fight, fitting_marks, grant_points, place_mark, raised, suggested,
};
pub use award::award_traps;
pub use bring::{BringIn, bring_in, check_bring_in};
pub use draft::{
    Assign, DraftHero, Kin, SILVER, assign, choose_kin, draft, roll_scores, step_of, usual_species,
};
pub use finish::{complete, ready};
pub use fit::{advised, fit, frail};
pub use levels::{
    LEVELS, Learn, Raise, learn, learnable, left_levels, lower, open_picks, raisable, raise, unlearn,
};
pub use sell::{Deal, give_back, sell};
pub(crate) use shop::receive;
pub use shop::{Buy, buy, done_shopping, for_sale};
