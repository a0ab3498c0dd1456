//! What a Creature can do with its Action besides striking, as its entry says.

use boneyard_table::{At, Cx, Flow, Refusal, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::aim::reaches;
use super::attack_roll::glimpses;
use super::legal::{Cost, known, legal, pay};
use super::provoke::provoke;
use crate::DieTrying;
use crate::book::{AttackBy, CreatureUse};
use crate::check::{self, Check, Kind, Parts, add, all_checks};
use crate::effect;
use crate::hurt::ac;
use crate::rules;
use crate::sight;
use crate::state::Fate;

/// An Action of a Creature's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Special {
    /// Who.
    pub who: Who,
    /// Which, by its name.
    pub action: String,
    /// On whom.
    pub target: Who,
}

/// Whether a Creature may do this, and what it does.
pub fn check_special<'b>(
    at: At<'b, DieTrying>,
    special: &Special,
) -> Result<(&'b CreatureUse, boneyard_table::RuleId), Refusal> {
    let (state, rule) = (at.state, rules::DT_HOUSE_20H);
    legal(state, at.book, special.who, Cost::Action)?;
    let row = state.sheet(special.who).like.and_then(|like| at.book.creatures.get(like.as_str()));
    let known_use = row
        .and_then(|row| row.uses.iter().find(|known| known.name == special.action).map(|own| (own, row.id)));
    let Some((own, entry)) = known_use else {
        let sentence = format!("{} has no such action.", state.name(special.who));
        return Err(Refusal::new(rule, "no-such-action", sentence));
    };
    if !sight::may_target(state, special.who, special.target) || special.who == special.target {
        let sentence = "There is nobody like that to be made out here.";
        return Err(Refusal::new(rules::DT_STL_06, "no-such-target", sentence));
    }
    known(state, special.target)?;
    if state.live(special.target).fate == Fate::Dead {
        let sentence = format!("{} is dead already.", state.name(special.target));
        return Err(Refusal::new(rules::DT_HP_09, "dead", sentence));
    }
    let far = sight::distance(state, special.who, special.target).map_or(0, |far| far * 5);
    if far > u32::from(own.range) || !reaches(state, special.who, special.target) {
        let sentence = format!("{} is out of range.", state.name(special.target));
        return Err(Refusal::new(rule, "out-of-reach", sentence).with("feet", far).with("reach", own.range));
    }
    Ok((own, entry))
}

/// Does it: an attack where it is one, then its effects.
pub fn special(cx: &mut Cx<'_, DieTrying>, special: &Special) -> Flow {
    let at = At { state: cx.state(), book: cx.book() };
    let (name, entry) = check_special(at, special).map(|(own, entry)| (own.name.clone(), entry))?;
    let (who, target) = (special.who, special.target);
    pay(cx, who, Cost::Action, entry);
    provoke(cx, target);
    let book = cx.book();
    let Some(row) = book.creatures.get(entry.as_str()) else { return Ok(()) };
    let Some(own) = row.uses.iter().find(|known| known.name == name) else { return Ok(()) };
    let hit = match &own.attack {
        None => true,
        Some(by) => {
            let bonus = match by {
                AttackBy::Number(bonus) => *bonus,
                AttackBy::Word(_) => row.attack.bonus,
            };
            if !cx.within((who, target), |cx| glimpses(cx, who, target))? {
                false
            } else {
                let mut parts = Parts::new();
                add(&mut parts, "As listed", bonus.into(), entry);
                all_checks(cx.state(), book, who, &mut parts);
                let dc = ac(cx.state(), book, target, Some(who));
                let check = Check::new(who, Kind::Attack, parts, rules::DT_CHECK_07);
                check::make(cx, check, dc)?.0.succeeded()
            }
        }
    };
    if hit {
        cx.within((who, target), |cx| effect::on_hit(cx, Some(who), target, None, &own.effects, entry))?;
    }
    sight::acted(cx, who);
    Ok(())
}
