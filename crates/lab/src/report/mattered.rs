//! What mattered most: of the ways a fight can end, the one that the changes bear on most, and the changes in the order
//! of what they did to it. How it is drawn is the page's and the terminal's business.

use crate::{Share, Tally, Without};

/// What is compared, and how it came out.
pub(super) struct Mattered {
    /// The end that is compared: "At least one hero dies".
    pub(super) end: &'static str,
    /// As it is, and then what changed most first.
    pub(super) rows: Vec<(String, Share)>,
    /// Whether the changes are so small that luck alone may have made them.
    pub(super) little: bool,
}

/// How often an end came with a change.
type Then = fn(&Without) -> Share;

impl Mattered {
    /// `None` where nothing was changed.
    pub(super) fn of(tally: &Tally, changes: &[Without]) -> Option<Self> {
        let ends: [(&'static str, u64, Then); 3] = [
            ("The whole party falls", tally.wiped, |one| one.wiped),
            ("At least one hero dies", tally.death, |one| one.death),
            ("The heroes win", tally.won, |one| one.won),
        ];
        let all = ends.into_iter().map(|(end, count, then)| {
            let now = tally.share(count);
            let mut changed: Vec<(String, Share)> =
                changes.iter().map(|one| (one.what.clone(), then(one))).collect();
            changed.sort_by(|one, other| apart(other.1, now).total_cmp(&apart(one.1, now)));
            let little = changed.iter().all(|(_, share)| overlap(*share, now));
            let most = changed.first().map_or(0.0, |(_, share)| apart(*share, now));
            let rows = [("as it is".to_owned(), now)].into_iter().chain(changed).collect();
            (most, Self { end, rows, little })
        });
        // Of equals the first one: what is worst for the party.
        let chosen = all.reduce(|best, next| if next.0 > best.0 { next } else { best });
        chosen.filter(|_| !changes.is_empty()).map(|(_, mattered)| mattered)
    }
}

fn apart(one: Share, other: Share) -> f64 {
    (one.value() - other.value()).abs()
}

fn overlap(one: Share, other: Share) -> bool {
    let ((low, high), (least, most)) = (one.interval(), other.interval());
    low <= most && least <= high
}

/// What is said where none of the changes shows.
pub(super) const LITTLE: &str = "None of this changes much: the differences are within what luck may do.";
