//! The steps of making an adventurer that can be taken now.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param, Thing};
use boneyard_table::{At, Refusal, RuleId, Who};
use serde_json::json;

use super::things::attributes;
use crate::DeadWeight;
use crate::hero::{Draft, Step, choosable, chooses, class_of, knows, rolled, shares, to_choose};
use crate::interlude::reached;
use crate::rules;

pub(super) fn making(at: At<'_, DeadWeight>, who: Who, draft: &Draft) -> Vec<OfferCard> {
    let card = |command: &str, label: String, rule: RuleId| {
        OfferCard::new(command, label, "Making an adventurer").actor("who", who).rule(rule)
    };
    let mut all = match draft.step {
        Step::Class => {
            let rows = at.book.classes.iter();
            let classes =
                rows.map(|row| Candidate::new(json!(row.name), row.name.clone()).say(row.text.clone()));
            let offer = card("choose_class", "Choose a class".into(), rules::DW_CHAR_13);
            vec![offer.param(Param::new("class", "Which", Domain::one_of(classes)))]
        }
        Step::Kit => {
            let class = class_of(at, who).map_or("", |row| row.name.as_str());
            let rows = at.book.kits.iter().filter(|row| row.class == class);
            let kits =
                rows.map(|row| Candidate::new(json!(row.name), row.name.clone()).say(row.text.clone()));
            let offer = card("take_kit", "Take a kit".into(), rules::DW_CHAR_14);
            vec![offer.param(Param::new("kit", "Which", Domain::one_of(kits)))]
        }
        Step::Finish => finish(at, who, &card),
        _ => path(at, who, draft, &card),
    };
    if draft.owed_skills > 0 {
        let rows = at.book.skills.iter().filter(|row| row.needs_skill.is_none());
        let free = rows.filter(|row| !at.state.sheet(who).skilled(row.id));
        let skills = free.map(|row| Candidate::new(json!(row.name), row.name.clone()));
        let offer = card("pick_skill", "Pick another skill".into(), rules::DW_CHAR_16);
        all.insert(0, offer.param(Param::new("skill", "Which", Domain::one_of(skills))));
    }
    all
}

type Card<'a> = dyn Fn(&str, String, RuleId) -> OfferCard + 'a;

fn path(at: At<'_, DeadWeight>, who: Who, draft: &Draft, card: &Card<'_>) -> Vec<OfferCard> {
    let name = draft.step.name();
    let Some(row) = rolled(at.book, draft) else {
        return vec![card("roll_path", format!("Roll the {name}"), rules::DW_CHAR_01)];
    };
    let mut accept = card("accept_path", format!("Take it: {}", row.name), row.rule);
    if chooses(row) {
        accept = accept.param(Param::new("attribute", "Trained in", attributes()));
    }
    let insight = at.state.live(who).insight;
    let spent = (insight == 0)
        .then(|| Refusal::new(rules::DW_CHAR_05, "no-insight", "There is no insight left to spend."));
    let again = |label: String, first: bool, second: bool| {
        let id = format!("reroll_path-{first}-{second}:{}", who.0);
        let offer = card("reroll_path", label, rules::DW_CHAR_05).id(id).cost(1, "insight");
        offer.fixed("first", first).fixed("second", second).refused(spent.clone())
    };
    let [one, other] = draft.dice.unwrap_or_default();
    let mut all = vec![accept, again(format!("Roll the {one} again"), true, false)];
    all.push(again(format!("Roll the {other} again"), false, true));
    all.push(again("Roll both again".into(), true, true));
    if reached(at, rules::DW_GUILD_04H) && !at.state.live(who).has_used(rules::DW_GUILD_04H) {
        for (up, label) in [(true, "Move the total up by 1"), (false, "Move the total down by 1")] {
            let shift = card("shift_path", label.into(), rules::DW_HOUSE_45H)
                .id(format!("shift_path:{}:{up}", who.0));
            all.push(shift.fixed("up", up));
        }
    }
    if shares(at, who, draft) && !draft.rerolled_free {
        all.push(card("free_reroll", "Roll both again for nothing".into(), rules::DW_CHAR_07));
    }
    all
}

fn finish(at: At<'_, DeadWeight>, who: Who, card: &Card<'_>) -> Vec<OfferCard> {
    let own = &at.state.sheet(who).hero;
    let mut all = Vec::new();
    if at.state.live(who).insight > 0 && own.knows.is_empty() {
        all.push(
            card("move_point", "Move a point".into(), rules::DW_CHAR_19)
                .cost(1, "insight")
                .param(Param::new("lower", "From", attributes()))
                .param(Param::new("raise", "To", attributes())),
        );
    }
    if let Some((knows, rule)) = knows(at, who) {
        let rows = if knows.of == "spell" { &at.book.schools } else { &at.book.gods };
        let paths =
            rows.iter().map(|row| Candidate::new(json!(row.name), row.name.clone()).say(row.text.clone()));
        if own.knows.is_empty() {
            let chosen = own.school.or(own.god).is_some();
            let offer = card("follow", format!("Choose a {}", knows.path), rule).again(chosen);
            all.push(offer.param(Param::new("path", "Which", Domain::one_of(paths))));
        }
        let most = to_choose(at, who) as u32;
        if own.school.or(own.god).is_some() && most > 0 {
            let of = choosable(at, who).into_iter().map(|row| Thing {
                what: Candidate::new(row.name.clone(), row.name.clone()).say(row.text.clone()),
                cost: 0,
            });
            let domain = Domain::Subset { of: of.collect(), least: most, most, budget: None };
            let offer = card("learn", format!("Choose {most} {}s", knows.of), rule);
            let offer = offer.again(!own.knows.is_empty());
            all.push(offer.param(Param::new("powers", "Which", domain)));
        }
    }
    all.push(card("ready", "Done".into(), rules::DW_CHAR_01));
    all
}
