//! The tables of the game: that they are whole, that names lead somewhere, that everything for sale can be made.

use boneyard_table::Playable;
use roll_high_or_die::RollHighOrDie;
use roll_high_or_die::book::{Book, Effect, Passive};
use roll_high_or_die::inventory::{pack_holds, recipe};
use roll_high_or_die::state::{Condition, Skill};

fn book() -> Book {
    RollHighOrDie::book(&[]).expect("ours")
}

#[test]
fn every_table_is_whole() {
    let book = book();
    let counted = [
        ("conditions", book.conditions.len(), 36),
        ("features", book.features.len(), 34),
        ("traits", book.traits.len(), 34),
        ("armor tags", book.armor_tags.len(), 25),
        ("weapon tags", book.weapon_tags.len(), 24),
        ("ammunition tags", book.ammunition_tags.len(), 7),
        // With bare hands and whatever is at hand.
        ("weapons", book.weapons.len(), 28 + 2),
        ("ammunition", book.ammunition.len(), 11),
        ("armors", book.armors.len(), 18),
        ("gear", book.gear.len(), 30),
        ("tools", book.tools.len(), 12),
        ("materials", book.materials.len(), 17),
        ("terrain", book.terrain.len(), 17),
        ("weather", book.weather.len(), 14),
        // With Tam.
        ("creatures", book.creatures.len(), 17 + 1),
        ("heroes", book.heroes.len(), 4),
        ("skills", book.skills.len(), 54),
        ("difficulties", book.difficulties.len(), 7),
        ("rows of slots", book.slots.len(), 16),
    ];
    for (what, there, wanted) in counted {
        assert_eq!(there, wanted, "{what}");
    }
}

#[test]
fn every_skill_of_the_list_is_the_one_the_rules_know() {
    for (row, skill) in book().skills.iter().zip(Skill::ALL) {
        assert_eq!(row.name, *skill);
        assert_eq!(row.abilities, skill.abilities());
        assert_eq!(row.category, format!("{:?}", skill.category()));
        let kind = match skill {
            skill if skill.is_defense() => Some("Defense"),
            skill if skill.is_melee() => Some("Melee"),
            skill if skill.is_ranged() => Some("Ranged"),
            _ => None,
        };
        assert_eq!(row.kind.as_deref(), kind, "{}", skill.name());
    }
}

fn names_lead_somewhere(book: &Book, whose: &str, effects: &[Effect]) {
    for effect in effects {
        match effect {
            Effect::Condition(brings) => {
                assert!(Condition::named(&brings.is).is_some(), "{whose}: {}", brings.is);
            }
            Effect::End(names) => {
                for name in names {
                    assert!(Condition::named(name).is_some(), "{whose}: {name}");
                }
            }
            Effect::Terrain(lies) => assert!(book.terrain.named(&lies.is).is_some(), "{whose}: {}", lies.is),
            Effect::Light(light) => {
                assert!(book.lights.iter().any(|row| row.name == light.source), "{whose}: {}", light.source);
            }
            Effect::AfterEncounter(then) => names_lead_somewhere(book, whose, std::slice::from_ref(then)),
            _ => {}
        }
    }
}

#[test]
fn every_name_in_an_effect_leads_somewhere() {
    let book = book();
    for row in book.conditions.iter() {
        names_lead_somewhere(&book, &row.name, &row.turn_start);
    }
    for row in book.features.iter() {
        names_lead_somewhere(&book, &row.name, &row.effects);
    }
    for row in book.gear.iter() {
        names_lead_somewhere(&book, &row.name, &row.effects);
        assert!(row.burns.iter().all(|fuel| book.gear.named(fuel).is_some()), "{}", row.name);
    }
    for row in book.terrain.iter() {
        names_lead_somewhere(&book, &row.name, &row.enter_any);
        names_lead_somewhere(&book, &row.name, &row.turn_start);
    }
    for row in book.creatures.iter() {
        for attack in &row.attacks {
            names_lead_somewhere(&book, &row.name, &attack.effects);
            assert!(attack.weapon.iter().all(|name| book.weapons.named(name).is_some()), "{}", row.name);
        }
        assert!(row.features.iter().all(|name| book.features.named(name).is_some()), "{}", row.name);
        assert!(row.armor.iter().all(|name| book.armors.named(name).is_some()), "{}", row.name);
    }
    for step in &book.weather_rows {
        for name in [&step.spring, &step.summer, &step.autumn, &step.winter] {
            assert!(book.weather.named(name).is_some(), "{name}");
        }
    }
    for row in book.traits.iter() {
        for passive in &row.passives {
            if let Passive::Immune(names) = passive {
                assert!(names.iter().all(|name| Condition::named(name).is_some()), "{}", row.name);
            }
        }
    }
}

#[test]
fn everything_for_sale_can_be_made_with_tools_and_materials_of_the_lists() {
    let book = book();
    let known = |action: &str| book.tools.iter().any(|tool| tool.actions.iter().any(|does| does == action));
    let weapons = book.weapons.iter().filter(|row| !row.body).map(|row| row.name.as_str());
    let shots = book.ammunition.iter().filter(|row| row.made_of.is_some()).map(|row| row.name.as_str());
    let armors = book.armors.iter().map(|row| row.name.as_str());
    let gear = book.gear.iter().map(|row| row.name.as_str());
    for name in weapons.chain(shots).chain(armors).chain(gear) {
        let recipe = recipe(&book, name).unwrap_or_else(|| panic!("{name} cannot be made"));
        assert!(!recipe.skills.is_empty(), "{name}");
        assert!(recipe.tools.iter().all(|action| known(action)), "{name}");
        for (material, count) in &recipe.materials {
            assert!(book.materials.named(material).is_some() && *count > 0, "{name}: {material}");
        }
    }
    let mail = recipe(&book, "Mail Shirt").expect("made");
    assert_eq!(
        (mail.watches, mail.dc, mail.materials.as_slice()),
        (4, 14, &[("Iron Bar".to_owned(), 4)][..])
    );
}

#[test]
fn slots_split_without_a_rest_and_never_join() {
    // One Large slot: 2 Medium, 3 Small and 3 Tiny fill it.
    assert!(pack_holds([1, 0, 0], [3, 3, 2, 0]));
    assert!(!pack_holds([1, 0, 0], [4, 3, 2, 0]));
    // One Medium slot with three Small and three Tiny is full.
    assert!(pack_holds([0, 1, 0], [3, 3, 0, 0]));
    assert!(!pack_holds([0, 1, 0], [4, 3, 0, 0]));
    // Three Medium slots are no Large one.
    assert!(!pack_holds([0, 3, 0], [0, 0, 0, 1]));
    assert!(pack_holds([1, 0, 0], [36, 0, 0, 0]));
    assert!(!pack_holds([1, 0, 0], [37, 0, 0, 0]));
}
