//! Hands in a fight: drawing and putting away, dropping, picking up.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::view::count;
use boneyard_table::{Cx, Flow, Pilot, Refusal, RuleId, Seat, Who, deed};

use super::legal::{Cost, actor_now, may_do, may_know, pay};
use crate::DieTrying;
use crate::book::{Book, Of, Passive};
use crate::fact::{FightFact, GearFact, Spending};
use crate::gear::{in_hand, own_thing};
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Fate, Item, ItemSheet, MOST_THINGS, Place, Spot, State, Trait, Ware};

/// The heading of what is done with things.
const GROUP: &str = "Things";

deed! {
    /// Takes a thing into the hand: one weapon a turn for nothing, anything else as an Interact. One of several is taken
    /// out.
    #[derive(Copy)]
    pub struct Draw(form: DieTrying) {
        who: Who = actor_now(form)?,
        /// What.
        item: u8 = {
            let packed = |_: &ItemSheet, item: &Item| item.place == Place::Pack;
            own_thing(form, who, "draw", |name| format!("Take out the {name}"), packed)?
        },
    }
}

deed! {
    /// Puts a thing away, as an Interact.
    #[derive(Copy)]
    pub struct Stow(form: DieTrying) {
        who: Who = actor_now(form)?,
        /// What.
        item: u8 = {
            let held = |_: &ItemSheet, item: &Item| item.place.is_held() && item.lit.is_none();
            own_thing(form, who, "stow", |name| format!("Put away the {name}"), held)?
        },
    }
}

deed! {
    /// Lets go of a thing, for nothing.
    #[derive(Copy)]
    pub struct Drop(form: DieTrying) {
        who: Who = actor_now(form)?,
        /// What.
        item: u8 = {
            let held = |_: &ItemSheet, item: &Item| item.place.is_held();
            own_thing(form, who, "drop", |name| format!("Drop the {name}"), held)?
        },
    }
}

deed! {
    /// Picks up what lies on one's own square or one beside it.
    #[derive(Copy)]
    pub struct PickUp(form: DieTrying) {
        who: Who = actor_now(form)?,
        /// Whose it was.
        of: Who = {
            let state = form.state;
            let seat = form.seat;
            let lies = |of: &Who| lying(state, who, *of).next().is_some();
            let all = state.everybody().filter(|of| crate::view::shown(state, *of, seat)).filter(lies);
            let known = |name: &str| Some(crate::values::known_as(state, seat, name));
            form.each_named("of", all.map(|of| (of, state.name(of))), known)?
        },
        /// Which.
        #[serde(alias = "thing")]
        item: u8 = {
            let state = form.state;
            form.was_called("item", "thing");
            let named = |name: &str| crate::values::item_named(state, of, name);
            let item = form.each_named("item", lying(state, who, of), named)?;
            form.id(|| format!("pick-up-{}-{item}", of.0));
            let name = state.creature(of).and_then(|one| one.sheet.items.get(usize::from(item)));
            form.label(|| format!("Pick up the {}", name.map_or("thing", |sheet| &sheet.name)).into());
            item
        },
    }
}

/// Things of somebody's that lie within a step of another.
fn lying(state: &State, who: Who, of: Who) -> impl Iterator<Item = (u8, &str)> {
    let one = state.creature(of).filter(|_| state.creature(who).is_some());
    let things = one.into_iter().flat_map(|one| one.sheet.items.iter().zip(&one.live.items)).zip(0u8..);
    let near = move |item: &Item| matches!(item.place, Place::Floor(spot) if is_near(state, who, spot));
    things
        .filter(move |((_, item), _)| item.count > 0 && near(item))
        .map(|((sheet, _), nth)| (nth, sheet.name.as_str()))
}

/// Whether a thing lies within a step of somebody; where nobody knows where it lies, it does.
fn is_near(state: &State, who: Who, spot: Option<Spot>) -> bool {
    match (spot, crate::gear::place_of(state, who)) {
        (Some(spot), Some(here)) => boneyard_board::Diagonals::Equal.distance(here, spot.footprint(1)) <= 1,
        _ => true,
    }
}

