//! Memorising anew in camp.

use boneyard_table::deed::{Filled, Lawful, May};
use boneyard_table::view::{Candidate, Domain, Thing};
use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Seat, Who};
use smallvec::SmallVec;

use super::{campers, in_camp, may_afford, spend};
use crate::DeadWeight;
use crate::book::PowerRow;
use crate::expedition::roles_of;
use crate::fact::CampFact;
use crate::form::{Form, stored};
use crate::magic::{Study, StudySay, known_powers, may_memorise};
use crate::rules;
use crate::state::{Attribute, Camp, Memorised, Place};

/// Whether all these casters may have these memorised afterwards, for one action.
pub fn check_studies(may: May<'_, DeadWeight>, casters: &[Study]) -> Lawful<Vec<(Who, Vec<RuleId>)>> {
    let rule = rules::DW_CAMP_11;
    may_afford(may, 1)?;
    may.not_if(casters.is_empty(), || Refusal::new(rule, "nobody", "Say who memorises what."))?;
    let mut after: Vec<(Who, Vec<RuleId>)> = Vec::new();
    for study in casters {
        may.not_if(after.iter().any(|(who, _)| *who == study.who), || {
            Refusal::new(rule, "twice", "Name every caster once.")
        })?;
        after.push((study.who, checked(may.at(), study)?));
    }
    Ok(after)
}

/// The field `casters`, as forms ask for it in camp: all that somebody here could have memorised, and as much of it as
/// their scores allow.
pub fn together(form: &mut Form<'_>) -> Filled<Vec<StudySay>> {
    in_camp(form)?;
    let at = form.at();
    let (mut of, mut most) = (Vec::new(), 0);
    for who in campers(at.state) {
        let Some((_, attribute, _)) = may_memorise(at, who) else { continue };
        if checked(at, &Study { who, powers: Vec::new() }).is_err() {
            continue;
        }
        let rows = known_powers(at, who);
        most += usize::from(at.state.sheet(who).hero.score[attribute]).min(rows.len());
        of.extend(rows.into_iter().map(|row| (who, row)));
    }
    form.only_if(most > 0)?;
    form.label(|| "Memorise anew".into());
    form.group(|| "Camp".into());
    form.rule(rules::DW_CAMP_11);
    form.cost(1, "points");
    let short = |who: Who, row: &PowerRow| format!("{}.{}", who.0, row.name);
    let domain = || {
        let things = of.iter().map(|(who, row)| {
            let name = format!("{}: {}", at.state.name(*who), row.name);
            Thing { what: Candidate::new(short(*who, row), name).say(row.text.clone()), cost: 0 }
        });
        Domain::Subset { of: things.collect(), least: 1, most: most as u32, budget: None }
    };
    let example = || of.first().map(|(who, row)| vec![StudySay::Short(short(*who, row))]);
    form.field("casters", "What", domain, example, stored)
}

/// One action for all casters: each has these memorised afterwards.
pub fn memorise(cx: &mut Cx<'_, DeadWeight>, by: Seat, casters: &[Study]) -> Flow {
    let rule = rules::DW_CAMP_11;
    let after = check_studies(May::quiet(cx.at(), by), casters)?;
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

fn checked(at: At<'_, DeadWeight>, study: &Study) -> Result<Vec<RuleId>, Refusal> {
    let rule = rules::DW_CAMP_11;
    let bad = |code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    let who = study.who;
    if !campers(at.state).contains(&who) {
        return bad("not-here", "Only those in the camp memorise.".into());
    }
    let sheet = at.state.sheet(who);
    let name = &sheet.name;
    let attribute = if sheet.has_trait(rules::DW_TRAIT_05) {
        Attribute::Int
    } else if sheet.has_trait(rules::DW_TRAIT_04) {
        Attribute::Pre
    } else {
        return bad("no-caster", format!("{name} casts neither spells nor prayers."));
    };
    let grimoire = sheet.items.iter().zip(&at.state.live(who).items).any(|(item, now)| {
        let role = |role: &String| role == "grimoire";
        now.place != Place::Gone && item.kind.is_some_and(|kind| roles_of(at.book, kind).iter().any(role))
    });
    if attribute == Attribute::Int && !grimoire {
        return bad("no-grimoire", format!("{name} has no grimoire to memorise from."));
    }
    let score = sheet.hero.score[attribute];
    if study.powers.len() > usize::from(score) {
        let sentence = format!("{name} memorises at most {score}.");
        return Err(Refusal::new(rule, "too-many", sentence).with("most", score));
    }
    let mut all: Vec<RuleId> = Vec::new();
    for power in &study.powers {
        let row = at.book.spells.named(power).or_else(|| at.book.prayers.named(power)).map(|row| row.id);
        match row.filter(|id| sheet.hero.knows.contains(id) && !all.contains(id)) {
            Some(id) => all.push(id),
            None => return bad("unknown", format!("{name} does not know {power}, or names it twice.")),
        }
    }
    Ok(all)
}
