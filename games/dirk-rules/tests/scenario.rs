//! The scenario is whole, and its secrets stay with the referee.

use boneyard_table::Seat;
use boneyard_table::table::Op;
use boneyard_testkit::{Chance, answer, filled, said};
use dirk_rules::book::Book;
use serde_json::{Value, json};

use crate::support::{BO, DI, GM, TestTable};

fn book() -> Book {
    Book::read(&[]).expect("the game's own content")
}

fn road(seed: u64, clock: &str) -> TestTable {
    TestTable::scene(
        json!({
            "seats": { "Bo": ["Brack"], "Di": ["Isolde"] },
            "heroes": { "Brack": { "like": "DK-HERO-01H" }, "Isolde": { "like": "DK-HERO-02H" } },
            "at": { "party": "Ash Road" },
            "clock": clock,
        }),
        seed,
    )
}

#[test]
fn the_eight_places_are_linked_as_the_map_says() {
    let book = book();
    let row = book.scenario.as_ref().expect("there is a scenario");
    let links: Vec<_> = row.links.iter().map(|link| (link.between, link.minutes)).collect();
    let map = [
        ([1, 2], 60),
        ([2, 3], 120),
        ([2, 4], 60),
        ([3, 4], 60),
        ([4, 5], 10),
        ([5, 6], 10),
        ([5, 7], 10),
        ([6, 8], 10),
        ([7, 8], 10),
    ];
    assert_eq!(links, map);
    let numbers: Vec<u16> = book.places.iter().map(|place| place.number).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!((row.start, row.reward, row.missing.len(), row.menaces.len()), (1, 5, 3, 2));
    assert_eq!((row.brood.size, row.brood.adds.die, row.sleeper.size, row.sleeper.blood_at), (4, 4, 4, 8));
}

#[test]
fn everybody_who_waits_can_be_brought_in_and_everything_that_lies_about_be_found() {
    let book = book();
    for place in book.places.iter() {
        let mut bench = TestTable::scene(
            json!({
                "heroes": { "Brack": { "like": "DK-HERO-01H", "add": { "items": ["specialist tools"] } } },
                "at": { "party": place.name },
            }),
            3,
        );
        for waits in &place.waits {
            let op = Op::Command(json!({ "reveal": { "name": waits.who } }));
            bench.op(GM, op).unwrap_or_else(|refusal| panic!("{}: {refusal}", waits.who));
        }
        for loot in &place.loot {
            let op = Op::Command(json!({ "loot": { "who": "Brack", "what": loot.name() } }));
            settle(&mut bench, op, GM);
        }
        for tries in &place.tries {
            let op = Op::Command(json!({ "attempt": { "who": "Brack", "what": tries.what } }));
            bench.op(GM, op).unwrap_or_else(|refusal| panic!("{}: {refusal}", tries.what));
            while let Some((seat, op)) = boneyard_testkit::by_instinct(&*bench.table) {
                bench.op(seat, op).expect("instinct is legal");
            }
        }
        let scenario = &bench.table.values()["scenario"];
        assert_eq!(scenario["lies"], json!([]), "{}", place.name);
        let waits = scenario["waits"].as_object().expect("a table");
        let here = waits.values().filter(|waits| waits["place"] == place.number).count();
        assert_eq!(here, 0, "{}", place.name);
    }
}

/// Words that only the referee may read before anybody has met what they are about.
const SECRETS: [&str; 14] = [
    "Margrave",
    "margrave",
    "Umm-Sel",
    "Brood",
    "brood",
    "Grisel",
    "Vex Harrow",
    "Aurelia, the mind",
    "webbed",
    "Reactor Chapel",
    "Medical Vault",
    "Hask's hat",
    "power-up",
    "Odo is talked",
];

