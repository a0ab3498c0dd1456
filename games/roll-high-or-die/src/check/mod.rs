//! Checks: a d20 and everything that is added, against a number or another roll. One function throws, whatever the roll
//! is for; what a success brings is with the rule that asked.

mod call;
mod measure;
mod part;
mod request;

pub use call::{CallCheck, Contest, Improvise, RollDice, attempt, opposed};
pub use measure::Measure;
pub use part::{
    Edge, Part, Parts, Sums, Tilt, ability_sums, add, everything, far_skill_sums, initiative_sums,
    skill_sums, sum, terms,
};

pub use request::{Request, Weighed, attitude};

use boneyard_table::{Audience, Cx, Faces, Flow, Group, Roll, RuleId, Who};

use crate::RollHighOrDie;
use crate::audience::{self, Needs, record};
use crate::book::Book;
use crate::fact::{CheckFact, TableFact};
use crate::hurt::end_conditions;
use crate::passive;
use crate::question::{SayAgain, SpendRest};
use crate::rules;
use crate::state::{Condition, Skill, Span, State, Used};

/// A d20 about to be thrown.
pub struct Throw<'a, 'b> {
    /// By whom.
    pub who: Who,
    /// What it is for, as it is told.
    pub what: &'a str,
    /// Everything about it.
    pub sums: Sums<'b>,
    /// The rule that asks for it.
    pub rule: RuleId,
    /// Who sees it; the one who may know of somebody who makes such a roll, if nothing is said.
    pub audience: Option<Audience>,
    /// What the rules read of the face; exact odds tell only this apart. All of it if nothing is said.
    pub reads: Option<&'a dyn Fn(u8) -> u32>,
}

/// A d20 that was thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Thrown {
    /// The face that counts.
    pub face: u8,
    /// With everything added.
    pub total: i16,
}

impl std::fmt::Debug for Throw<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Throw").field("who", &self.who).field("sums", &self.sums).finish_non_exhaustive()
    }
}

impl<'a, 'b> Throw<'a, 'b> {
    /// A roll for everybody who sees the roller.
    pub fn new(who: Who, what: &'a str, sums: Sums<'b>, rule: RuleId) -> Self {
        Self { who, what, sums, rule, audience: None, reads: None }
    }

    /// A roll that is noticed wherever it comes from, of somebody who is known.
    pub fn heard(self, state: &State, book: &Book) -> Self {
        let audience = audience::audience(state, book, self.who, Needs::Known);
        Self { audience: Some(audience), ..self }
    }

    /// Who is told; that takes long to find out, and where nobody keeps what happens nobody is.
    fn audience(&self, cx: &Cx<'_, RollHighOrDie>) -> Audience {
        match self.audience {
            _ if !cx.keeps() => Audience::ALL,
            Some(audience) => audience,
            None => audience::audience(cx.state(), cx.book(), self.who, Needs::Sight),
        }
    }
}

/// Throws a d20, or two of which one counts. What was to help with the next roll is used up.
pub fn throw(cx: &mut Cx<'_, RollHighOrDie>, mut throw: Throw<'_, '_>) -> Flow<Thrown> {
    let who = throw.who;
    if cx.state().live(who).is(Condition::WellRested) {
        let up = throw.sums.edges.iter().any(|edge| edge.up);
        if cx.ask(who, SpendRest { who, what: throw.what.to_owned(), up })? {
            let rule = Condition::WellRested.rule();
            end_conditions(cx, who, rule, |ailment| ailment.what == Condition::WellRested);
            throw.sums.edge("Well Rested", true, rule);
        }
    }
    let bonus = throw.sums.total();
    let tilt = throw.sums.tilt(&cx.state().house);
    let count = if tilt == Tilt::Even { 1 } else { 2 };
    let face = |faces: &Faces| face_that_counts(tilt, faces);
    let alike = |a: &Faces, b: &Faces| match throw.reads {
        Some(reads) => reads(face(a)) == reads(face(b)),
        None => face(a) == face(b),
    };
    let groups = [Group::new(count, 20).named("d20")];
    let audience = throw.audience(cx);
    let roll = Roll {
        rule: throw.rule,
        by: who.into(),
        audience,
        groups: &groups,
        terms: Some(&|| terms(&throw.sums.parts)),
        alike: Some(&alike),
    };
    let face = face(&cx.roll_one(&roll)?);
    cite_throw(cx, &throw.sums, tilt, face);
    let once = |condition: Condition| matches!(condition, Condition::Aided | Condition::Inspired);
    end_conditions(cx, who, throw.rule, |ailment| once(ailment.what));
    Ok(Thrown { face, total: i16::from(face) + bonus })
}

/// The face that counts: the better of two with Advantage (RH-ADV-01), the worse with Disadvantage (RH-ADV-02).
fn face_that_counts(tilt: Tilt, faces: &Faces) -> u8 {
    match tilt {
        Tilt::Even => faces.first(),
        Tilt::Up => faces.highest().unwrap_or(1),
        Tilt::Down => faces.lowest().unwrap_or(1),
    }
}