/// A thing of somebody's, if there is something left of it.
fn may_have<'a>(may: May<'a, DieTrying>, who: Who, item: u8) -> Lawful<(&'a ItemSheet, Item)> {
    let one = may.state.one(who);
    let at = usize::from(item);
    match (one.sheet.items.get(at), one.live.items.get(at)) {
        (Some(sheet), Some(now)) if now.count > 0 => Ok((sheet, *now)),
        _ => may.no(|| {
            let sentence = format!("{} has no such thing.", may.state.name(who));
            Refusal::new(rules::DT_ACT_02H, "no-such-thing", sentence)
        }),
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

/// Whether somebody may Interact: free where a Talent says so, otherwise an Action.
fn may_interact(may: May<'_, DieTrying>, who: Who) -> Lawful {
    let free = free_interact(may.state, may.book, who).is_some();
    may_do(may, who, if free { Cost::Free } else { Cost::Action })
}

/// Pays for an Interact.
fn interact(cx: &mut Cx<'_, DieTrying>, who: Who) {
    let rule = rules::DT_ACT_02H;
    if cx.state().battle.is_none() {
        return;
    }
    if let Some(talent) = free_interact(cx.state(), cx.book(), who) {
        cx.cite(talent);
        cx.record(rule, FightFact::Spent { who, what: Spending::Interact }.into());
    } else {
        pay(cx, who, Cost::Action, rule);
    }
}

/// Where somebody would take a thing that is drawn. One of a pair can be held alone.
fn drawn_to(state: &State, who: Who, sheet: &ItemSheet) -> Place {
    let twin = matches!(&sheet.ware, Ware::Weapon(arms) if arms.has(Trait::Twin));
    if twin && state.live(who).free_hands() == 1 { Place::Hand } else { in_hand(sheet) }
}

impl Deed<DieTrying> for Draw {
    const CARD: Card = Card::acting("Take out", GROUP).rule(rules::DT_ACT_02H).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let (Self { who, item }, state) = (*self, may.state);
        let bad = |code: &str, sentence: String| Refusal::new(rules::DT_ACT_02H, code, sentence);
        may_do(may, who, Cost::Free)?;
        let (sheet, now) = may_have(may, who, item)?;
        let name = &sheet.name;
        may.not_if(now.place != Place::Pack, || {
            bad("not-packed", format!("The {name} is not packed away."))
        })?;
        let live = state.live(who);
        let hands = drawn_to(state, who, sheet).hands();
        may.not_if(hands > live.free_hands(), || {
            bad("hands-busy", format!("The {name} takes {}.", count(hands, "free hand", "free hands")))
        })?;
        let weapon = matches!(sheet.ware, Ware::Weapon(_));
        if weapon && !live.turn.drew {
            return Ok(());
        }
        let free = free_interact(state, may.book, who).is_some();
        may.not_if(weapon && state.battle.is_some() && !live.turn.action && !free, || {
            let sentence = "One weapon a turn is drawn for nothing; the Action is spent.";
            bad("drawn-already", sentence.into())
        })?;
        may_interact(may, who)
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let (Self { who, item }, rule) = (self, rules::DT_ACT_02H);
        let (sheet, now) = may_have(May::quiet(cx.at(), by), who, item)?;
        let (to, weapon) = (drawn_to(cx.state(), who, sheet), matches!(sheet.ware, Ware::Weapon(_)));
        if weapon && !cx.state().live(who).turn.drew {
            if cx.state().battle.is_some() {
                cx.record(rule, FightFact::Spent { who, what: Spending::Draw }.into());
            }
        } else {
            interact(cx, who);
            if !weapon {
                sight::acted(cx, who);
            }
        }
        split(cx, who, item, now, to, rule);
        Ok(())
    }
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

impl Deed<DieTrying> for Stow {
    const CARD: Card = Card::acting("Put away", GROUP).rule(rules::DT_ACT_02H).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let Self { who, item } = *self;
        may_do(may, who, Cost::Free)?;
        let (sheet, now) = may_have(may, who, item)?;
        may.not_if(!now.place.is_held() || now.lit.is_some(), || {
            let sentence = format!("The {} is not in hand, or it burns.", sheet.name);
            Refusal::new(rules::DT_ACT_02H, "not-in-hand", sentence)
        })?;
        may_interact(may, who)
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let Self { who, item } = self;
        interact(cx, who);
        cx.record(rules::DT_ACT_02H, GearFact::Placed { who, item, to: Place::Pack }.into());
        sight::acted(cx, who);
        Ok(())
    }
}

impl Deed<DieTrying> for Drop {
    const CARD: Card = Card::acting("Drop", GROUP).rule(rules::DT_ACT_02H);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let Self { who, item } = *self;
        may_do(may, who, Cost::Free)?;
        let (sheet, now) = may_have(may, who, item)?;
        may.not_if(!now.place.is_carried() || now.place == Place::Worn, || {
            let sentence = format!("The {} cannot be dropped just so.", sheet.name);
            Refusal::new(rules::DT_ACT_02H, "not-in-hand", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let Self { who, item } = self;
        let weapon = matches!(cx.state().sheet(who).items[usize::from(item)].ware, Ware::Weapon(_));
        let to = Place::Floor(cx.state().live(who).at);
        cx.record(rules::DT_ACT_02H, GearFact::Placed { who, item, to }.into());
        if weapon {
            crate::hurt::tie_breaks(cx, boneyard_table::moment::Tie::Touches(who));
        }
        Ok(())
    }
}

/// Where what is picked up goes: the hands, if they are free.
fn picked_to(state: &State, who: Who, sheet: &ItemSheet) -> Place {
    let wanted = in_hand(sheet);
    if wanted.hands() <= state.live(who).free_hands() { wanted } else { Place::Pack }
}

impl Deed<DieTrying> for PickUp {
    const CARD: Card = Card::acting("Pick up", GROUP).rule(rules::DT_ACT_02H);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let (Self { who, of, item }, state) = (*self, may.state);
        let bad = |code: &str, sentence: String| Refusal::new(rules::DT_ACT_02H, code, sentence);
        may_do(may, who, Cost::Free)?;
        may_know(may, of)?;
        let (sheet, now) = may_have(may, of, item)?;
        let name = &sheet.name;
        let body = state.live(of);
        let spot = match now.place {
            Place::Floor(spot) => spot,
            // What a dead hero carried can be taken from the body.
            Place::Pack | Place::Worn if body.fate == Fate::Dead && of != who => body.at,
            _ => return may.no(|| bad("not-lying", format!("The {name} does not lie there."))),
        };
        may.not_if(!is_near(state, who, spot), || {
            bad("too-far", format!("The {name} is more than 5 feet away."))
        })?;
        let to = picked_to(state, who, sheet);
        may.not_if(now.lit.is_some() && to == Place::Pack, || {
            bad("hands-busy", format!("The {name} burns and no hand is free."))
        })?;
        may.not_if(state.sheet(who).items.len() >= MOST_THINGS && who != of, || {
            bad("too-many", "That is more than anybody keeps track of.".into())
        })?;
        crate::gear::can_carry(state, may.book, who, sheet, Item { place: to, ..now })?;
        may_interact(may, who)
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let (Self { who, of, item }, rule) = (self, rules::DT_ACT_02H);
        let (sheet, now) = may_have(May::quiet(cx.at(), by), of, item)?;
        let (sheet, to) = (sheet.clone(), picked_to(cx.state(), who, sheet));
        interact(cx, who);
        if who == of {
            cx.record(rule, GearFact::Placed { who, item, to }.into());
        } else {
            cx.record(rule, GearFact::Placed { who: of, item, to: Place::Gone }.into());
            cx.record(rule, GearFact::Got { who, thing: sheet, item: Item { place: to, ..now } }.into());
        }
        sight::acted(cx, who);
        Ok(())
    }
}
