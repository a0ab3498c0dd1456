//! Maps drawn in text, as content writes them: one character for each square, or squares on ruled
//! paper with walls and doors on the lines between them. Mistakes are named by line and column.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::chart::{Between, Cell, Chart, Door, DoorAt, DoorId, Floor, Ground, Legend, MOST_SIDE};
use crate::fault::{BoardFault, DrawingFault, DrawnWrong};
use crate::square::Square;

const SHUT: char = '+';
const AJAR: char = '\'';

/// What every drawing knows: open floor, rock, and nothing at all.
fn known() -> [(char, Ground); 3] {
    [('.', Ground::floor("floor")), ('#', Ground::solid("wall")), (' ', Ground::solid("nothing"))]
}

/// The kinds of ground of a legend, after those every drawing knows.
pub(crate) fn grounds(legend: Legend) -> Result<Vec<(char, Ground)>, BoardFault> {
    let mut grounds: Vec<(char, Ground)> = known().into();
    for (mark, ground) in legend {
        let taken = [SHUT, AJAR].contains(&mark) || grounds.iter().any(|(known, _)| *known == mark);
        if taken || mark.is_control() {
            return Err(BoardFault::MarkTaken { mark });
        }
        if grounds.len() > usize::from(u8::MAX) {
            return Err(BoardFault::LongLegend);
        }
        grounds.push((mark, ground));
    }
    Ok(grounds)
}

impl Chart {
    /// Reads a drawing with one character for each square: `.` floor, `#` wall, a space for nothing, `+` a
    /// closed door, `'` an open one, and whatever the legend names.
    pub fn of_squares(text: &str, legend: Legend) -> Result<Self, BoardFault> {
        let paper = Paper::new(text)?;
        let mut reading = Reading::new(paper.width, paper.rows.len(), legend)?;
        for (y, row) in paper.rows.iter().enumerate() {
            for (x, mark) in row.marks.iter().enumerate() {
                reading.square(x, y, *mark).map_err(|wrong| row.fault(x, wrong))?;
            }
        }
        Ok(reading.chart())
    }

    /// Reads a drawing on ruled paper: every second line and column are the lines between squares, where
    /// `-` and `|` are walls, `+` a closed door, `'` an open one and a space nothing. Where lines cross,
    /// anything of those may stand. Squares are as in [`Chart::of_squares`].
    pub fn of_walls(text: &str, legend: Legend) -> Result<Self, BoardFault> {
        let paper = Paper::new(text)?;
        let (width, height) = (paper.width / 2, paper.rows.len() / 2);
        if paper.width % 2 == 0 || paper.rows.len() % 2 == 0 {
            let what = DrawnWrong::NotRuled;
            return Err(
                DrawingFault { line: paper.rows.len() + paper.skipped, column: paper.width, what }.into()
            );
        }
        let mut reading = Reading::new(width, height, legend)?;
        for (down, row) in paper.rows.iter().enumerate() {
            for (across, mark) in row.marks.iter().enumerate() {
                let read = match (across % 2, down % 2) {
                    (1, 1) => reading.square(across / 2, down / 2, *mark),
                    (0, 0) if "+-|' ".contains(*mark) => Ok(()),
                    (0, 0) => Err(DrawnWrong::Crossing { mark: *mark }),
                    (upright, _) => reading.between(across, down, upright == 0, *mark),
                };
                read.map_err(|wrong| row.fault(across, wrong))?;
            }
        }
        Ok(reading.chart())
    }
}

/// The lines of a drawing, all of one width.
struct Paper {
    rows: Vec<Row>,
    width: usize,
    skipped: usize,
}

struct Row {
    line: usize,
    marks: Vec<char>,
}

impl Row {
    fn fault(&self, at: usize, what: DrawnWrong) -> BoardFault {
        DrawingFault { line: self.line, column: at + 1, what }.into()
    }
}

