//! The six levels of a new hero. The spells that talents bring are in `spells`; talents of heroes in play are raised by
//! marks.

use boneyard_table::deed::{Card, Deed, Lawful, May, Named};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use super::draft::{MAKING, made_at, may_step};
use crate::DieTrying;
use crate::book::{Book, TalentRow};
use crate::fact::HeroFact;
use crate::house::HouseTalents;
use crate::rules;
use crate::state::{Level, Proficiency, Sheet, State, Step};

deed! {
    /// Spends a level of a new hero.
    pub struct Raise(form: DieTrying) {
        who: Who = made_at(form, |step| step == Step::Levels)?,
        /// A Proficiency or a Talent, by name.
        what: String = {
            let (state, book) = (form.state, form.book);
            let left = state.creature(who).map_or(0, |_| left_levels(state, who));
            form.only_if(left > 0)?;
            form.label(|| format!("Spend a level ({left} left)").into());
            // Looked for only when somebody looks at the list.
            let open = state.creature(who).into_iter().flat_map(|_| raisable(state, book, who));
            let open = open.map(|(name, text)| (name.clone(), Named::new(name).say(text.to_owned())));
            form.one_of("what", "On what", open)?
        },
    }
}

deed! {
    /// Takes a level back.
    pub struct Lower(form: DieTrying) {
        who: Who = made_at(form, |step| step > Step::Assign)?,
        /// A Proficiency or a Talent, by name.
        what: String = {
            let (state, book) = (form.state, form.book);
            let sheet = state.creature(who).map(|one| &one.sheet);
            let trained = sheet.into_iter().flat_map(|sheet| sheet.trained.raised());
            let talents = sheet.into_iter().flat_map(|sheet| &sheet.talents);
            let trained = trained.map(|(what, _)| what.name());
            let all: Vec<&str> = trained.chain(talents.map(|(talent, _)| book.name_of(*talent))).collect();
            form.only_if(!all.is_empty())?;
            form.one_of("what", "From what", all.into_iter().map(|name| (name.to_owned(), name.to_owned())))?
        },
    }
}

/// Levels of a new hero.
pub const LEVELS: u8 = 6;
/// No Talent of a new hero is higher.
const MOST_TALENT: u8 = 2;

/// Something that levels go to.
#[derive(Clone, Copy)]
enum Raised<'b> {
    Proficiency(Proficiency),
    Talent(&'b TalentRow),
}

/// Levels spent so far.
fn spent(sheet: &Sheet) -> u8 {
    let trained: u8 = sheet.trained.raised().map(|(_, level)| level as u8).sum();
    let talents: u8 = sheet.talents.iter().map(|(_, level)| *level).sum();
    trained.saturating_add(talents)
}

/// Levels a new hero has still to spend.
pub fn left_levels(state: &State, who: Who) -> u8 {
    LEVELS.saturating_sub(spent(state.sheet(who)))
}

/// Proficiencies and Talents a new hero may raise now, by name, with what they say.
pub fn raisable<'b>(state: &State, book: &'b Book, who: Who) -> Vec<(String, &'b str)> {
    let sheet = state.sheet(who);
    let proficiencies =
        Proficiency::ALL.into_iter().filter(|what| sheet.trained.level(*what) < Level::Expert);
    let text = |what: Proficiency| {
        let row = book.skills.iter().find(|row| row.name == what.name());
        row.map_or("", |row| row.text.as_str())
    };
    let mut all: Vec<(String, &str)> =
        proficiencies.map(|what| (what.name().to_owned(), text(what))).collect();
    if state.house.house_talents == HouseTalents::On {
        let low = book.talents.iter().filter(|row| sheet.talent(row.id) < MOST_TALENT);
        all.extend(low.map(|row| (row.name.clone(), row.text.as_str())));
    }
    all
}

