//! Cooking.

use boneyard_table::deed::{self, Card, Deed, Filled, Lawful, May};
use boneyard_table::view::{Candidate, Domain, Thing};
use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{campers, in_camp, may_afford, spend};
use crate::DeadWeight;
use crate::book::Effect;
use crate::expedition::{pieces, roles_of, spend_one};
use crate::fact::CampFact;
use crate::form::{Form, stored};
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
    /// Those who eat of any rations there are, where nobody says of which.
    #[serde(default)]
    pub eaters: Vec<Who>,
}

impl deed::Form<DeadWeight> for Cook {
    /// Plain rations shared out by themselves, or all there is to eat and drink by what each of them has of it.
    fn form(form: &mut Form<'_>) -> Filled<Self> {
        if form.is_written() {
            return Ok(Self { meals: form.unasked("meals")?, eaters: form.unasked_creatures("eaters")? });
        }
        in_camp(form)?;
        let at = form.at();
        let (here, feeds) = (campers(at.state), usize::from(feeds(at.state)));
        let plain = pieces(at.state, at.book, "ration");
        if form.variant(&[false, true])? {
            let special = pieces(at.state, at.book, "special-ration");
            let portions = portions(plain.iter().chain(&special).copied(), &here);
            form.only_if(!portions.is_empty())?;
            form.label(|| "Cook for each what they want".into());
            form.id(|| "cook:meals".into());
            let most = ((plain.len() + special.len()) * feeds).min(portions.len()) as u32;
            let domain = || {
                let of = portions.iter().map(|portion| dish(at, *portion)).collect();
                Domain::Subset { of, least: 1, most, budget: None }
            };
            let example = || Some(vec![MealSay::Short(*portions.first()?)]);
            let meals = form.field("meals", "Who eats what", domain, example, stored)?;
            return Ok(Self { meals, eaters: Vec::new() });
        }
        form.only_if(!plain.is_empty())?;
        let most = (plain.len() * feeds).min(here.len()) as u32;
        let eaters = form.creatures("eaters", "Who eats", 1..=most, |who| here.contains(&who))?;
        Ok(Self { meals: Vec::new(), eaters })
    }
}

impl Deed<DeadWeight> for Cook {
    const CARD: Card = Card::anyone("Cook", "Camp").rule(rules::DW_CAMP_08).cost(1, "points");

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let (rule, state) = (rules::DW_CAMP_08, may.state);
        may_afford(may, 1)?;
        let warm = state.camp.as_ref().is_some_and(|camp| camp.fire && camp.supplies > 0);
        may.outright_if(!warm, || {
            let sentence = "Cooking takes a fire and a camping supply used in this camp.";
            Refusal::new(rule, "no-fire", sentence)
        })?;
        let (most, here, meals) = (feeds(state), campers(state), self.laid(may.at()));
        may.not_if(meals.is_empty() || meals.len() > MOST_MEALS, || {
            Refusal::new(rule, "no-meals", "Say which rations are cooked.")
        })?;
        for meal in &meals {
            let asked = meals.iter().filter(|other| (other.who, other.item) == (meal.who, meal.item)).count();
            may.not_if(!is_food(may.at(), meal, asked), || {
                Refusal::new(rule, "no-ration", "Those are no rations of the party.")
            })?;
            may.not_if(meal.eaters.is_empty() || meal.eaters.len() > usize::from(most), || {
                let sentence = format!("A cooked ration feeds 1 to {most}.");
                Refusal::new(rule, "eaters", sentence).with("most", most)
            })?;
            may.not_if(meal.eaters.iter().any(|who| !here.contains(who)), || {
                Refusal::new(rule, "not-here", "Only those in the camp eat.")
            })?;
        }
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        let meals = self.laid(cx.at());
        cook(cx, by, &meals)
    }
}

/// Rations that are cooked at once, at most.
const MOST_MEALS: usize = 40;

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
fn cook(cx: &mut Cx<'_, DeadWeight>, by: Seat, meals: &[Meal]) -> Flow {
    let rule = rules::DW_CAMP_08;
    let most = feeds(cx.state());
    if !spend(cx, by, 1, "cooking", rule)? {
        return Ok(());
    }
    if most > 2 {
        cx.cite(if most == 4 { rules::DW_SKILL_06 } else { rules::DW_SKILL_05 });
    }
    for meal in meals {
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

impl Cook {
    /// The rations that are cooked and who eats of each.
    fn laid(&self, at: At<'_, DeadWeight>) -> Vec<Meal> {
        let most = usize::from(feeds(at.state)).max(1);
        if self.meals.is_empty() { shared_out(at, &self.eaters, most) } else { named(&self.meals, most) }
    }
}

/// The rations that were named, each of which feeds so many; for single eaters as few as will do.
fn named(said: &[MealSay], most: usize) -> Vec<Meal> {
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
fn shared_out(at: At<'_, DeadWeight>, eaters: &[Who], most: usize) -> Vec<Meal> {
    let rations = pieces(at.state, at.book, "ration");
    let meals = eaters.chunks(most).zip(rations);
    meals.map(|(eaters, Owned { who, item })| Meal { who, item, eaters: eaters.to_vec() }).collect()
}

fn is_food(at: At<'_, DeadWeight>, meal: &Meal, asked: usize) -> bool {
    let one = at.state.creature(meal.who).filter(|one| one.sheet.is_hero());
    let now = one.and_then(|one| one.live.items.get(usize::from(meal.item)));
    let kind = one.and_then(|one| one.sheet.items.get(usize::from(meal.item))?.kind);
    let food = |role: &String| role == "ration" || role == "special-ration";
    let there =
        now.is_some_and(|now| now.place != Place::Gone && (now.die > 0 || usize::from(now.count) >= asked));
    there && kind.is_some_and(|kind| roles_of(at.book, kind).iter().any(food))
}

/// Everything that can be cooked, once for everybody who might have of it.
fn portions(rations: impl Iterator<Item = Owned>, here: &[Who]) -> Vec<Portion> {
    let mut kinds: Vec<Owned> = Vec::new();
    for ration in rations {
        if !kinds.contains(&ration) {
            kinds.push(ration);
        }
    }
    let each = kinds.iter().flat_map(|of| here.iter().map(|eater| Portion { of: *of, eater: *eater }));
    each.collect()
}

/// A portion as forms list it.
fn dish(at: At<'_, DeadWeight>, portion: Portion) -> Thing {
    let Portion { of: Owned { who, item }, eater } = portion;
    let owner = at.state.sheet(who);
    let name = owner.items.get(usize::from(item)).map_or("", |item| item.name.as_str());
    let name = format!("{}: {name} of {}", at.state.name(eater), owner.name);
    Thing { what: Candidate::new(String::from(portion), name), cost: 0 }
}
