//! A table to try things on, as a server would run it: plan, write down, follow.

use std::collections::BTreeSet;
use std::marker::PhantomData;

use boneyard_table::frame::Seeds;
use boneyard_table::live::{ActionId, PromptId, Scripted};
use boneyard_table::stage::Stage;
use boneyard_table::table::{AnyGame, AnyTable, GameOf, Op, PackName, Planned};
use boneyard_table::{Playable, Refusal, RuleId, Seat, Who};
use serde_json::Value;

/// A table with every record it ever followed and every rule that was cited on the way.
#[derive(Debug)]
pub struct TestTable<G> {
    /// The table.
    pub table: Box<dyn AnyTable>,
    /// Every record, the first one included.
    pub records: Vec<String>,
    /// Every rule cited so far.
    pub cited: BTreeSet<RuleId>,
    game: PhantomData<G>,
}

impl<G: Playable + 'static> TestTable<G> {
    /// A scene as it begins.
    pub fn set(stage: &Stage, seed: u64) -> Self {
        Self::with_packs(stage, Vec::new(), seed)
    }

    /// The same with packs of content.
    pub fn with_packs(stage: &Stage, packs: Vec<PackName>, seed: u64) -> Self {
        let game = GameOf::<G>::new();
        let first = game.stage("A scene", stage, packs, seeds(seed)).expect("the stage can be set up");
        let table = game.open(&first).expect("a first record opens a table");
        Self { table, records: vec![first], cited: BTreeSet::new(), game: PhantomData }
    }

    /// A stage written as JSON.
    pub fn scene(stage: Value, seed: u64) -> Self {
        Self::set(&serde_json::from_value(stage).expect("the stage can be read"), seed)
    }

    /// Does something with the table's own dice.
    pub fn op(&mut self, seat: Seat, op: Op) -> Result<Planned, Refusal> {
        let planned = self.table.plan(seat, op, None)?;
        self.apply_record(&planned);
        Ok(planned)
    }

    /// Writes down what was planned.
    pub fn apply_record(&mut self, planned: &Planned) {
        self.table.apply_record(&planned.record).expect("a planned record can be followed");
        self.records.push(planned.record.clone());
        self.cited.extend(&planned.cited);
    }

    /// The GM does something with these dice, and everybody answers by instinct.
    pub fn does(&mut self, command: Value, dice: &[u8]) {
        let mut dice = Scripted::new(dice.iter().copied());
        let told = command.to_string();
        let planned = self.table.plan(Seat::GM, Op::Command(command), Some(&mut dice));
        let planned = planned.unwrap_or_else(|refusal| panic!("{told} is refused: {refusal}"));
        self.apply_record(&planned);
        while let Some((seat, op)) = by_instinct(&*self.table) {
            let planned = self.table.plan(seat, op, Some(&mut dice)).expect("instinct is legal");
            self.apply_record(&planned);
        }
        assert_eq!(dice.left(), [0; 0], "dice are left over after {told}");
    }

    /// The game's state, as a type of its own.
    pub fn state(&self) -> G::State {
        serde_json::from_value(self.raw()).expect("a state can be read")
    }

    /// The state as it is stored, to compare.
    pub fn raw(&self) -> Value {
        self.table.state().expect("a state can be written")
    }

    /// What the game master may look up by path.
    pub fn values(&self) -> Value {
        self.table.values()
    }

    /// The table as it is saved.
    pub fn save(&self) -> String {
        self.table.save().expect("a table can be saved")
    }

    /// The same table from all its records.
    pub fn replayed(&self) -> Box<dyn AnyTable> {
        let mut table = GameOf::<G>::new().open(&self.records[0]).expect("a first record opens a table");
        let rest = &self.records[1..];
        rest.iter().for_each(|record| table.apply_record(record).expect("records can be followed again"));
        table
    }

    /// The state that the records give, as it is stored.
    pub fn rebuilt(&self) -> Value {
        self.replayed().state().expect("a state can be written")
    }

    /// Every byte this seat gets.
    pub fn everything(&self, seat: Seat) -> String {
        let actors = (0..=self.table.creatures(Seat::GM).len() as u16).map(|who| Some(Who(who)));
        let actors = [None].into_iter().chain(actors);
        let offers: Vec<_> = actors.flat_map(|actor| self.table.offers(seat, actor)).collect();
        let lines = self.table.lines(seat, ActionId(0));
        let all =
            (self.table.view(seat), offers, self.table.prompts(seat), lines, self.table.creatures(seat));
        serde_json::to_string(&all).expect("views can be written")
    }
}

/// What answers the first open question by instinct, if one is open.
pub fn by_instinct(table: &dyn AnyTable) -> Option<(Seat, Op)> {
    let card = table.prompts(Seat::GM).into_iter().next()?;
    let seat = card.asks.first().copied().unwrap_or(Seat::GM);
    let say = card.default.expect("instinct answers every question");
    Some((seat, answer(&card.id, say)))
}

/// The next move of the one who is waited for, by instinct.
pub fn moves(table: &dyn AnyTable) -> Option<Op> {
    let awaits = table.awaits();
    awaits.creatures.iter().find_map(|who| table.instinct(*who)).map(Op::Command)
}

/// An answer to a prompt.
pub fn answer(prompt: &str, say: Value) -> Op {
    Op::Answer { prompt: prompt_id(prompt), say, table_rule: false }
}

/// A prompt by its number.
pub fn prompt_id(prompt: &str) -> PromptId {
    prompt.parse().expect("a prompt has a number")
}

/// The seeds of a table's dice, from one number.
pub fn seeds(seed: u64) -> Seeds {
    let mut open = [0; 32];
    open[..8].copy_from_slice(&seed.to_le_bytes());
    Seeds { open, secret: [9; 32] }
}
