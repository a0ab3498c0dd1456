//! Talking somebody into teaching: a favor or a fee, or a WIL save as hard as they are well disposed.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::view::{Candidate, Domain, PromptKind, Stakes};
use boneyard_table::{At, Choices, Cx, Flow, Form, Question, Refusal, RuleId, Seat, Stance, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Lesson, LessonFact, Taught, can_teach};
use crate::DirkRules;
use crate::check::{Difficulty, Save, save};
use crate::fact::Fact;
use crate::rules;
use crate::state::{Ability, Background, State};
use crate::time::{Scale, may_set_about, may_spend_time};

/// The most lessons a table keeps.
const MOST: usize = 40;

deed! {
    /// Asks somebody to teach. One try a week.
    #[serde(deny_unknown_fields)]
    pub struct Apprentice(form: DirkRules) {
        who: Who = pupil(form)?,
        /// From whom.
        teacher: Who = teacher(form, who)?,
        /// A skill, a power, or a kind of background.
        what: String = new_to(form, who)?,
        /// In what, if it is a background.
        #[serde(default)]
        of: Option<String> = form.unasked("of")?,
    }
}

/// The field `who`: a hero, where no battle goes on.
fn pupil(form: &mut Filling<'_, DirkRules>) -> Filled<Who> {
    form.only_if(form.state.battle.is_none())?;
    let who = form.actor()?;
    form.only_if(form.state.creature(who).is_some_and(|one| one.sheet.hero))?;
    Ok(who)
}

fn teacher(form: &mut Filling<'_, DirkRules>, who: Who) -> Filled<Who> {
    let state = form.state;
    form.only_if(state.everybody().any(|one| teaches(state, who, one)))?;
    form.creature_among("teacher", "By whom", |one| teaches(state, who, one))
}

/// Whether somebody is there to teach somebody else.
fn teaches(state: &State, who: Who, teacher: Who) -> bool {
    let there = state.creature(teacher).filter(|_| teacher != who);
    there.is_some_and(|one| one.sheet.draft.is_none() && !one.live.dead && !one.live.passed_out)
}

/// The field `what`: skills and powers that are new to somebody.
fn new_to(form: &mut Filling<'_, DirkRules>, who: Who) -> Filled<String> {
    let known = form.state.creature(who).map_or(&[][..], |one| &one.sheet.knows);
    let all = form.book.skills.iter().chain(form.book.psychic.iter());
    let new = all.filter(|row| !known.contains(&row.id));
    form.one_of("what", "What", new.map(|row| (row.name.clone(), &row.name)))
}

