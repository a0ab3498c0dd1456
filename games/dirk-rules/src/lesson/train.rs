//! Taking lessons: the weeks, what the teacher asks for, and the day it is learned.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use super::{Lesson, LessonFact, Taught, can_teach, running, unmet};
use crate::DirkRules;
use crate::book::{Book, Power};
use crate::fact::Fact;
use crate::growth;
use crate::health::out;
use crate::rules;
use crate::tell::gems_in_words;
use crate::time::{Need, Scale, Task, TaskKind, may_set_about, may_spend_time, spend};
use crate::trade::purse;

/// The most a teacher can ask for.
const MOST: usize = 12;

/// Lessons that are not over.
fn may_learn<'a>(may: May<'a, DirkRules>, lesson: u8) -> Lawful<&'a Lesson> {
    let rule = rules::DK_DOWN_06;
    match may.state.days.lessons.get(usize::from(lesson)) {
        Some(lesson) if !lesson.over => Ok(lesson),
        Some(_) => may.no(|| Refusal::new(rule, "over", "These lessons are over.")),
        None => may.no(|| Refusal::new(rule, "no-such-lessons", "There are no such lessons.")),
    }
}

/// The field `lesson`: a card for each of the lessons that somebody takes.
fn own(form: &mut Filling<'_, DirkRules>, label: &str, fits: impl Fn(&Lesson) -> bool) -> Filled<u8> {
    form.only_if(form.state.battle.is_none())?;
    let (state, book, who) = (form.state, form.book, form.maybe_actor()?);
    let lessons = running(state).filter(|(_, lesson)| Some(lesson.pupil) == who && fits(lesson));
    let number = form.each("lesson", lessons.map(|(number, _)| number))?;
    if let Some(lesson) = state.days.lessons.get(usize::from(number)) {
        form.label(|| format!("{label} {}", lesson.what.name(book)).into());
    }
    form.id(|| format!("{label} {number}").to_lowercase());
    Ok(number)
}

/// Weeks that lessons still take.
fn weeks_left(lesson: &Lesson) -> u8 {
    lesson.weeks.saturating_sub(lesson.weeks_done())
}

deed! {
    /// Takes lessons for so many weeks. They need not follow each other.
    #[derive(Copy)]
    pub struct Train(form: DirkRules) {
        /// Which lessons.
        lesson: u8 = own(form, "Learn", |lesson| lesson.agreed && weeks_left(lesson) > 0)?,
        /// How many weeks.
        weeks: u8 = weeks(form, lesson)?,
    }
}

fn weeks(form: &mut Filling<'_, DirkRules>, lesson: u8) -> Filled<u8> {
    let left = form.state.days.lessons.get(usize::from(lesson)).map_or(1, weeks_left);
    form.amount("weeks", "Weeks", 1..=left.into())
}

impl Deed<DirkRules> for Train {
    const CARD: Card = Card::acting("Learn", "Time").rule(rules::DK_DOWN_06);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (rule, state, book) = (rules::DK_DOWN_06, may.state, may.book);
        let lesson = may_learn(may, self.lesson)?;
        let pupil = lesson.pupil;
        may_set_about(may, rule, &[pupil])?;
        may_spend_time(may, rule)?;
        let (name, row) = (lesson.what.name(book), row_of(book, lesson));
        may.not_if(!lesson.agreed, || {
            let sentence = format!("{} is not willing to teach {name}.", state.sheet(lesson.teacher).name);
            Refusal::new(rule, "not-convinced", sentence)
        })?;
        let gone = out(state, lesson.teacher) || !can_teach(may.at(), lesson.teacher, &lesson.what);
        may.not_if(gone, || {
            Refusal::new(rule, "no-teacher", format!("There is nobody left to teach {name}."))
        })?;
        if let Some(lacks) = row.and_then(|row| unmet(may.at(), pupil, row)) {
            let rule = row.map_or(rule, |row| row.id);
            return may.no(|| Refusal::new(rule, "requirement", format!("{name} takes {lacks}.")));
        }
        if let Some(need) = lesson.needs.iter().find(|need| need.met < need.of) {
            return may.no(|| {
                let sentence = format!("The teacher still waits for {} {}.", need.of - need.met, need.what);
                Refusal::new(rule, "not-yet", sentence)
            });
        }
        let left = weeks_left(lesson);
        may.not_if(self.weeks == 0 || self.weeks > left, || {
            let sentence = format!("{left} weeks are left to learn {name}.");
            Refusal::new(rule, "how-long", sentence).with("left", left)
        })?;
        let (fee, gems) = (fee(row), state.sheet(pupil).gems);
        may.not_if(!lesson.paid && gems < fee, || {
            let sentence = format!("{name} takes {}; {gems} are left.", gems_in_words(fee));
            let refusal = Refusal::new(rules::DK_EQUIP_01, "too-dear", sentence);
            refusal.with("cost", fee).with("gems", gems)
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let lesson = paid(cx, self.lesson);
        if !cx.state().days.lessons[usize::from(self.lesson)].paid {
            cx.record(rules::DK_DOWN_06, Fact::Lesson(LessonFact::Stands { at: self.lesson, lesson }));
        }
        study(cx, self.lesson, self.weeks)
    }
}

/// What is taught, if it is a skill or a power.
fn row_of<'a>(book: &'a Book, lesson: &Lesson) -> Option<&'a Power> {
    match &lesson.what {
        Taught::Power(id) => book.power(*id),
        Taught::Background(_) => None,
    }
}

