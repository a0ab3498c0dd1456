//! What a player may not know does not reach them: two tables that differ only in somebody nobody has
//! noticed, and in numbers of the Trapsetter's creatures, are the same to a player, byte for byte.

use std::collections::BTreeSet;

use boneyard_table::table::Op;
use boneyard_table::view::OfferCard;
use boneyard_table::{ActionId, Seat, Who};
use serde_json::{Value, json};

use boneyard_testkit::{
    Lurking, hidden_is_as_good_as_absent, no_offer_holds_the_hidden, no_story_offers_the_hidden,
};
use die_trying::DieTrying;

use crate::arena::{ANN, Arena, Chance, GM, answer, by_instinct, filled};

fn everything(arena: &Arena, seat: Seat) -> String {
    // Numbers nobody has are asked about too.
    let people = arena.table.creatures(GM).into_iter().map(|(who, _)| who);
    let actors = people.chain((0..6).map(Who)).collect::<BTreeSet<Who>>().into_iter();
    let own = |who: &Who| seat.is_gm() || arena.table.creatures(seat).iter().any(|(known, _)| known == who);
    let (known, others): (Vec<Who>, Vec<Who>) = actors.partition(own);
    for who in others {
        assert!(arena.table.offers(seat, Some(who)).is_empty(), "nothing is offered for {who:?}");
    }
    let offers: Vec<_> = [None]
        .into_iter()
        .chain(known.into_iter().map(Some))
        .flat_map(|actor| arena.table.offers(seat, actor))
        .collect();
    let lines = arena.table.lines(seat, ActionId(0));
    let (view, prompts, known) =
        (arena.table.view(seat), arena.table.prompts(seat), arena.table.creatures(seat));
    let all = (view, offers, prompts, lines, known, arena.table.awaits_for(seat));
    serde_json::to_string(&all).expect("views can be written")
}

/// A dark hall with a goblin in it; perhaps somebody else behind it whom nobody has noticed.
fn hall(lurker: Option<&Value>, seed: u64) -> Arena {
    let mut creatures = json!({ "Goblin": { "like": "Goblin Stickfighter" } });
    let mut stage = json!({
        "seats": { "Ann": ["Cy", "Marda"] },
        "heroes": { "Cy": { "like": "Quill" }, "Marda": { "like": "Marda Pell" } },
        "trackers": { "board": { "light": "darkness", "width": 16, "height": 10 } },
        "at": { "Cy": "C3", "Marda": "C5", "Goblin": "H4" },
        "battle": { "order": ["Cy", "Goblin", "Marda"], "turn": "Cy" },
    });
    if let Some(set) = lurker {
        creatures[LURKER] = json!({ "like": "Goblin Sneak", "set": set });
        stage["trackers"]["undetected"] = json!({ LURKER: ["Cy", "Marda"] });
        stage["at"][LURKER] = json!("N8");
        stage["battle"]["order"] = json!(["Cy", "Goblin", "Marda", LURKER]);
    }
    stage["creatures"] = creatures;
    Arena::scene(stage, seed)
}

/// It comes before the goblin, so that the goblin's number would have a gap before it.
const LURKER: &str = "A Lurker";

/// The number of somebody, as the Trapsetter knows it.
fn number(arena: &Arena, name: &str) -> Who {
    let all = arena.table.creatures(GM);
    all.into_iter().find(|(_, known)| known == name).map(|(who, _)| who).expect("it is there")
}

