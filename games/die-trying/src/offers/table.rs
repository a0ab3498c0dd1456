//! What the TS could do about the table itself.

use boneyard_table::At;
use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use serde_json::json;

use super::{floor, people};
use crate::DieTrying;
use crate::hero::check_bring_in;
use crate::house::SWITCHES;
use crate::rules;
use crate::state::Light;

/// The two ways to draw a map, and what their signs mean.
const DRAWINGS: [(&str, &str, &str); 2] = [
    ("squares", "Draw a map", "One sign for each square: . floor, # wall, + shut door, ' open door"),
    (
        "walls",
        "Draw a map with thin walls",
        "On ruled paper: . floor; on the lines - and | walls, + shut door",
    ),
];

pub(super) fn gm(at: At<'_, DieTrying>) -> Vec<OfferCard> {
    let state = at.state;
    let like =
        at.book.creatures.iter().map(|row| &row.name).chain(at.book.objects.iter().map(|row| &row.name));
    let like = like.map(|name| Candidate::new(json!(name), name.clone()));
    let squares = floor(state);
    let stands = |card: OfferCard| {
        if squares.is_empty() {
            return card;
        }
        card.param(Param::new("at", "Where", Domain::Square { among: squares.clone() }).optional())
    };
    let mut cards = vec![stands(
        OfferCard::new("add_creature", "Bring in a Creature", "Scene")
            .rule(rules::DT_HOUSE_20H)
            .param(Param::new("like", "Which", Domain::one_of(like)))
            .param(Param::new("name", "Name", Domain::text(40)))
            .param(Param::new("unseen", "The players do not know of it", Domain::yes_no()).optional()),
    )];
    if state.battle.is_none() {
        cards.push(
            OfferCard::new("board", "Lay out an open map", "Scene")
                .rule(rules::DT_SENSE_03)
                .param(Param::new("width", "Squares across", Domain::amount(4, 40)))
                .param(Param::new("height", "Squares down", Domain::amount(4, 40)))
                .param(Param::new("light", "How bright", lights()).optional()),
        );
        for (drawn, label, signs) in DRAWINGS {
            cards.push(
                OfferCard::new("board", label, "Scene")
                    .id(format!("board-{drawn}"))
                    .rule(rules::DT_HOUSE_25H)
                    .param(Param::new(drawn, signs, Domain::text(4000)))
                    .param(Param::new("light", "How bright", lights()).optional()),
            );
        }
        cards.push(OfferCard::new("wait", "Pass time", "Scene").rule(rules::DT_HOUSE_14H).param(Param::new(
            "minutes",
            "Minutes",
            Domain::amount(1, 480),
        )));
        let switches = SWITCHES.iter().map(|switch| Candidate::new(json!(switch.name), switch.title()));
        let mut values: Vec<Candidate<serde_json::Value>> = Vec::new();
        for switch in SWITCHES {
            for value in switch.values {
                match values.iter_mut().find(|known| known.pick == **value) {
                    Some(known) => known.given.push(json!(switch.name)),
                    None => {
                        values.push(Candidate::new(json!(value), value.replace('_', " ")).given(switch.name));
                    }
                }
            }
        }
        cards.push(
            OfferCard::new("house", "Set a house rule", "Table")
                .rule(rules::DT_CORE_02)
                .param(Param::new("switch", "Which", Domain::one_of(switches)))
                .param(Param::new("value", "To", Domain::one_of(values)).after("switch")),
        );
    }
    for who in state.everybody().filter(|who| check_bring_in(at, *who).is_ok()) {
        cards.push(stands(
            OfferCard::new("bring_in", format!("Let {} join", state.name(who)), "Scene")
                .id(format!("bring-in-{}", who.0))
                .rule(rules::DT_CHAR_16)
                .fixed("who", json!(who)),
        ));
    }
    let rulebook = rules::RULEBOOK.rules().chain(rules::RULEBOOK.entries());
    let terms = rulebook.map(|rule| Candidate::new(json!(rule.title), rule.title));
    cards.push(
        OfferCard::new("look_up", "Look a term up", "Table").rule(rules::DT_CORE_10).param(Param::new(
            "term",
            "Which",
            Domain::one_of(terms),
        )),
    );
    let awake: Vec<_> = state.heroes().filter(|who| crate::combat::is_awake(state, *who)).collect();
    if !awake.is_empty() {
        let lights = [Light::Bright, Light::Blinding].map(|light| Candidate::new(json!(light), light.name()));
        cards.push(
            OfferCard::new("glare", "A light is too much", "Scene")
                .rule(rules::DT_SENSE_07)
                .param(Param::new("who", "For whom", people(at, awake)))
                .param(Param::new("light", "Which", Domain::one_of(lights))),
        );
    }
    if state.board.is_some() {
        let among = squares;
        let side = |name, label| Param::new(name, label, Domain::amount(1, 40));
        let corner = Param::new("at", "From", Domain::Square { among: among.clone() });
        let region = Domain::Form {
            params: vec![corner, side("width", "Squares across"), side("height", "Squares down")],
        };
        cards.push(
            OfferCard::new("set_light", "Say how bright it is", "Scene")
                .rule(rules::DT_SENSE_03)
                .param(Param::new("region", "Where", region.clone()))
                .param(Param::new("light", "How bright", lights())),
        );
        cards.push(
            OfferCard::new("haze", "Say where it is hard to see", "Scene")
                .rule(rules::DT_SENSE_01)
                .param(Param::new("region", "Where", region))
                .param(Param::new("hazy", "Hard to see", Domain::yes_no())),
        );
        let all: Vec<_> = state.everybody().collect();
        if !all.is_empty() {
            cards.push(
                OfferCard::new("place", "Put somebody on the map", "Scene")
                    .rule(rules::DT_COM_05)
                    .param(Param::new("who", "Who", people(at, all.clone())))
                    .param(Param::new("at", "Where", Domain::Square { among })),
            );
            cards.push(
                OfferCard::new("conceal", "Say who is hard to see", "Scene")
                    .rule(rules::DT_SENSE_01)
                    .param(Param::new("who", "Who", people(at, all)))
                    .param(Param::new("concealed", "Concealed", Domain::yes_no())),
            );
        }
    }
    cards
}

fn lights() -> Domain {
    Domain::one_of(Light::ALL.map(|light| Candidate::new(json!(light), light.name())))
}
