//! Rolls, told. The dice themselves are told by the table.

use boneyard_table::Who;
use boneyard_table::view::{Line, count};

use super::{Teller, change};
use crate::fact::RollFact;
use crate::state::{Rolled, Scale};

fn faces(dice: &[u8]) -> String {
    dice.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
}

pub(super) fn tell(teller: Teller<'_>, fact: &RollFact) -> Option<Line> {
    let name = |who: Who| teller.name(who);
    match fact {
        RollFact::Called { tray } => {
            let own = tray.actor();
            let kind = match tray.kind {
                Rolled::Check => "check",
                Rolled::Contest => "contest",
                Rolled::Order => return None,
            };
            let named = own.base.map_or_else(|| teller.quality(own.who, own.quality), |base| base.name());
            // Utility begins with a consonant to the ear.
            let article = if named.starts_with(['A', 'E', 'I', 'O']) { "an" } else { "a" };
            let mut say = format!("{}: {}, {article} {named} {kind}", teller.name(own.who), tray.what);
            let others: Vec<&str> = tray.sides.iter().skip(1).map(|side| teller.name(side.who)).collect();
            if !others.is_empty() {
                say.push_str(&format!(" against {}", others.join(", ")));
            }
            if !tray.on_failure.is_empty() {
                say.push_str(&format!("; on failure: {}", tray.on_failure));
            }
            change(format!("{say}."), own.who)
        }
        RollFact::Argued { who, words, .. } => change(format!("{}: \"{words}\"", name(*who)), *who),
        RollFact::Appealed { who, quality, replaces, adds, fits, .. } => {
            let quality = teller.quality(*who, *quality);
            let say = match (replaces, adds, fits) {
                (true, ..) => format!("{}: {quality} is rolled instead.", name(*who)),
                (_, true, _) => format!("{}: {quality} is added.", name(*who)),
                (_, _, true) => format!("{}: {quality} fits, but the base quality is higher.", name(*who)),
                _ => format!("{}: {quality} does not fit.", name(*who)),
            };
            change(say, *who)
        }
        RollFact::Lifted { who, .. } => {
            change(format!("{}: conditions do not count this time.", name(*who)), *who)
        }
        RollFact::GaveUp { who, .. } => change(format!("{} fails on purpose.", name(*who)), *who),
        RollFact::Helps { who, helper, .. } => {
            let quality = teller.quality(helper.who, helper.quality);
            let say = format!(
                "{} helps {} with {quality}: {}.",
                teller.name(helper.who),
                name(*who),
                count(helper.pool, "die", "dice")
            );
            change(say, helper.who)
        }
        RollFact::TurnedDown { who, .. } => change(format!("{} cannot help here.", teller.name(*who)), *who),
        RollFact::More { .. } => None,
        RollFact::Pool { .. } | RollFact::Fell { .. } | RollFact::HelperFell { .. } | RollFact::Off => None,
        RollFact::Changed { who, from, to, .. } => {
            change(format!("{} turns a {from} to {to}.", name(*who)), *who)
        }
        RollFact::Paired { who, own, cross, chained, .. } => {
            let mut parts: Vec<String> = own.iter().map(|face| format!("the {face}s")).collect();
            parts.extend(cross.iter().map(|face| format!("a {face} with the help")));
            parts.extend(chained.iter().map(|(face, _)| format!("a {face} with a bonus die")));
            change(format!("{} uses doubles: {}.", name(*who), parts.join(", ")), *who)
        }
        RollFact::Bonus { who, dice, .. } => {
            let sum: u8 = dice.iter().sum();
            change(
                format!("{}: bonus dice {}, {}.", name(*who), faces(dice), count(sum, "point", "points")),
                *who,
            )
        }
        RollFact::Worth { changed: false, .. } => None,
        RollFact::Worth { who, values, .. } => {
            change(format!("{}: the dice are worth {}.", name(*who), faces(values)), *who)
        }
        RollFact::Placed { who, values, .. } => {
            change(format!("{}: with the points, {}.", name(*who), faces(values)), *who)
        }
        RollFact::Total { who, total, .. } => change(format!("{}: {total} in all.", name(*who)), *who),
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
