//! Injuries: lines through parts of the body, one by one, protection first; and what that does to the one who
//! is hurt.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::view::Domain;
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, deed};

use super::protect::{mark, pieces};
use crate::GutsPlus;
use crate::fact::HealthFact;
use crate::form;
use crate::gm::{decide, settled};
use crate::question::{Decide, Matter, PickPiece};
use crate::rules;
use crate::state::{HOUR, MINUTE, Out, Part};

/// Harm to a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hurt<'a> {
    /// Whose.
    pub who: Who,
    /// Which part.
    pub part: u8,
    /// How many injuries.
    pub lines: u8,
    /// Blades, guns, fire: it can take a part off.
    pub dangerous: bool,
    /// Cuts, burns or dissolves: it ruins protection.
    pub cuts: bool,
    /// Goes through protection.
    pub through: bool,
    /// What did it, in a few words.
    pub cause: &'a str,
    /// The rule it comes from.
    pub rule: RuleId,
}

deed! {
    /// Harm the GM deals.
    #[serde(deny_unknown_fields)]
    pub struct Injure(form: GutsPlus) {
        /// Whom.
        who: Who = {
            let state = form.state;
            form.creature_among("who", "Whom", |who| !state.live(who).dead)?
        },
        /// Where.
        part: String = form.one_of("part", "Where", form::parts_of(form.state, who, |_| true))?,
        /// How many injuries.
        #[serde(default = "one")]
        lines: u8 = form::maybe(form, "lines", "How many", || Domain::amount(1, 2))?.unwrap_or(one()),
        /// Whether it is a danger; harmless things are asked about.
        #[serde(default = "yes")]
        dangerous: bool =
            form::maybe(form, "dangerous", "A real danger", Domain::yes_no)?.unwrap_or(yes()),
        /// Cuts, burns or dissolves.
        #[serde(default)]
        cuts: bool = form.flag("cuts", "It cuts, burns or dissolves")?,
        /// Goes through protection.
        #[serde(default)]
        through: bool = form.flag("through", "Nothing keeps it off")?,
        /// What did it.
        #[serde(default)]
        cause: String = form.maybe_text("cause", "From", 60)?.unwrap_or_default(),
    }
}

fn one() -> u8 {
    1
}

fn yes() -> bool {
    true
}

impl Deed<GutsPlus> for Injure {
    const CARD: Card = Card::gm("Deal an injury", "Harm").rule(rules::GP_HLTH_03);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let rule = rules::GP_HLTH_03;
        let Some(one) = may.state.creature(self.who) else {
            return may.no(|| Refusal::new(rule, "nobody", "There is nobody like that here."));
        };
        let (name, part) = (&one.sheet.name, &self.part);
        may.not_if(one.sheet.part(part).is_none(), || {
            let parts: Vec<&str> = one.sheet.chart.iter().map(|part| part.name.as_str()).collect();
            let sentence = format!("{name} has no {part}; there are {}.", parts.join(", "));
            Refusal::new(rules::GP_HLTH_01H, "no-part", sentence)
        })?;
        may.not_if(!(1..=2).contains(&self.lines) || self.cause.chars().count() > 60, || {
            let sentence = "One blow is 1 injury, at most 2, with its cause in a few words.";
            Refusal::new(rule, "lines", sentence).with("lines", self.lines)
        })?;
        may.not_if(one.live.dead, || Refusal::new(rules::GP_HLTH_08, "dead", format!("{name} is dead.")))
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let Self { who, part, lines, dangerous, cuts, through, cause } = self;
        let Some(part) = cx.state().sheet(who).part(&part) else { return Ok(()) };
        if !dangerous {
            let name = cx.state().sheet(who).part_name(part).to_owned();
            let question = format!("{cause} is no real danger. An injury to the {name} all the same?");
            let matter = Decide::new(Matter::Harmless, &cause, question)
                .option("no", "No, a condition at most")
                .option("yes", "Yes, an injury")
                .who(who);
            if decide(cx, matter)?.choice == "no" {
                return Ok(());
            }
        }
        let rule = rules::GP_HLTH_03;
        injure(cx, &Hurt { who, part, lines, dangerous, cuts, through, cause: &cause, rule })
    }
}

