//! What somebody could buy with their Experience now, with its price; and what a new Character is advised to have.

use boneyard_table::{At, RuleId, Who};

use super::buy::{BuyDegree, BuyTrait, check_degree, check_feature, check_trait};
use crate::RollHighOrDie;
use crate::book::Book;
use crate::state::{Category, DamageType, Degree, Skill, State};

/// Degrees somebody could buy now, with their prices.
pub fn buyable_degrees(state: &State, who: Who) -> Vec<(Skill, Degree, u16)> {
    let all = Skill::ALL.iter().copied();
    all.filter_map(|skill| {
        check_degree(state, BuyDegree { who, skill, to: None })
            .ok()
            .map(|(degree, cost)| (skill, degree, cost))
    })
    .collect()
}

/// Features somebody could buy now, the cheap ones first.
pub fn buyable_features(at: At<'_, RollHighOrDie>, who: Who) -> Vec<(RuleId, u16)> {
    let mut all: Vec<(RuleId, u16)> =
        at.book.features.iter().filter_map(|row| check_feature(at, who, &row.name).ok()).collect();
    all.sort_by_key(|(_, cost)| *cost);
    all
}

/// Traits somebody could buy now, with what can be chosen, the cheap ones first.
pub fn buyable_traits<'b>(
    at: At<'b, RollHighOrDie>,
    book: &'b Book,
    who: Who,
) -> Vec<(&'b str, BuyTrait, u16)> {
    let mut all = Vec::new();
    for row in book.traits.iter() {
        let bare = BuyTrait { who, which: row.name.clone(), skill: None, damage: None };
        let tries: Vec<BuyTrait> = match row.choose.as_deref() {
            Some("skill-professional") => Skill::ALL
                .iter()
                .filter(|skill| skill.category() == Category::Professional)
                .map(|skill| BuyTrait { skill: Some(*skill), ..bare.clone() })
                .collect(),
            Some("damage-physical") => [DamageType::Bludgeoning, DamageType::Piercing, DamageType::Slashing]
                .map(|kind| BuyTrait { damage: Some(kind), ..bare.clone() })
                .to_vec(),
            _ => vec![bare],
        };
        for wanted in tries {
            if let Ok((_, cost)) = check_trait(at, &wanted) {
                all.push((row.name.as_str(), wanted, cost));
            }
        }
    }
    all.sort_by_key(|(.., cost)| *cost);
    all
}

/// What a new Character lacks that is advised.
pub fn advice(state: &State, who: Who) -> Vec<&'static str> {
    let sheet = state.sheet(who);
    let combat = sheet.degrees.iter().any(|(skill, _)| skill.category() == Category::Combat);
    let all = [
        (sheet.features.is_empty(), "no Feature"),
        (sheet.traits.is_empty(), "no Trait"),
        (!combat, "no Combat Skill"),
    ];
    all.into_iter().filter_map(|(lacks, what)| lacks.then_some(what)).collect()
}
