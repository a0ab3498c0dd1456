//! An Attack, in its order: legal, paid, the roll, the hit and what it opens, damage, what it leaves behind.

use boneyard_table::{At, Cx, Flow, Group, Refusal, RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::arms::{Weapon, ability, degree, weapon};
use super::legal::{has, in_encounter, pay, target as check_target};
use crate::RollHighOrDie;
use crate::body::{self, modifier};
use crate::book::{Book, Effect};
use crate::check::{Parts, Sums, Throw, everything, sum, throw};
use crate::effect;
use crate::fact::{FightFact, GearFact};
use crate::house::{EngageOnHit, NaturalExtremes};
use crate::hurt::{Blow, Gain, Wallop, end_conditions, gain, suffer};
use crate::passive::{self, Situation};
use crate::question::{InsteadSlow, TakeBlow};
use crate::rules;
use crate::sight;
use crate::state::{
    Ability, Condition, Cover, DamageType, Defense, Dice, Place, Range, ShotTag, Skill, Stance, State, Ware,
    WeaponTag,
};

/// The Attack action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// Who.
    pub who: Who,
    /// Whom.
    pub target: Who,
    /// With what, by its name; the first weapon at hand if nothing is said.
    #[serde(default)]
    pub with: Option<String>,
    /// Thrown.
    #[serde(default)]
    pub throw: bool,
    /// Strength or Dexterity, where the weapon leaves the choice.
    #[serde(default)]
    pub ability: Option<Ability>,
    /// Which ammunition, by its name, where there are several kinds.
    #[serde(default)]
    pub shot: Option<String>,
}

/// One Attack, whatever grants it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Assault {
    /// Who.
    pub who: Who,
    /// Whom.
    pub target: Who,
    /// With what.
    pub weapon: Weapon,
    /// The Weapon Ability.
    pub ability: Ability,
    /// Thrown.
    pub thrown: bool,
    /// What it must reach.
    pub versus: Defense,
    /// Ammunition that is spent, by its number among the things.
    pub shot: Option<u8>,
    /// Through Engaged.
    pub engaged: bool,
    /// Feet more Range.
    pub further: u16,
    /// Cover counts so many levels less.
    pub cover_less: u8,
    /// A hit does no damage.
    pub harmless: bool,
    /// Dice more, of the same type.
    pub extra: Option<Dice>,
    /// All its damage is True.
    pub pierces: bool,
    /// Damage Dice are rolled twice.
    pub twice: bool,
    /// Twice the damage, to Armoring alone.
    pub sunders: bool,
    /// The total is compared once more.
    pub again: bool,
    /// The rule that grants it.
    pub rule: RuleId,
}

/// What an Attack came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Struck {
    /// A hit.
    pub hit: bool,
    /// What the roll came to.
    pub total: i16,
    /// The face that counted.
    pub face: u8,
}

impl Assault {
    /// An Attack with nothing special about it.
    pub fn plain(who: Who, target: Who, weapon: Weapon, ability: Ability, rule: RuleId) -> Self {
        let versus = weapon.arms.versus.unwrap_or(Defense::Reflex);
        Self {
            who,
            target,
            weapon,
            ability,
            thrown: false,
            versus,
            shot: None,
            engaged: false,
            further: 0,
            cover_less: 0,
            harmless: false,
            extra: None,
            pierces: false,
            twice: false,
            sunders: false,
            again: false,
            rule,
        }
    }

    /// Whether it is a Ranged Attack.
    pub fn ranged(&self) -> bool {
        self.thrown || self.weapon.arms.shoots()
    }

    /// Feet it reaches.
    pub fn reach(&self) -> u16 {
        let own = match (self.thrown, self.weapon.arms.range) {
            (true, _) => self.weapon.arms.thrown().unwrap_or(0),
            (false, Some(Range::Reach(feet) | Range::Range(feet))) => feet,
            (false, None) => 0,
        };
        own + self.further
    }
}

