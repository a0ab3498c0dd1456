//! The report as one file of HTML: no script, nothing fetched, light and dark.

use std::fmt::Write;

use super::chart::{bars, columns, escape, fate};
use super::mattered::{LITTLE, Mattered};
use super::{Head, assumed, losses, percent, told};
use crate::{Share, Tally, Verdict, Without};

const STYLE: &str = include_str!("page.css");

/// The report as a page of its own.
pub fn html(head: &Head<'_>, tally: &Tally, changes: &[Without]) -> String {
    let mut out = String::new();
    // Writing into a string cannot fail.
    let _ = write(&mut out, head, tally, changes);
    out
}

fn write(out: &mut String, head: &Head<'_>, tally: &Tally, changes: &[Without]) -> std::fmt::Result {
    let verdict = Verdict::of(tally);
    let title = escape(head.encounter);
    write!(
        out,
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"><title>{title}: {}</title><style>{STYLE}</style></head><body><main>",
        verdict.word()
    )?;
    let stopped = if head.cancelled { ", stopped before its time" } else { "" };
    write!(out, "<p class=\"over\">{}</p><h1>{title}</h1>", escape(head.game))?;
    write!(
        out,
        "<p class=\"verdict\"><strong>{}.</strong> {}</p><p class=\"note\">{} fights, seed {}{stopped}.</p>",
        verdict.word(),
        verdict.sentence(),
        tally.fights,
        head.seed
    )?;
    let rows = [
        ("The heroes win", tally.won),
        ("Both sides walk away", tally.undecided),
        ("At least one hero dies", tally.death),
        ("The whole party falls", tally.wiped),
    ];
    let rows: Vec<(String, Share)> =
        rows.into_iter().map(|(name, count)| (name.to_owned(), tally.share(count))).collect();
    let said: Vec<String> = rows.iter().map(|(name, share)| format!("{name}: {}", told(*share))).collect();
    section(out, "How it ends", &bars(&said.join("; "), &rows))?;
    let walked: Vec<(u32, Share)> =
        tally.survivors.iter().map(|(many, count)| (*many, tally.share(*count))).collect();
    section(out, "Heroes who walk away", &columns(&spoken(&walked, "heroes"), &walked))?;
    let rounds: Vec<(u32, Share)> =
        tally.rounds.iter().map(|(many, count)| (u32::from(*many), tally.share(*count))).collect();
    let heading = format!("Rounds: {:.1} on average", tally.mean_rounds());
    section(out, &heading, &columns(&spoken(&rounds, "rounds"), &rounds))?;
    fighters(out, tally)?;
    if let Some(mattered) = Mattered::of(tally, changes) {
        let said: Vec<String> =
            mattered.rows.iter().map(|(name, share)| format!("{name}: {}", told(*share))).collect();
        let mut inside = bars(&said.join("; "), &mattered.rows);
        if mattered.little {
            write!(inside, "<p class=\"note\">{LITTLE}</p>")?;
        }
        section(out, &format!("What mattered most. {}:", mattered.end), &inside)?;
    }
    if tally.stuck + tally.endless > 0 {
        let (stuck, endless) = (tally.stuck, tally.endless);
        write!(out, "<p class=\"note\">{stuck} fights could not go on, {endless} would not end.</p>")?;
    }
    write!(
        out,
        "<p class=\"note\">{} Thin lines show where the true share lies in 95 of 100 cases.</p>",
        assumed(head)
    )?;
    if let Some(credits) = head.credits {
        write!(out, "<p class=\"note\">{}</p>", escape(credits))?;
    }
    out.push_str("</main></body></html>\n");
    Ok(())
}

fn section(out: &mut String, heading: &str, inside: &str) -> std::fmt::Result {
    write!(out, "<section><h2>{}</h2>{inside}</section>", escape(heading))
}

fn fighters(out: &mut String, tally: &Tally) -> std::fmt::Result {
    out.push_str(
        "<section><h2>Everybody</h2><p class=\"key\"><i class=\"up\"></i>up <i class=\"gone\"></i>gone: ran, gave up \
         or was led away <i class=\"down\"></i>down, and may live <i class=\"dead\"></i>dead</p><div class=\"wide\"><table><thead><tr><th \
         scope=\"col\">Who</th><th scope=\"col\">What became of them</th><th scope=\"col\">Dead</th><th \
         scope=\"col\">Lost on average</th></tr></thead><tbody>",
    );
    for one in &tally.fighters {
        let parts = [one.up, one.gone, one.down, one.dead].map(|count| tally.share(count));
        let [up, gone, down, dead] = parts.map(|share| percent(share.value()));
        let label = format!("up {up}, gone {gone}, down {down}, dead {dead}");
        write!(
            out,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"share\">{dead}</td><td>{}</td></tr>",
            escape(&one.name),
            fate(&label, parts),
            escape(&losses(one, tally.fights))
        )?;
    }
    out.push_str("</tbody></table></div></section>");
    Ok(())
}

fn spoken(counts: &[(u32, Share)], what: &str) -> String {
    let told = counts.iter().map(|(many, share)| format!("{many} {what} in {}", percent(share.value())));
    told.collect::<Vec<_>>().join("; ")
}
