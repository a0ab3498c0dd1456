//! The GM's desk: checklist, places and cards in `notes`, people to meet in `npc`, what deeds are
//! worth in `award`, magic of other games in `power`. Plain records; none of it is a player's to see.

mod award;
mod notes;
mod now;
mod npc;
mod power;

pub use award::{AwardCombat, AwardLe, BeginChallenge, EndChallenge, after_combat, counts, worth_of};
pub use notes::{Link, Note, Outline, SetDown, ShowPlace, Tick};
pub use now::right_now;
pub use npc::NewNpc;
pub use power::{GivePower, UsePower};

use boneyard_table::deed::{Lawful, May};
use boneyard_table::{Refusal, RuleId};

use crate::GutsPlus;

/// Longest name on the desk.
const MOST_NAME: usize = 80;
/// Longest text on the desk.
const MOST_TEXT: usize = 4000;

fn may_write(may: May<'_, GutsPlus>, rule: RuleId, name: &str, texts: &[&str]) -> Lawful {
    may.not_if(name.trim().is_empty() || name.chars().count() > MOST_NAME, || {
        Refusal::new(rule, "no-name", format!("A name has 1 to {MOST_NAME} letters."))
    })?;
    may.not_if(texts.iter().any(|text| text.chars().count() > MOST_TEXT), || {
        Refusal::new(rule, "too-long", format!("Write at most {MOST_TEXT} letters."))
    })
}
