//! Making a hero: name, species and Size, and the six scores. Dice that fell are facts of the draft: going
//! back never rolls again what was seen.

use boneyard_table::{Cx, Flow, Judgement, Refusal, RulingOption, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::levels::{left_levels, open_picks};
use crate::DieTrying;
use crate::check::{Sum, roll_sum};
use crate::fact::{GearFact, HeroFact, TableFact};
use crate::naming;
use crate::rules;
use crate::state::{Ability, Creature, Draft, Kept, Kind, Scores, Sheet, Size, State, Step};

/// Begins a hero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DraftHero {
    /// The name.
    pub name: String,
    /// Which seat the hero is for; the one who asks if none is named.
    #[serde(default)]
    pub seat: Option<Seat>,
}

/// Species and Size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Kin {
    /// Whose.
    pub who: Who,
    /// In free words.
    pub species: String,
    /// How large.
    #[serde(default)]
    pub size: Size,
}

/// Gives the six results to Abilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Assign {
    /// Whose.
    pub who: Who,
    /// What each gets.
    #[serde(deserialize_with = "given")]
    pub scores: Scores,
}

/// Scores as forms give them: names as they are told, and numbers that may be written as words.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Scores, D::Error> {
    let written = Map::deserialize(deserializer)?;
    let plain = written.into_iter().map(|(name, score)| {
        let number = score.as_str().and_then(|text| text.trim().parse::<i8>().ok());
        (name.to_lowercase(), number.map_or(score, Value::from))
    });
    serde_json::from_value(Value::Object(plain.collect())).map_err(D::Error::custom)
}

/// Silver a new hero has.
pub const SILVER: u32 = 45;
/// Characters of a name or a species.
const LONGEST: usize = 60;

/// Species nobody has to ask about.
pub fn usual_species() -> &'static [&'static str] {
    &["human", "elf", "dwarf", "halfling", "gnome", "half-elf", "half-orc", "orc"]
}

/// Begins a hero.
pub fn draft(cx: &mut Cx<'_, DieTrying>, by: Seat, begun: &DraftHero) -> Flow {
    let rule = rules::DT_CHAR_03;
    let seat = begun.seat.unwrap_or(by);
    if seat != by && !by.is_gm() {
        let sentence = "You can only make heroes for yourself.";
        return refuse(Refusal::new(rules::DT_CORE_01, "not-yours", sentence));
    }
    let name = begun.name.trim();
    if name.is_empty() {
        return refuse(Refusal::new(rule, "no-name", "A hero needs a name; it may be anything."));
    }
    if name.chars().count() > LONGEST {
        let sentence = format!("A name may have up to {LONGEST} letters.");
        return refuse(Refusal::new(rule, "long-name", sentence));
    }
    let state = cx.state();
    if naming::is_known(state, name) {
        let sentence = format!("Somebody here is called {name} already.");
        return refuse(Refusal::new(rule, "name-taken", sentence));
    }
    let who = state.next();
    let mut creature = Creature::blank(name, Kind::Hero);
    let sheet = Sheet { seat, draft: Some(Draft::default()), silver: SILVER, ..(*creature.sheet).clone() };
    creature.sheet = Kept::new(sheet);
    creature.live.away = true;
    naming::makes_way(cx, name);
    cx.cite(rules::DT_CHAR_02);
    cx.cite(rules::DT_CHAR_16);
    cx.record(rule, TableFact::Came { who, creature: Box::new(creature) }.into());
    cx.record(rules::DT_CHAR_11, GearFact::Silver { who, to: SILVER }.into());
    Ok(())
}

/// The first step that is not done, or that everything is.
pub fn step_of(state: &State, book: &crate::book::Book, who: Who) -> Option<Step> {
    let draft = state.creature(who)?.sheet.draft.as_ref()?;
    Some(if !draft.kin {
        Step::Kin
    } else if draft.results.is_empty() {
        Step::Roll
    } else if !draft.assigned {
        Step::Assign
    } else if left_levels(state, who) > 0 || !open_picks(state, book, who).is_empty() {
        Step::Levels
    } else if !draft.equipped {
        Step::Equipment
    } else {
        Step::Finish
    })
}

/// The draft of a hero being made, if this step can be taken: not before those ahead of it.
pub(super) fn at_step(cx: &Cx<'_, DieTrying>, who: Who, wanted: Step) -> Result<Draft, Refusal> {
    let rule = rules::DT_CHAR_01;
    let state = cx.state();
    let Some(draft) = state.creature(who).and_then(|one| one.sheet.draft.clone()) else {
        return Err(Refusal::new(rule, "not-being-made", "No such hero is being made."));
    };
    match step_of(state, cx.book(), who) {
        Some(now) if now < wanted => {
            let sentence = format!("Steps come in their order; now it is {}.", now.name());
            Err(Refusal::new(rule, "wrong-step", sentence).with("step", now.name()))
        }
        _ => Ok(draft),
    }
}

