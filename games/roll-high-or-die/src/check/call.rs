//! Checks that are called for: by the Referee, by somebody who tries what the rules do not know, Skill against Skill.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::{Audience, Cx, Flow, Group, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Against, Throw, ability_sums, check, far_skill_sums, oppose, skill_sums};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::combat::{able, known, may_take, pay};
use crate::fact::CheckFact;
use crate::picks::{any, any_skill, carried, maybe_thing, word};
use crate::question::{GiveIn, RuleDeed, Ruled};
use crate::rules;
use crate::state::{Ability, Last, SIDES, Skill, State, Ware, WeaponTag};

/// A check the Referee calls for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CallCheck {
    /// Of whom.
    pub who: Who,
    /// With this Skill.
    #[serde(default)]
    pub skill: Option<Skill>,
    /// Or with an ability alone.
    #[serde(default)]
    pub ability: Option<Ability>,
    /// Against this number.
    #[serde(default)]
    pub dc: Option<i16>,
    /// Or one of the seven by its name.
    #[serde(default)]
    pub difficulty: Option<String>,
    /// The number stays the Referee's.
    #[serde(default)]
    pub hidden: bool,
    /// Nobody else sees the roll.
    #[serde(default)]
    pub secret: bool,
    /// About which thing of theirs.
    #[serde(default)]
    pub item: Option<u8>,
    /// How many feet off what it is about is.
    #[serde(default)]
    pub feet: Option<u16>,
}

/// What is tested: a card for Skills and one for abilities alone.
#[derive(Clone, Copy, PartialEq)]
enum Tested {
    Ability,
    Skill,
}

impl Form<RollHighOrDie> for CallCheck {
    fn form(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Self> {
        let (at, state, book) = (form.at(), form.state, form.book);
        let skilled = form.variant(&[Tested::Skill, Tested::Ability])? == Tested::Skill;
        let (id, label, rule) = match skilled {
            true => ("call-skill", "Call for a Skill Check", rules::RH_CHECK_02),
            false => ("call-ability", "Call for an Ability Check", rules::RH_CHECK_01),
        };
        form.id(|| id.into());
        form.label(|| label.into());
        form.rule(rule);
        form.only_if(state.everybody().any(|who| can(state, who)))?;
        let who = form.creature_among("who", "Who", |who| can(state, who))?;
        let (by_skill, by_ability) = if form.is_written() { (true, true) } else { (skilled, !skilled) };
        let (mut skill, mut ability, mut dc, mut difficulty) = (None, None, None, None);
        if by_skill {
            skill = form.or_left_out("skill", |form| any_skill(form, "skill", "Skill"))?;
            dc = form.or_left_out("dc", |form| form.amount("dc", "DC", 0..=40))?;
        }
        if by_ability {
            let all = Ability::ALL;
            ability =
                form.or_left_out("ability", |form| word(form, "ability", "Ability", all, Ability::name))?;
            let steps = book.difficulties.iter();
            let steps = steps.map(|step| (step.name.clone(), format!("{} ({})", step.name, step.dc)));
            difficulty =
                form.or_left_out("difficulty", |form| any(form, "difficulty", "Difficulty", steps))?;
        }
        let hidden = form.flag("hidden", "Keep the number to yourself")?;
        let secret = form.flag("secret", "Nobody sees the roll")?;
        let (mut item, mut feet) = (None, None);
        if form.is_written() {
            item = maybe_thing(form, "item", "", who, Vec::new)?;
            feet = form.unasked("feet")?;
        } else if skilled {
            item = form.maybe_after(("who", who), "item", "About which thing of theirs", carried(at, who))?;
            feet = form.maybe_amount("feet", "How many feet off it is", 0..=1000)?;
        }
        Ok(Self { who, skill, ability, dc, difficulty, hidden, secret, item, feet })
    }
}

/// Whether somebody is here and can do anything.
fn can(state: &State, who: Who) -> bool {
    state.creature(who).is_some_and(|one| !one.live.away) && able(state, who).is_ok()
}

/// What a check is made with.
enum By {
    Skill(Skill),
    Ability(Ability),
}

impl CallCheck {
    /// What is tested, and against which number.
    fn called(&self, may: May<'_, RollHighOrDie>) -> Lawful<(By, i16)> {
        known(may.state, self.who)?;
        able(may.state, self.who)?;
        let dc = dc_of(may, self)?;
        let by = match (self.skill, self.ability) {
            (Some(skill), None) => By::Skill(skill),
            (None, Some(ability)) => By::Ability(ability),
            (Some(_), Some(_)) => {
                let sentence = "A Skill brings its own ability: name one of the two.";
                return may.no(|| Refusal::new(rules::RH_CHECK_02, "skill-and-ability", sentence));
            }
            (None, None) => {
                let sentence = "Say what is tested: an ability or a Skill.";
                return may.no(|| Refusal::new(rules::RH_CHECK_01, "nothing-tested", sentence));
            }
        };
        if let (Some(item), By::Skill(skill)) = (self.item, &by) {
            tells_of(may, self.who, item, *skill)?;
        }
        Ok((by, dc))
    }
}

impl Deed<RollHighOrDie> for CallCheck {
    const CARD: Card = Card::gm("Call for a check", "Checks").rule(rules::RH_CHECK_01);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        self.called(may).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let (by, dc) = self.called(May::quiet(cx.at(), by))?;
        let (state, book, who) = (cx.state(), cx.book(), self.who);
        let (mut sums, what, rule) = match by {
            By::Skill(skill) => {
                let sums = far_skill_sums(state, book, who, skill, &[], self.feet);
                (sums, skill.name(), rules::RH_CHECK_02)
            }
            By::Ability(ability) => {
                (ability_sums(state, book, who, ability), ability.name(), rules::RH_CHECK_01)
            }
        };
        if let (Some(item), By::Skill(Skill::Thievery)) = (self.item, &by)
            && concealed(state, who, item)
        {
            sums.edge("Concealed", true, rules::RH_WTAG_22H);
        }
        let audience = self.secret.then_some(Audience::GM);
        if self.difficulty.is_some() {
            cx.cite(rules::RH_CHECK_03);
        }
        let own = Throw { audience, ..Throw::new(who, what, sums, rule) };
        check(cx, own, Against { dc, hidden: self.hidden })?;
        Ok(())
    }
}