/// Deals injuries one by one: to protection while it takes marks, then to the body.
pub fn injure(cx: &mut Cx<'_, GutsPlus>, hurt: &Hurt<'_>) -> Flow {
    for left in (0..hurt.lines).rev() {
        if left > 0 {
            cx.cite(rules::GP_PROT_02);
        }
        if hurt.through {
            cx.cite(rules::GP_PROT_07);
        } else if crate::essence::guard(cx, hurt.who) {
            continue;
        } else if let Some(item) = guarded(cx, hurt)? {
            mark(cx, hurt, item)?;
            continue;
        }
        line(cx, hurt, hurt.part)?;
    }
    settle(cx, hurt.who, Some(hurt))
}

/// The piece that takes the mark, if one does.
fn guarded(cx: &mut Cx<'_, GutsPlus>, hurt: &Hurt<'_>) -> Flow<Option<u8>> {
    let (mut own, lenient) = pieces(cx.state(), hurt.who, hurt.part, hurt.cause);
    for item in lenient {
        let sheet = cx.state().sheet(hurt.who);
        let name = sheet.items[usize::from(item)].name.clone();
        let question = format!("Does the {name} guard the {} of {}?", sheet.part_name(hurt.part), sheet.name);
        let matter =
            Decide::new(Matter::Cover, &name, question).option("yes", "It does").option("no", "It does not");
        if decide(cx, matter.who(hurt.who))?.choice == "yes" {
            own.push(item);
        }
    }
    match own.as_slice() {
        [] => Ok(None),
        [only] => Ok(Some(*only)),
        _ => {
            let say = cx.ask(hurt.who, PickPiece { who: hurt.who, pieces: own.to_vec() })?;
            let items = &cx.state().sheet(hurt.who).items;
            let picked = own.iter().find(|nth| items[usize::from(**nth)].name.eq_ignore_ascii_case(&say));
            Ok(picked.or(own.first()).copied())
        }
    }
}

/// One line through a part, or what happens where there is no room for it.
fn line(cx: &mut Cx<'_, GutsPlus>, hurt: &Hurt<'_>, part: u8) -> Flow {
    let who = hurt.who;
    let from = cx.state().live(who).parts[usize::from(part)];
    if from.crossed_out() {
        return beyond(cx, hurt, part);
    }
    let fresh = cx.state().fights(who);
    let to = Part { lines: from.lines + 1, fresh, healed: 0, treated: None, ..from };
    cx.record(
        if part == hurt.part { hurt.rule } else { rules::GP_HLTH_05 },
        HealthFact::Part { who, part, from, to }.into(),
    );
    cx.cite(rules::GP_HLTH_03);
    if !to.crossed_out() {
        return Ok(());
    }
    hands_open(cx, who, part)?;
    if hurt.dangerous {
        let choice = settled(cx, "no", |cx| {
            let sheet = cx.state().sheet(who);
            let (name, vital) = (sheet.part_name(part), sheet.chart[usize::from(part)].vital);
            let grave = if vital { " That is death." } else { "" };
            let question =
                cx.words(|_| format!("The {name} of {} is crossed out. Lost for good?{grave}", sheet.name));
            Decide::new(Matter::Lost, hurt.cause, question)
                .option("no", "No")
                .option("yes", "Lost for good")
                .who(who)
        })?;
        if choice == "yes" {
            lose(cx, who, part);
        }
    }
    Ok(())
}

