//! Castings somebody could make now.

use boneyard_table::view::{Candidate, Direction, Domain, OfferCard, Param, Square};
use boneyard_table::{At, Who};
use serde_json::{Value, json};

use super::people;
use crate::DieTrying;
use crate::book::{Effect, MenuRow, Shape};
use crate::combat::{Cost, legal};
use crate::magic::{Cast, Deed, Form, Improvise, check_cast, check_improvise, deed, magic_dice, spells_of};
use crate::rules;
use crate::state::{Place, Proficiency, Spot, State, Ware};

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
                let things: Vec<Candidate<Value>> =
                    among.iter().flat_map(|target| things(at, &deed, who, *target)).collect();
                card = card.param(Param::new("target", "For whom", people(at, among))).refused(action);
                if !things.is_empty() {
                    card = card.param(thing(things));
                }
            }
        }
        cards.push(card);
    }
    if have > 0 {
        cards.extend(improvise(at, who, have));
    }
    cards
}

/// What is wished for without a spell: for somebody, or for a thing, a light, or what is near.
fn improvise(at: At<'_, DieTrying>, who: Who, have: u8) -> Vec<OfferCard> {
    let wish = |like: &str, target: Who| Improvise {
        who,
        wish: "something".into(),
        dice: 1,
        skill: Proficiency::Arcana,
        like: like.into(),
        option: 0,
        target: Some(target),
        item: None,
        at: None,
    };
    let fitting = |like: &str| -> Vec<Who> {
        at.state.everybody().filter(|target| check_improvise(at, &wish(like, *target)).is_ok()).collect()
    };
    // A chest is no creature to be harmed, but a thing to be moved.
    let (among, owners) = (fitting("Harm"), fitting("Move"));
    if among.is_empty() {
        return Vec::new();
    }
    let card = |label: &'static str, id: &str, menu: &[&MenuRow]| {
        let skills = crate::magic::SKILLS.map(|skill| Candidate::new(json!(skill), skill.name()));
        let like = menu.iter();
        let like = like.map(|row| Candidate::new(json!(row.name), row.name.clone()).say(row.text.clone()));
        OfferCard::new("improvise", label, GROUP)
            .actor("who", who)
            .id(format!("improvise{id}:{}", who.0))
            .rule(rules::DT_MAG_09)
            .param(Param::new("wish", "What is wished for", Domain::text(120)))
            .param(Param::new("like", "What comes nearest", Domain::one_of(like)))
            .param(Param::new("skill", "With", Domain::one_of(skills)))
            .param(Param::new("dice", "Magic Dice", Domain::amount(1, have.into())))
            .odds_on_request()
    };
    let (on_somebody, others): (Vec<&MenuRow>, Vec<&MenuRow>) =
        at.book.menu.iter().partition(|row| row.target == "creature");
    let choices = Domain::one_of(on_somebody.iter().copied().flat_map(choices));
    let things: Vec<Candidate<Value>> = owners.iter().flat_map(|target| loose(at.state, *target)).collect();
    let mut far = card("Improvise a casting without a target", "-freely", &others)
        .param(Param::new("target", "Near whom", people(at, owners)).optional());
    if !things.is_empty() {
        far = far.param(thing(things));
    }
    vec![
        card("Improvise a casting", "", &on_somebody)
            .param(Param::new("target", "For whom", people(at, among)))
            .param(Param::new("option", "Of which kind", choices).after("like").optional()),
        far,
    ]
}

/// What a wish leaves to choose: the damage type, or the condition.
fn choices(row: &MenuRow) -> impl Iterator<Item = Candidate<Value>> {
    let several = row.effects.len() > 1;
    let told = row.effects.iter().enumerate().filter(move |_| several);
    told.map(move |(nth, effects)| {
        let name = match effects.first() {
            Some(Effect::Damage(amount)) => amount.kind.split(' ').nth(1).unwrap_or_default().to_owned(),
            Some(Effect::Condition(brings)) => brings.is.clone(),
            _ => row.name.clone(),
        };
        let mut letters = name.chars();
        let name: String =
            letters.next().iter().flat_map(|first| first.to_uppercase()).chain(letters).collect();
        Candidate::new(json!(nth), name).given(json!(row.name))
    })
}

fn thing(things: Vec<Candidate<Value>>) -> Param {
    Param::new("item", "Which thing of theirs", Domain::one_of(things)).after("target").optional()
}

/// Things a spell could be meant for, by whose they are: loose ones that it moves, lamps that it lights. What others
/// have in their packs is not told.
fn things(at: At<'_, DieTrying>, deed: &Deed<'_>, who: Who, target: Who) -> Vec<Candidate<Value>> {
    let state = at.state;
    let does = |wanted: fn(&Effect) -> bool| deed.effects.iter().chain(deed.minimal).any(wanted);
    if does(|effect| matches!(effect, Effect::Carry(_))) {
        return loose(state, target).collect();
    }
    if !does(|effect| matches!(effect, Effect::Ignite(_))) {
        return Vec::new();
    }
    let one = state.one(target);
    let open = state.sheet(who).side == one.sheet.side;
    let lamps = one.sheet.items.iter().zip(&one.live.items).enumerate().filter(|(_, (sheet, now))| {
        let seen = open || now.place.is_held() || matches!(now.place, Place::Floor(_));
        let burns = now.lit.is_none() && now.left > 0 && now.count > 0;
        matches!(sheet.ware, Ware::Lamp(_)) && burns && seen && now.place != Place::Gone
    });
    lamps
        .map(|(nth, (sheet, _))| Candidate::new(json!(nth), sheet.name.clone()).given(json!(target)))
        .collect()
}

/// What somebody had that lies about.
fn loose(state: &State, of: Who) -> impl Iterator<Item = Candidate<Value>> {
    let one = state.one(of);
    let all = one.sheet.items.iter().zip(&one.live.items).enumerate();
    let lying = all.filter(|(_, (_, now))| matches!(now.place, Place::Floor(_)) && now.count > 0);
    lying.map(move |(nth, (sheet, _))| Candidate::new(json!(nth), sheet.name.clone()).given(json!(of)))
}
