//! Experience spent: Degrees of Skills, Features and Traits, each with its price and its requirements; while a Character
//! is made, what was bought last can be given back.

use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::draft::{at_step, note};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::body::{glossary, hit_dice, max_vitality, tmk};
use crate::book::Need;
use crate::combat::known;
use crate::fact::{HeroFact, HurtFact};
use crate::house::{CreationWaives, InitiativeSkill};
use crate::rules;
use crate::state::{Bought, Category, Choice, DamageType, Degree, Draft, Owned, Size, Skill, State, Step};

/// Buys the next Degree of a Skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BuyDegree {
    /// Who.
    pub who: Who,
    /// Which Skill.
    pub skill: Skill,
    /// To which Degree; the next one if nothing is said.
    #[serde(default)]
    pub to: Option<Degree>,
}

/// Buys a Feature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BuyFeature {
    /// Who.
    pub who: Who,
    /// Which, by its name.
    pub feature: String,
}

/// Buys a Trait.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BuyTrait {
    /// Who.
    pub who: Who,
    /// Which, by its name.
    #[serde(rename = "trait")]
    pub which: String,
    /// The Professional Skill chosen with it.
    #[serde(default)]
    pub skill: Option<Skill>,
    /// The damage type chosen with it.
    #[serde(default)]
    pub damage: Option<DamageType>,
}

/// Gives back what was bought last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GiveBack {
    /// Who.
    pub who: Who,
}

/// Requirements that are not met, in words.
pub type Unmet = Vec<String>;

/// What the next Degree of a Skill costs.
pub fn degree_cost(skill: Skill, to: Degree) -> u16 {
    let value = u16::from(to.value());
    match skill.category() {
        Category::Physical | Category::Personal => value / 2,
        Category::Combat | Category::Knowledge | Category::Professional => value,
    }
}

/// The rule of what a Degree costs.
fn degree_rule(skill: Skill) -> RuleId {
    match skill.category() {
        Category::Combat => rules::RH_EXP_08,
        Category::Physical | Category::Personal => rules::RH_EXP_09,
        Category::Knowledge => rules::RH_EXP_10,
        Category::Professional => rules::RH_EXP_11,
    }
}

/// Which requirements somebody does not meet.
pub fn unmet(state: &State, who: Who, needs: &[Need]) -> Unmet {
    let sheet = state.sheet(who);
    let mut all = Unmet::new();
    for need in needs {
        let degree = need.degree.unwrap_or(Degree::Learning);
        if let (Some(score), Some(least)) = (need.score, need.least)
            && sheet.scores[score] < least
        {
            all.push(format!("{} {least} (it is {})", score.name(), sheet.scores[score]));
        }
        if let Some(skill) = need.skill
            && sheet.degree(skill) < degree
        {
            all.push(format!("{} {}", skill.name(), degree.name()));
        }
        if !need.any.is_empty() && need.any.iter().all(|skill| sheet.degree(*skill) < degree) {
            let names: Vec<&str> = need.any.iter().map(|skill| skill.name()).collect();
            all.push(format!("{} {}", names.join(" or "), degree.name()));
        }
        if let Some(kind) = &need.kind {
            let fits = |skill: &&Skill| if kind == "Ranged" { skill.is_ranged() } else { skill.is_melee() };
            if !Skill::ALL.iter().filter(fits).any(|skill| sheet.degree(*skill) >= degree) {
                all.push(format!("a {kind} Combat Skill {}", degree.name()));
            }
        }
        if let Some(least) = need.tmk
            && tmk(state, who) < least
        {
            all.push(format!("TMK {least} (it is {})", tmk(state, who)));
        }
        if need.creation && sheet.draft.is_none() {
            all.push("being made".into());
        }
    }
    all
}

/// Whether Experience may be spent now. Outside creation, Living says when somebody rests.
fn may_spend(cx: &Cx<'_, RollHighOrDie>, who: Who) -> Result<Option<Draft>, Refusal> {
    known(cx.state(), who)?;
    if cx.state().sheet(who).draft.is_some() {
        return at_step(cx, who, Step::Experience).map(Some);
    }
    if crate::living::at_rest(cx.state(), who) {
        return Ok(None);
    }
    let sentence = "Experience is spent in a Resting Watch, by those who do not stand guard.";
    Err(Refusal::new(rules::RH_EXP_02, "not-resting", sentence))
}

fn afford(state: &State, who: Who, cost: u16) -> Result<u16, Refusal> {
    let exp = state.sheet(who).exp;
    exp.checked_sub(cost).ok_or_else(|| {
        let sentence = format!("That costs {cost} Experience; {} has {exp}.", state.name(who));
        Refusal::new(rules::RH_EXP_03, "too-dear", sentence).with("cost", cost).with("has", exp)
    })
}

