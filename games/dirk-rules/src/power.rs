//! Powers in play: who may use them, at what strain, who resists, and what lasts. What an entry
//! does is read from its data in [`crate::effect`].

mod air;
mod answers;
mod labor;
mod lasting;
mod nature;
mod offer;
mod smoke;
mod things;
mod works;

pub use air::air_left;
pub(crate) use air::{breathe, open_air, torn};
pub(crate) use answers::{attack_use, bled, foresight, on_face, rallied, risen, spare_heart, triggered};
pub(crate) use labor::{how_long, takes_work, work_on, works};
pub(crate) use lasting::{
    attacked, befall, cheer, frees, grant, harmed, scene_over, time_passed, turn_began, turn_over,
};
pub use lasting::{charmed, ignored, puppet_of, scene, turn, unnoticed};
pub(crate) use nature::breathes;
pub use nature::{
    allowed, feint, fits_on, forbids, hooked, known, lean, lungs, needs, owned, passives, spared, steady,
    surcharge,
};
pub(crate) use offer::{finds, offers};
pub use smoke::smoked;
pub(crate) use smoke::{moved, smoke};
pub(crate) use things::{bind, dry, light, lock_of, refill, unlock, use_up};
use things::{may_bind, may_refill};
pub(crate) use works::{carry, reveal, summon};

use boneyard_table::{At, Cx, Flow, Refusal, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::DirkRules;
use crate::book::Power;
use crate::check::{Save, alive, save};
use crate::combat::{Heading, Strike, can_act, hidden_by, immune, must_act_now, strike};
use crate::effect::{self, Aim, Deed, Effect, Often, Takes, Use};
use crate::fact::Fact;
use crate::gear::{hands, hands_full};
use crate::health::{out, stunned};
use crate::house::Hands;
use crate::question::Strain;
use crate::rules;
use crate::state::{Ability, Ends, Lasting, Lasts, Part, PartState, With};

/// Ten minutes, in seconds: a scene where there is no battle.
const SCENE: u32 = 600;
const HOUR: u32 = 3_600;
const DAY: u32 = 24 * HOUR;
/// When the sun rises, in seconds of a day.
const SUNRISE: u32 = 6 * HOUR;

/// The use of a power.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UsePower {
    /// Who.
    pub who: Who,
    /// Which power, by name.
    pub power: String,
    /// Which of its uses, if it has several.
    #[serde(default)]
    pub way: Option<String>,
    /// At whom; for a spot, as seen from whom.
    #[serde(default)]
    pub target: Option<Who>,
    /// At whom else.
    #[serde(default)]
    pub targets: Vec<Who>,
    /// Which way a spot lies.
    #[serde(default)]
    pub heading: Option<Heading>,
    /// How far off a spot lies.
    #[serde(default)]
    pub feet: Option<u16>,
    /// An order, a question, or what the thing is.
    #[serde(default)]
    pub say: Option<String>,
}

impl UsePower {
    /// The use of something that is aimed at nobody yet.
    pub fn of(who: Who, power: &str) -> Self {
        Self {
            who,
            power: power.to_owned(),
            way: None,
            target: None,
            targets: Vec::new(),
            heading: None,
            feet: None,
            say: None,
        }
    }
}

/// Whether somebody could use something now, whomever it is aimed at.
pub(crate) fn legal_use(at: At<'_, DirkRules>, who: Who, row: &Power, way: &Use) -> bool {
    let ready = may_use(at, who, row, way).is_ok() && labor::has_tools(at, who, row).is_ok();
    ready && way.action != Takes::WithEvade && affordable(at, who, way.hp).is_ok()
}

