//! Which steps a chart leaves open, worked out once for all its squares: a search must not ask about walls step by
//! step. What doors decide is left to the grid, which knows how they stand.

use crate::chart::{Between, Cell, Chart};
use crate::grid::Corners;
use crate::square::{Direction, Square};

/// The open steps of every square of a chart, floor by floor and row by row.
#[derive(Debug)]
pub(crate) struct Steps {
    floors: Vec<Span>,
    squares: Vec<Open>,
}

/// Where a floor's squares are.
#[derive(Debug)]
struct Span {
    level: i8,
    width: i16,
    height: i16,
    first: u32,
}

/// What is known of one square's steps, a bit for each direction.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Open {
    /// Which.
    pub(crate) square: Square,
    /// Open however doors stand, past corners of which one way round is open.
    free: u8,
    /// Open however doors stand, past corners of which both ways round are.
    clear: u8,
    /// Open or not as doors stand.
    asks: u8,
}

/// Whether a step is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passage {
    Open,
    Shut,
    /// Doors decide.
    Ask,
}

impl Steps {
    pub(crate) fn of(chart: &Chart) -> Self {
        let (mut floors, mut squares) = (Vec::new(), Vec::new());
        for (&level, floor) in &chart.floors {
            let first = squares.len() as u32;
            floors.push(Span { level, width: floor.width, height: floor.height, first });
            for y in 0..floor.height {
                for x in 0..floor.width {
                    squares.push(open(chart, Square { level, y, x }));
                }
            }
        }
        Self { floors, squares }
    }

    /// How many squares there are.
    pub(crate) fn len(&self) -> usize {
        self.squares.len()
    }

    /// The number of a square.
    pub(crate) fn number(&self, square: Square) -> Option<u32> {
        let span = self.floors.iter().find(|span| span.level == square.level)?;
        let inside = (0..span.width).contains(&square.x) && (0..span.height).contains(&square.y);
        inside
            .then(|| span.first + (i32::from(square.y) * i32::from(span.width) + i32::from(square.x)) as u32)
    }

    /// Columns of the floor a square is on.
    pub(crate) fn width(&self, square: Square) -> i32 {
        self.floors.iter().find(|span| span.level == square.level).map_or(0, |span| span.width.into())
    }

    /// What is known of a square by its number.
    pub(crate) fn open(&self, number: u32) -> Open {
        self.squares[number as usize]
    }
}

impl Open {
    /// Whether a step of one who takes up one square is open.
    #[inline]
    pub(crate) fn passage(self, direction: Direction, corners: Corners) -> Passage {
        let bit = 1 << direction as u8;
        let sure = match corners {
            Corners::OneWay => self.free,
            Corners::BothWays => self.clear,
        };
        if sure & bit != 0 {
            Passage::Open
        } else if self.asks & bit != 0 {
            Passage::Ask
        } else {
            Passage::Shut
        }
    }
}

/// What walls and doors do to a way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    Open,
    Door,
    Wall,
}

fn open(chart: &Chart, square: Square) -> Open {
    let mut open = Open { square, free: 0, clear: 0, asks: 0 };
    for direction in Direction::ALL {
        let bit = 1 << direction as u8;
        let to = square.toward(direction, 1);
        let onto = stands(chart, to);
        let (one, both) = if direction.is_diagonal() {
            let round =
                |by: Square| stands(chart, by).max(between(chart, square, by)).max(between(chart, by, to));
            let (one, other) = (round(Square { x: to.x, ..square }), round(Square { y: to.y, ..square }));
            (one.min(other), one.max(other))
        } else {
            let wall = between(chart, square, to);
            (wall, wall)
        };
        let (one, both) = (one.max(onto), both.max(onto));
        open.free |= if one == Way::Open { bit } else { 0 };
        open.clear |= if both == Way::Open { bit } else { 0 };
        open.asks |= if one == Way::Door || both == Way::Door { bit } else { 0 };
    }
    open
}

fn stands(chart: &Chart, square: Square) -> Way {
    match chart.cell(square) {
        None => Way::Wall,
        Some(Cell::Door(_)) => Way::Door,
        Some(Cell::Ground(_)) if chart.ground(square).is_none_or(|ground| ground.solid) => Way::Wall,
        Some(Cell::Ground(_)) => Way::Open,
    }
}

fn between(chart: &Chart, one: Square, other: Square) -> Way {
    match chart.between(one, other) {
        Between::Nothing => Way::Open,
        Between::Door(_) => Way::Door,
        Between::Wall => Way::Wall,
    }
}
