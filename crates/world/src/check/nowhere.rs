//! Signals of time, trackers and flags happen nowhere: what follows from them cannot speak of here, or of who did it.

use super::Told;
use crate::adventure::Adventure;
use crate::dialect::Dialect;
use crate::walk::walk;

pub(super) fn check<G: Dialect>(file: &Adventure<G>, told: &mut Told) {
    let nowhere: Vec<bool> =
        file.event.iter().map(|event| event.when.iter().any(|when| !when.is_somewhere())).collect();
    walk(file, &mut |met| {
        let Some(within) = within(met.path, &nowhere) else { return };
        let rolled = within.contains(".check.passed")
            || within.contains(".check.failed")
            || within.contains(".check.outcomes");
        let lost = match (met.mark, met.text) {
            ("where", "@here") => true,
            ("who" | "who-or-place", "@heroes" | "@everyone" | "@first" | "@one") => true,
            ("who" | "who-or-place", word) => {
                (word == "@actor" && !rolled)
                    || word.strip_prefix('@').is_some_and(|word| word.ends_with(":@here"))
            }
            ("text", text) => text.contains("{@here}"),
            _ => false,
        };
        if lost {
            let word = if met.mark == "text" { "{@here}" } else { met.text };
            let what = format!("`{word}` means nothing here: what sets this off happens in no place");
            told.instead(
                met.path,
                what,
                "a place by its id, `@all`, `@inside`, or a place with it as in `@heroes:hall`",
            );
        } else if met.mark == "text" && met.path.ends_with(".tell") {
            let what = "there is nobody here to tell: what sets this off happens in no place";
            told.instead(met.path, what, "`announce`, which all players read");
        }
    });
}

/// The path within what happens nowhere, if it is in it.
fn within<'a>(path: &'a str, nowhere: &[bool]) -> Option<&'a str> {
    if path.starts_with("adventure.pace") || path.starts_with("goal[") || path.starts_with("end[") {
        return Some(path);
    }
    let (kind, rest) = path.split_once('[')?;
    let (row, rest) = rest.split_once("].")?;
    let row: usize = row.parse().ok()?;
    match kind {
        "tracker" => Some(rest),
        "event" if *nowhere.get(row.checked_sub(1)?)? && !rest.starts_with("when") => Some(rest),
        _ => None,
    }
}
