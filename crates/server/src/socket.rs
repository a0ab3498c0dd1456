//! One socket: from the first hello through the waiting room to a seat. It reads, counts and passes on;
//! what messages mean is the room's business.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use boneyard_table::Seat;
use futures_util::SinkExt;
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};

use crate::doors::{Stands, VisitorId};
use crate::house::{House, NoRoom, OpenSocket};
use crate::http::{Caller, Fault};
use crate::limits::Bucket;
use crate::protocol::{KnockCard, Place, ToClient, ToServer, WaitingRoom};
use crate::room::{Ask, Attached, Room, SocketId};

/// Messages that may wait for a slow page; one more, and it must come back and catch up.
const OUT: usize = 256;
/// Bytes read and written at a time. The usual 128 kB each would be most of what a table costs, and are
/// cleared before every read.
const BUFFER: usize = 4 * 1024;
/// A page says hello within this.
const HELLO: Duration = Duration::from_secs(10);
/// How often we listen whether a page is still there, and how long it may be silent.
const PING: Duration = Duration::from_secs(25);
const SILENCE: Duration = Duration::from_secs(80);
/// How often whoever waits is looked after.
const LOOK: Duration = Duration::from_secs(5);
/// How long a socket that is closed may take to go.
const LINGER: Duration = Duration::from_secs(1);
/// Messages over the limit before a socket is closed.
const FLOOD: u32 = 200;

/// Through whose eyes.
#[derive(Debug, Deserialize)]
pub(crate) struct Eyes {
    #[serde(default, rename = "as")]
    seat: Option<u8>,
}

pub(crate) async fn open(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path(table): Path<String>,
    Query(eyes): Query<Eyes>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Fault> {
    if caller.way.is_none() {
        house.metrics.turned_away.up();
        let say = "This socket does not come from a page of this server.";
        return Err(Fault::new(StatusCode::FORBIDDEN, "elsewhere", say));
    }
    let visitor = caller.visitor.clone().ok_or_else(Fault::no_table)?;
    if house.doors.stands(&table, &visitor) == Stands::Stranger {
        return Err(Fault::no_table());
    }
    if eyes.seat.is_some() {
        caller.must_be_gm(&house, &table)?;
    }
    house.store.info(&table).await?;
    let open = house.admit(&visitor).ok_or_else(|| {
        let say = "Too many windows are open. Close one, then reload this one.";
        Fault::new(StatusCode::TOO_MANY_REQUESTS, "too-many", say)
    })?;
    let most = house.limits.message_bytes * 4;
    let upgrade = upgrade.max_message_size(most).max_frame_size(most);
    let upgrade = upgrade.read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let (id, open) = (open.id, Some(open));
        let (pace, over) = (Bucket::full(house.limits.message_burst), 0);
        let eyes = eyes.seat.map(Seat);
        let line = Line { socket, house, id, open, visitor, table, eyes, pace, over };
        line.serve().await;
    }))
}

struct Line {
    socket: WebSocket,
    house: Arc<House>,
    id: SocketId,
    /// Counts it as a window, until it is let go.
    open: Option<OpenSocket>,
    visitor: VisitorId,
    table: String,
    eyes: Option<Seat>,
    /// How fast it may send, whatever it sends, and how often it was faster.
    pace: Bucket,
    over: u32,
}

/// Why a socket ends.
enum End {
    /// It is gone already.
    Gone,
    /// It is told why.
    Bye(&'static str, String),
}

type On<T> = Result<T, End>;

impl Line {
    async fn serve(mut self) {
        let ended = self.begin().await;
        let Err(End::Bye(code, say)) = ended else {
            // Already gone, or going: nobody is there to be told.
            let _ = self.socket.send(Message::Close(None)).await;
            return;
        };
        // Whoever reads it may open another window at once.
        self.open = None;
        let _ = self.send(&ToClient::Bye { code: code.into(), say }).await;
        let _ = self.socket.send(Message::Close(None)).await;
        // What still comes is read and thrown away for a moment: closing over it would lose what we said last.
        let rest = async { while let Some(Ok(_)) = self.socket.recv().await {} };
        let _ = timeout(LINGER, rest).await;
    }

