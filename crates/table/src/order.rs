//! Who acts when: an order of places with keys, fixed once it is made. Places may act as one block, and a
//! phase in which people act in any order is such a block. What a turn consists of is the game's business.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Who;

/// An order of turns by keys of type `K`, the highest first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Order<K> {
    places: Vec<Place<K>>,
    /// Whose turn it is.
    turn: Option<Who>,
    /// Where the search for the next turn begins.
    from: u16,
    /// The last block number given.
    blocks: u16,
    round: u32,
}

/// One creature's place in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Place<K> {
    /// Who.
    pub who: Who,
    /// What put them here; later changes of their scores do not touch it.
    pub key: K,
    /// Whether their turn of this round is over.
    pub acted: bool,
    block: u16,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next<'a, K> {
    /// This one's turn.
    Turn(Who),
    /// Any of this block who has not acted and is not skipped, in free order.
    AnyOf(&'a [Place<K>]),
    /// Everybody has had their turn.
    RoundOver,
}

impl<K: Ord + Copy> Order<K> {
    /// An order of single places. Ties stand as they came until they are settled.
    pub fn new(places: impl IntoIterator<Item = (Who, K)>) -> Self {
        let mut order = Order { places: Vec::new(), turn: None, from: 0, blocks: 0, round: 1 };
        for (who, key) in places {
            order.insert(who, key);
        }
        order
    }

    /// An order of phases: those with the same key act in any order among themselves.
    pub fn phased(places: impl IntoIterator<Item = (Who, K)>) -> Self {
        let mut order = Self::new([]);
        for (who, key) in places {
            order.enter(who, key);
        }
        order
    }

    /// Everyone in the order.
    #[inline]
    pub fn places(&self) -> &[Place<K>] {
        &self.places
    }

