//! Things that do something: the potion is drunk, the gloves lend a die, the staff poisons.

use boneyard_table::{Cx, Flow, Refusal, Who, refuse};
use serde_json::Value;

use super::handle::{find, spends};
use crate::GutsPlus;
use crate::fact::{FightFact, HealthFact, RollFact};
use crate::health::{Given, inflict, settle};
use crate::rules;
use crate::state::{Part, Rolled, Scale, Turn};

fn no<T>(code: &str, sentence: impl Into<String>) -> Flow<T> {
    refuse(Refusal::new(rules::GP_HOUSE_05H, code, sentence))
}

/// Drinks something that heals an injury; in a fight it is the passive action.
pub fn drink(cx: &mut Cx<'_, GutsPlus>, who: Who, thing: &str, part: &str) -> Flow {
    crate::roll::able(cx.state(), who)?;
    let item = find(cx.state(), who, thing)?;
    let book = cx.book();
    let name = cx.state().sheet(who).items[usize::from(item)].name.clone();
    let heals = |row: &crate::book::GearRow| {
        let uses = row.rest.get("uses").and_then(Value::as_array).into_iter().flatten();
        let mut effects = uses.filter_map(|used| used.get("effects")?.as_array()).flatten();
        effects.any(|effect| effect.get("heal").is_some())
    };
    let Some(row) = book.gear.named(&name).filter(|row| heals(row)) else {
        return no("no-drink", format!("Drinking the {name} heals nothing."));
    };
    let Some(nth) = cx.state().sheet(who).part(part) else {
        return refuse(Refusal::new(
            rules::GP_HLTH_01H,
            "no-part",
            format!("There is no {part} on the chart."),
        ));
    };
    let from = cx.state().live(who).parts[usize::from(nth)];
    if from.lines == 0 || from.lost {
        return no("not-hurt", format!("The {part} has no injury that could be healed."));
    }
    let turn = cx.state().live(who).turn;
    if cx.state().fights(who) {
        if cx.state().battle.as_ref().is_none_or(|battle| battle.turn != Some(who)) || turn.passive {
            let sentence = "Drinking takes the passive action of one's own turn.";
            return refuse(Refusal::new(rules::GP_COMB_04, "no-action", sentence));
        }
        let turn = Turn { passive: true, ..turn };
        cx.record(rules::GP_COMB_11, FightFact::Did { who, turn, what: format!("drinks the {name}") }.into());
    }
    cx.cite(row.id);
    spends(cx, rules::GP_HOUSE_05H, who, item, 1);
    let to = Part { lines: from.lines - 1, healed: 0, treated: None, ..from };
    cx.record(rules::GP_HOUSE_05H, HealthFact::Part { who, part: nth, from, to }.into());
    settle(cx, who, None)
}

/// Before a check: what is worn lends a die to it, where the tag of the action fits.
pub fn helps(cx: &mut Cx<'_, GutsPlus>, nth: u8) {
    let Some(tray) = cx.state().tray.as_ref().filter(|tray| tray.kind == Rolled::Check) else { return };
    let side = &tray.sides[usize::from(nth)];
    let (who, what, before) = (side.who, tray.what.to_lowercase(), side.more);
    let one = cx.state().one(who);
    let book = cx.book();
    let worn = one.sheet.items.iter().zip(&one.live.items).filter(|(_, item)| item.worn && !item.gone);
    let found = worn.filter_map(|(sheet, _)| book.gear.named(&sheet.name)).find_map(|row| {
        let effects = row.rest.get("passive").and_then(Value::as_array)?;
        let fits = |effect: &&Value| {
            let on = effect.get("dice").and_then(|dice| dice.get("on")).and_then(Value::as_str);
            on.is_some_and(|on| what.contains(on))
        };
        let effect = effects.iter().find(fits)?;
        let amount = effect.get("dice")?.get("amount")?.get("dice")?.as_str()?.parse::<i8>().ok()?;
        Some((row.id, amount))
    });
    if let Some((id, amount)) = found {
        cx.cite(id);
        let more = before.saturating_add(amount);
        cx.record(rules::GP_HOUSE_05H, RollFact::More { side: nth, more }.into());
    }
}

/// Somebody was struck with a thing: what it brings with Full success or better.
pub fn struck(cx: &mut Cx<'_, GutsPlus>, target: Who, thing: &str, outcome: Scale) -> Flow {
    let Some(row) = cx.book().gear.named(thing).filter(|_| outcome >= Scale::Full) else { return Ok(()) };
    let triggers = row.rest.get("triggers").and_then(Value::as_array).into_iter().flatten();
    let effects = triggers.filter_map(|one| one.get("effects")?.as_array()).flatten();
    let names: Vec<String> = effects
        .filter_map(|effect| effect.get("condition")?.get("is")?.as_str().map(str::to_owned))
        .collect();
    for name in names {
        cx.cite(row.id);
        cx.cite(rules::GP_HOUSE_05H);
        inflict(cx, target, &Given::named(&name, thing))?;
    }
    Ok(())
}
