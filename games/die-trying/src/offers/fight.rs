//! What somebody could do in a fight: Strikes with everything they can be aimed at, moving, hiding, the
//! other actions; and how the TS begins and ends one.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param, Square, Thing};
use boneyard_table::{At, Who};
use serde_json::json;

use super::people;
use crate::DieTrying;
use crate::combat::{
    Cost, Doer, Leave, Morale, Shove, Special, Strike, check_dash, check_dodge, check_leave, check_morale,
    check_shove, check_special, check_strike, fighters, house_action, legal, opponents, reachable, style_met,
    weapons,
};
use crate::hurt::{Stabilise, check_stabilise};
use crate::rules;
use crate::sight::{Hide, Seek, Sneak, check_hide, check_seek, check_sneak, known_hidden, may_target};
use crate::state::{Aid, Condition, Fate, Kind, Proficiency, Trait};

const GROUP: &str = "Fight";

/// What the TS could do about fights.
pub(super) fn gm(at: At<'_, DieTrying>) -> Vec<OfferCard> {
    let state = at.state;
    if let Some(battle) = &state.battle {
        let mut cards = vec![OfferCard::new("stop_fight", "End the fight", GROUP).rule(rules::DT_CORE_02)];
        let outside: Vec<Who> = state
            .beings()
            .filter(|who| !battle.order.has(*who) && state.live(*who).fate == Fate::Up)
            .collect();
        if !outside.is_empty() {
            let join = OfferCard::new("join_fight", "Let somebody join the fight", GROUP);
            cards.push(join.rule(rules::DT_COM_01).param(Param::new("who", "Who", people(at, outside))));
        }
        for who in fighters(state) {
            let Some(ready) = &state.live(who).ready else { continue };
            let foes = people(at, opponents(state, who));
            let label = format!("It happens: {} ({})", ready.when, state.name(who));
            let among: Vec<Square> = around(state, who);
            cards.push(
                OfferCard::new("spring", label, GROUP)
                    .id(format!("spring-{}", who.0))
                    .rule(rules::DT_ACT_07H)
                    .fixed("who", json!(who))
                    .param(Param::new("target", "Whom a Strike is for", foes).optional())
                    .param(Param::new("to", "Where a step goes", Domain::Square { among }).optional()),
            );
        }
        return cards;
    }
    let here = state.beings().filter(|who| {
        let live = state.live(*who);
        live.fate != Fate::Dead && !live.away
    });
    let here: Vec<Who> = here.collect();
    let both = |hero: bool| here.iter().any(|who| (state.sheet(*who).side == 0) == hero);
    if !both(true) || !both(false) {
        return Vec::new();
    }
    let of: Vec<Thing> = here
        .iter()
        .map(|who| Thing { what: Candidate::new(state.name(*who), state.name(*who).to_owned()), cost: 0 })
        .collect();
    let most = u32::try_from(of.len()).unwrap_or(u32::MAX);
    let subset = Domain::Subset { of, least: 2, most, budget: None };
    vec![OfferCard::new("fight", "Begin a fight", GROUP).rule(rules::DT_COM_01).param(Param::new(
        "fighters",
        "Who fights",
        subset,
    ))]
}

/// Squares a step away.
fn around(state: &crate::state::State, who: Who) -> Vec<Square> {
    let Some(here) = state.live(who).at else { return Vec::new() };
    let near = crate::effect::around(state, here, 5).into_iter().filter(|spot| *spot != here);
    near.map(|spot| Square::new(spot.x.into(), spot.y.into())).collect()
}

/// What one could do now.
pub(super) fn acting(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    let (state, book) = (at.state, at.book);
    if state.sheet(who).kind == Kind::Object || legal(state, book, who, Cost::Free).is_err() {
        return Vec::new();
    }
    let mut cards = Vec::new();
    if state.battle.is_some() {
        cards.extend(strikes(at, who));
    }
    cards.extend(moving(at, who));
    cards.extend(hiding(at, who));
    cards.extend(tending(at, who));
    if state.battle.is_some() {
        cards.extend(others(at, who));
        cards.extend(talents(at, who));
        let end = OfferCard::new("end_turn", "End the turn", GROUP).actor("who", who);
        cards.push(end.rule(rules::DT_COM_03));
    }
    cards
}

fn card(command: &str, label: impl Into<boneyard_table::view::Msg>, who: Who) -> OfferCard {
    OfferCard::new(command, label, GROUP).actor("who", who)
}

