//! Cooking, and camp items.

use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{affords, campers, camping, spend};
use crate::DeadWeight;
use crate::book::Effect;
use crate::expedition::{pieces, roles_of, spend_one};
use crate::fact::CampFact;
use crate::gear::{UseItem, apply_use, usable};
use crate::hurt;
use crate::question::{Owned, short};
use crate::rules;
use crate::state::{Affliction, Place, State};

/// Rations are cooked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cook {
    /// One entry for each ration, or for each eater.
    #[serde(default)]
    pub meals: Vec<MealSay>,
    /// Those who eat of whatever rations there are, where nobody says of which.
    #[serde(default)]
    pub eaters: Vec<Who>,
}

/// One ration and who eats of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Meal {
    /// Whose ration.
    pub who: Who,
    /// Which thing.
    pub item: u8,
    /// Who eats.
    pub eaters: Vec<Who>,
}

/// A meal as it is written: in full, or as forms give it, whose ration, which, and who eats of it with points
/// between. Eaters of one ration share it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "say which ration, and who eats")]
pub enum MealSay {
    /// One ration and all who eat of it.
    Full(Meal),
    /// One eater.
    Short(Portion),
}

/// One eater's part of a ration, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct Portion {
    /// Of what.
    pub of: Owned,
    /// Who eats.
    pub eater: Who,
}

impl TryFrom<String> for Portion {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let read = short(&text).and_then(|(who, rest)| {
            let (item, eater) = rest.split_once('.')?;
            let of = Owned { who, item: item.parse().ok()? };
            Some(Self { of, eater: Who(eater.parse().ok()?) })
        });
        read.ok_or_else(|| format!("`{text}` is nobody's meal"))
    }
}

impl From<Portion> for String {
    fn from(Portion { of, eater }: Portion) -> Self {
        format!("{}.{}", of.short(0), eater.0)
    }
}

/// Camp items are used, one by each adventurer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CampItems {
    /// Who uses what on whom.
    pub uses: Vec<UseItem>,
}

/// Eaters one cooked ration feeds: the best cook counts.
pub fn feeds(state: &State) -> u8 {
    let knows = |skill| campers(state).iter().any(|who| state.sheet(*who).skilled(skill));
    if knows(rules::DW_SKILL_06) {
        4
    } else if knows(rules::DW_SKILL_05) {
        3
    } else {
        2
    }
}

/// Cooks: every ration feeds several.
pub fn cook(cx: &mut Cx<'_, DeadWeight>, by: Seat, cook: &Cook) -> Flow {
    let rule = rules::DW_CAMP_08;
    affords(cx, by, 1)?;
    let camp = camping(cx.state())?;
    if !camp.fire || camp.supplies == 0 {
        let sentence = "Cooking takes a fire and a camping supply used in this camp.";
        return refuse(Refusal::new(rule, "no-fire", sentence));
    }
    let (most, here) = (feeds(cx.state()), campers(cx.state()));
    let meals = if cook.meals.is_empty() {
        shared_out(cx.at(), &cook.eaters)
    } else {
        laid(&cook.meals, usize::from(most).max(1))
    };
    if meals.is_empty() || meals.len() > 40 {
        return refuse(Refusal::new(rule, "no-meals", "Say which rations are cooked."));
    }
    for meal in &meals {
        let asked = meals.iter().filter(|other| (other.who, other.item) == (meal.who, meal.item)).count();
        edible(cx, meal, asked)?;
        if meal.eaters.is_empty() || meal.eaters.len() > usize::from(most) {
            let sentence = format!("A cooked ration feeds 1 to {most}.");
            return refuse(Refusal::new(rule, "eaters", sentence).with("most", most));
        }
        if meal.eaters.iter().any(|who| !here.contains(who)) {
            return refuse(Refusal::new(rule, "not-here", "Only those in the camp eat."));
        }
    }
    if !spend(cx, by, 1, "cooking", rule)? {
        return Ok(());
    }
    if most > 2 {
        cx.cite(if most == 4 { rules::DW_SKILL_06 } else { rules::DW_SKILL_05 });
    }
    for meal in &meals {
        let sheet = &cx.state().sheet(meal.who).items[usize::from(meal.item)];
        let (name, kind) = (sheet.name.clone(), sheet.kind);
        let row = kind.and_then(|kind| cx.book().gear.get(kind.as_str()));
        let effects = row.iter().flat_map(|row| &row.uses).flat_map(|used| &used.effects);
        let ends: Vec<&str> = effects
            .filter_map(|effect| match effect {
                Effect::End(names) => Some(names),
                _ => None,
            })
            .flatten()
            .map(String::as_str)
            .collect();
        spend_one(cx, meal.who, meal.item, rule)?;
        if let Some(row) = row {
            cx.cite(row.id);
        }
        for &who in &meal.eaters {
            cx.record(rule, CampFact::Eats { who, what: name.clone() }.into());
            for what in Affliction::ALL.into_iter().filter(|what| ends.contains(&what.name())) {
                hurt::cured(cx, who, what, rules::DW_CAMP_09);
            }
        }
    }
    Ok(())
}

