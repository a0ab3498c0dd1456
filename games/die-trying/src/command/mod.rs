//! What a seat may ask for: every deed, in the order in which they are offered, and by family what is not yet one.

mod dungeon;
mod hero;
mod magic;
mod other;
mod rest;
mod table;
mod talent;
mod trap;

pub use dungeon::DungeonCommand;
pub use hero::{HeroCommand, Own};
pub use magic::MagicCommand;
pub use other::OtherCommand;
pub use rest::RestCommand;
pub use table::{AddCreature, LookUp, SetHouse, SetLight, TableCommand, WaitFor};
pub use talent::TalentCommand;
pub use trap::TrapCommand;

use boneyard_table::deeds;

use crate::DieTrying;
use crate::check::{Attempt, CallCheck, Contest, RollDice};
use crate::combat::{
    Dash, Dodge, DouseSelf, Draw, DropItem, EndTurn, Escape, Fight, Go, HelpAlly, Join, Leave, Morale,
    PickUp, ReadyDeed, RecallCreature, Shove, Special, Spring, StandUp, StopFight, Stow, Strike, TakeStyle,
    UseDoor,
};
use crate::gear::{AimLamp, LightUp, PutOut, Refill, SetAlight, SetHood};
use crate::hurt::{Harm, Heal, Inflict, Rounds, SettleDying, Stabilise};
use crate::sight::{Hide, Seek, Sneak};

deeds! {
    /// A command.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Command of DieTrying {
        "strike" => Strike,
        "special" => Special,
        "move" => Go,
        "stand" => StandUp,
        "leave" => Leave,
        "hide" => Hide,
        "sneak" => Sneak,
        "stabilise" => Stabilise,
        "dash" => Dash,
        "dodge" => Dodge,
        "morale" => Morale,
        "shove" => Shove,
        "seek" => Seek,
        "escape" => Escape,
        "douse_self" => DouseSelf,
        "help" => HelpAlly,
        "ready" => ReadyDeed,
        "take_style" => TakeStyle,
        "recall_creature" => RecallCreature,
        "end_turn" => EndTurn,
        "draw" => Draw,
        "stow" => Stow,
        "drop_item" => DropItem,
        "pick_up" => PickUp,
        "light_up" => LightUp,
        "put_out" => PutOut,
        "refill" => Refill,
        "hood" => SetHood,
        "aim_lamp" => AimLamp,
        "set_alight" => SetAlight,
        "door" => UseDoor,
        "attempt" => Attempt,
        "fight" => Fight,
        "stop_fight" => StopFight,
        "join_fight" => Join,
        "spring" => Spring,
        "call_check" => CallCheck,
        "contest" => Contest,
        "roll_dice" => RollDice,
        "harm" => Harm,
        "heal" => Heal,
        "inflict" => Inflict,
        "settle_dying" => SettleDying,
        "rounds_pass" => Rounds,
    }
    else Other(OtherCommand) in other
}