fn strikes(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    let state = at.state;
    let warn = known_hidden(state, who).next().is_some();
    let mut cards = Vec::new();
    let objects = state
        .everybody()
        .filter(|other| state.sheet(*other).kind == Kind::Object && state.live(*other).fate != Fate::Dead);
    let targets: Vec<Who> = fighters(state)
        .filter(|other| *other != who && state.live(*other).fate != Fate::Dead)
        .chain(objects)
        .filter(|other| may_target(state, who, *other))
        .collect();
    for (number, weapon) in weapons(state, who).into_iter().enumerate() {
        let bare = weapon.item.is_none() && weapon.listed.is_none();
        let modes: &[(bool, bool)] = if weapon.arms.has(Trait::Twin) && !weapon.one_hand {
            &[(false, false), (true, false)]
        } else if weapon.item.is_some() && !weapon.arms.shoots() {
            &[(false, false), (false, true)]
        } else {
            &[(false, false)]
        };
        for (one, throw) in modes.iter().copied() {
            let strike = |target| Strike {
                who,
                target,
                item: weapon.item,
                bare,
                ability: None,
                one,
                throw,
                kind: None,
            };
            let open: Vec<Who> =
                targets.iter().copied().filter(|target| check_strike(at, &strike(*target)).is_ok()).collect();
            let how = match (one, throw) {
                (true, _) => format!("Strike with one of the {}", weapon.name(state, who)),
                (_, true) => format!("Throw the {}", weapon.name(state, who)),
                _ => format!("Strike with {}", weapon.name(state, who)),
            };
            let refused = open
                .is_empty()
                .then(|| targets.first().and_then(|target| check_strike(at, &strike(*target)).err()));
            if open.is_empty() && throw {
                continue;
            }
            let mut strike = card("strike", how, who)
                .id(format!("strike-{number}-{one}-{throw}:{}", who.0))
                .rule(rules::DT_COM_07)
                .cost(1, "Action")
                .param(Param::new("target", "Whom", people(at, open)))
                .refused(refused.flatten())
                .odds_on_request();
            if let Some(item) = weapon.item {
                strike = strike.fixed("item", item);
            }
            for (flag, name) in [(bare, "bare"), (one, "one"), (throw, "throw")] {
                if flag {
                    strike = strike.fixed(name, true);
                }
            }
            if warn {
                strike = strike.danger("You will no longer be Hidden.");
            }
            cards.push(strike);
        }
    }
    cards
}

/// Fighting Styles to take up, and what is known of Creatures.
fn talents(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    let (state, book) = (at.state, at.book);
    let one = state.one(who);
    let styles = one.sheet.talents.iter().filter_map(|(talent, _)| book.talents.get(talent.as_str()));
    let styles: Vec<Candidate<serde_json::Value>> = styles
        .filter(|row| row.style.as_ref().is_some_and(|needs| style_met(one, needs)))
        .map(|row| Candidate::new(json!(row.name), row.name.clone()).say(row.text.clone()))
        .collect();
    let mut cards = Vec::new();
    if !styles.is_empty() {
        let take = card("take_style", "Take up a Fighting Style", who).rule(rules::DT_HOUSE_11H);
        cards.push(take.param(Param::new("style", "Which", Domain::one_of(styles))));
    }
    if one.sheet.talent(rules::DT_TAL_21H) > 0 && legal(state, book, who, Cost::Bonus).is_ok() {
        let among: Vec<Who> = opponents(state, who).filter(|other| may_target(state, who, *other)).collect();
        let recall = card("recall_creature", "Remember what is known of it", who).rule(rules::DT_TAL_21H);
        cards.push(recall.cost(1, "Bonus Action").param(Param::new("target", "Of whom", people(at, among))));
    }
    cards
}

fn moving(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    let state = at.state;
    let mut cards = Vec::new();
    let spots = reachable(at, who);
    if !spots.is_empty() {
        let among = spots.iter().map(|(spot, _)| Square::new(spot.x.into(), spot.y.into())).collect();
        cards.push(card("move", "Move", who).rule(rules::DT_COM_05).param(Param::new(
            "to",
            "Where to",
            Domain::Square { among },
        )));
    }
    if state.live(who).prone {
        cards.push(card("stand", "Stand up", who).rule(rules::DT_ACT_01H));
    }
    if check_leave(at, Leave { who }).is_ok() {
        cards.push(card("leave", "Leave the fight", who).rule(rules::DT_ACT_08H));
    }
    cards
}

fn hiding(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    let hide = Hide { who, from: Vec::new(), bonus: false };
    let mut cards = vec![
        card("hide", "Hide", who)
            .rule(rules::DT_STL_02)
            .cost(1, "Action")
            .refused(check_hide(at, &hide).err()),
    ];
    if known_hidden(at.state, who).next().is_some() {
        let refused = check_sneak(at, Sneak { who }).err();
        cards.push(
            card("sneak", "Sneak", who).rule(rules::DT_STL_05).cost(1, "Bonus Action").refused(refused),
        );
    }
    cards
}

