//! What can be done on the way and in camp.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Refusal, RuleId, Seat, Who};
use serde_json::json;

use crate::DeadWeight;
use crate::camp::camping;
use crate::expedition::{FLAGS, able, exploring, foes_of, shines, ways};
use crate::rules;
use crate::state::{Place, State, TrapState};

fn card(command: &str, label: &str, group: &str, rule: RuleId) -> OfferCard {
    OfferCard::new(command, label.to_owned(), group.to_owned()).rule(rule)
}

/// What the party could do together.
pub(super) fn party(at: At<'_, DeadWeight>, seat: Seat) -> Vec<OfferCard> {
    let state = at.state;
    if !state.expedition.under_way {
        return Vec::new();
    }
    let own = able(state).find(|who| seat.is_gm() || state.sheet(*who).seat == seat);
    let Some(own) = own else { return Vec::new() };
    if state.camp.is_some() {
        return camp(state);
    }
    let busy = || exploring(state).err();
    let place = state.expedition.place_of(own).to_owned();
    let lead = ways(state, &place).into_iter().map(|(to, turns, locked)| {
        let shut =
            locked.then(|| Refusal::new(rules::DW_EXPL_03, "locked", format!("The way to {to} is locked.")));
        Candidate::new(to.clone(), to).say(format!("{turns} turns")).refused(shut)
    });
    let room = state.expedition.room(&place).cloned().unwrap_or_default();
    let nobody = || {
        let alone = foes_of(state, &room).is_empty();
        alone.then(|| Refusal::new(rules::DW_EXPL_06, "nobody", "There is nobody here to fight."))
    };
    let inside = |rule| {
        let sentence = format!("There is no way out at {place}.");
        (!room.is("exit")).then(|| Refusal::new(rule, "no-exit", sentence))
    };
    vec![
        card("go", "Go on", "Explore", rules::DW_EXPL_03)
            .param(Param::new("to", "Where to", Domain::place(lead)))
            .param(Param::new("sneak", "On tiptoe", Domain::yes_no()).optional())
            .cost(1, "turns")
            .refused(busy()),
        card("loot", "Loot", "Explore", rules::DW_EXPL_04).cost(1, "turns").refused(busy()),
        card("catch_breath", "Catch your breath", "Explore", rules::DW_EXPL_08)
            .cost(1, "turns")
            .refused(busy()),
        card("start_combat", "Attack", "Explore", rules::DW_EXPL_06)
            .cost(1, "turns")
            .refused(busy().or_else(nobody)),
        card("pitch_camp", "Set up camp", "Explore", rules::DW_EXPL_14)
            .param(Param::new("fire", "With a fire", Domain::yes_no()).optional())
            .param(Param::new("long_rest", "A long rest", Domain::yes_no()).optional())
            .refused(busy()),
        card("snuff", "Put the light out", "Explore", rules::DW_EXPL_15).refused(busy().or_else(|| {
            let dark = state.expedition.light.is_none();
            dark.then(|| Refusal::new(rules::DW_HOUSE_07H, "dark", "No light burns."))
        })),
        card("leave", "Leave the expedition", "Explore", rules::DW_EXPL_16)
            .refused(busy().or_else(|| inside(rules::DW_EXPL_16)))
            .danger("the expedition ends"),
    ]
}

fn camp(state: &State) -> Vec<OfferCard> {
    let points = state.camp.as_ref().map_or(0, |camp| camp.points);
    let poor = |cost: u8| {
        let sentence = format!("That takes {cost} points; {points} are left.");
        (points < cost).then(|| Refusal::new(rules::DW_CAMP_03, "no-points", sentence))
    };
    let own = |card: OfferCard, cost: u8| card.cost(cost.into(), "points").refused(poor(cost));
    vec![
        own(card("lookout", "Keep a lookout", "Camp", rules::DW_CAMP_04), 1),
        own(card("rest", "A well deserved rest", "Camp", rules::DW_CAMP_06), 1),
        own(card("sleep", "Sleep", "Camp", rules::DW_CAMP_12), 2),
        card("break_camp", "Break camp", "Camp", rules::DW_CAMP_16),
    ]
}

