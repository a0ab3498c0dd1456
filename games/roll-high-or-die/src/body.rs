//! Numbers of a Character that follow from others and are never stored: modifiers, TMK, Vitality, Hit Dice, Defenses,
//! AP, Armoring, run, breath. The same functions serve rolls, sheets and terms.

use boneyard_table::{RuleId, Who};

use crate::book::{Book, Passive, Topic};
use crate::check::{Parts, add, sum};
use crate::gear;
use crate::house::{BreathFloor, DeathCallFloor, HouseGlossary};
use crate::passive::{self, Situation};
use crate::rules;
use crate::state::{Ability, Condition, Defense, Skill, Stance, State};

/// The modifier of a score.
pub fn modifier_of(state: &State, score: u8) -> i16 {
    state.house.half(i16::from(score) - 10)
}

/// Somebody's Ability Modifier.
pub fn modifier(state: &State, who: Who, ability: Ability) -> i16 {
    modifier_of(state, state.sheet(who).scores[ability])
}

/// Total Mechanics Known.
pub fn tmk(state: &State, who: Who) -> u8 {
    let sheet = state.sheet(who);
    sheet.tmk.unwrap_or_else(|| {
        let different = sheet.traits.iter().enumerate();
        let different =
            different.filter(|(nth, own)| !sheet.traits[..*nth].iter().any(|known| known.what == own.what));
        u8::try_from(sheet.features.len() + different.count()).unwrap_or(u8::MAX)
    })
}

/// Maximum Vitality.
pub fn max_vitality(state: &State, book: &Book, who: Who) -> i16 {
    if let Some(fixed) = state.sheet(who).fixed.vitality {
        return fixed;
    }
    let each = modifier(state, who, Ability::Constitution).max(1);
    let base = each * i16::from(tmk(state, who));
    passive::number(state, book, who, "maximum-vitality", base, Situation::default()).max(0)
}

/// How many Hit Dice there are in all.
pub fn hit_dice(state: &State, who: Who) -> u8 {
    u8::try_from(state.house.half(tmk(state, who).into())).unwrap_or(0)
}

/// Sides of somebody's Hit Dice.
pub fn hit_die(state: &State, book: &Book, who: Who) -> u8 {
    let sides = passive::number(state, book, who, "hit-die", 6, Situation::default());
    u8::try_from(sides).unwrap_or(6)
}

/// Wounds above this cause Death Calls.
pub fn death_line(state: &State, book: &Book, who: Who) -> i16 {
    let own = modifier(state, who, Ability::Constitution);
    let base = match state.house.death_call_floor {
        DeathCallFloor::Zero => own.max(0),
        DeathCallFloor::One => own.max(1),
        DeathCallFloor::Literal => own,
    };
    passive::number(state, book, who, "death-line", base, Situation::default())
}

/// AP somebody gains when their Turn begins.
pub fn ap(state: &State, book: &Book, who: Who) -> u8 {
    let base = state.house.half(state.sheet(who).scores.dexterity.into());
    let extra = i16::from(state.live(who).turn.extra);
    let mut total = passive::number(state, book, who, "ap", base, Situation::default());
    // What sets it to nothing leaves nothing to add to.
    if total > 0 || base == 0 {
        total += extra;
    }
    u8::try_from(total.max(0)).unwrap_or(u8::MAX)
}

/// The higher of a Defense's two abilities.
fn better(state: &State, who: Who, defense: Defense) -> Ability {
    let abilities = defense.skill().abilities();
    let best = abilities.iter().copied().rev().max_by_key(|ability| modifier(state, who, *ability));
    best.unwrap_or(Ability::Dexterity)
}

/// The rule of a Defense.
pub fn defense_rule(defense: Defense) -> RuleId {
    match defense {
        Defense::Reflex => rules::RH_DEF_01,
        Defense::Fortitude => rules::RH_DEF_02,
        Defense::Will => rules::RH_DEF_03,
    }
}

/// A Defense and what it is made of. `ignored` are Conditions an Attack does not care for.
pub fn defense<'b>(
    state: &State,
    book: &'b Book,
    who: Who,
    defense: Defense,
    now: Situation<'_>,
    ignored: &[Condition],
) -> Parts<'b> {
    let rule = defense_rule(defense);
    let mut parts = Parts::new();
    let sheet = state.sheet(who);
    if let Some(fixed) = sheet.fixed.defenses[defense as usize] {
        add(&mut parts, "As the Referee says", fixed, rules::RH_CORE_02);
    } else {
        let ability = better(state, who, defense);
        add(&mut parts, "Everybody", 8, rule);
        add(&mut parts, ability.name(), modifier(state, who, ability), rule);
        let degree = sheet.degree(defense.skill());
        add(&mut parts, degree.name(), degree.value().into(), rules::RH_SKILL_01);
    }
    let name = match defense {
        Defense::Reflex => "reflex",
        Defense::Fortitude => "fortitude",
        Defense::Will => "will",
    };
    if defense == Defense::Reflex && state.live(who).stance == Stance::LowReady {
        add(&mut parts, "Low Ready", 1, rules::RH_STANCE_03);
    }
    let mut set = None;
    passive::each(state, book, who, Topic::Number(name), &mut |source, held| {
        let skip = ignored.iter().any(|condition| condition.rule() == source.rule);
        match held {
            Passive::Number(change)
                if !skip
                    && change.number == name
                    && passive::holds(state, who, source, &change.when, now) =>
            {
                let by = i16::from(change.by) * passive::times(source, change.each.as_deref());
                add(&mut parts, source.name, by, source.rule);
            }
            Passive::Set(change) if change.number == name => set = Some((source, i16::from(change.to))),
            _ => {}
        }
    });
    if let Some((source, to)) = set {
        parts.clear();
        add(&mut parts, source.name, to, source.rule);
    }
    parts
}

