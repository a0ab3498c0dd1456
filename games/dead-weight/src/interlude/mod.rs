//! The interlude: the week between two expeditions, in eight steps. Return and the Guild's part,
//! lodging, robbery, recovery, getting better, the market and activities, retiring, setting out.

mod activity;
mod grow;
mod guild;
mod market;
mod purse;
mod steps;

pub use activity::{Activity, activity, check_activity};
pub use grow::{LevelUp, Raise, RaiseWhat, check_level_up, check_raise, drop_skill, level_up, raise};
pub use guild::{Retire, ShiftPath, check_retire, newcomer, note_debt, party_level, reached, retire};
pub use market::{
    Buy, SellGear, buy, check_buy, check_seek, listed_wares, price_of, seek, sell_gear, ware_named,
};
pub use purse::{category_of, check_purse, earn, purse, rob, spend_silver};
pub use steps::{Lodge, Share, at_step, check_lodge, lodge, next_step, return_home, sell_treasure, share};
