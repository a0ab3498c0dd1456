//! Experience spent: Features and Traits, each with its price and its requirements; while a Character
//! is made, what was bought last can be given back.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May, Named};
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::draft::{MAKING, at_step, draft, note, step_of};
use super::fit::to_learn;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::body::{glossary, hit_dice, max_vitality, tmk};
use crate::book::{FeatureRow, Need, TraitRow};
use crate::combat::known;
use crate::fact::{HeroFact, HurtFact};
use crate::rules;
use crate::state::{Bought, Category, Choice, Creature, DamageType, Degree, Owned, Size, Skill, State, Step};

deed! {
    /// Buys a Feature.
    #[serde(deny_unknown_fields)]
    pub struct BuyFeature(form: RollHighOrDie) {
        /// Who.
        who: Who = learns(form)?,
        /// Which, by its name.
        feature: String = features(form, who)?,
    }
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

deed! {
    /// Gives back what was bought last.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct GiveBack(form: RollHighOrDie) {
        /// Who.
        who: Who = {
            let who = form.actor()?;
            let last = form.state.creature(who).and_then(|one| one.sheet.draft.as_ref()?.bought.last());
            form.only_if(last.is_some())?;
            if let Some(last) = last {
                form.label(|| format!("Give back {} ({} Experience)", last.what, last.exp).into());
            }
            who
        },
    }
}

