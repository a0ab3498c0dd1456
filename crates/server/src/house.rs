//! The house in which the tables stand: the save, the doors, and every room that is open.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use axum::body::Bytes;
use boneyard_registry::GameEntry;
use boneyard_store::{GroupCommit, NewTable, Store, StoreError};
use tokio::sync::{Semaphore, oneshot, watch};

use crate::care::{Backups, Care};
use crate::doors::{Doors, Stands, Stuck, Unheard, VisitorId};
use crate::failing::for_people;
use crate::front::Front;
use crate::http::{Caller, Whom};
use crate::limits::{Address, Crowd, Limits, Paces};
use crate::metrics::Metrics;
use crate::past::TimesRead;
use crate::random;
use crate::room::{Ask, Kept, Lent, NotDone, Room, SocketId, new_record, with_room};
use crate::rooms::Rooms;
use crate::waiting::Waiting;

/// Questions of odds worked out at a time; the others wait, and no table waits for them.
const ODDS_AT_A_TIME: usize = 2;
/// Fights tried out at a time: each takes a core for seconds.
const FIGHTS_AT_A_TIME: usize = 1;

/// Everything the server has.
#[derive(Debug)]
pub(crate) struct House {
    pub(crate) games: &'static [GameEntry],
    pub(crate) store: Arc<Store>,
    writer: GroupCommit,
    pub(crate) doors: Arc<Doors>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) limits: Limits,
    pub(crate) backups: Backups,
    /// What is known to be wrong with the save.
    pub(crate) care: Care,
    /// Where the server listens.
    pub(crate) address: SocketAddr,
    /// How it is reached from outside.
    pub(crate) front: Front,
    /// This run of the server, so that numbers of another are not taken for its own.
    run: Arc<str>,
    /// When everything was done, as far as somebody asked.
    pub(crate) times: TimesRead,
    /// The games as the start screen is told of them.
    pub(crate) games_told: OnceLock<Bytes>,
    odds: Arc<Semaphore>,
    lab: Arc<Semaphore>,
    rooms: Mutex<Rooms>,
    sockets: Mutex<Sockets>,
    /// Failed tries at doors.
    tries: Paces<Address>,
    /// Knocks, by address and by table.
    knocks: Paces<Address>,
    knocked_at: Paces<String>,
    waiting: Mutex<Waiting>,
    /// Requests for odds and proofs: how fast they come, and who waits for one.
    asking: Paces<Whom>,
    asked: Arc<Crowd<Whom>>,
    closing: watch::Sender<bool>,
}

#[derive(Debug, Default)]
struct Sockets {
    next: u64,
    by_visitor: HashMap<VisitorId, usize>,
    open: usize,
}

/// Why a table cannot be had.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoRoom {
    #[error("There is no such table here.")]
    Unknown,
    #[error("Too many tables are open on this server. Try again in a few minutes.")]
    Full,
    #[error("The server is closing.")]
    Closing,
    #[error("{0}")]
    Failed(String),
}

/// Why something was not worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotNow {
    TooFast,
    Failed,
}

/// A socket that counts as open until it is dropped.
#[derive(Debug)]
pub(crate) struct OpenSocket {
    house: Arc<House>,
    visitor: VisitorId,
    pub(crate) id: SocketId,
}

impl House {
    pub(crate) fn new(
        games: &'static [GameEntry],
        store: Arc<Store>,
        doors: Arc<Doors>,
        limits: Limits,
        backups: Backups,
        address: SocketAddr,
        front: Front,
    ) -> Result<Arc<Self>, random::NoChance> {
        let at_a_table = limits.knocks_per_minute.saturating_mul(5);
        let house = Arc::new(Self {
            games,
            writer: GroupCommit::start(Arc::clone(&store)),
            store,
            doors,
            metrics: Arc::default(),
            limits,
            backups,
            care: Care::default(),
            address,
            front,
            run: random::token::<9>()?.into(),
            times: TimesRead::default(),
            games_told: OnceLock::new(),
            odds: Arc::new(Semaphore::new(ODDS_AT_A_TIME)),
            lab: Arc::new(Semaphore::new(FIGHTS_AT_A_TIME)),
            rooms: Mutex::default(),
            sockets: Mutex::default(),
            tries: Paces::new(limits.tries_per_minute, limits.tries_per_minute),
            knocks: Paces::new(limits.knocks_per_minute, limits.knocks_per_minute),
            knocked_at: Paces::new(at_a_table, at_a_table),
            waiting: Mutex::default(),
            asking: Paces::new(limits.message_burst, limits.messages_per_second.saturating_mul(60)),
            asked: Crowd::new(limits.waiting_work),
            closing: watch::Sender::new(false),
        });
        tokio::spawn(pass_on_knocks(Arc::clone(&house)));
        Ok(house)
    }

