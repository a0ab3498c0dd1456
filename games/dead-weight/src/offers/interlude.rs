//! What can be done in each step of the interlude.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Refusal, Who};
use serde_json::json;

use super::things::people;
use super::{activity, grow};
use crate::DeadWeight;
use crate::interlude::{
    Buy, Lodge, Retire, check_buy, check_lodge, check_retire, check_seek, listed_wares, purse,
};
use crate::roll::acting_hero;
use crate::rules;
use crate::state::Place;

const GROUP: &str = "Interlude";

/// What the GM could do.
pub(super) fn gm(at: At<'_, DeadWeight>) -> Vec<OfferCard> {
    let state = at.state;
    if state.battle.is_some() || state.camp.is_some() || state.heroes().next().is_none() {
        return Vec::new();
    }
    if !state.party.has_used(rules::DW_HOUSE_36H) {
        return vec![OfferCard::new("return_home", "The party is back", GROUP).rule(rules::DW_HOUSE_36H)];
    }
    if state.interlude.is_none() {
        return Vec::new();
    }
    let waiting = state.heroes().find(|who| {
        state.interlude == Some(2) && !at.book.lodgings.iter().any(|row| state.live(*who).has_used(row.id))
    });
    let refusal = waiting.map(|who| {
        let sentence = format!("{} has no lodging yet.", state.name(who));
        Refusal::new(rules::DW_HOUSE_35H, "no-lodging", sentence)
    });
    vec![OfferCard::new("next_step", "The next step", GROUP).rule(rules::DW_HOUSE_35H).refused(refusal)]
}

/// A debt the GM notes, or strikes off.
pub(super) fn debt(at: At<'_, DeadWeight>, who: Who) -> Option<OfferCard> {
    acting_hero(at.state, who).ok()?;
    let owed = at.state.live(who).under(rules::DW_HOUSE_44H).is_some();
    let label = if owed { "Strike a debt off" } else { "Note a debt" };
    Some(card("note_debt", label, who, rules::DW_HOUSE_44H).fixed("owed", !owed))
}

/// What an adventurer could do.
pub(super) fn acting(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let sheet = at.state.sheet(who);
    if !sheet.is_hero() || at.state.live(who).dead || sheet.hero.retired {
        return Vec::new();
    }
    let owed = at.state.live(who).under(rules::DW_HOUSE_46H).is_some();
    let mut all = match at.state.interlude {
        Some(1) => treasure(at, who),
        Some(2) => lodgings(at, who),
        Some(5) => grow::raises(at, who).into_iter().chain(grow::levels(at, who)).collect(),
        Some(6) => market(at, who),
        Some(7) => vec![retire(at, who)],
        _ if owed => grow::levels(at, who),
        _ => Vec::new(),
    };
    if at.state.interlude.is_some() {
        all.extend(share(at, who).into_iter().chain(grow::drops(at, who)));
    }
    all
}

pub(super) fn card(command: &str, label: &str, who: Who, rule: boneyard_table::RuleId) -> OfferCard {
    OfferCard::new(command, label.to_owned(), GROUP).actor("who", who).rule(rule)
}

fn things(
    at: At<'_, DeadWeight>,
    who: Who,
    wanted: impl Fn(&str) -> bool,
) -> Vec<Candidate<serde_json::Value>> {
    let one = at.state.one(who);
    let all = one.sheet.items.iter().zip(&one.live.items).enumerate();
    let own = all.filter(|(_, (sheet, now))| {
        now.place != Place::Gone && sheet.kind.is_some_and(|kind| wanted(kind.as_str()))
    });
    own.map(|(number, (sheet, _))| Candidate::new(json!(number), sheet.name.clone())).collect()
}

fn treasure(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let own = things(at, who, |kind| at.book.treasure.get(kind).is_some());
    if own.is_empty() {
        return Vec::new();
    }
    let which = Param::new("item", "Which", Domain::one_of(own));
    vec![card("sell_treasure", "Sell treasure", who, rules::DW_HOUSE_36H).param(which)]
}

fn lodgings(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let options = at.book.lodgings.iter().map(|row| {
        let wanted = Lodge { who, lodging: row.name.clone() };
        Candidate::new(json!(row.name), row.name.clone())
            .say(row.text.clone())
            .refused(check_lodge(at.book, at.state, &wanted).err())
    });
    let lodged = at.book.lodgings.iter().any(|row| at.state.live(who).has_used(row.id));
    let refusal = lodged.then(|| Refusal::new(rules::DW_HOUSE_38H, "lodged", "The lodging is paid already."));
    vec![
        card("lodge", "Take a lodging", who, rules::DW_HOUSE_38H)
            .param(Param::new("lodging", "Where", Domain::one_of(options)))
            .refused(refusal),
    ]
}

