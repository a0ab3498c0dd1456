//! Who sat where in an evening that is written down: each seat under one name from beginning to end, no matter who came
//! later or called themselves otherwise in between.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde_json::Value;

use crate::Seat;
use crate::stage::Seating;
use crate::table::AnyTable;

/// The seats of an evening.
pub(super) struct Seated {
    names: BTreeMap<Seat, String>,
}

impl Seated {
    /// Everybody who ever sat there, from the table as it began and its records.
    pub(super) fn of(began: &dyn AnyTable, records: &[&str]) -> Self {
        let mut called: BTreeMap<Seat, String> = BTreeMap::new();
        let first = began.frame().seats.iter().map(|(seat, info)| (*seat, info.name.clone()));
        called.extend(first.filter(|(seat, _)| !seat.is_gm()));
        for record in records.iter().filter(|record| record.starts_with("{\"seated\"")) {
            let body: Value = serde_json::from_str(record).unwrap_or_default();
            let body = &body["seated"];
            let name = body["info"]["name"].as_str();
            if let (Some(seat), Some(name)) = (seat_of(&body["seat"]), name)
                && !seat.is_gm()
            {
                called.insert(seat, name.to_owned());
            }
        }
        let mut names: BTreeMap<Seat, String> = BTreeMap::new();
        let last = called.keys().next_back().map_or(0, |seat| seat.0);
        // A story numbers its seats one after the other: where nobody sat, somebody does.
        for seat in (1..=last).map(Seat) {
            let name = called.remove(&seat).unwrap_or_else(|| format!("Seat {}", seat.0));
            let taken = name.eq_ignore_ascii_case("gm")
                || names.values().any(|known| known.eq_ignore_ascii_case(&name));
            names.insert(seat, if taken { format!("{name} {}", seat.0) } else { name });
        }
        Self { names }
    }

    /// The name under which the story has a seat.
    pub(super) fn name(&self, seat: Seat) -> String {
        if seat.is_gm() { "gm".into() } else { self.names.get(&seat).cloned().unwrap_or_default() }
    }

    /// The same for a seat in a record.
    pub(super) fn named(&self, seat: &Value) -> String {
        self.name(seat_of(seat).unwrap_or(Seat::GM))
    }

    /// Who speaks for whom as it begins; who comes later has nobody yet.
    pub(super) fn stage(&self, ready: &IndexMap<String, Seating>) -> IndexMap<String, Seating> {
        let mut ready = ready.values().cloned();
        let nobody = || Seating::Creatures(Vec::new());
        self.names.values().map(|name| (name.clone(), ready.next().unwrap_or_else(nobody))).collect()
    }
}

fn seat_of(seat: &Value) -> Option<Seat> {
    seat.as_u64().and_then(|seat| seat.try_into().ok()).map(Seat)
}
