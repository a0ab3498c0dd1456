//! A table at which one hero is made, and chance that makes one: it takes the steps that are offered
//! until the hero is done.

use std::collections::BTreeSet;

use boneyard_dice::Rng;
use boneyard_registry::{ByChance, Settled};
use boneyard_table::frame::Seeds;
use boneyard_table::stage::{Seating, Stage};
use boneyard_table::table::{AnyTable, Op};
use boneyard_table::view::{OfferCard, Owner, Picks, Sheet};
use boneyard_table::{Refusal, RuleId, Seat, Who};

use crate::Failure;
use crate::games::GameEntry;

/// The seat that makes the hero: a player, who cannot undo dice that were rolled.
pub(crate) const MAKER: Seat = Seat(1);

/// A table with only the hero in the making.
#[derive(Debug)]
pub(crate) struct Workshop {
    pub(crate) entry: &'static GameEntry,
    pub(crate) table: Box<dyn AnyTable>,
    /// The hero, once begun.
    pub(crate) who: Option<Who>,
    pub(crate) done: bool,
    /// Every rule and entry that was cited.
    pub(crate) cited: BTreeSet<RuleId>,
}

impl Workshop {
    pub(crate) fn new(entry: &'static GameEntry, seeds: Seeds) -> Result<Self, Failure> {
        let mut stage = Stage::default();
        stage.seats.insert("You".into(), Seating::Creatures(Vec::new()));
        let first = entry.game.stage("A new hero", &stage, Vec::new(), seeds).map_err(Failure::said)?;
        let table = entry.game.open(&first).map_err(Failure::said)?;
        Ok(Self { entry, table, who: None, done: false, cited: BTreeSet::new() })
    }

    /// The steps that can be taken now.
    pub(crate) fn steps(&self) -> Vec<OfferCard> {
        let offers = self.table.offers(MAKER, self.who);
        let begun = self.who.is_some();
        offers
            .into_iter()
            .filter(|offer| offer.refusal.is_none())
            .filter(|offer| begun || offer.command == self.entry.making.begins)
            .collect()
    }

    /// Takes a step; the inner refusal says why the step is impossible.
    pub(crate) fn take(&mut self, offer: &OfferCard, picks: &Picks) -> Result<Result<(), Refusal>, Failure> {
        let taken = self.act(MAKER, Op::Command(offer.filled(picks)))?;
        if taken.is_ok() {
            self.agree()?;
            let newest = self.table.creatures(MAKER).last().map(|(who, _)| *who);
            self.who = self.who.or(newest);
            self.done = offer.command == self.entry.making.done;
        }
        Ok(taken)
    }

    /// Undoes the last step, as far as a player may.
    pub(crate) fn back(&mut self) -> Result<Result<(), Refusal>, Failure> {
        let undone = self.act(MAKER, Op::Undo { from: None, reason: None })?;
        if self.table.creatures(MAKER).is_empty() {
            self.who = None;
        }
        Ok(undone)
    }

    /// Nobody runs this table, so every question to its game master gets the proposed answer.
    fn agree(&mut self) -> Result<(), Failure> {
        while let Some(prompt) = self.table.prompts(Seat::GM).into_iter().next() {
            let (Ok(id), Some(say)) = (prompt.id.parse(), prompt.default) else {
                return Err(Failure::said(format!("Nobody is here to answer: {}", prompt.question)));
            };
            let answer = Op::Answer { prompt: id, say, table_rule: false };
            self.act(Seat::GM, answer)?.map_err(Failure::said)?;
        }
        Ok(())
    }

    fn act(&mut self, seat: Seat, op: Op) -> Result<Result<(), Refusal>, Failure> {
        match self.table.plan(seat, op, None) {
            Ok(planned) => {
                self.cited.extend(planned.cited);
                self.table.apply_record(&planned.record).map(Ok).map_err(Failure::said)
            }
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    /// The hero's name.
    pub(crate) fn name(&self) -> String {
        let known = self.table.creatures(MAKER);
        known.into_iter().find(|(who, _)| Some(*who) == self.who).map(|(_, name)| name).unwrap_or_default()
    }

    /// The hero's sheet.
    pub(crate) fn sheet(&self) -> Option<Sheet> {
        let who = self.who?;
        self.table.view(MAKER).sheets.into_iter().find(|sheet| sheet.owner == Owner::Hero { who })
    }
}

/// Makes the hero of this seed, with the choices given beforehand.
pub(crate) fn by_chance(workshop: &mut Workshop, chance: Rng, settled: Settled) -> Result<(), Failure> {
    let mut chance = ByChance::new(workshop.entry.making, chance).settled(settled);
    while !workshop.done {
        let steps = workshop.steps();
        let Some((offer, picks)) = chance.next(&steps).map_err(Failure::said)? else {
            return Err(Failure::said("No hero was made: the offered steps lead nowhere."));
        };
        if workshop.take(offer, &picks)?.is_ok() {
            chance.took(offer, &picks);
        }
    }
    chance.done().map_err(Failure::said)
}

#[cfg(test)]
mod tests;
