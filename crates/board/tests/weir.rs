//! Sight and cover on one map with everything on it: walls, doors, crates, a palisade, undergrowth, a
//! platform. The numbers of lines were worked out apart from this code.

use boneyard_board::{
    Breaker, Chart, Cover, CoverBy, CoverRule, DoorId, Footprint, Grid, Ground, Lamp, Legend, LightBand,
    Relief, Space, Square, Stand, Wall,
};

const WEIR: &str = r#"
...""....~~.........
.."".....~~..######.
.........~~..#....#.
....c....~~..#...c#.
.........~~==#....#.
......c..~~..+....#.
.........--..#....#.
......c..~~..###+##.
.........~~==.*.....
....c....~~...c...^^
.."".....ww......L^^
...".....ww.......^^
"#;

fn grid() -> Grid {
    let names = [
        ('"', "undergrowth"),
        ('c', "crate"),
        ('=', "palisade"),
        ('~', "water"),
        ('w', "deep"),
        ('-', "bridge"),
        ('*', "brazier"),
        ('^', "platform"),
        ('L', "ladder"),
    ];
    let legend: Legend = names.into_iter().map(|(mark, name)| (mark, Ground::floor(name))).collect();
    Grid::new(Chart::of_squares(WEIR, legend).expect("a sound drawing"))
}

fn relief(grid: &Grid) -> Relief {
    let wall = Space { cover: Cover::Full, tall: 10, ..Space::default() };
    let space = |square: Square| match grid.ground(square).map(|ground| ground.name.as_str()) {
        Some("wall") => wall,
        None if grid.bars(square).is_some() => wall,
        Some("undergrowth") => Space { cover: Cover::Low, within: true, ..Space::default() },
        Some("crate") => Space { cover: Cover::Low, tall: 5, ..Space::default() },
        Some("palisade") => Space { cover: Cover::High, tall: 5, ..Space::default() },
        Some("platform") => Space { floor: 10, ..Space::default() },
        _ => Space::default(),
    };
    Relief::of(grid, 0, 5, 10, &space).expect("the floor is there")
}

fn at(name: &str) -> Square {
    name.parse().expect("a square")
}

fn stand(relief: &Relief, name: &str) -> Stand {
    relief.upright(at(name))
}

#[test]
fn lines_of_the_weir_house_come_out_as_they_were_worked_out() {
    let relief = relief(&grid());
    let lines = [
        ("B6", "P6", 14, None, None),
        ("B7", "Q10", 15, None, Some(Cover::High)),
        ("F6", "H6", 2, None, Some(Cover::Low)),
        ("T11", "N10", 6, None, Some(Cover::Low)),
        ("N10", "T11", 6, None, Some(Cover::No)),
        ("M4", "M7", 3, None, Some(Cover::No)),
        ("M7", "M4", 3, None, Some(Cover::High)),
        ("H6", "Q10", 9, Some(33), Some(Cover::High)),
        ("M8", "O9", 2, Some(14), Some(Cover::High)),
        ("L7", "P11", 4, None, Some(Cover::High)),
        ("T11", "L7", 8, None, None),
    ];
    for (from, to, far, clear, cover) in lines {
        let (one, other) = (stand(&relief, from), stand(&relief, to));
        let sight = relief.sight(one, other).expect("both are on the map");
        assert_eq!(boneyard_board::Diagonals::Equal.distance(one.at, other.at), far, "{from} to {to}");
        assert_eq!(sight.is_clear(), cover.is_some(), "{from} to {to}");
        assert_eq!(relief.sees(one, other), cover.is_some(), "{from} to {to}");
        if let Some(clear) = clear {
            assert_eq!(sight.clear, clear, "{from} to {to}");
        }
        let found = relief.cover(one, other, CoverRule::default());
        assert_eq!(found.map(|found| found.cover), cover, "{from} to {to}");
    }
}

#[test]
fn the_line_that_decides_says_what_it_met() {
    let relief = relief(&grid());
    let by = |from, to| {
        relief.cover(stand(&relief, from), stand(&relief, to), CoverRule::default()).map(|found| found.by)
    };
    assert_eq!(by("F6", "H6"), Some(CoverBy::Space(at("G6"))));
    assert_eq!(by("L7", "P11"), Some(CoverBy::Corner(at("N8"), at("M9"))));
    assert_eq!(by("M8", "O9"), Some(CoverBy::Stopped(Breaker::Space(at("N8")))));
    assert_eq!(by("A1", "C1"), Some(CoverBy::Nothing));
    let sight = relief.sight(stand(&relief, "B6"), stand(&relief, "P6")).expect("both are on the map");
    assert_eq!(sight.line.broken, Some(Breaker::Space(at("N6"))), "the closed door");
}

