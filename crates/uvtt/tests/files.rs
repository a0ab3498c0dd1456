//! Files as map editors write them, made here: a plain one, one cut out of a larger drawing, and all kinds of
//! broken ones.

use boneyard_board::{Cover, DoorAt, Grid, Obstacle, Point, Relief, Space, Square};
use boneyard_uvtt::{Colour, PictureKind, VttFault, VttMap};
use proptest::prelude::*;
use serde_json::{Value, json};

fn points(line: &[(f64, f64)]) -> Value {
    line.iter().map(|(x, y)| json!({ "x": x, "y": y })).collect()
}

/// The first bytes of a PNG of this size, in base64.
fn png(width: u32, height: u32) -> String {
    use base64::Engine as _;
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

/// Two rooms side by side, a door between them, a crate in the right one, a lamp in the left one.
fn rooms(x: f64, y: f64) -> Value {
    let at = |across: f64, down: f64| (x + across, y + down);
    json!({
        "format": 0.3,
        "software": "a test",
        "resolution": {
            "map_origin": { "x": x, "y": y },
            "map_size": { "x": 6, "y": 3 },
            "pixels_per_grid": 100
        },
        "line_of_sight": [
            points(&[at(0.0, 0.0), at(6.0, 0.0), at(6.0, 3.0), at(0.0, 3.0), at(0.0, 0.0)]),
            points(&[at(3.0, 0.0), at(3.0, 1.0)]),
            points(&[at(3.0, 2.0), at(3.0, 3.0)]),
        ],
        "objects_line_of_sight": [
            points(&[at(4.2, 0.2), at(4.8, 0.2), at(4.8, 0.8), at(4.2, 0.8), at(4.2, 0.2)]),
        ],
        "portals": [{
            "position": { "x": x + 3.0, "y": y + 1.5 },
            "bounds": points(&[at(3.0, 1.0), at(3.0, 2.0)]),
            "rotation": 1.5,
            "closed": true,
            "freestanding": false
        }],
        "environment": { "baked_lighting": false, "ambient_light": "80102030" },
        "lights": [{
            "position": { "x": x + 1.5, "y": y + 1.5 },
            "range": 2.5,
            "intensity": 1,
            "color": "ffeccd8b",
            "shadows": true
        }],
        "image": png(600, 300)
    })
}

fn read(file: &Value) -> Result<VttMap, VttFault> {
    VttMap::read(file.to_string().as_bytes())
}

fn at(name: &str) -> Square {
    name.parse().expect("a square")
}

fn relief(map: &VttMap, grid: &Grid, objects: Cover) -> Relief {
    map.relief(grid, 5, 10, objects, &|_| Space::default()).expect("few walls")
}

#[test]
fn a_plain_file_gives_rooms_a_door_a_lamp_and_a_picture() {
    let map = read(&rooms(0.0, 0.0)).expect("a sound file");
    assert_eq!(map.size(), (6, 3));
    assert_eq!(map.barriers.iter().filter(|barrier| barrier.object).count(), 4);
    assert_eq!(map.barriers.iter().filter(|barrier| !barrier.object).count(), 6);
    let lamp = map.lights[0];
    assert_eq!((lamp.square, lamp.at, lamp.range), (at("B2"), Point::new(1500, 1500), 2500));
    assert_eq!(lamp.colour, Some(Colour { red: 0xec, green: 0xcd, blue: 0x8b, opacity: 0xff }));
    assert_eq!(map.ambient, Some(Colour { red: 0x10, green: 0x20, blue: 0x30, opacity: 0x80 }));
    assert_eq!(map.ambient.expect("there is one").to_string(), "#10203080");
    let picture = map.picture.as_ref().expect("there is one");
    assert_eq!((picture.kind, picture.width, picture.height), (PictureKind::Png, 600, 300));
}

#[test]
fn steps_and_lines_end_at_walls_until_the_door_is_opened() {
    let map = read(&rooms(0.0, 0.0)).expect("a sound file");
    let mut grid = Grid::new(map.chart.clone());
    assert_eq!(grid.parts(at("C1"), at("D1")), Some(Obstacle::Wall));
    let door = map.portals[0].doors[0];
    assert_eq!(map.chart.doors()[usize::from(door.0)].at, DoorAt::Between(at("C2"), at("D2")));
    assert_eq!(grid.parts(at("C2"), at("D2")), Some(Obstacle::Door(door)));
    let closed = relief(&map, &grid, Cover::Full);
    assert!(!closed.sees(closed.upright(at("B2")), closed.upright(at("E2"))));
    grid.set_open(door, true).expect("the door");
    assert_eq!(grid.parts(at("C2"), at("D2")), None);
    let open = relief(&map, &grid, Cover::Full);
    assert!(open.sees(open.upright(at("B2")), open.upright(at("E2"))));
    assert!(!open.sees(open.upright(at("A1")), open.upright(at("F1"))));
}

#[test]
fn what_is_around_an_object_is_what_the_game_calls_it() {
    let map = read(&rooms(0.0, 0.0)).expect("a sound file");
    let grid = Grid::new(map.chart.clone());
    let sides = (at("D1"), at("F1"));
    let cover = |objects: Cover| {
        let relief = relief(&map, &grid, objects);
        let (one, other) = (relief.upright(sides.0), relief.upright(sides.1));
        relief.cover(one, other, boneyard_board::CoverRule::default()).map(|found| found.cover)
    };
    assert_eq!(cover(Cover::No), Some(Cover::No));
    assert_eq!(cover(Cover::Low), Some(Cover::Low));
    assert_eq!(cover(Cover::Full), Some(Cover::High), "past its corners");
}

#[test]
fn a_part_of_a_drawing_is_moved_to_where_it_begins() {
    let plain = read(&rooms(0.0, 0.0)).expect("a sound file");
    for (x, y) in [(7.0, 11.0), (-4.0, 2.0), (12.25, 0.5)] {
        assert_eq!(read(&rooms(x, y)).expect("a sound file"), plain, "from ({x}, {y})");
    }
}

#[test]
fn walls_that_follow_no_line_of_the_grid_stay_where_they_are() {
    let mut file = rooms(0.0, 0.0);
    file["line_of_sight"] =
        json!([points(&[(0.0, 0.0), (6.0, 3.0)]), points(&[(1.2345678, 0.2), (1.3, 0.2)])]);
    file["objects_line_of_sight"] = json!([]);
    let map = read(&file).expect("a sound file");
    assert_eq!(map.barriers[1].from, Point::new(1235, 200), "to the thousandth");
    let grid = Grid::new(map.chart.clone());
    assert!(grid.parts(at("B1"), at("B2")).is_some(), "the slanting wall is between their middles");
    assert!(grid.parts(at("D1"), at("E1")).is_none());
    let relief = relief(&map, &grid, Cover::Full);
    assert!(!relief.sees(relief.upright(at("F1")), relief.upright(at("A3"))));
    assert!(relief.sees(relief.upright(at("D1")), relief.upright(at("F1"))));
}

#[test]
fn a_window_at_the_edge_is_a_wall_and_no_way_out() {
    let mut file = rooms(0.0, 0.0);
    file["portals"] = json!([{ "bounds": points(&[(0.0, 1.0), (0.0, 2.0)]), "closed": false }]);
    let map = read(&file).expect("a sound file");
    assert!(map.portals[0].doors.is_empty() && map.portals[0].open);
}

#[test]
fn what_is_broken_is_refused_by_name() {
    let said = |change: &dyn Fn(&mut Value)| {
        let mut file = rooms(0.0, 0.0);
        change(&mut file);
        read(&file).expect_err("it is refused").to_string()
    };
    let walls = |many: usize| points(&(0..=many).map(|at| (at as f64 % 2.0, 0.5)).collect::<Vec<_>>());
    type Breaks<'a> = &'a dyn Fn(&mut Value);
    let cases: [(Breaks<'_>, &str); 14] = [
        (&|file| file["resolution"] = json!(3), "not a Universal VTT file"),
        (&|file| drop(file.as_object_mut().map(|file| file.remove("resolution"))), "resolution"),
        (&|file| file["format"] = json!(-1), "its format is -1"),
        (&|file| file["resolution"]["map_size"]["x"] = json!(101), "101 by 3 squares"),
        (&|file| file["resolution"]["map_size"]["y"] = json!(-3), "6 by 0 squares"),
        (&|file| file["resolution"]["pixels_per_grid"] = json!(0), "0 pixels"),
        (
            &|file| file["line_of_sight"][1][0]["x"] = json!(1e9),
            "Wall 2 lies outside the map: (1000000000, 0)",
        ),
        (&|file| file["line_of_sight"] = json!([walls(20_001)]), "20005 segments of wall; at most 20000"),
        (&|file| file["portals"][0]["bounds"] = points(&[(1.0, 1.0)]), "portal 1 has 1 ends"),
        (&|file| file["lights"][0]["position"]["x"] = json!(6.5), "Light 1 lies outside the map"),
        (&|file| file["lights"][0]["range"] = json!(-1), "Light 1 reaches -1 squares"),
        (&|file| file["lights"][0]["color"] = json!("+ffffff1"), "`+ffffff1` is no colour"),
        (&|file| file["image"] = json!("AAAA"), "neither PNG nor JPEG nor WebP"),
        (&|file| file["image"] = json!(png(20_000, 10)), "20000 by 10 pixels"),
    ];
    for (change, reason) in cases {
        let said = said(change);
        assert!(said.contains(reason), "{said} should say {reason}");
    }
    let cut = rooms(0.0, 0.0).to_string();
    let said = VttMap::read(&cut.as_bytes()[..cut.len() / 2]).expect_err("it is refused").to_string();
    assert!(said.contains("not a Universal VTT file"), "{said}");
}

proptest! {
    /// Whatever a file says, it is read or refused.
    #[test]
    fn no_file_makes_the_reader_fall(cut in 0_usize..2000, byte in any::<u8>(), number in any::<f64>()) {
        let mut file = rooms(0.0, 0.0);
        file["line_of_sight"][0][1]["x"] = json!(number);
        file["resolution"]["map_origin"]["y"] = json!(number);
        let _ = read(&file);
        let mut bytes = rooms(1.0, 1.0).to_string().into_bytes();
        let at = cut % bytes.len();
        bytes[at] = byte;
        let _ = VttMap::read(&bytes);
    }

    /// Pictures are looked at no further than they go.
    #[test]
    fn no_picture_makes_the_reader_fall(kind in 0_usize..4, rest in prop::collection::vec(any::<u8>(), 0..40)) {
        use base64::Engine as _;
        let heads: [&[u8]; 4] = [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"\xff\xd8", b"RIFF\0\0\0\0WEBPVP8X", b"RIFF\0\0\0\0WEBPVP8L"];
        let bytes: Vec<u8> = heads[kind].iter().copied().chain(rest).collect();
        let mut file = rooms(0.0, 0.0);
        file["image"] = json!(base64::engine::general_purpose::STANDARD.encode(bytes));
        let _ = read(&file);
    }
}
