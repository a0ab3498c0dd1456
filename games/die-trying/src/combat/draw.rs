//! Hands in a fight: drawing and putting away, dropping, picking up.

use boneyard_table::view::count;
use boneyard_table::{Cx, Flow, Refusal, RuleId, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::legal::{Cost, legal, pay};
use crate::DieTrying;
use crate::book::{Book, Of, Passive};
use crate::fact::{FightFact, GearFact, Spending};
use crate::gear::in_hand;
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Fate, Item, MOST_THINGS, Place, State, Trait, Ware};

/// Takes a thing into the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// Who.
    pub who: Who,
    /// What.
    pub item: u8,
}

/// Lets go of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DropItem {
    /// Who.
    pub who: Who,
    /// What.
    pub item: u8,
}

/// Picks up what lies on the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PickUp {
    /// Who.
    pub who: Who,
    /// Whose it was.
    pub of: Who,
    /// Which.
    pub thing: u8,
}

fn thing(state: &State, who: Who, item: u8) -> Result<(String, Ware, Item), Refusal> {
    let one = state.one(who);
    let at = usize::from(item);
    match (one.sheet.items.get(at), one.live.items.get(at)) {
        (Some(sheet), Some(now)) if now.count > 0 => Ok((sheet.name.clone(), sheet.ware.clone(), *now)),
        _ => {
            let sentence = format!("{} has no such thing.", state.name(who));
            Err(Refusal::new(rules::DT_ACT_02H, "no-such-thing", sentence))
        }
    }
}

/// The Talent by which one more Interact of this turn costs nothing.
fn free_interact(state: &State, book: &Book, who: Who) -> Option<RuleId> {
    let free = passive::find(state, book, who, Of::FreeInteract, |passive| match passive {
        Passive::FreeInteract(times) => Some(*times),
        _ => None,
    });
    free.filter(|(times, _)| state.live(who).turn.interacts < *times).map(|(_, talent)| talent)
}

