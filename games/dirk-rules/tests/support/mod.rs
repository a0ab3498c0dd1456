//! The tables of this game that its tests try things on.

pub mod play;
pub mod sound;

use boneyard_table::Seat;
use boneyard_table::stage::{Seating, Stage};
use boneyard_table::table::{GameOf, Op};
use boneyard_testkit::{Chance, answer, by_instinct, said};
use dirk_rules::DirkRules;

pub static GAME: GameOf<DirkRules> = GameOf::new();

pub const GM: Seat = Seat::GM;
pub const BO: Seat = Seat(1);
pub const DI: Seat = Seat(2);

pub type TestTable = boneyard_testkit::TestTable<DirkRules>;

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
pub fn fought(number: usize, seed: u64) -> TestTable {
    let stage = start(number, false);
    let mut bench = TestTable::set(&stage, seed);
    // Those who are met where it begins stand by.
    let everybody: Vec<&String> = stage.heroes.keys().chain(stage.creatures.keys()).collect();
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
pub fn by_instinct_or_move(bench: &TestTable, chance: &mut Chance) -> Option<(Seat, Op)> {
    if let Some(card) = bench.table.prompts(GM).into_iter().next() {
        let seat = card.asks.first().copied().unwrap_or(GM);
        return said(&card, chance).map(|say| (seat, answer(&card.id, say)));
    }
    let who = bench.table.awaits().creatures.first().copied()?;
    bench.table.instinct(who).map(|command| (GM, Op::Command(command)))
}
