//! What can be done in each step of the interlude.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Who};
use serde_json::json;

use super::{activity, grow};
use crate::DeadWeight;
use crate::interlude::{Buy, check_buy, listed_wares};
use crate::rules;

const GROUP: &str = "Interlude";

/// What an adventurer could do.
pub(super) fn acting(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let sheet = at.state.sheet(who);
    if !sheet.is_hero() || at.state.live(who).dead || sheet.hero.retired {
        return Vec::new();
    }
    let owed = at.state.live(who).under(rules::DW_HOUSE_46H).is_some();
    match at.state.interlude {
        Some(5) => grow::levels(at, who),
        Some(6) => goods(at, who).into_iter().chain(activity::acting(at, who)).collect(),
        _ if owed => grow::levels(at, who),
        _ => Vec::new(),
    }
}

pub(super) fn card(command: &str, label: &str, who: Who, rule: boneyard_table::RuleId) -> OfferCard {
    OfferCard::new(command, label.to_owned(), GROUP).actor("who", who).rule(rule)
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
