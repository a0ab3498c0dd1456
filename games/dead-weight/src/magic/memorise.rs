//! Memorising: which of the known spells or prayers are ready. What a camp makes of it is in `camp/study`.

use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::aim::check_known;
use super::cast::held_role;
use crate::DeadWeight;
use crate::camp;
use crate::fact::MagicFact;
use crate::question::short;
use crate::roll::acting_hero;
use crate::rules;
use crate::state::{Attribute, Memorised, Span, Used};

/// Casters memorise spells or prayers: one when an expedition starts, all of them together in camp.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "MemoriseSay")]
#[schemars(with = "MemoriseSay")]
pub struct Memorise {
    /// One entry for each caster.
    pub casters: Vec<Study>,
}

/// What a caster has memorised afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Who.
    pub who: Who,
    /// Which, by name: all that are to be ready.
    pub powers: Vec<String>,
}

/// As it is written: one caster, or several.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged, expecting = "say who memorises what")]
enum MemoriseSay {
    One(Study),
    Several(Several),
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Several {
    /// Casters with all they memorise, or one entry for each spell as forms give it: whose and which, with a
    /// point between.
    casters: Vec<StudySay>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged, expecting = "say who memorises what")]
enum StudySay {
    Full(Study),
    Short(String),
}

impl TryFrom<MemoriseSay> for Memorise {
    type Error = String;

    fn try_from(say: MemoriseSay) -> Result<Self, String> {
        let said = match say {
            MemoriseSay::One(study) => return Ok(Self { casters: vec![study] }),
            MemoriseSay::Several(Several { casters }) => casters,
        };
        let mut casters: Vec<Study> = Vec::new();
        for study in said {
            match study {
                StudySay::Full(study) => casters.push(study),
                StudySay::Short(text) => {
                    let Some((who, power)) = short(&text) else {
                        return Err(format!("`{text}` is nobody's spell or prayer"));
                    };
                    match casters.iter_mut().find(|known| known.who == who) {
                        Some(known) => known.powers.push(power.to_owned()),
                        None => casters.push(Study { who, powers: vec![power.to_owned()] }),
                    }
                }
            }
        }
        Ok(Self { casters })
    }
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

/// Whether these may be memorised outside a camp now; what is ready then, if so.
pub fn check_memorise(at: At<'_, DeadWeight>, wanted: &Study) -> Result<Vec<Memorised>, Refusal> {
    let who = wanted.who;
    let one = acting_hero(at.state, who)?;
    let Some((rule, attribute, prayers)) = may_memorise(at, who) else {
        let sentence = format!("{} memorises neither spells nor prayers.", one.sheet.name);
        return Err(Refusal::new(rules::DW_SPELL_02, "no-magic", sentence));
    };
    let bad = |code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    // Once chosen, or once a prayer was used, the start of the expedition is over.
    if one.live.has_used(rule) || one.live.memorised.iter().any(|known| known.exhausted) {
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
        all.push(Memorised { what: row.id, exhausted: false });
    }
    Ok(all)
}

/// Makes spells or prayers ready: in camp for a point, otherwise as each caster's player says.
pub fn memorise(cx: &mut Cx<'_, DeadWeight>, by: Seat, wanted: &Memorise) -> Flow {
    if cx.state().camp.is_some() {
        return camp::memorise(cx, by, &wanted.casters);
    }
    let [study] = wanted.casters.as_slice() else {
        let sentence = "Outside a camp one caster memorises at a time: say who, and what.";
        return refuse(Refusal::new(rules::DW_SPELL_02, "one-caster", sentence));
    };
    let who = study.who;
    let foreign = cx.state().creature(who).is_some_and(|one| !by.is_gm() && one.sheet.seat != by);
    if foreign {
        let sentence = format!("Only {}'s player says so.", cx.state().name(who));
        return refuse(Refusal::new(rules::DW_GAME_01, "not-yours", sentence));
    }
    let all = check_memorise(cx.at(), study)?;
    let Some((rule, ..)) = may_memorise(cx.at(), who) else { return Ok(()) };
    cx.record(rule, MagicFact::Memorised { who, all }.into());
    cx.record(rule, MagicFact::Used { who, used: Used { what: rule, until: Span::Expedition } }.into());
    Ok(())
}
