//! Creatures of the referee's own: like one of the book with what differs, or from nothing, with an attack of their own.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May, carry_out};
use boneyard_table::table::OwnFile;
use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, deed};
use serde::Serialize;

use super::{Amount, DICE, RULE, file, id, is_own, may_be_named};
use crate::DirkRules;
use crate::book::CreatureRow;
use crate::campaign::free_name;
use crate::combat::Join;
use crate::fact::Fact;
use crate::hero::Add;
use crate::rules;
use crate::state::Ability;

deed! {
    /// Makes a kind of creature, and brings some of them in.
    #[serde(deny_unknown_fields)]
    pub struct MakeCreature(form: DirkRules) {
        name: String = form.text("name", "What they are called", 40)?,
        /// A creature of the book it is like, but for what is said here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        like: Option<String> = like(form)?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        str: Option<u8> = form.maybe_amount("str", "STR", 1..=30)?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dex: Option<u8> = form.maybe_amount("dex", "DEX", 1..=30)?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wil: Option<u8> = form.maybe_amount("wil", "WIL", 1..=30)?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hp: Option<u16> = form.maybe_amount("hp", "HP", 0..=200)?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ap: Option<u8> = form.maybe_amount("ap", "AP", 0..=20)?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        speed: Option<u8> = form.maybe_amount("speed", "Speed", 0..=10)?,
        /// Its attack, in the place of those it would have.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attack: Option<String> = form.maybe_text("attack", "Its attack", 40)?,
        /// The die of that attack.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        damage: Option<String> = form.maybe("damage", "Damage of that attack", DICE.map(|dice| (dice.to_owned(), dice)))?,
        /// The score it lowers; STR if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        harms: Option<Ability> = form.maybe("harms", "What it harms", Ability::ALL.map(|one| (one, one.name())))?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        range: Option<u16> = form.maybe_amount("range", "How far it reaches, in feet", 5..=300)?,
        /// Attacks of one ATTACK.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        times: Option<u8> = form.maybe_amount("times", "Attacks at once", 1..=6)?,
        /// A weapon it holds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weapon: Option<String> = weapon(form)?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String> = form.maybe_text("text", "What it is like", 400)?,
        /// How many come in now; one if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<u8> = form.maybe_amount("count", "How many come now", 0..=20)?,
        /// How far they are from the heroes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        feet: Option<u16> = form.maybe_amount("feet", "Feet away", 0..=300)?,
    }
}

fn like(form: &mut Filling<'_, DirkRules>) -> Filled<Option<String>> {
    let all = form.book.creatures.iter().map(|row| (row.name.clone(), &row.name));
    form.maybe("like", "Like", all)
}

fn weapon(form: &mut Filling<'_, DirkRules>) -> Filled<Option<String>> {
    let all = form.book.weapons.iter().map(|row| (row.name.clone(), &row.name));
    form.maybe("weapon", "A weapon it holds", all)
}

/// The row as it is written.
#[derive(Serialize)]
struct Row<'a> {
    id: String,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    like: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    str: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dex: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wil: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hp: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ap: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    speed: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gear: Option<[&'a str; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hands: Option<[&'a str; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attacks: Option<[Strikes<'a>; 1]>,
}

#[derive(Serialize)]
struct Strikes<'a> {
    name: &'a str,
    damage: Amount,
    range: u16,
    times: u8,
    natural: bool,
    ranged: bool,
}

impl MakeCreature {
    fn attacks(&self) -> Result<Option<[Strikes<'_>; 1]>, Refusal> {
        let Self { attack, damage, harms, range, times, .. } = self;
        let Some(dice) = damage.clone() else {
            let said = attack.is_some() || harms.is_some() || range.is_some() || times.is_some();
            let sentence = "Say what damage that attack does, such as 1d6.";
            return if said { Err(Refusal::new(RULE, "no-damage", sentence)) } else { Ok(None) };
        };
        let kind = match harms {
            None | Some(Ability::Str) => "damage".to_owned(),
            Some(other) => format!("damage {}", other.name()),
        };
        let (range, times) = (range.unwrap_or(5), times.unwrap_or(1));
        let name = attack.as_deref().map_or("attack", str::trim);
        let damage = Amount { dice, kind };
        Ok(Some([Strikes { name, damage, range, times, natural: true, ranged: range > 10 }]))
    }
}

