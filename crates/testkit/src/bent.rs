//! Every command the stories give, bent out of shape and given by the wrong people at the wrong time. Answers bent out
//! of shape are the random play's.

use std::path::Path;

use boneyard_table::stage::Stage;
use boneyard_table::table::Op;
use boneyard_table::{Playable, Seat};
use serde_json::{Value, json};

use crate::chance::Chance;
use crate::stories::read_stories;
use crate::test_table::{TestTable, by_instinct};

/// What a game bends, and where.
#[derive(Debug)]
pub struct Bent<'a> {
    /// The fields of its commands that name creatures.
    pub names: &'a [&'a str],
    /// A word that means something in many of its fields.
    pub word: &'a str,
    /// How many creatures are named.
    pub creatures: usize,
    /// The scenes in which all this is tried, in turns.
    pub stages: &'a [Stage],
    /// How often.
    pub rounds: usize,
}

/// Gives them all, and lets instinct answer what they ask: refused, or legal by chance, and a refusal changes nothing.
/// Tells how many were done and how many refused.
///
/// # Panics
/// If a refusal changes something, or instinct gives an answer that is refused.
pub fn commands_bent<G: Playable + 'static>(crate_folder: &str, bent: &Bent<'_>) -> (usize, usize) {
    let stories = read_stories(Path::new(crate_folder));
    let commands = stories.iter().flat_map(|(_, story)| story.steps.iter().map(|step| &step.r#do));
    let all: Vec<&Value> = commands.filter(|command| !command.is_null()).collect();
    assert!(all.len() > 200, "{} commands", all.len());
    let (mut done, mut refused) = (0, 0);
    for round in 0..bent.rounds {
        let stage = &bent.stages[round % bent.stages.len()];
        let mut chance = Chance::new(round as u64);
        let mut bench = TestTable::<G>::set(stage, 5);
        for command in &all {
            let mut command = (*command).clone();
            bent.here(&mut command, &mut chance);
            for _ in 0..chance.below(3) {
                bent.bend(&mut command, &mut chance);
            }
            let seat = if chance.one_in(3) { Seat(1) } else { Seat::GM };
            let before = bench.raw();
            match bench.op(seat, Op::Command(command.clone())) {
                Ok(_) => done += 1,
                Err(_) => {
                    refused += 1;
                    assert_eq!(bench.raw(), before, "refused, and yet it changed something: {command}");
                }
            }
            for _ in 0..60 {
                // A hero may be for a seat nobody has taken yet; the GM answers for everybody.
                let Some((_, op)) = by_instinct(&*bench.table) else { break };
                bench.op(Seat::GM, op).expect("instinct is legal");
            }
            // A table that has wandered far is no longer the one the commands are for.
            if done % 40 == 39 {
                bench = TestTable::set(stage, 5);
            }
        }
    }
    (done, refused)
}

impl Bent<'_> {
    /// Names of the stories become creatures of this table.
    fn here(&self, value: &mut Value, chance: &mut Chance) {
        match value {
            Value::Object(fields) => {
                for (key, field) in fields.iter_mut() {
                    if self.names.contains(&key.as_str()) && field.is_string() {
                        *field = json!(chance.below(self.creatures));
                    } else {
                        self.here(field, chance);
                    }
                }
            }
            Value::Array(parts) => parts.iter_mut().for_each(|part| self.here(part, chance)),
            _ => {}
        }
    }

    /// One part of a command becomes something it should not be.
    fn bend(&self, command: &mut Value, chance: &mut Chance) {
        let wrong = [
            json!(0),
            json!(3),
            json!(7),
            json!(200),
            json!(255),
            json!(65_535),
            json!(-1),
            json!(9_999_999_999_u64),
            json!("nobody"),
            json!(""),
            json!("x".repeat(5_000)),
            json!(null),
            json!(true),
            json!([]),
            json!({}),
            json!([0, 1, 2, 65_535]),
            json!("Z99"),
            json!(self.word),
        ];
        let mut at = command;
        loop {
            let deeper = match &*at {
                Value::Object(fields) => fields.len(),
                Value::Array(parts) => parts.len(),
                _ => 0,
            };
            if deeper == 0 || chance.one_in(6) {
                break;
            }
            let nth = chance.below(deeper);
            at = match at {
                Value::Object(fields) => fields.values_mut().nth(nth).expect("a field"),
                Value::Array(parts) => &mut parts[nth],
                _ => break,
            };
        }
        *at = chance.pick(&wrong).cloned().unwrap_or_default();
    }
}
