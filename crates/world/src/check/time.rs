//! Spans and moments in the units of a game.

use crate::dialect::Dialect;
use crate::dice::Dice;

/// A span: `2 turns`, `1d3 rounds`, `11 miles open`. Says what is wrong with it.
pub(super) fn span<G: Dialect>(text: &str) -> Result<(), String> {
    let mut words = text.split(' ');
    let (number, unit) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    number.parse::<Dice>().map_err(|_| format!("`{text}` does not begin with a number or dice"))?;
    is_unit::<G>(unit)?;
    match words.next() {
        None => Ok(()),
        Some(ground) if G::GROUNDS.contains(&ground) && words.next().is_none() => Ok(()),
        Some(word) => Err(format!("`{word}` says nothing more about {unit}")),
    }
}

/// Something that comes again: `dawn`, `turn`, `60 minutes`.
pub(super) fn often<G: Dialect>(text: &str) -> Result<(), String> {
    if text.contains(' ') {
        return span::<G>(text);
    }
    if G::MOMENTS.contains(&text) { Ok(()) } else { is_unit::<G>(text) }
}

/// A moment: `nightfall`, `watch 13`, `day 4`, `day 4 dawn`.
pub(super) fn moment<G: Dialect>(text: &str) -> Result<(), String> {
    let number = |text: &str| text.parse::<u32>().is_ok_and(|number| (1..=100_000).contains(&number));
    match *text.split(' ').collect::<Vec<_>>() {
        [moment] if G::MOMENTS.contains(&moment) => Ok(()),
        [unit, count] if number(count) => is_unit::<G>(unit),
        ["day", count, moment] if number(count) && G::MOMENTS.contains(&moment) => Ok(()),
        _ => Err(format!("`{text}` is no moment")),
    }
}

fn is_unit<G: Dialect>(word: &str) -> Result<(), String> {
    let one = word.strip_suffix('s').unwrap_or(word);
    let known = |unit: &&str| *unit == word || *unit == one || (*unit == "watch" && word == "watches");
    if G::UNITS.iter().any(known) { Ok(()) } else { Err(format!("{} knows no unit `{word}`", G::GAME)) }
}

/// What may stand for a span.
pub(super) fn spans<G: Dialect>() -> String {
    format!("a number or dice, and one of {}", G::UNITS.join(", "))
}

/// What may stand for something that comes again.
pub(super) fn oftens<G: Dialect>() -> String {
    let words: Vec<&str> = G::MOMENTS.iter().chain(G::UNITS).copied().collect();
    format!("{}, or so many of them", words.join(", "))
}

/// What may stand for a moment.
pub(super) fn moments<G: Dialect>() -> String {
    let unit = G::UNITS.iter().find(|unit| **unit == "day").or(G::UNITS.last()).copied().unwrap_or("day");
    if G::MOMENTS.is_empty() {
        format!("a unit and its number, such as `{unit} 3`")
    } else {
        format!("{}, or a unit and its number, such as `{unit} 3`", G::MOMENTS.join(", "))
    }
}
