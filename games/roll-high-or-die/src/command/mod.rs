//! What a seat may ask for: every deed, in the order in which they are offered.

mod scenario;

use boneyard_table::deeds;
pub use scenario::ScenarioCommand;

use crate::RollHighOrDie;
use crate::check::{CallCheck, Contest, Improvise, Measure, Request, RollDice};
use crate::combat::{
    Aid, Attack, Batter, BoardDraw, BreakFree, Call, Catch, Climb, Crawl, Detect, EndEncounter, EndTurn,
    Force, Grapple, Hide, Join, Leap, Leave, LetGo, Run, Script, Shove, Stand, Swim, TakeStance, UseFeature,
};
use crate::hero::{
    Assign, BeginHero, Buy, BuyDegree, BuyFeature, BuyTrait, DoneLearning, DoneShopping, FinishHero,
    GiveBack, Return, RollScores, SetConcept,
};
use crate::hurt::{Air, Fall, Harm, Inflict, RestoreVitality, SpendHitDie};
use crate::inventory::{
    Appraise, Craft, Drop, Give, Grip, Interact, Mend, PickUp, Purchase, Recover, Reload, Retag, Sell, Split,
    Stow, Unjam, Wear,
};
use crate::living::{
    Award, BeginWatch, Declare, Drink, Eat, EndWatch, Forage, PassWatches, PlanDay, Practise, Refill,
    SetSeason, SetWeather, Study, Tend,
};
use crate::table::{AddCreature, Considers, Grant, SetCurrent, SetDoor, SetFloor, SetHouse, SetLight};
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
        "drop" => Drop,
        "interact" => Interact,
        "pick_up" => PickUp,
        "stow" => Stow,
        "recover" => Recover,
        "give" => Give,
        "split" => Split,
        "wear" => Wear,
        "purchase" => Purchase,
        "sell" => Sell,
        "appraise" => Appraise,
        "craft" => Craft,
        "mend" => Mend,
        "retag" => Retag,
        "grip" => Grip,
        "reload" => Reload,
        "unjam" => Unjam,
        "house" => SetHouse,
        "add_creature" => AddCreature,
        "board" => BoardDraw,
        "place" => Stand,
        "door" => SetDoor,
        "floor" => SetFloor,
        "current" => SetCurrent,
        "light" => SetLight,
        "measure" => Measure,
        "grant" => Grant,
        "regard" => Considers,
        "eat" => Eat,
        "drink" => Drink,
        "forage" => Forage,
        "declare" => Declare,
        "refill" => Refill,
        "study" => Study,
        "tend" => Tend,
        "practise" => Practise,
        "begin_watch" => BeginWatch,
        "plan_day" => PlanDay,
        "pass_watches" => PassWatches,
        "season" => SetSeason,
        "weather" => SetWeather,
        "end_watch" => EndWatch,
        "award" => Award,
        "begin_hero" => BeginHero,
        "concept" => SetConcept,
        "roll_scores" => RollScores,
        "assign" => Assign,
        "buy_feature" => BuyFeature,
        "buy_trait" => BuyTrait,
        "buy_degree" => BuyDegree,
        "done_learning" => DoneLearning,
        "buy" => Buy,
        "done_shopping" => DoneShopping,
        "finish_hero" => FinishHero,
        "give_back" => GiveBack,
        "return" => Return,
        "call_check" => CallCheck,
        "contest" => Contest,
        "roll_dice" => RollDice,
        "restore" => RestoreVitality,
        "inflict" => Inflict,
        "harm" => Harm,
        "fall" => Fall,
        "air" => Air,
        "improvise" => Improvise,
        "request" => Request,
        "spend_hit_die" => SpendHitDie,
    }
    else Other(ScenarioCommand) in scenario
}
