//! Setting things alight that are no lamps: whether they burn well, and how long it takes where they do not.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Judgement, Refusal, RuleId, RulingOption, Seat, Who, deed};

use super::lamp::{GROUP, flame};
use crate::DieTrying;
use crate::combat::{Cost, actor_now, at_once, may_do, pay_deed};
use crate::fact::CheckFact;
use crate::rules;
use crate::sight;
use crate::time;

deed! {
    /// Sets something alight: at once where it burns well, after minutes where it does not.
    pub struct SetAlight(form: DieTrying) {
        who: Who = with_a_flame(form)?,
        /// As a Bonus Action, for who can.
        #[serde(default)]
        bonus: bool = at_once(form, who, "tinderbox", "Set something alight at once")?,
        /// What, in a few words.
        what: String = form.text("what", "What", 80)?,
    }
}

/// The one who does it, if they have a flame.
fn with_a_flame(form: &mut Filling<'_, DieTrying>) -> Filled<Who> {
    let who = actor_now(form)?;
    let at = form.at();
    let burns = at.state.creature(who).is_some_and(|_| flame(at.state, at.book, who, false).is_ok());
    form.only_if(burns)?;
    Ok(who)
}

/// Minutes it takes, as the TS says.
const DRY: u64 = 1;
const DAMP: u64 = 10;

/// Whether somebody could set something alight, and by what rule.
fn may_set(may: May<'_, DieTrying>, fire: &SetAlight) -> Lawful<RuleId> {
    may_do(may, fire.who, if fire.bonus { Cost::Bonus } else { Cost::Action })?;
    let what = fire.what.trim();
    may.not_if(what.is_empty() || what.chars().count() > 80, || {
        Refusal::new(rules::DT_ITEM_04, "no-words", "Say in up to 80 letters what is to burn.")
    })?;
    Ok(flame(may.state, may.book, fire.who, fire.bonus)?)
}

impl Deed<DieTrying> for SetAlight {
    const CARD: Card = Card::acting("Set something alight", GROUP).rule(rules::DT_ITEM_04);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_set(may, self).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let rule = may_set(May::quiet(cx.at(), by), &self)?;
        set_alight(cx, &self, rule)
    }
}

fn set_alight(cx: &mut Cx<'_, DieTrying>, fire: &SetAlight, rule: RuleId) -> Flow {
    let who = fire.who;
    let burns = burns(cx, who, fire.what.trim())?;
    let what = format!("setting {} alight", fire.what.trim());
    // In a fight nobody has minutes.
    let minutes = burns.filter(|minutes| *minutes == 0 || cx.state().battle.is_none());
    let Some(minutes) = minutes else {
        let what = if burns.is_some() { format!("{what} takes minutes") } else { what };
        cx.record(rules::DT_ITEM_04, CheckFact::Impossible { who, what }.into());
        return Ok(());
    };
    pay_deed(cx, who, fire.bonus, "tinderbox", rule);
    sight::acted(cx, who);
    if minutes > 0 {
        let to = cx.state().now.later(minutes * 60);
        cx.within((who, &what), |cx| time::advance(cx, to))?;
    }
    cx.record(rule, CheckFact::Automatic { who, what }.into());
    Ok(())
}

/// After how many minutes it burns, as the TS says; at once is none of them.
fn burns(cx: &mut Cx<'_, DieTrying>, who: Who, what: &str) -> Flow<Option<u64>> {
    let rule = rules::DT_ITEM_04;
    let name = cx.state().name(who).to_owned();
    let judgement = || Judgement {
        rule,
        tag: what.to_lowercase(),
        question: format!("{name} wants to set {what} alight. How well does it burn?"),
        about: Vec::new(),
        options: vec![
            RulingOption::new("well", "Well: an Action"),
            RulingOption::new("dry", "Like dry wood: a minute"),
            RulingOption::new("damp", "Like damp wood: ten minutes"),
            RulingOption::new("never", "Not at all"),
        ],
        proposal: 0,
        why: "So it is with torches.".into(),
        precedents: Vec::new(),
    };
    Ok(match cx.judge(rule, 0, &judgement)?.option() {
        0 => Some(0),
        1 => Some(DRY),
        2 => Some(DAMP),
        _ => None,
    })
}
