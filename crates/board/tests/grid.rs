//! A chapel in squares: who can stand, step, walk, push and reach where, and what they are told.

use boneyard_board::{
    BoardFault, Chart, Corners, Diagonals, Direction, DoorId, DrawnWrong, Footprint, Grid, Ground, Legend,
    NoStep, Obstacle, Push, Square, Step, StepFault, Stopped, Walk,
};

fn legend() -> Legend {
    let rubble = Ground { cost: 2, ..Ground::floor("rubble") };
    Legend::from([('E', Ground::floor("exit")), ('~', rubble)])
}

/// A hall with an exit, rubble, and a room behind a closed door.
const CHAPEL: &str = "
#########
#E..~.#.#
#...~.+.#
#...~.#.#
#########
";

fn chapel() -> Grid {
    Grid::new(Chart::of_squares(CHAPEL, legend()).expect("a sound drawing"))
}

/// Four squares on ruled paper: a wall at the upper right, an open door below it.
const CELLS: &str = "
+-+-+-+
|. .|.|
+ + +'+
|. . .|
+-+-+-+
";

fn cells() -> Grid {
    Grid::new(Chart::of_walls(CELLS, legend()).expect("a sound drawing"))
}

fn at(text: &str) -> Square {
    text.parse().expect("a square")
}

fn squares(list: &[Square]) -> Vec<String> {
    list.iter().map(Square::to_string).collect()
}

fn plain(grid: &Grid) -> impl Fn(Step) -> Option<u32> {
    |step: Step| Some(grid.ground(step.to).map_or(1, |ground| ground.cost) * step.length)
}

#[test]
fn a_square_is_written_as_column_and_row_and_read_back() {
    for text in ["A1", "E4", "Z26", "AA1", "AB12", "ZZ99", "C3 on 2", "C3 on -1"] {
        assert_eq!(at(text).to_string(), text);
    }
    assert_eq!((at("E4"), at(" e4 ")), (Square::new(4, 3), Square::new(4, 3)));
    for bad in
        ["", "4E", "E", "E0", "E-1", "E+4", "4", "E4.5", "é4", "E4 on", "E4 on up", "AAAAAAAAAAAA1", "E99999"]
    {
        assert!(matches!(bad.parse::<Square>(), Err(BoardFault::NoSquare { .. })), "{bad}");
    }
}

#[test]
fn distances_are_counted_from_the_nearest_squares() {
    let ogre = Footprint { at: at("B2"), size: 2 };
    let goblin = Footprint::one(at("F4"));
    let of = |diagonals: Diagonals| diagonals.distance(ogre, goblin);
    assert_eq!([of(Diagonals::Equal), of(Diagonals::Alternating), of(Diagonals::Never)], [3, 3, 4]);
    assert_eq!(Diagonals::Equal.distance(ogre, Footprint::one(at("C3"))), 0, "inside");
    let above = Footprint::one(at("C3 on 2"));
    assert_eq!(Diagonals::Equal.distance(ogre, above), 2, "two floors up");
}

#[test]
fn a_drawing_says_what_each_square_is() {
    let grid = chapel();
    assert_eq!(grid.chart().size(0), Some((9, 5)));
    assert_eq!(grid.ground(at("B2")).map(|ground| ground.name.as_str()), Some("exit"));
    assert_eq!(squares(&grid.chart().named("rubble").collect::<Vec<_>>()), ["E2", "E3", "E4"]);
    assert_eq!(grid.bars(at("A1")), Some(Obstacle::Solid));
    assert_eq!(grid.bars(at("G3")), Some(Obstacle::Door(DoorId(0))));
    assert_eq!(grid.bars(at("Z9")), Some(Obstacle::OffMap));
    assert_eq!(grid.bars(at("C3")), None);
}

