//! Combat: Initiative and turns, Strikes with their weapon traits and fumbles, moving, the actions of
//! the book and ours, Reactions, morale, and how a fight ends. Hiding is with sight, magic by itself.

mod act;
mod aim;
mod arms;
mod attack_roll;
mod bars;
mod begin;
mod door;
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

pub use act::{Dash, Dodge, DouseSelf, Escape, HelpAlly, StandUp};
pub use aim::{Assault, Strike, may_strike, reaches};
pub use arms::{Weapon, Weapons, Wielded, natural_or_held, ranges, weapon, weapons, wielded};
pub use attack_roll::{attack_parts, glimpses, shown, shown_once};
pub(crate) use begin::where_to;
pub use begin::{Fight, Join};
pub use door::UseDoor;
pub use draw::{Draw, Drop, PickUp, Stow};
pub use end::{Leave, StopFight, able, may_leave, over};
pub use ground::{BoardDraw, Stand, floor, floor_spots, lay, may_place};
pub use hit::{Spillable, damage_parts, spill_targets};
pub use legal::{
    Cost, actor_now, any_known, as_bonus, at_leisure, at_once, awake, can_do, fighter_now, fighters, hostile,
    house_actions, is_awake, known, legal, may_at_leisure, may_be_up, may_do, may_do_deed, may_house_action,
    may_in_peace, may_know, may_target, never_a_bonus, opponents, pay, pay_deed, unfit,
};
pub use lore::{RecallCreature, lore_skill};
pub use morale::{Morale, must_test};
pub use provoke::{provoke, stands_by};
pub use react::{Opportunity, opportunities};
pub use ready::{ReadyDeed, Spring};
pub use shove::Shove;
pub use special::Special;
pub use strike::{assault, lets_go_of_others};
pub use talent::{TakeStyle, style_met};
pub use turn::{EndTurn, NOBODY, awaits, settle};
pub(crate) use walk::square;
pub use walk::{Gait, Go, gait, reachable, towards, towards_place, towards_some, up_to_enemies};
