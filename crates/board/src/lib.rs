//! Where things are: places with links between them, distances between creatures without a map, and maps
//! in squares with walls, doors, ways, shapes, light, sight, cover and what was seen before. Exact numbers only;
//! what blocks whom, what a flag means and who may pass is a rule of each game.

mod bands;
mod chart;
mod distances;
mod drawing;
mod fault;
mod fog;
mod grid;
mod light;
mod near;
mod places;
mod relief;
mod search;
mod shape;
mod square;
mod squares;
mod steps;
mod walk;
mod ways;

pub use bands::{Band, Bands};
pub use chart::{Between, Chart, Door, DoorAt, DoorId, Ground, Legend, MOST_SIDE};
pub use distances::Distances;
pub use fault::{BoardFault, DrawingFault, DrawnWrong, PlaceFault};
pub use fog::{Fog, Known, Memory};
pub use grid::{Corners, Grid, Obstacle, Tokens};
pub use light::{Lamp, LightBand};
pub use near::{Push, Stopped};
pub use places::{Link, Pass, Path, Place, PlaceId, Places, Way};
pub use relief::{
    Breaker, Cover, CoverBy, CoverFound, CoverRule, MOST_WALLS, Point, Relief, SIDE, Sight, SightLine, Space,
    Stand, Wall,
};
pub use square::{Diagonals, Direction, Footprint, Square};
pub use squares::Squares;
pub use walk::{NoStep, Reached, Route, Step, StepFault, Walk};
pub use ways::Ways;
