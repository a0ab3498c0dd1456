//! Features used as Actions: what each asks for at the moment of use, and the Attack, check or effect its row describes.
//! Features that handle things are with inventory.

use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::arms::{Weapon, ability, weapon, weapons};
use super::assault::{Assault, assault, attack_again, check_assault};
use super::attack::settled;
use super::hide::hides;
use super::legal::{beside, in_encounter, pay, target as check_target};
use super::push::push_from;
use super::run::go_line;
use super::way::check_line;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::body::{self, armoring, death_line, max_vitality};
use crate::book::{Book, CheckRow, FeatureRow, StrikeRow};
use crate::check::{Against, Throw, check, opposed, skill_sums};
use crate::effect;
use crate::fact::{FightFact, TableFact};
use crate::gear::free_hands;
use crate::hurt::{Gain, end_conditions, gain};
use crate::inventory::{WITH_THINGS, check_with_things, use_with_things};
use crate::rules;
use crate::sight;
use crate::state::{Condition, Cover, Light, Size, Skill, Span, Spot, Stance, State, Used, WeaponTag};

/// A Feature used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UseFeature {
    /// Who.
    pub who: Who,
    /// Which, by its name.
    pub feature: String,
    /// On whom.
    #[serde(default)]
    pub target: Option<Who>,
    /// On whom besides: the neighbour of a Cleave, the second target of a Flurry.
    #[serde(default)]
    pub against: Option<Who>,
    /// With which weapon; the first that fits if nothing is said.
    #[serde(default)]
    pub with: Option<String>,
    /// Where to, for those that move or have a place.
    #[serde(default)]
    pub to: Option<Spot>,
    /// With which thing.
    #[serde(default)]
    pub item: Option<u8>,
}

/// What is needed to carry a Feature out.
struct Ready {
    feature: RuleId,
    weapon: Option<Weapon>,
    ap: u8,
}

/// Whether a Feature may be used now.
pub fn check_feature(at: At<'_, RollHighOrDie>, usage: &UseFeature) -> Result<(), Refusal> {
    ready(at, usage).map(|_| ())
}

fn ready(at: At<'_, RollHighOrDie>, usage: &UseFeature) -> Result<Ready, Refusal> {
    let (state, book, who) = (at.state, at.book, usage.who);
    in_encounter(state, book, who, 0)?;
    let rule = rules::RH_ACT_12;
    // A Hooked weapon trips, whether one knows how or not.
    let hooked = |row: &FeatureRow| {
        let mut held = weapons(state, book, who).into_iter();
        row.id == rules::RH_FEAT_08H && held.any(|weapon| weapon.arms.tags.contains(&WeaponTag::Hooked))
    };
    let known = |row: &&FeatureRow| state.sheet(who).features.contains(&row.id) || hooked(row);
    let row = book.features.named(&usage.feature).filter(known);
    let Some(row) = row else {
        let short: String = usage.feature.chars().take(40).collect();
        let sentence = format!("{} does not know {short}.", state.name(who));
        return Err(Refusal::new(rule, "not-known", sentence));
    };
    if row.hook.as_deref().is_some_and(|hook| WITH_THINGS.contains(&hook)) {
        let w =
            weapons(state, book, who).iter().find(|weapon| weapon.arms.shoots()).map_or(0, |weapon| weapon.w);
        let ap = row.ap.with(w);
        in_encounter(state, book, who, ap)?;
        check_with_things(at, row, usage, ap)?;
        return Ok(Ready { feature: row.id, weapon: None, ap });
    }
    let weapon = pick_weapon(state, book, row, usage)?;
    let missing = missing(at, row, usage, weapon.as_ref());
    if !missing.is_empty() {
        let sentence = format!("{} needs {}.", row.name, missing.join(" and "));
        return Err(Refusal::new(rules::RH_EXP_06, "unmet", sentence).with("unmet", missing));
    }
    let ap = row.ap.with(weapon.as_ref().map_or(0, |weapon| weapon.w));
    in_encounter(state, book, who, ap)?;
    check_aim(at, row, usage, weapon.as_ref())?;
    Ok(Ready { feature: row.id, weapon, ap })
}