/// What Ann is told when she tries this and that on somebody, by number and by name, whether it is there or not.
fn probes(arena: &Arena, lurker: Who) -> Vec<Value> {
    let tried = |target: Value| {
        [
            json!({ "strike": { "who": 0, "target": target } }),
            json!({ "shove": { "who": 0, "target": target } }),
            json!({ "stabilise": { "who": 0, "target": target } }),
            json!({ "treat": { "who": 0, "target": target } }),
            json!({ "hide": { "who": 0, "from": [target] } }),
            json!({ "cast": { "who": 0, "spell": "Force Dart", "target": target } }),
            json!({ "recall_creature": { "who": 0, "target": target } }),
            json!({ "help": { "who": 0, "target": target, "with": "stealth" } }),
            json!({ "search_body": { "who": 0, "target": target } }),
            json!({ "pick_up": { "who": 0, "of": target, "item": 0 } }),
            json!({ "move": { "who": target, "to": "F3" } }),
            json!({ "end_turn": { "who": target } }),
        ]
    };
    let plain = [
        json!({ "move": { "who": 0, "to": "F3" } }),
        json!({ "hide": { "who": 0 } }),
        json!({ "seek": { "who": 0 } }),
        json!({ "stabilise": { "who": 0, "target": 2 } }),
        json!({ "draft": { "name": LURKER } }),
    ];
    let all = plain.into_iter().chain(tried(json!(lurker))).chain(tried(json!(LURKER)));
    all.map(|command| json!([command, arena.table.probe(ANN, command.clone())])).collect()
}

#[test]
fn somebody_nobody_noticed_is_nowhere_to_be_found() {
    let mut unseen_turns = 0;
    for seed in 0..8 {
        let mut with = hall(Some(&json!({})), seed);
        let mut other = hall(Some(&json!({ "hp": 9, "max_hp": 9, "stealth_bonus": 9, "ac": 3 })), seed);
        let seen = everything(&with, ANN);
        let (lurker, alone) = (number(&with, LURKER), hall(None, seed));
        assert!(!seen.contains("Lurker"), "seed {seed}");
        assert_eq!(seen, everything(&other, ANN), "seed {seed}");
        assert_eq!(seen, everything(&alone, ANN), "seed {seed}: not even a gap");
        assert_eq!(number(&with, "Goblin"), number(&alone, "Goblin"));
        assert_eq!(probes(&with, lurker), probes(&other, lurker), "seed {seed}");
        assert_eq!(probes(&with, lurker), probes(&alone, lurker), "seed {seed}");
        let deeds = [
            (ANN, json!({ "move": { "who": 0, "to": "D3" } })),
            (ANN, json!({ "end_turn": { "who": 0 } })),
            (GM, json!({ "dodge": { "who": 2 } })),
            (GM, json!({ "end_turn": { "who": 2 } })),
            (ANN, json!({ "dash": { "who": 1 } })),
            (ANN, json!({ "end_turn": { "who": 1 } })),
            (GM, json!({ "move": { "who": lurker, "to": "M8" } })),
            (GM, json!({ "end_turn": { "who": lurker } })),
        ];
        for (seat, deed) in deeds {
            for arena in [&mut with, &mut other] {
                arena
                    .op(seat, Op::Command(deed.clone()))
                    .unwrap_or_else(|refusal| panic!("{deed}: {refusal}"));
                while let Some((seat, op)) = by_instinct(&*arena.table) {
                    arena.op(seat, op).expect("instinct is legal");
                }
            }
            let seen = everything(&with, ANN);
            assert_eq!(seen, everything(&other, ANN), "seed {seed}: after {deed}");
            if with.table.awaits().creatures == [lurker] {
                // On its turn nothing is waited for but what is always waited for.
                let idle = cellar(&json!({ "unseen": true }), seed);
                assert_eq!(with.table.awaits_for(ANN), idle.table.awaits_for(ANN), "seed {seed}: {deed}");
                unseen_turns += 1;
            }
            assert!(!seen.contains("Lurker"), "seed {seed}: after {deed}");
        }
        assert!(everything(&with, GM).contains("Lurker"));
    }
    assert_eq!(unseen_turns, 16, "it has had its turns: before it moves and after");
}

/// Quill at a pit that was found, perhaps after traps nobody has found were laid and a hoard was locked away.
fn pit(unknown: usize) -> Arena {
    let mut arena = Arena::scene(
        json!({
            "seats": { "Ann": ["Cy"] },
            "heroes": { "Cy": { "like": "Quill" } },
            "trackers": { "board": { "light": "normal", "width": 12, "height": 8 } },
            "at": { "Cy": "B2" },
        }),
        1,
    );
    for _ in 0..unknown {
        let lay = json!({ "lay_trap": { "trap": "Snare", "at": "L8" } });
        arena.op(GM, Op::Command(lay)).expect("a trap can be set");
    }
    let lay = json!({ "lay_trap": { "trap": "Pit", "at": "B3", "found": true } });
    arena.op(GM, Op::Command(lay)).expect("a trap can be set");
    arena
}

