//! The life path: two dice for each table, rerolled for insight or for a shared row, then accepted.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{At, Cx, Flow, Group, Refusal, RuleId, Seat, Who, deed};

use super::creation::{Draft, Step, at_step, gain_skill, making, rows, wear};
use crate::DeadWeight;
use crate::book::{Book, PathRow};
use crate::fact::{GearFact, HeroFact, HurtFact};
use crate::form::attribute;
use crate::gear::{get, listed};
use crate::rules;
use crate::state::{Attribute, Four, State};

/// Insight one may hold.
const MOST_INSIGHT: u8 = 3;

fn is_path(step: Step) -> bool {
    step < Step::Class
}

fn rule_of(step: Step) -> RuleId {
    match step {
        Step::Infancy => rules::DW_CHAR_08,
        Step::Career => rules::DW_CHAR_09,
        Step::Tragedy => rules::DW_CHAR_10,
        _ => rules::DW_CHAR_12,
    }
}

/// The row that lies on the table.
pub fn rolled<'a>(book: &'a Book, draft: &Draft) -> Option<&'a PathRow> {
    let total: u8 = draft.dice?.iter().sum();
    rows(book, draft.step)?.iter().find(|row| row.total == total)
}

deed! {
    /// Rolls the two dice of this step.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct RollPath(form: DeadWeight) {
        /// Whose.
        who: Who = {
            let who = making(form, |draft| is_path(draft.step) && draft.dice.is_none())?;
            let state = form.state;
            form.label(|| {
                let draft = state.creature(who).and_then(|one| one.sheet.draft.as_ref());
                format!("Roll the {}", draft.map_or("life path", |draft| draft.step.name())).into()
            });
            who
        },
    }
}

