//! What is counted when a fight is simulated: who is down or dead, and what it cost in Vitality, Armoring, Wounds and
//! Hit Dice.

use boneyard_table::encounter::{Condition as Left, Encounter, Standing};
use boneyard_table::{At, Who};
use smallvec::smallvec;

use crate::RollHighOrDie;
use crate::body::{armoring, hit_dice, max_vitality};
use crate::book::Book;
use crate::combat::Call;
use crate::command::{Command, FightCommand};
use crate::state::{Condition, State};

impl Encounter for RollHighOrDie {
    const POOLS: &'static [&'static str] = &["Vitality", "Armoring", "Hit Dice", "Wounds"];

    fn opening(at: At<'_, Self>) -> Command {
        let fights = |who: &Who| at.state.sheet(*who).draft.is_none();
        let fighters = at.state.here().filter(fights).collect();
        Command::Fight(FightCommand::Call(Call { fighters, ..Call::default() }))
    }

    fn rest(state: &mut State, book: &Book, who: Who) -> bool {
        let (most, dice) = (max_vitality(state, book, who), hit_dice(state, who));
        let Some(live) = state.live_mut(who) else { return false };
        (live.vitality, live.wounds, live.hit_dice) = (most, 0, dice);
        true
    }

    fn fighting(at: At<'_, Self>) -> bool {
        at.state.encounter.is_some()
    }

    fn round(at: At<'_, Self>) -> u16 {
        let round = at.state.encounter.as_ref().map_or(0, |encounter| encounter.order.round());
        u16::try_from(round).unwrap_or(u16::MAX)
    }

    fn is_hero(at: At<'_, Self>, who: Who) -> bool {
        at.state.sheet(who).is_hero()
    }

    fn condition(at: At<'_, Self>, who: Who) -> Left {
        let live = at.state.live(who);
        let standing = if live.dead {
            Standing::Dead
        } else if live.away {
            Standing::Gone
        } else if live.is(Condition::Unconscious) {
            Standing::Down
        } else {
            Standing::Up
        };
        let armor = i32::from(armoring(at.state, at.book, who));
        let pools = smallvec![live.vitality.into(), armor, live.hit_dice.into(), live.wounds.into()];
        Left { standing, pools }
    }
}
