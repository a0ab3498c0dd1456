//! The steps of making a character: biography, custom qualities, points, and that it is ready.

use std::collections::BTreeMap;

use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::being_made;
use crate::GutsPlus;
use crate::fact::{HeroFact, TableFact};
use crate::house::EssenceEnabled;
use crate::question::{Decide, Matter};
use crate::rules;
use crate::state::{Base, Bio, Creature, Draft, Kept, Kind, Quality, State};

/// Points to spread.
pub const POINTS: u8 = 3;
/// Most points for one quality.
const MOST_POINTS: u8 = 2;
/// Most custom qualities of a new character.
pub const MOST_CUSTOM: usize = 3;
/// Longest text of a biography.
const MOST_TEXT: usize = 4000;
/// Longest name.
const MOST_NAME: usize = 60;

/// Who somebody is; what is left out stays as it was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Told {
    /// Who.
    pub who: Who,
    /// What happened to them.
    #[serde(default)]
    pub backstory: Option<String>,
    /// What they are like.
    #[serde(default)]
    pub personality: Option<String>,
    /// What they look like.
    #[serde(default)]
    pub appearance: Option<String>,
    /// Body type.
    #[serde(default)]
    pub build: Option<String>,
    /// Height.
    #[serde(default)]
    pub height: Option<String>,
    /// Weight in pounds.
    #[serde(default)]
    pub weight: Option<i32>,
    /// How old.
    #[serde(default)]
    pub age: Option<String>,
}

fn no<T>(rule: boneyard_table::RuleId, code: &str, sentence: impl Into<String>) -> Flow<T> {
    refuse(Refusal::new(rule, code, sentence))
}

/// A name nobody has yet.
fn free_name(state: &State, name: &str) -> Flow<String> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > MOST_NAME || name.contains('.') {
        let sentence = format!("A name has 1 to {MOST_NAME} letters and no dots.");
        return no(rules::GP_CHAR_01, "bad-name", sentence);
    }
    if state.everybody().any(|who| state.name(who).eq_ignore_ascii_case(name)) {
        return no(rules::GP_CHAR_01, "name-taken", format!("There is a {name} already."));
    }
    Ok(name.to_owned())
}

fn own_seat(by: Seat, seat: Option<Seat>) -> Flow<Option<Seat>> {
    let seat = seat.unwrap_or(by);
    if seat != by && !by.is_gm() {
        return no(rules::GP_CHAR_01, "not-yours", "You can only make characters for yourself.");
    }
    Ok((!seat.is_gm()).then_some(seat))
}

/// Begins a character: everything at 1, nothing earned, a whole body.
pub fn draft(cx: &mut Cx<'_, GutsPlus>, by: Seat, name: &str, seat: Option<Seat>) -> Flow {
    let name = free_name(cx.state(), name)?;
    let seat = own_seat(by, seat)?;
    let who = Who(cx.state().creatures.len() as u16);
    let chart = super::usual_chart(cx.at());
    let mut creature = Creature::blank(&name, Kind::Hero, chart);
    let mut sheet = (*creature.sheet).clone();
    sheet.seat = seat;
    sheet.draft = Some(Draft::default());
    creature.sheet = Kept::new(sheet);
    cx.cite(rules::GP_CHAR_03);
    if let Some(row) = cx.book().charts.iter().find(|row| row.chart() == creature.sheet.chart) {
        cx.cite(row.id);
    }
    cx.cite(rules::GP_CHAR_06);
    cx.record(rules::GP_CHAR_09, TableFact::Joined { who, creature: Box::new(creature) }.into());
    Ok(())
}