/// Whether an Attack may be made.
pub fn check_attack(at: At<'_, RollHighOrDie>, attack: &Attack) -> Result<Assault, Refusal> {
    let (state, book, who) = (at.state, at.book, attack.who);
    in_encounter(state, book, who, 0)?;
    has(state, who, "attack")?;
    let weapon = weapon(state, book, who, attack.with.as_deref())?;
    in_encounter(state, book, who, weapon.w)?;
    let ability = ability(state, who, &weapon, attack.ability)?;
    let mut assault = Assault::plain(who, attack.target, weapon, ability, rules::RH_ACT_01);
    assault.thrown = attack.throw;
    check_assault(at, &mut assault, attack.shot.as_deref())?;
    Ok(assault)
}

/// Whether an Attack can be made at all, and with what is shot.
pub fn check_assault(
    at: At<'_, RollHighOrDie>,
    assault: &mut Assault,
    shot: Option<&str>,
) -> Result<(), Refusal> {
    let (state, book, who) = (at.state, at.book, assault.who);
    let rule = rules::RH_ACT_01;
    check_target(state, book, who, assault.target, rule)?;
    if assault.thrown && assault.weapon.arms.thrown().is_none() {
        let sentence = format!("The {} is not made for throwing.", assault.weapon.name);
        return Err(Refusal::new(rules::RH_SKILL_04, "not-thrown", sentence));
    }
    if assault.weapon.arms.shoots() && assault.weapon.item.is_some() {
        let (shot, dice, kind) = ready_shot(state, who, &assault.weapon, shot)?;
        assault.shot = Some(shot);
        (assault.weapon.arms.dice, assault.weapon.arms.kind) = (Some(dice), Some(kind));
    }
    if let Some(item) = assault.weapon.item
        && state.live(who).items[usize::from(item)].jammed
    {
        let sentence = format!("The {} is Jammed.", assault.weapon.name);
        return Err(Refusal::new(rules::RH_HOUSE_08H, "jammed", sentence));
    }
    let (far, most) = (sight::distance(state, who, assault.target), assault.reach());
    if far > most {
        let name = state.name(assault.target);
        let sentence = format!("{name} is {far} feet away; the {} reaches {most}.", assault.weapon.name);
        return Err(Refusal::new(rule, "out-of-range", sentence).with("feet", far).with("range", most));
    }
    Ok(())
}

/// The ammunition an Attack spends: what is loaded, or a piece from Quiver or Sheath.
fn ready_shot(
    state: &State,
    who: Who,
    weapon: &Weapon,
    wanted: Option<&str>,
) -> Result<(u8, Dice, DamageType), Refusal> {
    let one = state.one(who);
    let none = |code: &str, sentence: String| Refusal::new(rules::RH_AMMO_02, code, sentence);
    let loads = weapon.arms.capacity().is_some();
    let open: Vec<u8> = if loads {
        let item = weapon.item.map_or(0, usize::from);
        one.live.items[item].loaded.iter().filter(|(_, count)| *count > 0).map(|(shot, _)| *shot).collect()
    } else {
        let all = one.sheet.items.iter().zip(&one.live.items).enumerate();
        all.filter(|(_, (thing, item))| {
            let fits = matches!(&thing.ware, Ware::Shot(shot) if weapon.arms.base.is_some_and(|base| shot.fits.contains(&base)));
            fits && item.count > 0 && matches!(item.place, Place::Quiver | Place::Sheath)
        })
        .map(|(number, _)| number as u8)
        .collect()
    };
    let named = |shot: &u8| {
        wanted.is_none_or(|name| one.sheet.items[usize::from(*shot)].name.eq_ignore_ascii_case(name))
    };
    let Some(shot) = open.iter().copied().find(named) else {
        let sentence = match (loads, wanted) {
            (_, Some(name)) => format!("No {} is ready.", name.chars().take(40).collect::<String>()),
            (true, None) => format!("Nothing is loaded in the {}.", weapon.name),
            (false, None) => format!("There is nothing for the {} in Quiver or Sheath.", weapon.name),
        };
        return Err(none(if loads { "not-loaded" } else { "no-ammunition" }, sentence));
    };
    let thing = &one.sheet.items[usize::from(shot)];
    match &thing.ware {
        Ware::Shot(own) => match (own.dice, own.kind) {
            (Some(dice), Some(kind)) => Ok((shot, dice, kind)),
            _ => {
                let sentence = format!("The {} lack a Tag and cannot be fired.", thing.name);
                Err(Refusal::new(rules::RH_AMMO_01, "not-valid", sentence))
            }
        },
        _ => Err(none("no-ammunition", format!("The {} cannot be fired.", thing.name))),
    }
}

