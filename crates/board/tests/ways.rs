//! Ways, shapes and drawings on maps of any kind: what must hold on all of them.

use std::collections::{BTreeMap, BTreeSet};

use boneyard_board::{
    Chart, Corners, Diagonals, Direction, DoorId, Footprint, Grid, Ground, Legend, Square, Step, Stopped,
    Walk,
};
use proptest::prelude::*;

fn legend() -> Legend {
    Legend::from([('~', Ground { cost: 3, ..Ground::floor("mud") }), ('o', Ground::solid("pillar"))])
}

fn diagonals() -> impl Strategy<Value = Diagonals> {
    prop_oneof![Just(Diagonals::Equal), Just(Diagonals::Alternating), Just(Diagonals::Never)]
}

/// A small map on ruled paper with anything on it.
fn map() -> impl Strategy<Value = Grid> {
    (1_usize..7, 1_usize..7).prop_flat_map(|(width, height)| {
        let squares = prop::collection::vec(
            prop::sample::select(vec!['.', '.', '.', '.', '~', '#', 'o', ' ', '+', '\'']),
            width * height,
        );
        let lines = prop::collection::vec(0_u8..10, 2 * width * height);
        (squares, lines).prop_map(move |(squares, lines)| {
            let mark = |line: u8, wall: char| match line {
                0..=1 => wall,
                2 => '+',
                3 => '\'',
                _ => ' ',
            };
            let mut text = String::new();
            for down in 0..=2 * height {
                for across in 0..=2 * width {
                    let outer = across == 0 || down == 0 || across == 2 * width || down == 2 * height;
                    let at = (down / 2).min(height - 1) * width + (across / 2).min(width - 1);
                    text.push(match (across % 2, down % 2) {
                        (1, 1) => squares[at],
                        (0, 0) => '+',
                        (0, _) => {
                            if outer {
                                '|'
                            } else {
                                mark(lines[2 * at], '|')
                            }
                        }
                        _ => {
                            if outer {
                                '-'
                            } else {
                                mark(lines[2 * at + 1], '-')
                            }
                        }
                    });
                }
                text.push('\n');
            }
            Grid::new(Chart::of_walls(&text, legend()).expect("a sound drawing"))
        })
    })
}

fn two_squares() -> impl Strategy<Value = (Grid, Square, Square)> {
    map().prop_flat_map(|grid| {
        let all: Vec<Square> = grid.chart().squares().collect();
        let one = prop::sample::select(all.clone());
        (Just(grid), one, prop::sample::select(all))
    })
}

