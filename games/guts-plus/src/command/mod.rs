//! What a seat may ask for: every deed, in the order in which they are offered. The supply ship's commands are still a
//! family of the old kind.

mod ship;

use boneyard_table::deeds;
pub use ship::ShipCommand;

use crate::GutsPlus;
use crate::combat::{
    Act, Attack, BeginCombat, EndCombat, EndRound, EndTurn, Flee, Go, JoinCombat, Leave, Passive, StandUp,
    TakeTurn,
};
use crate::desk::{
    AwardCombat, AwardLe, BeginChallenge, EndChallenge, GivePower, Link, NewNpc, Note, Outline, SetDown,
    ShowPlace, Tick, UsePower,
};
use crate::essence::{
    ChooseAura, ForgetTries, GoesOn, Learn, LetGo, Obstruct, PushAside, RollAura, Unstrain, Use,
};
use crate::gear::{Define, Drink, Drop, Give, Hold, Meet, Stow, Take, TakeAway, TakeOff, Wear};
use crate::gm::Correct;
use crate::growth::{Award, Grow};
use crate::health::{
    EndCondition, HealsIn, Inflict, Injure, Meal, Readjust, Repair, Scene, Stabilise, StillSo, Time, Treat,
    Wake,
};
use crate::hero::{
    ApproveChart, Biography, ChartChange, Disown, Draft, Dress, Forget, Invent, LiveWith, Own, Points,
    Random, Ready, Undress,
};
use crate::people::Add;
use crate::roll::{Attempt, CallCheck, CallContest};
use crate::state::Card;
use crate::table::{Session, SetHouse, Speak};

deeds! {
    /// A command.
    #[derive(Clone, Debug, PartialEq, Eq)]
    // One command at a time is all there is.
    #[allow(clippy::large_enum_variant)]
    pub enum Command of GutsPlus {
        "take_turn" => TakeTurn,
        "stand_up" => StandUp,
        "attack" => Attack,
        "act" => Act,
        "passive" => Passive,
        "go" => Go,
        "flee" => Flee,
        "end_turn" => EndTurn,
        "begin_combat" => BeginCombat,
        "end_round" => EndRound,
        "end_combat" => EndCombat,
        "leave" => Leave,
        "join_combat" => JoinCombat,
        "attempt" => Attempt,
        "speak" => Speak,
        "check" => CallCheck,
        "contest" => CallContest,
        "injure" => Injure,
        "inflict" => Inflict,
        "time" => Time,
        "scene" => Scene,
        "end_condition" => EndCondition,
        "meal" => Meal,
        "heals_in" => HealsIn,
        "wake" => Wake,
        "biography" => Biography,
        "invent" => Invent,
        "forget" => Forget,
        "points" => Points,
        "dress" => Dress,
        "own" => Own,
        "undress" => Undress,
        "disown" => Disown,
        "chart" => ChartChange,
        "live_with" => LiveWith,
        "random" => Random,
        "roll_aura" => RollAura,
        "choose_aura" => ChooseAura,
        "learn" => Learn,
        "ready" => Ready,
        "essence" => Use,
        "push_aside" => PushAside,
        "let_go" => LetGo,
        "obstruct" => Obstruct,
        "goes_on" => GoesOn,
        "unstrain" => Unstrain,
        "forget_tries" => ForgetTries,
        "use_power" => UsePower,
        "grow" => Grow,
        "readjust" => Readjust,
        "repair" => Repair,
        "treat" => Treat,
        "stabilise" => Stabilise,
        "still_so" => StillSo,
        "take" => Take,
        "drop" | "put_down" => Drop,
        "give" => Give,
        "wear" => Wear,
        "take_off" => TakeOff,
        "hold" => Hold,
        "stow" => Stow,
        "drink" => Drink,
        "approve_chart" => ApproveChart,
        "take_away" => TakeAway,
        "define" => Define,
        "meet" => Meet,
        "award" => Award,
        "note" => Note,
        "outline" => Outline,
        "card" => Card,
        "challenge" => BeginChallenge,
        "tick" => Tick,
        "show_place" => ShowPlace,
        "npc" => NewNpc,
        "award_combat" => AwardCombat,
        "power" => GivePower,
        "set_down" => SetDown,
        "link" => Link,
        "end_challenge" => EndChallenge,
        "award_le" => AwardLe,
        "draft" => Draft,
        "add" => Add,
        "correct" => Correct,
        "session" => Session,
        "house" => SetHouse,
    }
    else Ship(ShipCommand) in ship
}
