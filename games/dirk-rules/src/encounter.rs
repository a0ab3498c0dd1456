//! What is counted when a fight is simulated: who is out, who is dead, what was spent.

use boneyard_table::encounter::{Condition, Encounter, Standing};
use boneyard_table::{At, Who};
use smallvec::smallvec;

use crate::DirkRules;
use crate::book::Book;
use crate::combat::Begin;
use crate::command::Command;
use crate::health::out;
use crate::state::State;

impl Encounter for DirkRules {
    const POOLS: &'static [&'static str] = &["HP", "STR", "DEX", "WIL", "AP", "charges"];

    const HARM: &'static [usize] = &[0, 1, 2, 3];

    fn opening(at: At<'_, Self>) -> Command {
        let able = |who: &Who| Self::condition(at, *who).standing == Standing::Up;
        Command::Begin(Begin { fighters: at.state.everybody().filter(able).collect(), ambushed: Vec::new() })
    }

    fn bring(like: &str, name: &str) -> Option<Command> {
        Some(Command::Add { like: Some(like.into()), name: name.into(), seat: None })
    }

    fn rest(state: &mut State, _book: &Book, who: Who) -> bool {
        let sheet = state.sheet(who);
        let (scores, hp, ap) = (sheet.full, sheet.full_hp, sheet.full_ap);
        let Some(live) = state.live_mut(who) else { return false };
        (live.scores, live.hp, live.ap) = (scores, hp, ap);
        (live.passed_out, live.down) = (false, false);
        true
    }

    fn fighting(at: At<'_, Self>) -> bool {
        at.state.battle.is_some()
    }

    fn round(at: At<'_, Self>) -> u16 {
        at.state.battle.as_ref().map_or(0, |battle| battle.round)
    }

    fn is_hero(at: At<'_, Self>, who: Who) -> bool {
        at.state.sheet(who).hero
    }

    fn condition(at: At<'_, Self>, who: Who) -> Condition {
        let live = at.state.live(who);
        let standing = if live.dead {
            Standing::Dead
        } else if out(at.state, who) {
            Standing::Down
        } else if live.surrendered {
            Standing::Gone
        } else {
            Standing::Up
        };
        let worn: i32 = live.items.iter().map(|item| i32::from(item.ap)).sum();
        let charges: i32 = live.items.iter().map(|item| i32::from(item.pool)).sum();
        let [strength, dexterity, will] = live.scores.map(i32::from);
        let pools =
            smallvec![i32::from(live.hp), strength, dexterity, will, i32::from(live.ap) + worn, charges];
        Condition { standing, pools }
    }
}
