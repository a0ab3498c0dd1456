//! Aid, Hide and Detect.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Audience, Cx, Flow, Pilot, Refusal, Seat, Who, deed};

use super::grapple::may_beside;
use super::legal::{may_act, pay};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::check::{Against, Throw, check, skill_sums, throw};
use crate::fact::CheckFact;
use crate::house::DetectRevealsAllies;
use crate::hurt::{Gain, end_conditions, gain};
use crate::passive::{self, Situation};
use crate::picks::{fighting, target};
use crate::question::SaysLearned;
use crate::rules;
use crate::sight;
use crate::state::{Condition, Regard, Skill, State};

deed! {
    /// Aid.
    #[serde(deny_unknown_fields)]
    pub struct Aid(form: RollHighOrDie) {
        /// Who.
        who: Who = fighting(form)?,
        /// Whom.
        target: Who = target(form, who)?,
    }
}

deed! {
    /// Hide.
    #[serde(deny_unknown_fields)]
    pub struct Hide(form: RollHighOrDie) {
        /// Who.
        who: Who = fighting(form)?,
    }
}

deed! {
    /// Detect.
    #[serde(deny_unknown_fields)]
    pub struct Detect(form: RollHighOrDie) {
        /// Who.
        who: Who = fighting(form)?,
    }
}

/// What a Hide must reach.
const HIDDEN: i16 = 14;

impl Deed<RollHighOrDie> for Aid {
    const CARD: Card =
        Card::acting("Aid", "Encounter").rule(rules::RH_ACT_05).cost(2, "AP").odds().pilot(Pilot::Fight);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        may_act(may, self.who, 2, "aid")?;
        may_beside(may, self.who, self.target, rules::RH_ACT_05)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let rule = rules::RH_ACT_05;
        pay(cx, self.who, 2, rule);
        cx.cite(rules::RH_LOS_03);
        gain(cx, self.target, Gain::new(Condition::Aided, rule).from(self.who));
        Ok(())
    }
}

impl Deed<RollHighOrDie> for Hide {
    const CARD: Card =
        Card::acting("Hide", "Encounter").rule(rules::RH_ACT_06).cost(2, "AP").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        may_act(may, self.who, 2, "hide")?;
        may.not_if(may.state.live(self.who).is(Condition::Hidden), || {
            let sentence = format!("{} is Hidden already.", may.state.name(self.who));
            Refusal::new(rules::RH_ACT_06, "hidden", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let (who, rule) = (self.who, rules::RH_ACT_06);
        pay(cx, who, 2, rule);
        let seen = is_seen(cx.state(), cx.book(), who);
        hides(cx, who, seen, rule)
    }
}

/// Whether anybody who considers somebody hostile has them in sight.
pub fn is_seen(state: &State, book: &crate::book::Book, who: Who) -> bool {
    state.here().any(|other| {
        state.hostile(other, who) && super::able(state, other).is_ok() && sight::sees(state, book, other, who)
    })
}

/// The Stealth check of a Hide.
pub fn hides(cx: &mut Cx<'_, RollHighOrDie>, who: Who, seen: bool, rule: boneyard_table::RuleId) -> Flow {
    let mut sums = skill_sums(cx.state(), cx.book(), who, Skill::Stealth, &[]);
    if seen {
        sums.edge("In sight", false, rules::RH_ACT_06);
    }
    let own = Throw::new(who, "Stealth", sums, rule);
    if cx.within(who, |cx| check(cx, own, Against { dc: HIDDEN, hidden: false }))? {
        gain(cx, who, Gain::new(Condition::Hidden, rule));
    }
    Ok(())
}

impl Deed<RollHighOrDie> for Detect {
    const CARD: Card =
        Card::acting("Detect", "Encounter").rule(rules::RH_ACT_07).cost(1, "AP").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        may_act(may, self.who, 1, "detect")
    }

    /// The Referee says what is learned, and everybody Hidden near enough is tested.
    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let (who, rule) = (self.who, rules::RH_ACT_07);
        let total = looks(cx, who, rule)?;
        let text = cx.within((who, total), |cx| cx.ask(Seat::GM, SaysLearned { who, total }))?;
        if !text.trim().is_empty() {
            record(cx, rule, CheckFact::Learned { who, text }.into());
        }
        Ok(())
    }
}

/// Somebody of the Referee's Detects as they are set to: nobody has to be told what is learned.
pub fn looks_around(cx: &mut Cx<'_, RollHighOrDie>, who: Who, rule: boneyard_table::RuleId) -> Flow {
    cx.cite(rules::RH_ACT_07);
    looks(cx, who, rule).map(drop)
}

/// The Perception check of a Detect, and the Stealth of everybody Hidden near enough.
fn looks(cx: &mut Cx<'_, RollHighOrDie>, who: Who, rule: boneyard_table::RuleId) -> Flow<i16> {
    pay(cx, who, 1, rule);
    let sums = skill_sums(cx.state(), cx.book(), who, Skill::Perception, &[]);
    let thrown = throw(cx, Throw::new(who, "Perception", sums, rule))?;
    let total = thrown.total;
    record(cx, rule, CheckFact::CameOut(crate::state::Last { outcome: "detect".into(), total }).into());
    let reach = passive::number(cx.state(), cx.book(), who, "detect", 30, Situation::default());
    passive::cite(cx, who, "detect", Situation::default());
    crate::trap::notice(cx, who, total, u16::try_from(reach).unwrap_or(30));
    for other in tested(cx.state(), cx.book(), who) {
        let sums = skill_sums(cx.state(), cx.book(), other, Skill::Stealth, &[]);
        let bonus = sums.total();
        let reads = |face: u8| u32::from(i16::from(face) + bonus >= total);
        // Those who are looked for and found are told of; those who are not give nothing away.
        let own = Throw {
            audience: Some(Audience::GM),
            reads: Some(&reads),
            ..Throw::new(other, "Stealth", sums, rule)
        };
        let hid = cx.within((who, total, other), |cx| throw(cx, own))?;
        if hid.total < total {
            end_conditions(cx, other, rule, |ailment| ailment.what == Condition::Hidden);
        }
    }
    Ok(total)
}

/// The Hidden creatures a Detect tests, in Turn Order.
fn tested(state: &State, book: &crate::book::Book, who: Who) -> Vec<Who> {
    let reach = passive::number(state, book, who, "detect", 30, Situation::default());
    let reach = u16::try_from(reach).unwrap_or(30);
    let allies = state.house.detect_reveals_allies == DetectRevealsAllies::On;
    let order =
        state.encounter.iter().flat_map(|encounter| encounter.order.places().iter().map(|place| place.who));
    order
        .filter(|other| {
            *other != who
                && state.live(*other).is(Condition::Hidden)
                && !state.live(*other).dead
                && sight::distance(state, who, *other) <= reach
                && (allies || state.regard(who, *other) != Regard::Ally)
        })
        .collect()
}
