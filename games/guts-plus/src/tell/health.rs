//! What befalls bodies, told.

use boneyard_table::view::{Line, count};

use super::{Teller, change};
use crate::fact::HealthFact;
use crate::publish::clock;

pub(super) fn tell(teller: Teller<'_>, fact: &HealthFact) -> Option<Line> {
    let name = |who| teller.name(who);
    match fact {
        HealthFact::Part { who, part, from, to } => {
            let part = teller.part(*who, *part);
            let say = if to.lost && !from.lost {
                format!("{}: the {part} is lost for good.", name(*who))
            } else if to.struck && !from.struck {
                format!("{}: the {part} is struck from the chart.", name(*who))
            } else if to.lines > from.lines {
                let crossed = if to.lines >= 2 { ", crossed out" } else { "" };
                format!("{}: {part} injuries {} to {}{crossed}.", name(*who), from.lines, to.lines)
            } else if to.lines < from.lines {
                format!("{}: {part} injuries {} to {}.", name(*who), from.lines, to.lines)
            } else if to.treated.is_some() && from.treated.is_none() {
                format!("{}: the {part} will be better soon.", name(*who))
            } else if to.needs != from.needs {
                let hours = to.needs.unwrap_or(0) / 3600;
                format!("{}: the {part} takes {} to heal.", name(*who), count(hours, "hour", "hours"))
            } else {
                return None;
            };
            change(say, *who)
        }
        HealthFact::Spared { who, part } => {
            change(format!("{}: nothing more happens to the {}.", name(*who), teller.part(*who, *part)), *who)
        }
        HealthFact::Item { who, item, from, to } => {
            let thing = teller.thing(*who, *item);
            let say = if to.gone && !from.gone {
                format!("{} drops the {thing}.", name(*who))
            } else if to.ruined && !from.ruined {
                format!("{}: the {thing} must be repaired.", name(*who))
            } else if from.ruined && !to.ruined {
                format!("{}: the {thing} is repaired.", name(*who))
            } else if to.marks != from.marks {
                format!("{}: {thing} marks {} to {}.", name(*who), from.marks, to.marks)
            } else if to.hand != from.hand {
                let hand = to.hand.map_or("no hand", |hand| teller.part(*who, hand));
                format!("{}: the {thing} is in the {hand} now.", name(*who))
            } else {
                return None;
            };
            change(say, *who)
        }
        HealthFact::Out { who, out } => match out.deadline {
            Some(at) => change(format!("{} has until {}.", name(*who), clock(at)), *who),
            None => change(format!("{} is unconscious; no clock is running.", name(*who)), *who),
        },
        HealthFact::Woke { who } => change(format!("{} comes to.", name(*who)), *who),
        HealthFact::Died { who } => change(format!("{} dies.{}", name(*who), teller.what_now(*who)), *who),
        HealthFact::Down { who, down: true } => change(format!("{} is knocked down.", name(*who)), *who),
        HealthFact::Down { who, down: false } => change(format!("{} gets up.", name(*who)), *who),
        HealthFact::Condition { who, condition, .. } => {
            let part = condition.part.map_or(String::new(), |part| format!(" ({})", teller.part(*who, part)));
            change(format!("{} is {}{part}: {}", name(*who), condition.name, dotted(&condition.effect)), *who)
        }
        HealthFact::ConditionEnded { who, name: what, .. } => {
            change(format!("{} is no longer {what}.", name(*who)), *who)
        }
        HealthFact::ConditionLasts { who, name: what } => {
            change(format!("{} is still {what}.", name(*who)), *who)
        }
        HealthFact::HealsNext { .. } => None,
        HealthFact::Meal { who, .. } => change(format!("{} eats well.", name(*who)), *who),
    }
}

fn dotted(text: &str) -> String {
    if text.ends_with('.') { text.to_owned() } else { format!("{text}.") }
}
