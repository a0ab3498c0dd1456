//! The tables of the world, written down a second time and compared; and every row of them really
//! drawn, brought in, handed out or suffered.

use boneyard_testkit::answer;
use std::collections::BTreeSet;

use boneyard_table::live::Scripted;
use boneyard_table::table::Op;
use dirk_rules::book::Book;
use dirk_rules::world::rule_of;
use serde_json::{Value, json};

use crate::support::{self, GM, TestTable};

fn book() -> Book {
    Book::read(&[]).expect("the game's own content")
}

fn scene() -> TestTable {
    TestTable::scene(
        json!({
            "heroes": {
                "Brack": { "like": "DK-HERO-01H", "set": {
                    "hp": 500, "str": 200, "items": ["laser pistol"], "laser pistol.charges": 1,
                } },
            },
        }),
        7,
    )
}

/// Plans with the dice given, and with the table's own where they do not suffice.
fn answer_all(bench: &mut TestTable, choose: impl Fn(&str, u16) -> Value) {
    let mut asked = 0;
    while let Some(card) = bench.table.prompts(GM).into_iter().next() {
        let say = match card.name.as_str() {
            "drawn" => {
                asked += 1;
                choose("drawn", asked)
            }
            _ => card.default.clone().expect("instinct answers every question"),
        };
        let seat = card.asks.first().copied().unwrap_or(GM);
        bench.op(seat, answer(&card.id, say)).expect("the answer is legal");
    }
}

#[test]
fn encounters_and_finds_have_the_rows_of_the_lists() {
    // Id, dice, and for each face who comes or what is found, with how many.
    let lists: [(&str, &str, &[&str]); 8] = [
        (
            "DK-ENC-01H",
            "1d8",
            &[
                "grey wolf 1d4+1",
                "goblin scrapper 1d6",
                "web spider 1d4",
                "hill ogre 1",
                "moss troll 1",
                "hedge witch 1",
                "road bandit 1d4",
                "young drake 1",
            ],
        ),
        (
            "DK-ENC-02H",
            "1d8",
            &[
                "road bandit 1d4",
                "road bandit 1d6",
                "sworn knight 1",
                "hedge witch 1",
                "items of gear 1d6",
                "pack horse 1d4",
                "star marine 2",
                "vampire margrave 1",
            ],
        ),
        (
            "DK-ENC-03H",
            "1d8",
            &[
                "goblin scrapper 1d6",
                "bone guard 1d4",
                "broodling 1d6",
                "scrap drone 1d4",
                "rust jelly 1",
                "web spider 1d4",
                "vat brute 1",
                "brood mother 1",
            ],
        ),
        (
            "DK-ENC-04H",
            "1d8",
            &[
                "void raider 1d6",
                "scrap drone 1d4",
                "star marine 1d4",
                "smuggler captain 1, void raider 1d4",
                "vat brute 1d4",
                "broodling 1d8",
                "DK-LOOT-02H",
                "young drake 1",
            ],
        ),
        (
            "DK-LOOT-01H",
            "1d12",
            &[
                "",
                "",
                "gems 1",
                "gems 1",
                "gems 1",
                "gems 1d4",
                "travel rations",
                "ammo pack",
                "knife",
                "bandages",
                "charge cell",
                "gems 1d6, common from 6",
            ],
        ),
        (
            "DK-LOOT-02H",
            "1d8",
            &[
                "basic tools",
                "specialist tools",
                "gems 1d6",
                "light armor left 2",
                "weapon 1d10 left 1",
                "vacuum suit",
                "small shield",
                "common",
            ],
        ),
        (
            "DK-LOOT-03H",
            "1d8",
            &[
                "gems 1d10",
                "gems 2d10",
                "medium armor",
                "forcefield belt",
                "rifle",
                "laser pistol",
                "common",
                "arcane",
            ],
        ),
        ("DK-LOOT-04H", "4d10", &["gems shown, DK-LOOT-03H, DK-LOOT-03H, DK-LOOT-03H, wild, arcane"]),
    ];
    let book = book();
    for (id, dice, rows) in lists {
        let table = book.tables.get(id).unwrap_or_else(|| panic!("there is no table {id}"));
        assert_eq!((table.dice.as_str(), table.house), (dice, true), "{id}");
        let faces: Vec<String> = match id {
            "DK-LOOT-04H" => vec![told(&table.rows[0].then)],
            _ => (1..=rows.len() as i32).map(|face| told(&table.row(face).expect("a row").then)).collect(),
        };
        assert_eq!(faces, rows, "{id}");
    }
}

