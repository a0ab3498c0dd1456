//! What powers, goods and tables do, verb by verb, as content has it.

use boneyard_content::Amount;
use boneyard_table::{At, Audience, Cx, Flow, Group, Refusal, RuleId, Seat, Who};

use super::aim::{Invoke, foes, near};
use super::{summon, world};
use crate::DeadWeight;
use crate::book::{Effect, Gain, PowerRow, formula};
use crate::combat;
use crate::expedition;
use crate::fact::{FightFact, GearFact, HeroFact, HurtFact, MagicFact};
use crate::gear::{stowed, ware};
use crate::house::ThirdEyeBy16;
use crate::hurt::{self, Hit, Strike};
use crate::question::{ChooseOne, EndWhich, GmAnswers, PickPerson, RecoverWhere, TakeOver};
use crate::roll;
use crate::rules;
use crate::state::{Affliction, Attribute, Item, Lasting, Memorised, Place, Span, Tile, Tokens};
use crate::weapon::Band;

/// Where an effect comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// Who brings it about.
    pub by: Who,
    /// By which rule or entry.
    pub rule: RuleId,
    /// On which of the own things.
    pub item: Option<u8>,
    /// Where to.
    pub to: Option<Tile>,
}

/// Lets effects fall on everybody aimed at, one after the other.
pub fn all(cx: &mut Cx<'_, DeadWeight>, source: Source, targets: &[Who], effects: &[Effect]) -> Flow {
    let mut healed = 0;
    for (nth, effect) in effects.iter().enumerate() {
        let rest = (source, effects.len() - nth, healed);
        if once(effect) || targets.is_empty() {
            let target = targets.first().copied().unwrap_or(source.by);
            healed += cx.within((rest, targets), |cx| one(cx, source, target, effect, healed))?;
            continue;
        }
        for &target in targets {
            healed += cx.within((rest, targets, target), |cx| one(cx, source, target, effect, healed))?;
        }
    }
    Ok(())
}

/// Whether an effect happens once, however many it is aimed at.
fn once(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Shift(_)
            | Effect::Reveal(_)
            | Effect::Summon(_)
            | Effect::Light(_)
            | Effect::Text(_)
            | Effect::Upon(_)
            | Effect::Door(_)
            | Effect::Repair(_)
            | Effect::Hook(_)
    )
}

/// A number in dice, rolled where it has any.
pub fn number(cx: &mut Cx<'_, DeadWeight>, text: &str, by: Who, rule: RuleId) -> Flow<i32> {
    let Some(read) = formula(text) else { return Ok(0) };
    let dice = match read.dice {
        Some((count, sides)) => {
            cx.cite(rules::DW_DICE_02);
            i32::try_from(cx.dice(rule, by, Group::new(count, sides).named("amount"))?.sum()).unwrap_or(0)
        }
        None => return Ok(read.plus * read.times),
    };
    Ok(dice * read.times + read.plus)
}

fn small(cx: &mut Cx<'_, DeadWeight>, amount: &Amount<String>, by: Who, rule: RuleId) -> Flow<u8> {
    Ok(u8::try_from(number(cx, &amount.dice, by, rule)?.max(0)).unwrap_or(u8::MAX))
}

