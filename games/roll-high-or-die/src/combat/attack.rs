//! The Attack action: looked at, paid for, and settled. How one Attack goes, whatever grants it, is in `assault`.

use boneyard_table::{At, Cx, Flow, Refusal, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::arms::{ability, weapon};
use super::assault::{Assault, assault, check_assault};
use super::legal::{has, in_encounter, pay};
use crate::RollHighOrDie;
use crate::hurt::end_conditions;
use crate::passive::{self, Situation};
use crate::rules;
use crate::state::{Ability, Condition};

/// The Attack action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// Who.
    pub who: Who,
    /// Whom.
    pub target: Who,
    /// With what, by its name; the first weapon at hand if nothing is said.
    #[serde(default)]
    pub with: Option<String>,
    /// Thrown.
    #[serde(default)]
    pub throw: bool,
    /// Strength or Dexterity, where the weapon leaves the choice.
    #[serde(default)]
    pub ability: Option<Ability>,
    /// Which ammunition, by its name, where there are several kinds.
    #[serde(default)]
    pub shot: Option<String>,
}

/// Whether an Attack may be made.
pub fn check_attack(at: At<'_, RollHighOrDie>, attack: &Attack) -> Result<Assault, Refusal> {
    let (state, book, who) = (at.state, at.book, attack.who);
    in_encounter(state, book, who, 0)?;
    has(state, who, "attack")?;
    let weapon = weapon(state, book, who, attack.with.as_deref())?;
    in_encounter(state, book, who, weapon.w)?;
    let ability = ability(state, who, &weapon, attack.ability)?;
    if crate::scenario::kept_off(state, who) {
        let sentence = format!("The fire keeps {} off: one Attack was all it dared.", state.name(who));
        return Err(Refusal::new(rules::RH_SCEN_02H, "kept-off", sentence));
    }
    let mut assault = Assault::plain(who, attack.target, weapon, ability, rules::RH_ACT_01);
    assault.thrown = attack.throw;
    check_assault(at, &mut assault, attack.shot.as_deref())?;
    Ok(assault)
}

/// Attacks.
pub fn attack(cx: &mut Cx<'_, RollHighOrDie>, attack: &Attack) -> Flow {
    let blow = check_attack(cx.at(), attack)?;
    let now = Situation { weapon: Some(&blow.weapon), ..Situation::default() };
    passive::cite(cx, blow.who, "w", now);
    pay(cx, blow.who, blow.weapon.w, rules::RH_ACT_01);
    crate::scenario::dares(cx, blow.who);
    assault(cx, &blow)?;
    settled(cx, blow.who);
    Ok(())
}

/// Whoever has attacked, grappled or shoved is Hidden no longer.
pub fn settled(cx: &mut Cx<'_, RollHighOrDie>, who: Who) {
    end_conditions(cx, who, Condition::Hidden.rule(), |ailment| ailment.what == Condition::Hidden);
}
