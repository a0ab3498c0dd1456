//! The interlude: the week between two expeditions, in eight steps. Return and the Guild's part,
//! lodging, robbery, recovery, getting better, the market and activities, retiring, setting out.

mod activity;
mod grow;
mod guild;
mod level;
mod market;
mod purse;
mod steps;
mod week;

pub use activity::Activity;
pub use grow::{DropSkill, Raise, RaiseWhat};
pub use guild::{NoteDebt, Retire, ShiftPath, newcomer, party_level, reached};
pub use level::LevelUp;
pub use market::{Buy, Seek, SellGear, listed_wares, price_of, ware_named};
pub use purse::{category_of, check_purse, earn, purse, rob, spend_silver};
pub use steps::{Lodge, NextStep, ReturnHome, SellTreasure, ShareSilver, at_step};
