//! What surroundings and burning things do as Turns and Rounds go by: air that runs out, fuses, glare, weather.

use boneyard_table::{Cx, Flow, Who};

use super::legal::fighters;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::body;
use crate::book::Book;
use crate::fact::GearFact;
use crate::house::SuffocationEscalates;
use crate::hurt::{Gain, Wallop, end_conditions, gain, roll_dice, suffer};
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Condition, DamageType, Dice, Light, State, Ware};

/// Breath is used up; without it the lungs give out.
pub fn breathe(cx: &mut Cx<'_, RollHighOrDie>, who: Who) -> Flow {
    let (state, book) = (cx.state(), cx.book());
    let live = state.live(who);
    if live.dead || !airless(state, book, who) || !body::breathes(state, book, who) {
        return Ok(());
    }
    let most = body::breath(state, book, who);
    if u16::from(live.stacks(Condition::HoldingBreath)) < most {
        gain(cx, who, Gain::new(Condition::HoldingBreath, rules::RH_SUFF_01));
        return Ok(());
    }
    let rule = rules::RH_SUFF_02;
    gain(cx, who, Gain::new(Condition::Suffocating, rule));
    let rounds = cx.state().live(who).stacks(Condition::Suffocating);
    let count = if cx.state().house.suffocation_escalates == SuffocationEscalates::On { rounds } else { 1 };
    let amount = super::push::many(cx, rule, who, count.into(), 10)?;
    suffer(cx, &Wallop::one(who, amount, DamageType::Necrotic, true, rule))?;
    Ok(())
}

/// Whether somebody has no air: by the Referee's word, or with the head under water.
pub(super) fn airless(state: &State, book: &Book, who: Who) -> bool {
    let live = state.live(who);
    let water = passive::floor(state, book, who).and_then(|row| row.water.as_deref());
    let under = match water {
        Some("shallow") => live.stance == crate::state::Stance::Prone,
        Some("deep") => live.is(Condition::Unconscious),
        _ => false,
    };
    live.airless || under
}

/// What was lit to be shot is used up, and what is armed comes nearer to going off.
pub(super) fn burns_down(cx: &mut Cx<'_, RollHighOrDie>, who: Who) -> Flow {
    for item in 0..cx.state().live(who).items.len() as u8 {
        let one = cx.state().one(who);
        let (thing, now) = (&one.sheet.items[usize::from(item)], &one.live.items[usize::from(item)]);
        let (count, fuse, lit) = (now.count, now.fuse, now.lit);
        if lit && matches!(thing.ware, Ware::Shot(_)) {
            let rule = rules::RH_MTAG_04H;
            record(cx, rule, GearFact::Lit { who, item, lit: false }.into());
            record(cx, rule, GearFact::Count { who, item, count: count.saturating_sub(1) }.into());
        } else if fuse > 1 {
            record(cx, rules::RH_GEAR_06H, GearFact::Fuse { who, item, turns: fuse - 1 }.into());
        } else if fuse == 1 {
            cx.within((who, item), |cx| goes_off(cx, who, item))?;
        }
    }
    Ok(())
}

/// An armed thing goes off where it is: the same damage for everybody near.
fn goes_off(cx: &mut Cx<'_, RollHighOrDie>, who: Who, item: u8) -> Flow {
    let thing = &cx.state().sheet(who).items[usize::from(item)];
    let row = thing.like.and_then(|like| cx.book().gear.get(like.as_str()));
    let Some((row, fuse)) = row.and_then(|row| Some((row, row.fuse.as_ref()?))) else { return Ok(()) };
    record(cx, row.id, GearFact::Fuse { who, item, turns: 0 }.into());
    record(cx, row.id, GearFact::Count { who, item, count: 0 }.into());
    let dice = Dice::parse(&fuse.dice).unwrap_or_default();
    let amount = roll_dice(cx, row.id, who, dice, "fuse")?;
    let kind = fuse.kind.split(' ').find_map(DamageType::named).unwrap_or(DamageType::Fire);
    let near: Vec<Who> =
        cx.state().here().filter(|other| sight::distance(cx.state(), who, *other) <= 5).collect();
    for other in near {
        cx.within((who, item, other, amount), |cx| {
            suffer(cx, &Wallop::one(other, amount, kind, false, row.id))
        })?;
    }
    Ok(())
}

/// The one who stands in Blinding Light is Blinded for as long as they do.
pub fn glare(cx: &mut Cx<'_, RollHighOrDie>) {
    let rule = rules::RH_LIGHT_02;
    let blinded = |state: &State, who: Who| {
        state
            .live(who)
            .conditions
            .iter()
            .any(|known| known.what.what == Condition::Blinded && known.what.by == rule)
    };
    let shines = sight::blinds(cx.state(), cx.book());
    if !shines && !cx.state().here().any(|who| blinded(cx.state(), who)) {
        return;
    }
    let all: Vec<Who> = cx.state().here().collect();
    for who in all {
        let now = shines && sight::light_of(cx.state(), cx.book(), who) == Light::Blinding;
        match (now, blinded(cx.state(), who)) {
            (true, false) => {
                gain(cx, who, Gain::new(Condition::Blinded, rule));
            }
            (false, true) => end_conditions(cx, who, rule, |ailment| {
                ailment.what == Condition::Blinded && ailment.by == rule
            }),
            _ => {}
        }
    }
}

/// What the weather does to those under it as a Round goes by.
pub(super) fn beats_down(cx: &mut Cx<'_, RollHighOrDie>) -> Flow {
    let Some(sky) = crate::living::weather(cx.state(), cx.book()) else { return Ok(()) };
    let round = cx.state().encounter.as_ref().map_or(0, |encounter| encounter.order.round());
    let outside: Vec<Who> = fighters(cx.state()).filter(|who| sight::outdoors(cx.state(), *who)).collect();
    if sky.torches.is_some_and(|rounds| round > u32::from(rounds)) {
        for who in &outside {
            let one = cx.state().one(*who);
            let burning = |number: &u8| {
                let (thing, now) =
                    (&one.sheet.items[usize::from(*number)], &one.live.items[usize::from(*number)]);
                now.lit && thing.like == Some(rules::RH_GEAR_01H)
            };
            let out: Vec<u8> = (0..one.live.items.len() as u8).filter(burning).collect();
            for item in out {
                record(cx, sky.id, GearFact::Lit { who: *who, item, lit: false }.into());
            }
        }
    }
    if sky.hail && round.is_multiple_of(10) {
        for who in outside {
            let wallop = Wallop::one(who, 1, DamageType::Bludgeoning, false, sky.id);
            cx.within(who, |cx| suffer(cx, &wallop))?;
        }
    }
    Ok(())
}
