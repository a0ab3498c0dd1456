//! `boneyard odds`: exact odds as a table with bars, or as fractions in JSON.

use std::io::Write;

use boneyard_dice::{Dist, Expression, Ratio};
use serde_json::{Map, Value, json};

use super::roll::parsed;
use super::{Done, odds_at_table, write_json};
use crate::Failure;
use crate::cli::Odds;

/// More rows than this are drawn in steps.
const ROWS: i64 = 40;
/// Tails below this share are folded up.
const HARDLY_EVER: f64 = 0.000_05;
/// The longest bar.
const WIDEST: usize = 40;

pub(super) fn run(args: &Odds, out: &mut dyn Write) -> Result<Done, Failure> {
    if let Some(game) = &args.game {
        return odds_at_table::run(args, game, out);
    }
    let expression = parsed(&args.expression)?;
    let dist = expression.odds().map_err(Failure::said)?;
    if args.json {
        write_json(out, &as_json(args, &expression, &dist))?;
        return Ok(Done::Well);
    }
    writeln!(out, "{expression}")?;
    writeln!(out, "{}", expression.meaning())?;
    writeln!(out, "Mean {} ({}), deviation {:.3}.", decimal(&dist.mean()), dist.mean(), dist.deviation())?;
    if let Some(least) = args.at_least {
        writeln!(out, "{least} or more: {}.", told(&dist.at_least(least)))?;
    }
    if let Some(most) = args.at_most {
        writeln!(out, "{most} or less: {}.", told(&dist.at_most(most)))?;
    }
    for row in chart(&dist) {
        writeln!(out, "{row}")?;
    }
    Ok(Done::Well)
}

/// One row for each outcome, or for each step of them: the chance, the chance of this or more, a bar.
/// Tails that hardly ever happen are one row each.
fn chart(dist: &Dist<i64>) -> Vec<String> {
    let seen = |tail: Ratio| tail.to_f64() >= HARDLY_EVER;
    let first = dist.outcomes().iter().find(|outcome| seen(dist.at_most(**outcome)));
    let last = dist.outcomes().iter().rev().find(|outcome| seen(dist.at_least(**outcome)));
    let (Some(&first), Some(&last)) = (first, last) else { return Vec::new() };
    let step = last.saturating_sub(first).saturating_add(ROWS) / ROWS;
    let mut rows = Vec::new();
    if dist.min().is_some_and(|least| least < first) {
        rows.push((format!("below {first}"), dist.at_most(first - 1), Ratio::ONE));
    }
    let mut from = first;
    while from <= last {
        let to = from.saturating_add(step - 1).min(last);
        let chance = dist.probability(|outcome| (from..=to).contains(outcome));
        let name = if from == to { from.to_string() } else { format!("{from} to {to}") };
        rows.push((name, chance, dist.at_least(from)));
        from = from.saturating_add(step);
    }
    if let Some(most) = dist.max().filter(|most| *most > last) {
        let tail = dist.at_least(last + 1);
        rows.push((format!("up to {most}"), tail.clone(), tail));
    }
    let widest = rows.iter().map(|(name, ..)| name.len()).max().unwrap_or(0).max(5);
    let top = rows.iter().map(|(_, chance, _)| chance.to_f64()).fold(0.0, f64::max);
    let head = format!("{:>widest$}  {:>8}  {:>8}", "total", "chance", "or more");
    let drawn = rows.iter().map(|(name, chance, more)| {
        let bar = "#".repeat((chance.to_f64() / top * WIDEST as f64).round() as usize);
        format!("{name:>widest$}  {:>8}  {:>8}  {bar}", percent(chance), percent(more)).trim_end().to_owned()
    });
    std::iter::once(head).chain(drawn).collect()
}

fn told(chance: &Ratio) -> String {
    format!("{} ({chance})", percent(chance))
}

fn percent(chance: &Ratio) -> String {
    let share = chance.to_f64() * 100.0;
    if share > 0.0 && share < 0.005 { "<0.01 %".into() } else { format!("{share:.2} %") }
}

fn decimal(ratio: &Ratio) -> String {
    format!("{:.4}", ratio.to_f64())
}

fn as_json(args: &Odds, expression: &Expression, dist: &Dist<i64>) -> Value {
    let outcomes: Vec<Value> = dist
        .outcomes()
        .iter()
        .map(|outcome| json!({ "total": outcome, "chance": dist.chance(outcome).to_string() }))
        .collect();
    let mut whole = Map::new();
    whole.insert("expression".into(), expression.to_string().into());
    whole.insert("meaning".into(), expression.meaning().into());
    whole.insert("mean".into(), dist.mean().to_string().into());
    whole.insert("variance".into(), dist.variance().to_string().into());
    if let Some(least) = args.at_least {
        whole
            .insert("at_least".into(), json!({ "total": least, "chance": dist.at_least(least).to_string() }));
    }
    if let Some(most) = args.at_most {
        whole.insert("at_most".into(), json!({ "total": most, "chance": dist.at_most(most).to_string() }));
    }
    whole.insert("outcomes".into(), outcomes.into());
    Value::Object(whole)
}
