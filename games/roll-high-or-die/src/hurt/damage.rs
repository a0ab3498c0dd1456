//! Damage in its order: Vulnerability, True Resistance, Typed Resistance, Armoring, and what is left compared with
//! Vitality once. Dice come before and are with the one who deals it; Wounds come after.

use boneyard_table::{Cx, Flow, Group, Party, RuleId, Who};
use smallvec::SmallVec;

use super::wound::{die, takes_wounds, wound};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::body::max_vitality;
use crate::book::{Book, Passive, Topic};
use crate::fact::{GearFact, HurtFact, TableFact};
use crate::gear::{Piece, armoring_value, pieces, worn};
use crate::house::{ArmorLossOrder, DeathOverflowCompare, VulnerabilityFirst};
use crate::passive;
use crate::question::LosesFirst;
use crate::rules;
use crate::state::{Choice, DamageType, Dice, Place, Span, State, Used, Ware};

/// One part of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blow {
    /// How much.
    pub amount: i16,
    /// Of which type.
    pub kind: DamageType,
    /// Treats Armoring as 0.
    pub pierces: bool,
}

/// Everything one hit or effect does to somebody.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wallop {
    /// Whom.
    pub who: Who,
    /// Its parts, in their order.
    pub parts: SmallVec<[Blow; 3]>,
    /// Armoring loses so much more if it loses any.
    pub denting: u8,
    /// Reduces Armoring and nothing else.
    pub armor_only: bool,
    /// Deals nothing to swarms' own resistance.
    pub attack: bool,
    /// The rule it comes by.
    pub rule: RuleId,
}

/// What came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Suffered {
    /// Vitality was lost or a Wound taken.
    pub vital: bool,
}

impl Wallop {
    /// One part.
    pub fn one(who: Who, amount: i16, kind: DamageType, pierces: bool, rule: RuleId) -> Self {
        let parts = SmallVec::from_slice(&[Blow { amount, kind, pierces }]);
        Self { who, parts, denting: 0, armor_only: false, attack: false, rule }
    }
}

/// The sum of some dice and what is added to them; exact odds tell only sums apart.
pub fn roll_dice(
    cx: &mut Cx<'_, RollHighOrDie>,
    rule: RuleId,
    by: impl Into<Party>,
    dice: Dice,
    name: &'static str,
) -> Flow<i16> {
    if dice.count == 0 {
        return Ok(dice.flat.into());
    }
    let group = Group::new(dice.count, dice.sides).named(name);
    let sum = cx.dice_read(rule, by, group, |faces| faces.iter().map(i16::from).sum::<i16>())?;
    Ok(sum + i16::from(dice.flat))
}

/// What somebody has against damage and what makes it worse; no type means True Damage.
struct Against {
    resists: Changes,
    weak: Changes,
}

type Changes = SmallVec<[(Option<DamageType>, i16, RuleId); 4]>;

fn against(state: &State, book: &Book, who: Who, attack: bool) -> Against {
    let sheet = state.sheet(who);
    let own = |list: &[(Option<DamageType>, u8)]| -> Changes {
        list.iter().map(|(kind, by)| (*kind, i16::from(*by), rules::RH_CORE_02)).collect()
    };
    let mut all = Against { resists: own(&sheet.resists), weak: own(&sheet.weak) };
    passive::each(state, book, who, Topic::Damage, &mut |source, held| {
        let kind = |to: &str| match (to, source.choice) {
            ("True", _) => Some(None),
            ("chosen", Some(Choice::Damage(kind))) => Some(Some(kind)),
            (name, _) => DamageType::named(name).map(Some),
        };
        match held {
            Passive::Resist(toward) => {
                if let Some(kind) = kind(&toward.to) {
                    all.resists.push((kind, toward.by.into(), source.rule));
                }
            }
            Passive::Vulnerable(toward) => {
                if let Some(kind) = kind(&toward.to) {
                    all.weak.push((kind, toward.by.into(), source.rule));
                }
            }
            _ => {}
        }
    });
    if attack && let Some(rule) = passive::hook(state, book, who, "swarm") {
        all.resists.push((None, 2, rule));
    }
    all
}