/// The rations that were named, each of which feeds so many; for single eaters as few as will do.
fn laid(said: &[MealSay], most: usize) -> Vec<Meal> {
    let mut meals: Vec<Meal> = Vec::new();
    let mut parts: Vec<(Owned, Vec<Who>)> = Vec::new();
    for meal in said {
        match meal {
            MealSay::Full(meal) => meals.push(meal.clone()),
            MealSay::Short(Portion { of, eater }) => match parts.iter_mut().find(|(known, _)| known == of) {
                Some((_, eaters)) => eaters.push(*eater),
                None => parts.push((*of, vec![*eater])),
            },
        }
    }
    for (Owned { who, item }, eaters) in parts {
        meals.extend(eaters.chunks(most).map(|eaters| Meal { who, item, eaters: eaters.to_vec() }));
    }
    meals
}

/// Rations for so many eaters, as few as will do.
fn shared_out(at: At<'_, DeadWeight>, eaters: &[Who]) -> Vec<Meal> {
    let most = usize::from(feeds(at.state)).max(1);
    let rations = pieces(at.state, at.book, "ration");
    let meals = eaters.chunks(most).zip(rations);
    meals.map(|(eaters, Owned { who, item })| Meal { who, item, eaters: eaters.to_vec() }).collect()
}

fn edible(cx: &Cx<'_, DeadWeight>, meal: &Meal, asked: usize) -> Flow {
    let rule = rules::DW_CAMP_08;
    let one = cx.state().creature(meal.who).filter(|one| one.sheet.is_hero());
    let now = one.and_then(|one| one.live.items.get(usize::from(meal.item)));
    let kind = one.and_then(|one| one.sheet.items.get(usize::from(meal.item))?.kind);
    let food = |role: &String| role == "ration" || role == "special-ration";
    let food = kind.is_some_and(|kind| roles_of(cx.book(), kind).iter().any(food));
    let there =
        now.is_some_and(|now| now.place != Place::Gone && (now.die > 0 || usize::from(now.count) >= asked));
    if !food || !there {
        return refuse(Refusal::new(rule, "no-ration", "Those are no rations of the party."));
    }
    Ok(())
}

/// Everybody may use one camp item.
pub fn camp_items(cx: &mut Cx<'_, DeadWeight>, by: Seat, items: &CampItems) -> Flow {
    let rule = rules::DW_CAMP_07;
    affords(cx, by, 1)?;
    if items.uses.is_empty() {
        return refuse(Refusal::new(rule, "nothing", "Say who uses what."));
    }
    for used in &items.uses {
        let row = usable(cx.state(), cx.book(), used)?.row;
        if row.tag.as_deref() != Some("camp") {
            let sentence = format!("The {} is no camp item; it is used for nothing.", row.name);
            return refuse(Refusal::new(rule, "no-camp-item", sentence));
        }
        if items.uses.iter().filter(|other| other.who == used.who).count() > 1 {
            let sentence = "One camp item each for one action.";
            return refuse(Refusal::new(rule, "second-item", sentence));
        }
    }
    if !spend(cx, by, 1, "camp items", rule)? {
        return Ok(());
    }
    for used in &items.uses {
        let book = cx.book();
        let Ok(ready) = usable(cx.state(), book, used) else { continue };
        cx.within((used.who, used.item), |cx| apply_use(cx, used, &ready))?;
    }
    Ok(())
}
