//! The task that owns a table: it takes what is asked in order, has it done, and tells every seat what it
//! sees of it. What each message does is in `messages.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::time::Duration;

use boneyard_registry::{OwnMove, own_move};
use boneyard_table::table::{AnyTable, LinePlace, Op, PackName, Planned};
use boneyard_table::{Seat, Who};
use tokio::sync::{Semaphore, mpsc};
use tokio::time::Instant;

use super::answers::Answers;
use super::ask::{Ask, Attached, SocketId};
use super::held::Held;
use super::kept::{Kept, NotDone};
use super::point::Pointed;
use super::rolling::Rolling;
use super::stream::{Socket, Stream, text};
use super::tell::{News, bye};
use super::telling::Tellings;
use super::waited::waited;
use crate::doors::Doors;
use crate::metrics::Metrics;
use crate::protocol::{PackRow, Point, ToClient};

/// What may wait in a room's queue; whoever comes later waits to get in.
const QUEUE: usize = 256;
/// A room in which nobody is closes after this.
const IDLE: Duration = Duration::from_secs(60);
/// Creatures that play themselves act one after the other, but not for ever.
const BY_THEMSELVES: u32 = 200;

/// A room's queue.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    queue: mpsc::Sender<Ask>,
    used: Arc<Used>,
}

/// How much a room is used, for whoever looks for one that can close.
#[derive(Debug, Default)]
pub(super) struct Used {
    /// How many sockets are in it, or are about to be.
    sockets: AtomicUsize,
    /// Counts on with whatever is asked in any room.
    last: AtomicU64,
}

/// What was asked in all rooms so far.
static ASKED: AtomicU64 = AtomicU64::new(0);

/// What a house lends to its rooms.
#[derive(Clone, Debug)]
pub(crate) struct Lent {
    pub(crate) doors: Arc<Doors>,
    pub(crate) metrics: Arc<Metrics>,
    /// This run of the server.
    pub(crate) run: Arc<str>,
    /// How many questions of odds are worked out at a time.
    pub(crate) odds: Arc<Semaphore>,
    /// How many fights are tried out at a time.
    pub(crate) lab: Arc<Semaphore>,
}

impl Room {
    /// Starts the room of an open table.
    pub(crate) fn start(kept: Kept, lent: Lent) -> Self {
        let (queue, asked) = mpsc::channel(QUEUE);
        let used = Arc::<Used>::default();
        used.last.store(ASKED.fetch_add(1, Relaxed), Relaxed);
        let Lent { doors, metrics, run, odds, lab } = lent;
        let actor = Actor {
            doors,
            metrics,
            run,
            odds,
            lab,
            verdicts: BTreeMap::new(),
            streams: BTreeMap::new(),
            watched: BTreeSet::new(),
            answers: Answers::default(),
            held: Vec::new(),
            rolling: Vec::new(),
            nudged: BTreeMap::new(),
            pointed: BTreeMap::new(),
            paused: None,
            asked_since: BTreeMap::new(),
            broken: false,
            kept,
            used: Arc::clone(&used),
        };
        tokio::spawn(actor.run(asked));
        Self { queue, used }
    }

    /// Puts something into the queue. `false` if the room has closed.
    pub(crate) async fn ask(&self, ask: Ask) -> bool {
        self.used.last.store(ASKED.fetch_add(1, Relaxed), Relaxed);
        self.queue.send(ask).await.is_ok()
    }

    /// Whether nobody is in it.
    pub(crate) fn is_empty(&self) -> bool {
        self.used.sockets.load(Relaxed) == 0
    }

