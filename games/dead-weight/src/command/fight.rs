//! Commands of a fight: setting it up, turns, every action of adventurers and foes.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DeadWeight;
use crate::combat::{
    self, AddAlly, Attack, BeginTurn, BreakFree, CutLoose, EndTurn, Equip, Face, Fight, FightDoor, FoeAct,
    Freeform, Go, HelpAlly, ItemTo, JoinFight, Leave, OnEnemy, OwnItem, PetAct, PickUp, Regain, Stalk, Stand,
};
use crate::gear::UseItem;

/// Somebody who does something that needs no more words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Doer {
    /// Who.
    pub who: Who,
}

/// A command of a fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FightCommand {
    /// Sets up a fight.
    Fight(Fight),
    /// Puts somebody on a tile during setup.
    Place(Stand),
    /// A stalker's stroke before the first phase.
    Stalk(Stalk),
    /// Rolls initiative and begins the first round.
    StartFight,
    /// Somebody joins.
    JoinFight(JoinFight),
    /// Brings in a pet or servant.
    AddAlly(AddAlly),
    /// Ends a fight that came to nothing.
    StopFight,
    /// Opens or closes a door of the chart.
    FightDoor(FightDoor),
    /// Begins a turn.
    BeginTurn(BeginTurn),
    /// Ends a turn.
    EndTurn(EndTurn),
    /// Attacks with a weapon.
    Attack(Attack),
    /// Moves.
    CombatMove(Go),
    /// Leaves the chart by an exit.
    LeaveFight(Leave),
    /// Looks another way.
    Face(Face),
    /// Recovers.
    CombatRecover(Regain),
    /// Catches breath.
    CombatBreath(Doer),
    /// Places shield tokens.
    Defend(Doer),
    /// Tries for dodge tokens.
    Dodge(Doer),
    /// Helps another through their next turn.
    HelpAnother(HelpAlly),
    /// Tries something else.
    CombatFreeform(Freeform),
    /// Changes equipment.
    Equip(Equip),
    /// Uses a quick item.
    CombatUse(UseItem),
    /// Gives a thing to somebody on the same tile.
    CombatGive(ItemTo),
    /// Throws a thing to somebody.
    ThrowItem(ItemTo),
    /// Loads a weapon.
    Reload(OwnItem),
    /// Picks up what lies there.
    PickUp(PickUp),
    /// Breaks free.
    BreakFree(BreakFree),
    /// Cuts what holds somebody.
    CutLoose(CutLoose),
    /// Bashes an enemy.
    Bash(OnEnemy),
    /// Feints.
    Feint(OnEnemy),
    /// Shrugs off a wound on PRE.
    Fearless(Doer),
    /// Intimidates everybody Nearby.
    Intimidate(Doer),
    /// Banishes undead.
    BanishUndead(Doer),
    /// A creature does something of its sheet.
    FoeAct(FoeAct),
    /// A pet does something.
    PetAct(PetAct),
}