    /// The game of this name.
    pub(crate) fn game(&self, name: &str) -> Option<&'static GameEntry> {
        self.games.iter().find(|entry| entry.game.name().eq_ignore_ascii_case(name))
    }

    /// The room of a table, opened if need be.
    pub(crate) async fn room(&self, id: &str) -> Result<Room, NoRoom> {
        for _ in 0..3 {
            if *self.closing.borrow() {
                return Err(NoRoom::Closing);
            }
            let found = locked(&self.rooms).of(id, self.limits.open_tables);
            let (cell, parked) = found.ok_or(NoRoom::Full)?;
            if let Some(parked) = parked {
                // Nobody is in it; whoever comes back to it opens it again.
                let (done, _) = oneshot::channel();
                parked.ask(Ask::Close(done)).await;
            }
            match cell.get_or_try_init(|| self.open(id)).await {
                Ok(room) if !room.is_closed() => return Ok(room.clone()),
                Ok(_) => {}
                Err(error) => {
                    locked(&self.rooms).open.remove(id);
                    return Err(error);
                }
            }
        }
        Err(NoRoom::Failed("This table is closing. Try again in a moment.".into()))
    }

    async fn open(&self, id: &str) -> Result<Room, NoRoom> {
        let failed = |error: &dyn std::fmt::Display| NoRoom::Failed(error.to_string());
        let info = match self.store.info(id).await {
            Ok(info) => info,
            Err(StoreError::NoSuchTable { .. }) => return Err(NoRoom::Unknown),
            Err(error) => {
                tracing::error!(table = id, ?error, "the save fails");
                return Err(NoRoom::Failed(for_people(&error)));
            }
        };
        let entry = self.game(&info.game).ok_or_else(|| {
            NoRoom::Failed(format!("This table is of the game \"{}\", which is not here.", info.game))
        })?;
        let kept = Kept::open(Arc::clone(&self.store), self.writer.clone(), id, entry).await;
        let kept = kept.map_err(|error| {
            tracing::error!(table = id, ?error, "a table cannot be opened");
            failed(&error)
        })?;
        let lent = Lent {
            doors: Arc::clone(&self.doors),
            metrics: Arc::clone(&self.metrics),
            run: Arc::clone(&self.run),
            odds: Arc::clone(&self.odds),
            lab: Arc::clone(&self.lab),
        };
        Ok(Room::start(kept, lent))
    }

    /// Asks a room something and waits for its answer.
    pub(crate) async fn ask<T>(
        &self,
        id: &str,
        ask: impl Fn(oneshot::Sender<T>) -> Ask,
    ) -> Result<T, NoRoom> {
        for _ in 0..3 {
            let (answer, answered) = oneshot::channel();
            if self.room(id).await?.ask(ask(answer)).await
                && let Ok(answer) = answered.await
            {
                return Ok(answer);
            }
        }
        Err(NoRoom::Failed("This table is closing. Try again in a moment.".into()))
    }

    /// Keeps a new table by its first record.
    pub(crate) async fn begin(
        &self,
        entry: &GameEntry,
        title: &str,
        first: &str,
    ) -> Result<String, StoreError> {
        let number = random::number()
            .map_err(|error| StoreError::Invalid { what: "A new table".into(), why: error.to_string() })?;
        let new = NewTable {
            id: format!("t{:012x}", number >> 16),
            game: entry.game.name().to_owned(),
            title: title.to_owned(),
            rules_version: entry.game.rules().to_owned(),
        };
        self.store.create(&new, &[new_record(first)]).await?;
        Ok(new.id)
    }

    /// Whether a saved table can be played.
    pub(crate) async fn plays(&self, id: &str, entry: &'static GameEntry) -> Result<(), NotDone> {
        Kept::open(Arc::clone(&self.store), self.writer.clone(), id, entry).await.map(drop)
    }

    /// Counts a socket in, if there is room for it.
    pub(crate) fn admit(self: &Arc<Self>, visitor: &VisitorId) -> Option<OpenSocket> {
        let mut sockets = locked(&self.sockets);
        let own = sockets.by_visitor.get(visitor).copied().unwrap_or(0);
        if sockets.open >= self.limits.sockets || own >= self.limits.sockets_per_visitor {
            self.metrics.turned_away.up();
            return None;
        }
        sockets.open += 1;
        sockets.next += 1;
        sockets.by_visitor.insert(visitor.clone(), own + 1);
        self.metrics.sockets_open.up();
        let id = SocketId(sockets.next);
        drop(sockets);
        Some(OpenSocket { house: Arc::clone(self), visitor: visitor.clone(), id })
    }

    /// Whether somebody at this address has failed too often lately to be heard at once.
    pub(crate) fn has_failed_often(&self, from: Address) -> bool {
        !self.tries.has_one(&from)
    }

    /// A try at a door has failed; whether that was one too many.
    pub(crate) fn failed_try(&self, from: Address) -> bool {
        let too_many = !self.tries.take(from);
        if too_many {
            self.metrics.turned_away.up();
        }
        too_many
    }

    /// Whether a knock is heard at all: an address knocks so often, and at a table so many do.
    pub(crate) fn hears(&self, table: &str, from: Address) -> bool {
        let heard = self.knocks.take(from) && self.knocked_at.take(table.to_owned());
        if !heard {
            self.metrics.turned_away.up();
        }
        heard
    }

    /// Somebody knocks. Where too many wait already, the oldest is forgotten.
    pub(crate) async fn knock(
        &self,
        table: &str,
        caller: &Caller,
        visitor: &VisitorId,
        name: &str,
    ) -> Result<(), Stuck> {
        let from = Address::from(caller.from);
        let waits = |visitor: &VisitorId| matches!(self.doors.stands(table, visitor), Stands::Waiting(_));
        let oldest = {
            let mut waiting = locked(&self.waiting);
            waiting.keep(table, waits);
            waiting.too_many_of(table, from, self.limits.waiting_per_address).filter(|_| !waits(visitor))
        };
        if let Some(oldest) = oldest {
            self.doors.go_away(table, &oldest).await?;
        }
        let mut heard = self.doors.knock(table, visitor, name, caller.device).await;
        if let Err(Stuck::Unheard(Unheard::Crowded)) = heard {
            let oldest = locked(&self.waiting).of_the_most(table);
            match (oldest, self.doors.knocks(table).first()) {
                (Some(oldest), _) => self.doors.go_away(table, &oldest).await?,
                (None, Some(first)) => drop(self.doors.turn_away(table, first.id, false).await?),
                (None, None) => {}
            }
            heard = self.doors.knock(table, visitor, name, caller.device).await;
        }
        heard?;
        locked(&self.waiting).add(table, from, visitor.clone());
        Ok(())
    }

    /// Works something out that takes a while: away from everybody else, few at a time, whoever asks too fast or
    /// too much at once is told so.
    pub(crate) async fn works_out<T: Send + 'static>(
        &self,
        whom: Whom,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotNow> {
        let inside = match self.asking.take(whom.clone()) {
            true => self.asked.enter(whom, self.limits.waiting_work_each),
            false => None,
        };
        let Some(inside) = inside else {
            self.metrics.turned_away.up();
            return Err(NotNow::TooFast);
        };
        // The house never closes the line in which they wait. Whoever leaves it is not worked for.
        let turn = Arc::clone(&self.odds).acquire_owned().await.map_err(|_| NotNow::Failed)?;
        // Whoever leaves now is worked for to the end, and the turn is taken until then.
        let worked = tokio::spawn(async move {
            let worked = with_room(work).await;
            drop((turn, inside));
            worked
        });
        worked.await.ok().flatten().ok_or(NotNow::Failed)
    }

    /// Whoever sits at any table is looked at again: somebody may have lost what let them in.
    pub(crate) async fn look_at_doors(&self) {
        let rooms: Vec<Room> =
            locked(&self.rooms).open.values().filter_map(|cell| cell.get().cloned()).collect();
        for room in rooms {
            room.ask(Ask::Doors).await;
        }
    }

    /// Turns true when the server is being closed.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Says that the server is being closed: no room opens any more.
    pub(crate) fn begin_closing(&self) {
        self.closing.send_replace(true);
    }

    /// Closes every room, each with a snapshot.
    pub(crate) async fn close_rooms(&self) {
        let rooms: Vec<Room> =
            locked(&self.rooms).open.drain().filter_map(|(_, cell)| cell.get().cloned()).collect();
        for room in rooms {
            let (done, closed) = oneshot::channel();
            if room.ask(Ask::Close(done)).await {
                let _ = closed.await;
            }
        }
    }

    fn opened(&self, id: &str) -> Option<Room> {
        locked(&self.rooms).open.get(id).and_then(|cell| cell.get().cloned())
    }
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        let mut sockets = locked(&self.house.sockets);
        sockets.open = sockets.open.saturating_sub(1);
        if let Some(own) = sockets.by_visitor.get_mut(&self.visitor) {
            *own = own.saturating_sub(1);
            if *own == 0 {
                sockets.by_visitor.remove(&self.visitor);
            }
        }
        self.house.metrics.sockets_open.down();
    }
}

/// Whoever sits in a room learns what happens at its door.
async fn pass_on_knocks(house: Arc<House>) {
    use tokio::sync::broadcast::error::RecvError;
    let mut changes = house.doors.watch();
    let mut closing = house.closing();
    loop {
        let rooms = tokio::select! {
            change = changes.recv() => match change {
                Ok(table) => house.opened(&table).into_iter().collect(),
                // Some were missed: everybody looks.
                Err(RecvError::Lagged(_)) => {
                    locked(&house.rooms).open.values().filter_map(|cell| cell.get().cloned()).collect::<Vec<Room>>()
                }
                Err(RecvError::Closed) => return,
            },
            _ = closing.wait_for(|closing| *closing) => return,
        };
        for room in rooms {
            room.ask(Ask::Doors).await;
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
