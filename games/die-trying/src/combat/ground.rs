//! The ground of a fight: the map as it is laid out, who is put where, and where those come to stand who stand nowhere.

use std::sync::LazyLock;

use boneyard_board::{Chart, Grid, Legend};
use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::view::Domain;
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed, view};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::legal::may_know;
use super::walk::square;
use crate::DieTrying;
use crate::fact::BoardFact;
use crate::naming::as_written;
use crate::rules;
use crate::state::{Board, Creature, Fate, Lamp, Light, Region, Shared, Spot, State};

deed! {
    /// The TS puts somebody on the map.
    #[derive(Copy)]
    pub struct Stand(form: DieTrying) {
        who: Who = {
            let state = form.state;
            form.only_if(state.board.is_some() && state.everybody().next().is_some())?;
            form.creature("who", "Who")?
        },
        /// Where.
        at: Spot = {
            let may = May::quiet(form.at(), form.seat);
            let squares = || Domain::Square { among: floor(may.state) };
            let fits = |spot: &Spot| may_place(may, who, *spot).is_ok();
            form.field("at", "Where", squares, || floor_spots(may.state).find(fits), as_written)?
        },
    }
}

/// A map to lay out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
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
static OPEN_GROUND: LazyLock<Option<Shared<Board>>> = LazyLock::new(|| {
    let draw = BoardDraw { light: Light::Normal, ..BoardDraw::default() };
    lay(&draw).ok().map(Shared::new)
});

/// Squares of a map nobody drew.
const OPEN: u8 = 12;

/// The ways to draw a map.
#[derive(Clone, Copy)]
enum Drawn {
    Open,
    Squares,
    Walls,
}

impl Form<DieTrying> for BoardDraw {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        let peace = form.state.battle.is_none();
        form.only_if(peace)?;
        if form.is_written() {
            return Ok(Self {
                squares: form.unasked("squares")?,
                walls: form.unasked("walls")?,
                width: form.unasked("width")?,
                height: form.unasked("height")?,
                light: form.unasked("light")?,
                lit: form.unasked("lit")?,
                lamps: form.unasked("lamps")?,
                hazy: form.unasked("hazy")?,
                exits: form.unasked("exits")?,
            });
        }
        let mut draw = Self::default();
        match form.variant(&[Drawn::Open, Drawn::Squares, Drawn::Walls])? {
            Drawn::Open => {
                form.id(|| "board".into());
                draw.width = Some(form.amount("width", "Squares across", 4..=40)?);
                draw.height = Some(form.amount("height", "Squares down", 4..=40)?);
            }
            Drawn::Squares => {
                form.id(|| "board-squares".into());
                form.label(|| "Draw a map".into());
                form.rule(rules::DT_HOUSE_25H);
                let signs = "One sign for each square: . floor, # wall, + shut door, ' open door";
                draw.squares = form.maybe_text("squares", signs, 4000)?;
            }
            Drawn::Walls => {
                form.id(|| "board-walls".into());
                form.label(|| "Draw a map with thin walls".into());
                form.rule(rules::DT_HOUSE_25H);
                let signs = "On ruled paper: . floor; on the lines - and | walls, + shut door";
                draw.walls = form.maybe_text("walls", signs, 4000)?;
            }
        }
        let lights = Light::ALL.map(|light| (light, light.name()));
        draw.light = form.maybe("light", "How bright", lights)?.unwrap_or_default();
        Ok(draw)
    }
}

impl Deed<DieTrying> for BoardDraw {
    const CARD: Card = Card::gm("Lay out an open map", "Scene").rule(rules::DT_SENSE_03);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may.outright_if(may.state.battle.is_some(), || {
            Refusal::new(rules::DT_SENSE_03, "fighting", "The map stays until the fight is over.")
        })?;
        let Err(why) = lay(self) else { return Ok(()) };
        may.no(|| {
            let sentence = format!("This map cannot be used: {}.", why.trim_end_matches('.'));
            Refusal::new(rules::DT_HOUSE_25H, "bad-map", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let (Ok(board), rule) = (lay(&self), rules::DT_SENSE_03) else { return Ok(()) };
        cx.record(rule, BoardFact::Laid { board: Shared::new(board) }.into());
        let placed = cx.state().everybody().filter(|who| cx.state().live(*who).at.is_some());
        for who in placed.collect::<Vec<Who>>() {
            cx.record(rule, BoardFact::Put { who, at: None }.into());
        }
        Ok(())
    }
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

impl Deed<DieTrying> for Stand {
    const CARD: Card = Card::gm("Put somebody on the map", "Scene").rule(rules::DT_COM_05);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_know(may, self.who)?;
        may_place(may, self.who, self.at)
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        cx.record(rules::DT_COM_05, BoardFact::Put { who: self.who, at: Some(self.at) }.into());
        Ok(())
    }
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
pub fn floor_spots(state: &State) -> impl Iterator<Item = Spot> + '_ {
    let board = state.board.iter();
    let floor = board
        .flat_map(|board| board.grid.chart().squares().filter(|square| board.grid.bars(*square).is_none()));
    floor.filter_map(Spot::of)
}

/// The same as pages draw them.
pub fn floor(state: &State) -> Vec<view::Square> {
    floor_spots(state).map(square).collect()
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
