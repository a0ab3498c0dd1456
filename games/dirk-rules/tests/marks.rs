//! Odds with marks are the odds without them: whatever a mark forgets would show here.

use boneyard_table::At;
use boneyard_testkit::Yard;
use dirk_rules::DirkRules;
use serde_json::{Value, json};

/// Everything a command may leave behind, for each creature.
fn outcome(at: At<'_, DirkRules>) -> Vec<String> {
    let all = at.state.creatures.iter().map(|creature| {
        let live = &creature.live;
        let items: Vec<_> =
            live.items.iter().map(|item| (item.place, item.wear, item.pool, item.ap)).collect();
        let body = (live.hp, live.temp_hp, live.scores, live.parts, live.dead, live.down);
        let turn =
            (live.reactions, live.lost_reactions, live.lost_actions, live.turn, live.holds, live.held_by);
        format!("{body:?} {turn:?} {items:?} {:?}", live.counters)
    });
    let battle = format!("{:?} {:?} {:?}", at.state.battle, at.state.last, at.state.world);
    all.chain([battle]).collect()
}

fn yard(stage: Value, commands: Value) -> Yard<DirkRules> {
    Yard::new(stage, commands, outcome, |told| {
        smallvec::smallvec![i64::from(told[0].contains("Injured")), -i64::from(told[1].contains("Broken"))]
    })
}

#[test]
fn an_attack_with_two_swings() {
    let yard = yard(
        json!({
            "heroes": { "Brack": { "set": { "items": ["stick"], "hands": ["stick"] } } },
            "creatures": { "Goblin": { "set": { "hp": 3, "str": 6, "dex": 9, "reactions": 1 } } },
            "battle": { "order": ["Brack", "Goblin"] },
        }),
        json!([{ "attack": { "who": 0, "with": { "item": 0 }, "target": 1 } }]),
    );
    yard.agrees(&[None]);
}

#[test]
fn an_attack_on_the_named_with_a_rerolled_one_and_a_shield() {
    let yard = yard(
        json!({
            "heroes": { "Brack": { "set": { "hp": 1, "str": 9, "items": ["small shield"], "hands": ["small shield"] } } },
            "creatures": { "Raider": { "set": { "items": ["sword"], "hands": ["sword"], "sword.durability": 0 } } },
            "battle": { "order": ["Raider", "Brack"] },
            "house": { "reroll_ones": "once" },
        }),
        json!([{ "attack": { "who": 1, "with": { "item": 0 }, "target": 0 } }]),
    );
    yard.agrees(&[None, Some(1)]);
}

#[test]
fn an_attack_that_wounds_twice_after_a_counter() {
    let yard = yard(
        json!({
            "heroes": { "Brack": { "set": { "hp": 0, "str": 8, "items": ["helmet"], "ARM": "injured" } } },
            "creatures": { "Ogre": { "set": { "items": ["greatsword"], "hands": ["greatsword"], "named": true } } },
            "battle": { "order": ["Ogre", "Brack"] },
        }),
        json!([{ "attack": { "who": 1, "with": { "item": 0 }, "target": 0 } }]),
    );
    yard.agrees(&[None]);
}

#[test]
fn a_feint_and_whether_it_fools() {
    let yard = yard(
        json!({
            "heroes": { "Brack": { "set": { "wil": 11, "items": ["sword"], "hands": ["sword"] } } },
            "creatures": { "Goblin": { "set": { "hp": 0, "str": 8, "dex": 9, "reactions": 1 } } },
            "battle": { "order": ["Brack", "Goblin"] },
        }),
        json!([{ "feint": { "who": 0, "with": { "item": 0 }, "target": 1 } }]),
    );
    yard.agrees(&[None, Some(0)]);
}

#[test]
fn a_laser_that_blows_up() {
    let yard = yard(
        json!({
            "heroes": { "Brack": { "set": { "hp": 4, "reactions": 0 } } },
            "creatures": { "Raider": { "set": { "hp": 2, "items": ["laser pistol"], "hands": ["laser pistol"], "laser pistol.charges": 0 } } },
            "battle": { "order": ["Raider", "Brack"] },
            "house": { "reroll_ones": "once" },
        }),
        json!([{ "attack": { "who": 1, "with": { "item": 0 }, "target": 0 } }]),
    );
    yard.agrees(&[None]);
}