#[test]
fn the_number_of_a_known_trap_tells_of_no_other() {
    let alone = pit(0);
    let seen = everything(&alone, ANN);
    assert!(seen.contains("Disarm the Pit"), "{seen}");
    for unknown in 1..4 {
        let among = pit(unknown);
        assert_eq!(seen, everything(&among, ANN), "{unknown} that nobody has found");
        for trap in 0..5 {
            let deed = json!({ "disarm": { "who": 0, "trap": trap } });
            assert_eq!(
                json!(alone.table.probe(ANN, deed.clone())),
                json!(among.table.probe(ANN, deed)),
                "trap {trap} of {unknown}"
            );
        }
    }
}

/// A hall without any light, and again perhaps somebody nobody has noticed.
fn pitch_dark(lurker: bool, seed: u64) -> Arena {
    let mut creatures = json!({ "Goblin": { "like": "Goblin Stickfighter" } });
    let mut stage = json!({
        "seats": { "Ann": ["Cy", "Marda"] },
        "heroes": { "Cy": { "like": "Quill" }, "Marda": { "like": "Marda Pell" } },
        "trackers": { "board": { "light": "complete_darkness", "width": 16, "height": 10 } },
        "at": { "Cy": "C3", "Marda": "C5", "Goblin": "H4" },
        "battle": { "order": ["Cy", "Goblin", "Marda"], "turn": "Cy" },
    });
    if lurker {
        creatures[LURKER] = json!({ "like": "Goblin Sneak" });
        stage["trackers"]["undetected"] = json!({ LURKER: ["Cy", "Marda"] });
        stage["at"][LURKER] = json!("N8");
        stage["battle"]["order"] = json!(["Cy", "Goblin", "Marda", LURKER]);
    }
    stage["creatures"] = creatures;
    Arena::scene(stage, seed)
}

#[test]
fn hiding_tells_nothing_of_whom_one_does_not_know() {
    let (mut hid, mut secretly) = (0, 0);
    for seed in 0..12 {
        let (mut with, mut alone) = (pitch_dark(true, seed), pitch_dark(false, seed));
        let deeds = [
            json!({ "hide": { "who": 0, "from": [number(&with, LURKER)] } }),
            json!({ "hide": { "who": 0 } }),
            json!({ "sneak": { "who": 0 } }),
            json!({ "move": { "who": 0, "to": "D3" } }),
            json!({ "sneak": { "who": 0 } }),
            json!({ "move": { "who": 0, "to": "F3" } }),
        ];
        for deed in deeds {
            let said = |arena: &mut Arena| {
                arena.op(ANN, Op::Command(deed.clone())).err().map(|refusal| refusal.to_string())
            };
            assert_eq!(said(&mut with), said(&mut alone), "seed {seed}: {deed}");
            assert_eq!(everything(&with, ANN), everything(&alone, ANN), "seed {seed}: after {deed}");
            hid += usize::from(everything(&with, ANN).contains("Hidden from Goblin"));
            secretly += usize::from(everything(&with, GM).contains("Hidden from A Lurker"));
        }
    }
    assert!(hid > 0 && secretly > 0, "{hid} known and {secretly} unknown hidings");
}

#[test]
fn the_numbers_of_the_trapsetters_creatures_stay_with_the_trapsetter() {
    let scene = |set: Value| {
        Arena::scene(
            json!({
                "seats": { "Ann": ["Marda"] },
                "heroes": { "Marda": { "like": "Marda Pell" } },
                "creatures": { "Thing": { "like": "Ogre", "set": set } },
                "at": { "Marda": "C3", "Thing": "C4" },
                "battle": { "order": ["Marda", "Thing"], "turn": "Marda" },
            }),
            3,
        )
    };
    let (fresh, hurt) = (scene(json!({})), scene(json!({ "hp": 3, "strength": 1, "wisdom": 4 })));
    assert_eq!(everything(&fresh, ANN), everything(&hurt, ANN));
    assert_ne!(everything(&fresh, GM), everything(&hurt, GM));
}

