//! What a blow does: where it lands, a reaction, and the harm by the table, as the GM sees it. What falls back on the
//! one who struck is in `rebound`.

use std::borrow::Cow;

use boneyard_table::{At, Cx, Flow, Group, Seat, Who};

use super::means::Means;
use super::rebound::suffers;
use crate::GutsPlus;
use crate::fact::HealthFact;
use crate::gm::{as_proposed, decide, has_player};
use crate::health::{Ailment, Hurt, inflict, injure, knock_out};
use crate::question::{Decide, Matter, React, ReactSay};
use crate::roll::{Call, Came, check};
use crate::rules;
use crate::state::{Base, Item, Scale, Side};

/// What comes of an attack: nothing, a hit, or harm to the one who made it.
pub(super) fn blow(
    cx: &mut Cx<'_, GutsPlus>,
    who: Who,
    target: Who,
    part: Option<u8>,
    means: &Means<'_>,
    came: &Came,
) -> Flow {
    match came.outcome {
        Scale::Failure => Ok(()),
        Scale::Negative => suffers(cx, who, target, means),
        Scale::Near | Scale::Full | Scale::Positive => {
            let mut part = match part {
                Some(part) => part,
                None => where_it_hits(cx, target, means)?,
            };
            if came.outcome >= Scale::Full {
                part = reaction(cx, target, part, means)?;
            }
            damage(cx, who, target, part, means, came.outcome)?;
            crate::gear::struck(cx, target, &means.name, came.outcome)
        }
    }
}

/// Harm by something other than a weapon, such as a skill: where it lands, a reaction, what it does.
pub fn harm(
    cx: &mut Cx<'_, GutsPlus>,
    who: Who,
    target: Who,
    part: Option<u8>,
    name: &str,
    dangerous: bool,
    outcome: Scale,
) -> Flow {
    let means = Means {
        name: Cow::Borrowed(name),
        dangerous,
        cuts: dangerous,
        ranged: true,
        through: false,
        quality: None,
        part: None,
        item: None,
    };
    if outcome < Scale::Near {
        return Ok(());
    }
    let mut part = match part {
        Some(part) => part,
        None => where_it_hits(cx, target, &means)?,
    };
    if outcome >= Scale::Full {
        part = reaction(cx, target, part, &means)?;
    }
    damage(cx, who, target, part, &means, outcome)
}

/// Where a blow lands that named no place.
fn where_it_hits(cx: &mut Cx<'_, GutsPlus>, target: Who, means: &Means<'_>) -> Flow<u8> {
    let one = cx.state().one(target);
    let humanoid = one.sheet.part("Torso").is_some() && one.sheet.part("Right Arm").is_some();
    if humanoid && as_proposed(cx) {
        return rolled_place(cx, target);
    }
    let question = cx.words(|at| format!("Where is {} hit?", at.state.name(target)));
    let mut matter = Decide::new(Matter::Where, &means.name, question).who(target);
    if humanoid {
        matter = matter.option("roll", "Roll for it");
    }
    for part in &one.sheet.chart {
        matter = matter.option(part.name.clone(), part.name.clone());
    }
    let say = decide(cx, matter)?;
    if let Some(part) = cx.state().sheet(target).part(&say.choice) {
        return Ok(part);
    }
    rolled_place(cx, target)
}

/// Where a blow lands, by the dice.
fn rolled_place(cx: &mut Cx<'_, GutsPlus>, target: Who) -> Flow<u8> {
    let rule = rules::GP_HOUSE_04H;
    let fell = cx.dice_read(rule, Seat::GM, Group::new(2, 6).named("where"), |faces| faces.sum())?;
    let row = cx.book().tables.named("Where it hits").and_then(|table| table.row(fell as i32));
    let name = row.map_or("Torso", |row| row.text.as_str());
    let sheet = cx.state().sheet(target);
    // On the coarse chart hands count as arms and feet as legs.
    let coarse = || sheet.part(&name.replace("Hand", "Arm").replace("Foot", "Leg"));
    Ok(sheet.part(name).or_else(coarse).unwrap_or(0))
}

