//! Encounters: Initiative and Turns, Attacks, every Generic Action, what they set off, being pushed and falling. What a
//! hit does to a body is in `hurt`; what is seen from where in `sight`.

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
mod shot;
mod swim;
mod turn;
mod way;

pub(crate) use arms::IMPROVISED;
pub use arms::{Hold, UNARMED, Weapon, ability, degree, holds, longest_reach, weapon, weapons};
pub use assault::{Assault, Struck, assault, check_assault};
pub use attack::{Attack, Open, attack, check_attack, may_strike, open_attacks, settled};
pub use begin::{Call, Join, Stand, call, join, place, stands};
pub use bonus::{attack_sums, cover, defense};
pub use catch::{catch, check_catch};
pub use climb::{Climb, check_climb, climb};
pub use elements::{breathe, glare};
pub use feature::{UseFeature, use_feature};
pub use grapple::{
    BreakFree, OnNeighbour, Shoved, break_free, check_break_free, check_force, check_grapple, check_shove,
    force, grapple, let_go, shove, shove_spaces,
};
pub use hide::{Doer, aid, check_aid, check_detect, check_hide, detect, hide, hides, is_seen, looks_around};
pub use jump::{Leap, check_jump, jump};
pub use lay::{BoardDraw, lay, lay_board};
pub use legal::{
    able, at_ease, beside, fighters, gm, has, in_encounter, known, opponents, pay, takes, target,
};
pub use maneuver::{Shift, TakeStance, check_crawl, check_stance, crawl, take_stance};
pub use object::{Batter, batter, check_batter, marks};
pub use push::{many, over_nothing, push, push_from, taken, ties};
pub use react::melee;
pub use ready::check_feature;
pub use run::{Run, check_run, run};
pub use shot::kinds_at_hand;
pub use swim::{check_swim, swim};
pub use turn::{
    Leave, awaits, check_end_turn, check_leave, end, end_encounter, end_turn, leave, settle, shares,
};
pub use way::{free_spaces, lines, reachable, towards, ways};
