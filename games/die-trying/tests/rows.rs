//! Every row at work: each spell cast and each trap sprung with many dice, ready heroes against the numbers
//! of their sheets, and a dungeon whose map and rooms agree.

use boneyard_board::{Chart, DoorAt, Square};
use boneyard_table::table::Op;
use boneyard_table::{Playable, Who};
use die_trying::DieTrying;
use die_trying::book::Book;
use die_trying::check::skill_bonus;
use die_trying::state::Proficiency;
use serde_json::{Value, json};

use crate::arena::{Arena, GM, by_instinct};

const SEEDS: u64 = 5;

fn book() -> Book {
    DieTrying::book(&[]).expect("ours")
}

fn does(arena: &mut Arena, command: Value) {
    let told = command.to_string();
    if let Err(refusal) = arena.op(GM, Op::Command(command)) {
        panic!("{told} is refused: {refusal}");
    }
    while let Some((seat, op)) = by_instinct(&*arena.table) {
        arena.op(seat, op).expect("instinct is legal");
    }
}

fn chamber(spell: &str, seed: u64) -> Arena {
    Arena::scene(
        json!({
            "heroes": {
                "Caster": { "set": { "intelligence": 3, "constitution": 9, "hp": 18, "magic_dice": 3,
                    "instability": seed, "spells": [spell], "items": ["Torch"], "hands": ["Torch"] } },
                "Down": { "set": { "constitution": 3, "hp": -1 } },
                "Gone": { "set": { "constitution": 3, "dead": true } },
            },
            "creatures": {
                "Foe": { "like": "Ghoul" },
                "Bones": { "like": "Skeleton" },
                "Corpse": { "like": "Goblin Boss", "set": { "dead": true } },
            },
            "trackers": { "board": { "light": "normal", "width": 20, "height": 12 } },
            "at": { "Caster": "E5", "Down": "E6", "Gone": "D5", "Foe": "F5", "Bones": "G5", "Corpse": "F6" },
        }),
        seed,
    )
}

#[test]
fn every_spell_can_be_cast_and_can_go_wrong() {
    for row in book().spells.iter() {
        let mut bent = 0;
        for seed in 0..SEEDS {
            let mut arena = chamber(&row.name, seed);
            let mut cast = json!({ "who": "Caster", "spell": row.name, "dice": row.level.max(1) });
            match row.target.as_str() {
                "dying" => cast["target"] = json!("Down"),
                "dead" => cast["target"] = json!("Gone"),
                "corpse" => cast["target"] = json!("Corpse"),
                "area" if row.range == 0 => cast["facing"] = json!("east"),
                "area" => cast["at"] = json!("G5"),
                "object" => cast["target"] = json!("Caster"),
                "self" | "lock-or-trap" => {}
                _ => cast["target"] = json!("Foe"),
            }
            does(&mut arena, json!({ "cast": cast }));
            assert!(arena.cited.contains(&die_trying::rules::DT_MAG_02), "{}", row.name);
            bent += usize::from(arena.cited.contains(&die_trying::rules::DT_MIS_02));
            assert_eq!(arena.raw(), arena.rebuilt(), "{} with seed {seed}", row.name);
        }
        assert!(bent > 0, "{} never went wrong", row.name);
    }
}

#[test]
fn every_trap_goes_off() {
    for row in book().traps.iter() {
        for seed in 0..SEEDS {
            let mut arena = chamber("Kindle", seed);
            does(&mut arena, json!({ "lay_trap": { "trap": row.name, "at": "E5" } }));
            does(&mut arena, json!({ "spring_trap": { "trap": 0, "who": "Caster" } }));
            let trap = &arena.state().traps[0];
            let goes_on = row.hook.as_deref() == Some("crushing-room");
            assert!(trap.found && trap.spent != (row.resets || goes_on), "{}", row.name);
            assert!(arena.cited.contains(&row.id), "{}", row.name);
            assert_eq!(arena.raw(), arena.rebuilt(), "{} with seed {seed}", row.name);
        }
    }
}

#[test]
fn ready_heroes_come_to_the_numbers_of_their_sheets() {
    let book = book();
    for row in book.heroes.iter() {
        let arena = Arena::scene(json!({ "heroes": { "Hero": { "like": row.id.as_str() } } }), 1);
        let (state, published) = (arena.state(), arena.values());
        for (key, wanted) in &row.sheet {
            let path = match key.as_str() {
                "hp" => "max_hp",
                "ac" | "bulk" | "bulk_limit" | "speed" | "magic_dice" => key,
                // What weapons add is with the Strikes.
                "attack" | "damage_bonus" => continue,
                skill => {
                    let skill = Proficiency::named(skill).expect("a skill");
                    let bonus = skill_bonus(&state, &book, Who(0), skill);
                    assert_eq!(i32::from(bonus), *wanted, "{} {key}", row.name);
                    continue;
                }
            };
            assert_eq!(published["Hero"][path], json!(wanted), "{} {key}", row.name);
        }
    }
}

#[test]
fn the_map_of_the_dungeon_and_its_rooms_agree() {
    let book = book();
    for row in book.scenarios.iter() {
        let chart = Chart::of_walls(&row.map, row.legend.clone()).expect("a map");
        let grid = boneyard_board::Grid::new(chart);
        let floor = |at: [i16; 2], what: &str| {
            assert!(grid.bars(Square::new(at[0], at[1])).is_none(), "{what}: {at:?} is no floor");
        };
        for (_, door, _) in grid.doors() {
            let DoorAt::Between(one, other) = door.at else { panic!("doors stand between squares") };
            let named = row.doors.iter().any(|known| {
                let [a, b] = known.between.map(|at| Square::new(at[0], at[1]));
                (a, b) == (one, other)
            });
            assert!(named, "the door between {one} and {other} has no row");
        }
        assert_eq!(grid.doors().count(), row.doors.len());
        row.start.iter().for_each(|at| floor(*at, "start"));
        for room in book.rooms.iter() {
            let [x, y, width, height] = room.at;
            for across in x..x + width {
                for down in y..y + height {
                    floor([across, down], &room.name);
                }
            }
            room.creatures.iter().for_each(|waits| floor(waits.at, &waits.who));
            room.loot.iter().for_each(|cache| floor(cache.at, &cache.name));
            room.traps.iter().filter_map(|laid| laid.at).for_each(|at| floor(at, "trap"));
            room.exits.iter().for_each(|exit| floor(exit.at, &exit.text));
        }
    }
}
