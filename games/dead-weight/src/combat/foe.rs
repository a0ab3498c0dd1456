//! What creatures without attributes do by their sheets: attacks that adventurers defend against,
//! other creatures test against, and actions on themselves.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::view::count;
use boneyard_table::{At, Cx, Flow, Pilot, Refusal, RuleId, Seat, Who, deed};
use smallvec::{SmallVec, smallvec};

use super::attack::{Assault, clash, land};
use super::effect::{self, Source, leap, room_for_shields};
use super::go;
use super::ground::{self, Gait, able, check_reach, close, distance, fighters, opponents, present};
use super::legal::{acting, commands_pet, in_own_turn, known, spend, target as check_target};
use super::morale;
use crate::DeadWeight;
use crate::book::{Book, Condition, FoeActionRow, FoeRow, Once};
use crate::expedition::unseeing;
use crate::fact::FightFact;
use crate::form::{tile, whatever_picked};
use crate::house::EnemyRepeatAction;
use crate::magic;
use crate::question::LendShield;
use crate::roll::{self, Rolling};
use crate::rules;
use crate::state::{Outcome, SpentAction, SpentUntil, State, Tile};

deed! {
    /// An action of a sheet.
    #[serde(deny_unknown_fields)]
    pub struct FoeAct(form: DeadWeight) {
        /// Who.
        who: Who = in_own_turn(form)?,
        /// Which action, by name; `Reload` loads what was shot.
        action: String = {
            let action: String = form.each("action", actions(form.at(), who))?;
            form.label(|| action.clone().into());
            if action == RELOAD {
                form.id(|| "act-reload".into());
                form.rule(rules::DW_ENEMY_07);
            } else {
                form.id(|| format!("act-{action}"));
            }
            action
        },
        /// On whom, if it attacks somebody.
        #[serde(default)]
        target: Option<Who> = {
            let state = form.state;
            let row = row_of(form.at(), who, &action);
            if form.is_written() || row.is_some_and(|row| row.attack.is_some() && !row.all) {
                let target = form.or_left_out("target", |form| {
                    form.creature_among("target", "Whom", |other| opponents(state, who).any(|foe| foe == other))
                })?;
                form.with_refusals("target");
                target
            } else {
                None
            }
        },
        /// Where to, if it leaps.
        #[serde(default)]
        to: Option<Tile> = {
            let row = row_of(form.at(), who, &action).filter(|row| row.attack.is_none());
            let leap = row.and_then(|row| leap(&row.effects));
            match leap {
                Some(shove) if !form.is_written() => {
                    let gait = Gait { points: shove.tiles, leaving: 0, through: false };
                    let tiles = ground::reachable(form.state, who, gait);
                    let tiles: Vec<Tile> = tiles.into_iter().map(|(tile, _)| tile).collect();
                    Some(tile(form, "to", "Where to", &tiles)?)
                }
                _ => form.unasked("to")?,
            }
        },
    }
}

/// What a creature's sheet lists, and loading where something waits for it.
fn actions(at: At<'_, DeadWeight>, who: Who) -> Vec<String> {
    let listed = at.state.creature(who).and_then(|one| made_like(at.book, one.sheet.like));
    let hero = at.state.creature(who).is_none_or(|one| one.sheet.is_hero());
    let names = listed.filter(|_| !hero).into_iter().flat_map(|row| &row.actions);
    let waits = at.state.battle.iter().flat_map(|battle| &battle.spent);
    let waits = waits.filter(|spent| spent.who == who && matches!(spent.until, SpentUntil::Reloaded(_)));
    names.map(|row| row.name.clone()).chain(waits.take(1).map(|_| RELOAD.to_owned())).collect()
}

/// The row of an action that somebody's sheet lists.
fn row_of<'a>(at: At<'a, DeadWeight>, who: Who, name: &str) -> Option<&'a FoeActionRow> {
    let row = made_like(at.book, at.state.creature(who)?.sheet.like)?;
    row.actions.iter().find(|action| action.name == name)
}

