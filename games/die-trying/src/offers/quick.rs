//! What talents let somebody do as a Bonus Action that takes others an Action.

use boneyard_table::view::OfferCard;
use boneyard_table::{At, RuleId, Who};
use serde_json::json;

use crate::DieTrying;
use crate::rules;
use crate::trap::{Disarm, PickLock, check_disarm, check_pick, known_trap, name_of_lock};

const GROUP: &str = "Fight";

pub(super) fn acting(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    let state = at.state;
    if state.battle.is_none() {
        return Vec::new();
    }
    let card = |command: &str, label: String, rule: RuleId, of: &str| {
        OfferCard::new(command, label, GROUP)
            .actor("who", who)
            .id(format!("quick-{command}{of}:{}", who.0))
            .rule(rule)
            .cost(1, "Bonus Action")
            .fixed("bonus", true)
    };
    let mut cards = Vec::new();
    for number in 0..state.known_traps.len() {
        let Some((_, laid)) = known_trap(state, number as u8) else { continue };
        if check_disarm(at, Disarm { who, trap: number as u8, bonus: true }).is_ok() {
            let label = format!("Disarm the {} at once", at.book.name_of(laid.trap));
            let disarm = card("disarm", label, rules::DT_HOUSE_15H, &format!("-{number}"));
            cards.push(disarm.fixed("trap", number));
        }
    }
    for lock in state.locks.iter().filter_map(|lock| name_of_lock(state, lock)) {
        if check_pick(at, PickLock { who, lock, bonus: true }).is_ok() {
            let pick = card(
                "pick_lock",
                "Pick the lock at once".into(),
                rules::DT_HOUSE_16H,
                &format!("-{}", json!(lock)),
            );
            cards.push(pick.fixed("lock", json!(lock)));
        }
    }
    cards
}