/// What levels go to by this name.
fn may_name<'a>(may: May<'a, DieTrying>, what: &str) -> Lawful<Raised<'a>> {
    if let Some(known) = Proficiency::named(what) {
        return Ok(Raised::Proficiency(known));
    }
    match may.book.talents.named(what) {
        Some(_) if may.state.house.house_talents == HouseTalents::Off => may.no(|| {
            let sentence = "This table plays without our talents.";
            Refusal::new(rules::DT_HOUSE_01H, "switched-off", sentence)
        }),
        Some(row) => Ok(Raised::Talent(row)),
        None => may.no(|| {
            let sentence = "This is neither one of the 18 Proficiencies nor a Talent.";
            Refusal::new(rules::DT_PROF_02, "no-such-thing", sentence)
        }),
    }
}

impl Raise {
    /// What it raises, and to which level.
    fn raised(&self, may: May<'_, DieTrying>) -> Lawful<HeroFact> {
        let who = self.who;
        may_step(may, who, Step::Levels)?;
        let raised = may_name(may, &self.what)?;
        may.not_if(left_levels(may.state, who) == 0, || {
            Refusal::new(rules::DT_CHAR_09, "none-left", format!("All {LEVELS} levels are spent."))
        })?;
        let enough = |sentence: String| Refusal::new(rules::DT_CHAR_10, "high-enough", sentence);
        let sheet = may.state.sheet(who);
        match raised {
            Raised::Proficiency(what) => {
                let next = sheet.trained.level(what).next().filter(|next| *next <= Level::Expert);
                let Some(level) = next else {
                    let name = what.name();
                    return may.no(|| enough(format!("{name} is at Expert, the most a new hero has.")));
                };
                Ok(HeroFact::Trained { who, what, level })
            }
            Raised::Talent(row) => {
                let level = sheet.talent(row.id);
                may.not_if(level >= MOST_TALENT, || {
                    enough(format!("{} is at level {MOST_TALENT}, the most a new hero has.", row.name))
                })?;
                Ok(HeroFact::Talent { who, talent: row.id, level: level + 1 })
            }
        }
    }
}

impl Deed<DieTrying> for Raise {
    const CARD: Card = Card::making("Spend a level", MAKING).rule(rules::DT_CHAR_09);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        self.raised(may).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let fact = self.raised(May::quiet(cx.at(), by))?;
        match &fact {
            HeroFact::Talent { talent, .. } => {
                cx.cite(rules::DT_HOUSE_11H);
                cx.cite(*talent);
            }
            _ => {
                for rule in [rules::DT_PROF_01, rules::DT_PROF_02, rules::DT_PROF_03] {
                    cx.cite(rule);
                }
            }
        }
        cx.record(rules::DT_CHAR_09, fact.into());
        Ok(())
    }
}

impl Lower {
    /// What it lowers, and to which level.
    fn lowered(&self, may: May<'_, DieTrying>) -> Lawful<HeroFact> {
        let who = self.who;
        may_step(may, who, Step::Levels)?;
        let sheet = may.state.sheet(who);
        let fact = match may_name(may, &self.what)? {
            Raised::Proficiency(what) => {
                let level = sheet.trained.level(what);
                let below = Level::ALL.into_iter().rfind(|known| *known < level);
                below.map(|level| HeroFact::Trained { who, what, level })
            }
            Raised::Talent(row) => {
                let below = sheet.talent(row.id).checked_sub(1);
                below.map(|level| HeroFact::Talent { who, talent: row.id, level })
            }
        };
        match fact {
            Some(fact) => Ok(fact),
            None => may.no(|| {
                let sentence = format!("No level was spent on {}.", self.what.trim());
                Refusal::new(rules::DT_CHAR_09, "none-spent", sentence)
            }),
        }
    }
}

impl Deed<DieTrying> for Lower {
    const CARD: Card = Card::making("Take a level back", MAKING).rule(rules::DT_CHAR_09);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        self.lowered(may).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let fact = self.lowered(May::quiet(cx.at(), by))?;
        cx.record(rules::DT_CHAR_09, fact.into());
        Ok(())
    }
}
