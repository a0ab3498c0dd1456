//! Interact: one small act with a thing or the surroundings. The chain of such acts by which equipment is used is in
//! `chain`, the form in `ask`; how far it is, the thing itself knows.

use boneyard_board::DoorAt;
use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::carry::{carried, place};
use super::chain::{stars, strike_a_light, with};
use super::relief;
use super::slot::{fits, room};
use super::used::Using;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::Book;
use crate::combat::{has, known, pay, takes};
use crate::fact::{BoardFact, FightFact, GearFact, InventoryFact};
use crate::living::weather;
use crate::rules;
use crate::sight::outdoors;
use crate::state::{Condition, Item, ItemSheet, Place, Size, Spot, State};

/// One small act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Interact {
    /// Who.
    pub who: Who,
    /// What is done.
    pub verb: Verb,
    /// With which thing.
    #[serde(default)]
    pub item: Option<u8>,
    /// Whose thing it is, where it lies about.
    #[serde(default)]
    pub of: Option<Who>,
    /// On whom.
    #[serde(default)]
    pub target: Option<Who>,
    /// On which space.
    #[serde(default)]
    pub at: Option<Spot>,
    /// Into which slot; where there is room, if nothing is said.
    #[serde(default)]
    pub to: Option<String>,
    /// On which other thing.
    #[serde(default)]
    pub thing: Option<u8>,
}

/// What is done. FORCE is a command of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Verb {
    Unpack,
    Hold,
    Place,
    Pack,
    Open,
    Close,
    Prep,
    Apply,
    Inject,
    Feed,
    Wrap,
    Locate,
    Light,
    Tie,
}

impl Verb {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::Unpack,
        Self::Hold,
        Self::Place,
        Self::Pack,
        Self::Open,
        Self::Close,
        Self::Prep,
        Self::Apply,
        Self::Inject,
        Self::Feed,
        Self::Wrap,
        Self::Locate,
        Self::Light,
        Self::Tie,
    ];

    /// As the rules write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unpack => "UNPACK",
            Self::Hold => "HOLD",
            Self::Place => "PLACE",
            Self::Pack => "PACK",
            Self::Open => "OPEN",
            Self::Close => "CLOSE",
            Self::Prep => "PREP",
            Self::Apply => "APPLY",
            Self::Inject => "INJECT",
            Self::Feed => "FEED",
            Self::Wrap => "WRAP",
            Self::Locate => "LOCATE",
            Self::Light => "LIGHT",
            Self::Tie => "TIE",
        }
    }
}

/// What an Interact costs.
pub const AP: u8 = 1;

/// What an Interact comes to, once it is known to be legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Act {
    Move { item: u8, to: Place },
    TakeUp { of: Who, item: u8, to: Place },
    Door { door: u16, open: bool },
    Kindle { item: u8 },
    Step { item: u8, step: u8, last: bool, star: bool, bound: bool },
    Shutter { item: u8, lit: bool },
    Relieve { on: Who, condition: Condition, ap: u8 },
}

pub(super) fn told<T>(
    rule: boneyard_table::RuleId,
    code: &str,
    sentence: impl Into<String>,
) -> Result<T, Refusal> {
    Err(Refusal::new(rule, code, sentence))
}

pub(super) fn legal(state: &State, book: &Book, act: &Interact) -> Result<Act, Refusal> {
    let (who, rule) = (act.who, rules::RH_ACT_10);
    takes(state, book, who, cost(state, book, act))?;
    has(state, who, "interact")?;
    match (act.verb, act.item) {
        (Verb::Hold, Some(item)) => take_up(state, book, act, item),
        (Verb::Open | Verb::Close, None) => door(state, act),
        (Verb::Apply, None) => relief::by_hand(state, book, act),
        (_, None) => told(rule, "no-thing", "Say which thing it is about."),
        (Verb::Unpack, Some(item)) => unpack(state, book, who, item),
        (Verb::Pack, Some(item)) => pack(state, book, act, item),
        (_, Some(item)) => with(state, book, act, item),
    }
}

