//! What is kept back, because saying it would tell a secret: while only something hidden is waited for, a
//! command is neither done nor refused, and whoever gave the one under way is not told that it is accepted.

use boneyard_table::Seat;
use boneyard_table::live::ActionId;
use boneyard_table::table::{Op, Planned};

use super::actor::Actor;
use super::ask::SocketId;
use super::kept::NotDone;
use super::messages::key;

/// What may be held of one seat at a time.
const MOST_HELD: usize = 4;

/// Something kept back.
#[derive(Debug)]
pub(super) struct Held {
    pub(super) socket: SocketId,
    pub(super) seat: Seat,
    pub(super) id: String,
    what: Holds,
}

/// What is kept back.
#[derive(Debug)]
pub(super) enum Holds {
    /// A command that may be given only once what waits is over.
    Command(Op),
    /// The word that something is done, while its action waits for what the seat may not know.
    Word(ActionId),
}

impl Actor {
    /// Whether the answer must be kept back; as what, if it is not the command itself.
    pub(super) fn held_back(&self, seat: Seat, done: &Result<Planned, NotDone>) -> Option<Option<Holds>> {
        match done {
            Err(NotDone::Refused(refusal)) if refusal.code() == "held" => Some(None),
            Ok(Planned { action: Some(action), waits: true, .. }) => {
                self.waits_in_secret(seat, *action).then_some(Some(Holds::Word(*action)))
            }
            // Sent again after the server was started anew: what was not told before is not told now.
            Err(NotDone::Already) => {
                let begun = self.table().begun_by(seat);
                let action = begun.into_iter().find(|action| self.waits_in_secret(seat, *action));
                action.map(|action| Some(Holds::Word(action)))
            }
            _ => None,
        }
    }

    pub(super) fn hold(&mut self, socket: SocketId, seat: Seat, id: String, what: Holds) {
        if self.held.iter().filter(|held| held.seat == seat).count() < MOST_HELD {
            self.held.push(Held { socket, seat, id, what });
        } else {
            self.failed(socket, Some(id), "too-fast", "One thing at a time, please.");
        }
    }

    /// Tries again what was held, in the order it came.
    pub(super) async fn try_held(&mut self) {
        for held in std::mem::take(&mut self.held) {
            let Held { socket, seat, id, what } = held;
            match what {
                Holds::Word(action) if self.waits_in_secret(seat, action) => {
                    self.held.push(Held { socket, seat, id, what: Holds::Word(action) });
                }
                Holds::Word(_) => self.answer(socket, seat, &id, Ok(())),
                Holds::Command(op) => {
                    let done = self.act(seat, op.clone(), Some(&key(seat, &id))).await;
                    match self.held_back(seat, &done) {
                        Some(what) => {
                            let what = what.unwrap_or(Holds::Command(op));
                            self.held.push(Held { socket, seat, id, what });
                        }
                        None => self.answer(socket, seat, &id, done.map(drop)),
                    }
                }
            }
        }
    }

    /// Whether an action waits for nobody this seat may know of.
    fn waits_in_secret(&self, seat: Seat, action: ActionId) -> bool {
        let waits = self.table().waits().iter().any(|(waiting, _)| *waiting == action);
        waits && !self.streams.get(&seat).is_some_and(super::stream::Stream::shows_waiting)
    }
}
