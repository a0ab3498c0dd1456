//! Every number of the content tables, written down a second time and compared; and every entry
//! really used by a command that cites it.

use boneyard_testkit::{answer, by_instinct};
use std::collections::BTreeSet;

use boneyard_table::live::Scripted;
use boneyard_table::table::Op;
use boneyard_table::{At, RuleId, Who};
use dirk_rules::book::{Book, Covers, Deflects, PoolKind, Slot};
use dirk_rules::state::{Ability, Part};
use serde_json::{Value, json};

use crate::support::{self, GM, TestTable};

fn book() -> Book {
    Book::read(&[]).expect("the game's own content")
}

#[test]
fn weapons_have_the_numbers_of_the_list() {
    use PoolKind::{Ammo, Charges, Durability};
    // Id, name, die, gems, weight, range, pool, further attacks, breaks on, doubles on, rerolls, injuries, ranged, laser.
    let list = [
        ("DK-WPN-01", "stick", 6, 0, 1, 5, None, 1, Some(6), None, None, 1, false, false),
        ("DK-WPN-02", "knife", 4, 1, 0, 5, Some((Durability, 3)), 0, None, Some(4), None, 1, false, false),
        ("DK-WPN-03", "sword", 6, 2, 1, 5, Some((Durability, 3)), 0, None, None, Some(1), 1, false, false),
        ("DK-WPN-04", "greatsword", 10, 5, 3, 5, Some((Durability, 3)), 0, None, None, None, 2, false, false),
        (
            "DK-WPN-05",
            "throwing knife",
            4,
            1,
            0,
            30,
            Some((Durability, 3)),
            1,
            None,
            None,
            None,
            1,
            true,
            false,
        ),
        ("DK-WPN-06", "pistol", 4, 3, 1, 60, Some((Ammo, 3)), 1, None, None, None, 1, true, false),
        ("DK-WPN-07", "machinegun", 10, 7, 5, 150, Some((Ammo, 3)), 0, None, None, None, 1, true, false),
        ("DK-WPN-08", "rifle", 10, 7, 2, 300, Some((Ammo, 3)), 0, None, None, None, 1, true, false),
        ("DK-WPN-09", "laser pistol", 6, 3, 1, 90, Some((Charges, 3)), 0, None, None, Some(1), 1, true, true),
    ];
    let book = book();
    assert_eq!(book.weapons.len(), list.len());
    for (
        row,
        (id, name, die, gems, weight, range, pool, more, breaks, doubles, rerolls, injuries, ranged, laser),
    ) in book.weapons.iter().zip(list)
    {
        assert_eq!((row.id.as_str(), row.name.as_str(), row.damage.dice.0), (id, name, die));
        assert_eq!((row.gems, row.weight, row.range), (gems, weight, range), "{id}");
        assert_eq!(row.pool.map(|pool| (pool.kind, pool.size)), pool, "{id}");
        assert_eq!((row.extra_attacks, row.breaks_on, row.double_on), (more, breaks, doubles), "{id}");
        assert_eq!(
            (row.reroll, row.injuries, row.ranged, row.laser),
            (rerolls, injuries, ranged, laser),
            "{id}"
        );
        assert_eq!((row.thrown, row.house), (id == "DK-WPN-05", false), "{id}");
        let (gun, rifle) = (id == "DK-WPN-07", id == "DK-WPN-08");
        assert_eq!((row.area, row.prepare), (gun.then_some(10), gun), "{id}");
        assert_eq!((row.reload, row.max_on_called), (rifle, rifle), "{id}");
    }
}

#[test]
fn shields_have_the_numbers_of_the_list() {
    let list = [
        ("DK-SHD-01", "small shield", 4, 1, 1, 0, None),
        ("DK-SHD-02", "heavy shield", 4, 3, 4, 1, None),
        ("DK-SHD-03", "tower shield", 4, 4, 6, 0, Some(Covers::Ranged)),
    ];
    let book = book();
    assert_eq!(book.shields.len(), list.len());
    for (row, (id, name, die, gems, weight, survives, covers)) in book.shields.iter().zip(list) {
        assert_eq!((row.id.as_str(), row.name.as_str(), row.damage.dice.0), (id, name, die));
        assert_eq!(
            (row.gems, row.weight, row.survives, row.covers),
            (gems, weight, survives, covers),
            "{id}"
        );
        assert_eq!(row.pool.map(|pool| (pool.kind, pool.size)), Some((PoolKind::Durability, 3)), "{id}");
    }
}

