//! Things: what can be done with them now.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Who};
use serde_json::json;

use crate::RollHighOrDie;
use crate::hero::for_sale;
use crate::inventory::{
    Interact, Reload, Unjam, Verb, check_interact, check_reload, check_unjam, fits, overloaded,
};
use crate::living::work;
use crate::rules;
use crate::state::{Place, Ware, WeaponTag};

const GROUP: &str = "Things";

/// Verbs worth trying with each thing.
const VERBS: [Verb; 11] = [
    Verb::Unpack,
    Verb::Pack,
    Verb::Open,
    Verb::Close,
    Verb::Prep,
    Verb::Apply,
    Verb::Inject,
    Verb::Wrap,
    Verb::Locate,
    Verb::Light,
    Verb::Tie,
];

/// What somebody can do with their things.
pub(super) fn acting(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let (state, book) = (at.state, at.book);
    let one = state.one(who);
    let mut cards = Vec::new();
    let over = overloaded(state, book, who);
    for (number, (thing, now)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
        if !now.place.is_carried() || now.count == 0 {
            continue;
        }
        let turn = state.encounter.is_none() || state.acting() == Some(who);
        if turn && !one.live.dead && (now.place.is_held() || over) {
            cards.push(
                OfferCard::new("drop", format!("Drop the {}", thing.name), GROUP)
                    .actor("who", who)
                    .id(format!("drop-{number}:{}", who.0))
                    .rule(rules::RH_ACT_14)
                    .fixed("item", number),
            );
        }
        if state.encounter.is_none() {
            continue;
        }
        for verb in VERBS {
            let act = Interact {
                who,
                verb,
                item: Some(number as u8),
                of: None,
                target: None,
                at: None,
                to: None,
                thing: None,
            };
            if check_interact(state, book, &act).is_ok() {
                let word = verb.name().to_lowercase();
                cards.push(
                    OfferCard::new("interact", format!("{} the {}", verb.name(), thing.name), GROUP)
                        .actor("who", who)
                        .id(format!("{word}-{number}:{}", who.0))
                        .rule(rules::RH_ACT_10)
                        .fixed("verb", word)
                        .fixed("item", number),
                );
            }
        }
    }
    if state.encounter.is_none() && !one.live.dead && one.sheet.is_hero() {
        cards.extend(at_ease(at, who));
        cards.extend(trade(at, who));
        cards.extend(labour(at, who));
    }
    cards.extend(grips(at, who));
    if check_reload(state, book, Reload { who, item: None, thing: None }, 2).is_ok() {
        cards.push(OfferCard::new("reload", "Reload", GROUP).actor("who", who).rule(rules::RH_ACT_08));
    }
    if check_unjam(state, book, Unjam { who, item: None }, 2).is_ok() {
        cards.push(OfferCard::new("unjam", "Unjam", GROUP).actor("who", who).rule(rules::RH_ACT_09));
    }
    cards
}

/// Things that are carried, by their numbers.
fn carried(at: At<'_, RollHighOrDie>, who: Who) -> Vec<(u8, String)> {
    let one = at.state.one(who);
    let all = one.sheet.items.iter().zip(&one.live.items).enumerate();
    let there = all.filter(|(_, (_, now))| now.place.is_carried() && now.count > 0);
    there.map(|(number, (thing, _))| (number as u8, thing.name.clone())).collect()
}

fn which(all: &[(u8, String)]) -> Domain {
    Domain::one_of(all.iter().map(|(number, name)| Candidate::new(json!(number), name.clone())))
}

fn card(command: &str, label: &'static str, who: Who) -> OfferCard {
    OfferCard::new(command, label, GROUP).actor("who", who).rule(rules::RH_INV_01)
}

/// Moving things about while nobody fights.
fn at_ease(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let (state, book) = (at.state, at.book);
    let all = carried(at, who);
    if all.is_empty() {
        return Vec::new();
    }
    let one = state.one(who);
    let slots =
        [Place::Loose, Place::MainHand, Place::OffHand, Place::TwoHands, Place::Sheath, Place::Quiver];
    let slots = slots.map(|place| Candidate::new(json!(place.name()), place.name()));
    let mut cards = vec![
        card("stow", "Put a thing elsewhere", who)
            .param(Param::new("item", "Which", which(&all)))
            .param(Param::new("to", "Where", Domain::one_of(slots))),
        card("recover", "Pick up what was shot and thrown", who).rule(rules::RH_HOUSE_13H),
    ];
    let near: Vec<Who> = state
        .here()
        .filter(|other| *other != who && crate::sight::distance(state, who, *other) <= 5)
        .collect();
    if !near.is_empty() {
        cards.push(
            card("give", "Hand a thing over", who)
                .param(Param::new("item", "Which", which(&all)))
                .param(Param::new("target", "To whom", super::people(at, near))),
        );
    }
    let stacks: Vec<_> =
        all.iter().filter(|(number, _)| one.live.items[usize::from(*number)].count > 1).cloned().collect();
    if !stacks.is_empty() {
        cards.push(
            card("split", "Divide a stack", who)
                .rule(rules::RH_INV_07)
                .param(Param::new("item", "Which", which(&stacks)))
                .param(Param::new("count", "How many apart", Domain::amount(1, 19))),
        );
    }
    let armor =
        |(number, _): &&(u8, String)| matches!(one.sheet.items[usize::from(*number)].ware, Ware::Armor(_));
    for (number, name) in all.iter().filter(armor) {
        let worn = matches!(one.live.items[usize::from(*number)].place, Place::ArmorWorn | Place::Headgear);
        let thing = &one.sheet.items[usize::from(*number)];
        let head = matches!(&thing.ware, Ware::Armor(suit) if suit.head);
        let to = match (worn, head) {
            (true, _) => Place::Loose,
            (false, true) => Place::Headgear,
            (false, false) => Place::ArmorWorn,
        };
        let label = if worn { format!("Take off the {name}") } else { format!("Put on the {name}") };
        cards.push(
            OfferCard::new("wear", label, GROUP)
                .actor("who", who)
                .id(format!("wear-{number}:{}", who.0))
                .rule(rules::RH_HOUSE_04H)
                .fixed("item", *number)
                .fixed("off", worn)
                .refused(fits(state, book, who, thing, to, Some(*number)).err()),
        );
    }
    cards
}

