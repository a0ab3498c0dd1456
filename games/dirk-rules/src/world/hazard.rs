//! Dangers of the place: falls, fire, poison, vacuum, glow, traps, and what a table's row lets befall
//! people. They are no attacks: nobody reacts to them.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May, Named};
use boneyard_table::{Cx, Flow, Group, Judgement, Refusal, RuleId, RulingOption, Seat, Who, deed};

use super::draw::{from_hand, may_use, used};
use super::rows::{Brings, Danger, Follows, HazardRow, Hurt};
use super::{What, WorldFact};
use crate::DirkRules;
use crate::check::{Save, is_alive, save};
use crate::combat::{afflict, knock_down};
use crate::effect::{Much, Size};
use crate::fact::Fact;
use crate::health::{Harm, inflict};
use crate::house::Deprivation;
use crate::power;
use crate::rules;
use crate::state::{Ability, Affliction};
use crate::time::{Stretch, may_count_breath, without_air};

deed! {
    /// Lets a danger of the place catch people.
    pub struct Hazard(form: DirkRules) {
        /// Which, by name.
        is: String = danger(form)?,
        /// Whom.
        who: Vec<Who> = company(form)?,
        /// Feet, turns or minutes, whichever it is counted by.
        #[serde(default)]
        size: u16 = size(form, &is)?,
        /// There was a warning, and time to draw breath.
        #[serde(default)]
        warned: bool = form.flag("warned", "They had a warning")?,
    }
}

/// The field `is`: a card for dangers that are counted by something, and one for the others.
fn danger(form: &mut Filling<'_, DirkRules>) -> Filled<String> {
    let counted = form.variant(&[false, true])?;
    if counted {
        form.label(|| "A danger of the place, by feet or time".into());
    }
    let rows = form.book.hazards.iter().filter(|row| row.per.is_some() == counted);
    let rows = rows.map(|row| (row.name.clone(), Named::new(row.name.clone()).say(row.text.clone())));
    form.one_of("is", "Which", rows)
}

/// The field `size`: a battle counts its turns by itself.
fn size(form: &mut Filling<'_, DirkRules>, is: &str) -> Filled<u16> {
    let counted = form.book.hazards.named(is).is_some_and(|row| row.per.is_some());
    if !counted && !form.is_written() && form.state.battle.is_some() {
        return Ok(0);
    }
    let (label, range) =
        if counted { ("Feet, turns or minutes", 1..=60) } else { ("Turns without air", 0..=60) };
    form.or_left_out("size", |form| form.amount("size", label, range)).map(Option::unwrap_or_default)
}

fn takes_air(row: &HazardRow) -> bool {
    row.effects.iter().any(|hurt| matches!(hurt, Hurt::NoAir))
}

impl Deed<DirkRules> for Hazard {
    const CARD: Card = Card::gm("A danger of the place", "World").rule(rules::DK_HAZ_01H);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (Self { is, who, size, .. }, book) = (self, may.book);
        let Some(row) = book.hazards.named(is) else {
            return may.no(|| {
                let names: Vec<&str> = book.hazards.iter().map(|row| row.name.as_str()).collect();
                let sentence = format!("There is no hazard {is}. There are {}.", names.join(", "));
                Refusal::new(rules::DK_HAZ_01H, "no-such-hazard", sentence)
            });
        };
        may_befall(may, row.id, who)?;
        let unit = row.per.as_ref().map(|per| per.kind.as_str());
        let least = u16::from(row.per.is_some());
        let most = if unit == Some("feet") { 1_000 } else { 60 };
        may.not_if(*size < least || *size > most, || {
            let sentence = format!("Say {least} to {most} {}.", unit.unwrap_or("turns"));
            Refusal::new(row.id, "how-much", sentence).with("most", most)
        })?;
        if takes_air(row) {
            may_count_breath(may)?;
            may.not_if(*size > 0 && may.state.battle.is_some(), || {
                let sentence = "A battle counts its turns by itself: leave the number out.";
                Refusal::new(rules::DK_DEPR_04, "in-battle", sentence)
            })?;
        }
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let Self { is, who, size, warned } = self;
        let Some(row) = cx.book().hazards.named(&is) else { return Ok(()) };
        if takes_air(row) {
            cx.cite(row.id);
            let (safe, rest): (Vec<Who>, Vec<Who>) = who.iter().partition(|one| spared(cx, **one, &row.name));
            if rest.is_empty() {
                return told(cx, row.id, &safe, "is safe from it");
            }
            return without_air(cx, &rest, Stretch { exerted: true, caught: !warned, count: size });
        }
        for (at, &one) in who.iter().enumerate() {
            cx.within((&who[at..], size), |cx| caught(cx, row, one, size))?;
        }
        Ok(())
    }
}

deed! {
    /// A danger on no list catches people: D6 each, which armor stops.
    pub struct Mishap(form: DirkRules) {
        /// What it is, in the referee's words.
        what: String = form.text("what", "What", 60)?,
        who: Vec<Who> = company(form)?,
    }
}

