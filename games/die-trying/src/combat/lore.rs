//! What somebody who knows about Creatures can tell of one, in the middle of a fight.

use boneyard_table::{Audience, Cx, Flow, Refusal, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::legal::{Cost, known, legal, pay};
use crate::DieTrying;
use crate::book::{Lore, Of, Passive};
use crate::check::{self, Check};
use crate::fact::{AffectFact, CheckFact, TableFact};
use crate::hurt::ac;
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Affect, DamageType, Flesh, Proficiency, Sheet, Span, Used, What};
use boneyard_table::moment::{Moment, Until};

/// Remembers what is known of a Creature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecallCreature {
    /// Who.
    pub who: Who,
    /// Of which.
    pub target: Who,
}

/// The skill that knows a Creature.
pub fn lore_skill(sheet: &Sheet) -> Proficiency {
    match sheet.flesh {
        Flesh::Undead => Proficiency::Religion,
        Flesh::Construct => Proficiency::Arcana,
        Flesh::Living if sheet.has_tag("aberration") => Proficiency::Occultism,
        Flesh::Living => Proficiency::Nature,
    }
}

/// A Bonus Action: a check against half its Threat, and what a Success tells.
pub fn recall_creature(cx: &mut Cx<'_, DieTrying>, recall: RecallCreature) -> Flow {
    let (who, target) = (recall.who, recall.target);
    legal(cx.state(), cx.book(), who, Cost::Bonus)?;
    known(cx.state(), target)?;
    let found: Option<(Lore, _)> =
        passive::find(cx.state(), cx.book(), who, Of::Lore, |passive| match passive {
            Passive::Lore(lore) => Some(lore.clone()),
            _ => None,
        });
    let Some((lore, rule)) = found else {
        let sentence = "Only Monster Lore tells that in a fight.";
        return refuse(Refusal::new(rules::DT_COM_12, "no-talent", sentence));
    };
    if !sight::may_target(cx.state(), who, target) {
        let sentence = "There is nobody like that to be made out here.";
        return refuse(Refusal::new(rules::DT_STL_06, "no-such-target", sentence));
    }
    if lore.per_fight.is_some_and(|most| cx.state().live(who).times_used(rule) >= most) {
        return refuse(Refusal::new(rule, "once-a-fight", "That works once in a fight."));
    }
    pay(cx, who, Cost::Bonus, rule);
    let times = cx.state().live(who).times_used(rule) + 1;
    cx.record(rule, TableFact::Used { who, used: Used { what: rule, until: Span::Fight, times } }.into());
    let sheet = cx.state().sheet(target);
    let (skill, dc) = (lore_skill(sheet), 4 + i16::from(sheet.fixed.threat) / 2);
    let check = Check::skill(cx.state(), cx.book(), who, skill, rule);
    let (degree, _) = cx.within((who, target), |cx| check::make(cx, check, dc))?;
    sight::acted(cx, who);
    if !degree.succeeded() {
        return Ok(());
    }
    let text = told(cx, target, &lore);
    let seat = cx.state().sheet(who).seat;
    cx.record_for(Audience::seats([seat]), rule, CheckFact::Extra { who: target, text }.into());
    if lore.aid > 0 {
        let allies: Vec<Who> = super::legal::fighters(cx.state())
            .filter(|other| *other != who && cx.state().sheet(*other).side == cx.state().sheet(who).side)
            .collect();
        for ally in allies {
            let affect = Affect { what: What::Knows(target), by: rule, from: Some(who) };
            let until = Until::next(Moment::BattleEnd);
            cx.record(rule, AffectFact::Begins { who: ally, affect, until }.into());
        }
    }
    Ok(())
}

fn told(cx: &Cx<'_, DieTrying>, target: Who, lore: &Lore) -> String {
    let (state, book) = (cx.state(), cx.book());
    let sheet = state.sheet(target);
    let mut text =
        format!("{}: AC {}, {} HP.", sheet.name, ac(state, book, target, None), state.live(target).hp);
    if lore.tells.iter().any(|what| what == "Weakness") {
        let kind = |kind: &DamageType| kind.name().to_owned();
        let defences = &sheet.fixed.defences;
        let weak: Vec<String> = defences.weak.iter().map(|(of, by)| format!("{} {by}", kind(of))).collect();
        let resist = defences.resist.iter();
        let resist: Vec<String> = resist
            .map(|(of, by)| format!("{} {by}", of.as_ref().map_or_else(|| "everything".to_owned(), kind)))
            .collect();
        let immune: Vec<String> = defences.immune.iter().map(kind).collect();
        for (name, all) in [("Weakness", weak), ("Resistance", resist), ("Immunity", immune)] {
            if !all.is_empty() {
                text.push_str(&format!(" {name}: {}.", all.join(", ")));
            }
        }
    }
    text
}
