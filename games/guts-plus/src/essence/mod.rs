//! Essence, the optional magic: auras and skills in `learn`, whether a use is legal in `legal`, a
//! use from its declaration to what comes of it in `using` and `effect`, what is kept up in
//! `keep`, strain in `strain`. The skills themselves are content.

mod effect;
mod keep;
mod learn;
mod legal;
mod lend;
mod strain;
mod told;
mod using;

pub use effect::guard;
pub use keep::{GoesOn, LetGo, Obstruct, PushAside, ends_with, fades, lapses, round_ends, turn_starts};
pub use learn::{ChooseAura, Learn, RollAura, settle, settle_draft};
pub use legal::{check_use, limit_of, range_of};
pub use lend::{hastens, lends, owed};
pub use strain::{Unstrain, fight_ends, scene_changes, strain, strained};
pub use told::Use;
pub use using::ForgetTries;

use boneyard_table::{At, Who};

use crate::GutsPlus;
use crate::book::Density;
use crate::rules;
use crate::state::State;

/// The name of the quality.
pub const QUALITY: &str = "Essence";

/// The number of somebody's Essence among their qualities.
pub fn quality(state: &State, who: Who) -> Option<u8> {
    state.creature(who)?.sheet.quality(QUALITY)
}

/// What the density of somebody's essence gives.
pub fn density(at: At<'_, GutsPlus>, who: Who) -> Density {
    let Some(nth) = quality(at.state, who) else { return Density::default() };
    let one = at.state.one(who);
    at.book.density(one.sheet.level(nth), one.mastered(nth))
}

/// Whether the table plays with essence.
pub fn enabled(state: &State) -> bool {
    state.house.essence_enabled == crate::house::EssenceEnabled::On
}

/// Refuses essence where there is none.
pub fn check_enabled(state: &State) -> Result<(), boneyard_table::Refusal> {
    if enabled(state) {
        return Ok(());
    }
    let sentence = "This table plays without essence.";
    Err(boneyard_table::Refusal::new(rules::GP_ESS_01, "no-essence", sentence))
}