/// The rules that a throw went by: where its bonus comes from, which face counted and why.
fn cite_throw(cx: &mut Cx<'_, RollHighOrDie>, sums: &Sums<'_>, tilt: Tilt, face: u8) {
    cx.cite(rules::RH_CORE_01);
    cx.cite(rules::RH_CHECK_07);
    for part in &sums.parts {
        cx.cite(part.rule);
    }
    for edge in &sums.edges {
        cx.cite(edge.rule);
    }
    match tilt {
        Tilt::Up => cx.cite(rules::RH_ADV_01),
        Tilt::Down => cx.cite(rules::RH_ADV_02),
        Tilt::Even => {}
    }
    if sums.edges.len() > 1 {
        cx.cite(rules::RH_ADV_03);
    }
    if face == 1 || face == 20 {
        cx.cite(rules::RH_CHECK_05);
    }
}

/// What a Skill Check against a DC is about.
#[derive(Clone, Copy, Debug)]
pub struct Against {
    /// The number.
    pub dc: i16,
    /// The Referee's secret.
    pub hidden: bool,
}

/// A check against a number; records how it came out.
pub fn check(cx: &mut Cx<'_, RollHighOrDie>, own: Throw<'_, '_>, against: Against) -> Flow<bool> {
    let (who, rule, what) = (own.who, own.rule, own.what.to_owned());
    let audience = own.audience(cx);
    let bonus = own.sums.total();
    // Who reads more of the total than whether it is enough says so.
    let further = own.reads;
    let reads = |face: u8| {
        let enough = u32::from(i16::from(face) + bonus >= against.dc);
        enough + 2 * further.map_or(0, |further| further(face))
    };
    // Well Rested adds no number, so what is read stays what it is.
    let words = matches!(own.what, "Diplomacy" | "Deception");
    let tongue = passive::hook(cx.state(), cx.book(), who, "silver-tongue").filter(|_| words);
    let again = tongue.filter(|entry| cx.state().live(who).times_used(*entry) == 0);
    let (sums, same) = (own.sums.clone(), own.what);
    let mut thrown = throw(cx, Throw { reads: Some(&reads), audience: Some(audience), ..own })?;
    if let Some(entry) = again.filter(|_| thrown.total < against.dc)
        && cx.ask(who, SayAgain { who, what: what.clone() })?
    {
        let used = Used { what: entry, until: Span::Watch, times: 1 };
        record(cx, entry, TableFact::Used { who, used }.into());
        let own =
            Throw { reads: Some(&reads), audience: Some(audience), ..Throw::new(who, same, sums, rule) };
        thrown = cx.within((who, rule), |cx| throw(cx, own))?;
    }
    let success = thrown.total >= against.dc;
    cx.cite(rules::RH_CHECK_04);
    let Against { dc, hidden } = against;
    let fact =
        CheckFact::Made { who, what, face: thrown.face, total: thrown.total, against: dc, hidden, success };
    cx.record_for(audience, rule, fact.into());
    Ok(success)
}

/// A Skill Check against a DC that everybody knows.
pub fn skill_check(
    cx: &mut Cx<'_, RollHighOrDie>,
    who: Who,
    skill: Skill,
    dc: i16,
    rule: RuleId,
    words: &[&str],
) -> Flow<bool> {
    let sums = skill_sums(cx.state(), cx.book(), who, skill, words);
    check(cx, Throw::new(who, skill.name(), sums, rule), Against { dc, hidden: false })
}

/// Two Skill Checks against each other, the initiator's first; the initiator wins a tie.
pub fn oppose(
    cx: &mut Cx<'_, RollHighOrDie>,
    (who, own): (Who, Throw<'_, '_>),
    (target, other): (Who, Throw<'_, '_>),
    rule: RuleId,
) -> Flow<bool> {
    let total = rolled(cx, who, own)?;
    let bonus = other.sums.total();
    let reads = |face: u8| u32::from(total >= i16::from(face) + bonus);
    let against =
        cx.within((who, target, total), |cx| rolled(cx, target, Throw { reads: Some(&reads), ..other }))?;
    let won = total >= against;
    cx.cite(rules::RH_CHECK_06);
    record(cx, rule, CheckFact::Contested { who, total, target, against, won }.into());
    Ok(won)
}

/// The total of one side; the one who is Unconscious has 0 and rolls nothing.
fn rolled(cx: &mut Cx<'_, RollHighOrDie>, who: Who, own: Throw<'_, '_>) -> Flow<i16> {
    if out(cx.state(), who) {
        cx.cite(Condition::Unconscious.rule());
        return Ok(0);
    }
    Ok(throw(cx, own)?.total)
}

/// Whether somebody lies there and knows nothing.
pub fn out(state: &State, who: Who) -> bool {
    state.live(who).is(Condition::Unconscious)
}
