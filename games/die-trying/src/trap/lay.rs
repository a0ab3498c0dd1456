//! What the TS says of traps: that one is set, and that one goes off.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May, Named};
use boneyard_table::{At, Audience, Cx, Flow, Refusal, Seat, Who, deed};

use super::search::careful;
use super::spring::{roll_trap, spring};
use crate::DieTrying;
use crate::combat::{may_know, where_to};
use crate::dungeon::between;
use crate::fact::TrapFact;
use crate::house::HouseTraps;
use crate::rules;
use crate::state::{Laid, Spot};

deed! {
    /// The TS lays a trap, of the list or by chance.
    pub struct LayTrap(form: DieTrying) {
        /// Which, by name; by the d100 if nothing is said.
        #[serde(default)]
        trap: Option<String> = {
            let all = form.book.traps.iter();
            let all = all.map(|row| (row.name.clone(), Named::new(row.name.clone()).say(row.text.clone())));
            form.maybe("trap", "Which; by the d100 if nothing is said", all)?
        },
        /// Where.
        #[serde(default)]
        at: Option<Spot> = where_to(form)?,
        /// At which door.
        #[serde(default)]
        door: Option<u16> = {
            let doors = doors(form.at());
            let none = doors.is_empty();
            if none { form.unasked("door")? } else { form.maybe("door", "Or at which door", doors)? }
        },
        /// The heroes know of it.
        #[serde(default)]
        found: bool = form.flag("found", "The heroes know of it")?,
    }
}

/// The doors of the map, by the squares on their two sides.
fn doors(at: At<'_, DieTrying>) -> Vec<(u16, String)> {
    let doors = at.state.board.iter().flat_map(|board| board.grid.doors());
    let told = doors.filter_map(|(id, _, _)| {
        let [one, other] = between(at.state, id.0)?;
        Some((id.0, format!("Between {one} and {other}")))
    });
    told.collect()
}

impl Deed<DieTrying> for LayTrap {
    const CARD: Card = Card::gm("Set a trap", "Scene").rule(rules::DT_HOUSE_15H);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may.outright_if(may.state.house.house_traps == HouseTraps::Off, || {
            let sentence = "This table plays without our traps.";
            Refusal::new(rules::DT_HOUSE_01H, "switched-off", sentence)
        })?;
        let unknown = self.trap.as_ref().is_some_and(|name| may.book.traps.named(name.trim()).is_none());
        may.not_if(unknown, || Refusal::new(rules::DT_HOUSE_15H, "no-such-trap", "There is no such trap."))
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let (rule, book) = (rules::DT_HOUSE_15H, cx.book());
        let row = match &self.trap {
            Some(name) => book.traps.named(name.trim()),
            None => {
                let total = roll_trap(cx)?;
                book.traps.iter().find(|row| (row.faces[0]..=row.faces[1]).contains(&total))
            }
        };
        let Some(row) = row else { return Ok(()) };
        let laid = Laid { at: self.at, door: self.door, found: self.found, ..Laid::of(row.id) };
        cx.cite(row.id);
        cx.record_for(Audience::GM, rule, TrapFact::Laid { laid }.into());
        Ok(())
    }
}

deed! {
    /// The TS lets a trap go off.
    #[derive(Copy)]
    pub struct SpringTrap(form: DieTrying) {
        /// Which, by its number.
        trap: u8 = armed(form)?,
        /// On whom.
        who: Who = {
            let state = form.state;
            form.creature_among("who", "On whom", |who| state.sheet(who).is_hero() && !state.live(who).away)?
        },
        /// They move at half pace and may notice it first.
        #[serde(default)]
        slowly: bool = form.flag("slowly", "They go at half pace")?,
    }
}

/// The field `trap`: each that is a danger still has a card, where there is a hero to set it off.
fn armed(form: &mut Filling<'_, DieTrying>) -> Filled<u8> {
    let (state, book) = (form.state, form.book);
    form.only_if(state.heroes().any(|who| !state.live(who).away))?;
    let armed = state.traps.iter().zip(0u8..).filter(|(laid, _)| !laid.spent);
    let nth = form.each("trap", armed.map(|(_, nth)| nth))?;
    form.id(|| format!("spring-{nth}"));
    let name = state.traps.get(usize::from(nth)).map_or("trap", |laid| book.name_of(laid.trap));
    form.label(|| format!("Let the {name} go off").into());
    Ok(nth)
}

impl Deed<DieTrying> for SpringTrap {
    const CARD: Card = Card::gm("Let a trap go off", "Scene").rule(rules::DT_HOUSE_15H);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_know(may, self.who)?;
        let laid = may.state.traps.get(usize::from(self.trap));
        may.not_if(laid.is_none_or(|laid| laid.spent), || {
            let sentence = "There is no such trap, or it is spent.";
            Refusal::new(rules::DT_HOUSE_15H, "no-such-trap", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let Self { trap, who, slowly } = self;
        // Those who go slowly may notice it first.
        if slowly && cx.within(trap, |cx| careful(cx, who, trap))? {
            return Ok(());
        }
        spring(cx, trap, who)
    }
}
