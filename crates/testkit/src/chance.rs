//! Chance that always takes the same way for the same seed, and any form filled in by it.

use std::collections::BTreeMap;

use boneyard_table::view::{Candidate, Domain, OfferCard, Param, Picks, PromptCard, PromptKind};
use serde_json::{Map, Value, json};

/// Words people write into free fields, some of which games know.
const WORDS: [&str; 13] = [
    "sword",
    "climb",
    "poison",
    "medicine",
    "spot",
    "persuade",
    "track the wolf",
    "small shield",
    "Ж o’",
    "law",
    "rope",
    "a lever",
    "torch",
];

/// A stream of numbers.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The stream of this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0xA076_1D64_78BD_642F) ^ 0x5DEE_CE66)
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// From 0 up to, not including, `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.number() % end.max(1) as u64) as usize
    }

    /// Once in so many times.
    pub fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    /// One of them; `None` of nothing.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        if of.is_empty() { None } else { Some(&of[self.below(of.len())]) }
    }

    /// Any order.
    pub fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            all.swap(at, self.below(at + 1));
        }
    }
}

/// An offer filled in at random; `None` where a list is empty.
pub fn filled(offer: &OfferCard, chance: &mut Chance) -> Option<Value> {
    form(&offer.params, chance).map(|picks| offer.filled(&picks))
}

/// An answer to a prompt at random.
pub fn said(card: &PromptCard, chance: &mut Chance) -> Option<Value> {
    if let PromptKind::TypeDice { groups } = &card.kind {
        let dice = groups.iter().flat_map(|group| (0..group.count).map(|_| group.sides));
        let faces: Vec<usize> = dice.map(|sides| 1 + chance.below(sides as usize)).collect();
        return Some(json!(faces));
    }
    pick(card.domain.as_ref()?, None, chance)
}

/// Something out of a domain at random.
pub fn pick(domain: &Domain, before: Option<&Value>, chance: &mut Chance) -> Option<Value> {
    match domain {
        Domain::Creature { among } => one(among, before, chance),
        Domain::OneOf { options } => one(options, before, chance),
        Domain::Item { among } | Domain::Place { among } => one(among, before, chance),
        Domain::Amount { least, most, .. } => {
            // Ends are where mistakes live.
            let span = usize::try_from(most - least).unwrap_or(0) + 1;
            let within = if chance.one_in(2) { span.min(12) } else { span };
            Some(json!(least + chance.below(within) as i32))
        }
        Domain::YesNo { .. } => Some(json!(chance.one_in(2))),
        Domain::Text { most, .. } => {
            let word = *chance.pick(&WORDS)?;
            let text =
                if chance.one_in(2) { word.to_owned() } else { format!("{word} {}", chance.below(1000)) };
            Some(json!(text.chars().take(*most as usize).collect::<String>()))
        }
        Domain::Assign { values, slots } => {
            let mut values: Vec<&String> = values.iter().map(|value| &value.pick).collect();
            chance.shuffle(&mut values);
            let given = slots.iter().zip(values).map(|(slot, value)| (slot.pick.clone(), json!(value)));
            Some(Value::Object(given.collect::<Map<_, _>>()))
        }
        Domain::Subset { of, least, most, .. } => {
            let mut all: Vec<&String> = of.iter().map(|thing| &thing.what.pick).collect();
            let (least, most) = (*least as usize, (*most as usize).min(all.len()));
            if least > most {
                return None;
            }
            chance.shuffle(&mut all);
            // Mostly everybody, so that scenes are worth playing.
            let count = if chance.one_in(4) { least + chance.below(most - least + 1) } else { most };
            Some(json!(all[..count]))
        }
        Domain::Square { among } => chance.pick(among).map(|square| json!(square)),
        Domain::Direction { among } => chance.pick(among).map(|direction| json!(direction)),
        Domain::Points { total, all, to } => {
            let mut each: Vec<&String> =
                to.iter().flat_map(|bin| (0..bin.most).map(move |_| &bin.to.pick)).collect();
            chance.shuffle(&mut each);
            let most = each.len().min(*total as usize);
            each.truncate(if *all { most } else { chance.below(most + 1) });
            let mut spread: BTreeMap<&String, u32> = BTreeMap::new();
            each.into_iter().for_each(|bin| *spread.entry(bin).or_default() += 1);
            Some(json!(spread))
        }
        Domain::Seat { among } => one(among, before, chance),
        Domain::Die { among, least, most, .. } => {
            let mut all: Vec<&String> =
                among.iter().filter(|die| die.open(before)).map(|die| &die.pick).collect();
            let (least, most) = (*least as usize, (*most as usize).min(all.len()));
            if least > most {
                return None;
            }
            chance.shuffle(&mut all);
            Some(json!(all[..least + chance.below(most - least + 1)]))
        }
        Domain::Path { reach, .. } => chance.pick(reach).map(|reach| json!([reach.square])),
        Domain::Area { origins, directions, .. } => {
            let origin = chance.pick(origins)?;
            Some(json!({ "origin": origin, "direction": chance.pick(directions) }))
        }
        Domain::Ranking { of } => {
            let mut all: Vec<&String> = of.iter().map(|one| &one.pick).collect();
            chance.shuffle(&mut all);
            Some(json!(all))
        }
        Domain::Form { params } => form(params, chance).map(|picks| json!(picks)),
    }
}

fn form(params: &[Param], chance: &mut Chance) -> Option<Picks> {
    let mut picks = Picks::new();
    for param in params {
        if param.optional && chance.one_in(2) {
            continue;
        }
        let before = param.after.as_ref().and_then(|name| picks.get(name)).cloned();
        picks.insert(param.name.clone(), pick(&param.domain, before.as_ref(), chance)?);
    }
    Some(picks)
}

fn one<K: Clone + serde::Serialize>(
    among: &[Candidate<K>],
    before: Option<&Value>,
    chance: &mut Chance,
) -> Option<Value> {
    let open: Vec<&Candidate<K>> = among.iter().filter(|one| one.open(before)).collect();
    chance.pick(&open).map(|one| json!(one.pick))
}
