//! House rules set at the table. What they are is in `house`.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, deed};

use crate::RollHighOrDie;
use crate::audience::record;
use crate::fact::TableFact;
use crate::house::{House, SWITCHES};
use crate::picks::any;
use crate::rules;

deed! {
    /// Sets a house switch.
    #[serde(deny_unknown_fields)]
    pub struct SetHouse(form: RollHighOrDie) {
        /// Which.
        switch: String = switch(form)?,
        /// To what.
        value: String = {
            let all = SWITCHES.iter().find(|known| known.name == switch);
            let values = all.into_iter().flat_map(|switch| {
                switch.values.iter().map(|value| ((*value).to_owned(), switch.value_in_words(value)))
            });
            any(form, "value", "Value", values)?
        },
    }
}

/// The field `switch`: a card for each that is a choice.
fn switch(form: &mut Filling<'_, RollHighOrDie>) -> Filled<String> {
    form.only_if(form.state.encounter.is_none())?;
    let choices = SWITCHES.iter().filter(|switch| !switch.values.is_empty());
    let name = form.each("switch", choices.map(|switch| switch.name.to_owned()))?;
    if let Some(switch) = SWITCHES.iter().find(|switch| switch.name == name) {
        form.label(|| format!("House rule: {}", switch.title()).into());
        form.rule(switch.rule);
    }
    form.id(|| format!("house-{name}"));
    Ok(name)
}

impl Deed<RollHighOrDie> for SetHouse {
    const CARD: Card = Card::gm("Set a house rule", "House rules").rule(rules::RH_CORE_05);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let mut house: House = *may.state.house;
        may.not_if(!house.set(&self.switch, &self.value), || self.unknown())?;
        may.not_if(may.state.encounter.is_some(), || {
            Refusal::new(rules::RH_CORE_05, "encounter", "House rules do not change in an Encounter.")
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let Self { switch, value } = self;
        record(cx, rules::RH_CORE_05, TableFact::House { switch, value }.into());
        Ok(())
    }
}

impl SetHouse {
    fn unknown(&self) -> Refusal {
        let sentence = match SWITCHES.iter().find(|switch| switch.name == self.switch) {
            Some(switch) if switch.values.is_empty() => {
                format!("{} is a whole number in its span.", switch.name)
            }
            Some(switch) => format!("{} can be {}.", switch.name, switch.values.join(" or ")),
            None => {
                let known: Vec<&str> = SWITCHES.iter().map(|switch| switch.name).collect();
                format!("There is no such switch; there are {}.", known.join(", "))
            }
        };
        Refusal::new(rules::RH_CORE_05, "no-such-switch", sentence)
    }
}
