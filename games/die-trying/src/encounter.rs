//! What is counted when a fight is simulated: who is down or dead, and what it cost in Hitpoints, instability
//! and what is in the kits.

use boneyard_table::encounter::{Condition, Encounter, Standing};
use boneyard_table::{At, Who};
use smallvec::smallvec;

use crate::DieTrying;
use crate::book::Book;
use crate::combat::Fight;
use crate::command::{Command, FightCommand};
use crate::hurt::max_hp;
use crate::state::{Fate, Kind, State, Ware};

impl Encounter for DieTrying {
    const POOLS: &'static [&'static str] = &["HP", "Instability Dice", "kit uses"];

    fn opening(at: At<'_, Self>) -> Command {
        let fights = |who: &Who| at.state.sheet(*who).kind != Kind::Object;
        let fighters = at.state.everybody().filter(fights).collect();
        Command::Fight(FightCommand::Fight(Fight { fighters, ..Fight::default() }))
    }

    fn rest(state: &mut State, book: &Book, who: Who) -> bool {
        let most = max_hp(state, book, who);
        let Some(live) = state.live_mut(who) else { return false };
        (live.hp, live.fate, live.prone) = (most, Fate::Up, false);
        true
    }

    fn fighting(at: At<'_, Self>) -> bool {
        at.state.battle.is_some()
    }

    fn round(at: At<'_, Self>) -> u16 {
        let round = at.state.battle.as_ref().map_or(0, |battle| battle.order.round());
        u16::try_from(round).unwrap_or(u16::MAX)
    }

    fn is_hero(at: At<'_, Self>, who: Who) -> bool {
        at.state.sheet(who).is_hero()
    }

    fn condition(at: At<'_, Self>, who: Who) -> Condition {
        let one = at.state.one(who);
        let standing = match one.live.fate {
            Fate::Dead => Standing::Dead,
            Fate::Dying | Fate::Stable(_) => Standing::Down,
            Fate::Up if one.live.away => Standing::Gone,
            Fate::Up => Standing::Up,
        };
        let things = one.sheet.items.iter().zip(&one.live.items);
        let kits = things.filter(|(sheet, _)| sheet.ware == Ware::Kit).map(|(_, item)| i32::from(item.left));
        let pools = smallvec![one.live.hp.into(), one.live.instability.into(), kits.sum()];
        Condition { standing, pools }
    }
}
