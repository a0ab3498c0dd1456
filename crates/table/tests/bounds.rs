//! How much is done for one answer: what exact odds may not take, playing it out may not take either.

use boneyard_table::Seat;
use boneyard_table::table::{Bounds, Forecast};
use boneyard_table::view::Found;
use serde_json::json;

use crate::support::{BRACK, RAIDER, TestTable};

fn asked(bounds: Bounds) -> Forecast {
    let command = json!({ "exchange": { "who": BRACK, "foe": RAIDER, "dice": 3, "own": 1, "other": 1 } });
    let task = TestTable::yard().table.forecast_task(Seat::GM, command, true, bounds);
    task.and_then(|task| task()).expect("odds")
}

fn error(forecast: &Forecast) -> u32 {
    let Found::Simulated { err } = forecast.found else { panic!("{:?}", forecast.found) };
    err
}

#[test]
fn steps_bound_the_exact_answer_and_then_the_plays_which_end_with_the_error_they_have_reached() {
    let enough = Bounds { runs: 1_000_000, steps: u64::MAX, plays: 4_000 };
    assert_eq!(asked(enough).found, Found::Exact);
    let few = asked(Bounds { steps: 500, ..enough });
    let many = asked(Bounds { runs: 0, ..enough });
    assert_eq!(many.runs, 4_000, "plays are bounded by their number where steps are not");
    assert!(few.runs >= 50 && few.runs < 2_000, "{} plays", few.runs);
    assert!(error(&few) > error(&many), "{} against {}", error(&few), error(&many));
    let none = asked(Bounds { steps: 0, ..enough });
    assert_eq!(none.runs, 50, "a few plays are always made");
}