#[test]
fn mistakes_in_a_drawing_are_named_by_line_and_column() {
    let wrong = |text: &str, walls: bool| {
        let read = if walls { Chart::of_walls(text, legend()) } else { Chart::of_squares(text, legend()) };
        match read.expect_err("a mistake") {
            BoardFault::Drawing(fault) => (fault.line, fault.column, fault.what),
            other => panic!("{other}"),
        }
    };
    let (line, column, what) = wrong("\n...\n.?.\n", false);
    assert_eq!((line, column), (3, 2));
    assert_eq!(what.to_string(), "'?' stands for nothing; known are . # space E ~ + '");
    assert_eq!(wrong("  \n\n", false), (1, 1, DrawnWrong::Empty));
    assert_eq!(wrong("+-+\n|.|\n", true), (2, 3, DrawnWrong::NotRuled));
    assert_eq!(wrong("+-+-+\n|.x.|\n+-+-+", true), (2, 3, DrawnWrong::Line { mark: 'x', wall: '|' }));
    assert_eq!(wrong("+-+-+\n|.-.|\n+-+-+", true), (2, 3, DrawnWrong::Line { mark: '-', wall: '|' }));
    assert_eq!(wrong("+-x-+\n|. .|\n+-+-+", true), (1, 3, DrawnWrong::Crossing { mark: 'x' }));
    assert_eq!(wrong("+'+\n|.|\n+-+", true), (1, 2, DrawnWrong::DoorOutside));
    assert!(matches!(wrong(&".".repeat(300), false), (1, 1, DrawnWrong::TooLarge { most: 100 })));
    assert!(matches!(
        Chart::of_squares(&".".repeat(150), legend()),
        Err(BoardFault::Size { width: 150, .. })
    ));
    assert!(matches!(Chart::open(0, 4, legend()), Err(BoardFault::Size { .. })));
    let taken = Legend::from([('#', Ground::floor("tiles"))]);
    assert_eq!(Chart::of_squares("#", taken), Err(BoardFault::MarkTaken { mark: '#' }));
}

#[test]
fn walls_and_doors_on_lines_part_squares() {
    let mut grid = cells();
    assert_eq!(grid.chart().size(0), Some((3, 2)));
    assert_eq!(grid.parts(at("B1"), at("C1")), Some(Obstacle::Wall));
    assert_eq!(grid.parts(at("C1"), at("B1")), Some(Obstacle::Wall), "from both sides");
    assert_eq!((grid.parts(at("C1"), at("C2")), grid.parts(at("A1"), at("A2"))), (None, None));
    grid.set_open(DoorId(0), false).expect("there is a door");
    assert_eq!(grid.parts(at("C1"), at("C2")), Some(Obstacle::Door(DoorId(0))));
    assert_eq!(grid.set_open(DoorId(1), true), Err(BoardFault::NoDoor(DoorId(1))));
}

#[test]
fn a_diagonal_step_needs_a_way_round_the_corner() {
    let mut grid = cells();
    let step = |grid: &Grid, corners| grid.obstacle(at("B2"), at("C1"), corners);
    assert_eq!(step(&grid, Corners::OneWay), None, "through the door");
    assert_eq!(step(&grid, Corners::BothWays), Some(Obstacle::Corner));
    grid.set_open(DoorId(0), false).expect("there is a door");
    assert_eq!(step(&grid, Corners::OneWay), Some(Obstacle::Corner));
}

#[test]
fn a_floor_is_even_until_rubble_lies_on_it() {
    let mut open = Chart::open(4, 4, legend()).expect("a sound size");
    assert!(open.is_even() && cells().chart().is_even() && !chapel().chart().is_even());
    open.set_ground(at("B2"), '~').expect("a known mark");
    assert!(!open.is_even() && !open.clone().is_even());
    open.set_ground(at("B2"), 'E').expect("a known mark");
    assert!(open.is_even());
}