/// The field `who`: those whom something befalls.
pub(super) fn company(form: &mut Filling<'_, DirkRules>) -> Filled<Vec<Who>> {
    let quiet = May::quiet(form.at(), form.seat);
    form.creatures("who", "Who", 1..=60, |who| is_alive(quiet, who).is_ok())
}

impl Deed<DirkRules> for Mishap {
    const CARD: Card = Card::gm("A danger on no list: D6", "World").rule(rules::DK_BASIC_07);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (rule, what) = (rules::DK_BASIC_07, self.what.trim());
        may.not_if(what.is_empty() || what.chars().count() > 60, || {
            Refusal::new(rule, "words", "Say what it is in 1 to 60 characters.").with("most", 60)
        })?;
        may_befall(may, rule, &self.who)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let (rule, what, who) = (rules::DK_BASIC_07, self.what.trim(), &self.who);
        for (at, &one) in who.iter().enumerate() {
            cx.within((&who[at..], what), |cx| {
                told(cx, rule, &[one], what)?;
                let amount = u16::from(cx.dice(rule, one, Group::new(1, 6))?.first());
                cx.cite(rules::DK_BATTLE_10);
                inflict(cx, Harm::of(one, amount)).map(drop)
            })?;
        }
        Ok(())
    }
}

fn told(cx: &mut Cx<'_, DirkRules>, rule: RuleId, who: &[Who], text: &str) -> Flow {
    for &one in who {
        cx.record(rule, Fact::World(WorldFact::Befell { who: one, text: text.to_owned() }));
    }
    Ok(())
}

/// What bars people whom something befalls: they are not here, or named twice.
fn may_befall(may: May<'_, DirkRules>, rule: RuleId, who: &[Who]) -> Lawful {
    let doubled = who.iter().enumerate().any(|(at, one)| who[..at].contains(one));
    may.not_if(who.is_empty() || doubled, || {
        Refusal::new(rule, "who", "Name everybody it befalls, each once.")
    })?;
    who.iter().try_for_each(|one| is_alive(may, *one))
}

/// One creature in a danger: all at once for a fall, turn by turn or minute by minute for others.
fn caught(cx: &mut Cx<'_, DirkRules>, row: &HazardRow, who: Who, size: u16) -> Flow {
    cx.cite(row.id);
    if spared(cx, who, &row.name) {
        return told(cx, row.id, &[who], "takes no harm from it");
    }
    let feet = row.per.as_ref().filter(|per| per.kind == "feet").map(|per| match per.dice {
        Size::Fixed(feet) => feet.max(1),
        _ => 10,
    });
    let (times, dice) = match feet {
        Some(feet) => (1, size / feet),
        None if row.per.is_some() => (size.max(1), 1),
        None => (1, 1),
    };
    for left in (0..times).rev() {
        if cx.state().live(who).dead {
            break;
        }
        if let Some(ability) = row.save
            && cx.within((who, left, row.id), |cx| save(cx, Save::new(who, ability, row.id)))?
        {
            continue;
        }
        for hurt in &row.effects {
            let face = cx.within((who, left, row.id), |cx| suffer(cx, row.id, who, hurt, dice))?;
            if row.burns_on.is_some() && face == row.burns_on && !cx.state().live(who).dead {
                cx.within((who, left, row.id), |cx| suffer(cx, row.id, who, &Hurt::Burning, 1))?;
            }
        }
    }
    Ok(())
}

/// A danger of the place catches somebody, by the rules of what they tried.
pub(crate) fn caught_by(cx: &mut Cx<'_, DirkRules>, is: &str, who: Who, size: u16) -> Flow {
    match cx.book().hazards.named(is) {
        Some(row) => caught(cx, row, who, size),
        None => Ok(()),
    }
}

deed! {
    /// Lets a danger that is at hand befall people.
    pub struct Befall(form: DirkRules) {
        /// Which, by its place among what is at hand.
        at: u8 = from_hand(form, "What", is_harm)?,
        /// Whom.
        who: Vec<Who> = company(form)?,
    }
}

fn is_harm(what: &What) -> bool {
    matches!(what, What::Harm { .. })
}

/// A danger at hand, and the rule it comes from.
fn harm_at_hand<'a>(may: May<'a, DirkRules>, at: u8) -> Lawful<(RuleId, &'a Danger)> {
    let thing = may_use(may, rules::DK_EVENT_02, at, is_harm)?;
    let What::Harm { table, row } = &thing.what else {
        return may.no(|| {
            let sentence = format!("That befalls nobody: {}", thing.text);
            Refusal::new(thing.from, "no-harm", sentence)
        });
    };
    let rows = may.book.tables.get(table).map(|table| table.rows.as_slice()).unwrap_or_default();
    let danger = rows.get(usize::from(*row)).and_then(|row| {
        row.then.iter().find_map(|then| match then {
            Follows::Effect(Brings::Harm(danger)) => Some(danger),
            _ => None,
        })
    });
    match danger {
        Some(danger) => Ok((thing.from, danger)),
        None => may.no(|| Refusal::new(thing.from, "no-harm", "The tables say nothing of it any more.")),
    }
}

