//! Where each command runs, who may give it, and the rule that carries it out.

use boneyard_table::{Address, At, By, Cx, Flow, Lane, Pilot, Refusal, Seat, Who, refuse};

use super::OtherCommand as Command;
use crate::DirkRules;
use crate::check::referee;
use crate::fact::Fact;
use crate::lesson::{self};
use crate::rules;
use crate::scenario::{self};
use crate::time::{self, Stretch};
use crate::trade::{self};
use crate::world::{self};

/// Where a command runs and who may give it.
pub fn address(command: &Command) -> Address {
    let (lane, by) = match command {
        // The referee's: the rules say so themselves, each by its own name.
        Command::Apart { .. } => (Lane::Scene, By::Anyone),
        // Time passes for all: who may spend it for whom is checked name by name.
        Command::Say { .. }
        | Command::Plan { .. }
        | Command::PlanNeeds { .. }
        | Command::PlanMeets { .. }
        | Command::PlanDone { .. }
        | Command::Event { .. }
        | Command::Pass(_)
        | Command::Explore { .. }
        | Command::Rest(_)
        | Command::Travel(_)
        | Command::Deprive { .. }
        | Command::Breathless { .. }
        | Command::Relieve { .. }
        | Command::Wake { .. } => (Lane::Scene, By::Anyone),
        Command::Tend { who } | Command::Chase { who, .. } | Command::Ride { who, .. } => {
            (Lane::Scene, By::Actor(*who))
        }
        Command::Voyage { .. }
        | Command::Apprentice(_)
        | Command::Train { .. }
        | Command::LessonNeeds { .. }
        | Command::LessonMeets { .. }
        | Command::LeaveLesson { .. } => (Lane::Scene, By::Anyone),
        Command::Draw { .. }
        | Command::Meet { .. }
        | Command::HandOut { .. }
        | Command::Befall { .. }
        | Command::PutAside { .. }
        | Command::Grant { .. }
        | Command::Hazard { .. } => (Lane::Scene, By::Anyone),
        Command::SetOut
        | Command::Go { .. }
        | Command::Reveal { .. }
        | Command::Attempt { .. }
        | Command::Loot { .. }
        | Command::Advance { .. }
        | Command::Flag { .. }
        | Command::Fate { .. } => (Lane::Scene, By::Anyone),
    };
    Address { lane, by }
}

/// Whether a creature that plays itself may give a command.
pub fn pilot(_at: At<'_, DirkRules>, command: &Command) -> Pilot {
    crate::pilot::class(command)
}

/// Carries out a command.
pub fn resolve(cx: &mut Cx<'_, DirkRules>, by: Seat, command: Command) -> Flow {
    match command {
        Command::Apart { one, other, feet } => apart(cx, by, one, other, feet),
        Command::Say { who, what } => time::say(cx, by, who, &what),
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
        Command::Chase { who, miles } => time::chase(cx, by, who, miles),
        Command::Ride { who, on } => time::ride(cx, who, on),
        Command::Deprive { who, of } => time::deprive(cx, by, &who, of),
        Command::Breathless { who, exerted, caught, count } => {
            time::breathless(cx, by, &who, Stretch { exerted, caught, count })
        }
        Command::Relieve { who, of, rough } => time::relieve(cx, by, &who, of, rough),
        Command::Wake { who } => time::wake(cx, by, who),
        Command::Voyage { who, ship } => trade::voyage(cx, by, who, ship),
        Command::Apprentice(call) => lesson::apprentice(cx, by, &call),
        Command::Train { lesson, weeks } => lesson::train(cx, by, lesson, weeks),
        Command::LessonNeeds { lesson, what, of } => lesson::needs(cx, by, lesson, &what, of),
        Command::LessonMeets { lesson, what, count } => lesson::meets(cx, by, lesson, &what, count),
        Command::LeaveLesson { lesson } => lesson::leave(cx, by, lesson),
        Command::Draw { table } => world::draw_now(cx, by, &table),
        Command::Meet { at, attitude, feet } => world::meet(cx, by, at, attitude, feet),
        Command::HandOut { at, who, item } => world::hand_out(cx, by, at, who, item),
        Command::Befall { at, who } => world::befall(cx, by, at, &who),
        Command::PutAside { at } => world::put_aside(cx, by, at),
        Command::Grant { who, thing, weight, gems } => world::grant(cx, by, who, &thing, weight, gems),
        Command::Hazard { is, who, size, warned } => world::hazard(cx, by, &is, &who, size, warned),
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

fn apart(cx: &mut Cx<'_, DirkRules>, by: Seat, one: Who, other: Who, feet: u16) -> Flow {
    let rule = rules::DK_RANGE_01H;
    referee(by, rule, "place creatures")?;
    if one == other || cx.state().creature(one).is_none() || cx.state().creature(other).is_none() {
        return refuse(Refusal::new(rule, "no-such-creature", "Name two different creatures that are here."));
    }
    if feet > 10_000 {
        return refuse(Refusal::new(rule, "too-far", "Distances go up to 10,000 feet.").with("feet", feet));
    }
    cx.record(rule, Fact::Apart { one, other, feet });
    Ok(())
}
