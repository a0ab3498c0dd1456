//! What can be done on the way, by the party together and by single adventurers. What the GM does with
//! the place is in `site`.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param, Thing, count};
use boneyard_table::{At, Refusal, RuleId, Seat, Who};
use serde_json::{Value, json};

use super::things::{own, people, pieces_of, some_of};
use crate::DeadWeight;
use crate::book::UseRow;
use crate::expedition::{able, exploring, foes_of, lying_name, present, roles_of, shines, ways};
use crate::question::Owned;
use crate::rules;
use crate::state::{ItemSheet, Place, TrapState};

const GROUP: &str = "Explore";

fn card(command: &str, label: &str, group: &str, rule: RuleId) -> OfferCard {
    OfferCard::new(command, label.to_owned(), group.to_owned()).rule(rule)
}

/// What the party could do together.
pub(super) fn party(at: At<'_, DeadWeight>, seat: Seat) -> Vec<OfferCard> {
    let state = at.state;
    if !state.expedition.under_way {
        return Vec::new();
    }
    let own = able(state).filter(|who| seat.is_gm() || state.sheet(*who).seat == seat);
    let mut places: Vec<&str> = Vec::new();
    for place in own.map(|who| state.expedition.place_of(who)) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let Some((place, elsewhere)) = places.split_first() else { return Vec::new() };
    if state.camp.is_some() {
        return Vec::new();
    }
    let busy = || exploring(state).err();
    let room = state.expedition.room(place).cloned().unwrap_or_default();
    let nobody = || {
        let alone = foes_of(state, &room).is_empty();
        alone.then(|| Refusal::new(rules::DW_EXPL_06, "nobody", "There is nobody here to fight."))
    };
    let inside = || {
        let sentence = format!("There is no way out at {place}.");
        (!room.is("exit")).then(|| Refusal::new(rules::DW_EXPL_16, "no-exit", sentence))
    };
    let unlit = || {
        let dark = state.expedition.light.is_none();
        dark.then(|| Refusal::new(rules::DW_HOUSE_07H, "dark", "No light burns."))
    };
    let mut all: Vec<OfferCard> = together(at, seat, place, true).into();
    all.extend([
        card("start_combat", "Attack", GROUP, rules::DW_EXPL_06)
            .cost(1, "turns")
            .refused(busy().or_else(nobody)),
        card("snuff", "Put the light out", GROUP, rules::DW_EXPL_15).refused(busy().or_else(unlit)),
        card("leave", "Leave the expedition", GROUP, rules::DW_EXPL_16)
            .refused(busy().or_else(inside))
            .danger("the expedition ends"),
    ]);
    all.extend(elsewhere.iter().flat_map(|place| together(at, seat, place, false)));
    all
}

/// What those in one place could do together. A group that is not the first says who is meant; of any, some may
/// go, loot or breathe apart from the others.
fn together(at: At<'_, DeadWeight>, seat: Seat, place: &str, first: bool) -> [OfferCard; 3] {
    let state = at.state;
    let here = present(state, place);
    let card = |command: &str, label: &str, rule| {
        let label = if first { label.to_owned() } else { format!("{label} ({place})") };
        let made = card(command, &label, GROUP, rule).cost(1, "turns").refused(exploring(state).err());
        if first { made } else { made.id(format!("{command}:{place}")) }
    };
    let apart = |card: OfferCard| match (first, here.len()) {
        (true, 0 | 1) => card,
        (true, _) => card.param(Param::new("who", "Only these", some_of(at, &here, 1)).optional()),
        (false, _) => card.param(Param::new("who", "Who", some_of(at, &here, 1))),
    };
    let lead = ways(state, place).into_iter().map(|(to, turns, locked)| {
        let shut =
            locked.then(|| Refusal::new(rules::DW_EXPL_03, "locked", format!("The way to {to} is locked.")));
        Candidate::new(to.clone(), to).say(count(turns, "turn", "turns")).refused(shut)
    });
    let mut go = apart(
        card("go", "Go on", rules::DW_EXPL_03)
            .param(Param::new("to", "Where to", Domain::place(lead)))
            .param(Param::new("sneak", "On tiptoe", Domain::yes_no()).optional()),
    );
    let stalkers: Vec<Who> =
        here.iter().copied().filter(|who| state.sheet(*who).skilled(rules::DW_SKILL_20)).collect();
    if !stalkers.is_empty() {
        go = go.param(Param::new("ahead", "Goes ahead and sneaks alone", people(at, stalkers)).optional());
    }
    let mut loot = apart(card("loot", "Loot", rules::DW_EXPL_04));
    let left = lying(at, place);
    // What lies there players find out by looting; what they do not want they leave behind afterwards.
    if seat.is_gm() && !left.is_empty() {
        let most = left.len() as u32;
        let left = Domain::Subset { of: left, least: 0, most, budget: None };
        loot = loot.param(Param::new("leave", "What is left lying", left).optional());
    }
    [go, loot, apart(card("catch_breath", "Catch your breath", rules::DW_EXPL_08))]
}