impl Deed<DirkRules> for Befall {
    const CARD: Card = Card::gm("It befalls them", "World").rule(rules::DK_EVENT_02);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let from = may_use(may, rules::DK_EVENT_02, self.at, is_harm)?.from;
        may_befall(may, from, &self.who)?;
        harm_at_hand(may, self.at).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, by: Seat) -> Flow {
        let Self { at, who } = self;
        let (from, danger) = harm_at_hand(May::told(cx.at(), by), at)?;
        let danger = danger.clone();
        used(cx, from, at);
        for (at, &one) in who.iter().enumerate() {
            cx.within((&who[at..], from), |cx| endanger(cx, from, one, &danger))?;
        }
        Ok(())
    }
}

/// A save, or what the danger does.
pub(super) fn endanger(cx: &mut Cx<'_, DirkRules>, rule: RuleId, who: Who, danger: &Danger) -> Flow {
    if cx.within((who, rule), |cx| save(cx, Save::new(who, danger.save, rule)))? {
        return Ok(());
    }
    for hurt in &danger.effects {
        if !cx.state().live(who).dead {
            cx.within((who, rule), |cx| suffer(cx, rule, who, hurt, 1))?;
        }
    }
    Ok(())
}

/// What a danger does to somebody; so many dice of its damage. Gives the face of a single die.
fn suffer(cx: &mut Cx<'_, DirkRules>, rule: RuleId, who: Who, hurt: &Hurt, dice: u16) -> Flow<Option<u8>> {
    match hurt {
        Hurt::Damage(much) => {
            let (sides, count) = match much.dice {
                Size::Dice { count, sides, .. } => (sides, u16::from(count) * dice),
                _ => return Ok(None),
            };
            if count == 0 {
                return Ok(None);
            }
            // A hand of dice at a time: a fall may be longer than dice are counted at once.
            let (mut left, mut amount, mut face) = (count, 0, None);
            while left > 0 {
                let now = left.min(20);
                let faces = cx.dice(rule, who, Group::new(now as u8, sides))?;
                amount += faces.sum() as u16;
                face = Some(faces.first());
                left -= now;
            }
            cx.within((who, rule, face), |cx| hits(cx, rule, who, much, amount))?;
            return Ok(face.filter(|_| count == 1));
        }
        Hurt::KnockedDown => {
            if !cx.state().live(who).down {
                knock_down(cx, who);
            }
        }
        Hurt::Burning => {
            if !cx.state().live(who).suffers(Affliction::Burning) {
                afflict(cx, rule, who, Affliction::Burning, None)?;
            }
        }
        Hurt::NoAir => {
            if cx.state().house.deprivation != Deprivation::Off {
                without_air(cx, &[who], Stretch { exerted: true, ..Stretch::default() })?;
            }
        }
        Hurt::Text(text) => told(cx, rule, &[who], text)?,
    }
    Ok(None)
}

/// Damage of the world: what its kind says of the score and of armor.
fn hits(cx: &mut Cx<'_, DirkRules>, rule: RuleId, who: Who, much: &Much, amount: u16) -> Flow {
    let ability = if much.is("DEX") { Ability::Dex } else { Ability::Str };
    let mut armor = ability == Ability::Str && !much.is("no-ap");
    let doubtful = ["cold", "heat"].into_iter().find(|word| much.is(word));
    if let Some(word) = doubtful.filter(|_| armor) {
        let ruling = cx.judge(rules::DK_HARM_02, 1, &|| Judgement {
            rule: rules::DK_HARM_02,
            tag: format!("armor and {word}"),
            question: format!("Does armor help against {word}?"),
            about: Vec::new(),
            options: vec![
                RulingOption::new("helps", "It helps"),
                RulingOption::new("useless", "It does not"),
            ],
            proposal: 1,
            why: format!("{word} goes through iron"),
            precedents: Vec::new(),
        })?;
        armor = ruling.option() == 0;
    }
    cx.cite(rules::DK_BATTLE_10);
    let harm = Harm { ability, armor, fire: much.is("fire"), ..Harm::of(who, amount) };
    cx.within((who, rule), |cx| inflict(cx, harm))?;
    Ok(())
}

/// The damage of an hour of weather.
pub(super) fn struck(cx: &mut Cx<'_, DirkRules>, rule: RuleId, who: Who, much: &Much, amount: u16) -> Flow {
    hits(cx, rule, who, much, amount)
}

/// Whether something somebody knows or has keeps a danger off.
pub(super) fn spared(cx: &mut Cx<'_, DirkRules>, who: Who, tag: &str) -> bool {
    let rule = power::spared(cx.at(), who, tag);
    rule.into_iter().for_each(|rule| cx.cite(rule));
    rule.is_some()
}
