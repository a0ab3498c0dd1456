//! Making a hero: name, species and Size, and the six scores. Dice that fell are facts of the draft: going
//! back never rolls again what was seen.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::view::{Candidate, Domain};
use boneyard_table::{Cx, Flow, Judgement, Refusal, RulingOption, Seat, Who, deed};
use serde_json::{Map, Value};

use super::levels::left_levels;
use super::spells::open_picks;
use crate::DieTrying;
use crate::check::{Sum, roll_sum};
use crate::fact::{GearFact, HeroFact, TableFact};
use crate::naming;
use crate::rules;
use crate::state::{Ability, Creature, Draft, Kind, Scores, Shared, Sheet, Size, State, Step};

/// The heading of the steps.
pub(super) const MAKING: &str = "Making a hero";

deed! {
    /// Begins a hero.
    pub struct DraftHero(form: DieTrying) {
        /// The name.
        name: String = form.text("name", "Name", LONGEST)?,
        /// Which seat the hero is for; the one who asks if none is named.
        #[serde(default)]
        seat: Option<Seat> = form.unasked("seat")?,
    }
}

deed! {
    /// Chooses species and Size; the TS is asked about anything unusual.
    pub struct Kin(form: DieTrying) {
        who: Who = made_at(form, |step| step == Step::Kin)?,
        /// In free words.
        species: String = {
            let usual = usual_species().iter().map(|name| ((*name).to_owned(), *name));
            form.one_of("species", "Species", usual)?
        },
        /// How large.
        #[serde(default)]
        size: Size = {
            let sizes = [Size::Small, Size::Medium].map(|size| (size, size.name()));
            form.or_left_out("size", |form| form.one_of("size", "Size", sizes))?.unwrap_or_default()
        },
    }
}

deed! {
    /// Rolls the six results.
    #[derive(Copy)]
    pub struct RollScores(form: DieTrying) {
        who: Who = made_at(form, |step| step == Step::Roll)?,
    }
}

deed! {
    /// Gives the six results to Abilities, each to one.
    #[derive(Copy)]
    pub struct Assign(form: DieTrying) {
        who: Who = made_at(form, |step| step >= Step::Assign)?,
        /// What each gets.
        scores: Scores = {
            let state = form.state;
            let draft = state.creature(who).and_then(|one| one.sheet.draft.as_ref());
            if draft.is_some_and(|draft| draft.assigned) {
                form.id(|| "assign-again".into());
                form.again(true);
            }
            let results = || draft.map_or(&[][..], |draft| &draft.results);
            form.field("scores", "Which goes where", || slots(results()), || in_order(results()), given)?
        },
    }
}

/// The one who is being made, where this holds of the step they are at: at others the form is not offered.
pub(super) fn made_at(form: &mut Filling<'_, DieTrying>, fits: impl FnOnce(Step) -> bool) -> Filled<Who> {
    let who = form.actor()?;
    let step = step_of(form.state, form.book, who);
    form.only_if(step.is_some_and(fits))?;
    Ok(who)
}

/// The results, and the Abilities they go to.
fn slots(results: &[i8]) -> Domain {
    let slot = |ability: Ability| {
        Candidate::new(ability.key(), ability.name()).advised(ability == Ability::Constitution)
    };
    let values = results.iter().map(|result| Candidate::new(result.to_string(), result.to_string()));
    Domain::Assign { values: values.collect(), slots: Ability::ALL.map(slot).to_vec() }
}

/// The results as they fell; nothing where none have fallen.
fn in_order(results: &[i8]) -> Option<Scores> {
    let mut scores = Scores::default();
    for (ability, result) in Ability::ALL.into_iter().zip(results) {
        scores[ability] = *result;
    }
    (!results.is_empty()).then_some(scores)
}

/// Scores as forms give them: names as they are told, and numbers that may be written as words.
fn given(written: Value) -> Result<Scores, String> {
    let Value::Object(written) = written else { return Err("each Ability gets a number".into()) };
    let plain = written.into_iter().map(|(name, score)| {
        let number = score.as_str().and_then(|text| text.trim().parse::<i8>().ok());
        (name.to_lowercase(), number.map_or(score, Value::from))
    });
    serde_json::from_value(Value::Object(plain.collect::<Map<_, _>>())).map_err(|error| error.to_string())
}

/// Silver a new hero has.
pub const SILVER: u32 = 45;
/// Characters of a name or a species.
const LONGEST: u32 = 60;

/// Species nobody has to ask about.
pub fn usual_species() -> &'static [&'static str] {
    &["human", "elf", "dwarf", "halfling", "gnome", "half-elf", "half-orc", "orc"]
}

/// Whether somebody may be called so, or be of a species of that name.
fn fits(words: &str) -> bool {
    words.chars().count() <= LONGEST as usize
}

