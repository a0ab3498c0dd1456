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
    Freeform, GivenToken, HelpAlly, Regain, breathe, defend, defends_with, dodge, freeform, help, regain,
};
pub use ally::{AddAlly, PetAct, PetDeed, add_ally, check as check_pet_act, pet_act};
pub use arms::{Arms, arms, choices as arms_in_hand};
pub use attack::{
    Assault, Attack, assault, attack, check as check_attack, everybody_within, opening as has_opening,
};
pub use begin::{
    Fight, JoinFight, Stand, chart as chart_of, comes, fight, join_fight, place, prepare, set_up, start_fight,
};
pub use effect::{fresh_name, leap};
pub use end::{challenging_fight, challenging_foe, over, stop_fight, vanish};
pub use faces::failed as faces_deceive;
pub use foe::{FoeAct, RELOAD, action, check as check_foe_act, defends, entry, foe_act, targets_of_all};
pub use go::{
    Face, FightDoor, Go, Leave, check_leave, check_move, door_at, face, fight_door, gait, go as go_to, leave,
    moves,
};
pub use ground::{
    Gait, MOST_SIDE, able, check_reach, close, distance, drawn_chart, fighters, ghostly, hostile, open_chart,
    opponents, present, reachable, standing, threats, tiles_apart, towards,
};
pub use hold::{BreakFree, CutLoose, break_free, cut_loose};
pub use item::{
    Equip, ItemTo, OwnItem, PickUp, check_use, equip, give, load, lying, pick_up, throw, use_item,
};
pub use legal::{
    acting as check_acting, acting_hero as check_hero, candidate, candidates, is_candidate, phase,
    spend as pay,
};
pub use morale::{died, fallen, lower as lower_morale, presence};
pub use skill::{
    OnEnemy, Stalk, banish, bash, check_banish, check_bash, check_fearless, check_feint, check_intimidate,
    check_stalk, fearless, feint, intimidate, stalk,
};
pub use tokens::{dodge as place_dodge, grab, lets_go, release, shield as place_shield, stun};
pub use turn::{BeginTurn, EndTurn, begin_turn, end_turn, settle, too_much};
pub use whose_move::awaits;
