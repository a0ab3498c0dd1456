//! The same rules behind every host: live play, simulation and a probe tell one story.

use boneyard_dice::Rng;
use boneyard_table::live::{Draw, NoDice};
use boneyard_table::table::Op;
use boneyard_table::{Ended, Group, HowThrown, Seat, Sim};
use serde_json::json;

use crate::support::explore::state;
use crate::support::{
    self,
    duel::{Command, Duel},
};
use crate::support::{BRACK, DARA, GM, RAIDER, TestTable};

/// Live dice from the generator that simulation uses.
struct Generated(Rng);

impl Draw for Generated {
    fn throw(&mut self, _secret: bool, groups: &[Group]) -> Result<(Vec<Vec<u8>>, HowThrown), NoDice> {
        let faces = groups.iter().map(|group| (0..group.count).map(|_| self.0.die(group.sides)).collect());
        Ok((faces.collect(), HowThrown::Scripted))
    }
}

fn everything() -> Vec<Command> {
    let (who, foe) = (BRACK, RAIDER);
    vec![
        Command::Bid,
        Command::Contest { who, foe },
        Command::Exchange { who, foe, dice: 3, own: 2, other: 1 },
        Command::Try { who, what: "climb".into() },
        Command::Brood { who },
        Command::Search { who },
        Command::Haggle { who },
        Command::Train { who },
        Command::Whistle { who },
        Command::Lift { who },
        Command::Camp { who },
        Command::Shake { who, target: DARA },
        Command::Attack { who, target: DARA },
        Command::Attack { who: DARA, target: foe },
        Command::Attack { who: foe, target: who },
        Command::Attack { who: foe, target: who },
    ]
}

/// Plays a command live, saving and reopening at every prompt, everybody answering by instinct.
fn play(mut bench: TestTable, command: &Command, dice: &mut Generated) -> TestTable {
    let op = Op::Command(serde_json::to_value(command).expect("a command can be written"));
    let Ok(planned) = bench.table.plan(GM, op, Some(dice)) else { return bench };
    bench.apply_record(&planned.record);
    while let Some(card) = bench.table.prompts(GM).into_iter().next() {
        bench = bench.reopened();
        let prompt = card.id.parse().expect("a prompt has a number");
        let op = support::answer(prompt, card.default.expect("instinct has an answer"));
        let planned = bench.table.plan(GM, op, Some(dice)).expect("instinct is legal");
        bench.apply_record(&planned.record);
    }
    bench
}

#[test]
fn live_play_and_simulation_come_to_the_same_state() {
    for seed in 0..40 {
        let mut simulated = state();
        let mut sim = Sim::new(seed);
        let mut bench = TestTable::yard();
        let mut dice = Generated(Rng::new(seed));
        for command in everything() {
            let before = simulated.clone();
            if !matches!(sim.act::<Duel>(&mut simulated, &(), Seat::GM, command.clone()), Ended::Done) {
                simulated = before;
            }
            bench = play(bench, &command, &mut dice);
            let live = bench.table.state().expect("a state can be written");
            assert_eq!(json!(simulated), live, "seed {seed}, {command:?}");
        }
        assert_eq!(bench.replayed().save(), bench.save(), "and the records alone come to the same");
    }
}

#[test]
fn a_probe_refuses_exactly_what_the_table_refuses_and_rolls_nothing() {
    let bench = TestTable::yard();
    let before = bench.save();
    for seat in [GM, support::BO, support::DI, Seat(9)] {
        for command in everything() {
            let value = json!(command);
            let planned = bench.table.plan(seat, Op::Command(value.clone()), None);
            assert_eq!(bench.table.probe(seat, value), planned.map(|_| ()), "{seat}, {command:?}");
        }
    }
    assert_eq!(bench.save(), before);
}