impl Deed<DeadWeight> for RollPath {
    const CARD: Card = Card::making("Roll the life path", "Making an adventurer").rule(rules::DW_CHAR_01);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let draft = at_step(may.at(), self.who, is_path)?;
        may.outright_if(draft.dice.is_some(), || {
            let sentence = "The dice lie: accept them, or pay to roll again.";
            Refusal::new(rule_of(draft.step), "rolled-already", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let who = self.who;
        let draft = at_step(cx.at(), who, is_path)?;
        let rule = rule_of(draft.step);
        let dice = two(cx, rule, who)?;
        cx.record(rule, HeroFact::Draft { who, draft: Some(Draft { dice: Some(dice), ..draft }) }.into());
        Ok(())
    }
}

fn two(cx: &mut Cx<'_, DeadWeight>, rule: RuleId, who: Who) -> Flow<[u8; 2]> {
    let faces = cx.dice(rule, who, Group::new(2, 6).in_order())?;
    let faces = faces.as_slice();
    Ok([faces[0], faces[1]])
}

fn lying(draft: &Draft, rule: RuleId) -> Result<[u8; 2], Refusal> {
    match draft.dice {
        Some(dice) => Ok(dice),
        None => Err(Refusal::new(rule, "not-rolled", "Roll the two dice of this step first.")),
    }
}

deed! {
    /// Spends insight to roll one or both dice again. The new faces stand.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct RerollPath(form: DeadWeight) {
        /// Whose.
        who: Who = making(form, |draft| is_path(draft.step) && draft.dice.is_some())?,
        /// The first die.
        #[serde(default)]
        first: bool = if form.is_written() { form.flag("first", "")? } else { form.each("first", [true, false])? },
        /// The second die.
        #[serde(default)]
        second: bool = {
            // One die, or both.
            let second = match form.is_written() {
                true => form.flag("second", "")?,
                false => form.each("second", [!first, true].into_iter().take(1 + usize::from(first)))?,
            };
            let state = form.state;
            form.id(|| format!("reroll_path-{first}-{second}:{}", who.0));
            form.label(|| {
                let draft = state.creature(who).and_then(|one| one.sheet.draft.as_ref());
                let [one, other] = draft.and_then(|draft| draft.dice).unwrap_or_default();
                match (first, second) {
                    (true, true) => "Roll both again".into(),
                    (true, false) => format!("Roll the {one} again").into(),
                    _ => format!("Roll the {other} again").into(),
                }
            });
            second
        },
    }
}

impl Deed<DeadWeight> for RerollPath {
    const CARD: Card =
        Card::making("Roll again", "Making an adventurer").rule(rules::DW_CHAR_05).cost(1, "insight");

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let rule = rules::DW_CHAR_05;
        let draft = at_step(may.at(), self.who, is_path)?;
        lying(&draft, rule)?;
        may.not_if(!self.first && !self.second, || {
            Refusal::new(rule, "no-die", "Name the die to roll again: the first, the second, or both.")
        })?;
        may.not_if(may.state.live(self.who).insight == 0, || {
            Refusal::new(rule, "no-insight", "There is no insight left to spend.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let (Self { who, first, second }, rule) = (self, rules::DW_CHAR_05);
        let draft = at_step(cx.at(), who, is_path)?;
        let [one, two] = lying(&draft, rule)?;
        let from = cx.state().live(who).insight;
        let new = if first { cx.die(rule, who, 6)? } else { one };
        let other = if second { cx.die(rule, who, 6)? } else { two };
        cx.record(rule, HurtFact::Insight { who, from, to: from - 1 }.into());
        let draft = Draft { dice: Some([new, other]), ..draft };
        cx.record(rule, HeroFact::Draft { who, draft: Some(draft) }.into());
        Ok(())
    }
}

/// Who else holds the row that lies on the table.
pub fn shares(at: At<'_, DeadWeight>, who: Who, draft: &Draft) -> bool {
    let Some(row) = rolled(at.book, draft) else { return false };
    let others = at.state.everybody().filter(|other| *other != who);
    others.into_iter().any(|other| at.state.sheet(other).hero.path.contains(&row.id))
}

deed! {
    /// Rolls both dice again for nothing, where somebody else holds the row.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct FreeReroll(form: DeadWeight) {
        /// Whose.
        who: Who = {
            let at = form.at();
            let who = making(form, |draft| is_path(draft.step) && draft.dice.is_some() && !draft.rerolled_free)?;
            let draft = at.state.creature(who).and_then(|one| one.sheet.draft.as_ref());
            form.only_if(draft.is_some_and(|draft| shares(at, who, draft)))?;
            who
        },
    }
}

impl Deed<DeadWeight> for FreeReroll {
    const CARD: Card =
        Card::making("Roll both again for nothing", "Making an adventurer").rule(rules::DW_CHAR_07);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let rule = rules::DW_CHAR_07;
        let draft = at_step(may.at(), self.who, is_path)?;
        lying(&draft, rule)?;
        may.not_if(draft.rerolled_free, || Refusal::new(rule, "used", "The free reroll was used already."))?;
        may.not_if(!shares(may.at(), self.who, &draft), || {
            Refusal::new(rule, "not-shared", "Nobody else holds this row.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let (who, rule) = (self.who, rules::DW_CHAR_07);
        let draft = at_step(cx.at(), who, is_path)?;
        let dice = two(cx, rule, who)?;
        let draft = Draft { dice: Some(dice), rerolled_free: true, ..draft };
        cx.record(rule, HeroFact::Draft { who, draft: Some(draft) }.into());
        Ok(())
    }
}

/// Whether a row lets its bearer choose the attribute it trains.
pub fn chooses(row: &PathRow) -> bool {
    row.gains.iter().any(|gain| gain.shift.is("chosen"))
}

deed! {
    /// Takes the row that lies on the table and everything it gives.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct AcceptPath(form: DeadWeight) {
        /// Whose.
        who: Who = making(form, |draft| is_path(draft.step) && draft.dice.is_some())?,
        /// The attribute a row lets one choose.
        #[serde(default)]
        attribute: Option<Attribute> = {
            let draft = form.state.creature(who).and_then(|one| one.sheet.draft.as_ref());
            let row = draft.and_then(|draft| rolled(form.book, draft));
            if let Some(row) = row {
                form.label(|| format!("Take it: {}", row.name).into());
                form.rule(row.rule);
            }
            if form.is_written() || row.is_some_and(chooses) {
                form.or_left_out("attribute", |form| attribute(form, "attribute", "Trained in"))?
            } else {
                None
            }
        },
    }
}

impl Deed<DeadWeight> for AcceptPath {
    const CARD: Card = Card::making("Take it", "Making an adventurer").rule(rules::DW_CHAR_01);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        accepted(may.state, may.book, self.who, self.attribute)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        accept_path(cx, self.who, self.attribute)
    }
}

/// The draft and the row that would be taken.
fn accepted<'a>(
    state: &State,
    book: &'a Book,
    who: Who,
    attribute: Option<Attribute>,
) -> Result<(Draft, &'a PathRow), Refusal> {
    let draft = at_step(At { state, book }, who, is_path)?;
    let rule = rule_of(draft.step);
    lying(&draft, rule)?;
    let Some(row) = rolled(book, &draft) else {
        return Err(Refusal::new(rule, "no-row", "The table has no such row."));
    };
    if chooses(row) && attribute.is_none() {
        let sentence = format!("{} lets you choose: name STR, DEX, INT or PRE.", row.name);
        return Err(Refusal::new(rule, "name-an-attribute", sentence));
    }
    Ok((draft, row))
}

fn accept_path(cx: &mut Cx<'_, DeadWeight>, who: Who, attribute: Option<Attribute>) -> Flow {
    let book = cx.book();
    let (draft, row) = accepted(cx.state(), book, who, attribute)?;
    let rule = rule_of(draft.step);
    cx.cite(row.id);
    cx.record(rule, HeroFact::Path { who, row: row.id }.into());
    numbers(cx, who, row, attribute);
    if let Some(name) = &row.skill {
        gain_skill(cx, who, name, rule);
    }
    if let Some(gained) = row.r#trait.as_deref().and_then(|name| book.traits.named(name)) {
        cx.cite(gained.id);
        cx.record(rule, HeroFact::Trait { who, name: gained.id }.into());
    }
    for gain in row.gains.iter().filter(|gain| gain.shift.kind == "silver") {
        coins(cx, who, &gain.shift.dice, "silver")?;
    }
    for name in &row.containers {
        wear(cx, who, name);
    }
    for thing in row.gear.iter().flat_map(|thing| listed(book, thing)) {
        get(cx, who, thing.0, thing.1, rule);
    }
    // Skills may have changed the draft meanwhile.
    let owed_skills = cx.state().sheet(who).draft.as_ref().map_or(0, |draft| draft.owed_skills);
    let next = Draft { step: draft.step.next(), dice: None, owed_skills, ..draft };
    cx.record(rules::DW_CHAR_01, HeroFact::Draft { who, draft: Some(next) }.into());
    Ok(())
}