impl Deed<DirkRules> for Apprentice {
    const CARD: Card = Card::acting("Ask to be taught", "Time").rule(rules::DK_DOWN_06);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (rule, state, &Self { who, teacher, .. }) = (rules::DK_DOWN_06, may.state, self);
        may_set_about(may, rule, &[who])?;
        may_spend_time(may, rule)?;
        may.not_if(!teaches(state, who, teacher), || {
            Refusal::new(rule, "no-teacher", "There is nobody like that to teach it.")
        })?;
        let what = self.subject(may)?;
        let (sheet, name) = (state.sheet(who), what.name(may.book));
        let known = match &what {
            Taught::Power(id) => sheet.knows.contains(id),
            Taught::Background(background) => sheet.backgrounds.contains(background),
        };
        may.not_if(known, || {
            Refusal::new(rule, "known-already", format!("{} knows {name} already.", sheet.name))
        })?;
        let before = self.before(state, &what);
        if let Some(lesson) = before.and_then(|at| state.days.lessons.get(at)) {
            may.not_if(lesson.agreed, || {
                let sentence = format!("{} teaches it already.", state.sheet(teacher).name);
                Refusal::new(rule, "agreed-already", sentence)
            })?;
            may.not_if(state.clock < lesson.tried.saturating_add(Scale::Weeks.seconds()), || {
                let sentence = "There is one try a week, and this week's is spent.";
                Refusal::new(rule, "once-a-week", sentence)
            })?;
        }
        may.not_if(before.is_none() && state.days.lessons.len() >= MOST, || {
            let sentence = format!("A table keeps {MOST} lessons in mind.");
            Refusal::new(rule, "too-many", sentence).with("most", MOST)
        })?;
        // What a teacher knows is the referee's to know: a player hears no more than a no.
        may.not_if(may.by.is_gm() && !can_teach(may.at(), teacher, &what), || {
            let sentence = format!("{} does not know {name}.", state.sheet(teacher).name);
            Refusal::new(rule, "cannot-teach", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, by: Seat) -> Flow {
        let (rule, &Self { who, teacher, .. }) = (rules::DK_DOWN_06, &self);
        let what = self.subject(May::told(cx.at(), by))?;
        let lessons = &cx.state().days.lessons;
        let at = self.before(cx.state(), &what).unwrap_or(lessons.len()) as u8;
        let tried = cx.state().clock;
        let able = can_teach(cx.at(), teacher, &what);
        let power = match &what {
            Taught::Power(id) => Some(*id),
            Taught::Background(_) => None,
        };
        let agreed = convinced(cx, Willing { who, teacher, power, able })? && able;
        let proposed = weeks_for(cx.at(), who, &what);
        let weeks = if agreed { cx.ask(Seat::GM, LessonWeeks { weeks: proposed })? as u8 } else { proposed };
        let lesson = Lesson {
            pupil: who,
            teacher,
            what,
            agreed,
            tried,
            weeks,
            studied: 0,
            needs: Vec::new(),
            paid: false,
            over: false,
        };
        cx.record(rule, Fact::Lesson(LessonFact::Stands { at, lesson }));
        Ok(())
    }
}

impl Apprentice {
    /// The number of the lessons that were asked for before.
    fn before(&self, state: &State, what: &Taught) -> Option<usize> {
        state.days.lessons.iter().position(|lesson| {
            (lesson.pupil, lesson.teacher) == (self.who, self.teacher) && lesson.what == *what && !lesson.over
        })
    }

    /// What is to be taught.
    fn subject(&self, may: May<'_, DirkRules>) -> Lawful<Taught> {
        let (rule, book) = (rules::DK_DOWN_06, may.book);
        let power = book.skills.named(&self.what).or_else(|| book.psychic.named(&self.what));
        if let Some(row) = power {
            return Ok(Taught::Power(row.id));
        }
        let of = self.of.as_deref().map(str::trim).filter(|of| !of.is_empty()).map(str::to_owned);
        let Some(row) = book.background(&self.what) else {
            return may.no(|| {
                let sentence = format!("{} is no skill, power or background anybody could teach.", self.what);
                Refusal::new(rule, "no-such-skill", sentence)
            });
        };
        let long = of.as_ref().is_some_and(|of| of.chars().count() > 40);
        may.not_if(row.specialty.is_some() != of.is_some() || long, || {
            let sentence =
                format!("Say in 1 to 40 characters what the {} is in, if it is in anything.", row.kind);
            Refusal::new(rule, "no-specialty", sentence)
        })?;
        Ok(Taught::Background(Background { kind: row.kind.clone(), of }))
    }
}

/// Whether the teacher is won over: the referee says how it stands, a WIL save may decide.
fn convinced(cx: &mut Cx<'_, DirkRules>, question: Willing) -> Flow<bool> {
    let Willing { who, teacher, .. } = question;
    let mood = cx.ask(Seat::GM, question)?;
    let Some(difficulty) = mood.difficulty() else {
        return Ok(mood == Mood::Favor);
    };
    if difficulty != Difficulty::Plain {
        cx.cite(rules::DK_CHECK_06);
    }
    let own = Save::new(who, Ability::Wil, rules::DK_DOWN_06).tagged("persuade");
    cx.within((who, teacher), |cx| save(cx, Save { difficulty, ..own }))
}

/// Weeks the list proposes; four where it is silent.
fn weeks_for(at: At<'_, DirkRules>, who: Who, what: &Taught) -> u8 {
    let Taught::Power(id) = what else { return 4 };
    let Some(row) = at.book.power(*id) else { return 4 };
    let sooner = row
        .weeks_with
        .as_ref()
        .filter(|with| at.state.sheet(who).backgrounds.iter().any(|known| known.kind == with.background));
    match sooner.map_or(row.weeks, |with| with.weeks) {
        0 => 4,
        weeks => weeks,
    }
}

/// How a teacher is disposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mood {
    /// A favor or a fee settles it.
    Favor,
    /// A trivial save.
    Friendly,
    /// A plain save.
    Neutral,
    /// A difficult save.
    Wary,
    /// A legendary save.
    Hostile,
    /// Nothing helps.
    Never,
}

impl Mood {
    const ALL: [(Self, &'static str); 6] = [
        (Self::Favor, "A favor or a fee settles it"),
        (Self::Friendly, "Friendly: a WIL save, trivial"),
        (Self::Neutral, "Neutral: a WIL save"),
        (Self::Wary, "Wary: a WIL save, difficult"),
        (Self::Hostile, "Hostile: a WIL save, legendary"),
        (Self::Never, "Not at all"),
    ];

    fn difficulty(self) -> Option<Difficulty> {
        match self {
            Self::Favor | Self::Never => None,
            Self::Friendly => Some(Difficulty::Trivial),
            Self::Neutral => Some(Difficulty::Plain),
            Self::Wary => Some(Difficulty::Difficult),
            Self::Hostile => Some(Difficulty::Legendary),
        }
    }
}

/// Asks whether somebody can be talked into teaching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Willing {
    /// Who would learn.
    pub who: Who,
    /// From whom.
    pub teacher: Who,
    /// What, if it is a skill or a power.
    pub power: Option<RuleId>,
    /// Whether the teacher knows it.
    pub able: bool,
}

impl Question<DirkRules> for Willing {
    type Answer = Mood;

