//! Help that was promised, brought to a roll of the one helped.

use boneyard_table::At;

use crate::DeadWeight;
use crate::roll::{Rolling, check_help, helper};

/// A roll of somebody's own turn with those who promised to help, as far as they still can.
pub fn helped(at: At<'_, DeadWeight>, mut rolling: Rolling) -> Rolling {
    rolling.helpable = false;
    let Some(battle) = at.state.battle.as_ref().filter(|battle| !battle.helps.is_empty()) else {
        return rolling;
    };
    let (with, attribute) = (rolling.who, rolling.attribute);
    let can = |who, effort| check_help(at, who, with, attribute, effort).is_ok();
    let now = battle.helps.iter().filter(|help| help.ally == with && help.now && can(help.by, false));
    let helpers = now.map(|help| helper(at.state, help.by, attribute, help.effort && can(help.by, true)));
    rolling.helpers = helpers.collect();
    rolling
}
