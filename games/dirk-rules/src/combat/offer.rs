//! The advanced actions and the small ones as offers: who can be aimed at, goaded, driven off.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Refusal, RuleId, Who};
use serde_json::json;

use super::attack::Strike;
use super::called::legal_called;
use super::legal::legal_strike;
use super::misc::{may_help, may_ready};
use super::special::{entry, is_ready};
use super::turn::{advanced, can_act, can_attack};
use super::words::{may_rally, may_speak};
use crate::DirkRules;
use crate::gear::all_arms;
use crate::rules;
use crate::state::Part;

/// What somebody could do in a battle besides the plain things.
pub fn offers(at: At<'_, DirkRules>, who: Who) -> Vec<OfferCard> {
    let card = |command, label, rule| {
        OfferCard::new(command, label, "Fight").actor("who", who).rule(rule).cost(1, "action")
    };
    let act = can_act(at, who).err();
    let deed = || advanced(at).err().or_else(|| act.clone());
    let aimed = |strike| can_attack(at, who, strike).err();
    let (weapons, targets, none) = strikes(at, who);
    let owed = |none: Option<Refusal>| {
        let free = targets.iter().any(|target| aimed(target.pick).is_none());
        let bound = targets.first().filter(|_| !free).and_then(|target| aimed(target.pick));
        advanced(at).err().or(bound).or(none)
    };
    let with = || Param::new("with", "With", Domain::one_of(weapons.clone()));
    let target = || Param::new("target", "Target", Domain::creature(targets.clone())).after("with");
    let parts = Part::ALL.map(|part| Candidate::new(json!(part), part.name()));
    let blind = targets.first().and_then(|target| {
        let any = all_arms(at, who).map(|(with, _)| Strike { with, target: target.pick });
        let mut all = any.flat_map(|strike| Part::ALL.map(|part| legal_called(at, who, strike, part)));
        let first = all.next()?.err()?;
        all.all(|tried| tried.is_err()).then_some(first)
    });
    let mut all = vec![
        card("called_shot", "Called shot", rules::DK_ADV_01)
            .param(with())
            .param(target())
            .param(Param::new("part", "Part", Domain::one_of(parts)))
            .refused(owed(none.clone().or(blind))),
        card("feint", "Feint", rules::DK_ADV_03).param(with()).param(target()).refused(owed(none)),
    ];
    // Whoever hears it can be tried: what mood they are in is not for the list to tell.
    let mut words = |command, label, rule: RuleId, may: &dyn Fn(Who) -> Result<(), Refusal>| {
        let (near, why) = those(at, who, may);
        let target = Param::new("target", "Target", Domain::creature(near));
        all.push(card(command, label, rule).param(target).refused(deed().or(why)));
    };
    words("taunt", "Taunt", rules::DK_ADV_09, &|target| may_speak(at, who, target, "taunt"));
    words("route", "Rout", rules::DK_ADV_10, &|target| may_speak(at, who, target, "route"));
    all.push(card("rally", "Rally", rules::DK_ADV_11).refused(deed().or_else(|| may_rally(at, who).err())));
    let (near, _) = those(at, who, &|target| may_help(at, who, target).map(|_| ()));
    if !near.is_empty() {
        let target = Param::new("target", "Whom", Domain::creature(near));
        all.push(
            card("help", "Cut loose or put out", rules::DK_BATTLE_14).param(target).refused(act.clone()),
        );
    }
    let things = (0u8..).zip(&at.state.sheet(who).items);
    let guns: Vec<_> = things
        .filter(|(item, _)| may_ready(at, who, *item).is_ok())
        .map(|(item, thing)| Candidate::new(json!(item), thing.name.clone()))
        .collect();
    if !guns.is_empty() {
        let gun = Param::new("item", "What", Domain::one_of(guns));
        all.push(card("make_ready", "Reload or set up", rules::DK_BATTLE_14).param(gun).refused(act.clone()));
    }
    if let Some(row) = entry(at, who).filter(|row| !row.specials.is_empty()) {
        let ready = (0u8..).zip(&row.specials).filter(|(_, special)| is_ready(at, who, special));
        let specials: Vec<_> =
            ready.map(|(at, special)| Candidate::new(json!(at), special.name.clone())).collect();
        let tired =
            specials.is_empty().then(|| Refusal::new(row.id, "too-soon", "It cannot do that again so soon."));
        let near = at.state.everybody().filter(|&other| other != who && !at.state.live(other).dead);
        let near = near.map(|other| Candidate::new(other, at.state.sheet(other).name.clone()));
        all.push(
            card("special", "Use a special", row.id)
                .param(Param::new("special", "What", Domain::one_of(specials)))
                .param(Param::new("target", "Target", Domain::creature(near)).optional())
                .refused(act.clone().or(tired)),
        );
    }
    let what = Param::new("what", "What", Domain::text(120));
    all.push(card("misc", "Do something else", rules::DK_BATTLE_14).param(what).refused(act));
    all
}

type Arsenal = (Vec<Candidate<serde_json::Value>>, Vec<Candidate<Who>>, Option<Refusal>);

/// Weapons and those they reach, or why they reach nobody.
fn strikes(at: At<'_, DirkRules>, who: Who) -> Arsenal {
    // The other side first: it is seldom a friend who is meant.
    let mut others: Vec<Who> = at.state.everybody().filter(|&other| other != who).collect();
    others.sort_by_key(|&other| at.state.sheet(other).side == at.state.sheet(who).side);
    let person = |&other: &Who| Candidate::new(other, at.state.sheet(other).name.clone());
    let mut targets: Vec<Candidate<Who>> = others.iter().map(person).collect();
    let (mut weapons, mut why) = (Vec::new(), None);
    for (with, arms) in all_arms(at, who).filter(|(_, arms)| arms.area.is_none()) {
        weapons.push(Candidate::new(json!(with), arms.name.to_owned()));
        for (&target, candidate) in others.iter().zip(&mut targets) {
            match legal_strike(at, who, Strike { with, target }) {
                Ok(()) => candidate.given.push(json!(with)),
                Err(refusal) => why = why.or(Some(refusal)),
            }
        }
    }
    targets.retain(|target| !target.given.is_empty());
    let none = if targets.is_empty() { why } else { None };
    (weapons, targets, none)
}

/// Those with whom something may be done, or why with none.
fn those(
    at: At<'_, DirkRules>,
    who: Who,
    may: &dyn Fn(Who) -> Result<(), Refusal>,
) -> (Vec<Candidate<Who>>, Option<Refusal>) {
    let (mut near, mut why) = (Vec::new(), None);
    for other in at.state.everybody() {
        match may(other) {
            Ok(()) => near.push(Candidate::new(other, at.state.sheet(other).name.clone())),
            Err(refusal) if other != who => why = why.or(Some(refusal)),
            Err(_) => {}
        }
    }
    let nobody = || Refusal::new(rules::DK_RANGE_01H, "out-of-range", "Nobody is near enough.");
    let none = near.is_empty().then(|| why.unwrap_or_else(nobody));
    (near, none)
}
