//! The proving ground: what the tests of every game share. A table to try things on, chance that always takes the
//! same way, stories run from a folder, odds compared with marks and without. Nothing here is in the program.

mod bent;
mod chance;
mod compared;
mod ends;
mod enumerate;
mod forms;
mod hidden;
mod itself;
mod laws;
mod marks;
mod offered;
mod packs;
pub mod realm;
mod scene;
mod spotted;
mod steps;
mod stories;
mod test_table;
mod untold;
mod walked;

pub use bent::{Bent, commands_bent};
pub use chance::{Chance, filled, pick, said};
pub use compared::{Compared, odds_of_offers};
pub use enumerate::enumerated;
pub use forms::Forms;
pub use hidden::{
    Lurking, hidden_is_as_good_as_absent, no_offer_holds_the_hidden, no_story_offers_the_hidden,
};
pub use itself::{one_fight_and_no_more, one_turn_and_nothing_after, only_their_own};
pub use laws::Laws;
pub use marks::Yard;
pub use offered::understood;
pub use packs::{broken_packs_are_refused, tuesday};
pub use stories::{every_story_holds, read_pack, read_stories};
pub use test_table::{TestTable, answer, by_instinct, moves, prompt_id, seeds};
pub use untold::untold_fights_go_as_told;
pub use walked::{Reasons, Walked};
