//! What the GM and the players could do with the table itself.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Refusal};
use serde_json::{Value, json};

use crate::DeadWeight;
use crate::house::SWITCHES;
use crate::rules;

pub(super) fn draft() -> OfferCard {
    OfferCard::new("draft", "Make an adventurer", "Adventurers").rule(rules::DW_CHAR_01).param(Param::new(
        "name",
        "Name",
        Domain::text(40),
    ))
}

pub(super) fn gm(at: At<'_, DeadWeight>) -> Vec<OfferCard> {
    let foes = at.book.foes.iter().map(|row| Candidate::new(json!(row.name), row.name.clone()));
    vec![
        OfferCard::new("add", "Bring in a foe", "Scene")
            .rule(rules::DW_ENEMY_01)
            .param(Param::new("like", "Which", Domain::one_of(foes)))
            .param(Param::new("name", "Name", Domain::text(40))),
        OfferCard::new("session", "Begin a session", "Table").rule(rules::DW_GAME_04),
        house(at),
        draft(),
    ]
}

fn house(at: At<'_, DeadWeight>) -> OfferCard {
    let switches = SWITCHES.iter().map(|switch| Candidate::new(json!(switch.name), switch.name));
    let mut values: Vec<Candidate<Value>> = Vec::new();
    for switch in SWITCHES {
        for value in switch.values {
            match values.iter_mut().find(|known| known.pick == **value) {
                Some(known) => known.given.push(json!(switch.name)),
                None => values.push(Candidate::new(json!(value), *value).given(switch.name)),
            }
        }
    }
    let fighting = at.state.battle.is_some();
    let sentence = "House rules are not changed in the middle of a fight.";
    OfferCard::new("house", "Set a house rule", "Table")
        .rule(rules::DW_GM_03)
        .param(Param::new("switch", "Which", Domain::one_of(switches)))
        .param(Param::new("value", "To what", Domain::one_of(values)).after("switch"))
        .refused(fighting.then(|| Refusal::new(rules::DW_GM_03, "in-battle", sentence)))
}
