//! Plain words: a player says what a hero does, and the referee what comes of it.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{By, Cx, Flow, Judgement, Refusal, RulingOption, Seat, Who, deed};

use super::TimeFact;
use crate::DirkRules;
use crate::fact::Fact;
use crate::rules;

deed! {
    /// Does something, in plain words. Only silence, endless speeches and other people's heroes are refused.
    pub struct Say(form: DirkRules) {
        who: Who = outside_battle(form)?,
        /// The words.
        what: String = form.text("what", "What", 400)?,
    }
}

/// The field `who`, where no battle goes on.
pub(super) fn outside_battle(form: &mut Filling<'_, DirkRules>) -> Filled<Who> {
    form.only_if(form.state.battle.is_none())?;
    form.actor()
}

impl Deed<DirkRules> for Say {
    const CARD: Card = Card::acting("Do something", "Words").rule(rules::DK_BASIC_01);

    fn by(&self) -> By {
        By::Anyone
    }

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (rule, what) = (rules::DK_BASIC_01, self.what.trim());
        let Some(creature) = may.state.creature(self.who) else {
            return may.no(|| Refusal::new(rule, "no-such-creature", "There is no such creature here."));
        };
        may.not_if(!may.by.is_gm() && creature.sheet.seat != may.by, || {
            Refusal::new(rule, "not-yours", format!("{} is not yours to speak for.", creature.sheet.name))
        })?;
        may.not_if(what.is_empty() || what.chars().count() > 400, || {
            Refusal::new(rule, "words", "Say it in 1 to 400 characters.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let (rule, who, what) = (rules::DK_BASIC_01, self.who, self.what.trim());
        cx.record(rule, Fact::Time(TimeFact::Said { who, what: what.to_owned() }));
        cx.judge(rule, 0, &|| Judgement {
            rule,
            tag: what.to_owned(),
            question: "What comes of it?".into(),
            about: vec![what.to_owned()],
            options: vec![
                RulingOption::new("happens", "It happens"),
                RulingOption::new("save", "It takes a save"),
                RulingOption::new("contest", "It takes a contest"),
                RulingOption::new("battle", "A battle begins"),
                RulingOption::new("time", "It takes time"),
                RulingOption::new("ask", "Ask back"),
            ],
            proposal: 0,
            why: "no rule speaks against it".into(),
            precedents: Vec::new(),
        })?;
        Ok(())
    }
}