/// Attacks.
pub fn attack(cx: &mut Cx<'_, RollHighOrDie>, attack: &Attack) -> Flow {
    let blow = check_attack(cx.at(), attack)?;
    pay(cx, blow.who, blow.weapon.w, rules::RH_ACT_01);
    assault(cx, &blow)?;
    settled(cx, blow.who);
    Ok(())
}

/// Whoever has attacked, grappled or shoved is Hidden no longer.
pub fn settled(cx: &mut Cx<'_, RollHighOrDie>, who: Who) {
    end_conditions(cx, who, Condition::Hidden.rule(), |ailment| ailment.what == Condition::Hidden);
}

/// Everything an Attack Roll adds.
pub fn attack_sums<'b>(state: &State, book: &'b Book, assault: &Assault) -> Sums<'b> {
    let (who, target) = (assault.who, assault.target);
    let mut sums = Sums::default();
    // Thrown weapons go by Dexterity, whatever they are swung with.
    let own =
        if assault.thrown && assault.weapon.natural.is_none() { Ability::Dexterity } else { assault.ability };
    sums.add(own.name(), modifier(state, who, own), rules::RH_ACT_01);
    let (by, skill) = degree(state, who, &assault.weapon, assault.thrown);
    sums.add(skill, by, rules::RH_WPN_06);
    if state.live(who).stance == Stance::HighReady {
        sums.add("High Ready", 2, rules::RH_STANCE_02);
    }
    if assault.ranged() {
        if state.live(who).stance == Stance::Crouched {
            sums.add("Crouched", 3, rules::RH_STANCE_04);
        }
        let (by, rule) = match cover(state, book, assault) {
            Cover::Low => (-3, rules::RH_COVER_01),
            Cover::High | Cover::Full => (-6, rules::RH_COVER_01),
            Cover::No => (0, rules::RH_COVER_01),
        };
        sums.add("Cover", by, rule);
    }
    if sight::high_ground(state, who, target) {
        sums.add("High Ground", 5, rules::RH_HIGH_01);
    }
    let letters = if own == Ability::Strength { "STR" } else { "DEX" };
    let kind = if assault.ranged() { "attack-ranged" } else { "attack-melee" };
    let now = Situation {
        other: Some(target),
        weapon: Some(&assault.weapon),
        through_engaged: assault.engaged,
        skill: Skill::named(skill),
    };
    everything(state, book, who, &[letters, "attack", kind, skill], now, &mut sums);
    let against = Situation { other: Some(who), ..now };
    passive::each(state, book, target, &mut |source, held| {
        if let crate::book::Passive::Attacked(change) = held
            && passive::holds(state, target, source, &change.when, against)
        {
            sums.add(source.name, change.by.into(), source.rule);
            if change.advantage {
                sums.edge(source.name, true, source.rule);
            }
            if change.disadvantage {
                sums.edge(source.name, false, source.rule);
            }
        }
    });
    if state.live(target).stance == Stance::Prone && sight::distance(state, who, target) <= 10 {
        sums.edge("Prone", true, rules::RH_STANCE_05);
    }
    if sight::light_of(state, book, target) == crate::state::Light::Darkness {
        sums.edge("Darkness", false, rules::RH_LIGHT_05);
    }
    sums
}

