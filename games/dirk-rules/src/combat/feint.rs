//! FEINT...: one point of damage, or a D4 of dirty tricks, and the next attack on whoever fell for it does its greatest.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Group, Pilot, Seat, Who, deed};

use super::attack::{Strike, arms_of, land, weapon_among};
use super::legal::may_strike;
use super::react::{Window, window};
use super::turn::{leave_turn_if_out, may_advanced, may_attack};
use crate::DirkRules;
use crate::check::{Save, save};
use crate::fact::Fact;
use crate::gear::Arms;
use crate::power;
use crate::rules;
use crate::state::{Ability, Affliction, Manner, With};

deed! {
    /// FEINT...: exactly 1 damage, then a WIL save marks the target.
    pub struct Feint(form: DirkRules) {
        who: Who = form.actor()?,
        with: With = weapon_among(form, who, |arms| arms.area.is_none())?,
        target: Who = form.creature("target", "Target")?,
    }
}

impl Deed<DirkRules> for Feint {
    const CARD: Card =
        Card::acting("Feint", "Fight").rule(rules::DK_ADV_03).cost(1, "action").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let Self { who, with, target } = *self;
        may_advanced(may)?;
        may_attack(may, who, target)?;
        may_strike(may, who, Strike { with, target })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let Self { who, with, target } = self;
        let Some(weapon) = arms_of(cx, who, with) else {
            return Ok(());
        };
        let rule = rules::DK_ADV_03;
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
            cx.record(
                rules::DK_ADV_04,
                Fact::Afflicted { who: fooled, what: Affliction::Marked, by: Some(who) },
            );
        }
        leave_turn_if_out(cx, who)
    }
}
