//! Rulebooks as data: a game's `rulebook.md` and the rows of its `content/` with an id, read at compile
//! time into constants, so that citing a rule that does not exist does not compile.
//! What a rule does is code in the game; this crate only knows what it says.
//!
//! A rule that stands in the book can be cited:
//!
//! ```
//! # mod table { #[derive(Debug, PartialEq)] pub struct RuleId(&'static str);
//! #     impl RuleId { pub const fn of(id: &'static str) -> Self { Self(id) } } }
//! pub mod rules {
//! #    use super::table as boneyard_table;
//!     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sample/rules.rs"));
//! }
//! # fn main() {
//! let _cited = rules::ZZ_CHECK_01;
//! # }
//! ```
//!
//! One that does not is an error of the compiler:
//!
//! ```compile_fail,E0425
//! # mod table { #[derive(Debug, PartialEq)] pub struct RuleId(&'static str);
//! #     impl RuleId { pub const fn of(id: &'static str) -> Self { Self(id) } } }
//! pub mod rules {
//! #    use super::table as boneyard_table;
//!     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sample/rules.rs"));
//! }
//! # fn main() {
//! let _cited = rules::ZZ_CHECK_99;
//! # }
//! ```

mod book;
pub mod build;
mod emit;
mod entries;
mod fault;
mod id;
mod page;
mod search;
mod told;

pub use book::{Kind, Rule, Rulebook, Section, Switch};
pub use fault::{Fault, Problem};
pub use id::{is_house, is_well_formed};
pub use told::Told;
