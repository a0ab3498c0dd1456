//! Making a Character: concept, six scores by the table's method, placing them. Dice that fell are facts of the draft:
//! going back never rolls again what was seen.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::view::{Candidate, Domain};
use boneyard_table::{Cx, Flow, Group, Judgement, Refusal, RuleId, RulingOption, Seat, Who, deed};
use serde_json::{Map, Value};

use super::like::scores;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::fact::{HeroFact, TableFact};
use crate::house::{AbilityMethod, ArrayCheck};
use crate::naming;
use crate::picks::read;
use crate::rules;
use crate::state::{Ability, Concept, Creature, Draft, Rank, Scores, Shared, Sheet, State, Step};

/// The heading the steps stand under.
pub(super) const MAKING: &str = "Making a Character";

deed! {
    /// Begins a Character.
    #[serde(deny_unknown_fields)]
    pub struct BeginHero(form: RollHighOrDie) {
        /// The name.
        name: String = form.text("name", "Name", 60)?,
        /// Which seat it is for; the one who asks if none is named.
        #[serde(default)]
        seat: Option<Seat> = form.unasked("seat")?,
    }
}

deed! {
    /// Concept and the three answers.
    #[serde(deny_unknown_fields)]
    pub struct SetConcept(form: RollHighOrDie) {
        /// Whose.
        who: Who = comes_now(form, Step::Concept)?,
        /// In a line.
        #[serde(default)]
        line: String =
            form.or_left_out("line", |form| form.text("line", "In a line", 400))?.unwrap_or_default(),
        /// Who they are and why the story follows them.
        #[serde(default)]
        is: String = answer(form, "is", "Who they are and why the story follows them")?,
        /// What made them so.
        #[serde(default)]
        past: String = answer(form, "past", "What made them so")?,
        /// What they want now and why.
        #[serde(default)]
        wish: String = answer(form, "wish", "What they want now and why")?,
    }
}

fn answer(form: &mut Filling<'_, RollHighOrDie>, name: &'static str, label: &'static str) -> Filled<String> {
    form.maybe_text(name, label, 400).map(Option::unwrap_or_default)
}

deed! {
    /// Obtains the six scores.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct RollScores(form: RollHighOrDie) {
        /// Whose.
        who: Who = comes_now(form, Step::Scores)?,
    }
}

deed! {
    /// Gives the six results to abilities.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Assign(form: RollHighOrDie) {
        /// Whose.
        who: Who = form.actor()?,
        /// What each gets.
        scores: Scores = placed(form, who)?,
    }
}

/// The field `scores`: the results, to be placed, and placed anew while nothing is bought.
fn placed(form: &mut Filling<'_, RollHighOrDie>, who: Who) -> Filled<Scores> {
    let draft = form.state.creature(who).and_then(|one| one.sheet.draft.as_ref());
    let step = step_of(form.state, who);
    form.only_if(step >= Some(Step::Assign) && draft.is_some_and(|draft| draft.bought.is_empty()))?;
    form.again(step > Some(Step::Assign));
    let results: Vec<u8> = draft.map(|draft| draft.results.clone()).unwrap_or_default();
    let domain = || {
        let slots = Ability::ALL.iter().map(|ability| {
            let slot = Candidate::new(ability.key(), ability.name());
            slot.advised(*ability == Ability::Constitution)
        });
        let values = results.iter().map(|result| Candidate::new(result.to_string(), result.to_string()));
        Domain::Assign { values: values.collect(), slots: slots.collect() }
    };
    let example = || <[u8; 6]>::try_from(results.as_slice()).ok().map(scores);
    form.field("scores", "Which goes where", domain, example, read_scores)
}

/// Scores as forms give them: names as they are told, and numbers that may be written as words.
fn read_scores(written: Value) -> Result<Scores, String> {
    let written: Map<String, Value> = read(written)?;
    let plain = written.into_iter().map(|(name, score)| {
        let number = score.as_str().and_then(|text| text.trim().parse::<u8>().ok());
        (name.to_lowercase(), number.map_or(score, Value::from))
    });
    read(Value::Object(plain.collect()))
}

/// Letters of a name, and of each answer.
const LONGEST: usize = 60;
const ANSWER: usize = 400;
/// The array of the fixed method.
const FIXED: [u8; 6] = [15, 14, 13, 12, 11, 10];
/// Arrays rolled again before the last one stands whatever it is.
const PATIENCE: u8 = 40;