impl FoeAct {
    /// Whether somebody may do it; which action of the sheet it is, if it is one.
    fn found(&self, may: May<'_, DeadWeight>) -> Lawful<Option<u8>> {
        if self.action == RELOAD {
            whatever_picked(may, acting(may.state, self.who, 1))?;
            whatever_picked(may, commands_pet(may.state, may.by, self.who))?;
            let none = || Refusal::new(rules::DW_ENEMY_07, "loaded", "There is nothing to load.");
            may.not_if(reloading(may.state, self.who).is_none(), none)?;
            return Ok(None);
        }
        let (number, _) = check(may.at(), self)?;
        whatever_picked(may, commands_pet(may.state, may.by, self.who))?;
        Ok(Some(number))
    }
}

impl Deed<DeadWeight> for FoeAct {
    const CARD: Card =
        Card::acting("Act", "Fight").rule(rules::DW_ENEMY_03).cost(1, "actions").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        self.found(may).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        self.carry_out(cx, by)
    }

    fn carry_out(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        match self.found(May::told(cx.at(), by))? {
            Some(number) => foe_act(cx, &self, number),
            None => reload(cx, self.who),
        }
    }
}

/// The name of the action that loads what was shot.
pub const RELOAD: &str = "Reload";

/// The entry a creature was made from.
pub fn entry<'a>(at: At<'a, DeadWeight>, who: Who) -> Option<&'a FoeRow> {
    made_like(at.book, at.state.sheet(who).like)
}

fn made_like(book: &Book, like: Option<RuleId>) -> Option<&FoeRow> {
    let key = like?;
    book.foes.get(key.as_str()).or_else(|| book.allies.get(key.as_str()))
}

/// An action by name, with its number on the sheet.
pub fn action<'a>(at: At<'a, DeadWeight>, who: Who, name: &str) -> Option<(u8, &'a FoeActionRow)> {
    let actions = entry(at, who)?.actions.iter().enumerate();
    actions.into_iter().find(|(_, row)| row.name == name).map(|(number, row)| (number as u8, row))
}

/// Whether a creature may do this now.
pub fn check<'a>(at: At<'a, DeadWeight>, act: &FoeAct) -> Result<(u8, &'a FoeActionRow), Refusal> {
    let (state, who) = (at.state, act.who);
    let one = known(state, who)?;
    let name = &one.sheet.name;
    let refused = |rule, code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    let Some((number, row)) = action(at, who, &act.action) else {
        let names: Vec<&str> =
            entry(at, who).iter().flat_map(|row| &row.actions).map(|row| row.name.as_str()).collect();
        let sentence = format!("{name} can Move, Recover, {}.", names.join(", "));
        return refused(rules::DW_ENEMY_03, "not-on-the-sheet", sentence);
    };
    acting(state, who, 1)?;
    if state.house.enemy_repeat_action == EnemyRepeatAction::Off && one.live.turn.acted {
        let sentence = format!("{name} has done something else than moving in this turn.");
        return refused(rules::DW_COMB_05, "acted", sentence);
    }
    if one.live.under(rules::DW_HOUSE_03H).is_some() {
        let sentence = format!("{name} is driven off and only moves away.");
        return refused(rules::DW_HOUSE_03H, "driven-off", sentence);
    }
    if row.attack.is_some() && one.live.under(rules::DW_TABLE_04).is_some() {
        let sentence = format!("{name} only wants to get away.");
        return refused(rules::DW_PRAY_08, "fleeing", sentence);
    }
    if row.attack.is_some() && one.live.under(rules::DW_SKILL_09).is_some() {
        let sentence = format!("{name} was feinted and makes no attack in this turn.");
        return refused(rules::DW_SKILL_09, "feinted", sentence);
    }
    check_spent(state, who, number, row)?;
    let Some(attack) = row.attack else {
        return check_own(at, act, row).map(|()| (number, row));
    };
    if row.all {
        if targets_of_all(at, who, row).is_empty() {
            return refused(rules::DW_ENEMY_07, "nobody-in-reach", "Nobody is in reach of it.".into());
        }
        return Ok((number, row));
    }
    let Some(target) = act.target else {
        return refused(rules::DW_COMB_14, "no-target", format!("Say whom {} is for.", row.name));
    };
    check_target(state, who, target, rules::DW_COMB_14)?;
    check_reach(at, who, target, attack.reach(), rules::DW_COMB_14)?;
    check_condition(at, who, target, row)?;
    check_nearest(state, who, target)?;
    Ok((number, row))
}

