//! Moving on the chart: adventurers tile by tile with a test for each enemy's side they leave,
//! creatures by their points; leaving by an exit.

use boneyard_table::view::Direction;
use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ground::{self, Gait, able, distance, fighters, threats};
use super::legal::{acting, commands_pet, spend_on_move};
use super::tokens;
use crate::DeadWeight;
use crate::fact::FightFact;
use crate::gear::encumbered;
use crate::house::{EnemyRepeatAction, MinMoveOne};
use crate::roll::{self, Rolling};
use crate::rules;
use crate::state::{Attribute, State, Tile, Tokens};

/// A move on the chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Go {
    /// Who.
    pub who: Who,
    /// Where to.
    pub to: Tile,
    /// Over which tiles, the last one included; the shortest way if nothing is said.
    #[serde(default)]
    pub by: Vec<Tile>,
    /// A tile to go by way of, where not all of them are named.
    #[serde(default)]
    pub via: Option<Tile>,
    /// Where to look afterwards.
    #[serde(default)]
    pub facing: Option<Direction>,
}

/// Leaving the chart by an exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Leave {
    /// Who.
    pub who: Who,
}

/// Looking another way, in one's own turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// Who.
    pub who: Who,
    /// Where to.
    pub facing: Direction,
}

/// Opening or closing a door, by the GM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FightDoor {
    /// A tile of the door.
    pub at: Tile,
    /// Whether it is to stand open.
    pub open: bool,
}

/// How far and how somebody goes in one Move action.
pub fn gait(at: At<'_, DeadWeight>, who: Who) -> Gait {
    let one = at.state.one(who);
    if !one.sheet.is_hero() {
        let through = ground::ghostly(at.state, who);
        return Gait { points: one.sheet.foe.movement, leaving: 1, through };
    }
    let mut points = one.available(Attribute::Dex);
    if encumbered(at, who) {
        points /= 2;
    }
    if let Some(most) = heavy_shield(at, who) {
        points = points.min(most);
    }
    let least = u8::from(at.state.house.min_move_one == MinMoveOne::On || encumbered(at, who));
    Gait { points: points.max(least), leaving: 0, through: false }
}

/// The most tiles a shield in hand lets its bearer go.
fn heavy_shield(at: At<'_, DeadWeight>, who: Who) -> Option<u8> {
    let held = super::act::shields(at, who);
    let caps =
        held.filter_map(|row| row.rest.get("passive")?.as_array()?.iter().find_map(|one| one.get("cap")));
    let tiles = caps.filter(|cap| cap.get("on").is_some_and(|on| on == "move"));
    tiles.filter_map(|cap| cap.get("amount")?.get("dice")?.as_str()?.parse().ok()).min()
}

/// Whether somebody may move now.
pub fn check_move(at: At<'_, DeadWeight>, who: Who) -> Result<(), Refusal> {
    crate::magic::hindered(at, who, "move")?;
    let one = acting(at.state, who, 1)?;
    if let Some(by) = one.live.held_by {
        let sentence = format!("{} is held by {} and cannot move.", one.sheet.name, at.state.name(by));
        return Err(Refusal::new(rules::DW_HOUSE_16H, "held", sentence));
    }
    let once = at.state.house.enemy_repeat_action == EnemyRepeatAction::Off;
    if once && !one.sheet.is_hero() && one.live.turn.moved {
        let sentence = format!("{} has moved in this turn.", one.sheet.name);
        return Err(Refusal::new(rules::DW_COMB_05, "moved", sentence));
    }
    Ok(())
}

/// A Move action.
pub fn go(cx: &mut Cx<'_, DeadWeight>, by: Seat, go: &Go) -> Flow {
    let who = go.who;
    check_move(cx.at(), who)?;
    commands_pet(cx.state(), by, who)?;
    let tiles = route(cx.at(), go, gait(cx.at(), who))?;
    if cx.state().sheet(who).is_hero() {
        walk(cx, go, &tiles)
    } else {
        run(cx, go, &tiles, rules::DW_ENEMY_08)
    }
}