impl Deed<RollHighOrDie> for BeginHero {
    const CARD: Card = Card::anyone("Make a Character", MAKING).rule(rules::RH_CHAR_01);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let bad = |code, sentence: String| Refusal::new(rules::RH_CHAR_01, code, sentence);
        let other = self.seat.is_some_and(|seat| seat != may.by);
        may.not_if(other && !may.by.is_gm(), || {
            bad("not-yours", "You can only make Characters for yourself.".into())
        })?;
        let name = self.name.trim();
        may.not_if(name.is_empty() || name.chars().count() > LONGEST, || {
            bad("no-name", format!("A name has 1 to {LONGEST} letters."))
        })?;
        may.not_if(naming::is_known(may.state, name), || {
            bad("name-taken", format!("Somebody here is called {name} already."))
        })?;
        may.not_if(may.state.creatures.len() >= 400, || bad("too-many", "This table is full.".into()))
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let (name, state) = (self.name.trim(), cx.state());
        let who = state.next(name, false);
        let mut creature = Creature::blank(name, Rank::Hero);
        let (exp, coins, seat) = (state.house.starting_exp.0, super::shop::COINS, self.seat.unwrap_or(by));
        let sheet = Sheet { seat, exp, coins, draft: Some(Draft::default()), ..(*creature.sheet).clone() };
        creature.sheet = Shared::new(sheet);
        creature.live.away = true;
        naming::makes_way(cx, name);
        cx.cite(rules::RH_CHAR_05);
        record(cx, rules::RH_CHAR_01, TableFact::Came { who, creature: Box::new(creature) }.into());
        record(cx, rules::RH_CHAR_03, HeroFact::Exp { who, to: exp }.into());
        Ok(())
    }
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

/// The field `who` of a step, offered when it comes.
pub(super) fn comes_now(form: &mut Filling<'_, RollHighOrDie>, step: Step) -> Filled<Who> {
    let who = form.actor()?;
    form.only_if(step_of(form.state, who) == Some(step))?;
    Ok(who)
}

/// The draft of a Character being made, if this step can be taken: not before those ahead of it.
pub(super) fn at_step<'a>(may: May<'a, RollHighOrDie>, who: Who, wanted: Step) -> Lawful<&'a Draft> {
    let rule = rules::RH_CHAR_01;
    let Some(draft) = may.state.creature(who).and_then(|one| one.sheet.draft.as_ref()) else {
        let sentence = "No such Character is being made.";
        return may.outright(|| Refusal::new(rule, "not-being-made", sentence));
    };
    match step_of(may.state, who) {
        Some(now) if now < wanted => may.outright(|| {
            let sentence = format!("Steps come in their order; now it is {}.", now.name());
            Refusal::new(rule, "wrong-step", sentence).with("step", now.name())
        }),
        _ => Ok(draft),
    }
}

/// The draft of a Character, to be changed.
pub(super) fn draft(cx: &Cx<'_, RollHighOrDie>, who: Who) -> Draft {
    cx.state().sheet(who).draft.clone().unwrap_or_default()
}

/// Writes down how far a draft is.
pub(super) fn note(cx: &mut Cx<'_, RollHighOrDie>, who: Who, draft: Draft) {
    record(cx, rules::RH_CHAR_01, HeroFact::Draft { who, draft: Some(draft) }.into());
}

impl Deed<RollHighOrDie> for SetConcept {
    const CARD: Card = Card::making("Say who it is", MAKING).rule(rules::RH_CHAR_02);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        at_step(may, self.who, Step::Concept)?;
        let all = [&self.line, &self.is, &self.past, &self.wish];
        may.not_if(all.iter().any(|text| text.chars().count() > ANSWER), || {
            let sentence = format!("Each answer has up to {ANSWER} letters.");
            Refusal::new(rules::RH_CHAR_02, "too-long", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        set_concept(cx, &self)
    }
}

/// Writes the concept; the Referee says whether it fits.
fn set_concept(cx: &mut Cx<'_, RollHighOrDie>, set: &SetConcept) -> Flow {
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
        note(cx, who, Draft { concept: true, ..draft(cx, who) });
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

impl Deed<RollHighOrDie> for RollScores {
    const CARD: Card = Card::making("Obtain six scores", MAKING).rule(rules::RH_ABIL_02);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let draft = at_step(may, self.who, Step::Scores)?;
        may.not_if(!draft.results.is_empty(), || {
            let sentence = "The scores are rolled; what was seen is not rolled again.";
            Refusal::new(rules::RH_ABIL_02, "rolled", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        roll_scores(cx, self.who)
    }
}

/// Obtains six scores by the table's method; the Referee keeps an array far from the middle or has all six rolled again.
fn roll_scores(cx: &mut Cx<'_, RollHighOrDie>, who: Who) -> Flow {
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

/// Each result goes to one ability. While nothing is bought yet they may be placed anew.
impl Deed<RollHighOrDie> for Assign {
    const CARD: Card = Card::making("Place the scores", MAKING).rule(rules::RH_ABIL_05);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let rule = rules::RH_ABIL_05;
        let draft = at_step(may, self.who, Step::Assign)?;
        may.not_if(!draft.bought.is_empty(), || {
            let sentence = "What was bought depends on the scores: give it back first.";
            Refusal::new(rule, "bought", sentence)
        })?;
        let mut given: Vec<u8> = Ability::ALL.iter().map(|ability| self.scores[*ability]).collect();
        let mut results = draft.results.clone();
        given.sort_unstable();
        results.sort_unstable();
        may.not_if(given != results, || {
            let told: Vec<String> = draft.results.iter().map(u8::to_string).collect();
            let sentence =
                format!("Each of {} goes to one ability, none twice and none left over.", told.join(", "));
            Refusal::new(rule, "not-the-results", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let Self { who, scores } = self;
        cx.cite(rules::RH_ABIL_01);
        record(cx, rules::RH_ABIL_05, HeroFact::Scores { who, scores }.into());
        note(cx, who, Draft { assigned: true, ..draft(cx, who) });
        Ok(())
    }
}
