//! What comes with a hit, verb by verb: the texts of foes' actions and of weapons, as content has them.

use boneyard_table::{Cx, Flow, Group, RuleId, Seat, Who};

use super::begin::comes;
use super::ground::{able, can_stop, fighters, present, tiles_apart};
use super::{morale, tokens};
use crate::DeadWeight;
use crate::book::{Hold, Shove, Summon, Verb, number, plain_dice};
use crate::expedition;
use crate::fact::{FightFact, GearFact, HurtFact, TableFact};
use crate::hero::foe_like;
use crate::hurt::{self, Hit, Strike, worn_armor};
use crate::question::ArmorPiece;
use crate::roll;
use crate::state::{Shared, State, Tile, Tokens};

/// Where an effect comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// Who brings it about.
    pub by: Who,
    /// With which of their things.
    pub item: Option<u8>,
    /// By which rule or entry.
    pub rule: RuleId,
}

/// Lets effects fall on somebody, one after the other.
pub fn all(cx: &mut Cx<'_, DeadWeight>, source: Source, target: Who, verbs: &[Verb]) -> Flow {
    for (nth, verb) in verbs.iter().enumerate() {
        let rest = (source, target, verbs.len() - nth);
        cx.within(rest, |cx| one(cx, source, target, verb))?;
    }
    Ok(())
}

fn one(cx: &mut Cx<'_, DeadWeight>, source: Source, target: Who, verb: &Verb) -> Flow {
    let Source { by, rule, .. } = source;
    if cx.state().live(target).dead {
        return Ok(());
    }
    match verb {
        Verb::Affliction(what) => hurt::afflicted(cx, target, what.0, rule).map(|_| ()),
        Verb::State(hold) => {
            held(cx, source, target, hold);
            Ok(())
        }
        Verb::Token(amount) => {
            let count = u8::try_from(number(amount)).unwrap_or(0);
            match () {
                () if amount.is("shield") => {
                    tokens::shield(cx, target, count, rule);
                }
                () if amount.is("dodge") => tokens::dodge(cx, target, count, rule),
                () => tokens::stun(cx, target, count, rule),
            }
            Ok(())
        }
        Verb::Shift(amount) => {
            let by_much = number(amount);
            if amount.is("doom") {
                expedition::advance_doom(cx, by_much.unsigned_abs(), rule);
            } else if amount.is("morale") {
                let side = u8::from(!amount.is("party"));
                (by_much..0).for_each(|_| morale::lower(cx, side, rule));
            }
            Ok(())
        }
        Verb::Move(shove) => {
            if shove.how == "pull-close" {
                pull_close(cx, source, target);
            }
            Ok(())
        }
        Verb::Summon(summon) => call(cx, source, summon),
        Verb::Risk(risk) => {
            let dice = risk.dice.split('d').next().and_then(|count| count.parse().ok()).unwrap_or(1);
            if roll::risk(cx, rule, Seat::GM, dice)? {
                all(cx, source, target, &risk.effects)?;
            }
            Ok(())
        }
        Verb::Strip(_) => strip(cx, source, target),
        Verb::Wounds(amount) => {
            let wounds = u8::try_from(number(amount)).unwrap_or(0);
            wound(cx, target, wounds, rule)
        }
        Verb::Upon(upon) => all(cx, source, by, &upon.effects),
        Verb::Break(_) => {
            if let Some(item) = source.item {
                cx.record(rule, GearFact::Broken { who: by, item, broken: true }.into());
            }
            Ok(())
        }
    }
}

fn held(cx: &mut Cx<'_, DeadWeight>, source: Source, target: Who, hold: &Hold) {
    let cut = hold.cut.as_ref().map_or(0, |cut| u8::try_from(number(cut)).unwrap_or(0));
    tokens::grab(cx, target, source.by, cut, source.rule);
}

fn wound(cx: &mut Cx<'_, DeadWeight>, who: Who, wounds: u8, rule: RuleId) -> Flow {
    if cx.state().sheet(who).is_hero() {
        let hit = Hit { who, wounds, armor: true, toughen: true, non_lethal: false, rule };
        return hurt::take(cx, hit).map(|_| ());
    }
    let strike =
        Strike { who, wounds, armor: true, resistance: true, non_lethal: false, at_most: None, rule };
    hurt::strike(cx, strike).map(|_| ())
}

/// Drags somebody to a free tile next to the one who pulls.
fn pull_close(cx: &mut Cx<'_, DeadWeight>, source: Source, target: Who) {
    let state = cx.state();
    let Some(battle) = &state.battle else { return };
    let (Some(there), Some(here)) = (battle.tile(target), battle.tile(source.by)) else { return };
    if tiles_apart(state, there, here) <= 1 {
        return;
    }
    let near = tiles_around(state, here).filter(|tile| can_stop(state, target, *tile));
    if let Some(at) = near.min_by_key(|tile| (tiles_apart(state, *tile, there), askew(*tile, there), *tile)) {
        cx.record(source.rule, FightFact::Put { who: target, at }.into());
    }
}

