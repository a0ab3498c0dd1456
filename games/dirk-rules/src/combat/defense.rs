//! FULL DEFENSE.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Group, Pilot, Seat, Who, deed};

use super::turn::{gain_reaction, may_act, may_advanced};
use crate::DirkRules;
use crate::fact::Fact;
use crate::rules;

deed! {
    /// FULL DEFENSE: a reaction more and D6 temporary HP until the next turn.
    pub struct FullDefense(form: DirkRules) {
        who: Who = form.actor()?,
    }
}

impl Deed<DirkRules> for FullDefense {
    const CARD: Card =
        Card::acting("Full defense", "Fight").rule(rules::DK_ADV_12).cost(1, "action").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may_advanced(may)?;
        may_act(may, self.who)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let (who, rule) = (self.who, rules::DK_ADV_12);
        cx.record(rule, Fact::Acted { who });
        cx.record(rule, Fact::Defending { who });
        gain_reaction(cx, who, rule);
        let face = cx.dice(rule, who, Group::new(1, 6))?.first();
        let from = cx.state().live(who).temp_hp;
        cx.cite(rules::DK_BATTLE_08);
        cx.record(rule, Fact::TempHp { who, from, to: from + u16::from(face) });
        Ok(())
    }
}