/// Says who somebody is.
pub fn biography(cx: &mut Cx<'_, GutsPlus>, told: Told) -> Flow {
    let who = told.who;
    let rule = rules::GP_CHAR_01;
    let Some(one) = cx.state().creature(who) else {
        return no(rule, "nobody", "There is nobody like that here.");
    };
    let made = one.sheet.draft.is_some();
    let mut bio: Bio = one.sheet.bio.clone();
    if !made && (told.height.is_some() || told.weight.is_some() || told.build.is_some()) {
        return no(
            rule,
            "settled",
            "Height, weight and build are settled; what is told of somebody may grow.",
        );
    }
    let texts = [&told.backstory, &told.personality, &told.appearance, &told.build, &told.height, &told.age];
    if texts.into_iter().flatten().any(|text| text.chars().count() > MOST_TEXT) {
        return no(rule, "too-long", format!("Tell it in at most {MOST_TEXT} letters."));
    }
    if let Some(weight) = told.weight {
        match u16::try_from(weight) {
            Ok(pounds) if pounds > 0 => bio.weight = pounds,
            _ => {
                let sentence = format!("A weight is a positive number of pounds up to {}.", u16::MAX);
                return refuse(Refusal::new(rule, "bad-weight", sentence).with("weight", weight));
            }
        }
    }
    let set = |field: &mut String, told: Option<String>| {
        if let Some(told) = told {
            *field = told.trim().to_owned();
        }
    };
    set(&mut bio.backstory, told.backstory);
    set(&mut bio.personality, told.personality);
    set(&mut bio.appearance, told.appearance);
    set(&mut bio.build, told.build);
    set(&mut bio.height, told.height);
    set(&mut bio.age, told.age);
    cx.record(rule, HeroFact::Bio { who, bio }.into());
    Ok(())
}

