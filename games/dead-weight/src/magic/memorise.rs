//! Memorising: which of the known spells or prayers are ready. What a camp makes of it is in `camp/study`.

use boneyard_table::deed::{self, Card, Deed, Desk, Filled, Lawful, May, Unfilled};
use boneyard_table::view::{Candidate, Domain, Thing};
use boneyard_table::{At, By, Cx, Flow, Refusal, RuleId, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::aim::check_known;
use super::cast::held_role;
use crate::DeadWeight;
use crate::book::PowerRow;
use crate::camp;
use crate::fact::MagicFact;
use crate::form::{Form, stored, whatever_picked};
use crate::question::short;
use crate::roll::acting_hero;
use crate::rules;
use crate::state::{Attribute, Creature, Memorised, Span, Used};

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

/// One caster with all they memorise, or one spell as forms give it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "say who memorises what")]
pub enum StudySay {
    /// A caster.
    Full(Study),
    /// Whose spell or prayer, and which.
    Short(String),
}

impl TryFrom<MemoriseSay> for Memorise {
    type Error = String;

    fn try_from(say: MemoriseSay) -> Result<Self, String> {
        match say {
            MemoriseSay::One(study) => Ok(Self { casters: vec![study] }),
            MemoriseSay::Several(Several { casters }) => gathered(casters).map(|casters| Self { casters }),
        }
    }
}

/// Each caster once, with all that is said of them.
fn gathered(said: Vec<StudySay>) -> Result<Vec<Study>, String> {
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
    Ok(casters)
}

impl deed::Form<DeadWeight> for Memorise {
    /// In camp it is a matter of the party's points, and one card lists the powers of all; elsewhere each caster has a
    /// card of their own.
    fn form(form: &mut Form<'_>) -> Filled<Self> {
        let casters = match form.maybe_actor()? {
            Some(who) => vec![Study { who, powers: alone(form, who)? }],
            None => gathered(camp::together(form)?).map_err(Unfilled::Unread)?,
        };
        Ok(Self { casters })
    }
}

impl Deed<DeadWeight> for Memorise {
    const CARD: Card = Card::acting("Memorise", "Powers").also(Desk::Anyone);

    // Several may memorise at once in camp, and anybody there proposes it.
    fn by(&self) -> By {
        By::Anyone
    }

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        if may.state.camp.is_some() {
            return camp::check_studies(may, &self.casters).map(|_| ());
        }
        let [study] = self.casters.as_slice() else {
            return may.no(|| {
                let sentence = "Outside a camp one caster memorises at a time: say who, and what.";
                Refusal::new(rules::DW_SPELL_02, "one-caster", sentence)
            });
        };
        let foreign = |one: &Creature| !may.by.is_gm() && one.sheet.seat != may.by;
        may.outright_if(may.state.creature(study.who).is_some_and(foreign), || {
            let sentence = format!("Only {}'s player says so.", may.state.name(study.who));
            Refusal::new(rules::DW_GAME_01, "not-yours", sentence)
        })?;
        whatever_picked(may, check_start(may.at(), study.who))?;
        check_memorise(may.at(), study)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        if cx.state().camp.is_some() {
            return camp::memorise(cx, by, &self.casters);
        }
        let Some(study) = self.casters.first() else { return Ok(()) };
        let (who, all) = (study.who, check_memorise(cx.at(), study)?);
        let Some((rule, ..)) = may_memorise(cx.at(), who) else { return Ok(()) };
        cx.record(rule, MagicFact::Memorised { who, all }.into());
        cx.record(rule, MagicFact::Used { who, used: Used { what: rule, until: Span::Expedition } }.into());
        Ok(())
    }
}

/// What one caster has memorised afterwards, outside a camp.
fn alone(form: &mut Form<'_>, who: Who) -> Filled<Vec<String>> {
    let at = form.at();
    let one = at.state.creature(who).filter(|one| one.sheet.is_hero() && !one.live.dead);
    let kind = one.and_then(|_| may_memorise(at, who));
    form.only_if(at.state.camp.is_none() && kind.is_some())?;
    let rows = one.map(|_| known_powers(at, who)).unwrap_or_default();
    form.only_if(!rows.is_empty())?;
    if let Some((rule, ..)) = kind {
        form.rule(rule);
    }
    let domain = || {
        let score = one.zip(kind).map_or(0, |(one, (_, attribute, _))| one.sheet.hero.score[attribute]);
        let named =
            |row: &&PowerRow| Candidate::new(row.name.clone(), row.name.clone()).say(row.text.clone());
        let of: Vec<Thing> = rows.iter().map(|row| Thing { what: named(row), cost: 0 }).collect();
        let most = u32::from(score).min(of.len() as u32);
        Domain::Subset { of, least: 0, most, budget: None }
    };
    form.field("powers", "Which", domain, || Some(Vec::new()), stored)
}

/// The spells or prayers somebody knows.
pub fn known_powers<'a>(at: At<'a, DeadWeight>, who: Who) -> Vec<&'a PowerRow> {
    let prayers = may_memorise(at, who).is_some_and(|(.., prayers)| prayers);
    let rows = if prayers { &at.book.prayers } else { &at.book.spells };
    at.state.sheet(who).hero.knows.iter().filter_map(|id| rows.get(id.as_str())).collect()
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

/// Whether somebody may memorise outside a camp now, whatever it is; by which rule, as many as which score, and whether
/// it is prayers.
fn check_start(at: At<'_, DeadWeight>, who: Who) -> Result<(RuleId, Attribute, bool), Refusal> {
    let one = acting_hero(at.state, who)?;
    let Some((rule, attribute, prayers)) = may_memorise(at, who) else {
        let sentence = format!("{} memorises neither spells nor prayers.", one.sheet.name);
        return Err(Refusal::new(rules::DW_SPELL_02, "no-magic", sentence));
    };
    // Once chosen, or once a prayer was used, the start of the expedition is over.
    if one.live.has_used(rule) || one.live.memorised.iter().any(|known| known.exhausted) {
        let sentence = "What is memorised is changed in camp, or for the next expedition.";
        return Err(Refusal::new(rule, "settled", sentence));
    }
    if !prayers && held_role(at, who, "grimoire", true).is_none() {
        return Err(Refusal::new(rule, "no-grimoire", "Without a grimoire no spell is memorised."));
    }
    Ok((rule, attribute, prayers))
}

/// Whether these may be memorised outside a camp now; what is ready then, if so.
fn check_memorise(at: At<'_, DeadWeight>, wanted: &Study) -> Result<Vec<Memorised>, Refusal> {
    let who = wanted.who;
    let (rule, attribute, prayers) = check_start(at, who)?;
    let most = usize::from(at.state.sheet(who).hero.score[attribute]);
    if wanted.powers.len() > most {
        let sentence = format!("One for each point of {}: at most {most}.", attribute.name());
        return Err(Refusal::new(rule, "too-many", sentence).with("most", most));
    }
    let mut all: Vec<Memorised> = Vec::new();
    for name in &wanted.powers {
        let row = check_known(at, who, name, prayers, rule)?;
        if all.iter().any(|known| known.what == row.id) {
            let sentence = format!("{} is memorised once, not twice.", row.name);
            return Err(Refusal::new(rule, "twice", sentence));
        }
        all.push(Memorised { what: row.id, exhausted: false });
    }
    Ok(all)
}