fn one(cx: &mut Cx<'_, DeadWeight>, source: Source, target: Who, effect: &Effect, healed: u8) -> Flow<u8> {
    let Source { by, rule, .. } = source;
    let dead = cx.state().live(target).dead;
    match effect {
        Effect::Wounds(amount) if !dead => wounds(cx, source, target, amount)?,
        Effect::Fatigue(amount) if !dead => fatigue(cx, source, target, amount)?,
        Effect::Heal(amount) if cx.state().sheet(target).is_hero() && !dead => {
            let most = small(cx, amount, by, rule)?;
            return cx.within((source, target), |cx| hurt::heal(cx, target, most, amount.is("rest"), rule));
        }
        Effect::Recover(amount) if !dead => {
            let attribute = match Attribute::ALL
                .into_iter()
                .filter(|attribute| cx.state().live(target).fatigue[*attribute] > 0)
                .collect::<Vec<_>>()[..]
            {
                _ if amount.is("each-attribute") => {
                    hurt::recover_each(cx, target, u8::MAX, rule);
                    return Ok(0);
                }
                [] => return Ok(0),
                [one] => one,
                _ => cx.ask(target, RecoverWhere { who: target })?,
            };
            hurt::recover(cx, target, attribute, u8::MAX, rule);
        }
        Effect::Affliction(what) => {
            hurt::afflicted(cx, target, what.0, rule)?;
        }
        Effect::End(names) => names.iter().for_each(|name| end(cx, target, name, rule)),
        Effect::EndOne(names) => end_one(cx, source, target, names)?,
        Effect::State(state) => {
            let (id, ends) = match state.is.as_str() {
                "blind" => (rules::DW_STATE_02H, Span::Turns),
                _ => (rules::DW_STATE_03H, Span::Lasting),
            };
            let turns = state.until.as_deref().and_then(|until| until.split(' ').next()?.parse().ok());
            let lasting = Lasting { by: id, from: Some(by), amount: turns.unwrap_or(0), ends };
            cx.cite(id);
            cx.record(rules::DW_HOUSE_24H, MagicFact::Lasts { who: target, lasting }.into());
        }
        Effect::Token(amount) if !dead => {
            let count = small(cx, amount, by, rule)?;
            match () {
                () if amount.is("shield") => {
                    combat::place_shield(cx, target, count, rule);
                }
                () if amount.is("dodge") => combat::place_dodge(cx, target, count, rule),
                () => combat::stun(cx, target, count, rule),
            }
        }
        Effect::Discard(amount) => {
            let count = small(cx, amount, by, rule)?;
            let old = cx.state().live(target).tokens;
            let tokens = Tokens { stun: old.stun.saturating_sub(count), ..old };
            if tokens != old {
                cx.record(rule, FightFact::Tokens { who: target, tokens }.into());
            }
        }
        Effect::Shift(amount) => shift(cx, source, target, amount)?,
        Effect::Gain(gain) => got(cx, source, target, gain),
        Effect::Actions(actions) => lasts(cx, source, target, &actions.until, 0),
        Effect::Hinder(hinder) => lasts(cx, source, target, &hinder.until, 0),
        Effect::Arm(arm) => lasts(cx, source, target, &arm.until, 0),
        Effect::Grant(grant) => lasts(cx, source, target, &grant.until, 0),
        Effect::ExtraAp(extra) => {
            let amount = small(cx, &extra.amount, by, rule)?;
            lasts(cx, source, target, &extra.until, amount);
        }
        Effect::Flee(_) => {
            let runs = cx.state().battle.as_ref().is_some_and(|battle| battle.fleeing);
            if !runs {
                cx.record(rule, FightFact::Fleeing { fleeing: true }.into());
            }
        }
        Effect::Leave(_) if !dead => cx.record(rule, FightFact::Left { who: target }.into()),
        Effect::Move(moved) => match (moved.how.as_str(), source.to) {
            ("leap", Some(at)) if cx.state().battle.is_some() => {
                cx.record(rule, FightFact::Put { who: by, at }.into());
            }
            ("pull" | "push", _) => shove(cx, source, target, moved.how == "pull", moved.tiles),
            _ => world::told(cx, by, "The party stands elsewhere; the GM says where.".into(), rule),
        },
        Effect::Summon(call) => summon::call(cx, source, call)?,
        Effect::Light(_) => world::lit(cx, by, rule),
        Effect::Door(how) => {
            let told = match how.as_str() {
                "open" => "The door opens without a sound.",
                "lock" => "The door is locked.",
                _ => "The door is jammed.",
            };
            world::told(cx, by, told.to_owned(), rule);
        }
        Effect::Reveal(what) => reveal(cx, source, what)?,
        Effect::Repair(amount) => repair(cx, source, amount),
        Effect::Stabilise(_) if cx.state().live(target).mortal => {
            cx.cite(rule);
            cx.within((source, target), |cx| expedition::saved(cx, target))?;
        }
        Effect::LayToRest(_) => {
            world::laid_to_rest(cx, target, rule);
            let lasting = Lasting { by: rule, from: Some(by), amount: 0, ends: Span::Lasting };
            cx.record(rule, MagicFact::Lasts { who: target, lasting }.into());
        }
        Effect::Unexhaust(_) => {
            let fresh = |known: &Memorised| Memorised { exhausted: false, ..*known };
            let all: Vec<Memorised> = cx.state().live(target).memorised.iter().map(fresh).collect();
            cx.record(rule, MagicFact::Memorised { who: target, all }.into());
        }
        Effect::Kill(_) => hurt::dies(cx, target, rule)?,
        Effect::Trait(name) => {
            let book = cx.book();
            let on = cx.state().house.mishap16_third_eye == ThirdEyeBy16::On;
            let row = book.traits.named(name).filter(|_| on);
            if let Some(row) = row.filter(|row| !cx.state().sheet(target).has_trait(row.id)) {
                cx.record(rule, HeroFact::Trait { who: target, name: row.id }.into());
            }
        }
        Effect::Risk(risk) => {
            let dice = risk.dice.split('d').next().and_then(|count| count.parse().ok()).unwrap_or(1);
            if roll::risk(cx, rule, target, dice)? {
                all(cx, source, &[target], &risk.effects)?;
            }
        }
        Effect::Die(die) => {
            let rolled = number(cx, &die.dice, by, rule)?;
            if (i32::from(die.on[0])..=i32::from(die.on[1])).contains(&rolled) {
                all(cx, source, &[target], &die.effects)?;
            }
        }
        Effect::Choose(lists) => {
            let names = lists.iter().map(|list| words_of(list)).collect();
            let nth = cx.ask(by, ChooseOne { who: by, rule, names })?;
            if let Some(list) = lists.get(usize::from(nth)) {
                cx.within((source, target, nth), |cx| all(cx, source, &[target], list))?;
            }
        }
        Effect::If(so) => {
            let list = if holds(cx.at(), target, &so.is, healed) { &so.effects } else { &so.otherwise };
            all(cx, source, &[target], list)?;
        }
        Effect::Upon(upon) => {
            let whom = whom(cx, source, &upon.who)?;
            all(cx, source, &whom, &upon.effects)?;
        }
        Effect::NextCombat(_) => {
            let lasting =
                Lasting { by: rules::DW_TABLE_04, from: Some(by), amount: 1, ends: Span::Expedition };
            cx.record(rule, MagicFact::Lasts { who: target, lasting }.into());
        }
        Effect::Rob(_) => crate::interlude::rob(cx, target)?,
        Effect::Refill(refill) => {
            let lamp = cx.state().sheet(target).items.iter().position(|item| item.name == refill.item);
            if let Some(item) = lamp {
                let from = cx.state().live(target).items[item].die;
                let item = item as u8;
                cx.record(rule, GearFact::Die { who: target, item, from, to: refill.up_to.0 }.into());
            }
        }
        Effect::Text(text) => world::told(cx, by, text.clone(), rule),
        Effect::Hook(name) if name == "void-gear-gone" => void(cx, target, rule),
        _ => {}
    }
    Ok(0)
}

