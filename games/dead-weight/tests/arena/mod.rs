//! Fights to try things on: a table as a server would run it, chance, and forms filled in at random.

// Each test binary uses its own part of this.
#![allow(dead_code)]

pub mod deed;
pub mod sound;

use std::collections::{BTreeMap, BTreeSet};

use boneyard_table::frame::Seeds;
use boneyard_table::live::Scripted;
use boneyard_table::stage::{Seating, Stage};
use boneyard_table::table::{AnyGame, AnyTable, GameOf, Op, PackName, Planned};
use boneyard_table::view::{Bin, Candidate, Domain, OfferCard, Picks, PromptCard, PromptKind};
use boneyard_table::{Refusal, RuleId, Seat};
use dead_weight::DeadWeight;
use dead_weight::state::State;
use serde_json::{Value, json};

pub static GAME: GameOf<DeadWeight> = GameOf::new();

pub const GM: Seat = Seat::GM;
pub const ANN: Seat = Seat(1);
pub const CY: Seat = Seat(2);

/// A table with every record it ever followed and every rule that was cited on the way.
#[derive(Debug)]
pub struct Arena {
    pub table: Box<dyn AnyTable>,
    pub records: Vec<String>,
    pub cited: BTreeSet<RuleId>,
}

impl Arena {
    pub fn set(stage: &Stage, seed: u64) -> Self {
        Self::with_packs(stage, Vec::new(), seed)
    }

    pub fn with_packs(stage: &Stage, packs: Vec<PackName>, seed: u64) -> Self {
        let first = GAME.stage("A scene", stage, packs, seeds_of(seed)).expect("the stage can be set up");
        let table = GAME.open(&first).expect("a first record opens a table");
        Self { table, records: vec![first], cited: BTreeSet::new() }
    }

    /// A stage written as JSON.
    pub fn scene(stage: Value, seed: u64) -> Self {
        Self::set(&serde_json::from_value(stage).expect("the stage can be read"), seed)
    }

    pub fn op(&mut self, seat: Seat, op: Op) -> Result<Planned, Refusal> {
        let planned = self.table.plan(seat, op, None)?;
        self.follow(&planned);
        Ok(planned)
    }

    fn follow(&mut self, planned: &Planned) {
        self.table.follow(&planned.record).expect("a planned record can be followed");
        self.records.push(planned.record.clone());
        self.cited.extend(&planned.cited);
    }

    /// The GM does something with these dice, and everybody answers by instinct.
    pub fn does(&mut self, command: Value, dice: &[u8]) {
        let mut dice = Scripted::new(dice.iter().copied());
        let told = command.to_string();
        let planned = self.table.plan(GM, Op::Command(command), Some(&mut dice));
        let planned = planned.unwrap_or_else(|refusal| panic!("{told} is refused: {refusal}"));
        self.follow(&planned);
        while let Some((seat, op)) = by_instinct(&*self.table) {
            let planned = self.table.plan(seat, op, Some(&mut dice)).expect("instinct is legal");
            self.follow(&planned);
        }
        assert_eq!(dice.left(), [0; 0], "dice are left over after {told}");
    }

    pub fn state(&self) -> State {
        serde_json::from_value(self.raw()).expect("a state can be read")
    }

    /// The state as it is stored, to compare.
    pub fn raw(&self) -> Value {
        self.table.state().expect("a state can be written")
    }

    pub fn published(&self) -> Value {
        self.table.published()
    }

    /// The same table from all its records.
    pub fn replayed(&self) -> Value {
        let mut table = GAME.open(&self.records[0]).expect("a first record opens a table");
        let rest = &self.records[1..];
        rest.iter().for_each(|record| table.follow(record).expect("records can be followed again"));
        table.state().expect("a state can be written")
    }
}

pub fn seeds_of(seed: u64) -> Seeds {
    let mut open = [0; 32];
    open[..8].copy_from_slice(&seed.to_le_bytes());
    Seeds { open, secret: [9; 32] }
}

