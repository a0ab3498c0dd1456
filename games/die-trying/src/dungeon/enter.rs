//! Laying out a dungeon from its entry: map, light, doors, who waits where, traps, locks and caches.

use boneyard_board::{Chart, DoorAt, Grid, Square};
use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::moment::Until;
use boneyard_table::{Audience, Cx, Flow, Refusal, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::book::{Book, DoorRow, Loot, RoomRow, ScenarioRow};
use crate::combat::may_in_peace;
use crate::effect::secret_number;
use crate::fact::{BoardFact, DungeonFact, TableFact, TrapFact};
use crate::gear::{self, Made, creature_like, object_like};
use crate::hurt::BY_DAMAGE;
use crate::naming;
use crate::rules;
use crate::state::{
    Affect, Board, Cache, Condition, DamageType, Dungeon, ItemSheet, Laid, Light, Lock, Region, Spot, Trait,
    Ware, What,
};
use crate::trap::disguise;

/// The TS opens a dungeon to the heroes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct EnterDungeon {
    /// Which, by name; the first there is if nothing is said.
    pub dungeon: Option<String>,
}

fn spot(at: [i16; 2]) -> Option<Spot> {
    Spot::of(Square::new(at[0], at[1]))
}

fn region(at: [i16; 4]) -> Option<Region> {
    let side = |length: i16| u8::try_from(length).ok();
    Some(Region { at: spot([at[0], at[1]])?, width: side(at[2])?, height: side(at[3])? })
}

impl Form<DieTrying> for EnterDungeon {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        let state = form.state;
        let ready = state.dungeon.is_none() && state.left.is_none() && state.battle.is_none();
        // Where somebody waits to be fought, that comes first.
        let calm = state.beings().all(|who| state.sheet(who).side == 0);
        form.only_if(ready && calm && state.heroes().next().is_some())?;
        form.rule(rules::DT_SCENARIO_01H);
        Ok(Self { dungeon: form.unasked("dungeon")? })
    }
}

impl EnterDungeon {
    /// Its entry; the first there is if none is named.
    fn row<'b>(&self, book: &'b Book) -> Option<&'b ScenarioRow> {
        match &self.dungeon {
            Some(name) => book.scenarios.named(name.trim()).or_else(|| book.scenarios.get(name.trim())),
            None => book.scenarios.iter().next(),
        }
    }
}

impl Deed<DieTrying> for EnterDungeon {
    const CARD: Card = Card::gm("Open the dungeon", "Scene").rule(rules::DT_CORE_01);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let rule = rules::DT_CORE_01;
        may_in_peace(may, rule)?;
        let Some(row) = self.row(may.book) else {
            return may.no(|| Refusal::new(rule, "no-such-dungeon", "There is no such dungeon."));
        };
        may.not_if(may.state.dungeon.is_some(), || {
            Refusal::new(rule, "in-one", "The heroes are in a dungeon already.")
        })?;
        match board(row, may.book.rooms.iter()) {
            Ok(_) => Ok(()),
            Err(why) => may.no(|| Refusal::new(rule, "bad-map", format!("Its map cannot be used: {why}."))),
        }
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let book = cx.book();
        match self.row(book).map(|row| (row, board(row, book.rooms.iter()))) {
            Some((row, Ok(board))) => opens(cx, row, board),
            _ => Ok(()),
        }
    }
}

/// Opens a dungeon: everything of it is there from now on, and nobody knows of it.
fn opens(cx: &mut Cx<'_, DieTrying>, row: &ScenarioRow, board: Board) -> Flow {
    let book = cx.book();
    cx.cite(row.id);
    let doors = board.grid.clone();
    cx.record(row.id, BoardFact::Laid { board: crate::state::Shared::new(board) }.into());
    let dungeon = Dungeon { scenario: row.id, seen: Vec::new(), coming: None, secret: secrets(row, &doors) };
    cx.record(row.id, DungeonFact::Opened { dungeon }.into());
    for door in &row.doors {
        if let (Some(dc), Some(number)) = (door.lock, door_number(&doors, door)) {
            let lock =
                Lock { door: Some(number), cache: None, dc, jammed: 0, open: false, forced: Vec::new() };
            cx.record_for(Audience::GM, rules::DT_HOUSE_16H, TrapFact::Locked { lock }.into());
        }
    }
    let rooms: Vec<&RoomRow> = book.rooms.iter().collect();
    for room in rooms {
        furnish(cx, room, &doors)?;
    }
    let heroes: Vec<Who> = cx.state().heroes().filter(|who| !cx.state().live(*who).away).collect();
    for (who, at) in heroes.into_iter().zip(row.start.iter().cycle()) {
        if let Some(at) = spot(*at) {
            cx.record(row.id, BoardFact::Put { who, at: Some(at) }.into());
        }
    }
    Ok(())
}

/// The map with the light of its rooms.
fn board<'a>(row: &ScenarioRow, rooms: impl Iterator<Item = &'a RoomRow>) -> Result<Board, String> {
    let chart = Chart::of_walls(&row.map, row.legend.clone()).map_err(|fault| fault.to_string())?;
    let mut lit = Vec::new();
    let mut exits = Vec::new();
    for room in rooms {
        if let Some((region, light)) = region(room.at).zip(room.light.as_deref().and_then(Light::named)) {
            lit.push((region, light));
        }
        for dark in &room.dark {
            if let Some(at) = spot(*dark) {
                lit.push((Region { at, width: 1, height: 1 }, Light::Darkness));
            }
        }
        let out = room.exits.iter().filter(|exit| exit.to == "out");
        exits.extend(out.filter_map(|exit| spot(exit.at)));
    }
    let base = Light::named(&row.light).unwrap_or_default();
    Ok(Board { grid: Grid::new(chart), base, lit, lamps: Vec::new(), hazy: Vec::new(), exits })
}

