//! The steps of making a character that can be taken now, and beginning one.

use boneyard_table::view::{Bin, Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, RuleId, Who};
use serde_json::json;

use super::{some_of, words};
use crate::GutsPlus;
use crate::hero::{
    ACCESSORY_PLACES, CLOTHING_PLACES, MOST_CUSTOM, POINTS, check_custom, nothing_open, unmet,
};
use crate::rules;
use crate::state::Base;

/// Beginning a character.
pub(super) fn begin() -> Vec<OfferCard> {
    let draft = OfferCard::new("draft", "Make a character", "Characters")
        .rule(rules::GP_CHAR_01)
        .param(Param::new("name", "Name", Domain::text(60)));
    vec![draft]
}

/// Steps of a character being made.
pub(super) fn making(at: At<'_, GutsPlus>, who: Who) -> Vec<OfferCard> {
    let sheet = at.state.sheet(who);
    let card = |command: &str, label: &str, rule: RuleId| {
        OfferCard::new(command, label.to_owned(), "Making a character").actor("who", who).rule(rule)
    };
    let text = |name: &str, label: &str| Param::new(name, label.to_owned(), Domain::text(400)).optional();
    let allow = || Param::new("allow", "The GM allows it", Domain::yes_no()).optional();
    let mut all = vec![
        card("biography", "Say who they are", rules::GP_CHAR_01)
            .param(text("height", "Height"))
            .param(Param::new("weight", "Weight in pounds", Domain::amount(1, 2000)).optional())
            .param(text("build", "Body type"))
            .param(text("age", "Age"))
            .param(text("appearance", "Looks"))
            .param(text("backstory", "Backstory"))
            .param(text("personality", "Personality")),
    ];
    let customs = sheet.qualities.len().saturating_sub(Base::ALL.len());
    if customs < MOST_CUSTOM {
        let samples = at.book.samples.iter().filter(|row| check_custom(at.state, who, &row.name).is_ok());
        let samples =
            samples.map(|row| Candidate::new(json!(row.name), row.name.clone()).say(row.covers.clone()));
        let pick = card("invent", "Pick a custom quality", rules::GP_HOUSE_12H).id(format!("pick:{}", who.0));
        all.push(pick.param(Param::new("name", "Which", Domain::one_of(samples))));
        let own = card("invent", "Invent a custom quality", rules::GP_CHAR_04);
        all.push(
            own.param(Param::new("name", "Name", Domain::text(60)))
                .param(Param::new("about", "What it covers", Domain::text(200)).optional()),
        );
    }
    if customs > 0 {
        let names = sheet.qualities[Base::ALL.len()..].iter().map(|own| own.name.as_str());
        let drop = card("forget", "Drop a custom quality", rules::GP_CHAR_04);
        all.push(drop.param(Param::new("name", "Which", words(names))));
        let bins = sheet.qualities.iter().map(|own| Bin {
            to: Candidate::new(own.name.clone(), own.name.clone()),
            least: 0,
            most: 2,
        });
        let domain = Domain::Points { total: POINTS.into(), all: true, to: bins.collect() };
        let points = card("points", "Spread the three points", rules::GP_CHAR_07);
        all.push(points.param(Param::new("spend", "Where", domain)));
    }
    let dress = card("dress", "Put on clothes", rules::GP_ITEM_01);
    all.push(
        dress
            .param(Param::new("place", "Where", words(CLOTHING_PLACES)))
            .param(Param::new("thing", "What", Domain::text(80)))
            .param(allow()),
    );
    let wear = card("dress", "Put on an accessory", rules::GP_ITEM_02)
        .id(format!("accessory:{}", who.0))
        .fixed("accessory", true);
    all.push(
        wear.param(Param::new("place", "Where", words(ACCESSORY_PLACES)))
            .param(Param::new("thing", "What", Domain::text(80)))
            .param(allow()),
    );
    all.push(
        card("own", "Own a thing", rules::GP_ITEM_07)
            .param(Param::new("thing", "What", Domain::text(80)))
            .param(allow()),
    );
    let own = |worn: bool| {
        let things = sheet.items.iter().zip(&at.state.live(who).items).filter(|(_, now)| !now.gone);
        let fit = things.filter(|(_, now)| now.worn == worn);
        fit.map(|(item, _)| item.name.as_str()).collect::<Vec<_>>()
    };
    let lists = [
        ("undress", "Take something off again", rules::GP_ITEM_01, own(true)),
        ("disown", "Leave something at home", rules::GP_ITEM_07, own(false)),
    ];
    for (command, label, rule, things) in lists {
        if !things.is_empty() {
            all.push(card(command, label, rule).param(Param::new("thing", "What", words(things))));
        }
    }
    all.extend(body(at, who, &card));
    let random = card("random", "Draw what is open by dice", rules::GP_HOUSE_14H);
    all.push(random.refused(nothing_open(at.state, who)));
    all.extend(super::essence::settling(at, who));
    all.push(card("ready", "Done", rules::GP_CHAR_01).refused(unmet(at.state, who)));
    all
}

/// A body of their own, and what they live with.
fn body(at: At<'_, GutsPlus>, who: Who, card: &dyn Fn(&str, &str, RuleId) -> OfferCard) -> [OfferCard; 2] {
    let part = |name: &str, kind: &str| json!({ "name": name, "kind": kind, "beyond": null });
    let more = [
        ("Two wings", json!([part("Left Wing", "wing"), part("Right Wing", "wing")])),
        ("A tail", json!([part("Tail", "tail")])),
        ("A second pair of arms", json!([part("Second Left Arm", "arm"), part("Second Right Arm", "arm")])),
    ];
    let more = more.map(|(name, pick)| Candidate::new(pick, name));
    let usual = at.state.sheet(who).chart.iter().map(|part| part.name.as_str());
    let known = at.book.statuses.iter().map(|row| &*row.name);
    [
        card("chart", "A body of their own", rules::GP_CHAR_02)
            .param(Param::new("add", "With", Domain::one_of(more)).optional())
            .param(Param::new("without", "Without", some_of(0, usual)).optional()),
        card("live_with", "Live with a condition", rules::GP_CHAR_10)
            .param(Param::new("condition", "Which", words(known)))
            .param(Param::new("effect", "What it does", Domain::text(400)).optional()),
    ]
}

/// What the GM settles about characters being made.
pub(super) fn gm(at: At<'_, GutsPlus>) -> Vec<OfferCard> {
    let waits = |who: &Who| at.state.sheet(*who).draft.as_ref().is_some_and(|draft| draft.chart.is_some());
    let card = |who: Who| {
        OfferCard::new("approve_chart", format!("Approve the body of {}", at.state.name(who)), "Characters")
            .id(format!("approve_chart:{}", who.0))
            .fixed("who", who.0)
            .rule(rules::GP_CHAR_02)
    };
    at.state.everybody().filter(waits).map(card).collect()
}
