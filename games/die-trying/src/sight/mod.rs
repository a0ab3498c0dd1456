//! Who sees whom: the light of each square, how one creature is to another's eyes, and hiding. Kept per
//! pair of creatures; what a pair means for an attack is with the attack.

mod glare;
mod grade;
mod hide;
mod light;
mod lose;
mod seek;

pub use glare::Glare;
pub use grade::{
    Grade, audience, between, distance, grade, has_senses, is_hidden, known_hidden, makes_out, may_target,
    note, observers, open, perceives, seen, told_to, visible,
};
pub use hide::{Hide, Sneak};
pub use light::{brightness, lamps, light_at, light_for, reveal, toward};
pub use lose::{acted, moved, settle};
pub use seek::Seek;
