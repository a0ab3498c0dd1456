//! Work by the Watch: foraging, tending the wounded, practice, and the Watches that count for a Professional Skill.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Judgement, Refusal, RuleId, Ruling, RulingOption, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::plan::member;
use super::watch::maybe_skill_by;
use super::{THE_DAY, need};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::check::{Against, Throw, skill_check, skill_sums, throw};
use crate::combat::{able, at_ease, known};
use crate::fact::{CheckFact, LivingFact};
use crate::rules;
use crate::state::{Category, Skill, Spending, State};
use crate::view::numbers_visible;

deed! {
    /// Somebody looks for food and water.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Forage(form: RollHighOrDie) {
        /// Who.
        who: Who = at_work(form, rules::RH_HOUSE_15H)?,
        /// By Bushcraft or Herbalism; Bushcraft if nothing is said.
        #[serde(default)]
        by: Option<Skill> = maybe_skill_by(form, &[Skill::Bushcraft, Skill::Herbalism])?,
        /// How the land is: the Referee knows.
        #[serde(default)]
        land: Land = match form.seat.is_gm() {
            true => form.maybe("land", "How the land is", Land::ALL)?.unwrap_or_default(),
            false => form.unasked("land")?,
        },
    }
}

/// The field `who`: one of the party at work in an Active Watch.
fn at_work(form: &mut Filling<'_, RollHighOrDie>, rule: RuleId) -> Filled<Who> {
    let who = member(form)?;
    form.only_if(work(form.state, who, rule).is_ok())?;
    Ok(who)
}

/// How much a land gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Land {
    /// Plenty.
    Lush,
    /// Enough.
    #[default]
    Fair,
    /// Hardly anything.
    Barren,
}

impl Land {
    const ALL: [(Self, &str); 3] = [(Self::Lush, "Lush"), (Self::Fair, "Fair"), (Self::Barren, "Barren")];
}

deed! {
    /// Somebody tends another's wounds for a Watch.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Tend(form: RollHighOrDie) {
        /// Who.
        who: Who = {
            let (who, state, seat) = (at_work(form, rules::RH_HOUSE_20H)?, form.state, form.seat);
            form.only_if(state.here().any(|other| is_hurt(state, seat, other)))?;
            who
        },
        /// Whose.
        target: Who = {
            let (state, seat) = (form.state, form.seat);
            let here = |who: Who| state.here().any(|here| here == who);
            form.creature_among("target", "Whose", |who| here(who) && is_hurt(state, seat, who))?
        },
    }
}

/// Whether somebody has Wounds, as far as a seat knows them.
fn is_hurt(state: &State, seat: Seat, who: Who) -> bool {
    numbers_visible(state, who, seat) && state.live(who).wounds > 0
}

deed! {
    /// Somebody practises a Professional Skill for a Watch.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Practise(form: RollHighOrDie) {
        /// Who.
        who: Who = at_work(form, rules::RH_EXP_13)?,
        /// What.
        skill: Skill = of_category(form, "What", Category::Professional)?,
    }
}

/// The field `skill`: one of a kind.
pub(super) fn of_category(
    form: &mut Filling<'_, RollHighOrDie>,
    label: &'static str,
    category: Category,
) -> Filled<Skill> {
    let all = Skill::ALL.iter().filter(|skill| skill.category() == category);
    form.named("skill", label, all.map(|skill| (*skill, skill.name())), Skill::named)
}

/// Whether somebody is at work in an Active Watch that is not used yet.
pub fn work(state: &State, who: Who, rule: RuleId) -> Result<(), Refusal> {
    known(state, who)?;
    able(state, who)?;
    at_ease(state, rule)?;
    let name = state.name(who);
    match state.days.spends(who) {
        Some(Spending::Active) if state.sheet(who).day.worked => {
            let sentence = format!("{name} has used this Watch already.");
            Err(Refusal::new(rule, "watch-used", sentence))
        }
        Some(Spending::Active) => Ok(()),
        Some(spend) => {
            let sentence = format!("That is work for an Active Watch, and {name} {}.", spend.name());
            Err(Refusal::new(rule, "not-active", sentence))
        }
        None => {
            Err(Refusal::new(rule, "no-watch", "That is work for an Active Watch, and none is under way."))
        }
    }
}

/// A Watch counts for a Professional Skill.
pub fn log(cx: &mut Cx<'_, RollHighOrDie>, who: Who, skill: Skill) {
    if skill.category() != Category::Professional {
        return;
    }
    let known = cx.state().sheet(who).practice.iter().find(|(known, _)| *known == skill);
    let watches = known.map_or(0, |(_, watches)| *watches).saturating_add(1);
    record(cx, rules::RH_EXP_13, LivingFact::Logged { who, skill, watches }.into());
}

