//! Lessons as offers and as something kept in mind.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param, Tracker};
use boneyard_table::{At, Who};
use serde_json::json;

use super::Lesson;
use crate::DirkRules;
use crate::rules;
use crate::state::State;

fn running(state: &State) -> impl Iterator<Item = (usize, &Lesson)> {
    state.days.lessons.iter().enumerate().filter(|(_, lesson)| !lesson.over)
}

/// What somebody could learn, and go on learning.
pub(crate) fn offers(at: At<'_, DirkRules>, who: Who) -> Vec<OfferCard> {
    let state = at.state;
    if state.battle.is_some() || !state.sheet(who).hero {
        return Vec::new();
    }
    let rule = rules::DK_DOWN_06;
    let here = |other: Who| {
        other != who
            && state.sheet(other).draft.is_none()
            && !state.live(other).dead
            && !state.live(other).passed_out
    };
    let teachers = state.everybody().filter(|&other| here(other));
    let teachers: Vec<Candidate<Who>> =
        teachers.map(|other| Candidate::new(other, state.sheet(other).name.clone())).collect();
    let mut all = Vec::new();
    let new = at.book.skills.iter().chain(at.book.psychic.iter());
    let new = new.filter(|row| !state.sheet(who).knows.contains(&row.id));
    let skills: Vec<_> = new.map(|row| Candidate::new(json!(row.name), row.name.clone())).collect();
    if !teachers.is_empty() && !skills.is_empty() {
        all.push(
            OfferCard::new("apprentice", "Ask to be taught", "Time")
                .actor("who", who)
                .rule(rule)
                .param(Param::new("teacher", "By whom", Domain::creature(teachers)))
                .param(Param::new("what", "What", Domain::one_of(skills))),
        );
    }
    let own = running(state).filter(|(_, lesson)| lesson.pupil == who);
    for (number, lesson) in own {
        let name = lesson.what.name(at.book);
        let left = lesson.weeks.saturating_sub(lesson.weeks_done());
        if lesson.agreed && left > 0 {
            all.push(
                OfferCard::new("train", format!("Learn {name}"), "Time")
                    .id(format!("train {number}"))
                    .fixed("lesson", number)
                    .rule(rule)
                    .param(Param::new("weeks", "Weeks", Domain::amount(1, left.into()))),
            );
        }
        all.push(
            OfferCard::new("leave_lesson", format!("Give up learning {name}"), "Time")
                .id(format!("leave {number}"))
                .fixed("lesson", number)
                .rule(rule),
        );
    }
    all
}

/// What the referee could ask of pupils.
pub(crate) fn referee_offers(at: At<'_, DirkRules>) -> Vec<OfferCard> {
    let lessons: Vec<_> = running(at.state)
        .map(|(number, lesson)| {
            let pupil = &at.state.sheet(lesson.pupil).name;
            Candidate::new(json!(number), format!("{pupil}: {}", lesson.what.name(at.book)))
        })
        .collect();
    if lessons.is_empty() {
        return Vec::new();
    }
    let card = |command, label, number, ask: &'static str, least| {
        OfferCard::new(command, label, "Time")
            .rule(rules::DK_DOWN_06)
            .param(Param::new("lesson", "Which", Domain::one_of(lessons.clone())))
            .param(Param::new("what", "What", Domain::text(120)))
            .param(Param::new(number, ask, Domain::amount(least, 1_000)))
    };
    vec![
        card("lesson_needs", "What a teacher asks for", "of", "How much", 0),
        card("lesson_meets", "A teacher was given", "count", "How much", 1),
    ]
}

/// Lessons under way.
pub(crate) fn trackers(state: &State) -> Vec<Tracker> {
    let agreed = running(state).filter(|(_, lesson)| lesson.agreed);
    let all = agreed.map(|(number, lesson)| {
        let names = [lesson.pupil, lesson.teacher].map(|who| state.sheet(who).name.as_str());
        let label = format!("{} learns from {}, weeks", names[0], names[1]);
        Tracker::bar(format!("lesson-{number}"), label, lesson.weeks_done().into(), lesson.weeks.into())
    });
    all.collect()
}
