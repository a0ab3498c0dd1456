//! Casting without a spell: a wish, the dice, and a check that says how well it works.

use boneyard_table::deed::{self, Card, Filled, Filling, Lawful, May, Named};
use boneyard_table::view::{Candidate, Domain, count};
use boneyard_table::{Cx, Flow, Judgement, Refusal, Ruling, RulingOption, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::aim::{Aim, may_aim};
use super::cast::{Casting, Form, rolled, spoken, usable};
use super::field::{loose, things_of_all, which_thing, written_thing};
use super::miscast::miscast;
use super::own::magic_dice;
use super::work::{Bent, deed, work};
use crate::DieTrying;
use crate::book::{Effect, MenuRow};
use crate::check::{self, Check};
use crate::combat::{Cost, actor_now, may_do, pay};
use crate::fact::{CheckFact, MagicFact};
use crate::passive;
use crate::rules;
use crate::state::{Degree, Proficiency, Spot};

/// The Cast action without a spell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Improvise {
    /// Who.
    pub who: Who,
    /// What is wished for, in words.
    pub wish: String,
    /// With so many Magic Dice.
    #[serde(default = "one")]
    pub dice: u8,
    /// With which skill.
    pub skill: Proficiency,
    /// The entry of the menu it comes nearest to.
    #[serde(default = "harm")]
    pub like: String,
    /// Which choice of that entry.
    #[serde(default)]
    pub option: u8,
    /// Whom it is for.
    #[serde(default)]
    pub target: Option<Who>,
    /// Which thing of theirs.
    #[serde(default)]
    pub item: Option<u8>,
    /// Where.
    #[serde(default)]
    pub at: Option<Spot>,
}

fn one() -> u8 {
    1
}

fn harm() -> String {
    "Harm".into()
}

/// Letters of a wish.
const WORDS: u32 = 120;

/// The skills that serve.
const SKILLS: [Proficiency; 4] =
    [Proficiency::Arcana, Proficiency::Nature, Proficiency::Occultism, Proficiency::Religion];

fn skills() -> impl Iterator<Item = (Proficiency, &'static str)> {
    SKILLS.into_iter().map(|skill| (skill, skill.name()))
}

impl deed::Form<DieTrying> for Improvise {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        let who = actor_now(form)?;
        if form.is_written() {
            let (wish, skill) = (form.text("wish", "", WORDS)?, form.one_of("skill", "", skills())?);
            let dice = form.unasked::<Option<u8>>("dice")?.unwrap_or_else(one);
            let like = form.unasked::<Option<String>>("like")?.unwrap_or_else(harm);
            let (option, target) = (form.unasked("option")?, form.unasked_creature("target")?);
            let item = written_thing(form, target.unwrap_or(who))?;
            return Ok(Self { who, wish, dice, skill, like, option, target, item, at: form.unasked("at")? });
        }
        let (at, seat) = (form.at(), form.seat);
        let have = at.state.creature(who).map_or(0, |_| magic_dice(at.state, at.book, who));
        form.only_if(have > 0)?;
        // For somebody, or for a thing, a light or what is near: a chest is no creature to be harmed, but moved.
        let for_somebody = form.variant(&[true, false])?;
        form.id(|| if for_somebody { "improvise" } else { "improvise-freely" }.into());
        if !for_somebody {
            form.label(|| "Improvise a casting without a target".into());
        }
        let wish = form.text("wish", "What is wished for", WORDS)?;
        let menu = at.book.menu.iter().filter(|row| (row.target == "creature") == for_somebody);
        let menu = menu.map(|row| (row.name.clone(), Named::new(row.name.clone()).say(row.text.clone())));
        let like: String = form.one_of("like", "What comes nearest", menu)?;
        let options = || Domain::one_of(skills().map(|(skill, name)| Candidate::new(json!(skill), name)));
        // Each of them serves: one is tried.
        let skill =
            form.field("skill", "With", options, || SKILLS.first().copied(), |_| Err(String::new()))?;
        let dice = form.amount("dice", "Magic Dice", 1..=have.into())?;
        let blank = Self { who, wish, dice, skill, like, option: 0, target: None, item: None, at: None };
        if for_somebody {
            let target = form.creature("target", "For whom")?;
            let choices = || Domain::one_of(at.book.menu.iter().flat_map(choices));
            let option = form.maybe_field("option", "Of which kind", choices, |_| Err(String::new()))?;
            form.hangs_on("option", "like");
            return Ok(Self { target: Some(target), option, ..blank });
        }
        let moved = |target: Who| {
            let wish = Self { like: "Move".into(), target: Some(target), ..blank.clone() };
            may_improvise(May::quiet(at, seat), &wish).is_ok()
        };
        let target = form.maybe_creature("target", "Near whom", moved)?;
        let all = || things_of_all(at, seat, |of| if moved(of) { loose(at.state, of) } else { Vec::new() });
        let item = which_thing(form, all)?;
        Ok(Self { target, item, ..blank })
    }

    fn actor(&self) -> Option<Who> {
        Some(self.who)
    }
}

