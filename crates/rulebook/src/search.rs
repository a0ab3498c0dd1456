//! Looking rules up by words. Ranking is plain counting, so that the same words always give the same list.

use crate::book::Rule;

const ID: u32 = 10_000;
const ID_BEGINS: u32 = 1_000;
const TITLE: u32 = 100;
const TITLE_BEGINS: u32 = 40;
const BODY: u32 = 4;
const BODY_BEGINS: u32 = 1;

pub(crate) fn search(rules: &'static [Rule], words: &str) -> Vec<&'static Rule> {
    let wanted: Vec<String> = words.split_whitespace().filter_map(plain).collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(u32, &'static Rule)> =
        rules.iter().filter_map(|rule| Some((score(rule, &wanted)?, rule))).collect();
    found.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
    found.into_iter().map(|(_, rule)| rule).collect()
}

/// The word in small letters without the punctuation around it; none if nothing is left.
fn plain(word: &str) -> Option<String> {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    (!bare.is_empty()).then(|| bare.to_lowercase())
}

/// How well a rule fits; none if one of the words is missing.
fn score(rule: &Rule, wanted: &[String]) -> Option<u32> {
    let id = rule.id.to_lowercase();
    let title = words_of(rule.title);
    let mut body = words_of(rule.text);
    for more in [rule.source, rule.asked, rule.refused, rule.example, rule.ruling].into_iter().flatten() {
        body.extend(words_of(more));
    }
    for switch in rule.switches {
        body.extend(words_of(switch.name));
        body.extend(words_of(switch.values));
    }
    let mut sum = 0;
    for word in wanted {
        let best = if id == *word {
            ID
        } else if id.starts_with(word.as_str()) {
            ID_BEGINS
        } else {
            fit(&title, word, TITLE, TITLE_BEGINS).max(fit(&body, word, BODY, BODY_BEGINS))
        };
        if best == 0 {
            return None;
        }
        sum += best;
    }
    Some(sum)
}

fn words_of(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_').filter_map(plain).collect()
}

fn fit(words: &[String], wanted: &str, whole: u32, begins: u32) -> u32 {
    if words.iter().any(|word| word == wanted) {
        whole
    } else if words.iter().any(|word| word.starts_with(wanted)) {
        begins
    } else {
        0
    }
}
