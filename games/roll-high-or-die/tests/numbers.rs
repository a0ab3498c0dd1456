//! Every number of the tables, compared with the lists they were made from: weapons, armor, ammunition, equipment,
//! tools, materials, Features, Traits. Creatures and ready Characters are in `rows.rs`.

use boneyard_table::Playable;
use roll_high_or_die::RollHighOrDie;
use roll_high_or_die::book::Book;

fn book() -> Book {
    RollHighOrDie::book(&[]).expect("ours")
}

/// Name, Size, W, feet, dice, type, coins; shot weapons have the dice of their ammunition.
const WEAPONS: &[(&str, &str, u8, u16, &str, &str, u16)] = &[
    ("Club", "Small", 3, 5, "1d6", "Bludgeoning", 2),
    ("Warhammer", "Medium", 4, 5, "1d8", "Bludgeoning", 18),
    ("Shovel", "Medium", 4, 5, "1d6", "Bludgeoning", 3),
    ("Quarterstaff", "Medium", 3, 5, "1d8", "Bludgeoning", 4),
    ("Maul", "Large", 5, 5, "2d6", "Bludgeoning", 25),
    ("Dagger", "Tiny", 3, 5, "1d4", "Piercing", 6),
    ("Stiletto", "Tiny", 3, 5, "1d4", "Piercing", 14),
    ("Shortsword", "Small", 3, 5, "1d6", "Slashing", 12),
    ("Longsword", "Medium", 4, 5, "1d8", "Slashing", 20),
    ("Claymore", "Large", 5, 10, "1d12", "Slashing", 40),
    ("Hatchet", "Small", 3, 5, "1d6", "Slashing", 7),
    ("Battle Axe", "Medium", 4, 5, "1d10", "Slashing", 22),
    ("Great Axe", "Large", 5, 5, "2d6", "Slashing", 38),
    ("Spear", "Medium", 4, 10, "1d8", "Piercing", 8),
    ("Glaive", "Large", 5, 10, "1d12", "Slashing", 28),
    ("Halberd", "Large", 5, 10, "1d10", "Slashing", 32),
    ("Whip", "Small", 3, 15, "1d4", "Slashing", 5),
    ("Flail", "Medium", 4, 5, "1d8", "Bludgeoning", 16),
    ("Sling", "Tiny", 3, 60, "", "", 2),
    ("Shortbow", "Medium", 4, 80, "", "", 15),
    ("Longbow", "Large", 5, 150, "", "", 35),
    ("Light Crossbow", "Medium", 3, 80, "", "", 25),
    ("Repeating Crossbow", "Large", 5, 60, "", "", 60),
    ("Flintlock Pistol", "Small", 3, 40, "", "", 50),
    ("Revolver", "Small", 3, 50, "", "", 90),
    ("Musket", "Large", 5, 120, "", "", 80),
    ("Hunting Rifle", "Large", 5, 200, "", "", 140),
    ("Grenade Launcher", "Large", 6, 100, "", "", 220),
];

/// Name, Size, Material, Style, Armoring, coins.
const ARMORS: &[(&str, &str, &str, &str, u16, u16)] = &[
    ("Traveller's Wraps", "Small", "Cloth", "Wrapped", 1, 3),
    ("Gambeson", "Medium", "Cloth", "Padded", 2, 10),
    ("Long Gambeson", "Large", "Cloth", "Padded", 3, 15),
    ("Leather Jerkin", "Medium", "Leather", "Wrapped", 4, 20),
    ("Hide Coat", "Large", "Hide", "Wrapped", 6, 34),
    ("Wooden Lamellar", "Medium", "Wood", "Lamellar", 6, 30),
    ("Mail Shirt", "Medium", "Iron", "Mail", 8, 60),
    ("Full Mail", "Large", "Iron", "Mail", 12, 110),
    ("Bronze Scale", "Large", "Bronze", "Scale", 12, 115),
    ("Brigandine", "Medium", "Steel", "Brigandine", 10, 95),
    ("Half Plate", "Medium", "Steel", "Plate", 12, 150),
    ("Full Plate", "Large", "Steel", "Plate", 18, 300),
    ("Composite Vest", "Medium", "Composite", "Brigandine", 12, 250),
    ("Padded Coif", "Small", "Cloth", "Padded", 1, 2),
    ("Leather Cap", "Small", "Leather", "Wrapped", 2, 6),
    ("Kettle Hat", "Small", "Iron", "Open Helm", 3, 15),
    ("Great Helm", "Small", "Steel", "Great Helm", 5, 40),
    ("Composite Helmet", "Small", "Composite", "Open Helm", 5, 90),
];

