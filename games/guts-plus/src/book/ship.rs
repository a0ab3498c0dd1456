//! Rows of the supply ship: roles, rooms, tasks, clues, entries, sizes, goals, and concepts of a
//! character at random.

use std::collections::BTreeMap;

use boneyard_table::RuleId;
use serde::Deserialize;
use serde_json::Value;

use super::{Custom, Rest};

macro_rules! rows {
    ($($(#[$doc:meta])* $row:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Deserialize)]
        pub struct $row {
            /// Its id.
            pub id: RuleId,
            /// What it is called.
            pub name: String,
            /// In words.
            #[serde(default)]
            pub text: String,
            $($(#[$field_doc])* pub $field: $type,)*
            /// Takes the place of an entry with the same id.
            #[serde(default)]
            pub replace: bool,
            /// The rest.
            #[serde(flatten)]
            pub rest: Rest,
        }
    )*};
}

rows! {
    /// A concept of a character at random.
    ConceptRow {
        /// The face that gives it.
        roll: u8,
        /// Temper.
        personality: String,
        /// Body type.
        build: String,
        /// Height.
        height: String,
        /// Weight in pounds.
        weight: u16,
        /// Primary quality.
        primary: String,
        /// Clothes by place.
        #[serde(default)]
        clothing: BTreeMap<String, String>,
        /// A bag.
        bag: Option<String>,
        /// Things.
        #[serde(default)]
        items: Vec<String>,
    }
    /// The scenario itself.
    ScenarioRow {
        /// What everybody is told.
        premise: String,
        /// What the GM is told.
        #[serde(default)]
        gm: String,
        /// Fewest and most players.
        players: [u8; 2],
        /// Stacks of crates.
        crates: u8,
        /// Watches.
        watches: u8,
        /// From the watch after this one on, each is a delay.
        late_after: u8,
        /// Steps of the breach clock.
        breach_steps: u8,
        /// Real minutes of quiet before a reminder.
        lull_minutes: u32,
    }
    /// A role of the crew.
    RoleRow {
        /// Gumption.
        gumption: u8,
        /// Utility.
        utility: u8,
        /// Thought.
        thought: u8,
        /// Slyness.
        slyness: u8,
        /// Custom qualities.
        #[serde(default)]
        custom: Vec<Custom>,
        /// The special thing.
        item: SpecialItem,
        /// The colour of the jumpsuit, if nobody says otherwise.
        #[serde(default)]
        jumpsuit: String,
        /// Somebody to be, if the player has nobody in mind.
        person: Person,
    }
    /// A room.
    RoomRow {
        /// Its number; the hallway has none.
        #[serde(default)]
        number: u8,
        /// Its deck.
        level: String,
        /// Where it lies.
        #[serde(default)]
        side: String,
        /// Its squares.
        map: Squares,
        /// A door to the hallway.
        door: Option<[i32; 2]>,
        /// A hatch to the hallway.
        hatch: Option<[i32; 2]>,
        /// Its number on the die for where the creature comes out.
        side_room: Option<u8>,
        /// What the GM knows of it.
        #[serde(default)]
        gm: String,
    }
    /// A task of a watch.
    TaskRow {
        /// Where it is done.
        r#where: String,
        /// Qualities that serve, the base one first; none: no roll.
        #[serde(default)]
        roll: Vec<String>,
        /// Qualities that serve once the creature has eaten there.
        #[serde(default)]
        roll_if_eaten: Vec<String>,
        /// A contest with the creature.
        contest: Option<Versus>,
        /// A check behind the contest.
        #[serde(default)]
        then_roll: Vec<String>,
        /// What it needs.
        #[serde(default)]
        needs: Vec<String>,
        /// What can be chosen.
        #[serde(default)]
        choose: Vec<String>,
        /// What it brings.
        #[serde(default)]
        done: Vec<Value>,
        /// What a Positive impact brings.
        #[serde(default)]
        positive: Vec<Value>,
        /// What it costs.
        #[serde(default)]
        price: Vec<Value>,
    }
    /// A clue.
    ClueRow {
        /// Where.
        r#where: String,
        /// Found by a search only.
        #[serde(default)]
        hidden: bool,
    }
    /// An entry of the Datadex.
    EntryRow {
        /// Words that find it.
        search: Vec<String>,
        /// It tells that glass holds.
        #[serde(default)]
        glass: bool,
    }
    /// Trouble after a lull.
    LullRow {
        /// Where it shows, if that is fixed.
        room: Option<String>,
    }
    /// A size of the creature.
    SizeRow {
        /// Its step.
        step: u8,
        /// Gumption.
        gumption: u8,
        /// Corrosion.
        corrosion: u8,
        /// It starts like this.
        #[serde(default)]
        start: bool,
    }
    /// A condition of winning.
    GoalRow {
        /// When it is met.
        met: String,
        /// When it is made up for.
        #[serde(default)]
        made_up: String,
    }
}

impl ScenarioRow {
    /// Weeks of food aboard.
    pub fn food_weeks(&self) -> u8 {
        let dice = self.rest.get("food").and_then(|food| food.get("dice")).and_then(Value::as_str);
        dice.and_then(|dice| dice.parse().ok()).unwrap_or(4)
    }
}

/// A special thing.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct SpecialItem {
    /// What it is called.
    pub name: String,
    /// What it is.
    #[serde(default)]
    pub text: String,
    /// Its rule in code.
    pub hook: Option<String>,
}

/// Somebody to be.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Person {
    /// Name.
    pub name: String,
    /// Age.
    pub age: u8,
    /// Body type.
    pub build: String,
    /// Height.
    pub height: String,
    /// Weight in pounds.
    pub weight: u16,
    /// Looks.
    pub appearance: String,
    /// Past.
    pub backstory: String,
    /// Temper.
    pub personality: String,
}

/// Squares of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Squares {
    /// From the front.
    pub x: i32,
    /// From the left side.
    pub y: i32,
    /// Length.
    pub w: i32,
    /// Width.
    pub h: i32,
}

/// A contest with the creature.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Versus {
    /// Qualities that serve, the base one first.
    pub with: Vec<String>,
    /// What the creature resists with.
    pub against: String,
}