/// What covers the target of a Ranged Attack, Stance and aim taken into account.
pub fn cover(state: &State, book: &Book, assault: &Assault) -> Cover {
    let crossed = sight::crossed(state, book, assault.who, assault.target).unwrap_or(Cover::High);
    let raised = sight::raised(crossed, state.live(assault.target).stance);
    match (raised, assault.cover_less) {
        (Cover::High, 1) => Cover::Low,
        (Cover::Low, 1) | (Cover::High, 2..) => Cover::No,
        (Cover::Low, 2..) => Cover::No,
        (cover, _) => cover,
    }
}

/// The number an Attack must reach, and what it is made of.
pub fn defense<'b>(state: &State, book: &'b Book, assault: &Assault) -> Parts<'b> {
    let ignored: &[Condition] =
        if assault.weapon.arms.tags.contains(&WeaponTag::Wraparound) { &[Condition::Guarded] } else { &[] };
    let now = Situation { other: Some(assault.who), ..Situation::default() };
    body::defense(state, book, assault.target, assault.versus, now, ignored)
}

/// One Attack, whole.
pub fn assault(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault) -> Flow<Struck> {
    let (who, target) = (assault.who, assault.target);
    let with = assault.weapon.name.clone();
    cx.record(assault.rule, FightFact::Attacks { who, target, with }.into());
    cite_weapon(cx, assault);
    spend_shot(cx, assault);
    let struck = cx.within(assault, |cx| roll(cx, assault))?;
    end_conditions(cx, target, Condition::OffBalance.rule(), |ailment| ailment.what == Condition::OffBalance);
    if struck.hit {
        cx.within((assault, struck), |cx| hit(cx, assault, struck))?;
    }
    after(cx, assault, struck);
    Ok(struck)
}

/// The Attack Roll against the number it must reach.
fn roll(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault) -> Flow<Struck> {
    let (who, target) = (assault.who, assault.target);
    let (state, book) = (cx.state(), cx.book());
    let sums = attack_sums(state, book, assault);
    let guarded = defense(state, book, assault);
    let against = sum(&guarded);
    let bonus = sums.total();
    let extremes = state.house.natural_extremes == NaturalExtremes::On;
    let hits = |face: u8| match face {
        20 if extremes => true,
        1 if extremes => false,
        face => i16::from(face) + bonus >= against,
    };
    let jam = assault.weapon.arms.jam().map_or(0, |jam| jam.upto);
    let reads = |face: u8| u32::from(hits(face)) * 2 + u32::from(face <= jam);
    // What compares the total once more needs all of it.
    let plain = also(state, book, assault).is_none() && !assault.again;
    let own = Throw::new(who, &assault.weapon.name, sums, assault.rule);
    let thrown = throw(cx, Throw { reads: if plain { Some(&reads) } else { None }, ..own })?;
    let hit = hits(thrown.face);
    cx.cite(rules::RH_CHECK_04);
    cx.cite(rules::RH_DEF_04);
    for part in &guarded {
        cx.cite(part.rule);
    }
    let fact = FightFact::Struck { who, target, total: thrown.total, against, hit };
    cx.record(assault.rule, fact.into());
    Ok(Struck { hit, total: thrown.total, face: thrown.face })
}

/// The same total against somebody else, damage rolled anew.
pub fn attack_again(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault, first: Struck) -> Flow {
    let (who, target, total) = (assault.who, assault.target, first.total);
    let against = sum(&defense(cx.state(), cx.book(), assault));
    let hit = total >= against;
    cx.record(assault.rule, FightFact::Struck { who, target, total, against, hit }.into());
    if hit { self::hit(cx, assault, Struck { hit, ..first }) } else { Ok(()) }
}