    /// Which round it is, from 1.
    #[inline]
    pub fn round(&self) -> u32 {
        self.round
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Option<Who> {
        self.turn
    }

    /// Whether somebody has a place.
    pub fn has(&self, who: Who) -> bool {
        self.index(who).is_some()
    }

    /// What somebody acts by: a phase, a number.
    pub fn key(&self, who: Who) -> Option<K> {
        self.index(who).map(|at| self.places[at].key)
    }

    /// Those who act as one with somebody, that one included.
    pub fn block_of(&self, who: Who) -> &[Place<K>] {
        self.index(who).map_or(&[], |at| self.block_at(at))
    }

    /// Gives somebody a place by their key, after those with the same key. One who comes in before the
    /// current turn has missed this round. Nobody gets a second place.
    pub fn insert(&mut self, who: Who, key: K) {
        if !self.has(who) {
            let at = self.places.partition_point(|place| place.key >= key);
            let block = self.new_block();
            self.put(at, Place { who, key, acted: false, block });
        }
    }

    /// Gives somebody the place right after another's block.
    pub fn insert_after(&mut self, who: Who, other: Who) {
        if let Some((at, place)) = self.behind(other).filter(|_| !self.has(who)) {
            let block = self.new_block();
            self.put(at, Place { who, acted: false, block, ..place });
        }
    }

    /// Lets somebody act as one with another, leaving their own place if they have one. In the middle of
    /// their own turn this ends it.
    pub fn join(&mut self, who: Who, mate: Who) {
        if who == mate || !self.has(mate) {
            return;
        }
        let acted = self.turn == Some(who) || self.index(who).is_some_and(|at| self.places[at].acted);
        self.remove(who);
        if let Some((at, place)) = self.behind(mate) {
            self.put(at, Place { who, acted, ..place });
        }
    }

    /// Gives somebody a place in the phase of this key, leaving their own place if they have one. Whoever
    /// has acted this round does not act again; a phase that is over is missed. In the middle of their own
    /// turn this ends it.
    pub fn enter(&mut self, who: Who, key: K) {
        let own = self.index(who).map(|at| self.places[at]);
        if own.is_some_and(|own| own.key == key) {
            return;
        }
        let acted = self.turn == Some(who) || own.is_some_and(|own| own.acted);
        self.remove(who);
        match self.places.iter().rfind(|place| place.key == key).map(|mate| mate.who) {
            Some(mate) => {
                if let Some((at, place)) = self.behind(mate) {
                    self.put(at, Place { who, acted, ..place });
                }
            }
            None => {
                let at = self.places.partition_point(|place| place.key >= key);
                let block = self.new_block();
                self.put(at, Place { who, key, acted, block });
            }
        }
    }

    /// Gives somebody another key and the place that goes with it, behind those with the same. A turn under way goes
    /// on; whoever has not acted this round still does, next in line where their new place is behind the current turn.
    pub fn rekey(&mut self, who: Who, key: K) {
        let Some(at) = self.index(who) else { return };
        let from = usize::from(self.from).min(self.places.len());
        // Whoever was passed over stays so, wherever the search begins now.
        for place in &mut self.places[..from] {
            place.acted = true;
        }
        let place = self.places.remove(at);
        let to = self.places.partition_point(|other| other.key >= key);
        let block = self.new_block();
        self.places.insert(to, Place { key, block, ..place });
        let from = if at < from { from - 1 } else { from };
        self.from = u16::try_from(from.min(to)).unwrap_or(u16::MAX);
    }

    /// Takes somebody out. If it was their turn, the next one is whoever would have followed.
    pub fn remove(&mut self, who: Who) {
        let Some(at) = self.index(who) else { return };
        self.places.remove(at);
        if at < usize::from(self.from) {
            self.from -= 1;
        }
        if self.turn == Some(who) {
            self.turn = None;
        }
    }

    /// Runs of places that share a key without acting as one, for the rules to settle.
    pub fn ties(&self) -> impl Iterator<Item = &[Place<K>]> {
        self.places
            .chunk_by(|a, b| a.key == b.key)
            .filter(|run| run.iter().any(|place| place.block != run[0].block))
    }

    /// Puts those tied with the first of the list in the order of the list. Those it leaves out follow.
    pub fn settle(&mut self, list: &[Who]) {
        let Some(key) = list.first().and_then(|&who| self.index(who)).map(|at| self.places[at].key) else {
            return;
        };
        let start = self.places.partition_point(|place| place.key > key);
        let end = self.places.partition_point(|place| place.key >= key);
        let current = self.places.get(usize::from(self.from)).map(|place| place.block);
        let run = &mut self.places[start..end];
        let listed = |block: u16, run: &[Place<K>]| {
            list.iter().position(|who| run.iter().any(|place| place.who == *who && place.block == block))
        };
        // A block moves whole, to where the first of its members is listed.
        let ranks: Vec<(u16, usize)> =
            run.iter().map(|place| (place.block, listed(place.block, run).unwrap_or(list.len()))).collect();
        let rank = |block: u16| {
            ranks.iter().find(|(other, _)| *other == block).map_or(list.len(), |(_, rank)| *rank)
        };
        run.sort_by_key(|place| rank(place.block));
        if let Some(turn) = self.turn {
            // Where somebody got another key, the search may begin before the turn that is under way.
            let own = self.index(turn).map(|at| self.places[at].block);
            let begins = |place: &Place<K>| Some(place.block) == current || Some(place.block) == own;
            let at = self.places.iter().position(begins);
            self.from = at.and_then(|at| u16::try_from(at).ok()).unwrap_or(self.from);
        }
    }

    /// Who comes after the current turn, leaving out those `skip` names. Changes nothing.
    pub fn next(&self, mut skip: impl FnMut(Who) -> bool) -> Next<'_, K> {
        let turn = self.turn;
        let mut waits = |place: &Place<K>| !place.acted && Some(place.who) != turn && !skip(place.who);
        let mut at = usize::from(self.from);
        while at < self.places.len() {
            let block = self.block_at(at);
            let first = block.iter().position(&mut waits);
            if let Some(first) = first {
                let more = block[first + 1..].iter().any(&mut waits);
                return if more { Next::AnyOf(block) } else { Next::Turn(block[first].who) };
            }
            at = self.block_start(at) + block.len();
        }
        Next::RoundOver
    }

