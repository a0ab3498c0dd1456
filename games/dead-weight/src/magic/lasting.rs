//! What powers do while they last: the questions that fights and rolls ask of them.

use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Seat, Who};

use super::effect::{self, Source};
use crate::DeadWeight;
use crate::book::{Arm, Book, Effect, Passive, PowerRow, PowerTrigger, formula};
use crate::combat::{self, Arms, able, close, fighters, hostile};
use crate::fact::{Effort, FightFact, MagicFact};
use crate::hurt::{self, Strike};
use crate::roll;
use crate::rules;
use crate::state::{Lasting, Span, State};

/// The power something lasting comes from.
fn power(book: &Book, by: RuleId) -> Option<&PowerRow> {
    book.spells.get(by.as_str()).or_else(|| book.prayers.get(by.as_str()))
}

/// Powers that last on somebody, with what they have come to.
fn on<'a>(at: At<'a, DeadWeight>, who: Who) -> impl Iterator<Item = (Lasting, &'a PowerRow)> + 'a {
    let all = at.state.live(who).lasting.iter();
    all.filter_map(move |lasting| Some((*lasting, power(at.book, lasting.by)?)))
}

fn passives(row: &PowerRow) -> impl Iterator<Item = (&Passive, bool)> {
    row.all_effects().filter_map(|effect| match effect {
        Effect::Grant(grant) => grant.passive.as_ref().map(|passive| (passive, grant.to.is_some())),
        _ => None,
    })
}

fn triggers<'a>(row: &'a PowerRow, when: &'static str) -> impl Iterator<Item = &'a PowerTrigger> {
    row.all_effects().filter_map(move |effect| match effect {
        Effect::Grant(grant) => grant.trigger.as_ref().filter(|trigger| trigger.when == when),
        _ => None,
    })
}

fn advantage(passive: &Passive, kind: &str) -> u8 {
    match passive {
        Passive::Advantage(edge) if edge.on == kind => edge.count,
        _ => 0,
    }
}

/// Advantages skills and traits give on a kind of roll; of a skill and its advanced form there is one.
pub fn named_edges(at: At<'_, DeadWeight>, who: Who, kind: &str) -> u8 {
    let own = &at.state.sheet(who).hero;
    let rows = own.skills.iter().filter_map(|id| at.book.skills.get(id.as_str()));
    let traits = own.traits.iter().filter_map(|id| at.book.traits.get(id.as_str()));
    let each = rows.chain(traits).flat_map(|row| &row.passive);
    each.map(|passive| advantage(passive, kind)).fold(0, u8::saturating_add)
}

/// Whether a power lets somebody do this: `leave-untested`, `walk-on-walls`, `all-languages`. The power, if so.
pub fn allows(at: At<'_, DeadWeight>, who: Who, what: &str) -> Option<RuleId> {
    let lets = |row: &PowerRow| {
        passives(row).any(|(passive, _)| matches!(passive, Passive::Allow(known) if known == what))
    };
    on(at, who).find(|(_, row)| lets(row)).map(|(lasting, _)| lasting.by)
}

/// What powers do for the party's next sneaking: advantages, and whether it is a check. It is spent by it.
pub fn sneaking(cx: &mut Cx<'_, DeadWeight>, who: Who) -> (u8, bool) {
    let veils: Vec<(RuleId, u8)> = on(cx.at(), who)
        .filter(|(_, row)| passives(row).any(|(passive, _)| *passive == Passive::AsCheck("sneak".into())))
        .map(|(lasting, row)| {
            (lasting.by, passives(row).map(|(passive, _)| advantage(passive, "sneak")).sum())
        })
        .collect();
    for (by, _) in &veils {
        over_for_all(cx, *by);
    }
    (veils.iter().map(|(_, count)| *count).sum(), !veils.is_empty())
}

/// Ambush dice that powers take off this camp. They are spent by it.
pub fn sanctuary(cx: &mut Cx<'_, DeadWeight>) -> i8 {
    let campers: Vec<Who> = cx.state().heroes().collect();
    let mut known: Vec<(RuleId, i32)> = Vec::new();
    for who in campers {
        for (lasting, row) in on(cx.at(), who) {
            let dice = passives(row).map(|(passive, _)| match passive {
                Passive::Adjust(adjust) if adjust.on == "ambush" => {
                    formula(&adjust.amount.dice).map_or(0, |read| read.plus)
                }
                _ => 0,
            });
            let dice: i32 = dice.sum();
            if dice != 0 && known.iter().all(|(by, _)| *by != lasting.by) {
                known.push((lasting.by, dice));
            }
        }
    }
    known.iter().for_each(|(by, _)| over_for_all(cx, *by));
    known.iter().map(|(_, dice)| i8::try_from(*dice).unwrap_or(0)).sum()
}

fn over_for_all(cx: &mut Cx<'_, DeadWeight>, by: RuleId) {
    let heroes: Vec<Who> = cx.state().heroes().collect();
    for who in heroes {
        if let Some(lasting) = cx.state().live(who).under(by).copied() {
            cx.record(by, MagicFact::Over { who, lasting }.into());
        }
    }
}

/// What was done to a weapon beforehand, for one hit with it: wounds more, and whether toughness and
/// resistance are no help. It is spent by it.
pub fn sharpened(cx: &mut Cx<'_, DeadWeight>, who: Who, item: Option<u8>) -> (u8, bool) {
    if cx.state().live(who).lasting.is_empty() {
        return (0, false);
    }
    let book = cx.book();
    let all: Vec<Lasting> = cx.state().live(who).lasting.to_vec();
    let (mut adds, mut raw) = (0, false);
    for lasting in all {
        let Some(row) = book.gear.get(lasting.by.as_str()) else { continue };
        let hit = row.uses.iter().flat_map(|used| &used.effects).find_map(|effect| match effect {
            Effect::Grant(grant) => match &grant.passive {
                Some(Passive::Hit(hit)) => Some((hit, grant.until.as_str())),
                _ => None,
            },
            _ => None,
        });
        let Some((hit, until)) = hit else { continue };
        // Poison is on one weapon; a whetstone has done its work on all of them.
        if until == "next-hit" && item != Some(lasting.amount) {
            continue;
        }
        adds += formula(&hit.adds.dice).map_or(0, |read| u8::try_from(read.plus).unwrap_or(0));
        raw |= hit.letters.as_deref().is_some_and(|letters| letters.contains('R'));
        cx.record(lasting.by, MagicFact::Over { who, lasting }.into());
    }
    (adds, raw)
}

/// Advantages on any roll that powers give, used up one roll at a time.
pub fn blessings(cx: &mut Cx<'_, DeadWeight>, who: Who) -> u8 {
    if cx.state().live(who).lasting.is_empty() {
        return 0;
    }
    let all: Vec<(Lasting, u8)> = on(cx.at(), who)
        .map(|(lasting, row)| (lasting, passives(row).map(|(passive, _)| advantage(passive, "any")).sum()))
        .filter(|(_, count)| *count > 0)
        .collect();
    let mut sum: u8 = 0;
    for (lasting, count) in all {
        sum = sum.saturating_add(count);
        let left = lasting.amount.saturating_sub(1);
        let fact = if left == 0 {
            MagicFact::Over { who, lasting }
        } else {
            MagicFact::Lasts { who, lasting: Lasting { amount: left, ..lasting } }
        };
        cx.record(lasting.by, fact.into());
    }
    sum
}

/// Advantages of an attack on somebody a power has named; it is spent by it.
pub fn attack_edges(cx: &mut Cx<'_, DeadWeight>, target: Who) -> u8 {
    if cx.state().live(target).lasting.is_empty() {
        return 0;
    }
    let named: Vec<(Lasting, u8)> = on(cx.at(), target)
        .map(|(lasting, row)| (lasting, passives(row).map(|(passive, _)| advantage(passive, "attack")).sum()))
        .filter(|(_, count)| *count > 0)
        .collect();
    let mut sum: u8 = 0;
    for (lasting, count) in named {
        sum = sum.saturating_add(count);
        cx.record(lasting.by, MagicFact::Over { who: target, lasting }.into());
    }
    sum
}

/// Advantages of a defence that powers give, one's own or those of somebody Close.
pub fn defence_edges(cx: &mut Cx<'_, DeadWeight>, who: Who) -> u8 {
    let mut found: Vec<(RuleId, u8)> = Vec::new();
    let at = cx.at();
    for other in fighters(at.state) {
        for (lasting, row) in on(at, other) {
            for (passive, shared) in passives(row) {
                let count = advantage(passive, "defence");
                let near = other == who || (shared && close(at.state, other, who));
                if count > 0 && near && !hostile(at.state, other, who) {
                    found.push((lasting.by, count));
                }
            }
        }
    }
    found.iter().for_each(|(by, _)| cx.cite(*by));
    found.iter().map(|(_, count)| *count).fold(0, u8::saturating_add)
}

/// Whether a power keeps somebody from this: `move`, `attack`, `act`.
pub fn hindered(at: At<'_, DeadWeight>, who: Who, what: &str) -> Result<(), Refusal> {
    for (lasting, row) in on(at, who) {
        let barred = row.all_effects().any(|effect| match effect {
            Effect::Hinder(hinder) => hinder.no.iter().any(|no| no == what),
            _ => false,
        });
        if barred {
            let sentence = format!("{} keeps {} from it.", row.name, at.state.name(who));
            return Err(Refusal::new(lasting.by, "hindered", sentence));
        }
    }
    Ok(())
}

/// As somebody's turn starts: actions more or fewer, tests, tokens.
pub fn turn_starts(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    if cx.state().live(who).lasting.is_empty() {
        return Ok(());
    }
    let book = cx.book();
    let all: Vec<Lasting> = cx.state().live(who).lasting.to_vec();
    for (nth, lasting) in all.into_iter().enumerate() {
        let Some(row) = power(book, lasting.by) else { continue };
        for effect in row.all_effects() {
            match effect {
                Effect::Actions(actions) => {
                    let change = formula(&actions.amount.dice).map_or(0, |read| read.plus);
                    change_actions(cx, who, change, lasting.by);
                }
                Effect::Hinder(hinder) if hinder.no.iter().any(|no| no == "act") => {
                    change_actions(cx, who, i32::from(i8::MIN), lasting.by);
                }
                _ => {}
            }
        }
        for trigger in triggers(row, "turn-starts") {
            let full = trigger.r#if.as_deref() == Some("fewer-than-3-shield-tokens")
                && cx.state().live(who).tokens.shield >= 3;
            if full || !able(cx.state(), who) {
                continue;
            }
            if trigger.enemy_test
                && cx.within((who, nth), |cx| roll::by_level(cx, who, lasting.by))?.succeeded()
            {
                continue;
            }
            for effect in &trigger.effects {
                match effect {
                    Effect::Actions(actions) => {
                        let change = formula(&actions.amount.dice).map_or(0, |read| read.plus);
                        change_actions(cx, who, change, lasting.by);
                    }
                    Effect::Token(_) => {
                        combat::place_shield(cx, who, 1, lasting.by);
                    }
                    _ => {}
                }
            }
        }
    }
    Ok(())
}

fn change_actions(cx: &mut Cx<'_, DeadWeight>, who: Who, change: i32, rule: RuleId) {
    let had = i32::from(cx.state().live(who).turn.actions);
    let left = u8::try_from((had + change).max(0)).unwrap_or(u8::MAX);
    cx.record(rule, FightFact::Actions { who, left, on: Effort::Gain }.into());
}

/// Attacks somebody has by a spell, each by its name.
pub fn conjured_names<'a>(at: At<'a, DeadWeight>, who: Who) -> impl Iterator<Item = &'a str> + 'a {
    on(at, who).filter(|(_, row)| arm(row).is_some()).map(|(_, row)| row.name.as_str())
}

