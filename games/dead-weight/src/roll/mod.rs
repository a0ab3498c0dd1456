//! Tests and checks: declared, thrown, rerolled by both sides in turn, read. The tray in the state
//! holds a roll from its declaration to its reading; what a roll decides is with its caller.

mod call;
mod declare;
mod exchange;
mod help;
pub mod instinct;
mod kind;
mod reading;
mod throw;
mod usage;
mod worth;

pub use call::{CallTest, EnemyTest, Test};
pub use declare::{
    acting_hero, check_declaration, check_help, declaration, may_call_on_tragedy, may_effort, pool,
};
pub use exchange::{check_reroll, left, payments, reroll_options};
pub use help::helper;
pub use reading::{Reading, hits_of, omen_readers, read};
pub use usage::{Coin, Risk, coin, next_size, risk, use_stock};
pub use worth::{settled, turns};

use boneyard_table::{Cx, Flow, RuleId, Who};
use smallvec::SmallVec;

use crate::DeadWeight;
use crate::fact::RollFact;
use crate::question::Declared;
use crate::rules;
use crate::state::{Attribute, Clash, Helper, Outcome, Tray};

/// A roll somebody is to make.
#[derive(Clone, Debug)]
pub struct Rolling {
    /// Who rolls.
    pub who: Who,
    /// On what.
    pub attribute: Attribute,
    /// Whether 1s and 4s tire.
    pub test: bool,
    /// The rule that calls for it.
    pub rule: RuleId,
    /// Dice more or fewer, as printed on equipment or effects.
    pub modifier: i8,
    /// Advantages, each named beforehand.
    pub advantages: u8,
    /// Disadvantages, each named beforehand.
    pub disadvantages: u8,
    /// Rerolls more from proficiency than the sheet gives.
    pub trained: u8,
    /// At most so many rerolls from proficiency.
    pub at_most: Option<u8>,
    /// What is at stake between two fighters.
    pub clash: Option<Clash>,
    /// Those who help already.
    pub helpers: SmallVec<[Helper; 1]>,
    /// What the roller said beforehand; asked otherwise.
    pub declared: Option<Declared>,
    /// Whether the roller may still withdraw.
    pub withdraw: bool,
    /// Whether others may offer help now.
    pub helpable: bool,
    /// Whether nothing counts but whether it succeeds.
    pub plain: bool,
}

impl Rolling {
    /// A test: 1s and 4s tire.
    pub fn test(who: Who, attribute: Attribute, rule: RuleId) -> Self {
        Self {
            who,
            attribute,
            test: true,
            rule,
            modifier: 0,
            advantages: 0,
            disadvantages: 0,
            trained: 0,
            at_most: None,
            clash: None,
            helpers: SmallVec::new(),
            declared: None,
            withdraw: false,
            helpable: true,
            plain: false,
        }
    }

    /// A check, or "free test": nothing tires.
    pub fn check(who: Who, attribute: Attribute, rule: RuleId) -> Self {
        Self { test: false, ..Self::test(who, attribute, rule) }
    }
}

/// Makes a roll from declaration to reading, with its fatigue, lesson and omens. Everything a
/// caller needs afterwards it names with `cx.within`.
pub fn make(cx: &mut Cx<'_, DeadWeight>, rolling: &Rolling) -> Flow<Outcome> {
    Ok(attempt(cx, rolling)?.map_or(Outcome::Failure, |reading| reading.outcome))
}

/// As [`make`], with everything that was read; nothing where the roller withdrew.
pub fn attempt(cx: &mut Cx<'_, DeadWeight>, rolling: &Rolling) -> Flow<Option<Reading>> {
    cx.cite(rolling.rule);
    cx.cite(rules::DW_CHAR_02);
    let full = pool(cx.state(), rolling);
    if full < 0 {
        cx.record(rules::DW_TEST_22, RollFact::FailedOutright { who: rolling.who }.into());
        if rolling.test {
            reading::lesson(cx, rolling.who, rolling.attribute)?;
        }
        return Ok(Some(Reading::failed()));
    }
    exchange::exchange(cx, rolling.who, |cx| match declare::declare(cx, rolling, full)? {
        Some(tray) => throw::throw(cx, tray),
        None => Ok(()),
    })?;
    if cx.state().tray.is_none() {
        cx.record(rules::DW_TEST_01, RollFact::Withdrawn { who: rolling.who }.into());
        return Ok(None);
    }
    reading::settle(cx).map(Some)
}

/// A creature without attributes rolls its level. The GM rolls; nothing tires it.
pub fn by_level(cx: &mut Cx<'_, DeadWeight>, who: Who, rule: RuleId) -> Flow<Outcome> {
    cx.cite(rule);
    let level = cx.state().sheet(who).foe.level;
    let tray = Tray { attribute: None, test: false, count: level, ..declare::blank(who) };
    exchange::exchange(cx, who, |cx| throw::throw(cx, tray))?;
    reading::settle(cx).map(|reading| reading.outcome)
}
