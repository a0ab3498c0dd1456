//! Whom a table waits for, by name and as far as a seat may know: for the start screen, which shows nothing else of it.

use boneyard_table::Seat;
use boneyard_table::table::AnyTable;

use super::desk::speak;

/// Who is asked and has not answered; where nobody is, whose move it is. A table in which the game master just says
/// what happens waits for nobody.
pub(super) fn waited(table: &dyn AnyTable, seat: Seat) -> Vec<(Seat, String)> {
    let asked = table.waiting_for(seat).into_iter().filter(|one| !one.answered).filter_map(|one| one.seat);
    let mut seats: Vec<Seat> = asked.collect();
    if seats.is_empty() {
        let speak = speak(table);
        let speaker =
            |who| speak.iter().find(|(_, own)| own.contains(&who)).map_or(Seat::GM, |(seat, _)| *seat);
        seats = table.awaits_for(seat).creatures.into_iter().map(speaker).collect();
    }
    seats.sort_unstable();
    seats.dedup();
    seats.into_iter().map(|seat| (seat, table.frame().seat_name(seat))).collect()
}
