//! Reading the dice that lie: success, great success, critical failure; then who is tired and who
//! has learned something.

use boneyard_table::{Audience, Cx, Flow, RuleId, Seat, Who};
use smallvec::SmallVec;

use crate::DeadWeight;
use crate::fact::RollFact;
use crate::house::LessonsFromChecks;
use crate::hurt;
use crate::rules;
use crate::state::{Affliction, Attribute, Die, Outcome, State, Tray};

/// Lesson circles of an attribute.
pub const MOST_LESSONS: u8 = 12;

/// What the dice of a tray come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// How it came out.
    pub outcome: Outcome,
    /// Shield tokens that were spent on it.
    pub blocked: u8,
    /// Whether somebody helped.
    pub helped: bool,
}

impl Reading {
    /// A failure without dice.
    pub fn failed() -> Self {
        Self { outcome: Outcome::Failure, blocked: 0, helped: false }
    }
}

/// The lowest face of somebody's that is a hit.
fn least(state: &State, who: Who) -> u8 {
    if state.live(who).suffers(Affliction::Terrified) { 5 } else { 4 }
}

/// The faces of somebody's dice that count: of two dice thrown for none, the lower.
fn counted<'a>(tray: &Tray, dice: &'a [Die], who: Who) -> impl Iterator<Item = u8> + use<'a> {
    let lower = tray.count == 0 && who == tray.who && tray.attribute.is_some();
    let own = dice.iter().filter(move |die| die.of == who).map(|die| die.face);
    own.take(if lower { 1 } else { usize::MAX })
}

/// Somebody's successes on the table; of two dice thrown for none only if both are hits.
pub fn hits_of(state: &State, who: Who) -> impl Iterator<Item = u8> + '_ {
    let (tray, least) = (state.tray.as_ref(), least(state, who));
    let all =
        tray.is_none_or(|tray| tray.count > 0 || who != tray.who || tray.of(who).all(|face| face >= least));
    let dice = tray.into_iter().flat_map(move |tray| tray.of(who));
    dice.filter(move |face| all && *face >= least)
}

fn owners(tray: &Tray) -> impl Iterator<Item = Who> + '_ {
    [tray.who].into_iter().chain(tray.helpers.iter().map(|helper| helper.who))
}

/// How the dice on the table come out as they lie.
pub fn read(state: &State, tray: &Tray) -> Outcome {
    read_as(state, tray, &tray.dice)
}

/// How a roll would come out if its dice lay so.
pub(super) fn read_as(state: &State, tray: &Tray, dice: &[Die]) -> Outcome {
    let (mut hits, mut sixes, mut ones) = (0, 0, 0);
    for who in owners(tray) {
        let least = least(state, who);
        for face in counted(tray, dice, who) {
            hits += u8::from(face >= least);
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
    let state = cx.state();
    let Some(tray) = &state.tray else { return Ok(Reading::failed()) };
    let outcome = read(state, tray);
    let mut dice: SmallVec<[u8; 8]> = SmallVec::new();
    owners(tray).for_each(|who| dice.extend(counted(tray, &tray.dice, who)));
    dice.sort_unstable();
    let rule = match outcome {
        Outcome::GreatSuccess => rules::DW_TEST_05,
        Outcome::CriticalFailure => rules::DW_TEST_06,
        _ => rules::DW_TEST_04,
    };
    let (who, rolled) = (tray.who, tray.attribute);
    let reading = Reading { outcome, blocked: tray.blocked, helped: !tray.helpers.is_empty() };
    let teaches = tray.test || state.house.lessons_from_checks == LessonsFromChecks::On;
    let lesson_due = !outcome.succeeded() && teaches && !tray.no_lesson;
    let tiring = tired_by(tray, outcome, &tray.dice);
    if state.live(who).suffers(Affliction::Terrified) && tray.of(who).any(|face| face == 4) {
        cx.cite(rules::DW_AFFL_09);
    }
    // The tray is put away by this: everything that is needed of it is known by now.
    cx.record(rule, RollFact::Read { who, outcome, dice }.into());
    let Some(attribute) = rolled else { return Ok(reading) };
    for (who, rule) in tiring {
        hurt::tire(cx, who, attribute, rule)?;
    }
    if lesson_due {
        lesson(cx, who, attribute)?;
    }
    if outcome == Outcome::CriticalFailure {
        crate::combat::faces_deceive(cx, who);
        if cx.state().sheet(who).has_trait(rules::DW_TRAIT_01) {
            crate::expedition::advance_omens(cx, 1, rules::DW_TRAIT_01)?;
        }
    }
    Ok(reading)
}

/// Whom the dice of a test tire, and by which rule.
pub(super) fn tired_by(tray: &Tray, outcome: Outcome, dice: &[Die]) -> SmallVec<[(Who, RuleId); 2]> {
    let mut tired = SmallVec::new();
    if !tray.test {
        return tired;
    }
    let tires = |face: u8| matches!(face, 1 | 4);
    let spared = tray.effort || (tray.safe && outcome.succeeded());
    if !spared && counted(tray, dice, tray.who).any(tires) {
        tired.push((tray.who, rules::DW_TEST_07));
    }
    let own = |who: Who| dice.iter().filter(move |die| die.of == who).map(|die| die.face);
    let helpers = tray.helpers.iter().filter(|helper| !helper.effort && own(helper.who).any(tires));
    tired.extend(helpers.map(|helper| (helper.who, rules::DW_TEST_17)));
    tired
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

/// Who may see the omens tracker: the game master and the one who has a third eye.
pub fn omen_readers(state: &State) -> Audience {
    let seeing = state.heroes().filter(|who| state.sheet(*who).has_trait(rules::DW_TRAIT_07));
    let seats: Vec<Seat> = seeing.map(|who| state.sheet(who).seat).collect();
    Audience::seats(seats)
}
