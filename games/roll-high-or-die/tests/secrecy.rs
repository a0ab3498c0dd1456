//! What a player may not know does not reach them: two tables that differ only in somebody nobody knows of, in where
//! somebody in the fog stands, or in numbers of the Referee's creatures, are the same to a player, byte for byte.

use boneyard_table::table::Op;
use boneyard_table::{Seat, Who};
use serde_json::{Value, json};

use boneyard_testkit::{
    Lurking, hidden_is_as_good_as_absent, no_offer_holds_the_hidden, no_story_offers_the_hidden,
};
use roll_high_or_die::RollHighOrDie;

use crate::arena::{ANN, Arena, Chance, GM, answer, by_instinct, filled};

/// A hall with a wall across it: what is behind the wall is in the fog.
fn hall(lurker: &Value, at: &str, unseen: bool, seed: u64) -> Arena {
    let mut set = lurker.clone();
    set["unseen"] = json!(unseen);
    Arena::scene(
        json!({
            "seats": { "Ann": ["Cy", "Marda"] },
            "heroes": { "Cy": { "like": "Deke Lowe" }, "Marda": { "like": "Marta Voss" } },
            "creatures": {
                "Goon": { "like": "Bandit Cutthroat" },
                "Lurker": { "like": "Bandit Captain", "set": set },
            },
            "trackers": { "board": { "map": "
                . . . . . . # . . . .
                . . . . . . # . . . .
                . . . . . . # . . . .
                . . . . . . # . . . .
                . . . . . . # . . . .
            " } },
            "at": { "Cy": "A2", "Marda": "A4", "Goon": "E3", "Lurker": at },
            "battle": { "order": ["Cy", "Goon", "Marda", "Lurker"], "turn": "Cy" },
        }),
        seed,
    )
}

/// The number of the one who lurks.
fn lurker(arena: &Arena) -> Who {
    let all = arena.table.creatures(GM);
    all.into_iter().find(|(_, name)| name == "Lurker").map(|(who, _)| who).expect("it is there")
}

fn probes(arena: &Arena) -> Vec<Value> {
    let lurker = lurker(arena);
    let tried = [
        json!({ "attack": { "who": 0, "target": lurker } }),
        json!({ "shove": { "who": 0, "target": lurker } }),
        json!({ "run": { "who": 0, "to": "C2" } }),
        json!({ "hide": { "who": 0 } }),
        json!({ "detect": { "who": 0 } }),
        json!({ "feature": { "who": 0, "feature": "Feint", "target": lurker } }),
        json!({ "measure": { "from": "A2", "to": "J2" } }),
    ];
    tried.into_iter().map(|command| json!(arena.table.probe(ANN, command))).collect()
}

fn deeds() -> Vec<(Seat, Value)> {
    vec![
        (ANN, json!({ "run": { "who": 0, "to": "B2" } })),
        (ANN, json!({ "end_turn": { "who": 0 } })),
        (GM, json!({ "stance": { "who": 2, "stance": "Crouched" } })),
        (GM, json!({ "end_turn": { "who": 2 } })),
        (ANN, json!({ "stance": { "who": 1, "stance": "High Ready" } })),
        (ANN, json!({ "end_turn": { "who": 1 } })),
        (GM, json!({ "stance": { "who": 3, "stance": "High Ready" } })),
        (GM, json!({ "run": { "who": 3, "to": "J3" } })),
        (GM, json!({ "hide": { "who": 3 } })),
        (GM, json!({ "end_turn": { "who": 3 } })),
    ]
}

fn does(arena: &mut Arena, seat: Seat, deed: &Value) {
    arena.op(seat, Op::Command(deed.clone())).unwrap_or_else(|refusal| panic!("{deed}: {refusal}"));
    while let Some((seat, op)) = by_instinct(&*arena.table) {
        arena.op(seat, op).expect("instinct is legal");
    }
}

#[test]
fn somebody_nobody_knows_of_is_nowhere_to_be_found() {
    for seed in 0..4 {
        let mut with = hall(&json!({}), "J2", true, seed);
        let other = json!({ "vitality": 3, "strength": 4, "stance": "Prone", "wounds": 2 });
        let mut other = hall(&other, "I4", true, seed);
        assert_eq!(with.everything(ANN), other.everything(ANN), "seed {seed}");
        assert_eq!(probes(&with), probes(&other), "seed {seed}");
        for (seat, deed) in deeds().into_iter().take(6) {
            does(&mut with, seat, &deed);
            does(&mut other, seat, &deed);
            let seen = with.everything(ANN);
            assert!(!seen.contains("Lurker"), "seed {seed}: after {deed}");
            assert_eq!(seen, other.everything(ANN), "seed {seed}: after {deed}");
        }
        assert!(with.everything(GM).contains("Lurker"));
    }
}

#[test]
fn where_somebody_in_the_fog_stands_and_how_is_nobodys_business() {
    for seed in 0..4 {
        let mut one = hall(&json!({}), "J2", false, seed);
        let mut two = hall(&json!({ "stance": "Crouched", "vitality": 4 }), "I2", false, seed);
        assert_eq!(one.everything(ANN), two.everything(ANN), "seed {seed}");
        assert!(one.everything(ANN).contains("Lurker"), "that there is somebody is known");
        assert_eq!(probes(&one), probes(&two), "seed {seed}");
        for (seat, deed) in deeds() {
            // Down is down for one, and up for the other: both stand up first.
            does(&mut one, seat, &deed);
            does(&mut two, seat, &deed);
            assert_eq!(one.everything(ANN), two.everything(ANN), "seed {seed}: after {deed}");
        }
    }
}

#[test]
fn the_fog_lifts_where_somebody_looks_and_what_was_seen_is_remembered() {
    let mut arena = hall(&json!({}), "J2", false, 1);
    let fog = |arena: &Arena| -> Value {
        let view = json!(arena.table.view(ANN));
        let text = view.to_string();
        assert!(text.contains("\"fog\""), "there is a layer of fog");
        view
    };
    fog(&arena);
    let told =
        |arena: &Arena| arena.everything(ANN).contains("\"High object\"") || arena.everything(ANN).len() > 10;
    assert!(told(&arena));
    let lurks = |arena: &Arena| {
        let map = json!(arena.table.view(ANN));
        map.to_string().matches("Lurker").count()
    };
    let before = lurks(&arena);
    does(&mut arena, GM, &json!({ "place": { "who": 3, "at": "D3" } }));
    assert!(lurks(&arena) > before, "in the open it has a token");
    does(&mut arena, GM, &json!({ "place": { "who": 3, "at": "J2" } }));
    assert_eq!(lurks(&arena), before, "and behind the wall none");
}

#[test]
fn the_numbers_of_the_referees_creatures_stay_with_the_referee() {
    let scene = |set: Value| {
        Arena::scene(
            json!({
                "seats": { "Ann": ["Marda"] },
                "heroes": { "Marda": { "like": "Marta Voss" } },
                "creatures": { "Thing": { "like": "Ogre", "set": set } },
                "at": { "Marda": "C3", "Thing": "D4" },
                "battle": { "order": ["Marda", "Thing"], "turn": "Marda" },
            }),
            3,
        )
    };
    let (fresh, hurt) = (scene(json!({})), scene(json!({ "vitality": 3, "strength": 1, "wisdom": 4 })));
    assert_eq!(fresh.everything(ANN), hurt.everything(ANN));
    assert_ne!(fresh.everything(GM), hurt.everything(GM));
}

/// What Ann does next by chance, where nothing hidden has a part in it.
fn next_deed(arena: &Arena, chance: &mut Chance) -> Option<(Seat, Op)> {
    let table = &*arena.table;
    if let Some(card) = table.prompts(GM).first() {
        let seat = card.asks.first().copied().unwrap_or(GM);
        return Some((seat, answer(&card.id, card.default.clone()?)));
    }
    let heroes = [Who(0), Who(1)];
    let actor = *chance.pick(&heroes)?;
    let offers = table.offers(ANN, if chance.one_in(5) { None } else { Some(actor) });
    let open: Vec<_> = offers.iter().filter(|offer| offer.refusal.is_none()).collect();
    let offer = chance.pick(&open)?;
    Some((ANN, Op::Command(filled(offer, chance)?)))
}

/// A camp nobody fights in, with somebody near and a trap that only the Referee knows of.
fn camp(unknown: &Value, trap: &str, seed: u64) -> Arena {
    let mut arena = Arena::scene(
        json!({
            "seats": { "Ann": ["Cy", "Os"] },
            "heroes": { "Cy": { "like": "Deke Lowe" }, "Os": { "like": "Brother Osk" } },
            "creatures": { "Canary": { "like": "Ogre", "set": unknown } },
            "trackers": { "board": { "width": 12, "height": 8 } },
            "at": { "Cy": "B2", "Os": "B4", "Canary": "J6" },
        }),
        seed,
    );
    let lay = json!({ "lay_trap": { "trap": trap, "at": "L8" } });
    arena.op(GM, Op::Command(lay)).expect("a trap can be set");
    arena
}

#[test]
fn whatever_a_player_does_what_only_the_referee_knows_makes_no_difference() {
    let known = json!({ "unseen": true });
    let other = json!({ "unseen": true, "vitality": 3, "wisdom": 4, "stance": "Prone" });
    for seed in 0..6 {
        let (mut one, mut two) = (camp(&known, "Dart", seed), camp(&other, "Pit", seed));
        let mut chance = Chance::new(seed);
        for step in 0..20 {
            let told = one.everything(ANN);
            assert!(told == two.everything(ANN), "seed {seed}, step {step}: it shows");
            let around =
                told.find("Canary").map(|at| &told[at.saturating_sub(300)..(at + 100).min(told.len())]);
            assert_eq!(around, None, "seed {seed}, step {step}");
            let Some((seat, op)) = next_deed(&one, &mut chance) else { continue };
            let said =
                |result: Result<_, boneyard_table::Refusal>| result.err().map(|refusal| refusal.to_string());
            let (first, second) = (one.op(seat, op.clone()).map(drop), two.op(seat, op.clone()).map(drop));
            assert_eq!(said(first), said(second), "seed {seed}, step {step}: {op:?}");
        }
    }
}

/// Two heroes in a camp with somebody beside them whom nobody knows of, and a trap nobody noticed.
fn lurking(things: &'static [(&'static str, Value, Value)]) -> Lurking<'static> {
    let deeds = vec![json!({ "lay_trap": { "trap": "Dart", "at": "C3" } })];
    Lurking {
        scene: json!({
            "seats": { "Ann": ["Cy", "Os"] },
            "heroes": { "Cy": { "like": "Deke Lowe" }, "Os": { "like": "Brother Osk" } },
            "creatures": {
                "Goon": { "like": "Bandit Cutthroat" },
                "Qorax": { "like": "Bandit Captain", "set": { "unseen": true } },
            },
            "trackers": { "board": { "width": 12, "height": 8 } },
            "at": { "Cy": "B2", "Os": "B4", "Goon": "K2", "Qorax": "B3" },
        }),
        deeds: Box::leak(deeds.into_boxed_slice()),
        hidden: Some("Qorax"),
        things,
    }
}

