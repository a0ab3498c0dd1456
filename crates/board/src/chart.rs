//! What does not move: floors of squares, walls and doors on their edges or instead of them, stairs.
//! How it is drawn is in `drawing`; which doors stand open is the grid's.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::fault::BoardFault;
use crate::square::{Direction, Square};
use crate::steps::Steps;

/// What a square is made of, as a legend names it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ground {
    /// What the rules and people call it: "floor", "water", "exit".
    pub name: String,
    /// Whether nobody can stand on it.
    #[serde(default)]
    pub solid: bool,
    /// What a step onto it costs, where the game has no other idea.
    #[serde(default = "one")]
    pub cost: u32,
}

/// What each character of a drawing stands for, beside those every drawing knows.
pub type Legend = BTreeMap<char, Ground>;

/// A door by its number, in the order of reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DoorId(pub u16);

/// Where a door is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DoorAt {
    /// It fills a square.
    Square(Square),
    /// It stands between two squares, the one further up or left first.
    Between(Square, Square),
}

/// A door as it was drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Door {
    /// Where it is.
    pub at: DoorAt,
    /// Whether it stands open to begin with.
    pub open: bool,
}

/// What stands between two neighbouring squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Between {
    /// Nothing.
    #[default]
    Nothing,
    /// A wall.
    Wall,
    /// A door.
    Door(DoorId),
}

/// What is on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cell {
    Ground(u8),
    Door(DoorId),
}

/// One floor, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Floor {
    pub(crate) width: i16,
    pub(crate) height: i16,
    pub(crate) cells: Vec<Cell>,
    /// What stands to the right of each square.
    pub(crate) right: Vec<Between>,
    /// What stands below each square.
    pub(crate) below: Vec<Between>,
}

/// Floors, walls, doors and stairs. Large, and shared: a grid holds it by reference.
#[derive(Debug, Serialize, Deserialize)]
#[serde(try_from = "crate::drawing::Written", into = "crate::drawing::Written")]
pub struct Chart {
    pub(crate) floors: BTreeMap<i8, Floor>,
    /// Each kind of ground with its character; the first are those every drawing knows.
    pub(crate) grounds: Vec<(char, Ground)>,
    pub(crate) doors: Vec<Door>,
    /// Pairs of squares on different floors, one step apart.
    pub(crate) stairs: Vec<(Square, Square)>,
    digest: u64,
    /// Nothing on it is in anybody's way.
    bare: bool,
    /// No ground on it costs more than another.
    even: bool,
    /// Which steps are open: worked out when somebody walks on it for the first time.
    steps: OnceLock<Steps>,
}

/// No floor is longer or wider.
pub const MOST_SIDE: i16 = 100;

fn one() -> u32 {
    1
}

impl Ground {
    /// Ground one can stand on.
    pub fn floor(name: impl Into<String>) -> Self {
        Self { name: name.into(), solid: false, cost: 1 }
    }

    /// Ground nobody can stand on.
    pub fn solid(name: impl Into<String>) -> Self {
        Self { solid: true, ..Self::floor(name) }
    }
}

impl Floor {
    pub(crate) fn new(width: i16, height: i16, cell: Cell) -> Self {
        let squares = usize::from(width.unsigned_abs()) * usize::from(height.unsigned_abs());
        let nothing = vec![Between::Nothing; squares];
        Self { width, height, cells: vec![cell; squares], right: nothing.clone(), below: nothing }
    }

    #[inline]
    pub(crate) fn index(&self, square: Square) -> Option<usize> {
        let inside = (0..self.width).contains(&square.x) && (0..self.height).contains(&square.y);
        inside.then(|| (i32::from(square.y) * i32::from(self.width) + i32::from(square.x)) as usize)
    }

    /// Every door in the order of reading: row by row, each with the lines below it.
    fn each_door(&mut self, mut visit: impl FnMut(&mut DoorId)) {
        let width = usize::from(self.width.unsigned_abs());
        let line = |between: &mut Between, visit: &mut dyn FnMut(&mut DoorId)| {
            if let Between::Door(door) = between {
                visit(door);
            }
        };
        for first in (0..self.cells.len()).step_by(width) {
            for at in first..first + width {
                if let Cell::Door(door) = &mut self.cells[at] {
                    visit(door);
                }
                line(&mut self.right[at], &mut visit);
            }
            for between in &mut self.below[first..first + width] {
                line(between, &mut visit);
            }
        }
    }

    /// The square whose edge the two share, and whether it is its right one.
    fn edge(&self, one: Square, other: Square) -> Option<(usize, bool)> {
        let (first, second) = (one.min(other), one.max(other));
        self.index(second)?;
        match first.direction_to(second)? {
            Direction::East => Some((self.index(first)?, true)),
            Direction::South => Some((self.index(first)?, false)),
            _ => None,
        }
    }
}