fn check_spent(state: &State, who: Who, number: u8, row: &FoeActionRow) -> Result<(), Refusal> {
    let spent = state.battle.iter().flat_map(|battle| &battle.spent);
    let known = spent.into_iter().find(|spent| spent.who == who && spent.action == number);
    let sentence = match known.map(|spent| spent.until) {
        None => return Ok(()),
        Some(SpentUntil::Turn) => format!("{} is used once in a turn.", row.name),
        Some(SpentUntil::Combat) => format!("{} is used once in a combat.", row.name),
        Some(SpentUntil::Reloaded(left)) => {
            format!("{} has to be loaded first: {}.", row.name, count(left, "action", "actions"))
        }
    };
    Err(Refusal::new(rules::DW_ENEMY_07, "used", sentence))
}

/// An action on itself: shields have room, a leap has somewhere to go.
fn check_own(at: At<'_, DeadWeight>, act: &FoeAct, row: &FoeActionRow) -> Result<(), Refusal> {
    if row.most.is_some() && !room_for_shields(at.state, act.who, row.most) {
        let sentence = format!("It has as many tokens as {} gives.", row.name);
        return Err(Refusal::new(rules::DW_ENEMY_07, "full", sentence));
    }
    let Some(shove) = leap(&row.effects) else { return Ok(()) };
    if at.state.live(act.who).held_by.is_some() {
        return Err(Refusal::new(rules::DW_HOUSE_16H, "held", "Nobody who is held gets away so."));
    }
    let gait = Gait { points: shove.tiles, leaving: 0, through: false };
    let Some(to) = act.to else {
        return Err(Refusal::new(rules::DW_ENEMY_08, "no-target", "Say where it goes."));
    };
    match ground::way(at.state, act.who, to, gait) {
        Some(_) => Ok(()),
        None => {
            let sentence = format!("There is no way to {to} within {}.", shove.tiles);
            Err(Refusal::new(rules::DW_ENEMY_08, "too-far", sentence))
        }
    }
}

fn check_condition(at: At<'_, DeadWeight>, who: Who, target: Who, row: &FoeActionRow) -> Result<(), Refusal> {
    let state = at.state;
    let like = |other: Who| other != who && state.sheet(other).like == state.sheet(who).like;
    let (holds, sentence) = match row.r#if {
        None | Some(Condition::Loaded) => return Ok(()),
        Some(Condition::TargetGrabbed) => {
            (state.live(target).held_by.is_some(), "only on somebody who is held")
        }
        Some(Condition::HitByAnotherLikeItThisTurn) => {
            let struck = state.battle.iter().flat_map(|battle| &battle.struck);
            let hit = struck.into_iter().any(|blow| blow.target == target && like(blow.by));
            (hit, "only on somebody whom another of its kind has hit in this round")
        }
        Some(Condition::AnotherLikeItCloseToTarget) => {
            let near =
                fighters(state).any(|other| like(other) && able(state, other) && close(state, other, target));
            (near, "only on somebody whom another of its kind is Close to")
        }
    };
    if holds {
        return Ok(());
    }
    Err(Refusal::new(rules::DW_ENEMY_07, "condition", format!("{}: {sentence}.", row.name)))
}

/// Third parties go for the one who is nearest in reach.
fn check_nearest(state: &State, who: Who, target: Who) -> Result<(), Refusal> {
    if state.sheet(who).side < 2 {
        return Ok(());
    }
    let far = |other: Who| distance(state, who, other).unwrap_or(u16::MAX);
    let nearest = opponents(state, who).map(far).min().unwrap_or(u16::MAX);
    if far(target) <= nearest {
        return Ok(());
    }
    let sentence = format!("{} goes for the nearest.", state.name(who));
    Err(Refusal::new(rules::DW_HOUSE_50H, "not-nearest", sentence))
}