fn arm(row: &PowerRow) -> Option<&Arm> {
    row.all_effects().find_map(|effect| match effect {
        Effect::Arm(arm) => Some(arm),
        _ => None,
    })
}

/// An attack by a spell, as a weapon that needs no hand but the conductor.
pub fn conjured(at: At<'_, DeadWeight>, who: Who, name: &str) -> Option<Result<Arms, Refusal>> {
    let (_, row) = on(at, who).find(|(_, row)| row.name == name && arm(row).is_some())?;
    let notation = arm(row)?.attack;
    if !super::conducted(at, who) {
        let sentence = format!("{} goes through a conductor, and none is at hand.", row.name);
        return Some(Err(Refusal::new(row.id, "no-conductor", sentence)));
    }
    Some(Ok(Arms {
        item: None,
        entry: row.id,
        notation,
        modifier: 0,
        stock: None,
        coin: false,
        reload: 0,
        broken: false,
        magical: true,
        acts: false,
        house: false,
    }))
}

/// After a hit with a conjured weapon: some of them heal.
pub fn after_hit(cx: &mut Cx<'_, DeadWeight>, who: Who, entry: RuleId) -> Flow {
    let heals = power(cx.book(), entry).and_then(arm).and_then(|arm| arm.heals.as_ref());
    let Some(amount) = heals else { return Ok(()) };
    let most = formula(&amount.dice).map_or(1, |read| u8::try_from(read.plus).unwrap_or(1));
    hurt::heal(cx, who, most, false, entry).map(|_| ())
}

