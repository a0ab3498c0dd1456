//! How large an adventure may be, and numbers that make sense.

use super::Told;
use crate::adventure::{Adventure, Again, Size};
use crate::dialect::Dialect;
use crate::part::Number;
use crate::walk::{EFFECTS, walk};

/// Most adventures open in one campaign.
pub const MOST_OPEN: usize = 64;
/// Most places of one adventure.
pub const MOST_PLACES: usize = 500;
/// Most events of one adventure.
pub const MOST_EVENTS: usize = 1_000;
/// Most rows of any other kind.
pub const MOST_ROWS: usize = 2_000;
/// How deep effects can be in one another.
pub const MOST_DEEP: usize = 8;
/// Most effects in one file.
const MOST_EFFECTS: usize = 20_000;
/// Most characters of one text.
const MOST_CHARS: usize = 4_000;
/// The only version of the format so far.
const FORMAT: u16 = 1;

pub(super) fn check<G: Dialect>(file: &Adventure<G>, told: &mut Told) {
    if file.format != FORMAT {
        told.instead("format", format!("this program does not read version {}", file.format), "1");
        return;
    }
    for (kind, has, most) in [
        ("place", file.place.len(), MOST_PLACES),
        ("event", file.event.len(), MOST_EVENTS),
        ("map", file.map.len(), MOST_PLACES),
        ("way", file.way.len(), MOST_ROWS),
        ("person", file.person.len(), MOST_ROWS),
        ("holder", file.holder.len(), MOST_ROWS),
        ("trap", file.trap.len(), MOST_ROWS),
        ("try", file.tries.len(), MOST_ROWS),
        ("tracker", file.tracker.len(), MOST_PLACES),
        ("table", file.table.len(), MOST_PLACES),
        ("handout", file.handout.len(), MOST_PLACES),
        ("goal", file.goal.len(), MOST_PLACES),
        ("end", file.end.len(), MOST_PLACES),
    ] {
        if has > most {
            let what = format!("{has} are too many; an adventure has at most {most}");
            told.mistake(format!("{kind}[{}]", most + 1), what);
        }
    }
    if file.place.is_empty() {
        told.mistake("", "an adventure needs at least one place: [[place]] with an id and a name");
    }
    if file.adventure.games.is_empty() {
        told.mistake("adventure.games", "this must name at least one game");
    }
    let mut effects = 0;
    walk(file, &mut |met| match met.mark {
        EFFECTS => {
            effects += 1;
            if met.depth > MOST_DEEP {
                let what =
                    format!("effects are {} deep here; at most {MOST_DEEP} can be in one another", met.depth);
                told.mistake(met.path, what);
            }
        }
        "text" if met.text.chars().count() > MOST_CHARS => {
            told.mistake(met.path, format!("a text has at most {MOST_CHARS} characters"));
        }
        _ => {}
    });
    if effects > MOST_EFFECTS {
        told.mistake(
            "",
            format!("{effects} lists of effects are too many; a file has at most {MOST_EFFECTS}"),
        );
    }
    numbers(file, told);
}

fn numbers<G: Dialect>(file: &Adventure<G>, told: &mut Told) {
    for (at, tracker) in (1..).zip(&file.tracker) {
        let size = match &tracker.size {
            Some(Size::Fixed(size)) => Some(*size),
            Some(Size::Party(party)) => {
                let sound = |number: i32| number.abs() <= 100;
                if !sound(party.each) || !sound(party.more) || !sound(party.least) {
                    told.instead(
                        format!("tracker[{at}].size"),
                        "this is too much",
                        "numbers from -100 to 100",
                    );
                }
                None
            }
            None => None,
        };
        let most = size.unwrap_or(1_000);
        if !(0..=most).contains(&tracker.start) {
            told.instead(format!("tracker[{at}].start"), "it cannot begin there", format!("0 to {most}"));
        }
        if tracker.by == 0 || tracker.by.abs() > 1_000 {
            told.instead(format!("tracker[{at}].by"), "it cannot move by that", "1 to 1000, or -1 to -1000");
        }
        for (step, row) in (1..).zip(&tracker.steps) {
            if !(0..=most).contains(&row.at) {
                let what = format!("`{}` never stands at {}", tracker.id, row.at);
                told.instead(format!("tracker[{at}].steps[{step}].at"), what, format!("0 to {most}"));
            }
        }
    }
    for (at, table) in (1..).zip(&file.table) {
        rows(at, table.dice.least(), table.dice.most(), &table.rows, told);
    }
    for (at, person) in (1..).zip(&file.person) {
        if let Some(Number::Fixed(number)) = &person.number
            && !(1..=100).contains(number)
        {
            told.instead(format!("person[{at}].number"), "so many cannot be there", "1 to 100, or dice");
        }
    }
    let often =
        file.event.iter().map(|event| event.again).enumerate().map(|(at, again)| ("event", at, again));
    let tried = file.tries.iter().map(|one| one.again).enumerate().map(|(at, again)| ("try", at, again));
    for (kind, at, again) in often.chain(tried) {
        if again == Again::Times(0) {
            told.instead(format!("{kind}[{}].again", at + 1), "this never happens", "at least 1");
        }
    }
}

/// Rows must stand for every total once.
fn rows<G: Dialect>(at: usize, least: i32, most: i32, rows: &[crate::adventure::Row<G>], told: &mut Told) {
    let mut next = least;
    for (row, number) in rows.iter().zip(1..) {
        let field = format!("table[{at}].rows[{number}]");
        let to = row.to.unwrap_or(row.from);
        if row.from != next || to < row.from || to > most {
            let what = format!("this row stands for {} to {to}", row.from);
            let allowed = if next > most {
                format!("nothing: the rows before it stand for all of {least} to {most}")
            } else {
                format!("a row from {next}, up to {most} at most")
            };
            told.instead(field, what, allowed);
            return;
        }
        next = to.saturating_add(1);
    }
    if next <= most {
        told.mistake(format!("table[{at}].rows"), format!("no row stands for {next} to {most}"));
    }
}
