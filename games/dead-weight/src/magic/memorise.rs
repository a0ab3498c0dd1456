//! Memorising: which of the known spells or prayers are ready.

use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::aim::check_known;
use super::cast::held_role;
use crate::DeadWeight;
use crate::fact::MagicFact;
use crate::roll::acting_hero;
use crate::rules;
use crate::state::{Attribute, Memorised, Span, Used};

/// Memorises spells or prayers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Memorise {
    /// Who.
    pub who: Who,
    /// Which, by name: all that are to be ready.
    pub powers: Vec<String>,
}

/// The rule by which somebody memorises: the score that counts, and whether it is prayers.
pub fn may_memorise(at: At<'_, DeadWeight>, who: Who) -> Option<(RuleId, Attribute, bool)> {
    let sheet = at.state.sheet(who);
    if sheet.has_trait(rules::DW_TRAIT_04) {
        Some((rules::DW_PRAY_02, Attribute::Pre, true))
    } else if sheet.has_trait(rules::DW_TRAIT_05) {
        Some((rules::DW_SPELL_02, Attribute::Int, false))
    } else {
        None
    }
}

/// Whether these may be memorised now; what is ready then, if so.
pub fn check_memorise(at: At<'_, DeadWeight>, wanted: &Memorise) -> Result<Vec<Memorised>, Refusal> {
    let who = wanted.who;
    let one = acting_hero(at.state, who)?;
    let Some((rule, attribute, prayers)) = may_memorise(at, who) else {
        let sentence = format!("{} memorises neither spells nor prayers.", one.sheet.name);
        return Err(Refusal::new(rules::DW_SPELL_02, "no-magic", sentence));
    };
    let bad = |code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    if one.live.has_used(rule) && at.state.camp.is_none() {
        return bad("settled", "What is memorised is changed in camp, or for the next expedition.".into());
    }
    if !prayers && held_role(at, who, "grimoire", true).is_none() {
        return bad("no-grimoire", "Without a grimoire no spell is memorised.".into());
    }
    let most = usize::from(one.sheet.hero.score[attribute]);
    if wanted.powers.len() > most {
        let sentence = format!("One for each point of {}: at most {most}.", attribute.name());
        return Err(Refusal::new(rule, "too-many", sentence).with("most", most));
    }
    let mut all: Vec<Memorised> = Vec::new();
    for name in &wanted.powers {
        let row = check_known(at, who, name, prayers, rule)?;
        if all.iter().any(|known| known.what == row.id) {
            return bad("twice", format!("{} is memorised once, not twice.", row.name));
        }
        // A prayer that was used stays so, whatever is swapped for it meanwhile.
        let exhausted = one.live.has_used(row.id)
            || one.live.memorised.iter().any(|known| known.what == row.id && known.exhausted);
        all.push(Memorised { what: row.id, exhausted });
    }
    Ok(all)
}

/// Makes spells or prayers ready.
pub fn memorise(cx: &mut Cx<'_, DeadWeight>, wanted: &Memorise) -> Flow {
    let all = check_memorise(cx.at(), wanted)?;
    let who = wanted.who;
    let Some((rule, ..)) = may_memorise(cx.at(), who) else { return Ok(()) };
    let dropped: SmallVec<[Memorised; 4]> = cx.state().live(who).memorised.clone();
    for gone in dropped.iter().filter(|gone| gone.exhausted && all.iter().all(|kept| kept.what != gone.what))
    {
        let used = Used { what: gone.what, until: Span::Expedition };
        if !cx.state().live(who).has_used(gone.what) {
            cx.record(rule, MagicFact::Used { who, used }.into());
        }
    }
    cx.record(rule, MagicFact::Memorised { who, all }.into());
    if !cx.state().live(who).has_used(rule) {
        cx.record(rule, MagicFact::Used { who, used: Used { what: rule, until: Span::Expedition } }.into());
    }
    Ok(())
}
