//! Making a Character: concept, six scores by the table's method, placing them. Dice that fell are facts of the draft:
//! going back never rolls again what was seen.

use boneyard_table::{Cx, Flow, Group, Judgement, Refusal, RuleId, RulingOption, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::RollHighOrDie;
use crate::audience::record;
use crate::fact::{HeroFact, TableFact};
use crate::house::{AbilityMethod, ArrayCheck};
use crate::naming;
use crate::rules;
use crate::state::{Ability, Concept, Creature, Draft, Kept, Rank, Scores, Sheet, State, Step};

/// Begins a Character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BeginHero {
    /// The name.
    pub name: String,
    /// Which seat it is for; the one who asks if none is named.
    #[serde(default)]
    pub seat: Option<Seat>,
}

/// Concept and the three answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetConcept {
    /// Whose.
    pub who: Who,
    /// In a line.
    #[serde(default)]
    pub line: String,
    /// Who they are and why the story follows them.
    #[serde(default)]
    pub is: String,
    /// What made them so.
    #[serde(default)]
    pub past: String,
    /// What they want now and why.
    #[serde(default)]
    pub wish: String,
}

/// Gives the six results to abilities.
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
        let number = score.as_str().and_then(|text| text.trim().parse::<u8>().ok());
        (name.to_lowercase(), number.map_or(score, Value::from))
    });
    serde_json::from_value(Value::Object(plain.collect())).map_err(D::Error::custom)
}

/// Letters of a name, and of each answer.
const LONGEST: usize = 60;
const ANSWER: usize = 400;
/// The array of the fixed method.
const FIXED: [u8; 6] = [15, 14, 13, 12, 11, 10];
/// Arrays rolled again before the last one stands whatever it is.
const PATIENCE: u8 = 40;

/// Begins a Character.
pub fn begin_hero(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, begun: &BeginHero) -> Flow {
    let rule = rules::RH_CHAR_01;
    let seat = begun.seat.unwrap_or(by);
    let bad = |code: &str, sentence: String| refuse(Refusal::new(rule, code, sentence));
    if seat != by && !by.is_gm() {
        return bad("not-yours", "You can only make Characters for yourself.".into());
    }
    let name = begun.name.trim();
    if name.is_empty() || name.chars().count() > LONGEST {
        return bad("no-name", format!("A name has 1 to {LONGEST} letters."));
    }
    let state = cx.state();
    if naming::is_known(state, name) {
        return bad("name-taken", format!("Somebody here is called {name} already."));
    }
    if state.creatures.len() >= 400 {
        return bad("too-many", "This table is full.".into());
    }
    let who = state.next(name, false);
    let mut creature = Creature::blank(name, Rank::Hero);
    let exp = state.house.starting_exp.0;
    let coins = super::shop::COINS;
    let sheet = Sheet { seat, exp, coins, draft: Some(Draft::default()), ..(*creature.sheet).clone() };
    creature.sheet = Kept::new(sheet);
    creature.live.away = true;
    naming::makes_way(cx, name);
    cx.cite(rules::RH_CHAR_05);
    record(cx, rule, TableFact::Came { who, creature: Box::new(creature) }.into());
    record(cx, rules::RH_CHAR_03, HeroFact::Exp { who, to: exp }.into());
    Ok(())
}

/// The first step that is not done, or that everything is.
pub fn step_of(state: &State, who: Who) -> Option<Step> {
    let draft = state.creature(who)?.sheet.draft.as_ref()?;
    Some(if !draft.concept {
        Step::Concept
    } else if draft.results.is_empty() {
        Step::Scores
    } else if !draft.assigned {
        Step::Assign
    } else if !draft.learned {
        Step::Experience
    } else if !draft.equipped {
        Step::Equipment
    } else {
        Step::Finish
    })
}

/// The draft of a Character being made, if this step can be taken: not before those ahead of it.
pub(super) fn at_step(cx: &Cx<'_, RollHighOrDie>, who: Who, wanted: Step) -> Result<Draft, Refusal> {
    let rule = rules::RH_CHAR_01;
    let Some(draft) = cx.state().creature(who).and_then(|one| one.sheet.draft.clone()) else {
        return Err(Refusal::new(rule, "not-being-made", "No such Character is being made."));
    };
    match step_of(cx.state(), who) {
        Some(now) if now < wanted => {
            let sentence = format!("Steps come in their order; now it is {}.", now.name());
            Err(Refusal::new(rule, "wrong-step", sentence).with("step", now.name()))
        }
        _ => Ok(draft),
    }
}

/// Writes down how far a draft is.
pub(super) fn note(cx: &mut Cx<'_, RollHighOrDie>, who: Who, draft: Draft) {
    record(cx, rules::RH_CHAR_01, HeroFact::Draft { who, draft: Some(draft) }.into());
}

