//! What an adventurer could do in a turn: attacks, skills, things.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Refusal, Who};
use serde_json::{Value, json};

use super::{card, people};
use crate::DeadWeight;
use crate::combat::{
    self, Attack, OnEnemy, able, arms_in_hand, check_attack, check_hero, check_use, close, distance,
    fighters, lying, opponents,
};
use crate::gear::UseItem;
use crate::rules;
use crate::state::{Attribute, Place};

/// Everything but attacks.
pub(super) fn others(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let state = at.state;
    let one = state.one(who);
    let mut cards = Vec::new();
    let check = |actions| check_hero(state, who, actions).err();
    cards.push(card("combat_breath", "Catch breath", who, 1).rule(rules::DW_ACT_05).refused(check(1)));
    let holds = one.live.items.iter().any(|item| item.place.is_hand());
    let bare = (!holds).then(|| Refusal::new(rules::DW_ACT_06, "no-shield", "There is no shield in hand."));
    cards.push(card("defend", "Defend", who, 1).rule(rules::DW_ACT_06).refused(check(1).or(bare)));
    cards.push(card("dodge", "Dodge", who, 2).rule(rules::DW_ACT_07).refused(check(2)).odds_on_request());
    let near: Vec<Who> = fighters(state)
        .filter(|ally| {
            *ally != who && state.sheet(*ally).is_hero() && able(state, *ally) && close(state, who, *ally)
        })
        .collect();
    if !near.is_empty() {
        cards.push(
            card("help_another", "Help another", who, 2)
                .rule(rules::DW_ACT_11)
                .param(Param::new("target", "Whom", people(at, near)))
                .param(Param::new("extra_effort", "With extra effort", Domain::yes_no()).optional())
                .refused(check(2)),
        );
    }
    let attributes = || Attribute::ALL.map(|attribute| Candidate::new(json!(attribute), attribute.name()));
    cards.push(
        card("combat_freeform", "Try something else", who, 1)
            .rule(rules::DW_COMB_12)
            .param(Param::new("attribute", "With", Domain::one_of(attributes())))
            .param(Param::new("about", "What", Domain::text(60)))
            .refused(check(1)),
    );
    cards.extend(holds_and_skills(at, who));
    cards.extend(things(at, who));
    cards
}

/// One card for each weapon in hand, with everybody it can be aimed at.
pub(super) fn attacks(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let mut cards = Vec::new();
    for (item, way) in arms_in_hand(at, who) {
        for backstab in [false, true] {
            let all = opponents(at.state, who).map(|target| {
                let attack = Attack { who, target, item, way: way.map(str::to_owned), backstab };
                let refusal = check_attack(at, &attack).err();
                Candidate::new(target, at.state.name(target).to_owned()).refused(refusal)
            });
            let all: Vec<Candidate<Who>> = all.collect();
            let any = all.iter().any(|one| one.open(None));
            if backstab && !any {
                continue;
            }
            let thing = item.and_then(|item| at.state.sheet(who).items.get(usize::from(item)));
            let name = thing.map_or("bare hands", |item| item.name.as_str());
            let how = way.map(|way| format!(" ({way})")).unwrap_or_default();
            let verb = if backstab { "Back-stab" } else { "Attack" };
            let mut made = card("attack", format!("{verb}: {name}{how}"), who, 1)
                .id(format!("attack-{}-{}-{backstab}", item.map_or(-1, i16::from), way.unwrap_or("")))
                .rule(if backstab { rules::DW_TRAIT_03 } else { rules::DW_ACT_01 });
            if let Some(item) = item {
                made = made.fixed("item", item);
            }
            if let Some(way) = way {
                made = made.fixed("way", way);
            }
            if backstab {
                made = made.fixed("backstab", true);
            }
            let first = all.first().and_then(|one| one.refusal.clone());
            let refusal = check_hero(at.state, who, 1).err().or(if any { None } else { first });
            cards.push(
                made.param(Param::new("target", "Whom", Domain::creature(all)))
                    .refused(refusal)
                    .odds_on_request(),
            );
        }
    }
    cards
}

fn on_enemies(
    at: At<'_, DeadWeight>,
    who: Who,
    may: impl Fn(OnEnemy) -> Result<(), Refusal>,
) -> Option<Domain> {
    let all = opponents(at.state, who).filter(|target| may(OnEnemy { who, target: *target }).is_ok());
    let all: Vec<Who> = all.collect();
    (!all.is_empty()).then(|| people(at, all))
}

