//! The steps of making a hero that can be taken now, marks that are owed, and Points.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, RuleId, Who};
use serde_json::json;

use crate::DieTrying;
use crate::hero::{
    advised, fitting_marks, for_sale, learnable, left_levels, raisable, step_of, usual_species,
};
use crate::rules;
use crate::state::{Ability, DamageType, Draft, MarkOn, Size, Step, Trait};

const GROUP: &str = "Making a hero";

fn card(command: &str, label: String, rule: RuleId, who: Who) -> OfferCard {
    OfferCard::new(command, label, GROUP).actor("who", who).rule(rule)
}

pub(super) fn making(at: At<'_, DieTrying>, who: Who, draft: &Draft) -> Vec<OfferCard> {
    let step = step_of(at.state, at.book, who).unwrap_or(Step::Kin);
    let mut all = Vec::new();
    match step {
        Step::Kin => all.push(kin(who)),
        Step::Roll => all.push(card("roll_scores", "Roll the six scores".into(), rules::DT_CHAR_07, who)),
        Step::Assign => all.push(assign(who, draft)),
        Step::Levels => all.extend(levels(at, who)),
        Step::Equipment => {
            all.extend(shop(at, who));
            all.push(card("done_shopping", "Done shopping".into(), rules::DT_CHAR_11, who));
        }
        Step::Finish => all.push(card("finish_hero", "Done".into(), rules::DT_CHAR_01, who)),
    }
    if step > Step::Assign {
        all.push(assign(who, draft).id(format!("assign-again:{}", who.0)).again(true));
        all.extend(lowered(at, who));
    }
    if step >= Step::Equipment {
        all.extend(returns(at, who));
    }
    all
}

fn kin(who: Who) -> OfferCard {
    let species = usual_species().iter().map(|name| Candidate::new(json!(name), *name));
    let sizes = [Size::Small, Size::Medium].map(|size| Candidate::new(json!(size), size.name()));
    card("kin", "Choose species and Size".into(), rules::DT_CHAR_04, who)
        .param(Param::new("species", "Species", Domain::one_of(species)))
        .param(Param::new("size", "Size", Domain::one_of(sizes)))
}

fn assign(who: Who, draft: &Draft) -> OfferCard {
    let slots = Ability::ALL
        .map(|ability| {
            let slot = Candidate::new(ability.key(), ability.name());
            slot.advised(ability == Ability::Constitution)
        })
        .to_vec();
    let values = draft.results.iter().map(|result| Candidate::new(result.to_string(), result.to_string()));
    let domain = Domain::Assign { values: values.collect(), slots };
    card("assign", "Give out the scores".into(), rules::DT_CHAR_08, who).param(Param::new(
        "scores",
        "Which goes where",
        domain,
    ))
}

fn levels(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    let mut all = Vec::new();
    let left = left_levels(at.state, who);
    if left > 0 {
        let open = raisable(at.state, at.book, who);
        let open = open
            .into_iter()
            .map(|(name, text)| Candidate::new(json!(name), name.clone()).say(text.to_owned()));
        let raise = card("raise", format!("Spend a level ({left} left)"), rules::DT_CHAR_09, who);
        all.push(raise.param(Param::new("what", "On what", Domain::one_of(open))));
    }
    let spells = learnable(at.state, at.book, who);
    if !spells.is_empty() {
        let open = spells
            .into_iter()
            .map(|row| Candidate::new(json!(row.name), row.name.clone()).say(row.text.clone()));
        let learn = card("learn", "Learn a spell".into(), rules::DT_MAG_07, who);
        all.push(learn.param(Param::new("spell", "Which", Domain::one_of(open))));
    }
    all
}

fn lowered(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    let sheet = at.state.sheet(who);
    let trained = sheet.trained.raised().map(|(what, _)| what.name().to_owned());
    let talents = sheet.talents.iter().map(|(talent, _)| at.book.name_of(*talent).to_owned());
    let all: Vec<Candidate<serde_json::Value>> =
        trained.chain(talents).map(|name| Candidate::new(json!(name), name)).collect();
    let spells: Vec<Candidate<serde_json::Value>> = sheet
        .spells
        .iter()
        .map(|known| at.book.name_of(known.spell).to_owned())
        .map(|name| Candidate::new(json!(name), name))
        .collect();
    let mut cards = Vec::new();
    if !all.is_empty() {
        let lower = card("lower", "Take a level back".into(), rules::DT_CHAR_09, who);
        cards.push(lower.param(Param::new("what", "From what", Domain::one_of(all))));
    }
    if !spells.is_empty() {
        let unlearn = card("unlearn", "Give up a spell".into(), rules::DT_MAG_07, who);
        cards.push(unlearn.param(Param::new("spell", "Which", Domain::one_of(spells))));
    }
    cards
}