#[test]
fn whoever_is_hidden_is_answered_for_like_nobody() {
    let things = vec![("at", json!("C3"), json!("C1"))];
    let tried = hidden_is_as_good_as_absent::<RollHighOrDie>(
        env!("CARGO_MANIFEST_DIR"),
        &lurking(Box::leak(things.into_boxed_slice())),
    );
    assert!(tried > 60, "{tried} fields");
}

#[test]
fn no_offer_ever_holds_whoever_is_hidden() {
    assert!(no_offer_holds_the_hidden::<RollHighOrDie>(&lurking(&[]), 4, 40) > 1000);
}

#[test]
fn no_story_offers_whoever_is_hidden() {
    let looked = no_story_offers_the_hidden::<RollHighOrDie>(env!("CARGO_MANIFEST_DIR"));
    assert!(looked > 50, "{looked} moments");
}

#[test]
fn overruling_somebody_nobody_knows_of_is_told_to_nobody() {
    let mut arena = hall(&json!({}), "J2", true, 3);
    let before = arena.everything(ANN);
    let overrule = |path: &str| Op::Overrule { path: path.into(), value: json!(3), reason: "a thorn".into() };
    arena.op(GM, overrule("Lurker.vitality")).expect("the Referee may");
    assert_eq!(before, arena.everything(ANN));
    arena.op(GM, overrule("Cy.vitality")).expect("the Referee may");
    assert_ne!(before, arena.everything(ANN), "of one who is known it is told");
}

