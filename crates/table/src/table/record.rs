//! What a table writes down, one record for each change. Records are only ever added.

use serde::{Deserialize, Serialize};

use super::own::OwnFile;
use super::paper::PaperBody;
use super::talk::Said;
use crate::asks::{Asks, SaidBefore};
use crate::frame::{Chat, Frame, SeatInfo, Seeds, Standing};
use crate::judge::{Level, RulingRecord};
use crate::live::{Action, ActionId, Entry, Told};
use crate::{Lane, RuleId, Seat, Stored, Who};

/// One change of a table.
#[derive(Debug, Serialize, Deserialize)]
#[serde(bound = "", rename_all = "snake_case")]
pub enum Record<G: Stored> {
    /// The table begins. Always the first.
    Opened(Box<Opened<G>>),
    /// Somebody sits down, or changes how they sit.
    Seated {
        /// Where.
        seat: Seat,
        /// Who.
        info: SeatInfo,
    },
    /// Somebody has left a seat.
    Left {
        /// Which.
        seat: Seat,
    },
    /// A command was accepted and waits for somebody.
    Waiting(Action<G::Command, G::Answer>),
    /// A waiting action was told more and still waits.
    Told {
        /// Which action.
        action: ActionId,
        /// What it was told.
        told: Vec<Told<G::Answer>>,
    },
    /// An action is finished.
    Acted(Act<G>),
    /// A waiting action is forgotten. Dice seen stay spent.
    Cancelled {
        /// Which action.
        action: ActionId,
        /// By whom.
        by: Seat,
    },
    /// Finished actions are taken back.
    Undone {
        /// The first of them.
        from: ActionId,
        /// By whom.
        by: Seat,
        /// Whether dice were rolled or something was revealed in them.
        crossed: bool,
        /// Why, if they said.
        reason: Option<String>,
    },
    /// What was taken back last counts again.
    Redone {
        /// The first of the actions.
        from: ActionId,
        /// By whom.
        by: Seat,
    },
    /// Somebody says something, or rolls dice that no rule asked for.
    Said(Said),
    /// A seat answers beforehand.
    Stands(Standing),
    /// A seat takes that back.
    StandsNoMore {
        /// Whose it was.
        seat: Seat,
        /// For which creature.
        creature: Option<Who>,
    },
    /// Creatures that were held go on.
    GoesOn {
        /// Which.
        who: Vec<Who>,
    },
    /// Whether the party plays on without people while all of it plays itself always.
    PlayOn {
        /// Whether.
        on: bool,
    },
    /// How much a seat wants to be asked.
    Asks {
        /// Which; everybody who has not said it, if none is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// How much.
        asks: Asks,
    },
    /// A seat says something beforehand to questions of a name.
    Beforehand(SaidBefore),
    /// A seat takes that back.
    BeforehandNoMore {
        /// Whose it was.
        seat: Seat,
        /// The questions, by their name.
        question: String,
        /// What, by its id.
        id: String,
    },
    /// How much is asked about judgement.
    Level {
        /// For one rule, or for all without a level of their own.
        rule: Option<RuleId>,
        /// How much.
        level: Level,
    },
    /// Whether actions that begin from now on are reviewed before they count.
    Review {
        /// Whether.
        on: bool,
    },
    /// Whether players may ask what to answer.
    Advice {
        /// Whether.
        on: bool,
    },
    /// A ruling made outside an action, or made a rule of the table.
    Ruled(RulingRecord),
    /// Who may talk and read along beside the players.
    Chat(Chat),
    /// The game master writes a paper, or writes one anew.
    Written {
        /// Its id.
        paper: String,
        /// Its title.
        title: String,
        /// What is on it.
        body: PaperBody,
    },
    /// A paper is thrown away.
    Discarded {
        /// Which.
        paper: String,
    },
    /// A content pack is used from now on.
    Packed(PackName),
    /// A seat mixes something into the dice.
    Contributed {
        /// Who.
        seat: Seat,
        /// What.
        text: String,
    },
    /// The stretch of dice in use is opened for everybody, and a new one begins.
    Revealed {
        /// Seeds of the new one.
        next: Seeds,
    },
}

/// How a table begins.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Opened<G: Stored> {
    /// Which game.
    pub game: String,
    /// The version of its rules then.
    pub rules: String,
    /// Content packs in use beside the game's own.
    #[serde(default)]
    pub packs: Vec<PackName>,
    /// What was written in the table's own pack before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own: Vec<OwnFile>,
    /// The frame at the start.
    pub frame: Frame,
    /// The state at the start.
    pub state: G::State,
    /// If it is a fork: the title of the table it was forked from.
    #[serde(default)]
    pub forked_from: Option<String>,
}

/// A content pack as a table carries it: a table must open where the pack's file is not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackName {
    /// What it is called.
    pub name: String,
    /// Its files: name and text.
    pub files: Vec<(String, String)>,
}

/// A finished action.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Act<G: Stored> {
    /// Its number.
    pub id: ActionId,
    /// Who gave the command.
    pub by: Seat,
    /// The lane it ran in.
    pub lane: Lane,
    /// The command; overruling has none.
    pub command: Option<G::Command>,
    /// What it was told since it last waited.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<Told<G::Answer>>,
    /// What happened: facts, rolls and rulings in order.
    pub log: Vec<Entry<G::Fact>>,
    /// Standing answers that ended with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ended: Vec<(Seat, Option<Who>)>,
    /// What was said beforehand and ended with it: whose, to which questions, what.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forgotten: Vec<(Seat, String, String)>,
    /// The stale action it took the place of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaces: Option<ActionId>,
    /// What it wrote in the table's own pack.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrote: Vec<OwnFile>,
}

impl<G: Stored> Act<G> {
    /// Whether it may only be undone across seen dice or a reveal.
    pub fn crosses(&self) -> bool {
        self.log.iter().any(|entry| match entry {
            Entry::Roll(_) => true,
            Entry::Fact { audience, .. } => !audience.is_open(),
            _ => false,
        })
    }

    /// Its facts, in order.
    pub fn facts(&self) -> impl Iterator<Item = &G::Fact> {
        self.log.iter().filter_map(|entry| match entry {
            Entry::Fact { fact, .. } => Some(fact),
            _ => None,
        })
    }
}
