//! What somebody who knows about Creatures can tell of one, in the middle of a fight.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::moment::{Moment, Until};
use boneyard_table::{Audience, Cx, Flow, Refusal, RuleId, Seat, Who, deed};

use super::legal::{Cost, fighter_now, may_do, may_know, may_target, pay};
use crate::DieTrying;
use crate::book::{Book, Lore, Of, Passive};
use crate::check::{self, Check};
use crate::fact::{AffectFact, CheckFact, TableFact};
use crate::hurt::ac;
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Affect, DamageType, Flesh, Proficiency, Sheet, Span, State, Used, What};

deed! {
    /// Remembers what is known of a Creature, as a Bonus Action.
    #[derive(Copy)]
    pub struct RecallCreature(form: DieTrying) {
        who: Who = scholar(form)?,
        /// Of which.
        target: Who = {
            let (state, side) = (form.state, form.state.creature(who).map(|one| one.sheet.side));
            form.creature_among("target", "Of whom", |other| Some(state.sheet(other).side) != side)?
        },
    }
}

/// The one who does it, if they have the Talent.
fn scholar(form: &mut Filling<'_, DieTrying>) -> Filled<Who> {
    let who = fighter_now(form)?;
    let knows = form.state.creature(who).is_some_and(|one| one.sheet.talent(rules::DT_TAL_21H) > 0);
    form.only_if(knows)?;
    Ok(who)
}

/// What somebody can tell of Creatures in a fight, and by which Talent.
fn lore_of(state: &State, book: &Book, who: Who) -> Option<(Lore, RuleId)> {
    passive::find(state, book, who, Of::Lore, |passive| match passive {
        Passive::Lore(lore) => Some(lore.clone()),
        _ => None,
    })
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

impl Deed<DieTrying> for RecallCreature {
    const CARD: Card =
        Card::acting("Remember what is known of it", "Fight").rule(rules::DT_TAL_21H).cost(1, "Bonus Action");

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let (Self { who, target }, state) = (*self, may.state);
        may_do(may, who, Cost::Bonus)?;
        may_know(may, target)?;
        let Some((lore, rule)) = lore_of(state, may.book, who) else {
            return may.outright(|| {
                Refusal::new(rules::DT_COM_12, "no-talent", "Only Monster Lore tells that in a fight.")
            });
        };
        may_target(may, who, target)?;
        let used = lore.per_fight.is_some_and(|most| state.live(who).times_used(rule) >= most);
        may.not_if(used, || Refusal::new(rule, "once-a-fight", "That works once in a fight."))
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        match lore_of(cx.state(), cx.book(), self.who) {
            Some((lore, rule)) => recall(cx, self, &lore, rule),
            None => Ok(()),
        }
    }
}

/// A check against half its Threat, and what a Success tells.
fn recall(cx: &mut Cx<'_, DieTrying>, deed: RecallCreature, lore: &Lore, rule: RuleId) -> Flow {
    let RecallCreature { who, target } = deed;
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
    let text = told(cx, target, lore);
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
