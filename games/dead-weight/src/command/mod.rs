//! What a seat may ask for: every deed, in the order in which they are offered, and what is not yet one.

mod expedition;
mod other;

pub use expedition::ExpeditionCommand;
pub use other::OtherCommand;

use boneyard_table::deeds;

use crate::DeadWeight;
use crate::camp::{
    BreakCamp, CampItems, Cook, Craft, Lookout, Mend, Operate, PitchCamp, Rest, Ritual, Sleep, Tend,
};
use crate::combat::{
    AddAlly, Attack, BanishUndead, Bash, BeginTurn, BreakFree, CombatBreath, CombatFreeform, CombatMove,
    CombatRecover, CombatUse, CutLoose, Defend, Dodge, EndTurn, Equip, Face, Fearless, Feint, Fight,
    FightDoor, FoeAct, HelpAnother, Intimidate, JoinFight, LeaveFight, PetAct, PickUp, PlaceFighter, Reload,
    Stalk, StartFight, StopFight, ThrowItem,
};
use crate::gear::{Carry, Drop, Explain, Give, MarkThing, Spend};
use crate::hero::{
    AcceptPath, Add, BeginHero, ChooseClass, DraftAtOnce, Follow, FreeReroll, Learn, MovePoint, PickSkill,
    Ready, RerollPath, RollPath, TakeKit,
};
use crate::hurt::{Afflict, Cure, Harm, HealBy, Recover, TireBy};
use crate::interlude::{
    Activity, Buy, DropSkill, LevelUp, Lodge, NextStep, NoteDebt, Raise, Retire, ReturnHome, Seek, SellGear,
    SellTreasure, ShareSilver, ShiftPath,
};
use crate::magic::{Cast, Memorise, Pray, ReadScroll, Sacrifice};
use crate::roll::{CallTest, Coin, EnemyTest, Risk, Test};
use crate::table::{PartyList, Session, SetHouse};

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
        "give" | "combat_give" => Give,
        "throw_item" => ThrowItem,
        "reload" => Reload,
        "pick_up" => PickUp,
        "combat_recover" => CombatRecover,
        "end_turn" => EndTurn,
        "cast" => Cast,
        "pray" => Pray,
        "read_scroll" => ReadScroll,
        "sacrifice" => Sacrifice,
        "memorise" => Memorise,
        "sell_treasure" => SellTreasure,
        "lodge" => Lodge,
        "raise" => Raise,
        "level_up" => LevelUp,
        "buy" => Buy,
        "activity" => Activity,
        "seek" => Seek,
        "sell_gear" => SellGear,
        "retire" => Retire,
        "share_silver" => ShareSilver,
        "drop_skill" => DropSkill,
        "return_home" => ReturnHome,
        "next_step" => NextStep,
        "note_debt" => NoteDebt,
        "pitch_camp" => PitchCamp,
        "cook" => Cook,
        "camp_items" => CampItems,
        "tend" => Tend,
        "lookout" => Lookout,
        "rest" => Rest,
        "sleep" => Sleep,
        "break_camp" => BreakCamp,
        "operate" => Operate,
        "ritual" => Ritual,
        "craft" => Craft,
        "mend" => Mend,
        "test" => Test,
        "carry" => Carry,
        "drop" => Drop,
        "spend" => Spend,
        "mark_thing" => MarkThing,
        "explain" => Explain,
        "add" => Add,
        "session" => Session,
        "house" => SetHouse,
        "draft" => BeginHero,
        "draft_at_once" => DraftAtOnce,
        "list" => PartyList,
        "pick_skill" => PickSkill,
        "roll_path" => RollPath,
        "accept_path" => AcceptPath,
        "reroll_path" => RerollPath,
        "shift_path" => ShiftPath,
        "free_reroll" => FreeReroll,
        "choose_class" => ChooseClass,
        "take_kit" => TakeKit,
        "move_point" => MovePoint,
        "follow" => Follow,
        "learn" => Learn,
        "ready" => Ready,
        "call_test" => CallTest,
        "enemy_test" => EnemyTest,
        "risk" => Risk,
        "coin" => Coin,
        "harm" => Harm,
        "tire" => TireBy,
        "recover" => Recover,
        "heal" => HealBy,
        "afflict" => Afflict,
        "cure" => Cure,
    }
    else Other(OtherCommand) in other
}
