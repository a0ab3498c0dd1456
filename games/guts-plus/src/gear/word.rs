//! What the GM says of things: taken away, defined, looked at.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use super::handle::{find, found, nobody, now, sheds, thing};
use crate::GutsPlus;
use crate::fact::GearFact;
use crate::form;
use crate::gm::decide;
use crate::question::{Decide, Matter};
use crate::rules;
use crate::state::{Item, Kind};

/// The field `who` of the GM's deeds, for those who have things.
fn somebody_with_things(form: &mut Filling<'_, GutsPlus>) -> Filled<Who> {
    let state = form.state;
    let has = |who: Who| state.live(who).items.iter().any(|item| !item.gone && item.count > 0);
    form.only_if(state.everybody().any(has))?;
    form.creature_among("who", "Whose", has)
}

deed! {
    /// The GM takes something from somebody; what does not fit any more is put down at once.
    pub struct TakeAway(form: GutsPlus) {
        /// From whom.
        who: Who = somebody_with_things(form)?,
        /// What.
        thing: String = thing(form, who, |_, _| true)?,
    }
}

impl Deed<GutsPlus> for TakeAway {
    const CARD: Card = Card::gm("Take something from somebody", "Things").rule(rules::GP_ITEM_06);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may.not_if(may.state.creature(self.who).is_none(), || nobody(rules::GP_ITEM_06))?;
        find(may, self.who, &self.thing).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let (rule, who) = (rules::GP_ITEM_06, self.who);
        let Some(item) = found(cx.state(), who, &self.thing) else { return Ok(()) };
        let name = cx.state().sheet(who).items[usize::from(item)].name.clone();
        cx.record(rule, GearFact::Lost { who, name }.into());
        let own = cx.state().live(who).items[usize::from(item)].clone();
        now(cx, rule, who, item, Item { gone: true, worn: false, hand: None, ..own });
        sheds(cx, who)
    }
}

deed! {
    /// The GM says what a thing does.
    pub struct Define(form: GutsPlus) {
        /// Whose.
        who: Who = somebody_with_things(form)?,
        /// Which.
        thing: String = thing(form, who, |_, _| true)?,
        /// What it does, in words.
        #[serde(default)]
        text: Option<String> = form.maybe_text("text", "In words", 400)?,
        /// Slots it adds or takes while worn.
        #[serde(default)]
        slots: Option<i8> = form.maybe_amount("slots", "Slots while worn", -10..=10)?,
    }
}

impl Deed<GutsPlus> for Define {
    const CARD: Card = Card::gm("Say what a thing does", "Things").rule(rules::GP_ITEM_03);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may.not_if(may.state.creature(self.who).is_none(), || nobody(rules::GP_ITEM_10))?;
        find(may, self.who, &self.thing)?;
        may.not_if(self.slots.is_some_and(|slots| slots < -10), || {
            let sentence = "There is no room below none: at least -10.";
            Refusal::new(rules::GP_ITEM_10, "below-nothing", sentence)
        })?;
        may.not_if(self.text.as_ref().is_some_and(|text| text.chars().count() > 400), || {
            Refusal::new(rules::GP_ITEM_03, "too-long", "Say it in at most 400 letters.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let Self { who, thing, text, slots } = self;
        let Some(item) = found(cx.state(), who, &thing) else { return Ok(()) };
        let mut sheet = cx.state().sheet(who).items[usize::from(item)].clone();
        sheet.slots = slots.unwrap_or(sheet.slots);
        sheet.about = text.unwrap_or(sheet.about);
        let rule = if slots.is_some() { rules::GP_ITEM_10 } else { rules::GP_ITEM_03 };
        cx.record(rule, GearFact::Defined { who, item, sheet }.into());
        sheds(cx, who)
    }
}

deed! {
    /// Somebody new meets a character: the GM sees what is worn.
    pub struct Meet(form: GutsPlus) {
        /// Who looks.
        npc: Who = {
            let state = form.state;
            form.only_if(state.heroes().next().is_some())?;
            let npcs = state.everybody().filter(|who| state.sheet(*who).kind != Kind::Hero);
            let npc = form::each_creature(form, "npc", npcs)?;
            form.label(|| format!("{} meets somebody", state.name(npc)).into());
            form.id(|| format!("meet:{}", npc.0));
            npc
        },
        /// Who is met.
        who: Who = {
            let state = form.state;
            form.creature_among("who", "Whom", |who| state.sheet(who).kind == Kind::Hero)?
        },
    }
}

impl Deed<GutsPlus> for Meet {
    const CARD: Card = Card::gm("Let somebody look at a character", "People").rule(rules::GP_ITEM_11);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let both = [self.who, self.npc].iter().all(|who| may.state.creature(*who).is_some());
        may.not_if(!both, || nobody(rules::GP_ITEM_11))
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let Self { who, npc } = self;
        let state = cx.state();
        let one = state.one(who);
        let worn = one.sheet.items.iter().zip(&one.live.items).filter(|(_, item)| item.worn && !item.gone);
        let worn: Vec<String> = worn.map(|(sheet, _)| sheet.name.clone()).collect();
        let question = format!("{} meets {}. What of it?", state.name(npc), one.sheet.name);
        let matter = Decide::new(Matter::Looks, state.name(npc), question)
            .option("nothing", "Nothing of note")
            .option("liked", "Well received: an advantage")
            .option("disliked", "Ill received: a disadvantage")
            .who(who)
            .about(if worn.is_empty() {
                "Wears nothing.".to_owned()
            } else {
                format!("Wears {}.", worn.join(", "))
            });
        let said = decide(cx, matter)?;
        let words = if said.words.is_empty() { said.choice } else { said.words };
        let fact = GearFact::Looked { who: npc, at: who, words };
        cx.record_for(boneyard_table::Audience::GM, rules::GP_ITEM_11, fact.into());
        Ok(())
    }
}
