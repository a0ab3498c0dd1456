//! Effects on a body: wounds, fatigue, what ails somebody and what ends it, states such as blindness.

use boneyard_content::Amount;
use boneyard_table::{At, Cx, Flow, RuleId, Who};

use super::{Source, small};
use crate::DeadWeight;
use crate::book::StateIs;
use crate::fact::MagicFact;
use crate::hurt::{self, Hit, Strike};
use crate::question::{EndWhich, RecoverWhere};
use crate::rules;
use crate::state::{Affliction, Attribute, Lasting, Span};

pub(super) fn wounds(
    cx: &mut Cx<'_, DeadWeight>,
    source: Source<'_>,
    target: Who,
    amount: &Amount<String>,
) -> Flow {
    let Source { by, rule, .. } = source;
    let wounds = match amount.dice.as_str() {
        "taken" => {
            let row = cx.book().prayers.get(rule.as_str());
            cx.state().live(target).hits.min(row.and_then(|row| row.most_wounds).unwrap_or(u8::MAX))
        }
        _ => small(cx, amount, by, rule)?,
    };
    if amount.is("each-attribute") {
        return each(cx, source, target);
    }
    let fixed = amount.is("unreducible");
    let (armor, raw) =
        (!(amount.is("P") || amount.is("PR") || fixed), amount.is("R") || amount.is("PR") || fixed);
    if wounds == 0 {
        return Ok(());
    }
    if cx.state().sheet(target).is_hero() {
        let hit = Hit { who: target, wounds, armor, toughen: !raw, non_lethal: false, rule };
        return hurt::take(cx, hit).map(|_| ());
    }
    let strike =
        Strike { who: target, wounds, armor, resistance: !raw, non_lethal: false, at_most: None, rule };
    hurt::strike(cx, strike).map(|_| ())
}

/// A wound on each attribute: those that fit first, the rest wherever there is room.
fn each(cx: &mut Cx<'_, DeadWeight>, source: Source<'_>, target: Who) -> Flow {
    let (fits, rest): (Vec<_>, Vec<_>) =
        Attribute::ALL.into_iter().partition(|attribute| cx.state().one(target).room(*attribute) > 0);
    for (nth, attribute) in fits.into_iter().chain(rest).enumerate() {
        if cx.state().live(target).mortal || cx.state().live(target).dead {
            break;
        }
        cx.within((source, target, nth), |cx| hurt::place_at(cx, target, attribute, source.rule))?;
    }
    Ok(())
}

pub(super) fn fatigue(
    cx: &mut Cx<'_, DeadWeight>,
    source: Source<'_>,
    target: Who,
    amount: &Amount<String>,
) -> Flow {
    let count = small(cx, amount, source.by, source.rule)?;
    let attribute = Attribute::ALL.into_iter().find(|attribute| amount.is(attribute.name()));
    for left in 0..count {
        cx.within((source, target, left), |cx| match attribute {
            Some(attribute) => hurt::tire(cx, target, attribute, source.rule),
            None => hurt::tire_chosen(cx, target, source.rule),
        })?;
    }
    Ok(())
}

/// All fatigue goes, everywhere or on one attribute that is tired.
pub(super) fn recover(
    cx: &mut Cx<'_, DeadWeight>,
    target: Who,
    amount: &Amount<String>,
    rule: RuleId,
) -> Flow {
    if amount.is("each-attribute") {
        hurt::recover_each(cx, target, u8::MAX, rule);
        return Ok(());
    }
    let tired = cx.state().live(target).fatigue.each().filter(|(_, marks)| *marks > 0);
    let attribute = match tired.map(|(attribute, _)| attribute).collect::<Vec<_>>()[..] {
        [] => return Ok(()),
        [one] => one,
        _ => cx.ask(target, RecoverWhere { who: target })?,
    };
    hurt::recover(cx, target, attribute, u8::MAX, rule);
    Ok(())
}

/// Blindness for so many turns, or faces that stay.
pub(super) fn state(cx: &mut Cx<'_, DeadWeight>, source: Source<'_>, target: Who, state: &StateIs) {
    let (id, ends) = match state.is.as_str() {
        "blind" => (rules::DW_STATE_02H, Span::Turns),
        _ => (rules::DW_STATE_03H, Span::Lasting),
    };
    let turns = state.until.as_deref().and_then(|until| until.split(' ').next()?.parse().ok());
    let lasting = Lasting { by: id, from: Some(source.by), amount: turns.unwrap_or(0), ends };
    cx.cite(id);
    cx.record(rules::DW_HOUSE_24H, MagicFact::Lasts { who: target, lasting }.into());
}

/// Ends an affliction or a state by its name.
pub fn end(cx: &mut Cx<'_, DeadWeight>, who: Who, name: &str, rule: RuleId) {
    for what in Affliction::ALL {
        if name == "all" || what.name() == name {
            hurt::cured(cx, who, what, rule);
        }
    }
    let state = match name {
        "blind" => Some(rules::DW_STATE_02H),
        "demon faces" => Some(rules::DW_STATE_03H),
        _ => None,
    };
    if let Some(lasting) = state.and_then(|id| cx.state().live(who).under(id).copied()) {
        cx.record(rule, MagicFact::Over { who, lasting }.into());
    }
}

/// Whether something of this name ails somebody.
pub fn ails(at: At<'_, DeadWeight>, who: Who, name: &str) -> bool {
    let live = at.state.live(who);
    live.afflictions.iter().any(|what| what.name() == name)
        || (name == "demon faces" && live.under(rules::DW_STATE_03H).is_some())
}

pub(super) fn end_one(
    cx: &mut Cx<'_, DeadWeight>,
    source: Source<'_>,
    target: Who,
    names: &[String],
) -> Flow {
    let there: Vec<String> = names.iter().filter(|name| ails(cx.at(), target, name)).cloned().collect();
    let name = match &there[..] {
        [] => return Ok(()),
        [one] => one.clone(),
        _ => cx.ask(source.by, EndWhich { who: target, rule: source.rule, among: there })?,
    };
    end(cx, target, &name, source.rule);
    Ok(())
}
