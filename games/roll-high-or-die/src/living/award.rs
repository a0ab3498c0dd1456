//! What an Encounter was worth: Threat against the strength of those who took part, proposed to the Referee.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::view::{Candidate, Domain, Thing};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::THE_DAY;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::body::tmk;
use crate::combat::{at_ease, known};
use crate::fact::{HeroFact, LivingFact};
use crate::picks::read;
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

impl Form<RollHighOrDie> for Award {
    fn form(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Self> {
        let (state, book) = (form.state, form.book);
        form.only_if(state.encounter.is_none() && !state.days.fought.is_empty())?;
        let overcome = some(form, "overcome", "Who was overcome, if not all", false)?;
        let hazards = || {
            let of = book.hazards.iter().map(|row| Candidate::new(row.name.clone(), row.name.clone()));
            let of: Vec<Thing> = of.map(|what| Thing { what, cost: 0 }).collect();
            Domain::Subset { most: u32::try_from(of.len()).unwrap_or(u32::MAX), of, least: 0, budget: None }
        };
        let hazards = form.maybe_field("hazards", "Hazards", hazards, read)?;
        let to = some(form, "to", "Who gains, if not all", true)?;
        Ok(Self { overcome, hazards, to, anyway: form.unasked("anyway")? })
    }
}

/// Some of those who took part, heroes or the others; all of them where nothing is said.
fn some(
    form: &mut Filling<'_, RollHighOrDie>,
    name: &'static str,
    label: &'static str,
    heroes: bool,
) -> Filled<Option<Vec<Who>>> {
    let state = form.state;
    let fits = |who: Who| state.days.fought.contains(&who) && is_hero(state, who) == heroes;
    if form.is_written() {
        return form.or_left_out(name, |form| form.creatures(name, label, 0..=u32::MAX, fits));
    }
    form.maybe_creatures(name, label, 0..=u32::MAX, fits)?;
    Ok(None)
}

fn is_hero(state: &State, who: Who) -> bool {
    state.creature(who).is_some_and(|one| one.sheet.is_hero())
}

/// What somebody counts for when they are overcome.
fn threat(state: &State, book: &crate::book::Book, who: Who) -> u16 {
    let row = state.sheet(who).like.and_then(|like| book.creatures.get(like.as_str()));
    row.map_or_else(|| u16::from(tmk(state, who)), |row| u16::from(row.threat))
}

impl Award {
    /// Who gains, and how much was overcome.
    fn worth(&self, may: May<'_, RollHighOrDie>) -> Lawful<(Vec<Who>, u16)> {
        let (state, book, rule) = (may.state, may.book, rules::RH_EXP_01);
        at_ease(state, rule)?;
        let fought = &state.days.fought;
        let to: Vec<Who> = match &self.to {
            Some(to) => to.clone(),
            None => {
                fought.iter().copied().filter(|who| is_hero(state, *who) && !state.live(*who).dead).collect()
            }
        };
        for who in &to {
            known(state, *who)?;
            may.not_if(!fought.contains(who) && !self.anyway, || {
                let sentence = format!("{} took no part in the Encounter.", state.name(*who));
                Refusal::new(rule, "took-no-part", sentence)
            })?;
        }
        may.not_if(to.is_empty(), || {
            let sentence = "Nobody is there who could be awarded: an Encounter has to end first.";
            Refusal::new(rule, "nobody", sentence)
        })?;
        let beaten: Vec<Who> = match &self.overcome {
            Some(list) => list.clone(),
            None => fought.iter().copied().filter(|who| !is_hero(state, *who)).collect(),
        };
        let mut total = 0u16;
        for who in &beaten {
            known(state, *who)?;
            total = total.saturating_add(threat(state, book, *who));
        }
        for name in &self.hazards {
            match book.hazards.iter().find(|row| row.name.eq_ignore_ascii_case(name)) {
                Some(row) => total = total.saturating_add(row.threat.into()),
                None => {
                    return may.no(|| {
                        let known: Vec<&str> = book.hazards.iter().map(|row| row.name.as_str()).collect();
                        let sentence = format!("There is no such hazard; there are {}.", known.join(", "));
                        Refusal::new(rules::RH_AWARD_02H, "no-such-hazard", sentence)
                    });
                }
            }
        }
        Ok((to, total))
    }
}

impl Deed<RollHighOrDie> for Award {
    const CARD: Card = Card::gm("Award the Encounter", THE_DAY).rule(rules::RH_EXP_01);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        self.worth(may).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let (to, total) = self.worth(May::quiet(cx.at(), by))?;
        if !self.hazards.is_empty() {
            cx.cite(rules::RH_AWARD_02H);
        }
        award(cx, to, total)
    }
}

fn award(cx: &mut Cx<'_, RollHighOrDie>, to: Vec<Who>, total: u16) -> Flow {
    let (rule, book) = (rules::RH_AWARD_01H, cx.book());
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
