//! Actions that touch nobody else: Dash, Dodge, standing up, helping, escaping what holds one, putting
//! out one's own fire.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::moment::{Moment, Until};
use boneyard_table::{Cx, Flow, Pilot, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::legal::{
    Cost, actor_now, any_known, at_once, fighter_now, may_do, may_do_deed, may_house_action, may_know,
    never_a_bonus, pay, pay_deed,
};
use super::walk::gait;
use crate::DieTrying;
use crate::book::{Of, Passive};
use crate::check::{self, Check};
use crate::fact::{AffectFact, FightFact, HurtFact, Spending};
use crate::hurt::{end_affects, end_condition, speed, wake};
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Ability, Affect, Aid, Condition, Degree, Fate, Proficiency, State, What};

deed! {
    /// Dash: Speed is doubled until the next turn.
    #[derive(Copy)]
    pub struct Dash(form: DieTrying) {
        who: Who = fighter_now(form)?,
        /// Nothing lets anybody do it as a Bonus Action.
        #[serde(default)]
        bonus: bool = form.unasked("bonus")?,
    }
}

impl Deed<DieTrying> for Dash {
    const CARD: Card =
        Card::acting("Dash", "Fight").rule(rules::DT_COM_09).cost(1, "Action").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_do(may, self.who, Cost::Action)?;
        may.not_if(self.bonus, || never_a_bonus("Dashing takes an Action."))
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let who = self.who;
        pay(cx, who, Cost::Action, rules::DT_COM_06);
        sight::note(cx, who, rules::DT_COM_09, FightFact::Spent { who, what: Spending::Dash });
        sight::acted(cx, who);
        Ok(())
    }
}

deed! {
    /// Dodge: AC rises until the next turn. It does not end hiding.
    #[derive(Copy)]
    pub struct Dodge(form: DieTrying) {
        who: Who = fighter_now(form)?,
        /// As a Bonus Action, for who can.
        #[serde(default)]
        bonus: bool = at_once(form, who, "dodge", "Dodge at once")?,
    }
}

impl Deed<DieTrying> for Dodge {
    const CARD: Card =
        Card::acting("Dodge", "Fight").rule(rules::DT_COM_10).cost(1, "Action").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_do_deed(may, self.who, self.bonus, "dodge", "Dodging takes an Action.")
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let who = self.who;
        pay_deed(cx, who, self.bonus, "dodge", rules::DT_COM_06);
        let by = dodge_by(cx, who);
        sight::note(cx, who, rules::DT_COM_10, FightFact::Spent { who, what: Spending::Dodge(by) });
        Ok(())
    }
}

/// What a Dodge is worth to somebody.
pub(super) fn dodge_by(cx: &Cx<'_, DieTrying>, who: Who) -> u8 {
    let better = passive::find(cx.state(), cx.book(), who, Of::Dodge, |passive| match passive {
        Passive::Dodge(by) => u8::try_from(*by).ok(),
        _ => None,
    });
    better.map_or(1, |(by, _)| by)
}

deed! {
    /// Stands up, for half of one's Speed.
    #[derive(Copy)]
    pub struct StandUp(form: DieTrying) {
        who: Who = prone_now(form)?,
        /// It takes no Action anyway.
        #[serde(default)]
        bonus: bool = form.unasked("bonus")?,
    }
}

fn prone_now(form: &mut Filling<'_, DieTrying>) -> Filled<Who> {
    let who = actor_now(form)?;
    let prone = form.state.creature(who).is_some_and(|one| one.live.prone);
    form.only_if(prone)?;
    Ok(who)
}

