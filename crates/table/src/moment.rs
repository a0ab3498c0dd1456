//! When lasting effects end: at the first of several moments, after so many uses, when a tie breaks, or
//! by a cure. Rules announce each moment once; what an effect does is the game's business.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Who;
use crate::clock::Time;

/// Something that happens once at a time and can be waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// Somebody's turn begins.
    TurnStart(Who),
    /// Somebody's turn ends.
    TurnEnd(Who),
    /// The round is over.
    RoundEnd,
    /// The battle is over.
    BattleEnd,
    /// The scene is over.
    SceneEnd,
    /// The evening is over.
    SessionEnd,
    /// A day begins.
    DayStart,
    /// This time has come; any later one will do.
    At(Time),
    /// A moment of the game's own, by its number there.
    Named(u16),
}

/// What an effect hangs on besides time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tie {
    /// This one lives.
    Lives(Who),
    /// This one stays where they are.
    Stays(Who),
    /// This one keeps contact.
    Touches(Who),
    /// A tie of the game's own, by its number there.
    Named(u16),
}

/// The end of an effect: the first of all that is listed. Nothing listed never ends by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Until {
    /// Moments, each after so many more of its kind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moments: Vec<Countdown>,
    /// How many uses are left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uses: Option<u16>,
    /// What must hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ties: Vec<Tie>,
    /// What cures it, by the numbers of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cures: Vec<u16>,
}

/// A moment waited for, and how many of its kind go by before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Countdown {
    /// The moment.
    pub moment: Moment,
    /// How many of them do not count yet.
    pub skip: u16,
}

/// Effects that last, the oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Lasting<E> {
    effects: Vec<Effect<E>>,
    given: u32,
}

/// One lasting effect.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Effect<E> {
    /// Its number, never given twice.
    pub id: u32,
    /// What it is.
    pub what: E,
    /// When it ends.
    pub until: Until,
}

impl Moment {
    /// Whether this moment, when it comes, is the one waited for.
    pub fn meets(self, awaited: Moment) -> bool {
        match (self, awaited) {
            (Moment::At(now), Moment::At(then)) => now >= then,
            (now, then) => now == then,
        }
    }
}

impl Until {
    /// Ends only by being ended.
    pub fn ended() -> Self {
        Until::default()
    }

    /// Ends at the next such moment.
    pub fn next(moment: Moment) -> Self {
        Until::ended().or(moment, 0)
    }

    /// Ends at such a moment too, after `skip` more of them.
    #[must_use]
    pub fn or(mut self, moment: Moment, skip: u16) -> Self {
        self.moments.push(Countdown { moment, skip });
        self
    }

    /// Ends after so many uses too.
    #[must_use]
    pub fn or_uses(mut self, uses: u16) -> Self {
        self.uses = Some(uses);
        self
    }

    /// Ends when the tie breaks too.
    #[must_use]
    pub fn while_tied(mut self, tie: Tie) -> Self {
        self.ties.push(tie);
        self
    }

    /// Ends by a cure too.
    #[must_use]
    pub fn or_cured(mut self, cure: u16) -> Self {
        self.cures.push(cure);
        self
    }

    /// Whether this moment ends it.
    pub fn due(&self, moment: Moment) -> bool {
        self.moments.iter().any(|wait| wait.skip == 0 && moment.meets(wait.moment))
    }
}

impl<E> Default for Lasting<E> {
    fn default() -> Self {
        Lasting { effects: Vec::new(), given: 0 }
    }
}