/// Writes the concept; the Referee says whether it fits.
pub fn set_concept(cx: &mut Cx<'_, RollHighOrDie>, set: &SetConcept) -> Flow {
    let draft = at_step(cx, set.who, Step::Concept)?;
    let all = [&set.line, &set.is, &set.past, &set.wish];
    if all.iter().any(|text| text.chars().count() > ANSWER) {
        let sentence = format!("Each answer has up to {ANSWER} letters.");
        return refuse(Refusal::new(rules::RH_CHAR_02, "too-long", sentence));
    }
    let who = set.who;
    let concept = Concept {
        line: set.line.trim().to_owned(),
        who: set.is.trim().to_owned(),
        past: set.past.trim().to_owned(),
        wish: set.wish.trim().to_owned(),
    };
    let rule = rules::RH_CHAR_02;
    let (name, line) = (cx.state().name(who).to_owned(), concept.line.clone());
    let empty = line.is_empty();
    let judgement = || Judgement {
        rule,
        tag: if empty { "no concept".into() } else { line.to_lowercase() },
        question: format!(
            "{name}: {}. Does that fit the setting?",
            if empty { "nothing written yet" } else { &line }
        ),
        about: Vec::new(),
        options: vec![RulingOption::new("fits", "It fits"), RulingOption::new("change", "Ask for a change")],
        proposal: 0,
        why: "Concepts have no numbers.".into(),
        precedents: Vec::new(),
    };
    let fits = cx.judge(rule, 0, &judgement)?.option() == 0;
    record(cx, rule, HeroFact::Concept { who, concept }.into());
    if fits {
        note(cx, who, Draft { concept: true, ..draft });
    } else {
        record(cx, rule, HeroFact::NotYet { who, what: "another concept".into() }.into());
    }
    Ok(())
}

/// Whether an array is far from the middle.
pub fn flagged(results: &[u8]) -> bool {
    let total: u16 = results.iter().map(|score| u16::from(*score)).sum();
    !(57..=87).contains(&total)
}

/// Obtains six scores by the table's method; the Referee keeps an array far from the middle or has all six rolled again.
pub fn roll_scores(cx: &mut Cx<'_, RollHighOrDie>, who: Who) -> Flow {
    let draft = at_step(cx, who, Step::Scores)?;
    if !draft.results.is_empty() {
        let sentence = "The scores are rolled; what was seen is not rolled again.";
        return refuse(Refusal::new(rules::RH_ABIL_02, "rolled", sentence));
    }
    let (dice, rule) = match cx.state().house.ability_method {
        AbilityMethod::DropLowest => (4, rules::RH_ABIL_02),
        AbilityMethod::Three => (3, rules::RH_ABIL_03),
        AbilityMethod::Fixed => {
            let (results, flagged) = (FIXED.to_vec(), false);
            record(cx, rules::RH_ABIL_03, HeroFact::Rolled { who, results, flagged }.into());
            return Ok(());
        }
    };
    for again in 0..PATIENCE {
        let mut results: Vec<u8> = Vec::new();
        for _ in 0..6 {
            let locals = (results.clone(), again, who);
            results.push(cx.within(locals, |cx| score(cx, who, dice, rule))?);
        }
        let check = cx.state().house.array_check;
        let flagged = flagged(&results) && check != ArrayCheck::Off;
        record(cx, rule, HeroFact::Rolled { who, results: results.clone(), flagged }.into());
        if !flagged {
            break;
        }
        cx.cite(rules::RH_ABIL_04);
        if check == ArrayCheck::Ask
            && cx.within((results.clone(), again, who), |cx| kept(cx, who, &results))?
        {
            break;
        }
    }
    Ok(())
}

/// One score; of four dice a lowest one is discarded.
pub fn score(cx: &mut Cx<'_, RollHighOrDie>, who: Who, dice: u8, rule: RuleId) -> Flow<u8> {
    cx.dice_read(rule, who, Group::new(dice, 6).named("score"), |faces| {
        let lowest = if faces.number() == 4 { u32::from(faces.lowest().unwrap_or(0)) } else { 0 };
        (faces.sum() - lowest) as u8
    })
}

/// Whether the Referee lets an array far from the middle stand.
fn kept(cx: &mut Cx<'_, RollHighOrDie>, who: Who, results: &[u8]) -> Flow<bool> {
    let rule = rules::RH_ABIL_04;
    let name = cx.state().name(who).to_owned();
    let judgement = || {
        let total: u16 = results.iter().map(|score| u16::from(*score)).sum();
        let told: Vec<String> = results.iter().map(u8::to_string).collect();
        Judgement {
            rule,
            tag: format!("an array of {total}"),
            question: format!("{name} has {}: {total} in all. Does the array stand?", told.join(", ")),
            about: Vec::new(),
            options: vec![
                RulingOption::new("keep", "It stands"),
                RulingOption::new("again", "Roll all six again"),
            ],
            proposal: 0,
            why: "The total is more than 15 away from 72.".into(),
            precedents: Vec::new(),
        }
    };
    Ok(cx.judge(rule, 0, &judgement)?.option() == 0)
}

/// Gives the results to abilities, each to one. While nothing is bought yet they may be placed anew.
pub fn assign(cx: &mut Cx<'_, RollHighOrDie>, assign: Assign) -> Flow {
    let rule = rules::RH_ABIL_05;
    let draft = at_step(cx, assign.who, Step::Assign)?;
    if !draft.bought.is_empty() {
        let sentence = "What was bought depends on the scores: give it back first.";
        return refuse(Refusal::new(rule, "bought", sentence));
    }
    let mut given: Vec<u8> = Ability::ALL.iter().map(|ability| assign.scores[*ability]).collect();
    let mut results = draft.results.clone();
    given.sort_unstable();
    results.sort_unstable();
    if given != results {
        let told: Vec<String> = draft.results.iter().map(u8::to_string).collect();
        let sentence =
            format!("Each of {} goes to one ability, none twice and none left over.", told.join(", "));
        return refuse(Refusal::new(rule, "not-the-results", sentence));
    }
    let who = assign.who;
    cx.cite(rules::RH_ABIL_01);
    record(cx, rule, HeroFact::Scores { who, scores: assign.scores }.into());
    note(cx, who, Draft { assigned: true, ..draft });
    Ok(())
}