/// What Ann or the Trapsetter does next by chance, where nothing hidden has a part in it.
fn next_deed(arena: &Arena, chance: &mut Chance) -> Option<(Seat, Op)> {
    let table = &*arena.table;
    if let Some(card) = table.prompts(GM).first() {
        let seat = card.asks.first().copied().unwrap_or(GM);
        return Some((seat, answer(&card.id, card.default.clone()?)));
    }
    let heroes = [Who(0), Who(1)];
    let actor = *chance.pick(&heroes)?;
    let offers = table.offers(ANN, if chance.one_in(5) { None } else { Some(actor) });
    // Who searches may find what is hidden, as it should be.
    let apart = |offer: &OfferCard| offer.command == "draft" || offer.id == "explore-search";
    let open: Vec<_> = offers.iter().filter(|offer| offer.refusal.is_none() && !apart(offer)).collect();
    let offer = chance.pick(&open)?;
    Some((ANN, Op::Command(filled(offer, chance)?)))
}

/// A long cellar nobody fights in, with somebody near and, where nobody comes by chance, a trap that only the TS knows of.
fn cellar(unknown: &Value, seed: u64) -> Arena {
    let mut arena = Arena::scene(
        json!({
            "seats": { "Ann": ["Cy", "Os"] },
            "heroes": { "Cy": { "like": "Quill" }, "Os": { "like": "Oswin Tallow" } },
            "creatures": { "Canary": { "like": "Ogre", "set": unknown } },
            "trackers": { "board": { "light": "normal", "width": 40, "height": 8 } },
            "at": { "Cy": "B2", "Os": "B4" },
        }),
        seed,
    );
    let trap = if unknown.get("hp").is_some() { "Snare" } else { "Glue floor" };
    let lay = json!({ "lay_trap": { "trap": trap, "at": "AN8" } });
    arena.op(GM, Op::Command(lay)).expect("a trap can be set");
    arena
}

