//! Light and lines of sight on maps of any kind, against a slow reference that knows nothing but
//! fractions: what must hold on all of them.

use boneyard_board::{Chart, Diagonals, Direction, Footprint, Grid, Lamp, Legend, LightBand, Square};
use proptest::prelude::*;

/// A small map of floor and rock.
fn map() -> impl Strategy<Value = (Grid, i16, i16)> {
    (1_usize..9, 1_usize..9).prop_flat_map(|(width, height)| {
        let squares =
            prop::collection::vec(prop::sample::select(vec!['.', '.', '.', '#', '+', '\'']), width * height);
        squares.prop_map(move |squares| {
            let rows: Vec<String> = squares.chunks(width).map(|row| row.iter().collect()).collect();
            let chart = Chart::of_squares(&rows.join("\n"), Legend::new()).expect("a sound drawing");
            (Grid::new(chart), width as i16, height as i16)
        })
    })
}

fn square_in(width: i16, height: i16) -> impl Strategy<Value = Square> {
    (0..width, 0..height).prop_map(|(x, y)| Square::new(x, y))
}

fn scene() -> impl Strategy<Value = (Grid, Square, Square)> {
    map().prop_flat_map(|(grid, width, height)| {
        (Just(grid), square_in(width, height), square_in(width, height))
    })
}

fn bands() -> impl Strategy<Value = Vec<LightBand>> {
    prop::collection::vec((0_u16..4, 1_u8..5), 1..4).prop_map(|steps| {
        let mut far = 0;
        steps
            .into_iter()
            .map(|(width, level)| {
                far += width;
                LightBand { far, level }
            })
            .collect()
    })
}

/// Whether the segment between two centres passes through the inside of a square, in exact numbers. The
/// square is cut by four half-planes; what is left of the segment is kept as two fractions over one
/// denominator.
fn passes(from: Square, to: Square, through: Square) -> bool {
    // Twice the coordinates: centres are odd numbers, edges even ones.
    let (x0, y0) = (2 * i64::from(from.x) + 1, 2 * i64::from(from.y) + 1);
    let (x1, y1) = (2 * i64::from(to.x) + 1, 2 * i64::from(to.y) + 1);
    let (left, top) = (2 * i64::from(through.x), 2 * i64::from(through.y));
    let (mut least, mut most) = ((0_i64, 1_i64), (1_i64, 1_i64));
    let less = |a: (i64, i64), b: (i64, i64)| a.0 * b.1 < b.0 * a.1;
    // start + t * way must lie strictly between low and high.
    for (start, way, low, high) in [(x0, x1 - x0, left, left + 2), (y0, y1 - y0, top, top + 2)] {
        if way == 0 {
            if start <= low || start >= high {
                return false;
            }
            continue;
        }
        let at = |edge: i64| if way > 0 { (edge - start, way) } else { (start - edge, -way) };
        let (enter, leave) = if way > 0 { (at(low), at(high)) } else { (at(high), at(low)) };
        if less(least, enter) {
            least = enter;
        }
        if less(leave, most) {
            most = leave;
        }
    }
    less(least, most)
}

/// Whether the segment goes exactly through the corner that four squares share.
fn corner(from: Square, to: Square, x: i64, y: i64) -> bool {
    let (x0, y0) = (2 * i64::from(from.x) + 1, 2 * i64::from(from.y) + 1);
    let (x1, y1) = (2 * i64::from(to.x) + 1, 2 * i64::from(to.y) + 1);
    let between = |a: i64, b: i64, c: i64| a.min(b) < c && c < a.max(b);
    (x - x0) * (y1 - y0) == (y - y0) * (x1 - x0) && between(x0, x1, x) && between(y0, y1, y)
}

/// The slow way: no barred square is passed through, the last one included, and no corner between two.
fn open(grid: &Grid, from: Square, to: Square) -> bool {
    let squares: Vec<Square> = grid.chart().squares().collect();
    let barred = |square: &Square| grid.bars(*square).is_some();
    let blocked = squares.iter().any(|square| *square != from && barred(square) && passes(from, to, *square));
    let pinched = squares.iter().any(|square| {
        let (x, y) = (i64::from(square.x) * 2, i64::from(square.y) * 2);
        let around = |dx: i16, dy: i16| Square::new(square.x + dx, square.y + dy);
        let ahead =
            (i64::from(to.x) - i64::from(from.x)).signum() * (i64::from(to.y) - i64::from(from.y)).signum();
        // The two squares beside the line at this corner.
        let beside = if ahead > 0 { [around(0, -1), around(-1, 0)] } else { [around(0, 0), around(-1, -1)] };
        corner(from, to, x, y) && beside.iter().all(barred)
    });
    !blocked && !pinched
}

