//! Rolls: pools, doubles, help, readings and contests. What a roll means for bodies and fights is elsewhere.

mod call;
mod contest;
mod doubles;
mod fields;
mod flow;
mod help;
mod points;
mod pool;
mod reading;
mod suggest;

pub use call::{
    Attempt, CallCheck, CallContest, able, assigned, awake, carry_out, check_task, named, side_of,
};
pub use contest::{contest, first_round};
pub use doubles::{Pairs, best_doubles, check_doubles};
pub use help::check_help;
pub use points::{best_points, points_for_each_reading, take_off};
pub use pool::{Pool, counting, points_off, pool_of};
pub use reading::{contest_scale, reading, scale_of, spread};
pub use suggest::{fitting, suggest};

use std::borrow::Cow;
use std::sync::Arc;

use boneyard_table::{Cx, First, Flow, Party, RuleId, Seat, Who};
use smallvec::{SmallVec, smallvec};

use crate::GutsPlus;
use crate::fact::RollFact;
use crate::gm::{self, as_proposed, decide, decided, has_player, led, unseen};
use crate::growth;
use crate::question::{Decide, Matter, Object, Plea, Prompt, Say, propose};
use crate::rules;
use crate::state::{Dice, Last, Rolled, Scale, Side, Tray};
use flow::{Before, side, tray};

/// A roll as rules call for it.
#[derive(Clone, Debug)]
pub struct Call {
    /// The rule that calls for it.
    pub rule: RuleId,
    /// What lies on the table then: put together where it stays, since it is large.
    pub tray: Box<Tray>,
    /// The one who acts gives up before rolling.
    pub give_up: bool,
    /// Who helps the one who acts from the start.
    pub help: SmallVec<[Who; 1]>,
}

impl Call {
    /// A roll by one.
    pub fn new(rule: RuleId, what: impl Into<String>, own: Side) -> Self {
        let mut sides = SmallVec::new();
        sides.push(own);
        let tray = Box::new(Tray {
            kind: Rolled::Check,
            what: what.into(),
            on_failure: String::new(),
            needs: None,
            needs_hidden: false,
            sides,
        });
        Self { rule, tray, give_up: false, help: SmallVec::new() }
    }

    /// Against somebody.
    #[must_use]
    pub fn against(mut self, other: Side) -> Self {
        self.tray.sides.push(other);
        self
    }
}

/// What came of a roll, as rules go on with it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Came {
    /// The reading, or the result against the first defender.
    pub outcome: Scale,
    /// Results against each defender.
    pub outcomes: SmallVec<[Scale; 2]>,
    /// Differences to each defender.
    pub differences: SmallVec<[i16; 2]>,
    /// Whether it achieved what was wanted.
    pub achieved: bool,
    /// It was failed on purpose.
    pub gave_up: bool,
}

impl Came {
    /// Whether it reads Failure or worse.
    pub fn failed(&self) -> bool {
        self.outcome <= Scale::Failure
    }
}

