//! A fight of Dead Weight as somebody would write it who needs nothing but the result: no facts, no questions, no
//! host. Decisions by the same instinct, dice in the same order, so that the end must be the same state.
//!
//! It holds turns in phases with their cleanup, attacks and defences with the exchange of rerolls (proficiency,
//! advantage, disadvantage, tokens), armor, resistance, toughening up, placing, overflow, going down and dying,
//! bleeding, the plague, lessons, Battle trance, morale and how a fight ends. What is legal is asked of the game, by both
//! ways. It does not hold what its fighters cannot meet: powers, pets, moving, weapons with dice of their own.

use std::cmp::Reverse;
use std::sync::Arc;

use boneyard_dice::Rng;
use boneyard_table::{At, Who};
use dead_weight::DeadWeight;
use dead_weight::book::{Book, Verb};
use dead_weight::combat::{
    Attack, FoeAct, able, candidates, challenging_fight, challenging_foe, check_attack, check_foe_act,
    check_hero, defends_with, over, present,
};
use dead_weight::expedition::sightless;
use dead_weight::fact::FightOutcome;
use dead_weight::gear::encumbered;
use dead_weight::hurt::worn_armor;
use dead_weight::rules;
use dead_weight::state::{
    Affliction, Attribute, Live, Outcome, Span, SpentUntil, State, Struck, Tokens, Turn,
};
use dead_weight::weapon::{Effect, Notation};
use smallvec::SmallVec;

/// Lesson circles of an attribute.
const LESSONS: u8 = 12;

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

/// What a roll is about.
#[derive(Clone, Copy)]
struct Rolling {
    who: Who,
    attribute: Attribute,
    test: bool,
    modifier: i8,
    advantages: u8,
    disadvantages: u8,
    /// Whose tokens the roller may spend.
    defends: bool,
}

/// Wounds on their way.
#[derive(Clone, Copy)]
struct Hit {
    wounds: u8,
    armor: bool,
    raw: bool,
    non_lethal: bool,
}

