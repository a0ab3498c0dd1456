//! Numbers of the content tables, written down a second time from the list of rules and compared.

use dead_weight::book::{Book, PathRow, WornAs};

fn book() -> Book {
    Book::read(&[]).expect("the game's own content")
}

#[test]
fn weapons_have_the_notations_and_hands_of_the_list() {
    let list = [
        ("battle axe", "STR 4+2B", 2),
        ("cane", "STR 1+1", 1),
        ("driftwood club", "STR 2", 1),
        ("dagger", "STR 1+3P", 1),
        ("falchion", "STR 3+1B", 1),
        ("flail", "STR 2X+2", 1),
        ("quarterstaff", "STR 1+1", 1),
        ("sacrificial dagger", "STR 1B+1", 1),
        ("notched whip", "DEX 1R+2B", 1),
        ("spear", "STR 3+1B", 2),
        ("short sword", "STR 2+1", 1),
        ("war hammer", "STR 1P+3", 1),
        ("throwing hatchet", "DEX 1X+1 Nearby", 1),
        ("short bow", "DEX 2+1R Far", 2),
        ("crossbow", "DEX 3P+1 Far", 2),
        ("throwing daggers", "DEX 1+1 Nearby", 1),
        ("sleeping darts", "DEX 1NS Nearby", 1),
        ("duelist's rapier", "DEX 2+2D", 1),
        ("grave-iron sword", "STR 3+2", 1),
        ("improvised or broken weapon", "STR 1", 1),
        ("unarmed", "STR 1N", 0),
        ("silvered falchion", "STR 3+1B", 1),
        ("blade of the last vigil", "STR 4P+2R", 1),
    ];
    let book = book();
    assert_eq!(book.weapons.len(), list.len());
    for (name, attack, hands) in list {
        let row = book.weapons.named(name).unwrap_or_else(|| panic!("{name} is missing"));
        let notation = row.attack.map(|attack| attack.to_string()).unwrap_or_default();
        assert_eq!((notation.as_str(), row.hands), (attack, hands), "{name}");
    }
    let named = |name: &str| book.weapons.named(name).expect("it is in the list");
    assert_eq!(named("short sword").paired.map(|attack| attack.to_string()).as_deref(), Some("STR 3+1D"));
    assert_eq!(named("crossbow").reload, 2);
    assert_eq!(named("throwing hatchet").stock.map(|die| die.0), Some(8), "as it is sold");
    assert_eq!(named("throwing daggers").stock.map(|die| die.0), Some(8));
    let silver = named("silvered falchion").versus.as_ref().map(|versus| versus.attack.to_string());
    assert_eq!(silver.as_deref(), Some("STR 3R+2B"));
}

#[test]
fn armor_and_shields_have_the_points_of_the_list() {
    use WornAs::{Body, Outer};
    let list = [
        ("cape with coat of arms", 1, 1, Outer, None),
        ("leather armor", 1, 1, Body, Some("uncommon")),
        ("reinforced hood and vest", 1, 1, Body, Some("uncommon")),
        ("leather trench coat", 1, 1, Outer, Some("uncommon")),
        ("thick cloak", 1, 1, Outer, Some("uncommon")),
        ("padded armor", 2, 1, Body, Some("uncommon")),
        ("reinforced leather armor", 2, 1, Body, Some("valuable")),
        ("scale armor", 3, 2, Body, Some("valuable")),
        ("chain hauberk", 4, 3, Body, Some("rare")),
        ("old king's plate", 5, 4, Body, Some("exotic")),
    ];
    let book = book();
    assert_eq!(book.armor.len(), list.len());
    for (name, ap, slots, worn, category) in list {
        let row = book.armor.named(name).unwrap_or_else(|| panic!("{name} is missing"));
        assert_eq!(
            (row.ap, row.slots, row.worn, row.category.as_deref()),
            (ap, slots, Some(worn), category),
            "{name}"
        );
    }
    let shields =
        [("wooden shield", 1, "common"), ("small metal shield", 2, "valuable"), ("tower shield", 3, "rare")];
    assert_eq!(book.shields.len(), shields.len());
    for (name, tokens, category) in shields {
        let row = book.shields.named(name).unwrap_or_else(|| panic!("{name} is missing"));
        assert_eq!((row.tokens, row.category.as_deref()), (tokens, Some(category)), "{name}");
    }
}

