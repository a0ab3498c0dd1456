//! The dice of the game: d2 and d3 read off a d6, d100 off two d10, sums, and picking somebody at random.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Audience, Cx, Faces, Flow, Group, Party, Refusal, Roll, RuleId, Seat, Who, deed};

use crate::DieTrying;
use crate::fact::CheckFact;
use crate::rules;
use crate::state::Last;

/// A d2 off a d6: odd is 1, even is 2.
const D2: &[u8] = &[1, 2, 1, 2, 1, 2];
/// A d3 off a d6: half of it, rounded up.
const D3: &[u8] = &[1, 1, 2, 2, 3, 3];
/// A digit off a d10: 10 is 0.
const DIGIT: &[u8] = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 0];

deed! {
    /// Rolls some dice for the table to read.
    #[derive(Copy)]
    pub struct RollDice(form: DieTrying) {
        /// With how many sides.
        sides: u8 = {
            let trapsetter = form.seat.is_gm();
            form.only_if(trapsetter)?;
            form.one_of("sides", "Which", SIDES.map(|sides| (sides, format!("d{sides}"))))?
        },
        /// How many.
        #[serde(default = "one")]
        count: u8 = form.maybe_amount("count", "How many", 1..=20)?.unwrap_or(1),
    }
}

/// The dice of the game.
const SIDES: [u8; 5] = [2, 3, 6, 10, 100];

fn one() -> u8 {
    1
}

/// Dice that are added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sum {
    /// How many.
    pub count: u8,
    /// With how many sides: 2, 3, 6 or 10.
    pub sides: u8,
    /// What they are called.
    pub name: &'static str,
}

impl Sum {
    fn group(self) -> Group {
        let group = match self.sides {
            2 => Group::new(self.count, 6).read_as(D2),
            3 => Group::new(self.count, 6).read_as(D3),
            sides => Group::new(self.count, sides),
        };
        group.named(self.name)
    }
}

/// The sum of some dice; exact odds tell only sums apart.
pub fn roll_sum(cx: &mut Cx<'_, DieTrying>, rule: RuleId, by: impl Into<Party>, dice: Sum) -> Flow<i16> {
    if dice.count == 0 {
        return Ok(0);
    }
    match dice.sides {
        2 => cx.cite(rules::DT_CORE_06),
        3 => cx.cite(rules::DT_CORE_07),
        _ => cx.cite(rules::DT_CORE_05),
    }
    cx.dice_read(rule, by, dice.group(), |faces| faces.iter().map(i16::from).sum())
}

/// The sum of some dice that the TS rolls behind the screen.
pub fn roll_secret(cx: &mut Cx<'_, DieTrying>, rule: RuleId, dice: Sum) -> Flow<i16> {
    if dice.count == 0 {
        return Ok(0);
    }
    let (groups, mut out) = ([dice.group()], [Faces::default()]);
    let by = Party::Seat(Seat::GM);
    let roll = Roll { rule, by, audience: Audience::GM, groups: &groups, terms: None, alike: None };
    cx.roll(&roll, &mut out)?;
    Ok(out[0].iter().map(i16::from).sum())
}

impl Deed<DieTrying> for RollDice {
    const CARD: Card = Card::anyone("Roll dice", "Checks").rule(rules::DT_CORE_05);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let Self { sides, count } = *self;
        may.not_if(!SIDES.contains(&sides), || {
            let sentence = format!("There is no d{sides}: the game uses d2, d3, d6, d10 and d100.");
            Refusal::new(rules::DT_CORE_05, "no-such-die", sentence)
        })?;
        may.not_if(!(1..=20).contains(&count) || sides == 100 && count != 1, || {
            Refusal::new(rules::DT_CORE_05, "so-many", "Roll from 1 to 20 dice, a d100 alone.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let Self { sides, count } = self;
        let total = match sides {
            100 => hundred(cx, by, rules::DT_CORE_08)?,
            _ => roll_sum(cx, rules::DT_CORE_05, by, Sum { count, sides, name: "dice" })?,
        };
        let outcome = total.to_string().into();
        cx.record(rules::DT_CORE_05, CheckFact::CameOut(Last { outcome, total }).into());
        Ok(())
    }
}

/// A d100: tens and ones, two zeros being 100.
pub fn hundred(cx: &mut Cx<'_, DieTrying>, by: impl Into<Party>, rule: RuleId) -> Flow<i16> {
    let by = by.into();
    let tens = cx.dice(rule, by, Group::new(1, 10).read_as(DIGIT).named("tens"))?.first();
    let ones = cx.dice(rule, by, Group::new(1, 10).read_as(DIGIT).named("ones"))?.first();
    cx.cite(rules::DT_CORE_08);
    let total = i16::from(tens) * 10 + i16::from(ones);
    Ok(if total == 0 { 100 } else { total })
}

/// Picks one of several at random, the one acting first if it is among them, then the others in
/// Initiative order. Nothing is rolled for one alone.
pub fn pick(cx: &mut Cx<'_, DieTrying>, rule: RuleId, by: Who, among: &[Who]) -> Flow<Option<Who>> {
    let mut list: Vec<Who> = among.to_vec();
    let order: Vec<Who> = match &cx.state().battle {
        Some(battle) => battle.order.places().iter().map(|place| place.who).collect(),
        None => Vec::new(),
    };
    let place = |who: &Who| order.iter().position(|known| known == who).unwrap_or(order.len());
    list.sort_by_key(|who| (*who != by, place(who), *who));
    // Among somebody nobody has noticed, even the number of those who could be picked would tell.
    let open = list.iter().all(|one| crate::sight::audience(cx.state(), *one).is_open());
    let seen_by = if open { Audience::ALL } else { Audience::GM };
    let who = match list[..] {
        [] => return Ok(None),
        [one] => one,
        _ => {
            let sides = u8::try_from(list.len()).unwrap_or(u8::MAX);
            let groups = [Group::new(1, sides)];
            let roll =
                Roll { rule, by: by.into(), audience: seen_by, groups: &groups, terms: None, alike: None };
            let face = cx.roll_one(&roll)?.first();
            list[usize::from(face.max(1) - 1).min(list.len() - 1)]
        }
    };
    let of = u8::try_from(list.len()).unwrap_or(u8::MAX);
    cx.record_for(seen_by, rules::DT_CORE_11, CheckFact::Picked { who, of }.into());
    Ok(Some(who))
}
