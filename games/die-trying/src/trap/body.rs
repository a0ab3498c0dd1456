//! Searching the dead: what a Creature had on it is rolled now and not before; a fallen hero's pack is laid out.

use boneyard_table::{At, Cx, Flow, Refusal, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::book::{Letters, Loot};
use crate::combat::{Cost, legal, pay};
use crate::effect::{Scale, Source, number};
use crate::fact::{GearFact, TableFact};
use crate::gear::{self, Made};
use crate::rules;
use crate::sight;
use crate::state::{DamageType, Fate, Item, ItemSheet, Kind, Place, Span, Trait, Used};

/// Searches somebody dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchBody {
    /// Who.
    pub who: Who,
    /// Whom.
    pub target: Who,
}

/// Whether somebody may search a body.
pub fn check_search_body(at: At<'_, DieTrying>, search: SearchBody) -> Result<(), Refusal> {
    let (state, rule) = (at.state, rules::DT_HOUSE_20H);
    legal(state, at.book, search.who, Cost::Action)?;
    let bad = |code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    let body = state.creature(search.target).filter(|body| !body.live.unseen && !body.live.away);
    let Some(body) = body.filter(|body| body.sheet.kind != Kind::Object) else {
        return bad("nobody", "There is nobody like that to search.".into());
    };
    if body.live.fate != Fate::Dead {
        return bad("alive", format!("{} is not dead.", body.sheet.name));
    }
    if body.live.used.iter().any(|used| used.what == rule) {
        return bad("searched", format!("{} was searched already.", body.sheet.name));
    }
    if sight::distance(state, search.who, search.target).is_some_and(|far| far > 1) {
        return bad("too-far", format!("{} lies more than 5 feet away.", body.sheet.name));
    }
    Ok(())
}

/// Searches a body: silver changes hands, things lie beside it to be picked up.
pub fn search_body(cx: &mut Cx<'_, DieTrying>, search: SearchBody) -> Flow {
    check_search_body(cx.at(), search)?;
    let (who, body, rule) = (search.who, search.target, rules::DT_HOUSE_20H);
    pay(cx, who, Cost::Action, rule);
    cx.cite(rules::DT_COND_09H);
    let book = cx.book();
    let mut silver = cx.state().sheet(body).silver;
    let mut things = Vec::new();
    let row = cx.state().sheet(body).like.and_then(|like| book.creatures.get(like.as_str()));
    if let Some(row) = row {
        cx.cite(row.id);
        for (nth, loot) in row.loot.iter().enumerate() {
            let keep = (who, body, nth as u8, silver, things.len() as u8);
            let source = Source {
                from: Some(who),
                letters: Letters::default(),
                rule: row.id,
                scale: Scale::default(),
            };
            silver += cx.within(keep, |cx| pocket(cx, source, who, loot, &mut things))?;
        }
    }
    let place = Place::Floor(cx.state().live(body).at);
    let packed = cx.state().live(body).items.iter().enumerate();
    let packed: Vec<u8> =
        packed.filter(|(_, item)| item.place == Place::Pack).map(|(at, _)| at as u8).collect();
    for item in packed {
        cx.record(rule, GearFact::Placed { who: body, item, to: place }.into());
    }
    for thing in things {
        cx.record(rule, GearFact::Got { who: body, thing, item: Item { place, ..Item::one() } }.into());
    }
    if cx.state().sheet(body).silver > 0 {
        cx.record(rule, GearFact::Silver { who: body, to: 0 }.into());
    }
    if silver > 0 {
        let to = cx.state().sheet(who).silver.saturating_add(silver);
        cx.record(rule, GearFact::Silver { who, to }.into());
    }
    let used = Used { what: rule, until: Span::Ever, times: 1 };
    cx.record(rule, TableFact::Used { who: body, used }.into());
    sight::acted(cx, who);
    Ok(())
}

/// One piece of what somebody had: gives the silver, and adds the thing if there is one.
fn pocket(
    cx: &mut Cx<'_, DieTrying>,
    source: Source,
    who: Who,
    loot: &Loot,
    things: &mut Vec<ItemSheet>,
) -> Flow<u32> {
    if let Some(face) = loot.on_face
        && cx.die(source.rule, who, 6)? != face
    {
        return Ok(0);
    }
    if let Some(name) = &loot.item {
        let made = Made {
            called: loot.called.as_deref(),
            kind: loot.kind.as_deref().and_then(DamageType::named),
            quality: loot.quality.as_deref().and_then(Trait::named),
        };
        if let Some((mut thing, _)) = gear::thing(cx.book(), name, &made) {
            thing.small = loot.small;
            things.push(thing);
        }
    }
    if let Some(name) = &loot.thing {
        let price = loot.worth.unwrap_or(0) * 2;
        things.push(ItemSheet { name: name.clone(), price, ..ItemSheet::default() });
    }
    match &loot.silver {
        Some(silver) => Ok(u32::from(number(cx, source, who, silver)?.max(0).unsigned_abs())),
        None => Ok(0),
    }
}
