//! A table at which one hero is made, and chance that makes one: it takes the steps that are offered
//! until the hero is done.

use std::collections::{BTreeMap, BTreeSet};

use boneyard_dice::Rng;
use boneyard_table::frame::Seeds;
use boneyard_table::stage::{Seating, Stage};
use boneyard_table::table::{AnyTable, Op};
use boneyard_table::view::{Candidate, Domain, OfferCard, Owner, Param, Picks, Sheet};
use boneyard_table::{Refusal, Seat, Who};
use serde_json::{Map, Value, json};

use crate::Failure;
use crate::games::GameEntry;

/// Whoever makes the hero: a player, so that dice that fell cannot be taken back.
pub(crate) const MAKER: Seat = Seat(1);

/// A hero takes far fewer steps, also if many a try is refused.
const MOST_TRIES: u32 = 2_000;

/// A table with nothing on it but the hero to be.
#[derive(Debug)]
pub(crate) struct Workshop {
    pub(crate) entry: &'static GameEntry,
    pub(crate) table: Box<dyn AnyTable>,
    /// The hero, once begun.
    pub(crate) who: Option<Who>,
    pub(crate) done: bool,
}

impl Workshop {
    pub(crate) fn new(entry: &'static GameEntry, seeds: Seeds) -> Result<Self, Failure> {
        let mut stage = Stage::default();
        stage.seats.insert("You".into(), Seating::Creatures(Vec::new()));
        let first = entry.game.stage("A new hero", &stage, Vec::new(), seeds).map_err(Failure::said)?;
        let table = entry.game.open(&first).map_err(Failure::said)?;
        Ok(Self { entry, table, who: None, done: false })
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

    /// Takes a step; the inner refusal says why it cannot be taken.
    pub(crate) fn take(&mut self, offer: &OfferCard, picks: &Picks) -> Result<Result<(), Refusal>, Failure> {
        let taken = self.act(Op::Command(offer.filled(picks)))?;
        if taken.is_ok() {
            let newest = self.table.creatures(MAKER).last().map(|(who, _)| *who);
            self.who = self.who.or(newest);
            self.done = offer.command == self.entry.making.done;
        }
        Ok(taken)
    }

    /// Takes the last step back, as far as a player may.
    pub(crate) fn back(&mut self) -> Result<Result<(), Refusal>, Failure> {
        let undone = self.act(Op::Undo { from: None, reason: None })?;
        if self.table.creatures(MAKER).is_empty() {
            self.who = None;
        }
        Ok(undone)
    }

    fn act(&mut self, op: Op) -> Result<Result<(), Refusal>, Failure> {
        match self.table.plan(MAKER, op, None) {
            Ok(planned) => self.table.follow(&planned.record).map(Ok).map_err(Failure::said),
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

/// Choices made beforehand, by the field they fill.
#[derive(Debug, Default)]
pub(crate) struct Settled(BTreeMap<String, String>);

impl Settled {
    /// Reads choices written as `field=choice`.
    pub(crate) fn read(given: &[String]) -> Result<Self, Failure> {
        let mut settled = BTreeMap::new();
        for text in given {
            let Some((field, choice)) = text.split_once('=').filter(|(field, _)| !field.is_empty()) else {
                return Err(Failure::said(format!("\"{text}\" sets nothing: write FIELD=CHOICE.")));
            };
            settled.insert(field.trim().to_owned(), choice.trim().to_owned());
        }
        Ok(Self(settled))
    }

    /// What a field must hold, if that was said beforehand.
    fn pick(&self, param: &Param) -> Result<Option<Value>, Failure> {
        let Some(wanted) = self.0.get(&param.name) else { return Ok(None) };
        let options: Vec<(Value, String)> = match &param.domain {
            Domain::OneOf { options } => {
                options.iter().map(|one| (one.pick.clone(), one.name.text().to_owned())).collect()
            }
            Domain::Text { .. } => return Ok(Some(json!(wanted))),
            _ => return Err(Failure::said(format!("{} cannot be set beforehand.", param.name))),
        };
        let fits = |one: &&(Value, String)| {
            one.1.eq_ignore_ascii_case(wanted)
                || one.0.as_str().is_some_and(|pick| pick.eq_ignore_ascii_case(wanted))
        };
        let names: Vec<&str> = options.iter().map(|(_, name)| name.as_str()).collect();
        match options.iter().find(fits) {
            Some((pick, _)) => Ok(Some(pick.clone())),
            None => {
                let known = names.join(", ");
                Err(Failure::said(format!("{} cannot be \"{wanted}\". There is {known}.", param.name)))
            }
        }
    }
}

/// Makes the hero that belongs to this stream of chance, with the choices made beforehand.
pub(crate) fn by_chance(workshop: &mut Workshop, chance: &mut Rng, settled: &Settled) -> Result<(), Failure> {
    let making = workshop.entry.making;
    let mut used: BTreeSet<String> = BTreeSet::new();
    let mut taken: Vec<String> = Vec::new();
    for _ in 0..MOST_TRIES {
        let steps = workshop.steps();
        let times = |offer: &OfferCard| taken.iter().filter(|known| **known == offer.command).count();
        let begins = |offer: &OfferCard| offer.command == making.begins;
        let leans: Vec<u32> = steps
            .iter()
            .map(|offer| if begins(offer) { 1 } else { (making.leans)(offer, times(offer)) })
            .collect();
        let mut at = below(chance, leans.iter().sum());
        let step = steps.iter().zip(&leans).find(|(_, leans)| {
            let here = at < **leans;
            at = at.saturating_sub(**leans);
            here
        });
        let Some((offer, _)) = step else { break };
        let Some(picks) = fill(offer, &making.words, chance, settled)? else { continue };
        used.extend(picks.keys().cloned());
        if workshop.take(offer, &picks)?.is_ok() {
            taken.push(offer.command.clone());
        }
        if workshop.done {
            return match settled.0.keys().find(|field| !used.contains(*field)) {
                Some(field) => Err(Failure::said(format!("No step has a field {field} to set."))),
                None => Ok(()),
            };
        }
    }
    Err(Failure::said("No hero came of it: the steps on offer lead nowhere."))
}

type Words = fn(&OfferCard, &str, &Picks) -> Vec<String>;

/// A form filled in at random; `None` where there is nothing to pick from.
fn fill(
    offer: &OfferCard,
    words: &Words,
    chance: &mut Rng,
    settled: &Settled,
) -> Result<Option<Picks>, Failure> {
    let mut picks = Picks::new();
    for param in &offer.params {
        if let Some(value) = settled.pick(param)? {
            picks.insert(param.name.clone(), value);
            continue;
        }
        let before = param.after.as_ref().and_then(|name| picks.get(name)).cloned();
        let picked = match &param.domain {
            Domain::Text { .. } => {
                let words = words(offer, &param.name, &picks);
                any(&words, chance).map(|word| json!(word))
            }
            domain => pick(domain, before.as_ref(), chance),
        };
        match picked {
            Some(value) => {
                picks.insert(param.name.clone(), value);
            }
            None if param.optional => {}
            None => return Ok(None),
        }
    }
    Ok(Some(picks))
}

/// Something out of a domain; `None` for those that making a hero has no use for.
fn pick(domain: &Domain, before: Option<&Value>, chance: &mut Rng) -> Option<Value> {
    match domain {
        Domain::Creature { among } => one(among, before, chance),
        Domain::Item { among } | Domain::Place { among } => one(among, before, chance),
        Domain::OneOf { options } => one(options, before, chance),
        Domain::Amount { least, most, .. } => {
            let span = u32::try_from(most - least).unwrap_or(0).saturating_add(1);
            Some(json!(least.saturating_add_unsigned(below(chance, span))))
        }
        Domain::YesNo { .. } => Some(json!(below(chance, 2) == 0)),
        Domain::Assign { values, slots } => {
            let mut values: Vec<&str> = values.iter().map(|value| value.pick.as_str()).collect();
            shuffle(&mut values, chance);
            let given = slots.iter().zip(values).map(|(slot, value)| (slot.pick.clone(), json!(value)));
            Some(Value::Object(given.collect::<Map<_, _>>()))
        }
        Domain::Ranking { of } => {
            let mut all: Vec<&str> = of.iter().map(|one| one.pick.as_str()).collect();
            shuffle(&mut all, chance);
            Some(json!(all))
        }
        Domain::Subset { of, least, most, budget } => {
            let mut all: Vec<(&str, u32)> = of.iter().map(|one| (one.what.pick.as_str(), one.cost)).collect();
            shuffle(&mut all, chance);
            let most = (*most).min(u32::try_from(all.len()).unwrap_or(u32::MAX));
            let count = least + below(chance, most.checked_sub(*least)? + 1);
            let mut left = budget.unwrap_or(u32::MAX);
            let affordable = all.into_iter().filter(|(_, cost)| {
                let fits = *cost <= left;
                left -= if fits { *cost } else { 0 };
                fits
            });
            let taken: Vec<&str> = affordable.map(|(pick, _)| pick).take(count as usize).collect();
            Some(json!(taken))
        }
        _ => None,
    }
}

fn one<K: Clone + serde::Serialize>(
    among: &[Candidate<K>],
    before: Option<&Value>,
    chance: &mut Rng,
) -> Option<Value> {
    let open: Vec<&Candidate<K>> = among.iter().filter(|one| one.open(before)).collect();
    any(&open, chance).map(|one| json!(one.pick))
}

fn any<'a, T>(of: &'a [T], chance: &mut Rng) -> Option<&'a T> {
    of.get(below(chance, u32::try_from(of.len()).unwrap_or(u32::MAX)) as usize)
}

fn shuffle<T>(all: &mut [T], chance: &mut Rng) {
    for at in (1..all.len()).rev() {
        all.swap(at, below(chance, at as u32 + 1) as usize);
    }
}

/// From 0 up to, not including, `end`; 0 if there is nothing below it.
fn below(chance: &mut Rng, end: u32) -> u32 {
    (((chance.word() >> 32) * u64::from(end)) >> 32) as u32
}
