//! Making an adventurer, as a draft in the state filled by short commands. Dice that fell are
//! facts of the draft: going on never rolls again what was seen. The life path is in `path`, what
//! follows it in `finish`.

use boneyard_table::deed::{Card, Deed, Filled, Lawful, May};
use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::make::free_name;
use crate::DeadWeight;
use crate::book::PathRow;
use crate::fact::{GearFact, HeroFact, TableFact};
use crate::form::Form;
use crate::gear::ware;
use crate::house::DuplicateSkill;
use crate::rules;
use crate::state::{Creature, Kind, Place, Shared, Sheet};

/// An adventurer being made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Draft {
    /// The step it is at.
    pub step: Step,
    /// The two dice of a life path, rolled and not accepted yet, in the order they fell.
    #[serde(default)]
    pub dice: Option<[u8; 2]>,
    /// The free reroll for a shared row was used.
    #[serde(default)]
    pub rerolled_free: bool,
    /// Skills still to be picked in the place of doubled ones.
    #[serde(default)]
    pub owed_skills: u8,
}

/// Steps of making an adventurer, in their order.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Rolling the infancy.
    #[default]
    Infancy,
    /// Rolling the career.
    Career,
    /// Rolling the tragedy.
    Tragedy,
    /// Rolling the burden.
    Burden,
    /// Choosing a class.
    Class,
    /// Taking a kit.
    Kit,
    /// Moving points, choosing school or god, spells or prayers.
    Finish,
}

impl Step {
    /// The step after it.
    pub fn next(self) -> Self {
        match self {
            Self::Infancy => Self::Career,
            Self::Career => Self::Tragedy,
            Self::Tragedy => Self::Burden,
            Self::Burden => Self::Class,
            Self::Class => Self::Kit,
            Self::Kit | Self::Finish => Self::Finish,
        }
    }

    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Infancy => "infancy",
            Self::Career => "career",
            Self::Tragedy => "tragedy",
            Self::Burden => "burden",
            Self::Class => "class",
            Self::Kit => "kit",
            Self::Finish => "last choices",
        }
    }
}

/// The field `who` of a step of making an adventurer, offered while its draft is like this.
pub fn making(form: &mut Form<'_>, so: impl Fn(&Draft) -> bool) -> Filled<Who> {
    let who = form.actor()?;
    let draft = form.state.creature(who).and_then(|one| one.sheet.draft.as_ref());
    form.only_if(draft.is_some_and(so))?;
    Ok(who)
}

deed! {
    /// Begins an adventurer, with what everybody starts with.
    #[serde(deny_unknown_fields)]
    pub struct BeginHero(form: DeadWeight) {
        /// Their name.
        name: String = form.text("name", "Name", 40)?,
        /// Which seat they are for; the one who asks if none is named.
        #[serde(default)]
        seat: Option<Seat> = form.unasked("seat")?,
    }
}

impl Deed<DeadWeight> for BeginHero {
    const CARD: Card = Card::anyone("Make an adventurer", "Adventurers").rule(rules::DW_CHAR_01);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let (by, seat) = (may.by, self.seat.unwrap_or(may.by));
        may.not_if(seat != by && !by.is_gm(), || {
            let sentence = "You can only make adventurers for yourself; the GM stands in for others.";
            Refusal::new(rules::DW_GAME_01, "not-yours", sentence)
        })?;
        let own = |who: &Who| may.state.sheet(*who).seat == seat && !seat.is_gm();
        let playing = may.state.heroes().any(|who| own(&who));
        may.not_if(playing && !by.is_gm(), || {
            let sentence = "You have an adventurer already; a second one is the GM's to allow.";
            Refusal::new(rules::DW_HOUSE_46H, "second", sentence)
        })?;
        free_name(may.at(), &self.name, rules::DW_CHAR_01)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        draft(cx, self.seat.unwrap_or(by), &self.name)
    }
}

