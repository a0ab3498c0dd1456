//! What each message of a page does in a room.

use std::sync::Arc;
use std::time::Duration;

use boneyard_table::encounter::Terms;
use boneyard_table::table::Op;
use boneyard_table::{Refusal, Seat};
use tokio::time::Instant;

use super::actor::Actor;
use super::ask::SocketId;
use super::held::Holds;
use super::kept::NotDone;
use super::stream::{Stream, text};
use super::verdict::Fight;
use crate::protocol::{ToClient, ToServer};

/// Creatures whose offers the game master may watch.
const MOST_WATCHED: usize = 40;
/// The same seat is reminded no oftener.
const NUDGE_EVERY: Duration = Duration::from_secs(15);

impl Actor {
    pub(super) async fn message(&mut self, socket: SocketId, message: ToServer) {
        let Some((seat, preview)) = self.seated(socket) else { return };
        if preview && !matches!(message, ToServer::Lines { .. }) {
            return self.failed(
                socket,
                id_of(&message),
                "preview",
                "You are only looking. Go back to your own seat to act.",
            );
        }
        match message {
            // Sent by every page to begin with; the socket has dealt with it.
            ToServer::Hello { .. } => {}
            ToServer::Do { id, op } => {
                if self.is_new(socket, seat, &id) {
                    self.carry_out(socket, seat, id, op).await;
                }
            }
            ToServer::RollHero { id, who, name } => {
                if self.is_new(socket, seat, &id) {
                    let rolled = self.roll_hero(seat, &id, who, name).await;
                    self.answer(socket, seat, &id, rolled);
                    self.by_themselves().await;
                }
            }
            ToServer::Reveal { id } => {
                if self.is_new(socket, seat, &id) {
                    let revealed = match only_gm(seat, "open the dice") {
                        Ok(()) => self.reveal(&key(seat, &id)).await.map(drop),
                        Err(refusal) => Err(refusal.into()),
                    };
                    self.answer(socket, seat, &id, revealed);
                }
            }
            ToServer::Watch { actors } => {
                if seat.is_gm() {
                    self.watched = actors.into_iter().take(MOST_WATCHED).collect();
                    self.refresh(None);
                }
            }
            ToServer::Probe { id, command } => {
                // What is held is told of as little as if it were given.
                let refusal =
                    self.table().probe(seat, command).err().filter(|refusal| refusal.code() != "held");
                self.tell(socket, &ToClient::Probed { id, refusal });
            }
            ToServer::Look { id, who, from } => {
                let glimpse = self.table().view_from(seat, who, from);
                self.tell(socket, &ToClient::Looked { id, glimpse });
            }
            ToServer::Intent { id, who } => self.intent(socket, seat, id, who),
            ToServer::Odds { id, of } => self.odds(socket, seat, id, of),
            ToServer::Verdict { id, creatures, rested, absent, given, ahead } => {
                let terms = Terms { rested, absent, given };
                self.verdict(socket, seat, Fight { id, creatures, terms, ahead });
            }
            ToServer::Enough => self.enough(socket),
            ToServer::Lines { id, before, count } => {
                self.older(socket, seat, id, before, count).await;
            }
            ToServer::Nudge { seat: asleep } => self.nudge(socket, seat, asleep),
            ToServer::Point { point } => self.point(socket, seat, point).await,
            ToServer::Delay { seconds } => {
                if !seat.is_gm() || seconds.is_some_and(|seconds| !(10..=600).contains(&seconds)) {
                    return self.failed(
                        socket,
                        None,
                        "delay",
                        "The GM may set a delay of 10 to 600 seconds, or none.",
                    );
                }
                let kept = self.doors.set_delay(self.kept.id(), seconds).await;
                if let Err(error) = kept {
                    return self.failed(socket, None, "save", &error.to_string());
                }
                self.look_at_clock();
                self.refresh(None);
            }
        }
    }

    fn nudge(&mut self, socket: SocketId, seat: Seat, asleep: Seat) {
        if !seat.is_gm() {
            return self.failed(socket, None, "only-gm", "Only the GM may nudge people.");
        }
        let pages = |stream: &Stream| -> Vec<SocketId> {
            stream.sockets.iter().filter(|(_, socket)| !socket.preview).map(|(id, _)| *id).collect()
        };
        let pages = self.streams.get(&asleep).map(pages).unwrap_or_default();
        if pages.is_empty() {
            return self.failed(socket, None, "away", "They have no page open.");
        }
        if self.nudged.get(&asleep).is_some_and(|last| last.elapsed() < NUDGE_EVERY) {
            return self.failed(socket, None, "too-fast", "You nudged them a moment ago.");
        }
        self.nudged.insert(asleep, Instant::now());
        for page in pages {
            self.tell(page, &ToClient::Nudged);
        }
    }

