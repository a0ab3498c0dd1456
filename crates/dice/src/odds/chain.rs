//! What one die can become: rerolls, explosions and bounds worked into the weights of its values.

use std::collections::BTreeMap;

use super::keep::{Class, Value};
use crate::Natural;
use crate::notation::modifier::{Explode, score};
use crate::notation::{Condition, Kind, Modifier, face_value};

/// A die with its modifiers, face by face.
pub(crate) struct Faces<'a> {
    modifiers: &'a [Modifier],
    faces: Vec<Face>,
    /// The weight of all faces together.
    pub total: Natural,
    explode: Option<(Explode, u32)>,
}

struct Face {
    weight: Natural,
    value: i64,
    explodes: bool,
}

/// Dice that exploded into dice alike: the values of each class, and how many dice of each class there are, with the
/// weight of every such way.
pub(crate) struct Scattered {
    classes: [Vec<Value>; 5],
    ways: BTreeMap<[u32; 5], Natural>,
}

impl Scattered {
    /// Every way: its classes of dice, and its weight.
    pub fn ways(&self) -> impl Iterator<Item = (Vec<Class<'_>>, &Natural)> {
        self.ways.iter().map(|(counts, weight)| {
            let classes = counts
                .iter()
                .zip(&self.classes)
                .filter(|(count, _)| **count > 0)
                .map(|(count, values)| Class { count: *count as usize, values })
                .collect();
            (classes, weight)
        })
    }
}

