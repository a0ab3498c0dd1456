//! The proving ground: what the tests of every game share. A table to try things on, chance that always takes the
//! same way, stories run from a folder, odds compared with marks and without. Nothing here is in the program.

mod bench;
mod chance;
mod compared;
mod enumerate;
mod marks;
mod offered;
mod stories;

pub use bench::{Bench, answer, by_instinct, moves, prompt_id, seeds};
pub use chance::{Chance, filled, pick, said};
pub use compared::{Compared, odds_of_offers};
pub use enumerate::enumerated;
pub use marks::Yard;
pub use offered::understood;
pub use stories::{every_story_holds, read_pack};
