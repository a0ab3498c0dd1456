//! Casting without a spell: a wish, the dice, and a check that says how well it works.

use boneyard_table::view::count;
use boneyard_table::{At, Cx, Flow, Judgement, Refusal, Ruling, RulingOption, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::aim::{Aim, check_aim};
use super::cast::{Casting, Form, rolled, spoken, usable};
use super::miscast::miscast;
use super::work::{Bent, deed, work};
use crate::DieTrying;
use crate::check::{self, Check};
use crate::combat::{Cost, legal, pay};
use crate::fact::{CheckFact, MagicFact};
use crate::passive;
use crate::rules;
use crate::state::{Degree, Proficiency};

/// The Cast action without a spell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
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
    pub at: Option<crate::state::Spot>,
}

fn one() -> u8 {
    1
}

fn harm() -> String {
    "Harm".into()
}

/// The skills that serve.
pub const SKILLS: [Proficiency; 4] =
    [Proficiency::Arcana, Proficiency::Nature, Proficiency::Occultism, Proficiency::Religion];

/// Whether somebody may improvise so.
pub fn check_improvise(at: At<'_, DieTrying>, wish: &Improvise) -> Result<Casting, Refusal> {
    let (state, book, who, rule) = (at.state, at.book, wish.who, rules::DT_MAG_09);
    legal(state, book, who, Cost::Action)?;
    let bad = |code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    if !SKILLS.contains(&wish.skill) {
        return bad("wrong-skill", "It takes Arcana, Nature, Occultism or Religion.".into());
    }
    let words = wish.wish.trim();
    if words.is_empty() || words.chars().count() > 120 {
        return bad("no-wish", "Say in up to 120 letters what is wished for.".into());
    }
    if wish.dice == 0 {
        return bad("no-dice", "An improvised casting takes at least 1 Magic Die.".into());
    }
    let most = usable(state, book, who)?;
    if wish.dice > most {
        return bad(
            "too-many",
            format!("{} has {}.", state.name(who), count(most, "Magic Die", "Magic Dice")),
        );
    }
    let entry = book.menu.iter().position(|row| row.name.eq_ignore_ascii_case(wish.like.trim()));
    let Some(entry) = entry.and_then(|entry| u8::try_from(entry).ok()) else {
        let names: Vec<&str> = book.menu.iter().map(|row| row.name.as_str()).collect();
        let sentence = format!("Say what it comes nearest to: {}.", names.join(", "));
        return Err(Refusal::new(rules::DT_HOUSE_10H, "no-such-entry", sentence));
    };
    let form = Form::Wish { entry, option: wish.option };
    let Some(deed) = deed(book, &form) else {
        let sentence = "There is no such choice.";
        return Err(Refusal::new(rules::DT_HOUSE_10H, "no-such-choice", sentence));
    };
    let aim = Aim { target: wish.target, item: wish.item, at: wish.at, facing: None };
    check_aim(at, &deed, who, &aim)?;
    Ok(Casting { who, form, skill: wish.skill, dice: wish.dice, power: 0, aim, again: false })
}

/// Casts without a spell.
pub fn improvise(cx: &mut Cx<'_, DieTrying>, wish: &Improvise) -> Flow {
    let casting = check_improvise(cx.at(), wish)?;
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
