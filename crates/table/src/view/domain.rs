//! What a parameter may be: the kinds of things people pick, and from what. Picks are plain JSON, as
//! commands and answers are written. Whether the rules allow a pick is for them to say, not for a domain.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::msg::Msg;
use super::odds::Odds;
use crate::{Refusal, Seat, Who};

/// A parameter of an offer or of a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Param {
    /// The field it fills.
    pub name: String,
    /// What the form calls it.
    pub label: Msg,
    /// What it may be.
    pub domain: Domain,
    /// The parameter picked before this one; candidates are filtered by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Whether it may be left out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
}

/// The kind of a parameter with everything it may be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Domain {
    /// A hero or creature.
    Creature { among: Vec<Candidate<Who>> },
    /// A seat.
    Seat { among: Vec<Candidate<Seat>> },
    /// One or several dice of a tray.
    Die { tray: String, among: Vec<Candidate<String>>, least: u32, most: u32 },
    /// One square of the map.
    Square { among: Vec<Square> },
    /// A way over the map, step by step, at most `most` in cost.
    Path { from: Square, reach: Vec<Reach>, most: u32 },
    /// One of the eight winds.
    Direction { among: Vec<Direction> },
    /// A shape laid on the map.
    Area { shape: Shape, origins: Vec<Square>, directions: Vec<Direction> },
    /// An item.
    Item { among: Vec<Candidate<String>> },
    /// A place of the scene.
    Place { among: Vec<Candidate<String>> },
    /// A number.
    Amount {
        least: i32,
        most: i32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<Msg>,
    },
    /// Points spread over several things; `all` must be spent, or at most `total`.
    Points { total: u32, all: bool, to: Vec<Bin> },
    /// Each slot gets a value of its own.
    Assign { values: Vec<Candidate<String>>, slots: Vec<Candidate<String>> },
    /// All of them, put in order.
    Ranking { of: Vec<Candidate<String>> },
    /// Some of them, by count and, where there is one, within a budget.
    Subset {
        of: Vec<Thing>,
        least: u32,
        most: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        budget: Option<u32>,
    },
    /// Free words, counted in characters.
    Text { least: u32, most: u32 },
    /// Yes or no.
    YesNo { yes: Msg, no: Msg },
    /// One of the listed options, each with the answer it stands for.
    OneOf { options: Vec<Candidate<Value>> },
    /// Several parameters answered together.
    Form { params: Vec<Param> },
}

/// Something that can be picked, or says why not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Candidate_{K}")]
pub struct Candidate<K> {
    /// What the answer holds.
    pub pick: K,
    /// Its name.
    pub name: Msg,
    /// What it means, in one sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub say: Option<Msg>,
    /// What it costs: "1 of 2 proficiency".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Msg>,
    /// Why it may not be picked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refusal>,
    /// Fits only these picks of the parameter before it; empty fits all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<Value>,
    /// What would come of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<Odds>,
    /// What is best picked first: bolts for a crossbow that has none.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub advised: bool,
}

/// Where points or marks can go, and how many.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Bin {
    /// The target.
    #[serde(flatten)]
    pub to: Candidate<String>,
    /// At least this many.
    pub least: u32,
    /// At most this many.
    pub most: u32,
}

/// Something that can be taken, and what it costs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Thing {
    /// The thing.
    #[serde(flatten)]
    pub what: Candidate<String>,
    /// Its share of the budget.
    #[serde(default)]
    pub cost: u32,
}

/// A square of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Square {
    /// Floor, 0 at the ground.
    #[serde(default)]
    pub level: i32,
    /// Row, from 0 at the top.
    pub y: i32,
    /// Column, from 0 at the left.
    pub x: i32,
}

/// A square that can be reached, and its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reach {
    /// The square.
    pub square: Square,
    /// The cheapest known way there.
    pub cost: u32,
}

/// The eight winds; north is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

/// A shape in whole squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Shape {
    /// Everything within so many squares.
    Burst { radius: u32 },
    /// A wedge from its origin.
    Cone { length: u32 },
    /// A straight run from its origin.
    Line { length: u32, width: u32 },
    /// A block with its origin at a corner.
    Block { width: u32, height: u32 },
}

