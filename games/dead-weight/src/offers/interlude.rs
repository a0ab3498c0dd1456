//! What can be done in each step of the interlude.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Refusal, Who};
use serde_json::json;

use crate::DeadWeight;
use crate::interlude::{
    Buy, LevelUp, Lodge, Raise, RaiseWhat, Retire, check_buy, check_level_up, check_lodge, check_raise,
    check_retire, check_seek, listed_wares,
};
use crate::magic::may_memorise;
use crate::rules;
use crate::state::{Attribute, Place};

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

/// What an adventurer could do.
pub(super) fn acting(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let sheet = at.state.sheet(who);
    if !sheet.is_hero() || at.state.live(who).dead || sheet.hero.retired {
        return Vec::new();
    }
    let owed = at.state.live(who).under(rules::DW_HOUSE_46H).is_some();
    match at.state.interlude {
        Some(1) => treasure(at, who),
        Some(2) => lodgings(at, who),
        Some(5) => raises(at, who).into_iter().chain(level(at, who)).collect(),
        Some(6) => market(at, who),
        Some(7) => vec![retire(at, who)],
        _ if owed => level(at, who),
        _ => Vec::new(),
    }
}

fn card(command: &str, label: &str, who: Who, rule: boneyard_table::RuleId) -> OfferCard {
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

fn raises(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let mut all = Vec::new();
    for (what, label) in
        [(RaiseWhat::Score, "Raise a score"), (RaiseWhat::Proficiency, "Raise a proficiency")]
    {
        let open = Attribute::ALL
            .into_iter()
            .filter(|attribute| check_raise(at, Raise { who, attribute: *attribute, what }).is_ok());
        let open: Vec<_> = open.map(|attribute| Candidate::new(json!(attribute), attribute.name())).collect();
        if !open.is_empty() {
            let which = Param::new("attribute", "Which", Domain::one_of(open));
            let offer = card("raise", label, who, rules::DW_HOUSE_39H).id(format!("raise:{label}"));
            all.push(offer.fixed("what", json!(what)).param(which));
        }
    }
    all
}

fn level(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let blank =
        || LevelUp { who, skill: None, drop: None, third_eye: false, lessons: Vec::new(), power: None };
    let skills: Vec<_> = at
        .book
        .skills
        .iter()
        .filter(|row| check_level_up(at, &LevelUp { skill: Some(row.name.clone()), ..blank() }).is_ok())
        .map(|row| Candidate::new(json!(row.name), row.name.clone()).say(row.text.clone()))
        .collect();
    if skills.is_empty() {
        return Vec::new();
    }
    let mut offer = card("level_up", "Rise a level", who, rules::DW_HOUSE_40H).param(Param::new(
        "skill",
        "Learn",
        Domain::one_of(skills),
    ));
    if let Some((.., prayers)) = may_memorise(at, who) {
        let skill = at.book.skills.iter().find_map(|row| {
            let up = LevelUp { skill: Some(row.name.clone()), ..blank() };
            check_level_up(at, &up).is_ok().then(|| row.name.clone())
        });
        let rows = if prayers { at.book.prayers.iter() } else { at.book.spells.iter() };
        let powers: Vec<_> = rows
            .filter(|row| {
                let up = LevelUp { skill: skill.clone(), power: Some(row.name.clone()), ..blank() };
                check_level_up(at, &up).is_ok()
            })
            .map(|row| Candidate::new(json!(row.name), row.name.clone()).say(row.text.clone()))
            .collect();
        if !powers.is_empty() {
            offer = offer.param(Param::new("power", "And", Domain::one_of(powers)).optional());
        }
    }
    vec![offer]
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
    let there: Vec<_> = at
        .state
        .party
        .market
        .iter()
        .filter_map(|good| {
            let (_, name) = listed_wares(at.book).find(|(id, _)| *id == good.ware)?;
            let ware = name.to_owned();
            let buy = Buy { who, ware, counterfeit: 0, haggle: false, spell: None };
            check_buy(at, &buy).ok()?;
            Some(Candidate::new(json!(name), format!("{name}, {} silver", good.price)))
        })
        .collect();
    if !there.is_empty() {
        all.push(
            card("buy", "Buy", who, rules::DW_HOUSE_42H)
                .param(Param::new("ware", "What", Domain::one_of(there)))
                .param(Param::new("haggle", "Haggle", Domain::yes_no()).optional()),
        );
    }
    let own = things(at, who, |kind| listed_wares(at.book).any(|(id, _)| id.as_str() == kind));
    if !own.is_empty() {
        let which = Param::new("item", "Which", Domain::one_of(own));
        all.push(card("sell_gear", "Sell", who, rules::DW_HOUSE_42H).param(which));
    }
    let done = at.state.live(who).used.iter().filter(|used| used.what == rules::DW_HOUSE_43H).count();
    if done < 2 {
        let plain = ["Work", "Research", "Rest longer"];
        let options = at.book.activities.iter().filter(|row| plain.contains(&row.name.as_str()));
        let options =
            options.map(|row| Candidate::new(json!(row.name), row.name.clone()).say(row.text.clone()));
        all.push(card("activity", "Spend the week", who, rules::DW_HOUSE_43H).param(Param::new(
            "what",
            "How",
            Domain::one_of(options),
        )));
        let attributes = Attribute::ALL.map(|attribute| Candidate::new(json!(attribute), attribute.name()));
        let poor = crate::interlude::check_purse(at.state, who, 5, rules::DW_HOUSE_43H).err();
        all.push(
            card("activity", "Train", who, rules::DW_HOUSE_43H)
                .id(format!("train:{}", who.0))
                .fixed("what", "Train")
                .cost(5, "silver")
                .param(Param::new("attribute", "In", Domain::one_of(attributes)))
                .refused(poor),
        );
    }
    all
}

fn retire(at: At<'_, DeadWeight>, who: Who) -> OfferCard {
    let refusal = check_retire(at, Retire { who, donate: 0 }).err();
    card("retire", "Retire", who, rules::DW_HOUSE_44H).danger("leaves play for good").refused(refusal)
}
