//! A use of a skill as it is told: its form, a card for each skill. What forbids it is in `legal`.

use boneyard_table::deed::{Filled, Filling, Form};
use boneyard_table::view::Domain;
use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::legal::{least_of, limit_of, number_of, range_of};
use super::{enabled, strained};
use crate::GutsPlus;
use crate::book::SkillRow;
use crate::form::{self, maybe};
use crate::state::Halves;

/// A use of a skill.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Use {
    /// Whose essence.
    pub who: Who,
    /// Which skill.
    pub skill: String,
    /// Skills that are joined with it.
    #[serde(default)]
    pub with: Vec<String>,
    /// On whom.
    #[serde(default)]
    pub on: Option<Who>,
    /// On whom else, in a space.
    #[serde(default)]
    pub others: Vec<Who>,
    /// On what, or for what, in a few words.
    #[serde(default)]
    pub what: String,
    /// How far away, along the way the essence takes.
    #[serde(default)]
    pub feet: Option<Halves>,
    /// Only through something solid.
    #[serde(default)]
    pub blocked: bool,
    /// Weight or force in pounds.
    #[serde(default)]
    pub pounds: Option<Halves>,
    /// Another number: a factor, a size, a depth, a thickness, a speed.
    #[serde(default)]
    pub number: Option<Halves>,
    /// Dice to lend.
    #[serde(default)]
    pub dice: Option<u8>,
    /// In which ways.
    #[serde(default)]
    pub ways: Vec<String>,
    /// What is said or thought with it: a feeling, a memory, a shape.
    #[serde(default)]
    pub words: String,
    /// The part of the body it is meant for.
    #[serde(default)]
    pub part: Option<String>,
    /// The target is willing.
    #[serde(default)]
    pub willing: bool,
    /// What the skill needs is not there: an opening, fuel, dust.
    #[serde(default)]
    pub lacking: bool,
}

impl Form<GutsPlus> for Use {
    fn form(form: &mut Filling<'_, GutsPlus>) -> Filled<Self> {
        if form.is_written() { written(form) } else { offered(form) }
    }

    fn actor(&self) -> Option<Who> {
        Some(self.who)
    }
}

fn written(form: &mut Filling<'_, GutsPlus>) -> Filled<Use> {
    Ok(Use {
        who: form.actor()?,
        skill: form.text("skill", "", 60)?,
        with: form.unasked("with")?,
        on: form.unasked_creature("on")?,
        others: form.unasked_creatures("others")?,
        what: form.unasked("what")?,
        feet: form.unasked("feet")?,
        blocked: form.unasked("blocked")?,
        pounds: form.unasked("pounds")?,
        number: form.unasked("number")?,
        dice: form.unasked("dice")?,
        ways: form.unasked("ways")?,
        words: form.unasked("words")?,
        part: form.unasked("part")?,
        willing: form.unasked("willing")?,
        lacking: form.unasked("lacking")?,
    })
}

/// Whole numbers with what they count.
fn amount(least: i32, most: i32, unit: &str) -> Domain {
    Domain::Amount { least, most, unit: Some(unit.to_owned().into()) }
}

/// A card for each skill, which asks for what that skill can be told.
fn offered(form: &mut Filling<'_, GutsPlus>) -> Filled<Use> {
    let (at, who) = (form.at(), form.actor()?);
    let one = at.state.creature(who).filter(|one| one.can_act() && enabled(at.state));
    let own = one.and_then(|one| one.sheet.essence.as_ref());
    let row = |id: &RuleId| at.book.skills.get(id.as_str());
    let rows: Vec<&SkillRow> = own.into_iter().flat_map(|own| &own.skills).filter_map(row).collect();
    let skill = form.each("skill", rows.iter().map(|row| row.name.clone()))?;
    let mut used = Use { who, skill, ..Use::default() };
    let Some(row) = at.book.skills.named(&used.skill) else { return Ok(used) };
    form.id(|| format!("essence:{}:{}", who.0, row.name));
    form.label(|| row.name.clone().into());
    form.rule(row.id);
    if strained(at.state, who) {
        form.danger(|| Some("an injury to the head, if it strains again".into()));
    }
    let alive = |other: Who| !at.state.live(other).dead;
    let others = |other: Who| other != who && alive(other);
    let target = row.target.as_str();
    let alone = ["self", "spot", "air"].contains(&target);
    match target {
        _ if alone => {}
        "creature" | "essence" => used.on = Some(form.creature_among("on", "On whom", others)?),
        "creature-or-self" => used.on = form.maybe_creature("on", "On whom", alive)?,
        _ => used.on = form.maybe_creature("on", "On whom", others)?,
    }
    if target == "area" {
        used.others = form.maybe_creatures("others", "On whom else", 0..=8, others)?;
    }
    if !alone {
        used.part = form::maybe_part(form, "part", "Where", "on", |_, _| true)?;
    }
    used.what = form.maybe_text("what", "What for", 60)?.unwrap_or_default();
    // What is launched takes a skill that launches, joined with it.
    let launch = row.never.iter().map(|never| never.way.as_str()).filter(|way| *way == "launch");
    let ways: Vec<&str> = row.ways.iter().map(String::as_str).chain(launch).collect();
    if !ways.is_empty() {
        used.ways = maybe(form, "ways", "In which ways", || form::some_of(0, ways))?.unwrap_or_default();
    }
    if target != "self" {
        let most = (range_of(at, who, row).0 / 2).max(0);
        used.feet = maybe(form, "feet", "How far", || amount(0, most, "feet"))?;
    }
    if let Some(limit) = limit_of(at, who, row) {
        used.pounds = maybe(form, "pounds", "How heavy", || amount(0, limit.0, "lbs"))?;
    }
    let both = [true, false].map(|oneself| number_of(at, who, row, oneself));
    if let Some((number, bound)) = both.into_iter().flatten().max_by_key(|(_, bound)| *bound) {
        let least = (least_of(row).0 + 1) / 2;
        // What must be at least so much has no upper end worth naming.
        let (least, most) =
            if number.least { ((bound.0 + 1) / 2, 100) } else { (least, (bound.0 / 2).max(least)) };
        let label = match number.name.as_str() {
            "self" | "others" => "How many times as fast",
            "size" => "The size",
            "depth" => "The depth",
            "thickness" => "The thickness",
            "speed" => "The speed",
            _ => "The number",
        };
        used.number = maybe(form, "number", label, || amount(least, most, &number.kind))?;
    }
    if row.is("empower") || row.is("focus") {
        used.dice = form.maybe_amount("dice", "Dice it lends", 1..=10)?;
    }
    let joins: Vec<&str> =
        rows.iter().filter(|other| other.id != row.id).map(|other| other.name.as_str()).collect();
    if !joins.is_empty() {
        used.with = maybe(form, "with", "Joined with", || form::some_of(0, joins))?.unwrap_or_default();
    }
    if target != "self" {
        used.willing = form.flag("willing", "They are willing")?;
    }
    if row.asks.is_some() {
        used.words = form.maybe_text("words", "Which", 200)?.unwrap_or_default();
    }
    Ok(used)
}
