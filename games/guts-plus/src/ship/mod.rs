//! The supply ship: the crew and its things in `crew`, tasks of a watch in `task`, what lodges in
//! the ducts in `creature`, the watch itself in `watch`, what comes out in `tell_tale`, winning in
//! `goal`, and how bots play it in `bots` and `hunt`. Everything hidden is told to the GM alone.

mod bots;
mod creature;
mod crew;
mod goal;
mod hunt;
mod task;
mod tell_tale;
mod watch;

pub use bots::{awaits, command};
pub use creature::{act, come_out, creature_moves, creature_size, grow, kill, lull};
pub use crew::{aboard, arc, begun, crew_member, crew_role, recharge, wake_crew};
pub use goal::{end_ship, mark_goal, proposed, show_goals, told};
pub use hunt::command as hunts;
pub use task::{Doing, idle, lacks, task};
pub use tell_tale::{boss, look_over, reveal, search};
pub use watch::{end_watch, fight_begins, fight_ends, helped, may_help};

use std::sync::Arc;

use boneyard_table::{Cx, Flow, Refusal, refuse};

use crate::GutsPlus;
use crate::fact::ShipFact;
use crate::rules;
use crate::state::Ship;

/// The ship, while it is under way.
fn under_way(cx: &Cx<'_, GutsPlus>) -> Flow<Arc<Ship>> {
    match &cx.state().ship {
        Some(ship) if ship.ended.is_none() => Ok(ship.clone()),
        Some(_) => refuse(Refusal::new(rules::GP_SCN_12, "over", "The trip is over.")),
        None => refuse(Refusal::new(rules::GP_SCN_03, "not-begun", "The crew is still asleep.")),
    }
}

/// A fact the GM alone may know.
fn hide(cx: &mut Cx<'_, GutsPlus>, rule: boneyard_table::RuleId, fact: ShipFact) {
    cx.record_for(boneyard_table::Audience::GM, rule, fact.into());
}

/// The ship as it is now, inside a run that has checked that there is one.
fn now<'a>(cx: &'a Cx<'_, GutsPlus>) -> &'a Ship {
    cx.state().ship.as_ref().expect("the ship is under way while its rules run")
}