/// Uses a power.
pub fn use_power(cx: &mut Cx<'_, DirkRules>, call: &UsePower) -> Flow {
    alive(cx.at(), call.who)?;
    let who = call.who;
    let (row, way) = chosen(cx, call)?;
    may_use(cx.at(), who, row, way)?;
    let targets = aimed(cx, call, way)?;
    let say = words(call, way)?;
    if way.target == Aim::Item && way.time.is_none() {
        may_refill(cx.at(), who, row, say)?;
    } else if way.target == Aim::Item {
        labor::may_work(cx.at(), who, row, way, say)?;
    }
    labor::has_tools(cx.at(), who, row)?;
    labor::may_begin(cx, row, way, &targets, say)?;
    may_bind(cx.at(), who, row, way, &targets)?;
    let spot = spot(cx, call, way)?;
    let cost = affordable(cx.at(), who, way.hp)?;
    if cost.1 > 0 && !cx.ask(who, Strain { who, wil: cost.1 })? {
        return Ok(());
    }
    if cx.state().battle.is_some() {
        match way.action {
            Takes::Move => cx.record(rules::DK_POWER_01H, Fact::NoMove { who }),
            Takes::Misc | Takes::Attack | Takes::WithEvade | Takes::None => {
                cx.record(rules::DK_POWER_01H, Fact::Acted { who });
            }
        }
    }
    cx.cite(row.id);
    if let Some(time) = &way.time {
        let done =
            cx.within((who, &targets, row.id, say, cost), |cx| labor::spends(cx, who, &targets, row, time))?;
        if !done {
            return Ok(());
        }
    }
    pay(cx, who, cost)?;
    if way.consumed {
        use_up(cx, who, row);
    }
    let day = Ends::At(cx.state().clock.saturating_add(DAY));
    let spent = match way.once {
        Some(Often::Battle) => Some((who, scene(cx.state()))),
        Some(Often::PatientDay) => targets.first().map(|patient| (*patient, day)),
        None => None,
    };
    if let Some((on, ends)) = spent {
        let effect = Lasting { by: row.id, from: who, what: Lasts::Spent, ends };
        cx.record(row.id, Fact::Lasts { who: on, effect });
    }
    if way.attack {
        let Some(&target) = targets.first() else {
            return Ok(());
        };
        return strike(cx, rules::DK_POWER_04H, who, Strike { with: With::Power(row.id), target });
    }
    for on in targets {
        if cx.state().live(on).dead && way.target != Aim::Body {
            continue;
        }
        let deed = Deed { by: who, on, rule: row.id, lost: 0, say, spot };
        cx.within((who, on, row.id), |cx| resisted(cx, deed, way))?;
    }
    Ok(())
}

/// The power and its use that are meant.
fn chosen<'a>(cx: &Cx<'a, DirkRules>, call: &UsePower) -> Flow<(&'a Power, &'a Use)> {
    let rule = rules::DK_POWER_01H;
    let sheet = cx.state().sheet(call.who);
    let known = known(cx.book(), sheet).find(|row| row.name == call.power);
    let row = known.or_else(|| {
        owned(cx.at(), cx.book(), call.who).map(|(_, row)| row).find(|row| row.name == call.power)
    });
    let Some(row) = row else {
        let sentence = format!("{} has no power {}.", sheet.name, call.power);
        return refuse(Refusal::new(rule, "no-such-power", sentence));
    };
    let way = match &call.way {
        Some(name) => row.uses.iter().find(|way| way.name == *name),
        None if row.uses.len() == 1 => row.uses.first(),
        None => None,
    };
    match way {
        Some(way) if way.action != Takes::WithEvade => Ok((row, way)),
        _ if row.uses.len() > 1 => {
            let ways: Vec<&str> = row.uses.iter().map(|way| way.name.as_str()).collect();
            let sentence = format!("Say which way {} is meant: {}.", row.name, ways.join(" or "));
            refuse(Refusal::new(row.id, "which-way", sentence))
        }
        _ => refuse(Refusal::new(row.id, "by-itself", format!("{} is not used by itself.", row.name))),
    }
}

/// Refuses a power its user cannot use now.
fn may_use(at: At<'_, DirkRules>, who: Who, row: &Power, way: &Use) -> Result<(), Refusal> {
    let (rule, live) = (rules::DK_POWER_01H, at.state.live(who));
    let name = &at.state.sheet(who).name;
    let thing = at.book.gear.get(row.id.as_str()).is_some();
    if !thing && live.part(Part::Brain) == PartState::Lost {
        return Err(Refusal::new(rule, "no-brain", format!("{name} has lost the BRAIN: no powers.")));
    }
    if row.spell {
        if live.held_by.is_some() {
            return Err(Refusal::new(rule, "held", format!("{name} is held: no spells.")));
        }
        let (have, full) = (hands(at, who), hands_full(at, who));
        if at.state.house.hands == Hands::On && full >= have {
            let sentence = format!("A spell takes a free hand: {full} of {have} are full.");
            let refusal = Refusal::new(rule, "hands-full", sentence);
            return Err(refusal.with("hands", have).with("full", full));
        }
    }
    let spent = |known: &Lasting| known.by == row.id && known.what == Lasts::Spent;
    if way.once == Some(Often::Battle) && live.under(at.state.clock).any(spent) {
        return Err(Refusal::new(row.id, "used-up", format!("{name} has used {} already.", row.name)));
    }
    match (at.state.battle.is_some(), way.action) {
        (true, Takes::Move) => {
            must_act_now(at, who)?;
            if live.turn.no_move || live.turn.moved > 0 {
                return Err(Refusal::new(rule, "spent", format!("{name} has no move left this turn.")));
            }
            Ok(())
        }
        (true, Takes::Misc | Takes::Attack | Takes::WithEvade) => can_act(at, who),
        (true, Takes::None) => {
            Err(Refusal::new(row.id, "in-battle", "There is no time for that in a battle."))
        }
        (false, _) if out(at.state, who) => {
            Err(Refusal::new(rule, "unable", format!("{name} is in no state to do that.")))
        }
        (false, _) => Ok(()),
    }
}

