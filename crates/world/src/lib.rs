//! Adventures of all games: places, people, things, time and what happens when. Here is the file they are written in, as typed
//! data with holes that each game fills ([`Dialect`]), and what stands against such a file. Pure: no file is opened here.

pub mod adventure;
mod any;
pub mod check;
mod dialect;
mod dice;
mod dictionary;
mod loose;
pub mod name;
mod part;
pub mod run;
mod sample;
mod schema;
mod shared;
pub mod walk;

pub use boneyard_content::ContentError;

pub use any::{AnyDialect, Checked, Of};
pub use dialect::{Dialect, Hole};
pub use dice::Dice;
pub use dictionary::Dictionary;
pub use loose::Loose;
pub use part::{Number, OneOrMore, Ref, Spot};
pub use sample::{Sample, sample};
pub use schema::schema;
pub use shared::SHARED;
