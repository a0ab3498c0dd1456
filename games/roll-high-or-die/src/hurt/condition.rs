//! Conditions: how they begin and grow, what ends them, and the moments they wait for.

use boneyard_table::moment::{Effect, Moment, Until};
use boneyard_table::{Cx, RuleId, Who};

use super::damage::drop_held;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::body::max_vitality;
use crate::book::{Book, ConditionRow};
use crate::fact::{ConditionFact, FightFact, HurtFact};
use crate::passive;
use crate::state::{Ailment, Condition, Stance, State};

/// The moment at which a Watch ends.
pub const WATCH_ENDS: Moment = Moment::Named(1);

/// A Condition that is to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gain {
    /// Which.
    pub what: Condition,
    /// So many stacks more.
    pub stacks: u8,
    /// Who imposes it.
    pub from: Option<Who>,
    /// The DC to get free.
    pub dc: Option<u8>,
    /// The rule or entry that brings it.
    pub by: RuleId,
}

impl Gain {
    /// One stack of a Condition that nobody imposes.
    pub fn new(what: Condition, by: RuleId) -> Self {
        Self { what, stacks: 1, from: None, dc: None, by }
    }

    /// Imposed by somebody.
    #[must_use]
    pub fn from(mut self, who: Who) -> Self {
        self.from = Some(who);
        self
    }
}

/// The entry of a Condition.
pub fn row_of(book: &Book, condition: Condition) -> Option<&ConditionRow> {
    book.conditions.get(condition.rule().as_str())
}

/// When a Condition that begins now ends by itself.
pub fn until_of(state: &State, book: &Book, who: Who, condition: Condition) -> Until {
    let mut until = Until::ended();
    let Some(row) = row_of(book, condition) else { return until };
    let acting = state.acting() == Some(who);
    for end in &row.ends {
        until = match end.as_str() {
            // The next Turn is the one after this, if it is gained in one's own.
            "turn-end" => until.or(Moment::TurnEnd(who), u16::from(acting)).or(Moment::BattleEnd, 0),
            "turn-start" => until.or(Moment::TurnStart(who), 0).or(Moment::BattleEnd, 0),
            "encounter" => until.or(Moment::BattleEnd, 0),
            "day" => until.or(Moment::DayStart, 0),
            "next-watch" | "watch-dry" => until.or(WATCH_ENDS, 1),
            _ => until,
        };
    }
    until
}

/// A Condition begins or grows, with what comes with it. Gives whether it did.
pub fn gain(cx: &mut Cx<'_, RollHighOrDie>, who: Who, gain: Gain) -> bool {
    let (state, book) = (cx.state(), cx.book());
    if state.live(who).dead {
        return false;
    }
    if let Some(rule) = passive::immune(state, book, who, gain.what) {
        cx.cite(rule);
        return false;
    }
    if gain.what == Condition::Inspired && state.live(who).is(Condition::Deafened) {
        cx.cite(Condition::Deafened.rule());
        return false;
    }
    let from = if gain.what.is_per_source() { gain.from } else { None };
    let same = |known: &&Effect<Ailment>| known.what.what == gain.what && known.what.from == from;
    let before = state.live(who).conditions.iter().find(same).map_or(0, |known| known.what.stacks);
    let most = gain.what.most();
    let stacks = if most == 1 { 1 } else { before.saturating_add(gain.stacks).min(most) };
    let until = until_of(state, book, who, gain.what);
    let ailment = Ailment { what: gain.what, stacks, from, dc: gain.dc, by: gain.by };
    cx.cite(gain.what.rule());
    record(cx, gain.by, ConditionFact::Gains { who, ailment, until }.into());
    match gain.what {
        Condition::Unconscious => {
            lie_down(cx, who, Condition::Unconscious.rule());
            drop_held(cx, who, Condition::Unconscious.rule());
            source_gone(cx, who);
        }
        Condition::Exhausted if stacks >= 6 && !cx.state().live(who).is(Condition::Unconscious) => {
            self::gain(cx, who, Gain::new(Condition::Unconscious, Condition::Exhausted.rule()));
        }
        Condition::Chilled if before < 5 && stacks == 5 => {
            self::gain(cx, who, Gain::new(Condition::Exhausted, Condition::Chilled.rule()));
        }
        Condition::Starving => {
            let most = max_vitality(cx.state(), cx.book(), who);
            let now = cx.state().live(who).vitality;
            if now > most {
                let fact = HurtFact::Lost { who, amount: now - most, to: most };
                record(cx, Condition::Starving.rule(), fact.into());
            }
        }
        _ => {}
    }
    true
}