/// The row of an attack somebody is born with, or has a line for.
fn line<'b>(state: &State, book: &'b Book, assault: &Assault) -> Option<&'b crate::book::AttackRow> {
    let row = state.sheet(assault.who).like.and_then(|like| book.creatures.get(like.as_str()))?;
    row.attacks.iter().find(|line| line.name == assault.weapon.name && line.thrown == assault.thrown)
}

/// What the same total is compared with once more.
fn also<'b>(state: &State, book: &'b Book, assault: &Assault) -> Option<(Defense, &'b [Effect])> {
    let also = line(state, book, assault)?.also.as_ref()?;
    Some((also.versus, &also.effects))
}

fn cite_weapon(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault) {
    cx.cite(rules::RH_CORE_06);
    let one = cx.state().one(assault.who);
    let entry = assault.weapon.item.and_then(|item| one.sheet.items[usize::from(item)].like);
    let entry = entry.or(if assault.weapon.natural.is_some() { one.sheet.like } else { None });
    if let Some(entry) = entry {
        cx.cite(entry);
    }
    if assault.weapon.item.is_some() {
        cx.cite(rules::RH_WPN_04);
        cx.cite(rules::RH_WPN_05);
    } else if assault.weapon.natural.is_none() {
        cx.cite(rules::RH_HOUSE_19H);
    }
    if assault.thrown {
        cx.cite(rules::RH_SKILL_04);
    }
    if assault.ranged() {
        cx.cite(rules::RH_COVER_02);
        cx.cite(rules::RH_COVER_03);
        cx.cite(rules::RH_COVER_04);
    }
    cx.cite(rules::RH_LOS_01);
}

/// A piece is spent, hit or miss.
fn spend_shot(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault) {
    let (Some(shot), Some(item)) = (assault.shot, assault.weapon.item) else { return };
    let rule = rules::RH_AMMO_02;
    let who = assault.who;
    let live = cx.state().live(who);
    if assault.weapon.arms.capacity().is_some() {
        let mut loaded: Vec<(u8, u8)> = live.items[usize::from(item)].loaded.to_vec();
        if let Some((_, count)) = loaded.iter_mut().find(|(known, _)| *known == shot) {
            *count -= 1;
        }
        loaded.retain(|(_, count)| *count > 0);
        cx.record(rule, GearFact::Loaded { who, item, loaded }.into());
    } else {
        let count = live.items[usize::from(shot)].count.saturating_sub(1);
        cx.record(rule, GearFact::Count { who, item: shot, count }.into());
    }
}

/// What a hit does: what it opens, damage, Engaged, what else the weapon brings.
fn hit(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault, struck: Struck) -> Flow {
    let (who, target) = (assault.who, assault.target);
    cx.cite(rules::RH_TIMING_04);
    let slow = assault.weapon.arms.tags.contains(&WeaponTag::Entangling)
        && !assault.harmless
        && cx.ask(who, InsteadSlow { who, target })?;
    let mut vital = false;
    let harmless = assault.harmless || assault.weapon.arms.dice.is_none();
    if slow {
        gain(cx, target, Gain::new(Condition::Slowed, rules::RH_WTAG_20H).from(who));
    } else if !harmless {
        let taker = interposed(cx, assault)?;
        let parts = cx.within((assault, struck, taker), |cx| damage(cx, assault))?;
        let parts = cx.within((assault, struck, taker), |cx| parried(cx, assault, taker, parts))?;
        let denting = assault.weapon.arms.tags.iter().find_map(|tag| match tag {
            WeaponTag::Denting(by) => Some(*by),
            _ => None,
        });
        let wallop = Wallop {
            who: taker,
            parts,
            denting: denting.unwrap_or(0),
            armor_only: assault.sunders,
            attack: true,
            rule: assault.rule,
        };
        vital = cx.within((assault, struck, taker), |cx| suffer(cx, &wallop))?.vital;
    }
    if cx.state().live(target).dead {
        return Ok(());
    }
    engages(cx, assault);
    if vital && shot_has(cx.state(), assault, |tag| *tag == ShotTag::Barbed) {
        gain(cx, target, Gain::new(Condition::Bleeding, rules::RH_MTAG_03H).from(who));
    }
    let book = cx.book();
    let own: &[Effect] = line(cx.state(), book, assault).map_or(&[], |line| &line.effects);
    let entry = cx.state().sheet(who).like.unwrap_or(assault.rule);
    cx.within((assault, struck), |cx| effect::on(cx, who, target, own, entry))?;
    if let Some((versus, effects)) = also(cx.state(), book, assault) {
        let against = body::defense_now(cx.state(), book, target, versus);
        if struck.total >= against && !cx.state().live(target).dead {
            cx.within((assault, struck), |cx| effect::on(cx, who, target, effects, entry))?;
        }
    }
    Ok(())
}

