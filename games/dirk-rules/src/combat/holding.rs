//! Taking a thing in hand, putting it on or putting it away.

use boneyard_deeds::things::Things;
use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Pilot, Refusal, Seat, Who, deed};

use super::misc::unsettle;
use super::turn::may_turn;
use crate::DirkRules;
use crate::check::is_alive;
use crate::fact::Fact;
use crate::gear::{hands, hands_full, slot_of, takes, worn_at};
use crate::house;
use crate::power;
use crate::rules;
use crate::state::{Place, Wear};

deed! {
    /// Takes a thing in hand, puts it on or puts it away: once a turn for free in battle.
    pub struct Hold(form: DirkRules) {
        who: Who = form.actor()?,
        /// Which thing.
        item: u8 = thing(form, who)?,
        /// Where to.
        place: Place = form.one_of(
            "place",
            "Where",
            [(Place::Hand, "In hand"), (Place::Pack, "Away"), (Place::Worn, "On")],
        )?,
    }
}

/// The field `item`: a thing of theirs, by its number or its name.
fn thing(form: &mut Filling<'_, DirkRules>, who: Who) -> Filled<u8> {
    let at = form.at();
    form.named("item", "What", DirkRules::things(at, who), |name| DirkRules::thing_named(at, who, name))
}

impl Deed<DirkRules> for Hold {
    const CARD: Card =
        Card::acting("Take or put away", "Things").rule(rules::DK_HAND_01H).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let Self { who, item, place } = *self;
        is_alive(may, who)?;
        let (state, rule, at) = (may.state, rules::DK_HAND_01H, usize::from(item));
        let (Some(thing), Some(sheet)) = (state.live(who).items.get(at), state.sheet(who).items.get(at))
        else {
            return may.no(|| Refusal::new(rule, "no-such-thing", "There is no such thing to hold."));
        };
        let armor = sheet.kind.and_then(|kind| slot_of(may.book, kind));
        let fits = match place {
            Place::Hand => armor.is_none(),
            Place::Worn => armor.is_some(),
            Place::Pack => true,
            Place::Gone => false,
        };
        let there = thing.place == Place::Gone || thing.wear == Wear::Destroyed || thing.place == place;
        may.not_if(!fits || there, || {
            Refusal::new(rule, "no-place", format!("The {} cannot be put there.", sheet.name))
        })?;
        if state.battle.is_some() {
            may_turn(may, who)?;
            may.outright_if(state.live(who).turn.drew, || {
                let sentence = "One thing is drawn or put away for free each turn, and that is done.";
                Refusal::new(rules::DK_BATTLE_06, "drawn-already", sentence)
            })?;
            may.not_if(armor.is_some(), || {
                let sentence = "Armor is not changed in the middle of a battle.";
                Refusal::new(rules::DK_BATTLE_06, "no-time", sentence)
            })?;
        }
        if place == Place::Hand && state.house.hands == house::Hands::On {
            let (have, full) = (hands(may.at(), who), hands_full(may.at(), who));
            let needs = takes(may.book, sheet);
            may.not_if(full.saturating_add(needs) > have, || {
                let name = &sheet.name;
                let sentence = format!("The {name} takes {needs} of {have} hands, and {full} are full.");
                let refusal = Refusal::new(rule, "hands-full", sentence);
                refusal.with("hands", have).with("full", full).with("needs", needs)
            })?;
        }
        if place != Place::Worn {
            return Ok(());
        }
        if let Some(row) = power::forbids(may.at(), who, &sheet.name) {
            return may.no(|| {
                let sentence = format!("The {} no longer fits {}.", sheet.name, state.sheet(who).name);
                Refusal::new(row, "no-fit", sentence)
            });
        }
        // One of a kind.
        match sheet.kind.zip(armor).and_then(|(kind, slot)| Some((kind, worn_at(may.at(), who, slot)?))) {
            Some((kind, worn)) => {
                may.no(|| Refusal::new(kind, "worn-already", format!("The {worn} is worn there already.")))
            }
            None => Ok(()),
        }
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let Self { who, item, place } = self;
        let drew = cx.state().battle.is_some();
        cx.record(rules::DK_HAND_01H, Fact::Placed { who, item, place, drew });
        if place != Place::Hand {
            unsettle(cx, who);
        }
        Ok(())
    }
}
