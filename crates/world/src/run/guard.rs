//! Traps: what sets them off, whom they catch, how they are found and made safe.

use boneyard_table::{Cx, Flow, Who};

use super::effect::run;
use super::fact::WorldFact;
use super::fill::file;
use super::scope::{Scope, listed};
use super::world::{Id, PlaceKey, Running};
use super::worldly::Worldly;
use crate::adventure::{Catches, SetOff, Trap};
use crate::part::Ref;

/// What somebody does in a place sets off the traps that wait for it there, or on one thing there.
pub(super) fn set_off<G: Worldly>(
    cx: &mut Cx<'_, G>,
    who: Who,
    here: &PlaceKey,
    how: SetOff,
    on: Option<&str>,
) -> Flow {
    let key = &here.adventure;
    let Some(file) = file(cx, key) else { return Ok(()) };
    for trap in &file.trap {
        let is_on = trap.on.as_ref().map(|on| on.as_str());
        let waits =
            trap.set_off.contains(&how) && if on.is_some() { is_on == on } else { is_there(trap, here) };
        if waits && G::world(cx.state()).running(key).is_some_and(|running| is_armed(running, trap)) {
            spring(cx, who, here, trap)?;
        }
    }
    Ok(())
}

/// A trap goes off.
pub(super) fn spring<G: Worldly>(cx: &mut Cx<'_, G>, who: Who, here: &PlaceKey, trap: &Trap<G>) -> Flow {
    let key: &Id = &here.adventure;
    let scope = Scope { adventure: Some(key.clone()), here: Some(here.clone()), actor: Some(who) };
    cx.record(G::CITES.adventure, WorldFact::Sprung(key.clone(), trap.id.shared(), who).into());
    let caught = match trap.catches {
        Catches::Everyone => listed(cx.at(), "@everyone", &scope),
        Catches::Actor | Catches::First | Catches::Entry => vec![who],
    };
    let harm = match &trap.does {
        Some(Ref::Written(harm)) => Some(harm),
        Some(Ref::Named(word)) => {
            file(cx, key).and_then(|file| file.cast.own.as_ref()?.harms.get(word.as_str()))
        }
        None => None,
    };
    if let Some(harm) = harm {
        G::harm(cx, &caught, harm)?;
    }
    G::sprung(cx, who, here, trap, &caught)?;
    run(cx, &trap.then, &scope, &mut 0)
}

/// Whether it would go off.
pub(super) fn is_armed<G: Worldly>(running: &Running, trap: &Trap<G>) -> bool {
    let id = trap.id.as_str();
    !running.disarmed.contains(id) && (trap.resets || !running.sprung.contains(id))
}

/// Whether it is in a place and not on one thing there.
fn is_there<G: Worldly>(trap: &Trap<G>, here: &PlaceKey) -> bool {
    trap.on.is_none() && trap.r#where.as_str() == &*here.place
}

/// Traps of a place that heroes know of and that would still go off.
pub(super) fn known<'b, G: Worldly>(
    running: &Running,
    traps: &'b [Trap<G>],
    here: &PlaceKey,
) -> impl Iterator<Item = &'b Trap<G>> {
    traps.iter().filter(move |trap| {
        let known = running.noticed.contains(trap.id.as_str());
        known && trap.r#where.as_str() == &*here.place && is_armed(running, trap)
    })
}
