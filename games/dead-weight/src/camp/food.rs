//! Cooking, and camp items.

use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{affords, campers, camping, spend};
use crate::DeadWeight;
use crate::expedition::{UseItem, apply_use, pieces, roles_of, spend_one, usable};
use crate::fact::CampFact;
use crate::hurt;
use crate::question::Owned;
use crate::rules;
use crate::state::{Affliction, Place, State};

/// Rations are cooked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cook {
    /// One entry for each ration.
    #[serde(default)]
    pub meals: Vec<Meal>,
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
    let meals = if cook.meals.is_empty() { shared_out(cx.at(), &cook.eaters) } else { cook.meals.clone() };
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
        let ends =
            row.and_then(|row| row.rest.get("uses")?.get(0)?.get("effects")?.get(0)?.get("end")?.as_array());
        let ends: Vec<&str> = ends.into_iter().flatten().filter_map(serde_json::Value::as_str).collect();
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
        let row = usable(cx, used.who, used.item, used.target.unwrap_or(used.who))?;
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
        let target = used.target.unwrap_or(used.who);
        let Ok(row) = usable(cx, used.who, used.item, target) else { continue };
        cx.within((used.who, used.item), |cx| apply_use(cx, row, used.who, used.item, target))?;
    }
    Ok(())
}
