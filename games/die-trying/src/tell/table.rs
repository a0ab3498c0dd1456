//! The table, checks, things and the map, told.

use boneyard_table::Switch;
use boneyard_table::view::{Line, count};

use super::{Teller, change};
use crate::fact::{BoardFact, CheckFact, GearFact, TableFact};
use crate::state::{Place, Veil, Ware};

pub(super) fn table(teller: Teller<'_>, fact: &TableFact) -> Option<Line> {
    let name = |who| teller.name(who);
    match fact {
        TableFact::House { switch, value } => {
            Some(Line::change(Switch::told(crate::house::SWITCHES, switch, value)))
        }
        TableFact::Came { who, creature } => change(format!("{} is here.", creature.sheet.name), *who),
        TableFact::Shown { who } => change(format!("{} comes to light.", name(*who)), *who),
        TableFact::Waits { who } => change(format!("{} is ready and waits.", name(*who)), *who),
        TableFact::Joined { who } => change(format!("{} joins the group.", name(*who)), *who),
        TableFact::Went { who } => change(format!("{} leaves.", name(*who)), *who),
        TableFact::Provoked { who } => change(format!("{} has had enough, and fights.", name(*who)), *who),
        TableFact::Handed { who, to } if to.is_gm() => {
            change(format!("{} is the Trapsetter's now.", name(*who)), *who)
        }
        TableFact::Handed { who, .. } => change(format!("{} has another player now.", name(*who)), *who),
        TableFact::Overruled { who, .. } => change(format!("The Trapsetter changes {}.", name(*who)), *who),
        TableFact::Used { who, used } => used_up(teller, *who, used.what),
        TableFact::Fresh { .. } => None,
        TableFact::LookedUp { term, rule } => Some(Line::change(format!("{term}: see {rule}."))),
        TableFact::Time { to } => {
            let (hours, minutes, seconds) = (to.0 / 3600, to.0 / 60 % 60, to.0 % 60);
            let (day, hours) = (hours / 24 + 1, hours % 24);
            // Rounds are told apart by their seconds.
            let seconds = if seconds > 0 { format!(":{seconds:02}") } else { String::new() };
            let fighting = teller.at.state.battle.is_some();
            (!fighting).then(|| Line::time(format!("Day {day}, {hours:02}:{minutes:02}{seconds}.")))
        }
    }
}

/// That something was used, by its name. A rule that only counts is not told: what came of it is.
fn used_up(teller: Teller<'_>, who: boneyard_table::Who, what: boneyard_table::RuleId) -> Option<Line> {
    let (name, used) = (teller.name(who), teller.at.book.name_of(what));
    if what == crate::rules::DT_REST_04H {
        return change(format!("The wounds of {name} are treated."), who);
    }
    (used != what.as_str()).then(|| Line::change(format!("{name} uses {used}.")).who(who))
}

pub(super) fn check(teller: Teller<'_>, fact: &CheckFact) -> Option<Line> {
    let name = |who| teller.name(who);
    match fact {
        CheckFact::Made { who, what, total, dc, degree, .. } => {
            let say = if teller.open(*who) {
                let against = if what == "Attack Roll" { "AC" } else { "DC" };
                format!("{}: {what} {total} against {against} {dc}, {}.", name(*who), degree.name())
            } else {
                format!("{}: {what}, {}.", name(*who), degree.name())
            };
            change(say, *who)
        }
        CheckFact::Automatic { who, what } => change(format!("{}: {what}. It works.", name(*who)), *who),
        CheckFact::Impossible { who, what } => {
            change(format!("{}: {what}. It cannot be done.", name(*who)), *who)
        }
        CheckFact::Extra { who, text } => change(text.clone(), *who),
        CheckFact::Glimpsed { who, target, face, needs } => {
            let seen = if face >= needs { "makes out" } else { "misses" };
            change(format!("{} {seen} {}: {face}, {needs} needed.", name(*who), name(*target)), *who)
        }
        CheckFact::Picked { who, of } => change(format!("Chance picks {}, one of {of}.", name(*who)), *who),
        CheckFact::CameOut(last) => Some(Line::change(format!("{}.", last.outcome))),
    }
}