/// What follows from a row, in short.
fn told(then: &[dirk_rules::world::Follows]) -> String {
    use boneyard_content::Then;
    use dirk_rules::effect::Size;
    use dirk_rules::world::Brings;
    let dice = |size: Size| match size {
        Size::Fixed(number) => number.to_string(),
        Size::Dice { count, sides, plus: 0 } => format!("{count}d{sides}"),
        Size::Dice { count, sides, plus } => format!("{count}d{sides}+{plus}"),
        other => format!("{other:?}"),
    };
    let one = |then: &Then<Brings>| match then {
        Then::Table(table) => table.clone(),
        Then::Again(times) => format!("again {times}"),
        Then::Amount(amount) => format!("{} {}", amount.kind, amount.dice),
        Then::Effect(brings) => match brings {
            Brings::Summon(comers) => format!("{} {}", comers.creature, dice(comers.count.dice)),
            Brings::Gems(much) => format!("gems {}", dice(much.dice)),
            Brings::GemsShown => "gems shown".into(),
            Brings::Gain(gain) => {
                let lot = gain.weapon.as_ref().map(|die| format!("weapon {}", dice(die.dice)));
                let left =
                    gain.left.as_ref().map_or(String::new(), |left| format!(" left {}", dice(left.dice)));
                format!("{}{left}", gain.item.clone().or(lot).unwrap_or_default())
            }
            Brings::Powerup(luck) => match luck.from {
                Some(from) => format!("{} from {from}", luck.class),
                None => luck.class.clone(),
            },
            Brings::Weather(spell) => {
                let is = spell.is.clone().unwrap_or_else(|| "any".into());
                format!("{is} for {} {}", dice(spell.lasts.dice), spell.lasts.kind)
            }
            Brings::Encounter(about) => format!("encounter {}", about.times),
            Brings::Harm(danger) => format!("harm {}", danger.save.name()),
            Brings::Restore(much) => format!("restore {}", dice(much.dice)),
            Brings::Tag(tag) => tag.clone(),
            Brings::Text(_) => "text".into(),
        },
    };
    then.iter().map(one).collect::<Vec<_>>().join(", ")
}

#[test]
fn events_have_the_columns_of_the_lists() {
    let lists: [(&str, [&str; 4]); 15] = [
        ("DK-EVT-01H/1", ["void raider 1d6+2", "star marine 2", "broodlings each week 1d6", ""]),
        ("DK-EVT-01H/2", ["DK-LOOT-02H", "", "", ""]),
        (
            "DK-EVT-01H/3",
            [
                "blizzard for 1d6 days",
                "killing heat for 1d6 days",
                "starstorm for 1 weeks",
                "flood for 1 weeks",
            ],
        ),
        (
            "DK-EVT-01H/4",
            ["moss troll 1, DK-LOOT-03H", "text, DK-LOOT-03H", "text, arcane", "text, Chocolates"],
        ),
        ("DK-EVT-02H/1", ["grey wolf 1d4", "gems of bounty 1d10", "harm STR", "allies 1d4"]),
        ("DK-EVT-02H/2", ["DK-LOOT-02H", "pack horse 1", "charge cell", ""]),
        ("DK-EVT-02H/3", ["any for 1 days", "any for 1 days", "fog for 1 days", "meteor fall for 1 nights"]),
        (
            "DK-EVT-02H/4",
            ["road bandit 1d4+1", "web spider 1, DK-LOOT-03H", "sworn knight 1", "scrap drone 1"],
        ),
        ("DK-EVT-02H/5", ["encounter 1", "encounter 1", "skill 1d20", "encounter 2"]),
        ("DK-EVT-03H/1", ["", "hours to the attack 1d4", "", ""]),
        ("DK-EVT-03H/2", ["DK-LOOT-01H, DK-LOOT-01H", "", "", "restore 1"]),
        ("DK-EVT-03H/3", ["any for 1d6 hours", "any for 1d6 hours", "harm DEX", "harm DEX"]),
        ("DK-EVT-03H/4", ["bone guard 1", "broodling 1d4", "goblin scrapper 1", ""]),
        ("DK-EVT-04H/4", ["", "harm DEX", "scrap drone 1, DK-LOOT-01H", "grey wolf 1"]),
        ("DK-EVT-04H/5", ["encounter 1", "encounter 1", "goblin scrapper 1d4", ""]),
    ];
    let book = book();
    for (id, columns) in lists {
        let table = book.tables.get(id).unwrap_or_else(|| panic!("there is no table {id}"));
        assert_eq!(table.dice, "1d4", "{id}");
        let rows = [1, 2, 3, 4].map(|face| told(&table.row(face).expect("a row").then));
        assert_eq!(rows, columns, "{id}");
    }
    let hours = book.tables.get("DK-EVT-03H/5").expect("hours bring people");
    assert!(hours.rows.iter().all(|row| told(&row.then) == "encounter 1"));
    assert_eq!(book.tables.len(), 8 + 15 + 1 + 1, "eight tables, sixteen of events, one of attitudes");
    let signs: Vec<usize> = book.signs.iter().map(|row| row.signs.len()).collect();
    assert_eq!(signs, [3, 2, 3, 2, 3]);
    let moods = book.tables.get("DK-ENC-05H").expect("moods");
    let rows = [1, 2, 3, 4, 5, 6].map(|face| moods.row(face).map(|row| (row.text.as_str(), told(&row.then))));
    let known = [
        ("hostile", "angry"),
        ("hostile", "angry"),
        ("wary", ""),
        ("fearful", "fearful"),
        ("wants to trade", ""),
        ("friendly", ""),
    ];
    assert_eq!(rows, known.map(|(word, tag)| Some((word, tag.to_owned()))));
}

