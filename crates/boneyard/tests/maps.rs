//! Maps from editors through the real program: told, drawn, or refused with the reason.

use std::fs;

use crate::support::{boneyard, json};

const ROOM: &str = r#"{
  "format": 0.3,
  "resolution": {"map_origin": {"x": 2, "y": 1}, "map_size": {"x": 3, "y": 2}, "pixels_per_grid": 70},
  "line_of_sight": [[{"x": 4, "y": 1}, {"x": 4, "y": 2}]],
  "portals": [{"bounds": [{"x": 4, "y": 2}, {"x": 4, "y": 3}], "closed": true}],
  "lights": [{"position": {"x": 2.5, "y": 1.5}, "range": 2.5, "intensity": 1, "color": "ffeccd8b"}]
}"#;

#[test]
fn a_map_is_told_and_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("room.dd2vtt");
    fs::write(&file, ROOM).expect("it can be written");
    let path = file.to_string_lossy();
    let told = boneyard(&["map", &path]).well();
    assert!(told.contains("3 by 2 squares."), "{told}");
    assert!(told.contains("A light in A1, 2.5 squares, #eccd8b."), "{told}");
    assert!(told.contains("+-+-+-+\n|. .|.|\n+ + + +\n|. .+.|\n+-+-+-+"), "{told}");
    let whole = json(&boneyard(&["map", &path, "--json"]).well());
    assert_eq!(whole["portals"][0]["doors"][0], 0, "{whole}");
}

#[test]
fn what_is_no_map_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("room.uvtt");
    fs::write(&file, ROOM.replace("\"x\": 3, \"y\": 2", "\"x\": 3000, \"y\": 2")).expect("it can be written");
    let said = boneyard(&["map", &file.to_string_lossy()]).badly();
    assert!(said.contains("3000 by 2 squares; a side has 1 to 100"), "{said}");
    fs::write(&file, "not a map").expect("it can be written");
    let said = boneyard(&["map", &file.to_string_lossy()]).badly();
    assert!(said.contains("not a Universal VTT file"), "{said}");
    let said = boneyard(&["map", &folder.path().join("nowhere.uvtt").to_string_lossy()]).badly();
    assert!(said.contains("cannot be read"), "{said}");
}
