//! What somebody could do in a fight: Strikes with everything they can be aimed at, moving, hiding, the
//! other actions. How the TS begins and ends one is in `battle`.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param, Square};
use boneyard_table::{At, Audience, Who};
use serde_json::json;

use super::{people, some_of};
use crate::DieTrying;
use crate::combat::{
    Cost, Doer, Leave, Morale, Shove, Special, Strike, Weapon, check_dash, check_dodge, check_leave,
    check_morale, check_shove, check_special, check_strike, fighters, house_action, legal, opponents,
    reachable, style_met, weapons,
};
use crate::house::DamageTypePerStrike;
use crate::hurt::{Stabilise, check_stabilise};
use crate::rules;
use crate::sight::{
    Hide, Seek, Sneak, audience, check_hide, check_seek, check_sneak, known_hidden, may_target, observers,
};
use crate::state::{Ability, Aid, Condition, DamageType, Fate, Kind, Proficiency, State, Trait};

const GROUP: &str = "Fight";

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
    let mut targets: Vec<Who> = fighters(state)
        .filter(|other| *other != who && state.live(*other).fate != Fate::Dead)
        .chain(objects)
        .filter(|other| may_target(state, who, *other))
        .collect();
    // The other side first: it is seldom a friend who is meant.
    targets.sort_by_key(|other| state.sheet(*other).side == state.sheet(who).side);
    for (number, weapon) in weapons(state, who).into_iter().enumerate() {
        let bare = weapon.item.is_none() && weapon.listed.is_none();
        let (twin, busy) = (weapon.arms.has(Trait::Twin), state.live(who).free_hands() == 0);
        let modes: &[(bool, bool)] = if twin && !weapon.one_hand {
            &[(false, false), (true, false)]
        } else if twin && busy {
            &[(true, false), (true, true)]
        } else if weapon.item.is_some() && !weapon.arms.shoots() {
            &[(false, false), (false, true)]
        } else {
            &[(false, false)]
        };
        for (one, throw) in modes.iter().copied() {
            let strike = |target| Strike { item: weapon.item, bare, one, throw, ..Strike::at(who, target) };
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
            for choice in choices(state, &weapon) {
                strike = strike.param(choice);
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
    cards.extend(kick(at, who, &targets));
    cards
}

/// A kick, for those whose hands are full: with a free one, bare hands are as good.
fn kick(at: At<'_, DieTrying>, who: Who, targets: &[Who]) -> Option<OfferCard> {
    let kick = |target| Strike { kick: true, ..Strike::at(who, target) };
    let open = targets.iter().copied().filter(|target| check_strike(at, &kick(*target)).is_ok());
    let open: Vec<Who> = open.collect();
    if open.is_empty() || at.state.live(who).free_hands() > 0 {
        return None;
    }
    let kick = card("strike", "Kick, if the Trapsetter grants it", who).id(format!("kick:{}", who.0));
    let kick = kick.rule(rules::DT_HOUSE_06H).cost(1, "Action").fixed("kick", true);
    Some(kick.param(Param::new("target", "Whom", people(at, open))).odds_on_request())
}

/// What a weapon leaves open: the Ability with Finesse, and the damage type where it is chosen with each Strike.
fn choices(state: &State, weapon: &Weapon) -> Vec<Param> {
    let mut choices = Vec::new();
    if weapon.arms.has(Trait::Finesse) && !weapon.arms.shoots() {
        let open = [Ability::Strength, Ability::Dexterity];
        let open = open.map(|ability| Candidate::new(json!(ability), ability.name()));
        choices.push(Param::new("ability", "By; the higher one if nothing is said", Domain::one_of(open)));
    }
    if weapon.item.is_some() && state.house.damage_type_per_strike == DamageTypePerStrike::On {
        let open = DamageType::ALL.into_iter().filter(|kind| kind.is_of_weapons());
        let open = open.map(|kind| Candidate::new(json!(kind), kind.name()));
        choices.push(Param::new("type", "Damage type", Domain::one_of(open)));
    }
    choices.into_iter().map(Param::optional).collect()
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
        let among: Vec<Square> =
            spots.iter().map(|(spot, _)| Square::new(spot.x.into(), spot.y.into())).collect();
        let to = Param::new("to", "Where to", Domain::Square { among: among.clone() });
        cards.push(card("move", "Move", who).rule(rules::DT_COM_05).param(to.clone()));
        // A longer way goes round a trap, or keeps clear of whoever is waited for.
        if state.sheet(who).is_hero() {
            cards.push(
                card("move", "Move by a way of your own", who)
                    .id(format!("move-via:{}", who.0))
                    .rule(rules::DT_COM_05)
                    .param(Param::new("via", "By way of", Domain::Square { among }).optional())
                    .param(to)
                    .param(
                        Param::new("slowly", "At half pace, with an eye on the floor", Domain::yes_no())
                            .optional(),
                    ),
            );
        }
    }
    if state.live(who).prone {
        cards.push(card("stand", "Stand up", who).rule(rules::DT_ACT_01H));
    }
    if check_leave(at, Leave { who }).is_ok() {
        cards.push(card("leave", "Leave the fight", who).rule(rules::DT_ACT_08H));
    }
    cards
}

/// From whom to hide, where there are several: those everybody knows of, for the others are not told.
pub(super) fn hide_from(state: &State, who: Who) -> Option<Param> {
    let seen = observers(state, who).filter(|other| audience(state, *other) == Audience::ALL);
    let seen: Vec<Who> = seen.collect();
    let label = "From whom; from all of them if nobody is named";
    (seen.len() > 1).then(|| Param::new("from", label, some_of(state, seen, 1)).optional())
}

fn hiding(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    let hide = Hide { who, from: Vec::new(), bonus: false };
    let card_of = |from: Option<Param>| {
        let hide = card("hide", "Hide", who).rule(rules::DT_STL_02).cost(1, "Action");
        from.into_iter().fold(hide, OfferCard::param)
    };
    let mut cards = vec![card_of(hide_from(at.state, who)).refused(check_hide(at, &hide).err())];
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
