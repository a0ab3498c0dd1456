//! When, if, then: what an event waits for, what must hold, and what it does.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Lies, Mood};
use crate::dialect::Dialect;
use crate::name::{
    EndName, EventId, EventName, FlagName, GoalName, HandoutName, HavingName, HeldName, HolderName,
    LightName, MapName, Moment, Often, OutcomeName, PersonName, ShutName, SignName, Span, TableName, Text,
    ThingName, TrackerName, TrapName, TryName, UnseenName, WayName, WhereName, WhoName, kind,
};
use crate::part::{Number, OneOrMore, Ref, Spot};

/// What happens when something else does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Event<G: Dialect> {
    /// Its id.
    pub id: EventId,
    /// What the game master reads.
    #[serde(default, skip_serializing_if = "super::nothing")]
    pub name: Text,
    /// More for the game master.
    #[serde(default, skip_serializing_if = "super::nothing")]
    pub text: Text,
    /// What it waits for: one of these.
    #[serde(default, skip_serializing_if = "OneOrMore::is_none")]
    pub when: OneOrMore<When>,
    /// What must hold then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub r#if: Vec<Test<G>>,
    /// How often it happens.
    #[serde(default)]
    pub again: Again,
    /// By whom.
    #[serde(default)]
    pub how: How,
    /// What it does, in this order.
    #[serde(default, skip_serializing_if = "Effects::is_none")]
    pub then: Effects<G>,
}

/// How often something happens or can be tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Again {
    /// Once.
    #[default]
    Once,
    /// Each time.
    Always,
    /// Once for each hero.
    EachHero,
    /// Once in each visit.
    EachVisit,
    /// Once a day.
    EachDay,
    /// So many times.
    Times(u16),
}

/// How an event happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// By itself.
    #[default]
    Itself,
    /// The game master is asked, and yes is proposed.
    Proposed,
    /// The game master presses a button; at a table without one, what it waits for does.
    Hand,
}

/// What an event waits for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum When {
    /// The adventure is opened.
    Begins,
    /// Somebody comes in.
    Enters(WhereName),
    /// Somebody goes.
    Leaves(WhereName),
    /// Somebody goes out another way than they came in.
    Crosses(WhereName),
    /// Somebody steps on one of these squares.
    Steps {
        /// The map.
        map: MapName,
        /// The squares.
        on: Vec<Spot>,
    },
    /// Somebody has looked around.
    Searched(WhereName),
    /// A noise.
    Noise {
        /// Where it is heard.
        at: WhereName,
        /// How far it must reach at least.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reach: Option<u16>,
    },
    /// Again and again.
    Every(Often),
    /// A moment of the calendar.
    Hour(Moment),
    /// A tracker comes to a number.
    Reaches {
        /// The tracker.
        tracker: TrackerName,
        /// The number.
        at: i32,
    },
    /// A tracker comes to its end.
    Full(TrackerName),
    /// A flag is set.
    Flag(FlagName),
    /// A flag is taken away.
    Unflag(FlagName),
    /// Somebody dies.
    Dead(WhoName),
    /// The last of these dies.
    AllDead(Vec<WhoName>),
    /// Somebody is met.
    Met(WhoName),
    /// Blood is spilled.
    Blood(WhereName),
    /// A fight begins.
    Fight(WhereName),
    /// A fight is over.
    Fought(WhereName),
    /// Somebody's turn in a fight.
    Turn(WhoName),
    /// Something is taken.
    Taken(ThingName),
    /// Something of somebody's is taken.
    Stolen(PersonName),
    /// Something is put into something.
    Put {
        /// What.
        what: ThingName,
        /// Into what.
        r#in: HolderName,
    },
    /// Something is opened.
    Opened(ShutName),
    /// Something is broken.
    Broken(ShutName),
    /// A trap goes off.
    Sprung(TrapName),
    /// Something is tried.
    Tried {
        /// What.
        what: TryName,
        /// What must have come of it, in the game's words; anything if nothing is said.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        came: Vec<OutcomeName>,
    },
    /// A camp.
    Camps {
        /// Where.
        at: WhereName,
        /// In which watch of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        watch: Option<u8>,
    },
    /// Something only the game's rules know of.
    Sign {
        /// What.
        is: SignName,
        /// Where.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<WhereName>,
    },
}

