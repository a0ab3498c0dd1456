//! Checks a seat could call for or try, and what the Referee lets befall bodies.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Who};
use serde_json::{Value, json};

use super::inventory::which;
use super::people;
use crate::RollHighOrDie;
use crate::combat::takes;
use crate::hurt::check_hit_die;
use crate::picks::carried;
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
                .param(Param::new("item", "With which thing", which(&carried(at, who))).optional())
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
            secretly(
                call("call-skill", "Call for a Skill Check")
                    .rule(rules::RH_CHECK_02)
                    .param(Param::new("skill", "Skill", skills()))
                    .param(Param::new("dc", "DC", Domain::amount(0, 40))),
            )
            .param(
                Param::new("item", "About which thing of theirs", things(at, &able)).after("who").optional(),
            )
            .param(Param::new("feet", "How many feet off it is", Domain::amount(0, 1000)).optional()),
        );
        cards.push(secretly(
            call("call-ability", "Call for an Ability Check")
                .rule(rules::RH_CHECK_01)
                .param(Param::new("ability", "Ability", Domain::one_of(abilities)))
                .param(Param::new("difficulty", "Difficulty", Domain::one_of(steps))),
        ));
    }
    if able.len() > 1 {
        cards.push(
            OfferCard::new("contest", "Skill against Skill", GROUP)
                .rule(rules::RH_CHECK_06)
                .param(Param::new("who", "Who", people(at, able.clone())))
                .param(Param::new("skill", "Skill", skills()))
                .param(Param::new("target", "Against", people(at, able)))
                .param(Param::new("with", "Who resists with", skills()).optional())
                .param(Param::new("willing", "Whoever resists may give in", Domain::yes_no()).optional()),
        );
    }
    let sides = SIDES.map(|sides| Candidate::new(json!(sides), format!("d{sides}")));
    cards.push(
        OfferCard::new("roll_dice", "Roll dice", GROUP)
            .rule(rules::RH_CORE_01)
            .param(Param::new("sides", "Which", Domain::one_of(sides)))
            .param(Param::new("count", "How many", Domain::amount(1, 20)).optional()),
    );
    cards.extend(bodies(at));
    cards
}

/// The number of a check, or the roll itself, kept from the players.
fn secretly(call: OfferCard) -> OfferCard {
    call.param(Param::new("hidden", "Keep the number to yourself", Domain::yes_no()).optional())
        .param(Param::new("secret", "Nobody sees the roll", Domain::yes_no()).optional())
}

/// Things of these, each for its owner.
fn things(at: At<'_, RollHighOrDie>, all: &[Who]) -> Domain {
    let mut options: Vec<Candidate<Value>> = Vec::new();
    for who in all {
        for (number, name) in carried(at, *who) {
            options.push(Candidate::new(json!(number), name).given(json!(who)));
        }
    }
    Domain::one_of(options)
}

/// What the Referee lets befall bodies.
fn bodies(at: At<'_, RollHighOrDie>) -> Vec<OfferCard> {
    let state = at.state;
    let alive: Vec<Who> = state.here().collect();
    if alive.is_empty() {
        return Vec::new();
    }
    let card = |command: &str, label: &'static str, rule| OfferCard::new(command, label, "Bodies").rule(rule);
    let whom = |label: &'static str| Param::new("who", label, people(at, alive.clone()));
    let mut cards =
        vec![
            card("restore", "Give Vitality back", rules::RH_CORE_02)
                .param(whom("To whom"))
                .param(Param::new("amount", "How much", Domain::amount(1, 30))),
        ];
    let (sourced, plain): (Vec<Condition>, Vec<Condition>) =
        Condition::ALL.iter().copied().partition(|condition| condition.is_per_source());
    let conditions = |all: Vec<Condition>| {
        Domain::one_of(all.into_iter().map(|known| Candidate::new(json!(known), known.name())))
    };
    let inflict = |card: OfferCard, which| {
        card.param(whom("On whom"))
            .param(Param::new("condition", "Which", conditions(which)))
            .param(Param::new("stacks", "Stacks", Domain::amount(1, 5)).optional())
            .param(Param::new("dc", "The DC to get free", Domain::amount(1, 40)).optional())
    };
    let end = || Param::new("end", "End it", Domain::yes_no()).optional();
    cards.push(inflict(card("inflict", "Impose or end a Condition", rules::RH_STATE_01), plain).param(end()));
    if alive.len() > 1 {
        let offer = card("inflict", "Impose or end a Condition by somebody", rules::RH_STATE_01);
        let from = Param::new("from", "By whom", people(at, alive.clone()));
        cards.push(inflict(offer.id("inflict-by"), sourced).param(from).param(end()));
    }
    let kinds =
        || Domain::one_of(DamageType::ALL.iter().map(|kind| Candidate::new(json!(kind), kind.name())));
    let part = vec![
        Param::new("amount", "How much", Domain::amount(1, 60)),
        Param::new("type", "Of which type", kinds()),
        Param::new("true", "True Damage", Domain::yes_no()).optional(),
    ];
    cards.push(
        card("harm", "Deal damage", rules::RH_CORE_02)
            .param(whom("To whom"))
            .param(Param::new("amount", "How much", Domain::amount(1, 60)))
            .param(Param::new("type", "Of which type", kinds()))
            .param(Param::new("true", "True Damage", Domain::yes_no()).optional())
            .param(Param::new("and", "And a second part", Domain::Form { params: part }).optional()),
    );
    let placed: Vec<Who> = alive.iter().copied().filter(|who| state.live(*who).at.is_some()).collect();
    if !placed.is_empty() {
        let drops =
            [5, 10, 15, 20, 30, 40, 60].map(|feet| Candidate::new(json!(feet), format!("{feet} feet")));
        cards.push(
            card("fall", "Let somebody fall", rules::RH_FALL_01)
                .param(Param::new("who", "Who", people(at, placed)))
                .param(Param::new("feet", "How deep", Domain::one_of(drops))),
        );
    }
    let air = card("air", "Air", rules::RH_SUFF_01).param(whom("Who")).param(Param::new(
        "airless",
        "Has none",
        Domain::yes_no(),
    ));
    let rounds = || Param::new("rounds", "For so many Rounds", Domain::amount(1, 60)).optional();
    cards.push(if state.encounter.is_none() { air.param(rounds()) } else { air });
    cards
}