/// The slow way to a lamp: every band by its distance, every square of the cone by its own rule.
fn level(grid: &Grid, lamp: &Lamp, square: Square) -> Option<u8> {
    let from = lamp.at.at;
    let (dx, dy) = (square.x - from.x, square.y - from.y);
    let far = u32::from(dx.unsigned_abs().max(dy.unsigned_abs()));
    let ahead = match lamp.cone {
        None => true,
        Some(_) if square == from => true,
        Some(way) => {
            let longest = lamp.bands.iter().map(|band| band.far).max().unwrap_or(0);
            grid.cone(from, way, longest.max(1)).contains(&square)
        }
    };
    let band = lamp.bands.iter().find(|band| far <= u32::from(band.far))?;
    (ahead && (square == from || open(grid, from, square))).then_some(band.level)
}

fn directions() -> impl Strategy<Value = Option<Direction>> {
    prop_oneof![Just(None), prop::sample::select(Direction::ALL.to_vec()).prop_map(Some)]
}

proptest! {
    #[test]
    fn a_line_is_open_exactly_where_exact_fractions_say_so((grid, from, to) in scene()) {
        prop_assert_eq!(grid.shines(from, to), from == to || open(&grid, from, to));
    }

    #[test]
    fn a_lamp_lights_what_its_bands_and_the_walls_allow(
        (grid, from, to) in scene(), bands in bands(), cone in directions(),
    ) {
        let lamp = Lamp { at: Footprint::one(from), bands: bands.into(), cone };
        prop_assert_eq!(grid.lit_by(&lamp, to), level(&grid, &lamp, to));
    }

    #[test]
    fn of_several_lamps_the_brightest_counts(
        (grid, from, to) in scene(), first in bands(), second in bands(), without in 0_u8..4,
    ) {
        let lamps = [
            Lamp { at: Footprint::one(from), bands: first.into(), cone: None },
            Lamp { at: Footprint::one(to), bands: second.into(), cone: None },
        ];
        for square in grid.chart().squares() {
            let slow = lamps.iter().filter_map(|lamp| level(&grid, lamp, square)).chain([without]).max();
            prop_assert_eq!(Some(grid.brightness(square, without, &lamps)), slow);
        }
    }

    #[test]
    fn light_moves_with_whoever_carries_it((grid, from, to) in scene(), bands in bands()) {
        let far = u32::from(bands.last().map_or(0, |band| band.far));
        let lamp = Lamp { at: Footprint::one(from), bands: bands.clone().into(), cone: None };
        let moved = Lamp { at: Footprint::one(to), ..lamp.clone() };
        for square in grid.chart().squares() {
            let apart = Diagonals::Equal.distance(Footprint::one(to), Footprint::one(square));
            prop_assert!(grid.lit_by(&moved, square).is_none() || apart <= far);
        }
        prop_assert_eq!(grid.lit_by(&lamp, from), lamp.level(from));
    }

    #[test]
    fn a_large_bearer_lights_at_least_what_each_of_its_squares_would(
        (grid, from, to) in scene(), bands in bands(),
    ) {
        let large = Lamp { at: Footprint { at: from, size: 2 }, bands: bands.clone().into(), cone: None };
        for square in large.at.squares() {
            let small = Lamp { at: Footprint::one(square), ..large.clone() };
            if let Some(level) = grid.lit_by(&small, to) {
                let best = large.bands.iter().map(|band| band.level).max().unwrap_or(0);
                prop_assert!(grid.lit_by(&large, to).is_some_and(|by_both| by_both <= best && level <= best));
            }
        }
    }
}

/// DT-HOUSE-25H: a 30-foot cone to the east from (5, 5).
#[test]
fn a_cone_to_the_east() {
    let grid = Grid::new(Chart::open(20, 20, Legend::new()).expect("an open floor"));
    let cone = grid.open_to(Square::new(5, 5), grid.cone(Square::new(5, 5), Direction::East, 6));
    let caught = [(8, 7), (7, 8), (11, 5), (12, 5)].map(|(x, y)| cone.contains(&Square::new(x, y)));
    assert_eq!(caught, [true, false, true, false]);
}
