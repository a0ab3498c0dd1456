//! Watches and days: what can be done about them now.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param, Thing};
use boneyard_table::{At, Seat, Who};
use serde_json::json;

use crate::RollHighOrDie;
use crate::living::{self, Drink, Eat, check_begin, check_drink, check_eat, check_end, work};
use crate::rules;
use crate::state::{Category, Season, Skill};

const GROUP: &str = "The day";

/// What somebody can do in a Watch.
pub(super) fn acting(at: At<'_, RollHighOrDie>, seat: Seat, who: Who) -> Vec<OfferCard> {
    let (state, book) = (at.state, at.book);
    let mut cards = Vec::new();
    if !living::party(state).contains(&who) {
        return cards;
    }
    let eats = |meals| check_eat(state, book, Eat { who, item: None, meals }).is_ok();
    if let Some(most) = (1..=3).rev().find(|meals| eats(*meals)) {
        let offer = OfferCard::new("eat", "Eat a meal", GROUP).actor("who", who).rule(rules::RH_NEED_01);
        cards.push(more(offer, "meals", "How many meals", most));
    }
    let drinks = |halves| check_drink(state, book, Drink { who, item: None, halves }).is_ok();
    if let Some(most) = (1..=2).rev().find(|halves| drinks(*halves)) {
        let offer = OfferCard::new("drink", "Drink half a gallon", GROUP).actor("who", who);
        cards.push(more(offer.rule(rules::RH_NEED_01), "halves", "How many half gallons", most));
    }
    if work(state, who, rules::RH_HOUSE_15H).is_ok() {
        let by = one_skill(&[Skill::Bushcraft, Skill::Herbalism]);
        let mut offer = OfferCard::new("forage", "Look for food", GROUP)
            .actor("who", who)
            .rule(rules::RH_HOUSE_15H)
            .param(Param::new("by", "By", by).optional());
        // How the land is, the Referee knows.
        if seat.is_gm() {
            let lands = [("lush", "Lush"), ("fair", "Fair"), ("barren", "Barren")];
            let lands = lands.map(|(land, name)| Candidate::new(json!(land), name));
            offer = offer.param(Param::new("land", "How the land is", Domain::one_of(lands)).optional());
        }
        cards.push(offer);
    }
    if state.encounter.is_none() {
        cards.push(
            OfferCard::new("declare", "Say what the next Watch is for", GROUP)
                .actor("who", who)
                .rule(rules::RH_TIME_02)
                .param(Param::new("spend", "What", spendings())),
        );
        cards.push(
            OfferCard::new("refill", "Fill the Waterskin", GROUP).actor("who", who).rule(rules::RH_NEED_03),
        );
        let know = Skill::ALL.iter().filter(|skill| skill.category() == Category::Knowledge);
        let know = know.map(|skill| Candidate::new(json!(skill), skill.name()));
        cards.push(
            OfferCard::new("study", "Name a source of knowledge", GROUP)
                .actor("who", who)
                .rule(rules::RH_EXP_10)
                .param(Param::new("skill", "For which Skill", Domain::one_of(know)))
                .param(Param::new("source", "What source", Domain::text(80))),
        );
    }
    if work(state, who, rules::RH_HOUSE_20H).is_ok() {
        let hurt: Vec<Who> = state.here().filter(|other| state.live(*other).wounds > 0).collect();
        if !hurt.is_empty() {
            cards.push(
                OfferCard::new("tend", "Tend wounds", GROUP)
                    .actor("who", who)
                    .rule(rules::RH_HOUSE_20H)
                    .param(Param::new("target", "Whose", super::people(at, hurt))),
            );
        }
        let trades = Skill::ALL.iter().filter(|skill| skill.category() == Category::Professional);
        let trades = trades.map(|skill| Candidate::new(json!(skill), skill.name()));
        cards.push(
            OfferCard::new("practise", "Practise", GROUP)
                .actor("who", who)
                .rule(rules::RH_EXP_13)
                .param(Param::new("skill", "What", Domain::one_of(trades))),
        );
    }
    cards
}

/// An offer for one, or for up to so many at once.
fn more(offer: OfferCard, name: &str, label: &'static str, most: u8) -> OfferCard {
    if most < 2 {
        return offer;
    }
    offer.param(Param::new(name, label, Domain::amount(1, most.into())).optional())
}

fn one_skill(all: &[Skill]) -> Domain {
    Domain::one_of(all.iter().map(|skill| Candidate::new(json!(skill), skill.name())))
}

/// Whole days, the season and the sky.
fn days(at: At<'_, RollHighOrDie>) -> Vec<OfferCard> {
    let (state, book) = (at.state, at.book);
    let mut cards = Vec::new();
    if state.encounter.is_some() {
        return cards;
    }
    let of = named(at, living::party(state));
    if check_begin(state).is_ok() && !of.is_empty() {
        let guards = Domain::Subset { of, least: 0, most: 2, budget: None };
        cards.push(
            OfferCard::new("plan_day", "Plan a typical Day", GROUP)
                .rule(rules::RH_TIME_02)
                .fixed("watches", json!(["travel", "active", "active", "travel", "sleep", "sleep"]))
                .param(Param::new("guards", "Who stands guard", guards).optional()),
        );
        cards.push(
            OfferCard::new("pass_watches", "Let Watches go by in rest", GROUP)
                .rule(rules::RH_TIME_02)
                .fixed("each", json!({ "spend": "sleep" }))
                .param(Param::new("watches", "How many", Domain::amount(1, 12))),
        );
    }
    let seasons = [Season::Spring, Season::Summer, Season::Autumn, Season::Winter];
    let seasons = seasons.map(|season| Candidate::new(json!(season), format!("{season:?}")));
    cards.push(
        OfferCard::new("season", "Name the season", GROUP).rule(rules::RH_WTHR_01H).param(Param::new(
            "season",
            "Which",
            Domain::one_of(seasons),
        )),
    );
    let skies = book.weather.iter().map(|row| Candidate::new(json!(row.name), row.name.clone()));
    cards.push(
        OfferCard::new("weather", "Name the weather", GROUP).rule(rules::RH_WTHR_01H).param(Param::new(
            "weather",
            "Which",
            Domain::one_of(skies),
        )),
    );
    cards
}

