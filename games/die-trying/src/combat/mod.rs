//! Combat: Initiative and turns, Strikes with their weapon traits and fumbles, moving, the actions of
//! the book and ours, Reactions, morale, and how a fight ends. Hiding is with sight, magic by itself.

mod act;
mod aim;
mod arms;
mod attack_roll;
mod bars;
mod begin;
mod draw;
mod end;
mod fumble;
mod ground;
mod hit;
mod legal;
mod lore;
mod morale;
mod provoke;
mod react;
mod ready;
mod shove;
mod special;
mod strike;
mod talent;
mod turn;
mod walk;

pub use act::{
    Doer, Escape, HelpAlly, check_dash, check_dodge, dash, dodge, douse_self, escape, help, stand,
};
pub use aim::{Assault, Strike, check_strike, reaches};
pub use arms::{Weapon, Weapons, Wielded, natural_or_held, ranges, weapon, weapons, wielded};
pub use attack_roll::{attack_parts, glimpses, shown, shown_once};
pub use begin::{Fight, Join, fight, in_sight, join};
pub use draw::{Draw, DropItem, PickUp, draw, drop_item, pick_up, stow};
pub use end::{Leave, able, check_leave, leave, over, stop_fight};
pub use ground::{BoardDraw, Stand as StandAt, lay, lay_board, place};
pub use hit::{Spillable, damage_parts, spill_targets};
pub use legal::{
    Cost, as_bonus, awake, fighters, gm, hostile, house_action, is_awake, known, legal, opponents,
    out_of_fight, pay, pay_deed,
};
pub use lore::{RecallCreature, lore_skill, recall_creature};
pub use morale::{Morale, check_morale, must_test, test_morale};
pub use provoke::{provoke, stands_by};
pub use react::{Opportunity, opportunities};
pub use ready::{ReadyDeed, Spring, ready, spring};
pub use shove::{Shove, check_shove, shove};
pub use special::{Special, check_special, special};
pub use strike::{assault, lets_go_of_others, strike};
pub use talent::{TakeStyle, style_met, take_style};
pub use turn::{EndTurn, NOBODY, awaits, end_turn, settle};
pub use walk::{
    Door as DoorCommand, Gait, Go, check_go, door, gait, go, reachable, towards, towards_place, towards_some,
    up_to_enemies,
};