/// The tiles of a move, the first being where one stands.
fn route(at: At<'_, DeadWeight>, go: &Go, gait: Gait) -> Result<Vec<Tile>, Refusal> {
    let state = at.state;
    let hero = state.sheet(go.who).is_hero();
    let rule = if hero { rules::DW_ACT_04 } else { rules::DW_ENEMY_08 };
    let here = state.battle.as_ref().and_then(|battle| battle.tile(go.who));
    check_driven(state, go)?;
    let Some(here) = here.filter(|here| *here != go.to) else {
        return Err(Refusal::new(rule, "no-way", "That is where they stand already."));
    };
    if ground::held_by_opponent(state, go.who, go.to) {
        let sentence = format!("Somebody of another side holds {}.", go.to);
        return Err(Refusal::new(rules::DW_RANGE_04, "taken", sentence));
    }
    if go.by.is_empty() {
        let far = gait.points;
        let found = match go.via {
            Some(via) => ground::way_by(state, go.who, via, go.to, gait),
            None => ground::way(state, go.who, go.to, gait),
        };
        return found.ok_or_else(|| {
            let by = go.via.map(|via| format!(" by way of {via}")).unwrap_or_default();
            let sentence = format!("There is no way to {}{by} within {far}.", go.to);
            Refusal::new(rule, "too-far", sentence).with("points", far)
        });
    }
    if go.by.last() != Some(&go.to) || go.by.len() > 200 {
        return Err(Refusal::new(rule, "no-way", "The way has to end where the move does."));
    }
    let tiles: Vec<Tile> = [here].into_iter().chain(go.by.iter().copied()).collect();
    let through = tiles[1..].iter().find(|tile| {
        !gait.through && !ground::overhead(state, go.who) && ground::held_by_opponent(state, go.who, **tile)
    });
    if let Some(tile) = through {
        let sentence = format!("Somebody of another side is in the way at {tile}.");
        return Err(Refusal::new(rules::DW_RANGE_04, "in-the-way", sentence));
    }
    ground::follow(state, go.who, &tiles, gait).map_err(|why| Refusal::new(rule, "no-way", why))?;
    Ok(tiles)
}

/// Whoever was driven off goes away from the one who did it and nowhere else.
fn check_driven(state: &State, go: &Go) -> Result<(), Refusal> {
    let Some(from) = state.live(go.who).under(rules::DW_HOUSE_03H).and_then(|lasting| lasting.from) else {
        return Ok(());
    };
    let Some(there) = state.battle.as_ref().and_then(|battle| battle.tile(from)) else { return Ok(()) };
    if distance(state, go.who, from).is_some_and(|far| ground::tiles_apart(state, there, go.to) <= far) {
        let sentence =
            format!("{} is driven off and moves away from {}.", state.name(go.who), state.name(from));
        return Err(Refusal::new(rules::DW_HOUSE_03H, "driven-off", sentence));
    }
    Ok(())
}

/// An adventurer goes, with a DEX test for each tile next to an enemy that is left.
fn walk(cx: &mut Cx<'_, DeadWeight>, go: &Go, tiles: &[Tile]) -> Flow {
    let who = go.who;
    let rule = rules::DW_ACT_04;
    spend_on_move(cx, who, rule);
    let untested = crate::magic::allows(cx.at(), who, "leave-untested");
    untested.into_iter().for_each(|power| cx.cite(power));
    for pair in tiles.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        if untested.is_none() && threats(cx.state(), who, from).next().is_some() {
            let test = Rolling { helpable: false, ..Rolling::test(who, Attribute::Dex, rule) };
            let rest = (who, tiles, from);
            let got_away = cx.within(rest, |cx| roll::make(cx, &test))?.succeeded();
            if !got_away || !able(cx.state(), who) {
                break;
            }
        }
        cx.record(rule, FightFact::Moved { who, from, to }.into());
        let old = cx.state().live(who).tokens;
        tokens::set(cx, who, Tokens { shield: 0, ..old }, rules::DW_TOKEN_01);
    }
    look(cx, who, go.facing);
    Ok(())
}

/// A creature goes. It lets go of whoever it moves away from.
fn run(cx: &mut Cx<'_, DeadWeight>, go: &Go, tiles: &[Tile], rule: RuleId) -> Flow {
    spend_on_move(cx, go.who, rule);
    moves(cx, go.who, tiles, rule);
    look(cx, go.who, go.facing);
    Ok(())
}