fn fee(row: Option<&Power>) -> u32 {
    row.and_then(|row| row.requires.as_ref()).map_or(0, |requires| requires.gems)
}

/// Spends the weeks; with the last of them it is learned.
fn study(cx: &mut Cx<'_, DirkRules>, at: u8, weeks: u8) -> Flow {
    let week = Scale::Weeks.seconds();
    let (pupil, began) = (cx.state().days.lessons[usize::from(at)].pupil, cx.state().clock);
    let task = Task { kind: TaskKind::Lessons(at), who: vec![pupil], left: week * u32::from(weeks) };
    let done = cx.within((at, began), |cx| spend(cx, Scale::Weeks, task.clone()))?;
    let spent = cx.state().clock.saturating_sub(began);
    let paused = cx.state().days.paused.iter().any(|known| known.kind == task.kind && known.who == task.who);
    studied(cx, at, spent, done || paused)
}

/// So much time was spent on lessons. What was broken off in the middle of a week begins that week anew.
pub(crate) fn studied(cx: &mut Cx<'_, DirkRules>, at: u8, seconds: u32, kept: bool) -> Flow {
    let (rule, week) = (rules::DK_DOWN_06, Scale::Weeks.seconds());
    let mut lesson = paid(cx, at);
    lesson.studied = lesson.studied.saturating_add(seconds);
    if !kept {
        lesson.studied -= lesson.studied % week;
    }
    let pupil = lesson.pupil;
    let learned = lesson.weeks_done() >= lesson.weeks && !cx.state().live(pupil).dead;
    lesson.over = learned;
    let what = lesson.what.clone();
    cx.record(rule, Fact::Lesson(LessonFact::Stands { at, lesson }));
    if learned { learn(cx, pupil, what) } else { Ok(()) }
}