fn shop(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    let silver = at.state.sheet(who).silver;
    let mut cards = Vec::new();
    let affordable = |price: u16| u32::from(price) <= silver;
    let plain = for_sale(at.state, at.book)
        .filter(|row| !matches!(row.is.as_str(), "weapon" | "ranged" | "kit-use") && affordable(row.price));
    let plain: Vec<Candidate<serde_json::Value>> = plain
        .map(|row| {
            let told = format!("{}, {} SP", row.name, row.price);
            let ware = Candidate::new(json!(row.name), told).say(row.text.clone());
            ware.advised(advised(at, who, row))
        })
        .collect();
    if !plain.is_empty() {
        let buy = card("buy", format!("Buy something ({silver} SP left)"), rules::DT_CHAR_11, who);
        cards.push(buy.param(Param::new("ware", "What", Domain::one_of(plain))));
    }
    for row in for_sale(at.state, at.book).filter(|row| matches!(row.is.as_str(), "weapon" | "ranged")) {
        if !affordable(row.price) {
            continue;
        }
        let types = DamageType::ALL.into_iter().filter(|kind| kind.is_of_weapons());
        let types = types.map(|kind| Candidate::new(json!(kind), kind.name()));
        let traits =
            Trait::ALL.into_iter().filter(|quality| row.traits.iter().any(|name| name == quality.name()));
        let traits = traits.map(|quality| {
            let text = at.book.traits.iter().find(|known| known.name == quality.name());
            Candidate::new(json!(quality), quality.name())
                .say(text.map_or_else(String::new, |row| row.text.clone()))
        });
        cards.push(
            card("buy", format!("Buy: {} ({} SP)", row.name, row.price), rules::DT_WPN_01, who)
                .id(format!("buy-{}:{}", row.is, who.0))
                .fixed("ware", row.name.clone())
                .advised(advised(at, who, row))
                .param(Param::new("type", "Damage type", Domain::one_of(types)))
                .param(Param::new("trait", "Trait", Domain::one_of(traits)))
                .param(Param::new("called", "Name", Domain::text(40))),
        );
    }
    cards
}

fn returns(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    let one = at.state.one(who);
    let things = one.sheet.items.iter().zip(&one.live.items).enumerate();
    let owned = things.filter(|(_, (_, item))| item.place.is_carried() && item.count > 0);
    let cards = owned.map(|(number, (thing, _))| {
        card("give_back", format!("Give back the {}", thing.name), rules::DT_CHAR_11, who)
            .id(format!("give-back-{number}:{}", who.0))
            .fixed("item", number)
    });
    cards.collect()
}

/// Marks that are owed, spells that a level brought, things to sell.
pub(super) fn own(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    let sheet = at.state.sheet(who);
    let mut cards = Vec::new();
    if !sheet.is_hero() {
        return cards;
    }
    if sheet.owed > 0 {
        let open = fitting_marks(at.state, at.book, who).into_iter().map(|on| {
            let name = match on {
                MarkOn::Ability(ability) => ability.name().to_owned(),
                MarkOn::Proficiency(what) => what.name().to_owned(),
                MarkOn::Advanced(what) | MarkOn::Talent(what) => at.book.name_of(what).to_owned(),
            };
            let marks = sheet.marks.iter().find(|(known, _)| *known == on).map_or(0, |(_, marks)| *marks);
            let told = if marks > 0 { format!("{name} ({marks} of 3)") } else { name };
            Candidate::new(json!(on), told)
        });
        cards.push(
            OfferCard::new("place_mark", format!("Place a mark ({} owed)", sheet.owed), "Growth")
                .actor("who", who)
                .rule(rules::DT_ADV_02)
                .param(Param::new("on", "On what", Domain::one_of(open))),
        );
    }
    let spells = learnable(at.state, at.book, who);
    if !spells.is_empty() {
        let open = spells
            .into_iter()
            .map(|row| Candidate::new(json!(row.name), row.name.clone()).say(row.text.clone()));
        cards.push(
            OfferCard::new("learn", "Learn a spell", "Growth")
                .actor("who", who)
                .rule(rules::DT_MAG_07)
                .param(Param::new("spell", "Which", Domain::one_of(open))),
        );
    }
    cards
}

pub(super) fn draft() -> OfferCard {
    OfferCard::new("draft", "Make a hero", GROUP).rule(rules::DT_CHAR_01).param(Param::new(
        "name",
        "Name",
        Domain::text(60),
    ))
}

pub(super) fn gm(at: At<'_, DieTrying>) -> Vec<OfferCard> {
    let heroes: Vec<Who> = at.state.heroes().collect();
    let mut cards = vec![draft()];
    if heroes.is_empty() {
        return cards;
    }
    let one = |who: Who| {
        OfferCard::new("grant_points", format!("Grant {} a Point", at.state.name(who)), "Growth")
            .id(format!("grant-{}", who.0))
            .rule(rules::DT_ADV_01)
            .fixed("to", json!([who]))
            .param(Param::new("points", "How many", Domain::amount(1, 3)))
            .param(Param::new("for", "For what", Domain::text(120)).optional())
    };
    cards.extend(heroes.iter().copied().map(one));
    if crate::hero::suggested(at.state).0 > 0 && at.state.battle.is_none() {
        cards.push(
            OfferCard::new("award_fight", "Say what the fight was worth", "Growth").rule(rules::DT_HOUSE_12H),
        );
    }
    if !crate::trap::due(at.state).is_empty() && at.state.battle.is_none() {
        cards.push(
            OfferCard::new("award_traps", "Say what the traps were worth", "Growth")
                .rule(rules::DT_HOUSE_12H),
        );
    }
    cards
}
