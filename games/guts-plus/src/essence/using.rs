//! A use of a skill, from its declaration to its roll: who resists with what, one roll, strain,
//! overexertion. What it does is in `effect`.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};
use smallvec::SmallVec;

use super::effect::{self, Did};
use super::legal::{check_use, leads, limit_of, rows};
use super::strain::{self, strain, strained};
use super::told::Use;
use super::{density, quality};
use crate::GutsPlus;
use crate::book::{Against, SkillRow};
use crate::combat::{may_act, takes_action};
use crate::fact::EssenceFact;
use crate::form;
use crate::gm::decide;
use crate::house::CloseEssenceBonus;
use crate::question::{Decide, GoOn, Matter, Resist};
use crate::roll::{Call, Came, check, contest};
use crate::rules;
use crate::state::{Base, Edge, EdgeForm, Halves, Side, State, Withstood};

impl Deed<GutsPlus> for Use {
    const CARD: Card = Card::acting("Use essence", "Essence").rule(rules::GP_ESS_07);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        check_use(may.at(), self)?;
        if !may.state.fights(self.who) {
            return Ok(());
        }
        // What the skill forbids is told before, so that a form that is shut still asks for it all.
        may_act(may, self.who).or_else(|barred| may.no(|| barred.refusal()))
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        use_skill(cx, &self)
    }
}

fn use_skill(cx: &mut Cx<'_, GutsPlus>, used: &Use) -> Flow {
    let all = rows(cx.book(), used)?;
    let row = leads(&all);
    let who = used.who;
    takes_action(cx, who, rules::GP_COMB_04, &format!("uses {}", row.name))?;
    cx.cite(row.id);
    cx.cite(rules::GP_ESS_07);
    if strained(cx.state(), who) {
        let goes_on = cx.ask(who, GoOn { who, why: "strained".into() })?;
        cx.record(rules::GP_ESS_14, EssenceFact::Warned { who, goes_on }.into());
        if !goes_on {
            return Ok(());
        }
    }
    let merged = merges(cx, used, &all)?;
    let Some(row) = merged else { return Ok(()) };
    if row.is("implant") && !remembers(cx, used)? {
        return effect::nothing(cx, used, row, "the memory is not there, or not definite enough");
    }
    strain::used(cx, who);
    let Rolls { call, versus } = sides(cx, used, row)?;
    let came = cx.within((used.clone_key(), row.id), |cx| match versus.is_empty() {
        true => check(cx, call),
        false => contest(cx, call),
    })?;
    if row.is("insist") {
        withstood(cx, used, &came);
    }
    effect::strains(cx, who, &came)?;
    if !cx.state().one(who).can_act() || !worked(&came) {
        return effect::failed(cx, used, row, &came);
    }
    if !exerts(cx, used, row)? {
        return effect::failed(cx, used, row, &came);
    }
    effect::works(cx, &Did { used, row, came: &came, versus: &versus })
}

/// Whether it came to anything, against anybody.
fn worked(came: &Came) -> bool {
    came.achieved || came.outcomes.iter().skip(1).any(|outcome| *outcome >= crate::state::Scale::Full)
}