/// The weapon a Feature is used with: the one named, or the first that its requirements allow.
fn pick_weapon(
    state: &State,
    book: &Book,
    row: &FeatureRow,
    usage: &UseFeature,
) -> Result<Option<Weapon>, Refusal> {
    if row.ap.w == 0 && row.strike.is_none() && !row.uses.iter().any(|need| need.contains("weapon")) {
        return Ok(None);
    }
    if let Some(name) = &usage.with {
        return weapon(state, book, usage.who, Some(name)).map(Some);
    }
    let all = weapons(state, book, usage.who);
    let fits = |weapon: &Weapon| row.uses.iter().all(|need| weapon_fits(weapon, need) != Some(false));
    Ok(all.into_iter().find(fits))
}

/// Whether a weapon meets a requirement that is about weapons.
fn weapon_fits(weapon: &Weapon, need: &str) -> Option<bool> {
    let shoots = weapon.arms.shoots();
    let (word, rest) = need.split_once(':').unwrap_or((need, ""));
    let named = |name: &str| rest.split('|').any(|known| known == name);
    let base = weapon.arms.base.map_or("", Skill::name);
    Some(match word {
        "melee-weapon" => !shoots,
        "ranged-weapon" | "ranged-ready" => shoots,
        "weapon" => named(base),
        "type" => weapon.arms.kind.is_some_and(|kind| named(kind.name())) || named(base),
        "size" => weapon.arms.size.is_some_and(|size: Size| named(size.name())),
        _ => return None,
    })
}

/// Requirements for Use that are not met right now, in words.
fn missing(
    at: At<'_, RollHighOrDie>,
    row: &FeatureRow,
    usage: &UseFeature,
    weapon: Option<&Weapon>,
) -> Vec<String> {
    let (state, book, who) = (at.state, at.book, usage.who);
    let live = state.live(who);
    let target = usage.target.filter(|target| state.creature(*target).is_some());
    let on_target = |test: &dyn Fn(Who) -> bool| target.is_none_or(test);
    let mut all = Vec::new();
    for need in &row.uses {
        let (word, rest) = need.split_once(':').unwrap_or((need, ""));
        // A Hooked weapon of whatever Base is good for a Trip.
        if row.id == rules::RH_FEAT_08H
            && weapon.is_some_and(|weapon| weapon.arms.tags.contains(&WeaponTag::Hooked))
        {
            continue;
        }
        if let Some(weapon) = weapon
            && let Some(fits) = weapon_fits(weapon, need)
        {
            if !fits {
                all.push(format!("another weapon ({need})"));
            }
            continue;
        }
        let met = match word {
            "melee-weapon" | "ranged-weapon" | "ranged-ready" | "weapon" | "type" | "size" => false,
            "stance" => rest.split('|').any(|name| Stance::named(name) == Some(live.stance)),
            "free-hand" => free_hands(state, who) > 0,
            "speak" => true,
            "hear" => on_target(&|target| !state.live(target).is(Condition::Deafened)),
            "willing" => on_target(&|target| !state.hostile(target, who)),
            "not-held" => !live.is(Condition::Grappled) && !live.is(Condition::Restrained),
            "hidden-or-flanked" => {
                live.is(Condition::Hidden) || on_target(&|target| flanked(state, who, target))
            }
            "vitality-below" => live.vitality < max_vitality(state, book, who),
            "hit-die" => live.hit_dice > 0,
            "wounded" => live.wounds > 0,
            "over-death-line" => {
                on_target(&|target| i16::from(state.live(target).wounds) > death_line(state, book, target))
            }
            "dim-or-cover" => {
                sight::light_of(state, book, who) <= Light::Low || beside_cover(state, book, who)
            }
            "grappled-by-you" => on_target(&|target| state.live(target).is_by(Condition::Grappled, who)),
            "armoring-0" => on_target(&|target| armoring(state, book, target) == 0),
            "not-adjacent" => on_target(&|target| !sight::adjacent(state, who, target)),
            "once" => live.times_used(row.id) == 0,
            _ => false,
        };
        if !met {
            all.push(told(word, rest));
        }
    }
    all
}