#[test]
fn players_read_no_secret_of_the_scenario_and_the_referee_reads_them_all() {
    let mut bench = road(1, "0");
    let everything = bench.everything(GM);
    for secret in ["Margrave Ilvane", "Umm-Sel", "Reactor Chapel", "Hask's hat", "asleep", "road bandit"] {
        assert!(everything.contains(secret), "the referee does not read {secret}");
    }
    for to in [
        json!("Wolfstone Ring"),
        json!("Ash Road"),
        json!("Kettlewick Green"),
        json!("Ash Road"),
        json!("The Furrow"),
    ] {
        for seat in [BO, DI] {
            let seen = bench.everything(seat);
            for secret in SECRETS {
                assert!(!seen.contains(secret), "{seat} reads {secret} before {to}");
            }
        }
        settle(&mut bench, Op::Command(json!({ "go": { "to": to } })), BO);
    }
}

/// Carries out what a seat does, with every question answered by instinct.
fn settle(bench: &mut TestTable, op: Op, seat: Seat) {
    bench.op(seat, op).expect("legal");
    while let Some((seat, op)) = boneyard_testkit::by_instinct(&*bench.table) {
        bench.op(seat, op).expect("instinct is legal");
    }
}

/// Two tables that differ only in what the referee has done behind the screen.
#[test]
fn clocks_flags_and_fates_that_only_the_referee_knows_change_nothing_for_players() {
    for seed in 0..12 {
        let (mut here, mut there) = (road(seed, "7200"), road(seed, "7200"));
        let behind_the_screen = [
            (json!({ "advance": { "clock": "Brood" } }), json!({ "advance": { "clock": "Margrave" } })),
            (json!({ "advance": { "clock": "Brood" } }), json!({ "fate": { "of": "Hask", "is": "gone" } })),
            (
                json!({ "fate": { "of": "Umm-Sel", "is": "dead" } }),
                json!({ "fate": { "of": "Margrave Ilvane", "is": "bargained" } }),
            ),
        ];
        for (one, other) in behind_the_screen {
            here.op(GM, Op::Command(one)).expect("the referee may");
            there.op(GM, Op::Command(other)).expect("the referee may");
        }
        let mut chance = Chance::new(seed);
        for _ in 0..12 {
            let Some((seat, op)) = next(&here, &mut chance) else { continue };
            let told = [&mut here, &mut there].map(|bench| {
                bench.op(seat, op.clone()).map(|planned| planned.waits).map_err(|refusal| json!(refusal))
            });
            assert_eq!(told[0], told[1], "seed {seed}: {op:?}");
            for seat in [BO, DI] {
                assert_eq!(here.everything(seat), there.everything(seat), "seed {seed}: after {op:?}");
                let probed = [&here, &there].map(|bench| probes(bench, seat));
                assert_eq!(probed[0], probed[1], "seed {seed}: {seat} finds out by trying");
            }
        }
    }
}

/// What players do in both, and what the referee answers in both.
fn next(bench: &TestTable, chance: &mut Chance) -> Option<(Seat, Op)> {
    if let Some(card) = bench.table.prompts(GM).into_iter().next() {
        let seat = card.asks.first().copied().unwrap_or(GM);
        // Nothing is rolled for: what hatched behind the screen has used up other dice.
        let say = if card.name == "event-rolls" { json!("safe") } else { said(&card, chance)? };
        return Some((seat, answer(&card.id, say)));
    }
    let seat = [BO, DI][chance.below(2)];
    let offers = bench.table.offers(seat, None);
    let offer = offers.iter().find(|offer| offer.command == "go" && offer.refusal.is_none())?;
    Some((seat, Op::Command(filled(offer, chance)?)))
}

fn probes(bench: &TestTable, seat: Seat) -> Vec<Value> {
    let places = ["Medical Vault", "The Moon", "Reactor Chapel", "Fore-hold"];
    let goes = places.map(|to| json!({ "go": { "to": to } }));
    let others = [
        json!({ "reveal": { "name": "Umm-Sel" } }),
        json!({ "advance": { "clock": "Brood" } }),
        json!({ "fate": { "of": "Umm-Sel", "is": "dead" } }),
        json!({ "loot": { "who": 0, "what": "Hask's hat" } }),
        json!({ "flag": { "flag": "aired", "on": false } }),
        json!({ "attempt": { "who": 0, "what": "spot the ambush" } }),
    ];
    goes.into_iter().chain(others).map(|command| json!(bench.table.probe(seat, command))).collect()
}
