//! Moving on the chart: adventurers tile by tile with a test for each enemy's side they leave,
//! creatures by their points; leaving by an exit.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::view::{Direction, Domain};
use boneyard_table::{At, Cx, Flow, Pilot, Refusal, RuleId, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ground::{self, Gait, able, distance, fighters, reachable, threats};
use super::legal::{acting, commands_pet, in_own_turn, in_turn, spend_on_move};
use super::tokens;
use crate::DeadWeight;
use crate::fact::FightFact;
use crate::form::{squares, stored, tile, whatever_picked};
use crate::gear::encumbered;
use crate::house::{EnemyRepeatAction, MinMoveOne};
use crate::roll::{self, Rolling};
use crate::rules;
use crate::state::{Attribute, State, Tile, Tokens};

/// A move on the chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CombatMove {
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

impl Form<DeadWeight> for CombatMove {
    fn form(form: &mut Filling<'_, DeadWeight>) -> Filled<Self> {
        // A longer way may keep clear of enemies, whose side is not left without a test.
        let longer = form.variant(&[false, true])?;
        let who = in_own_turn(form)?;
        let (at, state) = (form.at(), form.state);
        let hero = state.creature(who).is_some_and(|one| one.sheet.is_hero());
        let mut tiles = Vec::new();
        if !form.is_written() && check_move(at, who).is_ok() {
            tiles = reachable(state, who, gait(at, who)).into_iter().map(|(tile, _)| tile).collect();
        }
        if longer {
            let sided = hero && tiles.iter().any(|tile| threats(state, who, *tile).next().is_some());
            form.only_if(sided)?;
            form.id(|| format!("combat_move:{}:via", who.0));
            form.label(|| "Move by a way of your own".into());
        } else {
            form.about(|| "tokens".into());
        }
        form.rule(if hero { rules::DW_ACT_04 } else { rules::DW_ENEMY_08 });
        let via = match longer {
            true => form.or_left_out("via", |form| tile(form, "via", "By way of", &tiles))?,
            false => None,
        };
        // Where there is nowhere to go, the rules say why.
        let here = state.battle.as_ref().and_then(|battle| battle.tile(who));
        let first = || tiles.first().copied().or(here);
        let to = form.field("to", "Where to", || squares(&tiles), first, stored)?;
        let facing = form.maybe_field("facing", "Look", winds, stored)?;
        Ok(Self { who, to, by: form.unasked("by")?, via, facing })
    }

    fn actor(&self) -> Option<Who> {
        Some(self.who)
    }
}

impl CombatMove {
    /// Straight to a tile.
    pub fn to(who: Who, to: Tile) -> Self {
        Self { who, to, by: Vec::new(), via: None, facing: None }
    }

    /// The way it takes.
    fn way(&self, may: May<'_, DeadWeight>) -> Lawful<Vec<Tile>> {
        whatever_picked(may, check_move(may.at(), self.who))?;
        whatever_picked(may, commands_pet(may.state, may.by, self.who))?;
        Ok(route(may.at(), self, gait(may.at(), self.who))?)
    }
}

impl Deed<DeadWeight> for CombatMove {
    const CARD: Card =
        Card::acting("Move", "Fight").rule(rules::DW_ACT_04).cost(1, "actions").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        self.way(may).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        self.carry_out(cx, by)
    }

    fn carry_out(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        let tiles = self.way(May::told(cx.at(), by))?;
        match cx.state().sheet(self.who).is_hero() {
            true => walk(cx, &self, &tiles),
            false => run(cx, &self, &tiles, rules::DW_ENEMY_08),
        }
    }
}

/// Every direction.
fn winds() -> Domain {
    Domain::Direction { among: Direction::ALL.to_vec() }
}

deed! {
    /// Leaving the chart by an exit: a Move off it.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct LeaveFight(form: DeadWeight) {
        /// Who.
        who: Who = {
            let who = in_own_turn(form)?;
            let exit = at_exit(form.state, who);
            form.only_if(exit)?;
            who
        },
    }
}

