//! Ready Characters and creatures, made from their rows by the same rules as everybody.

use boneyard_table::RuleId;
use smallvec::SmallVec;

use crate::book::{AttackRow, Book, Carries, CreatureRow, HeroRow};
use crate::gear::{carried, fresh, thing};
use crate::house::{StartStance, TechLevel};
use crate::state::{
    Ability, Arms, Concept, Creature, Degree, Natural, Owned, Place, Range, Rank, Scores, Shared, Sheet,
    Skill, Stance, State, Tech, Ware,
};

/// Six numbers in the order STR to CHA.
pub fn scores(six: [u8; 6]) -> Scores {
    let [strength, dexterity, constitution, intelligence, wisdom, charisma] = six;
    Scores { strength, dexterity, constitution, intelligence, wisdom, charisma }
}

/// The Stance of those nobody said anything about.
pub fn start_stance(state: &State) -> Stance {
    match state.house.start_stance {
        StartStance::LowReady => Stance::LowReady,
        StartStance::HighReady => Stance::HighReady,
        StartStance::Crouched => Stance::Crouched,
        StartStance::Prone => Stance::Prone,
    }
}

/// How far the world has come at this table.
pub fn tech(state: &State) -> Tech {
    match state.house.tech_level {
        TechLevel::Archaic => Tech::Archaic,
        TechLevel::Powder => Tech::Powder,
        TechLevel::Modern => Tech::Modern,
    }
}

/// A ready Character.
pub fn hero_like(book: &Book, row: &HeroRow, name: &str) -> Creature {
    let mut creature = Creature::blank(name, Rank::Hero);
    let mut sheet = Sheet {
        like: Some(row.id),
        scores: scores(row.scores),
        coins: row.coins,
        concept: Concept {
            line: row.concept.clone(),
            who: row.text.clone(),
            past: row.past.clone(),
            wish: row.wish.clone(),
        },
        ..(*creature.sheet).clone()
    };
    for (skill, degree) in &row.skills {
        sheet.set_degree(*skill, *degree);
    }
    sheet.features = ids(row.features.iter().filter_map(|name| book.features.named(name)).map(|row| row.id));
    let traits = row.traits.iter().filter_map(|name| book.traits.named(name));
    sheet.traits = traits.map(|row| Owned { what: row.id, choice: None }).collect();
    for (thing, item) in carried(book, &row.gear, |_| true) {
        sheet.items.push(thing);
        creature.live.items.push(item);
    }
    creature.sheet = Shared::new(sheet);
    creature
}

fn ids(all: impl Iterator<Item = RuleId>) -> Vec<RuleId> {
    all.collect()
}

/// A creature like its entry.
pub fn creature_like(state: &State, book: &Book, row: &CreatureRow, name: &str) -> Creature {
    let rank = if row.rank == "Named" { Rank::Named } else { Rank::Minion };
    let mut creature = Creature::blank(name, rank);
    let mut sheet = Sheet {
        like: Some(row.id),
        size: row.size,
        scores: scores(row.scores),
        tmk: Some(row.tmk),
        hide: row.hide,
        handless: row.hands == Some(false),
        ..(*creature.sheet).clone()
    };
    let plain = |ability: Ability| (i16::from(sheet.scores[ability]) - 10).div_euclid(2);
    let best = |skill: Skill| skill.abilities().iter().map(|ability| plain(*ability)).max().unwrap_or(0);
    let mut degrees: Vec<(Skill, i16)> = Vec::new();
    for (skill, bonus) in &row.skills {
        degrees.push((*skill, i16::from(*bonus) - best(*skill)));
    }
    degrees.push((Skill::Initiative, i16::from(row.initiative) - best(Skill::Initiative)));
    for (skill, total) in [Skill::Reflex, Skill::Fortitude, Skill::Will].into_iter().zip(row.defenses) {
        degrees.push((skill, total - 8 - best(skill)));
    }
    let world = tech(state);
    let now = |from: Option<Tech>, below: Option<Tech>| {
        from.is_none_or(|from| world >= from) && below.is_none_or(|below| world < below)
    };
    for line in row.attacks.iter().filter(|line| now(line.from, line.below)) {
        let armed = line.weapon.as_deref().map(|name| thing(book, name));
        match armed.map(|thing| thing.ware) {
            Some(Ware::Weapon(arms)) => {
                let skill =
                    if line.thrown { Skill::Throwing } else { arms.base.unwrap_or(Skill::ShortBlunt) };
                let own = if line.thrown { plain(Ability::Dexterity) } else { i16::from(line.plus) };
                degrees.push((skill, i16::from(line.bonus) - own));
            }
            _ => sheet.attacks.push(natural(&sheet.scores, line)),
        }
    }
    for (skill, value) in degrees {
        if let Some(degree) = u8::try_from(value).ok().and_then(Degree::of_value) {
            sheet.set_degree(skill, degree.max(sheet.degree(skill)));
        }
    }
    sheet.features = ids(row.features.iter().filter_map(|name| book.features.named(name)).map(|row| row.id));
    let keep = |carries: &Carries| now(carries.from, carries.below);
    for (thing, item) in carried(book, &row.gear, keep) {
        sheet.items.push(thing);
        creature.live.items.push(item);
    }
    for name in &row.armor {
        let worn = thing(book, name);
        let head = matches!(&worn.ware, Ware::Armor(suit) if suit.head);
        let place = if head { Place::Headgear } else { Place::ArmorWorn };
        creature.live.items.push(fresh(book, &worn, place, 1));
        sheet.items.push(worn);
    }
    if sheet.handless {
        sheet.lacks = ["reload", "unjam", "interact"].map(str::to_owned).to_vec();
        if !row.grapples {
            sheet.lacks.push("grapple".into());
        }
    }
    creature.sheet = Shared::new(sheet);
    creature
}

/// An attack somebody is born with: the ability is the one whose modifier the line adds.
fn natural(scores: &Scores, line: &AttackRow) -> Natural {
    let plain = |ability: Ability| (i16::from(scores[ability]) - 10).div_euclid(2);
    let fits = |ability: &Ability| plain(*ability) == i16::from(line.plus);
    let order = [Ability::Strength, Ability::Dexterity, Ability::Wisdom, Ability::Charisma];
    let guessed = if line.dice.is_some() {
        order
            .into_iter()
            .find(|ability| fits(ability) && (line.range.is_none() || *ability != Ability::Strength))
    } else {
        Some(Ability::Dexterity)
    };
    let ability =
        line.ability.or(guessed).or_else(|| order.into_iter().find(fits)).unwrap_or(Ability::Dexterity);
    let range = line.reach.map(Range::Reach).or(line.range.map(Range::Range));
    let arms = Arms {
        base: None,
        size: Some(crate::state::Size::Small),
        range,
        ability: SmallVec::from_slice(&[ability]),
        versus: Some(line.versus),
        dice: line.dice,
        kind: line.kind,
        tags: line.tags.iter().copied().collect(),
    };
    let degree = i16::from(line.bonus) - plain(ability);
    Natural { name: line.name.clone(), ap: line.ap, degree: i8::try_from(degree).unwrap_or(0), arms }
}