/// Whether this may be the next custom quality of a new character.
pub fn check_custom(state: &State, who: Who, name: &str) -> Result<(), Refusal> {
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

/// Invents a custom quality; levels start over at 1.
pub fn invent(cx: &mut Cx<'_, GutsPlus>, who: Who, name: &str, about: &str) -> Flow {
    being_made(cx, who)?;
    let name = name.trim();
    check_custom(cx.state(), who, name)?;
    if about.chars().count() > MOST_TEXT {
        return no(rules::GP_CHAR_04, "too-long", format!("Tell it in at most {MOST_TEXT} letters."));
    }
    let book = cx.book();
    let sample = book.samples.named(name);
    let about = if about.trim().is_empty() { sample.map_or("", |row| &row.covers) } else { about.trim() };
    let mut all: Vec<Quality> = cx.state().sheet(who).qualities[Base::ALL.len()..].to_vec();
    all.push(Quality::new(name, about));
    if let Some(row) = sample {
        cx.cite(row.id);
        cx.cite(rules::GP_HOUSE_12H);
    }
    customs(cx, who, all);
    Ok(())
}

/// Drops a custom quality again; levels start over at 1.
pub fn forget(cx: &mut Cx<'_, GutsPlus>, who: Who, name: &str) -> Flow {
    being_made(cx, who)?;
    let sheet = cx.state().sheet(who);
    if Base::named(name.trim()).is_some() {
        let sentence = format!("{} is one of the four qualities everybody has.", name.trim());
        return no(rules::GP_CHAR_03, "base-quality", sentence);
    }
    if sheet.quality(name.trim()).is_none() {
        return no(rules::GP_CHAR_08, "no-such-quality", format!("{} has no {}.", sheet.name, name.trim()));
    }
    let own = sheet.qualities[Base::ALL.len()..].iter();
    let all: Vec<Quality> = own.filter(|own| !own.name.eq_ignore_ascii_case(name.trim())).cloned().collect();
    if all.first().is_some_and(|own| own.name.eq_ignore_ascii_case(crate::essence::QUALITY)) {
        let sentence = "Essence cannot be the primary custom quality; drop it first.";
        return no(rules::GP_CHAR_05, "essence-first", sentence);
    }
    customs(cx, who, all);
    Ok(())
}

fn customs(cx: &mut Cx<'_, GutsPlus>, who: Who, all: Vec<Quality>) {
    let all: Vec<Quality> = all.into_iter().map(|own| Quality { level: 1, ..own }).collect();
    let levels = vec![1; Base::ALL.len() + all.len()];
    cx.record(rules::GP_CHAR_04, HeroFact::Custom { who, qualities: all }.into());
    cx.record(rules::GP_CHAR_06, HeroFact::Levels { who, levels }.into());
    crate::essence::settle_draft(cx, who);
}

/// Spreads the three points, all at once.
pub fn points(cx: &mut Cx<'_, GutsPlus>, who: Who, spend: &BTreeMap<String, u8>) -> Flow {
    being_made(cx, who)?;
    let rule = rules::GP_CHAR_07;
    let sheet = cx.state().sheet(who);
    let mut levels = vec![1u8; sheet.qualities.len()];
    let mut spent = 0u16;
    for (name, points) in spend {
        let Some(nth) = sheet.quality(name) else {
            let own: Vec<&str> = sheet.qualities.iter().map(|own| own.name.as_str()).collect();
            let sentence = format!("{} has no {name}; there are {}.", sheet.name, own.join(", "));
            return no(rules::GP_CHAR_08, "no-such-quality", sentence);
        };
        let level = &mut levels[usize::from(nth)];
        *level = level.saturating_add(*points);
        spent += u16::from(*points);
        if *level > 1 + MOST_POINTS {
            let sentence =
                format!("At most {MOST_POINTS} points go to one quality, so none is above level 3.");
            return refuse(Refusal::new(rule, "too-high", sentence).with("quality", name.as_str()));
        }
    }
    if spent > u16::from(POINTS) {
        return no(rule, "too-many", format!("There are {POINTS} points, not {spent}."));
    }
    cx.record(rule, HeroFact::Levels { who, levels }.into());
    crate::essence::settle_draft(cx, who);
    Ok(())
}

/// What still keeps a character from being ready, all of it.
pub fn unmet(state: &State, who: Who) -> Option<Refusal> {
    let sheet = state.sheet(who);
    let draft = sheet.draft.as_ref()?;
    let mut all: Vec<Refusal> = Vec::new();
    let mut need = |open: bool, rule, code: &str, sentence: &str| {
        if open {
            all.push(Refusal::new(rule, code, sentence));
        }
    };
    need(sheet.bio.height.is_empty(), rules::GP_CHAR_01, "height", "Height is required.");
    need(sheet.bio.weight == 0, rules::GP_CHAR_01, "weight", "Weight is required.");
    need(sheet.bio.build.is_empty(), rules::GP_CHAR_01, "build", "A body type is required.");
    let customs = sheet.qualities.len().saturating_sub(Base::ALL.len());
    need(customs == 0, rules::GP_CHAR_04, "none", "At least one custom quality is required.");
    let spent: u16 = sheet.qualities.iter().map(|own| u16::from(own.level) - 1).sum();
    need(spent != u16::from(POINTS), rules::GP_CHAR_07, "unspent", "All three points must be spent.");
    need(
        draft.chart.is_some(),
        rules::GP_CHAR_02,
        "chart-not-approved",
        "The GM has not approved the body's own chart yet.",
    );
    let aura = sheet.essence.as_ref().is_some_and(|essence| essence.aura.is_none());
    need(aura, rules::GP_ESS_03, "no-aura", "The essence needs an aura: roll for it or choose it.");
    let mut all = all.into_iter();
    let first = all.next()?;
    Some(all.fold(first, Refusal::and))
}

/// Finishes a character, if the GM finds it fine.
pub fn ready(cx: &mut Cx<'_, GutsPlus>, who: Who) -> Flow {
    let draft = being_made(cx, who)?;
    if let Some(refusal) = unmet(cx.state(), who) {
        return refuse(refusal);
    }
    let sheet = cx.state().sheet(who);
    let name = sheet.name.clone();
    let customs: Vec<String> = sheet.qualities[Base::ALL.len()..]
        .iter()
        .map(
            |own| {
                if own.about.is_empty() { own.name.clone() } else { format!("{}: {}", own.name, own.about) }
            },
        )
        .collect();
    let bio = [("backstory", &sheet.bio.backstory), ("personality", &sheet.bio.personality)];
    let missing: Vec<String> =
        bio.iter().filter(|(_, text)| text.is_empty()).map(|(what, _)| (*what).to_owned()).collect();
    if !missing.is_empty() {
        cx.record(rules::GP_CHAR_01, HeroFact::Thin { who, missing }.into());
    }
    let question = Decide::new(Matter::Fits, &name, format!("Does {name} fit this game?"))
        .option("yes", "Welcome")
        .option("no", "Not like this")
        .who(who)
        .about(customs.join("; "));
    let said = crate::gm::decide(cx, question)?;
    if said.choice == "no" {
        let draft = Draft { turned_down: Some(said.words), ..draft };
        cx.record(rules::GP_CHAR_04, HeroFact::Draft { who, draft: Some(draft) }.into());
    } else {
        cx.record(rules::GP_CHAR_01, HeroFact::Draft { who, draft: None }.into());
    }
    Ok(())
}
