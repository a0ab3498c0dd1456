//! The search for ways against one that is plain enough to be believed: every way by its worth, one after the other.
//! Of equal ways both take the same, whether the search knows where the way leads or not.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use boneyard_board::{Chart, Corners, Diagonals, Footprint, Grid, Ground, Legend, Route, Square, Step, Walk};
use proptest::prelude::*;

type Node = (Square, bool);
/// Cost, diagonal steps, steps, where it came from.
type Worth = (u32, u32, u32, Option<Node>);

/// The cheapest way to a square that is wanted, found without any haste.
fn plainly(grid: &Grid, from: Square, wanted: &dyn Fn(Square) -> bool, walk: &Walk<'_>) -> Option<Route> {
    let mut known: BTreeMap<Node, Worth> = BTreeMap::new();
    let mut next = BinaryHeap::from([Reverse(((0, 0, 0, None), (from, false)))]);
    while let Some(Reverse((worth, node))) = next.pop() {
        if known.contains_key(&node) {
            continue;
        }
        known.insert(node, worth);
        let (cost, slanted, steps, _) = worth;
        let (here, odd) = node;
        if wanted(here) {
            let mut back = vec![(here, cost)];
            let mut before = worth.3;
            while let Some(node) = before {
                let worth = known[&node];
                back.push((node.0, worth.0));
                before = worth.3;
            }
            back.reverse();
            let (squares, costs) = back.into_iter().unzip();
            return Some(Route { squares, costs });
        }
        let around = walk.diagonals.directions().map(|direction| here.toward(direction, 1));
        for to in around.chain(grid.chart().stairs_from(here)) {
            let diagonal = here.x != to.x && here.y != to.y && here.level == to.level;
            let free = |_: Step| Some(0);
            if grid.follow(&[here, to], &Walk { cost: &free, ..*walk }).is_err() {
                continue;
            }
            let alternates = diagonal && walk.diagonals == Diagonals::Alternating;
            let length = if alternates && odd { 2 } else { 1 };
            let Some(more) = (walk.cost)(Step { from: here, to, length }) else { continue };
            let worth = (cost + more, slanted + u32::from(diagonal), steps + 1, Some(node));
            next.push(Reverse((worth, (to, odd != alternates))));
        }
    }
    None
}

fn legend() -> Legend {
    Legend::from([('~', Ground { cost: 3, ..Ground::floor("mud") }), ('o', Ground::solid("pillar"))])
}

/// A map with mud, pillars, walls between squares and doors that stand as they like; some have a second floor.
fn map() -> impl Strategy<Value = Grid> {
    let marks = prop::sample::select(vec!['.', '.', '.', '.', '.', '~', 'o', '+', '\'']);
    (3_usize..9, 3_usize..9).prop_flat_map(move |(width, height)| {
        let squares = prop::collection::vec(marks.clone(), width * height);
        let walls = prop::collection::vec((0..width as i16, 0..height as i16, any::<bool>()), 0..12);
        (squares, walls, any::<bool>()).prop_map(move |(squares, walls, upstairs)| {
            let rows: Vec<String> = squares.chunks(width).map(|row| row.iter().collect()).collect();
            let mut chart = Chart::of_squares(&rows.join("\n"), legend()).expect("a sound drawing");
            for (x, y, right) in walls {
                let one = Square::new(x, y);
                let other = if right { Square::new(x + 1, y) } else { Square::new(x, y + 1) };
                // What lies at the edge or is a door stays as it is.
                let _ = chart.set_wall(one, other, true);
            }
            if upstairs {
                let floor = Chart::open(width as i16, height as i16, legend()).expect("a floor");
                let stairs = [Square::new(0, 0), Square { level: 1, y: 2, x: 2 }];
                chart = chart.with_floor(1, &floor).expect("there is none yet");
                chart = chart.with_stairs(stairs[0], stairs[1]).expect("both are on the map");
            }
            Grid::new(chart)
        })
    })
}

fn ways() -> impl Strategy<Value = (Grid, Square, Square)> {
    map().prop_flat_map(|grid| {
        let squares: Vec<Square> = grid.chart().squares().collect();
        let any = || prop::sample::select(squares.clone());
        (Just(grid), any(), any())
    })
}

proptest! {
    #[test]
    fn the_same_way_is_found_as_without_haste(
        (grid, from, to) in ways(),
        diagonals in prop::sample::select(vec![Diagonals::Equal, Diagonals::Alternating, Diagonals::Never]),
        corners in prop::sample::select(vec![Corners::OneWay, Corners::BothWays]),
        size in 1_u8..3,
        within in 0_u32..3,
        barred in 0_i16..4,
    ) {
        // Mud costs more, leaving the third column costs one more, and some squares are barred.
        let cost = |step: Step| {
            let ground = grid.ground(step.to).map_or(1, |ground| ground.cost);
            let free = (step.to.x + 2 * step.to.y) % 5 != barred;
            free.then_some(10 * ground * step.length + u32::from(step.from.x == 2))
        };
        let walk = Walk { size, diagonals, corners, ..Walk::new(&cost) };
        let aimed = Walk { least: 10, ..walk };
        let plain = plainly(&grid, from, &|square| square == to, &walk);
        prop_assert_eq!(&grid.path(from, to, &walk), &plain);
        prop_assert_eq!(&grid.path(from, to, &aimed), &plain);

        // Near one of two places, and not just anywhere there.
        let places = [Footprint::one(to), Footprint::one(Square { x: 0, ..to })];
        let near = |square: Square| {
            let here = Footprint { at: square, size };
            square.y % 3 != 1 && places.iter().any(|place| diagonals.distance(*place, here) <= within)
        };
        let aimed = Walk { aim: &places, within, ..aimed };
        let plain = plainly(&grid, from, &near, &walk);
        prop_assert_eq!(&grid.path_where(from, &near, &aimed), &plain);

        // The same if several things are looked for, also after something that is nowhere.
        let mut ways = grid.ways(from, Walk { least: 10, ..walk });
        prop_assert_eq!(&ways.nearest(&near, &places, within), &plain);
        prop_assert_eq!(ways.nearest(&|_| false, &[], 0), None);
        prop_assert_eq!(&ways.nearest(&near, &places, within), &plain);
        prop_assert_eq!(
            &ways.nearest(&|square| square == to, &[], 0),
            &plainly(&grid, from, &|square| square == to, &walk)
        );
    }

    #[test]
    fn doors_are_taken_as_they_stand((grid, from, to) in ways(), number in 0_usize..4) {
        let cost = |step: Step| Some(step.length);
        let walk = Walk { least: 1, ..Walk::new(&cost) };
        let before = grid.path(from, to, &walk);
        let Some((door, _, open)) = grid.doors().nth(number) else { return Ok(()) };
        let mut other = grid.clone();
        other.set_open(door, !open).expect("there is such a door");
        let wanted = |square: Square| square == to;
        prop_assert_eq!(before, plainly(&grid, from, &wanted, &walk));
        prop_assert_eq!(other.path(from, to, &walk), plainly(&other, from, &wanted, &walk));
    }
}