pub(super) fn gear(teller: Teller<'_>, fact: &GearFact) -> Option<Line> {
    let name = |who| teller.name(who);
    let thing = |who, item| teller.thing(who, item);
    match fact {
        GearFact::Got { who, thing, item } if matches!(item.place, Place::Floor(_)) => {
            change(format!("Beside {} lies the {}.", name(*who), thing.name), *who)
        }
        GearFact::Got { who, thing, .. } => change(format!("{} has the {}.", name(*who), thing.name), *who),
        GearFact::Placed { who, item, to } => {
            let (name, thing) = (name(*who), thing(*who, *item));
            let say = match to {
                Place::Hand => format!("{name} has the {thing} in hand."),
                Place::Hands => format!("{name} has the {thing} in both hands."),
                Place::Worn => format!("{name} wears the {thing}."),
                Place::Pack => format!("{name} has the {thing} in the pack."),
                Place::Floor(_) => format!("The {thing} of {name} lies on the floor."),
                Place::Gone => format!("{name} no longer has the {thing}."),
            };
            change(say, *who)
        }
        GearFact::Left { who, item, count, left } => {
            let uses = *count > 0 && teller.ware(*who, *item) == Some(&Ware::Kit);
            let rest = if uses { *left } else { *count };
            change(format!("{}: {}, {rest} left.", name(*who), thing(*who, *item)), *who)
        }
        GearFact::Lit { who, item, .. } => {
            change(format!("{} lights the {}.", name(*who), thing(*who, *item)), *who)
        }
        GearFact::Out { who, item, left: 0 } => {
            change(format!("The {} of {} is burnt out.", thing(*who, *item), name(*who)), *who)
        }
        GearFact::Out { who, item, left } => {
            let left = count(*left, "minute", "minutes");
            let told = format!("The {} of {} is out, {left} left.", thing(*who, *item), name(*who));
            change(told, *who)
        }
        GearFact::Hood { who, item, lowered } => {
            let how = if *lowered { "lowers" } else { "raises" };
            change(format!("{} {how} the hood of the {}.", name(*who), thing(*who, *item)), *who)
        }
        GearFact::Aimed { who, item, .. } => {
            change(format!("{} points the {}.", name(*who), thing(*who, *item)), *who)
        }
        GearFact::Worn { who, item, hurt } => {
            change(format!("The {} of {} is damaged: {hurt}.", thing(*who, *item), name(*who)), *who)
        }
        GearFact::Heap { who, light } => {
            change(format!("What {} carries in small things counts as {light} L.", name(*who)), *who)
        }
        GearFact::Silver { who, to } => change(format!("{} has {to} SP.", name(*who)), *who),
    }
}

pub(super) fn board(teller: Teller<'_>, fact: &BoardFact) -> Option<Line> {
    let name = |who| teller.name(who);
    match fact {
        BoardFact::Laid { .. } => Some(Line::change("A map is laid out.")),
        BoardFact::Put { who, at: Some(at) } => change(format!("{} is at {at}.", name(*who)), *who),
        BoardFact::Put { .. } => None,
        BoardFact::Door { open, .. } => {
            Some(Line::change(if *open { "A door opens." } else { "A door closes." }))
        }
        BoardFact::LightIs { region, light } => {
            Some(Line::change(format!("Around {} there is {}.", region.at, light.name())))
        }
        BoardFact::Haze { region, hazy } => {
            let what = if *hazy { "is hard to see through" } else { "is clear again" };
            Some(Line::change(format!("Around {} it {what}.", region.at)))
        }
        BoardFact::Veiled { who, veil } => {
            let what = if *veil == Veil::Concealed { "is hard to see" } else { "is in plain view" };
            change(format!("{} {what}.", name(*who)), *who)
        }
    }
}
