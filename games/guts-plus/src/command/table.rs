//! Commands of the table itself.

use boneyard_table::{Address, By, Cx, Flow, Lane, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::GutsPlus;
use crate::fact::TableFact;
use crate::gm::{correct, must_be_gm};
use crate::house::SWITCHES;
use crate::rules;

/// A command of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TableCommand {
    /// Sets a house switch.
    House {
        /// Which.
        switch: String,
        /// To what.
        value: String,
    },
    /// Brings somebody in: a ready hero or somebody to meet.
    Add {
        /// The id or name of the entry.
        like: String,
        /// What they are called here.
        name: String,
        /// Who plays them; the GM if nobody is named.
        #[serde(default)]
        seat: Option<Seat>,
    },
    /// Says something, as a character or as oneself.
    Speak {
        /// As whom; nobody for oneself.
        #[serde(default)]
        who: Option<Who>,
        /// The words.
        words: String,
    },
    /// The GM corrects a decision: a new one that names the old.
    Correct {
        /// The number of the decision.
        decision: u32,
        /// What it should have been.
        choice: String,
        /// Why.
        #[serde(default)]
        words: String,
    },
    /// Begins a new session.
    Session,
}

pub(super) fn address(command: &TableCommand) -> Address {
    let by = match command {
        TableCommand::Speak { who: Some(who), .. } => By::Actor(*who),
        // The rules refuse by name where it is not the GM.
        _ => By::Anyone,
    };
    let lane = if matches!(command, TableCommand::Speak { .. }) { Lane::Free } else { Lane::Scene };
    Address { lane, by }
}

pub(super) fn resolve(cx: &mut Cx<'_, GutsPlus>, by: Seat, command: TableCommand) -> Flow {
    match command {
        TableCommand::House { switch, value } => house(cx, by, switch, value),
        TableCommand::Add { like, name, seat } => crate::people::add(cx, by, &like, &name, seat),
        TableCommand::Speak { who, words } => speak(cx, by, who, words),
        TableCommand::Correct { decision, choice, words } => correct(cx, by, decision, &choice, &words),
        TableCommand::Session => {
            must_be_gm(by, rules::GP_CORE_07, "begins and ends sessions")?;
            let number = cx.state().session.saturating_add(1);
            cx.record(rules::GP_CORE_07, TableFact::Session { number }.into());
            Ok(())
        }
    }
}

fn house(cx: &mut Cx<'_, GutsPlus>, by: Seat, switch: String, value: String) -> Flow {
    let rule = rules::GP_CORE_02;
    must_be_gm(by, rule, "sets house rules")?;
    let Some(known) = SWITCHES.iter().find(|known| known.name == switch) else {
        let names: Vec<&str> = SWITCHES.iter().map(|known| known.name).collect();
        let sentence = format!("There is no house rule {switch}. There are {}.", names.join(", "));
        return refuse(Refusal::new(rule, "no-such-switch", sentence));
    };
    if !known.values.contains(&value.as_str()) {
        let sentence = format!("{switch} is {}, not {value}.", known.values.join(" or "));
        return refuse(Refusal::new(known.rule, "no-such-value", sentence));
    }
    if cx.state().battle.is_some() {
        let sentence = "House rules are not changed in the middle of a fight.";
        return refuse(Refusal::new(rule, "in-battle", sentence));
    }
    cx.cite(known.rule);
    cx.record(rule, TableFact::House { switch, value }.into());
    Ok(())
}

fn speak(cx: &mut Cx<'_, GutsPlus>, by: Seat, who: Option<Who>, words: String) -> Flow {
    let rule = rules::GP_CORE_08;
    if words.trim().is_empty() || words.chars().count() > 400 {
        return refuse(Refusal::new(rule, "words", "Say something, in at most 400 letters."));
    }
    if who.is_some_and(|who| cx.state().creature(who).is_none()) {
        return refuse(Refusal::new(rule, "nobody", "There is nobody like that here."));
    }
    cx.record(rule, TableFact::Said { seat: by, who, words }.into());
    Ok(())
}
