//! Commands that call for a roll: by the GM, by a player who tries something, for an enemy.

use boneyard_table::deed::{Card, Deed, Filled, Lawful, May};
use boneyard_table::{At, Cx, Flow, Judgement, Refusal, RulingOption, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::help::{consequences, helper};
use super::kind::KINDS;
use super::{Rolling, acting_hero, attempt, by_level, check_declaration, check_help, kind, pool};
use crate::DeadWeight;
use crate::fact::RollFact;
use crate::form::{Form, attribute, whatever_picked};
use crate::question::{Declared, DeclaredDice};
use crate::rules;
use crate::state::{Attribute, Helper};

/// Somebody who helps with a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Helping {
    /// Who helps.
    pub who: Who,
    /// With two dice for fatigue.
    #[serde(default)]
    pub extra_effort: bool,
}

deed! {
    /// A test or check the GM calls for: the player says how many dice, or lets it be.
    #[serde(deny_unknown_fields)]
    pub struct CallTest(form: DeadWeight) {
        /// Who rolls.
        who: Who = {
            let state = form.state;
            let able = |who: Who| state.heroes().any(|hero| hero == who) && !state.live(who).mortal;
            form.only_if(state.heroes().any(able))?;
            form.creature_among("who", "Who", able)?
        },
        /// On what.
        attribute: Attribute = attribute(form, "attribute", "On")?,
        /// A check: nothing tires.
        #[serde(default)]
        check: bool = form.flag("check", "A check")?,
        /// Advantages.
        #[serde(default)]
        advantages: u8 = form.maybe_amount("advantages", "Advantages", 0..=3)?.unwrap_or_default(),
        /// Disadvantages.
        #[serde(default)]
        disadvantages: u8 = form.maybe_amount("disadvantages", "Disadvantages", 0..=3)?.unwrap_or_default(),
        /// Who helps.
        #[serde(default)]
        help: Vec<Helping> = form.unasked("help")?,
        /// What kind of roll it is, for skills and things that name it: `climb`, `lore`, `sight`.
        #[serde(default)]
        kind: Option<String> = form.maybe("kind", "A roll of this kind", kinds())?,
        /// What it is about, in a few words.
        #[serde(default)]
        about: Option<String> = form.maybe_text("about", "What it is about", 60)?,
    }
}

/// The kinds of rolls there are.
fn kinds() -> impl Iterator<Item = (String, &'static str)> {
    KINDS.into_iter().map(|kind| (kind.to_owned(), kind))
}

impl Deed<DeadWeight> for CallTest {
    const CARD: Card = Card::gm("Call for a test", "Roll").rule(rules::DW_TEST_01);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        acting_hero(may.state, self.who)?;
        edges(self.advantages, self.disadvantages)?;
        helpers(may.at(), self)?;
        let kind = kind::checked(self.kind.as_deref())?;
        Ok(kind::needed(may.at(), self.who, kind)?)
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        call_test(cx, &self)
    }
}

deed! {
    /// A test or check with everything declared: somebody tries something.
    #[serde(deny_unknown_fields)]
    pub struct Test(form: DeadWeight) {
        /// Who rolls.
        who: Who = {
            let who = form.actor()?;
            let hero = form.state.creature(who).is_some_and(|one| one.sheet.is_hero());
            form.only_if(hero)?;
            who
        },
        /// On what.
        attribute: Attribute = attribute(form, "attribute", "With")?,
        /// What it is about, in a few words.
        #[serde(default)]
        about: Option<String> = form.maybe_text("about", "What", 60)?,
        /// Marks fatigue for a die more.
        #[serde(default)]
        extra_effort: bool = form.flag("extra_effort", "Extra effort")?,
        /// Calls on the tragedy.
        #[serde(default)]
        tragedy: bool = form.flag("tragedy", "Call on the tragedy")?,
        /// A check: nothing tires.
        #[serde(default)]
        check: bool = if names(form) { form.flag("check", "A check")? } else { false },
        /// Advantages, which the GM names.
        #[serde(default)]
        advantages: u8 = edge(form, "advantages", "Advantages")?,
        /// Disadvantages, which the GM names.
        #[serde(default)]
        disadvantages: u8 = edge(form, "disadvantages", "Disadvantages")?,
        /// What kind of roll it is, for skills and things that name it: `climb`, `lore`, `sight`.
        #[serde(default)]
        kind: Option<String> =
            if names(form) { form.maybe("kind", "A roll of this kind", kinds())? } else { None },
        /// Dice more or fewer by equipment or effects, which the GM names.
        #[serde(default)]
        modifier: i8 = if names(form) {
            form.maybe_amount("modifier", "Dice more or fewer", -9..=9)?.unwrap_or_default()
        } else {
            0
        },
        /// How many dice, if not all.
        #[serde(default)]
        dice: Option<u8> = form.unasked("dice")?,
        /// At most so many rerolls from proficiency.
        #[serde(default)]
        proficiency: Option<u8> = form.unasked("proficiency")?,
    }
}

