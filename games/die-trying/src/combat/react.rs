//! Reactions to moving: an attack on the one who leaves one's reach, for those who can.

use boneyard_table::{Cx, Flow, Party, Refusal, RuleId, Who};
use smallvec::SmallVec;

use super::aim::{Assault, reaches};
use super::arms::natural_or_held;
use super::legal::{Cost, hostile, is_awake, legal, pay};
use super::strike::assault;
use crate::DieTrying;
use crate::book::{Book, Of, Passive};
use crate::check::score;
use crate::gear::place_of;
use crate::passive;
use crate::question::UseReaction;
use crate::rules;
use crate::sight;
use crate::state::{Ability, Spot, State, Trait};

/// What an attack on somebody leaving is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opportunity {
    /// What it is at.
    pub penalty: i8,
    /// A hit ends the Move.
    pub stops: bool,
    /// The entry that grants it.
    pub rule: RuleId,
}

/// Whether somebody can attack those who leave their reach.
pub fn opportunities(state: &State, book: &Book, who: Who) -> Option<Opportunity> {
    let found = passive::find(state, book, who, Of::Opportunity, |passive| match passive {
        Passive::Opportunity(chance) => Some((chance.penalty, chance.stops)),
        _ => None,
    });
    found.map(|((penalty, stops), rule)| Opportunity { penalty, stops, rule })
}

/// Those whose reach somebody leaves by stepping there, who perceive it and have a Reaction left.
pub(super) fn leaves(state: &State, book: &Book, who: Who, to: Spot) -> Vec<Who> {
    let Some(battle) = &state.battle else { return Vec::new() };
    let there = to.footprint(state.sheet(who).size.squares());
    let all = battle.order.places().iter().map(|place| place.who);
    all.filter(|other| {
        if !hostile(state, who, *other) || !state.live(*other).reaction {
            return false;
        }
        let (Some(weapon), Some(here)) = (natural_or_held(state, *other), place_of(state, *other)) else {
            return false;
        };
        // Most stand far off, or stay beside the one who goes.
        let reach = u32::from(weapon.arms.reach);
        let far = |at| boneyard_board::Diagonals::Equal.distance(here, at);
        place_of(state, who).is_some_and(|at| far(at) <= reach)
            && far(there) > reach
            && opportunities(state, book, *other).is_some()
            && reaches(state, *other, who)
            && is_awake(state, *other)
            && sight::perceives(state, book, *other, who)
    })
    .collect()
}

/// Those who use their Reaction on somebody leaving: all of them say so at once.
pub(super) fn takers(cx: &mut Cx<'_, DieTrying>, leaving: &[Who], target: Who) -> Flow<SmallVec<[Who; 4]>> {
    let (state, book) = (cx.state(), cx.book());
    let able = leaving.iter().copied().filter(|by| legal(state, book, *by, Cost::Reaction).is_ok());
    let chance = |by: Who| Some((by, opportunities(state, book, by)?.rule));
    let asked: SmallVec<[(Who, RuleId); 4]> = able.filter_map(chance).collect();
    let questions = asked.iter().map(|&(who, rule)| (Party::from(who), UseReaction { who, target, rule }));
    let said = cx.ask_each(questions)?;
    Ok(asked.into_iter().zip(said).filter(|(_, uses)| *uses).map(|((who, _), _)| who).collect())
}

/// One attack on somebody who leaves; gives whether that ends their Move.
pub(super) fn opportunity(cx: &mut Cx<'_, DieTrying>, by: Who, target: Who) -> Flow<bool> {
    let (state, book) = (cx.state(), cx.book());
    let check: Result<(), Refusal> = legal(state, book, by, Cost::Reaction);
    let weapon = natural_or_held(state, by).map(super::Weapon::from);
    let (Some(chance), Some(weapon)) = (opportunities(state, book, by), weapon) else {
        return Ok(false);
    };
    if check.is_err() {
        return Ok(false);
    }
    pay(cx, by, Cost::Reaction, rules::DT_COM_04);
    let blow = reaction(cx.state(), cx.book(), by, target, weapon, chance.penalty, chance.rule);
    let degree = cx.within((by, target, chance.stops), |cx| assault(cx, &blow))?;
    sight::acted(cx, by);
    Ok(chance.stops && degree.succeeded())
}

/// An attack outside one's own turn.
pub(super) fn reaction(
    state: &State,
    book: &Book,
    who: Who,
    target: Who,
    weapon: super::Weapon,
    modifier: i8,
    rule: RuleId,
) -> Assault {
    let quick = score(state, book, who, Ability::Dexterity) > score(state, book, who, Ability::Strength);
    let ability =
        if weapon.arms.has(Trait::Finesse) && quick { Ability::Dexterity } else { Ability::Strength };
    let both = weapon.arms.has(Trait::Twin) && !weapon.one_hand;
    Assault { who, target, weapon, ability, both, twin_damage: true, thrown: false, modifier, rule }
}
