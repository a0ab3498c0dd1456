//! What somebody could do in an Encounter: every Generic Action with everything it can be aimed at; and how the Referee
//! begins and ends one.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param, Square, Thing};
use boneyard_table::{At, RuleId, Who};
use serde_json::json;

use super::people;
use crate::RollHighOrDie;
use crate::combat::{
    Attack, Batter, BreakFree, Climb, Doer, Leap, Leave, OnNeighbour, Shift, TakeStance, UseFeature,
    check_aid, check_attack, check_batter, check_break_free, check_climb, check_crawl, check_detect,
    check_end_turn, check_feature, check_force, check_grapple, check_hide, check_jump, check_leave,
    check_shove, check_stance, check_swim, reachable, takes, weapons,
};
use crate::rules;
use crate::sight;
use crate::state::{Condition, Spot, Stance};
use crate::trap::{Disarm, check_disarm};

const GROUP: &str = "Encounter";

/// What the Referee could do about Encounters.
pub(super) fn gm(at: At<'_, RollHighOrDie>) -> Vec<OfferCard> {
    let state = at.state;
    if state.encounter.is_some() {
        return in_encounter(at);
    }
    let here: Vec<Who> = state.here().filter(|who| state.sheet(*who).draft.is_none()).collect();
    if here.is_empty() {
        return Vec::new();
    }
    let of: Vec<Thing> = here
        .iter()
        .map(|who| Thing { what: Candidate::new(state.name(*who), state.name(*who).to_owned()), cost: 0 })
        .collect();
    let most = u32::try_from(of.len()).unwrap_or(u32::MAX);
    let subset = Domain::Subset { of, least: 1, most, budget: None };
    vec![OfferCard::new("call", "Call for Initiative", GROUP).rule(rules::RH_ENC_01).param(Param::new(
        "fighters",
        "Who takes part",
        subset,
    ))]
}

/// What the Referee could do while one is fought.
fn in_encounter(at: At<'_, RollHighOrDie>) -> Vec<OfferCard> {
    let state = at.state;
    let mut cards = vec![OfferCard::new("end_encounter", "End the Encounter", GROUP).rule(rules::RH_ENC_10)];
    if let Some(who) = state.acting() {
        cards.push(
            OfferCard::new("script", format!("Let {} do what comes to mind", state.name(who)), GROUP)
                .rule(rules::RH_HOUSE_23H)
                .fixed("who", who.0),
        );
    }
    let late = |who: &Who| {
        let ordered = state.encounter.as_ref().is_some_and(|encounter| encounter.order.has(*who));
        !ordered && !state.live(*who).dead && state.sheet(*who).draft.is_none()
    };
    let late: Vec<Who> = state.everybody().filter(late).collect();
    if !late.is_empty() {
        cards.push(OfferCard::new("join", "Somebody joins", GROUP).rule(rules::RH_ENC_04).param(Param::new(
            "who",
            "Who",
            people(at, late),
        )));
    }
    cards
}

fn card(command: &str, label: impl Into<boneyard_table::view::Msg>, who: Who, rule: RuleId) -> OfferCard {
    OfferCard::new(command, label, GROUP).actor("who", who).rule(rule)
}

/// What one could do now.
pub(super) fn acting(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let state = at.state;
    if takes(state, at.book, who, 0).is_err() {
        return Vec::new();
    }
    let mut cards = Vec::new();
    if state.encounter.is_some() {
        cards.extend(attacks(at, who));
        cards.extend(moving(at, who));
        cards.extend(others(at, who));
    }
    cards.extend(stances(at, who));
    if state.encounter.is_some() {
        let refused = check_end_turn(at, Doer { who }).err();
        cards.push(card("end_turn", "End the Turn", who, rules::RH_ENC_08).refused(refused));
    }
    cards
}

fn near(at: At<'_, RollHighOrDie>, who: Who) -> Vec<Who> {
    let known = |other: &Who| {
        *other != who && !at.state.live(*other).unseen && !sight::hidden_from(at.state, *other, who)
    };
    at.state.here().filter(known).collect()
}