    async fn begin(&mut self) -> On<()> {
        let since = match timeout(HELLO, self.hear()).await {
            Ok(Ok(ToServer::Hello { since })) => since,
            Ok(Ok(_)) | Err(_) => return Err(End::Bye("hello", "A page says hello first.".into())),
            Ok(Err(end)) => return Err(end),
        };
        let seat = match self.eyes {
            Some(seat) => seat,
            None => self.wait().await?,
        };
        self.sit(seat, since).await
    }

    /// In the waiting room, until somebody opens the door.
    async fn wait(&mut self) -> On<Seat> {
        let mut doors = self.house.doors.watch();
        let mut closing = self.house.closing();
        let mut shown = None;
        let mut heard = Instant::now();
        let mut ping = tokio::time::interval(LOOK);
        // The first is at once.
        ping.tick().await;
        loop {
            match self.house.doors.stands(&self.table, &self.visitor) {
                Stands::Seated(seat) => return Ok(seat),
                Stands::Stranger => {
                    let say = "The GM did not let you in this time.";
                    return Err(End::Bye("refused", say.into()));
                }
                Stands::Waiting(knock) => {
                    let room = self.waiting_room(&knock).await?;
                    if shown.as_ref() != Some(&room) {
                        self.send(&ToClient::Waiting { room: room.clone() }).await?;
                        shown = Some(room);
                    }
                }
            }
            loop {
                tokio::select! {
                    // Whatever changed here, or was missed: look again.
                    changed = doors.recv() => if changed.is_ok_and(|table| table != self.table) { continue },
                    // Whether the game master has come is looked at now and then.
                    _ = ping.tick() => {
                        if heard.elapsed() > SILENCE {
                            return Err(End::Gone);
                        }
                        self.socket.send(Message::Ping(Vec::new().into())).await.map_err(|_| End::Gone)?;
                    }
                    // What somebody who waits sends does nothing, and is counted.
                    message = self.socket.recv() => match message {
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(End::Gone),
                        Some(Ok(_)) => {
                            heard = Instant::now();
                            self.in_time()?;
                            continue;
                        }
                    },
                    _ = closing.changed() => {
                        let say = "The server is closing. Try again in a while.";
                        return Err(End::Bye("closing", say.into()));
                    }
                }
                break;
            }
        }
    }

    async fn waiting_room(&mut self, knock: &KnockCard) -> On<WaitingRoom> {
        let faces = self.house.ask(&self.table, Ask::Faces).await.map_err(|error| no_room(&error))?;
        Ok(WaitingRoom {
            title: faces.title,
            game: faces.game.to_owned(),
            game_title: faces.game_title.to_owned(),
            gm: faces.gm,
            gm_here: faces.gm_here,
            name: knock.name.clone(),
            sign: knock.sign.clone(),
        })
    }

    /// At a seat, until one of both goes.
    async fn sit(&mut self, seat: Seat, since: Option<Place>) -> On<()> {
        let room = self.house.room(&self.table).await.map_err(|error| no_room(&error))?;
        let (out, mut told) = mpsc::channel(OUT);
        let preview = self.eyes.is_some();
        let (socket, visitor) = (self.id, self.visitor.clone());
        if !room.ask(Ask::Attach(Attached { socket, visitor, seat, preview, since, out })).await {
            return Err(End::Bye("closing", "This table is closing. Try again in a moment.".into()));
        }
        let ended = self.at_table(&room, &mut told).await;
        room.ask(Ask::Detach(socket)).await;
        ended
    }