fn draft(cx: &mut Cx<'_, DeadWeight>, seat: Seat, name: &str) -> Flow {
    let rule = rules::DW_CHAR_01;
    cx.cite(rules::DW_GAME_01);
    let name = free_name(cx.at(), name, rule)?;
    let who = Who(cx.state().creatures.len() as u16);
    let mut creature = Creature::blank(&name, Kind::Hero);
    let advised = crate::interlude::reached(cx.at(), rules::DW_GUILD_01H);
    creature.live.insight = 1 + u8::from(advised);
    let sheet = Sheet { seat, draft: Some(Draft::default()), ..(*creature.sheet).clone() };
    creature.sheet = Shared::new(sheet);
    if advised {
        cx.cite(rules::DW_GUILD_01H);
    }
    cx.record(rule, TableFact::Joined { who, creature: Box::new(creature) }.into());
    let book = cx.book();
    let starting: Vec<&str> =
        book.containers.iter().filter(|row| row.starts).map(|row| row.name.as_str()).collect();
    for name in starting {
        wear(cx, who, name);
    }
    Ok(())
}

/// Wears a container, in the place of its twin.
pub(super) fn wear(cx: &mut Cx<'_, DeadWeight>, who: Who, name: &str) {
    let rule = rules::DW_CHAR_15;
    let book = cx.book();
    let (Some(row), Some((sheet, item))) = (book.containers.named(name), ware(book, name)) else { return };
    let twin = crate::gear::worn_containers(cx.at(), who)
        .find(|(_, other)| other.pair.is_some() && other.pair == row.pair)
        .map(|(number, other)| (number, other.id));
    if let Some((number, id)) = twin {
        if id == row.id {
            return;
        }
        let fact = GearFact::Placed { who, item: number, from: Place::Worn, to: Place::Gone, wielded: false };
        cx.record(rule, fact.into());
    }
    cx.cite(row.id);
    cx.record(rule, GearFact::Got { who, sheet, item }.into());
}

/// The draft of somebody being made, if it is at this step.
pub(super) fn at_step(
    at: At<'_, DeadWeight>,
    who: Who,
    wanted: impl Fn(Step) -> bool,
) -> Result<Draft, Refusal> {
    let rule = rules::DW_CHAR_01;
    let one = at.state.creature(who);
    let Some(draft) = one.and_then(|one| one.sheet.draft.clone()) else {
        return Err(Refusal::new(rule, "not-being-made", "No such adventurer is being made."));
    };
    if !wanted(draft.step) {
        let sentence = format!("Steps come in their order; now it is the {}.", draft.step.name());
        return Err(Refusal::new(rule, "wrong-step", sentence).with("step", draft.step.name()));
    }
    Ok(draft)
}

/// The table of a step of the life path.
pub fn rows(book: &crate::book::Book, step: Step) -> Option<&boneyard_content::Catalog<PathRow>> {
    match step {
        Step::Infancy => Some(&book.infancies),
        Step::Career => Some(&book.careers),
        Step::Tragedy => Some(&book.tragedies),
        Step::Burden => Some(&book.burdens),
        _ => None,
    }
}

/// Gives a skill; one that is held already becomes its advanced form, or what the table plays.
pub(super) fn gain_skill(cx: &mut Cx<'_, DeadWeight>, who: Who, name: &str, rule: boneyard_table::RuleId) {
    let book = cx.book();
    let Some(row) = book.skill(name) else { return };
    if book.alias(name).is_some() {
        cx.cite(rules::DW_CHAR_22);
    }
    cx.cite(row.id);
    let sheet = cx.state().sheet(who);
    let advanced = row.advanced.as_deref().and_then(|name| book.skills.named(name));
    let holds_advanced = advanced.is_some_and(|advanced| sheet.skilled(advanced.id));
    if !sheet.skilled(row.id) && !holds_advanced {
        cx.record(rule, HeroFact::Skill { who, skill: row.id, replaces: None }.into());
        return;
    }
    let rule = rules::DW_CHAR_16;
    match (advanced, cx.state().house.duplicate_skill) {
        (Some(advanced), mode)
            if !holds_advanced && (!advanced.house || mode == DuplicateSkill::HouseAdvanced) =>
        {
            cx.cite(advanced.id);
            cx.record(rule, HeroFact::Skill { who, skill: advanced.id, replaces: Some(row.id) }.into());
        }
        (_, DuplicateSkill::PickOther) => {
            if let Some(mut draft) = cx.state().sheet(who).draft.clone() {
                draft.owed_skills += 1;
                cx.record(rule, HeroFact::Draft { who, draft: Some(draft) }.into());
            }
        }
        _ => cx.cite(rule),
    }
}
