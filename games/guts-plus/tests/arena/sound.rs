//! What must hold of every table, whatever people did.

use boneyard_table::table::AnyTable;
use guts_plus::state::State;
use serde_json::json;

use super::GM;

/// Nothing is out of its bounds.
pub fn state(state: &State) {
    assert!(state.tray.is_none(), "a roll is settled when the action is");
    for who in state.everybody() {
        let one = state.one(who);
        let (live, sheet, name) = (&one.live, &one.sheet, &one.sheet.name);
        assert!(live.parts.iter().all(|part| part.lines <= 2), "{name} has a third line");
        assert!(live.items.iter().all(|item| item.marks <= 2), "{name} has a third mark");
        assert_eq!(sheet.chart.len(), live.parts.len(), "{name}'s body is known twice");
        assert_eq!(sheet.items.len(), live.items.len(), "{name}'s things are known twice");
        assert_eq!(sheet.qualities.len(), live.le.len(), "{name}'s qualities are known twice");
        assert!(sheet.qualities.iter().all(|own| (1..=10).contains(&own.level)), "{name}'s levels");
        assert!(live.le.iter().all(|le| *le <= 10), "{name} learned too much");
        let kinds: Vec<_> = live.conditions.iter().map(|own| (&own.kind, own.part)).collect();
        let twice = kinds.iter().enumerate().any(|(nth, kind)| kinds[..nth].contains(kind));
        assert!(!twice, "{name} has the same condition twice: {kinds:?}");
        let out = live.dead || live.out.is_some();
        assert!(!out || live.essence.holding.is_empty(), "{name} is out and keeps an essence up");
        for (item, now) in sheet.items.iter().zip(&live.items) {
            let hand = now.hand.filter(|_| !now.gone);
            assert!(hand.is_none_or(|hand| usize::from(hand) < sheet.chart.len()), "{name}: {}", item.name);
            assert!(now.gone || now.count > 0, "{name}: {} of nothing", item.name);
        }
    }
    if let Some(battle) = &state.battle {
        let acting = battle.turn.map(|who| state.one(who).can_act());
        assert_ne!(acting, Some(false), "somebody acts who cannot");
    }
    if let Some(ship) = &state.ship {
        assert!(ship.watch <= 18 && ship.breach <= 6 && ship.crates <= 12 && ship.food <= 4, "{ship:?}");
        assert!(ship.broken <= ship.crew && (1..=6).contains(&ship.creature.size), "{ship:?}");
    }
}

/// No thing vanishes: a list only grows, and what was on it keeps its place and name. Characters being made
/// change their minds.
pub fn nothing_lost(before: &State, after: &State) {
    for who in before.everybody().filter(|who| before.sheet(*who).draft.is_none()) {
        let (was, is) = (&before.sheet(who).items, &after.sheet(who).items);
        assert!(is.len() >= was.len(), "{} has lost something", before.name(who));
        let same = was.iter().zip(is).all(|(was, is)| was.name == is.name);
        assert!(same, "{}: things are mixed up", before.name(who));
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
    match awaits.creatures.iter().find_map(|who| table.instinct(*who)) {
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
        assert_eq!(table.probe(GM, json!("end_combat")), Ok(()), "a fight can always be ended");
    }
    for who in state.everybody().filter(|who| !state.one(*who).can_act()) {
        let acts = [
            json!({ "attempt": { "who": who, "what": "rise" } }),
            json!({ "attack": { "who": who, "target": (who.0 + 1) % 2, "means": "fists" } }),
            json!({ "take_turn": { "who": who } }),
        ];
        for command in acts {
            assert!(table.probe(GM, command).is_err(), "{} cannot act and does", state.name(who));
        }
    }
}