fn told(word: &str, rest: &str) -> String {
    match word {
        "stance" => format!("the Stance {}", rest.replace('|', " or ")),
        "melee-weapon" => "a Melee Weapon in hand".into(),
        "ranged-weapon" | "ranged-ready" => "a Ranged Weapon ready".into(),
        "weapon" => format!("a weapon of {}", rest.replace('|', " or ")),
        "type" => format!("a weapon with {}", rest.replace('|', " or ")),
        "size" => format!("a weapon that is {}", rest.replace('|', " or ")),
        "once" => format!("not to have been used this {rest}"),
        "hidden-or-flanked" => "you Hidden, or the target Engaged by an ally".into(),
        "dim-or-cover" => "Low Light, Darkness, or Cover beside you".into(),
        word => word.replace('-', " "),
    }
}

fn flanked(state: &State, who: Who, target: Who) -> bool {
    state.live(target).conditions.iter().any(|known| {
        known.what.what == Condition::Engaged
            && known.what.from.is_some_and(|from| from != who && !state.hostile(who, from))
    })
}

fn beside_cover(state: &State, book: &Book, who: Who) -> bool {
    let (Some(board), Some(at)) = (&state.board, state.live(who).at) else { return false };
    let steps = (-1..=1).flat_map(|across| (-1..=1).map(move |down| (across, down)));
    let spots = steps.filter_map(|(across, down)| at.step(across, down)).filter(|spot| board.has(*spot));
    spots.into_iter().any(|spot| {
        let row = book.terrain.named(board.floor(spot)).and_then(|row| row.cover);
        row.is_some_and(|cover| cover != Cover::No) || board.grid.bars(spot.square()).is_some()
    })
}

/// Whether whoever a Feature is aimed at can be aimed at.
fn check_aim(
    at: At<'_, RollHighOrDie>,
    row: &FeatureRow,
    usage: &UseFeature,
    weapon: Option<&Weapon>,
) -> Result<(), Refusal> {
    let (state, book, who) = (at.state, at.book, usage.who);
    let Some(aim) = &row.target else { return Ok(()) };
    if matches!(aim.who.as_str(), "self" | "everybody" | "area") {
        return Ok(());
    }
    let Some(target) = usage.target else {
        return Err(Refusal::new(row.id, "no-target", format!("{} is aimed at somebody.", row.name)));
    };
    check_target(state, book, who, target, row.id)?;
    if aim.who == "ally" && state.hostile(target, who) {
        return Err(Refusal::new(row.id, "no-ally", format!("{} is for allies.", row.name)));
    }
    if aim.adjacent {
        beside(state, who, target, row.id)?;
    }
    let far = sight::distance(state, who, target);
    if aim.within.is_some_and(|most| far > most) {
        let sentence = format!("{} is {far} feet away.", state.name(target));
        return Err(Refusal::new(row.id, "out-of-range", sentence).with("feet", far));
    }
    match (weapon, &row.strike) {
        (Some(weapon), Some(strike)) if strike.run == 0 => {
            let mut blow = prepared(state, who, target, weapon.clone(), strike, row.id)?;
            check_assault(at, &mut blow, None)
        }
        (Some(weapon), None) if aim.weapon && far > weapon.arms.reach() => {
            let sentence =
                format!("{} is {far} feet away; the {} does not reach.", state.name(target), weapon.name);
            Err(Refusal::new(row.id, "out-of-range", sentence).with("feet", far))
        }
        _ => match (usage.to, &row.strike) {
            (Some(to), Some(strike)) if strike.run > 0 => {
                check_line(at, who, to, strike.run.into()).map(|_| ())
            }
            (None, Some(strike)) if strike.run > 0 => {
                Err(Refusal::new(row.id, "no-way", "Say where the charge ends."))
            }
            _ => Ok(()),
        },
    }
}

