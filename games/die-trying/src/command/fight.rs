//! Commands of a fight.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::combat::{
    self, Doer, DoorCommand, EndTurn, Escape, Fight, Go, HelpAlly, Join, Leave, Morale, ReadyDeed, Shove,
    Special, Spring, Strike,
};
use crate::sight::{self, Hide, Seek, Sneak};

/// A command of a fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FightCommand {
    /// The TS begins a fight.
    Fight(Fight),
    /// Somebody joins it.
    JoinFight(Join),
    /// The TS ends it.
    StopFight,
    /// Ends a turn.
    EndTurn(EndTurn),
    /// Strike.
    Strike(Strike),
    /// An Action of a Creature's own.
    Special(Special),
    /// Dash.
    Dash(Doer),
    /// Dodge.
    Dodge(Doer),
    /// Hide.
    Hide(Hide),
    /// Sneak.
    Sneak(Sneak),
    /// Move.
    Move(Go),
    /// Stand up.
    Stand(Doer),
    /// Shove.
    Shove(Shove),
    /// Escape.
    Escape(Escape),
    /// Seek.
    Seek(Seek),
    /// Help.
    Help(HelpAlly),
    /// Ready.
    Ready(ReadyDeed),
    /// A trigger happens.
    Spring(Spring),
    /// Put out one's own fire.
    DouseSelf(Doer),
    /// Open or close a door.
    Door(DoorCommand),
    /// Leave the fight.
    Leave(Leave),
    /// Test morale.
    Morale(Morale),
}

pub(super) fn address(command: &FightCommand) -> Address {
    use FightCommand as F;
    let by = match command {
        F::Fight(_) | F::JoinFight(_) | F::StopFight | F::Spring(_) => By::Anyone,
        F::EndTurn(turn) => By::Actor(turn.who),
        F::Strike(strike) => By::Actor(strike.who),
        F::Special(special) => By::Actor(special.who),
        F::Dash(doer) | F::Dodge(doer) | F::Stand(doer) | F::DouseSelf(doer) => By::Actor(doer.who),
        F::Hide(hide) => By::Actor(hide.who),
        F::Sneak(sneak) => By::Actor(sneak.who),
        F::Move(go) => By::Actor(go.who),
        F::Shove(shove) => By::Actor(shove.who),
        F::Escape(escape) => By::Actor(escape.who),
        F::Seek(seek) => By::Actor(seek.who),
        F::Help(help) => By::Actor(help.who),
        F::Ready(ready) => By::Actor(ready.who),
        F::Door(door) => By::Actor(door.who),
        F::Leave(leave) => By::Actor(leave.who),
        F::Morale(morale) => By::Actor(morale.who),
    };
    Address { lane: Lane::Scene, by }
}

pub(super) fn resolve(cx: &mut Cx<'_, DieTrying>, by: Seat, command: FightCommand) -> Flow {
    use FightCommand as F;
    match command {
        F::Fight(fight) => combat::fight(cx, by, &fight),
        F::JoinFight(join) => combat::join(cx, by, join),
        F::StopFight => combat::stop_fight(cx, by),
        F::EndTurn(turn) => combat::end_turn(cx, turn),
        F::Strike(strike) => combat::strike(cx, &strike),
        F::Special(special) => combat::special(cx, &special),
        F::Dash(doer) => combat::dash(cx, doer),
        F::Dodge(doer) => combat::dodge(cx, doer),
        F::Hide(hide) => sight::hide(cx, &hide),
        F::Sneak(sneak) => sight::sneak(cx, sneak),
        F::Move(go) => combat::go(cx, &go),
        F::Stand(doer) => combat::stand(cx, doer),
        F::Shove(shove) => combat::shove(cx, shove),
        F::Escape(escape) => combat::escape(cx, escape),
        F::Seek(seek) => sight::seek(cx, seek),
        F::Help(help) => combat::help(cx, help),
        F::Ready(ready) => combat::ready(cx, &ready),
        F::Spring(spring) => combat::spring(cx, by, spring),
        F::DouseSelf(doer) => combat::douse_self(cx, doer),
        F::Door(door) => combat::door(cx, door),
        F::Leave(leave) => combat::leave(cx, leave),
        F::Morale(morale) => combat::test_morale(cx, morale),
    }
}