impl<'a> Faces<'a> {
    /// Nothing comes back for a die that could never come to rest.
    pub fn new(kind: Kind, sides: u32, modifiers: &'a [Modifier], explosions: u32) -> Option<Faces<'a>> {
        let explode = modifiers.iter().find_map(|m| match m {
            Modifier::Explode { how, on } => Some((*how, *on)),
            _ => None,
        });
        let again = |natural: i64| {
            modifiers.iter().any(|m| matches!(m, Modifier::Reroll { on, .. } if on.holds(natural)))
        };
        let until = modifiers.iter().any(|m| matches!(m, Modifier::Reroll { until: true, .. }));
        let rerolled = (1..=sides).filter(|face| again(face_value(kind, *face))).count() as u64;
        if until && rerolled == u64::from(sides) {
            return None;
        }
        let rerolls = modifiers.iter().any(|m| matches!(m, Modifier::Reroll { .. }));
        let mut faces = Vec::with_capacity(sides as usize);
        for face in 1..=sides {
            let natural = face_value(kind, face);
            let weight = match (rerolls, until, again(natural)) {
                (false, ..) | (true, true, false) => 1,
                (true, true, true) => continue,
                (true, false, true) => rerolled,
                (true, false, false) => rerolled + u64::from(sides),
            };
            let value = modifiers.iter().fold(natural, |value, m| match m {
                Modifier::AtLeast(bound) => value.max(i64::from(*bound)),
                Modifier::AtMost(bound) => value.min(i64::from(*bound)),
                _ => value,
            });
            let on = |on: Option<Condition>| on.map_or(face == sides, |on| on.holds(natural));
            let explodes = explode.is_some_and(|(_, condition)| on(condition));
            faces.push(Face { weight: Natural::from(weight), value, explodes });
        }
        let total = faces.iter().map(|face| &face.weight).sum();
        let explode = explode.map(|(how, _)| (how, if how.once { 1 } else { explosions }));
        Some(Faces { modifiers, faces, total, explode })
    }

    /// The lowest value and how many follow it, if all are alike and simply count.
    pub fn even(&self) -> Option<(i64, usize)> {
        let low = self.faces.first()?.value;
        let even = self.explode.is_none()
            && self
                .faces
                .iter()
                .zip(low..)
                .all(|(face, value)| face.value == value && face.weight == Natural::ONE)
            && crate::notation::modifier::plain_score(self.modifiers);
        even.then_some((low, self.faces.len()))
    }

    /// How many faces it can show.
    pub fn len(&self) -> usize {
        self.faces.len()
    }

    /// Whether extra dice stand for themselves, so that keeping must look at each.
    pub fn scatters(&self) -> bool {
        self.explode.is_some_and(|(how, _)| !how.compound)
    }

    /// The number of dice one die can become.
    pub fn longest(&self) -> u32 {
        1 + self.explode.map_or(0, |(_, limit)| limit)
    }

    /// How many bits the denominator of so many dice takes, explosions included.
    pub fn bits(&self, dice: u32) -> u64 {
        let rolls = u64::from(dice) * u64::from(self.longest());
        (self.total.pow(16).bits() * rolls).div_ceil(16)
    }

    /// A die that stands for itself: its values, an explosion counted into its own die.
    pub fn values(&self) -> Vec<Value> {
        if self.explode.is_none() {
            return self.single();
        }
        self.chains(|values| (values.iter().sum(), score(self.modifiers, values.iter().sum())))
    }

    /// What a die brings in all, extra dice counted one by one; nothing can be dropped here.
    pub fn scores(&self) -> Vec<Value> {
        self.chains(|values| {
            let sum = values.iter().map(|value| score(self.modifiers, *value)).sum();
            (sum, sum)
        })
    }

    /// A die that does not explode: its values as they are. Bounds may make some equal, but never out of order.
    fn single(&self) -> Vec<Value> {
        let mut values: Vec<Value> = Vec::with_capacity(self.faces.len());
        for face in &self.faces {
            match values.last_mut() {
                Some(last) if last.value == face.value => last.weight += &face.weight,
                _ => values.push(Value {
                    value: face.value,
                    weight: face.weight.clone(),
                    score: score(self.modifiers, face.value),
                }),
            }
        }
        values
    }

    /// Every chain of explosions, told by what `of` makes of the values in it.
    fn chains(&self, of: impl Fn(&[i64]) -> (i64, i64)) -> Vec<Value> {
        let mut result: BTreeMap<i64, (Natural, i64)> = BTreeMap::new();
        let (how, limit) =
            self.explode.unwrap_or((Explode { compound: true, penetrate: false, once: false }, 0));
        // Chains still going on: the sum of values and of scores so far. Both are sums, so chains that agree
        // in them are one.
        let mut going: BTreeMap<(i64, i64), Natural> = BTreeMap::from([((0, 0), Natural::ONE)]);
        for length in 0..=limit {
            let rest = self.total.pow(limit - length);
            let mut next: BTreeMap<(i64, i64), Natural> = BTreeMap::new();
            for ((value, single), weight) in &going {
                for face in &self.faces {
                    let shown = face.value - i64::from(how.penetrate && length > 0);
                    let sums = (value + shown, single + of(&[shown]).1);
                    let weight = weight * &face.weight;
                    if face.explodes && length < limit {
                        *next.entry(sums).or_default() += weight;
                    } else {
                        let (value, score) = if how.compound { of(&[sums.0]) } else { (sums.1, sums.1) };
                        let entry = result.entry(value).or_insert((Natural::ZERO, score));
                        entry.0 += &weight * &rest;
                    }
                }
            }
            going = next;
        }
        result.into_iter().map(|(value, (weight, score))| Value { value, weight, score }).collect()
    }

    /// How many steps telling all chains takes at the most, and how many sums it keeps at once.
    pub fn chains_size(&self) -> (u64, u64) {
        let faces = self.faces.len() as u64;
        let Some((how, limit)) = self.explode else { return (faces, faces) };
        let going_on = || self.faces.iter().filter(|face| face.explodes).map(|face| face.value);
        let explosive = going_on().count() as u64;
        let reach = |low: Option<i64>, high: Option<i64>| low.unwrap_or(0).abs_diff(high.unwrap_or(0));
        let values = reach(going_on().min(), going_on().max());
        // Where dice simply count, the sum of their values says the sum of their scores.
        let scores = if crate::notation::modifier::plain_score(self.modifiers) {
            0
        } else {
            let less = i64::from(how.penetrate);
            let scored = || {
                going_on().flat_map(|value| [value, value - less]).map(|value| score(self.modifiers, value))
            };
            reach(scored().min(), scored().max())
        };
        let (mut going, mut steps, mut most) = (1u64, 0u64, 1u64);
        for length in 1..=u64::from(limit) + 1 {
            steps = steps.saturating_add(going.saturating_mul(faces));
            let sums = (length * values + 1).saturating_mul(length * scores + 1);
            going = going.saturating_mul(explosive).min(sums);
            most = most.max(going);
        }
        let furthest = self.faces.iter().map(|face| face.value.unsigned_abs() + 1).max().unwrap_or(0);
        let results = furthest.saturating_mul(2 * u64::from(limit) + 2).min(steps);
        (steps, most.saturating_mul(2).saturating_add(results))
    }

    /// How many ways [`Faces::scattered`] lists at the most.
    pub fn ways(&self, n: u32) -> u64 {
        let (dice, extra) = (u64::from(n) + 1, u64::from(n) * u64::from(self.longest()) + 1);
        let penetrates = self.explode.is_some_and(|(how, _)| how.penetrate);
        if penetrates { (dice * (dice + 1) / 2).saturating_mul(extra) } else { dice.saturating_mul(extra) }
    }

    /// All ways `n` dice can scatter into classes of dice alike, with the weight of each way per such hand.
    pub fn scattered(&self, n: u32) -> Scattered {
        let (how, limit) =
            self.explode.unwrap_or((Explode { compound: true, penetrate: false, once: false }, 0));
        // First dice that stop, first dice that go on, then extra dice that stop, go on, or are cut off.
        let classes: [Vec<Value>; 5] = [
            self.class(|face| !face.explodes, false),
            self.class(|face| face.explodes, false),
            self.class(|face| !face.explodes, how.penetrate),
            self.class(|face| face.explodes, how.penetrate),
            self.class(|_| true, how.penetrate),
        ];
        let shape = |extra: u32| match extra {
            // Extra dice that count in full are like first dice.
            _ if !how.penetrate => [u32::from(extra < limit), extra, 0, 0, u32::from(extra == limit)],
            0 => [1, 0, 0, 0, 0],
            _ if extra == limit => [0, 1, 0, extra - 1, 1],
            _ => [0, 1, 1, extra - 1, 0],
        };
        let rest: Vec<Natural> = (0..=limit).map(|extra| self.total.pow(limit - extra)).collect();
        let mut ways: BTreeMap<[u32; 5], Natural> = BTreeMap::from([([0; 5], Natural::ONE)]);
        for _ in 0..n {
            let mut next: BTreeMap<[u32; 5], Natural> = BTreeMap::new();
            for (counts, weight) in &ways {
                for (extra, rest) in (0..=limit).zip(&rest) {
                    let shape = shape(extra);
                    let mut sum = *counts;
                    sum.iter_mut().zip(shape).for_each(|(sum, more)| *sum += more);
                    *next.entry(sum).or_default() += weight * rest;
                }
            }
            ways = next;
        }
        let fits = |counts: &[u32; 5]| {
            counts.iter().zip(&classes).all(|(count, class)| *count == 0 || !class.is_empty())
        };
        ways.retain(|counts, _| fits(counts));
        Scattered { classes, ways }
    }

    fn class(&self, of: impl Fn(&Face) -> bool, less: bool) -> Vec<Value> {
        let mut values: BTreeMap<i64, Natural> = BTreeMap::new();
        for face in self.faces.iter().filter(|face| of(face)) {
            *values.entry(face.value - i64::from(less)).or_default() += &face.weight;
        }
        values
            .into_iter()
            .map(|(value, weight)| Value { value, weight, score: score(self.modifiers, value) })
            .collect()
    }
}
