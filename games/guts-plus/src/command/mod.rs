//! What a seat may ask for, one file per family: each has its commands, their addresses and how
//! they are carried out. Stories and clients write a command by its own name, whatever its family.

mod desk;
mod essence;
mod fight;
mod gear;
mod growth;
mod health;
mod hero;
mod roll;
mod ship;
mod table;

pub use desk::DeskCommand;
pub use essence::EssenceCommand;
pub use fight::FightCommand;
pub use gear::GearCommand;
pub use growth::GrowthCommand;
pub use health::HealthCommand;
pub use hero::HeroCommand;
pub use roll::RollCommand;
pub use ship::ShipCommand;
pub use table::TableCommand;

use boneyard_table::{Address, Cx, Flow, Seat};
use schemars::JsonSchema;
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::GutsPlus;

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
        pub fn resolve(cx: &mut Cx<'_, GutsPlus>, by: Seat, command: Command) -> Flow {
            match command {
                $(Command::$variant(command) => $module::resolve(cx, by, command),)*
            }
        }
    };
}

families! {
    /// The table itself: house switches, who is there, words, scenes, time.
    Table(TableCommand) in table;
    /// Rolls.
    Roll(RollCommand) in roll;
    /// Growing.
    Growth(GrowthCommand) in growth;
    /// Bodies.
    Health(HealthCommand) in health;
    /// Fights.
    Fight(FightCommand) in fight;
    /// Making a character.
    Hero(HeroCommand) in hero;
    /// Things.
    Gear(GearCommand) in gear;
    /// Essence.
    Essence(EssenceCommand) in essence;
    /// The GM's desk.
    Desk(DeskCommand) in desk;
    /// The supply ship.
    Ship(ShipCommand) in ship;
}
