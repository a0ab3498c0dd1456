//! Creatures that powers and mishaps bring: third parties in a fight, the enemy outside of one, or
//! servants of the caster.

use boneyard_table::deed::carry_out;
use boneyard_table::{Cx, Flow, Refusal, Seat, Who};

use super::effect::{Source, number};
use crate::DeadWeight;
use crate::book::Call;
use crate::combat::{self, Fight, Stand, fresh_name};
use crate::fact::{MagicFact, TableFact};
use crate::hero::foe_like;
use crate::rules;
use crate::state::{Kind, Lasting, Shared, Span, State, Tile};

/// Where the caster and what was called stand when it comes to a fight.
const CASTER: Tile = Tile { x: 6, y: 8 };
const CLOSE: Tile = Tile { x: 6, y: 7 };
const NEARBY: Tile = Tile { x: 6, y: 4 };

/// Creatures come. Where there was no fight and they serve nobody, there is one now.
pub fn call(cx: &mut Cx<'_, DeadWeight>, source: Source<'_>, call: &Call, target: Who) -> Flow {
    let book = cx.book();
    let Some(row) = book.foes.named(&call.foe) else { return Ok(()) };
    let count = number(cx, &call.count, source.by, source.rule)?.clamp(1, 9);
    for _ in 0..count {
        let fighting = cx.state().battle.is_some();
        let who = Who(cx.state().creatures.len() as u16);
        let mut creature = foe_like(row, &fresh_name(cx.state(), &row.name));
        let mut sheet = (*creature.sheet).clone();
        sheet.foe.tags.push("summoned".into());
        match call.side.as_str() {
            "user" => {
                let seat = cx.state().sheet(source.by).seat;
                (sheet.kind, sheet.side, sheet.seat) = (Kind::Ally { of: source.by }, 0, seat);
            }
            "third" if fighting => sheet.side = 2,
            _ => sheet.side = 1,
        }
        let servant = sheet.side == 0;
        creature.sheet = Shared::new(sheet);
        cx.cite(row.id);
        cx.record(source.rule, TableFact::Joined { who, creature: Box::new(creature) }.into());
        let lasting = Lasting { by: source.rule, from: Some(source.by), amount: 0, ends: Span::Combat };
        cx.record(source.rule, MagicFact::Lasts { who, lasting }.into());
        if fighting {
            let (beside, far) = match call.place.as_str() {
                "nearby" => (source.by, 4),
                "target" => (target, 0),
                _ => (source.by, 1),
            };
            let tile = free_tile(cx.state(), beside, far).or_else(|| free_tile(cx.state(), source.by, 1));
            if let Some(at) = tile {
                cx.within((source, who), |cx| combat::comes(cx, who, at))?;
            }
            // A corpse that serves is not there to rise by itself.
            if call.place == "target" {
                super::world::laid_to_rest(cx, target, source.rule);
            }
        } else if !servant {
            breaks_out(cx, source.by, who, call.place == "nearby")?;
        }
    }
    Ok(())
}

/// A free tile at about this distance from somebody.
fn free_tile(state: &State, who: Who, far: u16) -> Option<Tile> {
    let battle = state.battle.as_ref()?;
    let here = battle.tile(who)?;
    let free = |tile: &Tile| {
        battle.chart.grid.bars(tile.square()).is_none()
            && combat::fighters(state)
                .all(|other| battle.tile(other) != Some(*tile) || !combat::present(state, other))
    };
    let floor = battle.chart.grid.chart().squares().filter_map(Tile::of).filter(free);
    floor.min_by_key(|tile| (combat::tiles_apart(state, *tile, here).abs_diff(far), *tile))
}

/// What was called outside a fight begins one, beside the caster.
fn breaks_out(cx: &mut Cx<'_, DeadWeight>, caster: Who, who: Who, nearby: bool) -> Flow {
    let mut fighters: Vec<Who> = cx.state().heroes().filter(|hero| !cx.state().live(*hero).away).collect();
    fighters.push(who);
    let place = if nearby { NEARBY } else { CLOSE };
    let at = vec![Stand { who: caster, at: CASTER }, Stand { who, at: place }];
    let fight = Fight { fighters, at, ..Fight::default() };
    let prepared: Result<_, Refusal> = combat::prepare(cx.at(), &fight);
    let Ok(battle) = prepared else { return Ok(()) };
    cx.cite(rules::DW_SPELL_09);
    combat::set_up(cx, battle);
    cx.within((caster, who), |cx| carry_out(cx, Seat::GM, combat::StartFight {}))
}
