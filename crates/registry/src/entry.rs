//! A game as a program takes it from the shelf.

use boneyard_rulebook::{Kind, Rule, Rulebook};
use boneyard_table::encounter::{AnyEncounter, Ground, Survey};
use boneyard_table::stage::{Stage, StageError};
use boneyard_table::table::{AnyGame, AnyTable};
use boneyard_table::view::{OfferCard, Picks};

/// A game with what its crate brings along.
pub struct GameEntry {
    /// The rules.
    pub game: &'static dyn AnyGame,
    /// What they say.
    pub rulebook: &'static Rulebook,
    /// Ready-made beginnings: a title and the stage.
    pub starts: fn() -> Vec<(&'static str, Stage)>,
    /// What is played where nobody wants to choose; the first beginning if none is named.
    pub ready: Option<Ready>,
    /// How a fight is made ready to be simulated, where the game can do that.
    pub encounter: Option<Prepare>,
    /// What a fight at a table could be made of, where the game can say that.
    pub survey: Option<Surveys>,
    /// The content table of its creatures.
    pub creatures: &'static str,
    /// How heroes are made.
    pub making: Making,
    /// What must stand on everything printed of this game.
    pub credits: Option<&'static str>,
}

/// The scenario a game has ready: one of its beginnings, and what the game master does first there, so that a scene
/// stands when people come.
#[derive(Clone, Copy, Debug)]
pub struct Ready {
    /// The title of the beginning.
    pub start: &'static str,
    /// A command as it is written, where the stage alone does not set the scene.
    pub opening: Option<&'static str>,
}

/// Makes a fight ready to be simulated.
pub type Prepare = fn(Ground<'_>) -> Result<Box<dyn AnyEncounter>, StageError>;

/// Looks what a fight at a table could be made of.
pub type Surveys = fn(&dyn AnyTable) -> Result<Survey, StageError>;

/// How heroes of a game are made. The steps are offers; this says what chance needs besides.
#[derive(Clone, Copy, Debug)]
pub struct Making {
    /// The command that begins one, with a `name`.
    pub begins: &'static str,
    /// The command that finishes one.
    pub done: &'static str,
    /// How much chance leans to a step that was taken so often already.
    pub leans: fn(&OfferCard, usize) -> u32,
    /// Words for a free field, given what was picked before it.
    pub words: fn(&OfferCard, &str, &Picks) -> Vec<String>,
}

impl std::fmt::Debug for GameEntry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameEntry").field("game", &self.game.name()).finish_non_exhaustive()
    }
}

impl GameEntry {
    /// Content entries of one table, such as `hero` or `creature`.
    pub fn entries(&self, wanted: &'static str) -> impl Iterator<Item = &'static Rule> {
        self.rulebook
            .entries()
            .filter(move |rule| matches!(rule.kind, Kind::Entry { table, .. } if table == wanted))
    }
}
