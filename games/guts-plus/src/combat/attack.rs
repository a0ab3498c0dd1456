//! An attack: declared with target, means and place; a contest; a reaction; what the blow does.

use std::borrow::Cow;

use boneyard_table::{At, Cx, Flow, Group, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::turn::{may_act, takes_action};
use crate::GutsPlus;
use crate::fact::HealthFact;
use crate::gm::{as_proposed, decide, has_player};
use crate::health::{Ailment, Hurt, inflict, injure, knock_out};
use crate::question::{
    Assign, AssignSay, Decide, Matter, Named, NamedAgainst, NamedContest, React, ReactSay, Task,
};
use crate::roll::{Call, Came, check, contest};
use crate::rules;
use crate::state::{Base, Item, Scale, Side, State};

/// An attack as it is declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// Who attacks.
    pub who: Who,
    /// Whom.
    pub target: Who,
    /// With what: a thing at hand, or a part of one's own body.
    pub means: String,
    /// Where; left to the GM if nothing is named.
    #[serde(default)]
    pub part: Option<String>,
    /// What the attacker rolls, if the GM says so at once.
    #[serde(default)]
    pub quality: Option<Named>,
    /// What the defender rolls, if the GM says so at once.
    #[serde(default)]
    pub against: Option<Named>,
}

/// What a body has at hand by itself.
const BODY: [&str; 12] = [
    "fist", "fists", "kick", "foot", "feet", "shove", "bite", "claws", "headbutt", "elbow", "knee", "tackle",
];

/// What somebody attacks with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Means<'a> {
    name: Cow<'a, str>,
    dangerous: bool,
    cuts: bool,
    ranged: bool,
    /// No protection keeps it off.
    through: bool,
    /// What it is rolled with, if that is not the usual.
    quality: Option<&'a str>,
    /// The part used, where it is the body's own.
    part: Option<u8>,
    item: Option<u8>,
}

/// The name of a thing; mostly it is named as it is called.
fn called<'a>(named: &'a str, name: &str) -> Cow<'a, str> {
    if named == name { Cow::Borrowed(named) } else { Cow::Owned(name.to_owned()) }
}

fn means<'a, 'b: 'a>(cx: &Cx<'b, GutsPlus>, who: Who, name: &'a str) -> Result<Means<'a>, Refusal> {
    let one = cx.state().one(who);
    let like = one.sheet.like.and_then(|id| cx.book().foes.get(id.as_str()));
    let arm = |kind: &str| {
        (0..one.sheet.chart.len() as u8)
            .find(|nth| one.sheet.chart[usize::from(*nth)].kind == kind && !one.useless(*nth))
    };
    if let Some(nth) = one.thing(name) {
        let (sheet, item) = (&one.sheet.items[usize::from(nth)], &one.live.items[usize::from(nth)]);
        if item.hand.is_some_and(|hand| one.useless(hand)) || (arm("hand").is_none() && arm("arm").is_none())
        {
            let sentence = format!("No hand of {} can use the {name}.", one.sheet.name);
            return Err(Refusal::new(rules::GP_HLTH_04, "no-hand", sentence));
        }
        return Ok(Means {
            name: called(name, &sheet.name),
            dangerous: sheet.dangerous,
            cuts: sheet.dangerous && !sheet.blunt,
            ranged: sheet.ranged,
            through: false,
            quality: None,
            part: item.hand.or_else(|| arm("hand")),
            item: Some(nth),
        });
    }
    let mut grown = like.into_iter().flat_map(|row| row.attack.iter().chain(&row.losing));
    if let Some(attack) = grown.find(|own| own.name.eq_ignore_ascii_case(name)) {
        return Ok(Means {
            name: Cow::Borrowed(&attack.name),
            dangerous: attack.dangerous,
            cuts: attack.dangerous,
            ranged: attack.ranged,
            through: attack.through,
            quality: attack.quality.as_deref().filter(|own| one.sheet.quality(own).is_some()),
            part: None,
            item: None,
        });
    }
    if let Some(name) = BODY.into_iter().find(|own| own.eq_ignore_ascii_case(name)) {
        let kind = match name {
            "kick" | "foot" | "feet" | "knee" => "leg",
            "bite" | "headbutt" => "head",
            "fist" | "fists" => "hand",
            _ => "arm",
        };
        let has = one.sheet.chart.iter().any(|part| part.kind == kind);
        let part = arm(kind);
        if has && part.is_none() {
            let sentence = format!("{} cannot use that part of the body now.", one.sheet.name);
            return Err(Refusal::new(rules::GP_HLTH_04, "crossed-out", sentence));
        }
        let name = Cow::Borrowed(name);
        let (dangerous, cuts, ranged, through, quality) = (false, false, false, false, None);
        return Ok(Means { name, dangerous, cuts, ranged, through, quality, part, item: None });
    }
    let sentence = format!(
        "{} has no {name} at hand: name a thing carried, or fists, kick, shove and the like.",
        one.sheet.name
    );
    Err(Refusal::new(rules::GP_COMB_08, "not-at-hand", sentence))
}