/// Pays for an Interact: free where a Talent says so, otherwise an Action.
pub(super) fn interact(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow {
    let rule = rules::DT_ACT_02H;
    let free = free_interact(cx.state(), cx.book(), who);
    legal(cx.state(), cx.book(), who, if free.is_some() { Cost::Free } else { Cost::Action })?;
    if cx.state().battle.is_none() {
        return Ok(());
    }
    if let Some(talent) = free {
        cx.cite(talent);
        cx.record(rule, FightFact::Spent { who, what: Spending::Interact }.into());
    } else {
        pay(cx, who, Cost::Action, rule);
    }
    Ok(())
}

/// Draws: one weapon a turn for nothing, anything else as an Interact. One of several is taken out.
pub fn draw(cx: &mut Cx<'_, DieTrying>, draw: Draw) -> Flow {
    let (who, rule) = (draw.who, rules::DT_ACT_02H);
    legal(cx.state(), cx.book(), who, Cost::Free)?;
    let (name, ware, now) = thing(cx.state(), who, draw.item)?;
    let bad = |code: &str, sentence: String| refuse(Refusal::new(rule, code, sentence));
    if now.place != Place::Pack {
        return bad("not-packed", format!("The {name} is not packed away."));
    }
    let one = cx.state().one(who);
    let wanted = in_hand(&one.sheet.items[usize::from(draw.item)]);
    let free_hands = one.live.free_hands();
    // One of a pair can be held alone.
    let twin = matches!(&ware, Ware::Weapon(arms) if arms.has(Trait::Twin));
    let to = if twin && free_hands == 1 { Place::Hand } else { wanted };
    if to.hands() > free_hands {
        return bad(
            "hands-busy",
            format!("The {name} takes {}.", count(to.hands(), "free hand", "free hands")),
        );
    }
    let weapon = matches!(ware, Ware::Weapon(_));
    if weapon && !cx.state().live(who).turn.drew {
        if cx.state().battle.is_some() {
            cx.record(rule, FightFact::Spent { who, what: Spending::Draw }.into());
        }
    } else {
        let free = free_interact(cx.state(), cx.book(), who).is_some();
        if weapon && cx.state().battle.is_some() && !cx.state().live(who).turn.action && !free {
            return bad(
                "drawn-already",
                "One weapon a turn is drawn for nothing; the Action is spent.".into(),
            );
        }
        interact(cx, who)?;
        if !weapon {
            sight::acted(cx, who);
        }
    }
    split(cx, who, draw.item, now, to, rule);
    Ok(())
}

/// One piece of several goes there; a single thing goes itself.
fn split(cx: &mut Cx<'_, DieTrying>, who: Who, item: u8, now: Item, to: Place, rule: RuleId) {
    let sheet = cx.state().sheet(who).items[usize::from(item)].clone();
    let stack = now.count > 1 && sheet.ware != Ware::Ammunition;
    if stack && cx.state().sheet(who).items.len() < MOST_THINGS {
        let count = now.count - 1;
        cx.record(rule, GearFact::Left { who, item, count, left: now.left }.into());
        let item = Item { count: 1, place: to, ..now };
        cx.record(rule, GearFact::Got { who, thing: sheet, item }.into());
    } else {
        cx.record(rule, GearFact::Placed { who, item, to }.into());
    }
}

/// Puts a thing away, as an Interact.
pub fn stow(cx: &mut Cx<'_, DieTrying>, stow: DropItem) -> Flow {
    let who = stow.who;
    legal(cx.state(), cx.book(), who, Cost::Free)?;
    let (name, _, now) = thing(cx.state(), who, stow.item)?;
    if !now.place.is_held() || now.lit.is_some() {
        let sentence = format!("The {name} is not in hand, or it burns.");
        return refuse(Refusal::new(rules::DT_ACT_02H, "not-in-hand", sentence));
    }
    interact(cx, who)?;
    cx.record(rules::DT_ACT_02H, GearFact::Placed { who, item: stow.item, to: Place::Pack }.into());
    sight::acted(cx, who);
    Ok(())
}

/// Drops a thing, for nothing.
pub fn drop_item(cx: &mut Cx<'_, DieTrying>, drop: DropItem) -> Flow {
    let who = drop.who;
    legal(cx.state(), cx.book(), who, Cost::Free)?;
    let (name, ware, now) = thing(cx.state(), who, drop.item)?;
    if !now.place.is_carried() || now.place == Place::Worn {
        let sentence = format!("The {name} cannot be dropped just so.");
        return refuse(Refusal::new(rules::DT_ACT_02H, "not-in-hand", sentence));
    }
    let to = Place::Floor(cx.state().live(who).at);
    cx.record(rules::DT_ACT_02H, GearFact::Placed { who, item: drop.item, to }.into());
    if matches!(ware, Ware::Weapon(_)) {
        crate::hurt::tie_breaks(cx, boneyard_table::moment::Tie::Touches(who));
    }
    Ok(())
}

/// Picks something up from one's own square or one beside it.
pub fn pick_up(cx: &mut Cx<'_, DieTrying>, pick: PickUp) -> Flow {
    let (who, rule) = (pick.who, rules::DT_ACT_02H);
    legal(cx.state(), cx.book(), who, Cost::Free)?;
    super::legal::known(cx.state(), pick.of)?;
    let (name, _, now) = thing(cx.state(), pick.of, pick.thing)?;
    let body = cx.state().live(pick.of);
    let spot = match now.place {
        Place::Floor(spot) => spot,
        // What a dead hero carried can be taken from the body.
        Place::Pack | Place::Worn if body.fate == Fate::Dead && pick.of != who => body.at,
        _ => return refuse(Refusal::new(rule, "not-lying", format!("The {name} does not lie there."))),
    };
    let near = match (spot, crate::gear::place_of(cx.state(), who)) {
        (Some(spot), Some(here)) => boneyard_board::Diagonals::Equal.distance(here, spot.footprint(1)) <= 1,
        _ => true,
    };
    if !near {
        return refuse(Refusal::new(rule, "too-far", format!("The {name} is more than 5 feet away.")));
    }
    let sheet = cx.state().sheet(pick.of).items[usize::from(pick.thing)].clone();
    let wanted = in_hand(&sheet);
    let free = cx.state().live(who).free_hands();
    let to = if wanted.hands() <= free { wanted } else { Place::Pack };
    if now.lit.is_some() && to == Place::Pack {
        return refuse(Refusal::new(rule, "hands-busy", format!("The {name} burns and no hand is free.")));
    }
    if cx.state().sheet(who).items.len() >= MOST_THINGS && who != pick.of {
        return refuse(Refusal::new(rule, "too-many", "That is more than anybody keeps track of."));
    }
    crate::gear::can_carry(cx.state(), cx.book(), who, &sheet, Item { place: to, ..now })?;
    interact(cx, who)?;
    if who == pick.of {
        cx.record(rule, GearFact::Placed { who, item: pick.thing, to }.into());
    } else {
        let gone = GearFact::Placed { who: pick.of, item: pick.thing, to: Place::Gone };
        cx.record(rule, gone.into());
        cx.record(rule, GearFact::Got { who, thing: sheet, item: Item { place: to, ..now } }.into());
    }
    sight::acted(cx, who);
    Ok(())
}
