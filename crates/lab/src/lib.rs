//! The lab: what an encounter does to a party, from fighting it many times by the game's own rules. It counts, says
//! how sure it is, and draws; it knows no game. Exact odds are the kernel's.

mod report;
mod run;
mod share;
mod tally;
mod verdict;
mod without;

pub use report::{Head, Sheet, SheetCell, html, sheet_csv, sheet_html, text};
pub use run::{Go, Plan, Progress, Ran, run};
pub use share::Share;
pub use tally::{FighterTally, PoolTally, Tally};
pub use verdict::Verdict;
pub use without::{Without, without};
