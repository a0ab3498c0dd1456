//! A fight of Dead Weight as somebody would write it who needs nothing but the result: no facts, no questions, no
//! host. Decisions by the same instinct, dice in the same order, so that the end must be the same state.
//!
//! It holds turns in phases with their cleanup, attacks and defences with the exchange of rerolls (proficiency,
//! advantage, disadvantage, tokens), armor, resistance, toughening up, placing, overflow, going down and dying,
//! bleeding, the plague, lessons, Battle trance, morale and how a fight ends. What is legal is asked of the game, by both
//! ways. It does not hold what its fighters cannot meet: powers, pets, moving, weapons with dice of their own.

mod harm;
mod roll;
mod turns;

use std::sync::Arc;

use boneyard_dice::Rng;
use boneyard_table::{At, Who};
use dead_weight::DeadWeight;
use dead_weight::book::{Book, Verb};
use dead_weight::combat::{Attack, FoeAct, check_attack, check_foe_act, check_hero, defends_with, present};
use dead_weight::expedition::sightless;
use dead_weight::state::{Affliction, Live, Outcome, State, Struck, Tokens};
use dead_weight::weapon::{Effect, Notation};
use smallvec::SmallVec;

use harm::Hit;
use roll::Rolling;

/// A fight as it goes on: its dice, and how many throws there were.
#[derive(Debug)]
pub struct Fight<'a> {
    /// The table.
    pub state: &'a mut State,
    /// The content.
    pub book: &'a Book,
    /// The dice.
    pub rng: Rng,
    /// Throws so far, however many dice each had.
    pub throws: u64,
}

impl Fight<'_> {
    fn at(&self) -> At<'_, DeadWeight> {
        At { state: self.state, book: self.book }
    }

    fn live(&mut self, who: Who) -> &mut Live {
        &mut Arc::make_mut(&mut self.state.creatures[usize::from(who.0)]).live
    }

    fn throw(&mut self, count: u8) -> SmallVec<[u8; 8]> {
        self.throws += 1;
        (0..count).map(|_| self.rng.die(6)).collect()
    }

    /// Shield tokens.
    pub fn defend(&mut self, who: Who) -> bool {
        if check_hero(self.state, who, 1).is_err() {
            return false;
        }
        let Some(count) = defends_with(self.at(), who) else { return false };
        self.spend(who);
        let tokens = &mut self.live(who).tokens;
        tokens.shield = tokens.shield.saturating_add(count).min(Tokens::MOST_SHIELDS).max(tokens.shield);
        self.settle();
        true
    }

    /// An adventurer attacks.
    pub fn attack(&mut self, attack: &Attack) -> bool {
        let Ok(arms) = check_attack(self.at(), attack) else { return false };
        let Attack { who, target, .. } = *attack;
        self.spend(who);
        let (broken, disadvantages) = self.edges();
        let blind = u8::from(sightless(self.state, who).is_some());
        let outcome = self.roll(Rolling {
            who,
            attribute: arms.notation.attribute,
            test: true,
            modifier: arms.modifier,
            advantages: if self.state.sheet(target).side == 1 { broken } else { 0 },
            disadvantages: disadvantages + blind,
            defends: false,
        });
        if outcome.succeeded() {
            self.land(who, target, arms.notation, outcome == Outcome::GreatSuccess);
        }
        self.settle();
        true
    }

    /// A creature attacks an adventurer.
    pub fn bite(&mut self, act: &FoeAct) -> bool {
        if check_foe_act(self.at(), act).is_err() {
            return false;
        }
        let (who, book) = (act.who, self.book);
        // The row belongs to the book, which outlives what is done with it.
        let own = self.state.sheet(who).like.and_then(|key| book.foes.get(key.as_str()));
        let row = own.and_then(|own| own.actions.iter().find(|row| row.name == act.action));
        let (Some(row), Some(target)) = (row, act.target) else { return false };
        let Some(notation) = row.attack else { return false };
        self.spend(who);
        if present(self.state, target) {
            let outcome = self.defence(target, notation);
            if !outcome.succeeded() {
                let critical = outcome == Outcome::CriticalFailure;
                self.land(who, target, notation, critical);
                self.effects(target, &row.effects);
                if critical {
                    self.effects(target, &row.critical);
                }
            }
        }
        self.settle();
        true
    }

    fn defence(&mut self, who: Who, notation: Notation) -> Outcome {
        if self.state.live(who).mortal {
            return Outcome::Failure;
        }
        let (advantages, disadvantages) = self.edges();
        let blind = u8::from(sightless(self.state, who).is_some());
        self.roll(Rolling {
            who,
            attribute: notation.attribute,
            test: false,
            modifier: 0,
            advantages,
            disadvantages: disadvantages + blind + u8::from(notation.minus),
            defends: true,
        })
    }

    fn effects(&mut self, target: Who, verbs: &[Verb]) {
        for verb in verbs {
            if self.state.live(target).dead {
                return;
            }
            match verb {
                Verb::Risk(risk) => {
                    let dice = risk.dice.split('d').next().and_then(|count| count.parse().ok()).unwrap_or(1);
                    if self.throw(dice).contains(&1) {
                        self.effects(target, &risk.effects);
                    }
                }
                Verb::Affliction(what) => self.afflict(target, what.0),
                _ => debug_assert!(false, "other effects are not held"),
            }
        }
    }

    fn afflict(&mut self, who: Who, what: Affliction) {
        let hero = self.state.sheet(who).is_hero();
        let live = self.live(who);
        if !live.dead && (hero || what == Affliction::Bleeding) && !live.suffers(what) {
            live.afflictions = live.afflictions.iter().chain([what]).collect();
        }
    }

    fn spend(&mut self, who: Who) {
        let turn = &mut self.live(who).turn;
        turn.actions = turn.actions.saturating_sub(1);
        turn.acted = true;
    }

    /// Advantages and disadvantages of the adventurers by morale.
    fn edges(&self) -> (u8, u8) {
        let broken = |side| self.state.battle.as_ref().is_some_and(|battle| battle.broken(side));
        (u8::from(broken(1)), u8::from(broken(0)))
    }

    fn land(&mut self, by: Who, target: Who, notation: Notation, critical: bool) {
        if !present(self.state, target) {
            return;
        }
        let blow = notation.blow(critical, &self.state.house);
        let struck = Struck { by, target };
        if let Some(battle) = &mut self.state.battle
            && !battle.struck.contains(&struck)
        {
            battle.struck.push(struck);
        }
        let hit = Hit {
            wounds: blow.wounds,
            armor: !blow.effects.has(Effect::Piercing),
            raw: blow.effects.has(Effect::Raw),
            non_lethal: blow.effects.has(Effect::NonLethal),
        };
        let placed = match () {
            () if hit.wounds == 0 => 0,
            () if self.state.sheet(target).is_hero() => self.take(target, hit),
            () => self.strike(target, hit),
        };
        if self.state.live(target).dead {
            return;
        }
        if blow.effects.has(Effect::Bleeding) && placed > 0 {
            self.afflict(target, Affliction::Bleeding);
        }
        debug_assert!(!blow.effects.has(Effect::Stun), "nobody here stuns");
    }
}
