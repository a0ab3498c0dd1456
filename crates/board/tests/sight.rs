//! Sight, cover and what is seen from a square on maps of any kind, against a slow reference that tries every
//! line against every square and every wall.

use boneyard_board::{
    Chart, Cover, CoverRule, Fog, Footprint, Grid, Known, Legend, Memory, Relief, Space, Square, Squares,
    Wall,
};
use proptest::prelude::*;

use crate::every_line::Scene;

fn cover() -> impl Strategy<Value = Cover> {
    prop_oneof![
        10 => Just(Cover::No),
        2 => Just(Cover::Low),
        2 => Just(Cover::High),
        3 => Just(Cover::Full),
    ]
}

fn space() -> impl Strategy<Value = Space> {
    let heights = prop_oneof![6 => Just(0_i16), 1 => Just(5), 1 => Just(10), 1 => Just(-5), 1 => -20_i16..40];
    let tall = prop_oneof![3 => Just(10_i16), 1 => Just(5), 1 => 0_i16..30];
    (heights, cover(), tall, any::<bool>(), prop::bool::weighted(0.03))
        .prop_map(|(floor, cover, tall, within, murk)| Space { floor, cover, tall, within, murk })
}

/// Points of walls: on corners, on halves, on tenths where lines begin, or anywhere.
fn coordinate(squares: i16) -> impl Strategy<Value = i32> {
    let most = i32::from(squares);
    prop_oneof![
        4 => (0..=most).prop_map(|at| at * 1000),
        1 => (0..=most * 10).prop_map(|at| at * 100),
        1 => (0..=most * 2).prop_map(|at| at * 500),
        2 => -500..most * 1000 + 500,
    ]
}

fn wall(width: i16, height: i16) -> impl Strategy<Value = Option<Wall>> {
    let point = || (coordinate(width), coordinate(height));
    let cover = prop_oneof![4 => Just(Cover::Full), 1 => Just(Cover::Low), 1 => Just(Cover::High)];
    let top = prop_oneof![3 => Just(10_i16), 1 => 0_i16..30, 1 => Just(i16::MAX)];
    let short =
        (point(), -1500_i32..1500, -1500_i32..1500).prop_map(|(from, x, y)| (from, (from.0 + x, from.1 + y)));
    let ends = prop_oneof![2 => (point(), point()), 1 => short];
    (ends, cover, top).prop_map(|((from, to), cover, top)| Wall::new(from.into(), to.into(), cover, top).ok())
}

fn relief() -> impl Strategy<Value = Relief> {
    (1_i16..8, 1_i16..8).prop_flat_map(|(width, height)| {
        let many = usize::from(width.unsigned_abs()) * usize::from(height.unsigned_abs());
        let spaces = prop_oneof![
            prop::collection::vec(space(), many),
            prop::collection::vec(
                cover().prop_map(|cover| Space { cover, tall: 10, ..Space::default() }),
                many
            ),
        ];
        (spaces, prop::collection::vec(wall(width, height), 0..7)).prop_map(move |(spaces, walls)| {
            let mut relief = Relief::open(0, width, height, 5).expect("a sound size");
            let squares: Vec<Square> = relief.squares().collect();
            for (square, space) in squares.into_iter().zip(spaces) {
                relief.set(square, space).expect("on the map");
            }
            relief.build(walls.into_iter().flatten()).expect("few walls");
            relief
        })
    })
}

fn scene() -> impl Strategy<Value = (Relief, Footprint)> {
    relief().prop_flat_map(|relief| {
        let (width, height) = relief.size();
        let at = (0..width, 0..height, 1_u8..3);
        (Just(relief), at.prop_map(|(x, y, size)| Footprint { at: Square::new(x, y), size }))
    })
}

/// As many maps as the soak asks for, and a thousand without it.
fn maps() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: default.cases.max(1000), ..default }
}