    /// Those who may begin a turn now, leaving out those `skip` names: one, or all of a phase who have not
    /// acted. Nobody while a turn is under way, except those who act as one with the one acting.
    pub fn candidates(&self, mut skip: impl FnMut(Who) -> bool) -> Vec<Who> {
        let turn = self.turn;
        match self.next(&mut skip) {
            Next::Turn(who) => vec![who],
            Next::AnyOf(block) => block
                .iter()
                .filter(|place| !place.acted && Some(place.who) != turn && !skip(place.who))
                .map(|place| place.who)
                .collect(),
            Next::RoundOver => Vec::new(),
        }
    }

    /// The first of those who may begin a turn now and are wanted.
    pub fn candidate(&self, mut skip: impl FnMut(Who) -> bool, wanted: impl Fn(Who) -> bool) -> Option<Who> {
        let turn = self.turn;
        match self.next(&mut skip) {
            Next::Turn(who) => Some(who).filter(|who| wanted(*who)),
            Next::AnyOf(block) => block
                .iter()
                .filter(|place| wanted(place.who))
                .find(|place| !place.acted && Some(place.who) != turn && !skip(place.who))
                .map(|place| place.who),
            Next::RoundOver => None,
        }
    }

    /// The key of the phase under way, or of the next one if none is; `None` when the round is over.
    pub fn phase(&self, skip: impl FnMut(Who) -> bool) -> Option<K> {
        if let Some(who) = self.turn {
            return self.key(who);
        }
        match self.next(skip) {
            Next::Turn(who) => self.key(who),
            Next::AnyOf(block) => block.first().map(|place| place.key),
            Next::RoundOver => None,
        }
    }

    /// Begins somebody's turn. Whoever had the turn before has acted; when a block is left, the unused
    /// turns in it lapse.
    pub fn begin(&mut self, who: Who) {
        let Some(at) = self.index(who) else { return };
        self.finish();
        let start = self.block_start(at);
        let from = usize::from(self.from).min(start);
        for place in &mut self.places[from..start] {
            place.acted = true;
        }
        self.from = u16::try_from(start).unwrap_or(u16::MAX);
        self.turn = Some(who);
    }

    /// Ends the current turn without beginning another.
    pub fn finish(&mut self) {
        if let Some(at) = self.turn.take().and_then(|who| self.index(who)) {
            self.places[at].acted = true;
        }
    }

    /// Begins the next round: nobody has acted.
    pub fn begin_round(&mut self) {
        self.turn = None;
        self.from = 0;
        self.round = self.round.saturating_add(1);
        for place in &mut self.places {
            place.acted = false;
        }
    }

    /// Goes on to the next turn, in free order to the first of the block; `None` when the round is over.
    pub fn advance(&mut self, mut skip: impl FnMut(Who) -> bool) -> Option<Who> {
        let turn = self.turn;
        let who = match self.next(&mut skip) {
            Next::Turn(who) => who,
            Next::AnyOf(block) => {
                block.iter().find(|place| !place.acted && Some(place.who) != turn && !skip(place.who))?.who
            }
            Next::RoundOver => {
                self.finish();
                return None;
            }
        };
        self.begin(who);
        Some(who)
    }

    fn index(&self, who: Who) -> Option<usize> {
        self.places.iter().position(|place| place.who == who)
    }

    /// Where the block of a place begins.
    fn block_start(&self, at: usize) -> usize {
        let block = self.places[at].block;
        self.places[..at].iter().rposition(|place| place.block != block).map_or(0, |before| before + 1)
    }

    fn block_at(&self, at: usize) -> &[Place<K>] {
        let (start, block) = (self.block_start(at), self.places[at].block);
        let len = self.places[start..].iter().take_while(|place| place.block == block).count();
        &self.places[start..start + len]
    }

    /// The place right behind somebody's block, and theirs.
    fn behind(&self, who: Who) -> Option<(usize, Place<K>)> {
        let at = self.index(who)?;
        Some((self.block_start(at) + self.block_at(at).len(), self.places[at]))
    }

