//! Ready-made beginnings: the adventure from its start, each of its fights, and the four ready heroes
//! against a few other creatures.

use boneyard_table::stage::{Being, Stage};
use serde_json::json;

/// Beginnings with their titles.
pub fn starts() -> Vec<(&'static str, Stage)> {
    let mut aurelia = against(&[], "");
    aurelia.at.insert("party".into(), "saint-aurelia/green".into());
    vec![
        (
            "An ambush on the Ash Road",
            against(
                &[("DK-FOE-02H", "Bandit"), ("DK-FOE-02H", "Second bandit"), ("DK-FOE-02H", "Third bandit")],
                "40 ft",
            ),
        ),
        (
            "Wolves at the ring of stones",
            against(
                &[("DK-FOE-03H", "Wolf"), ("DK-FOE-03H", "Second wolf"), ("DK-FOE-03H", "Third wolf")],
                "30 ft",
            ),
        ),
        (
            "Raiders in the hold",
            against(
                &[
                    ("DK-FOE-12H", "Raider"),
                    ("DK-FOE-12H", "Second raider"),
                    ("DK-FOE-12H", "Third raider"),
                    ("DK-FOE-12H", "Fourth raider"),
                ],
                "30 ft",
            ),
        ),
        (
            "Goblins, a spider and an ogre",
            against(
                &[
                    ("DK-FOE-01H", "Goblin"),
                    ("DK-FOE-01H", "Second goblin"),
                    ("DK-FOE-04H", "Spider"),
                    ("DK-FOE-06H", "Ogre"),
                ],
                "20 ft",
            ),
        ),
        (
            "Guards of bone",
            against(
                &[
                    ("DK-FOE-05H", "Bone guard"),
                    ("DK-FOE-05H", "Second bone guard"),
                    ("DK-FOE-05H", "Third bone guard"),
                ],
                "15 ft",
            ),
        ),
        ("The Fall of the Saint Aurelia", aurelia),
        (
            "Raiders before the crate",
            against(&[("DK-FOE-12H", "Raider"), ("DK-FOE-12H", "Second raider")], "60 ft"),
        ),
        (
            "The brood behind the glass",
            against(
                &[
                    ("DK-FOE-16H", "Broodling"),
                    ("DK-FOE-16H", "Second broodling"),
                    ("DK-FOE-16H", "Third broodling"),
                    ("DK-FOE-17H", "Umm-Sel"),
                ],
                "20 ft",
            ),
        ),
        ("The margrave awake", against(&[("DK-FOE-18H", "Margrave Ilvane")], "15 ft")),
        (
            "Wolfstone Ring: the wolves and Grisel",
            many(&[("DK-FOE-03H", "Grey wolf", 3), ("DK-FOE-08H", "Grisel Thornhand", 1)], "30 ft"),
        ),
        ("The Furrow: drones on patrol", many(&[("DK-FOE-14H", "Scrap drone", 2)], "60 ft")),
        (
            "Fore-hold: the captain and her raiders",
            many(&[("DK-FOE-12H", "Void raider", 4), ("DK-FOE-20H", "Captain Vex Harrow", 1)], "40 ft"),
        ),
        (
            "Medical Vault: five broodlings and Umm-Sel",
            many(&[("DK-FOE-16H", "Broodling", 5), ("DK-FOE-17H", "Umm-Sel", 1)], "20 ft"),
        ),
        ("Reactor Chapel: the margrave and Hask", {
            let mut chapel = many(&[("DK-FOE-18H", "Margrave Ilvane", 1)], "15 ft");
            let drained = [("str".to_owned(), json!(2)), ("hp".to_owned(), json!(4))];
            let hask = Being { set: drained.into_iter().collect(), ..Being::default() };
            chapel.creatures.insert("Hask".into(), hask);
            chapel
        }),
        (
            "Kettlewick Green: the brood marches",
            many(&[("DK-FOE-16H", "Broodling", 15), ("DK-FOE-17H", "Umm-Sel", 1)], "60 ft"),
        ),
    ]
}

/// Against so many of each.
fn many(foes: &[(&str, &str, u8)], apart: &str) -> Stage {
    let name = |name: &str, nth: u8| if nth == 1 { name.to_owned() } else { format!("{name} {nth}") };
    let all: Vec<(&str, String)> =
        foes.iter().flat_map(|(id, who, many)| (1..=*many).map(move |nth| (*id, name(who, nth)))).collect();
    let all: Vec<(&str, &str)> = all.iter().map(|(id, name)| (*id, name.as_str())).collect();
    against(&all, apart)
}

const HEROES: [(&str, &str); 4] = [
    ("DK-HERO-01H", "Brack"),
    ("DK-HERO-02H", "Isolde"),
    ("DK-HERO-03H", "Ottilie Vane"),
    ("DK-HERO-04H", "Fenn"),
];

fn against(foes: &[(&str, &str)], apart: &str) -> Stage {
    let being = |id: &str| Being { like: Some(id.to_owned()), ..Being::default() };
    let mut stage = Stage::default();
    for (id, name) in HEROES {
        stage.heroes.insert(name.to_owned(), being(id));
    }
    for (id, name) in foes {
        stage.creatures.insert((*name).to_owned(), being(id));
        for (_, hero) in HEROES {
            stage.apart.push((hero.to_owned(), (*name).to_owned(), apart.to_owned()));
        }
    }
    stage
}
