//! Whether a Feature can be used now: its requirements for use, the weapon it is used with, whom it is aimed at, and the
//! Attack it makes of that. Carrying it out is in `feature`.

use boneyard_table::{At, Refusal, RuleId, Who};

use super::arms::{Weapon, ability, weapon, weapons};
use super::assault::{Assault, check_assault};
use super::feature::UseFeature;
use super::legal::{beside, in_encounter, target as check_target};
use super::way::{check_fear, check_line};
use crate::RollHighOrDie;
use crate::body::{armoring, death_line, max_vitality};
use crate::book::{Book, FeatureRow, StrikeRow};
use crate::gear::free_hands;
use crate::inventory::{WITH_THINGS, check_with_things};
use crate::rules;
use crate::sight;
use crate::state::{Condition, Cover, Light, Size, Skill, Spot, Stance, State, WeaponTag};

/// What is needed to carry a Feature out.
pub(super) struct Ready {
    pub(super) feature: RuleId,
    pub(super) weapon: Option<Weapon>,
    pub(super) ap: u8,
}

/// What it takes to carry a Feature out, or why it cannot be used.
pub(super) fn ready(at: At<'_, RollHighOrDie>, usage: &UseFeature) -> Result<Ready, Refusal> {
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

/// Whether the one who a Feature is aimed at can be aimed at.
fn check_aim(
    at: At<'_, RollHighOrDie>,
    row: &FeatureRow,
    usage: &UseFeature,
    weapon: Option<&Weapon>,
) -> Result<(), Refusal> {
    let (state, book, who) = (at.state, at.book, usage.who);
    if row.hook.as_deref() == Some("roll-clear")
        && let Some(to) = usage.to
    {
        check_line(at, who, to, 10)?;
    }
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
            check_assault(at, &mut blow, None)?;
            check_second(at, row, usage, strike, &blow)
        }
        (Some(weapon), None) if aim.weapon && far > weapon.arms.reach() => {
            let sentence =
                format!("{} is {far} feet away; the {} does not reach.", state.name(target), weapon.name);
            Err(Refusal::new(row.id, "out-of-range", sentence).with("feet", far))
        }
        _ => match (usage.to, &row.strike) {
            (Some(to), Some(strike)) if strike.run > 0 => {
                check_line(at, who, to, strike.run.into())?;
                if let Some(from) = state.live(who).at {
                    check_fear(state, book, who, from, to)?;
                }
                check_charge(state, row, who, (target, to), weapon.map_or(0, |weapon| weapon.arms.reach()))
            }
            (None, Some(strike)) if strike.run > 0 => {
                Err(Refusal::new(row.id, "no-way", "Say where the charge ends."))
            }
            _ => Ok(()),
        },
    }
}

/// Whether the second target of a Feature can be struck: in Range, and next to the first where that is asked for.
fn check_second(
    at: At<'_, RollHighOrDie>,
    row: &FeatureRow,
    usage: &UseFeature,
    strike: &StrikeRow,
    blow: &Assault,
) -> Result<(), Refusal> {
    let Some(second) = usage.against.filter(|second| *second != blow.target) else { return Ok(()) };
    let both = strike.also.as_deref() == Some("neighbour");
    if !both && strike.times.is_none() {
        return Err(Refusal::new(row.id, "one-target", format!("{} has one target.", row.name)));
    }
    check_assault(at, &mut Assault { target: second, ..blow.clone() }, None)?;
    if both {
        beside(at.state, blow.target, second, row.id)?;
    }
    Ok(())
}

/// Whether a charge that ends there comes near enough.
fn check_charge(
    state: &State,
    row: &FeatureRow,
    who: Who,
    (target, to): (Who, Spot),
    reach: u16,
) -> Result<(), Refusal> {
    let own = to.footprint(state.sheet(who).size.spaces());
    let Some(there) = sight::place_of(state, target) else { return Ok(()) };
    let far = sight::metric(state).distance(own, there) * 5;
    if far <= u32::from(reach) {
        return Ok(());
    }
    let sentence = format!("From {to} it is {far} feet to {}.", state.name(target));
    Err(Refusal::new(row.id, "out-of-range", sentence).with("feet", far))
}

/// The Attack a Feature makes.
pub(super) fn prepared(
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
