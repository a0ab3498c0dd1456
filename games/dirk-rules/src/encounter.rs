//! What is counted when a fight is simulated: who is out, who is dead, what was spent.

use boneyard_table::encounter::{Circumstance, Condition, Encounter, Standing, Terms};
use boneyard_table::{At, Who};
use smallvec::smallvec;

use crate::DirkRules;
use crate::book::Book;
use crate::combat::Begin;
use crate::command::Command;
use crate::contested;
use crate::health::out;
use crate::hero::Add;
use crate::state::State;

impl Encounter for DirkRules {
    const POOLS: &'static [&'static str] = &["HP", "STR", "DEX", "WIL", "AP", "charges"];

    const HARM: &'static [usize] = &[0, 1, 2, 3];

    fn opening_with(at: At<'_, Self>, terms: &Terms) -> Command {
        let able = |who: &Who| Self::condition(at, *who).standing == Standing::Up && terms.has(*who);
        let fighters: Vec<Who> = at.state.everybody().filter(able).collect();
        let surprised = |who: &Who| match terms.get("surprise") {
            Some("heroes") => at.state.sheet(*who).hero,
            Some(_) => !at.state.sheet(*who).hero,
            None => false,
        };
        let ambushed = fighters.iter().copied().filter(surprised).collect();
        Begin { fighters, ambushed }.into()
    }

    fn circumstances(_at: At<'_, Self>) -> Vec<Circumstance> {
        let choices = [("heroes", "The heroes are ambushed"), ("others", "The others are ambushed")];
        vec![Circumstance::new("surprise", "Surprise", &choices)]
    }

    fn bring(like: &str, name: &str) -> Option<Command> {
        Some(Add { like: Some(like.into()), name: name.into(), seat: None }.into())
    }

    fn rest(state: &mut State, _book: &Book, who: Who) -> bool {
        let sheet = state.sheet(who);
        let (scores, hp, ap) = (sheet.full, sheet.full_hp, sheet.full_ap);
        let Some(live) = state.live_mut(who) else { return false };
        (live.scores, live.hp, live.ap) = (scores, hp, ap);
        (live.passed_out, live.down) = (false, false);
        true
    }

    fn acts(at: At<'_, Self>) -> Option<Who> {
        at.state.acting().filter(|_| contested(at.state))
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