/// The one who was hit may make it less bad.
fn reaction(cx: &mut Cx<'_, GutsPlus>, target: Who, part: u8, means: &Means<'_>) -> Flow<u8> {
    if !cx.state().one(target).can_act() || !has_player(cx.at(), target) {
        return Ok(part);
    }
    let ReactSay::Take { take_on } = cx.ask(target, React { who: target, part })? else { return Ok(part) };
    let Some(other) = cx.state().sheet(target).part(&take_on) else { return Ok(part) };
    let question = cx.words(|at| format!("{} wants to take it on the {take_on}.", at.state.name(target)));
    let matter = Decide::new(Matter::Reaction, &means.name, question)
        .option("check", "A Utility check")
        .option("allow", "It works")
        .option("deny", "It does not")
        .who(target);
    match decide(cx, matter)?.choice.as_str() {
        "allow" => Ok(other),
        "deny" => Ok(part),
        _ => {
            let side = Side::new(target, Some(Base::Utility), Base::Utility.nth());
            let call = Call::new(rules::GP_COMB_12, "take the hit elsewhere", side);
            let came = cx.within((target, part, other, means), |cx| check(cx, call))?;
            Ok(if came.outcome >= Scale::Full { other } else { part })
        }
    }
}

/// What a blow does, by the table, as the GM sees it.
fn damage(
    cx: &mut Cx<'_, GutsPlus>,
    who: Who,
    target: Who,
    part: u8,
    means: &Means<'_>,
    outcome: Scale,
) -> Flow {
    let bruised = cx
        .state()
        .live(target)
        .conditions
        .iter()
        .any(|own| own.part == Some(part) && &*own.kind == "Bruised");
    let worse = bruised && !means.dangerous && outcome >= Scale::Full;
    if worse {
        cx.cite(rules::GP_COND_10);
    }
    let (choice, words) = if as_proposed(cx) {
        let choice = if worse { "injury" } else { usual(outcome, means.dangerous) };
        (Cow::Borrowed(choice), String::new())
    } else {
        let mut matter = what_it_does(cx, who, target, part, means, outcome);
        if worse {
            matter = matter.propose("injury", "the part is bruised already");
        }
        let say = decide(cx, matter)?;
        (Cow::Owned(say.choice), say.words)
    };
    cx.cite(rules::GP_COMB_15);
    let hurt = |lines: u8| Hurt {
        who: target,
        part,
        lines,
        dangerous: means.dangerous || bruised,
        cuts: means.cuts,
        through: means.through,
        cause: &means.name,
        rule: rules::GP_COMB_10,
    };
    let sheet = cx.state().sheet(target);
    let name = if words.is_empty() { "Sore" } else { &words };
    // Of several parts with one name it is the first that gets sore.
    let sore = Ailment { part: sheet.part(sheet.part_name(part)), ..Ailment::named(name, &means.name) };
    match &*choice {
        "injury" => injure(cx, &hurt(1)),
        "injuries" => injure(cx, &hurt(2)),
        "injury_down" => {
            injure(cx, &hurt(1))?;
            down(cx, target);
            Ok(())
        }
        "injury_disarm" => {
            injure(cx, &hurt(1))?;
            disarm(cx, target);
            Ok(())
        }
        "injury_condition" => {
            injure(cx, &hurt(1))?;
            inflict(cx, target, &sore)
        }
        "condition" => inflict(cx, target, &sore),
        "worse" => {
            inflict(cx, target, &sore)?;
            inflict(cx, target, &sore)
        }
        "mark" => {
            let item = (0..cx.state().live(target).items.len() as u8).find(|nth| {
                let one = cx.state().one(target);
                one.live.items[usize::from(*nth)].protects()
                    && one.sheet.items[usize::from(*nth)].covers.contains(&part)
            });
            if let Some(item) = item {
                let from = cx.state().live(target).items[usize::from(item)].clone();
                let to = Item { marks: from.marks + 1, marked_at: cx.state().clock, ..from.clone() };
                cx.record(rules::GP_PROT_01, HealthFact::Item { who: target, item, from, to }.into());
            }
            Ok(())
        }
        "down" => {
            down(cx, target);
            Ok(())
        }
        "disarm" => {
            disarm(cx, target);
            Ok(())
        }
        "out" => knock_out(cx, target),
        _ => Ok(()),
    }
}

