//! Memorising anew in camp.

use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, refuse};
use smallvec::SmallVec;

use super::{affords, campers, spend};
use crate::DeadWeight;
use crate::expedition::roles_of;
use crate::fact::CampFact;
use crate::magic::Study;
use crate::rules;
use crate::state::{Attribute, Camp, Memorised, Place};

/// One action for all casters: each has these memorised afterwards.
pub fn memorise(cx: &mut Cx<'_, DeadWeight>, by: Seat, casters: &[Study]) -> Flow {
    let rule = rules::DW_CAMP_11;
    affords(cx, by, 1)?;
    if casters.is_empty() {
        return refuse(Refusal::new(rule, "nobody", "Say who memorises what."));
    }
    let mut after: Vec<(Who, Vec<RuleId>)> = Vec::new();
    for study in casters {
        if after.iter().any(|(who, _)| *who == study.who) {
            return refuse(Refusal::new(rule, "twice", "Name every caster once."));
        }
        after.push((study.who, checked(cx, study)?));
    }
    if !spend(cx, by, 1, "memorising", rule)? {
        return Ok(());
    }
    for (who, powers) in after {
        let before = cx.state().live(who).memorised.clone();
        let dropped = cx.state().camp.as_ref().map(|camp| camp.dropped.clone()).unwrap_or_default();
        let tired = |what: RuleId| {
            before.iter().any(|known| known.what == what && known.exhausted) || dropped.contains(&(who, what))
        };
        let memorised: Vec<Memorised> =
            powers.iter().map(|what| Memorised { what: *what, exhausted: tired(*what) }).collect();
        let gone = before.iter().filter(|known| known.exhausted && !powers.contains(&known.what));
        let gone: SmallVec<[(Who, RuleId); 2]> = gone.map(|known| (who, known.what)).collect();
        if let Some(camp) = cx.state().camp.clone().filter(|_| !gone.is_empty()) {
            let dropped = camp.dropped.iter().copied().chain(gone).collect();
            let fact = CampFact::Spent { on: "memorising".into(), camp: Camp { dropped, ..camp } };
            cx.record(rule, fact.into());
        }
        cx.record(rule, CampFact::Memorised { who, memorised }.into());
    }
    Ok(())
}

fn checked(cx: &Cx<'_, DeadWeight>, study: &Study) -> Flow<Vec<RuleId>> {
    let rule = rules::DW_CAMP_11;
    let who = study.who;
    if !campers(cx.state()).contains(&who) {
        return refuse(Refusal::new(rule, "not-here", "Only those in the camp memorise."));
    }
    let sheet = cx.state().sheet(who);
    let name = &sheet.name;
    let attribute = if sheet.has_trait(rules::DW_TRAIT_05) {
        Attribute::Int
    } else if sheet.has_trait(rules::DW_TRAIT_04) {
        Attribute::Pre
    } else {
        return refuse(Refusal::new(rule, "no-caster", format!("{name} casts neither spells nor prayers.")));
    };
    let grimoire = sheet.items.iter().zip(&cx.state().live(who).items).any(|(item, now)| {
        let role = |role: &String| role == "grimoire";
        now.place != Place::Gone && item.kind.is_some_and(|kind| roles_of(cx.book(), kind).iter().any(role))
    });
    if attribute == Attribute::Int && !grimoire {
        let sentence = format!("{name} has no grimoire to memorise from.");
        return refuse(Refusal::new(rule, "no-grimoire", sentence));
    }
    let score = sheet.hero.score[attribute];
    if study.powers.len() > usize::from(score) {
        let sentence = format!("{name} memorises at most {score}.");
        return refuse(Refusal::new(rule, "too-many", sentence).with("most", score));
    }
    let mut all: Vec<RuleId> = Vec::new();
    for power in &study.powers {
        let row = cx.book().spells.named(power).or_else(|| cx.book().prayers.named(power)).map(|row| row.id);
        match row.filter(|id| sheet.hero.knows.contains(id) && !all.contains(id)) {
            Some(id) => all.push(id),
            None => {
                let sentence = format!("{name} does not know {power}, or names it twice.");
                return refuse(Refusal::new(rule, "unknown", sentence));
            }
        }
    }
    Ok(all)
}
