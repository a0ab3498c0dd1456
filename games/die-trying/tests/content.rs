//! The tables against the numbers they were made from: what things cost and weigh, traps and their DCs, spells
//! and their lists, treasure, curses, talents. The bestiary is in `foes.rs`, ready heroes in `rows.rs`.

use toml::Value;

fn table(file: &str, name: &str) -> Vec<Value> {
    let path = format!("{}/content/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the file is there");
    let all: Value = toml::from_str(&text).expect("it can be read");
    all[name].as_array().cloned().expect("a list of rows")
}

fn text<'a>(row: &'a Value, key: &str) -> &'a str {
    row.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn number(row: &Value, key: &str) -> i64 {
    row.get(key).and_then(Value::as_integer).unwrap_or_default()
}

fn bulk(row: &Value) -> String {
    let bulk = &row["bulk"];
    bulk.as_str().map_or_else(|| bulk.to_string(), str::to_owned)
}

#[test]
fn gear_costs_and_weighs_what_the_list_says() {
    let printed = [
        ("Weapon", 15, "1"),
        ("Light Armor", 15, "1"),
        ("Heavy Armor", 30, "2"),
        ("Torch", 2, "L"),
        ("Lantern", 6, "L"),
        ("Lantern, Hooded", 7, "L"),
        ("Lantern, Bullseye", 6, "L"),
        ("Lantern Oil", 2, "L"),
        ("Thieves Tools", 15, "--"),
        ("Rope", 5, "1"),
        ("Rations", 5, "L"),
        ("Tinderbox", 10, "--"),
        ("Medicine Kit", 13, "L"),
        ("Medicine Kit use", 1, "--"),
        ("Ten-foot pole", 1, "L"),
        ("Ranged weapon", 15, "1"),
        ("Shots", 1, "L"),
    ];
    let rows = table("gear.toml", "gear");
    let known: Vec<(&str, i64, String)> =
        rows.iter().map(|row| (text(row, "name"), number(row, "price"), bulk(row))).collect();
    let known: Vec<(&str, i64, &str)> =
        known.iter().map(|(name, price, bulk)| (*name, *price, &**bulk)).collect();
    assert_eq!(known, printed);
}

#[test]
fn objects_break_at_their_numbers() {
    let printed = [
        ("Rope, bottle, lantern", 2, 0),
        ("Barrel, chair", 4, 0),
        ("Lock", 4, 2),
        ("Chest", 6, 1),
        ("Wooden door", 10, 1),
        ("Iron-bound door", 14, 2),
        ("Stone pillar", 16, 4),
        ("Iron gate", 20, 4),
    ];
    let rows = table("gear.toml", "object");
    let known: Vec<(&str, i64, i64)> =
        rows.iter().map(|row| (text(row, "name"), number(row, "hp"), number(row, "resistance"))).collect();
    assert_eq!(known, printed);
}

#[test]
fn traps_have_their_faces_and_dcs() {
    let printed = [
        ("Pit", [1, 10], 4, 4, false),
        ("Spiked pit", [11, 18], 5, 5, false),
        ("Dart slit", [19, 26], 5, 4, false),
        ("Swinging log", [27, 34], 4, 5, true),
        ("Snare", [35, 42], 5, 3, false),
        ("Falling block", [43, 50], 5, 6, false),
        ("Flame jet", [51, 57], 5, 5, true),
        ("Sleeping gas", [58, 63], 6, 5, false),
        ("Alarm wire", [64, 69], 5, 3, false),
        ("Blade frieze", [70, 76], 4, 6, true),
        ("Glue floor", [77, 82], 6, 5, false),
        ("Frost rune", [83, 87], 6, 6, false),
        ("Flash rune", [88, 92], 6, 6, false),
        ("Instability glyph", [93, 96], 7, 7, false),
        ("Crushing room", [97, 99], 6, 7, false),
        ("Rip glyph", [100, 100], 8, 8, false),
    ];
    let rows = table("traps.toml", "trap");
    assert_eq!(rows.len(), printed.len());
    for (row, (name, faces, find, disarm, resets)) in rows.iter().zip(printed) {
        let own = row["faces"].as_array().expect("faces").iter().filter_map(Value::as_integer);
        assert_eq!((text(row, "name"), own.collect::<Vec<_>>()), (name, faces.to_vec()));
        assert_eq!((number(row, "find"), number(row, "disarm")), (find, disarm), "{name}");
        assert_eq!(row.get("resets").and_then(Value::as_bool).unwrap_or(false), resets, "{name}");
    }
}

