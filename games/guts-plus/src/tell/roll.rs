//! Rolls, told. The dice themselves are told by the table.

use boneyard_table::Who;
use boneyard_table::view::Line;

use super::{Teller, change};
use crate::fact::RollFact;
use crate::state::{Rolled, Scale};

fn faces(dice: &[u8]) -> String {
    dice.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
}

pub(super) fn tell(teller: Teller<'_>, fact: &RollFact) -> Option<Line> {
    let tray = teller.at.state.tray.as_ref();
    let who = |nth: u8| {
        tray.and_then(|tray| tray.sides.get(usize::from(nth))).map_or(Who(u16::MAX), |side| side.who)
    };
    let name = |nth: u8| teller.name(who(nth));
    match fact {
        RollFact::Called { tray } => {
            let own = tray.actor();
            let kind = match tray.kind {
                Rolled::Check => "check",
                Rolled::Contest => "contest",
                Rolled::Order => return None,
            };
            let named = own.base.map_or_else(|| teller.quality(own.who, own.quality), |base| base.name());
            let mut say = format!("{}: {}, a {named} {kind}", teller.name(own.who), tray.what);
            let others: Vec<&str> = tray.sides.iter().skip(1).map(|side| teller.name(side.who)).collect();
            if !others.is_empty() {
                say.push_str(&format!(" against {}", others.join(", ")));
            }
            if !tray.on_failure.is_empty() {
                say.push_str(&format!("; on failure: {}", tray.on_failure));
            }
            change(format!("{say}."), own.who)
        }
        RollFact::Argued { side, words } => change(format!("{}: \"{words}\"", name(*side)), who(*side)),
        RollFact::Appealed { side, quality, replaces, adds, fits } => {
            let quality = teller.quality(who(*side), *quality);
            let say = match (replaces, adds, fits) {
                (true, ..) => format!("{}: {quality} is rolled instead.", name(*side)),
                (_, true, _) => format!("{}: {quality} is added.", name(*side)),
                (_, _, true) => format!("{}: {quality} fits, but the base quality is higher.", name(*side)),
                _ => format!("{}: {quality} does not fit.", name(*side)),
            };
            change(say, who(*side))
        }
        RollFact::Lifted { side } => {
            change(format!("{}: conditions do not count this time.", name(*side)), who(*side))
        }
        RollFact::GaveUp { side, .. } => change(format!("{} fails on purpose.", name(*side)), who(*side)),
        RollFact::Helps { side, helper } => {
            let quality = teller.quality(helper.who, helper.quality);
            let say = format!(
                "{} helps {} with {quality}: {} dice.",
                teller.name(helper.who),
                name(*side),
                helper.pool
            );
            change(say, helper.who)
        }
        RollFact::TurnedDown { who, .. } => change(format!("{} cannot help here.", teller.name(*who)), *who),
        RollFact::More { .. } => None,
        RollFact::Pool { .. } | RollFact::Fell { .. } | RollFact::HelperFell { .. } | RollFact::Off => None,
        RollFact::Changed { side, from, to, .. } => {
            change(format!("{} turns a {from} to {to}.", name(*side)), who(*side))
        }
        RollFact::Paired { side, own, cross, chained } => {
            let mut parts: Vec<String> = own.iter().map(|face| format!("the {face}s")).collect();
            parts.extend(cross.iter().map(|face| format!("a {face} with the help")));
            parts.extend(chained.iter().map(|(face, _)| format!("a {face} with a bonus die")));
            change(format!("{} uses doubles: {}.", name(*side), parts.join(", ")), who(*side))
        }
        RollFact::Bonus { side, dice } => {
            let sum: u8 = dice.iter().sum();
            change(format!("{}: bonus dice {}, {sum} points.", name(*side), faces(dice)), who(*side))
        }
        RollFact::Worth { side, values } => {
            let dice = tray.and_then(|tray| tray.sides.get(usize::from(*side))).map(|side| side.dice.clone());
            if dice.is_some_and(|dice| dice == *values) {
                return None;
            }
            change(format!("{}: the dice are worth {}.", name(*side), faces(values)), who(*side))
        }
        RollFact::Placed { side, placed } => {
            let values =
                tray.and_then(|tray| tray.sides.get(usize::from(*side))).map(|side| side.values.clone());
            let values = values.unwrap_or_default();
            let now: Vec<u8> = values.iter().zip(placed).map(|(value, more)| value + more).collect();
            change(format!("{}: with the points, {}.", name(*side), faces(&now)), who(*side))
        }
        RollFact::Total { side, total } => change(format!("{}: {total} in all.", name(*side)), who(*side)),
        RollFact::Objected { reading, words } => {
            Some(Line::change(format!("Read as {}. Objection: {words}", reading.name())))
        }
        RollFact::Pleaded { words } => Some(Line::change(format!("A plea: {words}"))),
        RollFact::CameOut { last } => {
            let against: Vec<String> = last
                .outcomes
                .iter()
                .zip(&last.differences)
                .map(|(outcome, difference)| format!("{} ({difference:+})", outcome.name()))
                .collect();
            let outcome = if against.len() > 1 {
                against.join(", ")
            } else {
                read(last.outcome, last.differences.first())
            };
            let mut say = format!("{}, {}: {outcome}.", teller.name(last.who), last.what);
            match last.near.as_deref() {
                Some("cost") => say.push_str(" It works with a cost."),
                Some("partly") => say.push_str(" It partly works."),
                Some(_) => say.push_str(" Not this time."),
                None => {}
            }
            if let Some(twist) = &last.twist {
                say.push_str(&format!(" It worked, but: {twist}."));
            }
            change(say, last.who)
        }
    }
}

fn read(outcome: Scale, difference: Option<&i16>) -> String {
    match difference {
        Some(difference) => format!("{} ({difference:+})", outcome.name()),
        None => outcome.name().to_owned(),
    }
}
