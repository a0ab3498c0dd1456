//! The result as people read it: plain text for a terminal, and one file of HTML with its pictures inside.

mod chart;
mod mattered;
mod page;
mod plain;
mod sheet;

pub use page::html;
pub use plain::text;
pub use sheet::{Sheet, SheetCell, sheet_csv, sheet_html};

use crate::FighterTally;

/// What stands above a report.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a> {
    /// The game's title.
    pub game: &'a str,
    /// What was fought.
    pub encounter: &'a str,
    /// The seed, so that anybody can fight the same fights.
    pub seed: u64,
    /// Whether somebody stopped it before its time.
    pub cancelled: bool,
    /// The side that looked ahead, if one did.
    pub strong: Option<u8>,
    /// What must stand on everything printed of this game.
    pub credits: Option<&'a str>,
}

/// What everybody did, in a sentence that every report ends with.
fn assumed(head: &Head<'_>) -> String {
    let who = match head.strong {
        None => "Everybody fought by instinct, heroes and creatures alike",
        Some(0) => "The heroes looked ahead before they acted, the creatures fought by instinct",
        Some(_) => "The creatures looked ahead before they acted, the heroes fought by instinct",
    };
    format!(
        "{who}; where the rules leave something to the game master, their proposal was taken. People may do better, or worse."
    )
}

/// What somebody lost on average, and what they gained.
fn losses(one: &FighterTally, fights: u64) -> String {
    let told = one.pools.iter().filter_map(|pool| {
        let mean = pool.lost as f64 / fights.max(1) as f64;
        match format!("{:.1}", mean.abs()) {
            none if none == "0.0" => None,
            much if mean < 0.0 => Some(format!("gained {much} {}", pool.name)),
            much => Some(format!("{much} of {} {}", pool.before, pool.name)),
        }
    });
    told.collect::<Vec<_>>().join(", ")
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// "64.2 % (63.3 to 65.1)".
fn told(share: crate::Share) -> String {
    let (low, high) = share.interval();
    format!("{} ({:.1} to {:.1})", percent(share.value()), low * 100.0, high * 100.0)
}