/// Somebody was hit from Close: some powers burn the one who did it.
pub fn struck_from_close(cx: &mut Cx<'_, DeadWeight>, by: Who, target: Who) -> Flow {
    if cx.state().live(target).lasting.is_empty() {
        return Ok(());
    }
    let burning: Vec<RuleId> = on(cx.at(), target)
        .filter(|(_, row)| triggers(row, "hit-from-close").next().is_some())
        .map(|(lasting, _)| lasting.by)
        .collect();
    for rule in burning {
        if close(cx.state(), by, target) && !cx.state().live(by).dead && !cx.state().sheet(by).is_hero() {
            let strike = Strike {
                who: by,
                wounds: 1,
                armor: true,
                resistance: true,
                non_lethal: false,
                at_most: None,
                rule,
            };
            cx.within((by, target), |cx| hurt::strike(cx, strike))?;
        }
    }
    Ok(())
}

/// AP that powers give beside armor.
pub fn extra_ap(at: At<'_, DeadWeight>, who: Who) -> u8 {
    let extra = |row: &PowerRow| row.all_effects().any(|effect| matches!(effect, Effect::ExtraAp(_)));
    on(at, who).filter(|(_, row)| extra(row)).map(|(lasting, _)| lasting.amount).sum()
}

/// One of the AP that powers give is lost. Gives whether there was one.
pub fn lose_extra_ap(cx: &mut Cx<'_, DeadWeight>, who: Who) -> bool {
    let extra = |row: &PowerRow| row.all_effects().any(|effect| matches!(effect, Effect::ExtraAp(_)));
    let found = on(cx.at(), who).find(|(lasting, row)| extra(row) && lasting.amount > 0);
    let Some((lasting, _)) = found else { return false };
    let left = lasting.amount - 1;
    let fact = if left == 0 {
        MagicFact::Over { who, lasting }
    } else {
        MagicFact::Lasts { who, lasting: Lasting { amount: left, ..lasting } }
    };
    cx.record(lasting.by, fact.into());
    true
}