/// The Degree that can be bought, or why none can.
pub(super) fn check_degree(state: &State, buy: BuyDegree) -> Result<(Degree, u16), Refusal> {
    let (who, skill) = (buy.who, buy.skill);
    if skill == Skill::Initiative && state.house.initiative_skill == InitiativeSkill::PlainDex {
        let sentence = "At this table Initiative is no Skill.";
        return Err(Refusal::new(rules::RH_SKILL_05, "no-skill", sentence));
    }
    let now = state.sheet(who).degree(skill);
    let Some(next) = now.next() else {
        let sentence = format!("{} is at Master already.", skill.name());
        return Err(Refusal::new(degree_rule(skill), "master", sentence));
    };
    if buy.to.is_some_and(|to| to != next) {
        let sentence = format!("{} is {}: the next Degree is {}.", skill.name(), now.name(), next.name());
        return Err(Refusal::new(rules::RH_EXP_12, "not-next", sentence));
    }
    let made = state.sheet(who).draft.is_some();
    if !made || state.house.creation_waives_sources == CreationWaives::Off {
        crate::living::learned(state, who, skill, next)?;
    }
    let cost = degree_cost(skill, next);
    afford(state, who, cost)?;
    Ok((next, cost))
}

/// Buys the next Degree of a Skill.
pub fn buy_degree(cx: &mut Cx<'_, RollHighOrDie>, buy: BuyDegree) -> Flow {
    let draft = may_spend(cx, buy.who)?;
    let (degree, cost) = check_degree(cx.state(), buy)?;
    let (who, skill) = (buy.who, buy.skill);
    let rule = degree_rule(skill);
    spend(cx, who, draft, cost, skill.name().to_owned());
    cx.cite(rules::RH_EXP_12);
    cx.cite(rules::RH_SKILL_01);
    cx.cite(rules::RH_SKILL_02);
    record(cx, rule, HeroFact::Degree { who, skill, degree }.into());
    crate::living::begin_anew(cx, who, skill);
    Ok(())
}

fn spend(cx: &mut Cx<'_, RollHighOrDie>, who: Who, draft: Option<Draft>, cost: u16, what: String) {
    let to = cx.state().sheet(who).exp.saturating_sub(cost);
    record(cx, rules::RH_EXP_03, HeroFact::Exp { who, to }.into());
    if let Some(mut draft) = draft {
        draft.bought.push(Bought { what, exp: cost });
        note(cx, who, draft);
    }
}

fn off<T>(what: &str) -> Result<T, Refusal> {
    let sentence = format!("{what} belongs to the house glossary, which is off here.");
    Err(Refusal::new(rules::RH_CORE_05, "module-off", sentence))
}

fn refused(rule: RuleId, name: &str, missing: &Unmet) -> Refusal {
    let sentence = format!("{name} needs {}.", missing.join(" and "));
    Refusal::new(rule, "unmet", sentence).with("unmet", missing.clone())
}

/// Whether a Feature can be bought.
pub(super) fn check_feature(
    at: At<'_, RollHighOrDie>,
    who: Who,
    name: &str,
) -> Result<(RuleId, u16), Refusal> {
    let rule = rules::RH_EXP_05;
    let Some(row) = at.book.features.named(name) else {
        let short: String = name.chars().take(40).collect();
        return Err(Refusal::new(rule, "no-such-feature", format!("There is no Feature {short}.")));
    };
    if row.house && !glossary(at.state) {
        return off(&row.name);
    }
    if at.state.sheet(who).features.contains(&row.id) {
        return Err(Refusal::new(rule, "known", format!("{} is known already.", row.name)));
    }
    let missing = unmet(at.state, who, &row.needs);
    if !missing.is_empty() {
        return Err(refused(rule, &row.name, &missing));
    }
    afford(at.state, who, row.exp.into())?;
    Ok((row.id, row.exp.into()))
}

/// Buys a Feature.
pub fn buy_feature(cx: &mut Cx<'_, RollHighOrDie>, buy: &BuyFeature) -> Flow {
    let who = buy.who;
    let draft = may_spend(cx, who)?;
    let (feature, cost) = check_feature(cx.at(), who, &buy.feature)?;
    let name = cx.book().name_of(feature).to_owned();
    let before = (max_vitality(cx.state(), cx.book(), who), hit_dice(cx.state(), who));
    spend(cx, who, draft, cost, name);
    cx.cite(feature);
    record(cx, rules::RH_EXP_05, HeroFact::Feature { who, feature, known: true }.into());
    grows(cx, who, before);
    Ok(())
}

/// What follows from knowing more: Vitality and Hit Dice.
fn grows(cx: &mut Cx<'_, RollHighOrDie>, who: Who, (vitality, dice): (i16, u8)) {
    let (state, book) = (cx.state(), cx.book());
    let more = max_vitality(state, book, who) - vitality;
    let more_dice = i16::from(hit_dice(state, who)) - i16::from(dice);
    cx.cite(rules::RH_EXP_04);
    cx.cite(rules::RH_VIT_01);
    if more != 0 {
        let to = (cx.state().live(who).vitality + more).max(0);
        record(cx, rules::RH_EXP_05, HurtFact::Regained { who, amount: more, to }.into());
    }
    if more_dice != 0 {
        let left = (i16::from(cx.state().live(who).hit_dice) + more_dice).max(0);
        let left = u8::try_from(left).unwrap_or(u8::MAX);
        record(cx, rules::RH_VIT_05, HurtFact::HitDice { who, left }.into());
    }
}

