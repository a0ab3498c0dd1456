//! Making characters: the steps of a draft in `steps`, clothes and things in `outfit`, bodies of
//! one's own in `body`, the dice that make a whole one in `random`, and what is still missing in `fit`.

mod body;
mod customs;
mod fit;
mod outfit;
mod random;
mod steps;

pub use body::{ApproveChart, ChartChange, LiveWith, NewPart};
pub use customs::{Forget, Invent};
pub use fit::fit;
pub use outfit::{Disown, Dress, Own, Undress};
pub use random::Random;
pub use steps::{Biography, Draft, POINTS, Points, Ready, unmet};

use boneyard_table::deed::{Lawful, May};
use boneyard_table::{At, Refusal, Who};

use crate::GutsPlus;
use crate::rules;
use crate::state::{self, PartSheet};

/// The heading of the steps.
const GROUP: &str = "Making a character";

/// The chart of most people at this table.
pub fn usual_chart(at: At<'_, GutsPlus>) -> Vec<PartSheet> {
    crate::people::humanoid(at.book, at.state.house.body_chart)
}

/// The draft of somebody being made.
fn may_make<'a>(may: May<'a, GutsPlus>, who: Who) -> Lawful<&'a state::Draft> {
    match may.state.creature(who).and_then(|one| one.sheet.draft.as_ref()) {
        Some(draft) => Ok(draft),
        None => may.outright(|| {
            let sentence = "No such character is being made; that is settled once they are ready.";
            Refusal::new(rules::GP_CHAR_01, "not-being-made", sentence)
        }),
    }
}
