//! What each seat sees, built from nothing: heroes whole, the referee's creatures to players only
//! as far as anybody would see them.

mod making;

use boneyard_table::view::{
    Attribute, BodyChart, BodyPart, Chip, Chips, Filling, Framed, Item as ItemLine, ItemList, Order,
    OrderEntry, OrderMode, Pin, Pool, Scene, Sheet, Tone, View,
};
use boneyard_table::{At, Seat, Who};

use crate::DirkRules;
use crate::gear::{capacity, load};
use crate::health::collapsed;
use crate::power;
use crate::state::{Ability, Affliction, Lasting, Lasts, Part, PartState, Place, State, Wear};

/// All that one seat may see.
pub fn view(at: At<'_, DirkRules>, seat: Seat) -> View {
    let mut view = View::new(seat, crate::TITLE);
    for who in at.state.everybody() {
        view =
            view.sheet(if numbers_visible(at.state, who, seat) { sheet(at, who) } else { glimpse(at, who) });
    }
    for tracker in crate::time::leisure::trackers(at.state, seat) {
        view = view.tracker(tracker);
    }
    if let Some(battle) = &at.state.battle {
        let mut order = Order::new("order", "Turn order", OrderMode::Line).round(battle.round.into());
        for &who in battle.order.iter().filter(|who| !at.state.live(**who).dead) {
            let now = at.state.acting() == Some(who);
            order = order.entry(OrderEntry::new(who, at.state.sheet(who).name.clone()).now(now));
        }
        view = view.order(order);
    }
    let mut view = crate::world::show(at, seat, crate::campaign::show(at, seat, view));
    if let Some(foes) = foes(at.state) {
        let scene = view.scene.take().unwrap_or_else(|| Scene::new("Battle", ""));
        let say = scene.say.text();
        let say = if say.is_empty() { foes } else { format!("{say} {foes}") };
        view.scene = Some(Scene { say: say.into(), ..scene });
    }
    view
}

/// Those who stand against the heroes in a battle, and how they look.
fn foes(state: &State) -> Option<String> {
    let battle = state.battle.as_ref()?;
    let foes = battle.order.iter().filter(|who| state.sheet(**who).side != 0);
    let told: Vec<String> =
        foes.map(|who| format!("{} ({})", state.sheet(*who).name, health_in_words(state, *who))).collect();
    (!told.is_empty()).then(|| format!("Against you: {}.", told.join(", ")))
}

/// How somebody looks, without a number.
fn health_in_words(state: &State, who: Who) -> &'static str {
    let (live, own) = (state.live(who), state.sheet(who));
    if live.dead {
        "dead"
    } else if crate::health::out(state, who) {
        "out of the fight"
    } else if live.surrendered {
        "surrendered"
    } else if live.hp == 0 {
        "badly hurt"
    } else if live.hp < own.full_hp {
        "hurt"
    } else {
        "unhurt"
    }
}

/// Whether a seat may read the numbers of a creature: those of the referee's are the referee's.
pub fn numbers_visible(state: &State, who: Who, seat: Seat) -> bool {
    seat.is_gm() || state.creature(who).is_some_and(|creature| creature.sheet.hero)
}