    async fn at_table(&mut self, room: &Room, told: &mut mpsc::Receiver<Arc<str>>) -> On<()> {
        let limits = self.house.limits;
        let mut heard = Instant::now();
        let mut ping = tokio::time::interval_at(heard + PING, PING);
        loop {
            let message = tokio::select! {
                text = told.recv() => match text {
                    Some(text) => {
                        self.socket.feed(Message::Text((&*text).into())).await.map_err(|_| End::Gone)?;
                        // What is there already goes with it.
                        while let Ok(text) = told.try_recv() {
                            self.socket.feed(Message::Text((&*text).into())).await.map_err(|_| End::Gone)?;
                        }
                        self.socket.flush().await.map_err(|_| End::Gone)?;
                        continue;
                    }
                    // The room has let go of this socket and has said why, or the page was too slow.
                    None => return Err(End::Gone),
                },
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE {
                        return Err(End::Gone);
                    }
                    self.socket.send(Message::Ping(Vec::new().into())).await.map_err(|_| End::Gone)?;
                    continue;
                }
                message = self.socket.recv() => message,
            };
            heard = Instant::now();
            let message = match message {
                Some(Ok(Message::Close(_))) | None => return Err(End::Gone),
                Some(Ok(message)) => message,
                Some(Err(error)) => return Err(broken(&error)),
            };
            let in_time = self.in_time()?;
            let text = match message {
                Message::Text(text) => text,
                Message::Binary(_) if in_time => {
                    self.failed("unreadable", "Messages are JSON text.").await?;
                    continue;
                }
                _ => continue,
            };
            if !in_time {
                self.failed("too-fast", "Too many messages at once. Wait a moment.").await?;
                continue;
            }
            if text.len() > limits.message_bytes {
                self.failed("too-large", "That message is too large.").await?;
                continue;
            }
            match serde_json::from_str::<ToServer>(&text) {
                Ok(message) => {
                    if !room.ask(Ask::Message(self.id, message)).await {
                        let say = "This table was closed. Reload to open it again.";
                        return Err(End::Bye("closing", say.into()));
                    }
                }
                Err(error) => {
                    let id = named(&text);
                    let say = format!("This message cannot be read: {error}.");
                    self.send(&ToClient::Failed { id, code: "unreadable".into(), say }).await?;
                }
            }
        }
    }

    /// Whether a message comes as slowly as it should. Too many that do not are the end.
    fn in_time(&mut self) -> On<bool> {
        self.house.metrics.messages.up();
        let limits = self.house.limits;
        if self.pace.take(limits.message_burst, limits.messages_per_second.saturating_mul(60)) {
            return Ok(true);
        }
        self.over += 1;
        if self.over > FLOOD {
            self.house.metrics.turned_away.up();
            return Err(End::Bye("too-fast", "Too many messages. Reload to come back.".into()));
        }
        Ok(false)
    }

    /// The next message that can be read.
    async fn hear(&mut self) -> On<ToServer> {
        loop {
            let message = self.socket.recv().await;
            if matches!(message, Some(Ok(_))) && !self.in_time()? {
                continue;
            }
            match message {
                Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                    Ok(message) => return Ok(message),
                    Err(error) => {
                        self.failed("unreadable", &format!("This message cannot be read: {error}.")).await?;
                    }
                },
                Some(Ok(Message::Close(_))) | None => return Err(End::Gone),
                Some(Err(error)) => return Err(broken(&error)),
                Some(Ok(_)) => {}
            }
        }
    }

    async fn failed(&mut self, code: &str, say: &str) -> On<()> {
        self.house.metrics.failed.up();
        self.send(&ToClient::Failed { id: None, code: code.into(), say: say.into() }).await
    }

    async fn send(&mut self, message: &ToClient) -> On<()> {
        let text = serde_json::to_string(message).map_err(|_| End::Gone)?;
        self.house.metrics.sent(&text);
        self.socket.send(Message::Text(text.into())).await.map_err(|_| End::Gone)
    }
}

/// The id of a message that is otherwise no message, so that its page learns of it.
fn named(text: &str) -> Option<String> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    value.get("id")?.as_str().filter(|id| id.len() <= 40).map(str::to_owned)
}

fn no_room(error: &NoRoom) -> End {
    let code = match error {
        NoRoom::Unknown => "gone",
        NoRoom::Full => "full",
        NoRoom::Closing => "closing",
        NoRoom::Failed(_) => "broken",
    };
    End::Bye(code, error.to_string())
}

/// A socket that cannot be read on: what was sent is too large, or no message at all.
fn broken(error: &axum::Error) -> End {
    let words = error.to_string();
    if words.contains("too long") || words.contains("too big") || words.contains("Space limit") {
        End::Bye("too-large", "That message is too large.".into())
    } else {
        End::Gone
    }
}