/// Somebody goes Prone; in deep water there is no ground to lie on.
pub fn lie_down(cx: &mut Cx<'_, RollHighOrDie>, who: Who, rule: RuleId) {
    let afloat = passive::afloat(cx.state(), cx.book(), who);
    if cx.state().live(who).stance != Stance::Prone && afloat.is_none() {
        record(cx, rule, FightFact::Stance { who, to: Stance::Prone }.into());
    }
    if let Some(water) = afloat {
        cx.cite(water);
    }
}

/// Stacks of a Condition are resolved; all of them if nothing is said.
pub fn ease(cx: &mut Cx<'_, RollHighOrDie>, who: Who, what: Condition, stacks: Option<u8>, rule: RuleId) {
    let known = cx.state().live(who).conditions.iter().find(|known| known.what.what == what).cloned();
    let Some(known) = known else { return };
    let left = stacks.map_or(0, |stacks| known.what.stacks.saturating_sub(stacks));
    if left == 0 {
        record(cx, rule, ConditionFact::Ends { who, id: known.id, ailment: known.what }.into());
    } else {
        let ailment = Ailment { stacks: left, ..known.what };
        record(cx, rule, ConditionFact::Eases { who, id: known.id, ailment }.into());
    }
    if what == Condition::Exhausted && left < 6 {
        end_conditions(cx, who, rule, |ailment| {
            ailment.what == Condition::Unconscious && ailment.by == Condition::Exhausted.rule()
        });
    }
}

/// Everything on somebody that fits is over.
pub fn end_conditions(
    cx: &mut Cx<'_, RollHighOrDie>,
    who: Who,
    rule: RuleId,
    fits: impl Fn(&Ailment) -> bool,
) {
    let all = cx.state().live(who).conditions.iter().filter(|known| fits(&known.what));
    let over: Vec<(u32, Ailment)> = all.map(|known| (known.id, known.what.clone())).collect();
    for (id, ailment) in over {
        record(cx, rule, ConditionFact::Ends { who, id, ailment }.into());
    }
}

/// A moment comes: what waits for it ends, on everybody, the oldest first.
pub fn moment_passes(cx: &mut Cx<'_, RollHighOrDie>, moment: Moment) {
    for who in cx.state().everybody() {
        let waits =
            |known: &Effect<Ailment>| known.until.moments.iter().any(|wait| moment.meets(wait.moment));
        let conditions = &cx.state().live(who).conditions;
        if !conditions.iter().any(waits) {
            continue;
        }
        let over: Vec<(u32, Ailment)> =
            conditions.due(moment).map(|known| (known.id, known.what.clone())).collect();
        for (id, ailment) in over {
            cx.cite(ailment.what.rule());
            record(cx, crate::rules::RH_STATE_02, ConditionFact::Ends { who, id, ailment }.into());
        }
        if cx.state().live(who).conditions.iter().any(waits) {
            record(cx, crate::rules::RH_STATE_02, ConditionFact::Passed { who, moment }.into());
        }
    }
}

/// Somebody can hold and engage nobody any more.
pub fn source_gone(cx: &mut Cx<'_, RollHighOrDie>, source: Who) {
    for who in cx.state().everybody() {
        end_conditions(cx, who, crate::rules::RH_STATE_04, |ailment| {
            ailment.from == Some(source) && matches!(ailment.what, Condition::Engaged | Condition::Grappled)
        });
    }
}