/// What an adventurer could do.
pub(super) fn acting(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let state = at.state;
    if !state.expedition.under_way
        || !state.sheet(who).is_hero()
        || state.live(who).dead
        || state.live(who).mortal
    {
        return Vec::new();
    }
    let sheet = state.sheet(who);
    let mut all = vec![used(at, who)];
    if state.camp.is_some() {
        let camp = |command: &str, label: &str, skill: RuleId| {
            let used = state.live(who).has_used(skill);
            let again =
                used.then(|| Refusal::new(skill, "once-per-camp", "That was done in this camp already."));
            card(command, label, "Camp", rules::DW_CAMP_13).actor("who", who).refused(again)
        };
        if sheet.skilled(rules::DW_SKILL_22) {
            all.push(camp("operate", "Operate", rules::DW_SKILL_22));
        }
        if sheet.skilled(rules::DW_SKILL_17) {
            let trackers = ["doom", "omens"].map(|name| Candidate::new(json!(name), name));
            let broke = camping(state).is_ok_and(|camp| camp.points == 0);
            let broke = broke.then(|| Refusal::new(rules::DW_CAMP_03, "no-points", "No points are left."));
            all.push(
                camp("ritual", "Perform a ritual", rules::DW_SKILL_17)
                    .param(Param::new("tracker", "On", Domain::one_of(trackers)))
                    .refused(broke),
            );
        }
        return all;
    }
    let busy = || exploring(state).err();
    let own = |command: &str, label: &str, rule| card(command, label, "Explore", rule).actor("who", who);
    let room = state.expedition.room(state.expedition.place_of(who)).cloned().unwrap_or_default();
    if sheet.skilled(rules::DW_SKILL_12) {
        all.push(own("look_for_traps", "Look for traps", rules::DW_EXPL_09).cost(1, "turns").refused(busy()));
    }
    let known = room.traps.iter().filter(|trap| trap.state == TrapState::Known);
    let known: Vec<Candidate<_>> =
        known.map(|trap| Candidate::new(json!(trap.name), trap.name.clone())).collect();
    if !known.is_empty() {
        let trap = Param::new("trap", "Which", Domain::one_of(known));
        all.push(
            own("disarm", "Disarm a trap", rules::DW_EXPL_10).param(trap).cost(1, "turns").refused(busy()),
        );
    }
    if !foes_of(state, &room).is_empty() {
        let say = Param::new("say", "What is said", Domain::text(120)).optional();
        all.push(own("parley", "Talk", rules::DW_EXPL_05).param(say).cost(1, "turns").refused(busy()));
    }
    let about = Param::new("about", "What", Domain::text(120));
    all.push(
        own("freeform", "Try something", rules::DW_EXPL_13).param(about).cost(2, "turns").refused(busy()),
    );
    all.push(own("search", "Search this place", rules::DW_EXPL_13).cost(2, "turns").refused(busy()));
    if sheet.skilled(rules::DW_SKILL_25) {
        all.push(own("veteran", "Judge the place", rules::DW_SKILL_25).cost(1, "turns").refused(busy()));
    }
    let shut = ways(state, state.expedition.place_of(who)).into_iter().filter(|(_, _, locked)| *locked);
    let shut: Vec<Candidate<String>> = shut.map(|(to, ..)| Candidate::new(to.clone(), to)).collect();
    if !shut.is_empty() {
        let to = Param::new("to", "The way to", Domain::place(shut));
        all.push(own("unlock", "Force a way", rules::DW_EXPL_13).param(to).cost(2, "turns").refused(busy()));
    }
    let lights: Vec<Candidate<_>> = things(at, who, |row| shines(row).is_some());
    if !lights.is_empty() {
        let item = Param::new("item", "What", Domain::one_of(lights));
        all.push(own("kindle", "Light it", rules::DW_HOUSE_07H).param(item).refused(busy()));
    }
    let dying = state.heroes().filter(|other| state.live(*other).mortal);
    let dying: Vec<Candidate<Who>> =
        dying.map(|who| Candidate::new(who, state.name(who).to_owned())).collect();
    if !dying.is_empty() {
        let target = Param::new("target", "Whom", Domain::creature(dying));
        all.push(
            own("stabilise", "Save somebody", rules::DW_HOUSE_08H)
                .param(target)
                .cost(1, "turns")
                .refused(busy()),
        );
    }
    let fallen: Vec<Candidate<Who>> = state
        .everybody()
        .filter(|other| state.live(*other).dead && state.sheet(*other).is_hero())
        .map(|who| Candidate::new(who, state.name(who).to_owned()))
        .collect();
    if !fallen.is_empty() {
        let target = Param::new("target", "Whom", Domain::creature(fallen));
        let card = own("lay_to_rest", "Lay the dead to rest", rules::DW_HOUSE_10H);
        all.push(card.param(target).cost(1, "turns").refused(busy()));
    }
    all
}