impl Chart {
    /// An open floor of this size, with kinds of ground that can be marked on it.
    pub fn open(width: i16, height: i16, legend: Legend) -> Result<Self, BoardFault> {
        if !(1..=MOST_SIDE).contains(&width) || !(1..=MOST_SIDE).contains(&height) {
            return Err(BoardFault::Size { width, height, most: MOST_SIDE });
        }
        let grounds = crate::drawing::grounds(legend)?;
        let floors = BTreeMap::from([(0, Floor::new(width, height, Cell::Ground(0)))]);
        Ok(Self::made(floors, grounds, Vec::new()))
    }

    pub(crate) fn made(floors: BTreeMap<i8, Floor>, grounds: Vec<(char, Ground)>, doors: Vec<Door>) -> Self {
        let mut chart = Self {
            floors,
            grounds,
            doors,
            stairs: Vec::new(),
            digest: 0,
            bare: false,
            even: false,
            steps: OnceLock::new(),
        };
        chart.summed();
        chart
    }

    /// Another drawing as a floor of its own. All floors share one legend; doors are numbered floor by
    /// floor, the lowest first.
    pub fn with_floor(mut self, level: i8, floor: &Self) -> Result<Self, BoardFault> {
        if floor.grounds != self.grounds {
            return Err(BoardFault::OtherLegend);
        }
        let ground_floor = floor.floors.get(&0).filter(|_| floor.floors.len() == 1);
        let (Some(mut laid), false) = (ground_floor.cloned(), self.floors.contains_key(&level)) else {
            return Err(BoardFault::FloorTaken { level });
        };
        let first = self.doors.len() as u16;
        let moved = |square: Square| Square { level, ..square };
        self.doors.extend(floor.doors.iter().map(|door| Door {
            at: match door.at {
                DoorAt::Square(square) => DoorAt::Square(moved(square)),
                DoorAt::Between(one, other) => DoorAt::Between(moved(one), moved(other)),
            },
            ..*door
        }));
        laid.each_door(|door| door.0 += first);
        self.floors.insert(level, laid);
        self.renumbered();
        self.summed();
        Ok(self)
    }

    /// Doors in the order of floors, and on a floor in the order of reading.
    fn renumbered(&mut self) {
        let mut order = Vec::with_capacity(self.doors.len());
        for floor in self.floors.values_mut() {
            floor.each_door(|door| {
                order.push(self.doors[usize::from(door.0)]);
                *door = DoorId((order.len() - 1) as u16);
            });
        }
        self.doors = order;
    }

    /// Joins two squares of different floors by stairs.
    pub fn with_stairs(mut self, one: Square, other: Square) -> Result<Self, BoardFault> {
        for square in [one, other] {
            self.cell(square).ok_or(BoardFault::OffMap { square })?;
        }
        if one.level == other.level {
            return Err(BoardFault::StairsToSameFloor { one, other });
        }
        let pair = (one.min(other), one.max(other));
        if let Err(at) = self.stairs.binary_search(&pair) {
            self.stairs.insert(at, pair);
        }
        self.summed();
        Ok(self)
    }

    /// Columns and rows of a floor.
    pub fn size(&self, level: i8) -> Option<(i16, i16)> {
        self.floors.get(&level).map(|floor| (floor.width, floor.height))
    }

