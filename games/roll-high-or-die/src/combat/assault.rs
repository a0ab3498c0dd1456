//! One Attack, whatever grants it, in its order: legal, announced, the roll, the hit, what it leaves behind. What the
//! roll adds is in `bonus`, what a hit does in `hit`, ammunition in `shot`.

use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Who};

use super::arms::{Hold, Weapon};
use super::bonus::{attack_sums, defense};
use super::burst::{burst, bursts, smoke};
use super::cited::cite_weapon;
use super::hit::hit;
use super::legal::target as check_target;
use super::shot::{ready_shot, shot_has, spend_shot};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::{Book, Effect};
use crate::check::{Throw, sum, throw};
use crate::fact::{FightFact, GearFact, InventoryFact, TableFact};
use crate::house::NaturalExtremes;
use crate::hurt::end_conditions;
use crate::rules;
use crate::sight;
use crate::state::{
    Ability, Condition, DamageType, Defense, Dice, Place, ShotTag, Span, Spot, State, Used, WeaponTag,
};

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
        self.weapon.arms.spans(self.thrown) + self.further
    }
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
    ready(state, book, assault, shot)?;
    let far = sight::distance(state, who, assault.target);
    check_reach(state, book, assault, far, rule, || state.name(assault.target).to_owned())
}

/// Whether the weapon of an Attack is ready: made for it, loaded, not Jammed, something left to throw.
pub(super) fn ready(
    state: &State,
    book: &Book,
    assault: &mut Assault,
    shot: Option<&str>,
) -> Result<(), Refusal> {
    let found = readied(state, book, assault.who, &assault.weapon.hold(), assault.thrown, shot)?;
    if let Some((shot, dice, kind)) = found {
        assault.shot = Some(shot);
        (assault.weapon.arms.dice, assault.weapon.arms.kind) = (Some(dice), Some(kind));
    }
    Ok(())
}

/// The same for a weapon nobody has raised yet: what would be shot with it.
pub(super) fn readied(
    state: &State,
    book: &Book,
    who: Who,
    weapon: &Hold<'_>,
    thrown: bool,
    shot: Option<&str>,
) -> Result<Option<(u8, Dice, DamageType)>, Refusal> {
    if thrown && weapon.arms.thrown().is_none() {
        let sentence = format!("The {} is not made for throwing.", weapon.name);
        return Err(Refusal::new(rules::RH_SKILL_04, "not-thrown", sentence));
    }
    let shoots = weapon.arms.shoots() && weapon.item.is_some();
    let found = if shoots { Some(ready_shot(state, who, weapon, shot)?) } else { None };
    let jammed = weapon.item.is_some_and(|item| state.live(who).items[usize::from(item)].jammed);
    if jammed || stuck(state, who, weapon) {
        let sentence = format!("The {} is Jammed.", weapon.name);
        return Err(Refusal::new(rules::RH_HOUSE_08H, "jammed", sentence));
    }
    if let Some((entry, most)) = stones(state, book, who, weapon)
        && state.live(who).times_used(entry) >= most
    {
        let sentence = format!("{} has no {} left.", state.name(who), weapon.name);
        return Err(Refusal::new(rules::RH_AMMO_02, "no-ammunition", sentence));
    }
    Ok(found)
}

/// Whether an Attack reaches so far, in this weather.
pub(super) fn check_reach(
    state: &State,
    book: &Book,
    assault: &Assault,
    far: u16,
    rule: RuleId,
    name: impl Fn() -> String,
) -> Result<(), Refusal> {
    if assault.ranged() {
        check_weather(state, book, assault.who, far)?;
    }
    let most = assault.reach();
    if far > most {
        let sentence = format!("{} is {far} feet away; the {} reaches {most}.", name(), assault.weapon.name);
        return Err(Refusal::new(rule, "out-of-range", sentence).with("feet", far).with("range", most));
    }
    Ok(())
}

/// Whether the weather lets somebody shoot or throw so far.
pub(super) fn check_weather(state: &State, book: &Book, who: Who, far: u16) -> Result<(), Refusal> {
    if let Some(sky) = crate::living::weather(state, book).filter(|_| sight::outdoors(state, who))
        && let Some(most) = sky.shooting
        && far > most
    {
        let sentence = format!("In a {} nobody shoots further than {most} feet.", sky.name);
        return Err(Refusal::new(sky.id, "weather", sentence).with("range", most));
    }
    Ok(())
}

/// One Attack, whole.
pub fn assault(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault) -> Flow<Struck> {
    let (who, target) = (assault.who, assault.target);
    if cx.state().live(who).unseen {
        record(cx, assault.rule, TableFact::Shown { who }.into());
    }
    let with = cx.words(|_| assault.weapon.name.clone());
    record(cx, assault.rule, FightFact::Attacks { who, target, with }.into());
    begins(cx, assault);
    let struck = cx.within(assault, |cx| roll(cx, assault))?;
    end_conditions(cx, target, Condition::OffBalance.rule(), |ailment| ailment.what == Condition::OffBalance);
    let lit = bursts(cx.state(), assault);
    match lit {
        Some(feet) => cx.within((assault, struck), |cx| burst(cx, assault, struck, feet))?,
        None if struck.hit => cx.within((assault, struck), |cx| hit(cx, assault, struck))?,
        None => {}
    }
    let at = cx.state().live(target).at;
    after(cx, assault, struck, at);
    Ok(struck)
}