fn sheet(at: At<'_, DirkRules>, who: Who) -> Sheet {
    let (live, own) = (at.state.live(who), at.state.sheet(who));
    let mut sheet =
        if own.hero { Sheet::hero(who, own.name.clone()) } else { Sheet::creature(who, own.name.clone()) };
    if let Some(draft) = &own.draft {
        sheet = making::begin(at, who, sheet, draft);
    }
    let hp = Pool::new("hp", "Hit points", live.hp.into(), own.full_hp.into());
    let temp = live.temp_hp + live.under(at.state.clock).map(Lasting::temp_hp).sum::<u16>();
    let hp = if temp > 0 { hp.temp(temp.into()) } else { hp };
    sheet = sheet.block(hp.pin(Pin::Header));
    for ability in Ability::ALL {
        let full = own.full[ability as usize];
        let score = Attribute::new(ability.name(), ability.name(), i32::from(live.score(ability)));
        sheet = sheet.block(score.full(full.into()));
    }
    sheet = sheet.block(Pool::open("reactions", "Reactions", live.reactions.into()));
    if own.full_ap > 0 {
        sheet = sheet.block(Pool::new("ap", "Natural armor points", live.ap.into(), own.full_ap.into()));
    }
    let mut body = BodyChart::new("body", "Body", "dirk");
    for part in Part::ALL {
        let mut shown = BodyPart::new(part.name(), part.name(), 2);
        if live.part(part) == PartState::Injured {
            shown = shown.injury("Injured");
        }
        body = body.part(shown.lost(live.part(part) == PartState::Lost));
    }
    sheet = sheet.block(body).block(conditions(at, who).pin(Pin::Header)).block(items(at, who));
    let powers = power::known(at.book, own);
    let mut known = Chips::new("powers", "Powers");
    for row in powers {
        known = known.chip(Chip::new(row.id.as_str(), row.name.clone(), Tone::Good).permanent());
    }
    if !own.knows.is_empty() {
        sheet = sheet.block(known);
    }
    let temp: u16 = live.under(at.state.clock).map(|known| known.temp_ap()).sum();
    if temp > 0 {
        sheet = sheet.block(Pool::open("temp_ap", "Temporary armor points", temp.into()));
    }
    let carried = load(at.state, who) as i32;
    let load = Pool::new("load", "Load", carried, capacity(at, who) as i32);
    sheet = sheet.block(load.filling(Filling::Burden));
    if own.hero {
        sheet = sheet.block(Pool::open("gems", "Gems", own.gems.try_into().unwrap_or(i32::MAX)));
        let mut backgrounds = Chips::new("backgrounds", "Backgrounds");
        for background in &own.backgrounds {
            let name = background.of.clone().unwrap_or_else(|| background.kind.clone());
            backgrounds = backgrounds.chip(Chip::new(name.clone(), name, Tone::Good).permanent());
        }
        sheet = sheet.block(backgrounds);
    }
    sheet
}

/// A creature as anybody would see it: its state and what it holds, no numbers.
fn glimpse(at: At<'_, DirkRules>, who: Who) -> Sheet {
    let own = at.state.sheet(who);
    let mut held = ItemList::new("held", "In hand");
    for (item, now) in own.items.iter().zip(&at.state.live(who).items) {
        if now.place == Place::Hand {
            held = held.item(ItemLine::new(item.name.clone(), item.name.clone()));
        }
    }
    // A called shot at what is not there is refused, so it must be plain to see.
    let mut missing = Chips::new("missing", "Missing");
    for part in Part::ALL.into_iter().filter(|part| has_lost(at, who, *part)) {
        missing = missing.chip(Chip::new(part.name(), part.name(), Tone::Neutral).permanent());
    }
    Sheet::creature(who, own.name.clone()).block(conditions(at, who)).block(missing).block(held)
}

/// Whether a creature has lost a part, or never had one.
pub(crate) fn has_lost(at: At<'_, DirkRules>, who: Who, part: Part) -> bool {
    let row = at.state.sheet(who).like.and_then(|like| at.book.creatures.get(like.as_str()));
    at.state.live(who).part(part) == PartState::Lost || row.is_some_and(|row| row.no_parts)
}

