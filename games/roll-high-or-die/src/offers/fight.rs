//! What somebody could do in an Encounter: every Generic Action with everything it can be aimed at; and how the Referee
//! begins and ends one.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param, Reach, Square, Thing};
use boneyard_table::{At, RuleId, Who};
use serde_json::json;

use super::people;
use crate::RollHighOrDie;
use crate::combat::{
    Attack, Batter, BreakFree, Climb, Doer, Leap, Leave, OnNeighbour, Shift, TakeStance, check_aid,
    check_attack, check_batter, check_break_free, check_catch, check_climb, check_crawl, check_detect,
    check_end_turn, check_force, check_grapple, check_hide, check_jump, check_leave, check_shove,
    check_stance, check_swim, kinds_at_hand, marks, reachable, takes, weapons,
};
use crate::rules;
use crate::sight;
use crate::state::{Condition, Skill, Spot, Stance};
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
    let some = |least| Domain::Subset { of: of.clone(), least, most, budget: None };
    let offer = OfferCard::new("call", "Call for Initiative", GROUP).rule(rules::RH_ENC_01);
    vec![
        offer
            .param(Param::new("fighters", "Who takes part", some(1)))
            .param(Param::new("ambush", "Who could ambush the others", some(0)).optional()),
    ]
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
        let offer = OfferCard::new("join", "Somebody joins", GROUP).rule(rules::RH_ENC_04);
        let mut offer = offer.param(Param::new("who", "Who", people(at, late)));
        if let Some(board) = &state.board {
            let spots = board.grid.chart().squares().filter_map(Spot::of);
            offer = offer.param(Param::new("at", "Where", squares(spots)).optional());
        }
        cards.push(offer);
    }
    cards
}