fn attacks(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let targets = near(at, who);
    let mut cards = Vec::new();
    for (number, weapon) in weapons(at.state, at.book, who).into_iter().enumerate() {
        for throw in [false, true] {
            if throw && weapon.arms.thrown().is_none() {
                continue;
            }
            let with = |target| Attack {
                who,
                target,
                with: Some(weapon.name.clone()),
                throw,
                ability: None,
                shot: None,
            };
            let open: Vec<Who> =
                targets.iter().copied().filter(|target| check_attack(at, &with(*target)).is_ok()).collect();
            let first = targets.first().and_then(|target| check_attack(at, &with(*target)).err());
            let refused = if open.is_empty() { first } else { None };
            if open.is_empty() && (throw || refused.is_none()) {
                continue;
            }
            let label =
                if throw { format!("Throw the {}", weapon.name) } else { format!("Attack: {}", weapon.name) };
            let mut offer = card("attack", label, who, rules::RH_ACT_01)
                .id(format!("attack-{number}-{throw}:{}", who.0))
                .cost(weapon.w.into(), "AP")
                .fixed("with", weapon.name.clone())
                .param(Param::new("target", "Whom", people(at, open)))
                .refused(refused)
                .odds_on_request();
            if throw {
                offer = offer.fixed("throw", true);
            }
            if at.state.live(who).is(Condition::Hidden) {
                offer = offer.danger("You will no longer be Hidden.");
            }
            cards.push(offer);
        }
    }
    cards
}

pub(super) fn squares(spots: impl IntoIterator<Item = Spot>) -> Domain {
    Domain::Square {
        among: spots.into_iter().map(|spot| Square::new(spot.x.into(), spot.y.into())).collect(),
    }
}

fn around(at: At<'_, RollHighOrDie>, who: Who, far: i16) -> Vec<Spot> {
    let Some(from) = at.state.live(who).at else { return Vec::new() };
    let steps = (-far..=far).flat_map(|down| (-far..=far).map(move |across| (across, down)));
    steps.filter_map(|(across, down)| from.step(across, down)).collect()
}

fn moving(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let mut cards = Vec::new();
    let engaged = at.state.live(who).is(Condition::Engaged);
    let warn =
        |offer: OfferCard| if engaged { offer.danger("You are Engaged: they strike first.") } else { offer };
    let run: Vec<Spot> = reachable(at, who).into_iter().map(|(spot, _)| spot).collect();
    if !run.is_empty() {
        let offer = card("run", "Run", who, rules::RH_ACT_04).cost(1, "AP").about("tokens");
        cards.push(warn(offer.param(Param::new("to", "Where to", squares(run)))));
    }
    let prone = !at.state.live(who).stance.is_upright();
    let crawl: Vec<Spot> =
        around(at, who, 1).into_iter().filter(|to| check_crawl(at, Shift { who, to: *to }).is_ok()).collect();
    if prone && !crawl.is_empty() {
        let offer = card("crawl", "Crawl", who, rules::RH_ACT_04).cost(1, "AP");
        cards.push(warn(offer.param(Param::new("to", "Where to", squares(crawl)))));
    }
    let up = |to: &Spot| check_climb(at, Climb { who, to: *to, down: false }).is_ok();
    let climb: Vec<Spot> = around(at, who, 1).into_iter().filter(up).collect();
    if !climb.is_empty() {
        let offer = card("climb", "Climb", who, rules::RH_HOUSE_10H).cost(1, "AP");
        cards.push(warn(offer.param(Param::new("to", "Where to", squares(climb)))));
    }
    let leap: Vec<Spot> = around(at, who, 4)
        .into_iter()
        .filter(|to| check_jump(at, Leap { who, to: *to, skill: None }).is_ok())
        .collect();
    if !leap.is_empty() {
        let offer = card("jump", "Jump", who, rules::RH_HOUSE_09H).cost(1, "AP per 5 feet");
        cards.push(warn(offer.param(Param::new("to", "Where to", squares(leap)))));
    }
    let swim: Vec<Spot> =
        around(at, who, 1).into_iter().filter(|to| check_swim(at, Shift { who, to: *to }).is_ok()).collect();
    if !swim.is_empty() {
        let offer = card("swim", "Swim", who, rules::RH_HOUSE_10H).cost(1, "AP");
        cards.push(warn(offer.param(Param::new("to", "Where to", squares(swim)))));
    }
    let things: Vec<Spot> = around(at, who, 1)
        .into_iter()
        .filter(|spot| check_batter(at, &Batter { who, at: *spot, with: None }).is_ok())
        .collect();
    if !things.is_empty() {
        let offer = card("batter", "Break something", who, rules::RH_HOUSE_12H);
        cards.push(offer.param(Param::new("at", "What stands there", squares(things))));
    }
    let traps: Vec<Spot> = around(at, who, 1)
        .into_iter()
        .filter(|spot| check_disarm(at.state, at.book, Disarm { who, at: *spot }).is_ok())
        .collect();
    if !traps.is_empty() {
        let offer = card("disarm", "Disarm a trap", who, rules::RH_HOUSE_18H).cost(1, "AP");
        cards.push(offer.param(Param::new("at", "Which", squares(traps))));
    }
    if check_leave(at, Leave { who }).is_ok() {
        cards.push(card("leave", "Leave the Encounter", who, rules::RH_ENC_04).danger("You leave the map."));
    }
    cards
}