#[test]
fn armor_has_the_numbers_of_the_list() {
    let list = [
        ("DK-ARM-01", "light armor", Slot::Suit, 4, 1, 2, None, None),
        ("DK-ARM-02", "medium armor", Slot::Suit, 8, 5, 5, None, None),
        ("DK-ARM-03", "heavy armor", Slot::Suit, 12, 8, 8, None, None),
        ("DK-ARM-04", "forcefield belt", Slot::Belt, 6, 3, 1, None, None),
        ("DK-ARM-05", "deflector belt", Slot::Belt, 0, 5, 1, Some(Deflects::Laser), None),
        ("DK-ARM-06", "helmet", Slot::Helmet, 0, 1, 1, None, Some(Part::Brain)),
    ];
    let book = book();
    assert_eq!(book.armor.len(), list.len());
    for (row, (id, name, slot, ap, gems, weight, deflects, saves)) in book.armor.iter().zip(list) {
        assert_eq!((row.id.as_str(), row.name.as_str(), row.slot), (id, name, slot));
        assert_eq!(
            (row.ap, row.gems, row.weight, row.deflects, row.saves_part),
            (ap, gems, weight, deflects, saves),
            "{id}"
        );
    }
}

#[test]
fn creatures_have_the_numbers_of_the_list() {
    // Name, die, what it harms, range, from afar.
    type Attack = (&'static str, u8, &'static str, u16, bool);
    type Words = &'static [&'static str];
    // Id, name, STR DEX WIL HP, AP with armor, speed, attacks, gear, tags.
    type Row = (&'static str, &'static str, [u16; 4], u8, u8, &'static [Attack], Words, Words);
    let list: [Row; 20] = [
        (
            "DK-FOE-01H",
            "goblin scrapper",
            [8, 12, 7, 3],
            0,
            1,
            &[],
            &["stick"],
            &["undisciplined", "fearful"],
        ),
        (
            "DK-FOE-02H",
            "road bandit",
            [10, 10, 9, 5],
            4,
            1,
            &[],
            &["sword", "pistol", "light armor"],
            &["undisciplined"],
        ),
        ("DK-FOE-03H", "grey wolf", [9, 14, 8, 4], 0, 2, &[("bite", 6, "STR", 5, false)], &[], &["angry"]),
        ("DK-FOE-04H", "web spider", [11, 13, 6, 6], 2, 1, &[("bite", 4, "DEX", 5, false)], &[], &["angry"]),
        ("DK-FOE-05H", "bone guard", [10, 8, 10, 4], 4, 1, &[], &["sword"], &["disciplined"]),
        (
            "DK-FOE-06H",
            "hill ogre",
            [17, 7, 6, 12],
            0,
            1,
            &[("club", 10, "STR", 5, false), ("rock", 6, "STR", 30, true)],
            &[],
            &["angry", "undisciplined"],
        ),
        ("DK-FOE-07H", "moss troll", [16, 9, 7, 14], 0, 1, &[("claw", 6, "STR", 5, false)], &[], &["angry"]),
        ("DK-FOE-08H", "hedge witch", [8, 10, 14, 6], 0, 1, &[], &["knife"], &["disciplined"]),
        (
            "DK-FOE-09H",
            "sworn knight",
            [13, 11, 12, 10],
            12,
            1,
            &[],
            &["greatsword", "heavy armor", "helmet"],
            &["disciplined"],
        ),
        (
            "DK-FOE-10H",
            "young drake",
            [18, 12, 14, 24],
            8,
            2,
            &[("bite", 10, "STR", 5, false)],
            &[],
            &["angry"],
        ),
        (
            "DK-FOE-11H",
            "pack horse",
            [14, 12, 5, 5],
            0,
            2,
            &[("kick", 6, "STR", 5, false)],
            &[],
            &["fearful"],
        ),
        (
            "DK-FOE-12H",
            "void raider",
            [10, 12, 9, 5],
            6,
            1,
            &[],
            &["laser pistol", "forcefield belt"],
            &["undisciplined"],
        ),
        (
            "DK-FOE-13H",
            "star marine",
            [12, 11, 12, 8],
            8,
            1,
            &[],
            &["rifle", "medium armor", "helmet"],
            &["disciplined"],
        ),
        (
            "DK-FOE-14H",
            "scrap drone",
            [6, 14, 4, 2],
            4,
            2,
            &[("laser", 6, "STR", 60, true)],
            &[],
            &["disciplined"],
        ),
        ("DK-FOE-15H", "vat brute", [16, 8, 5, 10], 0, 1, &[("fists", 8, "STR", 5, false)], &[], &["angry"]),
        (
            "DK-FOE-16H",
            "broodling",
            [7, 13, 3, 3],
            0,
            1,
            &[("bite", 4, "STR", 5, false)],
            &[],
            &["undisciplined"],
        ),
        (
            "DK-FOE-17H",
            "brood mother",
            [18, 8, 10, 20],
            8,
            1,
            &[("claws", 10, "STR", 5, false)],
            &[],
            &["angry"],
        ),
        (
            "DK-FOE-18H",
            "vampire margrave",
            [15, 14, 16, 18],
            0,
            1,
            &[("bite", 6, "STR", 5, false)],
            &[],
            &["disciplined"],
        ),
        ("DK-FOE-19H", "rust jelly", [14, 4, 1, 10], 0, 1, &[("touch", 6, "STR", 5, false)], &[], &[]),
        (
            "DK-FOE-20H",
            "smuggler captain",
            [11, 13, 13, 9],
            6,
            1,
            &[],
            &["pistol", "knife", "forcefield belt"],
            &["disciplined"],
        ),
    ];
    let book = book();
    assert_eq!(book.creatures.len(), list.len());
    for (row, (id, name, numbers, ap, speed, attacks, gear, tags)) in book.creatures.iter().zip(list) {
        let named = [
            "DK-FOE-07H",
            "DK-FOE-08H",
            "DK-FOE-09H",
            "DK-FOE-10H",
            "DK-FOE-17H",
            "DK-FOE-18H",
            "DK-FOE-20H",
        ]
        .contains(&id);
        assert_eq!((row.id.as_str(), row.name.as_str(), row.speed, row.named), (id, name, speed, named));
        let scores = [row.str, row.dex, row.wil].map(u16::from);
        assert_eq!([scores[0], scores[1], scores[2], row.hp.unwrap_or(0)], numbers, "{id}");
        let worn: u8 =
            row.gear.iter().filter_map(|thing| book.armor.named(thing)).map(|armor| armor.ap).sum();
        assert_eq!(row.ap + worn, ap, "{id}");
        assert_eq!(row.gear, gear, "{id}");
        assert_eq!(row.tags, tags, "{id}");
        assert_eq!((row.knocks_down, row.house), (id == "DK-FOE-03H", true), "{id}");
        let told: Vec<_> = row
            .attacks
            .iter()
            .map(|attack| {
                let harms = if attack.damage.harms == Ability::Dex { "DEX" } else { "STR" };
                (attack.name.as_str(), attack.damage.dice.0, harms, attack.range, attack.ranged)
            })
            .collect();
        assert_eq!(told, attacks, "{id}");
        assert!(row.attacks.iter().all(|attack| attack.natural), "{id}");
        let times = if id == "DK-FOE-07H" { 2 } else { 1 };
        assert!(row.attacks.iter().all(|attack| attack.times == times), "{id}");
        let charges = (id == "DK-FOE-14H").then_some((PoolKind::Charges, 1));
        assert!(
            row.attacks.iter().all(|attack| attack.pool.map(|pool| (pool.kind, pool.size)) == charges),
            "{id}"
        );
        let costs = if id == "DK-FOE-19H" { 2 } else { 1 };
        assert!(row.attacks.iter().all(|attack| attack.ap_costs == costs), "{id}");
        let every: Vec<(&str, u16, u8)> =
            row.specials.iter().map(|own| (own.name.as_str(), own.range, own.every)).collect();
        let known: &[(&str, u16, u8)] = match id {
            "DK-FOE-04H" => &[("web", 30, 1)],
            "DK-FOE-10H" => &[("fire breath", 30, 2)],
            "DK-FOE-17H" => &[("hatch", 10, 3)],
            _ => &[],
        };
        assert_eq!(every, known, "{id}");
        let special = (row.regains, row.swarm, row.no_parts);
        let known = match id {
            "DK-FOE-07H" => (Some(3), None, false),
            "DK-FOE-16H" => (None, Some(2), false),
            "DK-FOE-19H" => (None, None, true),
            _ => (None, None, false),
        };
        assert_eq!(special, known, "{id}");
    }
}

