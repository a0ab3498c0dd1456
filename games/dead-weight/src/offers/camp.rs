//! What can be done in camp: the party's points, and what single adventurers are good for.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param, Thing, count};
use boneyard_table::{At, Refusal, RuleId, Who};

use crate::DeadWeight;
use crate::camp::{Portion, campers, feeds};
use crate::expedition::pieces;
use crate::magic::may_memorise;
use crate::question::Owned;
use crate::rules;
use crate::state::{Affliction, Attribute, Place, State};

const GROUP: &str = "Camp";

fn card(command: &str, label: &str, rule: RuleId) -> OfferCard {
    OfferCard::new(command, label.to_owned(), GROUP).rule(rule)
}

fn poor(state: &State, cost: u8) -> Option<Refusal> {
    let points = state.camp.as_ref().map_or(0, |camp| camp.points);
    let sentence = format!("That takes {}; {points} are left.", count(cost, "point", "points"));
    (points < cost).then(|| Refusal::new(rules::DW_CAMP_03, "no-points", sentence))
}

/// Setting one up, with as many supplies as there are.
pub(super) fn pitching(at: At<'_, DeadWeight>) -> OfferCard {
    let supplies = pieces(at.state, at.book, "camping-supply").len();
    let card = OfferCard::new("pitch_camp", "Set up camp", "Explore").rule(rules::DW_EXPL_14);
    let card = if supplies == 0 {
        card
    } else {
        let most = i32::try_from(supplies.min(20)).unwrap_or(20);
        card.param(Param::new("supplies", "Camping supplies", Domain::amount(0, most)).optional())
    };
    card.param(Param::new("fire", "With a fire", Domain::yes_no()).optional())
        .param(Param::new("long_rest", "A long rest", Domain::yes_no()).optional())
}

/// What the party could spend its points on.
pub(super) fn party(at: At<'_, DeadWeight>) -> Vec<OfferCard> {
    cooking(at).into_iter().chain(items(at)).chain(tending(at)).chain(memorising(at)).collect()
}

/// Plain rations shared out by themselves, or all there is to eat and drink by what each of them has of it.
fn cooking(at: At<'_, DeadWeight>) -> Vec<OfferCard> {
    let Some(camp) = &at.state.camp else { return Vec::new() };
    let cold = || {
        let sentence = "Cooking takes a fire and a camping supply used in this camp.";
        let cold = !camp.fire || camp.supplies == 0;
        cold.then(|| Refusal::new(rules::DW_CAMP_08, "no-fire", sentence))
    };
    let offer = |label: &str, param: Param| {
        let card = card("cook", label, rules::DW_CAMP_08).cost(1, "points").param(param);
        card.refused(poor(at.state, 1).or_else(cold))
    };
    let here = campers(at.state);
    let feeds = usize::from(feeds(at.state));
    let plain = pieces(at.state, at.book, "ration");
    let special = pieces(at.state, at.book, "special-ration");
    let mut all = Vec::new();
    if !plain.is_empty() {
        let most = (plain.len() * feeds).min(here.len()) as u32;
        let of = here.iter().map(|who| person(at, *who)).collect();
        let eaters = Domain::Subset { of, least: 1, most, budget: None };
        all.push(offer("Cook", Param::new("eaters", "Who eats", eaters)));
    }
    let of = meals(at, plain.iter().chain(&special).copied(), &here);
    if !of.is_empty() {
        let most = ((plain.len() + special.len()) * feeds).min(of.len()) as u32;
        let meals = Domain::Subset { of, least: 1, most, budget: None };
        all.push(
            offer("Cook for each what they want", Param::new("meals", "Who eats what", meals))
                .id("cook:meals"),
        );
    }
    all
}

/// Everything that can be cooked, once for everybody who might have of it.
fn meals(at: At<'_, DeadWeight>, rations: impl Iterator<Item = Owned>, here: &[Who]) -> Vec<Thing> {
    let mut kinds: Vec<Owned> = Vec::new();
    for ration in rations {
        if !kinds.contains(&ration) {
            kinds.push(ration);
        }
    }
    let each = kinds.iter().flat_map(|of| here.iter().map(|eater| Portion { of: *of, eater: *eater }));
    let things = each.map(|portion| {
        let Portion { of: Owned { who, item }, eater } = portion;
        let owner = at.state.sheet(who);
        let name = owner.items.get(usize::from(item)).map_or("", |item| item.name.as_str());
        let name = format!("{}: {name} of {}", at.state.name(eater), owner.name);
        Thing { what: Candidate::new(String::from(portion), name), cost: 0 }
    });
    things.collect()
}