/// Whom a use is aimed at, all of them in sight and in range.
fn aimed(cx: &Cx<'_, DirkRules>, call: &UsePower, way: &Use) -> Flow<SmallVec<[Who; 4]>> {
    let (rule, who) = (rules::DK_POWER_01H, call.who);
    let mut all: SmallVec<[Who; 4]> = call.target.into_iter().chain(call.targets.iter().copied()).collect();
    let body = match way.target {
        Aim::Oneself | Aim::Object | Aim::SeenSpot | Aim::Item | Aim::Lock => {
            return Ok([who].into_iter().collect());
        }
        Aim::Body => true,
        Aim::Creature | Aim::Other | Aim::Creatures | Aim::Spot => false,
    };
    let most = match way.target {
        Aim::Creatures => way.most.unwrap_or(u8::MAX),
        _ => 1,
    };
    let doubled = all.iter().enumerate().any(|(at, one)| all[..at].contains(one));
    if all.is_empty() || all.len() > usize::from(most) || doubled {
        let sentence = match most {
            1 => "Say at whom, one only.".to_owned(),
            u8::MAX => "Say at whom, each once.".to_owned(),
            most => format!("Say at whom: one to {most}, each once."),
        };
        return refuse(Refusal::new(rule, "targets", sentence).with("most", most));
    }
    for &target in &all {
        let Some(creature) = cx.state().creature(target).filter(|one| one.sheet.draft.is_none()) else {
            return refuse(Refusal::new(rule, "no-such-creature", "There is no such creature here."));
        };
        let name = &creature.sheet.name;
        if creature.live.dead != body {
            let how = if body { "not dead" } else { "dead" };
            return refuse(Refusal::new(rule, "dead", format!("{name} is {how}.")));
        }
        if target == who && (way.target != Aim::Creature || way.range.unwrap_or(5) > 5) {
            return refuse(Refusal::new(rule, "self", "That is not meant for oneself."));
        }
        if target == who {
            continue;
        }
        let blind = cx.state().live(who).part(Part::Eyes) == PartState::Lost;
        if blind || unnoticed(cx.state(), who, target) || smoked(cx.state(), who, target) {
            return refuse(Refusal::new(rule, "out-of-sight", format!("{name} cannot be seen.")));
        }
        let (feet, range) = (cx.state().feet(who, target), way.range.unwrap_or(5));
        if feet > range {
            let sentence = format!("{name} is {feet} feet away; that reaches {range}.");
            return refuse(
                Refusal::new(rule, "out-of-range", sentence).with("feet", feet).with("range", range),
            );
        }
        if let Some((by, sight)) = hidden_by(cx.at(), feet) {
            let sentence = format!("{name} is {feet} feet away; nobody sees farther than {sight}.");
            return refuse(Refusal::new(by, "hidden", sentence).with("feet", feet).with("sight", sight));
        }
    }
    if let Some(summon) = way.effects.iter().find_map(|effect| match effect {
        Effect::Summon(summon) => Some(summon),
        _ => None,
    }) {
        let mine = |other: Who| puppet_of(cx.state(), other) == Some(who) && !cx.state().live(other).dead;
        if cx.state().everybody().filter(|other| mine(*other)).count() >= usize::from(summon.most) {
            let sentence = format!("Only {} at a time.", summon.most);
            return refuse(Refusal::new(rule, "one-at-a-time", sentence).with("most", summon.most));
        }
    }
    let order = cx.state().in_order();
    all.sort_by_key(|one| order.iter().position(|known| known == one));
    Ok(all)
}

