//! What can be done with things.

use boneyard_table::view::{Domain, OfferCard, Param};
use boneyard_table::{At, RuleId, Who};

use super::{owned, parts, people, words};
use crate::GutsPlus;
use crate::rules;

pub(super) fn acting(at: At<'_, GutsPlus>, who: Who) -> Vec<OfferCard> {
    let one = at.state.one(who);
    let card = |command: &str, label: &str, rule: RuleId| {
        OfferCard::new(command, label.to_owned(), "Things").actor("who", who).rule(rule)
    };
    let names = |test: &dyn Fn(&crate::state::ItemSheet, &crate::state::Item) -> bool| -> Vec<String> {
        let all = one.sheet.items.iter().zip(&one.live.items);
        let all = all.filter(|(sheet, item)| !item.gone && item.count > 0 && test(sheet, item));
        all.map(|(sheet, _)| sheet.name.clone()).collect()
    };
    let mut all = vec![
        card("take", "Take something along", rules::GP_ITEM_05)
            .param(Param::new("thing", "What", Domain::text(80)))
            .param(Param::new("count", "How many", Domain::amount(1, 20)).optional()),
    ];
    let mut add = |command: &str, label: &str, rule: RuleId, things: Vec<String>, to: bool| {
        if things.is_empty() {
            return;
        }
        let mut offer = card(command, label, rule).param(Param::new(
            "thing",
            "What",
            words(things.iter().map(String::as_str)),
        ));
        if to {
            let others = people(at.state, |other| other != who && !at.state.live(other).dead);
            offer = offer.param(Param::new("to", "To whom", others));
        }
        all.push(offer);
    };
    let carried = names(&|_, item| !item.worn);
    add("put_down", "Put something down", rules::GP_ITEM_09, carried.clone(), false);
    if at.state.everybody().any(|other| other != who && !at.state.live(other).dead) {
        add("give", "Hand something over", rules::GP_ITEM_09, carried, true);
    }
    add(
        "wear",
        "Put something on",
        rules::GP_ITEM_02,
        names(&|sheet, item| !item.worn && sheet.place.is_some()),
        false,
    );
    add("take_off", "Take something off", rules::GP_ITEM_04, names(&|_, item| item.worn), false);
    add(
        "hold",
        "Take something in hand",
        rules::GP_ITEM_12,
        names(&|_, item| !item.worn && item.hand.is_none()),
        false,
    );
    let drinks = names(&|sheet, _| crate::gear::heals(at.book, &sheet.name));
    let hurt = parts(at.state, |other, nth| {
        let part = at.state.live(other).parts[usize::from(nth)];
        other == who && part.lines > 0 && !part.lost
    });
    let wounded = one.live.parts.iter().any(|part| part.lines > 0 && !part.lost);
    add("stow", "Put away what is in hand", rules::GP_ITEM_05, names(&|_, item| item.hand.is_some()), false);
    if wounded && !drinks.is_empty() {
        let offer = card("drink", "Drink something that heals", rules::GP_HOUSE_05H)
            .param(Param::new("thing", "What", words(drinks.iter().map(String::as_str))))
            .param(Param::new("part", "For which injury", hurt));
        all.push(offer);
    }
    all
}

pub(super) fn gm(at: At<'_, GutsPlus>) -> Vec<OfferCard> {
    let heroes: Vec<Who> = at.state.heroes().collect();
    let things = || {
        owned(at.state.everybody().flat_map(|who| {
            let one = at.state.one(who);
            let all = one.sheet.items.iter().zip(&one.live.items).filter(|(_, now)| !now.gone);
            all.map(|(item, _)| (who, item.name.clone())).collect::<Vec<_>>()
        }))
    };
    let with_things = |who: Who| at.state.live(who).items.iter().any(|item| !item.gone);
    let mut all: Vec<OfferCard> = Vec::new();
    if at.state.everybody().any(with_things) {
        let card = |command: &str, label: &str, rule: RuleId| {
            OfferCard::new(command, label.to_owned(), "Things")
                .rule(rule)
                .param(Param::new("who", "Whose", people(at.state, with_things)))
                .param(Param::new("thing", "Which", things()).after("who"))
        };
        all.push(card("take_away", "Take something from somebody", rules::GP_ITEM_06));
        all.push(
            card("define", "Say what a thing does", rules::GP_ITEM_03)
                .param(Param::new("text", "In words", Domain::text(400)).optional())
                .param(Param::new("slots", "Slots while worn", Domain::amount(-10, 10)).optional()),
        );
    }
    let npcs = at.state.everybody().filter(|who| !heroes.contains(who));
    let meets = npcs
        .map(|npc| {
            OfferCard::new("meet", format!("{} meets somebody", at.state.name(npc)), "People")
                .id(format!("meet:{}", npc.0))
                .fixed("npc", npc.0)
                .rule(rules::GP_ITEM_11)
                .param(Param::new("who", "Whom", people(at.state, |who| heroes.contains(&who))))
        })
        .filter(|_| !heroes.is_empty());
    all.extend(meets);
    all
}
