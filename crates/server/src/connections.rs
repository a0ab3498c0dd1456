//! Connections: how many there may be, how long each may take, and how they end. What is asked over them is
//! the business of `http`; a connection that becomes a socket is counted by the house from then on.

use std::collections::{HashMap, VecDeque};
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::{Request, Uri};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{AbortHandle, Id, JoinSet};
use tokio::time::{Instant, Sleep, sleep, timeout_at};

use crate::house::House;
use crate::http;
use crate::limits::Address;

/// The longest head of a request, and as much of a body as is read at once.
const BUFFER: usize = 32 * 1024;
/// When the system has no connection left to give, we wait for this and try again.
const NONE_LEFT: Duration = Duration::from_millis(200);
/// What is said to whoever has too many connections already, if they listen.
const TOO_MANY: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nConnection: close\r\n\
    Content-Length: 89\r\n\r\n{\"code\":\"too-many\",\"say\":\"Too many connections are open. Wait a moment, then try again.\"}";

/// Serves until `end`; then nobody new comes in, every table is kept, and whoever is still busy when time is
/// up is cut off.
pub(crate) async fn serve(listener: TcpListener, house: &Arc<House>, end: impl Future<Output = ()>) {
    let limits = house.limits;
    let router = http::router(house);
    let most = limits.connections.min(open_files().map_or(usize::MAX, |files| files / 2));
    let mut book = Book::default();
    let (closing, _) = watch::channel(false);
    let mut open = JoinSet::new();
    let mut end = pin!(end);
    loop {
        let accepted = tokio::select! {
            () = &mut end => break,
            Some(ended) = open.join_next_with_id(), if !open.is_empty() => {
                book.forget(ended.map_or_else(|error| error.id(), |(id, ())| id));
                continue;
            }
            accepted = listener.accept() => accepted,
        };
        let (stream, from) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection cannot be taken");
                sleep(NONE_LEFT).await;
                continue;
            }
        };
        let whose = (!house.front.is_proxy(from.ip())).then(|| Address::from(from.ip()));
        if !book.has_room(whose, most, limits.connections_per_address) {
            house.metrics.turned_away.up();
            let _ = stream.try_write(TOO_MANY);
            continue;
        }
        let talk = talk(stream, from, Arc::clone(house), router.clone(), closing.subscribe());
        book.add(whose, open.spawn(talk));
    }
    drop(listener);
    let last = Instant::now() + limits.closing;
    closing.send_replace(true);
    house.begin_closing();
    if timeout_at(last, house.close_rooms()).await.is_err() {
        tracing::warn!("a table is still busy; what it has done is on disk");
    }
    let done = async { while open.join_next().await.is_some() {} };
    if timeout_at(last, done).await.is_err() {
        tracing::info!(connections = open.len(), "cut off");
        open.shutdown().await;
    }
}

/// How many files the system lets this program have open; connections leave half of them to the rest of it. Linux
/// says so.
fn open_files() -> Option<usize> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Whose connections are open. Those of a proxy that is trusted are nobody's.
#[derive(Debug, Default)]
struct Book {
    whose: HashMap<Id, Option<Address>>,
    /// The oldest first.
    own: HashMap<Address, VecDeque<AbortHandle>>,
}

impl Book {
    /// Whether one more of somebody's has room. Where all is taken, whoever has more than they do gives up the
    /// oldest: nobody is kept out by how many connections others have.
    fn has_room(&mut self, whose: Option<Address>, most: usize, each: usize) -> bool {
        let of =
            |whose: Option<Address>| whose.and_then(|whose| self.own.get(&whose)).map_or(0, VecDeque::len);
        let own = of(whose);
        if whose.is_some() && own >= each {
            return false;
        }
        if self.whose.len() < most {
            return true;
        }
        let greediest = self.own.values().max_by_key(|open| open.len());
        let Some(oldest) = greediest.filter(|open| open.len() > own + 1).and_then(VecDeque::front).cloned()
        else {
            return false;
        };
        oldest.abort();
        self.forget(oldest.id());
        true
    }

