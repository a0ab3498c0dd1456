//! How the TS begins a fight, lets somebody join it, says that what was waited for happens, and ends it. What people do
//! in a fight is in `fight`.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param, Square};
use boneyard_table::{At, Refusal, Who};
use serde_json::json;

use super::{floor, people, some_of};
use crate::DieTrying;
use crate::combat::{fighters, in_sight, opponents};
use crate::rules;
use crate::state::{Battle, Fate, Proficiency, State};

const GROUP: &str = "Fight";

pub(super) fn gm(at: At<'_, DieTrying>) -> Vec<OfferCard> {
    match &at.state.battle {
        Some(battle) => under_way(at, battle),
        None => begin(at),
    }
}

fn under_way(at: At<'_, DieTrying>, battle: &Battle) -> Vec<OfferCard> {
    let state = at.state;
    let mut cards = vec![OfferCard::new("stop_fight", "End the fight", GROUP).rule(rules::DT_CORE_02)];
    let outside: Vec<Who> =
        state.beings().filter(|who| !battle.order.has(*who) && state.live(*who).fate == Fate::Up).collect();
    if !outside.is_empty() {
        let order = people(at, battle.order.places().iter().map(|place| place.who));
        let after = Param::new("after", "Acts right after; by Initiative if nobody is named", order);
        let join = OfferCard::new("join_fight", "Let somebody join the fight", GROUP)
            .rule(rules::DT_COM_01)
            .param(Param::new("who", "Who", people(at, outside)))
            .param(after.optional());
        let spots = floor(state);
        cards.push(if spots.is_empty() {
            join
        } else {
            join.param(Param::new("at", "Where", Domain::Square { among: spots }).optional())
        });
    }
    for who in fighters(state) {
        let Some(ready) = &state.live(who).ready else { continue };
        let foes = people(at, opponents(state, who));
        let label = format!("It happens: {} ({})", ready.when, state.name(who));
        let among: Vec<Square> = around(state, who);
        cards.push(
            OfferCard::new("spring", label, GROUP)
                .id(format!("spring-{}", who.0))
                .rule(rules::DT_ACT_07H)
                .fixed("who", json!(who))
                .param(Param::new("target", "Whom a Strike is for", foes).optional())
                .param(Param::new("to", "Where a step goes", Domain::Square { among }).optional()),
        );
    }
    cards
}

/// A fight to begin, with what people were doing who roll another skill than Perception for Initiative.
fn begin(at: At<'_, DieTrying>) -> Vec<OfferCard> {
    let state = at.state;
    let here = state.beings().filter(|who| {
        let live = state.live(*who);
        live.fate != Fate::Dead && !live.away
    });
    let here: Vec<Who> = here.collect();
    let both = |hero: bool| here.iter().any(|who| (state.sheet(*who).side == 0) == hero);
    if !both(true) || !both(false) {
        return Vec::new();
    }
    let unseen = in_sight(at).is_empty().then(|| {
        Refusal::new(
            rules::DT_COM_01,
            "one-side",
            "No hero sees a foe. Say who fights, or bring somebody in.",
        )
    });
    let skills = Proficiency::skills().iter().map(|skill| Candidate::new(json!(skill), skill.name()));
    let own = |who: &Who| {
        let name = state.name(*who).to_owned();
        Param::new(name.clone(), name, Domain::one_of(skills.clone())).optional()
    };
    let each = Domain::Form { params: here.iter().map(own).collect() };
    let some = |name: &'static str, label: &'static str| {
        Param::new(name, label, some_of(state, here.iter().copied(), 1)).optional()
    };
    vec![
        OfferCard::new("fight", "Begin a fight", GROUP).rule(rules::DT_COM_01).refused(unseen),
        OfferCard::new("fight", "Begin a fight with some of them", GROUP)
            .id("fight-some")
            .rule(rules::DT_COM_01)
            .param(Param::new("fighters", "Who fights", some_of(state, here.iter().copied(), 2)))
            .param(some("ambushing", "These lie in wait: Stealth for Initiative"))
            .param(some("feigning", "These feign friendliness: Deception for Initiative"))
            .param(some("busy", "These do something else"))
            .param(
                Param::new("busy_with", "The skill that fits it", Domain::one_of(skills.clone())).optional(),
            )
            .param(Param::new("skills", "Or each with a skill of their own", each).optional()),
    ]
}

/// Squares a step away.
fn around(state: &State, who: Who) -> Vec<Square> {
    let Some(here) = state.live(who).at else { return Vec::new() };
    let near = crate::effect::around(state, here, 5).into_iter().filter(|spot| *spot != here);
    near.map(|spot| Square::new(spot.x.into(), spot.y.into())).collect()
}
