//! Chance that makes a hero: of the steps on offer it takes one after the other. The host of the table
//! carries them out and says how it went.

use boneyard_dice::Rng;
use boneyard_table::view::{Candidate, Domain, OfferCard, Picks};
use serde_json::{Map, Value, json};

use crate::{Making, NotSettled, Settled};

/// A hero takes far fewer steps, also if many a try is refused.
const MOST_TRIES: u32 = 2_000;
/// So many tries in a row that come to nothing, and what is advised is let go.
const MOST_REFUSED: u32 = 50;

/// A hero being made by chance.
#[derive(Debug)]
pub struct ByChance {
    making: Making,
    chance: Rng,
    /// The commands taken so far.
    taken: Vec<String>,
    tries: u32,
    /// Tries since a step was taken.
    refused: u32,
    settled: Settled,
}

impl ByChance {
    /// The hero that belongs to this stream of chance.
    pub fn new(making: Making, chance: Rng) -> Self {
        Self { making, chance, taken: Vec::new(), tries: 0, refused: 0, settled: Settled::default() }
    }

    /// With choices made beforehand.
    #[must_use]
    pub fn settled(self, settled: Settled) -> Self {
        Self { settled, ..self }
    }

    /// The next step out of those on offer, with its form filled in; `None` if they lead nowhere.
    pub fn next<'a>(&mut self, steps: &'a [OfferCard]) -> Result<Option<(&'a OfferCard, Picks)>, NotSettled> {
        while self.tries < MOST_TRIES {
            self.tries += 1;
            self.refused += 1;
            let leans = self.all_leans(steps);
            let mut at = below(&mut self.chance, leans.iter().sum());
            let step = steps.iter().zip(&leans).find(|(_, leans)| {
                let here = at < **leans;
                at = at.saturating_sub(**leans);
                here
            });
            let Some((offer, _)) = step else { break };
            if let Some(picks) = fill(offer, &self.making.words, &mut self.chance, &self.settled)? {
                return Ok(Some((offer, picks)));
            }
        }
        Ok(None)
    }

    /// The step was not refused.
    pub fn took(&mut self, offer: &OfferCard, picks: &Picks) {
        self.refused = 0;
        self.settled.took(picks);
        self.taken.push(offer.command.clone());
    }

    /// The hero is done: whether every choice made beforehand found its field.
    pub fn done(&self) -> Result<(), NotSettled> {
        self.settled.all_used()
    }

    /// How much it leans to each step: only to those that are advised, if there are any.
    fn all_leans(&self, steps: &[OfferCard]) -> Vec<u32> {
        let leans: Vec<u32> = steps.iter().map(|offer| self.leans(offer)).collect();
        let first: Vec<u32> = steps
            .iter()
            .zip(&leans)
            .map(|(offer, leans)| if offer.is_advised() { *leans } else { 0 })
            .collect();
        // Sometimes what is advised is refused; then it has to go on otherwise.
        let stuck = self.refused >= MOST_REFUSED;
        if stuck || first.iter().all(|leans| *leans == 0) { leans } else { first }
    }

    /// What was chosen stays as it is.
    fn leans(&self, offer: &OfferCard) -> u32 {
        if offer.again {
            return 0;
        }
        if offer.command == self.making.begins {
            return 1;
        }
        let times = self.taken.iter().filter(|known| **known == offer.command).count();
        (self.making.leans)(offer, times)
    }
}

type Words = fn(&OfferCard, &str, &Picks) -> Vec<String>;

/// A form filled in at random; `None` where there is nothing to pick from.
fn fill(
    offer: &OfferCard,
    words: &Words,
    chance: &mut Rng,
    settled: &Settled,
) -> Result<Option<Picks>, NotSettled> {
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
            let first = slots.iter().position(|slot| slot.advised);
            if let Some(first) = first.filter(|first| *first < values.len()) {
                raise(&mut values, first, chance);
            }
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
    let mut open: Vec<&Candidate<K>> = among.iter().filter(|one| one.open(before)).collect();
    if open.iter().any(|one| one.advised) {
        open.retain(|one| one.advised);
    }
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

/// One of the two best numbers goes to this place; what stood there goes where it came from.
fn raise(values: &mut [&str], place: usize, chance: &mut Rng) {
    let number = |at: &usize| values[*at].trim().parse::<i64>().unwrap_or(i64::MIN);
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(number(at)));
    order.truncate(2);
    if let Some(from) = any(&order, chance).filter(|_| !order.contains(&place)) {
        values.swap(*from, place);
    }
}

/// From 0 up to, not including, `end`; 0 if there is nothing below it.
fn below(chance: &mut Rng, end: u32) -> u32 {
    (((chance.word() >> 32) * u64::from(end)) >> 32) as u32
}
