//! Plain words: a player says what a hero does, and the referee what comes of it.

use boneyard_table::{Cx, Flow, Judgement, Refusal, RulingOption, Seat, Who, refuse};

use super::TimeFact;
use crate::DirkRules;
use crate::fact::Fact;
use crate::rules;

/// Says what a hero does. Only silence, endless speeches and other people's heroes are refused.
pub fn say(cx: &mut Cx<'_, DirkRules>, by: Seat, who: Who, what: &str) -> Flow {
    let rule = rules::DK_BASIC_01;
    let what = what.trim();
    let Some(creature) = cx.state().creature(who) else {
        return refuse(Refusal::new(rule, "no-such-creature", "There is no such creature here."));
    };
    if !by.is_gm() && creature.sheet.seat != by {
        let sentence = format!("{} is not yours to speak for.", creature.sheet.name);
        return refuse(Refusal::new(rule, "not-yours", sentence));
    }
    if what.is_empty() || what.chars().count() > 400 {
        return refuse(Refusal::new(rule, "words", "Say it in 1 to 400 characters."));
    }
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
