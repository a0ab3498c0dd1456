//! What only one power does, and what has to be so before it.

use boneyard_table::{At, Cx, Flow, Refusal, Who};

use super::{Source, lasts};
use crate::DeadWeight;
use crate::book::PowerRow;
use crate::fact::{FightFact, HurtFact, MagicFact};
use crate::hurt;
use crate::magic::aim::Invoke;
use crate::question::TakeOver;
use crate::rules;
use crate::state::{Attribute, Lasting};

/// Whether a power that moves wounds has room for them.
pub(in crate::magic) fn check_room(
    at: At<'_, DeadWeight>,
    invoke: &Invoke,
    row: &PowerRow,
) -> Result<(), Refusal> {
    if row.hook.as_deref() != Some("share-the-pain") {
        return Ok(());
    }
    let room = Attribute::ALL.into_iter().any(|attribute| at.state.one(invoke.who).room(attribute) > 0);
    let hurt = invoke
        .target
        .and_then(|target| at.state.creature(target))
        .is_some_and(|one| one.live.wounds.each().any(|(_, wounds)| wounds > 0));
    if room && hurt {
        return Ok(());
    }
    let sentence = "There have to be wounds to take over, and room for them.";
    Err(Refusal::new(rules::DW_HOUSE_33H, "no-room", sentence))
}

/// What only one power does. Gives whether that was all of it.
pub(in crate::magic) fn hook(
    cx: &mut Cx<'_, DeadWeight>,
    source: Source<'_>,
    name: &str,
    targets: &[Who],
    row: &PowerRow,
) -> Flow<bool> {
    let Some(&target) = targets.first() else { return Ok(false) };
    match name {
        "dispel" => {
            let book = cx.book();
            let power = |lasting: &&Lasting| {
                let key = lasting.by.as_str();
                book.spells.get(key).is_some() || book.prayers.get(key).is_some()
            };
            let found = cx.state().live(target).lasting.iter().rev().find(power).copied();
            match found {
                // What a spell called goes with the spell.
                Some(_) if cx.state().sheet(target).is("summoned") => {
                    cx.record(source.rule, FightFact::Left { who: target }.into());
                }
                Some(lasting) => {
                    cx.record(source.rule, MagicFact::Over { who: target, lasting }.into());
                }
                None => {
                    let why = "there is no spell on them";
                    cx.record(source.rule, HurtFact::Nothing { who: target, why: why.into() }.into());
                }
            }
            Ok(true)
        }
        "false-friend" => {
            lasts(cx, source, target, "its-next-turn", 1);
            Ok(true)
        }
        "share-the-pain" => {
            let most = row.most_wounds.unwrap_or(2);
            cx.within((source, target), |cx| share(cx, source, target, most))?;
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// Wounds of somebody pass to one attribute of one's own.
fn share(cx: &mut Cx<'_, DeadWeight>, source: Source<'_>, target: Who, most: u8) -> Flow {
    let attribute = cx.ask(source.by, TakeOver { who: source.by })?;
    let room = cx.state().one(source.by).room(attribute);
    let healed = cx.within((source, target, attribute), |cx| {
        hurt::heal(cx, target, most.min(room), false, source.rule)
    })?;
    for left in 0..healed {
        cx.within((source, attribute, left), |cx| hurt::place_at(cx, source.by, attribute, source.rule))?;
    }
    Ok(())
}
