//! Custom qualities: invented, picked from samples, dropped again.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May, Named};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::steps::{MOST_NAME, MOST_TEXT};
use super::{GROUP, may_make};
use crate::GutsPlus;
use crate::fact::HeroFact;
use crate::form;
use crate::house::EssenceEnabled;
use crate::rules;
use crate::state::{Base, Quality, State};

/// Most custom qualities of a new character.
pub(super) const MOST_CUSTOM: usize = 3;

/// Whether this may be the next custom quality of a new character.
fn check_custom(state: &State, who: Who, name: &str) -> Result<(), Refusal> {
    let bad = |rule, code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    let (char_3, char_4, char_5) = (rules::GP_CHAR_03, rules::GP_CHAR_04, rules::GP_CHAR_05);
    let sheet = state.sheet(who);
    let customs = sheet.qualities.len().saturating_sub(Base::ALL.len());
    if customs >= MOST_CUSTOM {
        return bad(
            char_4,
            "too-many",
            format!("There may be at most {MOST_CUSTOM} custom qualities at creation."),
        );
    }
    if name.is_empty() || name.chars().count() > MOST_NAME || name.contains('.') {
        return bad(
            char_4,
            "no-name",
            format!("A quality has a name of 1 to {MOST_NAME} letters without dots."),
        );
    }
    if Base::named(name).is_some() {
        return bad(char_3, "base-quality", format!("{name} is one of the four qualities everybody has."));
    }
    if sheet.quality(name).is_some() {
        return bad(char_4, "twice", format!("{name} is there already."));
    }
    if name.eq_ignore_ascii_case(crate::essence::QUALITY) {
        if state.house.essence_enabled == EssenceEnabled::Off {
            let sentence = "This table plays without essence.";
            return Err(Refusal::new(char_5, "no-essence", sentence).and(Refusal::new(
                rules::GP_ESS_01,
                "no-essence",
                sentence,
            )));
        }
        if customs == 0 {
            let sentence = "Essence cannot be the primary custom quality; name another one first.";
            return bad(char_5, "essence-first", sentence.into());
        }
    }
    Ok(())
}

/// How many custom qualities somebody has.
fn customs_of(state: &State, who: Who) -> usize {
    state.sheet(who).qualities.len().saturating_sub(Base::ALL.len())
}

/// Invents a custom quality, the first is the primary one; levels start over at 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Invent {
    /// Whose.
    pub who: Who,
    /// What it is called.
    pub name: String,
    /// What it covers.
    #[serde(default)]
    pub about: String,
}

impl Form<GutsPlus> for Invent {
    fn form(form: &mut Filling<'_, GutsPlus>) -> Filled<Self> {
        let who = form.actor()?;
        if form.is_written() {
            return Ok(Self { who, name: form.text("name", "", 60)?, about: form.unasked("about")? });
        }
        form.only_if(customs_of(form.state, who) < MOST_CUSTOM)?;
        if form.variant(&[true, false])? {
            form.id(|| format!("pick:{}", who.0));
            form.label(|| "Pick a custom quality".into());
            form.rule(rules::GP_HOUSE_12H);
            let samples = form.book.samples.iter();
            let named = |name: &String, covers: &String| Named::new(name.clone()).say(covers.clone());
            let samples = samples.map(|row| (row.name.clone(), named(&row.name, &row.covers)));
            return Ok(Self { who, name: form.one_of("name", "Which", samples)?, about: String::new() });
        }
        form.id(|| "invent".into());
        let name = form.text("name", "Name", 60)?;
        let about = form.maybe_text("about", "What it covers", 200)?.unwrap_or_default();
        Ok(Self { who, name, about })
    }

    fn actor(&self) -> Option<Who> {
        Some(self.who)
    }
}

impl Deed<GutsPlus> for Invent {
    const CARD: Card = Card::making("Invent a custom quality", GROUP).rule(rules::GP_CHAR_04);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may_make(may, self.who)?;
        check_custom(may.state, self.who, self.name.trim())?;
        may.not_if(self.about.chars().count() > MOST_TEXT, || {
            let sentence = format!("Tell it in at most {MOST_TEXT} letters.");
            Refusal::new(rules::GP_CHAR_04, "too-long", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let (who, name, about) = (self.who, self.name.trim(), self.about.trim());
        let sample = cx.book().samples.named(name);
        let about = if about.is_empty() { sample.map_or("", |row| &row.covers) } else { about };
        let mut all: Vec<Quality> = cx.state().sheet(who).qualities[Base::ALL.len()..].to_vec();
        all.push(Quality::new(name, about));
        if let Some(row) = sample {
            cx.cite(row.id);
            cx.cite(rules::GP_HOUSE_12H);
        }
        customs(cx, who, all);
        Ok(())
    }
}

/// The field `who`, for those who have custom qualities.
pub(super) fn with_customs(form: &mut Filling<'_, GutsPlus>) -> Filled<Who> {
    let who = form.actor()?;
    form.only_if(form.is_written() || customs_of(form.state, who) > 0)?;
    Ok(who)
}

deed! {
    /// Drops a custom quality again; levels start over at 1.
    pub struct Forget(form: GutsPlus) {
        who: Who = with_customs(form)?,
        /// Which.
        name: String = {
            let one = form.state.creature(who);
            let own = one.into_iter().flat_map(|one| one.sheet.qualities.iter().skip(Base::ALL.len()));
            form.one_of("name", "Which", form::names(own.map(|own| own.name.as_str())))?
        },
    }
}

impl Forget {
    /// The custom qualities that are left.
    fn left(&self, state: &State) -> Vec<Quality> {
        let own = state.sheet(self.who).qualities.iter().skip(Base::ALL.len());
        own.filter(|own| !own.name.eq_ignore_ascii_case(self.name.trim())).cloned().collect()
    }
}

impl Deed<GutsPlus> for Forget {
    const CARD: Card = Card::making("Drop a custom quality", GROUP).rule(rules::GP_CHAR_04);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (sheet, name) = (may.state.sheet(self.who), self.name.trim());
        may_make(may, self.who)?;
        may.not_if(Base::named(name).is_some(), || {
            let sentence = format!("{name} is one of the four qualities everybody has.");
            Refusal::new(rules::GP_CHAR_03, "base-quality", sentence)
        })?;
        may.not_if(sheet.quality(name).is_none(), || {
            Refusal::new(rules::GP_CHAR_08, "no-such-quality", format!("{} has no {name}.", sheet.name))
        })?;
        let first = self.left(may.state).into_iter().next();
        may.not_if(first.is_some_and(|own| own.name.eq_ignore_ascii_case(crate::essence::QUALITY)), || {
            let sentence = "Essence cannot be the primary custom quality; drop it first.";
            Refusal::new(rules::GP_CHAR_05, "essence-first", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let left = self.left(cx.state());
        customs(cx, self.who, left);
        Ok(())
    }
}

fn customs(cx: &mut Cx<'_, GutsPlus>, who: Who, all: Vec<Quality>) {
    let all: Vec<Quality> = all.into_iter().map(|own| Quality { level: 1, ..own }).collect();
    let levels = vec![1; Base::ALL.len() + all.len()];
    cx.record(rules::GP_CHAR_04, HeroFact::Custom { who, qualities: all }.into());
    cx.record(rules::GP_CHAR_06, HeroFact::Levels { who, levels }.into());
    crate::essence::settle_draft(cx, who);
}