pub(super) fn card(
    command: &str,
    label: impl Into<boneyard_table::view::Msg>,
    who: Who,
    rule: RuleId,
) -> OfferCard {
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

pub(super) fn near(at: At<'_, RollHighOrDie>, who: Who) -> Vec<Who> {
    let known = |other: &Who| {
        *other != who && !at.state.live(*other).unseen && !sight::hidden_from(at.state, *other, who)
    };
    at.state.here().filter(known).collect()
}

fn attacks(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let mut targets = near(at, who);
    // The other side first: it is seldom a friend who is meant.
    targets.sort_by_key(|other| at.state.sheet(*other).side == at.state.sheet(who).side);
    let mut cards = Vec::new();
    for (number, weapon) in weapons(at.state, at.book, who).into_iter().enumerate() {
        for throw in [false, true] {
            if throw && weapon.arms.thrown().is_none() {
                continue;
            }
            let with = |target, shot| Attack {
                who,
                target,
                with: Some(weapon.name.clone()),
                throw,
                ability: None,
                shot,
            };
            let check = |target: Who, shot: Option<String>| check_attack(at, &with(target, shot));
            let kinds = if throw { Vec::new() } else { kinds_at_hand(at.state, who, &weapon) };
            let usual = |target: &Who| check(*target, None).is_ok();
            let fires = |target: &Who, kind: &String| check(*target, Some(kind.clone()));
            let ready = |kind: &String| targets.iter().any(|target| fires(target, kind).is_ok());
            let open: Vec<Who> = targets
                .iter()
                .copied()
                .filter(|to| usual(to) || kinds.iter().any(|kind| fires(to, kind).is_ok()))
                .collect();
            let first = targets.first().and_then(|target| check(*target, None).err());
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
                .param(Param::new("target", "Whom", people(at, open.clone())))
                .refused(refused)
                .odds_on_request();
            if kinds.len() > 1 {
                let is_usual = open.iter().any(usual);
                let why = |kind: &String| targets.first().and_then(|target| fires(target, kind).err());
                let all = kinds.iter().map(|kind| {
                    let refused = if ready(kind) { None } else { why(kind) };
                    Candidate::new(json!(kind), kind.clone()).refused(refused)
                });
                let param = Param::new("shot", "Which ammunition", Domain::one_of(all));
                offer = offer.param(if is_usual { param.optional() } else { param });
            }
            if weapon.arms.ability.len() > 1 {
                let all = weapon.arms.ability.iter();
                let all = all.map(|ability| Candidate::new(json!(ability), ability.name()));
                offer = offer.param(Param::new("ability", "By", Domain::one_of(all)).optional());
            }
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

pub(super) fn around(at: At<'_, RollHighOrDie>, who: Who, far: i16) -> Vec<Spot> {
    let Some(from) = at.state.live(who).at else { return Vec::new() };
    let steps = (-far..=far).flat_map(|down| (-far..=far).map(move |across| (across, down)));
    steps.filter_map(|(across, down)| from.step(across, down)).collect()
}

/// A run that goes by way of another space.
fn detour(at: At<'_, RollHighOrDie>, who: Who, reach: &[(Spot, u32)]) -> Option<OfferCard> {
    let square = |spot: Spot| Square::new(spot.x.into(), spot.y.into());
    let from = square(at.state.live(who).at?);
    let by = reach.iter().map(|(spot, cost)| Reach { square: square(*spot), cost: *cost }).collect();
    let most = crate::body::run(at.state, at.book, who).into();
    let offer = card("run", "Run by another way", who, rules::RH_ACT_04).id(format!("run-by:{}", who.0));
    Some(
        offer
            .cost(1, "AP")
            .param(Param::new("by", "By way of", Domain::Path { from, reach: by, most }))
            .param(Param::new("to", "Where to", squares(reach.iter().map(|(spot, _)| *spot)))),
    )
}

fn moving(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let mut cards = Vec::new();
    let engaged = at.state.live(who).is(Condition::Engaged);
    let warn =
        |offer: OfferCard| if engaged { offer.danger("You are Engaged: they strike first.") } else { offer };
    let reach = reachable(at, who);
    let run: Vec<Spot> = reach.iter().map(|(spot, _)| *spot).collect();
    if !run.is_empty() {
        let offer = card("run", "Run", who, rules::RH_ACT_04).cost(1, "AP").about("tokens");
        cards.push(warn(offer.param(Param::new("to", "Where to", squares(run.clone())))));
        cards.extend(detour(at, who, &reach).map(warn));
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
    if let Some(own) = at.state.live(who).at
        && check_climb(at, Climb { who, to: own, down: true }).is_ok()
    {
        let offer = card("climb", "Climb down", who, rules::RH_HOUSE_10H).id(format!("climb-down:{}", who.0));
        cards.push(warn(offer.cost(1, "AP").fixed("to", json!(own)).fixed("down", true)));
    }
    let leap: Vec<Spot> = around(at, who, 4)
        .into_iter()
        .filter(|to| check_jump(at, Leap { who, to: *to, skill: None }).is_ok())
        .collect();
    if !leap.is_empty() {
        let offer = card("jump", "Jump", who, rules::RH_HOUSE_09H).cost(1, "AP per 5 feet");
        let by = one_skill(&[Skill::Athletics, Skill::Acrobatics]);
        let offer = offer.param(Param::new("to", "Where to", squares(leap)));
        cards.push(warn(offer.param(Param::new("skill", "By, if it is far", by).optional())));
    }
    let swim: Vec<Spot> =
        around(at, who, 1).into_iter().filter(|to| check_swim(at, Shift { who, to: *to }).is_ok()).collect();
    if !swim.is_empty() {
        let offer = card("swim", "Swim", who, rules::RH_HOUSE_10H).cost(1, "AP");
        cards.push(warn(offer.param(Param::new("to", "Where to", squares(swim)))));
    }
    let broken = |spot: Spot| Batter { who, at: spot, with: None, throw: false, shot: None };
    let things: Vec<Spot> =
        around(at, who, 1).into_iter().filter(|spot| check_batter(at, &broken(*spot)).is_ok()).collect();
    if !things.is_empty() {
        let offer = card("batter", "Break something", who, rules::RH_HOUSE_12H);
        let offer = offer.param(Param::new("at", "What stands there", squares(things)));
        let names: Vec<String> = weapons(at.state, at.book, who).into_iter().map(|one| one.name).collect();
        let with = Domain::one_of(names.iter().map(|name| Candidate::new(json!(name), name.clone())));
        let with = Param::new("with", "With what", with).optional();
        cards.push(if names.len() > 1 { offer.param(with) } else { offer });
    }
    cards.extend(shots(at, who));
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

/// Things that could be shot at, or something thrown at them.
fn shots(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let mut cards = Vec::new();
    let far: Vec<_> = weapons(at.state, at.book, who)
        .into_iter()
        .enumerate()
        .filter(|(_, weapon)| weapon.arms.shoots() || weapon.arms.thrown().is_some())
        .collect();
    if far.is_empty() {
        return cards;
    }
    let marks = marks(at.state, at.book);
    for (number, weapon) in far {
        let throw = !weapon.arms.shoots();
        let kinds = if throw { Vec::new() } else { kinds_at_hand(at.state, who, &weapon) };
        let with = |spot: Spot| Batter { who, at: spot, with: Some(weapon.name.clone()), throw, shot: None };
        let open: Vec<Spot> =
            marks.iter().copied().filter(|spot| check_batter(at, &with(*spot)).is_ok()).collect();
        if open.is_empty() {
            continue;
        }
        let label = if throw { "Throw at something" } else { "Shoot at something" };
        let mut offer = card("batter", format!("{label}: {}", weapon.name), who, rules::RH_HOUSE_12H)
            .id(format!("batter-{number}:{}", who.0))
            .cost(weapon.w.into(), "AP")
            .fixed("with", weapon.name.clone())
            .fixed("throw", throw)
            .param(Param::new("at", "What stands there", squares(open)));
        if kinds.len() > 1 {
            let all = kinds.iter().map(|kind| Candidate::new(json!(kind), kind.clone()));
            offer = offer.param(Param::new("shot", "Which ammunition", Domain::one_of(all)).optional());
        }
        cards.push(offer);
    }
    cards
}

fn one_skill(all: &[Skill]) -> Domain {
    Domain::one_of(all.iter().map(|skill| Candidate::new(json!(skill), skill.name())))
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

fn others(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let mut cards = super::feature::features(at, who);
    let all = near(at, who);
    let on = |target: Who| OnNeighbour { who, target };
    let fits = |check: &dyn Fn(OnNeighbour) -> bool| -> Vec<Who> {
        all.iter().copied().filter(|target| check(on(*target))).collect()
    };
    let falling: Vec<Who> = fits(&|on| check_catch(at, on).is_ok());
    if !falling.is_empty() {
        let offer = card("catch", "Catch somebody who falls", who, rules::RH_FALL_01);
        cards.push(offer.param(Param::new("target", "Whom", people(at, falling))));
    }
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
        let by = one_skill(&[Skill::Athletics, Skill::Acrobatics]);
        let offer = offer.id(format!("get-free:{}", who.0));
        cards.push(offer.param(Param::new("skill", "By", by).optional()));
    }
    let held: Vec<Who> =
        all.iter().copied().filter(|other| at.state.live(*other).is_by(Condition::Grappled, who)).collect();
    if !held.is_empty() {
        let offer = card("let_go", "Let go", who, rules::RH_ACT_14);
        cards.push(offer.param(Param::new("target", "Of whom", people(at, held))));
    }
    cards
}
