//! Nerve: the first time a side has lost half its number or its named leader, fear goes round.

use boneyard_table::{Cx, Flow, Judgement, RulingOption, Who};
use smallvec::SmallVec;

use super::words::{afflict, immune};
use crate::DirkRules;
use crate::check::{Save, save};
use crate::fact::Fact;
use crate::health::out;
use crate::rules;
use crate::state::{Ability, Affliction};

/// Tries the nerve of every side that has just lost too much. Once a battle for each.
pub(super) fn try_nerve(cx: &mut Cx<'_, DirkRules>) -> Flow {
    let rule = rules::DK_AUTO_02H;
    while let Some((side, afraid)) = next_side(cx) {
        cx.record(rule, Fact::Shaken { side });
        let ruling = cx.within((side, &afraid), |cx| {
            cx.judge(rule, 0, &|| Judgement {
                rule,
                tag: "nerve".into(),
                question: "They have lost half their number, or their leader. Does fear go round?".into(),
                about: Vec::new(),
                options: vec![
                    RulingOption::new("fear", "It does: each makes a WIL save"),
                    RulingOption::new("none", "They do not care"),
                ],
                proposal: 0,
                why: "half are gone, or the one they followed".into(),
                precedents: Vec::new(),
            })
        })?;
        if ruling.option() != 0 {
            continue;
        }
        for (at, &who) in afraid.iter().enumerate() {
            if !cx.state().sheet(who).is("fearful") {
                cx.record(rule, Fact::Tagged { who, tag: "fearful".into() });
            }
            let left = &afraid[at..];
            let firm = cx.within((side, left), |cx| save(cx, Save::new(who, Ability::Wil, rule)))?;
            if !firm {
                cx.within((side, left), |cx| afflict(cx, rule, who, Affliction::Routed, None))?;
            }
        }
    }
    Ok(())
}

/// A side that has lost too much and has not been tried, with those who may lose heart.
fn next_side(cx: &Cx<'_, DirkRules>) -> Option<(u8, SmallVec<[Who; 8]>)> {
    let state = cx.state();
    let battle = state.battle.as_ref()?;
    let gone = |who: Who| out(state, who) || state.live(who).surrendered;
    battle.order.iter().map(|&who| state.sheet(who).side).find_map(|side| {
        if battle.shaken.contains(&side) {
            return None;
        }
        let own = || battle.order.iter().copied().filter(move |&who| state.sheet(who).side == side);
        let lost = own().filter(|&who| gone(who)).count();
        let leader = own().any(|who| state.sheet(who).named && gone(who));
        if !leader && 2 * lost < own().count() {
            return None;
        }
        let afraid = |who: Who| {
            let sheet = state.sheet(who);
            !gone(who) && !sheet.named && !sheet.is("disciplined") && !immune(cx.at(), who, "fear")
        };
        let list: SmallVec<[Who; 8]> = own().filter(|&who| afraid(who)).collect();
        (!list.is_empty()).then_some((side, list))
    })
}