#[test]
fn rubble_costs_double_and_the_cheapest_way_goes_around_where_it_can() {
    let mut grid = chapel();
    let way = grid.path(at("B2"), at("F2"), &Walk::new(&plain(&grid))).expect("there is a way");
    assert_eq!(
        (squares(&way.squares), way.cost()),
        (vec!["B2", "C2", "D2", "E2", "F2"].into_iter().map(String::from).collect(), 5)
    );
    assert_eq!(way.costs, [0, 1, 2, 4, 5]);
    assert_eq!(way.clone().within(3).end(), Some(at("D2")), "as far as three go");
    assert!(grid.path(at("F3"), at("H3"), &Walk::new(&plain(&grid))).is_none(), "the door is shut");
    grid.set_open(DoorId(0), true).expect("there is a door");
    assert_eq!(grid.path(at("F3"), at("H3"), &Walk::new(&plain(&grid))).map(|way| way.cost()), Some(2));
}

#[test]
fn of_equal_ways_the_straightest_is_taken() {
    let grid = Grid::new(Chart::open(9, 9, Legend::new()).expect("a floor"));
    let way = grid.path(at("A1"), at("E3"), &Walk::new(&plain(&grid))).expect("there is a way");
    let slanted =
        way.squares.windows(2).filter(|step| step[0].x != step[1].x && step[0].y != step[1].y).count();
    assert_eq!((way.cost(), slanted), (4, 2));
    assert_eq!(
        grid.path(at("A1"), at("E1"), &Walk::new(&plain(&grid))).map(|way| squares(&way.squares)),
        Some(["A1", "B1", "C1", "D1", "E1"].map(String::from).to_vec())
    );
}

#[test]
fn a_chosen_way_is_checked_step_by_step() {
    let grid = chapel();
    let cost = plain(&grid);
    let walk = Walk::new(&cost);
    let check = |list: &[&str]| grid.follow(&list.iter().map(|text| at(text)).collect::<Vec<_>>(), &walk);
    assert_eq!(check(&["B2", "C3", "D2", "E2"]).map(|way| way.costs), Ok(vec![0, 1, 2, 4]));
    assert_eq!(check(&[]).map(|way| way.costs), Ok(vec![]));
    let why = |list: &[&str]| check(list).map_err(|fault| (fault.number, fault.why));
    assert_eq!(why(&["B2", "C2", "E2"]), Err((2, NoStep::NotNext)));
    assert_eq!(why(&["B2", "B2"]), Err((1, NoStep::NotNext)));
    assert_eq!(why(&["B2", "B1"]), Err((1, NoStep::Obstacle(Obstacle::Solid))));
    assert_eq!(why(&["F3", "G3"]), Err((1, NoStep::Obstacle(Obstacle::Door(DoorId(0))))));
    let fault = StepFault { number: 1, from: at("F3"), to: at("G3"), why: NoStep::Obstacle(Obstacle::Wall) };
    assert_eq!(fault.to_string(), "Step 1, from F3 to G3: a wall is in the way.");
    let barred = |step: Step| (step.to != at("C2")).then_some(1);
    assert_eq!(
        grid.follow(&[at("B2"), at("C2")], &Walk::new(&barred)).map_err(|fault| fault.why),
        Err(NoStep::Barred)
    );
    let straight = Walk { diagonals: Diagonals::Never, ..walk };
    assert_eq!(
        grid.follow(&[at("B2"), at("C3")], &straight).map_err(|fault| fault.why),
        Err(NoStep::Diagonal)
    );
}

