//! The check lines of the scenario's map come out as they are written down: how far, whether there is Line of Sight, what
//! covers the target, and who stands on High Ground.

use boneyard_table::Playable;
use roll_high_or_die::RollHighOrDie;
use serde_json::json;

use crate::arena::Arena;

#[test]
fn every_check_line_of_the_map_comes_out() {
    let book = RollHighOrDie::book(&[]).expect("ours");
    assert_eq!(book.sight_checks.len(), 11);
    for line in &book.sight_checks {
        let arena = Arena::scene(
            json!({
                "heroes": { "Looker": {} },
                "creatures": { "Target": { "set": { "stance": "High Ready" } } },
                "trackers": { "board": "The Weir House" },
                "at": { "Looker": line.from, "Target": line.to },
            }),
            1,
        );
        let (state, told) = (arena.state(), arena.values());
        let to = &told["Looker"]["to"]["Target"];
        let name = format!("{} to {}", line.from, line.to);
        assert_eq!(to["feet"], json!(line.feet), "{name}");
        assert_eq!(to["sight"], json!(line.sees), "{name}");
        // Line of Sight is the same both ways.
        assert_eq!(told["Target"]["to"]["Looker"]["sight"], json!(line.sees), "{name}, the other way");
        let cover = line.cover.map(|cover| cover.name());
        assert_eq!(to["cover"], json!(cover), "{name}");
        if line.sees {
            assert_eq!(to["high"], json!(line.high_ground), "{name}");
        }
        if let Some(lines) = line.lines {
            let relief = roll_high_or_die::sight::relief(&state, &book).expect("a map");
            let stand = |who| roll_high_or_die::sight::stand(&state, &relief, boneyard_table::Who(who));
            let sight =
                relief.sight(stand(0).expect("placed"), stand(1).expect("placed")).expect("on the map");
            assert_eq!(sight.clear, lines, "{name}: lines");
        }
    }
}
