//! Facts and dice that are not what they should be.

use std::ops::Range;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{Faces, Group};

/// The fact with one number one higher, or one lower where it cannot be higher. Facts name first whom they
/// are about, so the last number that can change is taken.
pub(super) fn corrupted<F: Serialize + DeserializeOwned>(fact: &F) -> Option<F> {
    // As text, for there the numbers stand in the order in which the fact names them.
    let whole = serde_json::to_string(fact).ok()?;
    let mut tries = numbers(&whole).into_iter().rev().flat_map(|place| [(place.clone(), 1), (place, -1)]);
    tries.find_map(|(place, by)| {
        let number = whole[place.clone()].parse::<i64>().ok()?.checked_add(by)?;
        let mut other = whole.clone();
        other.replace_range(place, &number.to_string());
        serde_json::from_str(&other).ok()
    })
}

/// Where whole numbers stand in a JSON text.
fn numbers(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut begun, mut quoted, mut escaped) = (Vec::new(), None, false, false);
    for (at, letter) in text.char_indices() {
        let part = !quoted && (letter.is_ascii_digit() || "-+.eE".contains(letter));
        match (begun, part) {
            (None, true) if letter.is_ascii_digit() || letter == '-' => begun = Some(at),
            (Some(from), false) => {
                found.push(from..at);
                begun = None;
            }
            _ => {}
        }
        quoted ^= letter == '"' && !escaped;
        escaped = letter == '\\' && !escaped;
    }
    found.extend(begun.map(|from| from..text.len()));
    found
}

/// The kind of a fact or a question: the name by which it is written down, and of what is in it if that is
/// one thing with a name again.
pub(super) fn kind(thing: &impl Serialize) -> String {
    let Ok(whole) = serde_json::to_value(thing) else { return String::new() };
    let mut names = Vec::new();
    let mut inside = &whole;
    while let Value::Object(map) = inside
        && map.len() == 1
        && let Some((name, value)) = map.iter().next()
        && (names.is_empty() || value.is_object())
    {
        names.push(name.as_str());
        inside = value;
    }
    match inside {
        Value::String(name) if names.is_empty() => name.clone(),
        _ => names.join(" "),
    }
}

/// Dice that all show the least or the most they can count for.
pub(super) fn misread(group: &Group, reads: Reads) -> Faces {
    let values = (1..=group.sides).map(|face| group.value(face));
    let read = match reads {
        Reads::Lowest => values.min(),
        Reads::Highest => values.max(),
    };
    (0..group.count).filter_map(|_| read).collect()
}

/// How dice are misread. Only one of them is noticed where the outcome stays the same.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reads {
    Lowest,
    Highest,
}

impl Reads {
    pub(super) const BOTH: [Self; 2] = [Self::Lowest, Self::Highest];

    pub(super) fn name(self) -> String {
        match self {
            Self::Lowest => "as the lowest".into(),
            Self::Highest => "as the highest".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_number_that_can_change_is_one_off() {
        assert_eq!(corrupted(&(3u8, String::from("hp"), 7u8)), Some((3, "hp".into(), 8)));
        assert_eq!(corrupted(&(3u8, u8::MAX)), Some((3, u8::MAX - 1)));
        assert_eq!(corrupted(&(3u8, String::from("4 \"5\" 6"))), Some((4, "4 \"5\" 6".into())));
        assert_eq!(corrupted(&("nothing to count".to_owned(), true)), None);
    }

    #[test]
    fn a_kind_is_named_as_deep_as_it_is_one() {
        use serde_json::json;
        assert_eq!(kind(&json!({ "hurt": { "who": 1, "to": 2 } })), "hurt");
        assert_eq!(kind(&json!({ "hurt": { "who": 1 } })), "hurt");
        assert_eq!(kind(&json!({ "time": { "passed": { "hours": 1, "by": 2 } } })), "time passed");
        assert_eq!(kind(&json!("over")), "over");
    }

    #[test]
    fn dice_are_misread_as_the_least_or_the_most_they_count_for() {
        let third = Group::new(2, 6).read_as(&[1, 1, 2, 2, 3, 3]);
        assert_eq!(misread(&third, Reads::Highest).as_slice(), [3, 3]);
        assert_eq!(misread(&Group::new(1, 20).in_order(), Reads::Lowest).as_slice(), [1]);
    }
}
