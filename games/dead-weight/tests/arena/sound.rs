//! What must hold of every table, whatever people did.

use std::sync::Arc;

use boneyard_table::table::AnyTable;
use boneyard_table::{At, Who};
use dead_weight::DeadWeight;
use dead_weight::book::Book;
use dead_weight::gear::{capacity, used};
use dead_weight::house::InventoryMode;
use dead_weight::state::{Attribute, Doing, Place, State, Tokens};
use serde_json::json;

use super::GM;

/// Nothing is out of its bounds.
pub fn state(state: &State, book: &Book) {
    assert!(state.tray.is_none(), "a roll is settled when the action is");
    for who in state.everybody() {
        creature(state, book, who);
    }
    let omens = state.party.omens;
    assert!(omens.size == 0 || omens.value < omens.size, "a full track of omens empties: {omens:?}");
    for (name, site) in &state.expedition.sites {
        assert!(site.doom <= site.most, "{name}: doom {} of {}", site.doom, site.most);
    }
    if state.expedition.under_way {
        assert!(state.expedition.at_site().is_some(), "the site of the expedition is known");
        assert!(
            state.expedition.clash.is_none() || state.battle.is_some(),
            "a fight that broke out is set up"
        );
    }
    assert!(state.camp.is_none() || state.expedition.under_way, "camps are for expeditions");
    if let Some(battle) = &state.battle {
        assert_eq!(state.doing(), Doing::Combat);
        for fighter in &battle.fighters {
            let wall = fighter.at.is_some_and(|at| battle.chart.grid.bars(at.square()).is_some());
            assert!(!wall, "{} stands in a wall", state.name(fighter.who));
        }
        if let Some(acting) = battle.acting() {
            let live = state.live(acting);
            assert!(!live.dead && !live.mortal, "{} acts and is down", state.name(acting));
        }
    }
}

fn creature(state: &State, book: &Book, who: Who) {
    let one = state.one(who);
    let (live, sheet, name) = (&one.live, &one.sheet, &one.sheet.name);
    assert_eq!(live.items.len(), sheet.items.len(), "{name}: every thing is somewhere");
    assert!(live.tokens.shield <= Tokens::MOST_SHIELDS, "{name}: {:?}", live.tokens);
    for (item, now) in sheet.items.iter().zip(&live.items) {
        assert!(now.place == Place::Gone || now.count > 0, "{name}: {} of nothing", item.name);
        assert!([0, 4, 6, 8, 10, 12, 20].contains(&now.die), "{name}: {} has a d{}", item.name, now.die);
        assert!(!now.wielded || now.place.is_hand(), "{name}: {} is used from no hand", item.name);
        let full = item.kind.and_then(|kind| book.armor.get(kind.as_str())).map(|row| row.ap);
        assert!(full.is_none_or(|full| now.ap <= full), "{name}: {} has {} AP", item.name, now.ap);
    }
    if !sheet.is_hero() {
        return;
    }
    for attribute in Attribute::ALL {
        let marks = live.fatigue[attribute] + live.wounds[attribute];
        let score = sheet.hero.score[attribute];
        assert!(marks <= score, "{name}: {marks} marks on {} of {score}", attribute.name());
        assert!(score <= 5 && sheet.hero.proficiency[attribute] <= 3, "{name}: beyond every limit");
        assert!(live.lessons[attribute] <= 12, "{name}: a thirteenth lesson");
    }
    assert!(live.insight <= 3, "{name} has {} insight", live.insight);
    assert!((1..=6).contains(&sheet.hero.level), "{name} is of level {}", sheet.hero.level);
    if state.house.inventory_mode == InventoryMode::LoadOnly {
        return;
    }
    let at = At::<DeadWeight> { state, book };
    // Solid things are still in a container when it breaks; what was in a canteen is spilled.
    let flask = used(at, who, Place::Flask, None);
    assert!(flask <= capacity(at, who, Place::Flask), "{name}: {flask} slots in a flask that holds less");
    let mut whole = state.clone();
    let one = Arc::make_mut(&mut whole.creatures[usize::from(who.0)]);
    one.live.items.iter_mut().for_each(|item| item.broken = false);
    let unbroken = At::<DeadWeight> { state: &whole, book };
    for place in [Place::Belt, Place::Torso] {
        let (took, room) = (used(at, who, place, None), capacity(unbroken, who, place));
        assert!(took <= room, "{name}: {took} slots of {room} in {}", place.name());
    }
}

/// No thing vanishes: a list only grows, and what was on it keeps its place and name.
pub fn nothing_lost(before: &State, after: &State) {
    for who in before.everybody() {
        let (was, is) = (&before.sheet(who).items, &after.sheet(who).items);
        assert!(is.len() >= was.len(), "{} has lost something", before.name(who));
        assert!(
            was.iter().zip(is).all(|(was, is)| was.kind == is.kind),
            "{}: things are mixed up",
            before.name(who)
        );
    }
}

/// Somebody is waited for, and what is waited for can be done. The dead do nothing.
pub fn not_stuck(table: &dyn AnyTable, state: &State) {
    let waits = table.waits();
    if waits.iter().any(|(_, fits)| *fits) {
        assert!(!table.prompts(GM).is_empty(), "an action waits for nobody");
    }
    if !waits.is_empty() {
        return;
    }
    let awaits = table.awaits();
    assert!(!awaits.creatures.is_empty() || !awaits.seats.is_empty(), "nobody is waited for");
    let command = awaits.creatures.iter().find_map(|who| table.instinct(*who));
    match command {
        Some(command) => {
            let told = command.to_string();
            assert_eq!(table.probe(GM, command), Ok(()), "{told} is no way on");
        }
        None => assert!(
            awaits.creatures.is_empty() || !awaits.seats.is_empty(),
            "{}: and instinct knows nothing",
            awaits.why
        ),
    }
    if state.battle.is_some() {
        assert_eq!(table.probe(GM, json!("stop_fight")), Ok(()), "a fight can always be ended");
    }
    for who in state.everybody().filter(|who| state.live(*who).dead && state.sheet(*who).draft.is_none()) {
        let acts = [
            json!({ "test": { "who": who, "attribute": "STR" } }),
            json!({ "combat_breath": { "who": who } }),
            json!({ "freeform": { "who": who, "about": "rise" } }),
        ];
        for command in acts {
            assert!(table.probe(GM, command).is_err(), "{} is dead and acts", state.name(who));
        }
    }
}