impl Deed<DieTrying> for StandUp {
    const CARD: Card = Card::acting("Stand up", "Fight").rule(rules::DT_ACT_01H).pilot(Pilot::Travel);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let (who, rule, state) = (self.who, rules::DT_ACT_01H, may.state);
        may_do(may, who, Cost::Free)?;
        may.not_if(!state.live(who).prone, || {
            Refusal::new(rule, "not-prone", format!("{} stands.", state.name(who)))
        })?;
        may.not_if(passive::forbids(state, may.book, who, "move").is_some(), || {
            let sentence = format!("{} is held fast and cannot stand up.", state.name(who));
            Refusal::new(rule, "immobilized", sentence)
        })?;
        let half = speed(state, may.book, who) / 2;
        let left = gait(state, may.book, who).left.unwrap_or(u16::MAX);
        may.not_if(left < half, || {
            let sentence = format!("Standing up takes {half} feet; {left} are left.");
            Refusal::new(rule, "too-far", sentence).with("feet", half).with("left", left)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let (who, rule) = (self.who, rules::DT_ACT_01H);
        if gait(cx.state(), cx.book(), who).left.is_some() {
            let half = speed(cx.state(), cx.book(), who) / 2;
            sight::note(cx, who, rule, FightFact::Spent { who, what: Spending::Feet(half) });
        }
        sight::note(cx, who, rule, HurtFact::Stood { who });
        Ok(())
    }
}

/// Helps an ally with a check, or wakes one who sleeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HelpAlly {
    /// Who.
    pub who: Who,
    /// Whom.
    pub target: Who,
    /// With what; waking somebody asleep if nothing is said.
    #[serde(default)]
    pub with: Option<Aid>,
}

impl Form<DieTrying> for HelpAlly {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        let who = fighter_now(form)?;
        let state = form.state;
        let wakes = form.variant(&[false, true])?;
        form.id(|| if wakes { "help-wake" } else { "help" }.into());
        if wakes {
            let sleeps = |other: Who| other != who && is_ally(state, who, other) && sleeps(state, other);
            let any = any_known(form, sleeps);
            form.only_if(any)?;
            form.label(|| "Wake somebody".into());
        }
        let target =
            form.creature_among("target", "Whom", |other| other != who && is_ally(state, who, other))?;
        let with = match wakes {
            // What was written may say it or not.
            true => form.unasked("with")?,
            false => Some(form.one_of("with", "With", aids())?),
        };
        Ok(Self { who, target, with })
    }

    fn actor(&self) -> Option<Who> {
        Some(self.who)
    }
}

fn is_ally(state: &State, who: Who, other: Who) -> bool {
    let side = |who: Who| state.creature(who).map(|one| one.sheet.side);
    side(who).is_some() && side(who) == side(other)
}

fn sleeps(state: &State, who: Who) -> bool {
    state.live(who).fate == Fate::Up && state.live(who).is(Condition::Unconscious)
}

/// What somebody can be helped with.
fn aids() -> impl Iterator<Item = (Aid, &'static str)> {
    let skills = Proficiency::skills().iter().map(|skill| (Aid::Skill(*skill), skill.name()));
    [(Aid::Attack, "an Attack Roll"), (Aid::Save, "a save")].into_iter().chain(skills)
}

