//! What a game implements: a small pure object. Hosts, tables, odds and pages are supplied around it.

use std::fmt::Debug;
use std::hash::Hash;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::cast::AnyCast;
use crate::deed::{Lawful, May};
use crate::table::OwnFile;
use crate::{Ask, Audience, Cx, Flow, Party, Pilot, Refusal, Seat, Who};

/// The rules of one game.
pub trait Game: Sized + Copy + Debug + Send + Sync + 'static {
    /// Everything that changes in play. A tree of shared parts, so that a clone is cheap.
    type State: Clone + Debug + Hash + Eq + Send + Sync;
    /// Content, the table's packs included. Never changes while a table is open.
    type Book: Send + Sync;
    /// The smallest true statement; carries its results and decides nothing.
    type Fact: Clone + Debug + Send + Sync;
    /// What a seat may ask for.
    type Command: Clone + Debug + Send + Sync;
    /// Every question the rules may put, as one enum: the form in which it is stored and sent.
    type Prompt: Clone + Debug + Send + Sync;
    /// Every answer, as one enum.
    type Answer: Clone + Debug + PartialEq + Send + Sync;

    /// The only way state changes. Writes down what the fact says; works nothing out.
    fn apply(state: &mut Self::State, fact: &Self::Fact);

    /// As [`apply`](Game::apply), for a fact nobody keeps: what it holds may be moved instead of copied.
    #[inline]
    fn apply_owned(state: &mut Self::State, fact: Self::Fact) {
        Self::apply(state, &fact);
    }

    /// Carries out a command, or refuses it before the first roll, prompt or fact.
    fn resolve(cx: &mut Cx<'_, Self>, by: Seat, command: Self::Command) -> Flow;

    /// The lane a command runs in and who may give it.
    fn address(command: &Self::Command) -> Address;

    /// Whether a command may be given, found out without running it; `None` where only a run tells.
    fn lawful(_may: May<'_, Self>, _command: &Self::Command) -> Option<Lawful> {
        None
    }

    /// What a command of the game master's writes in the table's own pack before it is carried out.
    fn writes(_at: At<'_, Self>, _command: &Self::Command) -> Result<Vec<OwnFile>, Refusal> {
        Ok(Vec::new())
    }

    /// What those are told of a command of the game master's who are not the game master.
    fn gm_alone(_command: &Self::Command) -> Option<Refusal> {
        None
    }

    /// Everybody, for games that keep them in a [`Cast`](crate::cast::Cast).
    fn cast(_state: &Self::State) -> Option<&dyn AnyCast> {
        None
    }

    /// Who may know of a fact, where rules did not say so. Asked only where somebody keeps it.
    fn audience(_at: At<'_, Self>, _fact: &Self::Fact) -> Audience {
        Audience::ALL
    }

    /// The seat that answers for a creature now.
    fn speaker(state: &Self::State, who: Who) -> Seat {
        Self::cast(state).and_then(|cast| cast.person(who)).map_or(Seat::GM, |person| person.seat())
    }

    /// The side a creature is on, for odds; side 0 is the heroes'.
    fn side(state: &Self::State, who: Who) -> u8 {
        Self::cast(state).and_then(|cast| cast.person(who)).map_or(0, |person| person.side())
    }

    /// The question behind a prompt.
    fn question(prompt: &Self::Prompt) -> &dyn Ask<Self>;

    /// Whose move it is.
    fn awaits(at: At<'_, Self>) -> Awaits;

    /// What a creature would do next if left to its instinct; `None` where it has nothing to do.
    fn instinct(at: At<'_, Self>, who: Who) -> Option<Self::Command>;

    /// The round of the fight under way; `None` while nobody fights. Creatures that play themselves in fights act and
    /// answer only then.
    fn fight(_at: At<'_, Self>) -> Option<u16> {
        None
    }

    /// Whether a creature that plays itself may give a command. What a game does not list is for people to give.
    fn pilot(_at: At<'_, Self>, _command: &Self::Command) -> Pilot {
        Pilot::Never
    }

    /// What a creature that plays itself does next: in a fight as instinct says, outside only what is harmless. `led`
    /// are the heroes that people play.
    fn by_itself(at: At<'_, Self>, who: Who, _led: &[Who]) -> Option<Self::Command> {
        Self::fight(at)?;
        Self::instinct(at, who)
    }

    /// The heroes in play: alive, and no drafts.
    fn party(_at: At<'_, Self>) -> Vec<Who> {
        Vec::new()
    }
}

/// A game whose every part can be stored and sent.
pub trait Stored:
    Game<
        State: Serialize + DeserializeOwned,
        Fact: Serialize + DeserializeOwned + JsonSchema,
        Command: Serialize + DeserializeOwned + JsonSchema,
        Prompt: Serialize + DeserializeOwned + JsonSchema,
        Answer: Serialize + DeserializeOwned + JsonSchema,
    >
{
}

impl<G> Stored for G where
    G: Game<
            State: Serialize + DeserializeOwned,
            Fact: Serialize + DeserializeOwned + JsonSchema,
            Command: Serialize + DeserializeOwned + JsonSchema,
            Prompt: Serialize + DeserializeOwned + JsonSchema,
            Answer: Serialize + DeserializeOwned + JsonSchema,
        >
{
}

/// The state and the book, as everything that reads them gets them.
pub struct At<'a, G: Game> {
    /// What changes in play.
    pub state: &'a G::State,
    /// Content.
    pub book: &'a G::Book,
}

impl<G: Game> Clone for At<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for At<'_, G> {}

impl<G: Game> Debug for At<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("At").field("state", self.state).finish_non_exhaustive()
    }
}

/// Where a command runs and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// The line it waits in.
    pub lane: Lane,
    /// Who may give it.
    pub by: By,
}

/// A line in which at most one action waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Lane {
    /// What happens to everybody.
    Scene,
    /// One hero's own affairs: writes that hero alone.
    Hero(Who),
    /// Tokens, notes: never waits.
    Free,
}

/// Who may give a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Whoever speaks for this creature, or the game master.
    Actor(Who),
    /// The game master alone.
    Gm,
    /// Any player or the game master.
    Anyone,
}

/// Whose move it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Awaits {
    /// Creatures that may act now.
    pub creatures: Vec<Who>,
    /// Seats that may act now beside their creatures' speakers.
    pub seats: Vec<Seat>,
    /// In a sentence.
    pub why: String,
}

impl Awaits {
    /// Whether somebody is waited for.
    pub fn includes(&self, party: Party) -> bool {
        match party {
            Party::Creature(who) => self.creatures.contains(&who),
            Party::Seat(seat) => self.seats.contains(&seat),
        }
    }
}