/// One hand or both on a held weapon.
fn grips(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let (state, book, one) = (at.state, at.book, at.state.one(who));
    if one.live.dead || crate::combat::takes(state, book, who, 0).is_err() {
        return Vec::new();
    }
    let all = one.sheet.items.iter().zip(&one.live.items).enumerate();
    let held = all.filter(|(_, (thing, now))| matches!(thing.ware, Ware::Weapon(_)) && now.place.is_held());
    held.filter_map(|(number, (thing, now))| {
        let both = now.place != Place::TwoHands;
        let to = if both { Place::TwoHands } else { Place::MainHand };
        fits(state, book, who, thing, to, Some(number as u8)).ok()?;
        let how = if both { "both hands" } else { "one hand" };
        Some(
            OfferCard::new("grip", format!("The {} in {how}", thing.name), GROUP)
                .actor("who", who)
                .id(format!("grip-{number}:{}", who.0))
                .rule(rules::RH_ACT_14)
                .fixed("item", number)
                .fixed("both", both),
        )
    })
    .collect()
}

/// Buying, selling, and what something is worth.
fn trade(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let coins = at.state.sheet(who).coins;
    let wares = for_sale(at.state, at.book).into_iter().filter(|ware| u32::from(ware.coins) <= coins);
    let wares: Vec<_> = wares
        .map(|ware| Candidate::new(json!(ware.name), format!("{}, {} coins", ware.name, ware.coins)))
        .collect();
    let mut cards = Vec::new();
    let card = |command: &str, label: &'static str| {
        OfferCard::new(command, label, "Trade").actor("who", who).rule(rules::RH_HOUSE_01H)
    };
    if !wares.is_empty() {
        cards.push(card("purchase", "Buy something").param(Param::new(
            "what",
            "What",
            Domain::one_of(wares),
        )));
    }
    let all = carried(at, who);
    if !all.is_empty() {
        cards.push(card("sell", "Sell something").param(Param::new("item", "What", which(&all))));
        cards.push(card("appraise", "Look what it is worth").param(Param::new("item", "What", which(&all))));
    }
    cards
}

/// Work of an Active Watch.
fn labour(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let (state, book, one) = (at.state, at.book, at.state.one(who));
    if work(state, who, rules::RH_MAKE_02).is_err() {
        return Vec::new();
    }
    let card = |command: &str, label: &'static str, rule| {
        OfferCard::new(command, label, "Work").actor("who", who).rule(rule)
    };
    let made =
        book.gear.iter().map(|row| row.name.clone()).chain(book.armors.iter().map(|row| row.name.clone()));
    let weapons = book.weapons.iter().filter(|row| !row.body).map(|row| row.name.clone());
    let made = made.chain(weapons).map(|name| Candidate::new(json!(name), name));
    let mut cards = vec![card("craft", "Make something", rules::RH_MAKE_01).param(Param::new(
        "what",
        "What",
        Domain::one_of(made),
    ))];
    let all = carried(at, who);
    let fits = |fits: &dyn Fn(&Ware) -> bool| -> Vec<(u8, String)> {
        let own = all.iter().filter(|(number, _)| fits(&one.sheet.items[usize::from(*number)].ware));
        own.cloned().collect()
    };
    let armor = fits(&|ware| matches!(ware, Ware::Armor(_)));
    if !armor.is_empty() {
        cards.push(card("mend", "Mend armor", rules::RH_HOUSE_06H).param(Param::new(
            "item",
            "Which",
            which(&armor),
        )));
    }
    let arms = fits(&|ware| matches!(ware, Ware::Weapon(_)));
    if !arms.is_empty() {
        let tags = [
            (WeaponTag::Hooked, "Hooked"),
            (WeaponTag::Brutal, "Brutal"),
            (WeaponTag::Quick, "Quick"),
            (WeaponTag::Concealed, "Concealed"),
            (WeaponTag::Wraparound, "Wraparound"),
            (WeaponTag::Entangling, "Entangling"),
        ];
        let tags = tags.map(|(tag, name)| Candidate::new(json!(tag), name));
        cards.push(
            card("retag", "Give a weapon a Tag", rules::RH_HOUSE_05H)
                .param(Param::new("item", "Which", which(&arms)))
                .param(Param::new("add", "Which Tag", Domain::one_of(tags))),
        );
    }
    cards
}
