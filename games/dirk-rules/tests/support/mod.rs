//! A table of the game to try things on, as a server would: plan, write down, follow.

// Each test binary uses its own part of this.
#![allow(dead_code)]

pub mod chance;
pub mod play;
pub mod sound;

use std::collections::BTreeSet;

use boneyard_table::frame::Seeds;
use boneyard_table::live::{ActionId, PromptId, Scripted};
use boneyard_table::stage::{Seating, Stage};
use boneyard_table::table::{AnyGame, AnyTable, GameOf, Op, PackName, Planned};
use boneyard_table::{Refusal, RuleId, Seat, Who};
use dirk_rules::DirkRules;
use dirk_rules::state::State;
use serde_json::Value;

pub static GAME: GameOf<DirkRules> = GameOf::new();

pub const GM: Seat = Seat::GM;
pub const BO: Seat = Seat(1);
pub const DI: Seat = Seat(2);

/// A table with every record it ever followed and every rule that was cited on the way.
#[derive(Debug)]
pub struct Bench {
    pub table: Box<dyn AnyTable>,
    pub records: Vec<String>,
    pub cited: BTreeSet<RuleId>,
}

impl Bench {
    pub fn set(stage: &Stage, seed: u64) -> Self {
        Self::with_packs(stage, Vec::new(), seed)
    }

    pub fn with_packs(stage: &Stage, packs: Vec<PackName>, seed: u64) -> Self {
        let first = GAME.stage("A scene", stage, packs, seeds(seed)).expect("the stage can be set up");
        let table = GAME.open(&first).expect("a first record opens a table");
        Self { table, records: vec![first], cited: BTreeSet::new() }
    }

    /// A stage written as JSON.
    pub fn scene(stage: Value, seed: u64) -> Self {
        Self::set(&serde_json::from_value(stage).expect("the stage can be read"), seed)
    }

    /// With the table's own dice.
    pub fn op(&mut self, seat: Seat, op: Op) -> Result<Planned, Refusal> {
        let planned = self.table.plan(seat, op, None)?;
        self.follow(&planned);
        Ok(planned)
    }

    pub fn follow(&mut self, planned: &Planned) {
        self.table.follow(&planned.record).expect("a planned record can be followed");
        self.records.push(planned.record.clone());
        self.cited.extend(&planned.cited);
    }

    /// The GM does something with these dice, and everybody answers by instinct.
    pub fn does(&mut self, command: Value, dice: &[u8]) {
        let mut dice = Scripted::new(dice.iter().copied());
        let planned =
            self.table.plan(GM, Op::Command(command), Some(&mut dice)).expect("the command is legal");
        self.follow(&planned);
        while let Some((seat, op)) = by_instinct(&*self.table) {
            let planned = self.table.plan(seat, op, Some(&mut dice)).expect("instinct is legal");
            self.follow(&planned);
        }
        assert_eq!(dice.left(), [0; 0], "dice are left over");
    }

    pub fn state(&self) -> State {
        serde_json::from_value(self.raw()).expect("a state can be read")
    }

    /// The state as it is stored, to compare.
    pub fn raw(&self) -> Value {
        self.table.state().expect("a state can be written")
    }

    pub fn save(&self) -> String {
        self.table.save().expect("a table can be saved")
    }

    /// The same table from all its records.
    pub fn replayed(&self) -> Box<dyn AnyTable> {
        let mut table = GAME.open(&self.records[0]).expect("a first record opens a table");
        self.records[1..]
            .iter()
            .for_each(|record| table.follow(record).expect("records can be followed again"));
        table
    }

    /// Every byte this seat gets.
    pub fn everything(&self, seat: Seat) -> String {
        let actors = (0..=self.table.creatures(GM).len() as u16).map(|who| Some(Who(who)));
        let offers: Vec<_> =
            [None].into_iter().chain(actors).flat_map(|actor| self.table.offers(seat, actor)).collect();
        let lines = self.table.lines(seat, ActionId(0));
        let all =
            (self.table.view(seat), offers, self.table.prompts(seat), lines, self.table.creatures(seat));
        serde_json::to_string(&all).expect("views can be written")
    }
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
    Op::Answer { prompt: prompt_id(prompt), say, table_rule: false }
}

pub fn prompt_id(prompt: &str) -> PromptId {
    prompt.parse().expect("a prompt has a number")
}

pub fn seeds(seed: u64) -> Seeds {
    let mut open = [0; 32];
    open[..8].copy_from_slice(&seed.to_le_bytes());
    Seeds { open, secret: [9; 32] }
}

/// One of the ready-made beginnings with Bo and Di at the table; Di sometimes rolls real dice.
pub fn start(number: usize, typed: bool) -> Stage {
    let starts = dirk_rules::starts();
    let (_, mut stage) = starts[number % starts.len()].clone();
    stage.seats.insert("Bo".into(), Seating::Creatures(vec!["Brack".into(), "Isolde".into()]));
    let creatures = vec!["Ottilie Vane".into(), "Fenn".into()];
    stage.seats.insert("Di".into(), Seating::Full { creatures, typed });
    stage
}

/// A start fought to its end by instinct on both sides.
pub fn fought(number: usize, seed: u64) -> Bench {
    let mut bench = Bench::set(&start(number, false), seed);
    let everybody: Vec<String> = bench.table.creatures(GM).into_iter().map(|(_, name)| name).collect();
    bench
        .op(GM, Op::Command(serde_json::json!({ "begin": { "fighters": everybody } })))
        .expect("a battle can begin");
    for _ in 0..2000 {
        let next = by_instinct(&*bench.table).or_else(|| {
            let who = bench.table.awaits().creatures.first().copied()?;
            bench.table.instinct(who).map(|command| (GM, Op::Command(command)))
        });
        let Some((seat, op)) = next else { return bench };
        bench.op(seat, op).expect("instinct is legal");
    }
    panic!("start {number}, seed {seed}: the fight does not end");
}

/// The next answer or move, the answers by chance.
pub fn by_instinct_or_move(bench: &Bench, chance: &mut chance::Chance) -> Option<(Seat, Op)> {
    if let Some(card) = bench.table.prompts(GM).into_iter().next() {
        let seat = card.asks.first().copied().unwrap_or(GM);
        return chance::said(&card, chance).map(|say| (seat, answer(&card.id, say)));
    }
    let who = bench.table.awaits().creatures.first().copied()?;
    bench.table.instinct(who).map(|command| (GM, Op::Command(command)))
}
