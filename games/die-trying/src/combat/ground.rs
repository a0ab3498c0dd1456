//! The ground of a fight: the map as it is laid out, who is put where, and where those come to stand who stand nowhere.

use std::sync::LazyLock;

use boneyard_board::{Chart, Grid, Legend};
use boneyard_table::deed::{Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse, view};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::legal::{gm, known};
use crate::DieTrying;
use crate::fact::BoardFact;
use crate::rules;
use crate::state::{Board, Creature, Fate, Kept, Lamp, Light, Region, Spot, State};

/// Where somebody stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stand {
    /// Who.
    pub who: Who,
    /// Where.
    pub at: Spot,
}

/// A map to lay out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BoardDraw {
    /// A drawing with one character for each square.
    pub squares: Option<String>,
    /// Or a drawing on ruled paper, walls between squares.
    pub walls: Option<String>,
    /// Or an open floor, so many squares across.
    pub width: Option<u8>,
    /// And down.
    pub height: Option<u8>,
    /// The light there is; Complete Darkness underground.
    pub light: Light,
    /// Parts with a light of their own.
    pub lit: Vec<(Region, Light)>,
    /// Lamps that stay where they are.
    pub lamps: Vec<(Spot, Lamp)>,
    /// Parts that are hard to see through.
    pub hazy: Vec<Region>,
    /// Squares from which one may leave.
    pub exits: Vec<Spot>,
}

/// Where people fight who have no map: laid out once, so that every such fight is on the same ground.
static OPEN_GROUND: LazyLock<Option<Kept<Board>>> = LazyLock::new(|| {
    let draw = BoardDraw { light: Light::Normal, ..BoardDraw::default() };
    lay(&draw).ok().map(Kept::new)
});

/// Squares of a map nobody drew.
const OPEN: u8 = 12;

/// The TS lays out a map.
pub fn lay_board(cx: &mut Cx<'_, DieTrying>, by: Seat, draw: &BoardDraw) -> Flow {
    let rule = rules::DT_SENSE_03;
    gm(by, rule, "Only the Trapsetter lays out a map.")?;
    if cx.state().battle.is_some() {
        return refuse(Refusal::new(rule, "fighting", "The map stays until the fight is over."));
    }
    let board = match lay(draw) {
        Ok(board) => board,
        Err(why) => {
            let sentence = format!("This map cannot be used: {}.", why.trim_end_matches('.'));
            return refuse(Refusal::new(rules::DT_HOUSE_25H, "bad-map", sentence));
        }
    };
    cx.record(rule, BoardFact::Laid { board: Kept::new(board) }.into());
    let placed: Vec<Who> = cx.state().everybody().filter(|who| cx.state().live(*who).at.is_some()).collect();
    for who in placed {
        cx.record(rule, BoardFact::Put { who, at: None }.into());
    }
    Ok(())
}

/// A map as it was drawn, or why it cannot be.
pub fn lay(draw: &BoardDraw) -> Result<Board, String> {
    let legend = Legend::new();
    let chart = match (&draw.squares, &draw.walls, draw.width, draw.height) {
        (Some(text), None, None, None) => Chart::of_squares(text, legend),
        (None, Some(text), None, None) => Chart::of_walls(text, legend),
        (None, None, width, height) => {
            Chart::open(width.unwrap_or(OPEN).into(), height.unwrap_or(OPEN).into(), legend)
        }
        _ => return Err("give one drawing, or a width and a height".into()),
    };
    let grid = Grid::new(chart.map_err(|fault| fault.to_string())?);
    for spot in draw.lamps.iter().map(|(spot, _)| spot).chain(&draw.exits) {
        if grid.bars(spot.square()).is_some() {
            return Err(format!("{spot} is no floor of it"));
        }
    }
    let (lit, lamps) = (draw.lit.clone(), draw.lamps.clone());
    Ok(Board { grid, base: draw.light, lit, lamps, hazy: draw.hazy.clone(), exits: draw.exits.clone() })
}

