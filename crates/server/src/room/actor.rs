//! The task that owns a table: it takes what is asked in order, has it done, and tells every seat what it
//! sees of it. What each message does is in `messages.rs`.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use boneyard_shelf::on_autopilot;
use boneyard_table::frame::SeatInfo;
use boneyard_table::live::{ActionId, PromptId};
use boneyard_table::table::{AnyTable, Op, Planned};
use boneyard_table::{Role, Seat, Who};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::ask::{Ask, Attached, Faces, SocketId};
use super::desk::{Around, desk, log, speak};
use super::held::Held;
use super::kept::{Kept, NotDone};
use super::stream::{Socket, Stream, text};
use crate::doors::{Doors, Stands};
use crate::metrics::Metrics;
use crate::protocol::{Desk, ToClient};

/// What may wait in a room's queue; whoever comes later waits to get in.
const QUEUE: usize = 256;
/// A room in which nobody is closes after this.
const IDLE: Duration = Duration::from_secs(300);
/// Changes that a seat without a page is told in store, so that it can go on where it was.
const ALONE: u32 = 200;
/// Creatures on autopilot act one after the other, but not for ever.
const AUTOPILOT: u32 = 200;
/// Answers remembered for messages that come twice.
const REMEMBERED: usize = 512;

/// A room's queue.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    queue: mpsc::Sender<Ask>,
}

impl Room {
    /// Starts the room of an open table.
    pub(crate) fn start(kept: Kept, doors: Arc<Doors>, metrics: Arc<Metrics>, run: Arc<str>) -> Self {
        let (queue, asked) = mpsc::channel(QUEUE);
        let actor = Actor {
            doors,
            metrics,
            run,
            streams: BTreeMap::new(),
            watched: BTreeSet::new(),
            answers: VecDeque::new(),
            held: Vec::new(),
            nudged: BTreeMap::new(),
            asked_since: BTreeMap::new(),
            broken: false,
            kept,
        };
        tokio::spawn(actor.run(asked));
        Self { queue }
    }

    /// Puts something into the queue. `false` if the room has closed.
    pub(crate) async fn ask(&self, ask: Ask) -> bool {
        self.queue.send(ask).await.is_ok()
    }

    /// Whether the room has closed.
    pub(crate) fn is_closed(&self) -> bool {
        self.queue.is_closed()
    }
}

#[derive(Debug)]
pub(super) struct Actor {
    pub(super) kept: Kept,
    pub(super) doors: Arc<Doors>,
    pub(super) metrics: Arc<Metrics>,
    run: Arc<str>,
    pub(super) streams: BTreeMap<Seat, Stream>,
    pub(super) watched: BTreeSet<Who>,
    /// What was answered lately: seat and id, with the answer.
    pub(super) answers: VecDeque<(Seat, String, Arc<str>)>,
    pub(super) held: Vec<Held>,
    pub(super) nudged: BTreeMap<Seat, Instant>,
    /// Since when each open prompt is asked; `None` if instinct may not answer it.
    asked_since: BTreeMap<(String, String), Option<Instant>>,
    /// What is on disk cannot be followed any more.
    broken: bool,
}

impl Actor {
    async fn run(mut self, mut asked: mpsc::Receiver<Ask>) {
        self.metrics.tables_open.up();
        tracing::info!(table = self.kept.id(), seq = self.table().seq(), "table opened");
        let mut closing = None;
        self.by_themselves().await;
        while !self.broken {
            let late = self.late_at();
            let late_or_never = late.unwrap_or_else(|| Instant::now() + IDLE);
            let empty = self.streams.values().all(|stream| stream.sockets.is_empty());
            tokio::select! {
                ask = asked.recv() => match ask {
                    None => break,
                    Some(Ask::Close(done)) => {
                        closing = Some(done);
                        break;
                    }
                    Some(ask) => self.hear(ask).await,
                },
                () = tokio::time::sleep_until(late_or_never), if late.is_some() => self.answer_late().await,
                () = tokio::time::sleep(IDLE), if empty => break,
            }
        }
        // From here on nothing more gets in; what is in the queue finds the room closed.
        asked.close();
        if !self.broken {
            self.kept.snapshot().await;
        }
        let (code, say) = match self.broken {
            true => {
                ("broken", "This table cannot be read on. Whoever runs the server finds more in its log.")
            }
            false => ("closing", "The server is being closed. Everything is kept."),
        };
        self.bye_all(code, say);
        self.metrics.tables_open.down();
        tracing::info!(table = self.kept.id(), seq = self.table().seq(), "table closed");
        if let Some(done) = closing {
            // Whoever asked may have gone.
            let _ = done.send(());
        }
    }

