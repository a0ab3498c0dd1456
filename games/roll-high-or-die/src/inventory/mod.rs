//! Things and where they are kept: slots that split, hands, equipment used step by step, loading and clearing weapons,
//! trade, and making and mending. What is worn and what Armoring is left is with `gear`.

mod aim;
mod ask;
mod carry;
mod chain;
mod feature;
mod hand;
mod interact;
mod load;
mod make;
mod mend;
mod pick_up;
mod recover;
mod relief;
mod retag;
mod shine;
mod slot;
mod trade;
mod used;

pub use carry::{Drop, Grip, Stow, Wear};
pub use feature::{WITH_THINGS, check_with_things, use_with_things, volley_spaces};
pub use hand::{Give, Split};
pub use interact::{Interact, Verb, interact};
pub use load::{Reload, Unjam, check_reload, check_unjam, reload, unjam};
pub use make::{Craft, Recipe, recipe};
pub use mend::Mend;
pub use pick_up::PickUp;
pub use recover::Recover;
pub use retag::{DICE, REACHES, Retag, WATCHES};
pub use shine::{flashes_end, lights_end};
pub use slot::{fits, overloaded, pack_holds, room, unburdened};
pub use trade::{Appraise, Purchase, Sell, price};
