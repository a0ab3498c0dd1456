//! What a creature would do next if it were left to itself: asked for by the game master, who may then let it, do
//! something else, or ask for the odds of it. Nothing happens here.

use boneyard_table::{Seat, Who};

use super::actor::Actor;
use super::ask::SocketId;
use crate::protocol::{IntentCard, ToClient};

impl Actor {
    pub(super) fn intent(&mut self, socket: SocketId, seat: Seat, id: String, who: Who) {
        if !seat.is_gm() {
            return self.failed(socket, Some(id), "only-gm", "Only the GM sees what creatures will do.");
        }
        let intent = self.table().instinct(who).map(|command| {
            let word = command.as_str().or_else(|| command.as_object()?.keys().next().map(String::as_str));
            let offers = self.table().offers(seat, Some(who));
            let offer = word.and_then(|word| offers.into_iter().find(|offer| offer.command == word));
            IntentCard { command, offer, by_itself: self.table().could_by_itself(who) }
        });
        self.tell(socket, &ToClient::Intent { id, intent: intent.map(Box::new) });
    }
}
