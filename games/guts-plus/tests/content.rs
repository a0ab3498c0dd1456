//! Numbers of the content tables, written down a second time from the list of rules and compared.

use guts_plus::book::{Book, Tier};
use serde_json::json;

fn book() -> Book {
    Book::read(&[]).expect("the game's own content")
}

#[test]
fn conditions_take_what_the_list_says_and_grow_word_by_word() {
    let list = [
        ("Gumption", "points", ["Afraid", "Terrified", "Panicked"]),
        ("Utility", "points", ["Discouraged", "Depressed", "Broken"]),
        ("Thought", "points", ["Confused", "Baffled", "Delirious"]),
        ("Slyness", "points", ["Embarrassed", "Humiliated", "Mortified"]),
        ("Gumption", "dice", ["Tired", "Exhausted", "Collapsing"]),
        ("Utility", "dice", ["Nauseated", "Sick", "Wretched"]),
        ("Thought", "dice", ["Tinnitus", "Deafened", "Stone Deaf"]),
        ("Slyness", "dice", ["Blurry Vision", "Blinded", "Sightless"]),
    ];
    let book = book();
    for (quality, kind, words) in list {
        for (step, word) in (1..).zip(words) {
            let (row, known) = book.status(word).unwrap_or_else(|| panic!("{word} is missing"));
            let takes = row.takes.as_ref().expect("it takes something");
            assert_eq!((known, row.quality.as_deref()), (step, Some(quality)), "{word}");
            assert_eq!((takes.dice.as_str(), takes.is(kind)), ("1", true), "{word}");
        }
    }
    for word in ["fatigued", "Stunned", "Strained", "Disturbed"] {
        assert!(book.status(word).is_some(), "{word} is missing");
    }
}