fn things(
    at: At<'_, DeadWeight>,
    who: Who,
    fits: impl Fn(&crate::book::GearRow) -> bool,
) -> Vec<Candidate<serde_json::Value>> {
    let one = at.state.one(who);
    let all = one.sheet.items.iter().zip(&one.live.items).enumerate();
    let there = all.filter(|(_, (_, now))| now.place != Place::Gone && !now.broken);
    let fit = there.filter(|(_, (item, _))| {
        item.kind.and_then(|kind| at.book.gear.get(kind.as_str())).is_some_and(&fits)
    });
    fit.map(|(number, (item, _))| Candidate::new(json!(number), item.name.clone())).collect()
}

fn used(at: At<'_, DeadWeight>, who: Who) -> OfferCard {
    let usable = |row: &crate::book::GearRow| {
        matches!(row.tag.as_deref(), Some("quick" | "slow")) && !row.uses.is_empty()
    };
    let items = things(at, who, usable);
    let none = items.is_empty();
    let sentence = "There is nothing to use.";
    let busy = if at.state.camp.is_some() { None } else { exploring(at.state).err() };
    card("use_item", "Use a thing", "Explore", rules::DW_EXPL_11)
        .actor("who", who)
        .param(Param::new("item", "Which", Domain::one_of(items)))
        .refused(busy.or_else(|| none.then(|| Refusal::new(rules::DW_INV_10, "no-use", sentence))))
}

/// What the GM could do besides.
pub(super) fn gm(at: At<'_, DeadWeight>) -> Vec<OfferCard> {
    let state = at.state;
    if !state.expedition.under_way {
        let sites = at.book.scenarios.iter().map(|row| Candidate::new(json!(row.name), row.name.clone()));
        return vec![
            card("set_out", "Begin an expedition", "Expedition", rules::DW_GAME_02).param(Param::new(
                "site",
                "Where",
                Domain::one_of(sites),
            )),
        ];
    }
    let trackers = || Domain::one_of(["doom", "omens"].map(|name| Candidate::new(json!(name), name)));
    let flags = Domain::one_of(FLAGS.map(|flag| Candidate::new(json!(flag), flag)));
    vec![
        card("move_tracker", "Move a tracker", "Expedition", rules::DW_TRACK_06)
            .param(Param::new("tracker", "Which", trackers()))
            .param(Param::new("by", "By", Domain::amount(1, 12)))
            .param(Param::new("why", "Why", Domain::text(120)).optional()),
        card("show_tracker", "Show a tracker", "Expedition", rules::DW_GAME_05).param(Param::new(
            "tracker",
            "Which",
            trackers(),
        )),
        card("pass_turns", "Let turns pass", "Expedition", rules::DW_EXPL_02)
            .param(Param::new("turns", "How many", Domain::amount(1, 20)))
            .refused(exploring(state).err()),
        card("place_flag", "Say what the place is", "Expedition", rules::DW_GM_02)
            .param(Param::new("flag", "What", flags))
            .param(Param::new("on", "Holds", Domain::yes_no())),
        card("add_place", "Make a place up", "Expedition", rules::DW_GM_02).param(Param::new(
            "name",
            "Name",
            Domain::text(60),
        )),
    ]
}