    fn new_block(&mut self) -> u16 {
        self.blocks = self.blocks.wrapping_add(1);
        self.blocks
    }

    fn put(&mut self, at: usize, place: Place<K>) {
        let from = usize::from(self.from);
        let under_way = || self.turn.is_some() || self.block_at(from).iter().any(|place| place.acted);
        if at < from || at == from && from < self.places.len() && under_way() {
            self.from += 1;
        }
        self.places.insert(at, place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const BRACK: Who = Who(1);
    const ISOLDE: Who = Who(2);
    const RAIDER: Who = Who(3);
    const WOLF: Who = Who(4);

    fn battle() -> Order<(i32, i32)> {
        Order::new([(BRACK, (3, 12)), (RAIDER, (1, 10)), (ISOLDE, (3, 15))])
    }

    fn names<K>(places: &[Place<K>]) -> Vec<Who> {
        places.iter().map(|place| place.who).collect()
    }

    fn round<K: Ord + Copy>(order: &mut Order<K>) -> Vec<Who> {
        std::iter::from_fn(|| order.advance(|_| false)).collect()
    }

    #[test]
    fn the_highest_key_acts_first_and_later_keys_break_ties() {
        let mut order = battle();
        assert_eq!(round(&mut order), [ISOLDE, BRACK, RAIDER]);
        assert_eq!(order.next(|_| false), Next::RoundOver);
        order.begin_round();
        assert_eq!((order.round(), order.advance(|_| false)), (2, Some(ISOLDE)));
    }

    #[test]
    fn a_true_tie_is_named_and_settled_by_the_rules() {
        let mut order = Order::new([(BRACK, 3), (RAIDER, 3), (WOLF, 1)]);
        assert_eq!(order.ties().map(names).collect::<Vec<_>>(), [[BRACK, RAIDER]]);
        order.settle(&[RAIDER, BRACK]);
        assert_eq!(names(order.places()), [RAIDER, BRACK, WOLF]);
    }

    #[test]
    fn one_who_is_down_is_passed_over() {
        let mut order = battle();
        assert_eq!(order.advance(|who| who == ISOLDE), Some(BRACK));
        assert_eq!(order.advance(|_| true), None);
    }

    #[test]
    fn the_one_acting_may_die_and_the_next_still_follows() {
        let mut order = battle();
        order.begin(BRACK);
        order.remove(BRACK);
        assert_eq!(order.turn(), None);
        assert_eq!(order.advance(|_| false), Some(RAIDER));
    }

    #[test]
    fn the_death_of_one_who_has_acted_costs_nobody_a_turn() {
        let mut order = battle();
        order.begin(BRACK);
        order.remove(ISOLDE);
        assert_eq!((order.turn(), order.advance(|_| false)), (Some(BRACK), Some(RAIDER)));
    }

    #[test]
    fn a_newcomer_slower_than_the_current_turn_still_acts_this_round() {
        let mut order = battle();
        order.begin(BRACK);
        order.insert(WOLF, (2, 0));
        assert_eq!(round(&mut order), [WOLF, RAIDER]);
    }

    #[test]
    fn a_newcomer_faster_than_the_current_turn_waits_for_the_next_round() {
        let mut order = battle();
        order.begin(ISOLDE);
        order.insert(WOLF, (9, 9));
        assert_eq!(order.turn(), Some(ISOLDE));
        assert_eq!(round(&mut order), [BRACK, RAIDER]);
        order.begin_round();
        assert_eq!(order.advance(|_| false), Some(WOLF));
    }

    #[test]
    fn one_who_becomes_faster_than_the_current_turn_acts_next_and_nobody_twice() {
        let mut order = battle();
        order.begin(ISOLDE);
        order.begin(BRACK);
        order.rekey(RAIDER, (9, 9));
        assert_eq!(names(order.places()), [RAIDER, ISOLDE, BRACK]);
        assert_eq!(order.turn(), Some(BRACK));
        assert_eq!(round(&mut order), [RAIDER]);
        order.begin_round();
        assert_eq!(round(&mut order), [RAIDER, ISOLDE, BRACK]);
    }

    #[test]
    fn one_who_has_acted_or_acts_keeps_that_with_another_key() {
        let mut order = battle();
        order.begin(ISOLDE);
        order.begin(BRACK);
        order.rekey(ISOLDE, (0, 0));
        order.rekey(BRACK, (8, 8));
        assert_eq!(names(order.places()), [BRACK, RAIDER, ISOLDE]);
        assert_eq!((order.turn(), round(&mut order)), (Some(BRACK), vec![RAIDER]));
    }

    #[test]
    fn a_tie_settled_after_somebody_left_their_phase_loses_nobody() {
        let mut order = Order::new([(ISOLDE, 3), (RAIDER, 0)]);
        order.enter(BRACK, 3);
        order.begin(ISOLDE);
        // Isolde now acts by herself, behind Brack, who still waits; the tie is settled in her favour.
        order.rekey(ISOLDE, 3);
        order.settle(&[ISOLDE, BRACK]);
        assert_eq!(names(order.places()), [ISOLDE, BRACK, RAIDER]);
        assert_eq!((order.turn(), round(&mut order)), (Some(ISOLDE), vec![BRACK, RAIDER]));
    }

    #[test]
    fn a_summoned_wolf_acts_right_after_its_master() {
        let mut order = battle();
        order.begin(ISOLDE);
        order.insert_after(WOLF, ISOLDE);
        assert_eq!(order.advance(|_| false), Some(WOLF));
    }

    #[test]
    fn a_pack_that_acts_as_one_may_act_in_any_order() {
        let mut order = battle();
        order.insert(WOLF, (0, 0));
        order.join(WOLF, RAIDER);
        order.begin(BRACK);
        let Next::AnyOf(pack) = order.next(|_| false) else { panic!("two may act") };
        assert_eq!(names(pack), [RAIDER, WOLF]);
        order.begin(WOLF);
        assert_eq!(order.next(|_| false), Next::Turn(RAIDER));
        order.begin(RAIDER);
        assert_eq!(order.next(|_| false), Next::RoundOver);
    }

    #[test]
    fn one_who_joins_a_pack_in_the_middle_of_their_turn_does_not_get_another() {
        let mut order = battle();
        order.begin(ISOLDE);
        order.join(ISOLDE, RAIDER);
        assert_eq!(round(&mut order), [BRACK, RAIDER]);
    }

    #[test]
    fn turns_not_used_in_a_phase_lapse_when_it_is_left() {
        let mut order = Order::new([(BRACK, 2), (RAIDER, 1)]);
        order.insert(ISOLDE, 2);
        order.join(ISOLDE, BRACK);
        order.begin(ISOLDE);
        order.begin(RAIDER);
        assert!(order.places().iter().all(|place| place.acted || place.who == RAIDER));
        assert_eq!(order.next(|_| false), Next::RoundOver);
    }

    const FAST: u8 = 2;
    const FOES: u8 = 1;
    const SLOW: u8 = 0;

    /// Brack and Isolde are fast, then the raider, then the wolf.
    fn phases() -> Order<u8> {
        Order::phased([(BRACK, FAST), (RAIDER, FOES), (WOLF, SLOW), (ISOLDE, FAST)])
    }

    #[test]
    fn inside_a_phase_anybody_who_has_not_acted_may_begin() {
        let mut order = phases();
        assert_eq!((order.phase(|_| false), order.candidates(|_| false)), (Some(FAST), vec![BRACK, ISOLDE]));
        order.begin(ISOLDE);
        order.finish();
        assert_eq!((order.phase(|_| false), order.candidates(|_| false)), (Some(FAST), vec![BRACK]));
        assert_eq!(order.candidates(|who| who == BRACK), [RAIDER], "one who is down is not waited for");
        order.begin(BRACK);
        assert_eq!(order.phase(|_| false), Some(FAST), "the phase lasts as long as its last turn");
        order.finish();
        assert_eq!(order.candidates(|_| false), [RAIDER]);
        order.begin(RAIDER);
        order.finish();
        order.begin(WOLF);
        order.finish();
        assert_eq!((order.phase(|_| false), order.candidates(|_| false)), (None, vec![]));
    }

    #[test]
    fn a_newcomer_acts_this_round_unless_its_phase_is_over() {
        let (ghoul, pet) = (Who(5), Who(6));
        let mut order = phases();
        order.begin(RAIDER);
        order.finish();
        order.enter(ghoul, FOES);
        order.enter(pet, FAST);
        assert_eq!(order.candidates(|_| false), [ghoul], "the raider has acted, the ghoul has not");
        order.begin(ghoul);
        order.finish();
        assert_eq!(order.candidates(|_| false), [WOLF], "the fast phase is over");
        order.begin_round();
        assert_eq!(order.candidates(|_| false), [BRACK, ISOLDE, pet]);
    }

    #[test]
    fn the_first_of_a_phase_nobody_was_in_does_not_turn_back_the_round() {
        let mut order = Order::phased([(RAIDER, FOES), (WOLF, FOES)]);
        order.begin(RAIDER);
        order.finish();
        order.enter(BRACK, FAST);
        assert_eq!(order.candidates(|_| false), [WOLF]);
        let mut order = Order::phased([(RAIDER, FOES)]);
        order.enter(BRACK, FAST);
        assert_eq!(order.candidates(|_| false), [BRACK], "before anybody has acted it is in time");
    }

    #[test]
    fn one_made_slow_before_acting_acts_with_the_slow_and_nobody_acts_twice() {
        let mut order = phases();
        order.begin(ISOLDE);
        order.finish();
        order.enter(BRACK, SLOW);
        order.enter(ISOLDE, SLOW);
        assert_eq!(round(&mut order), [RAIDER, WOLF, BRACK]);
    }

    #[test]
    fn an_order_comes_back_from_json_in_the_middle_of_a_turn() {
        let mut order = battle();
        order.begin(BRACK);
        let text = serde_json::to_string(&order).expect("plain data");
        assert_eq!(serde_json::from_str::<Order<(i32, i32)>>(&text).expect("same shape"), order);
    }

    proptest! {
        #[test]
        fn whatever_comes_and_goes_nobody_acts_twice_in_a_round_and_no_block_is_torn(
            start in prop::collection::vec((0u16..12, 0i32..4), 1..8),
            moves in prop::collection::vec((0u8..9, 0u16..12, 0u16..12, 0i32..4), 0..40),
        ) {
            let mut order = Order::new(start.into_iter().map(|(who, key)| (Who(who), key)));
            let mut acted: Vec<Who> = Vec::new();
            for (what, a, b, key) in moves {
                let (a, b) = (Who(a), Who(b));
                match what {
                    0 if !acted.contains(&a) => order.insert(a, key),
                    1 => order.remove(a),
                    2 if !acted.contains(&a) => order.insert_after(a, b),
                    3 if order.has(a) || !acted.contains(&a) => order.join(a, b),
                    4 => order.settle(&[a, b]),
                    5 if order.has(a) || !acted.contains(&a) => order.enter(a, key),
                    6 => order.rekey(a, key),
                    _ => match order.advance(|who| who == b) {
                        Some(who) => {
                            prop_assert!(!acted.contains(&who), "{who:?} acts twice");
                            acted.push(who);
                        }
                        None => {
                            order.begin_round();
                            acted.clear();
                        }
                    },
                }
                prop_assert!(order.places().is_sorted_by(|a, b| a.key >= b.key));
                let mut blocks: Vec<u16> = order.places().iter().map(|place| place.block).collect();
                blocks.dedup();
                let runs = blocks.len();
                blocks.sort_unstable();
                blocks.dedup();
                prop_assert_eq!(runs, blocks.len(), "a block is torn");
                if let Some(who) = order.turn() {
                    let start = order.block_start(order.index(who).expect("in it"));
                    prop_assert!(usize::from(order.from) <= start, "the search begins behind the turn");
                }
            }
        }
    }
}