/// What bears on a roll the GM names: a player tries something and is told.
fn names(form: &Form<'_>) -> bool {
    form.seat.is_gm() || form.is_written()
}

fn edge(form: &mut Form<'_>, name: &'static str, label: &'static str) -> Filled<u8> {
    if names(form) { Ok(form.maybe_amount(name, label, 0..=3)?.unwrap_or_default()) } else { Ok(0) }
}

impl Test {
    /// The roll it asks for, with what is declared; without what skills and things do for its kind.
    fn rolling(&self, at: At<'_, DeadWeight>) -> Result<(Rolling, Option<&'static str>), Refusal> {
        acting_hero(at.state, self.who)?;
        edges(self.advantages, self.disadvantages)?;
        let base = Rolling::test(self.who, self.attribute, rules::DW_TEST_01);
        let mut rolling = Rolling {
            test: !self.check,
            advantages: self.advantages,
            disadvantages: self.disadvantages,
            at_most: self.proficiency,
            modifier: self.modifier.clamp(-9, 9),
            ..base
        };
        let kind = kind::checked(self.kind.as_deref())?;
        let said = self.dice.is_some() || self.extra_effort || self.tragedy;
        let declared = Declared {
            dice: self.dice,
            extra_effort: self.extra_effort,
            tragedy: self.tragedy,
            ..Declared::default()
        };
        let full = pool(at.state, &rolling);
        let (who, attribute) = (self.who, self.attribute);
        let question = DeclaredDice { who, attribute, test: rolling.test, pool: full, withdraw: false };
        check_declaration(at, question, declared)?;
        rolling.declared = said.then_some(declared);
        Ok((rolling, kind))
    }
}

impl Deed<DeadWeight> for Test {
    const CARD: Card = Card::acting("Try something", "Roll").rule(rules::DW_TEST_01).odds();

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        whatever_picked(may, acting_hero(may.state, self.who))?;
        edges(self.advantages, self.disadvantages)?;
        let bears = self.advantages > 0 || self.disadvantages > 0 || self.modifier != 0;
        may.not_if(bears && !may.by.is_gm(), || {
            let sentence = "Advantages and disadvantages are named by the GM.";
            Refusal::new(rules::DW_TEST_12, "not-the-gm", sentence)
        })?;
        let (_, kind) = self.rolling(may.at())?;
        Ok(kind::needed(may.at(), self.who, kind)?)
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        let (mut rolling, kind) = self.rolling(cx.at())?;
        if !by.is_gm() && !allowed(cx, &self, &mut rolling)? {
            cx.record(rules::DW_TEST_01, RollFact::NotNeeded { who: self.who }.into());
            return Ok(());
        }
        if let Some(kind) = kind {
            kind::bear(cx, &mut rolling, kind)?;
        }
        let reading = attempt(cx, &rolling)?;
        consequences(cx, reading.as_ref(), self.about.as_deref())
    }
}

deed! {
    /// An enemy must test: the GM rolls its level.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct EnemyTest(form: DeadWeight) {
        /// Which enemy.
        who: Who = {
            let state = form.state;
            let foe = |who: Who| !state.sheet(who).is_hero() && !state.live(who).dead;
            form.only_if(state.everybody().any(foe))?;
            form.creature_among("who", "Who", foe)?
        },
    }
}

