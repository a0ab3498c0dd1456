//! What pets and foes could do in a turn.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param, Square};
use boneyard_table::{At, Who};
use serde_json::json;

use super::{card, people, square};
use crate::DeadWeight;
use crate::combat::{self, FoeAct, PetAct, PetDeed, RELOAD, check_acting, opponents, reachable};
use crate::rules;
use crate::state::SpentUntil;

pub(super) fn pet(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let mut cards = Vec::new();
    for does in [PetDeed::Distract, PetDeed::Bite] {
        let may = |target: &Who| {
            combat::check_pet_act(at, PetAct { who, does, target: *target, thing: None }).is_ok()
        };
        let all: Vec<Who> = opponents(at.state, who).filter(may).collect();
        if !all.is_empty() {
            cards.push(
                card("pet_act", does.name(), who, 1)
                    .id(format!("pet-{}", does.name()))
                    .rule(rules::DW_HOUSE_06H)
                    .fixed("does", json!(does))
                    .param(Param::new("target", "Whom", people(at, all))),
            );
        }
    }
    let lies = at.state.battle.iter().flat_map(|battle| &battle.lying);
    for (of, thing, _) in lies {
        let act = PetAct { who, does: PetDeed::Fetch, target: *of, thing: Some(*thing) };
        if combat::check_pet_act(at, act).is_ok() {
            let label = format!("Fetch the {}", at.state.sheet(*of).items[usize::from(*thing)].name);
            cards.push(
                card("pet_act", label, who, 1)
                    .id(format!("fetch-{}-{thing}", of.0))
                    .rule(rules::DW_HOUSE_06H)
                    .fixed("does", "fetch")
                    .fixed("target", json!(of))
                    .fixed("thing", *thing),
            );
        }
    }
    cards
}

pub(super) fn sheet_actions(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let mut cards = Vec::new();
    for row in combat::entry(at, who).into_iter().flat_map(|row| &row.actions) {
        let act = |target, to| FoeAct { who, action: row.name.clone(), target, to };
        let base = || {
            card("foe_act", row.name.clone(), who, 1)
                .id(format!("act-{}", row.name))
                .rule(rules::DW_ENEMY_03)
                .fixed("action", row.name.clone())
        };
        if row.attack.is_some() && !row.all {
            let all = opponents(at.state, who).map(|target| {
                let refusal = combat::check_foe_act(at, &act(Some(target), None)).err();
                Candidate::new(target, at.state.name(target).to_owned()).refused(refusal)
            });
            let all: Vec<Candidate<Who>> = all.collect();
            let why = all.first().and_then(|one| one.refusal.clone());
            let refusal = if all.iter().any(|one| one.open(None)) { None } else { why };
            let refusal = check_acting(at.state, who, 1).err().or(refusal);
            cards.push(base().param(Param::new("target", "Whom", Domain::creature(all))).refused(refusal));
        } else if let Some(shove) = combat::leap(&row.effects) {
            let leap = combat::Gait { points: shove.tiles, leaving: 0, through: false };
            let tiles = reachable(at.state, who, leap);
            let refusal =
                tiles.first().and_then(|(to, _)| combat::check_foe_act(at, &act(None, Some(*to))).err());
            let among: Vec<Square> = tiles.into_iter().map(|(tile, _)| square(tile)).collect();
            if !among.is_empty() {
                cards.push(
                    base().param(Param::new("to", "Where to", Domain::Square { among })).refused(refusal),
                );
            }
        } else {
            cards.push(base().refused(combat::check_foe_act(at, &act(None, None)).err()));
        }
    }
    let reloading = at.state.battle.iter().flat_map(|battle| &battle.spent);
    let waits =
        reloading.into_iter().any(|spent| spent.who == who && matches!(spent.until, SpentUntil::Reloaded(_)));
    if waits {
        cards.push(
            card("foe_act", RELOAD, who, 1)
                .id("act-reload")
                .rule(rules::DW_ENEMY_07)
                .fixed("action", RELOAD)
                .refused(check_acting(at.state, who, 1).err()),
        );
    }
    cards
}