/// What a list of effects comes to, in a few words.
fn words_of(list: &[Effect]) -> String {
    let words = list.iter().map(|effect| match effect {
        Effect::End(names) | Effect::EndOne(names) => format!("end {}", names.join(", ")),
        Effect::Shift(amount) => format!("{} {}", amount.kind, amount.dice),
        Effect::Discard(amount) => format!("take off {} {}", amount.dice, amount.kind),
        Effect::Door(how) => how.clone(),
        Effect::Move(moved) => moved.how.clone(),
        Effect::Repair(amount) if amount.is("AP") => "mend armor".to_owned(),
        Effect::Repair(_) => "mend a broken thing".to_owned(),
        Effect::Gain(gain) => gain.called.clone().unwrap_or_else(|| gain.item.clone()),
        _ => "this".to_owned(),
    });
    words.collect::<Vec<_>>().join(" and ")
}

fn wounds(cx: &mut Cx<'_, DeadWeight>, source: Source, target: Who, amount: &Amount<String>) -> Flow {
    let Source { by, rule, .. } = source;
    let wounds = match amount.dice.as_str() {
        "taken" => {
            let row = cx.book().prayers.get(rule.as_str());
            cx.state().live(target).hits.min(row.and_then(|row| row.most_wounds).unwrap_or(u8::MAX))
        }
        _ => small(cx, amount, by, rule)?,
    };
    if amount.is("each-attribute") {
        for (nth, attribute) in Attribute::ALL.into_iter().enumerate() {
            if cx.state().one(target).room(attribute) > 0 {
                cx.within((source, target, nth), |cx| hurt::place_at(cx, target, attribute, rule))?;
            }
        }
        return Ok(());
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

fn fatigue(cx: &mut Cx<'_, DeadWeight>, source: Source, target: Who, amount: &Amount<String>) -> Flow {
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

fn end_one(cx: &mut Cx<'_, DeadWeight>, source: Source, target: Who, names: &[String]) -> Flow {
    let there: Vec<String> = names.iter().filter(|name| ails(cx.at(), target, name)).cloned().collect();
    let name = match &there[..] {
        [] => return Ok(()),
        [one] => one.clone(),
        _ => cx.ask(source.by, EndWhich { who: target, rule: source.rule, among: there })?,
    };
    end(cx, target, &name, source.rule);
    Ok(())
}

/// Something lasts on somebody.
pub fn lasts(cx: &mut Cx<'_, DeadWeight>, source: Source, who: Who, until: &str, amount: u8) {
    let fight = cx.state().battle.is_some();
    let (ends, count) = match until {
        "turn" | "its-next-turn" => (Span::Turn, 0),
        "combat" | "next-attack-against-it" => (Span::Combat, 1),
        "combat-or-turns" if fight => (Span::Combat, 0),
        "combat-or-turns" => (Span::Turns, 5),
        "expedition" => (Span::Expedition, 0),
        "3 rolls" => (Span::Expedition, 3),
        turns if turns.ends_with("turns") => {
            (Span::Turns, turns.split(' ').next().and_then(|count| count.parse().ok()).unwrap_or(5))
        }
        _ => (Span::Expedition, 1),
    };
    let amount = if amount > 0 { amount } else { count };
    let lasting = Lasting { by: source.rule, from: Some(source.by), amount, ends };
    cx.record(source.rule, MagicFact::Lasts { who, lasting }.into());
}

fn shift(cx: &mut Cx<'_, DeadWeight>, source: Source, target: Who, amount: &Amount<String>) -> Flow {
    let Source { by, rule, .. } = source;
    let change = i8::try_from(number(cx, &amount.dice, by, rule)?).unwrap_or(0);
    match () {
        () if amount.is("doom") => world::doom(cx, change, rule),
        () if amount.is("omens") => world::omens(cx, change, rule)?,
        () if amount.is("morale") => morale(cx, by, change, u8::from(amount.is("enemies")), rule),
        () if amount.is("insight") => {
            let from = cx.state().live(target).insight;
            let to = from.saturating_add_signed(change).min(3);
            cx.record(rule, HurtFact::Insight { who: target, from, to }.into());
        }
        () if amount.is("silver") => {
            crate::interlude::earn(cx, target, u32::try_from(change).unwrap_or(0), rule);
        }
        () => {}
    }
    Ok(())
}

/// Morale up to 6, or down step by step; where there is no fight it waits for the next.
fn morale(cx: &mut Cx<'_, DeadWeight>, by: Who, change: i8, side: u8, rule: RuleId) {
    let Some(battle) = &cx.state().battle else {
        let amount = u8::try_from(change).unwrap_or(0);
        let lasting = Lasting { by: rules::DW_PRAY_08, from: Some(by), amount, ends: Span::Expedition };
        cx.record(rule, MagicFact::Lasts { who: by, lasting }.into());
        return;
    };
    let from = battle.morale[usize::from(side)];
    if change < 0 {
        (change..0).for_each(|_| combat::lower_morale(cx, side, rule));
    } else if !from.broken {
        let to = crate::state::Morale { value: from.value.saturating_add_signed(change).min(6), ..from };
        cx.record(rule, FightFact::Morale { side, from, to }.into());
    }
}

/// A thing is there for whoever has room for it.
fn got(cx: &mut Cx<'_, DeadWeight>, source: Source, who: Who, gain: &Gain) {
    let Some((mut sheet, mut item)) = ware(cx.book(), &gain.item) else { return };
    if let Some(called) = &gain.called {
        sheet.name.clone_from(called);
    }
    let die = gain.left.as_deref().and_then(|left| left.strip_prefix("Ud")?.parse().ok());
    item.die = die.unwrap_or(if gain.left.is_some() { 4 } else { item.die });
    item.count = gain.count;
    give(cx, who, sheet, item, source.rule);
}

/// Gives somebody a thing: on a stack of the same, or where there is room; otherwise it is lost.
pub fn give(cx: &mut Cx<'_, DeadWeight>, who: Who, sheet: crate::state::ItemSheet, item: Item, rule: RuleId) {
    match stowed(cx.at(), who, &sheet, item, false) {
        Some(item) => cx.record(rule, GearFact::Got { who, sheet, item }.into()),
        None => {
            let why = format!("there is no room for the {}", sheet.name);
            cx.record(rule, HurtFact::Nothing { who, why }.into());
        }
    }
}

/// Pulls somebody nearer or pushes them away, as far as there is floor.
fn shove(cx: &mut Cx<'_, DeadWeight>, source: Source, target: Who, pull: bool, tiles: u8) {
    let state = cx.state();
    let Some(battle) = &state.battle else { return };
    let (Some(here), Some(there)) = (battle.tile(source.by), battle.tile(target)) else { return };
    let free = |tile: &Tile| {
        battle.chart.grid.bars(tile.square()).is_none()
            && combat::fighters(state).all(|other| {
                other == target || battle.tile(other) != Some(*tile) || !combat::present(state, other)
            })
    };
    let within = |tile: &Tile| combat::tiles_apart(state, *tile, there) <= u16::from(tiles);
    let floor = battle.chart.grid.chart().squares().filter_map(Tile::of).filter(free).filter(within);
    let far = |tile: &Tile| combat::tiles_apart(state, *tile, here);
    let at = if pull {
        floor.min_by_key(|tile| (far(tile), *tile))
    } else {
        floor.max_by_key(|tile| (far(tile), std::cmp::Reverse(*tile)))
    };
    if let Some(at) = at.filter(|at| *at != there) {
        cx.record(source.rule, FightFact::Put { who: target, at }.into());
    }
}

/// What the GM answers, for the caster alone.
fn reveal(cx: &mut Cx<'_, DeadWeight>, source: Source, what: &str) -> Flow {
    let about = what.to_owned();
    let text = cx.ask(Seat::GM, GmAnswers { who: source.by, rule: source.rule, about })?;
    let seat = cx.state().sheet(source.by).seat;
    let fact = MagicFact::Told { who: source.by, text };
    cx.record_for(Audience::seats([seat]), source.rule, fact.into());
    Ok(())
}

fn repair(cx: &mut Cx<'_, DeadWeight>, source: Source, amount: &Amount<String>) {
    let Source { by: who, rule, .. } = source;
    let Some(item) = source.item else { return };
    let Some(now) = cx.state().live(who).items.get(usize::from(item)).copied() else { return };
    if !amount.is("AP") {
        if now.broken {
            cx.record(rule, GearFact::Broken { who, item, broken: false }.into());
        }
        return;
    }
    let kind = cx.state().sheet(who).items[usize::from(item)].kind;
    let full = kind.and_then(|kind| cx.book().armor.get(kind.as_str())).map_or(0, |row| row.ap);
    let more = formula(&amount.dice).map_or(1, |read| u8::try_from(read.plus).unwrap_or(1));
    let to = now.ap.saturating_add(more).min(full);
    if to > now.ap {
        cx.record(rule, HurtFact::Ap { who, item, from: now.ap, to }.into());
    }
}

fn holds(at: At<'_, DeadWeight>, target: Who, is: &str, healed: u8) -> bool {
    let one = at.state.one(target);
    match is {
        "combat" => at.state.battle.is_some(),
        "outside-combat-and-healed" => at.state.battle.is_none() && healed > 0,
        "was-adventurer" => one.sheet.is_hero(),
        "living-up-to-level-4" => {
            !one.sheet.is("undead") && !one.sheet.is("demon") && one.sheet.foe.level <= 4
        }
        _ => false,
    }
}

fn whom(cx: &mut Cx<'_, DeadWeight>, source: Source, who: &str) -> Flow<Vec<Who>> {
    let at = cx.at();
    Ok(match who {
        "close" => near(at, source.by, Band::Close).collect(),
        "nearby" => near(at, source.by, Band::Nearby).collect(),
        "nearby-others" => near(at, source.by, Band::Nearby).filter(|who| *who != source.by).collect(),
        "enemies" => foes(at, source.by, Band::Distant).collect(),
        "party" | "group" | "inside" => at.state.heroes().collect(),
        "one-nearby" => {
            let among: Vec<Who> = near(at, source.by, Band::Nearby).collect();
            let picked = match among[..] {
                [one] => Some(one),
                _ => cx.ask(source.by, PickPerson { who: source.by, rule: source.rule, among })?,
            };
            picked.into_iter().collect()
        }
        _ => vec![source.by],
    })
}

/// All that is in slots and notes is gone, coins too; clothes stay.
fn void(cx: &mut Cx<'_, DeadWeight>, who: Who, rule: RuleId) {
    let book = cx.book();
    let clothes = |kind: Option<RuleId>| {
        let row = kind.and_then(|kind| book.gear.get(kind.as_str()));
        row.is_some_and(|row| row.roles.iter().any(|role| role == "clothing"))
    };
    let things: Vec<(u8, Place)> = {
        let one = cx.state().one(who);
        let all = one.sheet.items.iter().zip(&one.live.items).enumerate();
        let kept = all.filter(|(_, (sheet, now))| now.place != Place::Gone && !clothes(sheet.kind));
        kept.map(|(number, (_, now))| (number as u8, now.place)).collect()
    };
    for (item, from) in things {
        cx.record(rule, GearFact::Placed { who, item, from, to: Place::Gone, wielded: false }.into());
    }
    cx.record(rule, GearFact::Coins { who, silver: 0, gold: 0, counterfeit: 0 }.into());
}

/// Whether a power that moves wounds has room for them.
pub(super) fn check_room(at: At<'_, DeadWeight>, invoke: &Invoke, row: &PowerRow) -> Result<(), Refusal> {
    if row.hook.as_deref() != Some("share-the-pain") {
        return Ok(());
    }
    let room = Attribute::ALL.into_iter().any(|attribute| at.state.one(invoke.who).room(attribute) > 0);
    let hurt = invoke
        .target
        .and_then(|target| at.state.creature(target))
        .is_some_and(|one| one.live.wounds.each().any(|(_, wounds)| wounds > 0));
    if room && hurt {
        return Ok(());
    }
    let sentence = "There have to be wounds to take over, and room for them.";
    Err(Refusal::new(rules::DW_HOUSE_33H, "no-room", sentence))
}

/// What only one power does. Gives whether that was all of it.
pub(super) fn hook(
    cx: &mut Cx<'_, DeadWeight>,
    source: Source,
    name: &str,
    targets: &[Who],
    row: &PowerRow,
) -> Flow<bool> {
    let Some(&target) = targets.first() else { return Ok(false) };
    match name {
        "dispel" => {
            let book = cx.book();
            let power = |lasting: &&Lasting| {
                let key = lasting.by.as_str();
                book.spells.get(key).is_some() || book.prayers.get(key).is_some()
            };
            let found = cx.state().live(target).lasting.iter().rev().find(power).copied();
            match found {
                Some(lasting) => {
                    cx.record(source.rule, MagicFact::Over { who: target, lasting }.into());
                }
                None => {
                    let why = "there is no spell on them".to_owned();
                    cx.record(source.rule, HurtFact::Nothing { who: target, why }.into());
                }
            }
            Ok(true)
        }
        "false-friend" => {
            lasts(cx, source, target, "its-next-turn", 1);
            Ok(true)
        }
        "share-the-pain" => {
            let most = row.most_wounds.unwrap_or(2);
            cx.within((source, target), |cx| share(cx, source, target, most))?;
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// Wounds of somebody pass to one attribute of one's own.
fn share(cx: &mut Cx<'_, DeadWeight>, source: Source, target: Who, most: u8) -> Flow {
    let attribute = cx.ask(source.by, TakeOver { who: source.by })?;
    let room = cx.state().one(source.by).room(attribute);
    let healed = cx.within((source, target, attribute), |cx| {
        hurt::heal(cx, target, most.min(room), false, source.rule)
    })?;
    for left in 0..healed {
        cx.within((source, attribute, left), |cx| hurt::place_at(cx, source.by, attribute, source.rule))?;
    }
    Ok(())
}
