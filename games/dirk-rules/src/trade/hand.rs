//! Things that change hands or are left behind.

use boneyard_table::{At, Cx, Flow, Refusal, Who, refuse};

use crate::DirkRules;
use crate::check::alive;
use crate::combat::{can_act, must_act_now};
use crate::fact::Fact;
use crate::gear::bears;
use crate::rules;
use crate::state::{Item, Lasts, MOST_THINGS, Place, Wear};

/// Refuses to part with something half used up that is on its owner's face.
pub(super) fn in_use(at: At<'_, DirkRules>, who: Who, item: u8) -> Result<(), Refusal> {
    let kind = at.state.sheet(who).items.get(usize::from(item)).and_then(|item| item.kind);
    let breathing =
        |known: &crate::state::Lasting| Some(known.by) == kind && matches!(known.what, Lasts::Air(_));
    match kind.filter(|_| at.state.live(who).lasting.iter().any(breathing)) {
        Some(kind) => Err(Refusal::new(kind, "in-use", "It is in use: somebody breathes from it.")),
        None => Ok(()),
    }
}

fn thing(at: At<'_, DirkRules>, who: Who, item: u8) -> Result<Item, Refusal> {
    alive(at, who)?;
    let now = at.state.live(who).items.get(usize::from(item)).copied();
    let kept = now.filter(|now| now.place != Place::Gone && now.wear != Wear::Destroyed);
    let Some(now) = kept else {
        let sentence = "There is no such thing to part with.";
        return Err(Refusal::new(rules::DK_EQUIP_03, "no-such-thing", sentence));
    };
    in_use(at, who, item)?;
    Ok(now)
}

/// Leaves a thing behind. It takes no time.
pub fn drop_thing(cx: &mut Cx<'_, DirkRules>, who: Who, item: u8) -> Flow {
    thing(cx.at(), who, item)?;
    if cx.state().battle.is_some() {
        must_act_now(cx.at(), who)?;
    }
    cx.record(rules::DK_EQUIP_03, Fact::Placed { who, item, place: Place::Gone, drew: false });
    Ok(())
}

/// Hands a thing on; in a battle for the action, to somebody beside.
pub fn hand_on(cx: &mut Cx<'_, DirkRules>, who: Who, item: u8, target: Who) -> Flow {
    let rule = rules::DK_EQUIP_03;
    let now = thing(cx.at(), who, item)?;
    alive(cx.at(), target)?;
    if who == target {
        return refuse(Refusal::new(rule, "self", "That is theirs already."));
    }
    let sheet = cx.state().sheet(who).items[usize::from(item)].clone();
    let to = cx.state().sheet(target);
    // What the referee's creatures carry is nobody's business.
    let open = to.hero || to.side == cx.state().sheet(who).side;
    if to.items.len() >= MOST_THINGS {
        let sentence = format!("Nobody keeps more than {MOST_THINGS} things.");
        return refuse(Refusal::new(rules::DK_EQUIP_01, "too-many", sentence).with("most", MOST_THINGS));
    }
    if open {
        bears(cx.at(), target, &sheet.name, sheet.weight.into())?;
    }
    let feet = cx.state().feet(who, target);
    if feet > 5 {
        let sentence = format!("{} is {feet} feet away; things are handed on from beside.", to.name);
        let refusal = Refusal::new(rules::DK_RANGE_01H, "out-of-reach", sentence);
        return refuse(refusal.with("feet", feet).with("reach", 5));
    }
    if cx.state().battle.is_some() {
        can_act(cx.at(), who)?;
        cx.record(rules::DK_BATTLE_14, Fact::Acted { who });
    }
    cx.record(rule, Fact::Placed { who, item, place: Place::Gone, drew: false });
    cx.record(rule, Fact::Got { who: target, sheet, item: Item { place: Place::Pack, ..now } });
    Ok(())
}