#[test]
fn spells_have_their_levels_lists_and_ranges() {
    // Name, level, lists by their first letters, range in feet (5 is touch, 0 begins at the caster).
    let printed = [
        ("Glowmote", 0, "APOD", 5),
        ("Kindle", 0, "AP", 30),
        ("Far Hand", 0, "AO", 30),
        ("Hush-Whisper", 0, "OD", 60),
        ("Staunch", 0, "PD", 5),
        ("Force Dart", 1, "A", 60),
        ("Frost Lance", 1, "AP", 60),
        ("Knit Flesh", 1, "PD", 5),
        ("Drowse", 1, "AO", 30),
        ("Slick", 1, "AP", 60),
        ("Wardskin", 1, "AD", 5),
        ("Dread", 1, "O", 30),
        ("Bramble Snare", 1, "P", 60),
        ("Fireball", 2, "A", 90),
        ("Vanish", 2, "AO", 5),
        ("Sunlance", 2, "D", 0),
        ("Raise Bones", 2, "O", 30),
        ("Gale", 2, "P", 0),
        ("Open the Way", 2, "AO", 5),
        ("Lightning Lash", 3, "AP", 60),
        ("Bring It Down", 3, "AP", 60),
        ("Black Tide", 3, "O", 0),
        ("Call Back", 3, "D", 5),
        ("Circle of Mending", 3, "D", 0),
    ];
    let rows = table("spells.toml", "spell");
    assert_eq!(rows.len(), printed.len());
    for (row, (name, level, lists, range)) in rows.iter().zip(printed) {
        let own = row["lists"].as_array().expect("lists").iter().filter_map(Value::as_str);
        let own: String = own.filter_map(|list| list.chars().next()).collect::<String>().to_uppercase();
        assert_eq!((text(row, "name"), number(row, "level")), (name, level));
        assert_eq!((&*own, number(row, "range")), (lists, range), "{name}");
    }
}

#[test]
fn areas_have_their_sizes() {
    let printed = [
        ("Drowse", "radius", 10),
        ("Slick", "square", 10),
        ("Fireball", "radius", 10),
        ("Sunlance", "line", 60),
        ("Gale", "cone", 30),
        ("Lightning Lash", "chain", 15),
        ("Bring It Down", "radius", 15),
        ("Black Tide", "around", 15),
        ("Circle of Mending", "around", 15),
    ];
    let rows = table("spells.toml", "spell");
    let with_area = rows.iter().filter_map(|row| {
        let area = row.get("area")?;
        Some((text(row, "name"), text(area, "shape"), number(area, "feet")))
    });
    assert_eq!(with_area.collect::<Vec<_>>(), printed);
}

#[test]
fn curses_treasure_and_talents_are_all_there() {
    let curses = [
        "Lead Tongue",
        "Moon Eyes",
        "Gut Rot",
        "Glass Bones",
        "Candle-Bane",
        "Vermin's Friend",
        "Leak",
        "Lame",
        "Grave Chill",
        "Borrowed Time",
    ];
    let rows = table("curses.toml", "curse");
    let known: Vec<(&str, i64)> = rows.iter().map(|row| (text(row, "name"), number(row, "face"))).collect();
    assert_eq!(known, curses.into_iter().zip(1..).collect::<Vec<_>>());
    assert!(rows.iter().all(|row| !text(row, "cure").is_empty()));

    let weapons = table("treasure.toml", "advanced");
    let known: Vec<(&str, &str, i64, String)> = weapons
        .iter()
        .map(|row| (text(row, "name"), text(row, "damage"), number(row, "reach"), bulk(row)))
        .collect();
    let printed = [
        ("Gravelung Maul", "2d6", 5, "2"),
        ("Needle of Saint Ulm", "1d6", 5, "L"),
        ("Chainmouth", "1d6", 10, "1"),
        ("Jealous Sisters", "1d6", 5, "1"),
    ];
    assert_eq!(known, printed.map(|(name, dice, reach, bulk)| (name, dice, reach, bulk.to_owned())));
    assert_eq!(number(&weapons[0], "price"), 120);
    assert!(weapons[1..].iter().all(|row| row.get("price").is_none()));

    let artifacts = table("treasure.toml", "artifact");
    let known: Vec<(&str, i64, String)> =
        artifacts.iter().map(|row| (text(row, "name"), number(row, "face"), bulk(row))).collect();
    let printed = [
        ("Cool-Ear Hat", "--"),
        ("Tallow Crown", "--"),
        ("Spoon of Mercy", "--"),
        ("Drain Ring", "--"),
        ("Dead Man's Lantern", "L"),
        ("Bucket of Weird Coins", "1"),
    ];
    let printed = printed.into_iter().zip(1..).map(|((name, bulk), face)| (name, face, bulk.to_owned()));
    assert_eq!(known, printed.collect::<Vec<_>>());
    assert_eq!((number(&artifacts[5], "collector"), number(&artifacts[5], "worth")), (60, 20));

    let talents = table("talents.toml", "talent");
    assert_eq!(talents.len(), 31);
    let five = ["Tough", "Arcane Spark", "Wild Gift", "Forbidden Whisper", "Votive Flame"];
    for row in &talents {
        let levels = row["levels"].as_array().expect("levels").len();
        let wanted = if five.contains(&text(row, "name")) { 5 } else { 3 };
        assert_eq!(levels, wanted, "{}", text(row, "name"));
    }
}

#[test]
fn rooms_of_the_tithe_hole_are_where_the_list_says() {
    let printed = [
        ("Well Mouth", [0, 8, 6, 6]),
        ("Ratway", [6, 10, 8, 2]),
        ("Toll Hall", [14, 7, 8, 8]),
        ("Dart Gallery", [16, 1, 4, 6]),
        ("Counting Room", [22, 0, 6, 6]),
        ("Drowned Chapel", [13, 16, 10, 8]),
        ("Hexer's Den", [24, 8, 6, 6]),
        ("Ogre's Cavern", [25, 16, 10, 10]),
    ];
    let rows = table("dungeon.toml", "room");
    let known = rows.iter().map(|row| {
        let at: Vec<i64> =
            row["box"].as_array().expect("a box").iter().filter_map(Value::as_integer).collect();
        (text(row, "name"), at)
    });
    assert_eq!(known.collect::<Vec<_>>(), printed.map(|(name, at)| (name, at.to_vec())));
}
