//! Setting a house switch. Which switches there are is in `house`.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use crate::DieTrying;
use crate::fact::TableFact;
use crate::house::{House, SWITCHES};
use crate::rules;
use crate::state::{State, Ware};

deed! {
    /// Sets a house switch.
    pub struct SetHouse(form: DieTrying) {
        /// Which.
        switch: String = {
            let peace = form.state.battle.is_none();
            form.only_if(peace)?;
            let switches = SWITCHES.iter().map(|switch| (switch.name.to_owned(), switch.title()));
            form.one_of("switch", "Which", switches)?
        },
        /// To what.
        value: String = {
            let known = SWITCHES.iter().find(|known| known.name == switch);
            let values = known.into_iter().flat_map(|known| known.values);
            form.one_of("value", "To", values.map(|value| ((*value).to_owned(), value.replace('_', " "))))?
        },
    }
}

impl Deed<DieTrying> for SetHouse {
    const CARD: Card = Card::gm("Set a house rule", "Table").rule(rules::DT_CORE_02);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let mut house: House = *may.state.house;
        let bad = |code: &str, sentence: String| Refusal::new(rules::DT_CORE_02, code, sentence);
        may.not_if(!house.set(&self.switch, &self.value), || {
            let sentence = match SWITCHES.iter().find(|switch| switch.name == self.switch) {
                Some(switch) => format!("{} can be {}.", switch.name, switch.values.join(" or ")),
                None => {
                    let known: Vec<&str> = SWITCHES.iter().map(|switch| switch.name).collect();
                    format!("There is no such switch; there are {}.", known.join(", "))
                }
            };
            bad("no-such-switch", sentence)
        })?;
        may.not_if(may.state.battle.is_some(), || {
            bad("fighting", "House rules do not change in a fight.".into())
        })?;
        let has = |who: &Who| self.takes_away_from(may.state, *who);
        may.not_if(may.state.heroes().any(|who| has(&who)), || {
            let owners: Vec<&str> = may.state.heroes().filter(has).map(|who| may.state.name(who)).collect();
            let sentence = format!("Not while somebody has some of it: {}.", owners.join(", "));
            Refusal::new(rules::DT_HOUSE_01H, "in-use", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let Self { switch, value } = self;
        cx.record(rules::DT_CORE_02, TableFact::House { switch, value }.into());
        Ok(())
    }
}

impl SetHouse {
    /// Whether a hero has some of what is to be switched off.
    fn takes_away_from(&self, state: &State, who: Who) -> bool {
        let sheet = state.sheet(who);
        self.value == "off"
            && match self.switch.as_str() {
                "house_talents" => !sheet.talents.is_empty(),
                "house_spells" => !sheet.spells.is_empty(),
                "house_ranged" => sheet.items.iter().any(|thing| match &thing.ware {
                    Ware::Weapon(arms) => arms.shoots(),
                    ware => *ware == Ware::Ammunition,
                }),
                _ => false,
            }
    }
}
