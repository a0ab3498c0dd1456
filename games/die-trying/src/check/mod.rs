//! Checks: d10 and everything that is added against a DC, read in four degrees. One function throws,
//! whatever the check is for; what a degree brings is with the rule that asked.

mod call;
mod dice;
mod part;

pub use call::{Attempt, CallCheck, Contest, criticals};
pub use dice::{RollDice, Sum, hundred, pick, roll_secret, roll_sum};
pub use part::{
    Part, Parts, add, all_checks, armor_class, by_sight, save, score, skill, skill_bonus, sum, terms,
};

use boneyard_table::{Audience, Cx, Faces, Flow, Group, Roll, RuleId, Who};

use crate::DieTrying;
use crate::book::{Book, Of, Passive};
use crate::fact::{AffectFact, CheckFact, TableFact};
use crate::passive;
use crate::question::TryAgain;
use crate::rules;
use crate::state::{Ability, Aid, Degree, Proficiency, Span, State, Used, What};

/// What kind of check it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A skill check.
    Skill(Proficiency),
    /// An Attack Roll.
    Attack,
    /// A save.
    Save(Ability),
    /// A Death Saving Throw.
    Death,
}

/// A check about to be made.
#[derive(Clone, Debug)]
pub struct Check<'b> {
    /// By whom.
    pub who: Who,
    /// Of which kind.
    pub kind: Kind,
    /// Everything that is added.
    pub parts: Parts<'b>,
    /// Against what, where there is one DC: exact odds then tell only degrees apart.
    pub dc: Option<i16>,
    /// So much over the DC is a Critical Success.
    pub critical_at: i16,
    /// What the rules read of the face besides the degree.
    pub face_matters: bool,
    /// The rule that asks for it.
    pub rule: RuleId,
    /// Who sees it.
    pub audience: Audience,
}

/// A d10 that was thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Thrown {
    /// Its face.
    pub face: u8,
    /// With everything added.
    pub total: i16,
    /// So much over the DC is a Critical Success.
    pub critical_at: i16,
}

impl Kind {
    /// As it is told.
    pub fn name(self) -> String {
        match self {
            Self::Skill(skill) => skill.name().to_owned(),
            Self::Attack => "Attack Roll".to_owned(),
            Self::Save(ability) => format!("{} save", ability.name()),
            Self::Death => "Death Saving Throw".to_owned(),
        }
    }

    /// What help with it is called.
    fn aid(self) -> Option<Aid> {
        match self {
            Self::Skill(skill) => Some(Aid::Skill(skill)),
            Self::Attack => Some(Aid::Attack),
            Self::Save(_) => Some(Aid::Save),
            Self::Death => None,
        }
    }
}

impl<'b> Check<'b> {
    /// A check with these numbers.
    pub fn new(who: Who, kind: Kind, parts: Parts<'b>, rule: RuleId) -> Self {
        let audience = Audience::ALL;
        Self { who, kind, parts, dc: None, critical_at: 6, face_matters: false, rule, audience }
    }

    /// A skill check.
    pub fn skill(state: &State, book: &'b Book, who: Who, which: Proficiency, rule: RuleId) -> Self {
        let mut parts = skill(state, book, who, which, None);
        all_checks(state, book, who, &mut parts);
        // One's place in a fight is by any skill, with numbers of its own.
        if rule == rules::DT_COM_01 {
            passive::adjust(state, book, who, "initiative", None, &mut parts);
        }
        Self::new(who, Kind::Skill(which), parts, rule)
    }

    /// A save.
    pub fn save(state: &State, book: &'b Book, who: Who, ability: Ability, rule: RuleId) -> Self {
        Self::new(who, Kind::Save(ability), save(state, book, who, ability), rule)
    }

    /// Against this.
    #[must_use]
    pub fn against(mut self, dc: i16) -> Self {
        self.dc = Some(dc);
        self
    }
}

impl Thrown {
    /// The degree against a DC.
    pub fn against(self, dc: i16) -> Degree {
        degree(self.face, self.total, dc, self.critical_at)
    }
}

/// The degree of a total: above the DC or not, 6 over or under critical, and one better or worse for a
/// face of 10 or 1.
pub fn degree(face: u8, total: i16, dc: i16, critical_at: i16) -> Degree {
    let plain = match total - dc {
        over if over >= critical_at => Degree::CriticalSuccess,
        over if over > 0 => Degree::Success,
        over if over <= -6 => Degree::CriticalFailure,
        _ => Degree::Failure,
    };
    match face {
        1 => plain.worse(),
        10 => plain.better(),
        _ => plain,
    }
}

