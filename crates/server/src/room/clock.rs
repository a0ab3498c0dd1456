//! The clock: where a table has a delay, instinct answers for whoever was asked too long ago. Rules know no
//! clock; this is the only one at a table.

use std::collections::BTreeSet;
use std::time::Duration;

use boneyard_table::Seat;
use boneyard_table::live::PromptId;
use boneyard_table::table::Op;
use tokio::time::Instant;

use super::actor::Actor;

impl Actor {
    /// Notes since when each prompt is asked, if the table has a delay.
    pub(super) fn look_at_clock(&mut self) {
        if self.doors.delay(self.kept.id()).is_none() {
            self.asked_since.clear();
            return;
        }
        let open: BTreeSet<(String, String)> =
            self.table().prompts(Seat::GM).into_iter().map(|card| (card.id, card.digest)).collect();
        self.asked_since.retain(|prompt, _| open.contains(prompt));
        for prompt in open {
            self.asked_since.entry(prompt).or_insert_with(|| Some(Instant::now()));
        }
    }

    pub(super) fn late_at(&self) -> Option<Instant> {
        if self.paused.is_some() {
            return None;
        }
        let delay = Duration::from_secs(self.doors.delay(self.kept.id())?.into());
        self.asked_since.values().flatten().min().map(|since| *since + delay)
    }

    /// Instinct answers for whoever was asked too long ago. What it may not answer is left to the GM.
    pub(super) async fn answer_late(&mut self) {
        let Some(delay) = self.doors.delay(self.kept.id()) else { return };
        let due = Instant::now().checked_sub(Duration::from_secs(delay.into()));
        let late = |since: &Option<Instant>| since.is_some_and(|since| due.is_some_and(|due| since <= due));
        let Some(prompt) =
            self.asked_since.iter().find(|(_, since)| late(since)).map(|(prompt, _)| prompt.clone())
        else {
            return;
        };
        if let Ok(id) = prompt.0.parse::<PromptId>()
            && self.act(Seat::GM, Op::Delay { prompt: id }, None).await.is_ok()
        {
            self.by_themselves().await;
        } else {
            self.asked_since.insert(prompt, None);
        }
    }
}
