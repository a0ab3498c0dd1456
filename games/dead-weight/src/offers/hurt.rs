//! The GM's own hand: what befalls people without a rule that brings it about.

use boneyard_table::At;
use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{Refusal, Who};
use serde_json::json;

use super::things::{attributes, people};
use crate::DeadWeight;
use crate::rules;
use crate::state::Affliction;

const GROUP: &str = "What befalls people";

/// What the GM could let befall people.
pub(super) fn gm(at: At<'_, DeadWeight>) -> Vec<OfferCard> {
    let state = at.state;
    let there = |who: &Who| {
        let one = state.one(*who);
        !one.live.dead && one.sheet.draft.is_none() && !one.sheet.hero.retired
    };
    let everybody: Vec<Who> = state.everybody().filter(there).collect();
    let heroes: Vec<Who> = everybody.iter().copied().filter(|who| state.sheet(*who).is_hero()).collect();
    if everybody.is_empty() {
        return Vec::new();
    }
    let card = |command: &str, label: &str, rule| OfferCard::new(command, label.to_owned(), GROUP).rule(rule);
    let who = |of: &[Who]| Param::new("who", "Whom", people(at, of.iter().copied()));
    let on = || Param::new("attribute", "On", attributes()).optional();
    let nobody = heroes.is_empty();
    let nobody = || nobody.then(|| Refusal::new(rules::DW_ENEMY_10, "nobody", "There is no adventurer."));
    let ills = || Domain::one_of(Affliction::ALL.map(|what| Candidate::new(json!(what), what.name())));
    vec![
        card("harm", "Wound somebody", rules::DW_HURT_05)
            .param(who(&everybody))
            .param(Param::new("wounds", "Wounds", Domain::amount(1, 12)))
            .param(Param::new("pierces", "Through armor", Domain::yes_no()).optional())
            .param(Param::new("raw", "No toughening up", Domain::yes_no()).optional())
            .param(Param::new("non_lethal", "Never kills", Domain::yes_no()).optional())
            .param(Param::new("fall", "By a fall", Domain::yes_no()).optional())
            .param(Param::new("on", "On", attributes()).optional()),
        card("tire", "Tire somebody", rules::DW_HURT_01).param(who(&heroes)).param(on()).refused(nobody()),
        card("recover", "Let somebody recover", rules::DW_HURT_03)
            .param(who(&heroes))
            .param(Param::new("fatigue", "Fatigue", Domain::amount(1, 5)))
            .param(on())
            .refused(nobody()),
        card("heal", "Heal somebody", rules::DW_HURT_21)
            .param(who(&heroes))
            .param(Param::new("wounds", "Wounds", Domain::amount(1, 12)))
            .param(Param::new("resting", "By rest", Domain::yes_no()).optional())
            .refused(nobody()),
        card("afflict", "Afflict somebody", rules::DW_AFFL_01)
            .param(who(&heroes))
            .param(Param::new("what", "With", ills()))
            .refused(nobody()),
        card("cure", "End an affliction", rules::DW_AFFL_01)
            .param(who(&heroes))
            .param(Param::new("what", "Which", ills()))
            .refused(nobody()),
    ]
}