/// Name, Size, stack, dice, type, coins per stack.
const AMMUNITION: &[(&str, &str, u16, &str, &str, u16)] = &[
    ("Pebbles", "Tiny", 20, "1d4", "Bludgeoning", 0),
    ("Lead Pellets", "Tiny", 20, "1d6", "Bludgeoning", 3),
    ("Arrows", "Small", 20, "1d8", "Piercing", 4),
    ("Broadheads", "Small", 12, "1d8", "Slashing", 8),
    ("Fire Arrows", "Small", 6, "1d6", "Fire", 6),
    ("Bolts", "Tiny", 10, "1d10", "Piercing", 4),
    ("Needle Bolts", "Tiny", 10, "1d8", "Piercing", 9),
    ("Cartridges", "Tiny", 24, "1d10", "Piercing", 12),
    ("Rifle Rounds", "Tiny", 12, "2d6", "Piercing", 14),
    ("Fragment Shell", "Small", 2, "3d6", "Piercing", 20),
    ("Smoke Shell", "Small", 2, "1d4", "Bludgeoning", 16),
];

/// Name, Size, stack, charges (0 for none), coins, for how many.
const GEAR: &[(&str, &str, u16, u8, u16, u8)] = &[
    ("Torch", "Small", 1, 1, 1, 1),
    ("Candle", "Tiny", 6, 1, 1, 6),
    ("Lantern", "Small", 1, 0, 10, 1),
    ("Oil Flask", "Small", 2, 1, 3, 1),
    ("Tinderbox", "Tiny", 1, 20, 2, 1),
    ("Firebomb", "Small", 2, 1, 10, 1),
    ("Smoke Pot", "Small", 2, 1, 12, 1),
    ("Flash Pot", "Small", 2, 1, 18, 1),
    ("Caltrops", "Small", 1, 3, 8, 1),
    ("Rope 50'", "Medium", 1, 0, 8, 1),
    ("Grappling Hook", "Small", 1, 0, 8, 1),
    ("Bandage", "Tiny", 5, 1, 3, 5),
    ("Medicine Kit", "Medium", 1, 5, 25, 1),
    ("Healing Salve", "Tiny", 3, 1, 12, 1),
    ("Antidote", "Tiny", 3, 1, 15, 1),
    ("Stimulant", "Tiny", 3, 1, 15, 1),
    ("Poison Vial", "Tiny", 3, 1, 20, 1),
    ("Lockpicks", "Tiny", 1, 0, 15, 1),
    ("Crowbar", "Medium", 1, 0, 4, 1),
    ("Bear Trap", "Medium", 1, 0, 20, 1),
    ("Net", "Medium", 1, 0, 10, 1),
    ("Manacles", "Small", 1, 0, 12, 1),
    ("Repair Kit", "Small", 1, 3, 15, 1),
    ("Spyglass", "Small", 1, 0, 60, 1),
    ("Whistle", "Tiny", 1, 0, 1, 1),
    ("Climbing Kit", "Medium", 1, 0, 20, 1),
    ("Food Ration", "Small", 1, 3, 2, 1),
    ("Waterskin", "Medium", 1, 2, 3, 1),
    ("Bedroll", "Medium", 1, 0, 5, 1),
    ("Tent", "Large", 1, 0, 25, 1),
];