fn watch(at: At<'_, RollHighOrDie>, id: &str, label: &str) -> OfferCard {
    let offer = OfferCard::new("begin_watch", label.to_owned(), GROUP)
        .id(format!("begin_watch-{id}"))
        .rule(rules::RH_TIME_02)
        .param(Param::new("fire", "There is a fire", Domain::yes_no()).optional())
        .param(Param::new("shelter", "There is a roof over everybody", Domain::yes_no()).optional());
    let party = living::party(at.state);
    let own = vec![
        Param::new("who", "Who", super::people(at, party.clone())),
        Param::new("spend", "What", spendings()),
    ];
    let offer = offer
        .param(Param::new("of", "One of them does something else", Domain::Form { params: own }).optional());
    let (places, _) = living::places(at.state, at.book);
    if places == 0 {
        return offer;
    }
    let most = u32::try_from(places.min(party.len())).unwrap_or(u32::MAX);
    let of = named(at, party);
    offer.param(
        Param::new("tents", "Who is in the tent", Domain::Subset { of, least: 0, most, budget: None })
            .optional(),
    )
}

/// People by their names, for some of them to be picked.
fn named(at: At<'_, RollHighOrDie>, all: Vec<Who>) -> Vec<Thing> {
    let one =
        |who: Who| Thing { what: Candidate::new(at.state.name(who), at.state.name(who).to_owned()), cost: 0 };
    all.into_iter().map(one).collect()
}

/// What a Watch can be spent on.
fn spendings() -> Domain {
    let all = [("travel", "Travel"), ("active", "Be active"), ("sleep", "Sleep"), ("guard", "Stand guard")];
    Domain::one_of(all.map(|(spend, label)| Candidate::new(json!(spend), label)))
}

/// Over what they travel, how, and who finds the way.
fn on_the_way(at: At<'_, RollHighOrDie>, offer: OfferCard) -> OfferCard {
    let grounds = at.book.travel.iter();
    let grounds = grounds.map(|row| Candidate::new(json!(row.ground), row.ground.clone()));
    let by = one_skill(&[Skill::Bushcraft, Skill::Nature]);
    offer
        .rule(rules::RH_HOUSE_14H)
        .param(Param::new("ground", "Over", Domain::one_of(grounds)).optional())
        .param(Param::new("mounted", "They ride", Domain::yes_no()).optional())
        .param(
            Param::new("navigator", "Who finds the way", super::people(at, living::party(at.state)))
                .optional(),
        )
        .param(Param::new("by", "By", by).optional())
}

/// What the Referee can do with time.
pub(super) fn referee(at: At<'_, RollHighOrDie>) -> Vec<OfferCard> {
    let state = at.state;
    let mut cards = Vec::new();
    if check_begin(state).is_ok() {
        cards.push(on_the_way(at, watch(at, "declared", "A Watch begins, as everybody said or planned")));
        for (spend, label) in [("travel", "Travel"), ("active", "Active"), ("sleep", "Rest")] {
            let offer = watch(at, spend, &format!("A Watch begins: {label}")).fixed("spend", spend);
            cards.push(if spend == "travel" { on_the_way(at, offer) } else { offer });
        }
    }
    cards.extend(days(at));
    if check_end(state).is_ok() {
        cards.push(OfferCard::new("end_watch", "The Watch is over", GROUP).rule(rules::RH_TIME_02));
    }
    if state.encounter.is_none() && !state.days.fought.is_empty() {
        cards.push(award(at));
    }
    cards
}

/// An award for everybody who took part, or for what the Referee says was overcome, and by whom.
fn award(at: At<'_, RollHighOrDie>) -> OfferCard {
    let (state, book) = (at.state, at.book);
    let named = |name: &str| Thing { what: Candidate::new(name, name.to_owned()), cost: 0 };
    let some = |hero: bool| {
        let all = state.days.fought.iter().copied();
        let all = all.filter(|who| state.creature(*who).is_some_and(|one| one.sheet.is_hero() == hero));
        all.map(|who| named(state.name(who))).collect::<Vec<_>>()
    };
    let subset = |of: Vec<Thing>| Domain::Subset { most: of.len() as u32, of, least: 0, budget: None };
    let hazards = book.hazards.iter().map(|row| named(&row.name)).collect();
    OfferCard::new("award", "Award the Encounter", GROUP)
        .rule(rules::RH_EXP_01)
        .param(Param::new("overcome", "Who was overcome, if not all", subset(some(false))).optional())
        .param(Param::new("hazards", "Hazards", subset(hazards)).optional())
        .param(Param::new("to", "Who gains, if not all", subset(some(true))).optional())
}
