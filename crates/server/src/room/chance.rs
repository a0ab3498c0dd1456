//! Odds that pages ask for. They are worked out on a thread of their own from what the table hands out, so
//! that nobody at the table waits; a page has one question under way at a time.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

use boneyard_table::Seat;
use tokio::sync::oneshot;

use super::actor::Actor;
use super::ask::SocketId;
use super::stream::text;
use crate::odds::{NoOdds, task};
use crate::protocol::{OddsOf, ToClient};

/// Odds are followed step by step on the stack. What is not used of this costs nothing.
const STACK: usize = 64 << 20;

impl Actor {
    pub(super) fn odds(&mut self, socket: SocketId, seat: Seat, id: String, of: OddsOf) {
        let found = self.streams.get(&seat).and_then(|stream| stream.sockets.get(&socket));
        let Some(found) = found else { return };
        // Held weakly: a page whose seat is taken away meanwhile is gone, and is told nothing.
        let (out, asks) = (found.out.downgrade(), Arc::clone(&found.asks_odds));
        if asks.swap(true, Ordering::AcqRel) {
            return self.failed(socket, Some(id), "too-fast", "One question of odds at a time, please.");
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
                Some(_) => with_room(task).await,
                None => return,
            };
            let answer = match odds {
                Some(Ok(odds)) => ToClient::Odds { id, odds },
                Some(Err(error)) => no_odds(id, error),
                None => no_odds(id, NoOdds::Failed("These odds could not be worked out.".into())),
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

/// Works something out on a thread with room for the deepest odds that are followed; nothing if that failed.
pub(crate) async fn with_room<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (tell, told) = oneshot::channel();
    let thread = thread::Builder::new().name("odds".into()).stack_size(STACK).spawn(move || {
        // Whoever asked may be gone by now.
        let _ = tell.send(work());
    });
    thread.ok()?;
    told.await.ok()
}

fn no_odds(id: String, error: NoOdds) -> ToClient {
    match error {
        NoOdds::Refused(refusal) => ToClient::Refused { id, refusal },
        NoOdds::Failed(say) => ToClient::Failed { id: Some(id), code: "odds".into(), say },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As deep as odds go, each step with more on the stack than any game puts there.
    fn deep(steps: usize) -> u64 {
        let step = std::hint::black_box([1_u8; 16 * 1024]);
        u64::from(step[steps % step.len()]) + if steps == 0 { 0 } else { deep(steps - 1) }
    }

    #[tokio::test]
    async fn the_deepest_odds_have_room_and_a_panic_is_only_no_answer() {
        assert_eq!(with_room(|| deep(256)).await, Some(257));
        let failed = with_room(|| -> u64 { panic!("a slip in the rules") }).await;
        assert_eq!(failed, None);
    }
}
