//! One piece of a sheet, of any kind. A client that does not know a kind draws its sentence.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::attribute::Attribute;
use super::body::BodyChart;
use super::calendar::Calendar;
use super::chips::Chips;
use super::entries::{Choice, EntryList};
use super::frame::{Frame, Framed};
use super::items::{ItemList, Notation};
use super::odds::OddsBlock;
use super::order::Order;
use super::places::Places;
use super::pool::{Pool, UsageDie};
use super::prose::{Picture, Table, Text};
use super::relations::Relations;
use super::slots::SlotGrid;
use super::steps::{Budget, Steps};
use super::todo::Todo;
use super::track::Track;
use super::tracker::Tracker;
use super::tray::DiceTray;
use super::unknown::Unknown;

/// A piece of a sheet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Block {
    /// A score.
    Attribute(Attribute),
    /// A number that is spent.
    Pool(Pool),
    /// Cells that fill up.
    Track(Track),
    /// A die that steps down.
    UsageDie(UsageDie),
    /// A counter at the table.
    Tracker(Tracker),
    /// A body in parts.
    BodyChart(BodyChart),
    /// What is carried where.
    SlotGrid(SlotGrid),
    /// Things in rows.
    ItemList(ItemList),
    /// A terse line, taken apart.
    Notation(Notation),
    /// Conditions and marks.
    Chips(Chips),
    /// Skills, spells, features.
    EntryList(EntryList),
    /// One of several.
    Choice(Choice),
    /// Whose turn it is.
    Order(Order),
    /// How pairs stand.
    Relations(Relations),
    /// One after the other.
    Steps(Steps),
    /// Points to spend.
    Budget(Budget),
    /// Who does what when.
    Calendar(Calendar),
    /// Rooms and ways.
    Places(Places),
    /// What is owed.
    Todo(Todo),
    /// Words.
    Text(Text),
    /// Rows and columns.
    Table(Table),
    /// A picture.
    Picture(Picture),
    /// Dice on the table.
    DiceTray(DiceTray),
    /// How likely it is.
    Odds(OddsBlock),
    /// Something is there.
    Unknown(Unknown),
}

impl Block {
    /// What all blocks share.
    pub fn frame(&self) -> &Frame {
        match self {
            Block::Attribute(block) => &block.frame,
            Block::Pool(block) => &block.frame,
            Block::Track(block) => &block.frame,
            Block::UsageDie(block) => &block.frame,
            Block::Tracker(block) => &block.frame,
            Block::BodyChart(block) => &block.frame,
            Block::SlotGrid(block) => &block.frame,
            Block::ItemList(block) => &block.frame,
            Block::Notation(block) => &block.frame,
            Block::Chips(block) => &block.frame,
            Block::EntryList(block) => &block.frame,
            Block::Choice(block) => &block.frame,
            Block::Order(block) => &block.frame,
            Block::Relations(block) => &block.frame,
            Block::Steps(block) => &block.frame,
            Block::Budget(block) => &block.frame,
            Block::Calendar(block) => &block.frame,
            Block::Places(block) => &block.frame,
            Block::Todo(block) => &block.frame,
            Block::Text(block) => &block.frame,
            Block::Table(block) => &block.frame,
            Block::Picture(block) => &block.frame,
            Block::DiceTray(block) => &block.frame,
            Block::Odds(block) => &block.frame,
            Block::Unknown(block) => &block.frame,
        }
    }
}

impl From<Attribute> for Block {
    fn from(block: Attribute) -> Self {
        Block::Attribute(block.settled())
    }
}

impl From<Pool> for Block {
    fn from(block: Pool) -> Self {
        Block::Pool(block.settled())
    }
}

impl From<Track> for Block {
    fn from(block: Track) -> Self {
        Block::Track(block.settled())
    }
}

impl From<UsageDie> for Block {
    fn from(block: UsageDie) -> Self {
        Block::UsageDie(block.settled())
    }
}

impl From<Tracker> for Block {
    fn from(block: Tracker) -> Self {
        Block::Tracker(block.settled())
    }
}

impl From<BodyChart> for Block {
    fn from(block: BodyChart) -> Self {
        Block::BodyChart(block.settled())
    }
}

impl From<SlotGrid> for Block {
    fn from(block: SlotGrid) -> Self {
        Block::SlotGrid(block.settled())
    }
}

impl From<ItemList> for Block {
    fn from(block: ItemList) -> Self {
        Block::ItemList(block.settled())
    }
}

impl From<Notation> for Block {
    fn from(block: Notation) -> Self {
        Block::Notation(block.settled())
    }
}

impl From<Chips> for Block {
    fn from(block: Chips) -> Self {
        Block::Chips(block.settled())
    }
}

impl From<EntryList> for Block {
    fn from(block: EntryList) -> Self {
        Block::EntryList(block.settled())
    }
}

impl From<Choice> for Block {
    fn from(block: Choice) -> Self {
        Block::Choice(block.settled())
    }
}

impl From<Order> for Block {
    fn from(block: Order) -> Self {
        Block::Order(block.settled())
    }
}

impl From<Relations> for Block {
    fn from(block: Relations) -> Self {
        Block::Relations(block.settled())
    }
}

impl From<Steps> for Block {
    fn from(block: Steps) -> Self {
        Block::Steps(block.settled())
    }
}

impl From<Budget> for Block {
    fn from(block: Budget) -> Self {
        Block::Budget(block.settled())
    }
}

impl From<Calendar> for Block {
    fn from(block: Calendar) -> Self {
        Block::Calendar(block.settled())
    }
}

impl From<Places> for Block {
    fn from(block: Places) -> Self {
        Block::Places(block.settled())
    }
}

impl From<Todo> for Block {
    fn from(block: Todo) -> Self {
        Block::Todo(block.settled())
    }
}

impl From<Text> for Block {
    fn from(block: Text) -> Self {
        Block::Text(block.settled())
    }
}

impl From<Table> for Block {
    fn from(block: Table) -> Self {
        Block::Table(block.settled())
    }
}

impl From<Picture> for Block {
    fn from(block: Picture) -> Self {
        Block::Picture(block.settled())
    }
}

impl From<DiceTray> for Block {
    fn from(block: DiceTray) -> Self {
        Block::DiceTray(block.settled())
    }
}

impl From<OddsBlock> for Block {
    fn from(block: OddsBlock) -> Self {
        Block::Odds(block.settled())
    }
}

impl From<Unknown> for Block {
    fn from(block: Unknown) -> Self {
        Block::Unknown(block.settled())
    }
}
