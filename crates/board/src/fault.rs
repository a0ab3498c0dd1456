//! Why something about places or a map is refused, in sentences for players.

use crate::chart::DoorId;
use crate::places::PlaceId;
use crate::square::Square;
use thiserror::Error;

/// Why something about places is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlaceFault {
    /// The place is not there.
    #[error("There is no such place.")]
    NoPlace(PlaceId),
    /// The id is taken.
    #[error("{name} has this number already.")]
    IdTaken {
        /// The place that has it.
        name: String,
    },
    /// The name is taken or empty.
    #[error("A place needs a name of its own, and \"{name}\" is not one.")]
    NameTaken {
        /// The name.
        name: String,
    },
    /// A link from a place to itself.
    #[error("{name} cannot be linked to itself.")]
    ToItself {
        /// The place.
        name: String,
    },
    /// The two are linked already.
    #[error("{one} and {other} are linked already.")]
    LinkedAlready {
        /// One end.
        one: String,
        /// The other end.
        other: String,
    },
    /// There is no way to go.
    #[error("There is no way from {from} to {to}. {}", leads(from, linked))]
    NoWay {
        /// Where it should begin.
        from: String,
        /// Where it should end.
        to: String,
        /// Where one can see ways to, from there.
        linked: Vec<String>,
    },
    /// The way is locked.
    #[error("The way from {from} to {to} is locked. {}", leads(from, linked))]
    Locked {
        /// The place before the lock.
        from: String,
        /// The place behind it.
        to: String,
        /// Where one can see ways to, from before the lock.
        linked: Vec<String>,
    },
}

/// Why something about a map is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BoardFault {
    /// The drawing has a mistake.
    #[error(transparent)]
    Drawing(#[from] DrawingFault),
    /// The map would be too large or too small.
    #[error("A map has 1 to {most} squares each way, not {width} by {height}.")]
    Size {
        /// Columns.
        width: i16,
        /// Rows.
        height: i16,
        /// The most of either.
        most: i16,
    },
    /// Not the name of a square.
    #[error("\"{text}\" is no square. Write column and row, such as E4.")]
    NoSquare {
        /// What was written.
        text: String,
    },
    /// The square is not on the map.
    #[error("{square} is not on the map.")]
    OffMap {
        /// Which.
        square: Square,
    },
    /// Nobody of that size can stand there.
    #[error("There is no room to stand at {square}.")]
    NoRoom {
        /// Where.
        square: Square,
    },
    /// The character stands for something else already.
    #[error("'{mark}' stands for something else already.")]
    MarkTaken {
        /// Which.
        mark: char,
    },
    /// The character stands for nothing.
    #[error("'{mark}' stands for nothing on this map.")]
    UnknownMark {
        /// Which.
        mark: char,
    },
    /// More kinds of ground than a map can have.
    #[error("A legend has at most 252 kinds of ground.")]
    LongLegend,
    /// A floor drawn with another legend.
    #[error("All floors of a map share one legend.")]
    OtherLegend,
    /// The floor is there already, or is no single floor.
    #[error("Floor {level} cannot be added: it is there already, or what was given has several floors.")]
    FloorTaken {
        /// Which.
        level: i8,
    },
    /// Stairs that lead nowhere else.
    #[error("{one} and {other} are on one floor: stairs join two.")]
    StairsToSameFloor {
        /// One end.
        one: Square,
        /// The other end.
        other: Square,
    },
    /// The two squares do not share an edge.
    #[error("{one} and {other} do not share an edge.")]
    NoSharedEdge {
        /// One.
        one: Square,
        /// The other.
        other: Square,
    },
    /// A door is in the way of drawing something else.
    #[error("There is a door at {square}.")]
    DoorThere {
        /// Where.
        square: Square,
    },
    /// There is no such door.
    #[error("There is no such door.")]
    NoDoor(DoorId),
    /// A wall with both ends in one point.
    #[error("A wall needs two ends that are apart.")]
    WallPoint,
    /// A wall that is nowhere near any map.
    #[error("A wall ends further away than any map reaches.")]
    WallAway,
    /// More walls than a map can have.
    #[error("{walls} walls are too many: a map has at most {most}.")]
    ManyWalls {
        /// How many there were.
        walls: usize,
        /// The most.
        most: usize,
    },
}

/// A mistake in a drawing.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {what}")]
pub struct DrawingFault {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong there.
    pub what: DrawnWrong,
}

/// What is wrong with a drawing.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DrawnWrong {
    /// Nothing is drawn.
    #[error("nothing is drawn")]
    Empty,
    /// Too many squares.
    #[error("a map has at most {most} squares each way")]
    TooLarge {
        /// The most.
        most: i16,
    },
    /// A character that stands for nothing.
    #[error("'{mark}' stands for nothing; known are {known}")]
    Mark {
        /// Which.
        mark: char,
        /// Those that do.
        known: String,
    },
    /// Ruled paper has a line before and after every square.
    #[error(
        "on ruled paper there is a line before and after every square, so the last line and the last column are lines"
    )]
    NotRuled,
    /// Something else than a wall or a door on a line.
    #[error("'{mark}' is neither a wall ({wall}) nor a door (+ or ') nor a space")]
    Line {
        /// What is there.
        mark: char,
        /// How a wall is drawn here.
        wall: char,
    },
    /// Something else than lines where lines cross.
    #[error("'{mark}' stands where lines cross: only + - | ' and a space may")]
    Crossing {
        /// What is there.
        mark: char,
    },
    /// A door at the outer edge.
    #[error("a door at the outer edge leads nowhere")]
    DoorOutside,
}

fn leads(from: &str, linked: &[String]) -> String {
    if linked.is_empty() {
        format!("No way leads on from {from}.")
    } else {
        format!("From {from} ways lead to: {}.", linked.join(", "))
    }
}