/// Name, EXP, AP.
const FEATURES: &[(&str, u16, &str)] = &[
    ("Engage", 1, "2"),
    ("Lunge", 1, "W+1"),
    ("Feint", 1, "1"),
    ("Aimed Shot", 1, "W+2"),
    ("Guard Up", 1, "2"),
    ("Rally", 1, "2"),
    ("Quick Draw", 1, "0"),
    ("Trip", 1, "W"),
    ("Taunt", 1, "2"),
    ("Clear Jam", 1, "1"),
    ("Field Dressing", 1, "2"),
    ("Roll Clear", 1, "2"),
    ("Menace", 2, "2"),
    ("Disarm", 2, "W"),
    ("Hamstring", 2, "W+1"),
    ("Cleave", 2, "W+1"),
    ("Second Wind", 2, "3"),
    ("Rapid Reload", 2, "1"),
    ("Backstab", 2, "W"),
    ("Charge", 2, "W+2"),
    ("Parry", 2, "1"),
    ("Interpose", 2, "2"),
    ("Stabilise", 2, "3"),
    ("Vanish", 3, "1"),
    ("Suppressing Fire", 3, "W+1"),
    ("Overwatch", 3, "W"),
    ("Whirlwind", 3, "W+3"),
    ("Hurl", 3, "3"),
    ("Sunder", 3, "W+1"),
    ("Deadeye", 4, "W+3"),
    ("Flurry", 4, "2W-1"),
    ("Execution", 4, "W+2"),
    ("War Cry", 4, "4"),
    ("Last Stand", 4, "4"),
];

/// Name, EXP.
const TRAITS: &[(&str, u16)] = &[
    ("Hardy", 1),
    ("Brawler", 1),
    ("Light Sleeper", 1),
    ("Night Eyes", 1),
    ("Fleet", 1),
    ("Iron Gut", 1),
    ("Camel", 1),
    ("Pack Mule", 1),
    ("Steady Hands", 1),
    ("Wary", 1),
    ("Silver Tongue", 1),
    ("Patient Aim", 1),
    ("Sure-Footed", 1),
    ("Scout's Eye", 1),
    ("Artisan", 1),
    ("Small Frame", 1),
    ("Big Frame", 2),
    ("Thick Skin", 2),
    ("Armor Trained", 2),
    ("Duelist", 2),
    ("Great Swing", 2),
    ("Pack Tactics", 2),
    ("Field Medic", 2),
    ("Quick Recovery", 2),
    ("Grim Resolve", 2),
    ("Nerves of Steel", 2),
    ("Opportunist", 3),
    ("Stone Body", 3),
    ("Robust", 3),
    ("Adrenal Surge", 3),
    ("Deadly", 3),
    ("Unbroken", 4),
    ("Battle Tempo", 4),
    ("Weapon Master", 4),
];

/// Name, coins (0 where it is a place).
const TOOLS: &[(&str, u16)] = &[
    ("Utility Knife", 2),
    ("Smith's Tools", 30),
    ("Carpenter's Tools", 15),
    ("Leather Kit", 12),
    ("Sewing Kit", 8),
    ("Mason's Tools", 15),
    ("Alchemist's Kit", 40),
    ("Herbalist's Kit", 12),
    ("Cook's Kit", 6),
    ("Jeweler's Kit", 35),
    ("Cord and Awl", 1),
    ("Campfire", 0),
];

/// Name, Size, coins.
const MATERIALS: &[(&str, &str, u16)] = &[
    ("Cloth", "Small", 1),
    ("Leather", "Small", 3),
    ("Hide", "Medium", 3),
    ("Timber", "Medium", 1),
    ("Bone", "Small", 1),
    ("Stone", "Medium", 1),
    ("Bronze Bar", "Small", 6),
    ("Iron Bar", "Small", 4),
    ("Steel Bar", "Small", 9),
    ("Fittings", "Tiny", 8),
    ("Fibre", "Small", 1),
    ("Tallow", "Small", 1),
    ("Glass", "Tiny", 1),
    ("Clay", "Small", 1),
    ("Herbs", "Tiny", 2),
    ("Reagent", "Tiny", 5),
    ("Provisions", "Medium", 3),
];