/// What a Defense comes to now.
pub fn defense_now(state: &State, book: &Book, who: Who, which: Defense) -> i16 {
    sum(&defense(state, book, who, which, Situation::default(), &[]))
}

/// Armoring that is left.
pub fn armoring(state: &State, book: &Book, who: Who) -> u16 {
    gear::pieces(state, book, who).iter().map(|piece| piece.left()).sum()
}

/// Feet of a run.
pub fn run(state: &State, book: &Book, who: Who) -> u16 {
    let row = state.sheet(who).like.and_then(|like| book.creatures.get(like.as_str()));
    let base = state.sheet(who).fixed.run.or(row.and_then(|row| row.run)).unwrap_or(10);
    let mut feet =
        passive::number(state, book, who, "run", i16::try_from(base).unwrap_or(10), Situation::default());
    if holds_somebody(state, who) {
        let wet = drags(state, book, who)
            && passive::floor(state, book, who).is_some_and(|row| row.water.is_some());
        feet = feet.min(if wet { 10 } else { 5 });
    }
    u16::try_from(feet).unwrap_or(0)
}

/// Whether somebody has another Grappled.
fn holds_somebody(state: &State, who: Who) -> bool {
    state.everybody().any(|other| state.live(other).is_by(Condition::Grappled, who))
}

/// Whether somebody drags what they hold through water as if there were none.
pub fn drags(state: &State, book: &Book, who: Who) -> bool {
    holds_somebody(state, who) && passive::hook(state, book, who, "drags").is_some()
}

/// Rounds somebody can hold their breath.
pub fn breath(state: &State, book: &Book, who: Who) -> u16 {
    let row = state.sheet(who).like.and_then(|like| book.creatures.get(like.as_str()));
    if let Some(rounds) = state.sheet(who).fixed.breath.or(row.and_then(|row| row.breath)) {
        return rounds;
    }
    let own = modifier(state, who, Ability::Constitution);
    let rounds = match state.house.breath_floor {
        BreathFloor::After => (5 * own).max(1),
        BreathFloor::Before => 5 * own.max(1),
    };
    u16::try_from(rounds).unwrap_or(1)
}

/// Whether somebody needs air at all.
pub fn breathes(state: &State, book: &Book, who: Who) -> bool {
    let row = state.sheet(who).like.and_then(|like| book.creatures.get(like.as_str()));
    !row.is_some_and(|row| row.no.iter().any(|need| need == "breath"))
}

/// Strength Based slots: Large, Medium, Small.
pub fn slots(state: &State, book: &Book, who: Who) -> [u8; 3] {
    let own = modifier(state, who, Ability::Strength);
    let frame = if passive::hook(state, book, who, "big-frame").is_some() {
        4
    } else {
        match state.sheet(who).size {
            crate::state::Size::Large => 4,
            crate::state::Size::Tiny | crate::state::Size::Small => -4,
            crate::state::Size::Medium => 0,
        }
    };
    let row = passive::number(state, book, who, "slots", own + frame, Situation::default());
    let row = row.clamp(-5, 10);
    let found = book.slots.iter().find(|known| i16::from(known.modifier) == row);
    found.map_or([0; 3], |row| [row.large, row.medium, row.small])
}

/// What a Skill adds for somebody, with nothing else.
pub fn skill_bonus(state: &State, who: Who, skill: Skill) -> i16 {
    let ability = best_ability(state, who, skill);
    modifier(state, who, ability) + i16::from(state.sheet(who).degree(skill).value())
}

/// The ability a Skill is used with; the better one of two.
pub fn best_ability(state: &State, who: Who, skill: Skill) -> Ability {
    let best = skill.abilities().iter().copied().rev().max_by_key(|ability| modifier(state, who, *ability));
    best.unwrap_or(Ability::Strength)
}

/// Whether our own Features, Traits and gear are in play.
pub fn glossary(state: &State) -> bool {
    state.house.house_glossary == HouseGlossary::On
}