/// Everybody an action for all of them reaches, in the order of the party list.
pub fn targets_of_all(at: At<'_, DeadWeight>, who: Who, row: &FoeActionRow) -> SmallVec<[Who; 4]> {
    let Some(attack) = row.attack else { return SmallVec::new() };
    let reached = |target: &Who| {
        let sheet = at.state.sheet(*target);
        let one = if at.state.sheet(who).side == 0 { sheet.side != 0 } else { sheet.is_hero() };
        one && check_reach(at, who, *target, attack.reach(), rules::DW_COMB_14).is_ok()
    };
    opponents(at.state, who).filter(reached).collect()
}

fn foe_act(cx: &mut Cx<'_, DeadWeight>, act: &FoeAct, number: u8) -> Flow {
    let who = act.who;
    // The entry belongs to the book, which outlives what is done with it.
    let Some(entry) = made_like(cx.book(), cx.state().sheet(who).like) else { return Ok(()) };
    let Some(row) = entry.actions.get(usize::from(number)) else { return Ok(()) };
    let rule = if cx.state().sheet(who).side == 1 { rules::DW_COMB_05 } else { rules::DW_HOUSE_50H };
    spend(cx, who, 1, rule);
    cx.cite(rules::DW_ENEMY_03);
    cx.cite(entry.id);
    if entry.house {
        cx.cite(rules::DW_HOUSE_34H);
    }
    if row.r#if.is_some() {
        cx.cite(rules::DW_ENEMY_07);
    }
    let until = match row.once {
        Some(Once::Combat) => Some(SpentUntil::Combat),
        Some(Once::Turn) => Some(SpentUntil::Turn),
        None if row.reload > 0 => Some(SpentUntil::Reloaded(row.reload)),
        None => None,
    };
    if let Some(until) = until {
        let spent = SpentAction { who, action: number, until };
        cx.record(rules::DW_ENEMY_07, FightFact::SpentAction(spent).into());
    }
    if row.attack.is_none() {
        return own(cx, act, row);
    }
    let base = row.attack.map_or(0, |attack| attack.base.wounds);
    if cx.within((who, number), |cx| magic::false_friend(cx, who, base))? {
        return Ok(());
    }
    let targets: SmallVec<[Who; 4]> = match act.target {
        Some(target) if !row.all => smallvec![target],
        _ => targets_of_all(cx.at(), who, row),
    };
    for (nth, &target) in targets.iter().enumerate() {
        if !able(cx.state(), who) {
            break;
        }
        let rest = (who, number, nth, &targets);
        cx.within(rest, |cx| strikes(cx, who, row, target))?;
    }
    Ok(())
}

/// An action on itself.
fn own(cx: &mut Cx<'_, DeadWeight>, act: &FoeAct, row: &FoeActionRow) -> Flow {
    let who = act.who;
    if let (Some(shove), Some(to)) = (leap(&row.effects), act.to) {
        let gait = Gait { points: shove.tiles, leaving: 0, through: false };
        if let Some(tiles) = ground::way(cx.state(), who, to, gait) {
            go::moves(cx, who, &tiles, rules::DW_HOUSE_34H);
        }
        return Ok(());
    }
    let rule = cx.state().sheet(who).like.unwrap_or(rules::DW_ENEMY_06);
    effect::all(cx, Source { by: who, item: None, rule }, who, &row.effects)
}

/// What somebody has to load, and how many actions that takes.
fn reloading(state: &State, who: Who) -> Option<(u8, u8)> {
    state.battle.iter().flat_map(|battle| &battle.spent).find_map(|spent| match spent.until {
        SpentUntil::Reloaded(left) if spent.who == who => Some((spent.action, left)),
        _ => None,
    })
}

/// Loads what was shot, an action at a time.
fn reload(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    let rule = rules::DW_ENEMY_07;
    let Some((action, left)) = reloading(cx.state(), who) else { return Ok(()) };
    spend(cx, who, 1, rule);
    let spent = SpentAction { who, action, until: SpentUntil::Reloaded(left - 1) };
    cx.record(rule, FightFact::SpentAction(spent).into());
    Ok(())
}

