//! The two tables of powers: mishaps of spells and miracles of prayers.

use boneyard_table::{Cx, Flow, Group, Who};

use super::effect::{self, Source};
use super::world;
use crate::DeadWeight;
use crate::book::{Book, Twist, effects_of};
use crate::fact::{HurtFact, MagicFact};
use crate::question::RerollMishap;
use crate::rules;
use crate::state::State;

const LEAST: i32 = 3;
const MOST: i32 = 18;
/// From here on a mishap is an omen too.
const OMINOUS: i32 = 13;

/// A mishap: 2d6 and the spell's level, with insight to throw again.
pub fn mishap(cx: &mut Cx<'_, DeadWeight>, who: Who, level: u8, safe: bool) -> Flow {
    let rule = rules::DW_SPELL_06;
    let faces = cx.dice(rule, who, Group::new(2, 6).named("mishap"))?;
    let mut dice = [faces.iter().next().unwrap_or(1), faces.iter().nth(1).unwrap_or(1)];
    let insight = cx.state().live(who).insight;
    if insight > 0 {
        let again = cx.ask(who, RerollMishap { who, first: dice[0], second: dice[1], level })?;
        if again > 0 {
            let fact = HurtFact::Insight { who, from: insight, to: insight - 1 };
            cx.record(rules::DW_HOUSE_01H, fact.into());
            for (nth, die) in dice.iter_mut().enumerate() {
                if again & (1 << nth) != 0 {
                    *die = cx.die(rules::DW_HOUSE_01H, who, 6)?;
                }
            }
        }
    }
    let lens = super::held_role(cx.at(), who, "conductor", false)
        .and_then(|item| cx.state().sheet(who).items[usize::from(item)].kind)
        .filter(|kind| *kind == rules::DW_GEAR_60H);
    if let Some(kind) = lens {
        cx.cite(kind);
    }
    let twist = site_twist(cx.state(), cx.book());
    if twist != 0 {
        cx.cite(rules::DW_HOUSE_48H);
    }
    let change = twist + if lens.is_some() { -2 } else { 0 } + if safe { 0 } else { 2 };
    let sum = i32::from(dice[0]) + i32::from(dice[1]) + i32::from(level) + change;
    let total = sum.clamp(LEAST, MOST);
    cx.cite(rules::DW_SPELL_09);
    if total >= OMINOUS {
        world::omens(cx, 1, rules::DW_HOUSE_21H)?;
    }
    on_table(cx, who, rules::DW_TABLE_03, total)
}

/// What the site itself adds to mishaps.
fn site_twist(state: &State, book: &Book) -> i32 {
    let row = state.expedition.at_site().and_then(|site| book.places.get(site.twist?.as_str()));
    let mishaps = row.iter().flat_map(|row| &row.twist).map(|twist| match twist {
        Twist::Mishaps(more) => i32::from(*more),
        _ => 0,
    });
    mishaps.sum()
}

/// A miracle: 1d6.
pub fn miracle(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    let face = cx.dice(rules::DW_PRAY_08, who, Group::new(1, 6).named("miracle"))?.sum();
    on_table(cx, who, rules::DW_TABLE_04, i32::try_from(face).unwrap_or(1))
}

fn on_table(cx: &mut Cx<'_, DeadWeight>, who: Who, id: boneyard_table::RuleId, total: i32) -> Flow {
    let book = cx.book();
    let Some(row) = book.tables.get(id.as_str()).and_then(|table| table.row(total)) else { return Ok(()) };
    let rule = if id == rules::DW_TABLE_03 { rules::DW_SPELL_09 } else { rules::DW_PRAY_08 };
    let shown = u8::try_from(total).unwrap_or(0);
    cx.cite(id);
    cx.record(rule, MagicFact::OnTable { who, total: shown, text: row.text.clone() }.into());
    let source = Source::of(who, id);
    effect::all(cx, source, &[who], &effects_of(row))
}
