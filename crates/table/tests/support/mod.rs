//! A table of the test game to try things on, as a server would: plan, write down, follow.

// Each test binary uses its own part of this.
#![allow(dead_code)]

pub mod duel;
pub mod explore;
pub mod questions;
pub mod rules;
mod shown;
pub mod swap;

use boneyard_table::frame::Seeds;
use boneyard_table::live::{ActionId, PromptId, Scripted};
use boneyard_table::stage::Stage;
use boneyard_table::table::{AnyGame, AnyTable, GameOf, Op, Planned};
use boneyard_table::view::PromptCard;
use boneyard_table::{Refusal, Seat, Who};
use serde_json::Value;

use duel::Duel;

pub static GAME: GameOf<Duel> = GameOf::new();

pub const GM: Seat = Seat::GM;
pub const BO: Seat = Seat(1);
pub const DI: Seat = Seat(2);

pub const BRACK: Who = Who(1);
pub const DARA: Who = Who(2);
pub const RAIDER: Who = Who(3);
pub const GHOST: Who = Who(4);

/// Bo has Brack, Di has Dara, the game master a raider and something that lurks.
pub const YARD: &str = r#"
seats = { Bo = ["Brack"], Di = ["Dara"] }
battle = { turn = "Brack" }
[heroes]
Brack = { set = { skill = 12 } }
Dara = {}
[creatures]
Raider = {}
Ghost = { set = { hidden = true } }
"#;

pub const SEEDS: Seeds = Seeds { open: [7; 32], secret: [8; 32] };

/// A table with every record it ever followed.
pub struct TestTable {
    pub table: Box<dyn AnyTable>,
    pub records: Vec<String>,
}

impl TestTable {
    pub fn yard() -> Self {
        Self::set(YARD)
    }

    pub fn set(stage: &str) -> Self {
        let stage: Stage = toml::from_str(stage).expect("the stage can be read");
        let first = GAME.stage("In the yard", &stage, Vec::new(), SEEDS).expect("the stage can be set up");
        let table = GAME.open(&first).expect("a first record opens a table");
        Self { table, records: vec![first] }
    }

    /// With the table's own dice.
    pub fn op(&mut self, seat: Seat, op: Op) -> Result<Planned, Refusal> {
        let planned = self.table.plan(seat, op, None)?;
        self.apply_record(&planned.record);
        Ok(planned)
    }

    /// With these dice, all of which must be used unless it is refused.
    pub fn op_with(&mut self, seat: Seat, op: Op, dice: &[u8]) -> Result<Planned, Refusal> {
        let mut scripted = Scripted::new(dice.iter().copied());
        let planned = self.table.plan(seat, op, Some(&mut scripted))?;
        assert_eq!(scripted.left(), [0; 0], "dice are left over");
        self.apply_record(&planned.record);
        Ok(planned)
    }

    pub fn apply_record(&mut self, record: &str) {
        self.table.apply_record(record).expect("a planned record can be followed");
        self.records.push(record.to_owned());
    }

    pub fn does(&mut self, seat: Seat, command: Value, dice: &[u8]) -> Planned {
        self.op_with(seat, Op::Command(command), dice).expect("the command is legal")
    }

    pub fn refuses(&mut self, seat: Seat, op: Op) -> Refusal {
        let before = self.table.save().expect("a table can be saved");
        let refusal = self.table.plan(seat, op, None).expect_err("it is refused");
        assert_eq!(self.table.save().expect("a table can be saved"), before, "a refusal changes nothing");
        refusal
    }

    /// The open prompt with this name that this creature or seat is asked.
    pub fn card(&self, who: Option<Who>, name: &str) -> PromptCard {
        let cards = self.table.prompts(GM);
        let found = cards.iter().find(|card| card.name == name && (who.is_none() || card.who == who));
        found.unwrap_or_else(|| panic!("{who:?} is not asked {name} but {cards:?}")).clone()
    }

    pub fn prompt(&self, who: Who, name: &str) -> PromptId {
        self.card(Some(who), name).id.parse().expect("a prompt has a number")
    }

    pub fn says(&mut self, seat: Seat, who: Who, name: &str, say: Value, dice: &[u8]) -> Planned {
        let op = answer(self.prompt(who, name), say);
        self.op_with(seat, op, dice).expect("the answer is legal")
    }

    /// The same table from one saved text.
    pub fn reopened(&self) -> Self {
        let table = GAME.load(&self.save()).expect("a saved table opens");
        Self { table, records: self.records.clone() }
    }

    /// The same table from all its records.
    pub fn replayed(&self) -> Self {
        let mut table = GAME.open(&self.records[0]).expect("a first record opens a table");
        self.records[1..]
            .iter()
            .for_each(|record| table.apply_record(record).expect("records can be followed again"));
        Self { table, records: self.records.clone() }
    }

    pub fn save(&self) -> String {
        self.table.save().expect("a table can be saved")
    }

    /// A published value, waiting actions included.
    pub fn value(&self, path: &str) -> Value {
        let published = self.table.values_so_far();
        boneyard_table::story::lookup(&published, path)
            .unwrap_or_else(|| panic!("there is no {path}"))
            .clone()
    }

    /// The log as this seat reads it.
    pub fn log(&self, seat: Seat) -> Vec<String> {
        self.table.lines(seat, ActionId(0)).iter().map(|line| line.say.text().to_owned()).collect()
    }

    /// Every byte this seat gets.
    pub fn everything(&self, seat: Seat) -> String {
        let actors = [None, Some(BRACK), Some(DARA), Some(RAIDER), Some(GHOST), Some(Who(99))];
        let offers: Vec<_> = actors.into_iter().flat_map(|actor| self.table.offers(seat, actor)).collect();
        let lines = self.table.lines(seat, ActionId(0));
        let all =
            (self.table.view(seat), offers, self.table.prompts(seat), lines, self.table.creatures(seat));
        serde_json::to_string(&all).expect("views can be written")
    }
}

/// An answer to a prompt.
pub fn answer(prompt: PromptId, say: Value) -> Op {
    Op::Answer { prompt, say, table_rule: false }
}
