//! Encounters: Initiative and Turns, Attacks, every Generic Action, what they set off, being pushed and falling. What a
//! hit does to a body is in `hurt`; what is seen from where in `sight`.

mod aims;
mod arms;
mod assault;
mod attack;
mod begin;
mod bodies;
mod bonus;
mod burst;
mod catch;
mod cited;
mod climb;
mod elements;
mod feature;
mod grapple;
mod hide;
mod hit;
mod jump;
mod lay;
mod legal;
mod maneuver;
mod object;
mod push;
mod react;
mod ready;
mod run;
mod script;
mod shot;
mod swim;
mod turn;
mod way;

pub(crate) use arms::IMPROVISED;
pub use arms::{Hold, UNARMED, Weapon, ability, degree, holds, longest_reach, weapon, weapons};
pub use assault::{Assault, Struck, assault, check_assault};
pub use attack::{Attack, Open, may_strike, open_attacks, settled};
pub use begin::{Call, Join, Stand, stands};
pub use bonus::{attack_sums, cover, defense};
pub use catch::Catch;
pub use climb::{Climb, simply_climbs};
pub use elements::{breathe, glare};
pub use feature::UseFeature;
pub use grapple::{BreakFree, Force, Grapple, LetGo, Shove, Shoved, shove_spaces};
pub use hide::{Aid, Detect, Hide, hides, is_seen, looks_around};
pub use jump::Leap;
pub use lay::{BoardDraw, lay};
pub use legal::{
    able, at_ease, beside, fighters, gm, has, in_encounter, known, may_take, opponents, pay, takes, target,
};
pub use maneuver::{Crawl, TakeStance};
pub use object::Batter;
pub use push::{floor_under, in_the_way, many, over_nothing, push, push_from, taken, ties};
pub use react::melee;
pub use run::Run;
pub use script::Script;
pub use swim::Swim;
pub use turn::{EndEncounter, EndTurn, Leave, awaits, end, may_leave, settle, shares};
pub use way::{free_spaces, lines, reachable, towards, ways};