/// Things that lie in a place, each kind once; coins are always taken.
fn lying(at: At<'_, DeadWeight>, place: &str) -> Vec<Thing> {
    let mut all: Vec<Thing> = Vec::new();
    for lying in at.state.expedition.room(place).into_iter().flat_map(|room| &room.loot) {
        if lying.silver == 0 && all.iter().all(|known| known.what.pick != lying.item) {
            let what = Candidate::new(lying.item.clone(), lying_name(lying));
            all.push(Thing { what, cost: 0 });
        }
    }
    all
}

/// What an adventurer could do.
pub(super) fn acting(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let state = at.state;
    let live = state.live(who);
    if !state.expedition.under_way || !state.sheet(who).is_hero() || live.dead || live.mortal {
        return Vec::new();
    }
    let mut all = vec![used(at, who)];
    if state.camp.is_some() {
        return all;
    }
    let busy = || exploring(state).err();
    all.extend(about_traps(at, who).into_iter().chain(about_people(at, who)).map(|card| {
        let busy = busy();
        if busy.is_some() { card.refused(busy) } else { card }
    }));
    let sheet = state.sheet(who);
    let own_card = |command: &str, label: &str, rule| card(command, label, GROUP, rule).actor("who", who);
    let about = Param::new("about", "What", Domain::text(120));
    all.push(
        own_card("freeform", "Try something", rules::DW_EXPL_13)
            .param(about)
            .cost(2, "turns")
            .refused(busy()),
    );
    all.push(own_card("search", "Search this place", rules::DW_EXPL_13).cost(2, "turns").refused(busy()));
    if sheet.has_trait(rules::DW_TRAIT_04) {
        let about = Param::new("about", "Of what", Domain::text(120));
        let card = own_card("improvise_symbol", "Make a holy symbol", rules::DW_PRAY_01).param(about);
        all.push(card.cost(2, "turns").refused(busy()));
    }
    if sheet.skilled(rules::DW_SKILL_25) {
        let card = own_card("veteran", "Judge the place", rules::DW_SKILL_25);
        all.push(card.cost(1, "turns").refused(busy()));
    }
    let shut = ways(state, state.expedition.place_of(who)).into_iter().filter(|(_, _, locked)| *locked);
    let shut: Vec<Candidate<String>> = shut.map(|(to, ..)| Candidate::new(to.clone(), to)).collect();
    if !shut.is_empty() {
        // Any key may be tried: which one fits is found out by trying.
        let tools = own(at, who, |item, now| {
            !now.broken && (item.name == "lock-picking tools" || item.name.contains("key"))
        });
        let mut card = own_card("unlock", "Open a locked way", rules::DW_EXPL_13).param(Param::new(
            "to",
            "The way to",
            Domain::place(shut),
        ));
        if !tools.is_empty() {
            card = card.param(Param::new("item", "With", Domain::one_of(tools)).optional());
        }
        all.push(card.cost(2, "turns").refused(busy()));
    }
    let row = |kind: Option<RuleId>| kind.and_then(|kind| at.book.gear.get(kind.as_str()));
    let mut lights = own(at, who, |item, _| row(item.kind).is_some_and(|row| shines(row).is_some()));
    for light in &mut lights {
        let now = light.pick.as_u64().and_then(|item| live.items.get(item as usize));
        if !now.is_some_and(|now| now.place.is_hand() && !now.broken) {
            let sentence = "Take it in a hand first, and whole.";
            light.refusal = Some(Refusal::new(rules::DW_HOUSE_07H, "not-in-hand", sentence));
        }
    }
    if !lights.is_empty() {
        let none = lights.iter().find_map(|one| one.refusal.clone());
        let none = none.filter(|_| lights.iter().all(|one| one.refusal.is_some()));
        let item = Param::new("item", "What", Domain::one_of(lights));
        let card = own_card("kindle", "Light it", rules::DW_HOUSE_07H).param(item);
        all.push(card.refused(busy().or(none)));
    }
    all
}

