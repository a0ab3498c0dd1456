//! Asking for the exact odds of the test game's rules.

use boneyard_dice::Ratio;
use boneyard_table::odds::{Effort, Explorer, Odds, OddsError, Play, Query};
use boneyard_table::{At, Cx, Flow};
use smallvec::smallvec;

use super::TestTable;
use super::duel::{Duel, Fact, State};

pub const MARKED: Effort = Effort { marks: true, audit: true, most_runs: 2_000_000, rounds: 4 };
pub const PLAIN: Effort = Effort { marks: false, audit: false, most_runs: 2_000_000, rounds: 4 };

pub type Script<'a> = &'a dyn Fn(&mut Cx<'_, Duel>) -> Flow;

pub fn state() -> State {
    let bench = TestTable::yard();
    let state = bench.table.state().expect("a state can be written");
    serde_json::from_value(state).expect("a state can be read")
}

pub fn success(at: At<'_, Duel>) -> bool {
    at.state.last == Some(true)
}

/// With everybody at their best, the heroes wanting success.
pub fn best(state: &State, script: Script<'_>, effort: Effort) -> Result<Odds<bool>, OddsError> {
    played(state, script, effort, 0)
}

pub fn played(state: &State, script: Script<'_>, effort: Effort, side: u8) -> Result<Odds<bool>, OddsError> {
    let worth = |success: &bool| smallvec![i64::from(*success)];
    let play = Play::Best { side, worth: &worth };
    Explorer::new(Query { start: At { state, book: &() }, script, outcome: &success, play }, effort).odds()
}

pub fn by_instinct(state: &State, script: Script<'_>, effort: Effort) -> Result<Odds<bool>, OddsError> {
    let query = Query { start: At { state, book: &() }, script, outcome: &success, play: Play::Instinct };
    Explorer::new(query, effort).odds()
}

pub fn ratio(text: &str) -> Ratio {
    text.parse().expect("a fraction")
}

pub fn chance(odds: &Odds<bool>) -> Ratio {
    odds.chance(|success| *success)
}

pub fn unresolved(odds: &Odds<bool>) -> Ratio {
    Ratio::new(odds.unresolved.clone(), odds.total.clone()).expect("something is explored")
}

pub fn outcome(success: bool) -> Fact {
    Fact::Outcome { success }
}