    pub(super) fn table(&self) -> &dyn AnyTable {
        self.kept.table()
    }

    async fn hear(&mut self, ask: Ask) {
        match ask {
            Ask::Attach(attached) => self.attach(attached),
            Ask::Detach(socket) => self.detach(socket),
            Ask::Message(socket, message) => self.message(socket, message).await,
            Ask::Doors => self.look_at_doors(),
            Ask::Do(seat, op, answer) => {
                let done = self.act(seat, op, None).await.map(drop);
                let _ = answer.send(done);
                self.by_themselves().await;
            }
            Ask::Fork(title, before, answer) => {
                let forked = crate::random::seeds()
                    .map_err(|error| boneyard_table::Refusal::by_table("no-chance", error.to_string()))
                    .and_then(|seeds| self.table().fork(&title, before, seeds));
                let _ = answer.send(forked);
            }
            Ask::Published(answer) => drop(answer.send(self.table().published())),
            Ask::Proof(stretch, answer) => drop(answer.send(self.table().proof(stretch))),
            Ask::Faces(answer) => drop(answer.send(self.faces())),
            // Dealt with where the queue is read.
            Ask::Close(_) => {}
        }
    }

    fn attach(&mut self, attached: Attached) {
        let Attached { socket, visitor, seat, preview, since, out } = attached;
        if !self.streams.contains_key(&seat) {
            let Some(desk) = self.desk_of(seat) else {
                bye(&out, "gone", "Nobody sits on this seat any more.");
                return;
            };
            let stream = Stream::new(desk, log(self.table(), seat, ActionId(0)));
            self.streams.insert(seat, stream);
        }
        // Everybody, this seat included, learns that somebody is here, and the page begins with that.
        if let Some(stream) = self.streams.get_mut(&seat) {
            stream.alone = 0;
            stream.sockets.insert(socket, Socket { visitor, preview, out: out.clone(), begun: false });
        }
        self.refresh(None);
        let Some(stream) = self.streams.get_mut(&seat) else { return };
        let gap =
            since.filter(|place| *place.run == *self.run && !preview).and_then(|place| stream.gap(place.n));
        let texts = gap.unwrap_or_else(|| vec![stream.whole(&self.run, preview)]);
        if let Some(socket) = stream.sockets.get_mut(&socket) {
            socket.begun = true;
        }
        for text in texts {
            self.metrics.sent(&text);
            // A page too slow for this is dropped at the next update.
            let _ = out.try_send(text);
        }
    }

    pub(super) fn detach(&mut self, socket: SocketId) {
        for stream in self.streams.values_mut() {
            stream.sockets.remove(&socket);
        }
        self.refresh(None);
    }

    /// The seat and the socket, if it is attached.
    pub(super) fn seated(&self, socket: SocketId) -> Option<(Seat, bool)> {
        let at = self.streams.iter().find(|(_, stream)| stream.sockets.contains_key(&socket))?;
        Some((*at.0, at.1.sockets.get(&socket)?.preview))
    }

    /// Sends something to one socket.
    pub(super) fn send(&mut self, socket: SocketId, text: Arc<str>) {
        let found = self.streams.values().find_map(|stream| stream.sockets.get(&socket));
        if let Some(found) = found {
            self.metrics.sent(&text);
            // One that is full is let go at the next update.
            let _ = found.out.try_send(text);
        }
    }

