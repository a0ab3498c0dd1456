//! `boneyard roll`: rolls dice and shows every die.

use std::io::Write;

use boneyard_dice::{Expression, Record, Rng};
use serde_json::{Value, json};

use super::{Done, write_json};
use crate::cli::Roll;
use crate::{Failure, random};

pub(super) fn run(args: &Roll, out: &mut dyn Write) -> Result<Done, Failure> {
    let expression = parsed(&args.expression)?;
    let seed = match args.seed {
        Some(seed) => seed,
        None => random::number()?,
    };
    let mut rng = Rng::new(seed);
    let mut rolls = Vec::new();
    for _ in 0..args.times {
        let record = expression.roll(&mut rng).map_err(Failure::said)?;
        if args.json {
            rolls.push(as_json(&record, &expression));
        } else {
            writeln!(out, "{}", record.text(&expression))?;
        }
    }
    if args.json {
        let whole = json!({
            "expression": expression.to_string(),
            "meaning": expression.meaning(),
            "seed": args.seed,
            "rolls": rolls,
        });
        write_json(out, &whole)?;
    }
    Ok(Done::Well)
}

/// Reads a roll; a mistake is shown with the character it is about.
pub(super) fn parsed(text: &str) -> Result<Expression, Failure> {
    Expression::parse(text).map_err(|error| Failure::said(format!("{error}\n{}", error.pointer())))
}

fn as_json(record: &Record, expression: &Expression) -> Value {
    let dice: Vec<Value> = record
        .dice()
        .iter()
        .map(|die| {
            json!({
                "sides": die.sides,
                "face": die.face,
                "value": die.value,
                "term": die.term,
                "kept": die.kept(),
                "dropped": die.dropped(),
                "exploded": die.exploded(),
                "extra": die.extra(),
                "rerolled": die.rerolled(),
            })
        })
        .collect();
    json!({ "total": record.total(), "totals": record.totals(), "dice": dice, "text": record.text(expression) })
}