deed! {
    /// Looking another way, in one's own turn.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Face(form: DeadWeight) {
        /// Who.
        who: Who = in_own_turn(form)?,
        /// Where to.
        facing: Direction = {
            let first = || Direction::ALL.first().copied();
            form.field("facing", "Where to", winds, first, stored)?
        },
    }
}

impl Deed<DeadWeight> for Face {
    const CARD: Card = Card::acting("Look another way", "Fight").rule(rules::DW_RANGE_05).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        whatever_picked(may, in_turn(may.state, self.who)).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        look(cx, self.who, Some(self.facing));
        Ok(())
    }
}

deed! {
    /// Opening or closing a door.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct FightDoor(form: DeadWeight) {
        /// A tile of the door.
        at: Tile = {
            let doors = doors(form.state);
            form.only_if(!doors.is_empty())?;
            tile(form, "at", "Which", &doors)?
        },
        /// Whether it is to stand open.
        open: bool = form.field("open", "Open", Domain::yes_no, || Some(true), stored)?,
    }
}

impl Deed<DeadWeight> for FightDoor {
    const CARD: Card = Card::gm("Open or close a door", "Fight").rule(rules::DW_HOUSE_14H);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let (rule, state) = (rules::DW_HOUSE_14H, may.state);
        may.not_if(door_at(state, self.at).is_none(), || {
            Refusal::new(rule, "no-door", format!("There is no door at {}.", self.at))
        })?;
        let here = |who: Who| state.battle.as_ref().and_then(|battle| battle.tile(who)) == Some(self.at);
        may.not_if(!self.open && fighters(state).any(here), || {
            Refusal::new(rule, "in-the-door", "Somebody stands in the door.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        if let Some(door) = door_at(cx.state(), self.at) {
            cx.record(rules::DW_HOUSE_14H, FightFact::Door { door, open: self.open }.into());
        }
        Ok(())
    }
}

/// A tile of each door of the chart.
fn doors(state: &State) -> Vec<Tile> {
    let grids = state.battle.iter().map(|battle| &battle.chart.grid);
    let squares = grids.flat_map(|grid| {
        grid.doors().map(|(_, door, _)| match door.at {
            boneyard_board::DoorAt::Square(at) | boneyard_board::DoorAt::Between(at, _) => at,
        })
    });
    squares.filter_map(Tile::of).collect()
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

/// The tiles of a move, the first being where one stands.
fn route(at: At<'_, DeadWeight>, go: &CombatMove, gait: Gait) -> Result<Vec<Tile>, Refusal> {
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

/// The one who was driven off goes away from the one who did it and nowhere else.
fn check_driven(state: &State, go: &CombatMove) -> Result<(), Refusal> {
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
fn walk(cx: &mut Cx<'_, DeadWeight>, go: &CombatMove, tiles: &[Tile]) -> Flow {
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

/// A creature goes. It lets go of the one it moves away from.
fn run(cx: &mut Cx<'_, DeadWeight>, go: &CombatMove, tiles: &[Tile], rule: RuleId) -> Flow {
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

/// Whether somebody may leave the chart from where they stand.
pub fn check_leave(at: At<'_, DeadWeight>, who: Who) -> Result<(), Refusal> {
    check_move(at, who)?;
    let exit = at_exit(at.state, who);
    if !exit {
        let sentence = "One leaves the chart from an exit.";
        return Err(Refusal::new(rules::DW_HOUSE_15H, "no-exit", sentence));
    }
    Ok(())
}

/// Whether somebody stands at an exit.
fn at_exit(state: &State, who: Who) -> bool {
    let battle = state.battle.as_ref();
    let here = battle.and_then(|battle| battle.tile(who));
    battle.zip(here).is_some_and(|(battle, here)| battle.chart.exits.contains(&here))
}

impl Deed<DeadWeight> for LeaveFight {
    const CARD: Card = Card::acting("Leave the fight", "Fight")
        .rule(rules::DW_HOUSE_15H)
        .cost(1, "actions")
        .pilot(Pilot::Foes);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        whatever_picked(may, check_leave(may.at(), self.who))?;
        whatever_picked(may, commands_pet(may.state, may.by, self.who))
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        leave(cx, self.who)
    }
}

fn leave(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
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
