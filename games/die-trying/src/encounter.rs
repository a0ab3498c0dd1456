//! What is counted when a fight is simulated: who is down or dead, and what it cost in Hitpoints, instability
//! and what is in the kits.

use boneyard_table::encounter::{Circumstance, Condition, Encounter, Scenery, Standing, Terms, of_places};
use boneyard_table::{At, Game, Who};
use smallvec::smallvec;

use crate::DieTrying;
use crate::book::Book;
use crate::combat::{BoardDraw, Fight};
use crate::command::Command;
use crate::hurt::max_hp;
use crate::state::{Fate, Kind, Light, Region, Spot, State, Ware};
use crate::table::{AddCreature, SetLight};

impl Encounter for DieTrying {
    const POOLS: &'static [&'static str] = &["HP", "Instability Dice", "kit uses"];

    fn opening_with(at: At<'_, Self>, terms: &Terms) -> Command {
        let there = |who: &Who| {
            let one = at.state.one(*who);
            one.sheet.kind != Kind::Object && one.live.fate != Fate::Dead && !one.live.away && terms.has(*who)
        };
        let fighters: Vec<Who> = at.state.everybody().filter(there).collect();
        let ambushing =
            fighters.iter().copied().filter(|who| terms.lurks(at.state.sheet(*who).side)).collect();
        Fight { fighters, ambushing, ..Fight::default() }.into()
    }

    fn bring(like: &str, name: &str) -> Option<Command> {
        let add = AddCreature { like: Some(like.to_owned()), name: name.to_owned(), at: None, unseen: false };
        Some(add.into())
    }

    fn circumstances(at: At<'_, Self>) -> Vec<Circumstance> {
        let lurking = ["The others lie in wait", "The characters lie in wait"];
        of_places(&Light::ALL.map(|light| (light.name(), light.name())), lurking, at.state.board.is_some())
    }

    fn arrange(at: At<'_, Self>, terms: &Terms) -> Vec<Command> {
        let command = match (terms.scenery(at.state.board.is_some(), Light::named), &at.state.board) {
            (Scenery::Lit(light), Some(board)) => {
                let (width, height) = board.grid.chart().size(0).unwrap_or((1, 1));
                let side = |most: i16| u8::try_from(most).unwrap_or(u8::MAX);
                let region = Region { at: Spot { x: 0, y: 0 }, width: side(width), height: side(height) };
                SetLight { region, light }.into()
            }
            (Scenery::AsItIs | Scenery::Lit(_), _) => return Vec::new(),
            (Scenery::Open(light), _) => {
                let light = light.unwrap_or(Light::Normal);
                BoardDraw { light, ..BoardDraw::default() }.into()
            }
        };
        vec![command]
    }

    fn rest(state: &mut State, book: &Book, who: Who) -> bool {
        let most = max_hp(state, book, who);
        let Some(live) = state.live_mut(who) else { return false };
        (live.hp, live.fate, live.prone) = (most, Fate::Up, false);
        true
    }

    fn acts(at: At<'_, Self>) -> Option<Who> {
        let acting = at.state.battle.as_ref().and_then(|battle| battle.acting());
        acting.or_else(|| Self::awaits(at).creatures.first().copied())
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
