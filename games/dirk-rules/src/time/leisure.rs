//! What is kept in mind of time outside battle: the day, what is to come, plans, lessons, what rests.

use boneyard_table::Seat;
use boneyard_table::view::Tracker;

use super::Scale;
use crate::state::State;

/// What is kept in mind: the day for all, signs of what is to come for the referee alone.
pub(crate) fn trackers(state: &State, seat: Seat) -> Vec<Tracker> {
    let days = i32::try_from(state.clock / Scale::Days.seconds()).unwrap_or(i32::MAX);
    let mut all = vec![Tracker::count("day", "Day", days.saturating_add(1))];
    if seat.is_gm() {
        for (at, hint) in state.days.hints.iter().enumerate() {
            let label = format!("To come: {} ({})", hint.comes.name(), hint.sign);
            all.push(Tracker::count(format!("hint-{at}"), label, 1).seen_by(vec![Seat::GM]));
        }
    }
    for (at, project) in state.days.projects.iter().enumerate().filter(|(_, project)| !project.done) {
        let met = project.needs.iter().filter(|need| need.met >= need.of).count();
        let (met, all_needs) = (met as i32, project.needs.len() as i32);
        all.push(Tracker::bar(format!("plan-{at}"), format!("Plan {at}: {}", project.aim), met, all_needs));
    }
    all.extend(crate::lesson::trackers(state));
    for (at, task) in state.days.paused.iter().enumerate() {
        let hours = i32::try_from(task.left / Scale::Hours.seconds()).unwrap_or(i32::MAX);
        all.push(Tracker::count(
            format!("paused-{at}"),
            format!("Paused: {}, hours left", task.kind.name()),
            hours,
        ));
    }
    all
}