/// A creature moves over tiles without any test.
pub fn moves(cx: &mut Cx<'_, DeadWeight>, who: Who, tiles: &[Tile], rule: RuleId) {
    let (Some(from), Some(to)) = (tiles.first(), tiles.last()) else { return };
    let held: Vec<(Who, Option<u16>)> = fighters(cx.state())
        .filter(|other| cx.state().live(*other).held_by == Some(who))
        .map(|other| (other, distance(cx.state(), who, other)))
        .collect();
    cx.record(rule, FightFact::Moved { who, from: *from, to: *to }.into());
    for (other, before) in held {
        let web = cx.state().live(other).cut_loose_by > 0;
        if !web && distance(cx.state(), who, other) > before {
            tokens::release(cx, other, rules::DW_HOUSE_16H);
        }
    }
}

fn look(cx: &mut Cx<'_, DeadWeight>, who: Who, facing: Option<Direction>) {
    if let Some(facing) = facing {
        cx.record(rules::DW_RANGE_05, FightFact::Faces { who, facing }.into());
    }
}

/// Looks another way.
pub fn face(cx: &mut Cx<'_, DeadWeight>, face: Face) -> Flow {
    super::legal::in_turn(cx.state(), face.who)?;
    look(cx, face.who, Some(face.facing));
    Ok(())
}

/// Whether somebody may leave the chart from where they stand.
pub fn check_leave(at: At<'_, DeadWeight>, who: Who) -> Result<(), Refusal> {
    check_move(at, who)?;
    let battle = at.state.battle.as_ref();
    let here = battle.and_then(|battle| battle.tile(who));
    let exit = battle.zip(here).is_some_and(|(battle, here)| battle.chart.exits.contains(&here));
    if !exit {
        let sentence = "One leaves the chart from an exit.";
        return Err(Refusal::new(rules::DW_HOUSE_15H, "no-exit", sentence));
    }
    Ok(())
}

/// A Move off the chart.
pub fn leave(cx: &mut Cx<'_, DeadWeight>, by: Seat, leave: Leave) -> Flow {
    let who = leave.who;
    check_leave(cx.at(), who)?;
    commands_pet(cx.state(), by, who)?;
    let rule = rules::DW_HOUSE_15H;
    spend_on_move(cx, who, rule);
    tokens::lets_go(cx, who);
    let hero = cx.state().sheet(who).is_hero();
    let here = cx.state().battle.as_ref().and_then(|battle| battle.tile(who));
    let tested = hero && crate::magic::allows(cx.at(), who, "leave-untested").is_none();
    if let Some(here) = here.filter(|here| tested && threats(cx.state(), who, *here).next().is_some()) {
        let test = Rolling { helpable: false, ..Rolling::test(who, Attribute::Dex, rules::DW_ACT_04) };
        if !cx.within((who, here), |cx| roll::make(cx, &test))?.succeeded() || !able(cx.state(), who) {
            return Ok(());
        }
    }
    cx.record(rule, FightFact::Left { who }.into());
    Ok(())
}

/// The GM opens or closes a door of the chart.
pub fn fight_door(cx: &mut Cx<'_, DeadWeight>, by: Seat, door: FightDoor) -> Flow {
    let rule = rules::DW_HOUSE_14H;
    super::legal::gm(by, rule, "Only the GM moves doors.")?;
    let Some(number) = door_at(cx.state(), door.at) else {
        return refuse(Refusal::new(rule, "no-door", format!("There is no door at {}.", door.at)));
    };
    let on_it = fighters(cx.state())
        .any(|who| cx.state().battle.as_ref().and_then(|battle| battle.tile(who)) == Some(door.at));
    if on_it && !door.open {
        return refuse(Refusal::new(rule, "in-the-door", "Somebody stands in the door."));
    }
    cx.record(rule, FightFact::Door { door: number, open: door.open }.into());
    Ok(())
}

/// The door of the chart a tile belongs to.
pub fn door_at(state: &State, tile: Tile) -> Option<u16> {
    let square = tile.square();
    let doors = state.battle.as_ref()?.chart.grid.doors().collect::<Vec<_>>();
    let found = doors.into_iter().find(|(_, door, _)| match door.at {
        boneyard_board::DoorAt::Square(at) => at == square,
        boneyard_board::DoorAt::Between(one, other) => one == square || other == square,
    });
    found.map(|(id, ..)| id.0)
}
