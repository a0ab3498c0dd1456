//! The fields of what the GM calls for: who rolls, on what, with which edge, against whom.

use boneyard_table::Who;
use boneyard_table::deed::{Filled, Filling};
use boneyard_table::view::{Candidate, Domain};
use serde_json::json;

use super::call::acts;
use crate::GutsPlus;
use crate::form;
use crate::question::{Named, NamedAgainst};
use crate::rules;
use crate::state::{Base, Scale};

/// The field `who`: somebody who can act.
pub(super) fn awake_one(form: &mut Filling<'_, GutsPlus>) -> Filled<Who> {
    let state = form.state;
    form.creature_among("who", "Who", |who| acts(state, who))
}

/// The fields of what somebody rolls.
pub(super) fn called(form: &mut Filling<'_, GutsPlus>, contest: bool) -> Filled<Named> {
    if form.is_written() {
        return Ok(Named {
            quality: form.unasked("quality")?,
            with: form.unasked("with")?,
            add: form.unasked("add")?,
            edges: form.unasked("edges")?,
            lift: form.unasked("lift")?,
            needs: form.unasked("needs")?,
            hidden: form.unasked("hidden")?,
            on_failure: form.unasked("on_failure")?,
            help: form.unasked_creatures("help")?,
            give_up: form.unasked("give_up")?,
        });
    }
    form.rule(if contest { rules::GP_CONT_01 } else { rules::GP_CHECK_01 });
    let state = form.state;
    let mut named = Named {
        quality: form.one_of("quality", "On", form::names(Base::ALL.map(Base::name)))?,
        ..Named::default()
    };
    named.with = own_quality(form, "with", "Replaced by")?;
    if !contest {
        named.add = own_quality(form, "add", "Added to it")?;
    }
    let helps = |who: Who| acts(state, who) && state.sheet(who).side == 0;
    named.help = form.maybe_creatures("help", "Helped by", 0..=20, helps)?;
    named.edges = form::maybe(form, "edges", "Edge", edges)?.unwrap_or_default();
    if !contest {
        named.on_failure = form.maybe_text("on_failure", "On failure", 200)?.unwrap_or_default();
        let results = Scale::ALL.map(|scale| (scale, scale.key()));
        named.needs = form.maybe("needs", "Needs at least", results)?;
        named.hidden = form.flag("hidden", "Keep that hidden")?;
    }
    named.lift = form.flag("lift", "Conditions do not count")?;
    named.give_up = form.flag("give_up", if contest { "Given up" } else { "Failed on purpose" })?;
    Ok(named)
}

/// A quality of their own, of the one who is picked in the field `who`.
fn own_quality(
    form: &mut Filling<'_, GutsPlus>,
    name: &'static str,
    label: &'static str,
) -> Filled<Option<String>> {
    let state = form.state;
    let own = |who: Who| {
        let own = state.sheet(who).qualities.iter().skip(Base::ALL.len());
        own.map(move |quality| (who, quality.name.clone())).collect::<Vec<_>>()
    };
    let quality = form::maybe(form, name, label, || form::owned(state.everybody().flat_map(own)))?;
    form.hangs_on(name, "who");
    Ok(quality)
}

/// Advantages and disadvantages as they are usually given.
fn edges() -> Domain {
    let all = [
        ("disadvantage: 1 off one die", "one", -1),
        ("disadvantage: 1 off each die", "each", -1),
        ("disadvantage: 1 die fewer", "dice", -1),
        ("advantage: 1 to one die", "one", 1),
        ("advantage: 1 to each die", "each", 1),
        ("advantage: 1 die more", "dice", 1),
    ];
    let pick = |form: &str, amount: i8| json!([{ "form": form, "amount": amount }]);
    Domain::one_of(all.map(|(name, form, amount)| Candidate::new(pick(form, amount), name)))
}

/// The field `against`: somebody else with what they roll.
pub(super) fn against(form: &mut Filling<'_, GutsPlus>, who: Who) -> Filled<Vec<NamedAgainst>> {
    let at = form.at();
    if form.is_written() {
        return form::unasked(form, "against");
    }
    let awake: Vec<Who> = at.state.everybody().filter(|who| acts(at.state, *who)).collect();
    let rolls = |other: Who, base: Base| {
        let named = Named { quality: base.name().to_owned(), ..Named::default() };
        vec![NamedAgainst { who: other, named }]
    };
    let domain = || {
        Domain::one_of(awake.iter().flat_map(|other| {
            let others: Vec<_> = awake.iter().filter(|who| *who != other).map(|who| json!(who)).collect();
            Base::ALL.map(|base| {
                let name = format!("{}, {}", at.state.name(*other), base.name());
                let pick = json!([{ "who": other, "quality": base.name() }]);
                Candidate { given: others.clone(), ..Candidate::new(pick, name) }
            })
        }))
    };
    let first = || Some(rolls(*awake.iter().find(|other| **other != who)?, Base::ALL[0]));
    let against = form.field("against", "Against", domain, first, form::with_names(at))?;
    form.hangs_on("against", "who");
    Ok(against)
}
