//! The dice of a casting: Magic Dice and Instability Dice, their Power and how many of them match.

use boneyard_table::{Audience, Cx, Faces, Flow, Group, Roll, Who};

use crate::DieTrying;
use crate::fact::MagicFact;
use crate::house::MiscastModifier;
use crate::rules;

/// Dice that match, as this table counts them: 0 where no two are alike.
pub fn matching(how: MiscastModifier, magic: &Faces, unstable: &Faces) -> u8 {
    let mut counts = [0_u8; 7];
    for face in magic.iter().chain(unstable.iter()) {
        counts[usize::from(face).min(6)] += 1;
    }
    let groups = counts.iter().filter(|count| **count >= 2);
    match how {
        MiscastModifier::LargestGroup => groups.copied().max().unwrap_or(0),
        MiscastModifier::AllMatching => groups.sum(),
        // So many different faces repeat; one of them already means a miscast.
        MiscastModifier::Sets => groups.count() as u8,
    }
}

/// Rolls a casting: so many Magic Dice and Instability Dice. Gives its Power and the dice that match.
pub fn throw(cx: &mut Cx<'_, DieTrying>, who: Who, dice: u8, unstable: u8) -> Flow<(i16, u8)> {
    let most = |dice: u8| dice.min(Faces::MOST as u8);
    let magic = Group::new(most(dice), 6).named("Magic Dice");
    let instability = Group::new(most(unstable), 6).named("Instability Dice");
    let groups: Vec<Group> = [magic, instability].into_iter().filter(|group| group.count > 0).collect();
    let mut out = [Faces::default(), Faces::default()];
    if !groups.is_empty() {
        let roll = Roll {
            rule: rules::DT_MAG_02,
            by: who.into(),
            audience: Audience::ALL,
            groups: &groups,
            terms: None,
            alike: None,
        };
        cx.roll(&roll, &mut out[..groups.len()])?;
    }
    let (magic, unstable) = if dice > 0 { (out[0], out[1]) } else { (Faces::default(), out[0]) };
    let power = i16::try_from(magic.sum()).unwrap_or(i16::MAX);
    let matching = matching(cx.state().house.miscast_modifier, &magic, &unstable);
    if unstable.number() > 0 {
        cx.cite(rules::DT_MIS_01);
    }
    cx.record(rules::DT_MAG_02, MagicFact::Power { who, power, matching }.into());
    Ok((power, matching))
}
