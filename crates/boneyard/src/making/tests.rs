//! Heroes by chance, in all games: fit to play, and never against what was chosen.

use boneyard_dice::Rng;
use boneyard_registry::{ByChance, Settled};
use boneyard_table::frame::Seeds;
use boneyard_table::view::{OfferCard, Picks};
use serde_json::Value;

use super::{Workshop, by_chance};
use crate::games::{GAMES, GameEntry};

/// Heroes made of each game. An optimised build makes more of them in the same time.
const HEROES: u64 = if cfg!(debug_assertions) { 50 } else { 1_000 };

fn workshop(entry: &'static GameEntry, seed: u64) -> Workshop {
    let mut dice = [7; 32];
    dice[..8].copy_from_slice(&seed.to_le_bytes());
    Workshop::new(entry, Seeds { open: dice, secret: dice }).expect("the workshop is sound")
}

/// A hero half made: so many steps are taken, as somebody chose them.
fn begun(workshop: &mut Workshop, seed: u64, steps: usize) -> Vec<(OfferCard, Picks)> {
    let mut chance = ByChance::new(workshop.entry.making, Rng::new(seed));
    let mut taken = Vec::new();
    while taken.len() < steps {
        let open = workshop.steps();
        let (offer, picks) = chance.next(&open).expect("the workshop is sound").expect("a step");
        if offer.command == workshop.entry.making.done {
            break;
        }
        if workshop.take(offer, &picks).expect("the workshop is sound").is_ok() {
            chance.took(offer, &picks);
            taken.push((offer.clone(), picks));
        }
    }
    taken
}

fn sheet(workshop: &Workshop) -> Value {
    serde_json::to_value(workshop.sheet().expect("the hero has a sheet")).expect("the workshop is sound")
}

fn blocks(sheet: &Value) -> Vec<&Value> {
    sheet["blocks"].as_array().map(|all| all.iter().collect()).unwrap_or_default()
}

fn text(of: &Value) -> Option<String> {
    of.as_str().or(of["text"].as_str()).map(str::to_owned)
}

/// Everything that was picked and stands on the sheet: names, words, things.
fn chosen(taken: &[(OfferCard, Picks)], sheet: &Value) -> Vec<String> {
    fn words(of: &Value, all: &mut Vec<String>) {
        match of {
            Value::String(word) if word.len() > 2 => all.push(word.clone()),
            Value::Array(each) => each.iter().for_each(|one| words(one, all)),
            _ => {}
        }
    }
    let mut all = Vec::new();
    for (_, picks) in taken {
        picks.values().for_each(|pick| words(pick, &mut all));
    }
    let told = sheet.to_string();
    all.retain(|word| told.contains(word.as_str()));
    all
}

/// A number of the sheet by its key.
fn number(sheet: &Value, key: &str) -> Option<i64> {
    let found = blocks(sheet).into_iter().find(|block| {
        block["key"].as_str().is_some_and(|known| known.eq_ignore_ascii_case(key))
            && block["type"] == "attribute"
    })?;
    found["value"].as_i64().or(found["value"]["total"].as_i64()).or(found["value"]["value"].as_i64())
}

#[test]
fn every_hero_by_chance_is_fit_to_play() {
    for entry in GAMES {
        let (mut frail, mut all) = (0, 0);
        for seed in 0..HEROES {
            let mut workshop = workshop(entry, seed);
            // A sheet says what is missing until the hero is done.
            begun(&mut workshop, seed, usize::MAX);
            let sheet = sheet(&workshop);
            all += 1;
            let lacks = blocks(&sheet).into_iter().find(|block| block["key"] == "lacks");
            let lacks = lacks.and_then(|block| text(&block["body"])).unwrap_or_default();
            if lacks.contains("at most") && !lacks.contains("\n\n") {
                frail += 1;
                continue;
            }
            assert_eq!(lacks, "", "{} of {}, seed {seed}", workshop.name(), entry.game.name());
        }
        assert!(frail * 20 <= all, "{}: {frail} of {all} are frail", entry.game.name());
    }
}

#[test]
fn what_was_chosen_survives_the_rest_by_chance() {
    for entry in GAMES {
        for steps in 1..13 {
            for seed in 0..2 {
                let mut workshop = workshop(entry, seed);
                let taken = begun(&mut workshop, 100 + seed, steps);
                let before = sheet(&workshop);
                by_chance(&mut workshop, Rng::new(900 + seed), Settled::default())
                    .expect("the workshop is sound");
                let after = sheet(&workshop);
                let said = format!("{}, {} steps, seed {seed}", entry.game.name(), taken.len());
                let kept = after.to_string();
                for one in chosen(&taken, &before) {
                    assert!(kept.contains(&one), "{said}: {one} is gone; there is {kept}");
                }
                let scores = taken.iter().rev().find(|(offer, _)| offer.command == "assign");
                let scores = scores.and_then(|(_, picks)| picks.values().next()?.as_object().cloned());
                for (slot, value) in scores.unwrap_or_default() {
                    let Some(now) = number(&after, &slot) else { continue };
                    let then: i64 =
                        value.as_str().and_then(|text| text.parse().ok()).expect("the workshop is sound");
                    assert_eq!(now, then, "{said}: {slot}");
                }
            }
        }
    }
}

#[test]
fn words_of_ones_own_survive_the_dice_of_a_whole_character() {
    let entry = GAMES.iter().find(|entry| entry.game.name() == "guts-plus").expect("the workshop is sound");
    let mut workshop = workshop(entry, 1);
    let name = Picks::from([("name".into(), "Ash".into())]);
    let draft = workshop.steps().into_iter().next().expect("the workshop is sound");
    workshop.take(&draft, &name).expect("the workshop is sound").expect("the workshop is sound");
    let mut take = |command: &str, picks: &[(&str, Value)]| {
        let offer = workshop
            .steps()
            .into_iter()
            .find(|offer| offer.command == command)
            .expect("the workshop is sound");
        let picks = picks.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        workshop.take(&offer, &picks).expect("the workshop is sound").expect("the workshop is sound");
    };
    take("biography", &[("height", "6'2\"".into()), ("backstory", "Grew up on a ferry".into())]);
    take("invent", &[("name", "Botany".into())]);
    take("points", &[("spend", serde_json::json!({ "Botany": 2, "Slyness": 1 }))]);
    take("dress", &[("place", "torso".into()), ("thing", "oilskin".into())]);
    take("own", &[("thing", "boat hook".into())]);
    by_chance(&mut workshop, Rng::new(4), Settled::default()).expect("the workshop is sound");
    let sheet = sheet(&workshop);
    let told = sheet.to_string();
    for kept in ["Grew up on a ferry", "Botany", "oilskin", "boat hook"] {
        assert!(told.contains(kept), "{kept} is gone: {told}");
    }
    let level = |name: &str| {
        let all = blocks(&sheet);
        let own = all.iter().find(|block| text(&block["label"]).as_deref() == Some(name));
        own.and_then(|block| number(&sheet, block["key"].as_str()?))
    };
    assert_eq!((level("Botany"), level("Slyness"), level("Gumption")), (Some(3), Some(2), Some(1)));
}
