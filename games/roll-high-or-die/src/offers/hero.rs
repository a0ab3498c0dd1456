//! The steps of making a Character that can be taken now.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param, count};
use boneyard_table::{At, RuleId, Who};
use serde_json::json;

use crate::RollHighOrDie;
use crate::hero::{
    advised, buyable_degrees, buyable_features, buyable_traits, for_sale, no_room, step_of, to_learn, unmet,
};
use crate::living::at_rest;
use crate::making::UNMET;
use crate::rules;
use crate::state::{Ability, Draft, Step};

const GROUP: &str = "Making a Character";

fn card(command: &str, label: impl Into<String>, rule: RuleId, who: Who) -> OfferCard {
    OfferCard::new(command, label.into(), GROUP).actor("who", who).rule(rule)
}

pub(super) fn begin() -> OfferCard {
    OfferCard::new("begin_hero", "Make a Character", GROUP).rule(rules::RH_CHAR_01).param(Param::new(
        "name",
        "Name",
        Domain::text(60),
    ))
}

pub(super) fn making(at: At<'_, RollHighOrDie>, who: Who, draft: &Draft) -> Vec<OfferCard> {
    let step = step_of(at.state, who).unwrap_or(Step::Concept);
    let mut all = Vec::new();
    match step {
        Step::Concept => all.push(concept(who)),
        Step::Scores => all.push(card("roll_scores", "Obtain six scores", rules::RH_ABIL_02, who)),
        Step::Assign => all.push(assign(who, draft)),
        Step::Experience => {
            all.extend(experience(at, who));
            all.push(card("done_learning", "Done with Experience", rules::RH_CHAR_04, who));
        }
        Step::Equipment => {
            all.extend(shop(at, who));
            all.push(card("done_shopping", "Done with equipment", rules::RH_CHAR_08, who));
        }
        Step::Finish => all.push(card("finish_hero", "Done", rules::RH_CHAR_01, who)),
    }
    if step > Step::Assign && draft.bought.is_empty() {
        all.push(assign(who, draft).id(format!("assign-again:{}", who.0)).again(true));
    }
    if let Some(last) = draft.bought.last() {
        let label = format!("Give back {} ({} Experience)", last.what, last.exp);
        all.push(card("give_back", label, rules::RH_EXP_03, who));
    }
    if step >= Step::Equipment {
        all.extend(returns(at, who));
    }
    all
}

fn concept(who: Who) -> OfferCard {
    card("concept", "Say who it is", rules::RH_CHAR_02, who)
        .param(Param::new("line", "In a line", Domain::text(400)))
        .param(Param::new("is", "Who they are and why the story follows them", Domain::text(400)).optional())
        .param(Param::new("past", "What made them so", Domain::text(400)).optional())
        .param(Param::new("wish", "What they want now and why", Domain::text(400)).optional())
}

fn assign(who: Who, draft: &Draft) -> OfferCard {
    let slots = Ability::ALL.iter().map(|ability| {
        let slot = Candidate::new(ability.key(), ability.name());
        slot.advised(*ability == Ability::Constitution)
    });
    let slots = slots.collect();
    let values = draft.results.iter().map(|result| Candidate::new(result.to_string(), result.to_string()));
    let domain = Domain::Assign { values: values.collect(), slots };
    let offer = card("assign", "Place the scores", rules::RH_ABIL_05, who);
    offer.param(Param::new("scores", "Which goes where", domain))
}

