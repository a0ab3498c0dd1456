//! The Fall of the Saint Aurelia is whole, and its secrets stay with the referee.

use boneyard_table::table::Op;
use boneyard_table::{Seat, Who};
use boneyard_testkit::{Chance, answer, filled, said};
use dirk_rules::book::Book;
use serde_json::{Value, json};

use crate::support::{BO, DI, GM, TestTable};

fn road(seed: u64, clock: &str) -> TestTable {
    TestTable::scene(
        json!({
            "seats": { "Bo": ["Brack"], "Di": ["Isolde"] },
            "heroes": { "Brack": { "like": "DK-HERO-01H" }, "Isolde": { "like": "DK-HERO-02H" } },
            "at": { "party": "saint-aurelia/road" },
            "clock": clock,
        }),
        seed,
    )
}

#[test]
fn the_eight_places_are_linked_as_the_map_says() {
    let book = Book::read(&[]).expect("the game's own content");
    let file = &book.adventures["saint-aurelia"];
    let ways: Vec<_> = file
        .way
        .iter()
        .filter(|way| way.between.iter().all(|end| end.as_str() != "out"))
        .map(|way| {
            let takes = way.takes.as_ref().map_or("", |takes| takes.as_str());
            (way.between[0].as_str(), way.between[1].as_str(), takes)
        })
        .collect();
    let map = [
        ("green", "road", "60 minutes"),
        ("road", "ring", "120 minutes"),
        ("road", "furrow", "60 minutes"),
        ("ring", "furrow", "60 minutes"),
        ("furrow", "hold", "10 minutes"),
        ("hold", "vault", "10 minutes"),
        ("hold", "bridge", "10 minutes"),
        ("vault", "chapel", "10 minutes"),
        ("bridge", "chapel", "10 minutes"),
    ];
    assert_eq!(ways, map);
    let rules: Vec<_> =
        file.place.iter().filter_map(|place| place.rule.as_ref()).map(|rule| rule.as_str()).collect();
    let numbered: Vec<String> = (1..=8).map(|number| format!("DK-SCEN-0{number}H")).collect();
    assert_eq!(rules, numbered);
}

