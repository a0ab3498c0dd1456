//! CALLED SHOT!: a save to hit a part that was named. What it does there is the attack's business.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Pilot, Refusal, Seat, Who, deed};

use super::attack::{Blow, Strike, arms_of, may_let_break, strike_with, trained, weapon};
use super::legal::{lacks, may_strike};
use super::turn::{leave_turn_if_out, may_advanced, may_attack};
use super::wear::unload;
use crate::DirkRules;
use crate::check::{Save, save};
use crate::fact::Fact;
use crate::gear::{arms, is_gun};
use crate::house::CalledShotMiss;
use crate::power;
use crate::rules;
use crate::state::{Ability, Part, With};
use crate::view::has_lost;

deed! {
    /// CALLED SHOT!: a DEX save, and the attack strikes the part.
    pub struct CalledShot(form: DirkRules) {
        who: Who = form.actor()?,
        with: With = weapon(form, who)?,
        target: Who = form.creature("target", "Target")?,
        part: Part = form.one_of("part", "Part", Part::ALL.map(|part| (part, part.name())))?,
        /// Lets the weapon break instead of paying for a top face.
        #[serde(default)]
        let_break: bool = form.unasked("let_break")?,
    }
}

impl Deed<DirkRules> for CalledShot {
    const CARD: Card =
        Card::acting("Called shot", "Fight").rule(rules::DK_ADV_01).cost(1, "action").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let Self { who, with, target, part, let_break } = *self;
        let rule = rules::DK_ADV_01;
        may_advanced(may)?;
        may_attack(may, who, target)?;
        may_strike(may, who, Strike { with, target })?;
        if let Some(part) = lacks(may.at(), who, "called-shot") {
            return may.no(|| Refusal::new(part, "blind", "There are no called shots without eyes."));
        }
        let wide = arms(may.at(), who, with).is_some_and(|weapon| weapon.area.is_some());
        may.not_if(wide, || {
            Refusal::new(rule, "wide-area", "A weapon with a wide area makes no called shots.")
        })?;
        may.not_if(has_lost(may.at(), target, part), || {
            let sentence = format!("{} has no {} to hit.", may.state.sheet(target).name, part.name());
            Refusal::new(rule, "no-such-part", sentence).with("part", part.name())
        })?;
        may_let_break(may, who, with, let_break)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let Self { who, with, target, part, let_break } = self;
        let (rule, strike) = (rules::DK_ADV_01, Strike { with, target });
        let Some(weapon) = arms_of(cx, who, with) else {
            return Ok(());
        };
        cx.record(rule, Fact::Acted { who });
        let mut aims = Save::new(who, Ability::Dex, rule).tagged("save-called-shot");
        if trained(cx, who, &weapon) {
            aims.edge.advantage(cx, rules::DK_CHAR_04);
        }
        if let Some(row) = power::steady(cx.at(), who, is_gun(&weapon)) {
            aims.edge.advantage(cx, row);
        }
        let hits = save(cx, aims)?;
        let body = cx.state().house.called_shot_miss == CalledShotMiss::Body;
        if !hits && !body {
            cx.record(rule, Fact::Missed { by: who, target, part });
            power::attacked(cx, who, target);
            if let (With::Item(item), true) = (with, weapon.reload) {
                unload(cx, who, item, &weapon);
            }
            return Ok(());
        }
        let aim = hits.then_some(part);
        cx.within(who, |cx| strike_with(cx, Blow { rule, who, strike, aim, let_break }, &weapon))?;
        leave_turn_if_out(cx, who)
    }
}