#[test]
fn one_who_takes_four_squares_needs_room_for_all_of_them() {
    let grid = Grid::new(Chart::of_squares("......\n..#...\n......\n......", legend()).expect("a drawing"));
    let large = Walk { size: 2, ..Walk::new(&|_| Some(1)) };
    let way = grid.path(at("A1"), at("E1"), &large).expect("there is a way");
    assert!(way.squares.iter().all(|square| grid.fits(Footprint { at: *square, size: 2 })));
    assert_eq!(way.cost(), 5, "around the pillar: A2, B3, C3, D2, E1");
    assert_eq!(
        grid.clone().put(1, Footprint { at: at("B1"), size: 2 }),
        Err(BoardFault::NoRoom { square: at("B1") })
    );
    assert_eq!(
        grid.clone().put(1, Footprint { at: at("F4"), size: 2 }),
        Err(BoardFault::NoRoom { square: at("F4") })
    );
    let walled = cells();
    assert!(!walled.fits(Footprint { at: at("B1"), size: 2 }), "a wall goes through them");
    assert!(walled.fits(Footprint { at: at("A1"), size: 2 }));
}

#[test]
fn stairs_lead_to_another_floor() {
    let floor = || Chart::of_squares("...\n..+", legend()).expect("a drawing");
    let chart =
        floor().with_floor(1, &floor()).expect("a new floor").with_floor(-1, &floor()).expect("another");
    let doors: Vec<i8> = chart
        .doors()
        .iter()
        .map(|door| match door.at {
            boneyard_board::DoorAt::Square(square) => square.level,
            boneyard_board::DoorAt::Between(one, _) => one.level,
        })
        .collect();
    assert_eq!(doors, [-1, 0, 1], "numbered floor by floor");
    assert!(matches!(chart.clone().with_floor(1, &floor()), Err(BoardFault::FloorTaken { level: 1 })));
    assert!(chart.clone().with_stairs(at("A1"), at("B1")).is_err());
    let grid = Grid::new(chart.with_stairs(at("C1"), at("A1 on 1")).expect("stairs"));
    let way = grid.path(at("A1"), at("B1 on 1"), &Walk::new(&|_| Some(1))).expect("up the stairs");
    assert_eq!(squares(&way.squares), ["A1", "B1", "C1", "A1 on 1", "B1 on 1"]);
    let text = serde_json::to_string(&grid).expect("plain data");
    assert_eq!(serde_json::from_str::<Grid>(&text).expect("same shape"), grid);
}

#[test]
fn room_beside_a_target_leaves_out_walls_and_those_who_stand_there() {
    let mut grid = cells();
    grid.put(7, at("C1")).expect("room");
    let beside = |grid: &Grid| {
        let free = |square: Square| grid.tokens().on(square).next().is_none();
        squares(&grid.beside(at("C1").into(), 1, Diagonals::Equal, &free))
    };
    assert_eq!(beside(&grid), ["B2", "C2"], "B1 is behind a wall");
    grid.put(8, at("C2")).expect("room");
    assert_eq!(beside(&grid), ["B2"]);
    assert!(grid.touches(at("C1").into(), at("C2").into(), Diagonals::Never, Corners::OneWay));
    assert!(!grid.touches(at("C1").into(), at("B1").into(), Diagonals::Equal, Corners::OneWay));
    assert_eq!(grid.distance(7, 8, Diagonals::Equal), Some(1));
    assert_eq!(grid.distance(7, 9, Diagonals::Equal), None);
}

#[test]
fn a_push_ends_at_edges_walls_and_those_in_the_way() {
    let grid = chapel();
    let nobody = |_: Square| false;
    let push = |from: &str, direction, most| grid.push(at(from).into(), direction, most, &nobody);
    assert_eq!(push("B3", Direction::East, 2), Push { to: at("D3"), moved: 2, stopped: None });
    let door = Some(Stopped::By(Obstacle::Door(DoorId(0))));
    assert_eq!(push("B3", Direction::East, 9), Push { to: at("F3"), moved: 4, stopped: door });
    assert_eq!(push("B3", Direction::NorthWest, 1).stopped, Some(Stopped::By(Obstacle::Solid)));
    let taken = |square: Square| square == at("D3");
    let stopped = grid.push(at("B3").into(), Direction::East, 3, &taken);
    assert_eq!(stopped, Push { to: at("C3"), moved: 1, stopped: Some(Stopped::At(at("D3"))) });
    let open = Grid::new(Chart::open(4, 4, Legend::new()).expect("a floor"));
    let over = open.push(at("C2").into(), Direction::East, 5, &nobody);
    assert_eq!(over, Push { to: at("D2"), moved: 1, stopped: Some(Stopped::By(Obstacle::OffMap)) });
}

