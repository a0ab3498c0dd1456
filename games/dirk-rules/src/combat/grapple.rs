//! Grapples: seizing, the price of holding on, letting go.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Pilot, Refusal, Seat, Who, deed};

use super::put;
use super::react::{Window, window};
use super::turn::{may_act, may_advanced};
use crate::DirkRules;
use crate::check::{Save, is_alive, save};
use crate::fact::Fact;
use crate::gear::{hands, hands_full};
use crate::house::Hands;
use crate::power;
use crate::question::{Hold, Upkeep};
use crate::rules;
use crate::state::Ability;

deed! {
    /// GRAPPLE!: a STR save, and the target is held.
    pub struct Grapple(form: DirkRules) {
        who: Who = form.actor()?,
        target: Who = form.creature("target", "Target")?,
    }
}

impl Deed<DirkRules> for Grapple {
    const CARD: Card =
        Card::acting("Grapple", "Fight").rule(rules::DK_ADV_05).cost(1, "action").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (who, target, state, rule) = (self.who, self.target, may.state, rules::DK_ADV_05);
        may_advanced(may)?;
        may_act(may, who)?;
        is_alive(may, target)?;
        let name = &state.sheet(target).name;
        may.not_if(who == target, || Refusal::new(rule, "self", "Nobody grapples themselves."))?;
        let feet = state.feet(who, target);
        may.not_if(feet > 5, || {
            let sentence = format!("{name} is {feet} feet away; a grapple reaches 5.");
            Refusal::new(rules::DK_RANGE_01H, "out-of-reach", sentence).with("feet", feet).with("reach", 5)
        })?;
        may.not_if(state.live(who).holds.is_some() || state.live(target).held_by.is_some(), || {
            Refusal::new(rule, "held-already", format!("{name} is held already, or your grip is taken."))
        })?;
        let (have, full) = (hands(may.at(), who), hands_full(may.at(), who));
        let no_hand = state.house.hands == Hands::On && full >= have;
        may.not_if(no_hand && power::allowed(may.at(), who, "grapple-without-hand").is_none(), || {
            let sentence = format!("A grapple takes a free hand: {full} of {have} are full.");
            Refusal::new(rules::DK_HAND_01H, "hands-full", sentence).with("hands", have).with("full", full)
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let Self { who, target } = self;
        let turns = cx.state().live(who).held_by == Some(target);
        let rule = if turns { rules::DK_ADV_08 } else { rules::DK_ADV_05 };
        if let Some(tail) = power::allowed(cx.at(), who, "grapple-without-hand") {
            cx.cite(tail);
        }
        cx.record(rule, Fact::Acted { who });
        if !save(cx, Save::new(who, Ability::Str, rule).tagged("save-grapple"))? {
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
