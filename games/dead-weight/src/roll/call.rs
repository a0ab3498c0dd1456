//! Commands that call for a roll: by the GM, by a player who tries something, for an enemy.

use boneyard_table::{Cx, Flow, Judgement, Refusal, RulingOption, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::help::{consequences, helper};
use super::{Rolling, acting_hero, attempt, by_level, check_declaration, check_help, kind, pool};
use crate::DeadWeight;
use crate::fact::RollFact;
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

/// A test or check the GM calls for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CallTest {
    /// Who rolls.
    pub who: Who,
    /// On what.
    pub attribute: Attribute,
    /// A check: nothing tires.
    #[serde(default)]
    pub check: bool,
    /// Advantages.
    #[serde(default)]
    pub advantages: u8,
    /// Disadvantages.
    #[serde(default)]
    pub disadvantages: u8,
    /// Who helps.
    #[serde(default)]
    pub help: Vec<Helping>,
    /// What kind of roll it is, for skills and things that name it: `climb`, `lore`, `sight`.
    #[serde(default)]
    pub kind: Option<String>,
    /// What it is about, in a few words.
    #[serde(default)]
    pub about: Option<String>,
}

/// A test or check with everything declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// Who rolls.
    pub who: Who,
    /// On what.
    pub attribute: Attribute,
    /// A check: nothing tires.
    #[serde(default)]
    pub check: bool,
    /// How many dice, if not all.
    #[serde(default)]
    pub dice: Option<u8>,
    /// Marks fatigue for a die more.
    #[serde(default)]
    pub extra_effort: bool,
    /// Calls on the tragedy.
    #[serde(default)]
    pub tragedy: bool,
    /// At most so many rerolls from proficiency.
    #[serde(default)]
    pub proficiency: Option<u8>,
    /// Advantages, which the GM names.
    #[serde(default)]
    pub advantages: u8,
    /// Disadvantages, which the GM names.
    #[serde(default)]
    pub disadvantages: u8,
    /// Dice more or fewer by equipment or effects, which the GM names.
    #[serde(default)]
    pub modifier: i8,
    /// What kind of roll it is, for skills and things that name it: `climb`, `lore`, `sight`.
    #[serde(default)]
    pub kind: Option<String>,
    /// What it is about, in a few words.
    #[serde(default)]
    pub about: Option<String>,
}

/// A roll of an enemy's level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EnemyTest {
    /// Which enemy.
    pub who: Who,
}

/// More advantages than any roll could use.
const MOST_EDGES: u8 = 9;

/// The GM calls for a test: the player says how many dice, or lets it be.
pub fn call_test(cx: &mut Cx<'_, DeadWeight>, by: Seat, call: &CallTest) -> Flow {
    if !by.is_gm() {
        let sentence = "Only the GM calls for a test; say what you try instead.";
        return refuse(Refusal::new(rules::DW_TEST_01, "not-the-gm", sentence));
    }
    acting_hero(cx.state(), call.who)?;
    edges(call.advantages, call.disadvantages)?;
    let helpers = helpers(cx, call)?;
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

fn helpers(cx: &Cx<'_, DeadWeight>, call: &CallTest) -> Flow<SmallVec<[Helper; 1]>> {
    let mut helpers: SmallVec<[Helper; 1]> = SmallVec::new();
    for help in &call.help {
        check_help(cx.at(), help.who, call.who, call.attribute, help.extra_effort)?;
        if helpers.iter().any(|known| known.who == help.who) {
            let sentence = "Nobody helps twice with one roll.";
            return refuse(Refusal::new(rules::DW_TEST_15, "twice", sentence));
        }
        helpers.push(helper(cx.state(), help.who, call.attribute, help.extra_effort));
    }
    Ok(helpers)
}

/// A player tries something: the GM says whether it takes a roll, and which.
pub fn test(cx: &mut Cx<'_, DeadWeight>, by: Seat, test: &Test) -> Flow {
    acting_hero(cx.state(), test.who)?;
    edges(test.advantages, test.disadvantages)?;
    if !by.is_gm() && (test.advantages > 0 || test.disadvantages > 0 || test.modifier != 0) {
        let sentence = "Advantages and disadvantages are named by the GM.";
        return refuse(Refusal::new(rules::DW_TEST_12, "not-the-gm", sentence));
    }
    let base = Rolling::test(test.who, test.attribute, rules::DW_TEST_01);
    let mut rolling = Rolling {
        test: !test.check,
        advantages: test.advantages,
        disadvantages: test.disadvantages,
        at_most: test.proficiency,
        modifier: test.modifier.clamp(-9, 9),
        ..base
    };
    let kind = kind::checked(test.kind.as_deref())?;
    let said = test.dice.is_some() || test.extra_effort || test.tragedy;
    let declared = Declared {
        dice: test.dice,
        extra_effort: test.extra_effort,
        tragedy: test.tragedy,
        ..Declared::default()
    };
    let full = pool(cx.state(), &rolling);
    let (who, attribute) = (test.who, test.attribute);
    let question = DeclaredDice { who, attribute, test: rolling.test, pool: full, withdraw: false };
    check_declaration(cx.at(), question, declared)?;
    rolling.declared = said.then_some(declared);
    if !by.is_gm() && !allowed(cx, test, &mut rolling)? {
        cx.record(rules::DW_TEST_01, RollFact::NotNeeded { who }.into());
        return Ok(());
    }
    if let Some(kind) = kind {
        kind::bear(cx, &mut rolling, kind)?;
    }
    let reading = attempt(cx, &rolling)?;
    consequences(cx, reading.as_ref(), test.about.as_deref())
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

fn edges(advantages: u8, disadvantages: u8) -> Flow {
    if advantages > MOST_EDGES || disadvantages > MOST_EDGES {
        let sentence = format!("At most {MOST_EDGES} advantages and disadvantages bear on one roll.");
        return refuse(Refusal::new(rules::DW_TEST_11, "too-many", sentence).with("most", MOST_EDGES));
    }
    Ok(())
}

/// An enemy must test: the GM rolls its level.
pub fn enemy_test(cx: &mut Cx<'_, DeadWeight>, by: Seat, test: EnemyTest) -> Flow {
    let rule = rules::DW_TEST_27;
    if !by.is_gm() {
        return refuse(Refusal::new(rule, "not-the-gm", "Only the GM lets an enemy test."));
    }
    match cx.state().creature(test.who) {
        Some(one) if one.sheet.is_hero() => {
            refuse(Refusal::new(rule, "has-attributes", "An adventurer tests an attribute, not a level."))
        }
        Some(one) if one.live.dead => refuse(Refusal::new(rule, "dead", "The dead test nothing.")),
        Some(_) => by_level(cx, test.who, rule).map(|_| ()),
        None => refuse(Refusal::new(rule, "nobody", "There is nobody like that here.")),
    }
}
