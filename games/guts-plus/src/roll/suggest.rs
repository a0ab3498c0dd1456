//! Which quality fits what is tried: words compared with words. The GM has the last one.

use boneyard_table::{At, Who};

use crate::GutsPlus;
use crate::state::Base;

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2)
}

/// Whether two words have the same beginning: "climbing" fits "climb". Capitals do not matter, nor does the last
/// letter of a longer word: "juggle" fits "juggling".
fn alike(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let letters = short.chars().count();
    let enough = if letters > 5 { letters - 1 } else { letters };
    letters > 2 && short.chars().zip(long.chars()).take_while(|(a, b)| same(*a, *b)).count() >= enough
}

fn same(a: char, b: char) -> bool {
    a.eq_ignore_ascii_case(&b) || !a.is_ascii() && !b.is_ascii() && a.to_lowercase().eq(b.to_lowercase())
}

fn any_alike<'a>(what: &str, tags: impl Iterator<Item = &'a str>) -> bool {
    tags.flat_map(words).any(|tag| words(what).any(|word| alike(word, tag)))
}

/// The base quality that usually governs such a thing.
pub fn suggest(at: At<'_, GutsPlus>, what: &str) -> Base {
    let fits = |base: &Base| {
        let row = at.book.qualities.named(base.name());
        row.is_some_and(|row| any_alike(what, row.actions.iter().map(String::as_str)))
    };
    Base::ALL.into_iter().find(fits).unwrap_or(Base::Gumption)
}

/// Whether a quality of somebody's matches what is tried.
pub fn matches(at: At<'_, GutsPlus>, who: Who, quality: u8, what: &str) -> bool {
    let Some(own) = at.state.sheet(who).qualities.get(usize::from(quality)) else { return false };
    let row = at.book.samples.iter().find(|row| row.name.eq_ignore_ascii_case(&own.name));
    let tags = row.into_iter().flat_map(|row| row.tags.iter().map(String::as_str));
    any_alike(what, [own.name.as_str(), own.about.as_str()].into_iter().chain(tags))
}

/// Custom qualities of somebody's that match what is tried.
pub fn fitting(at: At<'_, GutsPlus>, who: Who, what: &str) -> Vec<u8> {
    let count = at.state.sheet(who).qualities.len() as u8;
    (4..count).filter(|quality| matches(at, who, *quality, what)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_fit_by_their_beginning_in_any_script() {
        for (one, other) in
            [("climbing", "Climb"), ("juggle", "juggling"), ("canapé", "CANAPÉS"), ("canapé", "canapes")]
        {
            assert!(alike(one, other), "{one} and {other}");
        }
        for (one, other) in [("climb", "clime"), ("cap", "cat"), ("canapé", "canned food")] {
            assert!(!alike(one, other), "{one} and {other}");
        }
        assert!(any_alike("to catch the canapé", ["canapés"].into_iter()));
        assert!(!any_alike("of an ox", ["of an ox"].into_iter()), "words of two letters say nothing");
    }
}
