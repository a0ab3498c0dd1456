//! Whether a hero is fit to play: somebody who sets out has a weapon. Nothing forbids to go without; the page says so,
//! and chance buys one first.

use boneyard_table::{At, Who};

use crate::DirkRules;

/// What a hero being made still lacks, in a sentence each.
pub fn fit(at: At<'_, DirkRules>, who: Who) -> Vec<String> {
    let mut lacks = Vec::new();
    if !armed(at, who) {
        lacks.push("No weapon yet: a stick costs nothing.".to_owned());
    }
    lacks
}

/// Whether a weapon is best bought now: the hero has none and can pay for it. Nobody takes a stick who can buy more.
pub(super) fn advised(at: At<'_, DirkRules>, who: Who, weapon: &str) -> bool {
    let gems = at.state.sheet(who).gems;
    let price = at.book.weapons.named(weapon).map(|row| row.gems);
    let fair = |price: u32| price <= gems && (price > 0 || gems == 0);
    !armed(at, who) && price.is_some_and(fair)
}

fn armed(at: At<'_, DirkRules>, who: Who) -> bool {
    let weapon = |kind: boneyard_table::RuleId| at.book.weapons.get(kind.as_str()).is_some();
    at.state.sheet(who).items.iter().any(|item| item.kind.is_some_and(weapon))
}