fn holds_and_skills(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let state = at.state;
    let mut cards = Vec::new();
    let held: Vec<Who> = fighters(state)
        .filter(|other| {
            state.live(*other).held_by.is_some()
                && !combat::hostile(state, who, *other)
                && close(state, who, *other)
        })
        .collect();
    if check_hero(state, who, 1).is_ok() && !held.is_empty() {
        let with = [Attribute::Str, Attribute::Dex]
            .map(|attribute| Candidate::new(json!(attribute), attribute.name()));
        cards.push(
            card("break_free", "Break free", who, 1)
                .rule(rules::DW_HOUSE_16H)
                .param(Param::new("target", "Whom", people(at, held.clone())))
                .param(Param::new("attribute", "With", Domain::one_of(with))),
        );
        let webbed: Vec<Who> = held.into_iter().filter(|other| state.live(*other).cut_loose_by > 0).collect();
        let weapon = arms_in_hand(at, who).into_iter().find_map(|(item, _)| item);
        if let Some(item) = weapon.filter(|_| !webbed.is_empty()) {
            cards.push(
                card("cut_loose", "Cut loose", who, 1)
                    .rule(rules::DW_HOUSE_34H)
                    .fixed("item", item)
                    .param(Param::new("target", "Whom", people(at, webbed))),
            );
        }
    }
    if let Some(domain) = on_enemies(at, who, |one| combat::check_bash(at, one).map(|_| ())) {
        let param = Param::new("target", "Whom", domain);
        cards.push(card("bash", "Bash", who, 1).rule(rules::DW_SKILL_04).param(param).odds_on_request());
    }
    if let Some(domain) = on_enemies(at, who, |one| combat::check_feint(at, one).map(|_| ())) {
        let param = Param::new("target", "Whom", domain);
        cards.push(card("feint", "Feint", who, 1).rule(rules::DW_SKILL_08).param(param));
    }
    if combat::check_fearless(at, who).is_ok() {
        cards.push(card("fearless", "Fearless: heal a wound on PRE", who, 0).rule(rules::DW_SKILL_10));
    }
    let near = combat::check_intimidate(at, who)
        .is_ok_and(|notation| !combat::everybody_within(at, who, notation.reach()).is_empty());
    if near {
        cards.push(card("intimidate", "Intimidate", who, 2).rule(rules::DW_SKILL_13).odds_on_request());
    }
    if combat::check_banish(at, who).is_ok() {
        cards
            .push(card("banish_undead", "Banish undead", who, 2).rule(rules::DW_HOUSE_03H).odds_on_request());
    }
    cards
}

pub(super) fn stalk(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    if !at.state.sheet(who).is_hero() || !at.state.sheet(who).skilled(rules::DW_SKILL_20) {
        return Vec::new();
    }
    let mut cards = Vec::new();
    for (item, way) in arms_in_hand(at, who) {
        let all: Vec<Who> = opponents(at.state, who)
            .filter(|target| {
                let stalk = combat::Stalk {
                    who,
                    target: *target,
                    item,
                    way: way.map(str::to_owned),
                    backstab: false,
                };
                combat::check_stalk(at, &stalk).is_ok()
            })
            .collect();
        if all.is_empty() {
            continue;
        }
        let thing = item.and_then(|item| at.state.sheet(who).items.get(usize::from(item)));
        let name = thing.map_or("bare hands", |item| item.name.as_str());
        let mut made = card("stalk", format!("Strike unseen: {name}"), who, 0)
            .id(format!("stalk-{}-{}", item.map_or(-1, i16::from), way.unwrap_or("")))
            .rule(rules::DW_SKILL_20);
        if let Some(item) = item {
            made = made.fixed("item", item);
        }
        if let Some(way) = way {
            made = made.fixed("way", way);
        }
        cards.push(made.param(Param::new("target", "Whom", people(at, all))));
    }
    cards
}

/// Quick things to use: one card for all that have a single use, and one for each use that has a name.
fn quick_things(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let one = at.state.one(who);
    let items = || 0..one.sheet.items.len();
    let uses = |item: usize| {
        let row = one.sheet.items[item].kind.and_then(|kind| at.book.gear.get(kind.as_str()));
        row.map(|row| row.uses.as_slice()).unwrap_or_default()
    };
    let mut modes: Vec<Option<&str>> = vec![None];
    for mode in items().flat_map(uses).map(|used| used.name.as_deref()) {
        if !modes.contains(&mode) {
            modes.push(mode);
        }
    }
    modes
        .into_iter()
        .filter_map(|mode| {
            quick_card(at, who, mode, &|item| uses(item).iter().any(|used| used.name.as_deref() == mode))
        })
        .collect()
}