impl Deed<DirkRules> for MakeCreature {
    const CARD: Card = Card::gm("Make a creature", "Make").rule(RULE);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may_be_named(may, &self.name)?;
        may_come(may, self.count.unwrap_or(1), self.feet)
    }

    fn writes(&self, _: At<'_, DirkRules>) -> Result<Vec<OwnFile>, Refusal> {
        let name = self.name.trim();
        let held = self.weapon.as_deref().map(|weapon| [weapon]);
        let row = Row {
            id: id("FOE", name),
            name,
            like: self.like.as_deref(),
            text: self.text.as_deref(),
            str: self.str,
            dex: self.dex,
            wil: self.wil,
            hp: self.hp,
            ap: self.ap,
            speed: self.speed,
            gear: held,
            hands: held,
            attacks: self.attacks()?,
        };
        Ok(vec![file("creatures", name, "creature", &row)?])
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, by: Seat) -> Flow {
        bring(cx, by, self.name.trim(), self.count.unwrap_or(1), self.feet)
    }
}

deed! {
    /// Brings in more of what was made.
    #[serde(deny_unknown_fields)]
    pub struct BringIn(form: DirkRules) {
        what: String = made(form)?,
        /// How many; one if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<u8> = form.maybe_amount("count", "How many", 1..=20)?,
        /// How far they are from the heroes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        feet: Option<u16> = form.maybe_amount("feet", "Feet away", 0..=300)?,
    }
}

/// The field `what`: a card for each creature that was made here.
fn made(form: &mut Filling<'_, DirkRules>) -> Filled<String> {
    let all = &form.book.creatures;
    let own = all.iter().filter(|row| is_own(all, row)).map(|row| (row.name.clone(), row.name.clone()));
    let what = form.each_named("what", own, |name| Some(name.to_owned()))?;
    form.label(|| format!("Bring in: {what}").into());
    Ok(what)
}

impl Deed<DirkRules> for BringIn {
    const CARD: Card = Card::gm("Bring in what was made", "Make").rule(RULE);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may.not_if(may.book.creatures.named(&self.what).is_none(), || {
            Refusal::new(RULE, "no-such-entry", format!("There is no creature {}.", self.what))
        })?;
        may_come(may, self.count.unwrap_or(1), self.feet)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, by: Seat) -> Flow {
        bring(cx, by, &self.what, self.count.unwrap_or(1), self.feet)
    }
}

fn may_come(may: May<'_, DirkRules>, count: u8, feet: Option<u16>) -> Lawful {
    may.not_if(count > 20, || Refusal::new(RULE, "so-many", "At most 20 come at once.").with("most", 20))?;
    may.not_if(may.state.creatures.len() + usize::from(count) > 500, || {
        Refusal::new(RULE, "too-many", "A table holds at most 500 creatures.").with("most", 500)
    })?;
    may.not_if(feet.is_some_and(|feet| feet > 10_000), || {
        Refusal::new(rules::DK_RANGE_01H, "too-far", "Distances go up to 10,000 feet.")
    })
}

/// So many of a kind come in, into the battle if there is one.
fn bring(cx: &mut Cx<'_, DirkRules>, by: Seat, name: &str, count: u8, feet: Option<u16>) -> Flow {
    let Some(row) = cx.book().creatures.named(name) else { return Ok(()) };
    for left in (0..count).rev() {
        cx.within((row.id, left), |cx| come(cx, by, row, feet))?;
    }
    Ok(())
}

fn come(cx: &mut Cx<'_, DirkRules>, by: Seat, row: &CreatureRow, feet: Option<u16>) -> Flow {
    let name = free_name(cx.state(), &row.name, false);
    let who = Who(cx.state().creatures.len() as u16);
    carry_out(cx, by, Add { name, like: Some(row.id.as_str().to_owned()), seat: None })?;
    for one in cx.state().everybody().filter(|_| feet.is_some()) {
        if cx.state().sheet(one).hero && !cx.state().live(one).dead {
            let feet = feet.unwrap_or_default();
            cx.record(rules::DK_RANGE_01H, Fact::Apart { one, other: who, feet });
        }
    }
    let room = cx.state().battle.as_ref().is_some_and(|battle| battle.order.len() < 60);
    if room { carry_out(cx, by, Join { who }) } else { Ok(()) }
}
