//! What must hold of every table of this game, whatever happened at it.

use std::collections::BTreeSet;

use boneyard_table::Who;
use boneyard_table::table::AnyTable;
use dirk_rules::book::Book;
use dirk_rules::health::out;
use dirk_rules::state::State;
use serde_json::json;

use super::GM;

/// What holds of a state by itself. Whoever was overruled may stand outside the limits.
pub fn state(state: &State, book: &Book, overruled: &BTreeSet<Who>) {
    for who in state.everybody() {
        let (live, sheet) = (state.live(who), state.sheet(who));
        let name = &sheet.name;
        assert_eq!(live.items.len(), sheet.items.len(), "{name}: every thing has its state");
        if let Some(held) = live.holds {
            assert_eq!(state.live(held).held_by, Some(who), "{name} holds somebody who is not held");
            assert!(!out(state, who), "{name} holds on although out");
        }
        if let Some(holder) = live.held_by {
            assert_eq!(state.live(holder).holds, Some(who), "{name} is held by somebody who does not hold");
        }
        for (item, now) in sheet.items.iter().zip(&live.items) {
            let Some(kind) = item.kind.map(|kind| kind.as_str()) else { continue };
            let weapon = book.weapons.get(kind).and_then(|row| row.pool);
            let pool = weapon.or_else(|| book.shields.get(kind).and_then(|row| row.pool));
            let pieces = book.gear.get(kind).map_or(0, |row| row.count);
            assert!(
                now.pool <= pool.map_or(pieces, |pool| pool.size),
                "{name}: the {} has too much left",
                item.name
            );
            assert!(
                now.ap <= book.armor.get(kind).map_or(0, |row| row.ap),
                "{name}: {} has too many AP",
                item.name
            );
            assert!(
                now.survived <= book.shields.get(kind).map_or(0, |row| row.survives),
                "{name}: {}",
                item.name
            );
        }
        for &(foe, dice) in &live.counters {
            assert!(state.creature(foe).is_some() && dice > 0, "{name} owes dice to nobody");
        }
        if overruled.contains(&who) {
            continue;
        }
        assert!(live.hp <= sheet.full_hp, "{name} has more HP than there are");
        assert!(live.ap <= sheet.full_ap, "{name} has more AP than there are");
        for ability in 0..3 {
            assert!(live.scores[ability] <= sheet.full[ability], "{name} is better than at best");
        }
        assert!(live.temp_hp == 0 || state.battle.is_some(), "{name} keeps temporary HP after the battle");
    }
    if let Some(battle) = &state.battle {
        let different: BTreeSet<&Who> = battle.order.iter().collect();
        assert_eq!(different.len(), battle.order.len(), "nobody is twice in the order");
        assert!(battle.order.iter().all(|who| state.creature(*who).is_some()), "the order holds strangers");
        assert!(battle.turn.is_none_or(|turn| usize::from(turn) < battle.order.len()), "nobody's turn");
    }
    assert!(state.attack.is_none(), "no attack outlasts its action");
    if let Some(acting) = state.acting().filter(|who| out(state, *who) && !overruled.contains(who)) {
        let able = state.in_order().iter().any(|&who| !out(state, who));
        assert!(
            !able || !overruled.is_empty(),
            "{} is out and has the turn all the same",
            state.sheet(acting).name
        );
    }
}

/// What no ordinary record takes away: people, and things by their names.
pub fn nothing_lost(before: &State, after: &State, overruled: &BTreeSet<Who>) {
    assert!(before.creatures.len() <= after.creatures.len(), "somebody has vanished");
    for who in before.everybody().filter(|who| !overruled.contains(who)) {
        let (had, has) = (&before.sheet(who).items, &after.sheet(who).items);
        assert!(
            had.len() <= has.len() && had[..] == has[..had.len()],
            "{} has lost something",
            before.sheet(who).name
        );
    }
}

/// Somebody is waited for, and what is waited for can be done. The dead are asked nothing.
pub fn not_stuck(table: &dyn AnyTable, state: &State) {
    let waits = table.waits();
    let cards = table.prompts(GM);
    if waits.iter().any(|(_, fits)| *fits) {
        assert!(!cards.is_empty(), "an action waits for nobody");
    }
    if !waits.is_empty() {
        return;
    }
    let awaits = table.awaits();
    assert!(!awaits.creatures.is_empty() || !awaits.seats.is_empty(), "nobody is waited for");
    for who in &awaits.creatures {
        let way_on = table.instinct(*who).expect("instinct knows a way on");
        assert_eq!(table.probe(GM, way_on), Ok(()), "the one who is waited for cannot go on");
        // Only a taunt keeps anybody from ending their turn.
        if let Err(refusal) = table.probe(GM, json!({ "end_turn": { "who": who } })) {
            assert_eq!(refusal.code(), "taunted", "{refusal}");
        }
    }
    if state.battle.is_some() {
        assert_eq!(table.probe(GM, json!("end_battle")), Ok(()), "a battle can always be ended");
    }
    for who in state.everybody().filter(|who| state.live(*who).dead && state.sheet(*who).draft.is_none()) {
        let acts = [
            json!({ "full_defense": { "who": who } }),
            json!({ "attack": { "who": who, "with": "fists", "target": 0 } }),
        ];
        for command in acts {
            let refusal = table.probe(GM, command).expect_err("the dead do nothing");
            // At some tables nobody does that, dead or not.
            assert!(["dead", "switched-off"].contains(&refusal.code()), "{refusal}");
        }
    }
}
