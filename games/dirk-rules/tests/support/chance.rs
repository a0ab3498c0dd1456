//! Chance for tests: the same seed always takes the same way. And any form filled in at random.

use boneyard_table::view::{Candidate, Domain, OfferCard, Picks, PromptCard, PromptKind};
use serde_json::{Map, Value, json};

/// A stream of numbers.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0xA076_1D64_78BD_642F) ^ 0x5DEE_CE66)
    }

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

    pub fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        if of.is_empty() { None } else { Some(&of[self.below(of.len())]) }
    }

    fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            all.swap(at, self.below(at + 1));
        }
    }
}

/// An offer filled in at random; `None` where a list is empty.
pub fn filled(offer: &OfferCard, chance: &mut Chance) -> Option<Value> {
    let mut picks = Picks::new();
    for param in &offer.params {
        if param.optional && chance.one_in(2) {
            continue;
        }
        let before = param.after.as_ref().and_then(|name| picks.get(name)).cloned();
        picks.insert(param.name.clone(), pick(&param.domain, before.as_ref(), chance)?);
    }
    Some(offer.filled(&picks))
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
            const WORDS: [&str; 10] = [
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
            ];
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
        other => panic!("this game has no such domain yet: {other:?}"),
    }
}

fn one<K: Clone + serde::Serialize>(
    among: &[Candidate<K>],
    before: Option<&Value>,
    chance: &mut Chance,
) -> Option<Value> {
    let open: Vec<&Candidate<K>> = among.iter().filter(|one| one.open(before)).collect();
    chance.pick(&open).map(|one| json!(one.pick))
}