impl When {
    /// Whether it happens somewhere, so that `@here` and `@actor` mean something.
    pub fn is_somewhere(&self) -> bool {
        !matches!(
            self,
            Self::Begins
                | Self::Every(_)
                | Self::Hour(_)
                | Self::Reaches { .. }
                | Self::Full(_)
                | Self::Flag(_)
                | Self::Unflag(_)
        )
    }
}

/// What must hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub enum Test<G: Dialect> {
    /// A flag of the adventure or of the place is set.
    Flag(FlagName),
    /// A tracker stands between two numbers.
    Tracker {
        /// The tracker.
        is: TrackerName,
        /// At least.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        least: Option<i32>,
        /// At most.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most: Option<i32>,
    },
    /// One of them is there.
    Is {
        /// Who.
        who: WhoName,
        /// Where.
        at: WhereName,
    },
    /// Somebody has a thing, or it lies in a place.
    Has {
        /// Who, or where; any hero if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<HavingName>,
        /// The thing.
        thing: HeldName,
    },
    /// So many of these are dead; all of them if nothing is said.
    Dead {
        /// Who.
        of: Vec<WhoName>,
        /// At least so many.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        least: Option<u16>,
    },
    /// Somebody has not been met.
    Waits(PersonName),
    /// Heroes were there before this visit.
    Visited(WhereName),
    /// An event has happened.
    Fired(EventName),
    /// Somebody spends time on something.
    Doing {
        /// A try, or a doing of the game.
        what: Text,
        /// Where; anywhere if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<WhereName>,
    },
    /// `day` or `night`.
    Sky(Sky),
    /// The day is between two numbers; the first is 1.
    Day {
        /// At least.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        least: Option<u32>,
        /// At most.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most: Option<u32>,
    },
    /// So many heroes are in play.
    Heroes {
        /// At least.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        least: Option<u8>,
        /// At most.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most: Option<u8>,
    },
    /// A goal stands so.
    Goal {
        /// Which.
        is: GoalName,
        /// How.
        stands: Standing,
    },
    /// So many goals stand so.
    Goals {
        /// How.
        stand: Standing,
        /// At least.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        least: Option<u8>,
        /// At most.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most: Option<u8>,
    },
    /// One of these holds.
    Any(Vec<Test<G>>),
    /// This does not hold.
    Not(Box<Test<G>>),
    /// Something only the game knows.
    Game(Ref<G::Test, kind::Tests>),
}

/// Day or night.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sky {
    /// Between dawn and nightfall.
    Day,
    /// Between nightfall and dawn.
    Night,
}

/// How a goal stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Neither yet.
    #[default]
    Open,
    /// Met.
    Met,
    /// Lost, but made up for.
    MadeUp,
    /// Lost.
    Lost,
}

/// Effects in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(transparent, bound = "")]
#[schemars(bound = "", inline)]
pub struct Effects<G: Dialect>(pub Vec<Then<G>>);

impl<G: Dialect> Serialize for Effects<G> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_newtype_struct(crate::walk::EFFECTS, &self.0)
    }
}

impl<G: Dialect> Default for Effects<G> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<G: Dialect> std::ops::Deref for Effects<G> {
    type Target = [Then<G>];
    fn deref(&self) -> &[Then<G>] {
        &self.0
    }
}

impl<G: Dialect> Effects<G> {
    /// Whether nothing happens.
    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }
}

