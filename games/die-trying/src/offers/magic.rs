//! Castings somebody could make now.

use boneyard_table::view::{Candidate, Direction, Domain, OfferCard, Param, Square};
use boneyard_table::{At, Who};
use serde_json::json;

use super::people;
use crate::DieTrying;
use crate::book::Shape;
use crate::combat::{Cost, legal};
use crate::magic::{Cast, Form, Improvise, check_cast, check_improvise, deed, magic_dice, spells_of};
use crate::rules;
use crate::state::{Proficiency, Spot};

const GROUP: &str = "Magic";

pub(super) fn acting(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    let (state, book) = (at.state, at.book);
    if legal(state, book, who, Cost::Free).is_err() {
        return Vec::new();
    }
    let have = magic_dice(state, book, who);
    let mut cards = Vec::new();
    for (row, _) in spells_of(state, book, who) {
        let Some(deed) = deed(book, &Form::Spell(row.id)) else { continue };
        let least = row.level;
        if least > have {
            continue;
        }
        let blank = |target: Option<Who>| Cast {
            who,
            spell: row.name.clone(),
            dice: Some(least),
            target,
            item: None,
            at: None,
            facing: None,
        };
        let mut card = OfferCard::new("cast", format!("Cast {}", row.name), GROUP)
            .actor("who", who)
            .id(format!("cast-{}:{}", row.id.as_str(), who.0))
            .rule(row.id)
            .fixed("spell", row.name.clone())
            .param(Param::new("dice", "Magic Dice", Domain::amount(least.into(), have.max(least).into())))
            .odds_on_request();
        let action = legal(state, book, who, Cost::Action).err();
        match deed.area.map(|area| area.shape) {
            Some(Shape::Cone | Shape::Line) if state.board.is_some() => {
                let winds = Domain::Direction { among: Direction::ALL.to_vec() };
                card = card.param(Param::new("facing", "Where to", winds)).refused(action);
            }
            Some(Shape::Radius | Shape::Square) if state.board.is_some() => {
                let fits = |spot: Spot| check_cast(at, &Cast { at: Some(spot), ..blank(None) }).is_ok();
                let board = state.board.as_ref();
                let floor = board.iter().flat_map(|board| {
                    board.grid.chart().squares().filter(|square| board.grid.bars(*square).is_none())
                });
                let among: Vec<Square> = floor
                    .filter_map(Spot::of)
                    .filter(|spot| fits(*spot))
                    .map(|spot| Square::new(spot.x.into(), spot.y.into()))
                    .collect();
                if among.is_empty() && action.is_none() {
                    continue;
                }
                card = card.param(Param::new("at", "Around", Domain::Square { among })).refused(action);
            }
            _ if deed.target == "self" => card = card.refused(action),
            _ => {
                let fits = |target: &Who| check_cast(at, &blank(Some(*target))).is_ok();
                let among: Vec<Who> = state.everybody().filter(fits).collect();
                if among.is_empty() && action.is_none() {
                    continue;
                }
                card = card.param(Param::new("target", "For whom", people(at, among))).refused(action);
            }
        }
        cards.push(card);
    }
    if have > 0 {
        cards.extend(improvise(at, who, have));
    }
    cards
}

fn improvise(at: At<'_, DieTrying>, who: Who, have: u8) -> Option<OfferCard> {
    let wish = |target: Option<Who>| Improvise {
        who,
        wish: "something".into(),
        dice: 1,
        skill: Proficiency::Arcana,
        like: "Harm".into(),
        option: 0,
        target,
        item: None,
        at: None,
    };
    let among: Vec<Who> =
        at.state.everybody().filter(|target| check_improvise(at, &wish(Some(*target))).is_ok()).collect();
    if among.is_empty() {
        return None;
    }
    let skills = crate::magic::SKILLS.map(|skill| Candidate::new(json!(skill), skill.name()));
    let menu = at.book.menu.iter().filter(|row| row.target == "creature");
    let menu = menu.map(|row| Candidate::new(json!(row.name), row.name.clone()).say(row.text.clone()));
    Some(
        OfferCard::new("improvise", "Improvise a casting", GROUP)
            .actor("who", who)
            .rule(rules::DT_MAG_09)
            .param(Param::new("wish", "What is wished for", Domain::text(120)))
            .param(Param::new("like", "What comes nearest", Domain::one_of(menu)))
            .param(Param::new("skill", "With", Domain::one_of(skills)))
            .param(Param::new("dice", "Magic Dice", Domain::amount(1, have.into())))
            .param(Param::new("target", "For whom", people(at, among)))
            .odds_on_request(),
    )
}
