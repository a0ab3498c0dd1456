//! What talents let somebody do as a Bonus Action that takes others an Action.

use boneyard_table::view::{OfferCard, Param};
use boneyard_table::{At, RuleId, Who};
use serde_json::json;

use super::people;
use crate::DieTrying;
use crate::combat::{Doer, Shove, check_dodge, check_shove, opponents};
use crate::gear::{LightUp, check_light};
use crate::hurt::{Stabilise, check_stabilise};
use crate::rules;
use crate::sight::{Hide, check_hide};
use crate::state::Ware;
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
    if check_hide(at, &Hide { who, from: Vec::new(), bonus: true }).is_ok() {
        let hide = card("hide", "Hide at once".into(), rules::DT_STL_02, "");
        cards.push(super::fight::hide_from(state, who).into_iter().fold(hide, OfferCard::param));
    }
    if check_dodge(at, Doer { who, bonus: true }).is_ok() {
        cards.push(card("dodge", "Dodge at once".into(), rules::DT_COM_10, ""));
    }
    let shove = |target| Shove { who, target, prone: true, bonus: true };
    let down: Vec<Who> =
        opponents(state, who).filter(|target| check_shove(at, shove(*target)).is_ok()).collect();
    if !down.is_empty() {
        let shove = card("shove", "Throw down whom you hit".into(), rules::DT_ACT_03H, "");
        cards.push(shove.fixed("prone", true).param(Param::new("target", "Whom", people(at, down))));
    }
    let tend = |target: &Who| check_stabilise(at, Stabilise { who, target: *target, bonus: true }).is_ok();
    let patients: Vec<Who> = state.beings().filter(tend).collect();
    if !patients.is_empty() {
        let stabilise = card("stabilise", "Stabilise at once".into(), rules::DT_HP_10, "");
        cards.push(stabilise.param(Param::new("target", "Whom", people(at, patients))));
    }
    for (item, thing) in state.sheet(who).items.iter().enumerate() {
        let light = LightUp { who, item: item as u8, bonus: true };
        if matches!(thing.ware, Ware::Lamp(_)) && check_light(at, light).is_ok() {
            let label = format!("Light the {} at once", thing.name);
            cards.push(card("light_up", label, rules::DT_LIGHT_01, &format!("-{item}")).fixed("item", item));
        }
    }
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