/// Writes down how far a draft is.
pub(super) fn note(cx: &mut Cx<'_, DieTrying>, who: Who, draft: Draft) {
    cx.record(rules::DT_CHAR_01, HeroFact::Draft { who, draft: Some(draft) }.into());
}

/// Chooses species and Size; the TS is asked about anything unusual.
pub fn choose_kin(cx: &mut Cx<'_, DieTrying>, kin: &Kin) -> Flow {
    let draft = at_step(cx, kin.who, Step::Kin)?;
    let species = kin.species.trim();
    if species.is_empty() || species.chars().count() > LONGEST {
        let sentence = format!("Say in up to {LONGEST} letters what species the hero is.");
        return refuse(Refusal::new(rules::DT_CHAR_04, "no-species", sentence));
    }
    let usual = usual_species().iter().any(|known| known.eq_ignore_ascii_case(species));
    let who = kin.who;
    if !usual && !allowed(cx, who, rules::DT_CHAR_04, format!("the species {species}"))? {
        return Ok(());
    }
    let common = matches!(kin.size, Size::Small | Size::Medium);
    if !common && !allowed(cx, who, rules::DT_CHAR_05, format!("the Size {}", kin.size.name()))? {
        return Ok(());
    }
    cx.cite(rules::DT_CHAR_04);
    let fact = HeroFact::Kin { who, species: species.to_owned(), size: kin.size };
    cx.record(rules::DT_CHAR_05, fact.into());
    note(cx, who, Draft { kin: true, ..draft });
    Ok(())
}

/// Whether the TS allows something for a new hero.
pub(super) fn allowed(
    cx: &mut Cx<'_, DieTrying>,
    who: Who,
    rule: boneyard_table::RuleId,
    what: String,
) -> Flow<bool> {
    let name = cx.state().name(who).to_owned();
    let judgement = || Judgement {
        rule,
        tag: what.to_lowercase(),
        question: format!("{name} would have {what}. Is that all right?"),
        about: Vec::new(),
        options: vec![RulingOption::new("yes", "Yes"), RulingOption::new("no", "No")],
        proposal: 0,
        why: "It changes no number.".into(),
        precedents: Vec::new(),
    };
    let yes = cx.judge(rule, 0, &judgement)?.option() == 0;
    if !yes {
        cx.record(rule, HeroFact::NotAllowed { who, what }.into());
    }
    Ok(yes)
}

/// Rolls the six results.
pub fn roll_scores(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow {
    let rule = rules::DT_CHAR_07;
    let draft = at_step(cx, who, Step::Roll)?;
    if !draft.results.is_empty() {
        let sentence = "The scores are rolled; what was seen is not rolled again.";
        return refuse(Refusal::new(rule, "rolled", sentence));
    }
    let mut results: Vec<i8> = Vec::new();
    for _ in 0..6 {
        let three =
            cx.within(results.clone(), |cx| roll_sum(cx, rule, who, Sum { count: 1, sides: 3, name: "d3" }))?;
        let result = match three {
            3 => 3,
            low => {
                let keep = (results.clone(), low);
                let two =
                    cx.within(keep, |cx| roll_sum(cx, rule, who, Sum { count: 1, sides: 2, name: "d2" }))?;
                if two == 1 { low - 2 } else { low }
            }
        };
        results.push(result as i8);
    }
    cx.record(rule, HeroFact::Rolled { who, results }.into());
    Ok(())
}

/// Gives the results to Abilities, each to one.
pub fn assign(cx: &mut Cx<'_, DieTrying>, assign: Assign) -> Flow {
    let rule = rules::DT_CHAR_08;
    let draft = at_step(cx, assign.who, Step::Assign)?;
    let mut given: Vec<i8> = Ability::ALL.iter().map(|ability| assign.scores[*ability]).collect();
    let mut results = draft.results.clone();
    given.sort_unstable();
    results.sort_unstable();
    if given != results {
        let told: Vec<String> = draft.results.iter().map(i8::to_string).collect();
        let sentence =
            format!("Each of {} goes to one Ability, none twice and none left over.", told.join(", "));
        return refuse(Refusal::new(rule, "not-the-results", sentence));
    }
    let who = assign.who;
    cx.cite(rules::DT_CHAR_06);
    if assign.scores[Ability::Constitution] <= 0 {
        cx.cite(rules::DT_CHAR_13);
    }
    cx.record(rule, HeroFact::Scores { who, scores: assign.scores }.into());
    note(cx, who, Draft { assigned: true, ..draft });
    Ok(())
}