/// What answers the first open question by instinct, if one is open.
pub fn by_instinct(table: &dyn AnyTable) -> Option<(Seat, Op)> {
    let card = table.prompts(GM).into_iter().next()?;
    let seat = card.asks.first().copied().unwrap_or(GM);
    let say = card.default.expect("instinct answers every question");
    Some((seat, answer(&card.id, say)))
}

/// An answer to a prompt.
pub fn answer(prompt: &str, say: Value) -> Op {
    let prompt = prompt.parse().expect("a prompt has a number");
    Op::Answer { prompt, say, table_rule: false }
}

/// The next move of whoever is waited for, by instinct.
pub fn moves(table: &dyn AnyTable) -> Option<Op> {
    let awaits = table.awaits();
    awaits.creatures.iter().find_map(|who| table.instinct(*who)).map(Op::Command)
}

/// A ready fight with Ann playing half the party.
pub fn start(number: usize) -> Stage {
    let fights: Vec<_> =
        dead_weight::starts().into_iter().filter(|(_, stage)| !stage.creatures.is_empty()).collect();
    let (_, mut stage) = fights[number % fights.len()].clone();
    let half: Vec<String> = stage.heroes.keys().take(2).cloned().collect();
    stage.seats.insert("Ann".into(), Seating::Creatures(half));
    stage
}

/// A stream of numbers: the same seed always takes the same way.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0xA076_1D64_78BD_642F) ^ 0x5DEE_CE66)
    }

    fn number(&mut self) -> u64 {
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

fn pick(domain: &Domain, before: Option<&Value>, chance: &mut Chance) -> Option<Value> {
    match domain {
        Domain::Creature { among } => one(among, before, chance),
        Domain::OneOf { options } => one(options, before, chance),
        Domain::Item { among } | Domain::Place { among } => one(among, before, chance),
        Domain::Square { among } => chance.pick(among).map(|square| json!(square)),
        Domain::Direction { among } => chance.pick(among).map(|direction| json!(direction)),
        Domain::Amount { least, most, .. } => {
            let span = usize::try_from(most - least).unwrap_or(0) + 1;
            Some(json!(least + chance.below(span) as i32))
        }
        Domain::YesNo { .. } => Some(json!(chance.one_in(2))),
        Domain::Text { most, .. } => {
            let word = *chance.pick(&["rope", "climb", "a lever", "Ж o’"])?;
            let text = format!("{word} {}", chance.below(1000));
            Some(json!(text.chars().take(*most as usize).collect::<String>()))
        }
        Domain::Points { total, to, .. } => {
            let mut each: BTreeMap<&String, u32> = BTreeMap::new();
            for _ in 0..*total {
                let room = |bin: &&Bin| each.get(&bin.to.pick).copied().unwrap_or(0) < bin.most;
                let open: Vec<&Bin> = to.iter().filter(room).collect();
                let Some(bin) = chance.pick(&open) else { break };
                *each.entry(&bin.to.pick).or_default() += 1;
            }
            Some(json!(each))
        }
        Domain::Die { among, least, .. } => {
            let none = *least == 0 && chance.one_in(3);
            let die = one(among, None, chance).filter(|_| !none);
            Some(json!(die.into_iter().collect::<Vec<_>>()))
        }
        Domain::Ranking { of } => {
            let mut left: Vec<&String> = of.iter().map(|one| &one.pick).collect();
            let mut all = Vec::new();
            while !left.is_empty() {
                all.push(left.swap_remove(chance.below(left.len())));
            }
            Some(json!(all))
        }
        Domain::Subset { of, least, most, .. } => {
            let mut left: Vec<&String> =
                of.iter().filter(|thing| thing.what.open(None)).map(|thing| &thing.what.pick).collect();
            let (least, most) = (*least as usize, (*most as usize).min(left.len()));
            // Mostly as many as may be, so that scenes are worth playing.
            let few = chance.one_in(3);
            let count = if few { least + chance.below((most + 1).saturating_sub(least)) } else { most };
            let mut all = Vec::new();
            while all.len() < count && !left.is_empty() {
                all.push(left.swap_remove(chance.below(left.len())));
            }
            Some(json!(all))
        }
        _ => None,
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