/// What it costs: in a drizzle nothing catches fire at once.
fn cost(state: &State, book: &Book, act: &Interact) -> u8 {
    let wet = weather(state, book).filter(|_| act.verb == Verb::Light && outdoors(state, act.who));
    AP + wet.map_or(0, |sky| sky.extra_light)
}

/// The hand a thing would go into.
pub(super) fn hand(state: &State, book: &Book, who: Who, thing: &ItemSheet) -> Result<Place, Refusal> {
    if thing.size == Size::Large {
        return fits(state, book, who, thing, Place::TwoHands, None).map(|()| Place::TwoHands);
    }
    match fits(state, book, who, thing, Place::MainHand, None) {
        Ok(()) => Ok(Place::MainHand),
        Err(refused) => {
            fits(state, book, who, thing, Place::OffHand, None).map_err(|_| refused).map(|()| Place::OffHand)
        }
    }
}

fn unpack(state: &State, book: &Book, who: Who, item: u8) -> Result<Act, Refusal> {
    has(state, who, "unpack")?;
    let (thing, now) = carried(state, who, item, rules::RH_ACT_10)?;
    if now.place.is_held() {
        return told(rules::RH_ACT_10, "in-hand", format!("The {} is in hand already.", thing.name));
    }
    if now.place == Place::ArmorWorn {
        let sentence = "Body armor is not changed in an Encounter.";
        return told(rules::RH_ARMOR_03, "body-armor", sentence);
    }
    Ok(Act::Move { item, to: hand(state, book, who, thing)? })
}

fn pack(state: &State, book: &Book, act: &Interact, item: u8) -> Result<Act, Refusal> {
    let who = act.who;
    let (thing, now) = carried(state, who, item, rules::RH_ACT_10)?;
    if !now.place.is_held() {
        return told(rules::RH_INV_08, "not-held", format!("The {} is not in hand.", thing.name));
    }
    let to = match &act.to {
        Some(name) => {
            let slot = Place::named(name).filter(|to| to.is_carried() && !to.is_held());
            let Some(to) = slot.filter(|to| !matches!(to, Place::ArmorWorn | Place::Headgear)) else {
                return told(
                    rules::RH_INV_01,
                    "no-such-slot",
                    "PACK into sheath, coinpurse, quiver or pack.",
                );
            };
            fits(state, book, who, thing, to, Some(item))?;
            to
        }
        None => room(state, book, who, thing)?,
    };
    Ok(Act::Move { item, to })
}

/// A thing that lies in one's own space or the next.
fn take_up(state: &State, book: &Book, act: &Interact, item: u8) -> Result<Act, Refusal> {
    let (who, rule) = (act.who, rules::RH_INV_08);
    let of = act.of.unwrap_or(who);
    known(state, of)?;
    let one = state.one(of);
    let found = one.sheet.items.get(usize::from(item)).zip(one.live.items.get(usize::from(item)));
    let near = |at: Option<Spot>| match (at, state.live(who).at) {
        (Some(at), Some(own)) => at.x.abs_diff(own.x) <= 1 && at.y.abs_diff(own.y) <= 1,
        (None, None) => true,
        _ => false,
    };
    let lies = |now: &Item| matches!(now.place, Place::Floor(at) if near(at)) && now.count > 0;
    let Some((thing, _)) = found.filter(|(_, now)| lies(now)) else {
        return told(rule, "not-lying-here", "Nothing like that lies within reach.");
    };
    Ok(Act::TakeUp { of, item, to: hand(state, book, who, thing)? })
}