/// What the parts come to against somebody, with the rules that changed them.
fn reckon(cx: &mut Cx<'_, RollHighOrDie>, wallop: &Wallop) -> SmallVec<[Blow; 3]> {
    let against = against(cx.state(), cx.book(), wallop.who, wallop.attack);
    let mut parts = wallop.parts.clone();
    let mut cited: Vec<RuleId> = Vec::new();
    let first = cx.state().house.vulnerability_first == VulnerabilityFirst::On;
    let mut worse = |parts: &mut SmallVec<[Blow; 3]>| {
        for part in parts.iter_mut().filter(|part| part.amount > 0) {
            let fits = |kind: Option<DamageType>| kind.map_or(part.pierces, |kind| kind == part.kind);
            for (_, by, rule) in against.weak.iter().filter(|(kind, ..)| fits(*kind)) {
                part.amount += by;
                cited.extend([rules::RH_DMG_04, *rule]);
            }
        }
    };
    if first {
        worse(&mut parts);
    }
    let mut resisted: Vec<RuleId> = Vec::new();
    for (_, by, rule) in against.resists.iter().filter(|(kind, ..)| kind.is_none()) {
        let mut left = *by;
        for part in &mut parts {
            let less = left.min(part.amount);
            (part.amount, left) = (part.amount - less, left - less);
            if less > 0 {
                resisted.extend([rules::RH_DMG_03, *rule]);
            }
        }
    }
    for (kind, by, rule) in &against.resists {
        for part in parts.iter_mut().filter(|part| Some(part.kind) == *kind && part.amount > 0) {
            part.amount = (part.amount - by).max(0);
            resisted.extend([rules::RH_DMG_03, *rule]);
        }
    }
    if !first {
        worse(&mut parts);
    }
    cited.extend(resisted);
    for rule in cited {
        cx.cite(rule);
    }
    parts
}

/// Somebody takes damage, with everything that follows.
pub fn suffer(cx: &mut Cx<'_, RollHighOrDie>, wallop: &Wallop) -> Flow<Suffered> {
    let who = wallop.who;
    if cx.state().live(who).dead {
        return Ok(Suffered::default());
    }
    cx.cite(rules::RH_DMG_01);
    cx.cite(rules::RH_DMG_05);
    let parts = reckon(cx, wallop);
    let plain: i16 = parts.iter().filter(|part| !part.pierces).map(|part| part.amount).sum();
    let pierced: i16 = parts.iter().filter(|part| part.pierces).map(|part| part.amount).sum();
    if pierced > 0 {
        cx.cite(rules::RH_DMG_02);
    }
    if plain + pierced == 0 {
        record(cx, wallop.rule, HurtFact::Unhurt { who }.into());
        return Ok(Suffered::default());
    }
    let through = cx.within((wallop, pierced), |cx| absorb(cx, wallop, plain))?;
    if wallop.armor_only {
        return Ok(Suffered::default());
    }
    let rest = through + pierced;
    if rest == 0 {
        return Ok(Suffered::default());
    }
    loses(cx, who, rest, wallop.rule)?;
    Ok(Suffered { vital: true })
}

/// Armoring takes what it can. Gives what is left of the damage.
fn absorb(cx: &mut Cx<'_, RollHighOrDie>, wallop: &Wallop, amount: i16) -> Flow<i16> {
    let who = wallop.who;
    cx.cite_all(|at| {
        let worn = worn(at.state, who).map(|(_, suit)| armoring_value(at.book, suit).is_ok());
        worn.map(|whole| if whole { rules::RH_ARMOR_02 } else { rules::RH_ARMOR_01 })
            .collect::<SmallVec<[RuleId; 2]>>()
    });
    let mut all = pieces(cx.state(), cx.book(), who);
    all.retain(|piece| piece.left() > 0);
    if amount == 0 || all.is_empty() {
        return Ok(amount);
    }
    let head_first = match cx.state().house.armor_loss_order {
        ArmorLossOrder::BodyFirst => false,
        ArmorLossOrder::HeadFirst => true,
        ArmorLossOrder::OwnerChooses if all.len() > 1 => cx.ask(who, LosesFirst { who })?,
        ArmorLossOrder::OwnerChooses => false,
    };
    if head_first {
        all.sort_by_key(|piece| !piece.head);
    }
    cx.cite(rules::RH_DEF_06);
    let left = take(cx, wallop, &mut all, amount);
    if wallop.denting > 0 {
        take(cx, wallop, &mut all, wallop.denting.into());
    }
    Ok(left)
}