/// Every row of every table is drawn once, and what it brings is used: people are met, finds handed
/// out, dangers suffered.
#[test]
fn every_row_can_be_drawn_and_used() {
    let book = book();
    let mut cited = BTreeSet::new();
    for table in book.tables.iter() {
        for row in 0..table.rows.len() {
            let mut bench = scene();
            bench
                .op(GM, Op::Command(json!({ "draw": { "table": table.id } })))
                .unwrap_or_else(|refusal| panic!("{}: {refusal}", table.id));
            answer_all(&mut bench, |_, nth| if nth == 1 { json!({ "row": row }) } else { json!("keep") });
            for _ in 0..40 {
                let at_hand = bench.table.values()["world"]["at_hand"].as_array().map_or(0, Vec::len);
                if at_hand == 0 {
                    break;
                }
                let ways = [
                    json!({ "meet": { "at": 0 } }),
                    json!({ "hand_out": { "at": 0, "who": "Brack", "item": "laser pistol" } }),
                    json!({ "befall": { "at": 0, "who": ["Brack"] } }),
                ];
                let way = ways.into_iter().find(|way| bench.table.probe(GM, way.clone()).is_ok());
                let way = way.unwrap_or_else(|| json!({ "put_aside": { "at": 0 } }));
                bench.op(GM, Op::Command(way)).expect("it was tried out");
                answer_all(&mut bench, |_, _| json!("keep"));
            }
            assert_eq!(bench.table.values()["world"]["at_hand"], json!([]), "{} row {row}", table.id);
            assert!(bench.cited.contains(&rule_of(table)), "{} is not cited", table.id);
            cited.extend(bench.cited);
        }
    }
    for creature in book.creatures.iter() {
        let in_tables = book.tables.iter().flat_map(|table| &table.rows).any(|row| {
            told(&row.then)
                .split(", ")
                .any(|one| one.rsplit_once(' ').is_some_and(|(name, _)| name == creature.name))
        });
        assert!(!in_tables || cited.contains(&creature.id), "{} never came by", creature.name);
    }
}