    pub(super) fn tell(&mut self, socket: SocketId, message: &ToClient) {
        self.send(socket, text(message));
    }

    /// Has something done, and tells everybody what they see of it.
    pub(super) async fn act(
        &mut self,
        seat: Seat,
        op: Op,
        command: Option<&str>,
    ) -> Result<Planned, NotDone> {
        let freed = match &op {
            Op::Leave { seat } => Some(*seat),
            _ => None,
        };
        let (seq, first) = (self.table().seq(), self.first_waiting());
        let done = self.kept.act(seat, op, command).await;
        self.after(seq, first, done.as_ref().ok());
        if let Err(NotDone::Broken(why)) = &done {
            tracing::error!(table = self.kept.id(), %why, "table broken");
            self.broken = true;
        }
        if let (Some(seat), Ok(_)) = (freed, &done)
            && let Err(error) = self.doors.put_out(self.kept.id(), seat).await
        {
            tracing::error!(table = self.kept.id(), %error, "a freed seat is still on the list");
        }
        done
    }

    /// Opens the dice used so far.
    pub(super) async fn reveal(&mut self, command: &str) -> Result<Planned, NotDone> {
        let (seq, first) = (self.table().seq(), self.first_waiting());
        let done = self.kept.reveal(command).await;
        self.after(seq, first, done.as_ref().ok());
        done
    }

    fn after(&mut self, seq: u32, first: Option<ActionId>, planned: Option<&Planned>) {
        let now = self.table().seq();
        if now == seq {
            return;
        }
        // Somebody else's program may have played as well: then everything is told anew.
        let ours = planned.is_some() && now == seq.saturating_add(1);
        let told = planned.and_then(|planned| planned.told_from);
        let from = match ours {
            true => [told, first, self.first_waiting()].into_iter().flatten().min(),
            false => Some(ActionId(0)),
        };
        self.refresh(from);
    }

    /// The first action that waits: what is told of it may change with anything.
    fn first_waiting(&self) -> Option<ActionId> {
        self.table().waits().first().map(|(id, _)| *id)
    }

    /// What nobody has to ask for: creatures on autopilot, and commands that were held.
    pub(super) async fn by_themselves(&mut self) {
        for _ in 0..AUTOPILOT {
            let Some((seat, op)) = on_autopilot(self.table()) else { break };
            if let Err(error) = self.act(seat, op, None).await {
                tracing::warn!(table = self.kept.id(), %error, "autopilot stops");
                break;
            }
        }
        self.try_held().await;
        self.look_at_clock();
    }

