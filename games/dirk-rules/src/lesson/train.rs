//! Taking lessons: the weeks, what the teacher asks for, and the day it is learned.

use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};

use super::{Lesson, LessonFact, Taught, can_teach, unmet};
use crate::DirkRules;
use crate::check::referee;
use crate::fact::Fact;
use crate::growth;
use crate::health::out;
use crate::rules;
use crate::tell::gems_in_words;
use crate::time::{Need, Scale, Task, TaskKind, at_leisure, company, spend};
use crate::trade::purse;

/// The most a teacher can ask for.
const MOST: usize = 12;

fn open(cx: &Cx<'_, DirkRules>, at: u8) -> Flow<Lesson> {
    let rule = rules::DK_DOWN_06;
    match cx.state().days.lessons.get(usize::from(at)) {
        Some(lesson) if !lesson.over => Ok(lesson.clone()),
        Some(_) => refuse(Refusal::new(rule, "over", "These lessons are over.")),
        None => refuse(Refusal::new(rule, "no-such-lessons", "There are no such lessons.")),
    }
}

/// Takes lessons for so many weeks. They need not follow each other.
pub fn train(cx: &mut Cx<'_, DirkRules>, by: Seat, at: u8, weeks: u8) -> Flow {
    let rule = rules::DK_DOWN_06;
    let lesson = open(cx, at)?;
    let pupil = lesson.pupil;
    company(cx, by, rule, &[pupil])?;
    at_leisure(cx, rule)?;
    let book = cx.book();
    let name = lesson.what.name(book);
    let row = match &lesson.what {
        Taught::Power(id) => book.power(*id),
        Taught::Background(_) => None,
    };
    if !lesson.agreed {
        let teacher = &cx.state().sheet(lesson.teacher).name;
        return refuse(Refusal::new(
            rule,
            "not-convinced",
            format!("{teacher} is not willing to teach {name}."),
        ));
    }
    if out(cx.state(), lesson.teacher) || !can_teach(cx.at(), lesson.teacher, &lesson.what) {
        return refuse(Refusal::new(rule, "no-teacher", format!("There is nobody left to teach {name}.")));
    }
    if let Some(lacks) = row.and_then(|row| unmet(cx.at(), pupil, row)) {
        let sentence = format!("{name} takes {lacks}.");
        return refuse(Refusal::new(row.map_or(rule, |row| row.id), "requirement", sentence));
    }
    if let Some(need) = lesson.needs.iter().find(|need| need.met < need.of) {
        let sentence = format!("The teacher still waits for {} {}.", need.of - need.met, need.what);
        return refuse(Refusal::new(rule, "not-yet", sentence));
    }
    let left = lesson.weeks.saturating_sub(lesson.weeks_done());
    if weeks == 0 || weeks > left {
        let sentence = format!("{left} weeks are left to learn {name}.");
        return refuse(Refusal::new(rule, "how-long", sentence).with("left", left));
    }
    let fee = row.and_then(|row| row.requires.as_ref()).map_or(0, |requires| requires.gems);
    let gems = cx.state().sheet(pupil).gems;
    if !lesson.paid && gems < fee {
        let sentence = format!("{name} takes {}; {gems} are left.", gems_in_words(fee));
        let refusal = Refusal::new(rules::DK_EQUIP_01, "too-dear", sentence);
        return refuse(refusal.with("cost", fee).with("gems", gems));
    }
    if !lesson.paid {
        purse(cx, row.map_or(rule, |row| row.id), pupil, gems - fee);
    }
    let lesson = Lesson { paid: true, ..lesson };
    study(cx, at, lesson, weeks)
}

/// Spends the weeks; with the last of them it is learned.
fn study(cx: &mut Cx<'_, DirkRules>, at: u8, mut lesson: Lesson, weeks: u8) -> Flow {
    let (rule, week) = (rules::DK_DOWN_06, Scale::Weeks.seconds());
    let (pupil, began) = (lesson.pupil, cx.state().clock);
    let task = Task { kind: TaskKind::Lessons(at), who: vec![pupil], left: week * u32::from(weeks) };
    let done = cx.within((at, &lesson, began), |cx| spend(cx, Scale::Weeks, task.clone()))?;
    let spent = cx.state().clock.saturating_sub(began);
    let paused = cx.state().days.paused.iter().any(|known| known.kind == task.kind && known.who == task.who);
    lesson.studied = lesson.studied.saturating_add(spent);
    if !done && !paused {
        // What was broken off in the middle of a week begins that week anew.
        lesson.studied -= lesson.studied % week;
    }
    let learned = lesson.weeks_done() >= lesson.weeks && !cx.state().live(pupil).dead;
    lesson.over = learned;
    let what = lesson.what.clone();
    cx.record(rule, Fact::Lesson(LessonFact::Stands { at, lesson }));
    if learned { learn(cx, pupil, what) } else { Ok(()) }
}

fn learn(cx: &mut Cx<'_, DirkRules>, who: Who, what: Taught) -> Flow {
    match what {
        Taught::Power(id) => match cx.book().power(id) {
            Some(row) => growth::gain(cx, who, row),
            None => Ok(()),
        },
        Taught::Background(background) => {
            cx.cite(rules::DK_CHAR_03);
            cx.record(rules::DK_DOWN_06, Fact::Lesson(LessonFact::Learned { who, background }));
            Ok(())
        }
    }
}

/// The referee says what else a teacher asks for; none of it strikes it out.
pub fn needs(cx: &mut Cx<'_, DirkRules>, by: Seat, at: u8, what: &str, of: u16) -> Flow {
    let rule = rules::DK_DOWN_06;
    referee(by, rule, "say what a teacher asks for")?;
    let mut lesson = open(cx, at)?;
    let what = what.trim();
    if what.is_empty() || what.chars().count() > 120 {
        return refuse(Refusal::new(rule, "words", "Say it in 1 to 120 characters."));
    }
    match lesson.needs.iter().position(|need| need.what == what) {
        Some(number) if of == 0 => {
            lesson.needs.remove(number);
        }
        Some(number) => lesson.needs[number].of = of,
        None if of == 0 || lesson.needs.len() >= MOST => {
            return refuse(Refusal::new(rule, "not-listed", format!("{what} is not on the list.")));
        }
        None => lesson.needs.push(Need { what: what.to_owned(), of, met: 0 }),
    }
    cx.record(rule, Fact::Lesson(LessonFact::Stands { at, lesson }));
    Ok(())
}

/// The referee marks so much of it as met.
pub fn meets(cx: &mut Cx<'_, DirkRules>, by: Seat, at: u8, what: &str, count: u16) -> Flow {
    let rule = rules::DK_DOWN_06;
    referee(by, rule, "say what a teacher was given")?;
    let mut lesson = open(cx, at)?;
    let Some(need) = lesson.needs.iter_mut().find(|need| need.what == what) else {
        return refuse(Refusal::new(rule, "not-listed", format!("{what} is not on the list.")));
    };
    need.met = need.met.saturating_add(count).min(need.of);
    cx.record(rule, Fact::Lesson(LessonFact::Stands { at, lesson }));
    Ok(())
}

/// The pupil gives it up.
pub fn leave(cx: &mut Cx<'_, DirkRules>, by: Seat, at: u8) -> Flow {
    let rule = rules::DK_DOWN_06;
    let lesson = open(cx, at)?;
    company(cx, by, rule, &[lesson.pupil])?;
    let lesson = Lesson { over: true, ..lesson };
    cx.record(rule, Fact::Lesson(LessonFact::Stands { at, lesson }));
    Ok(())
}