/// What an event does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub enum Then<G: Dialect> {
    /// Those who are here read it.
    Tell(Text),
    /// All players read it.
    Announce(Text),
    /// The game master reads it.
    Note(Text),
    /// Players are given a handout.
    Show(HandoutName),
    /// What was not seen is seen.
    Reveal(OneOrMore<UnseenName>),
    /// Sets a flag of the adventure.
    Flag(FlagName),
    /// Takes one away.
    Unflag(FlagName),
    /// Moves a tracker.
    Tracker {
        /// Which.
        is: TrackerName,
        /// By so much.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Number>,
        /// To this number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<i32>,
    },
    /// Moves the end of a tracker.
    Resize {
        /// Which.
        tracker: TrackerName,
        /// By so much.
        by: i32,
    },
    /// People who wait are there.
    Bring {
        /// Who.
        who: OneOrMore<PersonName>,
        /// Where; where they are if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<WhereName>,
        /// On which squares.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        at: Vec<Spot>,
        /// Whether they fight; as the game's rules say if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fights: Option<bool>,
    },
    /// There are more of those who wait.
    More {
        /// Who.
        who: PersonName,
        /// How many more.
        by: Number,
    },
    /// Somebody is elsewhere.
    Move {
        /// Who.
        who: OneOrMore<WhoName>,
        /// Where.
        to: WhereName,
    },
    /// People are of another mood.
    Mood {
        /// Who.
        who: OneOrMore<PersonName>,
        /// Which.
        is: Mood,
    },
    /// Somebody is not as they were.
    Change {
        /// Who.
        who: PersonName,
        /// What differs.
        with: G::Person,
    },
    /// People go where somebody goes.
    Follow {
        /// Who.
        who: OneOrMore<PersonName>,
        /// Whom.
        whom: WhoName,
    },
    /// People are nowhere.
    Gone(OneOrMore<PersonName>),
    /// A way is otherwise.
    Way {
        /// Which.
        is: WayName,
        /// Its door is open.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        open: Option<bool>,
        /// It takes so long.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        takes: Option<Span>,
        /// It is locked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        locked: Option<bool>,
    },
    /// A place is otherwise.
    Place {
        /// Which.
        is: WhereName,
        /// Flags that are set.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        on: Vec<FlagName>,
        /// Flags that are taken away.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        off: Vec<FlagName>,
        /// How bright it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        light: Option<LightName>,
    },
    /// A thing is there.
    Put {
        /// What: something new, or by its `id` something of the file, wherever it is.
        what: Lies<G>,
        /// Into what.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        r#in: Option<HolderName>,
        /// Where, or to whom; here if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<HavingName>,
    },
    /// Whoever did it loses a thing.
    Lose {
        /// What.
        what: HeldName,
        /// How many; all of them if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<Number>,
    },
    /// Something befalls somebody.
    Harm {
        /// Whom.
        whom: WhoName,
        /// What.
        does: Ref<G::Harm, kind::Harms>,
    },
    /// Somebody rolls, one after another.
    Check {
        /// Who.
        by: WhoName,
        /// What.
        check: Ref<G::Check, kind::Checks>,
        /// Against whom.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<WhoName>,
        /// What comes of passing; `@actor` is who rolled.
        #[serde(default, skip_serializing_if = "Effects::is_none")]
        passed: Effects<G>,
        /// What comes of failing.
        #[serde(default, skip_serializing_if = "Effects::is_none")]
        failed: Effects<G>,
        /// What comes of it in the game's own words.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        outcomes: BTreeMap<OutcomeName, Effects<G>>,
    },
    /// If this holds, then that, else something else.
    When {
        /// If.
        r#if: Vec<Test<G>>,
        /// Then.
        then: Effects<G>,
        /// Else.
        #[serde(default, skip_serializing_if = "Effects::is_none")]
        r#else: Effects<G>,
    },
    /// Dice fall on a table of the file.
    Roll(TableName),
    /// A fight begins here.
    Fight {
        /// Who fights; those here if nothing is said.
        #[serde(default, skip_serializing_if = "OneOrMore::is_none")]
        who: OneOrMore<PersonName>,
        /// Who is surprised.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        surprise: Option<Surprise>,
    },
    /// The game master decides; the first is proposed.
    Ask {
        /// What.
        question: Text,
        /// Among what.
        options: Vec<Choice<G>>,
    },
    /// Something happens later.
    Later {
        /// After so long.
        r#in: Span,
        /// What.
        then: Effects<G>,
    },
    /// An event happens now, if it can.
    Run(EventName),
    /// An event never happens again.
    Stop(EventName),
    /// A goal stands otherwise.
    Goal {
        /// Which.
        is: GoalName,
        /// How.
        stands: Standing,
    },
    /// Somebody is paid.
    Reward {
        /// Who; all heroes if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        whom: Option<WhoName>,
        /// What.
        gets: Ref<G::Reward, kind::Rewards>,
    },
    /// A noise.
    Noise {
        /// Where.
        at: WhereName,
        /// How far it reaches.
        reach: u16,
    },
    /// Something only the game knows.
    Does(Ref<G::Deed, kind::Deeds>),
    /// The adventure ends.
    End(EndName),
}

/// Who is surprised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Surprise {
    /// The heroes.
    Heroes,
    /// Those against them.
    Foes,
}

/// What the game master can decide.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct Choice<G: Dialect> {
    /// As it is put.
    pub say: Text,
    /// What comes of it.
    #[serde(default, skip_serializing_if = "Effects::is_none")]
    pub then: Effects<G>,
}
