//! Hide and Sneak: one Stealth check, compared with what each observer notices.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::{Audience, Cx, Flow, Pilot, Refusal, RuleId, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::grade::{Grade, audience, between, distance, known_hidden, observers, seems_visible};
use super::lose::found;
use crate::DieTrying;
use crate::book::{Book, Of, Passive};
use crate::check::{self, Check, Kind, skill_bonus};
use crate::combat::{Cost, actor_now, at_once, may_do, may_do_deed, pay, pay_deed};
use crate::fact::{CheckFact, SightFact};
use crate::house::HideNeedsConcealmentEach;
use crate::passive;
use crate::rules;
use crate::state::{Degree, Flesh, Hidden, Proficiency, State};
use crate::view::numbers_visible;

/// How far the dead feel a light of theirs, in squares: 60 feet.
const FELT: u32 = 12;

/// Hides, by one check against each observer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hide {
    /// Who.
    pub who: Who,
    /// From whom; everybody not on the same side if nobody is named.
    #[serde(default)]
    pub from: Vec<Who>,
    /// As a Bonus Action, for who can.
    #[serde(default)]
    pub bonus: bool,
}

impl Form<DieTrying> for Hide {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        let who = actor_now(form)?;
        let bonus = at_once(form, who, "hide", "Hide at once")?;
        // Those everybody knows of; the others are not told.
        let state = form.state;
        let all = state.creature(who).into_iter().flat_map(|_| observers(state, who));
        let seen: Vec<Who> = all.filter(|other| audience(state, *other) == Audience::ALL).collect();
        let from = match seen.len() > 1 || form.is_written() {
            true => {
                let label = "From whom; from all of them if nobody is named";
                form.maybe_creatures("from", label, 1..=u32::MAX, |other| seen.contains(&other))?
            }
            false => Vec::new(),
        };
        Ok(Self { who, from, bonus })
    }

    fn actor(&self) -> Option<Who> {
        Some(self.who)
    }
}

/// Whether somebody may Hide, and from whom, as far as the seat knows whose eyes see what. Where other eyes are better than
/// they seem, that turns out when it is tried.
fn may_hide(may: May<'_, DieTrying>, hide: &Hide) -> Lawful<Vec<Who>> {
    let (state, book, who) = (may.state, may.book, hide.who);
    may_do_deed(may, who, hide.bonus, "hide", "Hiding takes an Action.")?;
    if let Some(rule) = passive::forbids(state, book, who, "hide") {
        return may
            .outright(|| Refusal::new(rule, "cannot-hide", format!("{} cannot hide now.", state.name(who))));
    }
    let wanted = |other: &Who| hide.from.is_empty() || hide.from.contains(other);
    let mut all: Vec<Who> = observers(state, who).filter(wanted).collect();
    if let Some(beacon) = beacon(state, book, who) {
        let fooled = |other: &Who| !numbers_visible(state, *other, may.by) || !drawn(state, *other, who);
        may.not_if(!all.is_empty() && !all.iter().any(fooled), || {
            let sentence = format!("The dead know where the light of {} is.", state.name(who));
            Refusal::new(beacon, "lantern-known", sentence)
        })?;
        all.retain(fooled);
    }
    let seems = |other: &Who| seems_visible(state, book, *other, who, may.by) >= Grade::Concealed;
    let veiled: Vec<Who> = all.iter().copied().filter(seems).collect();
    // Those nobody has noticed do not count here: that one may hide would tell of them.
    may.not_if(!veiled.iter().any(|other| audience(state, *other) == Audience::ALL), || {
        let sentence = format!("{} is in plain view and Concealed from nobody.", state.name(who));
        Refusal::new(rules::DT_STL_01, "in-plain-view", sentence)
    })?;
    let each = state.house.hide_needs_concealment_each == HideNeedsConcealmentEach::On;
    Ok(if each { veiled } else { all })
}

/// What somebody carries that the dead feel, if there is something.
fn beacon(state: &State, book: &Book, who: Who) -> Option<RuleId> {
    let found = passive::find(state, book, who, Of::Hook.called("draws-undead"), |passive| match passive {
        Passive::Hook(hook) if hook == "draws-undead" => Some(()),
        _ => None,
    });
    found.map(|(_, rule)| rule)
}

/// Whether somebody undead is near enough to feel it.
fn drawn(state: &State, other: Who, to: Who) -> bool {
    let near = distance(state, other, to).is_none_or(|far| far <= FELT);
    state.sheet(other).flesh == Flesh::Undead && near
}