/// What a thing a check is about has to be.
fn tells_of(may: May<'_, RollHighOrDie>, who: Who, item: u8, skill: Skill) -> Lawful {
    let one = may.state.one(who);
    let found = one.sheet.items.get(usize::from(item)).zip(one.live.items.get(usize::from(item)));
    let Some((thing, now)) = found.filter(|(_, now)| now.place.is_carried() && now.count > 0) else {
        return may.no(|| {
            let sentence = format!("{} carries no such thing.", one.sheet.name);
            Refusal::new(rules::RH_SKILL_07, "not-carried", sentence)
        });
    };
    may.not_if(skill == Skill::Investigation && !now.place.is_held(), || {
        let sentence = format!("The {} has to be in hand to be looked into.", thing.name);
        Refusal::new(rules::RH_SKILL_07, "not-held", sentence)
    })
}

fn concealed(state: &State, who: Who, item: u8) -> bool {
    let thing = state.sheet(who).items.get(usize::from(item));
    let arms = thing.map(|thing| &thing.ware);
    matches!(arms, Some(Ware::Weapon(arms)) if arms.tags.contains(&WeaponTag::Concealed))
}

deed! {
    /// One's Skill against another's.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Contest(form: RollHighOrDie) {
        /// Who begins.
        who: Who = {
            let state = form.state;
            form.only_if(state.everybody().filter(|who| can(state, *who)).nth(1).is_some())?;
            form.creature_among("who", "Who", |who| can(state, who))?
        },
        /// With what.
        skill: Skill = any_skill(form, "skill", "Skill")?,
        /// Against whom.
        target: Who = {
            let state = form.state;
            form.creature_among("target", "Against", |who| can(state, who))?
        },
        /// With what they resist; the same Skill if nothing is said.
        #[serde(default)]
        with: Option<Skill> = {
            form.maybe("with", "Who resists with", Skill::ALL.iter().map(|skill| (*skill, skill.name())))?
        },
        /// Those who are asked may lose without a roll.
        #[serde(default)]
        willing: bool = form.flag("willing", "Those who resist may give in")?,
    }
}