/// Throws the d10 of a check. Help that was promised for it is used up.
pub fn throw(cx: &mut Cx<'_, DieTrying>, mut check: Check<'_>) -> Flow<Thrown> {
    check.audience = seen_by(cx, &check);
    let helped = cx.state().live(check.who).affects.iter().find_map(|affect| match affect.what.what {
        What::Helped(aid) if Some(aid) == check.kind.aid() => Some((affect.id, affect.what.clone())),
        _ => None,
    });
    if helped.is_some() {
        add(&mut check.parts, "Help", 1, rules::DT_ACT_06H);
    }
    let bonus = sum(&check.parts);
    let second = second_try(cx.state(), cx.book(), &check);
    let read = |faces: &Faces| {
        let face = faces.first();
        let total = i16::from(face) + bonus;
        Thrown { face, total, critical_at: check.critical_at }
    };
    let alike = |a: &Faces, b: &Faces| match check.dc {
        Some(dc) if !check.face_matters && second.is_none() => read(a).against(dc) == read(b).against(dc),
        _ => a == b,
    };
    let groups = [Group::new(1, 10).named("check")];
    let roll = Roll {
        rule: check.rule,
        by: check.who.into(),
        audience: check.audience,
        groups: &groups,
        terms: Some(&|| terms(&check.parts)),
        alike: Some(&alike),
    };
    let mut thrown = read(&cx.roll_one(&roll)?);
    if let Some((rule, span, better)) = second {
        let made = check.dc.map(|dc| thrown.against(dc).succeeded());
        let again = TryAgain { who: check.who, rule, face: thrown.face, total: thrown.total, made };
        if cx.ask(check.who, again)? {
            let times = cx.state().live(check.who).times_used(rule) + 1;
            let used = Used { what: rule, until: span, times };
            cx.record(rule, TableFact::Used { who: check.who, used }.into());
            let new = read(&cx.roll_one(&roll)?);
            thrown = if better && new.total < thrown.total { thrown } else { new };
        }
    }
    for part in &check.parts {
        cx.cite(part.rule);
    }
    cx.cite(rules::DT_CHECK_03);
    if let Some((id, affect)) = helped {
        cx.record(rules::DT_ACT_06H, AffectFact::Ends { who: check.who, affect, id }.into());
    }
    Ok(thrown)
}

/// A talent that lets somebody roll this check again: its entry, for how long a use lasts, and whether the
/// better roll counts. Rolls behind the TS's hand are never offered.
fn second_try(state: &State, book: &Book, check: &Check<'_>) -> Option<(RuleId, Span, bool)> {
    if check.audience != Audience::ALL {
        return None;
    }
    let live = state.live(check.who);
    let fits = |on: &String| match check.kind {
        _ if on == "any" => true,
        Kind::Skill(skill) => *on == skill.key(),
        _ => false,
    };
    let mut found = None;
    passive::each(state, book, check.who, Of::Reroll, &mut |_, rule, passive| {
        if let Passive::Reroll(rerolls) = passive
            && found.is_none()
            && rerolls.on.iter().any(fits)
            && live.times_used(rule) < rerolls.times
        {
            let span = if rerolls.per == "scene" { Span::Scene } else { Span::Rest };
            found = Some((rule, span, rerolls.keep == "better"));
        }
    });
    found
}

/// Makes a check against one DC and records how it came out.
pub fn make(cx: &mut Cx<'_, DieTrying>, check: Check<'_>, dc: i16) -> Flow<(Degree, Thrown)> {
    let (who, rule, kind) = (check.who, check.rule, check.kind);
    let audience = if cx.keeps() { seen_by(cx, &check) } else { check.audience };
    let thrown = throw(cx, check.against(dc))?;
    let degree = thrown.against(dc);
    cite_degree(cx, thrown, dc);
    let what = cx.words(|_| kind.name());
    let fact = CheckFact::Made { who, what, face: thrown.face, total: thrown.total, dc, degree };
    cx.record_for(audience, rule, fact.into());
    Ok((degree, thrown))
}

/// Checks of somebody nobody has noticed are seen by nobody, whatever they are for.
fn seen_by(cx: &Cx<'_, DieTrying>, check: &Check<'_>) -> Audience {
    if check.audience.is_open() { crate::sight::audience(cx.state(), check.who) } else { check.audience }
}

/// What made it critical, or shifted it.
pub fn cite_degree(cx: &mut Cx<'_, DieTrying>, thrown: Thrown, dc: i16) {
    if (thrown.total - dc).abs() >= 6 {
        cx.cite(rules::DT_CHECK_04);
    }
    if thrown.face == 1 || thrown.face == 10 {
        cx.cite(rules::DT_CHECK_05);
    }
}
