//! Where each command runs, who may give it, and the rule that carries it out.

use boneyard_table::{Address, At, By, Cx, Flow, Lane, Pilot, Seat};

use super::OtherCommand as Command;
use crate::DirkRules;
use crate::scenario::{self};
use crate::time::{self};
use crate::trade::{self};

/// Where a command runs and who may give it: who may spend time for whom is checked name by name, and what is the
/// referee's the rules say themselves.
pub fn address(command: &Command) -> Address {
    let by = match command {
        Command::Tend { who } => By::Actor(*who),
        _ => By::Anyone,
    };
    Address { lane: Lane::Scene, by }
}

/// Whether a creature that plays itself may give a command.
pub fn pilot(_at: At<'_, DirkRules>, _command: &Command) -> Pilot {
    Pilot::Never
}

/// Carries out a command.
pub fn resolve(cx: &mut Cx<'_, DirkRules>, by: Seat, command: Command) -> Flow {
    match command {
        Command::Plan { who, aim } => time::plan(cx, by, who, &aim),
        Command::PlanNeeds { plan, what, of } => time::needs(cx, by, plan, &what, of),
        Command::PlanMeets { plan, what, count } => time::meets(cx, by, plan, &what, count),
        Command::PlanDone { plan } => time::achieve(cx, by, plan),
        Command::Event { scale, die } => time::roll(cx, by, scale, die.as_deref()),
        Command::Pass(passing) => time::pass(cx, by, passing),
        Command::Explore { who, what } => time::explore(cx, by, who, &what),
        Command::Rest(rest) => time::rest(cx, by, rest),
        Command::Tend { who } => time::tend(cx, by, who),
        Command::Travel(travel) => time::travel(cx, by, travel),
        Command::Voyage { who, ship } => trade::voyage(cx, by, who, ship),
        Command::SetOut => scenario::set_out(cx, by),
        Command::Go { to } => scenario::go(cx, by, &to),
        Command::Reveal { name } => scenario::reveal(cx, by, &name),
        Command::Attempt { who, what } => scenario::attempt(cx, by, who, &what),
        Command::Loot { who, what } => scenario::loot(cx, by, who, &what),
        Command::Advance { clock } => scenario::advance(cx, by, &clock),
        Command::Flag { flag, on } => scenario::flag(cx, by, &flag, on),
        Command::Fate { of, is, who } => scenario::fate(cx, by, &of, is, who),
    }
}
