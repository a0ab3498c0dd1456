//! Encounters: Initiative and Turns, Attacks, every Generic Action, what they set off, being pushed and falling. What a
//! hit does to a body is in `hurt`; what is seen from where in `sight`.

mod arms;
mod attack;
mod begin;
mod feature;
mod grapple;
mod hide;
mod legal;
mod maneuver;
mod push;
mod react;
mod turn;

pub use arms::{UNARMED, Weapon, ability, degree, longest_reach, weapon, weapons};
pub use attack::{
    Assault, Attack, Struck, assault, attack, attack_sums, check_assault, check_attack, cover, defense,
    settled,
};
pub use begin::{BoardDraw, Call, Join, Stand, call, join, lay, lay_board, place};
pub use feature::{UseFeature, check_feature, use_feature};
pub use grapple::{
    BreakFree, OnNeighbour, Shoved, break_free, check_break_free, check_force, check_grapple, check_shove,
    force, grapple, let_go, shove, shove_spaces,
};
pub use hide::{Doer, aid, check_aid, check_detect, check_hide, detect, hide, hides, is_seen};
pub use legal::{
    able, at_ease, beside, fighters, gm, has, in_encounter, known, opponents, pay, takes, target,
};
pub use maneuver::{
    Climb, Leap, Run, Shift, TakeStance, check_climb, check_crawl, check_jump, check_run, check_stance,
    climb, crawl, jump, reachable, run, take_stance, towards,
};
pub use push::{many, over_nothing, push, push_from, taken, ties};
pub use react::melee;
pub use turn::{Leave, awaits, check_end_turn, check_leave, end_encounter, end_turn, leave, settle, shares};
