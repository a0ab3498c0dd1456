//! The table, checks, things and the map, told.

use boneyard_table::Switch;
use boneyard_table::Who;
use boneyard_table::view::{Line, count};

use super::{Teller, change};
use crate::fact::{BoardFact, CheckFact, GearFact, TableFact};
use crate::rules;
use crate::state::{Place, Used};

pub(super) fn table(teller: Teller<'_>, fact: &TableFact) -> Option<Line> {
    let name = |who| teller.name(who);
    match fact {
        TableFact::House { switch, value } => {
            Some(Line::change(Switch::told(crate::house::SWITCHES, switch, value)))
        }
        TableFact::Came { who, creature } => change(format!("{} is here.", creature.sheet.name), *who),
        TableFact::Shown { who } => change(format!("{} comes to light.", name(*who)), *who),
        TableFact::Joined { who } => change(format!("{} joins the group.", name(*who)), *who),
        TableFact::Went { who } => change(format!("{} leaves.", name(*who)), *who),
        TableFact::Handed { who, to } if to.is_gm() => {
            change(format!("{} is the Referee's now.", name(*who)), *who)
        }
        TableFact::Handed { who, .. } => change(format!("{} has another player now.", name(*who)), *who),
        TableFact::Overruled { who, .. } => change(format!("The Referee changes {}.", name(*who)), *who),
        TableFact::Regards { who, of, regard } => {
            change(format!("{} regards {} as {}.", name(*who), name(*of), regard.name()), *who)
        }
        TableFact::Used { who, used } => used_up(teller, *who, *used),
        TableFact::Fresh { .. } => None,
        TableFact::Adventure { adventure: Some(adventure) } => {
            let ending = adventure.ending?;
            Some(Line::time(format!("The scenario is over: {}.", ending.name())))
        }
        TableFact::Adventure { adventure: None } => None,
        TableFact::Asked { who, target, what } => {
            change(format!("{} asks {}: {what}.", name(*who), name(*target)), *who)
        }
        TableFact::Attitude { who, attitude } => {
            change(format!("{} is {} now.", name(*who), attitude.name()), *who)
        }
        TableFact::Time { to } => {
            let (hours, minutes) = (to.0 / 3600, to.0 / 60 % 60);
            let quiet = teller.at.state.encounter.is_none();
            quiet.then(|| Line::time(format!("Day {}, {:02}:{minutes:02}.", hours / 24 + 1, hours % 24)))
        }
    }
}

/// That something was used, in words that fit what it is.
fn used_up(teller: Teller<'_>, who: Who, used: Used) -> Option<Line> {
    let name = teller.name(who);
    let like = teller.at.state.creature(who).and_then(|one| one.sheet.like);
    let told = match used.what {
        rules::RH_COND_36H if used.times > 0 => format!("A weapon of {name} jams."),
        rules::RH_COND_36H => format!("A weapon of {name} is cleared."),
        rules::RH_SCEN_02H => format!("The fire keeps {name} off from now on."),
        what if like == Some(what) => format!("{name} has shot or thrown {} of what there is.", used.times),
        // A rule that only counts is not told: what came of it is.
        what if teller.at.book.name_of(what) == what.as_str() => return None,
        what => format!("{name} uses {}.", teller.at.book.name_of(what)),
    };
    change(told, who)
}

pub(super) fn check(teller: Teller<'_>, fact: &CheckFact) -> Option<Line> {
    let name = |who| teller.name(who);
    match fact {
        CheckFact::Made { who, what, total, against, hidden, success, .. } => {
            let how = if *success { "enough" } else { "not enough" };
            let say = match (teller.open(*who), *hidden && !teller.seat.is_gm()) {
                (true, false) => format!("{}: {what} {total} against {against}, {how}.", name(*who)),
                (true, true) => format!("{}: {what} {total}.", name(*who)),
                (false, false) => format!("{}: {what}, {how}.", name(*who)),
                (false, true) => format!("{} tries {what}.", name(*who)),
            };
            change(say, *who)
        }
        CheckFact::Contested { who, total, target, against, won } => {
            let how = if *won { "wins" } else { "loses" };
            let say = if teller.open(*who) && teller.open(*target) {
                format!("{} {how} against {}: {total} to {against}.", name(*who), name(*target))
            } else {
                format!("{} {how} against {}.", name(*who), name(*target))
            };
            change(say, *who)
        }
        CheckFact::GaveIn { who, target } => {
            change(format!("{} gives in to {}.", name(*target), name(*who)), *target)
        }
        CheckFact::Learned { who, text } | CheckFact::Deed { who, text } => {
            change(format!("{}: {text}.", name(*who)), *who)
        }
        CheckFact::Measured { from, to, feet, cover, high } => {
            let seen = match cover {
                Some(cover) => format!("Line of Sight, {} Cover", cover.name()),
                None => "no Line of Sight".to_owned(),
            };
            let above = if *high { ", High Ground" } else { "" };
            Some(Line::change(format!("From {from} to {to}: {feet} feet, {seen}{above}.")))
        }
        CheckFact::CameOut(last) => Some(Line::change(format!("It comes to {}.", last.total))),
    }
}