#[test]
fn people_and_beasts_have_the_levels_of_the_list() {
    // Name, Gumption, Utility, Thought, Slyness, custom qualities, XP.
    type Line = (&'static str, [u8; 4], &'static [(&'static str, u8)], u8);
    let list: [Line; 15] = [
        ("Red-eyed Bat", [1, 1, 1, 2], &[("Flight", 2)], 7),
        ("Average Adult", [1, 1, 1, 1], &[("Trade", 2)], 6),
        ("Security Guard", [2, 2, 1, 1], &[("Vigilance", 2)], 8),
        ("Street Tough", [3, 1, 1, 2], &[("Brawling", 2)], 9),
        ("Guard Dog", [2, 1, 2, 1], &[("Scent", 3), ("Biting", 2)], 11),
        ("Professor", [1, 1, 5, 2], &[("Archaeology", 5)], 14),
        ("Con Artist", [1, 2, 2, 4], &[("Deception", 4)], 13),
        ("Field Surgeon", [1, 3, 3, 2], &[("Surgery", 4)], 13),
        ("Wolf", [2, 1, 2, 2], &[("Tracking", 3)], 10),
        ("Bear", [6, 1, 1, 1], &[("Mauling", 4)], 13),
        ("Patrol Drone", [2, 3, 2, 1], &[("Targeting", 3)], 11),
        ("Essence Adept", [2, 2, 3, 3], &[("Meditation", 2), ("Essence", 4)], 16),
        ("Flame Duelist", [3, 2, 3, 3], &[("Fencing", 4), ("Essence", 6)], 21),
        ("Bog Hulk", [7, 1, 1, 2], &[("Regrowth", 3)], 14),
        ("Pink Creature", [3, 1, 1, 3], &[("Corrosion", 4)], 12),
    ];
    let book = book();
    assert_eq!(book.foes.len(), list.len());
    for (name, levels, custom, xp) in list {
        let row = book.foes.named(name).unwrap_or_else(|| panic!("{name} is missing"));
        assert_eq!([row.gumption, row.utility, row.thought, row.slyness], levels, "{name}");
        let own: Vec<(&str, u8)> = row.custom.iter().map(|own| (own.quality.as_str(), own.level)).collect();
        assert_eq!(own, custom, "{name}");
        assert_eq!(row.rest.get("xp"), Some(&json!(xp)), "{name}");
    }
    let dangerous = ["Guard Dog", "Bear", "Bog Hulk", "Pink Creature", "Flame Duelist"];
    for name in dangerous {
        let attack = book.foes.named(name).and_then(|row| row.attack.clone()).expect("it attacks");
        assert!(attack.dangerous, "{name}");
    }
    for name in ["Red-eyed Bat", "Average Adult", "Street Tough"] {
        let attack = book.foes.named(name).and_then(|row| row.attack.clone()).expect("it attacks");
        assert!(!attack.dangerous, "{name}");
    }
}

#[test]
fn the_creature_grows_by_the_table() {
    let list = [
        (1, "lime", 1, 2, 8),
        (2, "orange", 2, 3, 10),
        (3, "grapefruit", 3, 4, 12),
        (4, "melon", 4, 5, 14),
        (5, "beach ball", 5, 6, 16),
        (6, "person-sized", 6, 7, 18),
    ];
    let book = book();
    assert_eq!(book.sizes.len(), list.len());
    for (step, name, gumption, corrosion, xp) in list {
        let row = book.sizes.named(name).unwrap_or_else(|| panic!("{name} is missing"));
        assert_eq!((row.step, row.gumption, row.corrosion), (step, gumption, corrosion), "{name}");
        assert_eq!(row.rest.get("xp"), Some(&json!(xp)), "{name}");
        assert_eq!(row.start, step == 3, "{name}");
    }
}

#[test]
fn roles_and_ready_characters_have_their_levels() {
    let roles = [
        ("Engineer", [2, 3, 1, 1], "Fixing", "Universal Multitool"),
        ("Manager", [1, 1, 2, 3], "Planning", "Datadex"),
        ("Medic", [1, 3, 2, 1], "Medicine", "Medpod"),
        ("Pilot", [3, 2, 1, 1], "Command", "Command Module Key"),
        ("Technician", [1, 2, 3, 1], "Technology", "Digipad"),
    ];
    let book = book();
    assert_eq!(book.roles.len(), roles.len());
    for (name, levels, custom, item) in roles {
        let row = book.roles.named(name).unwrap_or_else(|| panic!("{name} is missing"));
        assert_eq!([row.gumption, row.utility, row.thought, row.slyness], levels, "{name}");
        let own: Vec<(&str, u8)> = row.custom.iter().map(|own| (own.quality.as_str(), own.level)).collect();
        assert_eq!((own, row.item.name.as_str()), (vec![(custom, 3)], item), "{name}");
    }
    let heroes = [
        ("Maria Castillo", 0, 140, vec![("Parkour", 2)]),
        ("Gus Starjacker", 53, 220, vec![("Technology", 3), ("Hacking", 1)]),
        (
            "Pinkatrink \"Picky\" Speldencracker",
            21,
            74,
            vec![("Rebellion", 2), ("Essence", 7), ("Climbing", 2), ("Luck", 1)],
        ),
    ];
    assert_eq!(book.heroes.len(), heroes.len());
    for (name, xp, weight, custom) in heroes {
        let row = book.heroes.named(name).unwrap_or_else(|| panic!("{name} is missing"));
        let own: Vec<(&str, u8)> = row.custom.iter().map(|own| (own.quality.as_str(), own.level)).collect();
        assert_eq!((row.xp, row.weight, own), (xp, weight, custom), "{name}");
    }
}

#[test]
fn densities_give_skills_and_range() {
    let list = [
        (1, [1, 0, 0], 5),
        (2, [2, 0, 0], 5),
        (3, [2, 1, 0], 10),
        (4, [3, 1, 0], 10),
        (5, [3, 2, 0], 15),
        (6, [4, 2, 1], 15),
        (7, [4, 3, 1], 20),
        (8, [5, 3, 2], 20),
        (9, [5, 4, 2], 25),
        (10, [5, 4, 3], 25),
    ];
    let book = book();
    for (level, skills, range) in list {
        let row = book.density(level, false);
        let own = [Tier::Basic, Tier::Honed, Tier::Master].map(|tier| row.skills(tier));
        assert_eq!((own, row.range), (skills, range), "Density {level}");
    }
    let mastered = book.density(10, true);
    assert_eq!(([mastered.basic, mastered.honed, mastered.master], mastered.range), ([5, 4, 3], 30));
}

#[test]
fn skills_are_of_the_tiers_and_auras_of_the_list_and_kept_or_not() {
    // An asterisk marks what is over at once.
    let list = [
        (Tier::Basic, None, "Give Harden Sense Touch Wave*"),
        (Tier::Basic, Some("Cold"), "Cool"),
        (Tier::Basic, Some("Fast"), "Static"),
        (Tier::Basic, Some("Heavy"), "Press"),
        (Tier::Basic, Some("Hot"), "Heat"),
        (Tier::Basic, Some("Slow"), "Slow"),
        (Tier::Basic, Some("Soft"), "Read"),
        (Tier::Honed, None, "Burst* Grab Gust Hit* Show"),
        (Tier::Honed, Some("Cold"), "Condense Freeze"),
        (Tier::Honed, Some("Fast"), "Shock* Speed"),
        (Tier::Honed, Some("Heavy"), "Crush Inflate*"),
        (Tier::Honed, Some("Hot"), "Ignite Melt"),
        (Tier::Honed, Some("Slow"), "Progress Shape"),
        (Tier::Honed, Some("Soft"), "Suggest* Take*"),
        (Tier::Master, None, "Engulf Insist Push Stab* Whirlwind"),
        (Tier::Master, Some("Cold"), "Frost Sap Slash*"),
        (Tier::Master, Some("Fast"), "Energize Lightning* Magnetize"),
        (Tier::Master, Some("Heavy"), "Build* Compress* Empower"),
        (Tier::Master, Some("Hot"), "Explode* Incinerate Magma*"),
        (Tier::Master, Some("Slow"), "Focus Pause Stitch"),
        (Tier::Master, Some("Soft"), "Control Glow Implant*"),
    ];
    let book = book();
    let mut count = 0;
    for (tier, aura, names) in list {
        for name in names.split(' ') {
            let kept = !name.ends_with('*');
            let row = book.skills.named(name.trim_end_matches('*'));
            let row = row.unwrap_or_else(|| panic!("{name} is missing"));
            assert_eq!((row.tier, row.aura.as_deref(), row.kept), (tier, aura, kept), "{name}");
            count += 1;
        }
    }
    assert_eq!((count, book.skills.len()), (51, 51));
}

#[test]
fn numbers_of_skills_follow_the_range() {
    // Name, pounds, reach in feet or inches, at R 20; halves are written twice over.
    let limits = [
        ("Harden", 20),
        ("Touch", 20),
        ("Press", 80),
        ("Burst", 80),
        ("Grab", 40),
        ("Gust", 20),
        ("Crush", 200),
        ("Engulf", 80),
        ("Whirlwind", 80),
        ("Push", 280),
    ];
    let book = book();
    for (name, halves) in limits {
        let row = book.skills.named(name).expect("it is in the list");
        let limit = row.limit.as_ref().expect("it has a limit").dice.at(20, 140);
        assert_eq!(limit.0, halves, "{name}");
    }
    let reach = [
        ("Harden", "cube", 20),
        ("Sense", "line", 40),
        ("Slow", "factor", 40),
        ("Frost", "area", 80),
        ("Magnetize", "field", 20),
        ("Build", "cube", 40),
        ("Empower", "lift", 40),
        ("Explode", "sphere", 20),
        ("Pause", "bubble", 40),
        ("Control", "lasts", 40),
        ("Lightning", "radius", 20),
    ];
    for (name, number, halves) in reach {
        let row = book.skills.named(name).expect("it is in the list");
        let number = row.number(number).unwrap_or_else(|| panic!("{name} has no {number}"));
        assert_eq!(number.dice.at(20, 140).0, halves, "{name}");
    }
    for (name, halves) in [("Burst", 20), ("Incinerate", 20), ("Focus", 20)] {
        let range = book.skills.named(name).and_then(|row| row.range.as_ref()).expect("a range");
        assert_eq!(range.dice.at(20, 140).0, halves, "{name}");
    }
}

#[test]
fn rooms_lie_where_the_map_has_them() {
    let list = [
        ("Command Module", "Main", [0, 4, 6, 7], Some([6, 7])),
        ("Hallway", "Main", [6, 6, 18, 3], None),
        ("Recreation Room", "Main", [6, 0, 9, 6], Some([10, 6])),
        ("Supply Room", "Main", [15, 0, 9, 6], Some([19, 6])),
        ("Hypersleep Chamber", "Main", [6, 9, 7, 6], Some([9, 9])),
        ("Restroom", "Main", [13, 9, 3, 6], Some([14, 9])),
        ("Kitchen", "Main", [16, 9, 8, 6], Some([20, 9])),
        ("Cargo Bay", "Main", [24, 1, 14, 13], Some([24, 7])),
        ("Compressor Room", "Upper", [8, 5, 5, 5], Some([10, 7])),
        ("Engine Room", "Upper", [16, 4, 8, 7], Some([19, 7])),
        ("Airlock Chamber", "Lower", [12, 5, 5, 5], Some([14, 7])),
    ];
    let book = book();
    assert_eq!(book.rooms.len(), list.len());
    for (name, level, squares, way) in list {
        let row = book.rooms.named(name).unwrap_or_else(|| panic!("{name} is missing"));
        let own = [row.map.x, row.map.y, row.map.w, row.map.h];
        assert_eq!((row.level.as_str(), own, row.door.or(row.hatch)), (level, squares, way), "{name}");
    }
    let sides = ["Hypersleep Chamber", "Restroom", "Kitchen", "Recreation Room", "Supply Room"];
    for (number, name) in (1..).zip(sides) {
        assert_eq!(book.rooms.named(name).and_then(|row| row.side_room), Some(number), "{name}");
    }
}

#[test]
fn custom_qualities_stand_in_for_their_base() {
    let list = [
        ("Gumption", "Brawling Endurance Swimming Courage"),
        ("Utility", "Archery Driving First-Aid Lockpicking Cooking Sewing"),
        ("Thought", "History Chemistry Botany Tracking Astrogation"),
        ("Slyness", "Stealth Haggling Performance Etiquette Animal-Handling"),
    ];
    let book = book();
    for (base, names) in list {
        for name in names.split(' ').map(|name| name.replace('-', " ")) {
            let row = book.samples.named(&name).unwrap_or_else(|| panic!("{name} is missing"));
            assert_eq!(row.base.as_deref(), Some(base), "{name}");
        }
    }
    let source = "Technology Acrobatics Multilingualism Knives Parkour Hacking Rebellion Climbing Luck Weight-Lifting \
                  Bridgebuilding Construction Fixing Planning Medicine Command";
    for name in source.split_whitespace().map(|name| name.replace('-', " ")) {
        assert!(book.samples.named(&name).is_some(), "{name} is missing");
    }
}

#[test]
fn concepts_are_those_of_the_table() {
    let list = [
        ("courier", "restless", "wiry", 135, "Driving"),
        ("gardener", "patient", "broad", 190, "Botany"),
        ("night cook", "blunt", "round", 175, "Cooking"),
        ("street musician", "charming", "slim", 150, "Performance"),
        ("retired locksmith", "careful", "stooped", 160, "Lockpicking"),
        ("mountain rescuer", "calm", "athletic", 180, "First Aid"),
    ];
    let book = book();
    for (roll, (name, temper, build, weight, primary)) in (1..).zip(list) {
        let row = book.concepts.named(name).unwrap_or_else(|| panic!("{name} is missing"));
        let own = (row.roll, row.personality.as_str(), row.build.as_str(), row.weight, row.primary.as_str());
        assert_eq!(own, (roll, temper, build, weight, primary), "{name}");
        assert_eq!(row.items.len(), 5, "{name}");
    }
}
