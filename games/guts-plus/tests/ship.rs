//! The supply ship: its content hangs together, crews left to themselves bring it to an end, and
//! players learn of what lodges in the ducts only when it shows itself.

use std::collections::{BTreeMap, BTreeSet};

use boneyard_table::RuleId;
use boneyard_table::stage::{Being, Seating, Stage};
use boneyard_table::table::Op;
use guts_plus::book::Book;
use guts_plus::rules;
use serde_json::json;

use crate::arena::{ANN, Arena, GM, by_instinct, moves};

fn book() -> Book {
    Book::read(&[]).expect("the content can be read")
}

fn ship() -> Stage {
    let (_, stage) =
        guts_plus::starts().into_iter().find(|(title, _)| *title == "The supply ship").expect("it is there");
    stage
}

#[test]
fn every_role_spends_five_points_and_every_stat_line_adds_up() {
    let book = book();
    for role in book.roles.iter() {
        let levels = [role.gumption, role.utility, role.thought, role.slyness];
        let custom: u8 = role.custom.iter().map(|own| own.level - 1).sum();
        let spent = levels.iter().map(|level| level - 1).sum::<u8>() + custom;
        assert_eq!(spent, 5, "{}", role.name);
    }
    for foe in book.foes.iter() {
        let levels = [foe.gumption, foe.utility, foe.thought, foe.slyness];
        let custom: u8 = foe.custom.iter().map(|own| own.level).sum();
        let all = levels.iter().sum::<u8>() + custom;
        assert_eq!(foe.rest.get("xp"), Some(&json!(all)), "{}", foe.name);
    }
}

#[test]
fn ducts_and_tasks_name_rooms_that_are_there() {
    let book = book();
    let room = |name: &str| book.rooms.named(name).is_some();
    for duct in &book.plain["duct"] {
        assert!(["from", "to"].iter().all(|end| room(duct[*end].as_str().expect("a name"))), "{duct}");
    }
    let anywhere = ["anywhere", "any room", "its room", "door panel", "patient"];
    for task in book.tasks.iter() {
        assert!(room(&task.r#where) || anywhere.contains(&task.r#where.as_str()), "{}", task.name);
    }
    let mut sides: Vec<u8> = book.rooms.iter().filter_map(|row| row.side_room).collect();
    sides.sort_unstable();
    assert_eq!(sides, [1, 2, 3, 4, 5]);
    assert_eq!(book.plain["known"].len(), 12);
}

/// A crew by its number: any two to five of the five roles, each in turn.
fn crew(number: u64) -> (Vec<String>, Stage) {
    let book = book();
    let roles: Vec<&str> = book.roles.iter().map(|role| role.name.as_str()).collect();
    let crews: Vec<Vec<&str>> = (0u32..1 << roles.len())
        .filter(|crew| crew.count_ones() >= 2)
        .map(|crew| (0..roles.len()).filter(|nth| (crew >> nth) & 1 == 1).map(|nth| roles[nth]).collect())
        .collect();
    let mut stage = Stage::default();
    let crew = &crews[number as usize % crews.len()];
    for role in crew {
        stage.heroes.insert((*role).to_owned(), Being { like: Some((*role).to_owned()), ..Being::default() });
    }
    stage.trackers.insert("ship".into(), "awake".into());
    (crew.iter().map(|role| (*role).to_owned()).collect(), stage)
}

/// A crew left to itself, to the end.
fn played(seed: u64, stage: &Stage) -> (String, BTreeSet<RuleId>) {
    let mut arena = Arena::set(stage, seed);
    for _ in 0..3000 {
        if let Some((seat, op)) = by_instinct(&*arena.table) {
            arena
                .op(seat, op)
                .unwrap_or_else(|refusal| panic!("seed {seed}: instinct is refused: {refusal}"));
            continue;
        }
        let state = arena.state();
        let ship = state.ship.as_ref().expect("the ship is under way");
        if ship.ended.is_some() {
            assert_eq!(arena.rebuilt(), arena.raw(), "seed {seed}: the records tell something else");
            assert_eq!(ship.marks.len(), 4, "seed {seed}: a condition is unmarked");
            assert!(ship.watch <= 18 && ship.breach <= 6 && ship.crates <= 12, "seed {seed}: {ship:?}");
            let ending = arena.values()["ending"].as_str().expect("in words").to_owned();
            return (ending, arena.cited);
        }
        let Some(op) = moves(&*arena.table) else {
            panic!("seed {seed}: nobody moves in watch {}", ship.watch)
        };
        let told = json!(op);
        arena.op(GM, op).unwrap_or_else(|refusal| panic!("seed {seed}: {told} is refused: {refusal}"));
    }
    panic!("seed {seed}: no end after 3000 steps");
}

fn seeds() -> u64 {
    std::env::var("SHIPS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(30)
}

#[test]
fn crews_left_to_themselves_come_to_an_end() {
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    let mut cited = BTreeSet::new();
    for seed in 0..seeds() {
        let (ending, rules) = played(seed, &ship());
        *ends.entry(ending).or_default() += 1;
        cited.extend(rules);
    }
    println!("{ends:#?}");
    assert!(ends.len() > 2, "it always ends alike: {ends:?}");
    // They try everything: the glass, the airlock and the wrench.
    for rule in [rules::GP_TASK_06H, rules::GP_TASK_07H, rules::GP_COMB_08, rules::GP_ASST_01] {
        assert!(cited.contains(&rule), "no crew came to {rule}");
    }
}

#[test]
fn crews_of_every_kind_come_to_an_end_and_not_all_of_them_win() {
    let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..seeds() {
        let (roles, stage) = crew(seed);
        let (ending, _) = played(seed, &stage);
        println!("{ending}: {}", roles.join(", "));
        let words = ["won", "partial loss", "defeat"];
        let word = words.into_iter().find(|word| ending.starts_with(word));
        *ends.entry(word.expect("one of the three")).or_default() += 1;
    }
    println!("{ends:?}");
    assert_eq!(ends.len(), 3, "one of the three endings never comes: {ends:?}");
}

#[test]
fn nothing_of_it_reaches_a_player_before_it_shows() {
    let mut stage = ship();
    stage.seats.insert("Ann".into(), Seating::Creatures(vec!["Ruth".into()]));
    let mut arena = Arena::set(&stage, 1);
    for command in [
        json!({ "task": { "who": 0, "task": "Fetch", "choose": "hull plates" } }),
        json!({ "task": { "who": 1, "task": "Fetch", "choose": "hull plates" } }),
    ] {
        arena.op(GM, Op::Command(command)).expect("the way is free");
    }
    let view = serde_json::to_string(&arena.table.view(ANN)).expect("a view can be written");
    let offers = serde_json::to_string(&arena.table.offers(ANN, None)).expect("offers can be written");
    for word in
        ["pink", "Pink Creature", "corros", "grapefruit", "lime", "Breach", "crates", "glass alone", "fruit"]
    {
        assert!(!view.contains(word) && !offers.contains(word), "Ann can read \"{word}\"");
    }
}
