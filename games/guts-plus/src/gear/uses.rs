//! Things that do something: the potion is drunk, the gloves lend a die, the staff poisons, dagger
//! and amulet let dice be thrown again.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Group, Refusal, RuleId, Seat, Who, deed};
use serde_json::Value;

use super::handle::{find, spends, things};
use crate::GutsPlus;
use crate::book::Book;
use crate::fact::{FightFact, GearFact, HealthFact, RollFact};
use crate::form;
use crate::health::{Ailment, inflict, settle};
use crate::question::Reroll;
use crate::roll::able;
use crate::rules;
use crate::state::{Part, Rolled, Scale, State, Turn};

/// Whether a thing of this name heals the one who drinks it.
pub fn heals(book: &Book, name: &str) -> bool {
    let Some(row) = book.gear.named(name) else { return false };
    let uses = row.rest.get("uses").and_then(Value::as_array).into_iter().flatten();
    let mut effects = uses.filter_map(|used| used.get("effects")?.as_array()).flatten();
    effects.any(|effect| effect.get("heal").is_some())
}

deed! {
    /// Drinks something that heals an injury; in a fight it is the passive action.
    pub struct Drink(form: GutsPlus) {
        who: Who = form.actor()?,
        /// What.
        thing: String = {
            let (state, book) = (form.state, form.book);
            let drinks = things(state, who, |sheet, _| heals(book, &sheet.name));
            let hurt = !hurts(state, who).is_empty();
            form.only_if(hurt && !drinks.is_empty())?;
            form.one_of("thing", "What", drinks)?
        },
        /// Which part is to heal.
        part: String = form.one_of("part", "For which injury", hurts(form.state, who))?,
    }
}

/// The parts of somebody's body with injuries that could heal.
fn hurts(state: &State, who: Who) -> Vec<(String, String)> {
    form::parts_of(state, who, |nth| {
        let part = state.live(who).parts[usize::from(nth)];
        part.lines > 0 && !part.lost
    })
}