impl Deed<DieTrying> for Hide {
    const CARD: Card =
        Card::acting("Hide", "Fight").rule(rules::DT_STL_02).cost(1, "Action").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_hide(may, self).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let hoped = may_hide(May::quiet(cx.at(), by), &self)?;
        // What eyes there are for the TS to know.
        let from = may_hide(May::quiet(cx.at(), Seat::GM), &self).unwrap_or_default();
        let Self { who, bonus, .. } = self;
        pay_deed(cx, who, bonus, "hide", rules::DT_COM_06);
        if let Some(beacon) = beacon(cx.state(), cx.book(), who) {
            cx.cite(beacon);
        }
        cx.cite(rules::DT_STL_01);
        for (other, degree) in stealth(cx, who, &from, rules::DT_STL_02)? {
            let known = cx.state().live(who).hidden_from(other).copied();
            if degree.succeeded() && known.is_none() {
                let hidden = Hidden { from: other, undetected: false, sneaking: false };
                let told = between(cx.state(), who, other);
                cx.record_for(told, rules::DT_STL_02, SightFact::Hides { who, hidden }.into());
            }
        }
        for other in hoped.into_iter().filter(|other| !from.contains(other)) {
            let text = format!("{} sees {} all the same.", cx.state().name(other), cx.state().name(who));
            let told = between(cx.state(), who, other);
            cx.record_for(told, rules::DT_STL_01, CheckFact::Extra { who, text }.into());
        }
        Ok(())
    }
}

/// One Stealth check, read against each observer. A critical failure lets the observer know the square.
fn stealth(cx: &mut Cx<'_, DieTrying>, who: Who, from: &[Who], rule: RuleId) -> Flow<Vec<(Who, Degree)>> {
    let (state, book) = (cx.state(), cx.book());
    let seen_by = audience(state, who);
    let dcs: Vec<(Who, i16)> = from
        .iter()
        .map(|other| (*other, 4 + skill_bonus(state, book, *other, Proficiency::Perception)))
        .collect();
    let check = Check { audience: seen_by, ..Check::skill(state, book, who, Proficiency::Stealth, rule) };
    let thrown = check::throw(cx, check)?;
    cx.cite(rules::DT_CHECK_10);
    let mut read = Vec::new();
    for (other, dc) in dcs {
        let degree = thrown.against(dc);
        let fact = CheckFact::Made {
            who,
            what: Kind::Skill(Proficiency::Stealth).name(),
            face: thrown.face,
            total: thrown.total,
            dc,
            degree,
        };
        let told = between(cx.state(), who, other);
        cx.record_for(told, rule, fact.into());
        if degree == Degree::CriticalFailure {
            let text = format!("{} knows exactly where {} is.", cx.state().name(other), cx.state().name(who));
            cx.record_for(told, rules::DT_HOUSE_04H, CheckFact::Extra { who, text }.into());
        }
        read.push((other, degree));
    }
    Ok(read)
}

deed! {
    /// Sneaks: the one who is beaten does not notice the move that follows.
    #[derive(Copy)]
    pub struct Sneak(form: DieTrying) {
        who: Who = hidden_one(form)?,
    }
}

/// The one who does it, if they are hidden from somebody.
fn hidden_one(form: &mut Filling<'_, DieTrying>) -> Filled<Who> {
    let who = actor_now(form)?;
    let hides = form.state.creature(who).is_some_and(|_| known_hidden(form.state, who).next().is_some());
    form.only_if(hides)?;
    Ok(who)
}

impl Deed<DieTrying> for Sneak {
    const CARD: Card =
        Card::acting("Sneak", "Fight").rule(rules::DT_STL_05).cost(1, "Bonus Action").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_do(may, self.who, Cost::Bonus)?;
        may.not_if(known_hidden(may.state, self.who).next().is_none(), || {
            let sentence = format!("{} is Hidden from nobody; Hide first.", may.state.name(self.who));
            Refusal::new(rules::DT_STL_05, "not-hidden", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let who = self.who;
        pay(cx, who, Cost::Bonus, rules::DT_COM_12);
        let from: Vec<Who> = cx.state().live(who).hidden.iter().map(|hidden| hidden.from).collect();
        let results = stealth(cx, who, &from, rules::DT_STL_05)?;
        let seen_by = audience(cx.state(), who);
        cx.record_for(seen_by, rules::DT_STL_05, SightFact::Sneaked { who }.into());
        for (other, degree) in results {
            let known = cx.state().live(who).hidden_from(other).copied();
            match (degree, known) {
                (Degree::CriticalFailure, _) => found(cx, who, other, rules::DT_STL_05),
                (degree, Some(hidden)) if degree.succeeded() => {
                    let hidden = Hidden { sneaking: true, ..hidden };
                    let told = between(cx.state(), who, other);
                    cx.record_for(told, rules::DT_STL_05, SightFact::Hides { who, hidden }.into());
                }
                _ => {}
            }
        }
        Ok(())
    }
}
