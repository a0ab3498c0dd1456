//! What is counted when a fight is simulated: who is down or dead, and what it cost in fatigue, wounds and armor.

use boneyard_table::encounter::{Circumstance, Condition, Encounter, Standing, Terms};
use boneyard_table::{At, Game, Who};
use smallvec::smallvec;

use crate::DeadWeight;
use crate::book::Book;
use crate::combat::Fight;
use crate::command::Command;
use crate::hero::Add;
use crate::state::{Four, State};

impl Encounter for DeadWeight {
    const POOLS: &'static [&'static str] = &["dice", "room for wounds", "armor", "insight"];

    const HARM: &'static [usize] = &[1];

    fn opening_with(at: At<'_, Self>, terms: &Terms) -> Command {
        let able = |who: &Who| Self::condition(at, *who).standing == Standing::Up && terms.has(*who);
        let fighters: Vec<Who> = at.state.everybody().filter(able).collect();
        let enemies = || fighters.iter().copied().filter(|who| at.state.sheet(*who).side != 0);
        let unaware = if terms.is("surprise", "others") { enemies().collect() } else { Vec::new() };
        let surprised = terms.is("surprise", "heroes");
        let map = terms.get("map").and_then(|room| at.book.rooms.get(room)).map(|row| row.map.clone());
        Fight { fighters, unaware, surprised, map, ..Fight::default() }.into()
    }

    fn circumstances(at: At<'_, Self>) -> Vec<Circumstance> {
        let surprise =
            [("heroes", "The adventurers are surprised"), ("others", "The enemies have noticed nobody")];
        let rooms = at.book.rooms.iter().map(|row| (row.id.as_str().to_owned(), row.name.clone()));
        vec![
            Circumstance::new("surprise", "Surprise", &surprise),
            Circumstance { name: "map", label: "Map", choices: rooms.collect() },
        ]
    }

    fn bring(like: &str, name: &str) -> Option<Command> {
        let (like, name) = (like.to_owned(), name.to_owned());
        Some(Add { like, name, seat: None }.into())
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

    fn acts(at: At<'_, Self>) -> Option<Who> {
        match at.state.battle.as_ref().filter(|battle| !battle.setup) {
            Some(battle) => battle.acting().or_else(|| crate::combat::candidate(at.state)),
            None => Self::awaits(at).creatures.first().copied(),
        }
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
