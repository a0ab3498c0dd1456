//! Every throw of a roll that rules can tell apart, with the number of ways to throw it.

use smallvec::{SmallVec, smallvec};

use super::guide::Throw;
use crate::{Faces, Group, Roll};

/// More branches than this are not walked.
const MOST: usize = 200_000;

/// So many throws of one group are looked at: twenty dice of twenty sides fall in 69 billion ways, however few of them differ.
const MOST_SEEN: u32 = 100_000;

/// The distinct throws of `roll` with their ways, or `None` where there are too many.
pub(super) fn throws(roll: &Roll<'_>) -> Option<Vec<(Throw, u64)>> {
    // All ways together must be countable, not only those of one throw.
    roll.groups.iter().try_fold(1u64, |ways, group| {
        ways.checked_mul(u64::from(group.sides).checked_pow(group.count.into())?)
    })?;
    if let [group] = roll.groups {
        let single = group_throws(group, roll.alike)?;
        return Some(single.into_iter().map(|(faces, ways)| (smallvec![faces], ways)).collect());
    }
    let mut all: Vec<(Throw, u64)> = vec![(SmallVec::new(), 1)];
    for group in roll.groups {
        let single = group_throws(group, None)?;
        if all.len() * single.len() > MOST {
            return None;
        }
        let mut longer = Vec::with_capacity(all.len() * single.len());
        for (before, ways) in &all {
            for (faces, more) in &single {
                let mut throw = before.clone();
                throw.push(*faces);
                longer.push((throw, ways.checked_mul(*more)?));
            }
        }
        all = longer;
    }
    Some(all)
}

type AlikeRef<'a> = Option<&'a crate::roll::Alike<'a>>;

fn group_throws(group: &Group, alike: AlikeRef<'_>) -> Option<Vec<(Faces, u64)>> {
    let values = distinct_values(group);
    let mut classes: Vec<(Faces, u64)> = Vec::with_capacity(values.len());
    let (mut fits, mut seen) = (true, 0_u32);
    let mut visit = |faces: Faces, ways: u64| {
        seen += 1;
        let known = alike.and_then(|alike| classes.iter().position(|(known, _)| alike(known, &faces)));
        match known {
            _ if seen > MOST_SEEN => fits = false,
            Some(at) => classes[at].1 += ways,
            None if classes.len() < MOST => classes.push((faces, ways)),
            None => fits = false,
        }
        fits
    };
    if group.count == 1 && !group.in_order {
        // Most rolls of an exploration are one die. The highest comes first, as it does among sorted throws.
        values.iter().rev().all(|&(value, faces)| visit(Faces::one(value), faces));
    } else if group.in_order {
        in_order(group.count, &values, Faces::default(), 1, &mut visit);
    } else {
        sorted(group.count, &values, Faces::default(), 1, &mut visit);
    }
    fits.then_some(classes)
}

/// What the die can count as, and on how many faces.
fn distinct_values(group: &Group) -> SmallVec<[(u8, u64); 24]> {
    let mut values: SmallVec<[(u8, u64); 24]> = smallvec![];
    for face in 1..=group.sides {
        let value = group.value(face);
        match values.iter_mut().find(|(known, _)| *known == value) {
            Some((_, faces)) => *faces += 1,
            None => values.push((value, 1)),
        }
    }
    values.sort_unstable();
    values
}

fn in_order(
    left: u8,
    values: &[(u8, u64)],
    so_far: Faces,
    ways: u64,
    visit: &mut dyn FnMut(Faces, u64) -> bool,
) -> bool {
    if left == 0 {
        return visit(so_far, ways);
    }
    values.iter().all(|&(value, faces)| {
        let mut next = so_far;
        next.append(value);
        in_order(left - 1, values, next, ways * faces, visit)
    })
}

/// Visits every multiset of values with its multinomial weight.
fn sorted(
    left: u8,
    values: &[(u8, u64)],
    so_far: Faces,
    ways: u64,
    visit: &mut dyn FnMut(Faces, u64) -> bool,
) -> bool {
    let Some((&(value, faces), rest)) = values.split_first() else {
        return left > 0 || visit(so_far, ways);
    };
    let (mut next, mut choose, mut power) = (so_far, 1u64, 1u64);
    for taken in 0..=left {
        if rest.is_empty() && taken < left {
            // The last value takes all that is left.
        } else if !sorted(left - taken, rest, next, ways * choose * power, visit) {
            return false;
        }
        if taken < left {
            next.append(value);
            choose = choose * u64::from(left - taken) / u64::from(taken + 1);
            power *= faces;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Audience, RuleId, Seat};

    fn ways(group: Group) -> (usize, u64) {
        let groups = [group];
        let roll = Roll {
            rule: RuleId::of("T-1"),
            by: Seat::GM.into(),
            audience: Audience::ALL,
            groups: &groups,
            terms: None,
            alike: None,
        };
        let all = throws(&roll).unwrap_or_default();
        (all.len(), all.iter().map(|(_, ways)| ways).sum())
    }

    #[test]
    fn four_dice_have_126_sorted_throws_out_of_1296() {
        assert_eq!(ways(Group::new(4, 6)), (126, 1296));
        assert_eq!(ways(Group::new(4, 6).in_order()), (1296, 1296));
    }

    #[test]
    fn a_d3_read_off_a_d6_branches_on_its_three_values() {
        assert_eq!(ways(Group::new(2, 6).read_as(&[1, 1, 2, 2, 3, 3])), (6, 36));
    }

    #[test]
    fn a_roll_too_large_to_walk_is_not_walked() {
        assert_eq!(ways(Group::new(31, 100)), (0, 0));
        assert_eq!(ways(Group::new(12, 20).in_order()), (0, 0));
    }
}