impl<E> Lasting<E> {
    /// All of them, the oldest first.
    #[inline]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Effect<E>> {
        self.effects.iter()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.effects.is_empty()
    }

    /// One by its number.
    pub fn get(&self, id: u32) -> Option<&Effect<E>> {
        self.effects.iter().find(|effect| effect.id == id)
    }

    /// Adds an effect beside any like it: the same again stacks.
    pub fn add(&mut self, what: E, until: Until) -> u32 {
        self.given += 1;
        self.effects.push(Effect { id: self.given, what, until });
        self.given
    }

    /// The same again refreshes: the one there takes the new shape and the new end.
    pub fn refresh(&mut self, same: impl Fn(&E) -> bool, what: E, until: Until) -> u32 {
        self.grow(same, what, until, |old, new| *old = new)
    }

    /// The same again grows: the one there is changed by the new one and takes its end.
    pub fn grow(
        &mut self,
        same: impl Fn(&E) -> bool,
        what: E,
        until: Until,
        grow: impl FnOnce(&mut E, E),
    ) -> u32 {
        match self.effects.iter_mut().find(|effect| same(&effect.what)) {
            Some(effect) => {
                grow(&mut effect.what, what);
                effect.until = until;
                effect.id
            }
            None => self.add(what, until),
        }
    }

    /// What a moment would end, the oldest first. Changes nothing.
    pub fn due(&self, moment: Moment) -> impl Iterator<Item = &Effect<E>> {
        self.effects.iter().filter(move |effect| effect.until.due(moment))
    }

    /// What a broken tie ends, the oldest first. Changes nothing.
    pub fn broken(&self, tie: Tie) -> impl Iterator<Item = &Effect<E>> {
        self.effects.iter().filter(move |effect| effect.until.ties.contains(&tie))
    }

    /// What a cure ends, the oldest first. Changes nothing.
    pub fn cured(&self, cure: u16) -> impl Iterator<Item = &Effect<E>> {
        self.effects.iter().filter(move |effect| effect.until.cures.contains(&cure))
    }

    /// A moment goes by: those that wait for a later one of its kind wait for one fewer.
    pub fn pass(&mut self, moment: Moment) {
        for wait in self.effects.iter_mut().flat_map(|effect| &mut effect.until.moments) {
            if moment.meets(wait.moment) {
                wait.skip = wait.skip.saturating_sub(1);
            }
        }
    }

    /// A moment goes by, and what it ends is taken out and given back, the oldest first.
    pub fn announce(&mut self, moment: Moment) -> Vec<Effect<E>> {
        let due = self.effects.extract_if(.., |effect| effect.until.due(moment)).collect();
        self.pass(moment);
        due
    }

    /// Uses an effect once. It is given back if that was its last use.
    pub fn spend(&mut self, id: u32) -> Option<Effect<E>> {
        let effect = self.effects.iter_mut().find(|effect| effect.id == id)?;
        let uses = effect.until.uses.as_mut()?;
        *uses = uses.saturating_sub(1);
        if *uses == 0 { self.end(id) } else { None }
    }

    /// Ends an effect.
    pub fn end(&mut self, id: u32) -> Option<Effect<E>> {
        let at = self.effects.iter().position(|effect| effect.id == id)?;
        Some(self.effects.remove(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRACK: Who = Who(1);
    const OGRE: Who = Who(2);
    const HERB: u16 = 7;

    fn names(effects: &[Effect<&'static str>]) -> Vec<&'static str> {
        effects.iter().map(|effect| effect.what).collect()
    }

    #[test]
    fn until_the_end_of_the_next_turn_does_not_count_the_turn_it_was_cast_in() {
        let mut lasting = Lasting::default();
        lasting.add("hasted", Until::ended().or(Moment::TurnEnd(BRACK), 1));
        assert!(lasting.announce(Moment::TurnEnd(BRACK)).is_empty());
        assert!(lasting.announce(Moment::TurnEnd(OGRE)).is_empty());
        assert_eq!(names(&lasting.announce(Moment::TurnEnd(BRACK))), ["hasted"]);
        assert!(lasting.is_empty());
    }

    #[test]
    fn what_ends_at_the_same_moment_ends_in_the_order_it_came() {
        let mut lasting = Lasting::default();
        lasting.add("first", Until::next(Moment::RoundEnd));
        lasting.add("kept", Until::next(Moment::SceneEnd));
        lasting.add("second", Until::next(Moment::RoundEnd));
        assert_eq!(
            lasting.due(Moment::RoundEnd).map(|effect| effect.what).collect::<Vec<_>>(),
            ["first", "second"]
        );
        assert_eq!(names(&lasting.announce(Moment::RoundEnd)), ["first", "second"]);
        assert_eq!(lasting.iter().count(), 1);
    }

    #[test]
    fn the_first_of_several_ends_ends_it() {
        let both = Until::next(Moment::BattleEnd).or(Moment::At(Time(60)), 0);
        let mut lasting = Lasting::default();
        lasting.add("light", both.clone());
        assert!(lasting.announce(Moment::At(Time(59))).is_empty());
        assert_eq!(lasting.announce(Moment::At(Time(3_600))).len(), 1);
        lasting.add("light", both);
        assert_eq!(lasting.announce(Moment::BattleEnd).len(), 1);
    }

    #[test]
    fn a_grapple_ends_when_the_ogre_lets_go_or_the_herb_is_eaten() {
        let mut lasting = Lasting::default();
        let held = lasting.add("held", Until::ended().while_tied(Tie::Touches(OGRE)));
        let sick = lasting.add("sick", Until::ended().or_cured(HERB));
        assert_eq!(lasting.broken(Tie::Touches(OGRE)).map(|effect| effect.id).collect::<Vec<_>>(), [held]);
        assert_eq!(lasting.cured(HERB).map(|effect| effect.id).collect::<Vec<_>>(), [sick]);
        assert_eq!(lasting.broken(Tie::Lives(OGRE)).count(), 0);
    }

    #[test]
    fn a_blessing_of_two_uses_is_gone_after_the_second() {
        let mut lasting = Lasting::default();
        let id = lasting.add("blessed", Until::ended().or_uses(2));
        assert_eq!(lasting.spend(id), None);
        assert_eq!(lasting.spend(id).map(|effect| effect.what), Some("blessed"));
        assert_eq!(lasting.spend(id), None);
    }

    #[test]
    fn the_same_again_stacks_refreshes_or_grows_as_the_game_says() {
        let mut lasting = Lasting::default();
        let burn = lasting.add(("burning", 1), Until::next(Moment::RoundEnd));
        lasting.pass(Moment::RoundEnd);
        let again = Until::ended().or(Moment::RoundEnd, 3);
        let grown =
            lasting.grow(|e| e.0 == "burning", ("burning", 2), again.clone(), |old, new| old.1 += new.1);
        assert_eq!((grown, lasting.get(burn).map(|e| e.what.1)), (burn, Some(3)));
        lasting.refresh(|e| e.0 == "burning", ("burning", 1), again.clone());
        assert_eq!(lasting.get(burn).map(|e| (e.what.1, &e.until)), Some((1, &again)));
        assert_ne!(lasting.add(("burning", 1), again), burn);
        assert_eq!(lasting.iter().count(), 2);
    }

    #[test]
    fn an_effect_that_has_ended_lends_its_number_to_nobody() {
        let mut lasting = Lasting::default();
        let first = lasting.add("one", Until::ended());
        lasting.end(first);
        assert_ne!(lasting.add("two", Until::ended()), first);
    }
}