/// A creature attacks somebody: defence, wounds, letters, text.
fn strikes(cx: &mut Cx<'_, DeadWeight>, who: Who, row: &FoeActionRow, target: Who) -> Flow {
    let Some(notation) = row.attack.filter(|_| present(cx.state(), target)) else { return Ok(()) };
    cx.cite(rules::DW_COMB_14);
    cx.note(rules::DW_ENEMY_04, |_| FightFact::Attacks { who, target, with: row.name.clone() }.into());
    let rule = cx.state().sheet(who).like.unwrap_or(rules::DW_ENEMY_06);
    let assault = Assault {
        who,
        targets: smallvec![target],
        notation,
        modifier: 0,
        backstab: false,
        magical: true,
        rule,
    };
    let rest = (who, target, row.name.as_str());
    let outcome = if cx.state().sheet(target).is_hero() {
        cx.within(rest, |cx| defends(cx, &assault, target))?
    } else {
        cx.cite(rules::DW_ENEMY_02);
        cx.within(rest, |cx| roll::by_level(cx, target, rules::DW_HOUSE_50H))?
    };
    if outcome.succeeded() {
        cx.note(rules::DW_COMB_10, |_| FightFact::Missed { who, target }.into());
        return Ok(());
    }
    let critical = outcome == Outcome::CriticalFailure;
    if critical {
        cx.cite(rules::DW_ENEMY_05);
    }
    cx.within((rest, critical), |cx| land(cx, &assault, target, critical))?;
    let source = Source { by: who, item: None, rule };
    if !row.effects.is_empty() || (critical && !row.critical.is_empty()) {
        cx.cite(rules::DW_ENEMY_06);
    }
    cx.within((rest, critical), |cx| effect::all(cx, source, target, &row.effects))?;
    if critical {
        effect::all(cx, source, target, &row.critical)?;
    }
    Ok(())
}

/// The defence check of an adventurer. The one who is down is hit as a matter of course.
pub fn defends(cx: &mut Cx<'_, DeadWeight>, assault: &Assault, target: Who) -> Flow<Outcome> {
    let rule = rules::DW_COMB_10;
    if cx.state().live(target).mortal {
        cx.cite(rules::DW_HURT_15);
        return Ok(Outcome::Failure);
    }
    let by_enemy = cx.state().sheet(assault.who).side == 1;
    let (broken, mut disadvantages) = morale::edges(cx.state());
    let advantages = if by_enemy { broken } else { 0 } + magic::defence_edges(cx, target);
    if advantages + disadvantages > 0 {
        cx.cite(rules::DW_MORALE_05);
    }
    disadvantages += unseeing(cx, target);
    cx.cite(rules::DW_TEST_24);
    if assault.notation.minus {
        disadvantages += 1;
        cx.cite(rules::DW_WEAP_06);
    }
    let battle = cx.state().battle.as_ref();
    let high = battle.and_then(|battle| battle.chart.advantage);
    if high.is_some() && high == battle.and_then(|battle| battle.tile(assault.who)) {
        disadvantages += 1;
        cx.cite(rules::DW_HOUSE_14H);
    }
    let mut tokens_of: SmallVec<[Who; 2]> = smallvec![target];
    for owner in lenders(cx.state(), target) {
        let rest = (assault, target, advantages, disadvantages, &tokens_of);
        if cx.within(rest, |cx| cx.ask(owner, LendShield { who: owner, to: target }))? {
            tokens_of.push(owner);
        }
    }
    cx.cite(rules::DW_COMB_11);
    let rolling = Rolling {
        advantages,
        disadvantages,
        clash: Some(clash(false, tokens_of, assault.notation)),
        helpable: false,
        ..Rolling::check(target, assault.notation.attribute, rule)
    };
    roll::make(cx, &rolling)
}

/// Those on the same tile whose shield tokens somebody may use.
fn lenders(state: &State, target: Who) -> SmallVec<[Who; 1]> {
    let Some(battle) = &state.battle else { return SmallVec::new() };
    let shares = |other: &Who| {
        *other != target
            && able(state, *other)
            && state.sheet(*other).skilled(rules::DW_SKILL_19)
            && state.live(*other).tokens.shield > 0
            && battle.tile(*other) == battle.tile(target)
    };
    fighters(state).filter(shares).collect()
}
