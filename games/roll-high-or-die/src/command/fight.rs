//! Commands of an Encounter: the Call, every Generic Action, what costs nothing, the end.

use boneyard_table::{Address, By, Cx, Flow, Lane, Refusal, Seat, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::RollHighOrDie;
use crate::combat::{
    self, Attack, Batter, BreakFree, Call, Climb, Doer, Join, Leap, Leave, OnNeighbour, Run, Shift,
    TakeStance, UseFeature,
};
use crate::instinct;
use crate::rules;
use crate::trap::{self, Disarm, LayTrap};

/// A command of an Encounter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FightCommand {
    /// The Call for Initiative.
    Call(Call),
    /// Somebody joins.
    Join(Join),
    /// Attack.
    Attack(Attack),
    /// Grapple.
    Grapple(OnNeighbour),
    /// Shove.
    Shove(OnNeighbour),
    /// Maneuver: another Stance.
    Stance(TakeStance),
    /// Maneuver: run.
    Run(Run),
    /// Maneuver: crawl.
    Crawl(Shift),
    /// Maneuver: climb.
    Climb(Climb),
    /// Maneuver: jump.
    Jump(Leap),
    /// Maneuver: swim.
    Swim(Shift),
    /// Attack a thing.
    Batter(Batter),
    /// Catch somebody who falls.
    Catch(OnNeighbour),
    /// Disarm a trap.
    Disarm(Disarm),
    /// The Referee lays a trap.
    LayTrap(LayTrap),
    /// The Referee has somebody do what they would do by themselves.
    Script(Doer),
    /// Aid.
    Aid(OnNeighbour),
    /// Hide.
    Hide(Doer),
    /// Detect.
    Detect(Doer),
    /// Interact: FORCE.
    Force(OnNeighbour),
    /// Uses a Feature.
    Feature(UseFeature),
    /// Gets free.
    BreakFree(BreakFree),
    /// Lets go of somebody.
    LetGo(OnNeighbour),
    /// Leaves over the edge of the map.
    Leave(Leave),
    /// Ends the Turn.
    EndTurn(Doer),
    /// The Referee ends the Encounter.
    EndEncounter,
}

pub(super) fn address(command: &FightCommand) -> Address {
    let who = match command {
        // The rules refuse by name where it is not the Referee.
        FightCommand::Call(_)
        | FightCommand::Join(_)
        | FightCommand::EndEncounter
        | FightCommand::LayTrap(_)
        | FightCommand::Script(_) => {
            return Address { lane: Lane::Scene, by: By::Anyone };
        }
        FightCommand::Attack(attack) => attack.who,
        FightCommand::Grapple(on)
        | FightCommand::Shove(on)
        | FightCommand::Aid(on)
        | FightCommand::Catch(on)
        | FightCommand::Force(on)
        | FightCommand::LetGo(on) => on.who,
        FightCommand::Stance(take) => take.who,
        FightCommand::Run(run) => run.who,
        FightCommand::Crawl(shift) | FightCommand::Swim(shift) => shift.who,
        FightCommand::Batter(batter) => batter.who,
        FightCommand::Disarm(disarm) => disarm.who,
        FightCommand::Climb(climb) => climb.who,
        FightCommand::Jump(leap) => leap.who,
        FightCommand::Hide(doer) | FightCommand::Detect(doer) | FightCommand::EndTurn(doer) => doer.who,
        FightCommand::Feature(usage) => usage.who,
        FightCommand::BreakFree(free) => free.who,
        FightCommand::Leave(leave) => leave.who,
    };
    Address { lane: Lane::Scene, by: By::Actor(who) }
}

pub(super) fn resolve(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, command: FightCommand) -> Flow {
    match command {
        FightCommand::Call(call) => combat::call(cx, by, &call),
        FightCommand::Join(join) => combat::join(cx, by, join),
        FightCommand::Attack(attack) => combat::attack(cx, &attack),
        FightCommand::Grapple(on) => combat::grapple(cx, on),
        FightCommand::Shove(on) => combat::shove(cx, on),
        FightCommand::Stance(take) => combat::take_stance(cx, take),
        FightCommand::Run(run) => combat::run(cx, &run),
        FightCommand::Crawl(shift) => combat::crawl(cx, shift),
        FightCommand::Climb(climb) => combat::climb(cx, climb),
        FightCommand::Jump(leap) => combat::jump(cx, leap),
        FightCommand::Swim(shift) => combat::swim(cx, shift),
        FightCommand::Batter(batter) => combat::batter(cx, &batter),
        FightCommand::Catch(on) => combat::catch(cx, on),
        FightCommand::Disarm(disarm) => trap::disarm(cx, disarm),
        FightCommand::LayTrap(lay) => trap::lay_trap(cx, by, &lay),
        FightCommand::Script(doer) => script(cx, by, doer),
        FightCommand::Aid(on) => combat::aid(cx, on),
        FightCommand::Hide(doer) => combat::hide(cx, doer),
        FightCommand::Detect(doer) => combat::detect(cx, doer),
        FightCommand::Force(on) => combat::force(cx, on),
        FightCommand::Feature(usage) => combat::use_feature(cx, &usage),
        FightCommand::BreakFree(free) => combat::break_free(cx, free),
        FightCommand::LetGo(on) => combat::let_go(cx, on),
        FightCommand::Leave(leave) => combat::leave(cx, by, leave),
        FightCommand::EndTurn(doer) => combat::end_turn(cx, doer),
        FightCommand::EndEncounter => combat::end_encounter(cx, by),
    }
}

/// Somebody does what they would do by themselves.
fn script(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, doer: Doer) -> Flow {
    let rule = rules::RH_HOUSE_23H;
    combat::gm(by, rule, "Only the Referee lets somebody go by themselves.")?;
    combat::known(cx.state(), doer.who)?;
    let Some(next) = instinct::command(cx.at(), doer.who) else {
        let sentence = format!("It is not the Turn of {}.", cx.state().name(doer.who));
        return refuse(Refusal::new(rule, "not-your-turn", sentence));
    };
    cx.cite(rule);
    super::resolve(cx, by, next)
}
