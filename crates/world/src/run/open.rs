//! Adventures are opened and joined to the rest of the world. Opening changes nothing but that it is there, joined to a place by
//! its `out`. The table's own, [`HOME`], is there from the start.

use std::collections::{BTreeMap, BTreeSet};

use boneyard_table::{At, Cx, Flow, Refusal, Shared};

use super::fact::WorldFact;
use super::fill::{as_written, rows};
use super::go::is_place;
use super::settle::settle;
use super::signal::heeded;
use super::world::{Id, PlaceKey, Running, TrackerNow, World};
use super::worldly::Worldly;
use crate::adventure::{ALL, Adventure, Size, judged, wakened};
use crate::check::MOST_OPEN;

/// The key and the id of the table's own adventure.
pub const HOME: &str = "home";

/// The least a table's own adventure holds: one place. A book without a file of its own for it takes this.
pub fn home<G: Worldly>() -> Adventure<G> {
    let text = format!(
        "[adventure]\nid = \"home\"\nname = \"Home\"\ngames = [\"{}\"]\nstart = \"home\"\n\n[[place]]\nid = \"home\"\nname = \"Home\"\n\n[[way]]\nbetween = [\"home\", \"out\"]\n",
        G::GAME
    );
    match boneyard_content::read("home.toml", &text) {
        Ok(home) => home,
        // Its text stands above and is the same for all games; a test reads it.
        Err(error) => unreachable!("{error:?}"),
    }
}

impl<G: Worldly> World<G> {
    /// The world in which a table begins: its own adventure is open, and nobody is anywhere.
    pub fn begun(book: &G::Book) -> Self {
        let mut world = Self::default();
        if let Some(file) = G::adventure(book, HOME) {
            let key: Id = HOME.into();
            let mut running = Running { file: HOME.to_owned(), rows: rows(file), ..Running::default() };
            (running.heeds, running.trackers) = (heeds(file), trackers(file, 0));
            for (place, flags) in place_flags(file) {
                running.places.entry(place).or_default().flags = flags;
            }
            world.order.push(key.clone());
            world.open.insert(key, Shared::new(running));
        }
        world
    }

    /// Where people are who are nowhere else: where the table's own adventure begins.
    pub fn at_home(book: &G::Book) -> Option<PlaceKey> {
        let start = G::adventure(book, HOME)?.adventure.start_place();
        Some(PlaceKey::new(&HOME.into(), start))
    }
}

/// Whether an adventure of the book can be opened under a key, joined to a place.
pub(super) fn may_open<G: Worldly>(
    at: At<'_, G>,
    file: &str,
    key: &str,
    out: Option<&PlaceKey>,
) -> Result<(), Refusal> {
    let (rule, world) = (G::CITES.adventure, G::world(at.state));
    if G::adventure(at.book, file).is_none() {
        return Err(Refusal::new(rule, "no-adventure", format!("There is no adventure {file}.")));
    }
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if key.is_empty() || key.len() > 40 || !key.bytes().all(plain) {
        let sentence = "A key has 1 to 40 small letters, digits and hyphens.";
        return Err(Refusal::new(rule, "key", sentence));
    }
    if world.open.contains_key(key) {
        return Err(Refusal::new(rule, "open", format!("An adventure is open as {key} already.")));
    }
    if world.open.len() >= MOST_OPEN {
        let sentence = format!("At most {MOST_OPEN} adventures are open.");
        return Err(Refusal::new(rule, "too-many", sentence).with("most", MOST_OPEN as u32));
    }
    if out.is_some_and(|out| !is_place::<G>(at, out)) {
        return Err(Refusal::new(rule, "no-place", "There is no such place to join it to."));
    }
    Ok(())
}

/// Opens an adventure of the book under a key of its own, joined to a place, so many seconds from it.
pub fn open<G: Worldly>(cx: &mut Cx<'_, G>, file: &str, key: &str, out: Option<PlaceKey>, far: u64) -> Flow {
    may_open(cx.at(), file, key, out.as_ref())?;
    let Some(row) = G::adventure(cx.book(), file) else { return Ok(()) };
    let heroes = G::world(cx.state()).heroes().count();
    let fact = WorldFact::Opened {
        key: key.into(),
        file: file.to_owned(),
        heeds: heeds(row),
        waits: row.person.iter().map(|person| (person.id.shared(), as_written(person))).collect(),
        trackers: trackers(row, heroes),
        flags: place_flags(row),
        out,
        far,
        rows: rows(row),
    };
    cx.record(G::CITES.adventure, fact.into());
    settle(cx)
}

/// What of a file is waited for.
pub(super) fn heeds<G: Worldly>(row: &Adventure<G>) -> u32 {
    // The table's own changes while it is played.
    if row.adventure.id.as_str() == HOME {
        return ALL;
    }
    let mut heeds = judged(row) | wakened(&row.person);
    heeds |= row.event.iter().flat_map(|event| event.when.iter()).fold(0, |all, when| all | heeded(when));
    let moves = row.tracker.iter().any(|tracker| tracker.every.is_some());
    let hurts = row.place.iter().any(|place| place.hazards.iter().any(|hazard| hazard.every.is_some()));
    if moves || hurts || !row.adventure.pace.is_empty() {
        heeds |= heeded(&crate::adventure::When::Every("hour".into()));
    }
    if row.tracker.iter().any(|tracker| !tracker.steps.is_empty()) {
        heeds |= heeded(&crate::adventure::When::Reaches { tracker: "".into(), at: 0 });
    }
    heeds
}

/// Trackers as they begin with so many heroes.
pub(super) fn trackers<G: Worldly>(row: &Adventure<G>, heroes: usize) -> BTreeMap<Id, TrackerNow> {
    let heroes = i32::try_from(heroes).unwrap_or(i32::MAX);
    let each = row.tracker.iter().map(|tracker| {
        let size = tracker.size.as_ref().map(|size| match size {
            Size::Fixed(size) => *size,
            Size::Party(party) => {
                heroes.saturating_mul(party.each).saturating_add(party.more).max(party.least)
            }
        });
        (tracker.id.shared(), TrackerNow { value: tracker.start, size, peak: tracker.start })
    });
    each.collect()
}

fn place_flags<G: Worldly>(row: &Adventure<G>) -> BTreeMap<Id, BTreeSet<Id>> {
    let flagged = row.place.iter().filter(|place| !place.flags.is_empty());
    let flags =
        flagged.map(|place| (place.id.shared(), place.flags.iter().map(crate::name::Name::shared).collect()));
    flags.collect()
}