    /// Tells every seat what is different for it. `from` is the first action of which something else may
    /// be told.
    pub(super) fn refresh(&mut self, from: Option<ActionId>) {
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
        };
        let table = self.kept.table();
        let mut left = Vec::new();
        for (seat, stream) in &mut self.streams {
            if stream.sockets.is_empty() {
                stream.alone += 1;
            }
            let Some(desk) = desk(table, &around, *seat).filter(|_| stream.alone < ALONE) else {
                left.push(*seat);
                continue;
            };
            let told = from.map(|from| (from, log(table, *seat, from)));
            let Some(text) = stream.now(desk, told) else { continue };
            stream.sockets.retain(|_, socket| {
                if !socket.begun {
                    return true;
                }
                self.metrics.sent(&text);
                socket.out.try_send(Arc::clone(&text)).is_ok()
            });
        }
        for seat in left {
            for socket in
                self.streams.remove(&seat).into_iter().flat_map(|stream| stream.sockets.into_values())
            {
                bye(&socket.out, "gone", "Your seat was freed. Knock again if you want to come back.");
            }
        }
    }

    fn here(&self) -> BTreeSet<Seat> {
        let open = |stream: &Stream| stream.sockets.values().any(|socket| !socket.preview);
        self.streams.iter().filter(|(_, stream)| open(stream)).map(|(seat, _)| *seat).collect()
    }

    fn desk_of(&self, seat: Seat) -> Option<Desk> {
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
        };
        desk(self.table(), &around, seat)
    }

    /// Somebody knocked, or lost their seat.
    fn look_at_doors(&mut self) {
        let (doors, id) = (Arc::clone(&self.doors), self.kept.id().to_owned());
        for (seat, stream) in &mut self.streams {
            stream.sockets.retain(|_, socket| {
                let stands = doors.stands(&id, &socket.visitor);
                let stays = match socket.preview {
                    true => stands == Stands::Seated(Seat::GM),
                    false => stands == Stands::Seated(*seat),
                };
                if !stays {
                    bye(&socket.out, "revoked", "The GM has taken this seat back. Ask to be let in again.");
                }
                stays
            });
        }
        self.refresh(None);
    }

    fn faces(&self) -> Faces {
        let frame = self.table().frame();
        let seat = |(seat, info): (&Seat, &SeatInfo)| (*seat, info.name.clone(), info.role);
        Faces {
            title: frame.title.clone(),
            game: self.kept.entry().game.name(),
            game_title: self.kept.entry().game.title(),
            gm: frame.seat_name(Seat::GM),
            gm_here: self.here().contains(&Seat::GM),
            seats: frame.seats.iter().filter(|(_, info)| info.role != Role::Gm).map(seat).collect(),
        }
    }

    /// Notes since when each prompt is asked, if the table has a delay.
    pub(super) fn look_at_clock(&mut self) {
        if self.doors.delay(self.kept.id()).is_none() {
            self.asked_since.clear();
            return;
        }
        let open: BTreeSet<(String, String)> =
            self.table().prompts(Seat::GM).into_iter().map(|card| (card.id, card.digest)).collect();
        self.asked_since.retain(|prompt, _| open.contains(prompt));
        for prompt in open {
            self.asked_since.entry(prompt).or_insert_with(|| Some(Instant::now()));
        }
    }

    fn late_at(&self) -> Option<Instant> {
        let delay = Duration::from_secs(self.doors.delay(self.kept.id())?.into());
        self.asked_since.values().flatten().min().map(|since| *since + delay)
    }

    /// Instinct answers for whoever was asked too long ago. What it may not answer is left to the GM.
    async fn answer_late(&mut self) {
        let Some(delay) = self.doors.delay(self.kept.id()) else { return };
        let due = Instant::now().checked_sub(Duration::from_secs(delay.into()));
        let late = |since: &Option<Instant>| since.is_some_and(|since| due.is_some_and(|due| since <= due));
        let Some(prompt) =
            self.asked_since.iter().find(|(_, since)| late(since)).map(|(prompt, _)| prompt.clone())
        else {
            return;
        };
        if let Ok(id) = prompt.0.parse::<PromptId>()
            && self.act(Seat::GM, Op::Delay { prompt: id }, None).await.is_ok()
        {
            self.by_themselves().await;
        } else {
            self.asked_since.insert(prompt, None);
        }
    }

    fn bye_all(&mut self, code: &str, say: &str) {
        for socket in
            std::mem::take(&mut self.streams).into_values().flat_map(|stream| stream.sockets.into_values())
        {
            bye(&socket.out, code, say);
        }
    }

    /// Remembers an answer for a message that may come twice.
    pub(super) fn remember(&mut self, seat: Seat, id: &str, answer: &Arc<str>) {
        if self.answers.len() >= REMEMBERED {
            self.answers.pop_front();
        }
        self.answers.push_back((seat, id.to_owned(), Arc::clone(answer)));
    }
}

fn bye(out: &mpsc::Sender<Arc<str>>, code: &str, say: &str) {
    // The socket closes when its sender is gone; if it is full, without these words.
    let _ = out.try_send(text(&ToClient::Bye { code: code.into(), say: say.into() }));
}