/// Whether somebody could do harm in return.
fn answers_dangerously(cx: &Cx<'_, GutsPlus>, who: Who) -> bool {
    let one = cx.state().one(who);
    let row = one.sheet.like.and_then(|id| cx.book().foes.get(id.as_str()));
    let held = one.sheet.items.iter().zip(&one.live.items);
    row.and_then(|row| row.attack.as_ref()).is_some_and(|attack| attack.dangerous)
        || held.clone().any(|(sheet, item)| sheet.dangerous && item.hand.is_some() && !item.gone)
}

/// An attack, whole.
pub fn attack(cx: &mut Cx<'_, GutsPlus>, by: Seat, attack: &Attack) -> Flow {
    let Attack { who, target, .. } = *attack;
    may_act(cx.state(), who)?;
    let rule = rules::GP_COMB_08;
    let Some(other) = cx.state().creature(target).filter(|_| target != who) else {
        return refuse(Refusal::new(rule, "no-target", "An attack names somebody else as its target."));
    };
    if other.live.dead {
        return refuse(Refusal::new(rule, "dead", format!("{} is dead.", other.sheet.name)));
    }
    let part = match &attack.part {
        None => None,
        Some(name) => Some(other.sheet.part(name).ok_or_else(|| {
            let sentence = format!("{} has no {name}.", other.sheet.name);
            Refusal::new(rule, "no-part", sentence)
        })?),
    };
    let means = means(cx, who, &attack.means)?;
    if !by.is_gm() && (attack.quality.is_some() || attack.against.is_some()) {
        let sentence = "The GM names the qualities of an attack; appeal for another when it is rolled.";
        return refuse(Refusal::new(rules::GP_COMB_09, "not-the-gm", sentence));
    }
    let usual = if means.ranged { Base::Utility } else { Base::Gumption };
    let own_base = means.quality.and_then(Base::named);
    let with = means.quality.filter(|_| own_base.is_none());
    let usual = own_base.unwrap_or(usual);
    let what = format!("attack with {}", means.name);
    let what = if what.len() > 60 { what.chars().take(60).collect() } else { what };
    let asks = !by.is_gm() && !crate::gm::unseen(cx.state());
    let plain = attack.quality.is_none() && attack.against.is_none() && !asks;
    let sides = match plain {
        true => Sides {
            own: usual_side(cx.state(), who, usual, with),
            against: taking(target),
            help: SmallVec::new(),
            give_up: false,
        },
        false => {
            let named = named_sides(attack, usual, with);
            crate::roll::check_task(cx.at(), who, &Task::Contest(named.clone()))?;
            let named = match asks {
                false => named,
                true => match asked(cx, who, &what, usual, named)? {
                    Ok(named) => named,
                    Err((task, words)) => return crate::roll::carry_out(cx, who, &what, task, &words),
                },
            };
            sides_of(cx.at(), who, target, &named)?
        }
    };
    takes_action(cx, who, rules::GP_COMB_07, &what)?;
    cx.cite(rules::GP_COMB_09);
    let mut call = Call::new(rule, what, sides.own).against(sides.against);
    (call.help, call.give_up) = (sides.help, sides.give_up);
    let came = cx.within((target, part, &means), |cx| contest(cx, call))?;
    blow(cx, who, target, part, &means, &came)
}

/// What both roll in an attack, and who helps.
struct Sides {
    own: Side,
    against: Side,
    help: SmallVec<[Who; 1]>,
    give_up: bool,
}

/// As it usually is for whoever is attacked.
fn taking(target: Who) -> Side {
    Side::new(target, Some(Base::Gumption), Base::Gumption.nth())
}

/// A side as nobody names it: the base quality, or in its place what somebody attacks with.
fn usual_side(state: &State, who: Who, base: Base, with: Option<&str>) -> Side {
    let mut side = Side::new(who, Some(base), base.nth());
    if let Some(other) = with.and_then(|name| state.sheet(who).quality(name)) {
        side.appealed.push(other);
        side.quality = other;
    }
    side
}

/// What the GM could say of an attack, as far as it is not said.
fn named_sides(attack: &Attack, usual: Base, with: Option<&str>) -> NamedContest {
    let plain = |base: Base| Named { quality: base.name().to_owned(), ..Named::default() };
    let with = with.map(str::to_owned);
    let own = attack.quality.clone().unwrap_or_else(|| Named { with, ..plain(usual) });
    let against = attack.against.clone().unwrap_or_else(|| plain(Base::Gumption));
    NamedContest { own, against: vec![NamedAgainst { who: attack.target, named: against }] }
}

