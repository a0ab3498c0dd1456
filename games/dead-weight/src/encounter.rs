//! What is counted when a fight is simulated: who is down or dead, and what it cost in fatigue, wounds and armor.

use boneyard_table::encounter::{Condition, Encounter, Standing};
use boneyard_table::{At, Who};
use smallvec::smallvec;

use crate::DeadWeight;
use crate::book::Book;
use crate::combat::Fight;
use crate::command::{Command, FightCommand, TableCommand};
use crate::state::{Four, State};

impl Encounter for DeadWeight {
    const POOLS: &'static [&'static str] = &["dice", "room for wounds", "armor", "insight"];

    const HARM: &'static [usize] = &[1];

    fn opening(at: At<'_, Self>) -> Command {
        let able = |who: &Who| Self::condition(at, *who).standing == Standing::Up;
        let fighters = at.state.everybody().filter(able).collect();
        Command::Fight(FightCommand::Fight(Fight { fighters, ..Fight::default() }))
    }

    fn bring(like: &str, name: &str) -> Option<Command> {
        let (like, name) = (like.to_owned(), name.to_owned());
        Some(Command::Table(TableCommand::Add { like, name, seat: None }))
    }

    fn rest(state: &mut State, _book: &Book, who: Who) -> bool {
        let Some(live) = state.live_mut(who) else { return false };
        (live.fatigue, live.wounds) = (Four::default(), Four::default());
        live.mortal = false;
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
        let live = &one.live;
        let standing = match () {
            () if live.dead => Standing::Dead,
            () if live.mortal => Standing::Down,
            () if live.away => Standing::Gone,
            () => Standing::Up,
        };
        if !one.sheet.is_hero() {
            let left = i32::from(one.sheet.foe.wounds) - i32::from(live.hits);
            return Condition { standing, pools: smallvec![0, left, i32::from(live.armor), 0] };
        }
        let each = crate::state::Attribute::ALL;
        let dice: i32 = each.iter().map(|attribute| i32::from(one.available(*attribute))).sum();
        let room: i32 = each.iter().map(|attribute| i32::from(one.room(*attribute))).sum();
        let armor: i32 = live.items.iter().map(|item| i32::from(item.ap)).sum();
        Condition { standing, pools: smallvec![dice, room, armor, i32::from(live.insight)] }
    }
}
