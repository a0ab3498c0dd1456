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
mod spells;

pub use advance::{AwardFight, GrantPoints, PlaceMark, raised};
pub use award::AwardTraps;
pub use bring::BringIn;
pub use draft::{Assign, DraftHero, Kin, RollScores, SILVER, step_of};
pub use finish::FinishHero;
pub use fit::{fit, frail};
pub use levels::{LEVELS, Lower, Raise, left_levels};
pub use sell::{GiveBack, Sell};
pub(crate) use shop::receive;
pub use shop::{Buy, DoneShopping, for_sale};
pub use spells::{Learn, Unlearn, learnable, open_picks};
