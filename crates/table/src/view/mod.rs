//! What any client can draw: plain data with sentences, made for one seat from what it may see.
//! Filtering is done before anything gets here; drawing is done by clients.

mod attribute;
mod block;
mod body;
mod calendar;
mod chips;
mod domain;
mod ended;
mod entries;
mod frame;
mod items;
mod line;
mod map;
mod msg;
mod odds;
mod offer;
mod order;
mod places;
mod plain;
mod pool;
mod prompt;
mod prose;
mod relations;
mod scene;
mod sheet;
mod sight;
mod slots;
mod steps;
mod term;
mod todo;
mod track;
mod tracker;
mod tray;
mod unknown;
mod whole;

pub use attribute::{Attribute, Growth};
pub use block::Block;
pub use body::{BodyChart, BodyPart, Cover};
pub use calendar::{Calendar, CalendarCell};
pub use chips::{Chip, Chips};
pub use domain::{Bin, Candidate, Direction, Domain, Param, Picks, Reach, Shape, Square, Thing};
pub use ended::{FightOver, YOUR_HERO_DIED, names};
pub use entries::{Choice, ChoiceOption, Entry, EntryList};
pub use frame::{Frame, Framed, Pin, Secret, State, Tone};
pub use items::{Item, ItemList, Notation, NotationPart, Price, Wear};
pub use line::{InlineRoll, Line, LineKind, Presence, SecretMode, Struck, Voice};
pub use map::{Edge, Floor, Layer, LayerBody, Map, MapArea, MapNote, Patch, Ping, Token};
pub use msg::{Msg, MsgValue, count};
pub use odds::{Found, Odds, OddsBlock, Outcome};
pub use offer::{Cost, OfferCard, OfferOdds};
pub use order::{Order, OrderEntry, OrderMode, Phase};
pub use places::{Link, Place, Places};
pub use plain::Plain;
pub use pool::{Filling, Pool, UsageDie};
pub use prompt::{
    Beforehand, DeclarePart, DiceAsked, EarlierRuling, JudgeCard, PromptCard, PromptKind, ReadDie, Stakes,
    Stands, Verbs,
};
pub use prose::{Picture, Table, Text};
pub use relations::{Relation, RelationSide, Relations};
pub use scene::Scene;
pub use sheet::{Owner, Sheet};
pub use sight::{Glimpse, Run, SightLine};
pub use slots::{Load, SlotGrid, SlotItem, SlotPlace};
pub use steps::{Budget, Spent, Stage, Step, Steps};
pub use term::{Term, Value, Why};
pub use todo::{Owed, Todo};
pub use track::{Cell, CellKind, CellState, Track};
pub use tracker::{Tracker, TrackerEvent, TrackerStyle};
pub use tray::{DiceTray, Die, DieFate};
pub use unknown::Unknown;
pub use whole::{View, Waiting};
