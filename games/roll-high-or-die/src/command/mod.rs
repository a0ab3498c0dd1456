//! What a seat may ask for: every deed, in the order in which they are offered.

mod check;
mod hero;
mod hurt;
mod inventory;
mod living;
mod other;
mod scenario;
mod table;

use boneyard_table::deeds;
pub use check::CheckCommand;
pub use hero::{HeroCommand, Own};
pub use hurt::HurtCommand;
pub use inventory::InventoryCommand;
pub use living::LivingCommand;
pub use other::OtherCommand;
pub use scenario::ScenarioCommand;
pub use table::{AddCreature, Considers, Grant, SetDoor, SetFloor, SetHouse, SetLight, TableCommand};

use crate::RollHighOrDie;
use crate::combat::{
    Aid, Attack, Batter, BreakFree, Call, Catch, Climb, Crawl, Detect, EndEncounter, EndTurn, Force, Grapple,
    Hide, Join, Leap, Leave, LetGo, Run, Script, Shove, Swim, TakeStance, UseFeature,
};
use crate::trap::{Disarm, LayTrap};

deeds! {
    /// A command.
    #[derive(Clone, Debug, PartialEq, Eq)]
    // A map is large, and one command at a time is all there is.
    #[allow(clippy::large_enum_variant)]
    pub enum Command of RollHighOrDie {
        "call" => Call,
        "end_encounter" => EndEncounter,
        "script" => Script,
        "join" => Join,
        "attack" => Attack,
        "run" => Run,
        "crawl" => Crawl,
        "climb" => Climb,
        "jump" => Leap,
        "swim" => Swim,
        "batter" => Batter,
        "disarm" => Disarm,
        "leave" => Leave,
        "feature" => UseFeature,
        "catch" => Catch,
        "grapple" => Grapple,
        "shove" => Shove,
        "aid" => Aid,
        "force" => Force,
        "hide" => Hide,
        "detect" => Detect,
        "break_free" => BreakFree,
        "let_go" => LetGo,
        "stance" => TakeStance,
        "end_turn" => EndTurn,
        "lay_trap" => LayTrap,
    }
    else Other(OtherCommand) in other
}