fn conditions(at: At<'_, DirkRules>, who: Who) -> Chips {
    let live = at.state.live(who);
    let name = |who: Who| at.state.sheet(who).name.clone();
    let mut chips = Chips::new("conditions", "Conditions");
    if live.dead {
        chips = chips.chip(Chip::new("dead", "Dead", Tone::Bad).permanent());
    }
    if collapsed(at.state, who) {
        chips = chips.chip(Chip::new("collapsed", "Collapsed", Tone::Bad).ends("when STR is above 0"));
    }
    if live.passed_out {
        chips = chips.chip(Chip::new("passed-out", "Passed out", Tone::Bad));
    }
    if live.down {
        chips = chips
            .chip(Chip::new("down", "Knocked down", Tone::Bad).ends("by giving up the move or the action"));
    }
    if let Some(holder) = live.held_by {
        let chip = Chip::new("grappled", "Grappled", Tone::Bad).source(name(holder));
        chips = chips.chip(chip.ends("by ESCAPE!, or when the holder lets go"));
    }
    for lack in live.want.names() {
        chips = chips.chip(Chip::new(format!("no-{lack}"), format!("Without {lack}"), Tone::Bad));
    }
    if let Some(mount) = live.rides {
        chips = chips.chip(Chip::new("rides", format!("Rides {}", name(mount)), Tone::Neutral));
    }
    if let Some(held) = live.holds {
        chips = chips.chip(Chip::new("holding", format!("Holding {}", name(held)), Tone::Neutral));
    }
    for lasting in &live.afflicted {
        let (word, ends) = match lasting.what {
            Affliction::Entangled => ("Entangled", "by ESCAPE!, or when an ally cuts them loose"),
            Affliction::Enchanted => ("Enchanted", "by ESCAPE! or RALLY!"),
            Affliction::Routed => ("Routed", "when their turn ends, by ESCAPE! or RALLY!"),
            Affliction::Taunted => ("Taunted", "when their turn ends, or by ESCAPE!"),
            Affliction::Marked => ("Marked", "with the next attack on them"),
            Affliction::Burning => ("Burning", "when somebody beside them puts it out"),
        };
        let chip = Chip::new(lasting.what.name(), word, Tone::Bad).ends(ends);
        chips = chips.chip(match lasting.by {
            Some(by) => chip.source(name(by)),
            None => chip,
        });
    }
    for known in live.under(at.state.clock) {
        let (id, word, tone) = match known.what {
            Lasts::Smoke => ("smoke", "In smoke".to_owned(), Tone::Neutral),
            Lasts::Locked => ("irons", "In irons".to_owned(), Tone::Bad),
            Lasts::Friend => ("friend", format!("Friend of {}", name(known.from)), Tone::Neutral),
            Lasts::Light(feet) => ("light", format!("Light {feet} feet around"), Tone::Good),
            Lasts::Swift(_) => ("swift", "Light of foot".to_owned(), Tone::Good),
            Lasts::Air(seconds) if at.state.sheet(who).hero => {
                ("air", format!("Air for {} minutes", seconds.div_ceil(60)), Tone::Good)
            }
            _ => continue,
        };
        chips = chips.chip(Chip::new(id, word, tone));
    }
    if live.surrendered {
        chips = chips.chip(Chip::new("surrendered", "Surrendered", Tone::Neutral));
    }
    for &(foe, dice) in &live.counters {
        let label = format!("{dice}D8 against {}", name(foe));
        chips = chips.chip(
            Chip::new(format!("counter-{}", foe.0), label, Tone::Good).ends("at the end of the next turn"),
        );
    }
    chips
}

fn items(at: At<'_, DirkRules>, who: Who) -> ItemList {
    let (live, own) = (at.state.live(who), at.state.sheet(who));
    let mut list = ItemList::new("items", "Things");
    for (number, (item, now)) in own.items.iter().zip(&live.items).enumerate() {
        if now.place == Place::Gone {
            continue;
        }
        let mut line = ItemLine::new(format!("item-{number}"), item.name.clone());
        line = line.tag(match now.place {
            Place::Hand => "in hand",
            Place::Worn => "worn",
            Place::Pack | Place::Gone => "carried",
        });
        if now.wear == Wear::Broken {
            line = line.tag("broken");
        }
        let kind = item.kind.map(|kind| kind.as_str());
        let pool = kind.and_then(|kind| {
            let weapon = at.book.weapons.get(kind).and_then(|weapon| weapon.pool);
            weapon.or_else(|| at.book.shields.get(kind).and_then(|shield| shield.pool))
        });
        if let Some(pool) = pool {
            line = line.wear(pool.kind.name(), now.pool.into(), pool.size.into());
        }
        if let Some(row) = kind.and_then(|kind| at.book.gear.get(kind)).filter(|row| row.count > 1) {
            line = line.wear("left", now.pool.into(), row.count.into());
        }
        if let Some(armor) = kind.and_then(|kind| at.book.armor.get(kind)).filter(|armor| armor.ap > 0) {
            line = line.wear("AP", now.ap.into(), armor.ap.into());
        }
        list = list.item(line.size(format!("weight {}", item.weight)));
    }
    list
}