#[test]
fn undergrowth_hides_who_is_in_it_and_a_crate_does_not_hide_who_stands_on_it() {
    let relief = relief(&grid());
    let cover = |from, to| {
        relief.cover(stand(&relief, from), stand(&relief, to), CoverRule::default()).map(|found| found.cover)
    };
    assert_eq!(cover("H2", "D2"), Some(Cover::Low));
    assert_eq!(cover("D2", "H2"), Some(Cover::No), "from among it there is none");
    assert_eq!(cover("J6", "G6"), Some(Cover::No), "on the crate");
}

#[test]
fn whose_cover_counts_is_the_tables_choice() {
    let relief = relief(&grid());
    let cover = |from, to, rule| {
        relief.cover(stand(&relief, from), stand(&relief, to), rule).map(|found| found.cover)
    };
    let counted = CoverRule { own_is_free: false, ..CoverRule::default() };
    assert_eq!(cover("M4", "M7", counted), Some(Cover::High));
    let beside = CoverRule { beside_target_only: true, ..CoverRule::default() };
    assert_eq!(cover("E6", "J6", CoverRule::default()), Some(Cover::Low), "between the two");
    assert_eq!(cover("E6", "J6", beside), Some(Cover::No));
    assert_eq!(cover("F6", "H6", beside), Some(Cover::Low));
}

#[test]
fn an_opened_door_lets_lines_through() {
    let mut grid = grid();
    assert!(!relief(&grid).sees(stand(&relief(&grid), "L6"), stand(&relief(&grid), "P6")));
    grid.set_open(DoorId(0), true).expect("the door at N6");
    let relief = relief(&grid);
    assert!(relief.sees(stand(&relief, "L6"), stand(&relief, "P6")));
}

#[test]
fn somebody_large_is_seen_by_the_best_pair_of_squares() {
    let mut relief = Relief::open(0, 6, 8, 5).expect("a sound size");
    relief.set(at("D3"), Space { cover: Cover::Low, tall: 5, ..Space::default() }).expect("on the map");
    let ogre = relief.stand(Footprint { at: at("C1"), size: 2 }, 10);
    let archer = relief.upright(at("D6"));
    assert_eq!(relief.cover(archer, ogre, CoverRule::default()).map(|found| found.cover), Some(Cover::No));
    let alone = relief.upright(at("D2"));
    assert_eq!(relief.cover(archer, alone, CoverRule::default()).map(|found| found.cover), Some(Cover::Low));
    assert_eq!((ogre.bottom, ogre.top), (0, 10));
}

#[test]
fn a_wall_far_from_both_is_looked_over_from_high_enough() {
    let mut relief = Relief::open(0, 20, 1, 5).expect("a sound size");
    relief.set(at("A1"), Space { floor: 30, ..Space::default() }).expect("on the map");
    relief.set(at("E1"), Space { cover: Cover::Full, tall: 10, ..Space::default() }).expect("on the map");
    let tower = relief.upright(at("A1"));
    assert!(relief.sees(tower, relief.upright(at("M1"))), "forty feet behind it");
    assert!(!relief.sees(tower, relief.upright(at("F1"))), "right behind it");
    let clear = relief.cover(tower, relief.upright(at("M1")), CoverRule::default());
    assert_eq!(clear.map(|found| found.cover), Some(Cover::No), "cleared by height it gives none");
    // A wall beside the viewer counts only if it reaches up to them.
    relief.set(at("B1"), Space { cover: Cover::Full, tall: 10, ..Space::default() }).expect("on the map");
    assert!(relief.sees(tower, relief.upright(at("M1"))));
    relief.set(at("B1"), Space { cover: Cover::Full, tall: 30, ..Space::default() }).expect("on the map");
    assert!(!relief.sees(tower, relief.upright(at("M1"))), "beside them it is not looked over");
}