fn person(at: At<'_, DeadWeight>, who: Who) -> Thing {
    let name = at.state.name(who);
    Thing { what: Candidate::new(name, name.to_owned()), cost: 0 }
}

/// Things that are used in camp, by whoever has them, on everybody they help.
fn items(at: At<'_, DeadWeight>) -> Option<OfferCard> {
    let here = campers(at.state);
    let mut of: Vec<Thing> = Vec::new();
    for who in here.iter().copied().filter(|who| !at.state.live(*who).mortal) {
        let one = at.state.one(who);
        for (number, (sheet, now)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
            let row = sheet.kind.and_then(|kind| at.book.gear.get(kind.as_str()));
            let Some(row) = row.filter(|row| row.tag.as_deref() == Some("camp")) else { continue };
            if now.place == Place::Gone || now.broken || one.live.has_used(row.id) {
                continue;
            }
            let wide = row.uses.first().and_then(|used| used.target.as_deref());
            let own = matches!(wide, Some("self" | "party" | "item"));
            for target in here.iter().copied().filter(|target| *target == who || !own) {
                let name = format!("{}: {}", one.sheet.name, sheet.name);
                let name = if target == who { name } else { format!("{name}, on {}", at.state.name(target)) };
                let what =
                    Candidate::new(format!("{}.{number}.{}", who.0, target.0), name).say(row.text.clone());
                of.push(Thing { what, cost: 0 });
            }
        }
    }
    if of.is_empty() {
        return None;
    }
    let most = of.len().min(here.len()) as u32;
    let uses = Domain::Subset { of, least: 1, most, budget: None };
    let offer = card("camp_items", "Use camp items, one each", rules::DW_CAMP_07).cost(1, "points");
    Some(offer.param(Param::new("uses", "Who uses what", uses)).refused(poor(at.state, 1)))
}

/// Wounds that a medical supply each would heal.
fn tending(at: At<'_, DeadWeight>) -> Option<OfferCard> {
    let supplies = pieces(at.state, at.book, "medical-supply").len();
    let mut of: Vec<Thing> = Vec::new();
    for who in campers(at.state) {
        let live = at.state.live(who);
        let kept = [(Affliction::Hungry, rules::DW_AFFL_02), (Affliction::Cursed, rules::DW_AFFL_11)];
        let kept = kept.into_iter().find(|(what, _)| live.suffers(*what));
        let name = at.state.name(who);
        let kept = kept.map(|(what, rule)| {
            Refusal::new(
                rule,
                "does-not-heal",
                format!("{name} is {}: these wounds do not heal.", what.name()),
            )
        });
        for attribute in Attribute::ALL.into_iter().filter(|attribute| live.wounds[*attribute] > 0) {
            let pick = format!("{}.{}", who.0, attribute.name());
            let what = Candidate::new(pick, format!("{} of {name}", attribute.name())).refused(kept.clone());
            of.push(Thing { what, cost: 0 });
        }
    }
    if of.is_empty() || supplies == 0 {
        return None;
    }
    let most = supplies.min(of.len()) as u32;
    let shut = of.iter().all(|thing| thing.what.refusal.is_some());
    let shut = of.first().and_then(|thing| thing.what.refusal.clone()).filter(|_| shut);
    let wounds = Domain::Subset { of, least: 1, most, budget: None };
    let offer = card("tend", "Tend wounds", rules::DW_CAMP_10).cost(1, "points");
    Some(offer.param(Param::new("wounds", "Which", wounds)).refused(poor(at.state, 1).or(shut)))
}

/// What casters have memorised afterwards, each as much as the score allows.
fn memorising(at: At<'_, DeadWeight>) -> Option<OfferCard> {
    let mut of: Vec<Thing> = Vec::new();
    let mut most = 0;
    for who in campers(at.state) {
        let Some((_, attribute, prayers)) = may_memorise(at, who) else { continue };
        let own = &at.state.sheet(who).hero;
        let rows = own.knows.iter().filter_map(|id| {
            if prayers { at.book.prayers.get(id.as_str()) } else { at.book.spells.get(id.as_str()) }
        });
        let before = of.len();
        of.extend(rows.map(|row| {
            let name = format!("{}: {}", at.state.name(who), row.name);
            let what = Candidate::new(format!("{}.{}", who.0, row.name), name).say(row.text.clone());
            Thing { what, cost: 0 }
        }));
        most += usize::from(own.score[attribute]).min(of.len() - before);
    }
    if of.is_empty() || most == 0 {
        return None;
    }
    let casters = Domain::Subset { of, least: 1, most: most as u32, budget: None };
    let offer = card("memorise", "Memorise anew", rules::DW_CAMP_11).cost(1, "points");
    Some(offer.param(Param::new("casters", "What", casters)).refused(poor(at.state, 1)))
}