proptest! {
    #![proptest_config(maps())]

    #[test]
    fn sight_and_cover_are_what_every_line_against_every_wall_says((relief, at) in scene()) {
        let reference = Scene::of(&relief);
        let tall = i16::from(at.size) * 5;
        let one = relief.stand(at, tall);
        let seen = relief.seen_from(one);
        for (number, square) in relief.squares().enumerate() {
            let other = relief.upright(square);
            let lines = reference.clear_lines(one, other);
            let own = at.covers(square);
            prop_assert_eq!(seen.has(square), own || lines > 0, "{} from {:?}", square, at);
            prop_assert_eq!(relief.sees(one, other), own || lines > 0);
            prop_assert_eq!(relief.sees(other, one), own || lines > 0, "both ways");
            // The rest costs more and differs less from square to square.
            if own || number % 3 != 0 {
                continue;
            }
            let sight = relief.sight(one, other).expect("on the map");
            prop_assert_eq!(u32::from(sight.clear), lines, "{} from {:?}", square, at);
            prop_assert_eq!(sight.line.broken.is_none(), lines > 0);
            for rule in [
                CoverRule::default(),
                CoverRule { own_is_free: false, beside_target_only: false },
                CoverRule { own_is_free: true, beside_target_only: true },
            ] {
                let found = relief.cover(one, other, rule).map(|found| found.cover);
                prop_assert_eq!(found, reference.cover(one, other, rule), "{} from {:?}, {:?}", square, at, rule);
            }
        }
    }
}

proptest! {
    /// What is seen is kept, never forgotten, and saved whole.
    #[test]
    fn memory_only_grows((relief, at) in scene(), more in prop::collection::vec((0_i16..8, 0_i16..8), 0..4)) {
        let mut memory = Memory::default();
        let mut ever: Vec<Square> = Vec::new();
        let places = more.into_iter().map(|(x, y)| Square::new(x, y)).chain([at.at]);
        for eye in places {
            let seen = relief.seen_from(relief.upright(eye));
            let new = memory.new_in(&seen);
            prop_assert!(new.iter().all(|square| !memory.has(square) && seen.has(square)));
            prop_assert_eq!(memory.add(&new), !new.is_empty());
            ever.extend(seen.iter());
            let fog = Fog::new(&memory, [&seen]);
            for square in relief.squares() {
                let known = match (seen.has(square), ever.contains(&square)) {
                    (true, _) => Known::Now,
                    (false, true) => Known::Before,
                    (false, false) => Known::Never,
                };
                prop_assert_eq!(fog.of(square), known);
            }
        }
        let saved = serde_json::to_string(&memory).expect("it can be saved");
        prop_assert_eq!(serde_json::from_str::<Memory>(&saved).expect("it can be read"), memory);
    }
}

#[test]
fn walls_between_squares_are_walls_to_the_eye_until_the_door_opens() {
    let paper = "+-+-+-+\n|. .|.|\n+ + + +\n|. .+.|\n+-+-+-+";
    let mut grid = Grid::new(Chart::of_walls(paper, Legend::new()).expect("a sound drawing"));
    let relief = |grid: &Grid| Relief::of(grid, 0, 5, 10, &|_| Space::default()).expect("the floor is there");
    let seen = |grid: &Grid| {
        let relief = relief(grid);
        let seen = relief.seen_from(relief.upright(Square::new(0, 1)));
        seen.iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(seen(&grid), "A1 B1 A2 B2");
    grid.set_open(boneyard_board::DoorId(0), true).expect("the door");
    assert_eq!(seen(&grid), "A1 B1 C1 A2 B2 C2", "through the door, and a corner of what is beside it");
}

#[test]
fn a_set_of_squares_edited_by_hand_is_checked() {
    let read = serde_json::from_str::<Squares>;
    let squares = read(r#"{"size":[3,2],"runs":[[1,3]]}"#).expect("sound");
    assert_eq!(squares.iter().map(|square| square.to_string()).collect::<Vec<_>>(), ["B1", "C1", "A2"]);
    assert_eq!(serde_json::to_string(&squares).expect("saved"), r#"{"level":0,"size":[3,2],"runs":[[1,3]]}"#);
    assert!(read(r#"{"size":[3,2],"runs":[[5,2]]}"#).is_err_and(|fault| fault.to_string().contains("A3")));
    assert!(read(r#"{"size":[3000,2],"runs":[]}"#).is_err());
}
