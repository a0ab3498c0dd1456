//! FEINT...: one point of damage, or a D4 of dirty tricks, and the next attack on whoever fell for it does its greatest.

use boneyard_table::{Cx, Flow, Group, Who};

use super::attack::{Strike, arms_of, land};
use super::legal::legal_strike;
use super::react::{Window, window};
use super::turn::{advanced, can_attack, leave_turn_if_out};
use crate::DirkRules;
use crate::check::{Save, save};
use crate::fact::Fact;
use crate::gear::Arms;
use crate::power;
use crate::rules;
use crate::state::{Ability, Affliction, Manner};

/// FEINT...: exactly 1 damage, then a WIL save marks the target.
pub fn feint(cx: &mut Cx<'_, DirkRules>, who: Who, strike: Strike) -> Flow {
    advanced(cx.at())?;
    can_attack(cx.at(), who, strike.target)?;
    legal_strike(cx.at(), who, strike)?;
    let Some(weapon) = arms_of(cx, who, strike.with) else {
        return Ok(());
    };
    let rule = rules::DK_ADV_03;
    let Strike { with, target } = strike;
    cx.record(rule, Fact::Acted { who });
    cx.cite(rules::DK_BATTLE_10);
    cx.record(rule, Fact::Attacked { by: who, target, with, aim: None, manner: Manner::Feint });
    power::attacked(cx, who, target);
    cx.mark(rule, (who, with))?;
    window(cx, Window::Before)?;
    let amount = match power::feint(cx.at(), who) {
        Some((row, sides)) => u16::from(cx.dice(row, who, Group::new(1, sides))?.first()),
        None => 1,
    };
    cx.record(rule, Fact::Damage { face: 0, amount, forced: false });
    window(cx, Window::After)?;
    // The point is not the weapon's: none of its traits comes into it.
    let bare = Arms { injuries: 1, knocks_down: false, harms: Ability::Str, id: None, ..weapon };
    let fooled = cx.state().attack.map_or(target, |attack| attack.target);
    cx.within((who, fooled), |cx| land(cx, who, with, &bare))?;
    cx.record(rule, Fact::AttackEnded);
    let passed = cx.within((who, fooled), |cx| save(cx, Save::new(who, Ability::Wil, rule)))?;
    let live = cx.state().live(fooled);
    if passed && !live.dead && !live.suffers(Affliction::Marked) {
        cx.cite(rules::DK_COND_08H);
        cx.record(rules::DK_ADV_04, Fact::Afflicted { who: fooled, what: Affliction::Marked, by: Some(who) });
    }
    leave_turn_if_out(cx, who)
}