/// Asks the GM what is rolled: another contest, or something else altogether.
fn asked(
    cx: &mut Cx<'_, GutsPlus>,
    who: Who,
    what: &str,
    usual: Base,
    named: NamedContest,
) -> Flow<Result<NamedContest, (Task, String)>> {
    let ask = Assign {
        who,
        what: what.to_owned(),
        argue: None,
        proposal: Task::Contest(named),
        why: format!("{} attacks, {} takes the hit", usual.name(), Base::Gumption.name()),
        fits: Vec::new(),
    };
    Ok(match cx.ask(Seat::GM, ask)? {
        AssignSay::Plain(Task::Contest(say)) | AssignSay::Free { like: Task::Contest(say), .. } => Ok(say),
        other => Err(other.parts()),
    })
}

fn sides_of(at: At<'_, GutsPlus>, who: Who, target: Who, named: &NamedContest) -> Result<Sides, Refusal> {
    let own = crate::roll::side_of(at, who, &named.own)?;
    let against = match named.against.first() {
        Some(against) => crate::roll::side_of(at, target, &against.named)?,
        None => taking(target),
    };
    Ok(Sides { own, against, help: named.own.help.iter().copied().collect(), give_up: named.own.give_up })
}

fn blow(
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

/// Whoever was hit may make it less bad.
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

fn down(cx: &mut Cx<'_, GutsPlus>, who: Who) {
    if !cx.state().live(who).down {
        cx.record(rules::GP_COMB_06, HealthFact::Down { who, down: true }.into());
    }
}

fn disarm(cx: &mut Cx<'_, GutsPlus>, who: Who) {
    let held = cx.state().live(who).items.iter().position(|item| item.hand.is_some() && !item.gone);
    if let Some(nth) = held {
        let from = cx.state().live(who).items[nth].clone();
        let to = Item { hand: None, gone: true, ..from.clone() };
        cx.record(rules::GP_COMB_10, HealthFact::Item { who, item: nth as u8, from, to }.into());
    }
}

/// An attack that went wrong falls back on whoever made it.
fn suffers(cx: &mut Cx<'_, GutsPlus>, who: Who, target: Who, means: &Means<'_>) -> Flow {
    let dangerous = answers_dangerously(cx, target);
    bad_luck(cx, who, &means.name, dangerous, means.part)
}

/// A contest that went badly wrong: something happens to whoever acted, once.
pub fn rebound(cx: &mut Cx<'_, GutsPlus>, who: Who, what: &str, came: &Came) -> Flow {
    if came.outcomes.contains(&Scale::Negative) { bad_luck(cx, who, what, false, None) } else { Ok(()) }
}

fn bad_luck(cx: &mut Cx<'_, GutsPlus>, who: Who, what: &str, dangerous: bool, part: Option<u8>) -> Flow {
    let (choice, words) = if as_proposed(cx) {
        (Cow::Borrowed(if dangerous { "injury" } else { "down" }), String::new())
    } else {
        let say = decide(cx, what_befalls(cx, who, what, dangerous))?;
        (Cow::Owned(say.choice), say.words)
    };
    match &*choice {
        "injury" => {
            let part = part.unwrap_or_else(|| cx.state().sheet(who).part("Torso").unwrap_or(0));
            let hurt = Hurt {
                who,
                part,
                lines: 1,
                dangerous,
                cuts: dangerous,
                through: false,
                cause: what,
                rule: rules::GP_CONT_05,
            };
            injure(cx, &hurt)
        }
        "down" => {
            down(cx, who);
            Ok(())
        }
        "condition" => {
            let name = if words.is_empty() { "Shaken" } else { words.as_str() };
            inflict(cx, who, &Ailment::named(name, what))
        }
        "disarm" => {
            disarm(cx, who);
            Ok(())
        }
        "out" => knock_out(cx, who),
        _ => Ok(()),
    }
}
/// What the GM can say befalls whoever acted, the usual first.
fn what_befalls(cx: &Cx<'_, GutsPlus>, who: Who, what: &str, dangerous: bool) -> Decide {
    let question =
        cx.words(|at| format!("{}: {what} goes badly wrong. What happens to them?", at.state.name(who)));
    let mut matter = Decide::new(Matter::Rebound, what, question).who(who);
    if dangerous {
        matter = matter.option("injury", "1 injury");
    }
    matter = matter
        .option("down", "Knocked down")
        .option("condition", "A condition")
        .option("disarm", "They drop what they hold")
        .option("out", "Knocked out")
        .option("nothing", "Something else, as told");
    if !dangerous {
        matter = matter.option("injury", "1 injury");
    }
    matter
}