/// The Attack a Feature makes.
fn prepared(
    state: &State,
    who: Who,
    target: Who,
    weapon: Weapon,
    strike: &StrikeRow,
    rule: RuleId,
) -> Result<Assault, Refusal> {
    let own = ability(state, who, &weapon, None)?;
    let mut blow = Assault::plain(who, target, weapon, own, rule);
    blow.versus = strike.versus.unwrap_or(blow.versus);
    blow.further = strike.range.max(0).unsigned_abs();
    blow.cover_less = strike.cover_less;
    blow.harmless = strike.no_damage;
    blow.extra = strike.extra;
    blow.again = strike.also.as_deref() == Some("neighbour");
    match strike.damage.as_deref() {
        Some("true") => blow.pierces = true,
        Some("dice-twice") => blow.twice = true,
        Some("armoring-double") => blow.sunders = true,
        _ => {}
    }
    Ok(blow)
}

/// Uses a Feature.
pub fn use_feature(cx: &mut Cx<'_, RollHighOrDie>, usage: &UseFeature) -> Flow {
    let Ready { feature, weapon, ap } = ready(cx.at(), usage)?;
    let Some(row) = cx.book().features.get(feature.as_str()) else { return Ok(()) };
    let who = usage.who;
    cx.cite(row.id);
    cx.cite(rules::RH_EXP_06);
    // What it took to gain it is not asked for again.
    if !crate::hero::unmet(cx.state(), who, &row.needs).is_empty() {
        cx.cite(rules::RH_EXP_07);
    }
    if row.hook.as_deref().is_some_and(|hook| WITH_THINGS.contains(&hook)) {
        return use_with_things(cx, row, usage, ap);
    }
    if row.id == rules::RH_FEAT_08H && !cx.state().sheet(who).features.contains(&row.id) {
        cx.cite(rules::RH_WTAG_19H);
    }
    pay(cx, who, ap, rules::RH_ACT_12);
    for (word, span) in [("once:turn", Span::Turn), ("once:encounter", Span::Encounter)] {
        if row.uses.iter().any(|need| need == word) {
            let used = Used { what: row.id, until: span, times: 1 };
            record(cx, row.id, TableFact::Used { who, used }.into());
        }
    }
    match row.hook.as_deref() {
        Some("hide-unseen") => return hides(cx, who, false, row.id),
        Some("roll-clear") => return roll_clear(cx, usage, row.id),
        Some("war-cry") => return war_cry(cx, row, who),
        _ => {}
    }
    match (&row.strike, weapon) {
        (Some(strike), Some(weapon)) => strikes(cx, usage, row, strike, &weapon),
        _ => {
            let targets = aimed(row, usage);
            for target in targets {
                cx.within((who, target, row.id), |cx| acts(cx, who, target, row))?;
            }
            Ok(())
        }
    }
}

fn aimed(row: &FeatureRow, usage: &UseFeature) -> Vec<Who> {
    match row.target.as_ref().map(|aim| aim.who.as_str()) {
        Some("self") | None => vec![usage.who],
        _ => usage.target.into_iter().collect(),
    }
}

/// A check, if the row has one, and what it does.
fn acts(cx: &mut Cx<'_, RollHighOrDie>, who: Who, target: Who, row: &FeatureRow) -> Flow {
    let won = match &row.check {
        None => true,
        Some(tried) => cx.within((who, target), |cx| tries(cx, who, target, tried, row.id))?,
    };
    if won { effect::on(cx, who, target, &row.effects, row.id) } else { Ok(()) }
}

fn tries(
    cx: &mut Cx<'_, RollHighOrDie>,
    who: Who,
    target: Who,
    tried: &CheckRow,
    rule: RuleId,
) -> Flow<bool> {
    if let Some(with) = tried.contest {
        return opposed(cx, who, tried.skill, target, with, rule, &[]);
    }
    let dc = match tried.versus {
        Some(versus) => {
            cx.cite(body::defense_rule(versus));
            body::defense_now(cx.state(), cx.book(), target, versus)
        }
        None => tried.dc.map_or(10, i16::from),
    };
    let sums = skill_sums(cx.state(), cx.book(), who, tried.skill, &[]);
    let own = Throw::new(who, tried.skill.name(), sums, rule);
    check(cx, own, Against { dc, hidden: false })
}

