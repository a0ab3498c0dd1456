//! What players see of a battle: who stands against them, numbers that agree with the log, foes before friends.

use boneyard_table::table::Op;
use boneyard_table::view::{Domain, Owner};
use boneyard_table::{ActionId, Who};
use serde_json::{Value, json};

use crate::support::{BO, GM, TestTable};

fn ambush() -> TestTable {
    let scene = json!({
        "seats": { "Bo": ["Brack"] },
        "heroes": { "Brack": { "like": "DK-HERO-01H" }, "Isolde": { "like": "DK-HERO-02H" } },
        "creatures": { "Wolf": { "like": "DK-FOE-03H" }, "Goblin": { "like": "DK-FOE-01H" } },
    });
    TestTable::scene(scene, 3)
}

#[test]
fn a_battle_begins_with_nothing_filled_in() {
    let mut bench = ambush();
    let offer = bench.table.offers(GM, None).into_iter().find(|offer| offer.id == "begin").expect("an offer");
    assert_eq!((offer.refusal, offer.params.len()), (None, 0));
    bench.op(GM, Op::Command(json!("begin"))).expect("everybody here fights");
    let state = bench.values();
    let order = bench.table.lines(GM, ActionId(0)).into_iter().map(|line| line.say.text().to_owned());
    let told: Vec<String> = order.collect();
    let named = |name: &str| {
        told.iter().any(|line| line.contains("A battle begins") && line.contains(name))
            || state.to_string().contains(name)
    };
    assert!(["Brack", "Isolde", "Wolf", "Goblin"].into_iter().all(named), "{told:?}");
}

#[test]
fn nobody_to_fight_is_said_before_a_battle_begins() {
    let bench = TestTable::scene(json!({ "heroes": { "Brack": { "like": "DK-HERO-01H" } } }), 3);
    let offer = bench.table.offers(GM, None).into_iter().find(|offer| offer.id == "begin").expect("an offer");
    assert_eq!(offer.refusal.map(|refusal| refusal.code().to_owned()), Some("one-side".into()));
}

fn under_way() -> TestTable {
    let scene = json!({
        "seats": { "Bo": ["Brack"] },
        "heroes": { "Brack": { "like": "DK-HERO-01H" }, "Isolde": { "like": "DK-HERO-02H" } },
        "creatures": { "Wolf": { "like": "DK-FOE-03H", "set": { "reactions": 0 } } },
        "battle": { "order": ["Brack", "Wolf", "Isolde"], "turn": "Wolf" },
    });
    TestTable::scene(scene, 3)
}

#[test]
fn players_see_who_stands_against_them_in_words() {
    let bench = under_way();
    let scene = bench.table.view(BO).scene.expect("a battle is a scene");
    assert!(scene.say.text().contains("Against you: Wolf (unhurt)."), "{}", scene.say.text());
}

#[test]
fn foes_are_listed_before_friends() {
    let scene = json!({
        "seats": { "Bo": ["Brack"] },
        "heroes": { "Brack": { "like": "DK-HERO-01H" }, "Isolde": { "like": "DK-HERO-02H" } },
        "creatures": { "Wolf": { "like": "DK-FOE-03H" } },
        "battle": { "order": ["Brack", "Wolf", "Isolde"], "turn": "Brack" },
    });
    let bench = TestTable::scene(scene, 3);
    let mut mixed = 0;
    for offer in bench.table.offers(BO, Some(Who(0))) {
        for param in &offer.params {
            let Domain::Creature { among } = &param.domain else { continue };
            let foes: Vec<bool> = among.iter().map(|one| one.pick == Who(2)).collect();
            let listed = foes.iter().skip_while(|foe| **foe).all(|foe| !foe);
            assert!(
                listed,
                "{}: {:?}",
                offer.id,
                among.iter().map(|one| one.name.text()).collect::<Vec<_>>()
            );
            mixed += usize::from(foes.contains(&true) && foes.contains(&false));
        }
    }
    assert!(mixed > 0, "something can be aimed at a friend too");
}

/// The log and the cards say the same while a reaction is waited for.
#[test]
fn a_card_says_what_the_log_says_while_somebody_is_asked() {
    let mut found = 0;
    for seed in 0..40 {
        let mut bench = TestTable::scene(
            json!({
                "seats": { "Bo": ["Brack"] },
                "heroes": { "Brack": { "like": "DK-HERO-01H" }, "Isolde": { "like": "DK-HERO-02H" } },
                "creatures": { "Goblin": { "like": "DK-FOE-01H" } },
                "battle": { "order": ["Brack", "Goblin", "Isolde"], "turn": "Goblin" },
            }),
            seed,
        );
        bench
            .op(GM, Op::Command(json!({ "attack": { "who": "Goblin", "with": "stick", "target": "Brack" } })))
            .expect("the goblin strikes twice");
        for _ in 0..12 {
            let so_far = bench.table.values_so_far();
            let hp = |of: &Value| of["Brack"]["hp"].as_i64();
            if hp(&so_far) != hp(&bench.values()) {
                let view = bench.table.view(BO);
                let block = view.block(&Owner::Hero { who: Who(0) }, "hp").expect("Brack has HP");
                let shown = serde_json::to_value(block).expect("plain data");
                assert_eq!(shown["now"].as_i64(), hp(&so_far), "seed {seed}: {shown}");
                found += 1;
            }
            let Some((seat, op)) = boneyard_testkit::by_instinct(&*bench.table) else { break };
            bench.op(seat, op).expect("instinct is legal");
        }
    }
    assert!(found > 0, "somewhere a reaction is asked for after HP are lost");
}