fn lose(cx: &mut Cx<'_, GutsPlus>, who: Who, part: u8) {
    let from = cx.state().live(who).parts[usize::from(part)];
    let to = Part { lines: 2, lost: true, healed: 0, ..from };
    cx.record(rules::GP_HLTH_06, HealthFact::Part { who, part, from, to }.into());
    if cx.state().sheet(who).chart[usize::from(part)].vital {
        cx.record(rules::GP_HLTH_06, HealthFact::Died { who }.into());
    }
}

/// More harm to a part that is crossed out.
fn beyond(cx: &mut Cx<'_, GutsPlus>, hurt: &Hurt<'_>, part: u8) -> Flow {
    let who = hurt.who;
    let one = cx.state().one(who);
    let mut next = one.sheet.chart[usize::from(part)].passes;
    while let Some(nth) = next.filter(|nth| one.live.parts[usize::from(*nth)].crossed_out()) {
        next = one.sheet.chart[usize::from(nth)].passes;
    }
    let chart = &one.sheet.chart[usize::from(part)];
    let limb = !matches!(chart.kind.as_str(), "head" | "torso" | "body" | "core");
    let can_go = hurt.dangerous && !one.live.parts[usize::from(part)].lost;
    let goes = can_go && limb && hurt.cuts;
    let usual = match next {
        _ if goes => "lost",
        Some(_) => "moves",
        None => "nothing",
    };
    let choice = settled(cx, usual, |cx| {
        let sheet = cx.state().sheet(who);
        let name = sheet.part_name(part);
        let question = cx.words(|_| format!("The {name} of {} is crossed out already.", sheet.name));
        let mut matter = Decide::new(Matter::Beyond, hurt.cause, question).who(who);
        if let Some(next) = next {
            matter = matter.option("moves", format!("The {} takes it", sheet.part_name(next)));
        }
        matter = matter.option("nothing", "Nothing more");
        if can_go {
            matter = matter.option("lost", "It is lost for good");
        }
        if goes { matter.propose("lost", "a blade on a limb") } else { matter }
    })?;
    match &*choice {
        "lost" => lose(cx, who, part),
        "moves" => {
            if let Some(next) = next {
                let moved = Hurt { part: next, lines: 1, rule: rules::GP_HLTH_05, ..*hurt };
                if !hurt.through
                    && let Some(item) = guarded(cx, &moved)?
                {
                    return mark(cx, &moved, item);
                }
                return line(cx, &moved, next);
            }
        }
        _ => cx.record(rules::GP_HLTH_05, HealthFact::Spared { who, part }.into()),
    }
    Ok(())
}

/// What a useless hand held goes to the other hand or to the ground.
fn hands_open(cx: &mut Cx<'_, GutsPlus>, who: Who, part: u8) -> Flow {
    let one = cx.state().one(who);
    let held: Vec<u8> = (0..one.live.items.len() as u8)
        .filter(|nth| {
            let item = &one.live.items[usize::from(*nth)];
            !item.gone && item.hand.is_some_and(|hand| hand == part || one.useless(hand))
        })
        .collect();
    for nth in held {
        let one = cx.state().one(who);
        let name = one.sheet.items[usize::from(nth)].name.clone();
        let from = one.live.items[usize::from(nth)].clone();
        let free = (0..one.sheet.chart.len() as u8).find(|hand| {
            let is_hand = one.sheet.chart[usize::from(*hand)].kind == "hand";
            is_hand && !one.useless(*hand) && one.live.items.iter().all(|item| item.hand != Some(*hand))
        });
        let question = format!("{} cannot hold the {name} any more.", one.sheet.name);
        let mut matter = Decide::new(Matter::Dropped, &name, question).who(who);
        if let Some(hand) = free {
            matter = matter.option("other", format!("It goes to the {}", one.sheet.part_name(hand)));
        }
        matter = matter.option("dropped", "It drops");
        let to = if decide(cx, matter)?.choice == "other" {
            crate::state::Item { hand: free, ..from.clone() }
        } else {
            crate::state::Item { hand: None, gone: true, ..from.clone() }
        };
        cx.record(rules::GP_HLTH_04, HealthFact::Item { who, item: nth, from, to }.into());
    }
    Ok(())
}