#[test]
fn weapons_are_those_of_the_list() {
    let book = book();
    let told =
        |dice: Option<roll_high_or_die::state::Dice>| dice.map_or(String::new(), |dice| dice.to_string());
    let rows: Vec<_> = book.weapons.iter().filter(|row| !row.body).collect();
    assert_eq!(rows.len(), WEAPONS.len());
    for (row, (name, size, w, feet, dice, kind, coins)) in rows.into_iter().zip(WEAPONS) {
        assert_eq!((row.name.as_str(), row.size.name(), row.w), (*name, *size, *w));
        assert_eq!(row.reach.or(row.range), Some(*feet), "{name}");
        assert_eq!(told(row.dice), *dice, "{name}");
        assert_eq!(row.kind.map_or("", |kind| kind.name()), *kind, "{name}");
        assert_eq!(row.coins, Some(*coins), "{name}");
    }
}

#[test]
fn armors_are_those_of_the_list() {
    let book = book();
    assert_eq!(book.armors.len(), ARMORS.len());
    for (row, (name, size, material, style, armoring, coins)) in book.armors.iter().zip(ARMORS) {
        assert_eq!((row.name.as_str(), row.size.name()), (*name, *size));
        assert_eq!((row.material.as_str(), row.style.as_str()), (*material, *style), "{name}");
        assert_eq!((row.armoring, row.coins), (*armoring, *coins), "{name}");
    }
}

#[test]
fn ammunition_is_that_of_the_list() {
    let book = book();
    assert_eq!(book.ammunition.len(), AMMUNITION.len());
    for (row, (name, size, stack, dice, kind, coins)) in book.ammunition.iter().zip(AMMUNITION) {
        assert_eq!((row.name.as_str(), row.size.name(), row.stack), (*name, *size, *stack));
        assert_eq!((row.dice.to_string().as_str(), row.kind.name()), (*dice, *kind), "{name}");
        assert_eq!(row.coins, *coins, "{name}");
    }
}

#[test]
fn equipment_is_that_of_the_list() {
    let book = book();
    assert_eq!(book.gear.len(), GEAR.len());
    for (row, (name, size, stack, charges, coins, per)) in book.gear.iter().zip(GEAR) {
        assert_eq!((row.name.as_str(), row.size.name()), (*name, *size));
        assert_eq!(row.stack.unwrap_or(1), *stack, "{name}");
        assert_eq!(row.charges.unwrap_or(0), *charges, "{name}");
        assert_eq!((row.coins, row.per.unwrap_or(1)), (*coins, *per), "{name}");
    }
    assert_eq!(book.tools.len(), TOOLS.len());
    for (row, (name, coins)) in book.tools.iter().zip(TOOLS) {
        assert_eq!((row.name.as_str(), row.coins.unwrap_or(0)), (*name, *coins));
    }
    assert_eq!(book.materials.len(), MATERIALS.len());
    for (row, (name, size, coins)) in book.materials.iter().zip(MATERIALS) {
        assert_eq!((row.name.as_str(), row.size.name(), row.coins), (*name, *size, *coins));
    }
}

#[test]
fn features_and_traits_cost_what_the_list_says() {
    let book = book();
    assert_eq!(book.features.len(), FEATURES.len());
    for (row, (name, exp, ap)) in book.features.iter().zip(FEATURES) {
        assert_eq!((row.name.as_str(), u16::from(row.exp)), (*name, *exp));
        // W is taken for 10 to tell the two apart.
        let (times, plus) = match ap.split_once('W') {
            Some((times, plus)) => (times.parse().unwrap_or(1), plus.parse::<i16>().unwrap_or(0)),
            None => (0, ap.parse().expect("a number")),
        };
        assert_eq!(i16::from(row.ap.with(10)), times * 10 + plus, "{name}: {ap}");
    }
    assert_eq!(book.traits.len(), TRAITS.len());
    for (row, (name, exp)) in book.traits.iter().zip(TRAITS) {
        assert_eq!((row.name.as_str(), u16::from(row.exp)), (*name, *exp));
    }
}