#[test]
fn ready_heroes_are_what_their_rolls_and_purchases_make_them() {
    let list = [
        ("DK-HERO-01H", "Brack", [12, 9, 10, 8, 13], 7, 4, 27),
        ("DK-HERO-02H", "Isolde", [9, 14, 11, 9, 12], 5, 4, 42),
        ("DK-HERO-03H", "Ottilie Vane", [8, 11, 14, 7, 15], 3, 0, 33),
        ("DK-HERO-04H", "Fenn", [11, 13, 8, 12, 10], 4, 4, 39),
    ];
    let book = book();
    assert_eq!(book.heroes.len(), list.len());
    for (row, (id, name, totals, load, ap, feet)) in book.heroes.iter().zip(list) {
        assert_eq!((row.id.as_str(), row.name.as_str()), (id, name));
        assert_eq!(
            row.rolls.map(|dice| dice.iter().map(|face| u32::from(*face)).sum::<u32>()),
            totals,
            "{id}"
        );
        assert_eq!([row.str.into(), row.dex.into(), row.wil.into(), u32::from(row.hp)], totals[..4], "{id}");
        assert!(row.rolls.iter().flatten().all(|face| (1..=6).contains(face)), "{id}");
        let price = |thing: &String| {
            let known = dirk_rules::gear::wares(&book, thing).map(|(_, _, gems)| gems);
            known.unwrap_or_else(|| panic!("{thing} is on no list"))
        };
        let bought: u32 = row.gear.iter().map(price).sum::<u32>()
            + row.sundries.iter().map(|thing| thing.gems).sum::<u32>();
        assert_eq!(
            bought + 5 * row.backgrounds.len() as u32 + row.gems_left,
            totals[4],
            "{id} pays for everything"
        );
        let bench = TestTable::scene(json!({ "heroes": { name: { "like": id } } }), 1);
        let told = &bench.table.values()[name];
        assert_eq!((told["load"].as_u64(), told["gems"].as_u64()), (Some(load), Some(0)), "{id}");
        let state = bench.state();
        let worn: u8 = state.live(Who(0)).items.iter().map(|item| item.ap).sum();
        assert_eq!(worn, ap, "{id}");
        let at = At { state: &state, book: &book };
        assert_eq!(dirk_rules::combat::move_limit(at, Who(0)), feet, "{id}");
    }
}