#[test]
fn weather_and_hazards_have_the_numbers_of_the_lists() {
    let book = book();
    let names: Vec<(&str, &str, u8)> =
        book.weathers.iter().map(|row| (row.id.as_str(), row.name.as_str(), row.roll)).collect();
    assert_eq!(
        names,
        [
            ("DK-WEA-01H", "blizzard", 1),
            ("DK-WEA-02H", "killing heat", 2),
            ("DK-WEA-03H", "fog", 3),
            ("DK-WEA-04H", "flood", 4),
            ("DK-WEA-05H", "starstorm", 5),
            ("DK-WEA-06H", "meteor fall", 6),
        ]
    );
    let names: Vec<(&str, &str)> =
        book.hazards.iter().map(|row| (row.id.as_str(), row.name.as_str())).collect();
    assert_eq!(
        names,
        [
            ("DK-HAZ-01H", "fall"),
            ("DK-HAZ-02H", "fire"),
            ("DK-HAZ-03H", "poison"),
            ("DK-HAZ-04H", "vacuum"),
            ("DK-HAZ-05H", "reactor glow"),
            ("DK-HAZ-06H", "trap"),
        ]
    );
    // Each weather can be set by its face of the D6.
    for (face, row) in (1u8..).zip(book.weathers.iter()) {
        let mut bench = scene();
        let mut dice = Scripted::new([face]);
        let op = Op::Command(json!({ "weather": { "hours": 2 } }));
        let planned = bench.table.plan(GM, op, Some(&mut dice)).expect("legal");
        bench.apply_record(&planned);
        assert_eq!(bench.table.values()["world"]["weather"], json!(row.name));
    }
}

#[test]
fn a_pack_with_a_table_that_is_not_whole_is_refused() {
    let pack = |text: &str| {
        let meta =
            "name = \"odd\"\ntitle = \"Odd\"\nauthor = \"Boneyard\"\nlicence = \"MIT OR Apache-2.0\"\n";
        let files =
            vec![("pack.toml".to_owned(), meta.to_owned()), ("tables.toml".to_owned(), text.to_owned())];
        Book::read(&[boneyard_table::table::PackName { name: "odd".into(), files }])
    };
    let table = |dice: &str, row: &str| {
        format!("[[table]]\nid = \"TB-ODD-01\"\nname = \"odd\"\ndice = \"{dice}\"\nrows = [{row}]\n")
    };
    let gap = pack(&table("1d4", "{ from = 1, to = 3, text = \"nothing\" }")).expect_err("4 is missing");
    assert!(
        gap.to_string().contains("TB-ODD-01") && gap.to_string().contains("no row stands for 4"),
        "{gap}"
    );
    let lost = "{ from = 1, to = 4, text = \"more\", then = [{ table = \"TB-ODD-02\" }] }";
    let lost = pack(&table("1d4", lost)).expect_err("there is no such table");
    assert!(lost.to_string().contains("TB-ODD-02, which does not exist"), "{lost}");
    let odd = pack(&table("lots", "{ from = 1, to = 4, text = \"nothing\" }")).expect_err("no dice");
    assert!(odd.to_string().contains("is no amount"), "{odd}");
    let whole = "{ from = 1, to = 4, text = \"a pike\", then = [{ effect = { gain = { item = \"pike\", count = { dice = \"1\", kind = \"items\" } } } }] }";
    pack(&table("1d4", whole)).expect("a whole table is taken");
}

/// A contest and a run are on the referee's and the player's list, and what the lists give is taken.
#[test]
fn a_contest_and_a_chase_are_offered() {
    let mut bench = TestTable::scene(
        json!({
            "seats": { "Bo": ["Isolde"] },
            "heroes": { "Brack": { "like": "DK-HERO-01H" }, "Isolde": { "like": "DK-HERO-02H" } },
        }),
        1,
    );
    let offers = bench.table.offers(GM, None);
    let contest = offers.iter().find(|offer| offer.command == "contest").expect("it is offered");
    let picks = [("sides".to_owned(), json!(["Brack: STR", "Isolde: DEX"]))].into_iter().collect();
    bench.does(contest.filled(&picks), &[3, 9]);
    assert_eq!(bench.table.values()["last"]["outcome"], "Isolde", "9 and DEX 14 beat 3 and STR 12");
    let own = bench.table.offers(support::BO, Some(boneyard_table::Who(1)));
    let chase = own.iter().find(|offer| offer.command == "chase").expect("it is offered");
    let picks = [("miles".to_owned(), json!(14))].into_iter().collect();
    bench.op(support::BO, Op::Command(chase.filled(&picks))).expect("DEX 14 makes 14 miles an hour");
}
