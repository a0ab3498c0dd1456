//! What is counted when a fight is simulated: who is down or dead, and what it cost in Vitality, Armoring, Wounds and
//! Hit Dice.

use boneyard_table::encounter::{Circumstance, Condition as Left, Encounter, Standing, Terms};
use boneyard_table::{At, Game, Who};
use smallvec::smallvec;

use crate::RollHighOrDie;
use crate::body::{armoring, hit_dice, max_vitality};
use crate::book::Book;
use crate::combat::{BoardDraw, Call};
use crate::command::Command;
use crate::state::{Condition, Light, State};
use crate::table::{AddCreature, SetLight};

impl Encounter for RollHighOrDie {
    const POOLS: &'static [&'static str] = &["Vitality", "Armoring", "Hit Dice", "Wounds"];

    fn opening_with(at: At<'_, Self>, terms: &Terms) -> Command {
        let fights = |who: &Who| {
            let one = at.state.one(*who);
            one.sheet.draft.is_none() && !one.live.dead && terms.has(*who)
        };
        let fighters: Vec<Who> = at.state.here().filter(fights).collect();
        let lurks = |who: &Who| match terms.get("surprise") {
            Some("heroes") => at.state.sheet(*who).side != 0,
            Some(_) => at.state.sheet(*who).side == 0,
            None => false,
        };
        let ambush = fighters.iter().copied().filter(lurks).collect();
        Call { fighters, ambush, ..Call::default() }.into()
    }

    fn bring(like: &str, name: &str) -> Option<Command> {
        let add = AddCreature { like: Some(like.to_owned()), name: name.to_owned(), at: None, unseen: false };
        Some(add.into())
    }

    fn circumstances(at: At<'_, Self>) -> Vec<Circumstance> {
        let surprise = [("heroes", "The others try an ambush"), ("others", "The party tries an ambush")];
        let light: Vec<(&str, &str)> = Light::ALL.iter().map(|light| (light.name(), light.name())).collect();
        let mut all = vec![
            Circumstance::new("light", "Light", &light),
            Circumstance::new("surprise", "Surprise", &surprise),
        ];
        // Without a map they meet on open ground anyway.
        if at.state.board.is_some() {
            all.push(Circumstance::new("map", "Map", &[("open", "Open ground")]));
        }
        all
    }

    fn arrange(at: At<'_, Self>, terms: &Terms) -> Vec<Command> {
        let light = terms.get("light").and_then(Light::named);
        vec![match light {
            Some(light) if at.state.board.is_some() && !terms.is("map", "open") => {
                SetLight { at: None, size: None, light }.into()
            }
            None if !terms.is("map", "open") => return Vec::new(),
            _ => BoardDraw { light, ..BoardDraw::default() }.into(),
        }]
    }

    fn rest(state: &mut State, book: &Book, who: Who) -> bool {
        let (most, dice) = (max_vitality(state, book, who), hit_dice(state, who));
        let Some(live) = state.live_mut(who) else { return false };
        (live.vitality, live.wounds, live.hit_dice) = (most, 0, dice);
        true
    }

    fn acts(at: At<'_, Self>) -> Option<Who> {
        // In an Encounter nobody has to be told why.
        at.state.acting().or_else(|| Self::awaits(at).creatures.first().copied())
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
