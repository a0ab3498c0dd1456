//! Things: what can be done with them now.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param, count};
use boneyard_table::{At, Who};
use serde_json::{Value, json};

use crate::RollHighOrDie;
use crate::gear::thing;
use crate::hero::for_sale;
use crate::inventory::{
    DICE, REACHES, Reload, Unjam, check_reload, check_unjam, fits, overloaded, recipe, room,
};
use crate::living::work;
use crate::picks::carried;
use crate::rules;
use crate::state::{Ability, DamageType, Defense, Place, Size, Ware, WeaponTag};

const GROUP: &str = "Things";

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
    }
    cards.extend(super::interact::acting(at, who));
    if state.encounter.is_none() && !one.live.dead && one.sheet.is_hero() {
        cards.extend(at_ease(at, who));
        cards.extend(trade(at, who));
        cards.extend(labour(at, who));
    }
    cards.extend(grips(at, who));
    cards.extend(loading(at, who));
    cards
}

/// Filling and clearing weapons; which, where there are several.
fn loading(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let (state, book, all) = (at.state, at.book, carried(at, who));
    let some = |fits: &dyn Fn(u8) -> bool| -> Vec<(u8, String)> {
        all.iter().filter(|(number, _)| fits(*number)).cloned().collect()
    };
    let mut cards = Vec::new();
    let fills = |item, thing| check_reload(state, book, Reload { who, item, thing }, 2).is_ok();
    let weapons = some(&|item| fills(Some(item), None));
    if !weapons.is_empty() {
        let stacks = some(&|thing| weapons.iter().any(|(item, _)| fills(Some(*item), Some(thing))));
        let mut offer = card("reload", "Reload", who).rule(rules::RH_ACT_08);
        // Said only where it is not plain; the first held weapon may be one that is full.
        if weapons.len() > 1 || !fills(None, None) {
            let param = Param::new("item", "Which weapon", which(&weapons));
            offer = offer.param(if fills(None, None) { param.optional() } else { param });
        }
        if stacks.len() > 1 {
            offer = offer.param(Param::new("thing", "With what", which(&stacks)).optional());
        }
        cards.push(offer);
    }
    let clears = |item| check_unjam(state, book, Unjam { who, item }, 2).is_ok();
    if clears(None) {
        let offer = card("unjam", "Unjam", who).rule(rules::RH_ACT_09);
        let jammed = some(&|item| clears(Some(item)));
        let param = || Param::new("item", "Which weapon", which(&jammed)).optional();
        cards.push(if jammed.len() > 1 { offer.param(param()) } else { offer });
    }
    cards
}

pub(super) fn which(all: &[(u8, String)]) -> Domain {
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
        .map(|ware| {
            let full = room(at.state, at.book, who, &thing(at.book, &ware.name)).err();
            let told = format!("{}, {}", ware.name, count(ware.coins, "coin", "coins"));
            Candidate::new(json!(ware.name), told).refused(full)
        })
        .collect();
    let mut cards = Vec::new();
    let card = |command: &str, label: &'static str| {
        OfferCard::new(command, label, "Trade").actor("who", who).rule(rules::RH_HOUSE_01H)
    };
    if !wares.is_empty() {
        cards.push(
            card("purchase", "Buy something")
                .param(Param::new("what", "What", Domain::one_of(wares)))
                .param(Param::new("count", "How often", Domain::amount(1, 100)).optional()),
        );
    }
    let all = carried(at, who);
    if !all.is_empty() {
        cards.push(card("sell", "Sell something").param(Param::new("item", "What", which(&all))));
        cards.push(card("appraise", "Look what it is worth").param(Param::new("item", "What", which(&all))));
    }
    cards
}

/// Tags no weapon can do without, as there are.
fn vital_tags() -> Domain {
    let sizes = Size::ALL.iter().map(|size| (json!({ "size": size }), format!("Size: {}", size.name())));
    let reaches = REACHES.iter().map(|feet| (json!({ "reach": feet }), format!("Reach: {feet} feet")));
    let ranges = [20, 40, 60, 80, 100, 120, 150, 200];
    let ranges = ranges.iter().map(|feet| (json!({ "range": feet }), format!("Range: {feet} feet")));
    let (strength, dexterity) = (Ability::Strength, Ability::Dexterity);
    let abilities = [vec![strength], vec![dexterity], vec![strength, dexterity]].into_iter().map(|open| {
        let names: Vec<&str> = open.iter().map(|ability| ability.name()).collect();
        let told = format!("Ability: {}", names.join(" or "));
        (json!({ "ability": open }), told)
    });
    let defenses =
        Defense::ALL.iter().map(|one| (json!({ "versus": one }), format!("Against: {}", one.name())));
    let dice = DICE.iter().map(|dice| (json!({ "dice": dice }), format!("Dice: {dice}")));
    let kinds =
        DamageType::ALL.iter().map(|kind| (json!({ "type": kind }), format!("Type: {}", kind.name())));
    let all = sizes.chain(reaches).chain(ranges).chain(abilities).chain(defenses).chain(dice).chain(kinds);
    Domain::one_of(all.map(|(pick, name)| Candidate::new(pick, name)))
}

/// The Skills by which each of these is made.
fn crafts(at: At<'_, RollHighOrDie>, made: &[String]) -> Domain {
    let mut all: Vec<Candidate<Value>> = Vec::new();
    for name in made {
        for skill in recipe(at.book, name).map(|recipe| recipe.skills).unwrap_or_default() {
            match all.iter_mut().find(|known| known.pick == json!(skill)) {
                Some(known) => known.given.push(json!(name)),
                None => all.push(Candidate::new(json!(skill), skill.name()).given(json!(name))),
            }
        }
    }
    Domain::one_of(all)
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
    let made: Vec<String> = made.chain(weapons).collect();
    let what = made.iter().map(|name| Candidate::new(json!(name), name.clone()));
    let offer = card("craft", "Make something", rules::RH_MAKE_01);
    let mut cards = vec![
        offer
            .param(Param::new("what", "What", Domain::one_of(what)))
            .param(Param::new("by", "By", crafts(at, &made)).after("what").optional()),
    ];
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
            card("retag", "Change the Tags of a weapon", rules::RH_HOUSE_05H)
                .param(Param::new("item", "Which", which(&arms)))
                .param(Param::new("add", "A Tag that comes", Domain::one_of(tags.clone())).optional())
                .param(Param::new("drop", "A Tag that goes", Domain::one_of(tags)).optional()),
        );
        cards.push(
            card("retag", "Replace a Tag no weapon can do without", rules::RH_HOUSE_05H)
                .id(format!("retag-vital:{}", who.0))
                .param(Param::new("item", "Which", which(&arms)))
                .param(Param::new("replace", "By", vital_tags())),
        );
    }
    cards
}