pub(super) fn address(command: &FightCommand) -> Address {
    let by = match command {
        FightCommand::Fight(_)
        | FightCommand::Place(_)
        | FightCommand::StartFight
        | FightCommand::JoinFight(_)
        | FightCommand::AddAlly(_)
        | FightCommand::StopFight
        | FightCommand::FightDoor(_) => By::Anyone,
        FightCommand::Stalk(Stalk { who, .. })
        | FightCommand::BeginTurn(BeginTurn { who })
        | FightCommand::EndTurn(EndTurn { who })
        | FightCommand::Attack(Attack { who, .. })
        | FightCommand::CombatMove(Go { who, .. })
        | FightCommand::LeaveFight(Leave { who })
        | FightCommand::Face(Face { who, .. })
        | FightCommand::CombatRecover(Regain { who, .. })
        | FightCommand::CombatBreath(Doer { who })
        | FightCommand::Defend(Doer { who })
        | FightCommand::Dodge(Doer { who })
        | FightCommand::HelpAnother(HelpAlly { who, .. })
        | FightCommand::CombatFreeform(Freeform { who, .. })
        | FightCommand::Equip(Equip { who, .. })
        | FightCommand::CombatUse(UseItem { who, .. })
        | FightCommand::CombatGive(ItemTo { who, .. })
        | FightCommand::ThrowItem(ItemTo { who, .. })
        | FightCommand::Reload(OwnItem { who, .. })
        | FightCommand::PickUp(PickUp { who, .. })
        | FightCommand::BreakFree(BreakFree { who, .. })
        | FightCommand::CutLoose(CutLoose { who, .. })
        | FightCommand::Bash(OnEnemy { who, .. })
        | FightCommand::Feint(OnEnemy { who, .. })
        | FightCommand::Fearless(Doer { who })
        | FightCommand::Intimidate(Doer { who })
        | FightCommand::BanishUndead(Doer { who })
        | FightCommand::FoeAct(FoeAct { who, .. })
        | FightCommand::PetAct(PetAct { who, .. }) => By::Actor(*who),
    };
    Address { lane: Lane::Scene, by }
}

pub(super) fn resolve(cx: &mut Cx<'_, DeadWeight>, by: Seat, command: FightCommand) -> Flow {
    match command {
        FightCommand::Fight(fight) => combat::fight(cx, by, &fight),
        FightCommand::Place(stand) => combat::place(cx, by, stand),
        FightCommand::Stalk(stalk) => combat::stalk(cx, &stalk),
        FightCommand::StartFight => combat::start_fight(cx, by),
        FightCommand::JoinFight(join) => combat::join_fight(cx, by, join),
        FightCommand::AddAlly(add) => combat::add_ally(cx, by, &add),
        FightCommand::StopFight => combat::stop_fight(cx, by),
        FightCommand::FightDoor(door) => combat::fight_door(cx, by, door),
        FightCommand::BeginTurn(begin) => combat::begin_turn(cx, begin),
        FightCommand::EndTurn(end) => combat::end_turn(cx, by, end),
        FightCommand::Attack(attack) => combat::attack(cx, &attack),
        FightCommand::CombatMove(go) => combat::go_to(cx, by, &go),
        FightCommand::LeaveFight(leave) => combat::leave(cx, by, leave),
        FightCommand::Face(face) => combat::face(cx, face),
        FightCommand::CombatRecover(regain) => combat::regain(cx, by, regain),
        FightCommand::CombatBreath(Doer { who }) => combat::breathe(cx, who),
        FightCommand::Defend(Doer { who }) => combat::defend(cx, who),
        FightCommand::Dodge(Doer { who }) => combat::dodge(cx, who),
        FightCommand::HelpAnother(help) => combat::help(cx, help),
        FightCommand::CombatFreeform(freeform) => combat::freeform(cx, &freeform),
        FightCommand::Equip(equip) => combat::equip(cx, equip),
        FightCommand::CombatUse(used) => combat::use_item(cx, &used),
        FightCommand::CombatGive(give) => combat::give(cx, give),
        FightCommand::ThrowItem(throw) => combat::throw(cx, throw),
        FightCommand::Reload(load) => combat::load(cx, load),
        FightCommand::PickUp(pick) => combat::pick_up(cx, pick),
        FightCommand::BreakFree(free) => combat::break_free(cx, free),
        FightCommand::CutLoose(cut) => combat::cut_loose(cx, cut),
        FightCommand::Bash(bash) => combat::bash(cx, bash),
        FightCommand::Feint(feint) => combat::feint(cx, feint),
        FightCommand::Fearless(Doer { who }) => combat::fearless(cx, who),
        FightCommand::Intimidate(Doer { who }) => combat::intimidate(cx, who),
        FightCommand::BanishUndead(Doer { who }) => combat::banish(cx, who),
        FightCommand::FoeAct(act) => combat::foe_act(cx, by, &act),
        FightCommand::PetAct(act) => combat::pet_act(cx, by, act),
    }
}
