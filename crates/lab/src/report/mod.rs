//! The result as people read it: plain text for a terminal, and one file of HTML with its pictures inside.

mod chart;
mod page;
mod plain;

pub use page::html;
pub use plain::text;

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
    /// What must stand on everything printed of this game.
    pub credits: Option<&'a str>,
}

/// What everybody did, in a sentence that every report ends with.
const ASSUMED: &str = "Everybody fought by instinct, heroes and creatures alike; where the rules leave something to the \
game master, their proposal was taken. People may do better, or worse.";

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// "64.2 % (63.3 to 65.1)".
fn told(share: crate::Share) -> String {
    let (low, high) = share.interval();
    format!("{} ({:.1} to {:.1})", percent(share.value()), low * 100.0, high * 100.0)
}