impl Deed<DieTrying> for DraftHero {
    // The table's list of heroes is everybody's.
    const CARD: Card = Card::anyone("Make a hero", MAKING).rule(rules::DT_CHAR_01);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let rule = rules::DT_CHAR_03;
        may.not_if(self.seat.is_some_and(|seat| seat != may.by) && !may.by.is_gm(), || {
            let sentence = "You can only make heroes for yourself.";
            Refusal::new(rules::DT_CORE_01, "not-yours", sentence)
        })?;
        let name = self.name.trim();
        may.not_if(name.is_empty(), || {
            Refusal::new(rule, "no-name", "A hero needs a name; it may be anything.")
        })?;
        may.not_if(!fits(name), || {
            let sentence = format!("A name may have up to {LONGEST} letters.");
            Refusal::new(rule, "long-name", sentence)
        })?;
        may.not_if(naming::is_known(may.state, name), || {
            let sentence = format!("Somebody here is called {name} already.");
            Refusal::new(rule, "name-taken", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let (name, rule) = (self.name.trim(), rules::DT_CHAR_03);
        let (who, seat) = (cx.state().next(), self.seat.unwrap_or(by));
        let mut creature = Creature::blank(name, Kind::Hero);
        let sheet =
            Sheet { seat, draft: Some(Draft::default()), silver: SILVER, ..(*creature.sheet).clone() };
        creature.sheet = Shared::new(sheet);
        creature.live.away = true;
        naming::makes_way(cx, name);
        cx.cite(rules::DT_CHAR_02);
        cx.cite(rules::DT_CHAR_16);
        cx.record(rule, TableFact::Came { who, creature: Box::new(creature) }.into());
        cx.record(rules::DT_CHAR_11, GearFact::Silver { who, to: SILVER }.into());
        Ok(())
    }
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

/// The draft of a hero being made, if this step can be taken: not before those ahead of it. It bars whatever is picked.
pub(super) fn may_step(may: May<'_, DieTrying>, who: Who, wanted: Step) -> Lawful<&Draft> {
    let rule = rules::DT_CHAR_01;
    let Some(draft) = may.state.creature(who).and_then(|one| one.sheet.draft.as_ref()) else {
        return may.outright(|| Refusal::new(rule, "not-being-made", "No such hero is being made."));
    };
    match step_of(may.state, may.book, who) {
        Some(now) if now < wanted => may.outright(|| {
            let sentence = format!("Steps come in their order; now it is {}.", now.name());
            Refusal::new(rule, "wrong-step", sentence).with("step", now.name())
        }),
        _ => Ok(draft),
    }
}

/// Writes down how far a draft is.
pub(super) fn note(cx: &mut Cx<'_, DieTrying>, who: Who, change: impl FnOnce(&mut Draft)) {
    let Some(mut draft) = cx.state().sheet(who).draft.clone() else { return };
    change(&mut draft);
    cx.record(rules::DT_CHAR_01, HeroFact::Draft { who, draft: Some(draft) }.into());
}

impl Deed<DieTrying> for Kin {
    const CARD: Card = Card::making("Choose species and Size", MAKING).rule(rules::DT_CHAR_04);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_step(may, self.who, Step::Kin)?;
        let species = self.species.trim();
        may.not_if(species.is_empty() || !fits(species), || {
            let sentence = format!("Say in up to {LONGEST} letters what species the hero is.");
            Refusal::new(rules::DT_CHAR_04, "no-species", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let (who, species) = (self.who, self.species.trim());
        let usual = usual_species().iter().any(|known| known.eq_ignore_ascii_case(species));
        if !usual && !allowed(cx, who, rules::DT_CHAR_04, format!("the species {species}"))? {
            return Ok(());
        }
        let common = matches!(self.size, Size::Small | Size::Medium);
        if !common && !allowed(cx, who, rules::DT_CHAR_05, format!("the Size {}", self.size.name()))? {
            return Ok(());
        }
        cx.cite(rules::DT_CHAR_04);
        let fact = HeroFact::Kin { who, species: species.to_owned(), size: self.size };
        cx.record(rules::DT_CHAR_05, fact.into());
        note(cx, who, |draft| draft.kin = true);
        Ok(())
    }
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

impl Deed<DieTrying> for RollScores {
    const CARD: Card = Card::making("Roll the six scores", MAKING).rule(rules::DT_CHAR_07);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let draft = may_step(may, self.who, Step::Roll)?;
        may.not_if(!draft.results.is_empty(), || {
            let sentence = "The scores are rolled; what was seen is not rolled again.";
            Refusal::new(rules::DT_CHAR_07, "rolled", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let (who, rule) = (self.who, rules::DT_CHAR_07);
        let mut results: Vec<i8> = Vec::new();
        for _ in 0..6 {
            let d3 = Sum { count: 1, sides: 3, name: "d3" };
            let three = cx.within(results.clone(), |cx| roll_sum(cx, rule, who, d3))?;
            let result = match three {
                3 => 3,
                low => {
                    let (keep, d2) = ((results.clone(), low), Sum { count: 1, sides: 2, name: "d2" });
                    let two = cx.within(keep, |cx| roll_sum(cx, rule, who, d2))?;
                    if two == 1 { low - 2 } else { low }
                }
            };
            results.push(result as i8);
        }
        cx.record(rule, HeroFact::Rolled { who, results }.into());
        Ok(())
    }
}

impl Deed<DieTrying> for Assign {
    const CARD: Card = Card::making("Give out the scores", MAKING).rule(rules::DT_CHAR_08);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let draft = may_step(may, self.who, Step::Assign)?;
        let mut given = Ability::ALL.map(|ability| self.scores[ability]);
        let mut results = draft.results.clone();
        given.sort_unstable();
        results.sort_unstable();
        may.not_if(given[..] != results[..], || {
            let told: Vec<String> = draft.results.iter().map(i8::to_string).collect();
            let sentence =
                format!("Each of {} goes to one Ability, none twice and none left over.", told.join(", "));
            Refusal::new(rules::DT_CHAR_08, "not-the-results", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let Self { who, scores } = self;
        cx.cite(rules::DT_CHAR_06);
        if scores[Ability::Constitution] <= 0 {
            cx.cite(rules::DT_CHAR_13);
        }
        cx.record(rules::DT_CHAR_08, HeroFact::Scores { who, scores }.into());
        note(cx, who, |draft| draft.assigned = true);
        Ok(())
    }
}