#[test]
fn everybody_who_waits_can_be_brought_in_and_everything_that_lies_about_be_taken() {
    let book = Book::read(&[]).expect("the game's own content");
    let file = &book.adventures["saint-aurelia"];
    for place in &file.place {
        let mut bench = TestTable::scene(
            json!({
                "heroes": { "Brack": { "like": "DK-HERO-01H", "set": { "str": 200 } } },
                "at": { "party": format!("saint-aurelia/{}", place.id) },
            }),
            3,
        );
        for person in file
            .person
            .iter()
            .filter(|row| row.r#where.as_ref().map(|name| name.as_str()) == Some(place.id.as_str()))
        {
            let op = json!({ "bring": { "adventure": "saint-aurelia", "person": person.id.as_str() } });
            settle(&mut bench, Op::Command(op), GM);
            let met =
                &bench.table.values()["adventures"]["saint-aurelia"]["waits"][person.id.as_str()]["met"];
            assert!(met.as_u64() > Some(0), "{} was not met", person.id);
        }
        for _ in 0..20 {
            let offers = bench.table.offers(GM, Some(Who(0)));
            let Some(card) = offers.iter().find(|card| card.command == "pick_up" && card.refusal.is_none())
            else {
                break;
            };
            let taken = filled(card, &mut Chance::new(1)).expect("something lies there");
            settle(&mut bench, Op::Command(taken), GM);
        }
        assert_eq!(bench.table.values()["floor"], json!([]), "{}", place.id);
    }
}

/// Words that only the referee may read before anybody has met what they are about.
const SECRETS: [&str; 12] = [
    "Margrave",
    "margrave",
    "Umm-Sel",
    "Brood",
    "brood",
    "Vex Harrow",
    "Aurelia, the mind",
    "webbed",
    "Reactor Chapel",
    "Medical Vault",
    "power-up",
    "Odo is talked",
];

#[test]
fn players_read_no_secret_of_the_adventure_and_the_referee_reads_them_all() {
    let mut bench = road(1, "0");
    let everything = bench.everything(GM);
    for secret in ["ilvane", "umm-sel", "Reactor Chapel", "Hask's hat", "Her cargo was chocolate"] {
        assert!(everything.contains(secret), "the referee does not read {secret}");
    }
    for to in ["Wolfstone Ring", "Ash Road", "Kettlewick Green", "Ash Road", "The Furrow"] {
        for seat in [BO, DI] {
            let seen = bench.everything(seat);
            for secret in SECRETS {
                assert!(!seen.contains(secret), "{seat} reads {secret} before {to}");
            }
        }
        settle(&mut bench, Op::Command(json!({ "go": { "who": "Brack", "to": to } })), BO);
    }
}

/// Carries out what a seat does: nobody lies in wait or strikes, no time is rolled for, and all else is answered by instinct.
fn settle(bench: &mut TestTable, op: Op, seat: Seat) {
    bench.op(seat, op).expect("legal");
    while let Some((seat, op)) = boneyard_testkit::by_instinct(&*bench.table) {
        let card = bench.table.prompts(GM).into_iter().next();
        let calm = card.and_then(|card| {
            let say = match card.name.as_str() {
                "event-rolls" => json!("safe"),
                "ambush" => json!("no"),
                name if name.starts_with("met ") => json!("wait"),
                _ => return None,
            };
            Some((GM, answer(&card.id, say)))
        });
        let (seat, op) = calm.unwrap_or((seat, op));
        bench.op(seat, op).expect("instinct is legal");
    }
}

/// Two tables that differ only in what the referee has done behind the screen.
#[test]
fn trackers_and_goals_that_only_the_referee_knows_change_nothing_for_players() {
    for seed in 0..12 {
        let (mut here, mut there) = (road(seed, "7200"), road(seed, "7200"));
        let tracker = |tracker: &str| json!({ "tracker": { "adventure": "saint-aurelia", "tracker": tracker, "by": 1 } });
        let goal = |goal: &str, stands: &str| json!({ "goal": { "adventure": "saint-aurelia", "goal": goal, "stands": stands } });
        let behind_the_screen = [
            (tracker("brood"), tracker("margrave")),
            (tracker("brood"), goal("hask-home", "lost")),
            (goal("brood-done", "met"), goal("ilvane-done", "met")),
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
        let say = match card.name.as_str() {
            "event-rolls" => json!("safe"),
            "ambush" => json!("no"),
            name if name.starts_with("met ") => json!("wait"),
            _ => said(&card, chance)?,
        };
        return Some((seat, answer(&card.id, say)));
    }
    let nth = chance.below(2);
    let (seat, who) = ([BO, DI][nth], Who(nth as u16));
    let offers = bench.table.offers(seat, Some(who));
    let offer = offers.iter().find(|offer| offer.command == "go" && offer.refusal.is_none())?;
    Some((seat, Op::Command(filled(offer, chance)?)))
}

fn probes(bench: &TestTable, seat: Seat) -> Vec<Value> {
    let who = if seat == BO { "Brack" } else { "Isolde" };
    let places = ["Medical Vault", "The Moon", "Reactor Chapel", "Fore-hold"];
    let goes = places.map(|to| json!({ "go": { "who": who, "to": to } }));
    let others = [
        json!({ "bring": { "adventure": "saint-aurelia", "person": "umm-sel" } }),
        json!({ "tracker": { "adventure": "saint-aurelia", "tracker": "brood", "by": 1 } }),
        json!({ "goal": { "adventure": "saint-aurelia", "goal": "brood-done", "stands": "met" } }),
        json!({ "talk": { "who": who, "target": 4, "about": "Dorrit" } }),
        json!({ "open": { "who": who, "what": "the great stone" } }),
        json!({ "attempt": { "who": who, "what": "spot the ambush" } }),
    ];
    goes.into_iter().chain(others).map(|command| json!(bench.table.probe(seat, command))).collect()
}