/// One way of using quick things, with each person they are of use on, oneself first.
fn quick_card(
    at: At<'_, DeadWeight>,
    who: Who,
    mode: Option<&str>,
    has: &dyn Fn(usize) -> bool,
) -> Option<OfferCard> {
    let (state, items) = (at.state, &at.state.sheet(who).items);
    let others = fighters(state).filter(|other| *other != who && combat::present(state, *other));
    let mut whom: Vec<Candidate<Who>> = Vec::new();
    let mut quick: Vec<usize> = Vec::new();
    for target in [who].into_iter().chain(others) {
        let used =
            |item: usize| UseItem { mode: mode.map(str::to_owned), ..UseItem::on(who, item as u8, target) };
        let fits = |item: &usize| has(*item) && check_use(at, &used(*item)).is_ok();
        let fit: Vec<usize> = (0..items.len()).filter(fits).collect();
        if !fit.is_empty() {
            let given = fit.iter().map(|item| json!(item)).collect();
            whom.push(Candidate { given, ..Candidate::new(target, state.name(target).to_owned()) });
            quick.extend(fit);
        }
    }
    quick.sort_unstable();
    quick.dedup();
    let what = quick.iter().map(|item| Candidate::new(json!(item), items[*item].name.clone()));
    let made = match mode {
        None => card("combat_use", "Use a quick item", who, 1),
        Some(mode) => card("combat_use", format!("Use a quick item: {mode}"), who, 1)
            .id(format!("combat_use:{}:{mode}", who.0))
            .fixed("mode", mode),
    };
    (!quick.is_empty()).then(|| {
        made.rule(rules::DW_ACT_09)
            .param(Param::new("item", "What", Domain::one_of(what)))
            .param(Param::new("target", "On whom", Domain::creature(whom)).after("item"))
    })
}

fn things(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let state = at.state;
    let one = state.one(who);
    if check_hero(state, who, 1).is_err() {
        return Vec::new();
    }
    let name = |item: usize| one.sheet.items[item].name.clone();
    let own = |keep: &dyn Fn(usize) -> bool| -> Vec<Candidate<Value>> {
        let there = (0..one.sheet.items.len()).filter(|item| one.live.items[*item].place != Place::Gone);
        there.filter(|item| keep(*item)).map(|item| Candidate::new(json!(item), name(item))).collect()
    };
    let mut cards = Vec::new();
    let loose = own(&|item| !one.live.items[item].wielded);
    if !loose.is_empty() {
        let places = [Place::Left, Place::Right, Place::Both, Place::Belt, Place::Bag]
            .map(|place| Candidate::new(json!(place), place.name()));
        cards.push(
            card("equip", "Change equipment", who, 1)
                .rule(rules::DW_ACT_09)
                .param(Param::new("item", "What", Domain::one_of(own(&|_| true))))
                .param(Param::new("to", "Where to", Domain::one_of(places)))
                .param(Param::new("wield", "Ready for use", Domain::yes_no()).optional()),
        );
    }
    let here: Vec<Who> = fighters(state)
        .filter(|other| state.sheet(*other).is_hero() && distance(state, who, *other) == Some(0))
        .collect();
    cards.extend(quick_things(at, who));
    let carried = own(&|item| one.live.items[item].place != Place::Worn);
    let others: Vec<Who> = here.iter().copied().filter(|other| *other != who).collect();
    if !carried.is_empty() && !others.is_empty() {
        cards.push(
            card("combat_give", "Hand something over", who, 1)
                .rule(rules::DW_ACT_09)
                .param(Param::new("item", "What", Domain::one_of(carried.clone())))
                .param(Param::new("target", "To whom", people(at, others))),
        );
    }
    let catchers: Vec<Who> = fighters(state)
        .filter(|other| {
            let far = distance(state, who, *other);
            *other != who
                && state.sheet(*other).is_hero()
                && able(state, *other)
                && far.is_some_and(|far| far <= 2)
        })
        .collect();
    if !carried.is_empty() && !catchers.is_empty() {
        cards.push(
            card("throw_item", "Throw something to somebody", who, 1)
                .rule(rules::DW_ACT_10)
                .param(Param::new("item", "What", Domain::one_of(carried)))
                .param(Param::new("target", "To whom", people(at, catchers))),
        );
    }
    let unready = own(&|item| one.live.items[item].unready > 0);
    if !unready.is_empty() {
        let param = Param::new("item", "What", Domain::one_of(unready));
        cards.push(card("reload", "Reload", who, 1).rule(rules::DW_WEAP_19).param(param));
    }
    let tile = state.battle.as_ref().and_then(|battle| battle.tile(who));
    for (of, thing) in tile.into_iter().flat_map(|tile| lying(at, tile)) {
        let label = format!("Pick up the {}", state.sheet(of).items[usize::from(thing)].name);
        cards.push(
            card("pick_up", label, who, 1)
                .id(format!("pick-up-{}-{thing}", of.0))
                .rule(rules::DW_ACT_09)
                .fixed("of", json!(of))
                .fixed("thing", thing),
        );
    }
    cards
}