impl Deed<GutsPlus> for Drink {
    const CARD: Card = Card::acting("Drink something that heals", "Things").rule(rules::GP_HOUSE_05H);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (rule, Self { who, thing, part }) = (rules::GP_HOUSE_05H, self);
        able(may, *who)?;
        let item = find(may, *who, thing)?;
        let one = may.state.one(*who);
        let name = &one.sheet.items[usize::from(item)].name;
        may.not_if(!heals(may.book, name), || {
            Refusal::new(rule, "no-drink", format!("Drinking the {name} heals nothing."))
        })?;
        let Some(nth) = one.sheet.part(part) else {
            let sentence = || format!("There is no {part} on the chart.");
            return may.no(|| Refusal::new(rules::GP_HLTH_01H, "no-part", sentence()));
        };
        let from = one.live.parts[usize::from(nth)];
        may.not_if(from.lines == 0 || from.lost, || {
            Refusal::new(rule, "not-hurt", format!("The {part} has no injury that could be healed."))
        })?;
        let own = may.state.battle.as_ref().is_some_and(|battle| battle.turn == Some(*who));
        may.not_if(may.state.fights(*who) && (!own || one.live.turn.passive), || {
            let sentence = "Drinking takes the passive action of one's own turn.";
            Refusal::new(rules::GP_COMB_04, "no-action", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, by: Seat) -> Flow {
        let who = self.who;
        let item = find(May::quiet(cx.at(), by), who, &self.thing)?;
        let Some(part) = cx.state().sheet(who).part(&self.part) else { return Ok(()) };
        let name = cx.state().sheet(who).items[usize::from(item)].name.clone();
        if cx.state().fights(who) {
            let turn = Turn { passive: true, ..cx.state().live(who).turn };
            let what = format!("drinks the {name}");
            cx.record(rules::GP_COMB_11, FightFact::Did { who, turn, what }.into());
        }
        if let Some(row) = cx.book().gear.named(&name) {
            cx.cite(row.id);
        }
        spends(cx, rules::GP_HOUSE_05H, who, item, 1);
        let from = cx.state().live(who).parts[usize::from(part)];
        let to = Part { lines: from.lines - 1, healed: 0, treated: None, ..from };
        cx.record(rules::GP_HOUSE_05H, HealthFact::Part { who, part, from, to }.into());
        settle(cx, who, None)
    }
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

/// The thing that lets somebody throw again now, if one does: its entry, its name, all dice or one.
fn rerolls_with(cx: &Cx<'_, GutsPlus>, nth: u8) -> Option<(RuleId, String, bool)> {
    let state = cx.state();
    let tray = state.tray.as_ref()?;
    let who = tray.sides[usize::from(nth)].who;
    // The one who is attacked and the one who goes first has nothing to throw again with.
    if tray.kind == Rolled::Order || tray.kind == Rolled::Contest && nth != 0 {
        return None;
    }
    let one = state.one(who);
    let things = one.sheet.items.iter().zip(&one.live.items).filter(|(_, item)| !item.gone && item.count > 0);
    things.into_iter().find_map(|(sheet, item)| {
        let (row, whole) = cx.book().lets_reroll(&sheet.name)?;
        let used = row.rest.get("uses")?.as_array()?.first()?;
        let attack = format!("attack with {}", row.name).to_lowercase();
        let fits = match whole {
            true => tray.kind == Rolled::Check && item.worn,
            false => tray.kind == Rolled::Contest && nth == 0 && tray.what.to_lowercase() == attack,
        };
        let known = state.used.iter().find(|known| known.who == who && known.thing == row.id);
        let spent = known.is_some_and(|known| match used.get("once").and_then(Value::as_str) {
            Some("session") => known.session == state.session,
            _ => known.scene == state.scene,
        });
        (fits && !spent).then(|| (row.id, row.name.clone(), whole))
    })
}

/// Step 5 of a roll: a thing lets its owner throw again; the new faces are the natural ones.
pub fn rerolls(cx: &mut Cx<'_, GutsPlus>, nth: u8) -> Flow {
    let Some((id, thing, whole)) = rerolls_with(cx, nth) else { return Ok(()) };
    let Some(side) = cx.state().tray.as_ref().and_then(|tray| tray.sides.get(usize::from(nth))) else {
        return Ok(());
    };
    let (who, mut dice) = (side.who, side.dice.clone());
    let said = cx.ask(who, Reroll { who, thing, dice: dice.to_vec(), whole })?;
    if said == 0 {
        return Ok(());
    }
    let (session, scene) = (cx.state().session, cx.state().scene);
    cx.record(id, GearFact::Used { who, thing: id, session, scene }.into());
    let count = if whole { dice.len() as u8 } else { 1 };
    let fell = cx.dice(rules::GP_HOUSE_05H, who, Group::new(count, 6).named("again"))?;
    if whole {
        dice.clear();
    } else if let Some(at) = dice.iter().position(|die| *die == said) {
        dice.remove(at);
    }
    dice.extend(fell.iter());
    dice.sort_unstable();
    let low = dice.iter().any(|die| *die <= 2);
    let sum = dice.iter().map(|die| u16::from(*die)).sum();
    cx.record(rules::GP_HOUSE_05H, RollFact::Fell { side: nth, who, dice, low, sum }.into());
    cx.mark(rules::GP_HOUSE_05H, nth)
}

/// Somebody was struck with a thing: what it brings with Full success or better.
pub fn struck(cx: &mut Cx<'_, GutsPlus>, target: Who, thing: &str, outcome: Scale) -> Flow {
    if outcome < Scale::Full {
        return Ok(());
    }
    let Some(row) = cx.book().gear.named(thing) else { return Ok(()) };
    let triggers = row.rest.get("triggers").and_then(Value::as_array).into_iter().flatten();
    let effects = triggers.filter_map(|one| one.get("effects")?.as_array()).flatten();
    let names: Vec<String> = effects
        .filter_map(|effect| effect.get("condition")?.get("is")?.as_str().map(str::to_owned))
        .collect();
    for name in names {
        cx.cite(row.id);
        cx.cite(rules::GP_HOUSE_05H);
        inflict(cx, target, &Ailment::named(&name, thing))?;
    }
    Ok(())
}
