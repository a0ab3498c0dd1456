//! What a seat may ask for: every deed, in the order in which they are offered.

mod carry;
mod other;

pub use boneyard_deeds::lay::Lay;
pub use boneyard_deeds::things::{Drop, Give, PickUp};
use boneyard_table::deeds;
pub use boneyard_world::run::deed::{
    Attempt, Disarm, JoinWays, Lead, Open, OpenAdventure, Pay, Search as LookAround, ShareOut, Stash, Talk,
    Unlock,
};
pub use other::OtherCommand;

use crate::DirkRules;
use crate::campaign::{BringAlong, FallUpon, Walk};
use crate::check::{CallSave, Contest, Terms};
use crate::combat::{
    Apart, Attack, Begin, CalledShot, EndBattle, EndTurn, Feint, FullDefense, Grapple, Help, Hold, Join,
    MakeReady, Misc, Move, Rally, Route, Stand, Taunt, UseSpecial,
};
use crate::growth::{Consume, Find};
use crate::hero::{Add, Assign, BeginHero, Buy, Learn, Name, Ready, RollTotals};
use crate::house::SetHouse;
use crate::lesson::{Apprentice, LeaveLesson, LessonMeets, LessonNeeds, Train};
use crate::power::UsePower;
use crate::time::{Breathless, Chase, Deprive, Relieve, Ride, Say, Spend, Wake};
use crate::trade::{Repair, Sell, Shop, Work};
use crate::world::{
    Befall, BlackMarket, Draw, FindAt, Ford, Grant, HandOut, Hazard, Meet, Mishap, PutAside, Search,
    SetWeather, Take, TakeGems, Threaten,
};

deeds! {
    /// A command.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Command of DirkRules {
        "attack" => Attack,
        "full_defense" => FullDefense,
        "called_shot" => CalledShot,
        "grapple" => Grapple,
        "feint" => Feint,
        "taunt" => Taunt,
        "route" => Route,
        "rally" => Rally,
        "help" => Help,
        "make_ready" => MakeReady,
        "special" => UseSpecial,
        "misc" => Misc,
        "use" => UsePower,
        "consume" => Consume,
        "move" => Move,
        "stand" => Stand,
        "hold" => Hold,
        "end_turn" => EndTurn,
        "begin" => Begin,
        "join" => Join,
        "end_battle" => EndBattle,
        "hand_on" | "give" => Give,
        "drop" => Drop,
        "pick_up" => PickUp,
        "fix" => Repair,
        "search" => Search,
        "take" => Take,
        "shop" => Shop,
        "sell" => Sell,
        "work" => Work,
        "save" => CallSave,
        "contest" => Contest,
        "add" => Add,
        "name" => Name,
        "find" => Find,
        "house" => SetHouse,
        "find_at" => FindAt,
        "black_market" => BlackMarket,
        "weather" => SetWeather,
        "ford" => Ford,
        "mishap" => Mishap,
        "threat" => Threaten,
        "draft" => BeginHero,
        "lay" => Lay<Terms>,
        "roll_totals" => RollTotals,
        "assign" => Assign,
        "learn" => Learn,
        "buy" => Buy,
        "ready" => Ready,
        "spend" => Spend,
        "apart" => Apart,
        "say" => Say,
        "chase" => Chase,
        "ride" => Ride,
        "apprentice" => Apprentice,
        "train" => Train,
        "leave_lesson" => LeaveLesson,
        "lesson_needs" => LessonNeeds,
        "lesson_meets" => LessonMeets,
        "breathless" => Breathless,
        "deprive" => Deprive,
        "relieve" => Relieve,
        "wake" => Wake,
        "draw" => Draw,
        "meet" => Meet,
        "hand_out" => HandOut,
        "befall" => Befall,
        "put_aside" => PutAside,
        "hazard" => Hazard,
        "grant" => Grant,
        "pay" => Pay,
        "share_out" => ShareOut,
        "take_gems" => TakeGems,
        "open_adventure" => OpenAdventure,
        "walk" => Walk,
        "bring_along" => BringAlong,
        "lead" => Lead,
        "try" => Attempt,
        "look_around" => LookAround,
        "open" => Open,
        "unlock" => Unlock,
        "disarm" => Disarm,
        "stash" => Stash,
        "join_ways" => JoinWays,
        "talk" => Talk,
        "fall_upon" => FallUpon,
    }
    else Other(OtherCommand) in carry
}