/// What a wish leaves to choose: the damage type, or the condition.
fn choices(row: &MenuRow) -> impl Iterator<Item = Candidate<Value>> {
    let several = row.effects.len() > 1;
    let told = row.effects.iter().enumerate().filter(move |_| several);
    told.map(move |(nth, effects)| {
        let name = match effects.first() {
            Some(Effect::Damage(amount)) => amount.kind.split(' ').nth(1).unwrap_or_default().to_owned(),
            Some(Effect::Condition(brings)) => brings.is.clone(),
            _ => row.name.clone(),
        };
        let mut letters = name.chars();
        let name: String =
            letters.next().iter().flat_map(|first| first.to_uppercase()).chain(letters).collect();
        Candidate::new(json!(nth), name).given(json!(row.name))
    })
}

/// Whether somebody may improvise so, and what that makes.
fn may_improvise(may: May<'_, DieTrying>, wish: &Improvise) -> Lawful<Casting> {
    let (state, book, who) = (may.state, may.book, wish.who);
    may_do(may, who, Cost::Action)?;
    let bad = |code: &str, sentence: String| Refusal::new(rules::DT_MAG_09, code, sentence);
    may.not_if(!SKILLS.contains(&wish.skill), || {
        bad("wrong-skill", "It takes Arcana, Nature, Occultism or Religion.".into())
    })?;
    let words = wish.wish.trim();
    may.not_if(words.is_empty() || words.chars().count() > WORDS as usize, || {
        bad("no-wish", format!("Say in up to {WORDS} letters what is wished for."))
    })?;
    may.not_if(wish.dice == 0, || {
        bad("no-dice", "An improvised casting takes at least 1 Magic Die.".into())
    })?;
    let most = usable(may, who)?;
    may.not_if(wish.dice > most, || {
        bad("too-many", format!("{} has {}.", state.name(who), count(most, "Magic Die", "Magic Dice")))
    })?;
    let entry = book.menu.iter().position(|row| row.name.eq_ignore_ascii_case(wish.like.trim()));
    let Some(entry) = entry.and_then(|entry| u8::try_from(entry).ok()) else {
        return may.no(|| {
            let names: Vec<&str> = book.menu.iter().map(|row| row.name.as_str()).collect();
            let sentence = format!("Say what it comes nearest to: {}.", names.join(", "));
            Refusal::new(rules::DT_HOUSE_10H, "no-such-entry", sentence)
        });
    };
    let form = Form::Wish { entry, option: wish.option };
    let Some(deed) = deed(book, &form) else {
        let sentence = "There is no such choice.";
        return may.no(|| Refusal::new(rules::DT_HOUSE_10H, "no-such-choice", sentence));
    };
    let aim = Aim { target: wish.target, item: wish.item, at: wish.at, facing: None };
    may_aim(may, &deed, who, &aim)?;
    Ok(Casting { who, form, skill: wish.skill, dice: wish.dice, power: 0, aim, again: false })
}

impl deed::Deed<DieTrying> for Improvise {
    const CARD: Card = Card::acting("Improvise a casting", "Magic").rule(rules::DT_MAG_09).odds();

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_improvise(may, self).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let casting = may_improvise(May::quiet(cx.at(), by), &self)?;
        improvise(cx, &self, casting)
    }
}

