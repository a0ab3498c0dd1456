//! Maps laid out by the Referee: a drawing with the signs of the terrain, or open floor; heights, light, locks, roofs.

use boneyard_board::{Chart, Grid, Ground, Legend};
use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, deed};

use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::Book;
use crate::fact::BoardFact;
use crate::rules;
use crate::state::{Board, Light, Region, Spot};

deed! {
    /// A map to lay out.
    #[serde(default, deny_unknown_fields)]
    #[derive(Default)]
    pub struct BoardDraw(form: RollHighOrDie) {
        /// One sign for each space, blanks between them allowed; signs are those of the terrain.
        map: Option<String> = {
                form.only_if(form.state.encounter.is_none())?;
                form.unasked("map")?
            },
        /// Or an open floor, so many spaces across.
        width: Option<u8> = form.or_left_out("width", |form| form.amount("width", "Spaces across", 4..=60))?,
        /// And down.
        height: Option<u8> = form.or_left_out("height", |form| form.amount("height", "Spaces down", 4..=60))?,
        /// Floor heights by sign, in feet.
        heights: Vec<(char, i16)> = form.unasked("heights")?,
        /// Floor heights by part, in feet.
        raised: Vec<(Region, i16)> = form.unasked("raised")?,
        /// The light there is; High if nothing is said.
        light: Option<Light> = form.unasked("light")?,
        /// Parts with a light of their own.
        lit: Vec<(Region, Light)> = form.unasked("lit")?,
        /// Sources that stay, by name.
        lamps: Vec<(Spot, String)> = form.unasked("lamps")?,
        /// Locked doors and their DCs.
        locks: Vec<(Spot, u8)> = form.unasked("locks")?,
        /// The scenario it belongs to.
        scenario: Option<RuleId> = form.unasked("scenario")?,
        /// Parts with a roof over them.
        roofs: Vec<Region> = form.unasked("roofs")?,
        /// Parts whose walls are sheer.
        sheer: Vec<Region> = form.unasked("sheer")?,
        /// Parts whose deep water flows.
        currents: Vec<Region> = form.unasked("currents")?,
        /// Floors that differ from the drawing, by the names of their entries.
        floors: Vec<(Region, String)> = form.unasked("floors")?,
    }
}

/// Spaces of a map nobody drew.
const OPEN: u8 = 12;
/// No map is wider or higher.
const MOST: usize = 60;

impl BoardDraw {
    fn board(&self, may: May<'_, RollHighOrDie>) -> Lawful<Board> {
        lay(may.book, self).or_else(|why| {
            may.no(|| {
                let sentence = format!("This map cannot be used: {}.", why.trim_end_matches('.'));
                Refusal::new(rules::RH_POS_01, "bad-map", sentence)
            })
        })
    }
}

impl Deed<RollHighOrDie> for BoardDraw {
    const CARD: Card = Card::gm("Lay out an open map", "Table").rule(rules::RH_POS_01);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        may.outright_if(may.state.encounter.is_some(), || {
            let sentence = "The map stays until the Encounter is over.";
            Refusal::new(rules::RH_POS_01, "encounter", sentence)
        })?;
        self.board(may).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let (rule, board) = (rules::RH_POS_01, self.board(May::quiet(cx.at(), by))?);
        record(cx, rule, BoardFact::Laid { board: Box::new(board) }.into());
        let placed = cx.state().everybody().filter(|who| cx.state().live(*who).at.is_some());
        let placed: Vec<Who> = placed.collect();
        for who in placed {
            record(cx, rule, BoardFact::Put { who, at: None, lift: 0 }.into());
        }
        Ok(())
    }
}

/// A map as it was drawn, or why it cannot be.
pub fn lay(book: &Book, draw: &BoardDraw) -> Result<Board, String> {
    let mut legend = Legend::new();
    for row in book.terrain.iter() {
        let Some(sign) = row.symbol.filter(|sign| !matches!(sign, '#' | '+' | '.')) else { continue };
        let solid = row.enter.as_deref() == Some("blocked");
        legend.insert(sign, if solid { Ground::solid(&row.name) } else { Ground::floor(&row.name) });
    }
    legend.insert('-', Ground::floor("Clear"));
    legend.insert('*', Ground::solid("Brazier"));
    let mut heights = Vec::new();
    let chart = match (&draw.map, draw.width, draw.height) {
        (Some(map), None, None) => {
            let mut rows: Vec<String> = Vec::new();
            for (y, line) in map.lines().map(str::trim).filter(|line| !line.is_empty()).enumerate() {
                let mut row = String::new();
                for (x, sign) in line.chars().filter(|sign| !sign.is_whitespace()).enumerate() {
                    if x >= MOST || y >= MOST {
                        return Err(format!("a map has at most {MOST} spaces each way"));
                    }
                    let feet =
                        draw.heights.iter().find(|(known, _)| *known == sign).map_or(0, |(_, feet)| *feet);
                    if feet != 0 {
                        heights.push((Spot::new(x as u8, y as u8), feet));
                    }
                    // Letters and digits that mean no floor are people, who stand on Clear ground.
                    let known = legend.contains_key(&sign) || matches!(sign, '#' | '+' | '.');
                    row.push(if known { sign } else { '.' });
                }
                rows.push(row);
            }
            Chart::of_squares(&rows.join("\n"), legend)
        }
        (None, width, height) => {
            let side = |wanted: Option<u8>| i16::from(wanted.unwrap_or(OPEN).min(MOST as u8));
            Chart::open(side(width), side(height), legend)
        }
        _ => return Err("give one drawing, or a width and a height".into()),
    };
    let grid = Grid::new(chart.map_err(|fault| fault.to_string())?);
    let spots: Vec<Spot> = grid.chart().squares().filter_map(Spot::of).collect();
    for (region, feet) in &draw.raised {
        for spot in spots.iter().filter(|spot| region.covers(**spot)) {
            heights.retain(|(known, _)| known != spot);
            heights.push((*spot, *feet));
        }
    }
    if heights.iter().any(|(_, feet)| feet % 5 != 0 || !(-500..=500).contains(feet)) {
        return Err("heights go in steps of 5 feet, up to 500".into());
    }
    heights.retain(|(_, feet)| *feet != 0);
    heights.sort_unstable();
    let mut floors = Vec::new();
    for (region, name) in &draw.floors {
        let row = book.terrain.named(name).ok_or_else(|| format!("there is no floor {name}"))?;
        for spot in spots.iter().filter(|spot| region.covers(**spot)) {
            floors.push(crate::state::Floor { at: *spot, is: row.name.clone(), rounds: None });
        }
    }
    for (spot, name) in &draw.lamps {
        if !grid.has(spot.square()) {
            return Err(format!("{spot} is not on it"));
        }
        if !book.lights.iter().any(|row| row.name.eq_ignore_ascii_case(name)) {
            return Err(format!("there is no light {name}"));
        }
    }
    let ambient = draw.light.unwrap_or(Light::High);
    let (lit, lamps, locks) = (draw.lit.clone(), draw.lamps.clone(), draw.locks.clone());
    Ok(Board {
        grid,
        heights,
        ambient,
        lit,
        lamps,
        floors,
        locks,
        scenario: draw.scenario,
        roofs: draw.roofs.clone(),
        sheer: draw.sheer.clone(),
        currents: draw.currents.clone(),
        ropes: Vec::new(),
        battered: Vec::new(),
        traps: Vec::new(),
        seen: Default::default(),
    })
}
