//! What a seat may ask for: every deed, in the order in which they are offered.

use boneyard_table::deeds;

use crate::DieTrying;
use crate::check::{Attempt, CallCheck, Contest, RollDice};
use crate::combat::{
    BoardDraw, Dash, Dodge, DouseSelf, Draw, Drop, EndTurn, Escape, Fight, Go, HelpAlly, Join, Leave, Morale,
    PickUp, ReadyDeed, RecallCreature, Shove, Special, Spring, Stand, StandUp, StopFight, Stow, Strike,
    TakeStyle, UseDoor,
};
use crate::dungeon::{ClimbOut, EnterDungeon};
use crate::gear::{AimLamp, Heap, LightUp, PutOn, PutOut, Refill, SetAlight, SetHood, TakeOff};
use crate::hero::{
    Assign, AwardFight, AwardTraps, BringIn, Buy, DoneShopping, DraftHero, FinishHero, GiveBack, GrantPoints,
    Kin, Learn, Lower, PlaceMark, Raise, RollScores, Sell, Unlearn,
};
use crate::hurt::{Harm, Heal, Inflict, Rounds, SettleDying, Stabilise};
use crate::magic::{Cast, Earth, Improvise};
use crate::rest::{
    Camp, Climb, Craft, Encounter, EndScene, Explore, Fall, Find, Forage, LiftCurse, Track, Treat,
};
use crate::sight::{Glare, Hide, Seek, Sneak};
use crate::table::{AddCreature, Conceal, LookUp, SetHaze, SetHouse, SetLight, WaitFor};
use crate::trap::{Disarm, ForceDoors, ForceLock, LayTrap, OpenCache, PickLock, SearchBody, SpringTrap};

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
        "drop" | "drop_item" => Drop,
        "pick_up" => PickUp,
        "light_up" => LightUp,
        "put_out" => PutOut,
        "refill" => Refill,
        "hood" => SetHood,
        "aim_lamp" => AimLamp,
        "set_alight" => SetAlight,
        "door" => UseDoor,
        "attempt" => Attempt,
        "cast" => Cast,
        "improvise" => Improvise,
        "disarm" => Disarm,
        "pick_lock" => PickLock,
        "force_lock" => ForceLock,
        "open_cache" => OpenCache,
        "search_body" => SearchBody,
        "force_doors" => ForceDoors,
        "treat" => Treat,
        "put_on" => PutOn,
        "take_off" => TakeOff,
        "climb_out" => ClimbOut,
        "sell" => Sell,
        "forage" => Forage,
        "track" => Track,
        "craft" => Craft,
        "earth" => Earth,
        "lift_curse" => LiftCurse,
        "place_mark" => PlaceMark,
        "kin" => Kin,
        "roll_scores" => RollScores,
        "raise" => Raise,
        "learn" => Learn,
        "buy" => Buy,
        "done_shopping" => DoneShopping,
        "finish_hero" => FinishHero,
        "assign" => Assign,
        "lower" => Lower,
        "unlearn" => Unlearn,
        "give_back" => GiveBack,
        "enter_dungeon" => EnterDungeon,
        "fight" => Fight,
        "stop_fight" => StopFight,
        "join_fight" => Join,
        "spring" => Spring,
        "add_creature" => AddCreature,
        "board" => BoardDraw,
        "wait" => WaitFor,
        "house" => SetHouse,
        "bring_in" => BringIn,
        "look_up" => LookUp,
        "glare" => Glare,
        "set_light" => SetLight,
        "haze" => SetHaze,
        "place" => Stand,
        "conceal" => Conceal,
        "rest" => Camp,
        "explore" => Explore,
        "lay_trap" => LayTrap,
        "spring_trap" => SpringTrap,
        "draft" => DraftHero,
        "grant_points" => GrantPoints,
        "award_fight" => AwardFight,
        "award_traps" => AwardTraps,
        "fall" => Fall,
        "climb" => Climb,
        "heap" => Heap,
        "find" => Find,
        "encounter" => Encounter,
        "end_scene" => EndScene,
        "call_check" => CallCheck,
        "contest" => Contest,
        "roll_dice" => RollDice,
        "harm" => Harm,
        "heal" => Heal,
        "inflict" => Inflict,
        "settle_dying" => SettleDying,
        "rounds_pass" => Rounds,
    }
}
