//! Searching the dead: what a Creature had on it is rolled now and not before; a fallen hero's pack is laid out.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, deed};

use crate::DieTrying;
use crate::book::{Letters, Loot};
use crate::combat::{Cost, actor_now, may_do, pay};
use crate::effect::{Scale, Source, number};
use crate::fact::{GearFact, TableFact};
use crate::gear::{self, Made};
use crate::rules;
use crate::sight;
use crate::state::{DamageType, Fate, Item, ItemSheet, Kind, Live, Place, Span, State, Trait, Used};
use crate::values::known_as;

deed! {
    /// Searches somebody dead.
    #[derive(Copy)]
    pub struct SearchBody(form: DieTrying) {
        who: Who = actor_now(form)?,
        /// Whom.
        target: Who = body_beside(form, who)?,
    }
}

/// The field `target`: each of the dead within reach who was not searched has a card.
fn body_beside(form: &mut Filling<'_, DieTrying>, who: Who) -> Filled<Who> {
    let (state, seat) = (form.state, form.seat);
    let there = |other: &Who| state.creature(who).is_some() && *other != who && lies_there(state, *other);
    let new = |other: &Who| !searched(&state.one(*other).live) && within_reach(state, who, *other);
    let bodies = state.beings().filter(there).filter(new).map(|other| (other, state.name(other)));
    let target = form.each_named("target", bodies, |name| Some(known_as(state, seat, name)))?;
    form.id(|| format!("search-body-{}", target.0));
    form.label(|| format!("Search {}", state.name(target)).into());
    Ok(target)
}

/// Whether somebody lies dead where all can see it.
fn lies_there(state: &State, who: Who) -> bool {
    let live = state.live(who);
    live.fate == Fate::Dead && !live.unseen && !live.away
}

fn searched(live: &Live) -> bool {
    live.used.iter().any(|used| used.what == SEARCHED)
}

fn within_reach(state: &State, who: Who, body: Who) -> bool {
    sight::distance(state, who, body).is_none_or(|far| far <= 1)
}

/// The rule by which the dead are searched: what it was used on was searched.
pub const SEARCHED: RuleId = rules::DT_HOUSE_20H;

impl Deed<DieTrying> for SearchBody {
    const CARD: Card = Card::acting("Search a body", "Exploring").rule(SEARCHED);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let (Self { who, target }, state) = (*self, may.state);
        may_do(may, who, Cost::Action)?;
        let bad = |code: &str, sentence: String| Refusal::new(SEARCHED, code, sentence);
        let body = state.creature(target).filter(|body| !body.live.unseen && !body.live.away);
        let Some(body) = body.filter(|body| body.sheet.kind != Kind::Object) else {
            return may.no(|| bad("nobody", "There is nobody like that to search.".into()));
        };
        let name = &body.sheet.name;
        may.not_if(body.live.fate != Fate::Dead, || bad("alive", format!("{name} is not dead.")))?;
        may.not_if(searched(&body.live), || bad("searched", format!("{name} was searched already.")))?;
        may.not_if(!within_reach(state, who, target), || {
            bad("too-far", format!("{name} lies more than 5 feet away."))
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        search_body(cx, self.who, self.target)
    }
}

/// Searches a body: silver changes hands, things lie beside it to be picked up.
fn search_body(cx: &mut Cx<'_, DieTrying>, who: Who, body: Who) -> Flow {
    let rule = SEARCHED;
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