#[test]
fn parts_follow_the_faces_of_the_die() {
    let book = book();
    for (at, part) in Part::ALL.into_iter().enumerate() {
        let row = book.part(part).expect("every part has its row");
        assert_eq!(usize::from(row.face), at + 1, "{}", row.id);
        assert!(!row.hinders.is_empty(), "{}", row.id);
    }
    assert_eq!(book.part(Part::Arm).map(|row| row.lost.hands), Some(-1));
    assert!(book.part(Part::Leg).is_some_and(|row| row.lost.r#move.is_some()));
    assert_eq!(
        book.part(Part::Eyes).map(|row| row.lost.no.clone()),
        Some(vec!["called-shot".to_owned(), "ranged".to_owned()])
    );
}

#[test]
fn backgrounds_cost_five_gems() {
    let book = book();
    let kinds: Vec<(&str, &str)> =
        book.backgrounds.iter().map(|row| (row.kind.as_str(), row.rule.as_str())).collect();
    let known = [
        ("weapon training", "DK-CHAR-04"),
        ("skilled trade", "DK-CHAR-05"),
        ("advanced degree", "DK-CHAR-06"),
        ("raised by wolves", "DK-CHAR-07"),
    ];
    assert_eq!(kinds, known);
    assert!(book.backgrounds.iter().all(|row| row.cost == 5));
}

/// Two fighters, the first to act; everything else as given.
fn duel(one: &Value, other: &Value) -> TestTable {
    TestTable::scene(
        json!({
            "heroes": { "One": { "set": one } },
            "creatures": { "Other": { "set": other } },
            "battle": { "order": ["One", "Other"] },
        }),
        11,
    )
}

/// Does something with the table's own dice; everybody answers by instinct.
fn happens(bench: &mut TestTable, command: Value) {
    bench.op(GM, Op::Command(command)).expect("legal");
    while let Some((seat, op)) = by_instinct(&*bench.table) {
        bench.op(seat, op).expect("instinct is legal");
    }
}

fn attack(bench: &mut TestTable, with: &str) {
    happens(bench, json!({ "attack": { "who": "One", "with": with, "target": "Other" } }));
}

#[test]
fn every_entry_is_used_by_something_that_cites_it() {
    let book = book();
    let mut cited: BTreeSet<RuleId> = BTreeSet::new();
    for start in 0..dirk_rules::starts().len() {
        cited.extend(support::fought(start, 1).cited);
    }
    let mut used = |bench: TestTable| cited.extend(bench.cited);
    let swung = book.weapons.iter().map(|row| &row.name).chain(book.shields.iter().map(|row| &row.name));
    for name in swung {
        let mut bench =
            duel(&json!({ "items": [name], "hands": [name] }), &json!({ "hp": 50, "reactions": 0 }));
        if book.weapons.named(name).is_some_and(|row| row.prepare) {
            happens(&mut bench, json!({ "make_ready": { "who": "One", "item": name } }));
            happens(&mut bench, json!({ "end_turn": { "who": "One" } }));
            happens(&mut bench, json!({ "end_turn": { "who": "Other" } }));
        }
        attack(&mut bench, name);
        used(bench);
    }
    for row in book.armor.iter().filter(|row| row.ap > 0) {
        let mut bench = duel(
            &json!({ "items": ["sword"], "hands": ["sword"] }),
            &json!({ "hp": 0, "items": [row.name], "reactions": 0 }),
        );
        attack(&mut bench, "sword");
        used(bench);
    }
    let mut shot = duel(
        &json!({ "items": ["laser pistol"], "hands": ["laser pistol"] }),
        &json!({ "items": ["deflector belt"] }),
    );
    attack(&mut shot, "laser pistol");
    used(shot);
    let mut struck = duel(
        &json!({ "items": ["knife"], "hands": ["knife"] }),
        &json!({ "hp": 0, "named": true, "items": ["helmet"], "reactions": 0 }),
    );
    struck.does(json!({ "attack": { "who": "One", "with": "knife", "target": "Other" } }), &[1, 20, 6]);
    used(struck);
    for row in book.creatures.iter() {
        let mut bench = TestTable::scene(json!({}), 1);
        happens(&mut bench, json!({ "add": { "like": row.id, "name": "Somebody" } }));
        used(bench);
    }
    for row in book.parts.iter() {
        let mut bench =
            TestTable::scene(json!({ "heroes": { "One": { "set": { row.part.name(): "injured" } } } }), 1);
        happens(&mut bench, json!({ "save": { "who": "One", "ability": "STR", "about": row.hinders[0] } }));
        used(bench);
    }
    for row in &book.backgrounds {
        used(learned(&row.kind, row.specialty.map(|_| "sword")));
    }
    conditions(&mut used);
    let entries = book.weapons.iter().map(|row| row.id).chain(book.shields.iter().map(|row| row.id));
    let entries =
        entries.chain(book.armor.iter().map(|row| row.id)).chain(book.creatures.iter().map(|row| row.id));
    let entries =
        entries.chain(book.parts.iter().map(|row| row.id)).chain(book.backgrounds.iter().map(|row| row.rule));
    let entries = entries.chain(book.conditions.iter().map(|row| row.id));
    let unused: Vec<RuleId> = entries.filter(|id| !cited.contains(id)).collect();
    assert!(unused.is_empty(), "nothing uses {unused:?}");
}

fn learned(kind: &str, of: Option<&str>) -> TestTable {
    let mut bench = TestTable::scene(json!({}), 1);
    bench.does(json!({ "draft": { "name": "Nell" } }), &[]);
    bench.does(json!({ "roll_totals": { "who": "Nell" } }), &[3; 15]);
    bench.does(
        json!({ "assign": { "who": "Nell", "slots": { "str": 9, "dex": 9, "wil": 9, "hp": 9, "gems": 9 } } }),
        &[],
    );
    bench.does(json!({ "learn": { "who": "Nell", "kind": kind, "of": of } }), &[]);
    assert_eq!(bench.table.values()["Nell"]["gems"], 4);
    bench
}

/// What words, feints, webs and flames leave behind.
fn lasting(used: &mut impl FnMut(TestTable)) {
    let under = |what: &str| {
        TestTable::scene(
            json!({
                "heroes": { "One": { "set": { "hp": 50, "wil": 20 }, "effects": [{ what: "Other" }] }, "Two": { "set": { "wil": 20 } } },
                "creatures": { "Other": { "set": { "hp": 50, "wil": 20, "reactions": 0 } } },
                "battle": { "order": ["Two", "One", "Other"] },
            }),
            3,
        )
    };
    for what in ["enchanted", "routed"] {
        let mut bench = under(what);
        happens(&mut bench, json!({ "rally": { "who": "Two" } }));
        assert_eq!(bench.table.values()["One"]["afflicted"], json!([]), "{what}");
        used(bench);
    }
    for what in ["taunted", "burning", "marked", "entangled"] {
        let mut bench = under(what);
        happens(&mut bench, json!({ "end_turn": { "who": "Two" } }));
        happens(&mut bench, json!({ "attack": { "who": "One", "with": "fists", "target": "Other" } }));
        happens(&mut bench, json!({ "end_turn": { "who": "One" } }));
        if what == "marked" {
            happens(&mut bench, json!({ "attack": { "who": "Other", "with": "fists", "target": "One" } }));
        }
        used(bench);
    }
}

/// Each condition comes about once.
fn conditions(used: &mut impl FnMut(TestTable)) {
    for (how, part) in [("knocked_down", "down"), ("driven_back", "feet")] {
        let mut bench =
            duel(&json!({ "items": ["knife"], "hands": ["knife"] }), &json!({ "hp": 20, "reactions": 1 }));
        let before = bench.table.values()["Other"][part].clone();
        let op = Op::Command(json!({ "attack": { "who": "One", "with": "knife", "target": "Other" } }));
        let mut dice = Scripted::new([3, 20]);
        let planned = bench.table.plan(GM, op, Some(&mut dice)).expect("legal");
        bench.apply_record(&planned);
        while let Some(card) = bench.table.prompts(GM).into_iter().next() {
            let say = match card.name.as_str() {
                "W2" => json!("evade"),
                "displaced" => json!(how),
                _ => json!("pass"),
            };
            let planned = bench.table.plan(GM, answer(&card.id, say), Some(&mut dice)).expect("legal");
            bench.apply_record(&planned);
        }
        assert_ne!(bench.table.values()["Other"][part], before, "{how}");
        used(bench);
    }
    let mut held = duel(&json!({ "str": 20 }), &json!({ "reactions": 0 }));
    happens(&mut held, json!({ "grapple": { "who": "One", "target": "Other" } }));
    assert_eq!(held.table.values()["Other"]["held_by"], "One");
    used(held);
    lasting(used);
    let mut asleep = duel(&json!({ "passed_out": true }), &json!({}));
    let refusal = asleep.table.probe(GM, json!({ "full_defense": { "who": "One" } })).expect_err("asleep");
    asleep.cited.extend(refusal.reasons.iter().filter_map(|reason| reason.rule));
    used(asleep);
    let mut fallen = duel(
        &json!({ "items": ["sword"], "hands": ["sword"] }),
        &json!({ "hp": 0, "str": 1, "named": true, "reactions": 0 }),
    );
    attack(&mut fallen, "sword");
    assert_eq!(fallen.state().live(Who(1)).score(Ability::Str), 0);
    used(fallen);
    let mut surprised = TestTable::scene(json!({ "heroes": { "One": {} }, "creatures": { "Other": {} } }), 1);
    happens(&mut surprised, json!({ "begin": { "fighters": ["One", "Other"], "ambushed": ["One"] } }));
    used(surprised);
}
