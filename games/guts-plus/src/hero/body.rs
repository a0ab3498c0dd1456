//! Bodies that are not like most: a chart of one's own, approved by the GM, and conditions one
//! lives with.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::view::{Candidate, Domain};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{GROUP, may_make};
use crate::GutsPlus;
use crate::fact::HeroFact;
use crate::form;
use crate::health::{Given, inflict};
use crate::question::{Decide, Matter};
use crate::rules;
use crate::state::{Draft, PartSheet};

deed! {
    /// Proposes a chart of one's own, by how it differs from the usual; what the GM says holds at once.
    #[serde(deny_unknown_fields)]
    pub struct ChartChange(form: GutsPlus) {
        who: Who = form.actor()?,
        /// Parts it has more.
        #[serde(default)]
        add: Vec<NewPart> = form::maybe(form, "add", "With", more_parts)?.unwrap_or_default(),
        /// Parts it lacks, by name.
        #[serde(default)]
        without: Vec<String> = {
            let chart = super::usual_chart(form.at());
            let parts = || form::some_of(0, chart.iter().map(|part| part.name.as_str()));
            form::maybe(form, "without", "Without", parts)?.unwrap_or_default()
        },
    }
}

/// What bodies often have more.
fn more_parts() -> Domain {
    let part = |name: &str, kind: &str| json!({ "name": name, "kind": kind, "beyond": null });
    let more = [
        ("Two wings", json!([part("Left Wing", "wing"), part("Right Wing", "wing")])),
        ("A tail", json!([part("Tail", "tail")])),
        ("A second pair of arms", json!([part("Second Left Arm", "arm"), part("Second Right Arm", "arm")])),
    ];
    Domain::one_of(more.map(|(name, pick)| Candidate::new(pick, name)))
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

impl Deed<GutsPlus> for ChartChange {
    const CARD: Card = Card::making("A body of their own", GROUP).rule(rules::GP_CHAR_02);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may_make(may, self.who)?;
        changed(&super::usual_chart(may.at()), self)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, by: Seat) -> Flow {
        let who = self.who;
        let chart = changed(&super::usual_chart(cx.at()), &self)?;
        let draft = cx.state().sheet(who).draft.clone().unwrap_or_default();
        if by.is_gm() {
            cx.record(rules::GP_HLTH_02, HeroFact::Chart { who, chart, limit: None }.into());
            if draft.chart.is_some() {
                let draft = Draft { chart: None, ..draft };
                cx.record(rules::GP_CHAR_02, HeroFact::Draft { who, draft: Some(draft) }.into());
            }
            return Ok(());
        }
        let usual = self.add.is_empty() && self.without.is_empty();
        let waits = Draft { chart: (!usual).then(|| chart.clone()), ..draft };
        cx.record(rules::GP_CHAR_02, HeroFact::Draft { who, draft: Some(waits) }.into());
        if usual {
            cx.record(rules::GP_HLTH_02, HeroFact::Chart { who, chart, limit: None }.into());
        }
        Ok(())
    }
}

deed! {
    /// The GM approves the chart that was proposed.
    pub struct ApproveChart(form: GutsPlus) {
        /// Whose.
        who: Who = {
            let state = form.state;
            let draft = |who: &Who| state.sheet(*who).draft.as_ref();
            let waits = |who: &Who| draft(who).is_some_and(|draft| draft.chart.is_some());
            let who = form::each_creature(form, "who", state.everybody().filter(waits))?;
            form.label(|| format!("Approve the body of {}", state.name(who)).into());
            form.id(|| format!("approve_chart:{}", who.0));
            who
        },
        /// Crossed-out parts that knock out, if another number than usual.
        #[serde(default)]
        limit: Option<u8> = form.maybe_amount("limit", "Parts that knock out", 1..=10)?,
    }
}

impl Deed<GutsPlus> for ApproveChart {
    const CARD: Card = Card::gm("Approve a body", "Characters").rule(rules::GP_CHAR_02);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let draft = may_make(may, self.who)?;
        may.not_if(draft.chart.is_none(), || {
            Refusal::new(rules::GP_CHAR_02, "nothing-proposed", "No chart waits for approval.")
        })?;
        may.not_if(self.limit == Some(0), || {
            Refusal::new(rules::GP_HLTH_02, "no-limit", "At least one lost part knocks out.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let Self { who, limit } = self;
        let mut draft = cx.state().sheet(who).draft.clone().unwrap_or_default();
        if let Some(chart) = draft.chart.take() {
            cx.record(rules::GP_HLTH_02, HeroFact::Chart { who, chart, limit }.into());
            cx.record(rules::GP_CHAR_02, HeroFact::Draft { who, draft: Some(draft) }.into());
        }
        Ok(())
    }
}

deed! {
    /// Lets a new character live with a condition, as player and GM agree.
    pub struct LiveWith(form: GutsPlus) {
        who: Who = form.actor()?,
        /// Which.
        condition: String = {
            let known = form.book.statuses.iter().map(|row| &*row.name);
            form.one_of("condition", "Which", form::names(known))?
        },
        /// What it does, where it is none of the known ones.
        #[serde(default)]
        effect: String = form.maybe_text("effect", "What it does", 400)?.unwrap_or_default(),
    }
}

impl Deed<GutsPlus> for LiveWith {
    const CARD: Card = Card::making("Live with a condition", GROUP).rule(rules::GP_CHAR_10);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (name, effect) = (self.condition.trim(), self.effect.trim());
        may_make(may, self.who)?;
        may.not_if(may.book.status(name).is_none() && effect.is_empty(), || {
            let sentence = format!("Say what {name} does; \"roleplay only\" will do.");
            Refusal::new(rules::GP_COND_01, "no-effect", sentence)
        })?;
        let long = name.chars().count() > 60 || self.effect.chars().count() > 400;
        may.not_if(name.is_empty() || long, || {
            let sentence = "A name has 1 to 60 letters, an effect at most 400.";
            Refusal::new(rules::GP_CHAR_10, "too-long", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let (who, name, effect) = (self.who, self.condition.trim(), self.effect.trim());
        let text = cx.book().status(name).map_or(String::new(), |(row, _)| row.text.to_string());
        let effect = if effect.is_empty() { text } else { effect.to_owned() };
        let given = Given { name: name.to_owned(), effect, permanent: true, ..Given::default() };
        let asked = format!("{} lives with {name}: agreed?", cx.state().name(who));
        let question = Decide::new(Matter::Lifelong, name, asked)
            .option("agreed", "Agreed")
            .option("no", "Rather not")
            .who(who)
            .about(format!("{name}: {}", given.effect));
        if crate::gm::decide(cx, question)?.choice == "agreed" {
            cx.cite(rules::GP_CHAR_10);
            let given = given.ailment(cx.state().sheet(who));
            inflict(cx, who, &given)?;
        }
        Ok(())
    }
}