/// What comes with every Attack: what it is made of, what is spent, the noise.
pub(super) fn begins(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault) {
    let who = assault.who;
    crate::scenario::noise(cx);
    cite_weapon(cx, assault);
    spend_shot(cx, assault);
    if let Some((what, _)) = stones(cx.state(), cx.book(), who, &assault.weapon.hold()) {
        let times = cx.state().live(who).times_used(what).saturating_add(1);
        let used = Used { what, until: Span::Encounter, times };
        record(cx, rules::RH_AMMO_02, TableFact::Used { who, used }.into());
    }
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
    let own = Throw::new(who, &assault.weapon.name, sums, assault.rule).heard(state, book);
    let thrown = throw(cx, Throw { reads: if plain { Some(&reads) } else { None }, ..own })?;
    let hit = hits(thrown.face);
    cx.cite(rules::RH_CHECK_04);
    cx.cite(rules::RH_DEF_04);
    for part in &guarded {
        cx.cite(part.rule);
    }
    let fact = FightFact::Struck { who, target, total: thrown.total, against, hit };
    record(cx, assault.rule, fact.into());
    Ok(Struck { hit, total: thrown.total, face: thrown.face })
}

/// The same total against somebody else, damage rolled anew.
pub fn attack_again(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault, first: Struck) -> Flow {
    let (who, target, total) = (assault.who, assault.target, first.total);
    let against = sum(&defense(cx.state(), cx.book(), assault));
    let hit = total >= against;
    record(cx, assault.rule, FightFact::Struck { who, target, total, against, hit }.into());
    if hit { self::hit(cx, assault, Struck { hit, ..first }) } else { Ok(()) }
}

/// The row of an attack somebody is born with, or has a line for.
pub(super) fn line<'b>(
    state: &State,
    book: &'b Book,
    assault: &Assault,
) -> Option<&'b crate::book::AttackRow> {
    let row = state.sheet(assault.who).like.and_then(|like| book.creatures.get(like.as_str()))?;
    row.attacks.iter().find(|line| line.name == assault.weapon.name && line.thrown == assault.thrown)
}

/// What somebody throws or shoots that is no thing of theirs, by their entry, and how often in one Encounter: as many as
/// there are to throw, or as the weapon holds.
fn stones(state: &State, book: &Book, who: Who, weapon: &Hold<'_>) -> Option<(RuleId, u8)> {
    weapon.natural?;
    let row = state.sheet(who).like.and_then(|like| book.creatures.get(like.as_str()))?;
    let line = row.attacks.iter().find(|line| line.name == weapon.name)?;
    Some((row.id, line.count.or(weapon.arms.capacity())?))
}

/// Whether a weapon somebody is built with is Jammed.
fn stuck(state: &State, who: Who, weapon: &Hold<'_>) -> bool {
    let own = weapon.natural.is_some() && weapon.arms.jam().is_some();
    own && state.live(who).times_used(rules::RH_COND_36H) > 0
}

/// A weapon jams: the thing that it is, or the one somebody is built with, until it is cleared.
fn jams(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault) {
    let (who, rule) = (assault.who, rules::RH_HOUSE_08H);
    match assault.weapon.item {
        Some(item) => record(cx, rule, GearFact::Jammed { who, item, jammed: true }.into()),
        None => {
            let used = Used { what: rules::RH_COND_36H, until: Span::Encounter, times: 1 };
            record(cx, rule, TableFact::Used { who, used }.into());
        }
    }
}

/// What the same total is compared with once more.
pub(super) fn also<'b>(state: &State, book: &'b Book, assault: &Assault) -> Option<(Defense, &'b [Effect])> {
    let also = line(state, book, assault)?.also.as_ref()?;
    Some((also.versus, &also.effects))
}

/// What an Attack leaves behind there: a jam, a thrown weapon on the floor, smoke, noise.
pub(super) fn after(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault, struck: Struck, at: Option<Spot>) {
    let who = assault.who;
    if assault.weapon.arms.jam().is_some_and(|jam| struck.face <= jam.upto) {
        jams(cx, assault);
    }
    if let Some(item) = assault.weapon.item.filter(|_| assault.thrown) {
        let to = Place::Floor(at);
        record(cx, rules::RH_AMMO_02, GearFact::Placed { who, item, to }.into());
        let now = &cx.state().live(who).items[usize::from(item)];
        if now.fuse > 0 {
            // What burst is gone.
            record(cx, rules::RH_AMMO_02, GearFact::Fuse { who, item, turns: 0 }.into());
            record(cx, rules::RH_AMMO_02, GearFact::Count { who, item, count: 0 }.into());
        } else if now.lit && assault.weapon.makeshift {
            record(cx, rules::RH_AMMO_02, GearFact::Lit { who, item, lit: false }.into());
        }
    }
    if shot_has(cx.state(), assault, |tag| *tag == ShotTag::Smoke)
        && let Some(at) = at
    {
        smoke(cx, at, rules::RH_MTAG_07H);
    }
    if assault.weapon.arms.tags.contains(&WeaponTag::Loud) {
        record(cx, rules::RH_WTAG_24H, InventoryFact::Heard { who, feet: LOUD }.into());
        crate::scenario::heard(cx, who, LOUD);
        end_conditions(cx, who, rules::RH_WTAG_24H, |ailment| ailment.what == Condition::Hidden);
    }
}

/// How far a Loud weapon is heard.
const LOUD: u16 = 300;
