//! Every number of the skills, things, prices and repairs, written down a second time and compared;
//! and every one of them learned, bought or done by a command that cites it.

use dirk_rules::book::{Book, Power};
use dirk_rules::effect::{Aim, Effect, Size};
use dirk_rules::state::Ability;
use dirk_rules::trade::Per;
use serde_json::{Value, json};

use crate::support::TestTable;

fn book() -> Book {
    Book::read(&[]).expect("the game's own content")
}

#[test]
fn skills_have_the_numbers_of_the_list() {
    // Number, name, weeks, what a pupil needs, whether it is a spell, HP and range of its uses.
    type Row = (u8, &'static str, u8, &'static str, bool, &'static [(u8, Option<u16>)]);
    let list: [Row; 20] = [
        (1, "Wrestling", 2, "STR 9", false, &[]),
        (2, "Shield Drill", 2, "owns shield", false, &[]),
        (3, "Snake Footwork", 4, "DEX 11", false, &[]),
        (4, "Dirty Tricks", 2, "gems 2", false, &[]),
        (5, "Quick Hands", 2, "DEX 10", false, &[]),
        (6, "Steady Breath", 3, "owns gun", false, &[]),
        (7, "War Cry", 3, "done rally", false, &[]),
        (8, "Second Wind", 2, "STR 8", false, &[(0, None)]),
        (9, "Field Surgery", 4, "tools specialist", false, &[(0, Some(5))]),
        (10, "Weaponsmith", 4, "tools specialist", false, &[(0, None), (0, None)]),
        (11, "Long Lungs", 1, "", false, &[]),
        (12, "Beast Speech", 3, "WIL 9", false, &[]),
        (13, "Witchlight", 1, "WIL 8", true, &[(0, None)]),
        (14, "Starfire", 4, "WIL 11", true, &[(1, Some(60))]),
        (15, "Binding Thread", 3, "WIL 10", true, &[(1, Some(30))]),
        (16, "Ward of Glass", 3, "WIL 10", true, &[(2, Some(5))]),
        (17, "Knit", 5, "WIL 11", true, &[(2, Some(5))]),
        (18, "Moon Charm", 5, "WIL 12", true, &[(2, Some(30))]),
        (19, "Lightfoot", 2, "DEX 9", true, &[(1, None)]),
        (20, "Latch-Speech", 3, "WIL 10", true, &[(1, Some(30))]),
    ];
    let book = book();
    assert_eq!(book.skills.len(), list.len());
    for (row, (number, name, weeks, needs, spell, uses)) in book.skills.iter().zip(list) {
        assert_eq!(row.id.as_str(), format!("DK-SKILL-{number:02}H"));
        assert_eq!((row.name.as_str(), row.weeks, row.spell, row.house), (name, weeks, spell, true));
        assert_eq!(needed(row), needs, "{name}");
        let told: Vec<_> = row.uses.iter().map(|way| (way.hp, way.range)).collect();
        assert_eq!(told, uses, "{name}");
        let sooner = row.weeks_with.as_ref().map(|with| (with.background.as_str(), with.weeks));
        assert_eq!(sooner, (number == 12).then_some(("raised by wolves", 2)), "{name}");
    }
}

fn needed(row: &Power) -> String {
    let Some(needs) = &row.requires else { return String::new() };
    let scores = [("STR", needs.str), ("DEX", needs.dex), ("WIL", needs.wil)];
    let scores =
        scores.into_iter().filter(|(_, least)| *least > 0).map(|(name, least)| format!("{name} {least}"));
    let owns = needs.owns.iter().map(|owns| format!("owns {owns}"));
    let tools = needs.tools.iter().map(|tools| format!("tools {tools}"));
    let done = needs.has_done.iter().map(|done| format!("done {done}"));
    let gems = (needs.gems > 0).then(|| format!("gems {}", needs.gems));
    scores.chain(owns).chain(tools).chain(done).chain(gems).collect::<Vec<_>>().join(", ")
}

#[test]
fn useful_things_have_the_prices_of_the_list() {
    // Number, name, gems, weight, pieces, specialist tools.
    let list = [
        (1, "torches", 1, 1, 6, false),
        (2, "lantern", 2, 1, 1, false),
        (3, "rope, 50 feet", 1, 1, 1, false),
        (4, "grapnel", 1, 1, 1, false),
        (5, "bedroll and tent", 1, 2, 1, false),
        (6, "warm clothes", 1, 1, 1, false),
        (7, "waterskin", 0, 1, 1, false),
        (8, "lockpicks", 3, 0, 1, true),
        (9, "surgeon's case", 3, 1, 1, true),
        (10, "smith's kit", 3, 2, 1, true),
        (11, "ammo pack", 1, 0, 1, false),
        (12, "charge cell", 2, 0, 1, false),
        (13, "bandages", 1, 0, 3, false),
        (14, "antidote", 2, 0, 1, false),
        (15, "net", 1, 1, 1, false),
        (16, "manacles", 1, 1, 1, false),
        (17, "smoke bomb", 1, 0, 1, false),
        (18, "grenade", 3, 0, 1, false),
        (19, "breather mask", 2, 0, 1, false),
        (20, "vacuum suit", 4, 2, 1, false),
        (21, "replacement part", 10, 0, 1, false),
        (22, "spyglass", 3, 0, 1, false),
        (23, "signal flare", 1, 0, 1, false),
        (24, "pack horse", 10, 0, 1, false),
        (25, "sky skiff", 40, 0, 1, false),
        (26, "star lighter", 150, 0, 1, false),
    ];
    let book = book();
    assert_eq!(book.gear.len(), list.len());
    for (row, (number, name, gems, weight, count, tools)) in book.gear.iter().zip(list) {
        assert_eq!(row.id.as_str(), format!("DK-GEAR-{number:02}H"));
        assert_eq!((row.name.as_str(), row.gems, row.weight, row.count), (name, gems, weight, count));
        assert_eq!(row.tools.as_deref(), tools.then_some("specialist"), "{name}");
        assert!(row.house, "{name}");
    }
    let built: Vec<_> = book
        .gear
        .iter()
        .filter_map(|row| Some((row.name.as_str(), row.vehicle.as_ref()?)))
        .map(|(name, own)| (name, [own.speed, own.dex, own.str, own.seats, own.ap], own.hp))
        .collect();
    assert_eq!(built, [("sky skiff", [4, 12, 20, 6, 0], 15), ("star lighter", [6, 10, 30, 8, 12], 25)]);
}

#[test]
fn what_things_and_skills_do_has_the_numbers_of_the_list() {
    let book = book();
    let dice = |name: &str| -> Vec<String> {
        let row = book.gear.named(name).or_else(|| book.skills.named(name)).expect("it is on the lists");
        let effects = row.uses.iter().flat_map(|way| way.effects.iter().chain(&way.failed));
        let triggered = row.triggers.iter().flat_map(|trigger| &trigger.effects);
        effects.chain(triggered).filter_map(rolls).collect()
    };
    for (name, rolled) in [
        ("bandages", vec!["heal d4"]),
        ("antidote", vec!["restore d4 DEX"]),
        ("grenade", vec!["damage d10"]),
        ("Second Wind", vec!["heal d6"]),
        ("Field Surgery", vec!["damage d4"]),
        ("Weaponsmith", vec!["restore 1 durability", "mend 1"]),
        ("Starfire", vec!["damage d8"]),
        ("Knit", vec!["heal d8"]),
        ("War Cry", vec!["temporary HP d4"]),
        ("ammo pack", vec!["restore 3 ammo"]),
        ("charge cell", vec!["restore 3 charges"]),
    ] {
        assert_eq!(dice(name), rolled, "{name}");
    }
    let ranges: Vec<_> = ["grapnel", "net", "grenade", "manacles"]
        .map(|name| book.gear.named(name).and_then(|row| row.uses[0].range))
        .to_vec();
    assert_eq!(ranges, [Some(30), Some(15), Some(30), Some(5)]);
    let saves = |name: &str| book.skills.named(name).map(|row| (row.uses[0].save, row.uses[0].own_save));
    assert_eq!(saves("Moon Charm"), Some((Some(Ability::Wil), None)));
    assert_eq!(saves("Latch-Speech"), Some((None, Some(Ability::Wil))));
    assert_eq!(book.gear.named("lockpicks").map(|row| row.uses[0].target), Some(Aim::Lock));
}

fn rolls(effect: &Effect) -> Option<String> {
    let number = |size: Size| match size {
        Size::Fixed(number) => number.to_string(),
        Size::Dice { count: 1, sides, plus: 0 } => format!("d{sides}"),
        other => format!("{other:?}"),
    };
    Some(match effect {
        Effect::Heal(much) => format!("heal {}", number(much.dice)),
        Effect::Damage(much) => format!("damage {}", number(much.dice)),
        Effect::Restore(much) => format!("restore {} {}", number(much.dice), much.kind),
        Effect::Mend(much) => format!("mend {}", number(much.dice)),
        Effect::TempHp(gift) => format!("temporary HP {}", number(gift.amount.dice)),
        _ => return None,
    })
}

#[test]
fn everyday_things_cost_what_the_rule_says() {
    let list = [
        ("basic tools", 1, None, Some(1)),
        ("specialist tools", 3, None, Some(1)),
        ("travel rations", 1, Some(Per::Week), Some(1)),
        ("fine food", 1, Some(Per::Day), None),
        ("meager lodging", 1, Some(Per::Week), None),
        ("fine lodging", 1, Some(Per::Day), None),
        ("unskilled work", 1, Some(Per::Week), None),
        ("skilled work", 1, Some(Per::Day), None),
    ];
    let book = book();
    let told: Vec<_> =
        book.goods.iter().map(|row| (row.name.as_str(), row.gems, row.per, row.weight)).collect();
    assert_eq!(told, list);
    for (name, gems, _, weight) in list {
        let mut bench = TestTable::scene(json!({ "heroes": { "One": { "set": { "gems": 10 } } } }), 1);
        bench.does(json!({ "shop": { "who": "One", "thing": name, "count": 2 } }), &[]);
        let told = &bench.table.values()["One"];
        assert_eq!(told["gems"], json!(10 - 2 * gems), "{name}");
        assert_eq!(told["load"], json!(weight.map_or(0, |weight| 2 * u32::from(weight))), "{name}");
        assert!(bench.cited.iter().any(|rule| rule.as_str() == "DK-EQUIP-02"), "{name}");
    }
}

#[test]
fn repairs_cost_what_the_list_says() {
    // Number, gems, days.
    let list = [(1, 1, Some(1)), (2, 2, Some(2)), (3, 0, None), (4, 2, Some(2))];
    let book = book();
    assert_eq!(book.fixes.len(), list.len());
    for (row, (number, gems, days)) in book.fixes.iter().zip(list) {
        assert_eq!(row.id.as_str(), format!("DK-FIX-{number:02}H"));
        let time = row.time.as_ref().map(|time| (time.dice, time.is("days")));
        assert_eq!((row.gems, time), (gems, days.map(|days| (Size::Fixed(days), true))), "{}", row.id);
    }
    let shield = json!({ "items": ["heavy shield"], "heavy shield.survived": 1, "gems": 5 });
    let sword =
        |how: Value| json!({ "items": ["sword"], "sword.state": how, "sword.durability": 0, "gems": 5 });
    for (fix, thing, set, days) in [
        ("sharpen and true", "sword", sword(json!("whole")), 1),
        ("mend", "sword", sword(json!("broken")), 2),
        ("re-rim a heavy shield", "heavy shield", shield, 2),
    ] {
        let mut bench = TestTable::scene(json!({ "heroes": { "One": { "set": set } } }), 1);
        let row = book.fixes.named(fix).expect("it is on the list");
        bench.does(json!({ "fix": { "who": "One", "fix": fix, "item": thing } }), &[2, 4].repeat(days));
        let told = bench.table.values();
        assert_eq!(told["clock"], json!(86_400 * days), "{fix}");
        assert_eq!(told["One"]["gems"], json!(5 - row.gems), "{fix}");
        assert!(bench.cited.contains(&row.id), "{fix}");
        let own = &told["One"][thing];
        assert_eq!((&own["state"], &own["survived"]), (&json!("whole"), &json!(0)), "{fix}");
        assert_eq!(own["durability"], json!(3), "{fix}");
    }
    let pistol = json!({ "items": ["pistol", "ammo pack"], "pistol.ammo": 0 });
    let mut bench = TestTable::scene(json!({ "heroes": { "One": { "set": pistol } } }), 1);
    bench.does(json!({ "use": { "who": "One", "power": "ammo pack", "say": "pistol" } }), &[]);
    assert!(bench.cited.iter().any(|rule| rule.as_str() == "DK-FIX-03H"));
}

#[test]
fn every_skill_can_be_learned_and_every_thing_bought() {
    let book = book();
    for row in book.skills.iter() {
        let strong = json!({
            "str": 15, "dex": 15, "wil": 15, "gems": 20,
            "items": ["small shield", "pistol", "surgeon's case"], "has_done": ["rally"],
        });
        let stage = json!({
            "heroes": { "One": { "set": strong } },
            "creatures": { "Master": { "set": { "knows": [row.name] } } },
        });
        let mut bench = TestTable::scene(stage, 1);
        bench.does(json!({ "apprentice": { "who": "One", "teacher": "Master", "what": row.name } }), &[1]);
        let events = [2, 3].repeat(usize::from(row.weeks));
        bench.does(json!({ "train": { "lesson": 0, "weeks": row.weeks } }), &events);
        assert_eq!(bench.table.values()["One"]["knows"], json!([row.name]));
        assert!(bench.cited.contains(&row.id), "{}", row.id);
    }
    for row in book.gear.iter() {
        let mut bench = TestTable::scene(json!({ "heroes": { "One": { "set": { "gems": 200 } } } }), 1);
        bench.does(json!({ "shop": { "who": "One", "thing": row.name } }), &[]);
        let told = bench.table.values();
        assert_eq!(told["One"]["gems"], json!(200 - row.gems), "{}", row.id);
        let walks = row.vehicle.is_some() || row.creature.is_some();
        let here = if walks { &told[&row.name]["side"] } else { &told["One"][&row.name]["left"] };
        assert_eq!(*here, if walks { json!(0) } else { json!(row.count) }, "{}", row.id);
        assert!(bench.cited.contains(&row.id), "{}", row.id);
    }
}
