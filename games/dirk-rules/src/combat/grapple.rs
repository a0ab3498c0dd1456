//! Grapples: seizing, the price of holding on, letting go.

use boneyard_table::{Cx, Flow, Refusal, Who, refuse};

use super::put;
use super::react::{Window, window};
use super::turn::{advanced, can_act};
use crate::DirkRules;
use crate::check::{Save, alive, save};
use crate::fact::Fact;
use crate::gear::{hands, hands_full};
use crate::house::Hands;
use crate::power;
use crate::question::{Hold, Upkeep};
use crate::rules;
use crate::state::Ability;

/// GRAPPLE!: a STR save, and the target is held.
pub fn grapple(cx: &mut Cx<'_, DirkRules>, who: Who, target: Who) -> Flow {
    advanced(cx.at())?;
    can_act(cx.at(), who)?;
    alive(cx.at(), target)?;
    let rule = rules::DK_ADV_05;
    let state = cx.state();
    let name = &state.sheet(target).name;
    if who == target {
        return refuse(Refusal::new(rule, "self", "Nobody grapples themselves."));
    }
    let feet = state.feet(who, target);
    if feet > 5 {
        let sentence = format!("{name} is {feet} feet away; a grapple reaches 5.");
        return refuse(
            Refusal::new(rules::DK_RANGE_01H, "out-of-reach", sentence).with("feet", feet).with("reach", 5),
        );
    }
    let turns = state.live(who).held_by == Some(target);
    if state.live(who).holds.is_some() || state.live(target).held_by.is_some() {
        return refuse(Refusal::new(
            rule,
            "held-already",
            format!("{name} is held already, or your grip is taken."),
        ));
    }
    let (have, full) = (hands(cx.at(), who), hands_full(cx.at(), who));
    let tail = power::allowed(cx.at(), who, "grapple-without-hand");
    if state.house.hands == Hands::On && full >= have && tail.is_none() {
        let sentence = format!("A grapple takes a free hand: {full} of {have} are full.");
        return refuse(
            Refusal::new(rules::DK_HAND_01H, "hands-full", sentence).with("hands", have).with("full", full),
        );
    }
    let rule = if turns { rules::DK_ADV_08 } else { rule };
    if let Some(tail) = tail {
        cx.cite(tail);
    }
    cx.record(rule, Fact::Acted { who });
    let seized =
        cx.within((who, target), |cx| save(cx, Save::new(who, Ability::Str, rule).tagged("save-grapple")))?;
    if !seized {
        return Ok(());
    }
    cx.cite(rules::DK_COND_03H);
    if turns {
        cx.record(rule, Fact::Released { holder: target, held: who });
    }
    cx.record(rule, Fact::Grappled { holder: who, held: target });
    window(cx, Window::Effect { who: target })?;
    Ok(())
}

/// At the start of a turn the holder gives up the move or the action, or lets go.
pub fn upkeep(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    let Some(held) = cx.state().live(who).holds else {
        return Ok(());
    };
    if let Some(tail) = power::allowed(cx.at(), who, "grapple-without-upkeep") {
        cx.cite(tail);
        return Ok(());
    }
    match put(cx, who, Upkeep { who, held })? {
        Hold::Move => cx.record(rules::DK_ADV_06, Fact::NoMove { who }),
        Hold::Action => cx.record(rules::DK_ADV_06, Fact::Acted { who }),
        Hold::LetGo => cx.record(rules::DK_ADV_06, Fact::Released { holder: who, held }),
    }
    Ok(())
}

/// Opens somebody's own grip.
pub fn let_go(cx: &mut Cx<'_, DirkRules>, who: Who) {
    if let Some(held) = cx.state().live(who).holds {
        cx.record(rules::DK_ADV_06, Fact::Released { holder: who, held });
    }
}

/// Ends every grapple somebody takes part in.
pub fn release_all(cx: &mut Cx<'_, DirkRules>, who: Who) {
    let_go(cx, who);
    if let Some(holder) = cx.state().live(who).held_by {
        cx.record(rules::DK_ADV_06, Fact::Released { holder, held: who });
    }
}
