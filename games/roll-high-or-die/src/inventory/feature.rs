//! Features that are used with a thing in hand: drawing at once, clearing and filling a weapon quicker, a bandage that
//! does more, a volley that keeps heads down. What each needs is looked at here, before anything is paid.

use boneyard_table::{At, Cx, Flow, Refusal, Who};

use super::load::{Reload, Unjam, check_reload, check_unjam, reload, unjam};
use super::{fits, interact};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::FeatureRow;
use crate::combat::{UseFeature, beside, pay, target as check_target};
use crate::fact::{GearFact, TableFact};
use crate::hurt::{Gain, ease, gain, may_spend_die};
use crate::rules;
use crate::sight;
use crate::state::{Condition, Place, Region, Span, Spot, State, Used, Ware};

/// Hooks of Features that are used with things.
pub const WITH_THINGS: [&str; 5] = ["quick-draw", "unjam", "reload", "field-dressing", "suppress"];

fn unmet(row: &FeatureRow, what: &str) -> Refusal {
    let sentence = format!("{} needs {what}.", row.name);
    Refusal::new(rules::RH_EXP_06, "unmet", sentence).with("unmet", vec![what.to_owned()])
}

/// Whether such a Feature may be used now. That it is known, and the Encounter, are looked at before.
pub fn check_with_things(
    at: At<'_, RollHighOrDie>,
    row: &FeatureRow,
    usage: &UseFeature,
    ap: u8,
) -> Result<(), Refusal> {
    let (state, book, who) = (at.state, at.book, usage.who);
    match row.hook.as_deref() {
        Some("unjam") => {
            check_unjam(state, book, Unjam { who, item: usage.item }, ap).map_err(|refusal| match refusal
                .code()
            {
                "no-such-weapon" | "not-jammed" => unmet(row, "a Jammed weapon in hand"),
                _ => refusal,
            })?;
        }
        Some("reload") => {
            check_reload(state, book, Reload { who, item: usage.item, thing: None }, ap)?;
        }
        Some("quick-draw") => {
            if state.live(who).times_used(row.id) > 0 {
                return Err(unmet(row, "not to have been used this turn"));
            }
            drawn(state, book, row, usage)?;
        }
        Some("field-dressing") => {
            let Some(target) = usage.target else {
                return Err(Refusal::new(row.id, "no-target", format!("{} is for a neighbour.", row.name)));
            };
            if bandage(state, who).is_none() {
                return Err(unmet(row, "a Bandage in hand"));
            }
            if target != who {
                check_target(state, book, who, target, row.id)?;
                beside(state, who, target, row.id)?;
            }
            if state.hostile(target, who) {
                return Err(unmet(row, "somebody willing"));
            }
        }
        Some("suppress") => {
            volley(state, row, usage)?;
        }
        _ => {}
    }
    Ok(())
}

