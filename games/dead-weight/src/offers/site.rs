//! What the GM does with a place: sites made up and set out to, trackers and events moved by word.

use boneyard_table::At;
use boneyard_table::view::{Candidate, Domain, OfferCard, Param, Thing};
use boneyard_table::{Refusal, RuleId};
use serde_json::json;

use crate::DeadWeight;
use crate::expedition::{FLAGS, exploring};
use crate::rules;
use crate::state::Site;

const GROUP: &str = "Expedition";

fn card(command: &str, label: &str, rule: RuleId) -> OfferCard {
    OfferCard::new(command, label.to_owned(), GROUP).rule(rule)
}

/// What the GM could do.
pub(super) fn gm(at: At<'_, DeadWeight>) -> Vec<OfferCard> {
    let mut all = if at.state.expedition.under_way { under_way(at) } else { before(at) };
    all.push(made(at));
    all
}

/// Where an expedition could begin: what the book has, what was made up or seen before, a name of one's own.
fn before(at: At<'_, DeadWeight>) -> Vec<OfferCard> {
    let state = at.state;
    let listed = at.book.scenarios.iter().map(|row| &row.name);
    let known = state.expedition.sites.keys().filter(|name| at.book.scenarios.named(name).is_none());
    let sites = listed.chain(known).map(|name| Candidate::new(json!(name), name.clone()));
    let sentence = "The interlude has eight steps; the party sets out after the last.";
    let between = state.party.has_used(rules::DW_HOUSE_36H);
    let between = || between.then(|| Refusal::new(rules::DW_HOUSE_35H, "interlude", sentence));
    let nobody = state.heroes().next().is_none();
    let sentence = "There are no adventurers to set out with.";
    let nobody = || nobody.then(|| Refusal::new(rules::DW_GAME_02, "no-heroes", sentence));
    vec![
        card("set_out", "Begin an expedition", rules::DW_GAME_02)
            .param(Param::new("site", "Where", Domain::one_of(sites)))
            .refused(nobody().or_else(between)),
        card("set_out", "Begin an expedition to a place of your own", rules::DW_GM_04)
            .id("set_out:own")
            .param(Param::new("site", "What it is called", Domain::text(60)))
            .param(Param::new("doom", "Where doom ends", Domain::amount(10, 14)))
            .refused(nobody().or_else(between)),
    ]
}

fn under_way(at: At<'_, DeadWeight>) -> Vec<OfferCard> {
    let state = at.state;
    let trackers = || Domain::one_of(["doom", "omens"].map(|name| Candidate::new(json!(name), name)));
    let flags = Domain::one_of(FLAGS.map(|flag| Candidate::new(json!(flag), flag)));
    let flagged = FLAGS.map(|flag| Thing { what: Candidate::new(flag, flag), cost: 0 });
    let most = FLAGS.len() as u32;
    let flagged = Domain::Subset { of: flagged.to_vec(), least: 0, most, budget: None };
    let rooms = state.expedition.at_site().into_iter().flat_map(|site| site.rooms.keys());
    let rooms: Vec<_> =
        rooms.map(|name| Thing { what: Candidate::new(name.clone(), name.clone()), cost: 0 }).collect();
    let most = rooms.len() as u32;
    let ways = Domain::Subset { of: rooms, least: 0, most, budget: None };
    let mut all = vec![
        card("move_tracker", "Move a tracker", rules::DW_TRACK_06)
            .param(Param::new("tracker", "Which", trackers()))
            .param(Param::new("by", "By", Domain::amount(-12, 12)))
            .param(Param::new("why", "Why", Domain::text(120)).optional()),
        card("show_tracker", "Show a tracker", rules::DW_GAME_05).param(Param::new(
            "tracker",
            "Which",
            trackers(),
        )),
        card("pass_turns", "Pass time", rules::DW_EXPL_02)
            .param(Param::new("turns", "How many", Domain::amount(1, 20)))
            .refused(exploring(state).err()),
        card("place_flag", "Say what the place is", rules::DW_GM_02)
            .param(Param::new("flag", "What", flags))
            .param(Param::new("on", "Holds", Domain::yes_no())),
        card("add_place", "Make a place up", rules::DW_GM_02)
            .param(Param::new("name", "Name", Domain::text(60)))
            .param(Param::new("flags", "It is", flagged).optional())
            .param(Param::new("ways", "Ways lead to", ways).optional()),
    ];
    if let Some(site) = state.expedition.at_site() {
        all.push(card("set_doom", "Put doom where it has to be", rules::DW_GM_03).param(Param::new(
            "to",
            "Where to",
            Domain::amount(0, site.most.into()),
        )));
        all.extend(event(site).map(|card| card.refused(exploring(state).err())));
    }
    all
}

/// An event of doom, whenever it was due; nothing where none is listed.
fn event(site: &Site) -> Option<OfferCard> {
    let listed = site.events.iter().map(|event| {
        let when = if event.done { "has been" } else { "is to come" };
        Candidate::new(json!(event.at), event.name.clone()).say(format!("At doom {}; {when}.", event.at))
    });
    let which = Param::new("at", "Which", Domain::one_of(listed));
    let card = card("bring_event", "Let an event of doom happen", rules::DW_GM_03)
        .param(which)
        .about(OfferCard::ENCOUNTERS);
    (!site.events.is_empty()).then_some(card)
}

/// A site by its tables: what is not named is thrown for.
fn made(at: At<'_, DeadWeight>) -> OfferCard {
    let rule = rules::DW_HOUSE_48H;
    let column = |name: &str, label: &str| {
        let rows = at.book.places.iter().map(|row| Candidate::new(json!(row.name), row.name.clone()));
        Param::new(name.to_owned(), label.to_owned(), Domain::one_of(rows)).optional()
    };
    card("make_site", "Make up a site", rule)
        .param(Param::new("name", "Name", Domain::text(60)))
        .param(column("place", "What kind of place"))
        .param(column("master", "Whose master"))
        .param(column("foes", "Whose foes"))
        .param(column("twist", "Whose twist"))
        .refused(at.state.house.allows(rule).err())
}