/// The TS puts somebody on the map.
pub fn place(cx: &mut Cx<'_, DieTrying>, by: Seat, stand: Stand) -> Flow {
    gm(by, rules::DT_COM_05, "Only the Trapsetter puts people on the map.")?;
    known(cx.state(), stand.who)?;
    may_place(May::told(cx.at(), by), stand.who, stand.at)?;
    cx.record(rules::DT_COM_05, BoardFact::Put { who: stand.who, at: Some(stand.at) }.into());
    Ok(())
}

/// Whether somebody can stand there.
pub fn may_place(may: May<'_, DieTrying>, who: Who, at: Spot) -> Lawful {
    let state = may.state;
    let bad = |code: &str, sentence: String| Refusal::new(rules::DT_COM_05, code, sentence);
    let Some(board) = &state.board else {
        return may.outright(|| bad("no-map", "There is no map.".into()));
    };
    let there = at.footprint(state.sheet(who).size.squares());
    may.not_if(!board.grid.fits(there), || {
        bad("no-room", format!("{} cannot stand at {at}.", state.name(who)))
    })?;
    match taken(state, who, there) {
        Some(other) => may.no(|| bad("taken", format!("{} stands there already.", state.name(other)))),
        None => Ok(()),
    }
}

/// Every square of the map one could stand on; none where there is no map.
pub fn floor(state: &State) -> Vec<view::Square> {
    let Some(board) = &state.board else { return Vec::new() };
    let floor = board.grid.chart().squares().filter(|square| board.grid.bars(*square).is_none());
    floor.filter_map(Spot::of).map(super::walk::square).collect()
}

/// Who stands on squares somebody would take. Over those who lie there helpless one steps, or stands.
pub(super) fn taken(state: &State, who: Who, there: boneyard_board::Footprint) -> Option<Who> {
    let stands = |one: &Creature| {
        one.live.fate == Fate::Up
            && !one.live.away
            && one.live.at.is_some_and(|at| at.footprint(one.sheet.size.squares()).overlaps(there))
            && !one.sheet.has_tag("swarm")
    };
    state.all().find(|(other, one)| *other != who && stands(one)).map(|(other, _)| other)
}

/// Where there is no map, people fight on open ground.
pub(super) fn laid_out(cx: &mut Cx<'_, DieTrying>) {
    if cx.state().board.is_none()
        && let Some(board) = &*OPEN_GROUND
    {
        cx.record(rules::DT_COM_05, BoardFact::Laid { board: board.clone() }.into());
    }
}

/// Those who stand nowhere come to the map in two groups facing each other.
pub(super) fn stand_up(cx: &mut Cx<'_, DieTrying>, fighters: &[Who]) {
    for &who in fighters {
        if cx.state().live(who).at.is_some() {
            continue;
        }
        let state = cx.state();
        let Some(board) = &state.board else { return };
        let size = state.sheet(who).size.squares();
        let fits = |spot: Spot| {
            let there = spot.footprint(size);
            taken(state, who, there).is_none() && board.grid.fits(there)
        };
        let (width, height) = board.grid.chart().size(0).unwrap_or((1, 1));
        let row = if state.sheet(who).side == 0 { height / 2 + 2 } else { height / 2 - 2 };
        let middle = boneyard_board::Square::new(width / 2, row.clamp(0, height - 1));
        // From the middle outwards, each ring in the order of reading: most find a place in the first.
        let nearest = (0..=width.max(height))
            .find_map(|far| ring(middle, far).filter_map(Spot::of).find(|spot| fits(*spot)));
        if let Some(spot) = nearest {
            cx.record(rules::DT_COM_05, BoardFact::Put { who, at: Some(spot) }.into());
        }
    }
}

/// The squares so far from a square, in the order of reading.
fn ring(middle: boneyard_board::Square, far: i16) -> impl Iterator<Item = boneyard_board::Square> {
    let row = move |down: i16| {
        // Between the first and the last row only its ends lie so far away.
        let step = if down.abs() == far { 1 } else { (2 * far).max(1) };
        let square = move |across| boneyard_board::Square::new(middle.x + across, middle.y + down);
        (-far..=far).step_by(step.unsigned_abs().into()).map(square)
    };
    (-far..=far).flat_map(row)
}