    /// When it was used last, as a number that grows.
    pub(crate) fn used(&self) -> u64 {
        self.used.last.load(Relaxed)
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
    pub(super) run: Arc<str>,
    pub(super) odds: Arc<Semaphore>,
    pub(super) lab: Arc<Semaphore>,
    /// What is being tried out for which page: set once that is enough.
    pub(super) verdicts: BTreeMap<SocketId, Arc<AtomicBool>>,
    pub(super) streams: BTreeMap<Seat, Stream>,
    pub(super) watched: BTreeSet<Who>,
    pub(super) answers: Answers,
    pub(super) held: Vec<Held>,
    /// Heroes of chance that wait for a word.
    pub(super) rolling: Vec<Rolling>,
    pub(super) nudged: BTreeMap<Seat, Instant>,
    pub(super) pointed: BTreeMap<Seat, Pointed>,
    /// Since when play waits, if it does.
    pub(super) paused: Option<Instant>,
    /// Since when each open prompt is asked; `None` if instinct may not answer it.
    pub(super) asked_since: BTreeMap<(String, String), Option<Instant>>,
    /// What is on disk cannot be followed any more.
    broken: bool,
    used: Arc<Used>,
}

/// Where a table stood before something was done.
#[derive(Debug)]
struct Stood {
    records: u32,
    looks: u32,
    /// What is told of the first action that waits may change with anything.
    waits: Option<LinePlace>,
    /// How often it was read anew from its records.
    read_anew: u32,
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
            let sockets = self.streams.values().map(|stream| stream.sockets.len()).sum();
            self.used.sockets.store(sockets, Relaxed);
            let empty = sockets == 0;
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
            self.kept.park().await;
        }
        let (code, say) = match self.broken {
            true => ("broken", "This table cannot be read further. The server's log says more."),
            false => ("closing", "The server is closing. Everything is kept."),
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
                let _ = answer.send(self.kept.fork(&title, before).await);
            }
            Ask::Published(answer) => drop(answer.send(self.table().values())),
            Ask::Survey(answer) => drop(answer.send(self.survey())),
            Ask::Waited(seat, answer) => drop(answer.send(waited(self.table(), seat))),
            Ask::Counted(seat, answer) => drop(answer.send(self.table().counted(seat))),
            Ask::Proof(stretch, answer) => drop(answer.send(self.kept.proof(stretch).await)),
            Ask::Faces(answer) => drop(answer.send(self.faces())),
            Ask::Packs(answer) => drop(answer.send(self.packs())),
            Ask::Paper(seat, id, answer) => {
                let found = self.table().frame().papers_for(seat).find(|paper| paper.id == id).cloned();
                let _ = answer.send(found);
            }
            // Dealt with where the queue is read.
            Ask::Close(_) => {}
        }
    }

    fn packs(&self) -> Vec<PackRow> {
        let size =
            |(name, text): &(String, String)| (name.clone(), u32::try_from(text.len()).unwrap_or(u32::MAX));
        let row = |pack: &PackName| PackRow {
            name: pack.name.clone(),
            files: pack.files.iter().map(size).collect(),
        };
        self.table().packs().into_iter().map(row).collect()
    }

    fn attach(&mut self, attached: Attached) {
        let Attached { socket, visitor, seat, preview, since, out } = attached;
        if !self.streams.contains_key(&seat) {
            let Some(laid) = self.laid_before(seat) else {
                bye(&out, "gone", "This seat is free now.");
                return;
            };
            let older = !self.table().is_whole();
            let stream = Stream::new(laid, Tellings::new(self.table(), LinePlace::START).to(seat), older);
            self.streams.insert(seat, stream);
        }
        // Everybody, this seat included, learns that somebody is here, and the page begins with that.
        if let Some(stream) = self.streams.get_mut(&seat) {
            stream.alone = 0;
            stream.sockets.insert(
                socket,
                Socket { visitor, preview, out: out.clone(), begun: false, asks_odds: Arc::default() },
            );
        }
        self.refresh(None);
        let Some(stream) = self.streams.get_mut(&seat) else { return };
        let gap =
            since.filter(|place| *place.run == *self.run && !preview).and_then(|place| stream.gap(place.n));
        let mut texts = gap.unwrap_or_else(|| vec![stream.whole(&self.run, preview)]);
        if self.paused.is_some() {
            texts.push(text(&ToClient::Pointed { by: Seat::GM, point: Point::Pause { on: true } }));
        }
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
        self.enough(socket);
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
        let before = self.stood();
        let done = self.kept.act(seat, op, command).await;
        self.after(&before, done.as_ref().ok());
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
        let before = self.stood();
        let done = self.kept.reveal(command).await;
        self.after(&before, done.as_ref().ok());
        done
    }

    /// Where the table stands.
    fn stood(&self) -> Stood {
        let table = self.table();
        let waits = table.waits().first().map(|(id, _)| LinePlace::of(*id));
        Stood { records: table.seq(), looks: table.looks(), waits, read_anew: self.kept.read_anew() }
    }

    fn after(&mut self, before: &Stood, planned: Option<&Planned>) {
        let now = self.stood();
        if now.records == before.records {
            return;
        }
        // Somebody else's program may have played as well: then everything is told anew.
        let ours = planned.filter(|_| now.records == before.records.saturating_add(1));
        let told = match ours.filter(|_| now.read_anew == before.read_anew) {
            None => Some(News::All),
            // Words change nothing of what waits.
            Some(Planned { told_from: Some(told), .. }) if told.is_said() => {
                Some(News::From(Some(*told), None))
            }
            Some(planned) => {
                let waits = [before.waits, now.waits].into_iter().flatten().min();
                let any = planned.told_from.is_some() || waits.is_some();
                any.then_some(News::From(planned.told_from, waits))
            }
        };
        let same = now.looks == before.looks && now.read_anew == before.read_anew;
        match told {
            Some(told) if same => self.tell_lines(told),
            told => self.refresh(told),
        }
    }

    /// What nobody has to ask for: heroes that chance makes, creatures that play themselves, and commands that were held.
    pub(super) async fn by_themselves(&mut self) {
        self.roll_on().await;
        for _ in 0..BY_THEMSELVES {
            if self.paused.is_some() {
                break;
            }
            let Some(OwnMove { seat, find, slow }) = own_move(self.kept.entry(), self.table()) else {
                break;
            };
            // Other tables go on while this one looks ahead.
            let op = if slow { tokio::task::spawn_blocking(find).await } else { Ok(find()) };
            let op = match op {
                Ok(op) => op,
                Err(error) => {
                    tracing::error!(table = self.kept.id(), %error, "looking ahead broke off");
                    break;
                }
            };
            if let Err(error) = self.act(seat, op, None).await {
                tracing::warn!(table = self.kept.id(), %error, "a creature that plays itself was refused");
                break;
            }
        }
        self.try_held().await;
        self.look_at_clock();
    }
}
