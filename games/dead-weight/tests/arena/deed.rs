//! What people at a table might do next, chosen by chance: everything that is offered, every answer, the
//! next move by instinct, and the GM's tools.

use std::collections::BTreeMap;

use boneyard_table::table::{AnyTable, Op};
use boneyard_table::view::{OfferCard, PromptCard};
use boneyard_table::{Seat, Who};
use serde_json::{Value, json};

use super::{ANN, Arena, CY, Chance, GM, answer, filled, said};

/// Something that somebody does.
#[derive(Clone, Debug)]
pub struct Deed {
    pub seat: Seat,
    pub op: Op,
    /// A filled form may still be refused; everything else here is legal.
    pub may_be_refused: bool,
}

fn legal(seat: Seat, op: Op) -> Deed {
    Deed { seat, op, may_be_refused: false }
}

/// How often each command was tried so far: people try what they have not yet.
pub type Tried = BTreeMap<String, u32>;

/// What happens next at the table.
pub fn next(arena: &Arena, chance: &mut Chance, tried: &mut Tried) -> Option<Deed> {
    let table = &*arena.table;
    if let Some((action, _)) = table.waits().into_iter().find(|(_, fits)| !fits) {
        let op = if chance.one_in(2) { Op::Afresh { action } } else { Op::Cancel { action } };
        return Some(Deed { seat: GM, op, may_be_refused: true });
    }
    let cards = table.prompts(GM);
    if let Some(card) = chance.pick(&cards) {
        return Some(answered(table, card, chance));
    }
    match chance.below(16) {
        0 => overrule(table, chance),
        1..=6 => moved(table).or_else(|| pick(table, GM, None, chance, tried)),
        7..=9 => pick(table, [GM, ANN, CY][chance.below(3)], None, chance, tried),
        _ => {
            let creatures = table.creatures(GM);
            let acting = table.awaits().creatures.first().copied();
            let somebody = chance.pick(&creatures).map(|(who, _)| *who);
            let actor = if chance.one_in(2) { acting.or(somebody) } else { somebody };
            let speaks = [ANN, CY].into_iter().find(|seat| !table.offers(*seat, actor).is_empty());
            let seat = if chance.one_in(5) { GM } else { speaks.unwrap_or(GM) };
            pick(table, seat, actor, chance, tried)
        }
    }
}

fn answered(table: &dyn AnyTable, card: &PromptCard, chance: &mut Chance) -> Deed {
    if chance.one_in(60) {
        return legal(GM, Op::Cancel { action: table.waits()[0].0 });
    }
    let seat = if chance.one_in(6) { GM } else { card.asks.first().copied().unwrap_or(GM) };
    let by_instinct = card.default.clone().filter(|_| chance.one_in(3));
    let say = by_instinct.or_else(|| said(card, chance)).unwrap_or(Value::Null);
    legal(seat, answer(&card.id, say))
}

/// The next move by instinct, so that fights and expeditions get somewhere.
fn moved(table: &dyn AnyTable) -> Option<Deed> {
    let awaits = table.awaits();
    let command = awaits.creatures.iter().find_map(|who| table.instinct(*who))?;
    Some(legal(GM, Op::Command(command)))
}

fn pick(
    table: &dyn AnyTable,
    seat: Seat,
    actor: Option<Who>,
    chance: &mut Chance,
    tried: &mut Tried,
) -> Option<Deed> {
    let offers = table.offers(seat, actor);
    let mut open: Vec<&OfferCard> = offers.iter().filter(|offer| offer.refusal.is_none()).collect();
    if !chance.one_in(3) {
        let often = |offer: &OfferCard| tried.get(&offer.command).copied().unwrap_or(0);
        let least = open.iter().map(|offer| often(offer)).min()?;
        open.retain(|offer| often(offer) == least);
    }
    // What ends a scene for good is not for every scene.
    let grave = [
        "leave",
        "break_camp",
        "stop_fight",
        "retire",
        "house",
        "session",
        "add",
        "add_ally",
        "draft",
        "draft_at_once",
        "drop",
    ];
    let offer = chance.pick(&open)?;
    if grave.contains(&offer.command.as_str()) && !chance.one_in(4) {
        return None;
    }
    *tried.entry(offer.command.clone()).or_default() += 1;
    let command = filled(offer, chance)?;
    Some(Deed { seat, op: Op::Command(command), may_be_refused: true })
}

fn overrule(table: &dyn AnyTable, chance: &mut Chance) -> Option<Deed> {
    let published = table.values();
    let creatures = table.creatures(GM);
    let (_, name) = chance.pick(&creatures)?;
    let hero = published[name].get("insight").is_some();
    let (key, value) = match (hero, chance.below(4)) {
        (true, 0) => ("insight", json!(chance.below(4))),
        (true, 1) => ("silver", json!(chance.below(60))),
        (true, 2) => ("shield", json!(chance.below(3))),
        (true, _) => ("renown", json!(chance.below(6))),
        (false, 0) => ("hits", json!(0)),
        (false, _) => ("stun", json!(chance.below(2))),
    };
    let op = Op::Overrule { path: format!("{name}.{key}"), value, reason: "so the GM says".into() };
    Some(Deed { seat: GM, op, may_be_refused: true })
}