/// Whether somebody sees nothing.
pub fn is_blind(state: &State, who: Who) -> bool {
    state.live(who).under(rules::DW_STATE_02H).is_some()
}

/// A creature that takes its friends for foes strikes one of them in place of its action. Gives whether
/// it did.
pub fn false_friend(cx: &mut Cx<'_, DeadWeight>, who: Who, wounds: u8) -> Flow<bool> {
    let rule = rules::DW_SPELL_42H;
    let Some(lasting) = cx.state().live(who).under(rule).copied() else { return Ok(false) };
    cx.record(rule, MagicFact::Over { who, lasting }.into());
    let state = cx.state();
    let others = fighters(state).filter(|other| {
        *other != who && able(state, *other) && !hostile(state, *other, who) && !state.sheet(*other).is_hero()
    });
    let nearest = others.min_by_key(|other| (combat::distance(state, who, *other), *other));
    let Some(target) = nearest else { return Ok(false) };
    let strike =
        Strike { who: target, wounds, armor: true, resistance: true, non_lethal: false, at_most: None, rule };
    hurt::strike(cx, strike)?;
    Ok(true)
}

/// As a fight begins: what a miracle left for it.
pub fn combat_begins(cx: &mut Cx<'_, DeadWeight>) {
    let heroes: Vec<Who> = cx.state().heroes().collect();
    for who in heroes {
        if let Some(lasting) = cx.state().live(who).under(rules::DW_TABLE_04).copied() {
            cx.record(rules::DW_PRAY_08, MagicFact::Over { who, lasting }.into());
            combat::place_shield(cx, who, 1, rules::DW_PRAY_08);
        }
        if let Some(lasting) = cx.state().live(who).under(rules::DW_PRAY_08).copied() {
            cx.record(rules::DW_PRAY_08, MagicFact::Over { who, lasting }.into());
            let from = cx.state().battle.as_ref().map(|battle| battle.morale[0]).unwrap_or_default();
            let to = crate::state::Morale { value: from.value.saturating_add(lasting.amount).min(6), ..from };
            cx.record(rules::DW_PRAY_08, FightFact::Morale { side: 0, from, to }.into());
        }
    }
}