#[test]
fn a_contest_of_three() {
    let yard = yard(
        json!({
            "heroes": { "Brack": { "set": { "str": 12 } }, "Fenn": { "set": { "str": 10 } } },
            "creatures": { "Ogre": { "set": { "str": 9 } } },
            "house": { "contest_tie": "holder" },
        }),
        json!([{ "contest": { "sides": [
            { "who": 0, "ability": "STR" }, { "who": 1, "ability": "STR" }, { "who": 2, "ability": "STR" },
        ] } }]),
    );
    yard.agrees(&[None]);
}

#[test]
fn a_complicated_save_with_advantage() {
    let yard = yard(
        json!({ "heroes": { "Brack": { "set": { "str": 12, "wil": 7 } } }, "creatures": { "Ogre": {} } }),
        json!([{ "save": { "who": 0, "ability": "STR", "second": "WIL", "complicated": true, "advantage": true } }]),
    );
    yard.agrees(&[None]);
}

#[test]
fn a_battle_that_begins_with_shots() {
    let yard = yard(
        json!({
            "heroes": { "Brack": { "set": { "hp": 2, "dex": 9, "items": ["knife"], "hands": ["knife"] } } },
            "creatures": { "Raider": { "set": { "hp": 1, "str": 5, "dex": 12, "items": ["knife"], "hands": ["knife"] } } },
        }),
        json!([{ "begin": { "fighters": [0, 1] } }]),
    );
    yard.agrees(&[None]);
}

#[test]
fn a_grapple_and_the_turns_after_it() {
    let yard = yard(
        json!({
            "heroes": { "Brack": { "set": { "str": 12 } } },
            "creatures": { "Goblin": { "set": { "str": 8, "dex": 11 } } },
            "battle": { "order": ["Brack", "Goblin"] },
        }),
        json!([{ "grapple": { "who": 0, "target": 1 } }, { "end_turn": { "who": 0 } }, { "end_turn": { "who": 1 } }]),
    );
    yard.agrees(&[None]);
}

#[test]
fn a_run_past_somebody_who_may_step_in_the_way() {
    let yard = yard(
        json!({
            "heroes": { "Ottilie": { "set": { "reactions": 0 } }, "Brack": {} },
            "creatures": { "Wolf": { "like": "DK-FOE-03H" } },
            "apart": [["Wolf", "Ottilie", "40 ft"], ["Wolf", "Brack", "22 ft"], ["Brack", "Ottilie", "22 ft"]],
            "battle": { "order": ["Wolf", "Ottilie", "Brack"], "turn": "Wolf" },
        }),
        json!([
            { "move": { "who": 2, "from": 0, "heading": "towards", "feet": 35 } },
            { "save": { "who": 1, "ability": "STR" } },
        ]),
    );
    yard.agrees(&[None, Some(0)]);
}

#[test]
fn an_egg_and_what_hatches() {
    let yard = yard(
        json!({ "heroes": { "Isolde": { "set": { "str": 11, "items": ["Infested Egg"] } }, "Brack": {} } }),
        json!([{ "consume": { "who": 1, "item": 0 } }]),
    );
    yard.agrees(&[None]);
}

#[test]
fn a_trap_and_a_whiff_of_poison() {
    let yard = yard(
        json!({ "heroes": { "Brack": { "set": { "hp": 4, "str": 6 } }, "Fenn": { "set": { "hp": 2, "dex": 12 } } } }),
        json!([{ "hazard": { "is": "trap", "who": [0, 1] } }, { "hazard": { "is": "poison", "who": [1] } }]),
    );
    yard.agrees(&[None]);
}

#[test]
fn pockets_gone_through() {
    let yard = yard(
        json!({
            "heroes": { "Brack": {} },
            "creatures": { "Bandit": { "like": "DK-FOE-02H", "set": { "dead": true } } },
        }),
        json!([{ "search": { "who": 0, "body": 1 } }]),
    );
    yard.agrees(&[None]);
}

/// A 10 on the list of weapons is rolled again for as long as it takes, so this cannot be compared with
/// the way without marks: the nine weapons must be equally likely.
#[test]
fn a_weapon_by_lot_is_each_of_nine_alike() {
    let yard = yard(
        json!({ "heroes": { "Brack": {}, "Fenn": {} } }),
        json!([{ "draw": { "table": "DK-LOOT-02H" } }]),
    );
    let odds = yard.odds(None);
    for weapon in yard.book().weapons.iter() {
        let found = format!("Thing {{ name: \"{}\", count: 1, left: Some(1) }}", weapon.name);
        let chance = odds.chance(|told| told.iter().any(|line| line.contains(&found)));
        assert_eq!(chance.to_string(), "1/72", "{}", weapon.name);
    }
}
