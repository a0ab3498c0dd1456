//! Spells and prayers: memorised, cast or prayed for, what they do, and what goes wrong or wonderfully
//! right. What lasts is asked for by fights and rolls through `lasting`.

mod aim;
mod cast;
pub(crate) mod effect;
mod invoke;
mod lasting;
mod memorise;
mod mishap;
mod pray;
mod sacrifice;
mod summon;
pub(crate) mod world;

pub use aim::{Invoke, can_aim, check_known, power_named};
pub use cast::{conducted, held_role};
pub use effect::Source;
pub use invoke::{Cast, Pray, ReadScroll};
pub use lasting::{
    after_hit, allows, attack_edges, blessings, combat_begins, combat_ends, conjured, conjured_names,
    defence_edges, extra_ap, false_friend, hindered, is_blind, lose_extra_ap, named_edges, sanctuary,
    sharpened, sneaking, struck_from_close, turn_starts,
};
pub use memorise::{Memorise, Study, StudySay, known_powers, may_memorise};
pub use mishap::{miracle, mishap};
pub use sacrifice::{Sacrifice, SacrificeBy};