/// How far from a straight line: of tiles as near as each other the straighter one is taken.
fn askew(one: Tile, other: Tile) -> u8 {
    one.x.abs_diff(other.x).min(one.y.abs_diff(other.y))
}

fn tiles_around(state: &State, tile: Tile) -> impl Iterator<Item = Tile> + '_ {
    let (x, y) = (i16::from(tile.x), i16::from(tile.y));
    let all = (-1..=1).flat_map(move |down| (-1..=1).map(move |across| (x + across, y + down)));
    let tiles = all.filter_map(|(x, y)| Tile::of(boneyard_board::Square::new(x, y)));
    tiles.filter(move |other| *other != tile && tiles_apart(state, *other, tile) <= 1)
}

/// Others come in from the edge of the chart.
fn call(cx: &mut Cx<'_, DeadWeight>, source: Source, summon: &Summon) -> Flow {
    let book = cx.book();
    let Some(row) = book.foes.named(&summon.foe) else { return Ok(()) };
    let count = match plain_dice(&summon.count) {
        Some((dice, sides)) => {
            cx.dice(source.rule, Seat::GM, Group::new(dice, sides).named("how many"))?.sum()
        }
        None => summon.count.parse().unwrap_or(1),
    };
    let side = if summon.side == "third" { 2 } else { cx.state().sheet(source.by).side };
    for _ in 0..count {
        let Some(at) = edge(cx.state(), source.by) else { break };
        let name = fresh_name(cx.state(), &row.name);
        let who = Who(cx.state().creatures.len() as u16);
        let mut creature = foe_like(row, &name);
        let mut sheet = (*creature.sheet).clone();
        sheet.side = side;
        creature.sheet = Shared::new(sheet);
        cx.cite(row.id);
        cx.record(source.rule, TableFact::Joined { who, creature: Box::new(creature) }.into());
        comes(cx, who, at)?;
    }
    Ok(())
}

/// A free tile at the edge of the chart, the nearest to somebody.
fn edge(state: &State, who: Who) -> Option<Tile> {
    let battle = state.battle.as_ref()?;
    let (width, height) = battle.chart.grid.chart().size(0)?;
    let here = battle.tile(who)?;
    let squares = battle.chart.grid.chart().squares();
    let free = |tile: &Tile| {
        battle.chart.grid.bars(tile.square()).is_none()
            && fighters(state).all(|other| battle.tile(other) != Some(*tile) || !present(state, other))
    };
    let tiles = squares.filter_map(Tile::of).filter(free);
    // Where walls run along the edge, the floor next to them is the edge.
    let inward = |tile: &Tile| {
        let (x, y) = (i16::from(tile.x), i16::from(tile.y));
        x.min(y).min(width - 1 - x).min(height - 1 - y)
    };
    tiles.min_by_key(|tile| (inward(tile), tiles_apart(state, *tile, here), *tile))
}

/// A name nobody here has: the kind with a number.
pub fn fresh_name(state: &State, kind: &str) -> String {
    let taken = |name: &str| state.everybody().any(|who| state.name(who) == name);
    if !taken(kind) {
        return kind.to_owned();
    }
    let mut number = 2;
    while taken(&format!("{kind} {number}")) {
        number += 1;
    }
    format!("{kind} {number}")
}

/// One worn piece of armor loses a point.
fn strip(cx: &mut Cx<'_, DeadWeight>, source: Source, target: Who) -> Flow {
    let pieces = worn_armor(cx.state(), target);
    let item = match pieces[..] {
        [] => return Ok(()),
        [(item, _)] => Some(item),
        _ => cx.ask(target, ArmorPiece { who: target })?,
    };
    let Some((item, from)) = pieces.into_iter().find(|(piece, _)| Some(*piece) == item) else {
        return Ok(());
    };
    cx.record(source.rule, HurtFact::Ap { who: target, item, from, to: from - 1 }.into());
    Ok(())
}

/// Shield tokens somebody may still place by an action that has a limit of its own.
pub fn room_for_shields(state: &State, who: Who, most: Option<u8>) -> bool {
    state.live(who).tokens.shield < most.unwrap_or(Tokens::MOST_SHIELDS) && able(state, who)
}

/// Whether an action is a leap, and how far it goes.
pub fn leap(verbs: &[Verb]) -> Option<&Shove> {
    verbs.iter().find_map(|verb| match verb {
        Verb::Move(shove) if shove.how == "leap" => Some(shove),
        _ => None,
    })
}