pub(super) fn gear(teller: Teller<'_>, fact: &GearFact) -> Option<Line> {
    let name = |who| teller.name(who);
    let thing = |who, item| teller.thing(who, item);
    match fact {
        GearFact::Got { who, thing, item } => {
            let count = if item.count > 1 { format!(" ({})", item.count) } else { String::new() };
            change(format!("{} has the {}{count}.", name(*who), thing.name), *who)
        }
        GearFact::Placed { who, item, to } => {
            change(format!("{}: the {} is {}.", name(*who), thing(*who, *item), placed(*to)), *who)
        }
        GearFact::Count { who, item, count } => {
            change(format!("{}: {}, {count} left.", name(*who), thing(*who, *item)), *who)
        }
        GearFact::Charges { who, item, left } => change(
            format!("{}: {}, {} left.", name(*who), thing(*who, *item), count(*left, "charge", "charges")),
            *who,
        ),
        GearFact::Step { who, item, step } => {
            change(format!("{}: {}, step {step}.", name(*who), thing(*who, *item)), *who)
        }
        GearFact::Loaded { who, item, loaded } => {
            let count: u32 = loaded.iter().map(|(_, count)| u32::from(*count)).sum();
            change(format!("{}: {}, {count} loaded.", name(*who), thing(*who, *item)), *who)
        }
        GearFact::Jammed { who, item, jammed } => {
            let how = if *jammed { "jams" } else { "is cleared" };
            change(format!("The {} of {} {how}.", thing(*who, *item), name(*who)), *who)
        }
        GearFact::Lit { who, item, lit } => {
            let one = teller.at.state.creature(*who);
            let known = one.and_then(|one| one.sheet.items.get(usize::from(*item)));
            let burns = known.is_none_or(|thing| crate::gear::burns(teller.at.book, thing));
            let how = match (burns, *lit) {
                (true, true) => "burns",
                (true, false) => "is out",
                (false, true) => "is ready",
                (false, false) => "is put away",
            };
            change(format!("The {} of {} {how}.", thing(*who, *item), name(*who)), *who)
        }
        GearFact::Fuse { who, item, turns } if *turns > 0 => {
            change(format!("The {} of {} is armed.", thing(*who, *item), name(*who)), *who)
        }
        GearFact::Fuse { .. } => None,
        GearFact::Poisoned { who, item, poisoned } => {
            let how = if *poisoned { "is poisoned" } else { "carries no poison any more" };
            change(format!("The {} of {} {how}.", thing(*who, *item), name(*who)), *who)
        }
        GearFact::Spent { .. } => None,
        GearFact::Rebuilt { who, item, .. } => {
            change(format!("The {} of {} is made anew.", thing(*who, *item), name(*who)), *who)
        }
        GearFact::Coins { who, to } => {
            change(format!("{} has {}.", name(*who), count(*to, "coin", "coins")), *who)
        }
    }
}

/// Where a thing is, in words.
fn placed(place: Place) -> String {
    match place {
        Place::MainHand => "in the main hand".into(),
        Place::OffHand => "in the off hand".into(),
        Place::TwoHands => "in both hands".into(),
        Place::ArmorWorn => "worn".into(),
        Place::Headgear => "on the head".into(),
        Place::Sheath => "in the sheath".into(),
        Place::Coinpurse => "in the purse".into(),
        Place::Quiver => "in the quiver".into(),
        Place::Loose => "in the pack".into(),
        Place::Floor(Some(at)) => format!("on the floor at {at}"),
        Place::Floor(None) => "on the floor".into(),
        Place::Gone => "gone".into(),
    }
}

pub(super) fn board(teller: Teller<'_>, fact: &BoardFact) -> Option<Line> {
    match fact {
        BoardFact::Laid { .. } => Some(Line::change("A map is laid out.")),
        BoardFact::Put { who, at: Some(at), .. } => {
            change(format!("{} is at {at}.", teller.name(*who)), *who)
        }
        BoardFact::Put { .. }
        | BoardFact::Explored { .. }
        | BoardFact::Remembered(_)
        | BoardFact::SeenAgain(_) => None,
        BoardFact::Rope { at } => Some(Line::change(format!("A rope hangs at {at}."))),
        BoardFact::Battered { at, .. } => Some(Line::change(format!("What stands at {at} is damaged."))),
        BoardFact::Wrecked { at } => Some(Line::change(format!("What stood at {at} is destroyed."))),
        BoardFact::Trap(trap) if trap.noticed || teller.seat.is_gm() => {
            Some(Line::change(format!("There is a trap at {}: {}.", trap.at, trap.what)))
        }
        BoardFact::Trap(_) => None,
        BoardFact::TrapGone { at } => Some(Line::change(format!("The trap at {at} is no more."))),
        BoardFact::Door { open, .. } => {
            Some(Line::change(if *open { "A door opens." } else { "A door closes." }))
        }
        BoardFact::Floor(floor) => Some(Line::change(format!("{} is {} now.", floor.at, floor.is))),
        BoardFact::FloorBack { at } => Some(Line::change(format!("{at} is as before."))),
        BoardFact::Current { region, flows } => {
            let how = if *flows { "has a current" } else { "is still" };
            Some(Line::change(format!("The water around {} {how}.", region.at)))
        }
        BoardFact::LightIs { region, light } => {
            Some(Line::change(format!("Around {} there is {} Light.", region.at, light.name())))
        }
    }
}