impl Paper {
    /// Empty lines before and after the drawing do not belong to it; short lines end in nothing.
    fn new(text: &str) -> Result<Self, BoardFault> {
        let lines: Vec<&str> = text.lines().collect();
        let is_drawn = |line: &&str| !line.trim().is_empty();
        let Some(first) = lines.iter().position(is_drawn) else {
            return Err(DrawingFault { line: 1, column: 1, what: DrawnWrong::Empty }.into());
        };
        let last = lines.iter().rposition(is_drawn).unwrap_or(first);
        let most = 2 * usize::from(MOST_SIDE.unsigned_abs()) + 1;
        let width = lines[first..=last].iter().map(|line| line.trim_end().chars().count()).max().unwrap_or(0);
        if width > most || last - first >= most {
            let line = if width > most { first + 1 } else { last + 1 };
            return Err(
                DrawingFault { line, column: 1, what: DrawnWrong::TooLarge { most: MOST_SIDE } }.into()
            );
        }
        let row = |(at, line): (usize, &&str)| {
            let mut marks: Vec<char> = line.trim_end().chars().collect();
            marks.resize(width, ' ');
            Row { line: first + at + 1, marks }
        };
        Ok(Self { rows: lines[first..=last].iter().enumerate().map(row).collect(), width, skipped: first })
    }
}

struct Reading {
    floor: Floor,
    grounds: Vec<(char, Ground)>,
    doors: Vec<Door>,
}

impl Reading {
    fn new(width: usize, height: usize, legend: Legend) -> Result<Self, BoardFault> {
        let side = |length: usize| i16::try_from(length).unwrap_or(i16::MAX);
        let (width, height) = (side(width), side(height));
        if !(1..=MOST_SIDE).contains(&width) || !(1..=MOST_SIDE).contains(&height) {
            return Err(BoardFault::Size { width, height, most: MOST_SIDE });
        }
        let floor = Floor::new(width, height, Cell::Ground(0));
        Ok(Self { floor, grounds: grounds(legend)?, doors: Vec::new() })
    }

    fn square(&mut self, x: usize, y: usize, mark: char) -> Result<(), DrawnWrong> {
        let square = Square::new(x as i16, y as i16);
        let cell = match mark {
            SHUT | AJAR => Cell::Door(self.door(DoorAt::Square(square), mark)),
            _ => match self.grounds.iter().position(|(known, _)| *known == mark) {
                Some(ground) => Cell::Ground(ground as u8),
                None => return Err(DrawnWrong::Mark { mark, known: self.marks() }),
            },
        };
        if let Some(at) = self.floor.index(square) {
            self.floor.cells[at] = cell;
        }
        Ok(())
    }

    /// What stands on a line between two squares; the outermost lines hold only walls.
    fn between(&mut self, across: usize, down: usize, upright: bool, mark: char) -> Result<(), DrawnWrong> {
        let wall = if upright { '|' } else { '-' };
        let first =
            if upright { (across.checked_sub(1), Some(down)) } else { (Some(across), down.checked_sub(1)) };
        let square = match first {
            (Some(across), Some(down)) => Square::new((across / 2) as i16, (down / 2) as i16),
            _ => Square::new(-1, -1),
        };
        let other =
            if upright { Square { x: square.x + 1, ..square } } else { Square { y: square.y + 1, ..square } };
        let inner = self.floor.index(square).filter(|_| self.floor.index(other).is_some());
        let between = match (mark, inner) {
            (' ', _) => Between::Nothing,
            (mark, None) if mark == wall => Between::Nothing,
            (mark, Some(_)) if mark == wall => Between::Wall,
            (SHUT | AJAR, Some(_)) => Between::Door(self.door(DoorAt::Between(square, other), mark)),
            (SHUT | AJAR, None) => return Err(DrawnWrong::DoorOutside),
            _ => return Err(DrawnWrong::Line { mark, wall }),
        };
        if let Some(at) = inner {
            let lines = if upright { &mut self.floor.right } else { &mut self.floor.below };
            lines[at] = between;
        }
        Ok(())
    }