/// Uses it. What it costs is paid here.
pub fn use_with_things(cx: &mut Cx<'_, RollHighOrDie>, row: &FeatureRow, usage: &UseFeature, ap: u8) -> Flow {
    let who = usage.who;
    match row.hook.as_deref() {
        Some("unjam") => unjam(cx, Unjam { who, item: usage.item }, ap, row.id),
        Some("reload") => reload(cx, Reload { who, item: usage.item, thing: None }, ap, row.id),
        Some("quick-draw") => {
            let (item, to) = drawn(cx.state(), cx.book(), row, usage)?;
            let used = Used { what: row.id, until: Span::Turn, times: 1 };
            record(cx, row.id, TableFact::Used { who, used }.into());
            record(cx, row.id, GearFact::Placed { who, item, to }.into());
            Ok(())
        }
        Some("field-dressing") => {
            let Some(item) = bandage(cx.state(), who) else { return Ok(()) };
            let target = usage.target.unwrap_or(who);
            pay(cx, who, ap, rules::RH_ACT_12);
            let count = cx.state().live(who).items[usize::from(item)].count.saturating_sub(1);
            record(cx, row.id, GearFact::Count { who, item, count }.into());
            ease(cx, target, Condition::Bleeding, None, row.id);
            may_spend_die(cx, target, row.id)
        }
        Some("suppress") => {
            let (item, area) = volley(cx.state(), row, usage)?;
            pay(cx, who, ap, rules::RH_ACT_12);
            let mut loaded = cx.state().live(who).items[usize::from(item)].loaded.to_vec();
            let mut left = SHOTS;
            for (_, count) in &mut loaded {
                let less = left.min(*count);
                (*count, left) = (*count - less, left - less);
            }
            loaded.retain(|(_, count)| *count > 0);
            record(cx, row.id, GearFact::Loaded { who, item, loaded }.into());
            let caught: Vec<Who> = cx
                .state()
                .here()
                .filter(|other| *other != who && cx.state().live(*other).at.is_some_and(|at| area.covers(at)))
                .collect();
            for other in caught {
                gain(cx, other, Gain::new(Condition::Suppressed, row.id).from(who));
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Pieces a volley takes.
const SHOTS: u8 = 3;

fn bandage(state: &State, who: Who) -> Option<u8> {
    let one = state.one(who);
    let mut all = one.sheet.items.iter().zip(&one.live.items);
    let found = all.position(|(thing, now)| {
        thing.like == Some(rules::RH_GEAR_12H) && now.place.is_held() && now.count > 0
    });
    found.map(|number| number as u8)
}

/// What is drawn from the Sheath, or put into it.
fn drawn(
    state: &State,
    book: &crate::book::Book,
    row: &FeatureRow,
    usage: &UseFeature,
) -> Result<(u8, Place), Refusal> {
    let who = usage.who;
    let one = state.one(who);
    let there = |place: fn(Place) -> bool| {
        let mut all = one.live.items.iter();
        all.position(|item| place(item.place) && item.count > 0).map(|number| number as u8)
    };
    let Some(item) = usage.item.or_else(|| there(|place| place == Place::Sheath)) else {
        return Err(unmet(row, "something in the Sheath"));
    };
    let (thing, now) = super::carry::carried(state, who, item, row.id)?;
    match now.place {
        Place::Sheath => {
            let hand = interact::hand(state, book, who, thing).map_err(|_| unmet(row, "free hand"))?;
            Ok((item, hand))
        }
        place if place.is_held() => {
            fits(state, book, who, thing, Place::Sheath, Some(item))?;
            Ok((item, Place::Sheath))
        }
        _ => Err(unmet(row, "a thing in the Sheath or in hand")),
    }
}

/// The weapon of a volley and how far it carries, in feet.
fn volley_weapon(state: &State, row: &FeatureRow, who: Who) -> Result<(u8, u32), Refusal> {
    let one = state.one(who);
    let mut all = one.sheet.items.iter().zip(&one.live.items).enumerate();
    let ready = all.find_map(|(number, (thing, now))| match &thing.ware {
        Ware::Weapon(arms) if now.place.is_held() && now.rounds() >= SHOTS && !now.jammed => {
            let most = match arms.range {
                Some(crate::state::Range::Range(feet)) => u32::from(feet),
                _ => 0,
            };
            Some((number as u8, most))
        }
        _ => None,
    });
    ready.ok_or_else(|| unmet(row, "a weapon with three pieces loaded"))
}

fn is_far(state: &State, who: Who, at: Spot, most: u32) -> bool {
    let far = |own: Spot| sight::metric(state).distance(own.footprint(1), at.footprint(1)) * 5;
    state.live(who).at.is_some_and(|own| far(own) > most)
}

/// Spaces a volley could go into.
pub fn volley_spaces(state: &State, row: &FeatureRow, who: Who) -> Vec<Spot> {
    let (Ok((_, most)), Some(board)) = (volley_weapon(state, row, who), &state.board) else {
        return Vec::new();
    };
    let spots = board.grid.chart().squares().filter_map(Spot::of);
    spots.filter(|spot| !is_far(state, who, *spot, most)).collect()
}

/// The weapon of a volley and the 10 by 10 feet it goes into.
fn volley(state: &State, row: &FeatureRow, usage: &UseFeature) -> Result<(u8, Region), Refusal> {
    let (item, most) = volley_weapon(state, row, usage.who)?;
    let Some(at) = usage.to else {
        return Err(Refusal::new(row.id, "no-space", "Say which space the volley goes into."));
    };
    if is_far(state, usage.who, at, most) {
        return Err(Refusal::new(row.id, "out-of-range", format!("That is further than {most} feet.")));
    }
    Ok((item, Region { at, width: 2, height: 2 }))
}