/// Knocks somebody out, or wakes them, as the chart stands now.
pub fn settle(cx: &mut Cx<'_, GutsPlus>, who: Who, hurt: Option<&Hurt<'_>>) -> Flow {
    let one = cx.state().one(who);
    if one.live.dead {
        return Ok(());
    }
    match (one.beaten(), one.live.out) {
        // Only harm knocks out: whom the GM woke stays awake until the next blow.
        (true, None) if hurt.is_some() => fall(cx, who, hurt, false),
        (false, Some(out)) if !out.by_word => {
            cx.record(rules::GP_HLTH_10, HealthFact::Woke { who }.into());
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Knocks somebody out by the GM's word.
pub fn knock_out(cx: &mut Cx<'_, GutsPlus>, who: Who) -> Flow {
    if cx.state().live(who).out.is_some() || cx.state().live(who).dead {
        return Ok(());
    }
    cx.record(rules::GP_HLTH_07, HealthFact::Out { who, out: Out { deadline: None, by_word: true } }.into());
    crate::essence::lapses(cx, who);
    Ok(())
}

fn fall(cx: &mut Cx<'_, GutsPlus>, who: Who, hurt: Option<&Hurt<'_>>, by_word: bool) -> Flow {
    cx.record(rules::GP_HLTH_07, HealthFact::Out { who, out: Out { deadline: None, by_word } }.into());
    crate::essence::lapses(cx, who);
    let (cause, through) = hurt.map_or(("", false), |hurt| (hurt.cause, hurt.through));
    let hero = cx.state().sheet(who).kind == crate::state::Kind::Hero;
    let (usual, why) = match hurt {
        _ if !hero => ("none", "not a hero"),
        Some(_) if through => ("none", "strain: they wake when the head heals"),
        Some(hurt) if !hurt.cuts && !hurt.dangerous => ("hour", "nothing bleeds"),
        _ => ("bleeding", "a dangerous cause"),
    };
    let choice = settled(cx, usual, |cx| {
        let question =
            cx.words(|at| format!("{} is unconscious. How long until it is too late?", at.state.name(who)));
        Decide::new(Matter::Deadline, cause, question)
            .option("bleeding", "Bleeding, crushed or burned: 10 minutes")
            .option("hour", "Other injuries: 1 hour")
            .option("none", "No danger")
            .option("no_air", "No air: 1 minute")
            .who(who)
            .propose(usual, why)
    })?;
    let lasts = match &*choice {
        "bleeding" => 10 * MINUTE,
        "hour" => HOUR,
        "no_air" => MINUTE,
        _ => return Ok(()),
    };
    let deadline = Some(cx.state().clock + lasts);
    cx.record(rules::GP_HOUSE_07H, HealthFact::Out { who, out: Out { deadline, by_word } }.into());
    Ok(())
}

deed! {
    /// The GM wakes somebody, sooner or later than their body does.
    #[serde(deny_unknown_fields)]
    pub struct Wake(form: GutsPlus) {
        who: Who = {
            let state = form.state;
            let out = |who: Who| state.live(who).out.is_some() && !state.live(who).dead;
            form.only_if(state.everybody().any(out))?;
            form.creature_among("who", "Whom", out)?
        },
    }
}

impl Deed<GutsPlus> for Wake {
    const CARD: Card = Card::gm("Wake somebody", "Harm").rule(rules::GP_HLTH_10);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let rule = rules::GP_HLTH_10;
        let Some(one) = may.state.creature(self.who) else {
            return may.no(|| Refusal::new(rule, "nobody", "There is nobody like that here."));
        };
        may.not_if(one.live.dead || one.live.out.is_none(), || {
            Refusal::new(rule, "not-out", format!("{} is not unconscious.", one.sheet.name))
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        cx.record(rules::GP_HLTH_10, HealthFact::Woke { who: self.who }.into());
        Ok(())
    }
}