    /// The floors, lowest first.
    pub fn levels(&self) -> impl Iterator<Item = i8> + '_ {
        self.floors.keys().copied()
    }

    /// Every square, floor by floor and row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.floors.iter().flat_map(|(&level, floor)| {
            let row = move |y| (0..floor.width).map(move |x| Square { level, y, x });
            (0..floor.height).flat_map(row)
        })
    }

    /// What a square is made of; none for doors and for what is not on the map.
    pub fn ground(&self, square: Square) -> Option<&Ground> {
        match self.cell(square)? {
            Cell::Ground(ground) => self.grounds.get(usize::from(ground)).map(|(_, ground)| ground),
            Cell::Door(_) => None,
        }
    }

    /// All squares of ground with this name.
    pub fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = Square> + 'a {
        self.squares().filter(move |square| self.ground(*square).is_some_and(|ground| ground.name == name))
    }

    /// What stands between two neighbours that share an edge.
    pub fn between(&self, one: Square, other: Square) -> Between {
        let Some(floor) = self.floors.get(&one.level).filter(|_| one.level == other.level) else {
            return Between::Nothing;
        };
        match floor.edge(one, other) {
            Some((at, true)) => floor.right[at],
            Some((at, false)) => floor.below[at],
            None => Between::Nothing,
        }
    }

    /// The doors by their numbers.
    pub fn doors(&self) -> &[Door] {
        &self.doors
    }

    /// Where stairs lead from a square.
    pub fn stairs_from(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        self.stairs.iter().filter_map(move |&(one, other)| {
            if one == square { Some(other) } else { (other == square).then_some(one) }
        })
    }

    /// Makes a square of the ground that a character of the legend stands for.
    pub fn set_ground(&mut self, square: Square, mark: char) -> Result<(), BoardFault> {
        let known = self.grounds.iter().position(|(known, _)| *known == mark);
        let ground = known.ok_or(BoardFault::UnknownMark { mark })? as u8;
        let floor = self.floors.get_mut(&square.level).ok_or(BoardFault::OffMap { square })?;
        let at = floor.index(square).ok_or(BoardFault::OffMap { square })?;
        if let Cell::Door(_) = floor.cells[at] {
            return Err(BoardFault::DoorThere { square });
        }
        floor.cells[at] = Cell::Ground(ground);
        self.summed();
        Ok(())
    }

    /// Raises or takes away a wall between two neighbours that share an edge.
    pub fn set_wall(&mut self, one: Square, other: Square, wall: bool) -> Result<(), BoardFault> {
        let apart = BoardFault::NoSharedEdge { one, other };
        let floor =
            self.floors.get_mut(&one.level).filter(|_| one.level == other.level).ok_or(apart.clone())?;
        let (at, right) = floor.edge(one, other).ok_or(apart)?;
        let between = if right { &mut floor.right[at] } else { &mut floor.below[at] };
        if let Between::Door(_) = between {
            return Err(BoardFault::DoorThere { square: one });
        }
        *between = if wall { Between::Wall } else { Between::Nothing };
        self.summed();
        Ok(())
    }

    #[inline]
    pub(crate) fn cell(&self, square: Square) -> Option<Cell> {
        let floor = self.floors.get(&square.level)?;
        floor.index(square).map(|at| floor.cells[at])
    }

    /// A chart is hashed wherever a state is; its digest is worked out once.
    fn summed(&mut self) {
        let mut digest: u64 = 0xcbf2_9ce4_8422_2325;
        let mut add = |byte: u8| digest = (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        for (level, drawing) in crate::drawing::drawn(self) {
            add(level as u8);
            drawing.bytes().for_each(&mut add);
        }
        for (one, other) in &self.stairs {
            format!("{one}{other}").bytes().for_each(&mut add);
        }
        for (mark, ground) in &self.grounds {
            format!("{mark}{}{}{}", ground.name, ground.solid, ground.cost).bytes().for_each(&mut add);
        }
        self.digest = digest;
        let open = |cell: &Cell| match cell {
            Cell::Ground(ground) => {
                self.grounds.get(usize::from(*ground)).is_some_and(|(_, ground)| !ground.solid)
            }
            Cell::Door(_) => false,
        };
        self.bare = self.floors.values().all(|floor| {
            let mut lines = floor.right.iter().chain(&floor.below);
            lines.all(|between| *between == Between::Nothing) && floor.cells.iter().all(open)
        });
        let plain = |cell: &Cell| match cell {
            Cell::Ground(ground) => {
                self.grounds.get(usize::from(*ground)).is_none_or(|(_, ground)| ground.cost <= 1)
            }
            Cell::Door(_) => true,
        };
        self.even = self.floors.values().all(|floor| floor.cells.iter().all(plain));
        self.steps = OnceLock::new();
    }

    /// Whether no square costs more to walk on than another, so that nobody need ask what it is made of.
    #[inline]
    pub fn is_even(&self) -> bool {
        self.even
    }

    /// Whether nothing on it is in anybody's way.
    #[inline]
    pub(crate) fn is_bare(&self) -> bool {
        self.bare
    }

    /// Which steps are open as far as doors do not decide it.
    pub(crate) fn steps(&self) -> &Steps {
        self.steps.get_or_init(|| Steps::of(self))
    }

    /// Whether any stairs lead from floor to floor.
    pub(crate) fn has_stairs(&self) -> bool {
        !self.stairs.is_empty()
    }
}

impl Clone for Chart {
    fn clone(&self) -> Self {
        Self {
            floors: self.floors.clone(),
            grounds: self.grounds.clone(),
            doors: self.doors.clone(),
            stairs: self.stairs.clone(),
            digest: self.digest,
            bare: self.bare,
            even: self.even,
            steps: OnceLock::new(),
        }
    }
}

impl PartialEq for Chart {
    fn eq(&self, other: &Self) -> bool {
        self.digest == other.digest
            && self.floors == other.floors
            && self.grounds == other.grounds
            && self.doors == other.doors
            && self.stairs == other.stairs
    }
}

impl Eq for Chart {}

impl Hash for Chart {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.digest.hash(state);
    }
}
