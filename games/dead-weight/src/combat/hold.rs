//! Being held: breaking free by strength or skill, cutting what can be cut, alone or with an ally's help.

use boneyard_table::deed::{Card, Deed, Filled, Lawful, May};
use boneyard_table::{At, Cx, Flow, Pilot, Refusal, Seat, Who, deed};
use smallvec::smallvec;

use super::arms::{arms, choices as arms_in_hand};
use super::attack::{self, Assault, armed};
use super::ground::{close, fighters};
use super::legal::{acting_hero, in_hero_turn, may_act, spend};
use super::{helpers, tokens};
use crate::DeadWeight;
use crate::form::Form;
use crate::roll::{self, Rolling};
use crate::rules;
use crate::state::{Attribute, Outcome};
use crate::values::item_named;

deed! {
    /// Breaking free: a test of STR or DEX, and nobody holds them any more.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct BreakFree(form: DeadWeight) {
        /// Who tries.
        who: Who = in_hero_turn(form)?,
        /// For whom, if not for oneself.
        #[serde(default)]
        target: Option<Who> = whom(form, who, |_| true)?,
        /// STR or DEX.
        attribute: Attribute = {
            let either = [Attribute::Str, Attribute::Dex];
            form.one_of("attribute", "With", either.map(|attribute| (attribute, attribute.name())))?
        },
    }
}

impl Deed<DeadWeight> for BreakFree {
    const CARD: Card =
        Card::acting("Break free", "Fight").rule(rules::DW_HOUSE_16H).cost(1, "actions").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_act(may, self.who, 1)?;
        held(may.at(), self.who, self.target)?;
        may.not_if(!matches!(self.attribute, Attribute::Str | Attribute::Dex), || {
            Refusal::new(rules::DW_HOUSE_16H, "attribute", "One breaks free with STR or DEX.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let (who, rule) = (self.who, rules::DW_HOUSE_16H);
        let held = self.target.unwrap_or(who);
        spend(cx, who, 1, rule);
        let test = helpers::helped(cx.at(), Rolling::test(who, self.attribute, rule));
        if cx.within((who, held), |cx| roll::make(cx, &test))?.succeeded() {
            tokens::release(cx, held, rule);
        }
        Ok(())
    }
}

deed! {
    /// Cutting what holds somebody: an attack on it, and enough wounds cut it.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct CutLoose(form: DeadWeight) {
        /// Who tries.
        who: Who = in_hero_turn(form)?,
        /// For whom, if not for oneself.
        #[serde(default)]
        target: Option<Who> = {
            let state = form.state;
            whom(form, who, |held| state.live(held).cut_loose_by > 0)?
        },
        /// With what; bare hands if nothing is said.
        #[serde(default)]
        item: Option<u8> = {
            let state = form.state;
            let hands = arms_in_hand(form.at(), who).into_iter().filter_map(|(item, _)| item);
            let hands: Vec<_> = hands.map(|item| (item, armed(state, who, Some(item), None))).collect();
            form.only_if(!hands.is_empty())?;
            form.or_left_out("item", |form| {
                form.named("item", "With", hands, |name| item_named(state, who, name))
            })?
        },
    }
}

impl Deed<DeadWeight> for CutLoose {
    const CARD: Card =
        Card::acting("Cut loose", "Fight").rule(rules::DW_HOUSE_34H).cost(1, "actions").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_act(may, self.who, 1)?;
        let held = held(may.at(), self.who, self.target)?;
        may.not_if(may.state.live(held).cut_loose_by == 0, || {
            Refusal::new(rules::DW_HOUSE_34H, "not-to-be-cut", "What holds them cannot be cut.")
        })?;
        arms(may.at(), self.who, self.item, None, None)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        cut_loose(cx, self)
    }
}

/// Those of somebody's own side next to them who are held.
fn whom(form: &mut Form<'_>, who: Who, also: impl Fn(Who) -> bool) -> Filled<Option<Who>> {
    let state = form.state;
    let stuck = |other: Who| {
        state.live(other).held_by.is_some()
            && !super::ground::hostile(state, who, other)
            && close(state, who, other)
            && also(other)
    };
    let any = !form.is_written() && fighters(state).any(stuck);
    form.only_if(any)?;
    form.or_left_out("target", |form| form.creature_among("target", "Whom", stuck))
}

/// The one who is to be freed.
fn held(at: At<'_, DeadWeight>, who: Who, target: Option<Who>) -> Result<Who, Refusal> {
    let rule = rules::DW_HOUSE_16H;
    acting_hero(at.state, who, 1)?;
    let held = target.unwrap_or(who);
    if at.state.creature(held).is_none_or(|one| one.live.held_by.is_none()) {
        return Err(Refusal::new(rule, "not-held", "Nobody holds them."));
    }
    if held != who && (!close(at.state, who, held) || super::ground::hostile(at.state, who, held)) {
        return Err(Refusal::new(rule, "too-far", "Only an ally next to them can help them out."));
    }
    Ok(held)
}

fn cut_loose(cx: &mut Cx<'_, DeadWeight>, cut: CutLoose) -> Flow {
    let rule = rules::DW_HOUSE_34H;
    let held = cut.target.unwrap_or(cut.who);
    let needed = cx.state().live(held).cut_loose_by;
    let arms = arms(cx.at(), cut.who, cut.item, None, None)?;
    spend(cx, cut.who, 1, rule);
    let assault = Assault {
        who: cut.who,
        targets: smallvec![],
        notation: arms.notation,
        modifier: arms.modifier,
        backstab: false,
        magical: arms.magical,
        rule: arms.entry,
    };
    let reading = cx.within((arms, held, needed), |cx| attack::test(cx, &assault))?;
    let blow = arms.notation.blow(reading.outcome == Outcome::GreatSuccess, &cx.state().house);
    if reading.outcome.succeeded() && blow.wounds >= needed {
        tokens::release(cx, held, rule);
    }
    attack::after(cx, arms, cut.who)
}