fn about_traps(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let own_card = |command: &str, label: &str, rule| card(command, label, GROUP, rule).actor("who", who);
    let mut all = Vec::new();
    if at.state.sheet(who).skilled(rules::DW_SKILL_12) {
        all.push(own_card("look_for_traps", "Look for traps", rules::DW_EXPL_09).cost(1, "turns"));
    }
    let room = at.state.expedition.room(at.state.expedition.place_of(who));
    let known = room.iter().flat_map(|room| &room.traps).filter(|trap| trap.state == TrapState::Known);
    let known: Vec<Candidate<_>> =
        known.map(|trap| Candidate::new(json!(trap.name), trap.name.clone())).collect();
    if !known.is_empty() {
        let trap = Param::new("trap", "Which", Domain::one_of(known));
        all.push(own_card("disarm", "Disarm a trap", rules::DW_EXPL_10).param(trap).cost(1, "turns"));
    }
    all
}

/// Talking, saving, laying to rest.
fn about_people(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let state = at.state;
    let own_card = |command: &str, label: &str, rule| card(command, label, GROUP, rule).actor("who", who);
    let place = state.expedition.place_of(who);
    let near = |other: &Who| state.expedition.place_of(*other) == place;
    let mut all = Vec::new();
    let room = state.expedition.room(place).cloned().unwrap_or_default();
    if !foes_of(state, &room).is_empty() {
        let gifts = gifts(at, place);
        let mut card = own_card("parley", "Talk", rules::DW_EXPL_05)
            .param(Param::new("say", "What is said", Domain::text(120)).optional());
        if !gifts.is_empty() {
            let most = gifts.len() as u32;
            let give = Domain::Subset { of: pieces_of(at, &gifts), least: 0, most, budget: None };
            card = card.param(Param::new("give", "What is given", give).optional());
        }
        all.push(card.cost(1, "turns"));
    }
    let dying: Vec<Who> = state.heroes().filter(|other| state.live(*other).mortal && near(other)).collect();
    if !dying.is_empty() {
        let medical = own(at, who, |item, now| {
            let supply = |role: &String| role == "medical-supply";
            !now.broken && item.kind.is_some_and(|kind| roles_of(at.book, kind).iter().any(supply))
        });
        let mut card = own_card("stabilise", "Save somebody", rules::DW_HOUSE_08H).param(Param::new(
            "target",
            "Whom",
            people(at, dying),
        ));
        if !medical.is_empty() {
            card = card.param(Param::new("item", "With", Domain::one_of(medical)).optional());
        }
        all.push(card.cost(1, "turns"));
    }
    let fallen = |other: &Who| state.live(*other).dead && state.sheet(*other).is_hero() && near(other);
    let fallen: Vec<Who> = state.everybody().filter(fallen).collect();
    if !fallen.is_empty() {
        let target = Param::new("target", "Whom", people(at, fallen));
        let card = own_card("lay_to_rest", "Lay the dead to rest", rules::DW_HOUSE_10H);
        all.push(card.param(target).cost(1, "turns"));
    }
    all
}