#[test]
fn creatures_have_the_numbers_of_the_bestiary() {
    // Name, level, wounds, armor, resistance, movement, actions in a turn, attacks.
    let list: [(&str, [u8; 6], &[&str]); 24] = [
        ("Freshly Risen Corpse", [2, 4, 1, 0, 3, 2], &["STR 1+1"]),
        ("Dry Bones", [1, 2, 1, 0, 4, 2], &["DEX 1+1"]),
        ("Bone Hound", [1, 2, 0, 0, 6, 2], &["DEX 1+1", "STR 1+1"]),
        ("Drowned Deckhand", [2, 5, 0, 1, 2, 2], &["STR 1N", "-STR 2R+1"]),
        ("Plague Ghoul", [3, 5, 0, 1, 5, 2], &["DEX 2+1B", "STR 0? Close"]),
        ("Wailing Shade", [3, 3, 0, 1, 5, 2], &["PRE 1R+1 Nearby", "-PRE 2R"]),
        ("Barrow Knight", [5, 10, 4, 1, 3, 2], &["STR 3+2B", "PRE 0? Nearby"]),
        ("Goblin Snatcher", [1, 2, 0, 0, 5, 2], &["DEX 1+1B", "-DEX 0?"]),
        ("Goblin Slinger", [1, 2, 0, 0, 5, 2], &["DEX 1+1 Far", "DEX 1"]),
        ("Goblin Night-Mother", [3, 5, 1, 0, 4, 2], &["PRE 0? Nearby", "INT 1R+1 Nearby"]),
        ("Gnoll Scavenger", [2, 4, 1, 0, 5, 2], &["STR 2+1", "PRE 0? Nearby"]),
        ("Gnoll Butcher", [4, 7, 2, 1, 4, 2], &["STR 3+1B", "DEX 2+1 Nearby", "-STR 3+3"]),
        ("Rival Delver", [2, 4, 2, 0, 4, 2], &["STR 2+1B", "DEX 3P+1 Far"]),
        ("Vigil Cultist", [2, 3, 0, 0, 4, 2], &["DEX 1B+1"]),
        ("Rat Swarm", [1, 3, 0, 0, 5, 2], &["DEX 1+1"]),
        ("Starving Wolf", [1, 3, 0, 0, 6, 2], &["DEX 1+1", "-STR 1S"]),
        ("Salt Crab", [2, 3, 3, 0, 3, 2], &["STR 2+1"]),
        ("Tomb Spider", [2, 3, 1, 0, 6, 2], &["STR 1R+1", "DEX 0? Nearby"]),
        ("Hungry Coffer", [3, 5, 2, 1, 2, 2], &["-STR 2+2P"]),
        ("Black Salt Ooze", [3, 8, 0, 0, 2, 2], &["DEX 1+1"]),
        ("Lesser Demon", [2, 4, 1, 1, 5, 2], &["DEX 2+1", "PRE 1R Nearby"]),
        ("Void Demon", [4, 8, 0, 2, 6, 2], &["INT 2PR+2"]),
        ("Tormentor Demon", [5, 12, 2, 2, 5, 3], &["DEX 3+2B Nearby", "-STR 3R+2", "-PRE 1R+1 Nearby"]),
        (
            "Endless Horror",
            [6, 20, 3, 2, 4, 4],
            &["-STR 3+3", "-PRE 2R+2 Nearby", "-STR 4PR", "DEX 0? Nearby"],
        ),
    ];
    let book = book();
    assert_eq!(book.foes.len(), list.len());
    for (name, numbers, attacks) in list {
        let row = book.foes.named(name).unwrap_or_else(|| panic!("{name} is missing"));
        let own = [row.level, row.wounds, row.armor, row.resistance, row.movement, row.acts];
        assert_eq!(own, numbers, "{name}");
        let written: Vec<String> =
            row.actions.iter().filter_map(|action| action.attack).map(|one| one.to_string()).collect();
        assert_eq!(written, attacks, "{name}");
    }
}

