//! Log lines and rules as text for a terminal, with what stands behind them.

use boneyard_rulebook::Rule;
use boneyard_table::view::{Line, Plain, Term};

/// A line with its rule in brackets, and the terms behind its number below it.
pub(crate) fn cited(line: &Line) -> Vec<String> {
    let mut told = line.lines();
    if let (Some(rule), Some(last)) = (line.rule, told.last_mut()) {
        last.push_str(&format!(" [{rule}]"));
    }
    told.extend(terms(line.terms()));
    told
}

/// The terms behind a number, one a line.
pub(crate) fn terms(terms: &[Term]) -> impl Iterator<Item = String> {
    terms.iter().map(|term| {
        let from = term.from.as_ref().map(|from| format!(", {from}")).unwrap_or_default();
        let rule = term.rule.map(|rule| format!(" [{rule}]")).unwrap_or_default();
        format!("      {:+} {}{from}{rule}", term.amount, term.label)
    })
}

/// A whole rule: title, text, and the small print.
pub(crate) fn rule(rule: &Rule) -> Vec<String> {
    let house = if rule.house() { ", ours" } else { "" };
    let mut told = vec![format!("{} · {}", rule.id, rule.title), format!("({}{house})", rule.section)];
    told.extend(rule.text.lines().map(str::to_owned));
    let small = [
        ("Source", rule.source),
        ("Asked", rule.asked),
        ("Refused", rule.refused),
        ("Example", rule.example),
        ("Ruling", rule.ruling),
    ];
    for (name, text) in small {
        told.extend(text.map(|text| format!("{name}: {text}")));
    }
    told.extend(rule.switches.iter().map(|switch| format!("Switch: {}: {}", switch.name, switch.values)));
    told
}
