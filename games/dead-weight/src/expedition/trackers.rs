//! Doom of a site and omens of the party: what moves them, and what comes when they are reached.

use boneyard_table::{Audience, Cx, Flow, Group as Dice, Roll, RuleId, Seat, Who};

use super::{decay, doom_event, lose};
use crate::DeadWeight;
use crate::book::{Effect, effects_of, plain_dice};
use crate::fact::ExpeditionFact;
use crate::roll::omen_readers;
use crate::rules;
use crate::state::{Affliction, Omens, State};

/// One advance of doom where the party is: larger by 1 while somebody is Doomed.
pub fn advance_doom(cx: &mut Cx<'_, DeadWeight>, by: u8, rule: RuleId) {
    let doomed = cx.state().heroes().any(|who| cx.state().live(who).suffers(Affliction::Doomed));
    let more = if doomed {
        cx.cite(rules::DW_AFFL_13);
        by.saturating_add(1)
    } else {
        by
    };
    let Some(site) = cx.state().expedition.at_site() else { return };
    let (from, to) = (site.doom, site.doom.saturating_add(more).min(site.most));
    if from != to {
        cx.cite(rules::DW_TRACK_06);
        cx.cite(rules::DW_GAME_05);
        cx.record_for(Audience::GM, rule, ExpeditionFact::Doom { from, to }.into());
    }
}

/// Takes doom back, never below 0. What has happened stays.
pub fn lower_doom(cx: &mut Cx<'_, DeadWeight>, by: u8, rule: RuleId) {
    let Some(site) = cx.state().expedition.at_site() else { return };
    let (from, to) = (site.doom, site.doom.saturating_sub(by));
    if from != to {
        cx.record_for(Audience::GM, rule, ExpeditionFact::Doom { from, to }.into());
    }
}

/// Lets everything happen that doom has reached, in rising order, each once.
pub fn doom_events(cx: &mut Cx<'_, DeadWeight>) -> Flow {
    loop {
        let Some(site) = cx.state().expedition.at_site() else { return Ok(()) };
        let due = site.events.iter().filter(|event| !event.done && event.at <= site.doom);
        let Some(event) = due.min_by_key(|event| event.at).cloned() else { return Ok(()) };
        doom_event::happens(cx, &event)?;
    }
}

/// The number of the next event of doom.
pub fn next_event(state: &State) -> Option<u8> {
    let site = state.expedition.at_site()?;
    site.events.iter().filter(|event| !event.done && event.at > site.doom).map(|event| event.at).min()
}

/// Omens go up. Full, they come true as soon as there is no fight.
pub fn advance_omens(cx: &mut Cx<'_, DeadWeight>, by: u8, rule: RuleId) -> Flow {
    let from = cx.state().party.omens;
    if from.size == 0 {
        return Ok(());
    }
    let to = Omens { value: from.value.saturating_add(by).min(from.size), ..from };
    omens(cx, from, to, rule);
    if cx.state().battle.is_none() {
        full_omens(cx)?;
    }
    Ok(())
}

/// Takes omens back, never below 0.
pub fn lower_omens(cx: &mut Cx<'_, DeadWeight>, by: u8, rule: RuleId) {
    let from = cx.state().party.omens;
    let to = Omens { value: from.value.saturating_sub(by), ..from };
    if from != to {
        omens(cx, from, to, rule);
    }
}

fn omens(cx: &mut Cx<'_, DeadWeight>, from: Omens, to: Omens, rule: RuleId) {
    let audience = omen_readers(cx.state());
    if audience != Audience::GM {
        cx.cite(rules::DW_TRAIT_07);
    }
    cx.cite(rules::DW_GAME_05);
    cx.record_for(audience, rule, ExpeditionFact::Omens { from, to }.into());
}

/// Rolls how long the track of omens is, in secret.
pub fn size_omens(cx: &mut Cx<'_, DeadWeight>) -> Flow {
    let groups = [Dice::new(2, 6).named("omens")];
    let (rule, by) = (rules::DW_TRACK_07, Seat::GM.into());
    let roll = Roll { rule, by, audience: Audience::GM, groups: &groups, terms: None, alike: None };
    let size = cx.roll_one(&roll)?.iter().sum();
    let from = cx.state().party.omens;
    omens(cx, from, Omens { value: 0, size }, rule);
    Ok(())
}

/// If the track is full an omen comes true, and a new track begins.
pub fn full_omens(cx: &mut Cx<'_, DeadWeight>) -> Flow {
    let Omens { value, size } = cx.state().party.omens;
    if size == 0 || value < size {
        return Ok(());
    }
    // The new track first: the omen itself may move it again.
    size_omens(cx)?;
    let paid = cx.within(0, omen)?;
    if !paid {
        cx.cite(rules::DW_TRACK_08);
        omen(cx)?;
    }
    Ok(())
}

/// One omen. Gives whether it was paid in full.
fn omen(cx: &mut Cx<'_, DeadWeight>) -> Flow<bool> {
    let rule = rules::DW_TRACK_07;
    let face = cx.die(rule, Seat::GM, 6)?;
    let table = cx.book().tables.get(rules::DW_TABLE_02.as_str());
    let Some(row) = table.and_then(|table| table.row(face.into())) else { return Ok(true) };
    cx.cite(rules::DW_TABLE_02);
    cx.record(rule, ExpeditionFact::Omen { what: row.text.trim_end_matches('.').to_owned() }.into());
    let mut paid = true;
    for (nth, effect) in effects_of(row).iter().enumerate() {
        match effect {
            Effect::Lose(lose) => {
                let count = match plain_dice(&lose.count) {
                    Some((1, sides)) => cx.die(rule, Seat::GM, sides)?,
                    _ => lose.count.parse().unwrap_or(1),
                };
                let breaks = lose.how.as_deref() == Some("break");
                paid &= cx.within((nth, count), |cx| lose::party_loses(cx, &lose.role, count, breaks))?;
            }
            Effect::Upon(upon) => {
                let rolls = upon.effects.iter().filter(|effect| matches!(effect, Effect::Table(_))).count();
                for time in 0..rolls {
                    let heroes: Vec<Who> = cx.state().heroes().collect();
                    for who in heroes {
                        cx.within((nth, time, who), |cx| decay::roll(cx, who))?;
                    }
                }
            }
            _ => {}
        }
    }
    Ok(paid)
}