/// What could be given for peace: all that is not worn.
fn gifts(at: At<'_, DeadWeight>, place: &str) -> Vec<Owned> {
    let mut all = Vec::new();
    for who in present(at.state, place) {
        for (number, now) in at.state.live(who).items.iter().enumerate() {
            if !matches!(now.place, Place::Gone | Place::Worn) {
                let owned = Owned { who, item: number as u8 };
                all.extend(std::iter::repeat_n(owned, usize::from(now.count.clamp(1, 3))));
            }
        }
    }
    all
}

/// Things used on the way and in camp: on whom, and where a thing wants to know more, what for, on which
/// other thing, about which place.
fn used(at: At<'_, DeadWeight>, who: Who) -> OfferCard {
    let state = at.state;
    let row = |item: &ItemSheet| item.kind.and_then(|kind| at.book.gear.get(kind.as_str()));
    let items = own(at, who, |item, now| {
        let usable = row(item)
            .is_some_and(|row| matches!(row.tag.as_deref(), Some("quick" | "slow")) && !row.uses.is_empty());
        usable && !now.broken
    });
    let none = items.is_empty();
    let sentence = "There is nothing to use.";
    let busy = if state.camp.is_some() { None } else { exploring(state).err() };
    let place = state.expedition.place_of(who);
    let near = |other: &Who| state.expedition.place_of(*other) == place;
    let fallen = state.everybody().filter(|other| state.sheet(*other).is_hero() && state.live(*other).dead);
    let met = state.expedition.room(place).into_iter().flat_map(|room| foes_of(state, room));
    let whom: Vec<Who> = state.heroes().chain(fallen).filter(near).chain(met).collect();
    let uses = |item: &Candidate<Value>| {
        let sheet = item.pick.as_u64().and_then(|number| state.sheet(who).items.get(number as usize));
        sheet.and_then(row).map(|row| row.uses.as_slice()).unwrap_or_default()
    };
    let mut modes: Vec<Candidate<Value>> = Vec::new();
    for item in &items {
        let named = uses(item).iter().filter(|used| used.phase.as_deref() != Some("combat"));
        for name in named.filter_map(|used| used.name.as_deref()) {
            match modes.iter_mut().find(|known| known.pick == *name) {
                Some(known) => known.given.push(item.pick.clone()),
                None => modes.push(Candidate::new(json!(name), name.to_owned()).given(item.pick.clone())),
            }
        }
    }
    let aimed = |kinds: &[&str]| {
        let fits = |used: &UseRow| used.target.as_deref().is_some_and(|target| kinds.contains(&target));
        items.iter().any(|item| uses(item).iter().any(fits))
    };
    let on_things = aimed(&["item", "weapon"]);
    let on_places = aimed(&["door", "place"]);
    let mut offer = card("use_item", "Use a thing", GROUP, rules::DW_EXPL_11)
        .actor("who", who)
        .param(Param::new("item", "Which", Domain::one_of(items)))
        .param(Param::new("target", "On whom", people(at, whom)).optional());
    if !modes.is_empty() {
        offer = offer.param(Param::new("mode", "What for", Domain::one_of(modes)).after("item").optional());
    }
    if on_things {
        let things = Domain::one_of(own(at, who, |_, _| true));
        offer = offer.param(Param::new("on", "On which thing", things).optional());
    }
    let leads: Vec<Candidate<String>> =
        ways(state, place).into_iter().map(|(to, ..)| Candidate::new(to.clone(), to)).collect();
    if on_places && !leads.is_empty() {
        offer = offer.param(Param::new("place", "About which place", Domain::place(leads)).optional());
    }
    offer.refused(busy.or_else(|| none.then(|| Refusal::new(rules::DW_INV_10, "no-use", sentence))))
}
