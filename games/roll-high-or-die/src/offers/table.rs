//! What the Referee could change about the table itself.

use boneyard_table::At;
use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use serde_json::json;

use super::people;
use crate::RollHighOrDie;
use crate::house::{MysticFoes, SWITCHES};
use crate::rules;
use crate::state::Regard;

const GROUP: &str = "Table";

pub(super) fn gm(at: At<'_, RollHighOrDie>) -> Vec<OfferCard> {
    let state = at.state;
    let mut cards = Vec::new();
    if state.encounter.is_none() {
        for switch in SWITCHES.iter().filter(|switch| !switch.values.is_empty()) {
            let values = switch.values.iter().map(|value| Candidate::new(json!(value), *value));
            cards.push(
                OfferCard::new("house", format!("House rule: {}", switch.name), "House rules")
                    .id(format!("house-{}", switch.name))
                    .rule(switch.rule)
                    .fixed("switch", switch.name)
                    .param(Param::new("value", "Value", Domain::one_of(values))),
            );
        }
    }
    let mystic = state.house.mystic_foes == MysticFoes::On;
    let rows = at.book.creatures.iter().filter(|row| row.module.is_none() || mystic);
    let rows = rows.map(|row| Candidate::new(json!(row.name), row.name.clone()).say(row.text.clone()));
    cards.push(
        OfferCard::new("add_creature", "Bring somebody in", GROUP)
            .rule(rules::RH_HOUSE_11H)
            .param(Param::new("like", "Like", Domain::one_of(rows)))
            .param(Param::new("name", "Called", Domain::text(40))),
    );
    let all: Vec<_> = state.here().collect();
    if all.len() > 1 {
        let how = Regard::ALL.iter().map(|regard| Candidate::new(json!(regard), regard.name()));
        cards.push(
            OfferCard::new("regard", "Who regards whom how", GROUP)
                .rule(rules::RH_GM_02)
                .param(Param::new("who", "Who", people(at, all.clone())))
                .param(Param::new("of", "Whom", people(at, all)))
                .param(Param::new("regard", "How", Domain::one_of(how))),
        );
    }
    cards
}
