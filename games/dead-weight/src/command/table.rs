//! Commands of the table itself.

use boneyard_table::{Address, By, Cx, Flow, Lane, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DeadWeight;
use crate::fact::TableFact;
use crate::hero;
use crate::house::SWITCHES;
use crate::rules;

/// A command of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TableCommand {
    /// Sets a house switch.
    House {
        /// Which.
        switch: String,
        /// To what.
        value: String,
    },
    /// Brings a creature or a ready adventurer in.
    Add {
        /// The id or name of its entry.
        like: String,
        /// What it is called here.
        name: String,
        /// Who plays it, if it is an adventurer; the GM if nobody is named.
        #[serde(default)]
        seat: Option<Seat>,
    },
    /// Puts the party list in order, the leader first.
    List {
        /// All adventurers.
        list: Vec<Who>,
    },
    /// Begins a new session.
    Session,
}

pub(super) fn address(_command: &TableCommand) -> Address {
    Address { lane: Lane::Scene, by: By::Anyone }
}

pub(super) fn resolve(cx: &mut Cx<'_, DeadWeight>, by: Seat, command: TableCommand) -> Flow {
    match command {
        TableCommand::House { switch, value } => house(cx, by, switch, value),
        TableCommand::Add { like, name, seat } => hero::add(cx, by, &like, &name, seat),
        TableCommand::List { list } => party_list(cx, list),
        TableCommand::Session => session(cx, by),
    }
}

fn house(cx: &mut Cx<'_, DeadWeight>, by: Seat, switch: String, value: String) -> Flow {
    let rule = rules::DW_GM_03;
    if !by.is_gm() {
        return refuse(Refusal::new(rule, "not-the-gm", "Only the GM sets house rules."));
    }
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

fn party_list(cx: &mut Cx<'_, DeadWeight>, list: Vec<Who>) -> Flow {
    let rule = rules::DW_GAME_06;
    if cx.state().battle.is_some() || cx.state().tray.is_some() {
        let sentence = "The party list is not changed in a fight or while a roll is open.";
        return refuse(Refusal::new(rule, "not-now", sentence));
    }
    let mut wanted: Vec<Who> = cx.state().heroes().collect();
    let mut given = list.clone();
    wanted.sort_unstable();
    given.sort_unstable();
    if given != wanted {
        let names: Vec<&str> = wanted.iter().map(|who| cx.state().name(*who)).collect();
        let sentence = format!("The list holds every adventurer once: {}.", names.join(", "));
        return refuse(Refusal::new(rule, "not-the-party", sentence));
    }
    cx.record(rule, TableFact::List { list }.into());
    Ok(())
}

fn session(cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
    let rule = rules::DW_GAME_04;
    if !by.is_gm() {
        return refuse(Refusal::new(rule, "not-the-gm", "The GM begins and ends sessions."));
    }
    let number = cx.state().party.session.saturating_add(1);
    cx.record(rule, TableFact::Session { number }.into());
    Ok(())
}
