//! Rows against the rules: ready Characters and creatures made by them have the numbers their sheets print, weapons and
//! armor cost and protect what theirs say.

use std::sync::Arc;

use boneyard_table::{Playable, Who};
use roll_high_or_die::RollHighOrDie;
use roll_high_or_die::book::Book;
use roll_high_or_die::state::{Creature, Defense, Skill, State, Ware};
use roll_high_or_die::{body, check, combat, gear, hero};

fn book() -> Book {
    RollHighOrDie::book(&[]).expect("ours")
}

fn alone(creature: Creature) -> State {
    State { creatures: vec![Arc::new(creature)], ..State::default() }
}

#[test]
fn ready_characters_are_what_their_sheets_say() {
    let book = book();
    for row in book.heroes.iter() {
        let mut state = alone(hero::hero_like(&book, row, &row.name));
        Arc::make_mut(&mut state.creatures[0]).live.stance = roll_high_or_die::state::Stance::HighReady;
        let (who, sheet) = (Who(0), &row.sheet);
        let defense = |which| body::defense_now(&state, &book, who, which);
        assert_eq!(body::ap(&state, &book, who), sheet.ap, "{} AP", row.name);
        assert_eq!(defense(Defense::Reflex), sheet.reflex, "{} Reflex", row.name);
        assert_eq!(defense(Defense::Fortitude), sheet.fortitude, "{} Fortitude", row.name);
        assert_eq!(defense(Defense::Will), sheet.will, "{} Will", row.name);
        assert_eq!(body::armoring(&state, &book, who), sheet.armoring, "{} Armoring", row.name);
        assert_eq!(body::max_vitality(&state, &book, who), sheet.vitality, "{} Vitality", row.name);
        assert_eq!(body::hit_dice(&state, who), sheet.hit_dice, "{} Hit Dice", row.name);
        assert_eq!(body::slots(&state, &book, who), sheet.slots, "{} slots", row.name);
        assert_eq!(body::breath(&state, &book, who), sheet.breath, "{} breath", row.name);
        let stealth = check::skill_sums(&state, &book, who, Skill::Stealth, &[]).total();
        assert_eq!(stealth, sheet.stealth, "{} Stealth", row.name);
    }
}

#[test]
fn creatures_are_what_their_entries_say() {
    let book = book();
    for row in book.creatures.iter() {
        let mut state = alone(hero::creature_like(&State::default(), &book, row, &row.name));
        Arc::make_mut(&mut state.creatures[0]).live.stance = roll_high_or_die::state::Stance::HighReady;
        let who = Who(0);
        let name = &row.name;
        let defenses = [Defense::Reflex, Defense::Fortitude, Defense::Will];
        let now = defenses.map(|which| body::defense_now(&state, &book, who, which));
        assert_eq!(now, row.defenses, "{name}: Defenses");
        assert_eq!(body::ap(&state, &book, who), row.ap, "{name}: AP");
        assert_eq!(body::armoring(&state, &book, who), row.armoring, "{name}: Armoring");
        assert_eq!(body::max_vitality(&state, &book, who), row.vitality, "{name}: Vitality");
        assert_eq!(body::hit_dice(&state, who), row.hit_dice, "{name}: Hit Dice");
        assert_eq!(
            body::skill_bonus(&state, who, Skill::Initiative),
            i16::from(row.initiative),
            "{name}: Initiative"
        );
        for (skill, bonus) in &row.skills {
            assert_eq!(body::skill_bonus(&state, who, *skill), i16::from(*bonus), "{name}: {}", skill.name());
        }
        for weapon in combat::weapons(&state, &book, who) {
            let Some(line) = row.attacks.iter().find(|line| line.name == weapon.name && !line.thrown) else {
                continue;
            };
            let ability = combat::ability(&state, who, &weapon, None).expect("a weapon has an ability");
            let (degree, _) = combat::degree(&state, who, &weapon, false);
            let bonus = body::modifier(&state, who, ability) + degree;
            assert_eq!(bonus, i16::from(line.bonus), "{name}: {}", weapon.name);
            assert_eq!(weapon.w, line.ap, "{name}: {}", weapon.name);
        }
        if let Some([line, dead]) = row.wounds {
            assert_eq!(body::death_line(&state, &book, who), i16::from(line), "{name}: Death Calls");
            assert_eq!(state.sheet(who).scores.constitution, dead, "{name}: dead at");
        }
    }
}

#[test]
fn weapons_and_armor_come_to_what_their_rows_print() {
    let book = book();
    for row in book.weapons.iter() {
        let Ware::Weapon(arms) = gear::thing(&book, &row.name).ware else {
            panic!("{} is a weapon", row.name)
        };
        assert_eq!(arms.w(), row.w, "{}", row.name);
        assert_eq!(arms.missing(), None, "{}", row.name);
    }
    for row in book.armors.iter() {
        let Ware::Armor(suit) = gear::thing(&book, &row.name).ware else { panic!("{} is armor", row.name) };
        assert_eq!(gear::armoring_value(&book, &suit), Ok(row.armoring), "{}", row.name);
    }
}
