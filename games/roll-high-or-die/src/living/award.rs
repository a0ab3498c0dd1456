//! What an Encounter was worth: Threat against the strength of those who took part, proposed to the Referee.

use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::RollHighOrDie;
use crate::audience::record;
use crate::body::tmk;
use crate::combat::{at_ease, gm, known};
use crate::fact::{HeroFact, LivingFact};
use crate::question::GiveExp;
use crate::rules;
use crate::state::State;

/// The Referee awards an Encounter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Award {
    /// Who was overcome; everybody hostile who took part, if nothing is said.
    pub overcome: Option<Vec<Who>>,
    /// Hazards, by their names.
    pub hazards: Vec<String>,
    /// Who gains; everybody who took part, if nothing is said.
    pub to: Option<Vec<Who>>,
    /// The Referee gives to somebody who was not there all the same.
    pub anyway: bool,
}

/// What somebody counts for when they are overcome.
fn threat(state: &State, book: &crate::book::Book, who: Who) -> u16 {
    let row = state.sheet(who).like.and_then(|like| book.creatures.get(like.as_str()));
    row.map_or_else(|| u16::from(tmk(state, who)), |row| u16::from(row.threat))
}

/// The Referee awards an Encounter.
pub fn award(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, award: &Award) -> Flow {
    let (rule, book) = (rules::RH_AWARD_01H, cx.book());
    gm(by, rules::RH_EXP_01, "Only the Referee awards EXP.")?;
    at_ease(cx.state(), rules::RH_EXP_01)?;
    let state = cx.state();
    let fought = state.days.fought.clone();
    let mine = |who: &Who| state.creature(*who).is_some_and(|one| one.sheet.is_hero());
    let to: Vec<Who> = match &award.to {
        Some(to) => to.clone(),
        None => fought.iter().copied().filter(|who| mine(who) && !state.live(*who).dead).collect(),
    };
    for who in &to {
        known(state, *who)?;
        if !fought.contains(who) && !award.anyway {
            let sentence = format!("{} took no part in the Encounter.", state.name(*who));
            return refuse(Refusal::new(rules::RH_EXP_01, "took-no-part", sentence));
        }
    }
    if to.is_empty() {
        let sentence = "Nobody is there who could be awarded: an Encounter has to end first.";
        return refuse(Refusal::new(rules::RH_EXP_01, "nobody", sentence));
    }
    let beaten: Vec<Who> = match &award.overcome {
        Some(list) => list.clone(),
        None => fought.iter().copied().filter(|who| !mine(who)).collect(),
    };
    let mut total = 0u16;
    for who in &beaten {
        known(state, *who)?;
        total = total.saturating_add(threat(state, book, *who));
    }
    for name in &award.hazards {
        let Some(row) = book.hazards.iter().find(|row| row.name.eq_ignore_ascii_case(name)) else {
            let known: Vec<&str> = book.hazards.iter().map(|row| row.name.as_str()).collect();
            let sentence = format!("There is no such hazard; there are {}.", known.join(", "));
            return refuse(Refusal::new(rules::RH_AWARD_02H, "no-such-hazard", sentence));
        };
        cx.cite(rules::RH_AWARD_02H);
        total = total.saturating_add(row.threat.into());
    }
    let strength: u16 = to.iter().map(|who| u16::from(tmk(cx.state(), *who).max(1))).sum();
    // T ÷ S at least from[0] ÷ from[1], without a fraction.
    let reaches =
        |from: [u16; 2]| u32::from(total) * u32::from(from[1]) >= u32::from(from[0]) * u32::from(strength);
    let step = book.awards.iter().filter(|row| reaches(row.from)).max_by_key(|row| row.exp);
    let (name, proposed) = step.map_or(("trivial", 0), |row| (row.name.as_str(), u16::from(row.exp)));
    let fact = LivingFact::Awarded { threat: total, strength, name: name.to_owned() };
    record(cx, rule, fact.into());
    for who in to {
        let exp = cx.within((who, proposed), |cx| cx.ask(Seat::GM, GiveExp { who, proposed }))?;
        if exp > 0 {
            let to = cx.state().sheet(who).exp.saturating_add(exp);
            record(cx, rules::RH_EXP_01, HeroFact::Exp { who, to }.into());
        }
    }
    cx.cite(rules::RH_GM_01);
    Ok(())
}