deed! {
    /// Something the rules do not know.
    #[serde(deny_unknown_fields)]
    pub struct Improvise(form: RollHighOrDie) {
        /// Who.
        who: Who = hero(form)?,
        /// What, in a few words.
        what: String = form.text("what", "What", 120)?,
        /// With which thing, otherwise than it is meant.
        #[serde(default)]
        item: Option<u8> = {
            let at = form.at();
            maybe_thing(form, "item", "With which thing", who, || carried(at, who))?
        },
    }
}

/// A hero that is alive.
fn hero(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Who> {
    let who = form.actor()?;
    form.only_if(form.state.creature(who).is_some_and(|one| one.sheet.is_hero() && !one.live.dead))?;
    Ok(who)
}

deed! {
    /// Some dice, for whatever the table wants to know.
    #[serde(deny_unknown_fields)]
    #[derive(Copy, Hash)]
    pub struct RollDice(form: RollHighOrDie) {
        /// How many.
        #[serde(default = "one")]
        count: u8 = {
            form.only_if(form.seat.is_gm())?;
            form.maybe_amount("count", "How many", 1..=20)?.unwrap_or(1)
        },
        /// With how many sides.
        sides: u8 = any(form, "sides", "Which", SIDES.map(|sides| (sides, format!("d{sides}"))))?,
        /// One lowest die is left out.
        #[serde(default)]
        drop_lowest: bool = form.unasked("drop_lowest")?,
        /// So often, all of it added up.
        #[serde(default = "one")]
        times: u8 = form.unasked::<Option<u8>>("times")?.unwrap_or(1),
    }
}

fn one() -> u8 {
    1
}

/// The number of a check, given or by the name of its difficulty.
fn dc_of(may: May<'_, RollHighOrDie>, call: &CallCheck) -> Lawful<i16> {
    match (call.dc, &call.difficulty) {
        (Some(dc), None) if (0..=99).contains(&dc) => Ok(dc),
        (Some(dc), None) => may.no(|| {
            let sentence = "A DC is a whole number from 0 to 99.";
            Refusal::new(rules::RH_CHECK_03, "no-such-dc", sentence).with("dc", dc)
        }),
        (None, Some(name)) => {
            let all = &may.book.difficulties;
            match all.iter().find(|step| step.name.eq_ignore_ascii_case(name)) {
                Some(step) => Ok(step.dc),
                None => may.no(|| {
                    let names: Vec<&str> = all.iter().map(|step| step.name.as_str()).collect();
                    let sentence = format!("There is no such difficulty; there are {}.", names.join(", "));
                    Refusal::new(rules::RH_CHECK_03, "no-such-difficulty", sentence)
                }),
            }
        }
        (Some(_), Some(_)) => {
            let sentence = "Give a number or the name of a difficulty, not both.";
            may.no(|| Refusal::new(rules::RH_CHECK_03, "two-numbers", sentence))
        }
        (None, None) => {
            let sentence = "A check is made against a DC or against somebody: give one.";
            may.no(|| Refusal::new(rules::RH_CHECK_01, "no-dc", sentence))
        }
    }
}

impl Deed<RollHighOrDie> for Contest {
    const CARD: Card = Card::gm("Call for a contest", "Checks").rule(rules::RH_CHECK_06);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        known(may.state, self.who)?;
        known(may.state, self.target)?;
        able(may.state, self.who)?;
        may.not_if(self.who == self.target, || {
            Refusal::new(rules::RH_CHECK_06, "yourself", "Nobody contests against themselves.")
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let Self { who, skill, target, with, willing } = self;
        let rule = rules::RH_CHECK_06;
        if willing && cx.ask(target, GiveIn { who: target, to: who })? {
            record(cx, rule, CheckFact::GaveIn { who, target }.into());
            return Ok(());
        }
        opposed(cx, who, skill, target, with.unwrap_or(skill), rule, &[])?;
        Ok(())
    }
}

/// A contest of two Skills. `words` are what else the initiator's roll is called.
pub fn opposed(
    cx: &mut Cx<'_, RollHighOrDie>,
    who: Who,
    skill: Skill,
    target: Who,
    with: Skill,
    rule: boneyard_table::RuleId,
    words: &[&str],
) -> Flow<bool> {
    let (state, book) = (cx.state(), cx.book());
    let own = Throw::new(who, skill.name(), skill_sums(state, book, who, skill, words), rule);
    let other = Throw::new(target, with.name(), skill_sums(state, book, target, with, &[]), rule);
    oppose(cx, (who, own), (target, other), rule)
}

impl Deed<RollHighOrDie> for Improvise {
    const CARD: Card = Card::acting("Try something else", "Checks").rule(rules::RH_CORE_02);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let what = self.what.trim();
        may.not_if(what.is_empty() || what.chars().count() > 120, || {
            Refusal::new(rules::RH_CORE_02, "no-words", "Say in up to 120 letters what is tried.")
        })?;
        may_take(may, self.who)?;
        let Some(item) = self.item else { return Ok(()) };
        let there = may.state.live(self.who).items.get(usize::from(item));
        may.not_if(!there.is_some_and(|now| now.place.is_carried() && now.count > 0), || {
            let sentence = format!("{} carries no such thing.", may.state.name(self.who));
            Refusal::new(rules::RH_EQUIP_04, "not-carried", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        if self.item.is_some() {
            cx.cite(rules::RH_EQUIP_04);
        }
        attempt(cx, self.who, self.what.trim(), None).map(drop)
    }
}

/// The Referee says what a deed takes, from what the rules propose if they do, and it is tried. Gives whether it worked.
pub fn attempt(cx: &mut Cx<'_, RollHighOrDie>, who: Who, what: &str, proposed: Option<Ruled>) -> Flow<bool> {
    let rule = rules::RH_CORE_02;
    let ruled = cx.ask(Seat::GM, RuleDeed { who, what: what.to_owned(), proposed })?;
    let Ruled { ap, skill, ability, against, dc, success, failure } = ruled;
    if cx.state().encounter.is_some() && ap > 0 {
        if ap > cx.state().live(who).ap {
            let text = format!("{what}: that takes {ap} AP, more than there are");
            record(cx, rule, CheckFact::Deed { who, text }.into());
            return Ok(false);
        }
        pay(cx, who, ap, rule);
    }
    let (state, book) = (cx.state(), cx.book());
    let won = match (skill, ability, against) {
        (Some(skill), _, Some(target)) => opposed(cx, who, skill, target, skill, rule, &[])?,
        (Some(skill), ..) => {
            let own = Throw::new(who, skill.name(), skill_sums(state, book, who, skill, &[]), rule);
            check(cx, own, Against { dc, hidden: false })?
        }
        (None, Some(ability), _) => {
            let own = Throw::new(who, ability.name(), ability_sums(state, book, who, ability), rule);
            check(cx, own, Against { dc, hidden: false })?
        }
        (None, None, _) => true,
    };
    let text = if won { success } else { failure };
    record(cx, rule, CheckFact::Deed { who, text: format!("{what}: {text}") }.into());
    Ok(won)
}

impl Deed<RollHighOrDie> for RollDice {
    const CARD: Card = Card::anyone("Roll dice", "Checks").rule(rules::RH_CORE_01);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let rule = rules::RH_CORE_01;
        may.not_if(!SIDES.contains(&self.sides), || {
            let sentence =
                format!("There is no d{}: the game uses d4, d6, d8, d10, d12 and d20.", self.sides);
            Refusal::new(rule, "no-such-die", sentence)
        })?;
        may.not_if(!(1..=20).contains(&self.count), || {
            Refusal::new(rule, "so-many", "Roll from 1 to 20 dice.")
        })?;
        may.not_if(!(1..=20).contains(&self.times) || self.drop_lowest && self.count < 2, || {
            let sentence = "Roll from 1 to 20 times; of one die none can be left out.";
            Refusal::new(rule, "so-many", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let (rule, dice) = (rules::RH_CORE_01, self);
        let mut total = 0;
        for nth in 0..dice.times {
            cx.mark(rule, (total, nth, dice))?;
            let group = Group::new(dice.count, dice.sides);
            total += cx.within((total, nth), |cx| {
                cx.dice_read(rule, by, group, |faces| {
                    let lowest = faces.lowest().filter(|_| dice.drop_lowest).unwrap_or(0);
                    faces.sum() - u32::from(lowest)
                })
            })?;
        }
        let last =
            Last { outcome: total.to_string().into(), total: i16::try_from(total).unwrap_or(i16::MAX) };
        record(cx, rule, CheckFact::CameOut(last).into());
        Ok(())
    }
}
