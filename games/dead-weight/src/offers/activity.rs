//! What an adventurer could spend a part of the week on, one card for each activity.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Refusal, Who};
use serde_json::{Value, json};

use super::things::own;
use crate::DeadWeight;
use crate::book::ActivityRow;
use crate::interlude::{Activity, category_of, check_activity, listed_wares};
use crate::magic::may_memorise;
use crate::rules;
use crate::state::Attribute;

/// Every activity somebody could be at, with what it needs.
pub(super) fn acting(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    at.book.activities.iter().flat_map(|row| cards(at, who, row)).collect()
}

fn blank(who: Who, row: &ActivityRow) -> Activity {
    Activity {
        who,
        what: row.name.clone(),
        attribute: None,
        power: None,
        scroll: false,
        item: None,
        items: Vec::new(),
        ware: None,
        wounds: None,
        ends: None,
    }
}

/// Most activities are one card; some can be gone about in two ways.
fn cards(at: At<'_, DeadWeight>, who: Who, row: &ActivityRow) -> Vec<OfferCard> {
    let base = |way: &str| {
        let label = if way.is_empty() { row.name.clone() } else { format!("{}: {way}", row.name) };
        OfferCard::new("activity", label, "The week")
            .actor("who", who)
            .id(format!("activity:{}:{}:{way}", who.0, row.name))
            .rule(rules::DW_HOUSE_43H)
            .fixed("what", row.name.clone())
            .about(row.id.as_str())
    };
    // A form stands open if any way of filling it is legal; if none is, the first says why.
    let among = |offer: OfferCard, field: &str, label: &str, ways: Vec<(Activity, Value, String)>| {
        let tried = ways
            .into_iter()
            .map(|(act, pick, name)| Candidate::new(pick, name).refused(check_activity(at, &act).err()));
        let options: Vec<Candidate<Value>> = tried.collect();
        let open = options.iter().any(|one| one.open(None));
        let why = options.first().and_then(|one| one.refusal.clone()).filter(|_| !open);
        (!options.is_empty())
            .then(|| offer.param(Param::new(field, label.to_owned(), Domain::one_of(options))).refused(why))
    };
    let plain = || check_activity(at, &blank(who, row)).err();
    match row.name.as_str() {
        "Train" => {
            let ways = Attribute::ALL.map(|attribute| {
                let act = Activity { attribute: Some(attribute), ..blank(who, row) };
                (act, json!(attribute), attribute.name().to_owned())
            });
            among(base("").cost(5, "silver"), "attribute", "In", ways.to_vec()).into_iter().collect()
        }
        "Study" | "Devotion" => studies(at, who, row, &base, &among),
        "Physician" => physician(at, who, row, &base, &among),
        "Temple" => {
            let ways = ails(&["Cursed", "Plagued", "Doomed", "demon faces"], who, row);
            among(base("").cost(40, "silver"), "ends", "Ends", ways).into_iter().collect()
        }
        "Craft" => {
            let wares = listed_wares(at.book)
                .filter(|(id, _)| matches!(category_of(at.book, *id), Some("common" | "uncommon")));
            let ways: Vec<_> = wares
                .map(|(_, name)| {
                    let act = Activity { ware: Some(name.to_owned()), ..blank(who, row) };
                    (act, json!(name), name.to_owned())
                })
                .collect();
            among(base(""), "ware", "What", ways).into_iter().collect()
        }
        "Repair" => {
            let ways = own(at, who, |_, _| true).into_iter().map(|thing| {
                let item = thing.pick.as_u64().and_then(|item| u8::try_from(item).ok());
                let act = Activity { item, ..blank(who, row) };
                (act, thing.pick, thing.name.to_string())
            });
            let lacking = ways.filter(|(act, ..)| check_activity(at, act).is_ok()).collect();
            among(base(""), "item", "Which", lacking).into_iter().collect()
        }
        "Find a pet" if plain().is_some() => Vec::new(),
        _ => vec![base("").refused(plain())],
    }
}

type Base<'a> = dyn Fn(&str) -> OfferCard + 'a;
type Among<'a> = dyn Fn(OfferCard, &str, &str, Vec<(Activity, Value, String)>) -> Option<OfferCard> + 'a;

/// Learning, for whoever could: from a teacher, or off a scroll.
fn studies(
    at: At<'_, DeadWeight>,
    who: Who,
    row: &ActivityRow,
    base: &Base<'_>,
    among: &Among<'_>,
) -> Vec<OfferCard> {
    let Some((.., prayers)) = may_memorise(at, who) else { return Vec::new() };
    if prayers != (row.name == "Devotion") {
        return Vec::new();
    }
    let powers = if prayers { at.book.prayers.iter() } else { at.book.spells.iter() };
    let names: Vec<String> = powers.map(|power| power.name.clone()).collect();
    let ways = |scroll: bool| -> Vec<(Activity, Value, String)> {
        let acts = names.iter().map(|name| {
            let act = Activity { power: Some(name.clone()), scroll, ..blank(who, row) };
            (act, json!(name), name.clone())
        });
        // What others know, and what is known, is no use to list; too little silver is told.
        acts.filter(|(act, ..)| {
            check_activity(at, act).map_or_else(|no| matches!(no.code(), "too-poor" | "third"), |_| true)
        })
        .collect()
    };
    let taught = among(base(if prayers { "" } else { "with a teacher" }), "power", "What", ways(false));
    let read = if prayers {
        None
    } else {
        among(base("off a scroll").fixed("scroll", true), "power", "What", ways(true))
    };
    taught.into_iter().chain(read).collect()
}

fn ails(names: &[&str], who: Who, row: &ActivityRow) -> Vec<(Activity, Value, String)> {
    let each = names.iter().map(|name| {
        let act = Activity { ends: Some((*name).to_owned()), ..blank(who, row) };
        (act, json!(name), (*name).to_owned())
    });
    each.collect()
}

fn physician(
    at: At<'_, DeadWeight>,
    who: Who,
    row: &ActivityRow,
    base: &Base<'_>,
    among: &Among<'_>,
) -> Vec<OfferCard> {
    let wounds: u8 = at.state.live(who).wounds.each().map(|(_, wounds)| wounds).sum();
    let mut all = Vec::new();
    if wounds > 0 {
        let act = Activity { wounds: Some(1), ..blank(who, row) };
        let refusal: Option<Refusal> = check_activity(at, &act).err();
        let many = Param::new("wounds", "Wounds, 4 silver each", Domain::amount(1, wounds.into()));
        all.push(base("wounds").param(many).refused(refusal));
    }
    let ill = ails(&["Bleeding", "Nauseated"], who, row);
    all.extend(among(base("an affliction").cost(10, "silver"), "ends", "Ends", ill));
    all
}
