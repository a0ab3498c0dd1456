//! Combat: setup and initiative, turns in phases, attacks and defences, tokens, morale, movement on the
//! chart, what foes and allies do, and how a fight ends. Spells and prayers are with magic.

mod act;
mod ally;
mod arms;
mod attack;
mod begin;
mod effect;
mod end;
mod faces;
mod foe;
mod go;
mod ground;
mod helpers;
mod hold;
mod item;
mod legal;
mod morale;
mod skill;
mod tokens;
mod turn;
mod whose_move;

pub use act::{
    CombatBreath, CombatFreeform, CombatRecover, Defend, Dodge, GivenToken, HelpAnother, defends_with,
};
pub use ally::{AddAlly, PetAct, PetDeed, check as check_pet_act};
pub use arms::{Arms, arms, choices as arms_in_hand};
pub use attack::{Assault, Attack, assault, check as check_attack};
pub use begin::{Fight, JoinFight, PlaceFighter, Stand, StartFight, comes, prepare, set_up};
pub use effect::{fresh_name, leap};
pub use end::{StopFight, challenging_fight, challenging_foe, over, vanish};
pub use faces::failed as faces_deceive;
pub use foe::{FoeAct, RELOAD, action, check as check_foe_act, defends, entry};
pub use go::{CombatMove, Face, FightDoor, LeaveFight, check_leave, check_move, door_at, gait, moves};
pub use ground::{
    Gait, able, check_reach, close, distance, drawn_chart, fighters, hostile, opponents, present, reachable,
    standing, threats, tiles_apart, towards,
};
pub use hold::{BreakFree, CutLoose};
pub use item::{CombatUse, Equip, PickUp, Reload, ThrowItem, check_use, hand, lying, may_hand, receiver};
pub use legal::in_hero_turn;
pub use legal::{acting_hero as check_hero, candidate, candidates, is_candidate, phase, spend as pay};
pub use morale::{died, fallen, lower as lower_morale, presence};
pub use skill::{
    BanishUndead, Bash, Fearless, Feint, Intimidate, Stalk, check_banish, check_fearless, check_stalk,
};
pub use tokens::{dodge as place_dodge, grab, lets_go, release, shield as place_shield, stun};
pub use turn::{BeginTurn, EndTurn, settle, too_much};
pub use whose_move::awaits;