#[test]
fn ground_that_rises_between_two_hides_them_up_to_its_floor() {
    let mut relief = Relief::open(0, 7, 1, 5).expect("a sound size");
    let hill = |floor| Space { floor, ..Space::default() };
    for (floor, seen) in [(5, true), (6, false), (10, false)] {
        relief.set(at("D1"), hill(floor)).expect("on the map");
        let (one, other) = (relief.upright(at("A1")), relief.upright(at("G1")));
        assert_eq!(relief.sees(one, other), seen, "a hill of {floor}");
    }
    // Next to it the hill is no wall: from the higher side one sees past it.
    relief.set(at("D1"), hill(10)).expect("on the map");
    relief.set(at("C1"), hill(10)).expect("on the map");
    assert!(relief.sees(relief.upright(at("C1")), relief.upright(at("D1"))));
    assert!(relief.upright(at("D1")).is_near(relief.upright(at("C1"))));
    assert!(!relief.upright(at("D1")).is_near(relief.upright(at("E1"))), "ten feet up is not beside");
}

#[test]
fn two_blocks_that_meet_in_a_corner_let_nothing_between_them() {
    let full = Space { cover: Cover::Full, tall: 10, ..Space::default() };
    let mut relief = Relief::open(0, 2, 2, 5).expect("a sound size");
    relief.set(at("B1"), full).expect("on the map");
    let (one, other) = (relief.upright(at("A1")), relief.upright(at("B2")));
    let alone = relief.sight(one, other).expect("on the map");
    relief.set(at("A2"), full).expect("on the map");
    let both = relief.sight(one, other).expect("on the map");
    assert_eq!(both.clear, 0);
    assert!(alone.clear > 0, "past one corner alone there is sight");
    assert!(matches!(both.line.broken, Some(Breaker::Corner(..))), "{:?}", both.line);
}

#[test]
fn thick_air_is_seen_through_by_neighbours_only() {
    let mut relief = Relief::open(0, 5, 1, 5).expect("a sound size");
    relief.set(at("B1"), Space { murk: true, ..Space::default() }).expect("on the map");
    let sees = |one: &str, other: &str| relief.sees(relief.upright(at(one)), relief.upright(at(other)));
    assert!(sees("A1", "B1"));
    assert!(sees("B1", "C1"));
    assert!(!sees("A1", "C1"), "through it");
    assert!(!sees("B1", "D1"), "out of it");
    assert!(sees("C1", "E1"));
}

#[test]
fn a_wall_anywhere_stops_what_touches_it_and_a_low_one_gives_cover() {
    let open = Relief::open(0, 9, 3, 5).expect("a sound size");
    let with = |wall: Wall| {
        let mut relief = open.clone();
        relief.build([wall]).expect("few walls");
        relief
    };
    let wall = |from: (i32, i32), to: (i32, i32), cover, top| {
        Wall::new(from.into(), to.into(), cover, top).expect("a sound wall")
    };
    let (a, i) = (at("A2"), at("I2"));
    let closed = with(wall((4200, 0), (4700, 3000), Cover::Full, 10));
    assert!(!closed.sees(closed.upright(a), closed.upright(i)));
    let low = with(wall((4200, 0), (4700, 3000), Cover::Low, 3));
    let found = low.cover(low.upright(a), low.upright(i), CoverRule::default()).expect("seen over");
    assert_eq!((found.cover, found.by), (Cover::Low, CoverBy::Wall(0)));
    let beside = with(wall((1500, 0), (1500, 3000), Cover::Low, 3));
    let cover = |from, to| {
        beside.cover(beside.upright(from), beside.upright(to), CoverRule::default()).map(|found| found.cover)
    };
    assert_eq!(cover(a, i), Some(Cover::No), "one's own");
    assert_eq!(cover(i, a), Some(Cover::Low), "the target's");
    assert!(Wall::new((5, 5).into(), (5, 5).into(), Cover::Full, 1).is_err());
    assert!(Wall::new((5, 5).into(), (i32::MAX, 5).into(), Cover::Full, 1).is_err());
}

#[test]
fn light_reaches_where_a_line_does() {
    let relief = relief(&grid());
    let brazier = Lamp {
        at: at("O9").into(),
        bands: [LightBand { far: 4, level: 2 }].into_iter().collect(),
        cone: None,
    };
    let lamps = [brazier];
    assert_eq!(relief.brightness(at("M9"), 1, &lamps), 2);
    assert_eq!(relief.brightness(at("T11"), 1, &lamps), 1, "twenty-five feet away");
    assert_eq!(relief.brightness(at("P7"), 1, &lamps), 1, "behind the wall");
    assert_eq!(relief.brightness(at("P7"), 3, &lamps), 3);
}