    fn door(&mut self, at: DoorAt, mark: char) -> DoorId {
        self.doors.push(Door { at, open: mark == AJAR });
        DoorId((self.doors.len() - 1) as u16)
    }

    fn marks(&self) -> String {
        let marks = self.grounds.iter().map(|(mark, _)| *mark).chain([SHUT, AJAR]);
        marks
            .map(|mark| if mark == ' ' { "space".into() } else { mark.to_string() })
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn chart(self) -> Chart {
        Chart::made(BTreeMap::from([(0, self.floor)]), self.grounds, self.doors)
    }
}

/// Each floor as it would be drawn on ruled paper.
pub(crate) fn drawn(chart: &Chart) -> Vec<(i8, String)> {
    chart.floors.iter().map(|(level, floor)| (*level, drawn_floor(chart, floor))).collect()
}

fn drawn_floor(chart: &Chart, floor: &Floor) -> String {
    let (width, height) = (usize::from(floor.width.unsigned_abs()), usize::from(floor.height.unsigned_abs()));
    let mut rows = vec![vec![' '; 2 * width + 1]; 2 * height + 1];
    let door = |door: DoorId| match chart.doors.get(usize::from(door.0)) {
        Some(Door { open: true, .. }) => AJAR,
        _ => SHUT,
    };
    let line = |between: Between, wall: char| match between {
        Between::Nothing => ' ',
        Between::Wall => wall,
        Between::Door(id) => door(id),
    };
    // The frame makes sure that no line is empty and none is cut short.
    for (down, row) in rows.iter_mut().enumerate() {
        let level = down == 0 || down == 2 * height;
        for (across, mark) in row.iter_mut().enumerate() {
            if level || across == 0 || across == 2 * width {
                *mark = match (across % 2, down % 2) {
                    (0, 0) => '+',
                    (0, _) => '|',
                    _ => '-',
                };
            }
        }
    }
    for (at, cell) in floor.cells.iter().enumerate() {
        let (x, y) = (at % width, at / width);
        rows[2 * y + 1][2 * x + 1] = match *cell {
            Cell::Ground(ground) => chart.grounds.get(usize::from(ground)).map_or('#', |(mark, _)| *mark),
            Cell::Door(id) => door(id),
        };
        if x + 1 < width {
            rows[2 * y + 1][2 * x + 2] = line(floor.right[at], '|');
        }
        if y + 1 < height {
            rows[2 * y + 2][2 * x + 1] = line(floor.below[at], '-');
        }
    }
    rows.into_iter().map(|row| row.into_iter().collect::<String>() + "\n").collect()
}

/// A chart as it is saved: drawn, so that a save edited by hand is checked as content is.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Written {
    legend: Vec<(char, Ground)>,
    floors: Vec<(i8, String)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    stairs: Vec<(Square, Square)>,
}

impl From<Chart> for Written {
    fn from(chart: Chart) -> Self {
        let floors = drawn(&chart);
        let legend = chart.grounds.into_iter().skip(known().len()).collect();
        Self { legend, floors, stairs: chart.stairs }
    }
}

impl TryFrom<Written> for Chart {
    type Error = BoardFault;

    fn try_from(written: Written) -> Result<Self, BoardFault> {
        let legend: Legend = written.legend.iter().cloned().collect();
        let mut chart: Option<Self> = None;
        for (level, drawing) in &written.floors {
            let floor = Self::of_walls(drawing, legend.clone())?;
            chart = Some(match chart {
                None => Self::empty(floor.grounds.clone()).with_floor(*level, &floor)?,
                Some(chart) => chart.with_floor(*level, &floor)?,
            });
        }
        let chart = chart.ok_or(DrawingFault { line: 1, column: 1, what: DrawnWrong::Empty })?;
        written.stairs.into_iter().try_fold(chart, |chart, (one, other)| chart.with_stairs(one, other))
    }
}

impl Chart {
    fn empty(grounds: Vec<(char, Ground)>) -> Self {
        Self::made(BTreeMap::new(), grounds, Vec::new())
    }
}
