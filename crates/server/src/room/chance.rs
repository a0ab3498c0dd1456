//! Odds that pages ask for. They are worked out on a thread of their own from what the table hands out, so
//! that nobody at the table waits; a page has one question under way at a time.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use boneyard_table::Seat;

use super::actor::Actor;
use super::ask::SocketId;
use super::stream::text;
use crate::odds::{NoOdds, task};
use crate::protocol::{OddsOf, ToClient};

impl Actor {
    pub(super) fn odds(&mut self, socket: SocketId, seat: Seat, id: String, of: OddsOf) {
        let found = self.streams.get(&seat).and_then(|stream| stream.sockets.get(&socket));
        let Some(found) = found else { return };
        // Held weakly: a page whose seat is taken away meanwhile is gone, and is told nothing.
        let (out, asks) = (found.out.downgrade(), Arc::clone(&found.asks_odds));
        if asks.swap(true, Ordering::AcqRel) {
            return self.failed(
                socket,
                Some(id),
                "too-fast",
                "One question of odds after the other, please.",
            );
        }
        let task = match task(self.table(), seat, of) {
            Ok(task) => task,
            Err(error) => {
                asks.store(false, Ordering::Release);
                return self.tell(socket, &no_odds(id, error));
            }
        };
        let (turns, metrics) = (Arc::clone(&self.odds), Arc::clone(&self.metrics));
        tokio::spawn(async move {
            // The house never closes the line in which they wait.
            let _turn = turns.acquire().await;
            let odds = match out.upgrade() {
                Some(_) => tokio::task::spawn_blocking(task).await,
                None => return,
            };
            let answer = match odds {
                Ok(Ok(odds)) => ToClient::Odds { id, odds },
                Ok(Err(error)) => no_odds(id, error),
                Err(_) => no_odds(id, NoOdds::Failed("These odds could not be worked out.".into())),
            };
            asks.store(false, Ordering::Release);
            if let Some(out) = out.upgrade() {
                let answer = text(&answer);
                metrics.sent(&answer);
                // A page too slow for this is let go at the next update.
                let _ = out.try_send(answer);
            }
        });
    }
}

fn no_odds(id: String, error: NoOdds) -> ToClient {
    match error {
        NoOdds::Refused(refusal) => ToClient::Refused { id, refusal },
        NoOdds::Failed(say) => ToClient::Failed { id: Some(id), code: "odds".into(), say },
    }
}