/// Scores within 0 and 3, proficiencies within 0 and 2; what is beyond that is lost and told.
fn numbers(cx: &mut Cx<'_, DeadWeight>, who: Who, row: &PathRow, chosen: Option<Attribute>) {
    let own = &cx.state().sheet(who).hero;
    let (mut score, mut proficiency, mut lost) = (own.score, own.proficiency, 0);
    for gain in &row.gains {
        let shift = &gain.shift;
        let Ok(by) = shift.dice.parse::<i8>() else { continue };
        let named = Attribute::ALL.into_iter().find(|attribute| shift.is(attribute.name()));
        let Some(attribute) = named.or(chosen.filter(|_| shift.is("chosen"))) else { continue };
        match shift.counts() {
            "score" => lost += clamp(&mut score, attribute, by, 3),
            "proficiency" => lost += clamp(&mut proficiency, attribute, by, 2),
            _ => {}
        }
    }
    if lost > 0 {
        cx.cite(rules::DW_CHAR_03);
        cx.cite(rules::DW_CHAR_04);
    }
    cx.record(rules::DW_CHAR_03, HeroFact::Scores { who, score, proficiency, lost }.into());
    for gain in row.gains.iter().filter(|gain| gain.shift.kind == "insight") {
        let from = cx.state().live(who).insight;
        let by = gain.shift.dice.parse::<u8>().unwrap_or(0);
        let to = from.saturating_add(by).min(MOST_INSIGHT);
        cx.record(rules::DW_CHAR_06, HurtFact::Insight { who, from, to }.into());
    }
}

/// Shifts a number within 0 and its limit; gives the points lost.
pub(super) fn clamp(four: &mut Four, attribute: Attribute, by: i8, most: i8) -> u8 {
    let wanted = i8::try_from(four[attribute]).unwrap_or(most) + by;
    let kept = wanted.clamp(0, most);
    four[attribute] = kept.unsigned_abs();
    wanted.abs_diff(kept)
}

/// Rolls coins such as `3d6`, or takes them as they are written.
pub(super) fn coins(cx: &mut Cx<'_, DeadWeight>, who: Who, dice: &str, kind: &str) -> Flow {
    let rule = rules::DW_CHAR_20;
    let number = match dice.trim_start_matches('+').split_once('d') {
        Some((count, sides)) => {
            let (Ok(count), Ok(sides)) = (count.parse(), sides.parse()) else { return Ok(()) };
            cx.cite(rules::DW_DICE_02);
            cx.dice(rule, who, Group::new(count, sides).named("coins"))?.sum()
        }
        None => dice.parse().unwrap_or(0),
    };
    let own = &cx.state().sheet(who).hero;
    let (mut silver, mut gold, mut counterfeit) = (own.silver, own.gold, own.counterfeit);
    match kind {
        "silver" => silver += number,
        "gold" => gold += number,
        _ => counterfeit += number,
    }
    cx.record(rule, GearFact::Coins { who, silver, gold, counterfeit }.into());
    Ok(())
}
