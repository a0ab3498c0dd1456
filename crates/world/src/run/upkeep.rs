//! What everybody needs at a boundary of time: it is taken from their own things, then from what stands open beside them, then from
//! companions who are there; else they go without. Wages are what was agreed.

use boneyard_table::{Audience, Cx, Flow, Judgement, RulingOption, Who};

use super::act::{Need, NeedKind, Provisions};
use super::coin::{in_words, pay};
use super::fact::{Told, WorldFact};
use super::thing::{is_within, place_of, shift};
use super::world::Where;
use super::worldly::{Able, Stack, Worldly};

/// Everybody's needs are seen to.
pub(super) fn upkeep<G: Worldly>(cx: &mut Cx<'_, G>) -> Flow {
    let everybody: Vec<Who> = G::world(cx.state()).stands.keys().copied().collect();
    for who in &everybody {
        wages(cx, *who)?;
    }
    match G::provisions(cx.at()) {
        Provisions::Off => return Ok(()),
        Provisions::Ask if !asked(cx)? => return Ok(()),
        Provisions::Ask | Provisions::ByItself => {}
    }
    for who in everybody {
        for need in G::needs(cx.at(), who) {
            let mut had = true;
            match need.what {
                NeedKind::Lodging | NeedKind::Wages => {
                    had = providers(cx, who)
                        .into_iter()
                        .any(|one| pay(cx, one, u64::from(need.number), &Where::Outside));
                }
                NeedKind::Meal | NeedKind::Water => {
                    for _ in 0..need.number.min(100) {
                        had &= consume(cx, who, need.what);
                    }
                }
            }
            G::cared(cx, who, need, had)?;
        }
    }
    Ok(())
}

/// Themselves, then those who are with them and up, in the order of their numbers.
fn providers<G: Worldly>(cx: &Cx<'_, G>, who: Who) -> Vec<Who> {
    let mut all = vec![who];
    if let Some(here) = place_of(cx.at(), who) {
        let party = |who: &Who| {
            let stand = G::world(cx.state()).stands.get(who);
            stand.is_some_and(|stand| stand.hero || stand.hired.is_some() || stand.follows.is_some())
        };
        let stands = G::world(cx.state()).stands.iter().filter(|(_, stand)| stand.place == here);
        let others = stands.map(|(one, _)| *one).filter(|one| *one != who && party(one));
        all.extend(others.filter(|one| G::able(cx.at(), *one) != Able::Dead));
    }
    all
}

/// Takes one thing that serves a need, if there is any.
fn consume<G: Worldly>(cx: &mut Cx<'_, G>, who: Who, need: NeedKind) -> bool {
    let on = |cx: &Cx<'_, G>, who: Who| {
        let carried = G::carried(cx.at(), who).into_iter();
        carried.filter(|thing| thing.number() > 0).find(|thing| G::serves(thing, need))
    };
    let own = on(cx, who);
    if let Some(thing) = own {
        shift(cx, thing.of(1), (Where::Carried(who), None), Where::Outside, true, false);
        return true;
    }
    if let Some(here) = place_of(cx.at(), who) {
        let world = G::world(cx.state());
        let beside = world.heaps.iter().find(|(_, heap)| {
            let inside = matches!(heap.at, Where::In { .. }) && is_within(cx.at(), &heap.at, &here);
            inside && heap.found.is_some() && heap.owner.is_none() && G::serves(&heap.what, need)
        });
        if let Some((number, heap)) = beside.map(|(number, heap)| (*number, heap.clone())) {
            shift(cx, heap.what.of(1), (heap.at, Some(number)), Where::Outside, true, false);
            return true;
        }
    }
    for one in providers(cx, who).into_iter().skip(1) {
        if let Some(thing) = on(cx, one) {
            shift(cx, thing.of(1), (Where::Carried(one), None), Where::Outside, true, false);
            return true;
        }
    }
    false
}

/// Somebody who is hired gets what was agreed, from whom they follow or from the heroes beside them. Else they are hired no more.
fn wages<G: Worldly>(cx: &mut Cx<'_, G>, who: Who) -> Flow {
    let stand = G::world(cx.state()).stands.get(&who).cloned();
    let Some((stand, wage)) = stand.and_then(|stand| stand.hired.map(|wage| (stand, wage))) else {
        return Ok(());
    };
    if G::able(cx.at(), who) == Able::Dead {
        return Ok(());
    }
    let mut payers: Vec<Who> = stand.follows.into_iter().collect();
    payers.extend(
        G::world(cx.state()).heroes().map(|(hero, _)| hero).filter(|hero| Some(*hero) != stand.follows),
    );
    let paid = payers.into_iter().any(|one| pay(cx, one, u64::from(wage), &Where::Carried(who)));
    if !paid {
        let rule = G::CITES.things;
        cx.record(rule, WorldFact::Hired(who, None).into());
        cx.record(rule, WorldFact::Follows(who, None).into());
        let text =
            format!("A hireling was not paid {} and is hired no more.", in_words::<G>(u64::from(wage)));
        cx.record(rule, WorldFact::Told(Told { text, at: None, gm: true }).into());
    }
    G::cared(cx, who, Need { what: NeedKind::Wages, number: wage }, paid)
}

/// Whether people eat of what they have.
fn asked<G: Worldly>(cx: &mut Cx<'_, G>) -> Flow<bool> {
    let rule = G::CITES.time;
    let judgement = || Judgement {
        rule,
        tag: "provisions".to_owned(),
        question: "Do people eat and drink of what they have?".to_owned(),
        about: Vec::new(),
        options: vec![RulingOption::new("yes", "Yes"), RulingOption::new("no", "Not this time")],
        proposal: 0,
        why: "everybody needs it".to_owned(),
        precedents: Vec::new(),
    };
    Ok(cx.judge_for(Audience::ALL, rule, 0, &judgement)?.option() == 0)
}
