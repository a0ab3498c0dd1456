//! What people at a table might do next, chosen by chance: everything that is offered, every answer, the
//! next move by instinct, and the GM's word over numbers.

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

/// What happens next at the table.
pub fn next(arena: &Arena, chance: &mut Chance) -> Option<Deed> {
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
        1..=6 => moved(table).or_else(|| pick(table, GM, None, chance)),
        7..=9 => pick(table, [GM, ANN, CY][chance.below(3)], None, chance),
        _ => {
            let creatures = table.creatures(GM);
            let acting = table.awaits().creatures.first().copied();
            let somebody = chance.pick(&creatures).map(|(who, _)| *who);
            let actor = if chance.one_in(2) { acting.or(somebody) } else { somebody };
            let speaks = [ANN, CY].into_iter().find(|seat| !table.offers(*seat, actor).is_empty());
            let seat = if chance.one_in(5) { GM } else { speaks.unwrap_or(GM) };
            pick(table, seat, actor, chance)
        }
    }
}

fn answered(table: &dyn AnyTable, card: &PromptCard, chance: &mut Chance) -> Deed {
    if chance.one_in(60) {
        let action = table.waits()[0].0;
        return Deed { seat: GM, op: Op::Cancel { action }, may_be_refused: false };
    }
    let seat = if chance.one_in(6) { GM } else { card.asks.first().copied().unwrap_or(GM) };
    let by_instinct = card.default.clone().filter(|_| chance.one_in(3));
    let instinct = by_instinct.is_some();
    let say = by_instinct.or_else(|| said(card, chance)).unwrap_or(Value::Null);
    // How many points a condition takes off is no matter of choice: chance may give too few.
    Deed { seat, op: answer(&card.id, say), may_be_refused: !instinct && card.name == "take_off" }
}

/// The next move by instinct, so that fights and watches get somewhere.
fn moved(table: &dyn AnyTable) -> Option<Deed> {
    let awaits = table.awaits();
    let command = awaits.creatures.iter().find_map(|who| table.instinct(*who))?;
    Some(Deed { seat: GM, op: Op::Command(command), may_be_refused: false })
}

fn pick(table: &dyn AnyTable, seat: Seat, actor: Option<Who>, chance: &mut Chance) -> Option<Deed> {
    let offers = table.offers(seat, actor);
    let open: Vec<&OfferCard> = offers.iter().filter(|offer| offer.refusal.is_none()).collect();
    // What ends a scene for good, or fills the table with strangers, is not for every scene.
    let grave = ["end_combat", "end_ship", "leave", "house", "session", "add", "draft", "npc", "crew_role"];
    let offer = chance.pick(&open)?;
    if grave.contains(&offer.command.as_str()) && !chance.one_in(4) {
        return None;
    }
    let command = filled(offer, chance)?;
    Some(Deed { seat, op: Op::Command(command), may_be_refused: true })
}

fn overrule(table: &dyn AnyTable, chance: &mut Chance) -> Option<Deed> {
    let creatures = table.creatures(GM);
    let (_, name) = chance.pick(&creatures)?;
    let (key, value) = match chance.below(5) {
        0 => ("xp", json!(chance.below(120))),
        1 => ("gumption", json!(1 + chance.below(10))),
        2 => ("parts.Torso", json!(chance.below(3))),
        3 => ("conditions", json!(["Afraid"])),
        _ => ("down", json!(chance.one_in(2))),
    };
    let op = Op::Overrule { path: format!("{name}.{key}"), value, reason: "so the GM says".into() };
    Some(Deed { seat: GM, op, may_be_refused: true })
}