/// The skill that is rolled: the harder one of several, if the GM lets them be joined.
fn merges<'a>(cx: &mut Cx<'_, GutsPlus>, used: &Use, all: &[&'a SkillRow]) -> Flow<Option<&'a SkillRow>> {
    let row = leads(all);
    if all.len() == 1 {
        return Ok(Some(row));
    }
    let names: Vec<&str> = all.iter().map(|row| row.name.as_str()).collect();
    let question = format!("{} joins {}. Can that be?", cx.state().name(used.who), names.join(" and "));
    let matter = Decide::new(Matter::Merge, &names.join(" and "), question)
        .option("yes", format!("One roll, as {}", row.name))
        .option("no", "Not like this")
        .who(used.who);
    let allowed = decide(cx, matter)?.choice == "yes";
    let skills = all.iter().map(|row| row.id).collect();
    cx.record(rules::GP_ESS_18, EssenceFact::Merged { who: used.who, skills, allowed }.into());
    Ok(allowed.then_some(row))
}

/// Whether the memory that is meant is there and definite.
fn remembers(cx: &mut Cx<'_, GutsPlus>, used: &Use) -> Flow<bool> {
    let name = used.on.map_or("Somebody", |target| cx.state().name(target)).to_owned();
    let question = format!("{name}'s memory: \"{}\". Is it there, and definite enough?", used.words);
    let matter = Decide::new(Matter::Memory, &used.words, question)
        .option("yes", "It is")
        .option("no", "It is not there, or too vague")
        .who(used.who);
    Ok(decide(cx, matter)?.choice == "yes")
}

struct Rolls {
    call: Call,
    versus: Vec<Who>,
}

/// Who rolls: the user, and those who resist with what.
fn sides(cx: &mut Cx<'_, GutsPlus>, used: &Use, row: &SkillRow) -> Flow<Rolls> {
    let who = used.who;
    let mut own = Side::new(who, None, quality(cx.state(), who).unwrap_or(0));
    let range = density(cx.at(), who).range;
    let close = used.feet.is_some_and(|feet| feet <= Halves(i32::from(range)) && row.target != "self");
    if close {
        let bonus = cx.state().house.close_essence_bonus == CloseEssenceBonus::On;
        cx.cite(rules::GP_ESS_16);
        if bonus {
            cx.cite(rules::GP_HOUSE_09H);
        }
        let form = if bonus { EdgeForm::One } else { EdgeForm::Colour };
        own.edges.push(Edge { form, amount: 1, unskilled: false, why: "close to the head".into() });
    }
    let what = if used.what.trim().is_empty() {
        row.name.clone()
    } else {
        format!("{}: {}", row.name, used.what.trim())
    };
    let what: String = what.chars().take(60).collect();
    let mut call = Call::new(rules::GP_ESS_09, &what, own);
    let mut versus = Vec::new();
    let targets: SmallVec<[Who; 4]> =
        used.on.iter().chain(&used.others).copied().filter(|target| *target != who).collect();
    for target in targets {
        if let Some(side) = resists(cx, used, row, target)? {
            call = call.against(side);
            versus.push(target);
        }
    }
    Ok(Rolls { call, versus })
}

/// What somebody resists with, if they do.
fn resists(cx: &mut Cx<'_, GutsPlus>, used: &Use, row: &SkillRow, target: Who) -> Flow<Option<Side>> {
    let one = cx.state().one(target);
    let quiet = row.rest.contains_key("unnoticed");
    if used.willing || !one.can_act() && row.against.is_none() {
        return Ok(None);
    }
    if row.is("show") || row.is("progress") {
        return speaks_up(cx, used, row, target);
    }
    if quiet || (row.name == "Give") {
        // Nobody resists what they do not notice, or a feeling that is merely shown.
        return Ok(None);
    }
    let name = one.sheet.name.clone();
    if row.roll.as_deref() != Some("contest") {
        let question = format!(
            "{} turns {} on {name}, who is unwilling. What is rolled?",
            cx.state().name(used.who),
            row.name
        );
        let matter = Decide::new(Matter::EssenceRoll, &row.name, question)
            .option("contest", "A contest")
            .option("check", "A check")
            .who(used.who);
        if decide(cx, matter)?.choice == "check" {
            return Ok(None);
        }
    }
    let state = cx.state();
    let essence = quality(state, target);
    if let Some(Against::Fixed(names)) = &row.against {
        let mut side = fixed(state, target, names);
        if row.is("insist") {
            let times = tries(state, used.who, target);
            side.more = i8::try_from(times).unwrap_or(i8::MAX);
            side.past_ten = true;
        }
        return Ok(Some(side));
    }
    let mind = matches!(&row.against, Some(Against::Proposed(word)) if word == "mind");
    let base = if mind { Base::Thought } else { Base::Gumption };
    let sheet = &state.one(target).sheet;
    let mut matter =
        Decide::new(Matter::Defends, &row.name, format!("What does {name} resist {} with?", row.name))
            .who(used.who);
    let mut bases: Vec<Base> = vec![base];
    bases.extend(Base::ALL.into_iter().filter(|other| *other != base));
    for base in bases {
        matter = matter.option(base.name(), format!("{} {}", base.name(), sheet.level(base.nth())));
    }
    if let Some(nth) = essence {
        matter = matter.option(super::QUALITY, format!("Essence {}", sheet.level(nth)));
        if sheet.level(nth) > sheet.level(base.nth()) {
            matter = matter.propose(super::QUALITY, "the higher one");
        }
    }
    let choice = decide(cx, matter)?.choice;
    let side = match Base::named(&choice) {
        Some(base) => Side::new(target, Some(base), base.nth()),
        None => Side::new(target, None, essence.unwrap_or(0)),
    };
    Ok(Some(side))
}

/// The first of these that somebody has.
fn fixed(state: &State, target: Who, names: &[String]) -> Side {
    for name in names {
        if name == super::QUALITY {
            if let Some(nth) = quality(state, target) {
                return Side::new(target, None, nth);
            }
        } else if let Some(name) = name.strip_prefix("half ")
            && let Some(base) = Base::named(name)
        {
            return Side { halved: true, ..Side::new(target, Some(base), base.nth()) };
        } else if let Some(base) = Base::named(name) {
            return Side::new(target, Some(base), base.nth());
        }
    }
    Side::new(target, Some(Base::Gumption), Base::Gumption.nth())
}

/// Show and Progress are checks unless the target fights them off.
fn speaks_up(cx: &mut Cx<'_, GutsPlus>, used: &Use, row: &SkillRow, target: Who) -> Flow<Option<Side>> {
    let sheet = cx.state().sheet(target);
    let slow = sheet.essence.as_ref().is_some_and(|essence| essence.aura.as_deref() == Some("Slow"));
    let with: Vec<String> = if row.is("progress") {
        let own = quality(cx.state(), target).filter(|_| slow).map(|_| super::QUALITY.to_owned());
        own.into_iter().collect()
    } else {
        let fits = sheet.qualities.iter().skip(Base::ALL.len()).map(|own| own.name.clone());
        fits.collect()
    };
    if with.is_empty() {
        if row.is("progress") {
            // Anybody unwilling may still make it a contest, only not by the clause of the skill.
            let base = Base::Gumption;
            return Ok(Some(Side::new(target, Some(base), base.nth())));
        }
        return Ok(None);
    }
    let said =
        cx.ask(target, Resist { who: target, by: used.who, skill: row.name.clone(), with, rule: row.id })?;
    let Some(nth) = cx.state().sheet(target).quality(&said) else { return Ok(None) };
    if !said.eq_ignore_ascii_case(super::QUALITY) {
        let question = format!("{} resists with {said}. Does it fit?", cx.state().name(target));
        let matter = Decide::new(Matter::Relevance, &row.name, question)
            .option("yes", "It fits")
            .option("no", "It does not fit")
            .who(target);
        if decide(cx, matter)?.choice == "no" {
            return Ok(None);
        }
    }
    Ok(Some(Side::new(target, None, nth)))
}

fn tries(state: &State, user: Who, target: Who) -> u8 {
    let known = state.withstood.iter().find(|known| known.user == user && known.target == target);
    known.map_or(0, |known| known.times)
}

/// A mind that withstood is the better prepared.
fn withstood(cx: &mut Cx<'_, GutsPlus>, used: &Use, came: &Came) {
    let Some(target) = used.on.filter(|_| came.failed()) else { return };
    let times = tries(cx.state(), used.who, target).saturating_add(1);
    let count = Withstood { user: used.who, target, times };
    cx.record(rules::GP_SKM_02, EssenceFact::Withstood { count }.into());
}

deed! {
    /// The GM forgets how often a mind withstood.
    pub struct ForgetTries(form: GutsPlus) {
        /// Whose essence.
        who: Who = {
            let state = form.state;
            let tried = |who: &Who| state.withstood.iter().any(|known| known.user == *who && known.times > 0);
            let who = form::each_creature(form, "who", state.everybody().filter(tried))?;
            form.label(|| format!("Forget how often minds withstood {}", state.name(who)).into());
            form.id(|| format!("forget_tries:{}", who.0));
            who
        },
        /// Whose mind.
        target: Who = {
            let state = form.state;
            form.creature_among("target", "Whose mind", |other| tries(state, who, other) > 0)?
        },
    }
}

impl Deed<GutsPlus> for ForgetTries {
    const CARD: Card = Card::gm("Forget how often a mind withstood", "Essence").rule(rules::GP_SKM_02);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may.not_if(tries(may.state, self.who, self.target) == 0, || {
            Refusal::new(rules::GP_SKM_02, "no-tries", "There is nothing to forget.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let count = Withstood { user: self.who, target: self.target, times: 0 };
        cx.record(rules::GP_SKM_02, EssenceFact::Withstood { count }.into());
        Ok(())
    }
}

/// More weight than the skill allows: a second check, or certain strain. Gives whether it happens.
fn exerts(cx: &mut Cx<'_, GutsPlus>, used: &Use, row: &SkillRow) -> Flow<bool> {
    let who = used.who;
    let (Some(limit), Some(pounds)) = (limit_of(cx.at(), who, row), used.pounds) else { return Ok(true) };
    if pounds <= limit {
        return Ok(true);
    }
    if row.over.as_deref() == Some("strain") {
        strain(cx, who, row.id)?;
        return Ok(cx.state().one(who).can_act());
    }
    cx.cite(rules::GP_ESS_15);
    if !cx.ask(who, GoOn { who, why: "overexertion".into() })? {
        return Ok(false);
    }
    let own = Side::new(who, None, quality(cx.state(), who).unwrap_or(0));
    let call = Call::new(rules::GP_ESS_15, "lift more than it allows", own);
    let came = cx.within((used.clone_key(), 1u8), |cx| check(cx, call))?;
    if came.failed() {
        strain(cx, who, rules::GP_ESS_15)?;
        return Ok(false);
    }
    Ok(true)
}

impl Use {
    /// What later steps still need, for the marks of exact odds.
    fn clone_key(&self) -> (Who, Option<Who>, Option<Halves>, Vec<Who>) {
        (self.who, self.on, self.pounds, self.others.clone())
    }
}