/// A camp where so many wait whom nobody knows of, before one comes for all to see, and a hero is begun.
fn ambush(waiting: usize) -> Arena {
    let mut arena = Arena::scene(
        json!({
            "seats": { "Ann": ["Cy"] },
            "heroes": { "Cy": { "like": "Deke Lowe" } },
            "trackers": { "board": { "width": 12, "height": 8 } },
            "at": { "Cy": "B2" },
        }),
        5,
    );
    for nth in 0..waiting {
        let name = format!("Wolf {nth}");
        let add = json!({ "add_creature": { "name": name, "like": "Ogre", "at": "L8", "unseen": true } });
        // One after the other: there is room for one.
        let add = if nth == 0 { add } else { json!({ "add_creature": { "name": name, "unseen": true } }) };
        arena.op(GM, Op::Command(add)).expect("one more waits");
    }
    arena
}

#[test]
fn neither_number_nor_name_of_a_new_hero_tells_of_those_who_wait_unseen() {
    let mut told = std::collections::BTreeSet::new();
    for waiting in 0..4 {
        let mut arena = ambush(waiting);
        let goon = json!({ "add_creature": { "name": "Goon", "like": "Bandit Cutthroat", "at": "D2" } });
        arena.op(GM, Op::Command(goon)).expect("one comes for all to see");
        let begun = arena.op(ANN, Op::Command(json!({ "begin_hero": { "name": "Wolf 1" } })));
        assert!(begun.is_ok(), "with {waiting} that nobody knows of: {begun:?}");
        let again = arena.op(ANN, Op::Command(json!({ "begin_hero": { "name": "goon" } })));
        assert_eq!(again.err().map(|refusal| refusal.code().to_owned()).as_deref(), Some("name-taken"));
        let mut names: Vec<String> = arena.table.creatures(GM).into_iter().map(|(_, name)| name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 3 + waiting, "two are called alike");
        told.insert(format!("{} {:?}", arena.everything(ANN), arena.table.creatures(ANN)));
    }
    assert_eq!(told.len(), 1, "it shows how many wait");
}
