//! How many Magic Dice and Instability Dice somebody has, and how they come and go.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Pilot, Refusal, RuleId, Seat, Who, deed};

use crate::DieTrying;
use crate::book::{Book, Of, Passive};
use crate::combat::{at_leisure, may_be_up, may_in_peace, may_know};
use crate::fact::{AffectFact, TableFact};
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Span, State, Used};
use crate::time;

deed! {
    /// Lets instability run off: ten quiet minutes, once a day.
    #[derive(Copy)]
    pub struct Earth(form: DieTrying) {
        who: Who = grounded(form)?,
    }
}

/// More Instability Dice than this are not counted.
const MOST: u8 = 200;

/// Magic Dice somebody has, from all sources together; whether they can be used is another matter.
pub fn magic_dice(state: &State, book: &Book, who: Who) -> u8 {
    let one = state.one(who);
    let mut dice = one.sheet.fixed.magic_dice.saturating_add(one.live.magic_dice);
    passive::each(state, book, who, Of::MagicDice, &mut |_, _, passive| {
        if let Passive::MagicDice(more) = passive {
            dice = dice.saturating_add(*more);
        }
    });
    dice
}

/// Instability Dice somebody has.
pub fn instability(state: &State, who: Who) -> u8 {
    state.live(who).instability
}

/// Instability Dice that are rolled besides: a ring that drains, something from beyond nearby.
pub fn extra_instability(state: &State, book: &Book, who: Who) -> Vec<(u8, RuleId)> {
    let mut extra = Vec::new();
    passive::each(state, book, who, Of::ExtraInstability, &mut |_, rule, passive| {
        if let Passive::ExtraInstability(more) = passive {
            extra.push((*more, rule));
        }
    });
    for other in state.beings() {
        let one = state.one(other);
        let row = one.sheet.like.and_then(|like| book.creatures.get(like.as_str()));
        let Some(row) = row.filter(|row| row.hooks.iter().any(|hook| hook == "unsteadies")) else { continue };
        let near = sight::distance(state, who, other).is_none_or(|far| far <= 6);
        if near && !one.live.away && one.live.fate != crate::state::Fate::Dead && other != who {
            extra.push((1, row.id));
        }
    }
    extra
}

/// Talents and artifacts that give somebody Magic Dice, to cite them.
pub fn tools_of_magic(state: &State, book: &Book, who: Who) -> Vec<RuleId> {
    let mut all = Vec::new();
    passive::each(state, book, who, Of::MagicDice, &mut |_, rule, passive| {
        if matches!(passive, Passive::MagicDice(_)) {
            all.push(rule);
        }
    });
    all
}

/// What is taken off a miscast total, with its entry.
pub fn steady<'b>(state: &State, book: &'b Book, who: Who) -> crate::check::Parts<'b> {
    let mut parts = crate::check::Parts::new();
    passive::adjust(state, book, who, "miscast", None, &mut parts);
    parts
}

/// Somebody has so many more Magic Dice for the day, and Instability Dice.
pub fn gain(cx: &mut Cx<'_, DieTrying>, who: Who, dice: u8, unstable: u8, rule: RuleId) {
    let live = cx.state().live(who);
    let magic_dice = live.magic_dice.saturating_add(dice);
    let instability = live.instability.saturating_add(unstable).min(MOST);
    if (magic_dice, instability) != (live.magic_dice, live.instability) {
        sight::note(cx, who, rule, AffectFact::Magic { who, magic_dice, instability });
    }
}

/// By which Talent somebody lets instability run off, and so many dice of it.
fn grounding(state: &State, book: &Book, who: Who) -> Option<(u8, RuleId)> {
    passive::find(state, book, who, Of::Earth, |passive| match passive {
        Passive::Earth(dice) => Some(*dice),
        _ => None,
    })
}

/// The one who does it, if they know how.
fn grounded(form: &mut Filling<'_, DieTrying>) -> Filled<Who> {
    let who = at_leisure(form)?;
    let (state, book) = (form.state, form.book);
    let talent = state.creature(who).and_then(|_| grounding(state, book, who));
    form.only_if(talent.is_some())?;
    if let Some((_, talent)) = talent {
        form.rule(talent);
    }
    Ok(who)
}

impl Deed<DieTrying> for Earth {
    const CARD: Card =
        Card::acting("Let instability run off", "Between fights").rule(rules::DT_MAG_06).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_know(may, self.who)?;
        may_be_up(may, self.who)?;
        let Some((_, talent)) = grounding(may.state, may.book, self.who) else {
            let sentence = "Instability goes with the next day, and not before.";
            return may.outright(|| Refusal::new(rules::DT_MAG_06, "no-talent", sentence));
        };
        may_in_peace(may, talent)?;
        let live = may.state.live(self.who);
        may.outright_if(live.times_used(talent) > 0, || {
            Refusal::new(talent, "once-a-day", "That works once a day.")
        })?;
        may.outright_if(live.instability == 0, || {
            Refusal::new(talent, "steady", "There is no instability to lose.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let who = self.who;
        let Some((most, talent)) = grounding(cx.state(), cx.book(), who) else { return Ok(()) };
        let live = cx.state().live(who);
        let (magic_dice, instability) = (live.magic_dice, live.instability.saturating_sub(most));
        let used = Used { what: talent, until: Span::Day, times: 1 };
        cx.record(talent, TableFact::Used { who, used }.into());
        cx.record(talent, AffectFact::Magic { who, magic_dice, instability }.into());
        let to = cx.state().now.later(600);
        time::advance(cx, to)
    }
}
