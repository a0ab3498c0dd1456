//! CALLED SHOT!: a save to hit a part that was named. What it does there is the attack's business.

use boneyard_table::{At, Cx, Flow, Refusal, Who, refuse};

use super::attack::{Blow, Strike, arms_of, strike_with, trained};
use super::legal::{lacks, legal_strike};
use super::turn::{advanced, can_attack, leave_turn_if_out};
use super::wear::unload;
use crate::DirkRules;
use crate::book::PoolKind;
use crate::check::{Save, save};
use crate::fact::Fact;
use crate::gear::{arms, is_gun};
use crate::house::CalledShotMiss;
use crate::power;
use crate::rules;
use crate::state::{Ability, Part, With};
use crate::view::has_lost;

/// Refuses a called shot that cannot be made.
pub fn legal_called(at: At<'_, DirkRules>, who: Who, strike: Strike, part: Part) -> Result<(), Refusal> {
    legal_strike(at, who, strike)?;
    let rule = rules::DK_ADV_01;
    if let Some(part) = lacks(at, who, "called-shot") {
        return Err(Refusal::new(part, "blind", "There are no called shots without eyes."));
    }
    if arms(at, who, strike.with).is_some_and(|weapon| weapon.area.is_some()) {
        return Err(Refusal::new(rule, "wide-area", "A weapon with a wide area makes no called shots."));
    }
    if has_lost(at, strike.target, part) {
        let sentence = format!("{} has no {} to hit.", at.state.sheet(strike.target).name, part.name());
        return Err(Refusal::new(rule, "no-such-part", sentence).with("part", part.name()));
    }
    Ok(())
}

/// CALLED SHOT!: a DEX save, and the attack strikes the part.
pub fn called_shot(
    cx: &mut Cx<'_, DirkRules>,
    who: Who,
    strike: Strike,
    part: Part,
    let_break: bool,
) -> Flow {
    advanced(cx.at())?;
    can_attack(cx.at(), who, strike.target)?;
    legal_called(cx.at(), who, strike, part)?;
    let Some(weapon) = arms_of(cx, who, strike.with) else {
        return Ok(());
    };
    if let_break && weapon.pool == Some(PoolKind::Ammo) {
        let sentence = "This weapon runs out of ammo; it cannot be let break.";
        return refuse(Refusal::new(rules::DK_WEAR_02, "ammo-never-breaks", sentence));
    }
    let rule = rules::DK_ADV_01;
    cx.record(rule, Fact::Acted { who });
    let mut aims = Save::new(who, Ability::Dex, rule).tagged("save-called-shot");
    if trained(cx, who, &weapon) {
        aims.edge.advantage(cx, rules::DK_CHAR_04);
    }
    if let Some(row) = power::steady(cx.at(), who, is_gun(&weapon)) {
        aims.edge.advantage(cx, row);
    }
    let hits = cx.within((who, strike, part, let_break), |cx| save(cx, aims))?;
    let body = cx.state().house.called_shot_miss == CalledShotMiss::Body;
    if !hits && !body {
        cx.record(rule, Fact::Missed { by: who, target: strike.target, part });
        power::attacked(cx, who, strike.target);
        if let (With::Item(item), true) = (strike.with, weapon.reload) {
            unload(cx, who, item, &weapon);
        }
        return Ok(());
    }
    let aim = hits.then_some(part);
    cx.within(who, |cx| strike_with(cx, Blow { rule, who, strike, aim, let_break }, &weapon))?;
    leave_turn_if_out(cx, who)
}
