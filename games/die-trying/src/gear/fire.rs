//! Setting things alight that are no lamps: whether they burn well, and how long it takes where they do not.

use boneyard_table::{At, Cx, Flow, Judgement, Refusal, RuleId, RulingOption, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::lamp::flame;
use crate::DieTrying;
use crate::combat::{Cost, legal, pay_deed};
use crate::fact::CheckFact;
use crate::rules;
use crate::sight;
use crate::time;

/// Sets something alight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetAlight {
    /// Who.
    pub who: Who,
    /// What, in a few words.
    pub what: String,
    /// As a Bonus Action, for who can.
    #[serde(default)]
    pub bonus: bool,
}

/// Minutes it takes, as the TS says.
const DRY: u64 = 1;
const DAMP: u64 = 10;

/// Whether somebody could set something alight, and by what rule.
pub fn check_alight(at: At<'_, DieTrying>, fire: &SetAlight) -> Result<RuleId, Refusal> {
    legal(at.state, at.book, fire.who, if fire.bonus { Cost::Bonus } else { Cost::Action })?;
    let what = fire.what.trim();
    if what.is_empty() || what.chars().count() > 80 {
        let sentence = "Say in up to 80 letters what is to burn.";
        return Err(Refusal::new(rules::DT_ITEM_04, "no-words", sentence));
    }
    flame(at.state, at.book, fire.who, fire.bonus)
}

/// Sets something alight: at once where it burns well, after minutes where it does not.
pub fn set_alight(cx: &mut Cx<'_, DieTrying>, fire: &SetAlight) -> Flow {
    let rule = check_alight(cx.at(), fire)?;
    let who = fire.who;
    let burns = burns(cx, who, fire.what.trim())?;
    let what = format!("setting {} alight", fire.what.trim());
    // In a fight nobody has minutes.
    let minutes = burns.filter(|minutes| *minutes == 0 || cx.state().battle.is_none());
    let Some(minutes) = minutes else {
        let what = if burns.is_some() { format!("{what} takes minutes") } else { what };
        cx.record(rules::DT_ITEM_04, CheckFact::Impossible { who, what }.into());
        return Ok(());
    };
    pay_deed(cx, who, fire.bonus, "tinderbox", rule);
    sight::acted(cx, who);
    if minutes > 0 {
        let to = cx.state().now.later(minutes * 60);
        cx.within((who, &what), |cx| time::advance(cx, to))?;
    }
    cx.record(rule, CheckFact::Automatic { who, what }.into());
    Ok(())
}

/// After how many minutes it burns, as the TS says; at once is none of them.
fn burns(cx: &mut Cx<'_, DieTrying>, who: Who, what: &str) -> Flow<Option<u64>> {
    let rule = rules::DT_ITEM_04;
    let name = cx.state().name(who).to_owned();
    let judgement = || Judgement {
        rule,
        tag: what.to_lowercase(),
        question: format!("{name} wants to set {what} alight. How well does it burn?"),
        about: Vec::new(),
        options: vec![
            RulingOption::new("well", "Well: an Action"),
            RulingOption::new("dry", "Like dry wood: a minute"),
            RulingOption::new("damp", "Like damp wood: ten minutes"),
            RulingOption::new("never", "Not at all"),
        ],
        proposal: 0,
        why: "So it is with torches.".into(),
        precedents: Vec::new(),
    };
    Ok(match cx.judge(rule, 0, &judgement)?.option() {
        0 => Some(0),
        1 => Some(DRY),
        2 => Some(DAMP),
        _ => None,
    })
}
