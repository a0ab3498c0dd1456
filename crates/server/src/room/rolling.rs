//! Heroes made by chance, step by step, each step on disk before the next. A step that waits for somebody is waited
//! for, and what is left is rolled after it.

use std::collections::BTreeSet;

use boneyard_dice::Rng;
use boneyard_registry::ByChance;
use boneyard_table::live::ActionId;
use boneyard_table::table::Op;
use boneyard_table::{Refusal, Seat, Who};
use serde_json::{Value, json};

use super::actor::Actor;
use super::kept::NotDone;
use super::messages::key;
use crate::random;

/// A hero that chance is about to make.
#[derive(Debug)]
pub(super) struct Rolling {
    seat: Seat,
    who: Option<Who>,
    name: Option<String>,
    chance: ByChance,
    /// Whom the seat played before: whoever is new is the hero.
    before: BTreeSet<Who>,
    /// The step that is waited for.
    waits: Option<ActionId>,
}

impl Actor {
    /// Chance makes a hero, or what is left to make of one.
    pub(super) async fn roll_hero(
        &mut self,
        seat: Seat,
        id: &str,
        who: Option<Who>,
        name: Option<String>,
    ) -> Result<(), NotDone> {
        let number = random::number().map_err(|error| Refusal::by_table("no-chance", error.to_string()))?;
        let chance = ByChance::new(self.kept.entry().making, Rng::new(number));
        let before = self.played_by(seat);
        self.rolling.retain(|other| other.seat != seat);
        let rolling = Rolling { seat, who, name, chance, before, waits: None };
        self.roll(rolling, Some(&key(seat, id))).await
    }

    /// Goes on with heroes whose last step was waited for and is settled.
    pub(super) async fn roll_on(&mut self) {
        for rolling in std::mem::take(&mut self.rolling) {
            let waiting = self.table().waits().iter().any(|(id, _)| Some(*id) == rolling.waits);
            if waiting {
                self.rolling.push(rolling);
                continue;
            }
            // Whoever has dropped the step wants no other in its place.
            let settled = rolling.waits.is_some_and(|step| self.table().done().contains(&step));
            if settled && let Err(error) = self.roll(rolling, None).await {
                // Where chance leads no further, people go on.
                tracing::debug!(table = self.kept.id(), %error, "a hero is left half made");
            }
        }
    }

    async fn roll(&mut self, mut rolling: Rolling, command: Option<&str>) -> Result<(), NotDone> {
        let making = self.kept.entry().making;
        let seat = rolling.seat;
        let mut command = command;
        loop {
            let now = self.played_by(seat);
            rolling.who = rolling.who.or_else(|| now.difference(&rolling.before).next().copied());
            let begun = rolling.who.is_some();
            let mut steps = self.table().offers(seat, rolling.who);
            steps.retain(|offer| offer.refusal.is_none() && (begun || offer.command == making.begins));
            let Ok(Some((offer, mut picks))) = rolling.chance.next(&steps) else {
                return Err(nowhere().into());
            };
            if let Some(name) = rolling.name.as_ref().filter(|_| !begun) {
                picks.insert("name".into(), json!(name));
            }
            let filled: Value = offer.filled(&picks);
            match self.act(seat, Op::Command(filled), command).await {
                Ok(planned) => {
                    rolling.chance.took(offer, &picks);
                    command = None;
                    if offer.command == making.done {
                        return Ok(());
                    }
                    if planned.waits {
                        rolling.waits = planned.action;
                        self.rolling.push(rolling);
                        return Ok(());
                    }
                }
                // A step that does not fit is left; one that begins is not.
                Err(NotDone::Refused(refusal)) if !begun => return Err(refusal.into()),
                Err(NotDone::Refused(_)) => {}
                Err(other) => return Err(other),
            }
        }
    }

    fn played_by(&self, seat: Seat) -> BTreeSet<Who> {
        self.table().speaks_for(seat).into_iter().collect()
    }
}

fn nowhere() -> Refusal {
    Refusal::by_table("no-hero", "No hero can be made from here by chance: the steps on offer lead nowhere.")
}
