//! Lines of sight as a page draws them: with the Cover they find to those who may know, and nothing of the fog.

use boneyard_table::table::{AnyTable, Op};
use boneyard_table::view::{LayerBody, Run, SightLine, Square};
use boneyard_table::{Seat, Who};
use serde_json::json;

use crate::arena::{ANN, Arena, GM};

/// Ilse at the wood pile, a crossbowman on the roof of the mill, a cutthroat behind the house.
fn yard() -> Arena {
    Arena::scene(
        json!({
            "heroes": { "Ilse": { "like": "Ilse Karr" } },
            "creatures": { "f": { "like": "Bandit Crossbowman" }, "Blind": { "like": "Bandit Cutthroat" } },
            "trackers": { "board": "The Weir House" },
            "at": { "Ilse": "N10", "f": "T11", "Blind": "P6" },
            "battle": { "order": ["f", "Ilse", "Blind"], "turn": "f" },
            "seats": { "Ann": ["Ilse"] },
        }),
        1,
    )
}

fn layers(table: &dyn AnyTable, seat: Seat) -> Vec<LayerBody> {
    let map = table.view(seat).scene.and_then(|scene| scene.map).expect("there is a map");
    map.layers.into_iter().map(|layer| layer.body).collect()
}

fn lines(table: &dyn AnyTable, seat: Seat) -> Vec<SightLine> {
    let mut sight = layers(table, seat).into_iter().filter_map(|body| match body {
        LayerBody::Sight { lines } => Some(lines),
        _ => None,
    });
    sight.next().expect("the map has lines")
}

fn who(arena: &Arena, name: &str) -> Who {
    let all = arena.table.creatures(GM);
    all.into_iter().find(|(_, known)| known == name).expect("they are at the table").0
}

/// RH-COVER-03, RH-LOS-01: the one who acts has a line to each foe, and it says what it finds.
#[test]
fn the_line_from_the_mill_to_the_wood_pile_finds_low_cover() {
    let arena = yard();
    let (eye, ilse) = (who(&arena, "f"), who(&arena, "Ilse"));
    let drawn = lines(&*arena.table, GM);
    let line =
        drawn.iter().find(|line| (line.eye, line.of) == (Some(eye), Some(ilse))).expect("a line to Ilse");
    assert!(line.clear && line.say.text() == "Ilse has Low Cover from f.", "{line:?}");
    assert!(!line.by.is_empty(), "what gives it is shown");
}

/// RH-LOS-01: to one behind the house there is none, as the GM sees; Ann is not told where that one is.
#[test]
fn who_stands_in_the_fog_has_no_line_on_a_players_map() {
    let mut arena = yard();
    arena.op(GM, Op::Command(json!({ "end_turn": { "who": "f" } }))).expect("legal");
    let (ilse, blind) = (who(&arena, "Ilse"), who(&arena, "Blind"));
    let between = |line: &&SightLine| (line.eye, line.of) == (Some(ilse), Some(blind));
    let drawn = lines(&*arena.table, GM);
    let line = drawn.iter().find(between).expect("the GM knows of both");
    assert!(!line.clear && line.say.text() == "Ilse has no Line of Sight to Blind.", "{line:?}");
    let drawn = lines(&*arena.table, ANN);
    assert!(drawn.iter().any(|line| line.eye == Some(ilse)), "Ann sees the lines of Ilse");
    assert!(drawn.iter().all(|line| line.of != Some(blind)), "{drawn:?}");
}

/// What a dragged token would see: all of it for the GM, of what is known for Ann; nothing off the map.
#[test]
fn a_glimpse_from_elsewhere_shows_a_player_nothing_of_the_fog() {
    let arena = yard();
    let ilse = who(&arena, "Ilse");
    let look = |seat, x, y| arena.table.view_from(seat, ilse, Square::new(x, y));
    let unseen = layers(&*arena.table, ANN).into_iter().find_map(|body| match body {
        LayerBody::Fog { unseen, .. } => Some(unseen),
        _ => None,
    });
    let unseen = unseen.expect("a player's map has fog");
    assert!(Run::count(&unseen) > 0, "something is behind the house");
    let hidden = |y: i32, x: i32| {
        let inside = |run: &Run| run.y == y && (run.x..run.x + run.n as i32).contains(&x);
        unseen.iter().any(inside)
    };
    let mut more = 0;
    for (x, y) in [(12, 9), (9, 9), (15, 4), (13, 11)] {
        let (all, known) = (look(GM, x, y).expect("on the map"), look(ANN, x, y).expect("her own hero"));
        let squares = |run: &Run| (run.x..run.x + run.n as i32).map(|x| (run.y, x)).collect::<Vec<_>>();
        assert!(known.seen.iter().flat_map(squares).all(|(y, x)| !hidden(y, x)), "{x} {y}");
        more += Run::count(&all.seen).saturating_sub(Run::count(&known.seen));
    }
    assert!(more > 0, "the GM sees more");
    assert!(look(GM, 500, 3).is_none() && look(GM, -1, 3).is_none());
    assert!(arena.table.view_from(ANN, who(&arena, "f"), Square::new(12, 9)).is_none(), "not hers");
}