fn tending(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    let patients: Vec<Who> = at
        .state
        .beings()
        .filter(|target| check_stabilise(at, Stabilise { who, target: *target, bonus: false }).is_ok())
        .collect();
    if patients.is_empty() {
        return Vec::new();
    }
    let stabilise = card("stabilise", "Stabilise", who).rule(rules::DT_HP_10).cost(1, "Action");
    vec![stabilise.param(Param::new("target", "Whom", people(at, patients))).odds_on_request()]
}

fn others(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    let (state, book) = (at.state, at.book);
    let mut cards = vec![
        card("dash", "Dash", who).rule(rules::DT_COM_09).cost(1, "Action").refused(check_dash(at, who).err()),
        card("dodge", "Dodge", who)
            .rule(rules::DT_COM_10)
            .cost(1, "Action")
            .refused(check_dodge(at, Doer { who, bonus: false }).err()),
    ];
    let row = state.sheet(who).like.and_then(|like| book.creatures.get(like.as_str()));
    for own in row.iter().flat_map(|row| &row.uses) {
        let special = |target| Special { who, action: own.name.clone(), target };
        let open: Vec<Who> =
            opponents(state, who).filter(|target| check_special(at, &special(*target)).is_ok()).collect();
        if !open.is_empty() {
            cards.push(
                card("special", own.name.clone(), who)
                    .id(format!("special-{}:{}", own.name, who.0))
                    .rule(rules::DT_HOUSE_20H)
                    .cost(1, "Action")
                    .fixed("action", own.name.clone())
                    .param(Param::new("target", "Whom", people(at, open))),
            );
        }
    }
    if check_morale(at, Morale { who }).is_ok() {
        cards.push(card("morale", "Test morale", who).rule(rules::DT_HOUSE_21H));
    }
    if house_action(state).is_err() || legal(state, book, who, Cost::Action).is_err() {
        return cards;
    }
    let near: Vec<Who> = opponents(state, who)
        .filter(|target| check_shove(at, Shove { who, target: *target, prone: true, bonus: false }).is_ok())
        .collect();
    if !near.is_empty() {
        cards.push(
            card("shove", "Shove", who)
                .rule(rules::DT_ACT_03H)
                .cost(1, "Action")
                .param(Param::new("target", "Whom", people(at, near)))
                .param(Param::new("prone", "Throw down", Domain::yes_no()).optional()),
        );
    }
    if check_seek(at, Seek { who }).is_ok() {
        cards.push(card("seek", "Seek", who).rule(rules::DT_ACT_05H).cost(1, "Action"));
    }
    if state.live(who).is(Condition::Immobilized) {
        let skills = [Proficiency::Athletics, Proficiency::Acrobatics];
        let skills = skills.map(|skill| Candidate::new(json!(skill), skill.name()));
        cards.push(
            card("escape", "Escape", who).rule(rules::DT_ACT_04H).cost(1, "Action").param(Param::new(
                "skill",
                "By",
                Domain::one_of(skills),
            )),
        );
    }
    if state.live(who).is(Condition::Burning) {
        cards.push(card("douse_self", "Put out the fire", who).rule(rules::DT_COND_12H).cost(1, "Action"));
    }
    let allies: Vec<Who> = fighters(state)
        .filter(|other| {
            *other != who
                && state.sheet(*other).side == state.sheet(who).side
                && state.live(*other).fate == Fate::Up
                && crate::sight::distance(state, who, *other).is_none_or(|far| far <= 1)
        })
        .collect();
    if !allies.is_empty() {
        let kinds = [Aid::Attack, Aid::Save]
            .into_iter()
            .chain(Proficiency::skills().iter().map(|skill| Aid::Skill(*skill)));
        let kinds = kinds.map(|aid| {
            let name = match aid {
                Aid::Attack => "an Attack Roll",
                Aid::Save => "a save",
                Aid::Skill(skill) => skill.name(),
            };
            Candidate::new(json!(aid), name)
        });
        cards.push(
            card("help", "Help", who)
                .rule(rules::DT_ACT_06H)
                .cost(1, "Action")
                .param(Param::new("target", "Whom", people(at, allies)))
                .param(Param::new("with", "With", Domain::one_of(kinds))),
        );
    }
    let deeds = [("strike", "Strike"), ("dodge", "Dodge"), ("step", "Step of 5 feet")];
    let deeds = deeds.map(|(key, name)| Candidate::new(json!(key), name));
    cards.push(
        card("ready", "Ready", who)
            .rule(rules::DT_ACT_07H)
            .cost(1, "Action")
            .param(Param::new("when", "When", Domain::text(80)))
            .param(Param::new("deed", "Then", Domain::one_of(deeds))),
    );
    cards
}
