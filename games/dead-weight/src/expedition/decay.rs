//! Decay: what five turns do to everybody, each for themselves.

use boneyard_content::{RandomRow, Then};
use boneyard_table::{At, Cx, Flow, Group, Who};

use crate::DeadWeight;
use crate::book::{Effect, effects_of};
use crate::fact::{ExpeditionFact, GearFact, HurtFact};
use crate::magic::{Source, effect};
use crate::question::{Choose, Topic};
use crate::roll::next_size;
use crate::rules;
use crate::state::{Affliction, ItemSheet, Place, State};

/// Turns until decay comes over the party.
pub const ROUND: u8 = 5;

/// Everybody rolls, down the party list, if decay has come so far.
pub fn round(cx: &mut Cx<'_, DeadWeight>) -> Flow {
    let rule = rules::DW_TRACK_01;
    while cx.state().expedition.decay >= ROUND {
        let from = cx.state().expedition.decay;
        cx.record(rule, ExpeditionFact::Decay { from, to: from - ROUND }.into());
        let heroes: Vec<Who> = cx.state().heroes().collect();
        for (nth, who) in heroes.iter().enumerate() {
            cx.mark(rule, &heroes[nth..])?;
            cx.within(&heroes[nth..], |cx| roll(cx, *who))?;
        }
    }
    Ok(())
}

/// Somebody rolls decay, unless they are down. It is settled in full.
pub fn roll(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    let rule = rules::DW_TRACK_02;
    if cx.state().live(who).mortal || cx.state().live(who).dead {
        cx.cite(rule);
        return Ok(());
    }
    loop {
        let total = dice(cx, who)?;
        let table = cx.book().tables.get(rules::DW_TABLE_01.as_str());
        let Some(row) = table.and_then(|table| table.row(total.into())) else { return Ok(()) };
        let ails = row.then.iter().find_map(|then| match then {
            Then::Effect(Effect::Affliction(what)) => Some(what.0),
            _ => None,
        });
        match ails.filter(|what| cx.state().live(who).suffers(*what)) {
            Some(what) => {
                let say = cx.ask(who, again(cx.state(), who, what))?;
                let named = Affliction::ALL.into_iter().find(|what| what.name() == say);
                if let Some(what) = named {
                    cx.record(rules::DW_TRACK_04, HurtFact::Afflicted { who, what }.into());
                    return Ok(());
                }
            }
            None => return befalls(cx, who, row),
        }
    }
}

/// Afflicted already: roll again, or another one.
fn again(state: &State, who: Who, what: Affliction) -> Choose {
    let mut words = vec![("reroll", "Roll again")];
    let free = Affliction::ALL.into_iter().filter(|other| !state.live(who).suffers(*other));
    words.extend(free.map(|other| (other.name(), other.name())));
    let question = format!("{} already. Roll again, or which other affliction?", what.name());
    Choose::new(Topic::DecayAgain, question, &words)
}

/// The two dice, which insight may change.
fn dice(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow<u8> {
    let thrown = Group::new(2, 6).named("decay");
    if cx.state().live(who).insight == 0 {
        // Nobody picks one of them: only what they come to matters.
        return cx.dice_read(rules::DW_TRACK_02, who, thrown, |faces| faces.iter().sum());
    }
    let faces = cx.dice(rules::DW_TRACK_02, who, thrown)?;
    let mut dice: [u8; 2] = [faces.first(), faces.iter().nth(1).unwrap_or(1)];
    while cx.state().live(who).insight > 0 {
        dice.sort_unstable();
        let question = format!("Decay {} and {}. Throw again for 1 insight?", dice[0], dice[1]);
        let words = [("keep", "Keep them"), ("low", "The lower"), ("high", "The higher"), ("both", "Both")];
        let again: &[usize] = match cx.ask(who, Choose::new(Topic::DecayDice, question, &words))?.as_str() {
            "low" => &[0],
            "high" => &[1],
            "both" => &[0, 1],
            _ => break,
        };
        let from = cx.state().live(who).insight;
        cx.record(rules::DW_HOUSE_01H, HurtFact::Insight { who, from, to: from - 1 }.into());
        for &nth in again {
            dice[nth] = cx.die(rules::DW_HOUSE_01H, who, 6)?;
        }
    }
    Ok(dice.iter().sum())
}

fn befalls(cx: &mut Cx<'_, DeadWeight>, who: Who, row: &RandomRow<Effect>) -> Flow {
    let rule = rules::DW_TRACK_01;
    cx.cite(rules::DW_TABLE_01);
    cx.record(rule, ExpeditionFact::Decayed { who, what: row.text.trim_end_matches('.').to_owned() }.into());
    let effects = effects_of(row);
    if effects.iter().any(|effect| matches!(effect, Effect::Hook(name) if name == "decay-break")) {
        return breaks(cx, who);
    }
    let source = Source::of(who, rules::DW_TRACK_02);
    cx.within(who, |cx| effect::all(cx, source, &[who], &effects))
}

/// Things that take a slot, in the order of the sheet.
fn slotted(at: At<'_, DeadWeight>, who: Who) -> Vec<u8> {
    let one = at.state.one(who);
    let container =
        |item: &ItemSheet| item.kind.is_some_and(|kind| at.book.containers.get(kind.as_str()).is_some());
    let things = one.sheet.items.iter().zip(&one.live.items).enumerate();
    let there = things.filter(|(_, (item, now))| {
        let worn = now.place == Place::Worn && container(item);
        !matches!(now.place, Place::Gone | Place::Notes) && !worn && item.takes(now.count) > 0
    });
    there.map(|(number, _)| number as u8).collect()
}

/// Chance picks a thing, which breaks or is lost.
fn breaks(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    let rule = rules::DW_TRACK_03;
    let things = slotted(cx.at(), who);
    let sides = [4u8, 6, 8, 10, 12, 20].into_iter().find(|sides| usize::from(*sides) >= things.len());
    let item = match (&things[..], sides) {
        ([], _) => {
            cx.record(rule, HurtFact::Nothing { who, why: "there is nothing to lose".into() }.into());
            return Ok(());
        }
        ([only], _) => *only,
        (_, sides) => loop {
            let face = cx.die(rule, who, sides.unwrap_or(20))?;
            if let Some(item) = things.get(usize::from(face) - 1) {
                break *item;
            }
        },
    };
    let now = cx.state().live(who).items[usize::from(item)];
    let kind = cx.state().sheet(who).items[usize::from(item)].kind;
    let row = kind.and_then(|kind| cx.book().gear.get(kind.as_str()));
    let consumed = row.is_some_and(|row| {
        row.used_up
            || row.stack.is_some()
            || row.liquid
            || row.tag.as_deref() == Some("cook")
            || row.roles.iter().any(|role| role == "camping-supply")
    });
    // A lantern is a tool, whatever it burns.
    let tool = row.is_some_and(|row| row.rest.contains_key("light") && !consumed);
    let fact = if now.die > 0 && !tool {
        GearFact::Die { who, item, from: now.die, to: next_size(now.die) }
    } else if consumed {
        GearFact::Count { who, item, from: now.count, to: now.count.saturating_sub(1) }
    } else {
        GearFact::Broken { who, item, broken: true }
    };
    cx.record(rule, fact.into());
    Ok(())
}
