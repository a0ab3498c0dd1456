//! An adventure as large as one may be is settled by looking at what waits. How fast is measured by the benchmark `adventures`.

use crate::tiny::large::{Large, PLACES, WAIT};

#[test]
fn of_a_thousand_events_those_happen_that_wait_for_it() {
    let mut large = Large::opened();
    assert_eq!(large.noise(0), WAIT);
    assert_eq!(large.noise(PLACES - 1), 0);
    assert!(large.state.world.running("large").is_some_and(|running| running.flags.contains("heard")));
}