/// What lessons cost is paid, once.
fn paid(cx: &mut Cx<'_, DirkRules>, at: u8) -> Lesson {
    let (lesson, book) = (cx.state().days.lessons[usize::from(at)].clone(), cx.book());
    let row = row_of(book, &lesson);
    if !lesson.paid {
        let left = cx.state().sheet(lesson.pupil).gems.saturating_sub(fee(row));
        purse(cx, row.map_or(rules::DK_DOWN_06, |row| row.id), lesson.pupil, left);
    }
    Lesson { paid: true, ..lesson }
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

deed! {
    /// The referee says what else a teacher asks for; none of it strikes it out.
    pub struct LessonNeeds(form: DirkRules) {
        /// How much of it; none strikes it out.
        of: u16 = asks_or_strikes(form)?,
        /// Which lessons.
        lesson: u8 = any_lesson(form, |lesson| of > 0 || !lesson.needs.is_empty())?,
        what: String = asked_for(form, lesson, of > 0)?,
    }
}

/// The field `of`: a card to ask for something, and one to strike it out.
fn asks_or_strikes(form: &mut Filling<'_, DirkRules>) -> Filled<u16> {
    form.only_if(running(form.state).next().is_some())?;
    if form.variant(&[false, true])? {
        return form.amount("of", "How much", 1..=1_000);
    }
    form.label(|| "Strike out what a teacher asks for".into());
    form.each("of", [0])
}

/// The field `lesson`: lessons of anybody.
fn any_lesson(form: &mut Filling<'_, DirkRules>, fits: impl Fn(&Lesson) -> bool) -> Filled<u8> {
    let (state, book) = (form.state, form.book);
    let lessons = running(state).filter(|(_, lesson)| fits(lesson)).map(|(number, lesson)| {
        let pupil = &state.sheet(lesson.pupil).name;
        (number, format!("{pupil}: {}", lesson.what.name(book)))
    });
    form.one_of("lesson", "Which", lessons)
}

/// The field `what`: anything new, or what was asked for.
fn asked_for(form: &mut Filling<'_, DirkRules>, lesson: u8, new: bool) -> Filled<String> {
    if new || form.is_written() {
        return form.text("what", "What", 120);
    }
    let needs = form.state.days.lessons.get(usize::from(lesson)).map_or(&[][..], |lesson| &lesson.needs);
    form.one_of("what", "What", needs.iter().map(|need| (need.what.clone(), &need.what)))
}

impl Deed<DirkRules> for LessonNeeds {
    const CARD: Card = Card::gm("What a teacher asks for", "Time").rule(rules::DK_DOWN_06);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (rule, what) = (rules::DK_DOWN_06, self.what.trim());
        let needs = &may_learn(may, self.lesson)?.needs;
        may.not_if(what.is_empty() || what.chars().count() > 120, || {
            Refusal::new(rule, "words", "Say it in 1 to 120 characters.")
        })?;
        let known = needs.iter().any(|need| need.what == what);
        may.not_if(!known && (self.of == 0 || needs.len() >= MOST), || {
            Refusal::new(rule, "not-listed", format!("{what} is not on the list."))
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let (Self { of, lesson: at, .. }, what) = (&self, self.what.trim());
        let mut lesson = cx.state().days.lessons[usize::from(*at)].clone();
        match lesson.needs.iter().position(|need| need.what == what) {
            Some(number) if *of == 0 => {
                lesson.needs.remove(number);
            }
            Some(number) => lesson.needs[number].of = *of,
            None => lesson.needs.push(Need { what: what.to_owned(), of: *of, met: 0 }),
        }
        cx.record(rules::DK_DOWN_06, Fact::Lesson(LessonFact::Stands { at: *at, lesson }));
        Ok(())
    }
}

deed! {
    /// The referee marks so much of what a teacher asks for as met.
    pub struct LessonMeets(form: DirkRules) {
        /// Which lessons.
        lesson: u8 = asking(form)?,
        /// What is met.
        what: String = asked_for(form, lesson, false)?,
        /// How much of it.
        count: u16 = form.amount("count", "How much", 1..=1_000)?,
    }
}

/// The field `lesson`: those for which a teacher asks for something.
fn asking(form: &mut Filling<'_, DirkRules>) -> Filled<u8> {
    let asks = |lesson: &Lesson| !lesson.needs.is_empty();
    form.only_if(running(form.state).any(|(_, lesson)| asks(lesson)))?;
    any_lesson(form, asks)
}

impl Deed<DirkRules> for LessonMeets {
    const CARD: Card = Card::gm("A teacher was given", "Time").rule(rules::DK_DOWN_06);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let needs = &may_learn(may, self.lesson)?.needs;
        may.not_if(needs.iter().all(|need| need.what != self.what), || {
            let sentence = format!("{} is not on the list.", self.what);
            Refusal::new(rules::DK_DOWN_06, "not-listed", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let at = self.lesson;
        let mut lesson = cx.state().days.lessons[usize::from(at)].clone();
        for need in lesson.needs.iter_mut().filter(|need| need.what == self.what) {
            need.met = need.met.saturating_add(self.count).min(need.of);
        }
        cx.record(rules::DK_DOWN_06, Fact::Lesson(LessonFact::Stands { at, lesson }));
        Ok(())
    }
}

deed! {
    /// The pupil gives lessons up.
    #[derive(Copy)]
    pub struct LeaveLesson(form: DirkRules) {
        /// Which lessons.
        lesson: u8 = own(form, "Give up learning", |_| true)?,
    }
}

impl Deed<DirkRules> for LeaveLesson {
    const CARD: Card = Card::acting("Give up learning", "Time").rule(rules::DK_DOWN_06);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let pupil = may_learn(may, self.lesson)?.pupil;
        may_set_about(may, rules::DK_DOWN_06, &[pupil])
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let at = self.lesson;
        let lesson = Lesson { over: true, ..cx.state().days.lessons[usize::from(at)].clone() };
        cx.record(rules::DK_DOWN_06, Fact::Lesson(LessonFact::Stands { at, lesson }));
        Ok(())
    }
}
