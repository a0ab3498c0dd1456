//! What must hold of every table, whatever people did.

use die_trying::state::{Fate, State};

/// What must hold of every state.
pub fn sound(state: &State) {
    for who in state.everybody() {
        let one = state.one(who);
        let name = &one.sheet.name;
        assert_eq!(one.sheet.items.len(), one.live.items.len(), "{name}'s things are known twice");
        let hands: u8 = one.live.items.iter().map(|item| item.place.hands()).sum();
        assert!(hands <= 2, "{name} has more than two hands");
        match one.live.fate {
            Fate::Up => assert!(one.live.hp > 0, "{name} is up at {} HP", one.live.hp),
            Fate::Dying => {
                assert!(one.live.hp <= 0 && hands == 0 && one.live.prone, "{name} dies on its feet");
            }
            Fate::Stable(_) => assert!(one.live.hp == 0 && hands == 0, "{name} is not at 0"),
            Fate::Dead => assert!(one.live.hidden.is_empty(), "the dead do not hide"),
        }
        for hidden in &one.live.hidden {
            assert_ne!(hidden.from, who, "{name} hides from itself");
        }
        let Some(battle) = &state.battle else {
            assert!(!one.live.turn.action && !one.live.reaction, "{name} kept a turn");
            continue;
        };
        if battle.acting() == Some(who) {
            assert!(one.live.fate == Fate::Up && !one.live.away, "{name} acts and cannot");
        }
        let Some(at) = one.live.at.filter(|_| one.live.fate == Fate::Up && !one.live.away) else { continue };
        for other in state.everybody().filter(|other| *other > who) {
            let there = state.one(other);
            let apart = there.live.at.is_none_or(|spot| {
                !spot.footprint(there.sheet.size.squares()).overlaps(at.footprint(one.sheet.size.squares()))
            });
            let up = there.live.fate == Fate::Up && !there.live.away;
            let swarm = one.sheet.has_tag("swarm") || there.sheet.has_tag("swarm");
            assert!(apart || !up || swarm, "{name} and {} share a square", there.sheet.name);
        }
    }
}