/// Casts without a spell.
fn improvise(cx: &mut Cx<'_, DieTrying>, wish: &Improvise, casting: Casting) -> Flow {
    let (who, rule) = (casting.who, rules::DT_MAG_09);
    let Some(casting) = settled(cx, wish, casting)? else {
        let what = wish.wish.trim().to_owned();
        cx.record(rule, CheckFact::Impossible { who, what }.into());
        return Ok(());
    };
    pay(cx, who, Cost::Action, rules::DT_COM_06);
    let what = wish.wish.trim().to_owned();
    cx.record(rule, MagicFact::Casts { who, what, dice: casting.dice }.into());
    again(cx, &casting, true)?;
    spoken(cx, who);
    Ok(())
}

/// The dice of an improvised casting and everything after them. `first` is not one a siphon recasts.
pub(super) fn again(cx: &mut Cx<'_, DieTrying>, casting: &Casting, first: bool) -> Flow {
    let who = casting.who;
    let gained = casting.dice.saturating_mul(2);
    let (power, matching) =
        if first { cx.within(casting, |cx| rolled(cx, casting, gained))? } else { (casting.power, 0) };
    let casting = Casting { power, ..casting.clone() };
    cx.mark(rules::DT_MAG_09, (&casting, matching))?;
    if matching > 0 {
        return cx.within(who, |cx| miscast(cx, &casting, Some(matching)));
    }
    let degree = cx.within(&casting, |cx| checked(cx, &casting))?;
    match degree {
        Degree::CriticalSuccess => {
            let casting = Casting { power: casting.power * 3 / 2, ..casting };
            cx.within(who, |cx| work(cx, &casting, &Bent::default()))
        }
        Degree::Success => cx.within(who, |cx| work(cx, &casting, &Bent::default())),
        Degree::Failure => {
            cx.record(rules::DT_MAG_09, MagicFact::Fizzled { who }.into());
            Ok(())
        }
        Degree::CriticalFailure => cx.within(who, |cx| miscast(cx, &casting, None)),
    }
}

/// The check: the Power is its DC.
fn checked(cx: &mut Cx<'_, DieTrying>, casting: &Casting) -> Flow<Degree> {
    let (state, book, rule) = (cx.state(), cx.book(), rules::DT_MAG_09);
    let mut check = Check::skill(state, book, casting.who, casting.skill, rule);
    passive::adjust(state, book, casting.who, "improvise", None, &mut check.parts);
    let (degree, _) = check::make(cx, check, casting.power)?;
    Ok(degree)
}

/// The TS says whether it can be and what it does.
fn settled(cx: &mut Cx<'_, DieTrying>, wish: &Improvise, casting: Casting) -> Flow<Option<Casting>> {
    let rule = rules::DT_HOUSE_10H;
    let book = cx.book();
    let Form::Wish { entry, option } = casting.form else { return Ok(Some(casting)) };
    let name = cx.state().name(casting.who).to_owned();
    let words = wish.wish.trim();
    let judgement = || {
        let mut options: Vec<RulingOption> = book
            .menu
            .iter()
            .map(|row| RulingOption::new(&row.name.to_lowercase(), row.name.clone()))
            .collect();
        options.push(RulingOption::new("impossible", "It cannot be done"));
        Judgement {
            rule,
            tag: words.to_lowercase(),
            question: format!(
                "{name} wishes with {}: {words}. What does it do?",
                count(casting.dice, "Magic Die", "Magic Dice")
            ),
            about: vec![format!("With {}.", casting.skill.name())],
            options,
            proposal: entry,
            why: "The player finds this nearest.".into(),
            precedents: Vec::new(),
        }
    };
    let last = book.menu.len();
    match cx.judge(rule, entry, &judgement)? {
        Ruling::Listed(chosen) if usize::from(chosen) == last => Ok(None),
        Ruling::Listed(chosen) => {
            let option = if chosen == entry { option } else { 0 };
            Ok(Some(Casting { form: Form::Wish { entry: chosen, option }, ..casting }))
        }
        Ruling::Free { words, .. } => {
            let text: String = words.into();
            cx.record(rule, CheckFact::Extra { who: casting.who, text }.into());
            Ok(Some(casting))
        }
    }
}