/// The field `who`: while Experience is spent in making, and at rest.
pub(super) fn learns(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Who> {
    let (who, state) = (form.actor()?, form.state);
    let now = |one: &Creature| match one.sheet.draft {
        Some(_) => step_of(state, who) == Some(Step::Experience),
        None => one.sheet.is_hero() && crate::living::at_rest(state, who),
    };
    form.only_if(state.creature(who).is_some_and(now))?;
    Ok(who)
}

/// What a card that spends Experience is called: with what is left of it.
pub(super) fn left(form: &mut Filling<'_, RollHighOrDie>, who: Who, what: &str) {
    let (at, state) = (form.at(), form.state);
    let Some(one) = state.creature(who) else { return };
    form.label(|| format!("Buy a {what} ({} Experience left)", one.sheet.exp).into());
    let lasts = what != "Degree" && step_of(state, who).is_some_and(|step| to_learn(at, who, step));
    form.advised(lasts);
}

/// The field `feature`: those that are not known yet, the cheap ones first; what somebody lacks for one stands beside it.
fn features(form: &mut Filling<'_, RollHighOrDie>, who: Who) -> Filled<String> {
    left(form, who, "Feature");
    let (state, one) = (form.state, form.state.creature(who));
    let known = |row: &&FeatureRow| one.is_some_and(|one| one.sheet.features.contains(&row.id));
    let mut all: Vec<&FeatureRow> = form.book.features.iter().filter(|row| !known(row)).collect();
    all.retain(|row| !row.house || glossary(state));
    all.sort_by_key(|row| row.exp);
    let all = all.into_iter().map(|row| {
        (row.name.clone(), Named::new(format!("{} ({})", row.name, row.exp)).say(row.text.clone()))
    });
    let feature = form.one_of("feature", "Which", all)?;
    form.with_refusals("feature");
    Ok(feature)
}

impl Form<RollHighOrDie> for BuyTrait {
    fn form(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Self> {
        let who = learns(form)?;
        let mut rows: Vec<&TraitRow> = form.book.traits.iter().collect();
        rows.sort_by_key(|row| row.exp);
        // One card for all that leave nothing to choose, and one for each choice.
        if !form.variant(&[false, true])? {
            left(form, who, "Trait");
            let plain = rows.into_iter().filter(|row| row.choose.is_none());
            let plain = plain.map(|row| {
                (row.name.clone(), Named::new(format!("{} ({})", row.name, row.exp)).say(row.text.clone()))
            });
            let which = form.one_of("trait", "Which", plain)?;
            return Ok(Self { who, which, skill: None, damage: None });
        }
        let rows = rows.into_iter().filter(|row| row.choose.is_some()).map(|row| row.name.clone());
        let which = form.each("trait", rows)?;
        let choose = form.book.traits.named(&which).and_then(|row| row.choose.as_deref());
        let trades = Skill::ALL.iter().filter(|skill| skill.category() == Category::Professional);
        let trades = trades.filter(|_| choose == Some(BY_TRADE)).map(|skill| Some(*skill));
        let skill = form.each("skill", trades.chain((choose != Some(BY_TRADE)).then_some(None)))?;
        let kinds = PHYSICAL.into_iter().filter(|_| choose == Some(BY_DAMAGE)).map(Some);
        let damage = form.each("damage", kinds.chain((choose != Some(BY_DAMAGE)).then_some(None)))?;
        let buy = Self { who, which, skill, damage };
        if let Ok((_, cost)) = buy.priced(May::quiet(form.at(), form.seat)) {
            let chosen = skill.map(Skill::name).or(damage.map(DamageType::name)).unwrap_or_default();
            form.id(|| format!("trait-{}-{chosen}", buy.which));
            form.label(|| format!("Buy {}: {chosen} ({cost})", buy.which).into());
        } else {
            form.only_if(false)?;
        }
        Ok(buy)
    }

    fn actor(&self) -> Option<Who> {
        Some(self.who)
    }
}

/// How rows say what is chosen with a Trait.
const BY_TRADE: &str = "skill-professional";
const BY_DAMAGE: &str = "damage-physical";
/// Damage that bodies deal.
const PHYSICAL: [DamageType; 3] = [DamageType::Bludgeoning, DamageType::Piercing, DamageType::Slashing];

/// Requirements that are not met, in words.
pub type Unmet = Vec<String>;

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
pub(super) fn may_learn(may: May<'_, RollHighOrDie>, who: Who) -> Lawful {
    known(may.state, who)?;
    if may.state.sheet(who).draft.is_some() {
        return at_step(may, who, Step::Experience).map(drop);
    }
    may.outright_if(!crate::living::at_rest(may.state, who), || {
        let sentence = "Experience is spent in a Resting Watch, by those who do not stand guard.";
        Refusal::new(rules::RH_EXP_02, "not-resting", sentence)
    })
}

pub(super) fn afford(may: May<'_, RollHighOrDie>, who: Who, cost: u16) -> Lawful {
    let exp = may.state.sheet(who).exp;
    may.not_if(exp < cost, || {
        let sentence = format!("That costs {cost} Experience; {} has {exp}.", may.state.name(who));
        Refusal::new(rules::RH_EXP_03, "too-dear", sentence).with("cost", cost).with("has", exp)
    })
}

pub(super) fn spend(cx: &mut Cx<'_, RollHighOrDie>, who: Who, cost: u16, what: String) {
    let to = cx.state().sheet(who).exp.saturating_sub(cost);
    record(cx, rules::RH_EXP_03, HeroFact::Exp { who, to }.into());
    if let Some(mut draft) = cx.state().sheet(who).draft.clone() {
        draft.bought.push(Bought { what, exp: cost });
        note(cx, who, draft);
    }
}

/// What bars what belongs to the house glossary, where that is off.
fn may_have(may: May<'_, RollHighOrDie>, house: bool, what: &str) -> Lawful {
    may.not_if(house && !glossary(may.state), || {
        let sentence = format!("{what} belongs to the house glossary, which is off here.");
        Refusal::new(rules::RH_CORE_05, "module-off", sentence)
    })
}

/// What bars something whose requirements are not met.
fn may_meet(may: May<'_, RollHighOrDie>, who: Who, name: &str, needs: &[Need]) -> Lawful {
    let missing = unmet(may.state, who, needs);
    may.not_if(!missing.is_empty(), || {
        let sentence = format!("{name} needs {}.", missing.join(" and "));
        Refusal::new(rules::RH_EXP_05, "unmet", sentence).with("unmet", missing.clone())
    })
}

impl BuyFeature {
    /// The Feature and its price, or why it cannot be bought.
    fn priced(&self, may: May<'_, RollHighOrDie>) -> Lawful<(RuleId, u16)> {
        let (rule, who, name) = (rules::RH_EXP_05, self.who, &self.feature);
        may_learn(may, who)?;
        let Some(row) = may.book.features.named(name) else {
            return may.no(|| {
                let short: String = name.chars().take(40).collect();
                Refusal::new(rule, "no-such-feature", format!("There is no Feature {short}."))
            });
        };
        may_have(may, row.house, &row.name)?;
        may.not_if(may.state.sheet(who).features.contains(&row.id), || {
            Refusal::new(rule, "known", format!("{} is known already.", row.name))
        })?;
        may_meet(may, who, &row.name, &row.needs)?;
        afford(may, who, row.exp.into())?;
        Ok((row.id, row.exp.into()))
    }
}

impl Deed<RollHighOrDie> for BuyFeature {
    const CARD: Card = Card::growing("Buy a Feature", MAKING).rule(rules::RH_EXP_05);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        self.priced(may).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let who = self.who;
        let (feature, cost) = self.priced(May::quiet(cx.at(), by))?;
        let name = cx.book().name_of(feature).to_owned();
        let before = (max_vitality(cx.state(), cx.book(), who), hit_dice(cx.state(), who));
        spend(cx, who, cost, name);
        cx.cite(feature);
        record(cx, rules::RH_EXP_05, HeroFact::Feature { who, feature, known: true }.into());
        grows(cx, who, before);
        Ok(())
    }
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

impl BuyTrait {
    /// The Trait with what is chosen and its price, or why it cannot be bought.
    fn priced(&self, may: May<'_, RollHighOrDie>) -> Lawful<(Owned, u16)> {
        let (rule, who) = (rules::RH_EXP_05, self.who);
        may_learn(may, who)?;
        let Some(row) = may.book.traits.named(&self.which) else {
            return may.no(|| {
                let short: String = self.which.chars().take(40).collect();
                Refusal::new(rule, "no-such-trait", format!("There is no Trait {short}."))
            });
        };
        may_have(may, row.house, &row.name)?;
        let no = |sentence: String| Refusal::new(row.id, "no-choice", sentence);
        let choice = match row.choose.as_deref() {
            Some(BY_TRADE) => match self.skill {
                Some(skill) if skill.category() == Category::Professional => Some(Choice::Skill(skill)),
                _ => {
                    return may.no(|| no(format!("{} is for one Professional Skill: name it.", row.name)));
                }
            },
            Some(BY_DAMAGE) => match self.damage {
                Some(kind) if PHYSICAL.contains(&kind) => Some(Choice::Damage(kind)),
                _ => {
                    return may.no(|| {
                        no(format!("{} is for Bludgeoning, Piercing or Slashing: name one.", row.name))
                    });
                }
            },
            _ => None,
        };
        let own = Owned { what: row.id, choice };
        let sheet = may.state.sheet(who);
        let again = choice.is_some() && sheet.traits.contains(&own);
        may.not_if(sheet.times(row.id) >= row.repeat.unwrap_or(1) || again, || {
            Refusal::new(rule, "known", format!("{} cannot be had once more.", row.name))
        })?;
        may_meet(may, who, &row.name, &row.needs)?;
        afford(may, who, row.exp.into())?;
        Ok((own, row.exp.into()))
    }
}

impl Deed<RollHighOrDie> for BuyTrait {
    const CARD: Card = Card::growing("Buy a Trait", MAKING).rule(rules::RH_EXP_05);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        self.priced(may).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let who = self.who;
        let (own, cost) = self.priced(May::quiet(cx.at(), by))?;
        let which = own.what;
        let name = cx.book().name_of(which).to_owned();
        let before = (max_vitality(cx.state(), cx.book(), who), hit_dice(cx.state(), who));
        let mut all = cx.state().sheet(who).traits.clone();
        all.push(own);
        spend(cx, who, cost, name);
        cx.cite(which);
        record(cx, rules::RH_EXP_05, HeroFact::Traits { who, which, all }.into());
        let row = cx.book().traits.get(which.as_str());
        if let Some(Size::Small) = row.and_then(|row| row.size.as_deref()).and_then(Size::named) {
            record(cx, which, HeroFact::Size { who, size: Size::Small }.into());
        }
        grows(cx, who, before);
        Ok(())
    }
}

impl Deed<RollHighOrDie> for GiveBack {
    const CARD: Card = Card::making("Give back what was bought last", MAKING).rule(rules::RH_EXP_03);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        known(may.state, self.who)?;
        let draft = at_step(may, self.who, Step::Experience)?;
        may.not_if(draft.bought.is_empty(), || {
            Refusal::new(rules::RH_CHAR_01, "nothing-bought", "Nothing is bought yet.")
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        give_back(cx, self.who);
        Ok(())
    }
}

fn give_back(cx: &mut Cx<'_, RollHighOrDie>, who: Who) {
    let mut draft = draft(cx, who);
    let Some(last) = draft.bought.pop() else { return };
    let before = (max_vitality(cx.state(), cx.book(), who), hit_dice(cx.state(), who));
    draft.learned = false;
    note(cx, who, draft);
    let to = cx.state().sheet(who).exp.saturating_add(last.exp);
    record(cx, rules::RH_EXP_03, HeroFact::Exp { who, to }.into());
    if let Some(skill) = Skill::named(&last.what) {
        let now = cx.state().sheet(who).degree(skill);
        let degree = Degree::ALL.iter().copied().rfind(|degree| *degree < now).unwrap_or_default();
        record(cx, rules::RH_EXP_12, HeroFact::Degree { who, skill, degree }.into());
        return;
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
}