/// As a fight ends: haste tires, servants and third parties that were called are gone.
pub fn combat_ends(cx: &mut Cx<'_, DeadWeight>) -> Flow {
    let book = cx.book();
    let everybody: Vec<Who> = fighters(cx.state()).collect();
    for (nth, who) in everybody.into_iter().enumerate() {
        if let Some(lasting) = cx.state().live(who).under(rules::DW_GEAR_18H).copied() {
            cx.record(rules::DW_GEAR_18H, MagicFact::Over { who, lasting }.into());
        }
        let all: Vec<Lasting> = cx.state().live(who).lasting.to_vec();
        for lasting in all.into_iter().filter(|lasting| lasting.ends == Span::Combat) {
            if let Some(row) = power(book, lasting.by) {
                for trigger in triggers(row, "combat-ends") {
                    let source = Source::of(lasting.from.unwrap_or(who), lasting.by);
                    cx.within((who, nth), |cx| effect::all(cx, source, &[who], &trigger.effects))?;
                }
            }
            if cx.state().sheet(who).is("summoned") && !cx.state().live(who).dead {
                cx.within((who, nth), |cx| gone(cx, who, lasting))?;
            }
        }
    }
    Ok(())
}

/// What was called goes; a bound demon may turn on the one who bound it first.
fn gone(cx: &mut Cx<'_, DeadWeight>, who: Who, lasting: Lasting) -> Flow {
    if lasting.by == rules::DW_SPELL_48H
        && let Some(caster) = lasting.from
        && roll::risk(cx, lasting.by, Seat::GM, 1)?
    {
        let mut creature = cx.state().one(who).clone();
        let mut sheet = (*creature.sheet).clone();
        (sheet.kind, sheet.side, sheet.seat) = (crate::state::Kind::Foe, 1, Seat::GM);
        creature.sheet = crate::state::Shared::new(sheet);
        creature.live.lasting.clear();
        let fact = crate::fact::TableFact::Joined { who, creature: Box::new(creature) };
        cx.record(lasting.by, fact.into());
        super::world::told(cx, caster, "The demon turns on the one who bound it.".into(), lasting.by);
        return Ok(());
    }
    cx.record(lasting.by, FightFact::Left { who }.into());
    Ok(())
}