/// A filled form: what was picked, by the name of its parameter, as it is written in a command.
pub type Picks = BTreeMap<String, Value>;

impl Param {
    /// A parameter that must be given.
    pub fn new(name: impl Into<String>, label: impl Into<Msg>, domain: Domain) -> Self {
        Param { name: name.into(), label: label.into(), domain, after: None, optional: false }
    }

    /// Is picked after another one, which filters it.
    #[must_use]
    pub fn after(mut self, name: impl Into<String>) -> Self {
        self.after = Some(name.into());
        self
    }

    /// May be left out.
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.optional = true;
        self
    }
}

impl Domain {
    /// One of the listed options.
    pub fn one_of(options: impl IntoIterator<Item = Candidate<Value>>) -> Self {
        Domain::OneOf { options: options.into_iter().collect() }
    }

    /// A creature among these.
    pub fn creature(among: impl IntoIterator<Item = Candidate<Who>>) -> Self {
        Domain::Creature { among: among.into_iter().collect() }
    }

    /// An item among these.
    pub fn item(among: impl IntoIterator<Item = Candidate<String>>) -> Self {
        Domain::Item { among: among.into_iter().collect() }
    }

    /// A place among these.
    pub fn place(among: impl IntoIterator<Item = Candidate<String>>) -> Self {
        Domain::Place { among: among.into_iter().collect() }
    }

    /// A number in a range, both ends included.
    pub fn amount(least: i32, most: i32) -> Self {
        Domain::Amount { least, most, unit: None }
    }

    /// Yes or no, by their plain names.
    pub fn yes_no() -> Self {
        Domain::YesNo { yes: "Yes".into(), no: "No".into() }
    }

    /// Lists foes before friends, each group as it was. Where only one of the two is there, nothing changes.
    pub fn foes_first(&mut self, foe: &dyn Fn(Who) -> bool) {
        match self {
            Domain::Creature { among } => among.sort_by_key(|one| !foe(one.pick)),
            Domain::Form { params } => params.iter_mut().for_each(|param| param.domain.foes_first(foe)),
            _ => {}
        }
    }

    /// Free words of at most so many characters.
    pub fn text(most: u32) -> Self {
        Domain::Text { least: 1, most }
    }
}

impl<K> Candidate<K> {
    /// Something that can be picked.
    pub fn new(pick: impl Into<K>, name: impl Into<Msg>) -> Self {
        Candidate {
            pick: pick.into(),
            name: name.into(),
            say: None,
            cost: None,
            refusal: None,
            given: Vec::new(),
            odds: None,
            advised: false,
        }
    }

    /// Says what it means.
    #[must_use]
    pub fn say(mut self, say: impl Into<Msg>) -> Self {
        self.say = Some(say.into());
        self
    }

    /// Says what it costs; `None` is free.
    #[must_use]
    pub fn cost(mut self, cost: impl Into<Option<Msg>>) -> Self {
        self.cost = cost.into();
        self
    }

    /// Says why it may not be picked; `None` leaves it open.
    #[must_use]
    pub fn refused(mut self, refusal: impl Into<Option<Refusal>>) -> Self {
        self.refusal = refusal.into();
        self
    }

    /// Fits only when this was picked before.
    #[must_use]
    pub fn given(mut self, pick: impl Into<Value>) -> Self {
        self.given.push(pick.into());
        self
    }

    /// Shows what would come of it.
    #[must_use]
    pub fn odds(mut self, odds: Odds) -> Self {
        self.odds = Some(odds);
        self
    }

    /// It is best picked first, if that is so.
    #[must_use]
    pub fn advised(mut self, advised: bool) -> Self {
        self.advised = advised;
        self
    }

    /// Whether it can be picked and is best picked first.
    pub fn is_advised(&self) -> bool {
        self.advised && self.refusal.is_none()
    }

    /// Whether it can be picked, given what was picked before.
    pub fn open(&self, before: Option<&Value>) -> bool {
        let fits = before.is_none_or(|before| self.given.is_empty() || self.given.contains(before));
        fits && self.refusal.is_none()
    }
}

