//! Teachers and pupils: talking somebody into it, what they ask for, the weeks it takes. What a
//! skill does is in its entry and in [`crate::power`].

mod ask;
mod train;

pub use ask::{Apprentice, LessonWeeks, Mood, Willing};
pub(crate) use train::studied;
pub use train::{LeaveLesson, LessonMeets, LessonNeeds, Train};

use boneyard_table::view::{Line, Tracker};
use boneyard_table::{At, RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DirkRules;
use crate::book::{Book, PoolKind, Power};
use crate::state::{Background, Part, PartState, Place, State};
use crate::time::{Need, Scale};

/// Lessons one can take.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Lesson {
    /// Who learns.
    pub pupil: Who,
    /// From whom.
    pub teacher: Who,
    /// What.
    pub what: Taught,
    /// Whether the teacher is willing.
    pub agreed: bool,
    /// When the pupil last tried to talk them into it, in seconds.
    pub tried: u32,
    /// Weeks it takes.
    pub weeks: u8,
    /// Seconds spent on it.
    pub studied: u32,
    /// What else the teacher asks for.
    pub needs: Vec<Need>,
    /// Whether what it costs is paid.
    pub paid: bool,
    /// Learned or given up.
    pub over: bool,
}

/// What can be taught.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Taught {
    /// A skill, a spell or a psychic power.
    Power(RuleId),
    /// A background.
    Background(Background),
}

/// Something about lessons that became true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LessonFact {
    /// How lessons stand.
    Stands {
        /// Their number.
        at: u8,
        /// All of it.
        lesson: Lesson,
    },
    /// A background was learned.
    Learned {
        /// By whom.
        who: Who,
        /// Which.
        background: Background,
    },
}

impl Taught {
    /// As people call it.
    pub fn name<'a>(&'a self, book: &'a Book) -> &'a str {
        match self {
            Self::Power(id) => book.power(*id).map_or("something", |row| &row.name),
            Self::Background(background) => background.of.as_deref().unwrap_or(&background.kind),
        }
    }
}

impl Lesson {
    /// Full weeks spent on it.
    pub fn weeks_done(&self) -> u8 {
        (self.studied / Scale::Weeks.seconds()).min(255) as u8
    }
}

/// Lessons under way, with their numbers.
fn running(state: &State) -> impl Iterator<Item = (u8, &Lesson)> {
    (0u8..).zip(&state.days.lessons).filter(|(_, lesson)| !lesson.over)
}

/// Lessons under way, as something kept in mind.
pub(crate) fn trackers(state: &State) -> Vec<Tracker> {
    let agreed = running(state).filter(|(_, lesson)| lesson.agreed);
    let all = agreed.map(|(number, lesson)| {
        let names = [lesson.pupil, lesson.teacher].map(|who| state.sheet(who).name.as_str());
        let label = format!("{} learns from {}, weeks", names[0], names[1]);
        Tracker::bar(format!("lesson-{number}"), label, lesson.weeks_done().into(), lesson.weeks.into())
    });
    all.collect()
}

/// Writes a fact down.
pub(crate) fn apply(state: &mut State, fact: &LessonFact) {
    match fact {
        LessonFact::Stands { at, lesson } => match state.days.lessons.get_mut(usize::from(*at)) {
            Some(known) => known.clone_from(lesson),
            None => state.days.lessons.push(lesson.clone()),
        },
        LessonFact::Learned { who, background } => {
            if let Some(sheet) = state.sheet_mut(*who) {
                sheet.backgrounds.push(background.clone());
            }
        }
    }
}

/// A fact about lessons as it is told.
pub(crate) fn tell(at: At<'_, DirkRules>, fact: &LessonFact) -> Option<Line> {
    let name = |who: Who| at.state.creature(who).map_or("somebody", |creature| &creature.sheet.name);
    let (say, who) = match fact {
        LessonFact::Learned { who, background } => {
            let what = background.of.as_deref().unwrap_or(&background.kind);
            (format!("{} has learned: {what}.", name(*who)), *who)
        }
        LessonFact::Stands { lesson, .. } => {
            let (pupil, teacher) = (name(lesson.pupil), name(lesson.teacher));
            let what = lesson.what.name(at.book);
            let (done, weeks) = (lesson.weeks_done(), lesson.weeks);
            let asks: Vec<String> =
                lesson.needs.iter().map(|need| format!("{} {}/{}", need.what, need.met, need.of)).collect();
            let asks =
                if asks.is_empty() { String::new() } else { format!(" Asked for: {}.", asks.join(", ")) };
            let say = match (lesson.agreed, lesson.over) {
                (false, _) => format!("{teacher} will not teach {pupil} {what}, not this week."),
                (true, true) if done < weeks => format!("{pupil} gives up learning {what}."),
                (true, _) => {
                    format!("{pupil} learns {what} from {teacher}: {done} of {weeks} weeks.{asks}")
                }
            };
            (say, lesson.pupil)
        }
    };
    Some(Line::change(say).who(who))
}

/// Whether a creature has what it would teach.
pub(crate) fn can_teach(at: At<'_, DirkRules>, teacher: Who, what: &Taught) -> bool {
    let sheet = at.state.sheet(teacher);
    match what {
        Taught::Power(id) => {
            let row = sheet.like.and_then(|like| at.book.creatures.get(like.as_str()));
            let named = at.book.power(*id).map(|row| &row.name);
            let taught = row.is_some_and(|row| named.is_some_and(|name| row.teaches.contains(name)));
            (sheet.knows.contains(id) || taught)
                && at.state.live(teacher).part(Part::Brain) != PartState::Lost
        }
        Taught::Background(background) => sheet.backgrounds.contains(background),
    }
}

/// What of a skill's requirement a pupil does not meet, in words.
pub(crate) fn unmet(at: At<'_, DirkRules>, who: Who, row: &Power) -> Option<String> {
    let requires = row.requires.as_ref()?;
    let sheet = at.state.sheet(who);
    let scores = [("STR", requires.str), ("DEX", requires.dex), ("WIL", requires.wil)];
    let weak = scores.into_iter().zip(sheet.full).find(|((_, least), has)| has < least);
    if let Some(((name, least), _)) = weak {
        return Some(format!("{name} {least}"));
    }
    let kept = || {
        let all = sheet.items.iter().zip(&at.state.live(who).items);
        all.filter(|(_, now)| now.place != Place::Gone).map(|(item, _)| item)
    };
    let of_kind = |what: &str| {
        kept().filter_map(|item| item.kind).any(|kind| match what {
            "shield" => at.book.shields.get(kind.as_str()).is_some(),
            _ => at.book.weapons.get(kind.as_str()).is_some_and(|row| {
                let fires = |kind| matches!(kind, PoolKind::Ammo | PoolKind::Charges);
                row.ranged && row.pool.is_some_and(|pool| fires(pool.kind))
            }),
        })
    };
    if let Some(what) = requires.owns.as_deref().filter(|what| !of_kind(what)) {
        return Some(format!("a {what} of one's own"));
    }
    let tools = |kind: &str| {
        kept().any(|item| {
            let row = item.kind.and_then(|kind| at.book.gear.get(kind.as_str()));
            let named = item.name == format!("{kind} tools");
            named || row.is_some_and(|row| row.tools.as_deref() == Some(kind))
        })
    };
    if let Some(kind) = requires.tools.as_deref().filter(|kind| !tools(kind)) {
        return Some(format!("{kind} tools"));
    }
    let done = |what: &str| sheet.has_done.iter().any(|known| known == what);
    requires.has_done.as_deref().filter(|what| !done(what)).map(|what| format!("having used {what} once"))
}