/// Whether a Trait can be bought, with what is chosen.
pub(super) fn check_trait(at: At<'_, RollHighOrDie>, buy: &BuyTrait) -> Result<(Owned, u16), Refusal> {
    let rule = rules::RH_EXP_05;
    let who = buy.who;
    let Some(row) = at.book.traits.named(&buy.which) else {
        let short: String = buy.which.chars().take(40).collect();
        return Err(Refusal::new(rule, "no-such-trait", format!("There is no Trait {short}.")));
    };
    if row.house && !glossary(at.state) {
        return off(&row.name);
    }
    let choice = match row.choose.as_deref() {
        Some("skill-professional") => match buy.skill {
            Some(skill) if skill.category() == Category::Professional => Some(Choice::Skill(skill)),
            _ => {
                let sentence = format!("{} is for one Professional Skill: name it.", row.name);
                return Err(Refusal::new(row.id, "no-choice", sentence));
            }
        },
        Some("damage-physical") => match buy.damage {
            Some(kind @ (DamageType::Bludgeoning | DamageType::Piercing | DamageType::Slashing)) => {
                Some(Choice::Damage(kind))
            }
            _ => {
                let sentence = format!("{} is for Bludgeoning, Piercing or Slashing: name one.", row.name);
                return Err(Refusal::new(row.id, "no-choice", sentence));
            }
        },
        _ => None,
    };
    let own = Owned { what: row.id, choice };
    let sheet = at.state.sheet(who);
    let again = choice.is_some() && sheet.traits.contains(&own);
    if sheet.times(row.id) >= row.repeat.unwrap_or(1) || again {
        return Err(Refusal::new(rule, "known", format!("{} cannot be had once more.", row.name)));
    }
    let missing = unmet(at.state, who, &row.needs);
    if !missing.is_empty() {
        return Err(refused(rule, &row.name, &missing));
    }
    afford(at.state, who, row.exp.into())?;
    Ok((own, row.exp.into()))
}

/// Buys a Trait.
pub fn buy_trait(cx: &mut Cx<'_, RollHighOrDie>, buy: &BuyTrait) -> Flow {
    let who = buy.who;
    let draft = may_spend(cx, who)?;
    let (own, cost) = check_trait(cx.at(), buy)?;
    let which = own.what;
    let name = cx.book().name_of(which).to_owned();
    let before = (max_vitality(cx.state(), cx.book(), who), hit_dice(cx.state(), who));
    let mut all = cx.state().sheet(who).traits.clone();
    all.push(own);
    spend(cx, who, draft, cost, name);
    cx.cite(which);
    record(cx, rules::RH_EXP_05, HeroFact::Traits { who, which, all }.into());
    let row = cx.book().traits.get(which.as_str());
    if let Some(Size::Small) = row.and_then(|row| row.size.as_deref()).and_then(Size::named) {
        record(cx, which, HeroFact::Size { who, size: Size::Small }.into());
    }
    grows(cx, who, before);
    Ok(())
}

/// Gives back what was bought last.
pub fn give_back(cx: &mut Cx<'_, RollHighOrDie>, back: GiveBack) -> Flow {
    let who = back.who;
    known(cx.state(), who)?;
    let mut draft = at_step(cx, who, Step::Experience)?;
    let Some(last) = draft.bought.pop() else {
        return refuse(Refusal::new(rules::RH_CHAR_01, "nothing-bought", "Nothing is bought yet."));
    };
    let before = (max_vitality(cx.state(), cx.book(), who), hit_dice(cx.state(), who));
    draft.learned = false;
    note(cx, who, draft);
    let to = cx.state().sheet(who).exp.saturating_add(last.exp);
    record(cx, rules::RH_EXP_03, HeroFact::Exp { who, to }.into());
    if let Some(skill) = Skill::named(&last.what) {
        let now = cx.state().sheet(who).degree(skill);
        let degree = Degree::ALL.iter().copied().rfind(|degree| *degree < now).unwrap_or_default();
        record(cx, rules::RH_EXP_12, HeroFact::Degree { who, skill, degree }.into());
        return Ok(());
    }
    let book = cx.book();
    if let Some(row) = book.features.named(&last.what) {
        let feature = row.id;
        record(cx, rules::RH_EXP_05, HeroFact::Feature { who, feature, known: false }.into());
    } else if let Some(row) = book.traits.named(&last.what) {
        let which = row.id;
        let mut all = cx.state().sheet(who).traits.clone();
        if let Some(at) = all.iter().rposition(|own| own.what == which) {
            all.remove(at);
        }
        record(cx, rules::RH_EXP_05, HeroFact::Traits { who, which, all }.into());
        if row.size.as_deref().and_then(Size::named) == Some(Size::Small) {
            record(cx, which, HeroFact::Size { who, size: Size::Medium }.into());
        }
    }
    grows(cx, who, before);
    Ok(())
}
