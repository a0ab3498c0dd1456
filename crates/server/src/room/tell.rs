//! Telling: every seat gets what is different for it, and only that. What a seat may see is decided by the
//! table and `desk.rs`; how it is numbered and kept for late pages in `stream.rs`.

use std::collections::BTreeSet;
use std::sync::Arc;

use boneyard_table::frame::SeatInfo;
use boneyard_table::table::LinePlace;
use boneyard_table::{Role, Seat};
use tokio::sync::mpsc;

use super::actor::Actor;
use super::ask::Faces;
use super::desk::{Around, Laid, laid, speak};
use super::sights::Sights;
use super::stream::{Stream, text};
use super::telling::Tellings;
use crate::doors::Stands;
use crate::protocol::ToClient;

/// Changes that a seat without a page is told in store, so that it can go on where it was.
const ALONE: u32 = 200;

/// Where something else may be told than before.
#[derive(Clone, Copy, Debug)]
pub(super) enum News {
    /// Everywhere.
    All,
    /// From one place on; and what waits, from another on, as far as it is kept.
    From(Option<LinePlace>, Option<LinePlace>),
}

impl News {
    /// The first place.
    fn from(self) -> LinePlace {
        match self {
            Self::All => LinePlace::START,
            Self::From(told, waits) => [told, waits].into_iter().flatten().min().unwrap_or_default(),
        }
    }

    /// Whether something changes that stands before what is kept.
    fn changes_before(self, kept: LinePlace) -> bool {
        match self {
            Self::All => kept > LinePlace::START,
            Self::From(told, _) => told.is_some_and(|told| told < kept),
        }
    }
}

impl Actor {
    /// Tells every seat what is new in the log from a place on, where nothing else has changed.
    pub(super) fn tell_lines(&mut self, from: News) {
        let table = self.kept.table();
        let mut tellings = Tellings::new(table, from.from());
        let mut all = Tellings::new(table, LinePlace::START);
        for (seat, stream) in &mut self.streams {
            if from.changes_before(stream.log.begins()) {
                stream.again(None, all.to(*seat), !table.is_whole());
                stream.send_whole(&self.run, &self.metrics);
            } else if let Some(text) = stream.now(None, Some(tellings.to(*seat))) {
                stream.send(&text, &self.metrics);
            }
        }
    }

    /// Tells every seat what is different for it. `from` is where something else may be told.
    pub(super) fn refresh(&mut self, from: Option<News>) {
        let here = self.here();
        let knocks = self.doors.knocks(self.kept.id());
        let speak = speak(self.table());
        let around = Around {
            id: self.kept.id(),
            entry: self.kept.entry(),
            here: &here,
            knocks: &knocks,
            speak: &speak,
            watched: &self.watched,
            delay: self.doors.delay(self.kept.id()),
            left: self.table().leaves_to_people(),
        };
        let table = self.kept.table();
        let mut sights = Sights::new(table);
        let mut tellings = from.map(|from| Tellings::new(table, from.from()));
        let mut all = Tellings::new(table, LinePlace::START);
        let mut left = Vec::new();
        for (seat, stream) in &mut self.streams {
            if stream.sockets.is_empty() {
                stream.alone += 1;
            }
            let laid = laid(table, &around, &mut sights, *seat);
            let Some(laid) = laid.filter(|_| stream.alone < ALONE) else {
                left.push(*seat);
                continue;
            };
            if from.is_some_and(|from| from.changes_before(stream.log.begins())) {
                stream.again(Some(laid), all.to(*seat), !table.is_whole());
                stream.send_whole(&self.run, &self.metrics);
                continue;
            }
            let told = tellings.as_mut().map(|tellings| tellings.to(*seat));
            if let Some(text) = stream.now(Some((laid, &mut sights)), told) {
                stream.send(&text, &self.metrics);
            }
        }
        for seat in left {
            for socket in
                self.streams.remove(&seat).into_iter().flat_map(|stream| stream.sockets.into_values())
            {
                bye(&socket.out, "gone", "Your seat was freed. Knock again to come back.");
            }
        }
    }

    pub(super) fn here(&self) -> BTreeSet<Seat> {
        let open = |stream: &Stream| stream.sockets.values().any(|socket| !socket.preview);
        self.streams.iter().filter(|(_, stream)| open(stream)).map(|(seat, _)| *seat).collect()
    }

    pub(super) fn laid_before(&self, seat: Seat) -> Option<Laid> {
        let (here, knocks) = (self.here(), self.doors.knocks(self.kept.id()));
        let speak = speak(self.table());
        let around = Around {
            id: self.kept.id(),
            entry: self.kept.entry(),
            here: &here,
            knocks: &knocks,
            speak: &speak,
            watched: &self.watched,
            delay: self.doors.delay(self.kept.id()),
            left: self.table().leaves_to_people(),
        };
        laid(self.table(), &around, &mut Sights::new(self.table()), seat)
    }

    /// Somebody knocked, or lost their seat.
    pub(super) fn look_at_doors(&mut self) {
        let (doors, id) = (Arc::clone(&self.doors), self.kept.id().to_owned());
        for (seat, stream) in &mut self.streams {
            stream.sockets.retain(|_, socket| {
                let stands = doors.stands(&id, &socket.visitor);
                let stays = match socket.preview {
                    true => stands == Stands::Seated(Seat::GM),
                    false => stands == Stands::Seated(*seat),
                };
                if !stays {
                    bye(&socket.out, "revoked", "The GM took this seat back. Knock again to come back.");
                }
                stays
            });
        }
        self.refresh(None);
    }

    pub(super) fn faces(&self) -> Faces {
        let frame = self.table().frame();
        let seat = |(seat, info): (&Seat, &SeatInfo)| (*seat, info.name.clone(), info.role);
        Faces {
            title: frame.title.clone(),
            game: self.kept.entry().game.name(),
            game_title: self.kept.entry().game.title(),
            gm: frame.seat_name(Seat::GM),
            gm_here: self.here().contains(&Seat::GM),
            seats: frame.seats.iter().filter(|(_, info)| info.role != Role::Gm).map(seat).collect(),
            free: frame.free_seat(),
        }
    }

    pub(super) fn bye_all(&mut self, code: &str, say: &str) {
        for socket in
            std::mem::take(&mut self.streams).into_values().flat_map(|stream| stream.sockets.into_values())
        {
            bye(&socket.out, code, say);
        }
    }
}

pub(super) fn bye(out: &mpsc::Sender<Arc<str>>, code: &str, say: &str) {
    // The socket closes when its sender is gone; if it is full, without these words.
    let _ = out.try_send(text(&ToClient::Bye { code: code.into(), say: say.into() }));
}
