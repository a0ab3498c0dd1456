//! Checks a seat could call for or try, and what the Referee lets befall bodies.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Who};
use serde_json::json;

use super::people;
use crate::RollHighOrDie;
use crate::combat::takes;
use crate::hurt::check_hit_die;
use crate::rules;
use crate::state::{Ability, Condition, DamageType, SIDES, Skill};

const GROUP: &str = "Checks";

fn skills() -> Domain {
    Domain::one_of(Skill::ALL.iter().map(|skill| Candidate::new(json!(skill), skill.name())))
}

pub(super) fn acting(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let mut cards = Vec::new();
    if at.state.sheet(who).is_hero() && !at.state.live(who).dead {
        cards.push(
            OfferCard::new("improvise", "Try something else", GROUP)
                .actor("who", who)
                .rule(rules::RH_CORE_02)
                .param(Param::new("what", "What", Domain::text(120)))
                .refused(takes(at.state, at.book, who, 0).err()),
        );
    }
    let others: Vec<Who> =
        at.state.here().filter(|other| *other != who && !at.state.live(*other).unseen).collect();
    if !others.is_empty() && takes(at.state, at.book, who, 0).is_ok() && at.state.sheet(who).is_hero() {
        let by = [Skill::Diplomacy, Skill::Deception, Skill::Intimidation];
        let by = by.map(|skill| Candidate::new(json!(skill), skill.name()));
        cards.push(
            OfferCard::new("request", "Ask for something", GROUP)
                .actor("who", who)
                .rule(rules::RH_HOUSE_16H)
                .param(Param::new("target", "Whom", people(at, others)))
                .param(Param::new("skill", "By", Domain::one_of(by)))
                .param(Param::new("what", "For what", Domain::text(120))),
        );
    }
    if check_hit_die(at, who).is_ok()
        && at.state.live(who).vitality < crate::body::max_vitality(at.state, at.book, who)
    {
        cards.push(
            OfferCard::new("spend_hit_die", "Spend a Hit Die", "Bodies")
                .actor("who", who)
                .rule(rules::RH_VIT_06),
        );
    }
    cards
}

pub(super) fn gm(at: At<'_, RollHighOrDie>) -> Vec<OfferCard> {
    let state = at.state;
    let able: Vec<Who> = state.here().filter(|who| crate::combat::able(state, *who).is_ok()).collect();
    let alive: Vec<Who> = state.here().collect();
    let mut cards = Vec::new();
    if !able.is_empty() {
        let steps = at
            .book
            .difficulties
            .iter()
            .map(|step| Candidate::new(json!(step.name), format!("{} ({})", step.name, step.dc)));
        let abilities = Ability::ALL.iter().map(|ability| Candidate::new(json!(ability), ability.name()));
        let call = |id: &str, label: &'static str| {
            OfferCard::new("call_check", label, GROUP).id(id).param(Param::new(
                "who",
                "Who",
                people(at, able.clone()),
            ))
        };
        cards.push(
            call("call-skill", "Call for a Skill Check")
                .rule(rules::RH_CHECK_02)
                .param(Param::new("skill", "Skill", skills()))
                .param(Param::new("dc", "DC", Domain::amount(0, 40))),
        );
        cards.push(
            call("call-ability", "Call for an Ability Check")
                .rule(rules::RH_CHECK_01)
                .param(Param::new("ability", "Ability", Domain::one_of(abilities)))
                .param(Param::new("difficulty", "Difficulty", Domain::one_of(steps))),
        );
    }
    if able.len() > 1 {
        cards.push(
            OfferCard::new("contest", "Skill against Skill", GROUP)
                .rule(rules::RH_CHECK_06)
                .param(Param::new("who", "Who", people(at, able.clone())))
                .param(Param::new("skill", "Skill", skills()))
                .param(Param::new("target", "Against", people(at, able)))
                .param(Param::new("with", "Who resists with", skills()).optional()),
        );
    }
    let sides = SIDES.map(|sides| Candidate::new(json!(sides), format!("d{sides}")));
    cards.push(OfferCard::new("roll_dice", "Roll dice", GROUP).rule(rules::RH_CORE_01).param(Param::new(
        "sides",
        "Which",
        Domain::one_of(sides),
    )));
    if !alive.is_empty() {
        cards.push(
            OfferCard::new("restore", "Give Vitality back", "Bodies")
                .rule(rules::RH_CORE_02)
                .param(Param::new("who", "To whom", people(at, alive.clone())))
                .param(Param::new("amount", "How much", Domain::amount(1, 30))),
        );
        let conditions = Condition::ALL.iter().filter(|condition| !condition.is_per_source());
        let conditions = conditions.map(|known| Candidate::new(json!(known), known.name()));
        cards.push(
            OfferCard::new("inflict", "Impose or end a Condition", "Bodies")
                .rule(rules::RH_STATE_01)
                .param(Param::new("who", "On whom", people(at, alive.clone())))
                .param(Param::new("condition", "Which", Domain::one_of(conditions)))
                .param(Param::new("stacks", "Stacks", Domain::amount(1, 5)).optional())
                .param(Param::new("end", "End it", Domain::yes_no()).optional()),
        );
        let kinds = DamageType::ALL.iter().map(|kind| Candidate::new(json!(kind), kind.name()));
        cards.push(
            OfferCard::new("harm", "Deal damage", "Bodies")
                .rule(rules::RH_CORE_02)
                .param(Param::new("who", "To whom", people(at, alive.clone())))
                .param(Param::new("amount", "How much", Domain::amount(1, 60)))
                .param(Param::new("type", "Of which type", Domain::one_of(kinds))),
        );
        let placed: Vec<Who> = alive.iter().copied().filter(|who| state.live(*who).at.is_some()).collect();
        if !placed.is_empty() {
            let drops =
                [5, 10, 15, 20, 30, 40, 60].map(|feet| Candidate::new(json!(feet), format!("{feet} feet")));
            cards.push(
                OfferCard::new("fall", "Let somebody fall", "Bodies")
                    .rule(rules::RH_FALL_01)
                    .param(Param::new("who", "Who", people(at, placed)))
                    .param(Param::new("feet", "How deep", Domain::one_of(drops))),
            );
        }
        cards.push(
            OfferCard::new("air", "Air", "Bodies")
                .rule(rules::RH_SUFF_01)
                .param(Param::new("who", "Who", people(at, alive)))
                .param(Param::new("airless", "Has none", Domain::yes_no())),
        );
    }
    cards
}