fn shot_has(state: &State, assault: &Assault, fits: impl Fn(&ShotTag) -> bool) -> bool {
    let thing = assault.shot.and_then(|shot| state.sheet(assault.who).items.get(usize::from(shot)));
    matches!(thing.map(|thing| &thing.ware), Some(Ware::Shot(shot)) if shot.tags.iter().any(fits))
}

/// Somebody beside the target may take the blow.
fn interposed(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault) -> Flow<Who> {
    let target = assault.target;
    let state = cx.state();
    let open: Vec<Who> = state
        .here()
        .filter(|other| {
            *other != target
                && *other != assault.who
                && state.live(*other).is(Condition::Shielding)
                && !state.hostile(*other, target)
                && sight::adjacent(state, *other, target)
                && super::able(state, *other).is_ok()
        })
        .collect();
    for other in open {
        if cx.ask(other, TakeBlow { who: other, target, from: assault.who })? {
            let rule = Condition::Shielding.rule();
            end_conditions(cx, other, rule, |ailment| ailment.what == Condition::Shielding);
            return Ok(other);
        }
    }
    Ok(target)
}

/// The dice of a hit.
fn damage(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault) -> Flow<SmallVec<[Blow; 3]>> {
    let (who, arms) = (assault.who, &assault.weapon.arms);
    let base = arms.dice.unwrap_or_default();
    let dice = match arms.versatile() {
        Some(both) if assault.weapon.both => {
            cx.cite(rules::RH_WTAG_09H);
            both
        }
        _ => base,
    };
    let times = if assault.twice { 2 } else { 1 };
    let brutal = arms.tags.contains(&WeaponTag::Brutal);
    let rolled = weapon_dice(cx, who, Dice { count: dice.count * times, ..dice }, brutal, assault.rule)?;
    let power: i16 =
        arms.tags.iter().map(|tag| if let WeaponTag::Power(by) = tag { i16::from(*by) } else { 0 }).sum();
    let own = modifier(cx.state(), who, assault.ability);
    let mut amount = rolled + own + power;
    if let Some(extra) = assault.extra {
        amount += cx.within((assault, amount), |cx| weapon_dice(cx, who, extra, false, assault.rule))?;
    }
    // Below 0 is 0, and still a hit.
    amount = amount.max(0) * if assault.sunders { 2 } else { 1 };
    let kind = arms.kind.unwrap_or(DamageType::Bludgeoning);
    let tagged =
        arms.tags.iter().map(|tag| if let WeaponTag::GapFinder(by) = tag { i16::from(*by) } else { 0 });
    let mut gap: i16 = tagged.sum();
    if let Some(Ware::Shot(shot)) = assault
        .shot
        .and_then(|shot| cx.state().sheet(who).items.get(usize::from(shot)))
        .map(|thing| &thing.ware)
    {
        gap += shot
            .tags
            .iter()
            .map(|tag| if let ShotTag::PiercingCore(by) = tag { i16::from(*by) } else { 0 })
            .sum::<i16>();
    }
    let gap = if assault.pierces { amount } else { gap.min(amount) };
    let mut parts: SmallVec<[Blow; 3]> = SmallVec::new();
    if amount > gap || gap == 0 {
        parts.push(Blow { amount: amount - gap, kind, pierces: false });
    }
    if gap > 0 {
        parts.push(Blow { amount: gap, kind, pierces: true });
    }
    Ok(parts)
}