/// A check, whole: called, rolled, read, with what it teaches.
pub fn check(cx: &mut Cx<'_, GutsPlus>, call: Call) -> Flow<Came> {
    let give_up = call.give_up;
    flow::call(cx, call, Rolled::Check);
    let before = if give_up { flow::gives_up(cx, 0)? } else { flow::before(cx)? };
    match before {
        Before::Works => return Ok(works(cx, rules::GP_CORE_04)),
        Before::GaveUp(_) => return Ok(failed_on_purpose(cx)),
        Before::Roll => {}
    }
    flow::throw(cx, 0)?;
    flow::assist(cx, 0)?;
    flow::pair(cx, 0)?;
    flow::worth(cx, 0)?;
    flow::place(cx, 0)?;
    let say = read(cx)?;
    let outcome = Scale::of_key(&say.choice).unwrap_or(Scale::Failure);
    let near = near(cx, outcome)?;
    cx.cite(rules::GP_CHECK_02);
    let tray = tray(cx.state());
    let least = tray.needs.unwrap_or(Scale::Full);
    if tray.needs.is_some() {
        cx.cite(rules::GP_CHECK_09);
    }
    let tray = flow::tray(cx.state());
    let (who, what) = (tray.actor().who, tray.what.clone());
    let demanded = tray.needs.is_some_and(|needs| needs > Scale::Near);
    let moved = !demanded && near.as_deref().is_some_and(|near| near != "not_this_time");
    let twist = (!say.twist.is_empty()).then(|| say.twist.clone());
    let achieved = outcome >= least || moved || twist.is_some();
    if twist.is_some() {
        cx.cite(rules::GP_CHECK_07);
    }
    learn(cx, outcome)?;
    let last = Last {
        who,
        what,
        kind: Some(Rolled::Check),
        outcome,
        dice: flow::values(cx.state()),
        bonus: side(cx.state(), 0).bonus.len() as u8,
        differences: SmallVec::new(),
        outcomes: SmallVec::new(),
        achieved,
        near,
        twist,
    };
    cx.record(rules::GP_CHECK_05, RollFact::CameOut { last: Arc::new(last) }.into());
    Ok(Came { outcome, outcomes: SmallVec::new(), differences: SmallVec::new(), achieved, gave_up: false })
}

/// Steps 10 and 11: proposed, confirmed or overridden, objected to once. Help may still come.
fn read(cx: &mut Cx<'_, GutsPlus>) -> Flow<Say> {
    let who = side(cx.state(), 0).who;
    let (reading, say) = loop {
        // Paths meet again here only where somebody may have helped on the way.
        if !side(cx.state(), 0).helpers.is_empty() || !flow::late_helpers(cx).is_empty() {
            cx.mark(rules::GP_CHECK_05, ())?;
        }
        cx.cite(rules::GP_CHECK_04);
        let reading = propose(cx.state(), &flow::values(cx.state()));
        if unseen(cx.state()) {
            let say = Say::plain(reading.proposal.key());
            break (reading, say);
        }
        let helpers = flow::late_helpers(cx);
        match cx.ask_first(Seat::GM, reading.clone(), helpers.clone())? {
            First::Main(say) => break (reading, say),
            First::Other { nth, answer } => flow::reopen(cx, &helpers, nth, answer)?,
        }
    };
    let values = flow::values(cx.state());
    gm::read(cx, &reading, &values, &say);
    if unseen(cx.state()) || !has_player(cx.at(), who) {
        return Ok(say);
    }
    let announced = Scale::of_key(&say.choice).unwrap_or(reading.proposal);
    let words = cx.ask(who, Object { who, reading: announced })?;
    if words.is_empty() {
        return Ok(say);
    }
    let fact = RollFact::Objected { reading: announced, words: words.clone() };
    cx.record(rules::GP_CHECK_08, fact.into());
    let again = crate::question::Reading {
        proposal: announced,
        why: "as it was read before".into(),
        objection: Some(words),
    };
    let last = cx.ask(Seat::GM, again.clone())?;
    gm::read(cx, &again, &values, &last);
    Ok(last)
}

