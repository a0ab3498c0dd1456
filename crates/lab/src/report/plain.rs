//! The report for a terminal.

use std::fmt::Write;

use super::mattered::{LITTLE, Mattered};
use super::{Head, assumed, losses, percent, told};
use crate::{Share, Tally, Verdict, Without};

/// The longest bar.
const WIDEST: f64 = 30.0;

/// The report as plain text.
pub fn text(head: &Head<'_>, tally: &Tally, changes: &[Without]) -> String {
    let mut out = String::new();
    // Writing into a string cannot fail.
    let _ = write(&mut out, head, tally, changes);
    out
}

fn write(out: &mut String, head: &Head<'_>, tally: &Tally, changes: &[Without]) -> std::fmt::Result {
    let verdict = Verdict::of(tally);
    writeln!(out, "{}: {}", head.game, head.encounter)?;
    let stopped = if head.cancelled { ", stopped before its time" } else { "" };
    writeln!(out, "{} fights, seed {}{stopped}\n", tally.fights, head.seed)?;
    writeln!(out, "{}. {}\n", verdict.word(), verdict.sentence())?;
    let rows = [
        ("The heroes win", tally.won),
        ("Both sides walk away", tally.undecided),
        ("At least one hero dies", tally.death),
        ("The whole party falls", tally.wiped),
    ];
    for (name, count) in rows {
        row(out, name, tally.share(count))?;
    }
    writeln!(out, "\nHeroes who walk away")?;
    for (many, count) in &tally.survivors {
        row(out, &many.to_string(), tally.share(*count))?;
    }
    let (first, last) = (tally.rounds.keys().next(), tally.rounds.keys().last());
    if let (Some(first), Some(last)) = (first, last) {
        writeln!(out, "\nRounds: {:.1} on average, {first} to {last}", tally.mean_rounds())?;
    }
    writeln!(out, "\n{:<24} {:>8} {:>8} {:>8} {:>8}  lost on average", "", "up", "gone", "down", "dead")?;
    for one in &tally.fighters {
        let share = |count: u64| percent(tally.share(count).value());
        let (up, gone, down, dead) = (share(one.up), share(one.gone), share(one.down), share(one.dead));
        let line =
            format!("{:<24} {up:>8} {gone:>8} {down:>8} {dead:>8}  {}", one.name, losses(one, tally.fights));
        writeln!(out, "{}", line.trim_end())?;
    }
    if let Some(mattered) = Mattered::of(tally, changes) {
        writeln!(out, "\nWhat mattered most. {}:", mattered.end)?;
        for (what, share) in &mattered.rows {
            row(out, what, *share)?;
        }
        if mattered.little {
            writeln!(out, "{LITTLE}")?;
        }
    }
    if tally.stuck + tally.endless > 0 {
        writeln!(out, "\n{} fights could not go on, {} would not end.", tally.stuck, tally.endless)?;
    }
    writeln!(out, "\n{} The range behind a share holds the true one in 95 of 100 cases.", assumed(head))?;
    if let Some(credits) = head.credits {
        writeln!(out, "\n{credits}")?;
    }
    Ok(())
}

fn row(out: &mut String, name: &str, share: Share) -> std::fmt::Result {
    let bar = "#".repeat((share.value() * WIDEST).round() as usize);
    writeln!(out, "{}", format!("  {name:<28} {:<26} {bar}", told(share)).trim_end())
}