impl Deed<DieTrying> for HelpAlly {
    const CARD: Card =
        Card::acting("Help", "Fight").rule(rules::DT_ACT_06H).cost(1, "Action").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let (Self { who, target, with }, rule, state) = (*self, rules::DT_ACT_06H, may.state);
        may_house_action(may)?;
        may_do(may, who, Cost::Action)?;
        may_know(may, target)?;
        let name = state.name(target);
        let bad = |code: &str, sentence: String| Refusal::new(rule, code, sentence);
        may.not_if(who == target || !is_ally(state, who, target), || {
            bad("no-ally", format!("{name} is no ally."))
        })?;
        may.not_if(sight::distance(state, who, target).is_some_and(|far| far > 1), || {
            bad("too-far", format!("{name} is more than 5 feet away."))
        })?;
        let live = state.live(target);
        let Some(aid) = with else {
            return may.not_if(!live.is(Condition::Unconscious), || {
                bad("awake", format!("{name} is awake; say what to help with."))
            });
        };
        may.not_if(live.affects.iter().any(|affect| affect.what.what == What::Helped(aid)), || {
            bad("helped-already", format!("Somebody helps {name} with that already."))
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let (Self { who, target, with }, rule) = (self, rules::DT_ACT_06H);
        pay(cx, who, Cost::Action, rule);
        match with {
            None => wake(cx, target),
            Some(aid) => {
                let affect = Affect { what: What::Helped(aid), by: rule, from: Some(who) };
                let until = Until::next(Moment::TurnStart(who)).or(Moment::BattleEnd, 0);
                cx.record(rule, AffectFact::Begins { who: target, affect, until }.into());
            }
        }
        sight::acted(cx, who);
        Ok(())
    }
}

deed! {
    /// Tries to get free of what holds one and states an Escape DC.
    #[derive(Copy)]
    pub struct Escape(form: DieTrying) {
        who: Who = suffering(form, Condition::Immobilized)?,
        /// Athletics or Acrobatics.
        skill: Proficiency = form.one_of("skill", "By", ESCAPES.map(|skill| (skill, skill.name())))?,
    }
}

/// The skills by which one gets free.
const ESCAPES: [Proficiency; 2] = [Proficiency::Athletics, Proficiency::Acrobatics];

/// The one who does it, if they suffer from this.
fn suffering(form: &mut Filling<'_, DieTrying>, condition: Condition) -> Filled<Who> {
    let who = fighter_now(form)?;
    let suffers = form.state.creature(who).is_some_and(|one| one.live.is(condition));
    form.only_if(suffers)?;
    Ok(who)
}

/// The DC of getting free of what holds somebody.
fn escape_dc(state: &State, who: Who) -> Option<u8> {
    let dcs = state.live(who).affects.iter().filter_map(|affect| match affect.what.what {
        What::Is(Condition::Immobilized, dc) => dc,
        _ => None,
    });
    dcs.max()
}

impl Deed<DieTrying> for Escape {
    const CARD: Card =
        Card::acting("Escape", "Fight").rule(rules::DT_ACT_04H).cost(1, "Action").pilot(Pilot::Travel);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let (Self { who, skill }, state) = (*self, may.state);
        let bad = |code: &str, sentence: &str| Refusal::new(rules::DT_ACT_04H, code, sentence.to_owned());
        may_house_action(may)?;
        may_do(may, who, Cost::Action)?;
        may.not_if(!ESCAPES.contains(&skill), || {
            bad("wrong-skill", "One gets free by Athletics or Acrobatics.")
        })?;
        may.not_if(!state.live(who).is(Condition::Immobilized), || {
            bad("not-held", &format!("{} is not held.", state.name(who)))
        })?;
        may.not_if(escape_dc(state, who).is_none(), || {
            bad("no-escape", "Nobody escapes what holds like this.")
        })?;
        may.not_if(state.live(who).turn.no_escape > 0, || {
            bad("not-yet", "After that struggle there is no new try yet.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let (Self { who, skill }, rule) = (self, rules::DT_ACT_04H);
        let dc = i16::from(escape_dc(cx.state(), who).unwrap_or(0));
        pay(cx, who, Cost::Action, rule);
        let check = Check::skill(cx.state(), cx.book(), who, skill, rule);
        let (degree, _) = check::make(cx, check, dc)?;
        if degree.succeeded() {
            end_affects(cx, who, |affect| matches!(affect.what, What::Is(Condition::Immobilized, Some(_))));
        }
        match degree {
            Degree::CriticalSuccess => {
                cx.record(rule, FightFact::Spent { who, what: Spending::FreeFeet(5) }.into());
            }
            Degree::CriticalFailure if cx.state().battle.is_some() => {
                cx.record(rule, FightFact::Spent { who, what: Spending::NoEscape(2) }.into());
            }
            _ => {}
        }
        sight::acted(cx, who);
        Ok(())
    }
}

deed! {
    /// An Action and a Dexterity save put out one's own fire.
    #[derive(Copy)]
    pub struct DouseSelf(form: DieTrying) {
        who: Who = suffering(form, Condition::Burning)?,
        /// Nothing lets anybody do it as a Bonus Action.
        #[serde(default)]
        bonus: bool = form.unasked("bonus")?,
    }
}

impl Deed<DieTrying> for DouseSelf {
    const CARD: Card = Card::acting("Put out the fire", "Fight")
        .rule(rules::DT_COND_12H)
        .cost(1, "Action")
        .pilot(Pilot::Travel);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let Self { who, bonus } = *self;
        may_do(may, who, Cost::Action)?;
        may.not_if(bonus, || never_a_bonus("Putting out one's own fire takes an Action."))?;
        may.not_if(!may.state.live(who).is(Condition::Burning), || {
            let sentence = format!("{} does not burn.", may.state.name(who));
            Refusal::new(rules::DT_COND_12H, "not-burning", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let (who, rule) = (self.who, rules::DT_COND_12H);
        pay(cx, who, Cost::Action, rule);
        let check = Check::save(cx.state(), cx.book(), who, Ability::Dexterity, rule);
        let (degree, _) = check::make(cx, check, 4)?;
        if degree.succeeded() {
            end_condition(cx, who, Condition::Burning);
        }
        sight::acted(cx, who);
        Ok(())
    }
}