/// The words a use asks for.
fn words<'a>(call: &'a UsePower, way: &Use) -> Flow<&'a str> {
    let say = call.say.as_deref().map(str::trim).unwrap_or_default();
    let rule = rules::DK_POWER_01H;
    let object = matches!(way.target, Aim::Object | Aim::Item | Aim::Lock);
    if (object || way.asks.is_some()) && say.is_empty() {
        let what = way.asks.as_deref().unwrap_or("thing");
        return refuse(Refusal::new(rule, "words", format!("Say which {what} it is.")));
    }
    if say.chars().count() > 120 {
        return refuse(Refusal::new(rule, "words", "Say it in at most 120 characters."));
    }
    if way.asks.as_deref() == Some("order") && say.split_whitespace().count() > 3 {
        return refuse(Refusal::new(rule, "words", "An order has at most three words.").with("most", 3));
    }
    Ok(say)
}

/// Where somebody who vanishes will be.
fn spot(cx: &Cx<'_, DirkRules>, call: &UsePower, way: &Use) -> Flow<Option<(Who, u16)>> {
    if way.target != Aim::SeenSpot {
        return Ok(None);
    }
    let rule = rules::DK_POWER_01H;
    let anchor = call.target.filter(|&one| one != call.who && cx.state().creature(one).is_some());
    let (Some(anchor), Some(heading), Some(feet)) = (anchor, call.heading, call.feet) else {
        let sentence = "Say where: towards or away from whom, and how many feet.";
        return refuse(Refusal::new(rule, "no-spot", sentence));
    };
    if cx.state().live(call.who).part(Part::Eyes) == PartState::Lost {
        return refuse(Refusal::new(rule, "out-of-sight", "The spot has to be seen."));
    }
    let range = way.range.unwrap_or(0);
    if feet == 0 || feet > range {
        let sentence = format!("That reaches {range} feet, not {feet}.");
        return refuse(Refusal::new(rule, "out-of-range", sentence).with("feet", feet).with("range", range));
    }
    let before = cx.state().feet(call.who, anchor);
    let to = match heading {
        Heading::Towards => before.saturating_sub(feet).max(5.min(before)),
        Heading::Away => before.saturating_add(feet),
    };
    Ok(Some((anchor, to)))
}

/// HP and WIL a strain takes; refused where WIL would come to 0.
pub(crate) fn affordable(at: At<'_, DirkRules>, who: Who, cost: u8) -> Result<(u16, u8), Refusal> {
    let live = at.state.live(who);
    let hp = live.hp.min(cost.into());
    let wil = u16::from(cost) - hp;
    let has = live.score(Ability::Wil);
    if wil > 0 && wil >= u16::from(has) {
        let sentence = format!("That takes {cost}: {hp} HP are left, and WIL {has} would come to 0.");
        return Err(Refusal::new(rules::DK_POWER_02H, "too-much", sentence).with("cost", cost));
    }
    Ok((hp, wil as u8))
}

/// Pays a strain: HP first, then WIL with its save. Temporary HP pay nothing.
pub(crate) fn pay(cx: &mut Cx<'_, DirkRules>, who: Who, (hp, wil): (u16, u8)) -> Flow {
    let rule = rules::DK_POWER_02H;
    if hp > 0 {
        let from = cx.state().live(who).hp;
        cx.record(rule, Fact::Hp { who, from, to: from - hp });
    }
    if wil > 0 {
        let from = cx.state().live(who).score(Ability::Wil);
        cx.record(rule, Fact::Score { who, ability: Ability::Wil, from, to: from - wil });
        stunned(cx, who)?;
    }
    Ok(())
}

/// The target's save, with nothing added or taken away, and what follows if it fails.
fn resisted(cx: &mut Cx<'_, DirkRules>, deed: Deed<'_>, way: &Use) -> Flow {
    let who = deed.on;
    if way.tags.iter().any(|tag| immune(cx.at(), who, tag)) {
        if let Some(like) = cx.state().sheet(who).like {
            cx.cite(like);
        }
        let why = format!("{} cannot be touched by it.", cx.state().sheet(who).name);
        cx.record(deed.rule, Fact::Fizzled { who: deed.by, why });
        return Ok(());
    }
    if let Some(passed) = labor::own_save(cx, deed, way)? {
        return effect::all(cx, deed, if passed { &way.effects } else { &way.failed });
    }
    if let Some(ability) = way.save {
        let passed =
            cx.within(who, |cx| save(cx, Save::new(who, ability, rules::DK_POWER_03H).unadjusted()))?;
        if passed {
            return Ok(());
        }
    }
    effect::all(cx, deed, &way.effects)
}