#[test]
fn a_cone_is_as_wide_as_it_is_long() {
    let grid = Grid::new(Chart::open(20, 20, Legend::new()).expect("a floor"));
    let from = Square::new(5, 5);
    let east = grid.cone(from, Direction::East, 6);
    let caught = |x, y| east.contains(&Square::new(x, y));
    assert_eq!(
        [caught(8, 7), caught(7, 8), caught(11, 5), caught(12, 5), caught(5, 5)],
        [true, false, true, false, false]
    );
    let slant = grid.cone(from, Direction::SouthEast, 2);
    assert_eq!(slant.len(), 8, "three by three without its corner");
    assert!(
        grid.cone(from, Direction::North, 1).len() == 3 && grid.cone(from, Direction::West, 0).is_empty()
    );
    assert_eq!(squares(&grid.ray(at("A1"), Direction::SouthEast, 3)), ["B2", "C3", "D4"]);
    assert_eq!(grid.ray(at("B1"), Direction::North, 3), []);
    assert_eq!(squares(&grid.block(at("T20"), 2, 2)), ["T20"], "what is on the map of it");
}

#[test]
fn a_burst_goes_around_corners_and_a_line_does_not() {
    let grid = chapel();
    assert!(!grid.burst(at("F2"), 3, Diagonals::Equal).contains(&at("H2")), "the door is shut");
    assert_eq!(grid.crosses(at("F3"), at("H3")), Some(Obstacle::Door(DoorId(0))));
    assert_eq!(grid.crosses(at("F2"), at("H2")), Some(Obstacle::Solid));
    assert_eq!(grid.crosses(at("B2"), at("F4")), None);
    let pillar = Grid::new(Chart::of_squares("...\n.#.\n...", legend()).expect("a drawing"));
    assert_eq!(pillar.burst(at("A1"), 3, Diagonals::Equal).len(), 8);
    assert_eq!(pillar.crosses(at("A1"), at("C3")), Some(Obstacle::Solid));
    assert_eq!(squares(&pillar.line(at("A1"), at("C2"))), ["A1", "B1", "B2", "C2"]);
}

#[test]
fn the_game_master_draws_walls_and_exits_in_play() {
    let mut grid = chapel();
    let before = grid.clone();
    grid.redraw(|chart| chart.set_wall(at("B2"), at("B3"), true)).expect("they share an edge");
    assert_eq!(grid.parts(at("B2"), at("B3")), Some(Obstacle::Wall));
    grid.redraw(|chart| chart.set_ground(at("C3"), 'E')).expect("known");
    assert_eq!(grid.chart().named("exit").count(), 2);
    assert_eq!(before.chart().named("exit").count(), 1, "what was before is as it was");
    assert_ne!(grid, before);
    assert_eq!(
        grid.redraw(|chart| chart.set_ground(at("C3"), 'x')),
        Err(BoardFault::UnknownMark { mark: 'x' })
    );
    assert_eq!(
        grid.redraw(|chart| chart.set_ground(at("G3"), 'E')),
        Err(BoardFault::DoorThere { square: at("G3") })
    );
    assert!(matches!(
        grid.redraw(|chart| chart.set_wall(at("B2"), at("C3"), true)),
        Err(BoardFault::NoSharedEdge { .. })
    ));
    assert!(matches!(
        grid.redraw(|chart| chart.set_wall(at("I5"), Square::new(9, 4), true)),
        Err(BoardFault::NoSharedEdge { .. })
    ));
}