    fn add(&mut self, whose: Option<Address>, connection: AbortHandle) {
        self.whose.insert(connection.id(), whose);
        if let Some(whose) = whose {
            self.own.entry(whose).or_default().push_back(connection);
        }
    }

    fn forget(&mut self, connection: Id) {
        let Some(Some(whose)) = self.whose.remove(&connection) else { return };
        if let Some(open) = self.own.get_mut(&whose) {
            open.retain(|known| known.id() != connection);
            if open.is_empty() {
                self.own.remove(&whose);
            }
        }
    }
}

/// One connection, until it ends or becomes a socket.
async fn talk(
    stream: TcpStream,
    from: SocketAddr,
    house: Arc<House>,
    router: Router,
    mut closing: watch::Receiver<bool>,
) {
    // An update is sent when it is there: waiting for more of it would only make a table slow.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection stays slow");
    }
    let router = TowerToHyperService::new(router);
    let base = house.front.base().to_owned();
    let service = service_fn(move |mut request: Request<Incoming>| {
        if let Some(inner) = below(&base, request.uri()) {
            *request.uri_mut() = inner;
        }
        request.extensions_mut().insert(ConnectInfo(from));
        router.call(request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(house.limits.head).max_buf_size(BUFFER);
    let stream = TokioIo::new(Patient { stream, stalled: None, most: house.limits.unread });
    let mut talk = pin!(http.serve_connection(stream, service).with_upgrades());
    let ended = tokio::select! {
        ended = talk.as_mut() => ended,
        () = async { drop(closing.wait_for(|closing| *closing).await) } => {
            talk.as_mut().graceful_shutdown();
            talk.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
}

/// An address without what stands before all of ours; some proxies take that away themselves.
fn below(base: &str, uri: &Uri) -> Option<Uri> {
    let rest = uri.path().strip_prefix(base).filter(|_| !base.is_empty())?;
    if !rest.is_empty() && !rest.starts_with('/') {
        return None;
    }
    let rest = if rest.is_empty() { "/" } else { rest };
    match uri.query() {
        Some(query) => format!("{rest}?{query}").parse().ok(),
        None => rest.parse().ok(),
    }
}

/// A stream to somebody who may leave unread what we say only for so long.
struct Patient {
    stream: TcpStream,
    stalled: Option<Pin<Box<Sleep>>>,
    most: Duration,
}

impl Patient {
    /// What came of writing; too long without any of it being taken is an end.
    fn waited<T>(&mut self, cx: &mut Context<'_>, done: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if done.is_ready() {
            self.stalled = None;
            return done;
        }
        let most = self.most;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(most)));
        stalled.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.waited(cx, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        self.waited(cx, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let done = Pin::new(&mut self.stream).poll_flush(cx);
        self.waited(cx, done)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let done = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.waited(cx, done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_is_taken_away_where_a_proxy_left_it() {
        let cut = |base: &str, path: &str| {
            below(base, &path.parse().expect("an address")).map(|uri| uri.to_string())
        };
        assert_eq!(cut("/tables", "/tables/api/me?x=1").as_deref(), Some("/api/me?x=1"));
        assert_eq!(cut("/tables", "/tables").as_deref(), Some("/"));
        assert_eq!(cut("/tables", "/tables?x").as_deref(), Some("/?x"));
        assert_eq!(cut("/tables", "/tablesetting"), None);
        assert_eq!(cut("/tables", "/api/me"), None);
        assert_eq!(cut("", "/api/me"), None);
    }

    #[test]
    fn what_is_said_to_too_many_is_as_long_as_it_says() {
        let text = std::str::from_utf8(TOO_MANY).expect("text");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head");
        assert!(head.contains(&format!("Content-Length: {}", body.len())), "{}", body.len());
        serde_json::from_str::<serde_json::Value>(body).expect("JSON");
    }
}