fn take(cx: &mut Cx<'_, RollHighOrDie>, wallop: &Wallop, all: &mut [Piece], mut amount: i16) -> i16 {
    for piece in all {
        let less = amount.min(i16::try_from(piece.left()).unwrap_or(i16::MAX));
        if less == 0 {
            continue;
        }
        piece.lost += less.unsigned_abs();
        amount -= less;
        if let Some(item) = piece.item {
            cite_piece(cx, wallop.who, item);
        }
        let fact = HurtFact::Armor { who: wallop.who, item: piece.item, lost: piece.lost };
        record(cx, rules::RH_DEF_05, fact.into());
    }
    amount
}

/// The entries a piece of armor is made of.
fn cite_piece(cx: &mut Cx<'_, RollHighOrDie>, who: Who, item: u8) {
    if !cx.keeps() {
        return;
    }
    let thing = &cx.state().sheet(who).items[usize::from(item)];
    let Ware::Armor(suit) = &thing.ware else { return };
    let size = suit.size.map(crate::state::Size::name);
    let names = [size, suit.material.as_deref(), suit.style.as_deref()].into_iter().flatten();
    let book = cx.book();
    let tags =
        names.chain(suit.tags.iter().map(String::as_str)).filter_map(|name| book.armor_tags.named(name));
    let all: Vec<RuleId> = tags.map(|row| row.id).chain(thing.like).collect();
    for rule in all {
        cx.cite(rule);
    }
}

/// Vitality is lost, or a Wound taken, or a life.
fn loses(cx: &mut Cx<'_, RollHighOrDie>, who: Who, amount: i16, rule: RuleId) -> Flow {
    let state = cx.state();
    let before = state.live(who).vitality;
    let to = before - amount;
    if to >= 0 {
        cx.cite(rules::RH_VIT_02);
        record(cx, rule, HurtFact::Lost { who, amount, to }.into());
        return Ok(());
    }
    if !takes_wounds(state, who) {
        die(cx, who, rules::RH_HOUSE_11H);
        return Ok(());
    }
    passive::cite(cx, who, "maximum-vitality", passive::Situation::default());
    let (state, book) = (cx.state(), cx.book());
    let (overflow, most) = (-to, max_vitality(state, book, who));
    let dead = match state.house.death_overflow_compare {
        DeathOverflowCompare::Exact => overflow * 2 >= most,
        DeathOverflowCompare::FloorHalf => overflow >= most / 2,
    };
    if dead {
        let unbroken = passive::hook(state, book, who, "unbroken");
        match unbroken.filter(|entry| state.live(who).times_used(*entry) == 0) {
            Some(entry) => {
                let used = Used { what: entry, until: Span::Day, times: 1 };
                record(cx, entry, TableFact::Used { who, used }.into());
            }
            None => {
                die(cx, who, rules::RH_VIT_03);
                return Ok(());
            }
        }
    }
    cx.cite(rules::RH_VIT_03);
    wound(cx, who, true)
}

/// What somebody holds falls into their space.
pub fn drop_held(cx: &mut Cx<'_, RollHighOrDie>, who: Who, rule: RuleId) {
    let live = cx.state().live(who);
    let at = live.at;
    let held: Vec<u8> = (0..live.items.len() as u8)
        .filter(|number| live.items[usize::from(*number)].place.is_held())
        .collect();
    for item in held {
        record(cx, rule, GearFact::Placed { who, item, to: Place::Floor(at) }.into());
    }
}
