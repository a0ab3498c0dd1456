//! Pointing: what one person shows the others for a moment is passed on and forgotten. Only a pause is remembered, for
//! pages that come later, because play waits as long as it lasts.

use std::time::Duration;

use boneyard_table::{Role, Seat};
use tokio::time::Instant;

use super::actor::Actor;
use super::ask::SocketId;
use super::stream::text;
use crate::protocol::{Point, ToClient};

/// One person points so often within `WHILE`; what is more is refused and reaches nobody.
const MOST: u32 = 30;
const WHILE: Duration = Duration::from_secs(2);

/// How often somebody has pointed since when.
#[derive(Debug)]
pub(super) struct Pointed {
    since: Instant,
    times: u32,
}

impl Actor {
    pub(super) async fn point(&mut self, socket: SocketId, seat: Seat, point: Point) {
        let role = self.table().frame().seats.get(&seat).map(|info| info.role);
        if !matches!(role, Some(Role::Gm | Role::Player)) {
            return self.failed(socket, None, "watches", "Players and the GM may point. You are watching.");
        }
        if let Some(what) = point.for_gm().filter(|_| !seat.is_gm()) {
            return self.failed(socket, None, "only-gm", &format!("Only the GM may {what}."));
        }
        if let Some(wrong) = point.wrong() {
            return self.failed(socket, None, "point", wrong);
        }
        if !self.points_now(seat) {
            return self.failed(socket, None, "too-fast", "You point too often. Wait a moment.");
        }
        let pause = match &point {
            Point::Pause { on } => Some(*on),
            _ => None,
        };
        self.pass_on(seat, point);
        if let Some(on) = pause {
            self.pause(on).await;
        }
    }

    fn points_now(&mut self, seat: Seat) -> bool {
        let now = Instant::now();
        let pointed = self.pointed.entry(seat).or_insert(Pointed { since: now, times: 0 });
        if pointed.since.elapsed() > WHILE {
            *pointed = Pointed { since: now, times: 0 };
        }
        pointed.times += 1;
        pointed.times <= MOST
    }

    fn pass_on(&mut self, by: Seat, point: Point) {
        let text = text(&ToClient::Pointed { by, point });
        for stream in self.streams.values() {
            for socket in stream.sockets.values().filter(|socket| socket.begun) {
                self.metrics.sent(&text);
                // A page that is too slow for this sees the next one.
                let _ = socket.out.try_send(std::sync::Arc::clone(&text));
            }
        }
    }

    /// Holds timers and all who play themselves, or lets them go on where they were.
    async fn pause(&mut self, on: bool) {
        if on {
            self.paused.get_or_insert_with(Instant::now);
            return;
        }
        let Some(since) = self.paused.take() else { return };
        for asked in self.asked_since.values_mut().flatten() {
            // Whoever was asked while it was paused has all of their time.
            *asked += since.max(*asked).elapsed();
        }
        self.by_themselves().await;
    }
}
