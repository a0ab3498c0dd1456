//! How the crew fights what came out of the ducts: the one who is strongest strikes, the others help with
//! all they have, and those who are badly hurt run. When it comes to that is in `bots`.

use boneyard_table::{At, Who};

use crate::GutsPlus;
use crate::combat::{Attack, BeginCombat, EndTurn, Flee};
use crate::command::{Command, ShipCommand};
use crate::gear::Take;
use crate::question::Named;
use crate::state::{Base, Ship, State};

type Here<'a> = At<'a, GutsPlus>;

/// What the GM puts into an empty hand.
const TOOL: &str = "wrench";

/// Lines through the body after which one of the crew runs.
const ENOUGH: u8 = 4;

/// How somebody comes to something to strike with: nothing if they cannot, no command if they have it.
pub(super) fn arms(at: Here<'_>, who: Who) -> Option<Option<Command>> {
    if crate::instinct::armed(at.state, who).is_some() {
        return Some(None);
    }
    let take = Take { who, thing: TOOL.into(), number: 1 };
    crate::gear::free_hand(at.state, who).map(|_| Some(take.into()))
}

/// The fight begins, with everybody who has done nothing yet in this watch.
pub(super) fn begins(ship: &Ship, striker: Who, free: &[Who]) -> Command {
    let helpers = free.iter().copied().filter(|who| *who != striker);
    let fighters = [striker].into_iter().chain(helpers).chain(ship.creature.who).collect();
    BeginCombat { fighters }.into()
}

/// What one of the crew does in such a fight; nothing in any other.
pub fn command(at: Here<'_>, who: Who) -> Option<Command> {
    let state = at.state;
    let battle = state.battle.as_ref()?;
    let grows = |who: Who| {
        let row = state.sheet(who).like.and_then(|id| at.book.foes.get(id.as_str()));
        row.is_some_and(|row| row.rest.contains_key("sizes"))
    };
    if state.sheet(who).role.is_none() || battle.turn != Some(who) || state.live(who).turn.active {
        return None;
    }
    let foe = battle.fighters.iter().map(|one| one.who).find(|who| grows(*who))?;
    let team: Vec<Who> = battle
        .fighters
        .iter()
        .filter(|one| !one.left && state.one(one.who).can_act() && state.sheet(one.who).role.is_some())
        .map(|one| one.who)
        .collect();
    let striker = team
        .iter()
        .copied()
        .filter(|one| crate::instinct::armed(state, *one).is_some())
        .max_by_key(|one| (state.sheet(*one).level(Base::Gumption.nth()), std::cmp::Reverse(*one)));
    if lines(state, who) >= ENOUGH || striker.is_none() {
        return Some(Flee { who }.into());
    }
    if striker != Some(who) {
        let charged = state.ship.as_ref().is_some_and(|ship| !ship.key_empty && ship.ended.is_none());
        if charged && state.sheet(who).role.as_deref() == Some("Pilot") {
            return Some(ShipCommand::Arc { who, target: foe }.into());
        }
        // The active action is kept for the one who strikes.
        return Some(EndTurn { who }.into());
    }
    let helps = |one: &Who| *one != who && !state.live(*one).turn.active;
    let named = Named {
        quality: Base::Gumption.name().to_owned(),
        help: team.iter().copied().filter(helps).collect(),
        ..Named::default()
    };
    let attack = Attack {
        who,
        target: foe,
        means: crate::instinct::armed(state, who)?,
        part: None,
        quality: Some(named),
        against: None,
    };
    Some(attack.into())
}

fn lines(state: &State, who: Who) -> u8 {
    state.live(who).parts.iter().map(|part| part.lines).sum()
}
