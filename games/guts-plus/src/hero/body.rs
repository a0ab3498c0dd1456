//! Bodies that are not like most: a chart of one's own, approved by the GM, and conditions one
//! lives with.

use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::being_made;
use crate::GutsPlus;
use crate::fact::HeroFact;
use crate::health::{Given, inflict};
use crate::question::{Decide, Matter};
use crate::rules;
use crate::state::{Draft, PartSheet};

/// How a body differs from the usual chart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChartChange {
    /// Whose.
    pub who: Who,
    /// Parts it has more.
    #[serde(default)]
    pub add: Vec<NewPart>,
    /// Parts it lacks, by name.
    #[serde(default)]
    pub without: Vec<String>,
}

/// A part that is not on the usual chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPart {
    /// What it is called.
    pub name: String,
    /// What it is: wing, tail, arm and the like.
    #[serde(default)]
    pub kind: String,
    /// The part it hangs on.
    #[serde(default)]
    pub beyond: Option<String>,
    /// Losing it knocks out.
    #[serde(default)]
    pub vital: bool,
}

/// Most parts of a body.
const MOST_PARTS: usize = 30;

fn changed(usual: &[PartSheet], change: &ChartChange) -> Result<Vec<PartSheet>, Refusal> {
    let rule = rules::GP_HLTH_02;
    let same = |one: &str, other: &str| one.trim().eq_ignore_ascii_case(other.trim());
    if let Some(name) = change.without.iter().find(|name| !usual.iter().any(|part| same(&part.name, name))) {
        let all: Vec<&str> = usual.iter().map(|part| part.name.as_str()).collect();
        let sentence = format!("There is no {name} to leave out; there are {}.", all.join(", "));
        return Err(Refusal::new(rules::GP_HLTH_01H, "no-such-part", sentence));
    }
    // Parts are kept by name while the chart changes, since numbers shift.
    let name_of = |nth: Option<u8>| nth.map(|nth| usual[usize::from(nth)].name.clone());
    let mut parts: Vec<(PartSheet, Option<String>, Option<String>)> = usual
        .iter()
        .filter(|part| !change.without.iter().any(|name| same(&part.name, name)))
        .map(|part| (part.clone(), name_of(part.beyond), name_of(part.passes)))
        .collect();
    let trunk = parts.iter().find(|(part, ..)| part.kind == "torso").map(|(part, ..)| part.name.clone());
    for new in &change.add {
        let name = new.name.trim();
        if name.is_empty() || name.contains('.') || name.chars().count() > 40 {
            return Err(Refusal::new(rule, "no-name", "A part has a name of 1 to 40 letters without dots."));
        }
        if parts.iter().any(|(part, ..)| same(&part.name, name)) {
            return Err(Refusal::new(rule, "twice", format!("There is a {name} already.")));
        }
        if let Some(beyond) = &new.beyond
            && !parts.iter().any(|(part, ..)| same(&part.name, beyond))
        {
            return Err(Refusal::new(
                rule,
                "no-such-part",
                format!("There is no {beyond} for it to hang on."),
            ));
        }
        let kind = if new.kind.trim().is_empty() { "other" } else { new.kind.trim() };
        let part =
            PartSheet { name: name.into(), kind: kind.into(), vital: new.vital, beyond: None, passes: None };
        parts.push((part, new.beyond.clone(), new.beyond.clone().or_else(|| trunk.clone())));
    }
    if !parts.iter().any(|(part, ..)| part.vital) {
        return Err(Refusal::new(rule, "nothing-vital", "A body needs a vital part."));
    }
    if parts.len() > MOST_PARTS {
        return Err(Refusal::new(rule, "too-many", format!("A body has at most {MOST_PARTS} parts.")));
    }
    let names: Vec<String> = parts.iter().map(|(part, ..)| part.name.clone()).collect();
    let at = |name: &Option<String>| {
        let name = name.as_ref()?;
        names.iter().position(|own| same(own, name)).map(|at| at as u8)
    };
    let placed = parts.iter().map(|(part, beyond, passes)| PartSheet {
        beyond: at(beyond),
        passes: at(passes),
        ..part.clone()
    });
    Ok(placed.collect())
}

/// Proposes a chart of one's own; what the GM says holds at once.
pub fn chart(cx: &mut Cx<'_, GutsPlus>, by: Seat, change: &ChartChange) -> Flow {
    let who = change.who;
    let draft = being_made(cx, who)?;
    let chart = changed(&super::usual_chart(cx.at()), change)?;
    if by.is_gm() {
        cx.record(rules::GP_HLTH_02, HeroFact::Chart { who, chart, limit: None }.into());
        if draft.chart.is_some() {
            let draft = Draft { chart: None, ..draft };
            cx.record(rules::GP_CHAR_02, HeroFact::Draft { who, draft: Some(draft) }.into());
        }
        return Ok(());
    }
    let usual = change.add.is_empty() && change.without.is_empty();
    let waits = Draft { chart: (!usual).then(|| chart.clone()), ..draft };
    cx.record(rules::GP_CHAR_02, HeroFact::Draft { who, draft: Some(waits) }.into());
    if usual {
        cx.record(rules::GP_HLTH_02, HeroFact::Chart { who, chart, limit: None }.into());
    }
    Ok(())
}

/// The GM approves a proposed chart.
pub fn approve_chart(cx: &mut Cx<'_, GutsPlus>, who: Who, limit: Option<u8>) -> Flow {
    let draft = being_made(cx, who)?;
    let Some(chart) = draft.chart.clone() else {
        return refuse(Refusal::new(rules::GP_CHAR_02, "nothing-proposed", "No chart waits for approval."));
    };
    if limit == Some(0) {
        return refuse(Refusal::new(rules::GP_HLTH_02, "no-limit", "At least one lost part knocks out."));
    }
    cx.record(rules::GP_HLTH_02, HeroFact::Chart { who, chart, limit }.into());
    let draft = Draft { chart: None, ..draft };
    cx.record(rules::GP_CHAR_02, HeroFact::Draft { who, draft: Some(draft) }.into());
    Ok(())
}

/// Lets a new character live with a condition, as player and GM agree.
pub fn live_with(cx: &mut Cx<'_, GutsPlus>, who: Who, name: &str, effect: &str) -> Flow {
    being_made(cx, who)?;
    let rule = rules::GP_CHAR_10;
    let name = name.trim();
    let known = cx.book().status(name);
    if known.is_none() && effect.trim().is_empty() {
        return refuse(Refusal::new(
            rules::GP_COND_01,
            "no-effect",
            format!("Say what {name} does; \"roleplay only\" will do."),
        ));
    }
    if name.is_empty() || name.chars().count() > 60 || effect.chars().count() > 400 {
        return refuse(Refusal::new(rule, "too-long", "A name has 1 to 60 letters, an effect at most 400."));
    }
    let text = known.map_or(String::new(), |(row, _)| row.text.to_string());
    let effect = if effect.trim().is_empty() { text } else { effect.trim().to_owned() };
    let given = Given { name: name.to_owned(), effect, permanent: true, ..Given::default() };
    let about = format!("{name}: {}", given.effect);
    let question =
        Decide::new(Matter::Lifelong, name, format!("{} lives with {name}: agreed?", cx.state().name(who)))
            .option("agreed", "Agreed")
            .option("no", "Rather not")
            .who(who)
            .about(about);
    if crate::gm::decide(cx, question)?.choice == "agreed" {
        cx.cite(rule);
        let given = given.ailment(cx.state().sheet(who));
        inflict(cx, who, &given)?;
    }
    Ok(())
}