/// The Attack or Attacks of a Feature.
fn strikes(
    cx: &mut Cx<'_, RollHighOrDie>,
    usage: &UseFeature,
    row: &FeatureRow,
    strike: &StrikeRow,
    weapon: &Weapon,
) -> Flow {
    let who = usage.who;
    if strike.run > 0
        && let Some(to) = usage.to
        && !cx.within((who, to), |cx| go_line(cx, who, to, strike.run.into()))?
    {
        return Ok(());
    }
    let targets: Vec<Who> = match strike.also.as_deref() {
        Some("each-in-range") => {
            let state = cx.state();
            let near =
                |other: &Who| *other != who && sight::distance(state, who, *other) <= weapon.arms.reach();
            state.here().filter(near).collect()
        }
        _ => usage.target.into_iter().collect(),
    };
    for target in targets {
        let Ok(mut blow) = prepared(cx.state(), who, target, weapon.clone(), strike, row.id) else {
            continue;
        };
        if check_assault(cx.at(), &mut blow, None).is_err() {
            continue;
        }
        let struck = cx.within((who, target, row.id), |cx| assault(cx, &blow))?;
        if struck.hit && !cx.state().live(target).dead {
            cx.within((who, target, row.id, struck), |cx| effect::on(cx, who, target, &row.effects, row.id))?;
            if strike.push > 0 {
                cx.within((who, target, row.id), |cx| push_from(cx, who, target, strike.push, row.id))?;
            }
        }
        if strike.also.as_deref() == Some("neighbour")
            && let Some(other) = usage.against.filter(|other| *other != target && *other != who)
            && cx.state().creature(other).is_some_and(|one| !one.live.dead)
            && sight::adjacent(cx.state(), target, other)
        {
            let second = Assault { target: other, ..blow.clone() };
            cx.within((who, other, row.id), |cx| attack_again(cx, &second, struck))?;
        }
        for _ in 1..strike.times.unwrap_or(1) {
            let next = usage.against.unwrap_or(target);
            let second = Assault { target: next, ..blow.clone() };
            let alive = cx.state().creature(next).is_some_and(|one| !one.live.dead);
            if alive && check_assault(cx.at(), &mut second.clone(), None).is_ok() {
                cx.within((who, next, row.id), |cx| assault(cx, &second))?;
            }
        }
    }
    settled(cx, who);
    Ok(())
}

/// Rolls up to 10 feet away: no Maneuver, and Crouched at the end.
fn roll_clear(cx: &mut Cx<'_, RollHighOrDie>, usage: &UseFeature, rule: RuleId) -> Flow {
    let who = usage.who;
    if let Some(to) = usage.to
        && check_line(cx.at(), who, to, 10).is_ok()
    {
        record(cx, rule, FightFact::Moved { who, to, lift: 0 }.into());
        super::push::ties(cx);
    }
    if cx.state().live(who).stance != Stance::Crouched {
        record(cx, rule, FightFact::Stance { who, to: Stance::Crouched }.into());
    }
    Ok(())
}

/// Allies in hearing are Inspired; one roll against the Will of each foe.
fn war_cry(cx: &mut Cx<'_, RollHighOrDie>, row: &FeatureRow, who: Who) -> Flow {
    let state = cx.state();
    let near = |other: &Who| {
        *other != who
            && sight::distance(state, who, *other) <= 30
            && !state.live(*other).is(Condition::Deafened)
    };
    let heard: Vec<Who> = state.here().filter(near).collect();
    let (foes, allies): (Vec<Who>, Vec<Who>) =
        heard.into_iter().partition(|other| state.hostile(who, *other));
    for ally in allies {
        gain(cx, ally, Gain::new(Condition::Inspired, row.id).from(who));
    }
    if foes.is_empty() {
        return Ok(());
    }
    let sums = skill_sums(cx.state(), cx.book(), who, Skill::Intimidation, &[]);
    let total = crate::check::throw(cx, Throw::new(who, "Intimidation", sums, row.id))?.total;
    for foe in foes {
        if total >= body::defense_now(cx.state(), cx.book(), foe, crate::state::Defense::Will) {
            gain(cx, foe, Gain::new(Condition::Frightened, row.id).from(who));
        }
    }
    end_conditions(cx, who, row.id, |ailment| ailment.what == Condition::Hidden);
    Ok(())
}
