//! Reading the dice that lie: success, great success, critical failure; then who is tired and who
//! has learned something.

use boneyard_table::{Audience, Cx, Flow, Seat, Who};
use smallvec::SmallVec;

use crate::DeadWeight;
use crate::fact::RollFact;
use crate::house::LessonsFromChecks;
use crate::hurt;
use crate::rules;
use crate::state::{Affliction, Attribute, Outcome, State, Tray};

/// Lesson circles of an attribute.
pub const MOST_LESSONS: u8 = 12;

/// What the dice of a tray come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// How it came out.
    pub outcome: Outcome,
    /// The dice that count, lowest first.
    pub dice: SmallVec<[u8; 8]>,
    /// Shield tokens that were spent on it.
    pub blocked: u8,
    /// Whether somebody helped.
    pub helped: bool,
}

impl Reading {
    /// A failure without dice.
    pub fn failed() -> Self {
        Self { outcome: Outcome::Failure, dice: SmallVec::new(), blocked: 0, helped: false }
    }
}

/// Whether a face of somebody's is a hit.
fn hit(state: &State, who: Who, face: u8) -> bool {
    let least = if state.live(who).suffers(Affliction::Terrified) { 5 } else { 4 };
    face >= least
}

/// The faces of somebody's dice that count: of two dice thrown for none, the lower.
fn counted<'a>(tray: &'a Tray, who: Who) -> impl Iterator<Item = u8> + 'a {
    let lower = tray.count == 0 && who == tray.who && tray.attribute.is_some();
    tray.of(who).take(if lower { 1 } else { usize::MAX })
}

/// Somebody's successes on the table; of two dice thrown for none only if both are hits.
pub fn hits_of(state: &State, who: Who) -> impl Iterator<Item = u8> + '_ {
    let tray = state.tray.as_ref();
    let all = tray.is_none_or(|tray| {
        tray.count > 0 || who != tray.who || tray.of(who).all(|face| hit(state, who, face))
    });
    let dice = tray.into_iter().flat_map(move |tray| tray.of(who));
    dice.filter(move |face| all && hit(state, who, *face))
}

fn owners(tray: &Tray) -> impl Iterator<Item = Who> + '_ {
    [tray.who].into_iter().chain(tray.helpers.iter().map(|helper| helper.who))
}

/// How the dice on the table come out as they lie.
pub fn read(state: &State, tray: &Tray) -> Outcome {
    let (mut hits, mut sixes, mut ones) = (0, 0, 0);
    for who in owners(tray) {
        for face in counted(tray, who) {
            hits += u8::from(hit(state, who, face));
            sixes += u8::from(face == 6);
            ones += u8::from(face == 1);
        }
    }
    match (hits, sixes, ones) {
        (1.., 2.., _) => Outcome::GreatSuccess,
        (1.., ..) => Outcome::Success,
        (0, _, 1..) => Outcome::CriticalFailure,
        (0, _, 0) => Outcome::Failure,
    }
}

/// Reads the dice, and marks what they cost and teach.
pub(super) fn settle(cx: &mut Cx<'_, DeadWeight>) -> Flow<Reading> {
    let Some(tray) = cx.state().tray.clone() else { return Ok(Reading::failed()) };
    let outcome = read(cx.state(), &tray);
    let mut dice: SmallVec<[u8; 8]> = owners(&tray).flat_map(|who| counted(&tray, who)).collect();
    dice.sort_unstable();
    let rule = match outcome {
        Outcome::GreatSuccess => rules::DW_TEST_05,
        Outcome::CriticalFailure => rules::DW_TEST_06,
        _ => rules::DW_TEST_04,
    };
    let who = tray.who;
    if tray.of(who).any(|face| face == 4) && cx.state().live(who).suffers(Affliction::Terrified) {
        cx.cite(rules::DW_AFFL_09);
    }
    cx.record(rule, RollFact::Read { who, outcome, dice: dice.clone() }.into());
    let helped = !tray.helpers.is_empty();
    let reading = Reading { outcome, dice, blocked: tray.blocked, helped };
    let Some(attribute) = tray.attribute else { return Ok(reading) };
    tired(cx, &tray, attribute, outcome)?;
    let teaches = tray.test || cx.state().house.lessons_from_checks == LessonsFromChecks::On;
    if !outcome.succeeded() && teaches && !tray.no_lesson {
        lesson(cx, who, attribute)?;
    }
    if outcome == Outcome::CriticalFailure {
        crate::combat::faces_deceive(cx, who);
    }
    if outcome == Outcome::CriticalFailure && cx.state().sheet(who).has_trait(rules::DW_TRAIT_01) {
        crate::expedition::advance_omens(cx, 1, rules::DW_TRAIT_01)?;
    }
    Ok(reading)
}

fn tired(cx: &mut Cx<'_, DeadWeight>, tray: &Tray, attribute: Attribute, outcome: Outcome) -> Flow {
    if !tray.test {
        return Ok(());
    }
    let tires = |face: u8| matches!(face, 1 | 4);
    let spared = tray.effort || (tray.safe && outcome.succeeded());
    if counted(tray, tray.who).any(tires) && !spared {
        hurt::tire(cx, tray.who, attribute, rules::DW_TEST_07)?;
    }
    for helper in &tray.helpers {
        if tray.of(helper.who).any(tires) && !helper.effort {
            hurt::tire(cx, helper.who, attribute, rules::DW_TEST_17)?;
        }
    }
    Ok(())
}

/// Marks a lesson, if there is a circle left.
pub(super) fn lesson(cx: &mut Cx<'_, DeadWeight>, who: Who, attribute: Attribute) -> Flow {
    let known = cx.state().live(who).lessons[attribute];
    if known < MOST_LESSONS {
        let fact = RollFact::Lesson { who, attribute, to: known + 1 };
        cx.record(rules::DW_TEST_26, fact.into());
    }
    Ok(())
}

/// Who may see the omens tracker: the game master and whoever has a third eye.
pub fn omen_readers(state: &State) -> Audience {
    let seeing = state.heroes().filter(|who| state.sheet(*who).has_trait(rules::DW_TRAIT_07));
    let seats: Vec<Seat> = seeing.map(|who| state.sheet(who).seat).collect();
    Audience::seats(seats)
}