    /// Whether an id is one and has not been seen; what was answered before is answered again.
    fn is_new(&mut self, socket: SocketId, seat: Seat, id: &str) -> bool {
        let formed = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
        if id.is_empty() || id.len() > 40 || !id.chars().all(formed) {
            let say = "A message needs an id of 1 to 40 letters, digits, - or _.";
            self.failed(socket, None, "unreadable", say);
            return false;
        }
        if let Some(answer) = self.answers.to(seat, id) {
            let answer = Arc::clone(answer);
            self.send(socket, answer);
            return false;
        }
        // It waits already; the page that asked last gets the answer.
        if let Some(held) = self.held.iter_mut().find(|held| held.seat == seat && held.id == id) {
            held.socket = socket;
            return false;
        }
        true
    }

    async fn carry_out(&mut self, socket: SocketId, seat: Seat, id: String, op: Op) {
        // The table's own numbers count what happens in secret: from a player they name nothing.
        let tables_own = match &op {
            Op::Answer { prompt, .. } => prompt.is_tables_own(),
            Op::Answers(said) => said.iter().any(|one| one.prompt.is_tables_own()),
            _ => false,
        };
        if tables_own && !seat.is_gm() {
            let refusal = Refusal::by_table("not-asked", "That question is closed.");
            return self.answer(socket, seat, &id, Err(refusal.into()));
        }
        let done = self.act(seat, op.clone(), Some(&key(seat, &id))).await;
        let changed = done.is_ok();
        match self.held_back(seat, &done) {
            Some(what) => self.hold(socket, seat, id, what.unwrap_or(Holds::Command(op))),
            None => self.answer(socket, seat, &id, done.map(drop)),
        }
        if changed {
            self.by_themselves().await;
        }
    }

    pub(super) fn answer(&mut self, socket: SocketId, seat: Seat, id: &str, done: Result<(), NotDone>) {
        let answer = match done {
            Ok(()) => {
                self.metrics.done.up();
                ToClient::Done { id: id.to_owned() }
            }
            Err(NotDone::Already) => ToClient::Done { id: id.to_owned() },
            Err(NotDone::Refused(refusal)) => {
                self.metrics.refused.up();
                ToClient::Refused { id: id.to_owned(), refusal }
            }
            Err(error @ (NotDone::Save(_) | NotDone::Broken(_))) => {
                tracing::error!(table = self.kept.id(), ?error, "not kept");
                // Not remembered: the same message may go better next time.
                return self.failed(socket, Some(id.to_owned()), "save", &error.to_string());
            }
        };
        let answer = text(&answer);
        self.answers.remember(seat, id, &answer);
        self.send(socket, answer);
    }

    pub(super) fn failed(&mut self, socket: SocketId, id: Option<String>, code: &str, say: &str) {
        self.metrics.failed.up();
        self.tell(socket, &ToClient::Failed { id, code: code.into(), say: say.into() });
    }
}

fn only_gm(seat: Seat, what: &str) -> Result<(), Refusal> {
    match seat.is_gm() {
        true => Ok(()),
        false => Err(Refusal::by_table("only-gm", format!("Only the GM may {what}."))),
    }
}

/// A message's id as the save keeps it: two seats may choose the same.
pub(super) fn key(seat: Seat, id: &str) -> String {
    format!("{}:{id}", seat.0)
}

fn id_of(message: &ToServer) -> Option<String> {
    match message {
        ToServer::Do { id, .. }
        | ToServer::RollHero { id, .. }
        | ToServer::Reveal { id }
        | ToServer::Probe { id, .. }
        | ToServer::Look { id, .. }
        | ToServer::Intent { id, .. }
        | ToServer::Odds { id, .. }
        | ToServer::Verdict { id, .. }
        | ToServer::Lines { id, .. } => Some(id.clone()),
        ToServer::Hello { .. }
        | ToServer::Watch { .. }
        | ToServer::Enough
        | ToServer::Nudge { .. }
        | ToServer::Point { .. }
        | ToServer::Delay { .. } => None,
    }
}