fn stances(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let open: Vec<Stance> = Stance::ALL
        .iter()
        .copied()
        .filter(|stance| check_stance(at, TakeStance { who, stance: *stance }).is_ok())
        .collect();
    if open.is_empty() {
        return Vec::new();
    }
    let options = open.into_iter().map(|stance| Candidate::new(json!(stance), stance.name()));
    let mut offer = card("stance", "Change Stance", who, rules::RH_STANCE_01).param(Param::new(
        "stance",
        "To",
        Domain::one_of(options),
    ));
    if at.state.encounter.is_some() {
        offer = offer.cost(1, "AP");
    }
    vec![offer]
}

/// Features that can be used now, with everybody they can be aimed at.
fn features(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let mut cards = Vec::new();
    for row in at.state.sheet(who).features.iter().filter_map(|id| at.book.features.get(id.as_str())) {
        let usage = |target| UseFeature {
            who,
            feature: row.name.clone(),
            target,
            against: None,
            with: None,
            to: None,
            item: None,
        };
        let aimed =
            row.target.as_ref().is_some_and(|aim| !matches!(aim.who.as_str(), "self" | "everybody" | "area"));
        let offer = card("feature", row.name.clone(), who, row.id)
            .id(format!("feature-{}:{}", row.id.as_str(), who.0))
            .fixed("feature", row.name.clone());
        if !aimed {
            cards.push(offer.refused(check_feature(at, &usage(None)).err()));
            continue;
        }
        let open: Vec<Who> = near(at, who)
            .into_iter()
            .filter(|target| check_feature(at, &usage(Some(*target))).is_ok())
            .collect();
        if !open.is_empty() {
            cards.push(offer.param(Param::new("target", "Whom", people(at, open))));
        }
    }
    cards
}

fn others(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let mut cards = features(at, who);
    let all = near(at, who);
    let on = |target: Who| OnNeighbour { who, target };
    let fits = |check: &dyn Fn(OnNeighbour) -> bool| -> Vec<Who> {
        all.iter().copied().filter(|target| check(on(*target))).collect()
    };
    let kinds: [(&str, &'static str, u32, RuleId, Vec<Who>); 4] = [
        ("grapple", "Grapple", 2, rules::RH_ACT_02, fits(&|on| check_grapple(at, on).is_ok())),
        ("shove", "Shove", 2, rules::RH_ACT_03, fits(&|on| check_shove(at, on).is_ok())),
        ("aid", "Aid", 2, rules::RH_ACT_05, fits(&|on| check_aid(at, on).is_ok())),
        ("force", "FORCE", 1, rules::RH_ACT_11, fits(&|on| check_force(at, on).is_ok())),
    ];
    for (command, label, ap, rule, open) in kinds {
        if !open.is_empty() {
            let offer = card(command, label, who, rule).cost(ap, "AP");
            cards.push(offer.param(Param::new("target", "Whom", people(at, open))).odds_on_request());
        }
    }
    let hide = card("hide", "Hide", who, rules::RH_ACT_06).cost(2, "AP");
    cards.push(hide.refused(check_hide(at, Doer { who }).err()));
    let detect = card("detect", "Detect", who, rules::RH_ACT_07).cost(1, "AP");
    cards.push(detect.refused(check_detect(at, Doer { who }).err()));
    let holders: Vec<Who> = all
        .iter()
        .copied()
        .filter(|from| check_break_free(at, BreakFree { who, from: Some(*from), skill: None }).is_ok())
        .collect();
    if !holders.is_empty() {
        let offer = card("break_free", "Break a grip", who, Condition::Grappled.rule()).cost(2, "AP");
        cards.push(offer.param(Param::new("from", "Whose", people(at, holders))));
    }
    if check_break_free(at, BreakFree { who, from: None, skill: None }).is_ok() {
        let offer = card("break_free", "Get free", who, Condition::Restrained.rule()).cost(2, "AP");
        cards.push(offer.id(format!("get-free:{}", who.0)));
    }
    let held: Vec<Who> =
        all.iter().copied().filter(|other| at.state.live(*other).is_by(Condition::Grappled, who)).collect();
    if !held.is_empty() {
        let offer = card("let_go", "Let go", who, rules::RH_ACT_14);
        cards.push(offer.param(Param::new("target", "Of whom", people(at, held))));
    }
    cards
}