fn door_number(grid: &Grid, door: &DoorRow) -> Option<u16> {
    let [one, other] = door.between.map(|at| Square::new(at[0], at[1]));
    let found = grid.doors().find(|(_, drawn, _)| match drawn.at {
        DoorAt::Between(a, b) => (a, b) == (one, other) || (a, b) == (other, one),
        DoorAt::Square(_) => false,
    });
    found.map(|(id, _, _)| id.0)
}

/// Doors nobody sees, with the DC to find them.
fn secrets(row: &ScenarioRow, grid: &Grid) -> Vec<(u16, u8)> {
    row.doors.iter().filter_map(|door| Some((door_number(grid, door)?, door.secret?))).collect()
}

/// Puts into a room what waits in it.
fn furnish(cx: &mut Cx<'_, DieTrying>, room: &RoomRow, grid: &Grid) -> Flow {
    let book = cx.book();
    for waits in &room.creatures {
        let Some(row) = book.creatures.named(&waits.who) else { continue };
        let name = naming::for_one_unseen(cx.state(), &row.name);
        let mut creature = creature_like(book, row, &name);
        (creature.live.at, creature.live.unseen) = (spot(waits.at), true);
        if waits.asleep {
            let what = What::Is(Condition::Unconscious, None);
            let until = Until::ended().or_cured(BY_DAMAGE);
            creature.live.affects.add(Affect { what, by: room.id, from: None }, until);
            creature.live.prone = true;
        }
        let who = comes(cx, room, creature);
        if waits.disguised {
            disguise(cx, who);
        }
    }
    for stands in &room.objects {
        let Some(row) = book.objects.named(&stands.is) else { continue };
        let mut object = object_like(row, &naming::for_one_unseen(cx.state(), &stands.name));
        (object.live.at, object.live.unseen) = (spot(stands.at), true);
        comes(cx, room, object);
    }
    for laid in &room.traps {
        let Some(row) = book.traps.named(&laid.trap) else { continue };
        let door = laid.door.and_then(|between| {
            door_number(grid, &DoorRow { between, is: String::new(), lock: None, secret: None })
        });
        let at = laid.at.and_then(spot);
        let (trap, guards) = (row.id, laid.guards);
        let laid = Laid { at, door, guards, ..Laid::of(trap) };
        cx.record_for(Audience::GM, room.id, TrapFact::Laid { laid }.into());
    }
    for loot in &room.loot {
        let mut cache = Cache {
            name: loot.name.clone(),
            at: spot(loot.at),
            find: loot.find,
            found: false,
            silver: 0,
            things: Vec::new(),
            empty: false,
            disguises: None,
        };
        for held in &loot.holds {
            fill(cx, room, &mut cache, held)?;
        }
        let nth = u8::try_from(cx.state().caches.len()).unwrap_or(u8::MAX);
        cx.record_for(Audience::GM, room.id, TrapFact::Hid { cache }.into());
        if let Some(dc) = loot.lock {
            let lock = Lock { door: None, cache: Some(nth), dc, jammed: 0, open: false, forced: Vec::new() };
            cx.record_for(Audience::GM, room.id, TrapFact::Locked { lock }.into());
        }
    }
    Ok(())
}

fn comes(cx: &mut Cx<'_, DieTrying>, room: &RoomRow, creature: crate::state::Creature) -> Who {
    let who = cx.state().next_unseen(&creature.sheet.name);
    let fact = TableFact::Came { who, creature: Box::new(creature) };
    cx.record_for(Audience::GM, room.id, fact.into());
    who
}

/// Puts one piece of loot into a cache; its dice fall now, and only the TS sees them.
fn fill(cx: &mut Cx<'_, DieTrying>, room: &RoomRow, cache: &mut Cache, loot: &Loot) -> Flow {
    let amount = |cx: &mut Cx<'_, DieTrying>, formula: &Option<crate::book::Formula>| match formula {
        Some(formula) => secret_number(cx, room.id, formula).map(Some),
        None => Ok(None),
    };
    if let Some(silver) = amount(cx, &loot.silver)? {
        cache.silver += u32::from(silver.max(0).unsigned_abs());
    }
    let count = amount(cx, &loot.count)?;
    let uses = amount(cx, &loot.uses)?;
    if let Some(name) = &loot.item {
        let made = Made {
            called: loot.called.as_deref(),
            kind: loot.kind.as_deref().and_then(DamageType::named),
            quality: loot.quality.as_deref().and_then(Trait::named),
        };
        if let Some((thing, mut item)) = gear::thing(cx.book(), name, &made) {
            if let Some(count) = count {
                item.count = count.max(1).unsigned_abs();
            }
            if let (Some(uses), Ware::Kit) = (uses, &thing.ware) {
                item.left = uses.max(0).unsigned_abs();
            }
            cache.things.push((thing, item));
        }
    }
    if let Some(name) = &loot.thing {
        let thing =
            ItemSheet { name: name.clone(), price: loot.worth.unwrap_or(0) * 2, ..ItemSheet::default() };
        cache.things.push((thing, crate::state::Item::one()));
    }
    Ok(())
}
