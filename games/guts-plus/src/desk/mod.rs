//! The GM's desk: checklist, places and cards in `notes`, people to meet in `npc`, what deeds are
//! worth in `award`, magic of other games in `power`. Plain records; none of it is a player's to see.

mod award;
mod notes;
mod now;
mod npc;
mod power;

pub use award::{after_combat, award_combat, award_le, challenge, counts, end_challenge, worth_of};
pub use notes::{card, link, note, outline, set_down, show_place, tick};
pub use now::right_now;
pub use npc::{NewNpc, npc};
pub use power::{power, use_power};

use boneyard_table::{Flow, Refusal, RuleId, refuse};

/// Longest name on the desk.
const MOST_NAME: usize = 80;
/// Longest text on the desk.
const MOST_TEXT: usize = 4000;

fn check_words(rule: RuleId, name: &str, texts: &[&str]) -> Flow {
    if name.trim().is_empty() || name.chars().count() > MOST_NAME {
        return refuse(Refusal::new(rule, "no-name", format!("A name has 1 to {MOST_NAME} letters.")));
    }
    if texts.iter().any(|text| text.chars().count() > MOST_TEXT) {
        return refuse(Refusal::new(rule, "too-long", format!("Write at most {MOST_TEXT} letters.")));
    }
    Ok(())
}