#[test]
fn life_paths_give_what_their_rows_say() {
    let book = book();
    let gains = |row: &PathRow| {
        let all = row.gains.iter().map(|gain| format!("{} {}", gain.shift.dice, gain.shift.kind));
        all.collect::<Vec<_>>().join(", ")
    };
    let check = |rows: &mut dyn Iterator<Item = &PathRow>, list: &[(&str, &str, &str)]| {
        let rows: Vec<&PathRow> = rows.collect();
        assert_eq!(rows.len(), list.len());
        for (nth, (row, (name, gives, talent))) in rows.iter().zip(list).enumerate() {
            assert_eq!((row.total, row.name.as_str()), (nth as u8 + 2, *name));
            assert_eq!(gains(row), *gives, "{name}");
            let has = row.skill.as_deref().or(row.r#trait.as_deref()).unwrap_or_default();
            // The tables write some names in two ways (DW-CHAR-22).
            let known = book.alias(has).unwrap_or(has);
            assert_eq!(known, *talent, "{name}");
        }
    };
    check(
        &mut book.infancies.iter(),
        &[
            ("Tossed in the Pit", "+1 insight", "Rejected by death"),
            ("Feral Kid", "+1 score STR, +1 score DEX", "Animal Affinity"),
            ("Born in Exile", "+1 score STR, +1 score INT", "Survivalist"),
            ("Battleborn", "+2 score STR", "Fearless"),
            ("Street Urchin", "+1 score STR, +1 score DEX", "Street Wise"),
            ("City Kid", "+1 score DEX, +1 score PRE, 1d4 silver, +1 insight", ""),
            ("Caravan Child", "+2 score PRE, 1d6 silver", ""),
            ("Clergy Bastard", "+1 score STR, +1 score PRE", "Holy Rites"),
            ("Occultist's Apprentice", "+2 score INT, 1d6 silver", "Occult Studies"),
            ("Blue Blood", "+1 score INT, +1 score PRE, 3d6 silver", ""),
            ("Born of a dark prophecy", "+1 proficiency chosen", "Bad omens"),
        ],
    );
    check(
        &mut book.careers.iter(),
        &[
            ("Deserter Knight", "+1 score STR, +1 proficiency STR", "Duelist"),
            ("Squire", "+1 score STR, +1 score PRE", "Shield master"),
            ("Physician", "+1 score INT, +1 score DEX", "Surgeon"),
            ("Temple worker", "+1 score INT, +1 score STR", "Holy Rites"),
            ("Charlatan", "+1 score INT, +1 score PRE, 3d6 silver", ""),
            ("Brigand", "+1 score DEX, +1 score STR", "Intimidate"),
            ("Common Thief", "+1 score PRE, +1 score DEX", "Pilfer"),
            ("Craftsman", "+1 score DEX, +1 proficiency DEX", "Crafting"),
            ("Cook", "+1 score DEX, +1 proficiency INT", "Cooking"),
            ("Occultist", "+1 score INT, +1 proficiency INT", "Occult Studies"),
            ("False Prophet", "+1 score PRE, +1 proficiency PRE", "Holy Rites"),
        ],
    );
    check(
        &mut book.tragedies.iter(),
        &[
            ("Forced to work on a circus", "+1 proficiency DEX, -1 score INT", ""),
            ("Afflicted by the plague", "+1 proficiency INT, -1 score STR", ""),
            ("A murderous impulse", "+1 proficiency DEX, -1 score PRE", ""),
            ("In debt with a loan shark", "+1 proficiency PRE, -1 score STR", ""),
            ("Lost to the night pleasures", "+1 proficiency PRE, -1 score INT", ""),
            ("Enlisted in a war", "+1 proficiency STR, -1 score INT", ""),
            ("Went to jail", "+1 proficiency DEX, -1 score STR", ""),
            ("Enslaved", "+1 proficiency STR, -1 score DEX", ""),
            ("Lost everything in a disaster", "+1 proficiency STR, -1 score PRE", ""),
            ("Lover's revenge", "+1 proficiency PRE, -1 score DEX", ""),
            ("Caged by a powerful wizard", "+1 proficiency INT, -1 score PRE", ""),
        ],
    );
}

#[test]
fn spells_and_prayers_are_of_the_levels_schools_and_gods_of_the_list() {
    let book = book();
    let basic = [
        ("Magic Missile", 1),
        ("Light", 1),
        ("Magic Mouth", 1),
        ("Pain", 2),
        ("Knock/Lock", 2),
        ("Magic Shield", 2),
        ("Detect Magic", 1),
        ("Feather Fall", 1),
        ("Mend", 1),
        ("Ghost Hand", 1),
        ("Sting", 1),
        ("Slumber", 2),
        ("Spider Walk", 2),
        ("Whisper", 2),
        ("Dispel", 3),
        ("Haste", 3),
        ("Tongues", 3),
    ];
    let schools = [
        ("Ash", ["Kindle", "Cinder Cloak", "Fire Lash", "Furnace", "Rain of Embers", "Pyre"]),
        ("Bone", ["Speak with Bones", "Grave Grip", "Leech", "Puppet", "Stop the Heart", "Quiet the Vigil"]),
        ("Glass", ["Mirror Self", "Veil", "False Friend", "Shatter Will", "Hall of Glass", "Unmake Memory"]),
        ("Hollow", ["Void Step", "Hollow Hand", "Bind Lesser", "Banish", "Fold Space", "Open the Eye"]),
    ];
    assert_eq!(book.spells.len(), basic.len() + 24);
    for (name, level) in basic {
        let row = book.spells.named(name).unwrap_or_else(|| panic!("{name} is missing"));
        assert_eq!((row.level, row.school.as_deref()), (level, None), "{name}");
    }
    for (school, spells) in schools {
        for (level, name) in (1..).zip(spells) {
            let row = book.spells.named(name).unwrap_or_else(|| panic!("{name} is missing"));
            assert_eq!((row.level, row.school.as_deref()), (level, Some(school)), "{name}");
            assert_eq!(row.cost(), if level == 1 { 1 } else { 2 }, "{name}");
        }
    }
    let gods = [
        ("Ysolde of the Last Lamp", ["Warding Glow", "Unveil", "Dawnflash", "Lay to Rest"]),
        ("Old Grumm, the Salt Father", ["Salt in the Blood", "Undertow", "Barnacle Skin", "Turning Tide"]),
        ("The Veiled Judge", ["Sentence", "Weigh the Soul", "Stay of Execution", "Verdict"]),
        ("Mother Marrow", ["Knit Flesh", "Share the Pain", "Carrion Bloom", "Clean Rot"]),
    ];
    for (god, prayers) in gods {
        for name in prayers {
            let row = book.prayers.named(name).unwrap_or_else(|| panic!("{name} is missing"));
            assert_eq!(row.god.as_deref(), Some(god), "{name}");
            let two = ["Dawnflash", "Verdict", "Carrion Bloom"].contains(&name);
            assert_eq!(row.cost(), if two { 2 } else { 1 }, "{name}");
        }
    }
    let plain = [
        "Cure Light Wounds",
        "Light",
        "Create food and water",
        "Bless",
        "Turn Fear",
        "Last Rites",
        "Sanctuary",
        "Purify",
    ];
    for name in plain {
        let row = book.prayers.named(name).unwrap_or_else(|| panic!("{name} is missing"));
        assert_eq!(row.god, None, "{name}");
    }
    assert_eq!(book.prayers.len(), plain.len() + 16);
}

#[test]
fn the_guild_the_inns_and_the_afflictions_are_those_of_the_list() {
    let book = book();
    let legacy: Vec<u16> = book.guild.iter().map(|row| row.legacy).collect();
    assert_eq!(legacy, [2, 5, 9, 14, 20, 27]);
    let lodgings: Vec<&str> = book.lodgings.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(lodgings.len(), 3, "{lodgings:?}");
    assert_eq!(book.activities.len(), 12);
    assert_eq!(book.afflictions.len(), 12);
    assert_eq!(book.classes.len(), 4);
    assert_eq!(book.kits.len(), 12);
    assert_eq!(book.burdens.len(), 11);
}