proptest! {
    #[test]
    fn there_and_back_again_costs_the_same(
        grid in map(),
        diagonals in diagonals(),
        size in 1_u8..3,
        strict: bool,
    ) {
        let corners = if strict { Corners::BothWays } else { Corners::OneWay };
        let walk = Walk { size, diagonals, corners, ..Walk::new(&|step: Step| Some(step.length)) };
        let standing = grid.chart().squares().filter(|at| grid.fits(Footprint { at: *at, size }));
        let ways = standing.flat_map(|from| {
            grid.reach(from, u32::MAX, &walk).into_iter().map(move |to| ((from, to.square), to.cost))
        });
        let ways: BTreeMap<(Square, Square), u32> = ways.collect();
        for (&(from, to), cost) in &ways {
            prop_assert_eq!(ways.get(&(to, from)), Some(cost), "from {} to {}", from, to);
        }
    }

    #[test]
    fn what_is_in_reach_is_what_a_way_leads_to(
        (grid, from, _) in two_squares(),
        diagonals in diagonals(),
        most in 0_u32..12,
    ) {
        let cost = |step: Step| Some(grid.ground(step.to).map_or(1, |ground| ground.cost) * step.length);
        let walk = Walk { diagonals, ..Walk::new(&cost) };
        let reached = grid.reach(from, most, &walk).into_iter().map(|reached| (reached.square, reached.cost));
        let reached: Vec<(Square, u32)> = reached.collect();
        let cost = |to: Square| grid.path(from, to, &walk).map(|way| (to, way.cost()));
        let ways = grid.chart().squares().filter_map(cost);
        let near: Vec<(Square, u32)> = ways.filter(|(_, cost)| *cost <= most).collect();
        prop_assert_eq!(reached, near);
    }

    #[test]
    fn a_way_found_can_be_walked_for_what_it_costs(
        (grid, from, to) in two_squares(),
        diagonals in diagonals(),
        size in 1_u8..3,
    ) {
        let cost = |step: Step| Some(grid.ground(step.to).map_or(1, |ground| ground.cost) * step.length);
        let walk = Walk { size, diagonals, ..Walk::new(&cost) };
        if let Some(way) = grid.path(from, to, &walk) {
            prop_assert_eq!((way.squares[0], way.end()), (from, Some(to)));
            let far = diagonals.distance(from.into(), to.into());
            prop_assert!(way.cost() >= far);
            prop_assert_eq!(grid.follow(&way.squares, &walk), Ok(way));
        }
    }

    #[test]
    fn on_open_ground_a_way_is_as_long_as_the_distance(
        width in 1_i16..9,
        height in 1_i16..9,
        ends in (0_i16..9, 0_i16..9, 0_i16..9, 0_i16..9),
        diagonals in diagonals(),
    ) {
        let grid = Grid::new(Chart::open(width, height, legend()).expect("a floor"));
        let one = Square::new(ends.0 % width, ends.1 % height);
        let other = Square::new(ends.2 % width, ends.3 % height);
        let walk = Walk { diagonals, ..Walk::new(&|step: Step| Some(step.length)) };
        let far = diagonals.distance(one.into(), other.into());
        prop_assert_eq!(grid.path(one, other, &walk).map(|way| way.cost()), Some(far));
        prop_assert_eq!(grid.burst(one, 3, diagonals), grid.radius(one, 3, diagonals));
    }

    #[test]
    fn a_burst_never_goes_beyond_its_radius(
        (grid, from, _) in two_squares(),
        far in 0_u32..6,
        diagonals in diagonals(),
    ) {
        let radius: BTreeSet<Square> = grid.radius(from, far, diagonals).into_iter().collect();
        let burst = grid.burst(from, far, diagonals);
        prop_assert!(burst.iter().all(|square| radius.contains(square)));
        let standing = |square: &Square| *square == from || grid.bars(*square).is_none();
        prop_assert!(burst.is_sorted() && burst.iter().all(standing));
    }

    #[test]
    fn a_line_is_the_same_from_both_ends((grid, one, other) in two_squares()) {
        let line = grid.line(one, other);
        let mut back = grid.line(other, one);
        back.reverse();
        prop_assert_eq!(&line, &back);
        let clear = |from, to| grid.crosses(from, to).is_none();
        if grid.bars(one).is_none() && grid.bars(other).is_none() {
            prop_assert_eq!(clear(one, other), clear(other, one));
        }
    }

    #[test]
    fn a_push_is_straight_and_never_leaves_the_map(
        (grid, from, _) in two_squares(),
        wind in 0_usize..8,
        most in 0_u16..9,
        size in 1_u8..3,
    ) {
        let direction = Direction::ALL[wind];
        let body = Footprint { at: from, size };
        if !grid.fits(body) {
            return Ok(());
        }
        let push = grid.push(body, direction, most, &|square| square.x == 4);
        prop_assert_eq!(push.to, from.toward(direction, push.moved as i16));
        let ended = Footprint { at: push.to, size };
        prop_assert!(grid.fits(ended));
        prop_assert_eq!(push.moved == most, push.stopped.is_none());
        if let Some(Stopped::At(square)) = push.stopped {
            prop_assert_eq!(square.x, 4);
        }
    }

    #[test]
    fn room_beside_a_target_is_next_to_it_and_free(
        (grid, from, taken) in two_squares(),
        size in 1_u8..3,
        diagonals in diagonals(),
    ) {
        let target = Footprint::one(from);
        for at in grid.beside(target, size, diagonals, &|square| square != taken) {
            let there = Footprint { at, size };
            prop_assert!(grid.fits(there) && !there.covers(taken) && diagonals.distance(there, target) == 1);
        }
    }

    #[test]
    fn a_grid_comes_back_from_its_save(grid in map(), opened in 0_u16..40, at in (0_i16..7, 0_i16..7)) {
        let mut grid = grid;
        let doors = grid.doors().count() as u16;
        if doors > 0 {
            let door = DoorId(opened % doors);
            grid.set_open(door, !grid.is_open(door)).expect("there is a door");
        }
        let placed = grid.put(3, Square::new(at.0, at.1));
        prop_assert_eq!(placed.is_ok(), grid.bars(Square::new(at.0, at.1)).is_none());
        let text = serde_json::to_string(&grid).expect("plain data");
        prop_assert_eq!(serde_json::from_str::<Grid>(&text).expect("same shape"), grid);
    }

    #[test]
    fn any_text_is_a_map_or_a_mistake(text in "[.#+'~o| \\n-]{0,120}", walls: bool) {
        let read = if walls { Chart::of_walls(&text, legend()) } else { Chart::of_squares(&text, legend()) };
        if let Ok(chart) = read {
            let (width, height) = chart.size(0).expect("one floor");
            prop_assert_eq!(chart.squares().count(), usize::from((width * height).unsigned_abs()));
        }
    }

    #[test]
    fn any_words_are_a_square_or_a_mistake(text in "\\PC{0,12}") {
        if let Ok(square) = text.parse::<Square>() {
            prop_assert_eq!(square.to_string().parse::<Square>().expect("as it was written"), square);
        }
    }
}