impl Square {
    /// A square on the ground floor.
    pub fn new(x: i32, y: i32) -> Self {
        Square { level: 0, y, x }
    }
}

impl fmt::Display for Square {
    /// "E4": the column in letters, the row from 1; a floor other than the ground as "E4 on 2".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.x < 0 || self.y < 0 {
            write!(f, "({}, {})", self.x, self.y)?;
        } else {
            let mut letters = Vec::new();
            let mut column = self.x;
            loop {
                letters.push(char::from(b'A' + (column % 26) as u8));
                column = column / 26 - 1;
                if column < 0 {
                    break;
                }
            }
            let letters: String = letters.iter().rev().collect();
            write!(f, "{letters}{}", i64::from(self.y) + 1)?;
        }
        if self.level != 0 { write!(f, " on {}", self.level) } else { Ok(()) }
    }
}

impl Direction {
    /// All eight, clockwise from the north.
    pub const ALL: [Direction; 8] = [
        Direction::North,
        Direction::NorthEast,
        Direction::East,
        Direction::SouthEast,
        Direction::South,
        Direction::SouthWest,
        Direction::West,
        Direction::NorthWest,
    ];

    /// As it is written in a command.
    pub fn name(self) -> &'static str {
        match self {
            Direction::North => "north",
            Direction::NorthEast => "north_east",
            Direction::East => "east",
            Direction::SouthEast => "south_east",
            Direction::South => "south",
            Direction::SouthWest => "south_west",
            Direction::West => "west",
            Direction::NorthWest => "north_west",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_domain() -> Vec<Domain> {
        let sword = || Candidate::new("sword", "Sword").say("Cuts.");
        let refusal = Refusal::by_table("too-far", "The raider is too far away.");
        let square = Square { level: 1, y: 3, x: 4 };
        let simple = vec![
            Domain::creature([Candidate::new(Who(4), "Raider").refused(refusal).given("sword")]),
            Domain::Seat { among: vec![Candidate::new(Seat(2), "Di")] },
            Domain::Die { tray: "dice".into(), among: vec![sword()], least: 1, most: 2 },
            Domain::Square { among: vec![square] },
            Domain::Path { from: square, reach: vec![Reach { square, cost: 2 }], most: 6 },
            Domain::Direction { among: Direction::ALL.to_vec() },
            Domain::Area {
                shape: Shape::Line { length: 6, width: 1 },
                origins: vec![square],
                directions: vec![Direction::NorthEast],
            },
            Domain::item([sword()]),
            Domain::place([sword()]),
            Domain::amount(-2, 5),
            Domain::Points { total: 6, all: true, to: vec![Bin { to: sword(), least: 0, most: 3 }] },
            Domain::Assign { values: vec![sword()], slots: vec![sword()] },
            Domain::Ranking { of: vec![sword()] },
            Domain::Subset {
                of: vec![Thing { what: sword(), cost: 8 }],
                least: 0,
                most: 3,
                budget: Some(10),
            },
            Domain::text(400),
            Domain::yes_no(),
            Domain::one_of([Candidate::new(
                serde_json::json!({ "with": "luck", "die": 2 }),
                "Luck on the 2",
            )]),
        ];
        let params =
            simple.iter().map(|domain| Param::new("what", "What", domain.clone()).after("who").optional());
        let form = Domain::Form { params: params.collect() };
        simple.into_iter().chain([form]).collect()
    }

    #[test]
    fn every_domain_comes_back_from_json_as_it_was() {
        for domain in every_domain() {
            let text = serde_json::to_string(&domain).expect("plain data");
            assert_eq!(serde_json::from_str::<Domain>(&text).expect("same shape"), domain, "{text}");
        }
    }

    #[test]
    fn every_domain_can_be_read_in_a_terminal() {
        for domain in every_domain() {
            let lines = crate::view::Plain::lines(&domain);
            assert!(!lines.is_empty() && lines.iter().all(|line| !line.trim().is_empty()), "{domain:?}");
        }
    }

    #[test]
    fn a_direction_is_written_in_a_command_as_it_is_named() {
        for direction in Direction::ALL {
            assert_eq!(serde_json::json!(direction), direction.name());
        }
    }
}