fn market(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let mut all = Vec::new();
    let sought: Vec<_> = listed_wares(at.book)
        .filter(|(_, name)| check_seek(at, who, name).is_ok())
        .map(|(_, name)| Candidate::new(json!(name), name.to_owned()))
        .collect();
    if !sought.is_empty() {
        let which = Param::new("ware", "What", Domain::one_of(sought));
        all.push(card("seek", "Ask for a thing", who, rules::DW_HOUSE_42H).param(which));
    }
    all.extend(goods(at, who));
    let own = things(at, who, |kind| listed_wares(at.book).any(|(id, _)| id.as_str() == kind));
    if !own.is_empty() {
        let which = Param::new("item", "Which", Domain::one_of(own));
        all.push(card("sell_gear", "Sell", who, rules::DW_HOUSE_42H).param(which));
    }
    all.extend(activity::acting(at, who));
    all
}

/// What was found and can be paid: in false coin too, where somebody has it; scrolls by their spell.
fn goods(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let mut plain: Vec<Candidate<serde_json::Value>> = Vec::new();
    let mut all = Vec::new();
    for good in &at.state.party.market {
        let Some((_, name)) = listed_wares(at.book).find(|(id, _)| *id == good.ware) else { continue };
        let label = format!("{name}, {} silver", good.price);
        let buy = |spell| Buy { who, ware: name.to_owned(), counterfeit: 0, haggle: false, spell };
        if check_buy(at, &buy(None)).is_ok() {
            plain.push(Candidate::new(json!(name), label));
            continue;
        }
        let spells = at.book.spells.iter().filter(|row| check_buy(at, &buy(Some(row.name.clone()))).is_ok());
        let spells: Vec<_> = spells.map(|row| Candidate::new(json!(row.name), row.name.clone())).collect();
        if !spells.is_empty() {
            let offer = card("buy", "Buy", who, rules::DW_HOUSE_42H).id(format!("buy:{}:{name}", who.0));
            let offer = OfferCard { label: format!("Buy a {label}").into(), ..offer };
            let spell = Param::new("spell", "Of", Domain::one_of(spells));
            all.push(offer.fixed("ware", name).param(spell).param(haggle()));
        }
    }
    if !plain.is_empty() {
        let mut offer = card("buy", "Buy", who, rules::DW_HOUSE_42H)
            .param(Param::new("ware", "What", Domain::one_of(plain)))
            .param(haggle());
        let coins = i32::try_from(at.state.sheet(who).hero.counterfeit).unwrap_or(i32::MAX);
        if coins > 0 {
            offer =
                offer.param(Param::new("counterfeit", "False coins", Domain::amount(0, coins)).optional());
        }
        all.push(offer);
    }
    all
}

fn haggle() -> Param {
    Param::new("haggle", "Haggle", Domain::yes_no()).optional()
}

/// Silver for somebody else.
fn share(at: At<'_, DeadWeight>, who: Who) -> Option<OfferCard> {
    let others: Vec<Who> = at.state.heroes().filter(|other| *other != who).collect();
    let most = i32::try_from(purse(at.state, who)).unwrap_or(i32::MAX);
    let offer = card("share_silver", "Give somebody silver", who, rules::DW_HOUSE_36H);
    (!others.is_empty() && most > 0).then(|| {
        offer.param(Param::new("to", "To whom", people(at, others))).param(Param::new(
            "silver",
            "How much",
            Domain::amount(1, most),
        ))
    })
}

fn retire(at: At<'_, DeadWeight>, who: Who) -> OfferCard {
    let refusal = check_retire(at, Retire { who, donate: 0 }).err();
    let passage = check_retire(at, Retire { who, donate: 0 }).unwrap_or(0);
    let spare = i32::try_from(purse(at.state, who).saturating_sub(passage)).unwrap_or(i32::MAX);
    let mut offer = card("retire", "Retire", who, rules::DW_HOUSE_44H);
    if spare > 0 {
        let silver = Domain::amount(0, spare);
        offer = offer.param(Param::new("donate", "Silver for the Guild", silver).optional());
    }
    offer.danger("leaves play for good").refused(refusal)
}