/// What comes of a near success: the GM's call, after a plea if there is one.
pub(crate) fn near(cx: &mut Cx<'_, GutsPlus>, outcome: Scale) -> Flow<Option<Cow<'static, str>>> {
    let tray = tray(cx.state());
    // With a demand nobody knows of it is decided all the same: silence would tell of the demand.
    let unmet = tray.needs.is_some_and(|needs| needs > Scale::Near);
    if outcome != Scale::Near || (unmet && !tray.needs_hidden) {
        return Ok(None);
    }
    // Nobody pleads by instinct.
    if as_proposed(cx) {
        return Ok(Some("cost".into()));
    }
    let (who, what) = (tray.actor().who, tray.what.clone());
    let mut pleaded = !has_player(cx.at(), who);
    loop {
        let question = cx.words(|at| format!("{} nearly made it. What comes of it?", at.state.name(who)));
        let matter = Decide::new(Matter::Near, &what, question)
            .option("cost", "It works with a cost")
            .option("partly", "It partly works")
            .option("not_this_time", "Not this time")
            .who(who);
        let matter = if unmet { matter.about("The demand is not met: nothing is achieved.") } else { matter };
        let matter = led(cx.state(), matter);
        if unseen(cx.state()) {
            decided(cx, &matter, &Say::plain(matter.proposed()));
            return Ok(Some(matter.proposed().to_owned().into()));
        }
        let plea: Option<(Party, Prompt)> = (!pleaded).then(|| (who.into(), Plea { who }.into()));
        match cx.ask_first(Seat::GM, matter.clone(), plea)? {
            First::Main(say) => {
                decided(cx, &matter, &say);
                return Ok(Some(say.choice.into()));
            }
            First::Other { answer, .. } => {
                let words = cx.answer_to::<Plea>(answer)?;
                cx.record(rules::GP_CHECK_06, RollFact::Pleaded { words }.into());
                pleaded = true;
            }
        }
    }
}

/// Step 12: experience for a failed die, learning from a negative impact.
fn learn(cx: &mut Cx<'_, GutsPlus>, outcome: Scale) -> Flow {
    let own = side(cx.state(), 0).clone();
    cx.cite(rules::GP_CHECK_10);
    if own.low {
        growth::gain_xp(cx, own.who, 1, rules::GP_XP_01, "");
    }
    if outcome == Scale::Negative {
        let mut main = own.quality;
        if let Some(added) = own.added {
            let sheet = cx.state().sheet(own.who);
            let question = format!("Which quality of {} learns from it?", sheet.name);
            let matter = Decide::new(Matter::Learns, &tray(cx.state()).what.clone(), question)
                .option("base", sheet.quality_name(own.quality).to_owned())
                .option("other", sheet.quality_name(added).to_owned())
                .who(own.who);
            if decide(cx, matter)?.choice == "other" {
                main = added;
            }
        }
        growth::gain_le(cx, own.who, main, 1, rules::GP_XP_06);
    }
    Ok(())
}

/// It works without dice.
pub(crate) fn works(cx: &mut Cx<'_, GutsPlus>, rule: RuleId) -> Came {
    let tray = tray(cx.state());
    let last = Last {
        who: tray.actor().who,
        what: tray.what.clone(),
        kind: None,
        outcome: Scale::Full,
        dice: Dice::new(),
        bonus: 0,
        differences: SmallVec::new(),
        outcomes: SmallVec::new(),
        achieved: true,
        near: None,
        twist: None,
    };
    cx.record(rule, RollFact::CameOut { last: Arc::new(last) }.into());
    Came {
        outcome: Scale::Full,
        outcomes: smallvec![Scale::Full],
        differences: SmallVec::new(),
        achieved: true,
        gave_up: false,
    }
}

/// A failure without dice: it pays a point for each die not rolled.
fn failed_on_purpose(cx: &mut Cx<'_, GutsPlus>) -> Came {
    let own = side(cx.state(), 0);
    let (who, pool) = (own.who, own.pool);
    growth::gain_xp(cx, who, pool.into(), rules::GP_VOL_02, "");
    let what = tray(cx.state()).what.clone();
    let last = Last {
        who,
        what,
        kind: Some(Rolled::Check),
        outcome: Scale::Failure,
        dice: Dice::new(),
        bonus: 0,
        differences: SmallVec::new(),
        outcomes: SmallVec::new(),
        achieved: false,
        near: None,
        twist: None,
    };
    cx.record(rules::GP_VOL_03, RollFact::CameOut { last: Arc::new(last) }.into());
    Came {
        outcome: Scale::Failure,
        outcomes: SmallVec::new(),
        differences: SmallVec::new(),
        achieved: false,
        gave_up: true,
    }
}