    fn form(&self, at: At<'_, DirkRules>) -> Form {
        let name = |who: Who| &at.state.sheet(who).name;
        let what = self.power.and_then(|id| at.book.power(id)).map_or("a background", |row| &row.name);
        let (teacher, pupil) = (name(self.teacher), name(self.who));
        let lacks = if self.able { "" } else { " It is not theirs to teach." };
        Form {
            name: "willing",
            rule: rules::DK_DOWN_06,
            question: format!("Can {teacher} be talked into teaching {pupil} {what}?{lacks}"),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(Mood::ALL.map(|(mood, label)| {
                Candidate::new(json!(mood), label).refused(self.check(at, &mood).err())
            })),
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: At<'_, DirkRules>, answer: &Mood) -> Result<(), Refusal> {
        if self.able || *answer == Mood::Never {
            return Ok(());
        }
        let sentence = "Nobody teaches what they do not know.";
        Err(Refusal::new(rules::DK_DOWN_06, "cannot-teach", sentence))
    }

    fn choices(&self, at: At<'_, DirkRules>) -> Choices<Mood> {
        let all = Mood::ALL.into_iter().map(|(mood, _)| mood);
        Choices::Every(all.filter(|mood| self.check(at, mood).is_ok()).collect())
    }

    fn instinct(&self, at: At<'_, DirkRules>) -> Mood {
        match (self.able, at.state.sheet(self.teacher).hero) {
            (false, _) => Mood::Never,
            (true, true) => Mood::Favor,
            (true, false) => Mood::Neutral,
        }
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}

/// Asks how many weeks lessons take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LessonWeeks {
    /// As many as the list proposes.
    pub weeks: u8,
}

impl Question<DirkRules> for LessonWeeks {
    type Answer = u16;

    fn form(&self, _at: At<'_, DirkRules>) -> Form {
        Form {
            name: "weeks",
            rule: rules::DK_DOWN_06,
            question: format!("How many weeks does it take? The list says {}.", self.weeks),
            kind: PromptKind::Number,
            domain: Domain::amount(1, 60),
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: At<'_, DirkRules>, answer: &u16) -> Result<(), Refusal> {
        if (1..=60).contains(answer) {
            return Ok(());
        }
        let sentence = "Training takes 1 to 60 weeks.";
        Err(Refusal::new(rules::DK_DOWN_06, "how-long", sentence).with("most", 60))
    }

    fn choices(&self, _at: At<'_, DirkRules>) -> Choices<u16> {
        Choices::Some(vec![self.weeks.into(), 1, 12])
    }

    fn instinct(&self, _at: At<'_, DirkRules>) -> u16 {
        self.weeks.into()
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}
