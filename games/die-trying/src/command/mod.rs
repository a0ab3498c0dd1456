//! What a seat may ask for, one file per family: each has its commands, their addresses and how
//! they are carried out. Stories and clients write a command by its own name, whatever its family.

mod check;
mod dungeon;
mod fight;
mod gear;
mod hero;
mod hurt;
mod magic;
mod rest;
mod table;
mod talent;
mod trap;

pub use check::CheckCommand;
pub use dungeon::DungeonCommand;
pub use fight::FightCommand;
pub use gear::GearCommand;
pub use hero::{HeroCommand, Own};
pub use hurt::HurtCommand;
pub use magic::MagicCommand;
pub use rest::RestCommand;
pub use table::{AddCreature, LookUp, SetHouse, SetLight, TableCommand, WaitFor};
pub use talent::TalentCommand;
pub use trap::TrapCommand;

use boneyard_table::{Address, Cx, Flow, Seat};
use schemars::JsonSchema;
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::DieTrying;

macro_rules! families {
    ($($(#[$doc:meta])* $variant:ident($command:ident) in $module:ident;)*) => {
        /// A command.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
        #[serde(untagged)]
        pub enum Command {
            $($(#[$doc])* $variant($command),)*
        }

        impl<'de> Deserialize<'de> for Command {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = Value::deserialize(deserializer)?;
                let name = match &value {
                    Value::String(name) => name.clone(),
                    Value::Object(map) => map.keys().next().cloned().unwrap_or_default(),
                    _ => String::new(),
                };
                // Each family knows its own names; only the one that knows this one may complain.
                let unknown = format!("unknown variant `{name}`");
                let mut known: Vec<String> = Vec::new();
                $(
                    match serde_json::from_value::<$command>(value.clone()) {
                        Ok(command) => return Ok(Self::$variant(command)),
                        Err(error) => {
                            let told = error.to_string();
                            if !told.starts_with(&unknown) {
                                return Err(D::Error::custom(told));
                            }
                            let names = told.split_once("expected ").map_or("", |(_, names)| names);
                            known.push(names.trim_start_matches("one of ").to_owned());
                        }
                    }
                )*
                Err(D::Error::custom(format!("there is no command `{name}`; there are {}", known.join(", "))))
            }
        }

        /// Where a command runs and who may give it.
        pub fn address(command: &Command) -> Address {
            match command {
                $(Command::$variant(command) => $module::address(command),)*
            }
        }

        /// Carries out a command.
        pub fn resolve(cx: &mut Cx<'_, DieTrying>, by: Seat, command: Command) -> Flow {
            match command {
                $(Command::$variant(command) => $module::resolve(cx, by, command),)*
            }
        }
    };
}

families! {
    /// The table itself: house switches, who is there, the map, time.
    Table(TableCommand) in table;
    /// Checks that are called for.
    Check(CheckCommand) in check;
    /// What befalls bodies.
    Hurt(HurtCommand) in hurt;
    /// Things and lights.
    Gear(GearCommand) in gear;
    /// A fight.
    Fight(FightCommand) in fight;
    /// Heroes made and raised.
    Hero(HeroCommand) in hero;
    /// Magic.
    Magic(MagicCommand) in magic;
    /// Rests and exploration.
    Rest(RestCommand) in rest;
    /// Traps, locks, caches.
    Trap(TrapCommand) in trap;
    /// Talents.
    Talent(TalentCommand) in talent;
    /// Dungeons.
    Dungeon(DungeonCommand) in dungeon;
}
