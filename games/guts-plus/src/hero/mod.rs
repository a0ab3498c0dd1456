//! Making characters: the steps of a draft in `steps`, clothes and things in `outfit`, bodies of
//! one's own in `body`, the dice that make a whole one in `random`, and what is still missing in `fit`.

mod body;
mod fit;
mod outfit;
mod random;
mod steps;

pub use body::{ChartChange, NewPart, approve_chart, chart, live_with};
pub use fit::fit;
pub use outfit::{ACCESSORY_PLACES, CLOTHING_PLACES, Worn, disown, dress, own, undress};
pub use random::{nothing_open, random};
pub use steps::{
    MOST_CUSTOM, POINTS, Told, biography, check_custom, draft, forget, invent, points, ready, unmet,
};

use boneyard_table::{At, Cx, Flow, Refusal, Who, refuse};

use crate::GutsPlus;
use crate::rules;
use crate::state::{Draft, PartSheet};

/// The chart of most people at this table.
pub fn usual_chart(at: At<'_, GutsPlus>) -> Vec<PartSheet> {
    crate::people::humanoid(at.book, at.state.house.body_chart)
}

/// The draft of somebody being made.
fn being_made(cx: &Cx<'_, GutsPlus>, who: Who) -> Flow<Draft> {
    match cx.state().creature(who).and_then(|one| one.sheet.draft.clone()) {
        Some(draft) => Ok(draft),
        None => refuse(Refusal::new(
            rules::GP_CHAR_01,
            "not-being-made",
            "No such character is being made; that is settled once they are ready.",
        )),
    }
}
