//! Magic: Magic Dice and Instability Dice, castings of known spells and improvised ones, and everything
//! that goes wrong. What a single effect does to a creature or a place is in `effect`.

mod aim;
mod cast;
mod dice;
mod field;
mod ground;
mod improvise;
mod miscast;
mod own;
mod rip;
mod work;

pub use aim::{Aim, in_order, targets_of};
pub use cast::{Cast, Casting, Form, may_cast, reappears, spells_of};
pub use dice::{matching, throw};
pub use ground::{ground_passes, slips};
pub use improvise::Improvise;
pub use miscast::{curse, rolled_row, row_of};
pub use own::{Earth, extra_instability, gain, instability, magic_dice, steady, tools_of_magic};
pub use rip::{close_rips, comes_through, rip_opens};
pub use work::{Deed, deed};
