//! Being held: breaking free by strength or skill, cutting what can be cut, alone or with an ally's help.

use boneyard_table::{At, Cx, Flow, Refusal, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

use super::arms::arms;
use super::attack::{self, Assault};
use super::ground::close;
use super::legal::{acting_hero, spend};
use super::{helpers, tokens};
use crate::DeadWeight;
use crate::roll::{self, Rolling};
use crate::rules;
use crate::state::{Attribute, Outcome};

/// Breaking free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BreakFree {
    /// Who tries.
    pub who: Who,
    /// For whom, if not for oneself.
    #[serde(default)]
    pub target: Option<Who>,
    /// STR or DEX.
    pub attribute: Attribute,
}

/// Cutting what holds somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CutLoose {
    /// Who tries.
    pub who: Who,
    /// For whom, if not for oneself.
    #[serde(default)]
    pub target: Option<Who>,
    /// With what; bare hands if nothing is said.
    #[serde(default)]
    pub item: Option<u8>,
}

/// Whoever is to be freed.
fn held(at: At<'_, DeadWeight>, who: Who, target: Option<Who>) -> Result<Who, Refusal> {
    let rule = rules::DW_HOUSE_16H;
    acting_hero(at.state, who, 1)?;
    let held = target.unwrap_or(who);
    if at.state.creature(held).is_none_or(|one| one.live.held_by.is_none()) {
        return Err(Refusal::new(rule, "not-held", "Nobody holds them."));
    }
    if held != who && (!close(at.state, who, held) || super::ground::hostile(at.state, who, held)) {
        return Err(Refusal::new(rule, "too-far", "Only an ally next to them can help them out."));
    }
    Ok(held)
}

/// A test of STR or DEX: on a success nobody holds them any more.
pub fn break_free(cx: &mut Cx<'_, DeadWeight>, free: BreakFree) -> Flow {
    let rule = rules::DW_HOUSE_16H;
    let held = held(cx.at(), free.who, free.target)?;
    if !matches!(free.attribute, Attribute::Str | Attribute::Dex) {
        return refuse(Refusal::new(rule, "attribute", "One breaks free with STR or DEX."));
    }
    spend(cx, free.who, 1, rule);
    let test = helpers::helped(cx.at(), Rolling::test(free.who, free.attribute, rule));
    if cx.within((free.who, held), |cx| roll::make(cx, &test))?.succeeded() {
        tokens::release(cx, held, rule);
    }
    Ok(())
}

/// An attack on what holds somebody: enough wounds cut it.
pub fn cut_loose(cx: &mut Cx<'_, DeadWeight>, cut: CutLoose) -> Flow {
    let rule = rules::DW_HOUSE_34H;
    let held = held(cx.at(), cut.who, cut.target)?;
    let needed = cx.state().live(held).cut_loose_by;
    if needed == 0 {
        return refuse(Refusal::new(rule, "not-to-be-cut", "What holds them cannot be cut."));
    }
    let arms = arms(cx.at(), cut.who, cut.item, None, None)?;
    spend(cx, cut.who, 1, rule);
    let assault = Assault {
        who: cut.who,
        targets: smallvec![],
        notation: arms.notation,
        modifier: arms.modifier,
        backstab: false,
        magical: arms.magical,
        rule: arms.entry,
    };
    let reading = cx.within((arms, held, needed), |cx| attack::test(cx, &assault))?;
    let blow = arms.notation.blow(reading.outcome == Outcome::GreatSuccess, &cx.state().house);
    if reading.outcome.succeeded() && blow.wounds >= needed {
        tokens::release(cx, held, rule);
    }
    attack::after(cx, arms, cut.who)
}