fn door(state: &State, act: &Interact) -> Result<Act, Refusal> {
    let rule = rules::RH_ACT_10;
    let open = act.verb == Verb::Open;
    let (Some(at), Some(board)) = (act.at, &state.board) else {
        return told(rule, "no-thing", "Say which thing it is about, or which door.");
    };
    let found = board.grid.doors().find(|(_, door, _)| door.at == DoorAt::Square(at.square()));
    let Some((id, _, is_open)) = found else {
        return told(rule, "no-door", format!("There is no door at {at}."));
    };
    let own = state.live(act.who).at;
    if !own.is_some_and(|own| own.x.abs_diff(at.x) <= 1 && own.y.abs_diff(at.y) <= 1) {
        return told(rule, "not-adjacent", "The door is not in a neighbouring space.");
    }
    if is_open == open {
        let sentence = if open { "The door is open already." } else { "The door is closed already." };
        return told(rule, "so-already", sentence);
    }
    if open && let Some((_, dc)) = board.locks.iter().find(|(spot, _)| *spot == at) {
        let sentence = "The door is locked: pick the lock or force it.";
        return Err(Refusal::new(rules::RH_GRND_17H, "locked", sentence).with("dc", *dc));
    }
    Ok(Act::Door { door: id.0, open })
}

impl Deed<RollHighOrDie> for Interact {
    const CARD: Card = Card::acting("Do a small act", "Things").rule(rules::RH_ACT_10);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        legal(may.state, may.book, self)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        interact(cx, &self)
    }
}

/// One small act.
pub fn interact(cx: &mut Cx<'_, RollHighOrDie>, act: &Interact) -> Flow {
    let (who, rule) = (act.who, rules::RH_ACT_10);
    let what = legal(cx.state(), cx.book(), act)?;
    let ap = match what {
        Act::Relieve { ap, .. } => ap,
        _ => cost(cx.state(), cx.book(), act),
    };
    if ap > AP
        && act.verb == Verb::Light
        && let Some(sky) = weather(cx.state(), cx.book())
    {
        cx.cite(sky.id);
    }
    pay(cx, who, ap, rule);
    let said = InventoryFact::Interacts { who, verb: act.verb.name().to_owned(), item: act.item };
    record(cx, rule, said.into());
    match what {
        Act::Move { item, to } => {
            if to == Place::Headgear {
                cx.cite(rules::RH_HOUSE_04H);
                cx.cite(rules::RH_ARMOR_03);
            }
            place(cx, who, item, to, rules::RH_INV_08);
            Ok(())
        }
        Act::TakeUp { of, item, to } if of == who => {
            place(cx, who, item, to, rules::RH_INV_08);
            Ok(())
        }
        Act::TakeUp { of, item, to } => {
            let one = cx.state().one(of);
            let (thing, now) =
                (one.sheet.items[usize::from(item)].clone(), one.live.items[usize::from(item)].clone());
            record(cx, rules::RH_INV_08, GearFact::Count { who: of, item, count: 0 }.into());
            let item = Item { place: to, ..now };
            record(cx, rules::RH_INV_08, GearFact::Got { who, thing, item }.into());
            Ok(())
        }
        Act::Door { door, open } => {
            record(cx, rule, BoardFact::Door { door, open }.into());
            Ok(())
        }
        Act::Kindle { item } => {
            strike_a_light(cx, who, item)?;
            record(cx, rules::RH_MTAG_04H, GearFact::Lit { who, item, lit: true }.into());
            Ok(())
        }
        Act::Shutter { item, lit } => {
            record(cx, rules::RH_GEAR_03H, GearFact::Lit { who, item, lit }.into());
            Ok(())
        }
        Act::Relieve { on, condition, .. } => relief::relieve(cx, who, on, condition),
        Act::Step { item, step, last, star, bound } => {
            if star {
                let using =
                    Using { who, item, on: act.target.unwrap_or(who), at: act.at, other: act.thing, bound };
                stars(cx, &using)?;
                // The one who was made willing was so for one act.
                if using.on != who && cx.state().live(who).turn.forced == Some(using.on) {
                    record(cx, rules::RH_ACT_11, FightFact::Forced { who, target: None }.into());
                }
            }
            if cx.state().live(who).items[usize::from(item)].count > 0 {
                let step = if last { 0 } else { step };
                cx.cite(rules::RH_EQUIP_01);
                record(cx, rules::RH_EQUIP_02, GearFact::Step { who, item, step }.into());
            }
            Ok(())
        }
    }
}
