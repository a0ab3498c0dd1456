//! Work and trade between fights, and what the TS says befalls people on the way.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Who};
use serde_json::json;

use super::people;
use crate::DieTrying;
use crate::combat::is_awake;
use crate::gear::{COINS, HEAP};
use crate::hero::for_sale;
use crate::rules;
use crate::state::{DamageType, Fate, Proficiency, Trait, What};

const GROUP: &str = "Between fights";

/// What one hero could do in peace.
pub(super) fn acting(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    let state = at.state;
    let one = state.one(who);
    if state.battle.is_some() || !one.sheet.is_hero() || !is_awake(state, who) || one.live.away {
        return Vec::new();
    }
    let card = |command: &str, label: String| OfferCard::new(command, label, GROUP).actor("who", who);
    let mut cards = Vec::new();
    cards.push(
        card("forage", "Look for food for four hours".into()).rule(rules::DT_HOUSE_19H).param(Param::new(
            "underground",
            "Below ground",
            Domain::yes_no(),
        )),
    );
    cards.push(card("track", "Follow a track".into()).rule(rules::DT_HOUSE_19H).param(Param::new(
        "days",
        "Days old",
        Domain::amount(0, 10),
    )));
    cards.extend(crafts(at, who));
    cards.extend(lifts(at, who));
    cards
}

fn crafts(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    let card = |label: &'static str| {
        OfferCard::new("craft", label, GROUP).actor("who", who).rule(rules::DT_HOUSE_18H)
    };
    let made = |weapon: bool| {
        let rows = for_sale(at.state, at.book).filter(move |row| row.is != "kit-use");
        let rows = rows.filter(move |row| matches!(row.is.as_str(), "weapon" | "ranged") == weapon);
        rows.map(|row| Candidate::new(json!(row.name), row.name.clone())).collect::<Vec<_>>()
    };
    let types = DamageType::ALL.into_iter().filter(|kind| kind.is_of_weapons());
    let types = types.map(|kind| Candidate::new(json!(kind), kind.name()));
    let traits = Trait::ALL.map(|quality| Candidate::new(json!(quality), quality.name()));
    vec![
        card("Make something").param(Param::new("ware", "What", Domain::one_of(made(false)))),
        card("Make a weapon")
            .id(format!("craft-weapon:{}", who.0))
            .param(Param::new("ware", "What", Domain::one_of(made(true))))
            .param(Param::new("type", "Damage type", Domain::one_of(types)))
            .param(Param::new("trait", "Trait", Domain::one_of(traits)))
            .param(Param::new("called", "Name", Domain::text(40))),
    ]
}

/// Curses of those who are here that somebody could work on.
fn lifts(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    let skills = [Proficiency::Religion, Proficiency::Occultism];
    let mut cards = Vec::new();
    for target in at.state.heroes() {
        for affect in at.state.live(target).affects.iter() {
            let What::Cursed(curse) = affect.what.what else { continue };
            let skills = skills.map(|skill| Candidate::new(json!(skill), skill.name()));
            let name = at.book.name_of(curse).to_owned();
            cards.push(
                OfferCard::new("lift_curse", format!("Work a day against {name}"), GROUP)
                    .actor("who", who)
                    .id(format!("lift-{}-{}:{}", curse.as_str(), target.0, who.0))
                    .rule(rules::DT_HOUSE_23H)
                    .fixed("target", json!(target))
                    .fixed("curse", name)
                    .param(Param::new("skill", "With", Domain::one_of(skills))),
            );
        }
    }
    cards
}

/// Coins that would count, as the TS is told when they begin to matter.
fn coins(at: At<'_, DieTrying>, who: Who) -> Option<OfferCard> {
    let sheet = at.state.sheet(who);
    let light = u8::try_from(sheet.silver / COINS).unwrap_or(u8::MAX).min(HEAP);
    let label = format!("Count the {} coins of {} as {light} L", sheet.silver, sheet.name);
    (light > 0 && light != sheet.heap).then(|| {
        OfferCard::new("heap", label, "Scene")
            .id(format!("coins-{}", who.0))
            .rule(rules::DT_BULK_03)
            .fixed("who", json!(who))
            .fixed("light", light)
    })
}

/// What the TS says befalls people, finds them or is too much for them.
pub(super) fn gm(at: At<'_, DieTrying>) -> Vec<OfferCard> {
    let state = at.state;
    let heroes: Vec<Who> =
        state.heroes().filter(|who| !state.live(*who).away && state.live(*who).fate == Fate::Up).collect();
    if heroes.is_empty() {
        return Vec::new();
    }
    let card = |command: &str, label: &'static str, who: &'static str| {
        let whom = Param::new("who", who, people(at, heroes.clone()));
        OfferCard::new(command, label, "Scene").param(whom)
    };
    let mut cards = vec![
        card("fall", "Somebody falls", "Who").rule(rules::DT_HOUSE_13H).param(Param::new(
            "feet",
            "How deep, in feet",
            Domain::amount(10, 100),
        )),
        card("climb", "Somebody climbs or swims", "Who")
            .rule(rules::DT_HOUSE_13H)
            .param(Param::new("dc", "DC", Domain::amount(0, 15)).optional())
            .param(Param::new("rope", "With a rope", Domain::yes_no()).optional())
            .param(Param::new("swim", "Swimming", Domain::yes_no()).optional())
            .param(Param::new("height", "Feet to fall", Domain::amount(0, 100)).optional()),
        card("heap", "Small things are too many", "Whose").rule(rules::DT_BULK_03).param(Param::new(
            "light",
            "They count as so many L",
            Domain::amount(0, HEAP.into()),
        )),
    ];
    cards.extend(heroes.iter().filter_map(|who| coins(at, *who)));
    if state.battle.is_none() {
        cards.push(card("find", "Somebody finds something", "Who").rule(rules::DT_LOOT_01H));
        cards.push(
            OfferCard::new("encounter", "Somebody wanders by", "Scene")
                .rule(rules::DT_CRE_20H)
                .about(OfferCard::ENCOUNTERS),
        );
    }
    cards
}
