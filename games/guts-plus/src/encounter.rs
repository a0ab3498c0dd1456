//! What is counted when a fight is simulated: who is out, who got away, how whole everybody is.

use boneyard_table::encounter::{Condition, Encounter, Standing, Terms};
use boneyard_table::{At, Game, Who};
use smallvec::smallvec;

use crate::GutsPlus;
use crate::book::Book;
use crate::combat::{BeginCombat, over};
use crate::command::Command;
use crate::people::Add;
use crate::state::{Kind, MARKS, State};

/// Lines a part of the body takes.
const LINES: i32 = 2;

impl Encounter for GutsPlus {
    const POOLS: &'static [&'static str] = &["lines to take", "marks to take", "conditions"];

    fn opening_with(at: At<'_, Self>, terms: &Terms) -> Command {
        let able = at.state.everybody().filter(|who| at.state.one(*who).can_act() && terms.has(*who));
        BeginCombat { fighters: able.collect() }.into()
    }

    fn bring(like: &str, name: &str) -> Option<Command> {
        let (like, name) = (like.to_owned(), name.to_owned());
        Some(Add { like, name, seat: None }.into())
    }

    fn rest(state: &mut State, _book: &Book, who: Who) -> bool {
        let Some(live) = state.live_mut(who) else { return false };
        // Two lines cross a part out, and time alone does not bring it back.
        live.parts.iter_mut().filter(|part| i32::from(part.lines) < LINES).for_each(|part| part.lines = 0);
        (live.out, live.down) = (None, false);
        true
    }

    fn fighting(at: At<'_, Self>) -> bool {
        // Once one side is done for only the GM's paperwork is left, and who has fled would be forgotten.
        at.state.battle.is_some() && !over(at.state)
    }

    fn acts(at: At<'_, Self>) -> Option<Who> {
        match &at.state.battle {
            Some(battle) if battle.turn.is_some() && !over(at.state) => battle.turn,
            Some(_) => crate::instinct::first(at.state),
            None => Self::awaits(at).creatures.first().copied(),
        }
    }

    fn is_hero(at: At<'_, Self>, who: Who) -> bool {
        at.state.sheet(who).kind == Kind::Hero
    }

    fn condition(at: At<'_, Self>, who: Who) -> Condition {
        let live = at.state.live(who);
        let left = |who: Who| {
            let mut fighters = at.state.battle.iter().flat_map(|battle| battle.fighters.iter());
            fighters.any(|one| one.who == who && one.left)
        };
        let standing = if live.dead {
            Standing::Dead
        } else if live.out.is_some() {
            Standing::Down
        } else if left(who) {
            Standing::Gone
        } else {
            Standing::Up
        };
        let lines: i32 = live.parts.iter().map(|part| LINES - i32::from(part.lines)).sum();
        let whole = live.items.iter().zip(&at.state.sheet(who).items);
        let whole = whole.filter(|(now, item)| now.protects() && !item.covers.is_empty());
        let marks: i32 = whole.map(|(now, _)| i32::from(MARKS) - i32::from(now.marks)).sum();
        Condition { standing, pools: smallvec![lines, marks, live.conditions.len() as i32] }
    }
}