#[test]
fn whatever_a_player_does_what_only_the_trapsetter_knows_makes_no_difference() {
    let known = json!({ "unseen": true });
    let other = json!({ "unseen": true, "hp": 3, "max_hp": 3, "ac": 9, "perception_bonus": 0, "wisdom": 4 });
    for seed in 0..12 {
        let (mut one, mut two) = (cellar(&known, seed), cellar(&other, seed));
        let mut chance = Chance::new(seed);
        for step in 0..25 {
            assert!(everything(&one, ANN) == everything(&two, ANN), "seed {seed}, step {step}: it shows");
            let told = everything(&one, ANN);
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

/// A cellar where so many rats wait that nobody knows of, before three others come for all to see, and a hero.
fn rats(waiting: usize) -> Arena {
    let mut arena = Arena::scene(
        json!({
            "seats": { "Ann": ["Cy"] },
            "heroes": { "Cy": { "like": "Quill" } },
            "trackers": { "board": { "light": "normal", "width": 12, "height": 8 } },
            "at": { "Cy": "B2" },
        }),
        5,
    );
    for nth in 0..waiting {
        let name = if nth == 0 { "Sewer Rat".to_owned() } else { format!("Sewer Rat {}", nth + 1) };
        let add =
            json!({ "add_creature": { "name": name, "like": "Sewer Rat", "at": "L8", "unseen": true } });
        arena.op(GM, Op::Command(add)).expect("one more waits");
    }
    arena
}

#[test]
fn neither_number_nor_name_tells_of_those_who_wait_unseen() {
    let mut told = BTreeSet::new();
    for waiting in 0..5 {
        let mut arena = rats(waiting);
        // 12 on the table: rats, and a face of 4 is a d3 of 2, so three of them.
        arena.does(json!("encounter"), &[1, 2, 4, 2]);
        let begun = arena.op(ANN, Op::Command(json!({ "draft": { "name": "Sewer Rat 4" } })));
        assert!(begun.is_ok(), "with {waiting} that nobody knows of: {begun:?}");
        let again = arena.op(ANN, Op::Command(json!({ "draft": { "name": "sewer rat 2" } })));
        assert_eq!(again.err().map(|refusal| refusal.code().to_owned()).as_deref(), Some("name-taken"));
        let known: Vec<String> = arena.table.creatures(ANN).into_iter().map(|(_, name)| name).collect();
        assert_eq!(known, ["Cy", "Sewer Rat", "Sewer Rat 2", "Sewer Rat 3", "Sewer Rat 4"]);
        let mut names: Vec<String> = arena.table.creatures(GM).into_iter().map(|(_, name)| name).collect();
        assert_eq!(names.len(), 5 + waiting);
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 5 + waiting, "two are called alike");
        told.insert(everything(&arena, ANN));
    }
    assert_eq!(told.len(), 1, "it shows how many wait");
}

/// The dungeon with a goblin of its own that nobody knows of, right beside the heroes; traps, locks and caches are
/// where nobody has been.
fn lurking(things: &'static [(&'static str, Value, Value)]) -> Lurking<'static> {
    let deeds = vec![
        json!({ "enter_dungeon": {} }),
        json!({ "add_creature": { "name": "Qorax", "like": "Goblin Sneak", "at": "R12", "unseen": true } }),
        json!({ "add_creature": { "name": "Vhole", "like": "Goblin Sneak", "unseen": true } }),
    ];
    Lurking {
        scene: json!({
            "seats": { "Ann": ["Cy", "Marda"] },
            "heroes": { "Cy": { "like": "Quill" }, "Marda": { "like": "Marda Pell" } },
        }),
        deeds: Box::leak(deeds.into_boxed_slice()),
        hidden: Some("Vhole"),
        things,
    }
}

#[test]
fn whoever_is_hidden_is_answered_for_like_nobody() {
    let things = vec![
        ("trap", json!(0), json!(250)),
        ("cache", json!(1), json!(250)),
        ("lock", json!({ "cache": 0 }), json!({ "cache": 250 })),
        ("lock", json!({ "door": ["T4", "U4"] }), json!({ "door": ["T8", "U8"] })),
        ("between", json!(["T4", "U4"]), json!(["T8", "U8"])),
        ("between", json!(["AB14", "AB15"]), json!(["AC14", "AC15"])),
    ];
    let tried = hidden_is_as_good_as_absent::<DieTrying>(
        env!("CARGO_MANIFEST_DIR"),
        &lurking(Box::leak(things.into_boxed_slice())),
    );
    assert!(tried > 60, "{tried} fields");
}

#[test]
fn no_offer_ever_holds_whoever_is_hidden() {
    assert!(no_offer_holds_the_hidden::<DieTrying>(&lurking(&[]), 4, 40) > 1000);
}

#[test]
fn no_story_offers_whoever_is_hidden() {
    let looked = no_story_offers_the_hidden::<DieTrying>(env!("CARGO_MANIFEST_DIR"));
    assert!(looked > 50, "{looked} moments");
}

#[test]
fn overruling_somebody_nobody_noticed_is_told_to_nobody() {
    let mut arena = hall(Some(&json!({})), 3);
    let before = everything(&arena, ANN);
    for (key, value) in [("hp", json!(3)), ("ac", json!(2))] {
        let path = format!("{LURKER}.{key}");
        arena.op(GM, Op::Overrule { path, value, reason: "a thorn".into() }).expect("the TS may");
        assert_eq!(before, everything(&arena, ANN), "{key}");
    }
    let path = "Goblin.hp".to_owned();
    arena.op(GM, Op::Overrule { path, value: json!(3), reason: "a thorn".into() }).expect("the TS may");
    assert_ne!(before, everything(&arena, ANN), "of one who is known it is told");
}
