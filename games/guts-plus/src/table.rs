//! What people do with the table itself: house rules are set, words are said, sessions begin.

use boneyard_table::deed::{Card, Deed, Desk, Lawful, May};
use boneyard_table::{By, Cx, Flow, Lane, Refusal, Seat, Who, deed};

use crate::GutsPlus;
use crate::fact::TableFact;
use crate::house::SWITCHES;
use crate::rules;

deed! {
    /// Sets a house rule.
    #[serde(deny_unknown_fields)]
    pub struct SetHouse(form: GutsPlus) {
        /// Which.
        switch: String = {
            let all = SWITCHES.iter().filter(|switch| !switch.values.is_empty());
            form.one_of("switch", "Which", all.map(|switch| (switch.name.to_owned(), switch.title())))?
        },
        /// To what.
        value: String = {
            let known = SWITCHES.iter().find(|known| known.name == switch);
            let values = known.into_iter().flat_map(|known| known.values);
            let named = values.map(|value| ((*value).to_owned(), value.replace('_', " ")));
            form.one_of("value", "To what", named)?
        },
    }
}

impl Deed<GutsPlus> for SetHouse {
    const CARD: Card = Card::gm("Set a house rule", "Table").rule(rules::GP_CORE_02);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (rule, Self { switch, value }) = (rules::GP_CORE_02, self);
        let Some(known) = SWITCHES.iter().find(|known| known.name == switch) else {
            return may.no(|| {
                let names: Vec<&str> = SWITCHES.iter().map(|known| known.name).collect();
                let sentence = format!("There is no house rule {switch}. There are {}.", names.join(", "));
                Refusal::new(rule, "no-such-switch", sentence)
            });
        };
        may.not_if(!known.values.contains(&value.as_str()), || {
            let sentence = format!("{switch} is {}, not {value}.", known.values.join(" or "));
            Refusal::new(known.rule, "no-such-value", sentence)
        })?;
        may.outright_if(may.state.battle.is_some(), || {
            Refusal::new(rule, "in-battle", "House rules are not changed in the middle of a fight.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let Self { switch, value } = self;
        if let Some(known) = SWITCHES.iter().find(|known| known.name == switch) {
            cx.cite(known.rule);
        }
        cx.record(rules::GP_CORE_02, TableFact::House { switch, value }.into());
        Ok(())
    }
}

deed! {
    /// Says something, as a character or as oneself.
    #[serde(deny_unknown_fields)]
    pub struct Speak(form: GutsPlus) {
        /// The words.
        words: String = form.text("words", "Words", 400)?,
        /// As whom; nobody for oneself.
        #[serde(default)]
        who: Option<Who> = {
            let who = form.maybe_actor()?;
            if who.is_none() && !form.seat.is_gm() {
                form.label(|| "Say something out of character".into());
            }
            who
        },
    }
}

impl Deed<GutsPlus> for Speak {
    const CARD: Card = Card::anyone("Say something", "Talk").also(Desk::Actor).rule(rules::GP_CORE_08);

    fn by(&self) -> By {
        self.who.map_or(By::Anyone, By::Actor)
    }

    fn lane(&self) -> Lane {
        Lane::Free
    }

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may.not_if(self.words.trim().is_empty() || self.words.chars().count() > 400, || {
            Refusal::new(rules::GP_CORE_08, "words", "Say something, in at most 400 letters.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, by: Seat) -> Flow {
        let Self { who, words } = self;
        cx.record(rules::GP_CORE_08, TableFact::Said { seat: by, who, words }.into());
        Ok(())
    }
}

deed! {
    /// Begins a session.
    #[serde(deny_unknown_fields)]
    pub struct Session(_form: GutsPlus) {}
}

impl Deed<GutsPlus> for Session {
    const CARD: Card = Card::gm("Begin a session", "Table").rule(rules::GP_CORE_07);

    fn may(&self, _may: May<'_, GutsPlus>) -> Lawful {
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let number = cx.state().session.saturating_add(1);
        cx.record(rules::GP_CORE_07, TableFact::Session { number }.into());
        Ok(())
    }
}