impl Deed<DeadWeight> for EnemyTest {
    const CARD: Card = Card::gm("A creature rolls its level", "Roll").rule(rules::DW_TEST_27);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let bad = |code: &str, sentence: &str| may.no(|| Refusal::new(rules::DW_TEST_27, code, sentence));
        match may.state.creature(self.who) {
            Some(one) if one.sheet.is_hero() => {
                bad("has-attributes", "An adventurer tests an attribute, not a level.")
            }
            Some(one) if one.live.dead => bad("dead", "The dead test nothing."),
            Some(_) => Ok(()),
            None => bad("nobody", "There is nobody like that here."),
        }
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        by_level(cx, self.who, rules::DW_TEST_27).map(|_| ())
    }
}

/// More advantages than any roll could use.
const MOST_EDGES: u8 = 9;

fn call_test(cx: &mut Cx<'_, DeadWeight>, call: &CallTest) -> Flow {
    let helpers = helpers(cx.at(), call)?;
    let base = Rolling::test(call.who, call.attribute, rules::DW_TEST_01);
    let mut rolling = Rolling {
        test: !call.check,
        advantages: call.advantages,
        disadvantages: call.disadvantages,
        helpers,
        withdraw: true,
        ..base
    };
    if let Some(kind) = kind::checked(call.kind.as_deref())? {
        kind::bear(cx, &mut rolling, kind)?;
    }
    let reading = attempt(cx, &rolling)?;
    consequences(cx, reading.as_ref(), call.about.as_deref())
}

fn helpers(at: At<'_, DeadWeight>, call: &CallTest) -> Result<SmallVec<[Helper; 1]>, Refusal> {
    let mut helpers: SmallVec<[Helper; 1]> = SmallVec::new();
    for help in &call.help {
        check_help(at, help.who, call.who, call.attribute, help.extra_effort)?;
        if helpers.iter().any(|known| known.who == help.who) {
            let sentence = "Nobody helps twice with one roll.";
            return Err(Refusal::new(rules::DW_TEST_15, "twice", sentence));
        }
        helpers.push(helper(at.state, help.who, call.attribute, help.extra_effort));
    }
    Ok(helpers)
}

/// Asks the GM whether what a player tries takes a roll.
fn allowed(cx: &mut Cx<'_, DeadWeight>, test: &Test, rolling: &mut Rolling) -> Flow<bool> {
    let name = cx.state().name(test.who).to_owned();
    let about = test.about.clone().unwrap_or_else(|| test.attribute.name().to_owned());
    let kind = if test.check { "check" } else { "test" };
    let ruling = cx.judge(rules::DW_TEST_01, 0, &|| Judgement {
        rule: rules::DW_TEST_01,
        tag: about.clone(),
        question: format!("{name} tries this with {}: {about}. What does it take?", test.attribute.name()),
        about: Vec::new(),
        options: vec![
            RulingOption::new("plain", format!("A plain {kind}")),
            RulingOption::new("advantage", format!("A {kind} with advantage")),
            RulingOption::new("disadvantage", format!("A {kind} with disadvantage")),
            RulingOption::new("no-roll", "No roll: it just happens, or cannot be done"),
        ],
        proposal: 0,
        why: "it is uncertain, and something hangs on it".into(),
        precedents: Vec::new(),
    })?;
    match ruling.option() {
        1 => rolling.advantages = 1,
        2 => rolling.disadvantages = 1,
        3 => return Ok(false),
        _ => {}
    }
    Ok(true)
}

fn edges(advantages: u8, disadvantages: u8) -> Result<(), Refusal> {
    if advantages > MOST_EDGES || disadvantages > MOST_EDGES {
        let sentence = format!("At most {MOST_EDGES} advantages and disadvantages bear on one roll.");
        return Err(Refusal::new(rules::DW_TEST_11, "too-many", sentence).with("most", MOST_EDGES));
    }
    Ok(())
}
