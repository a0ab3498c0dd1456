//! Throwing the dice of a tray, and the one reroll that is forced.

use boneyard_table::{Audience, Cx, Faces, Flow, Group, Party, Roll, RuleId, Seat, Who};

use smallvec::SmallVec;

use super::reading::hits_of;
use crate::DeadWeight;
use crate::fact::RollFact;
use crate::house::HopelessChooser;
use crate::question::{Hopeless, With};
use crate::rules;
use crate::state::{Affliction, Die, Tray};

/// Declares the tray and throws all its dice, the roller's and the helpers'.
pub(super) fn throw(cx: &mut Cx<'_, DeadWeight>, tray: Tray) -> Flow {
    let (who, test) = (tray.who, tray.test);
    let count = match tray.count {
        0 => {
            // Two are thrown for none; `reading` counts the lower.
            cx.cite(rules::DW_TEST_21);
            2
        }
        count => count,
    };
    let helpers = tray.helpers.clone();
    cx.record(rules::DW_TEST_02, RollFact::Declared { tray }.into());
    let mut dice: SmallVec<[Die; 6]> = SmallVec::new();
    let own = faces(cx, rules::DW_DICE_01, who.into(), count, test, "own")?;
    dice.extend(own.iter().map(|face| Die { of: who, face }));
    for helper in &helpers {
        let count = if helper.effort { 2 } else { 1 };
        let theirs = faces(cx, rules::DW_TEST_16, helper.who.into(), count, test, "helper")?;
        dice.extend(theirs.iter().map(|face| Die { of: helper.who, face }));
    }
    dice.sort_unstable();
    cx.record(rules::DW_DICE_01, RollFact::Thrown { dice }.into());
    forced(cx, who)?;
    helpers.into_iter().try_for_each(|helper| forced(cx, helper.who))
}

/// Throws d6s for a roll.
pub(super) fn faces(
    cx: &mut Cx<'_, DeadWeight>,
    rule: RuleId,
    by: Party,
    count: u8,
    test: bool,
    name: &'static str,
) -> Flow<Faces> {
    with_dice(cx, rule, by, count, test, name, |cx, roll| cx.roll_one(roll))
}

/// Does something with d6s to be thrown. Exact odds need not tell 2 from 3, nor, where nothing tires, 4 from 5.
pub(super) fn with_dice<T>(
    cx: &mut Cx<'_, DeadWeight>,
    rule: RuleId,
    by: Party,
    count: u8,
    test: bool,
    name: &'static str,
    throw: impl FnOnce(&mut Cx<'_, DeadWeight>, &Roll<'_>) -> Flow<T>,
) -> Flow<T> {
    let afraid = Affliction::Terrified;
    let terror = cx.explores() && cx.state().creatures.iter().any(|one| one.live.suffers(afraid));
    let class = |face: u8| match face {
        2 => 3,
        4 if !test && !terror => 5,
        other => other,
    };
    let alike = |a: &Faces, b: &Faces| a.iter().map(class).eq(b.iter().map(class));
    let groups = [Group::new(count, 6).named(name)];
    let roll = Roll { rule, by, audience: Audience::ALL, groups: &groups, terms: None, alike: Some(&alike) };
    throw(cx, &roll)
}

/// One success of somebody Hopeless is thrown again, and the new face stands.
fn forced(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    if !cx.state().live(who).suffers(Affliction::Hopeless) || hits_of(cx.state(), who).next().is_none() {
        return Ok(());
    }
    let gm = cx.state().house.hopeless_chooser == HopelessChooser::Gm;
    let chooser = if gm { Party::from(Seat::GM) } else { who.into() };
    let faces_hit: Vec<u8> = hits_of(cx.state(), who).collect();
    let alike = faces_hit.iter().all(|face| *face == faces_hit[0]);
    let face = if alike {
        cx.cite(rules::DW_AFFL_10);
        faces_hit[0]
    } else {
        let said = cx.ask(chooser, Hopeless { who, gm })?;
        said.face(cx.at())
    };
    let test = cx.state().tray.as_ref().is_some_and(|tray| tray.test);
    let new = faces(cx, rules::DW_AFFL_10, who.into(), 1, test, "forced")?.first();
    let old = Die { of: who, face };
    let fact =
        RollFact::Rerolled { by: None, with: With::Hopelessness, tokens_of: None, old, new, kept_new: true };
    cx.record(rules::DW_AFFL_10, fact.into());
    Ok(())
}
