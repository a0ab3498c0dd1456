//! What the table itself is told: house switches, the order of the party, sessions.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::view::{Candidate, Domain};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DeadWeight;
use crate::fact::TableFact;
use crate::form::stored;
use crate::house::SWITCHES;
use crate::rules;

deed! {
    /// Sets a house switch.
    pub struct SetHouse(form: DeadWeight) {
        /// Which.
        switch: String = {
            let named = SWITCHES.iter().map(|switch| (switch.name.to_owned(), switch.title()));
            form.one_of("switch", "Which", named)?
        },
        /// To what.
        value: String = {
            let values = SWITCHES.iter().filter(|known| known.name == switch).flat_map(|known| known.values);
            form.one_of("value", "To what", values.map(|value| ((*value).to_owned(), value.replace('_', " "))))?
        },
    }
}

impl Deed<DeadWeight> for SetHouse {
    const CARD: Card = Card::gm("Set a house rule", "Table").rule(rules::DW_GM_03);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let rule = rules::DW_GM_03;
        let Some(known) = SWITCHES.iter().find(|known| known.name == self.switch) else {
            return may.no(|| {
                let names: Vec<&str> = SWITCHES.iter().map(|known| known.name).collect();
                let sentence =
                    format!("There is no house rule {}. There are {}.", self.switch, names.join(", "));
                Refusal::new(rule, "no-such-switch", sentence)
            });
        };
        may.not_if(!known.values.contains(&self.value.as_str()), || {
            let sentence = format!("{} is {}, not {}.", self.switch, known.values.join(" or "), self.value);
            Refusal::new(known.rule, "no-such-value", sentence)
        })?;
        may.outright_if(may.state.battle.is_some(), || {
            Refusal::new(rule, "in-battle", "House rules are not changed in the middle of a fight.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let Self { switch, value } = self;
        SWITCHES.iter().filter(|known| known.name == switch).for_each(|known| cx.cite(known.rule));
        cx.record(rules::DW_GM_03, TableFact::House { switch, value }.into());
        Ok(())
    }
}

deed! {
    /// Puts the party list in order, the leader first.
    pub struct PartyList(form: DeadWeight) {
        /// All adventurers.
        list: Vec<Who> = {
            let at = form.at();
            let all = || at.state.heroes();
            form.only_if(all().nth(1).is_some())?;
            let of = || {
                let name = |who| at.state.name(who);
                Domain::Ranking { of: all().map(|who| Candidate::new(name(who), name(who).to_owned())).collect() }
            };
            form.field("list", "The leader first", of, || Some(all().collect()), stored)?
        },
    }
}

impl Deed<DeadWeight> for PartyList {
    const CARD: Card = Card::anyone("Put the party in order", "Adventurers").rule(rules::DW_GAME_06);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let (rule, state) = (rules::DW_GAME_06, may.state);
        may.outright_if(state.battle.is_some() || state.tray.is_some(), || {
            let sentence = "The party list is not changed in a fight or while a roll is open.";
            Refusal::new(rule, "not-now", sentence)
        })?;
        let (mut wanted, mut given): (Vec<Who>, _) = (state.heroes().collect(), self.list.clone());
        wanted.sort_unstable();
        given.sort_unstable();
        may.not_if(given != wanted, || {
            let names: Vec<&str> = wanted.iter().map(|who| state.name(*who)).collect();
            let sentence = format!("The list holds every adventurer once: {}.", names.join(", "));
            Refusal::new(rule, "not-the-party", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        cx.record(rules::DW_GAME_06, TableFact::List { list: self.list }.into());
        Ok(())
    }
}

/// Begins a new session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Session {}

impl Form<DeadWeight> for Session {
    fn form(_form: &mut Filling<'_, DeadWeight>) -> Filled<Self> {
        Ok(Self {})
    }
}

impl Deed<DeadWeight> for Session {
    const CARD: Card = Card::gm("Begin a session", "Table").rule(rules::DW_GAME_04);

    fn may(&self, _may: May<'_, DeadWeight>) -> Lawful {
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let number = cx.state().party.session.saturating_add(1);
        cx.record(rules::DW_GAME_04, TableFact::Session { number }.into());
        Ok(())
    }
}