/// What a reroll is paid with, the dearest last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Pay {
    Proficiency,
    Advantage,
    Shield,
    Dodge,
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
        (0..count).map(|_| self.rng.die(6) as u8).collect()
    }

    /// A turn begins. `false` where it may not.
    pub fn begin(&mut self, who: Who) -> bool {
        if !candidates(self.state).contains(&who) {
            return false;
        }
        let sheet = self.state.sheet(who);
        let (hero, actions) = (sheet.is_hero(), if sheet.is_hero() { 2 } else { sheet.foe.actions });
        if let Some(battle) = &mut self.state.battle {
            battle.order.begin(who);
        }
        self.live(who).turn = Turn { actions, ..Turn::default() };
        if hero {
            debug_assert!(!encumbered(self.at(), who), "nobody here carries too much");
        } else if self.state.live(who).suffers(Affliction::Bleeding) && self.throw(1)[0] <= 3 {
            self.strike(who, Hit { wounds: 1, armor: false, raw: true, non_lethal: false });
        }
        self.settle();
        true
    }

    /// A turn ends.
    pub fn end(&mut self, who: Who) -> bool {
        if self.state.battle.as_ref().and_then(|battle| battle.acting()) != Some(who) {
            return false;
        }
        self.finish(who);
        self.settle();
        true
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

    /// A roll from its dice to its fatigue and lesson.
    fn roll(&mut self, rolling: Rolling) -> Outcome {
        let Rolling { who, attribute, test, .. } = rolling;
        let one = self.state.one(who);
        let pool = one.available(attribute) as i8 + rolling.modifier;
        if pool < 0 {
            if test {
                self.lesson(who, attribute);
            }
            return Outcome::Failure;
        }
        let angry = one.live.suffers(Affliction::Angry);
        let proficiency = if angry { 0 } else { one.sheet.hero.proficiency[attribute] };
        let lower = pool == 0;
        let mut dice = self.throw(if lower { 2 } else { pool as u8 });
        dice.sort_unstable();
        self.exchange(rolling, &mut dice, proficiency, lower);
        let outcome = read(&dice, lower);
        if test && counted(&dice, lower).iter().any(|face| tires(*face)) {
            self.tire(who, attribute);
        }
        if test && !outcome.succeeded() {
            self.lesson(who, attribute);
        }
        outcome
    }

    fn lesson(&mut self, who: Who, attribute: Attribute) {
        let lessons = &mut self.live(who).lessons[attribute];
        *lessons = (*lessons + 1).min(LESSONS);
    }

    /// The players reroll what fails, the game master the one success.
    fn exchange(&mut self, rolling: Rolling, dice: &mut SmallVec<[u8; 8]>, mut proficiency: u8, lower: bool) {
        let cancelled = rolling.advantages.min(rolling.disadvantages);
        let mut advantages = rolling.advantages - cancelled;
        let mut disadvantages = rolling.disadvantages - cancelled;
        loop {
            let outcome = read(dice, lower);
            if outcome.succeeded() {
                // Only the last hit is worth spoiling, and only disadvantages can spoil it.
                let best = dice.len() - 1;
                let spoils = dice[best] >= 4 && !read(&with(dice, best, 3), lower).succeeded();
                if disadvantages == 0 || !spoils {
                    return;
                }
                disadvantages -= 1;
                let new = self.throw(1)[0];
                let other = with(dice, best, new);
                let (before, after) = (outcome as u8, read(&other, lower) as u8);
                if after < before || (after == before && tires(new) && !tires(dice[best])) {
                    *dice = other;
                }
                continue;
            }
            let tokens = self.state.live(rolling.who).tokens;
            let pay = match () {
                () if proficiency > 0 => Pay::Proficiency,
                () if advantages > 0 => Pay::Advantage,
                () if rolling.defends && tokens.shield > 0 => Pay::Shield,
                () if rolling.defends && tokens.dodges() > 0 => Pay::Dodge,
                () => return,
            };
            match pay {
                Pay::Proficiency => proficiency -= 1,
                Pay::Advantage => advantages -= 1,
                Pay::Shield => self.live(rolling.who).tokens.shield -= 1,
                Pay::Dodge if tokens.dodge > 0 => self.live(rolling.who).tokens.dodge -= 1,
                Pay::Dodge => self.live(rolling.who).tokens.late_dodge -= 1,
            }
            let new = self.throw(1)[0];
            *dice = with(dice, 0, new);
        }
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

    /// Armor dice: how many wounds they stop, and whether they suffer from it.
    fn armor(&mut self, points: u8, wounds: u8) -> (u8, bool) {
        let faces = self.throw(points);
        let stopped = faces.iter().filter(|face| **face >= 4).count() as u8;
        (stopped.min(wounds), faces.iter().any(|face| tires(*face)))
    }

    /// A creature takes a hit.
    fn strike(&mut self, who: Who, hit: Hit) -> u8 {
        if self.state.live(who).dead {
            return 0;
        }
        let mut left = hit.wounds;
        let armor = self.state.live(who).armor;
        if hit.armor && armor > 0 {
            let (stopped, worn) = self.armor(armor, left);
            left -= stopped;
            self.live(who).armor = armor - u8::from(worn);
        }
        let foe = &self.state.sheet(who).foe;
        let end = foe.wounds.saturating_add(1);
        if !hit.raw {
            left = left.saturating_sub(foe.resistance);
        }
        if left == 0 {
            return 0;
        }
        let from = self.state.live(who).hits;
        let mut to = from.saturating_add(left);
        if hit.non_lethal && to >= end {
            to = end.saturating_sub(1).max(from);
        }
        self.live(who).hits = to;
        if to >= end {
            self.dies(who);
        }
        to - from
    }

    /// An adventurer takes a hit: armor, toughening up, placing.
    fn take(&mut self, who: Who, hit: Hit) -> u8 {
        if self.state.live(who).dead {
            return 0;
        }
        if self.state.live(who).mortal {
            self.struck_down(who, hit);
            return 0;
        }
        let mut left = hit.wounds;
        let pieces = worn_armor(self.state, who);
        let points: u8 = pieces.iter().map(|(_, ap)| *ap).sum();
        if hit.armor && points > 0 {
            let (stopped, worn) = self.armor(points, left);
            left -= stopped;
            if let Some((item, _)) = pieces.iter().max_by_key(|(_, ap)| *ap).filter(|_| worn) {
                let ap = &mut self.live(who).items[usize::from(*item)].ap;
                *ap = ap.saturating_sub(1);
            }
        }
        if !hit.raw && left > 0 && self.state.one(who).available(Attribute::Str) > 0 {
            let outcome = self.roll(Rolling {
                who,
                attribute: Attribute::Str,
                test: true,
                modifier: 0,
                advantages: 0,
                disadvantages: 0,
                defends: false,
            });
            left = left.saturating_sub(match outcome {
                Outcome::GreatSuccess => 2,
                Outcome::Success => 1,
                _ => 0,
            });
        }
        if left == 0 {
            return 0;
        }
        if self.state.live(who).mortal {
            self.struck_down(who, hit);
            return 0;
        }
        let attribute = self.place(who, left);
        let fits = self.state.one(who).room(attribute).min(left);
        if fits > 0 {
            self.put(who, attribute, fits);
        }
        if fits < left && !hit.non_lethal {
            self.falls(who);
        }
        fits
    }

    fn struck_down(&mut self, who: Who, hit: Hit) {
        if !hit.non_lethal {
            self.dies(who);
        }
    }

    /// Where wounds go: over fatigue first, then where it weakens least.
    fn place(&self, who: Who, wounds: u8) -> Attribute {
        let one = self.state.one(who);
        let most = Attribute::ALL.into_iter().map(|attribute| one.room(attribute)).max().unwrap_or(0);
        let open = Attribute::ALL.into_iter().filter(|attribute| one.room(*attribute) >= most.min(wounds));
        let best = open.max_by_key(|attribute| {
            let taken_over = one.live.fatigue[*attribute].min(wounds);
            (taken_over, one.available(*attribute), Reverse(*attribute))
        });
        best.unwrap_or(Attribute::Str)
    }

    fn put(&mut self, who: Who, attribute: Attribute, wounds: u8) {
        let before = self.state.one(who).available(Attribute::Pre);
        let live = self.live(who);
        live.wounds[attribute] += wounds;
        live.fatigue[attribute] = live.fatigue[attribute].saturating_sub(wounds);
        self.presence(who, before);
    }

    fn tire(&mut self, who: Who, attribute: Attribute) {
        let one = self.state.one(who);
        if one.live.dead {
            return;
        }
        let before = one.available(Attribute::Pre);
        if !one.live.suffers(Affliction::Plagued) && one.available(attribute) > 0 {
            self.live(who).fatigue[attribute] += 1;
            self.presence(who, before);
            return;
        }
        if one.live.mortal {
            return self.dies(who);
        }
        if one.room(attribute) > 0 {
            return self.put(who, attribute, 1);
        }
        if Attribute::ALL.into_iter().all(|other| one.room(other) == 0) {
            return self.falls(who);
        }
        let attribute = self.place(who, 1);
        self.put(who, attribute, 1);
    }

    fn falls(&mut self, who: Who) {
        if self.state.live(who).mortal {
            return self.dies(who);
        }
        self.live(who).mortal = true;
        let side = self.state.sheet(who).side;
        self.lower(side);
    }

    fn dies(&mut self, who: Who) {
        let live = self.live(who);
        if live.dead {
            return;
        }
        (live.dead, live.mortal) = (true, false);
        let side = self.state.sheet(who).side;
        self.lower(side);
        let Some(acting) = self.state.battle.as_ref().and_then(|battle| battle.acting()) else { return };
        let goes_on = self.state.sheet(acting).has_trait(rules::DW_TRAIT_02) && able(self.state, acting);
        if goes_on && side != 0 {
            let turn = &mut self.live(acting).turn;
            turn.actions = turn.actions.saturating_add(1);
        }
    }

    fn presence(&mut self, who: Who, before: u8) {
        if before > 0 && self.state.one(who).available(Attribute::Pre) == 0 {
            self.lower(0);
        }
    }

    /// A side loses heart.
    fn lower(&mut self, side: u8) {
        let battle = self.state.battle.as_mut();
        let morale = battle.and_then(|battle| battle.morale.get_mut(usize::from(side)));
        if let Some(morale) = morale.filter(|morale| !morale.broken) {
            morale.broken = morale.value <= 1;
            morale.value = morale.value.saturating_sub(1);
        }
    }

    fn finish(&mut self, who: Who) {
        if let Some(battle) = &mut self.state.battle {
            battle.order.finish();
            battle.helps.retain(|help| help.ally != who || !help.now);
            battle.spent.retain(|spent| spent.who != who || spent.until != SpentUntil::Turn);
        }
        let live = self.live(who);
        live.turn = Turn::default();
        live.lasting.retain(|lasting| lasting.ends != Span::Turn);
        live.used.retain(|used| used.until != Span::Turn);
    }

    /// To the next moment at which somebody decides something.
    fn settle(&mut self) {
        loop {
            let Some(battle) = &self.state.battle else { return };
            if let Some(outcome) = over(self.state) {
                return self.over(outcome);
            }
            match battle.acting() {
                Some(who) if able(self.state, who) => return,
                Some(who) => self.finish(who),
                None if !candidates(self.state).is_empty() => return,
                None => self.next_round(),
            }
        }
    }

    /// Dodge tokens go. Those here have no mind to give up when they are broken, nor to take a surrender.
    fn next_round(&mut self) {
        let all: SmallVec<[Who; 8]> =
            self.state.battle.iter().flat_map(|battle| &battle.fighters).map(|fighter| fighter.who).collect();
        for who in all {
            let old = self.state.live(who).tokens;
            if old.dodges() > 0 {
                self.live(who).tokens = Tokens { dodge: old.late_dodge, late_dodge: 0, ..old };
            }
        }
        if let Some(battle) = &mut self.state.battle {
            battle.order.begin_round();
            battle.struck.clear();
        }
    }

    fn over(&mut self, outcome: FightOutcome) {
        let hard = challenging_fight(self.at()) || challenging_foe(self.at());
        if outcome == FightOutcome::Won && hard {
            Arc::make_mut(&mut self.state.party).challenging = true;
        }
        let Some(battle) = self.state.battle.take() else { return };
        for fighter in &battle.fighters {
            let live = self.live(fighter.who);
            (live.tokens, live.turn) = (Tokens::default(), Turn::default());
            (live.held_by, live.cut_loose_by) = (None, 0);
            live.lasting.retain(|lasting| !matches!(lasting.ends, Span::Turn | Span::Combat));
            live.used.retain(|used| !matches!(used.until, Span::Turn | Span::Combat));
        }
    }
}

fn tires(face: u8) -> bool {
    matches!(face, 1 | 4)
}

/// Of two dice thrown for none the lower counts.
fn counted(dice: &[u8], lower: bool) -> &[u8] {
    if lower { &dice[..1] } else { dice }
}

fn read(dice: &[u8], lower: bool) -> Outcome {
    let dice = counted(dice, lower);
    let count = |wanted: fn(u8) -> bool| dice.iter().filter(|face| wanted(**face)).count();
    match (count(|face| face >= 4), count(|face| face == 6), count(|face| face == 1)) {
        (1.., 2.., _) => Outcome::GreatSuccess,
        (1.., ..) => Outcome::Success,
        (0, _, 1..) => Outcome::CriticalFailure,
        (0, _, 0) => Outcome::Failure,
    }
}

/// The dice with another face in the place of one.
fn with(dice: &[u8], nth: usize, face: u8) -> SmallVec<[u8; 8]> {
    let mut other = SmallVec::from_slice(dice);
    other[nth] = face;
    other.sort_unstable();
    other
}
