//! `boneyard odds`: exact odds as a table with bars, or as fractions in JSON.

use std::io::Write;

use boneyard_dice::{Dist, Expression, Natural, Ratio};
use serde_json::{Map, Value, json};

use super::roll::parsed;
use super::{Done, odds_at_table, write_json};
use crate::Failure;
use crate::cli::Odds;
use crate::wait::Wait;

/// What is said where nothing was worked out yet.
pub(super) const STOPPED: &str = "Stopped before the odds were ready.";
/// More rows than this are drawn in steps.
const ROWS: i64 = 40;
/// Tails of less than one in so many are folded up.
const HARDLY_EVER: u64 = 20_000;
/// The longest bar.
const WIDEST: usize = 40;

pub(super) fn run(args: &Odds, out: &mut dyn Write) -> Result<Done, Failure> {
    if let Some(game) = &args.game {
        return odds_at_table::run(args, game, out);
    }
    let expression = parsed(&args.expression)?;
    let asked = expression.clone();
    let done = Wait::begin().pieces(|_| "Working out the odds".into(), move |hand| hand(asked.odds()));
    let Some(dist) = done.into_iter().next() else { return Err(Failure::said(STOPPED)) };
    let dist = dist.map_err(Failure::said)?;
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
/// Tails that hardly ever happen are one row each. There may be hundreds of thousands of outcomes, so each is looked at
/// a few times at the most.
fn chart(dist: &Dist<i64>) -> Vec<String> {
    let Some((first, last)) = seen(dist) else { return Vec::new() };
    let ratio = |weight: &Natural| Ratio::new(weight.clone(), dist.total().clone()).unwrap_or(Ratio::ZERO);
    let step = last.saturating_sub(first).saturating_add(ROWS) / ROWS;
    let mut names: Vec<(i64, String)> = Vec::new();
    if let Some(least) = dist.min().filter(|least| *least < first) {
        names.push((least, format!("below {first}")));
    }
    let mut from = first;
    while from <= last {
        let to = from.saturating_add(step - 1).min(last);
        names.push((from, if from == to { from.to_string() } else { format!("{from} to {to}") }));
        from = from.saturating_add(step);
    }
    if let Some(most) = dist.max().filter(|most| *most > last) {
        names.push((last + 1, format!("up to {most}")));
    }
    // Each outcome belongs to the last row that begins no later.
    let mut sums = vec![Natural::ZERO; names.len()];
    let mut row = 0;
    for (outcome, weight) in dist.iter() {
        while names.get(row + 1).is_some_and(|(begins, _)| begins <= outcome) {
            row += 1;
        }
        sums[row] += weight;
    }
    let mut or_more = Natural::ZERO;
    let mut rows: Vec<(String, Ratio, Ratio)> = Vec::new();
    for ((_, name), sum) in names.into_iter().zip(&sums).rev() {
        or_more += sum;
        rows.push((name, ratio(sum), ratio(&or_more)));
    }
    rows.reverse();
    let widest = rows.iter().map(|(name, ..)| name.len()).max().unwrap_or(0).max(5);
    let top = rows.iter().map(|(_, chance, _)| chance.to_f64()).fold(0.0, f64::max);
    let head = format!("{:>widest$}  {:>8}  {:>8}", "total", "chance", "or more");
    let drawn = rows.iter().map(|(name, chance, more)| {
        let bar = "#".repeat((chance.to_f64() / top * WIDEST as f64).round() as usize);
        format!("{name:>widest$}  {:>8}  {:>8}  {bar}", percent(chance), percent(more)).trim_end().to_owned()
    });
    std::iter::once(head).chain(drawn).collect()
}

/// The first and the last outcome that are not part of a tail that hardly ever happens.
fn seen(dist: &Dist<i64>) -> Option<(i64, i64)> {
    let share = Natural::from(HARDLY_EVER);
    // Adds up weights until they are enough to be seen.
    let is_seen = |sum: &mut Natural, outcome: i64, weight: &Natural| {
        *sum += weight;
        (&(&*sum * &share) >= dist.total()).then_some(outcome)
    };
    let (mut below, mut above) = (Natural::ZERO, Natural::ZERO);
    let first = dist.iter().find_map(|(outcome, weight)| is_seen(&mut below, *outcome, &weight))?;
    let mut downward = dist.outcomes().iter().rev();
    let last = downward.find_map(|outcome| is_seen(&mut above, *outcome, &dist.weight(outcome)))?;
    Some((first, last))
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
