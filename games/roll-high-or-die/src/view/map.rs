//! The map with its floors, heights and light, tokens, and the Turn Order.

use std::borrow::Cow;
use std::collections::BTreeMap;

use boneyard_board::{Fog, Known};
use boneyard_table::view::{
    Layer, LayerBody, Map, Order, OrderEntry, OrderMode, Patch, Run, Scene, Square, Token, View,
};
use boneyard_table::{At, Seat, Who};

use super::{placed, scenario, shown};
use crate::RollHighOrDie;
use crate::passive;
use crate::remembered;
use crate::sight;
use crate::state::{Board, Encounter, Light, Spot, State};

/// Adds the map and the Encounter to a view.
pub(super) fn add(at: At<'_, RollHighOrDie>, seat: Seat, view: View) -> View {
    let state = at.state;
    let view = match &state.board {
        Some(board) => {
            // Which Round it is, the Turn Order says.
            let say = if state.encounter.is_some() { "An Encounter." } else { "No Encounter." };
            let (title, say) = scenario::told(at).unwrap_or_else(|| ("Map".to_owned(), say.to_owned()));
            view.scene(Scene::new(title, say).map(map(at, seat, board)))
        }
        None => view,
    };
    match &state.encounter {
        Some(encounter) => view.order(order(state, seat, encounter)),
        None => view,
    }
}

fn order(state: &State, seat: Seat, encounter: &Encounter) -> Order {
    let mut order = Order::new("order", "Turns", OrderMode::Line).round(encounter.order.round());
    for place in encounter.order.places() {
        let who = place.who;
        if state.live(who).dead || state.live(who).away || !shown(state, who, seat) {
            continue;
        }
        let entry = OrderEntry::new(who, state.name(who).to_owned())
            .score(place.key.total.into())
            .now(encounter.acting() == Some(who))
            .done(place.acted);
        order = order.entry(entry);
    }
    order
}

fn square(spot: Spot) -> Square {
    Square::new(spot.x.into(), spot.y.into())
}

fn map(at: At<'_, RollHighOrDie>, seat: Seat, board: &Board) -> Map {
    let (state, book) = (at.state, at.book);
    let chart = board.grid.chart();
    let (width, height) = chart.size(0).unwrap_or((1, 1));
    // What nobody of the players' side has seen is not on a player's map.
    let seen = if seat.is_gm() { None } else { sight::seen(state, book) };
    let fog = seen.as_ref().map(|seen| Fog::new(&state.explored, [seen]));
    let known = |spot: Spot| fog.as_ref().map_or(Known::Now, |fog| fog.of(spot.square()));
    let spots: Vec<Spot> =
        chart.squares().filter_map(Spot::of).filter(|spot| known(*spot) > Known::Never).collect();
    // And what was seen before is as it was then.
    let before = if seat.is_gm() { Cow::Borrowed(state) } else { remembered::known(state) };
    let mut floors: BTreeMap<(String, i16, bool), Vec<Square>> = BTreeMap::new();
    for spot in &spots {
        let ground = if known(*spot) == Known::Now { state } else { &*before };
        let barred = ground.board.as_ref().is_some_and(|board| board.grid.bars(spot.square()).is_some());
        let row = passive::ground(ground, book, *spot);
        let name = match row {
            Some(row) => row.name.clone(),
            None if barred => "Wall".to_owned(),
            None => "Clear".to_owned(),
        };
        let feet = board.height(*spot);
        let deep = row.is_some_and(|row| row.water.as_deref() == Some("deep"));
        if name != "Clear" || feet != 0 {
            let flows = deep && board.flows(*spot);
            floors.entry((name, feet, flows)).or_default().push(square(*spot));
        }
    }
    let ground = floors.into_iter().map(|((name, feet, flows), squares)| Patch {
        squares,
        kind: name.to_lowercase().replace(' ', "-"),
        say: if flows { format!("{name}, a current").into() } else { name.into() },
        height: feet.into(),
    });
    let mut bands: BTreeMap<Light, Vec<Square>> = BTreeMap::new();
    let lit = |spot: &&Spot| board.grid.bars(spot.square()).is_none() && known(**spot) == Known::Now;
    for spot in spots.iter().filter(lit) {
        bands.entry(sight::light_at(state, book, *spot)).or_default().push(square(*spot));
    }
    let light = bands.into_iter().map(|(light, squares)| {
        let say =
            if light == Light::Darkness { "Darkness".to_owned() } else { format!("{} Light", light.name()) };
        Patch { squares, kind: light.name().to_lowercase(), say: say.into(), height: 0 }
    });
    let tokens = state.everybody().filter(|who| placed(at, *who, seat));
    let tokens = tokens.filter_map(|who| token(state, who)).collect();
    let map = Map::new(width.unsigned_abs().into(), height.unsigned_abs().into())
        .layer(Layer::new("grid", "Grid", LayerBody::Grid))
        .layer(Layer::new("ground", "Ground", LayerBody::Terrain { squares: ground.collect() }))
        .layer(Layer::new("light", "Light", LayerBody::Light { squares: light.collect() }))
        .layer(Layer::new("tokens", "Tokens", LayerBody::Tokens { tokens }))
        .layer(Layer::new("sight", "Sight", LayerBody::Sight { lines: super::lines::lines(at, seat) }));
    let Some(fog) = fog else { return map };
    let squares = |known: Known| Run::of(fog.squares(chart, known).filter_map(Spot::of).map(square));
    let (unseen, remembered) = (squares(Known::Never), squares(Known::Before));
    map.layer(Layer::new("fog", "Fog", LayerBody::Fog { unseen, remembered }))
}

fn token(state: &State, who: Who) -> Option<Token> {
    let one = state.one(who);
    let spot = one.live.at.filter(|_| !one.live.away)?;
    let mut marks = vec![one.live.stance.name().into()];
    if one.live.dead {
        marks = vec!["Dead".into()];
    }
    Some(Token {
        who,
        name: one.sheet.name.clone().into(),
        at: square(spot),
        size: one.sheet.size.spaces().into(),
        hero: one.sheet.is_hero(),
        acting: state.acting() == Some(who),
        away: false,
        hidden: one.live.unseen,
        facing: None,
        marks,
    })
}
