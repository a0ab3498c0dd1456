//! An adventure is opened: it changes nothing but that it is there, joined to a place by its `out`.

use std::collections::{BTreeMap, BTreeSet};

use boneyard_table::{Cx, Flow, Refusal, refuse};

use super::fact::WorldFact;
use super::settle::settle;
use super::signal::{ALL, heeded};
use super::world::{Id, PlaceKey, TrackerNow, Waiting};
use super::worldly::Worldly;
use crate::adventure::Size;
use crate::check::MOST_OPEN;

/// Opens an adventure of the book under a key of its own, joined to a place.
pub fn open<G: Worldly>(cx: &mut Cx<'_, G>, file: &str, key: &str, out: Option<PlaceKey>) -> Flow {
    let rule = G::RULES.adventure;
    let world = G::world(cx.state());
    let Some(row) = G::adventure(cx.book(), file) else {
        return refuse(Refusal::new(rule, "no-adventure", format!("There is no adventure {file}.")));
    };
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if key.is_empty() || key.len() > 40 || !key.bytes().all(plain) {
        let sentence = "A key has 1 to 40 small letters, digits and hyphens.";
        return refuse(Refusal::new(rule, "key", sentence));
    }
    if world.open.contains_key(key) {
        return refuse(Refusal::new(rule, "open", format!("An adventure is open as {key} already.")));
    }
    if world.open.len() >= MOST_OPEN {
        let sentence = format!("At most {MOST_OPEN} adventures are open.");
        return refuse(Refusal::new(rule, "too-many", sentence).with("most", MOST_OPEN as u32));
    }
    if let Some(out) = &out
        && !is_there::<G>(cx, out)
    {
        return refuse(Refusal::new(rule, "no-place", "There is no such place to join it to."));
    }
    let key: Id = key.into();
    let heroes = i32::try_from(world.heroes().count()).unwrap_or(i32::MAX);
    let judged = row.goal.iter().any(|goal| !goal.met.is_empty() || !goal.lost.is_empty())
        || row.end.iter().any(|end| !end.r#if.is_empty());
    let mut heeds =
        row.event.iter().flat_map(|event| event.when.iter()).fold(0, |all, when| all | heeded(when));
    if judged {
        heeds = ALL;
    }
    let moves = row.tracker.iter().any(|tracker| tracker.every.is_some());
    let hurts = row.place.iter().any(|place| place.hazards.iter().any(|hazard| hazard.every.is_some()));
    if moves || hurts || !row.adventure.pace.is_empty() {
        heeds |= heeded(&crate::adventure::When::Every("hour".into()));
    }
    if row.tracker.iter().any(|tracker| !tracker.steps.is_empty()) {
        heeds |= heeded(&crate::adventure::When::Reaches { tracker: "".into(), at: 0 });
    }
    let waits = row.person.iter().map(|person| {
        let at = person.r#where.as_ref().map(crate::name::Name::shared);
        let waiting = Waiting { at, mood: person.mood, ..Waiting::default() };
        (person.id.shared(), waiting)
    });
    let trackers = row.tracker.iter().map(|tracker| {
        let size = tracker.size.as_ref().map(|size| match size {
            Size::Fixed(size) => *size,
            Size::Party(party) => {
                heroes.saturating_mul(party.each).saturating_add(party.more).max(party.least)
            }
        });
        (tracker.id.shared(), TrackerNow { value: tracker.start, size, peak: tracker.start })
    });
    let flags: BTreeMap<Id, BTreeSet<Id>> = row
        .place
        .iter()
        .filter(|place| !place.flags.is_empty())
        .map(|place| (place.id.shared(), place.flags.iter().map(crate::name::Name::shared).collect()))
        .collect();
    let fact = WorldFact::Opened {
        key,
        file: file.to_owned(),
        heeds,
        waits: waits.collect(),
        trackers: trackers.collect(),
        flags,
        out,
    };
    cx.record(rule, fact.into());
    settle(cx)
}

fn is_there<G: Worldly>(cx: &Cx<'_, G>, place: &PlaceKey) -> bool {
    let world = G::world(cx.state());
    let file = world.running(&place.adventure).and_then(|running| G::adventure(cx.book(), &running.file));
    file.is_some_and(|file| file.place.iter().any(|row| row.id.as_str() == &*place.place))
}
