//! What a seat may ask for: every deed, in the order in which they are offered, and by family what is not yet one.

mod camp;
mod expedition;
mod gear;
mod hero;
mod hurt;
mod interlude;
mod magic;
mod other;
mod roll;
mod table;

pub use camp::CampCommand;
pub use expedition::ExpeditionCommand;
pub use gear::GearCommand;
pub use hero::HeroCommand;
pub use hurt::HurtCommand;
pub use interlude::InterludeCommand;
pub use magic::MagicCommand;
pub use other::OtherCommand;
pub use roll::RollCommand;
pub use table::TableCommand;

use boneyard_table::deeds;

use crate::DeadWeight;
use crate::combat::{
    AddAlly, Attack, BanishUndead, Bash, BeginTurn, BreakFree, CombatBreath, CombatFreeform, CombatGive,
    CombatMove, CombatRecover, CombatUse, CutLoose, Defend, Dodge, EndTurn, Equip, Face, Fearless, Feint,
    Fight, FightDoor, FoeAct, HelpAnother, Intimidate, JoinFight, LeaveFight, PetAct, PickUp, PlaceFighter,
    Reload, Stalk, StartFight, StopFight, ThrowItem,
};

deeds! {
    /// A command.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Command of DeadWeight {
        "fight" => Fight,
        "start_fight" => StartFight,
        "place" => PlaceFighter,
        "stop_fight" => StopFight,
        "join_fight" => JoinFight,
        "fight_door" => FightDoor,
        "add_ally" => AddAlly,
        "stalk" => Stalk,
        "begin_turn" => BeginTurn,
        "attack" => Attack,
        "pet_act" => PetAct,
        "foe_act" => FoeAct,
        "combat_move" => CombatMove,
        "face" => Face,
        "leave_fight" => LeaveFight,
        "combat_breath" => CombatBreath,
        "defend" => Defend,
        "dodge" => Dodge,
        "help_another" => HelpAnother,
        "combat_freeform" => CombatFreeform,
        "break_free" => BreakFree,
        "cut_loose" => CutLoose,
        "bash" => Bash,
        "feint" => Feint,
        "fearless" => Fearless,
        "intimidate" => Intimidate,
        "banish_undead" => BanishUndead,
        "equip" => Equip,
        "combat_use" => CombatUse,
        "combat_give" => CombatGive,
        "throw_item" => ThrowItem,
        "reload" => Reload,
        "pick_up" => PickUp,
        "combat_recover" => CombatRecover,
        "end_turn" => EndTurn,
    }
    else Other(OtherCommand) in other
}