/// Uses somebody's Watch for something.
pub fn used(cx: &mut Cx<'_, RollHighOrDie>, who: Who, rule: RuleId) {
    record(cx, rule, LivingFact::Worked { who }.into());
}

impl Deed<RollHighOrDie> for Forage {
    const CARD: Card = Card::acting("Look for food", THE_DAY).rule(rules::RH_HOUSE_15H);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let (rule, skill) = (rules::RH_HOUSE_15H, self.skill());
        work(may.state, self.who, rule)?;
        may.not_if(!matches!(skill, Skill::Bushcraft | Skill::Herbalism), || {
            let sentence = format!("Foraging is Bushcraft or Herbalism, not {}.", skill.name());
            Refusal::new(rule, "wrong-skill", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        forage(cx, self)
    }
}

impl Forage {
    fn skill(&self) -> Skill {
        self.by.unwrap_or(Skill::Bushcraft)
    }
}

fn forage(cx: &mut Cx<'_, RollHighOrDie>, forage: Forage) -> Flow {
    let (who, rule, skill) = (forage.who, rules::RH_HOUSE_15H, forage.skill());
    let dc = match forage.land {
        Land::Lush => 8,
        Land::Fair => 12,
        Land::Barren => 18,
    };
    used(cx, who, rule);
    let sums = skill_sums(cx.state(), cx.book(), who, skill, &[]);
    let thrown = throw(cx, Throw::new(who, skill.name(), sums, rule))?;
    let success = thrown.total >= dc;
    let Against { dc, hidden } = Against { dc, hidden: false };
    let what = skill.name().to_owned();
    let fact =
        CheckFact::Made { who, what, face: thrown.face, total: thrown.total, against: dc, hidden, success };
    record(cx, rule, fact.into());
    log(cx, who, skill);
    if success {
        let more = u8::try_from((thrown.total - dc) / 5).unwrap_or(0);
        need::fed(cx, who, 2 + more);
        need::drunk(cx, who, 1);
    }
    Ok(())
}

impl Deed<RollHighOrDie> for Tend {
    const CARD: Card = Card::acting("Tend wounds", THE_DAY).rule(rules::RH_HOUSE_20H);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let (rule, target) = (rules::RH_HOUSE_20H, self.target);
        work(may.state, self.who, rule)?;
        known(may.state, target)?;
        let name = may.state.name(target);
        let live = may.state.live(target);
        // The wounds of the Referee's creatures are found out by tending them.
        let whole = numbers_visible(may.state, target, may.by) && live.wounds == 0;
        may.not_if(live.dead || whole, || {
            Refusal::new(rule, "no-wound", format!("{name} has no Wound to tend."))
        })?;
        let tended = numbers_visible(may.state, target, may.by) && may.state.sheet(target).day.tended;
        may.not_if(tended, || {
            Refusal::new(rule, "tended-today", format!("{name} was tended this Day already."))
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let (rule, Self { who, target }) = (rules::RH_HOUSE_20H, self);
        used(cx, who, rule);
        if skill_check(cx, who, Skill::Medicine, 15, rule, &[])? {
            record(cx, rule, LivingFact::Tended { who: target }.into());
        }
        Ok(())
    }
}

impl Deed<RollHighOrDie> for Practise {
    const CARD: Card = Card::acting("Practise", THE_DAY).rule(rules::RH_EXP_13);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let (rule, skill) = (rules::RH_EXP_13, self.skill);
        work(may.state, self.who, rule)?;
        may.not_if(skill.category() != Category::Professional, || {
            let name = skill.name();
            let sentence = format!("{name} is no Professional Skill; only those are practised by the Watch.");
            Refusal::new(rule, "not-professional", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        practise(cx, self)
    }
}

fn practise(cx: &mut Cx<'_, RollHighOrDie>, practise: Practise) -> Flow {
    let Practise { who, skill } = practise;
    let rule = rules::RH_EXP_13;
    let name = cx.state().name(who).to_owned();
    let judgement = || Judgement {
        rule,
        tag: format!("practice {}", skill.name()),
        question: format!("{name} practises {}. Is what that takes at hand?", skill.name()),
        about: Vec::new(),
        options: vec![RulingOption::new("counts", "It counts"), RulingOption::new("no", "Not here")],
        proposal: 0,
        why: "Nothing speaks against it.".into(),
        precedents: Vec::new(),
    };
    let ruling = cx.judge(rule, 0, &judgement)?;
    cx.cite(rules::RH_GM_01);
    if matches!(ruling, Ruling::Listed(0)) {
        used(cx, who, rule);
        log(cx, who, skill);
    }
    Ok(())
}