/// What a blow usually does.
fn usual(outcome: Scale, dangerous: bool) -> &'static str {
    match (outcome, dangerous) {
        (Scale::Near, _) | (Scale::Full, false) => "condition",
        (Scale::Full, true) => "injury",
        (_, true) => "injury_down",
        (_, false) => "worse",
    }
}

/// What the GM can say a blow does, the usual first.
fn what_it_does(
    cx: &Cx<'_, GutsPlus>,
    who: Who,
    target: Who,
    part: u8,
    means: &Means<'_>,
    outcome: Scale,
) -> Decide {
    let place = |at: At<'_, GutsPlus>| at.state.sheet(target).part_name(part).to_owned();
    let question = cx.words(|at| {
        format!("{} hits the {} of {}: {}.", means.name, place(at), at.state.name(target), outcome.name())
    });
    let sore = |cx: &Cx<'_, GutsPlus>, how: &str| -> Cow<'static, str> {
        cx.words(|at| format!("{how} of the {}", place(at))).into()
    };
    let mut matter = Decide::new(Matter::Damage, &means.name, question).who(who);
    matter = match (outcome, means.dangerous) {
        (Scale::Near, true) => matter
            .option("condition", sore(cx, "A condition"))
            .option("mark", "1 mark on protection")
            .option("nothing", "Nothing"),
        (Scale::Near, false) => {
            matter.option("condition", sore(cx, "A condition")).option("nothing", "Nothing")
        }
        (Scale::Full, true) => {
            let label = cx.words(|at| format!("1 injury to the {}", place(at)));
            matter.option("injury", label)
        }
        (Scale::Full, false) => matter.option("condition", sore(cx, "A condition")),
        (_, true) => matter
            .option("injury_down", "1 injury, and knocked down")
            .option("injury_disarm", "1 injury, and disarmed")
            .option("injury_condition", "1 injury, and a condition")
            .option("injuries", "2 injuries"),
        (_, false) => matter.option("worse", sore(cx, "A worse condition")).option("injury", "1 injury"),
    };
    let more = [
        ("injury", "1 injury"),
        ("condition", "A condition"),
        ("down", "Knocked down"),
        ("disarm", "Disarmed"),
        ("out", "Knocked out"),
        ("nothing", "Nothing"),
    ];
    for (key, label) in more {
        if !matter.options.iter().any(|(known, _)| known == key) {
            matter = matter.option(key, label);
        }
    }
    debug_assert_eq!(matter.proposed(), usual(outcome, means.dangerous), "the usual comes first");
    matter
}

/// Knocks somebody down who stands.
pub(super) fn down(cx: &mut Cx<'_, GutsPlus>, who: Who) {
    if !cx.state().live(who).down {
        cx.record(rules::GP_COMB_06, HealthFact::Down { who, down: true }.into());
    }
}

/// The first thing held is gone.
pub(super) fn disarm(cx: &mut Cx<'_, GutsPlus>, who: Who) {
    let held = cx.state().live(who).items.iter().position(|item| item.hand.is_some() && !item.gone);
    if let Some(nth) = held {
        let from = cx.state().live(who).items[nth].clone();
        let to = Item { hand: None, gone: true, ..from.clone() };
        cx.record(rules::GP_COMB_10, HealthFact::Item { who, item: nth as u8, from, to }.into());
    }
}
