//! Talking somebody into teaching: a favor or a fee, or a WIL save as hard as they are well disposed.

use boneyard_table::view::{Candidate, Domain, PromptKind, Stakes};
use boneyard_table::{At, Choices, Cx, Flow, Form, Question, Refusal, RuleId, Seat, Stance, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Lesson, LessonFact, Taught, can_teach};
use crate::DirkRules;
use crate::check::{Difficulty, Save, save};
use crate::fact::Fact;
use crate::rules;
use crate::state::{Ability, Background};
use crate::time::{Scale, at_leisure, company};

/// The most lessons a table keeps.
const MOST: usize = 40;

/// A wish to be taught.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Apprentice {
    /// Who would learn.
    pub who: Who,
    /// From whom.
    pub teacher: Who,
    /// A skill, a power, or a kind of background.
    pub what: String,
    /// In what, if it is a background.
    #[serde(default)]
    pub of: Option<String>,
}

/// Asks somebody to teach. One try a week.
pub fn apprentice(cx: &mut Cx<'_, DirkRules>, by: Seat, call: &Apprentice) -> Flow {
    let rule = rules::DK_DOWN_06;
    let Apprentice { who, teacher, .. } = *call;
    company(cx, by, rule, &[who])?;
    at_leisure(cx, rule)?;
    let state = cx.state();
    let there = state
        .creature(teacher)
        .filter(|one| one.sheet.draft.is_none() && !one.live.dead && !one.live.passed_out && teacher != who);
    if there.is_none() {
        return refuse(Refusal::new(rule, "no-teacher", "There is nobody like that to teach it."));
    }
    let what = subject(cx, call)?;
    let name = what.name(cx.book()).to_owned();
    let sheet = state.sheet(who);
    let known = match &what {
        Taught::Power(id) => sheet.knows.contains(id),
        Taught::Background(background) => sheet.backgrounds.contains(background),
    };
    if known {
        let sentence = format!("{} knows {name} already.", sheet.name);
        return refuse(Refusal::new(rule, "known-already", sentence));
    }
    let lessons = &state.days.lessons;
    let before = lessons.iter().position(|lesson| {
        lesson.pupil == who && lesson.teacher == teacher && lesson.what == what && !lesson.over
    });
    if let Some(lesson) = before.map(|at| &lessons[at]) {
        if lesson.agreed {
            let sentence = format!("{} teaches it already.", state.sheet(teacher).name);
            return refuse(Refusal::new(rule, "agreed-already", sentence));
        }
        if state.clock < lesson.tried.saturating_add(Scale::Weeks.seconds()) {
            let sentence = "There is one try a week, and this week's is spent.";
            return refuse(Refusal::new(rule, "once-a-week", sentence));
        }
    }
    if before.is_none() && lessons.len() >= MOST {
        let sentence = format!("A table keeps {MOST} lessons in mind.");
        return refuse(Refusal::new(rule, "too-many", sentence).with("most", MOST));
    }
    let able = can_teach(cx.at(), teacher, &what);
    // What a teacher knows is the referee's to know: a player hears no more than a no.
    if !able && by.is_gm() {
        let sentence = format!("{} does not know {name}.", state.sheet(teacher).name);
        return refuse(Refusal::new(rule, "cannot-teach", sentence));
    }
    let at = before.unwrap_or(lessons.len()) as u8;
    let tried = state.clock;
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

/// What is to be taught.
fn subject(cx: &Cx<'_, DirkRules>, call: &Apprentice) -> Flow<Taught> {
    let (rule, book) = (rules::DK_DOWN_06, cx.book());
    let power = book.skills.named(&call.what).or_else(|| book.psychic.named(&call.what));
    if let Some(row) = power {
        return Ok(Taught::Power(row.id));
    }
    let of = call.of.as_deref().map(str::trim).filter(|of| !of.is_empty()).map(str::to_owned);
    let Some(row) = book.background(&call.what) else {
        let sentence = format!("{} is no skill, power or background anybody could teach.", call.what);
        return refuse(Refusal::new(rule, "no-such-skill", sentence));
    };
    if row.specialty.is_some() != of.is_some() || of.as_ref().is_some_and(|of| of.chars().count() > 40) {
        let sentence =
            format!("Say in 1 to 40 characters what the {} is in, if it is in anything.", row.kind);
        return refuse(Refusal::new(rule, "no-specialty", sentence));
    }
    Ok(Taught::Background(Background { kind: row.kind.clone(), of }))
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