fn experience(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let mut all = Vec::new();
    let left = at.state.sheet(who).exp;
    let lasts = step_of(at.state, who).is_some_and(|step| to_learn(at, who, step));
    let features: Vec<_> = buyable_features(at, who)
        .into_iter()
        .filter_map(|(id, cost)| {
            let row = at.book.features.get(id.as_str())?;
            Some(Candidate::new(json!(row.name), format!("{} ({cost})", row.name)).say(row.text.clone()))
        })
        .collect();
    if !features.is_empty() {
        let offer =
            card("buy_feature", format!("Buy a Feature ({left} Experience left)"), rules::RH_EXP_05, who);
        let offer = offer.advised(lasts);
        all.push(offer.param(Param::new("feature", "Which", Domain::one_of(features))));
    }
    let known = &at.state.sheet(who).features;
    let short: Vec<_> = at
        .book
        .features
        .iter()
        .filter(|row| !known.contains(&row.id))
        .filter_map(|row| {
            let missing = unmet(at.state, who, &row.needs);
            let told = format!("{} ({}): needs {}", row.name, row.exp, missing.join(", "));
            (!missing.is_empty()).then(|| Candidate::new(json!(row.name), told).say(row.text.clone()))
        })
        .collect();
    if !short.is_empty() {
        let offer =
            card("buy_feature", "Ask for a Feature whose Requirements are not met", rules::RH_EXP_05, who);
        all.push(offer.id(format!("{UNMET}:{}", who.0)).param(Param::new(
            "feature",
            "Which",
            Domain::one_of(short),
        )));
    }
    let mut plain = Vec::new();
    for (name, buy, cost) in buyable_traits(at, at.book, who) {
        let text = at.book.traits.named(name).map_or_else(String::new, |row| row.text.clone());
        if buy.skill.is_none() && buy.damage.is_none() {
            plain.push(Candidate::new(json!(name), format!("{name} ({cost})")).say(text));
            continue;
        }
        let chosen = buy.skill.map(|skill| skill.name()).or(buy.damage.map(|kind| kind.name())).unwrap_or("");
        let mut offer = card("buy_trait", format!("Buy {name}: {chosen} ({cost})"), rules::RH_EXP_05, who)
            .id(format!("trait-{name}-{chosen}:{}", who.0))
            .fixed("trait", name);
        if let Some(skill) = buy.skill {
            offer = offer.fixed("skill", json!(skill));
        }
        if let Some(kind) = buy.damage {
            offer = offer.fixed("damage", json!(kind));
        }
        all.push(offer);
    }
    if !plain.is_empty() {
        let offer = card("buy_trait", format!("Buy a Trait ({left} Experience left)"), rules::RH_EXP_05, who);
        all.push(offer.advised(lasts).param(Param::new("trait", "Which", Domain::one_of(plain))));
    }
    let degrees: Vec<_> = buyable_degrees(at.state, who)
        .into_iter()
        .map(|(skill, degree, cost)| {
            Candidate::new(json!(skill), format!("{} {} ({cost})", skill.name(), degree.name()))
        })
        .collect();
    if !degrees.is_empty() {
        let offer =
            card("buy_degree", format!("Buy a Degree ({left} Experience left)"), rules::RH_EXP_08, who);
        all.push(offer.param(Param::new("skill", "Of which Skill", Domain::one_of(degrees))));
    }
    all
}

/// What somebody could buy with Experience at rest.
pub(super) fn learning(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    if at.state.sheet(who).is_hero() && at_rest(at.state, who) { experience(at, who) } else { Vec::new() }
}

fn shop(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let coins = at.state.sheet(who).coins;
    let open: Vec<_> = for_sale(at.state, at.book)
        .into_iter()
        .filter(|ware| u32::from(ware.coins) <= coins)
        .map(|ware| {
            let first = advised(at, who, &ware);
            let many = if ware.count > 1 { format!(" ({})", ware.count) } else { String::new() };
            let told = format!("{}{many}, {}", ware.name, count(ware.coins, "coin", "coins"));
            let full = no_room(at.state, at.book, who, &ware.name);
            Candidate::new(json!(ware.name), told).say(ware.text).refused(full).advised(first)
        })
        .collect();
    if open.is_empty() {
        return Vec::new();
    }
    let offer = card(
        "buy",
        format!("Buy something ({} left)", count(coins, "coin", "coins")),
        rules::RH_HOUSE_02H,
        who,
    );
    vec![offer.param(Param::new("ware", "What", Domain::one_of(open)))]
}

fn returns(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let one = at.state.one(who);
    let things = one.sheet.items.iter().zip(&one.live.items).enumerate();
    let owned = things.filter(|(_, (_, item))| item.place.is_carried() && item.count > 0);
    let cards = owned.map(|(number, (thing, _))| {
        card("return", format!("Give back the {}", thing.name), rules::RH_HOUSE_02H, who)
            .id(format!("return-{number}:{}", who.0))
            .fixed("item", number)
    });
    cards.collect()
}