/// Weapon dice, with what Brutal and Deadly make of ones.
fn weapon_dice(
    cx: &mut Cx<'_, RollHighOrDie>,
    who: Who,
    dice: Dice,
    brutal: bool,
    rule: RuleId,
) -> Flow<i16> {
    let deadly = passive::hook(cx.state(), cx.book(), who, "deadly");
    let group = Group::new(dice.count, dice.sides).named("damage");
    let Some(entry) = deadly else {
        let worth = |face: u8| if brutal && face == 1 { 2 } else { i16::from(face) };
        return cx.dice_read(rule, who, group, |faces| faces.iter().map(worth).sum::<i16>());
    };
    let worth = |face: u8| if brutal && face == 1 { 2 } else { i16::from(face) };
    let (ones, rest) = cx.dice_read(rule, who, group, |faces| {
        (faces.count(|face| face == 1), faces.iter().filter(|face| *face != 1).map(worth).sum::<i16>())
    })?;
    if ones == 0 {
        return Ok(rest);
    }
    cx.cite(entry);
    let again = Group::new(ones, dice.sides).named("damage again");
    let more = cx.within((who, rest), |cx| {
        cx.dice_read(entry, who, again, |faces| faces.iter().map(worth).sum::<i16>())
    })?;
    Ok(rest + more)
}

/// Parrying takes a d6 and the Weapon Ability off a melee hit, before anything else.
fn parried(
    cx: &mut Cx<'_, RollHighOrDie>,
    assault: &Assault,
    taker: Who,
    mut parts: SmallVec<[Blow; 3]>,
) -> Flow<SmallVec<[Blow; 3]>> {
    let ready =
        cx.state().live(taker).is(Condition::Parrying) && taker == assault.target && !assault.ranged();
    if !ready || assault.weapon.arms.tags.contains(&WeaponTag::Wraparound) {
        return Ok(parts);
    }
    let rule = Condition::Parrying.rule();
    end_conditions(cx, taker, rule, |ailment| ailment.what == Condition::Parrying);
    let (state, book) = (cx.state(), cx.book());
    let held = super::arms::weapons(state, book, taker).into_iter().find(|weapon| !weapon.arms.shoots());
    let own = held.and_then(|weapon| ability(state, taker, &weapon, None).ok());
    let own = own.map_or(0, |ability| modifier(state, taker, ability));
    let face = cx.within((assault, &parts), |cx| cx.die(rule, taker, 6))?;
    let mut less = (i16::from(face) + own).max(1);
    for part in &mut parts {
        let off = less.min(part.amount);
        (part.amount, less) = (part.amount - off, less - off);
    }
    Ok(parts)
}

/// A hit in melee Engages.
fn engages(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault) {
    let melee = !assault.ranged();
    if melee && cx.state().house.engage_on_hit == EngageOnHit::On && cx.state().encounter.is_some() {
        let rule = Condition::Engaged.rule();
        gain(cx, assault.target, Gain::new(Condition::Engaged, rule).from(assault.who));
    }
}

/// What an Attack leaves behind: a jam, a thrown weapon on the floor, a push.
fn after(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault, struck: Struck) {
    let who = assault.who;
    if let (Some(jam), Some(item)) = (assault.weapon.arms.jam(), assault.weapon.item)
        && struck.face <= jam.upto
    {
        cx.record(rules::RH_HOUSE_08H, GearFact::Jammed { who, item, jammed: true }.into());
    }
    if let Some(item) = assault.weapon.item.filter(|_| assault.thrown) {
        let to = Place::Floor(cx.state().live(assault.target).at);
        cx.record(rules::RH_AMMO_02, GearFact::Placed { who, item, to }.into());
    }
}
