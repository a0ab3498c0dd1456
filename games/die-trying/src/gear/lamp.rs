//! Lights: lighting and putting out, hoods and cones, oil, and burning down.

use boneyard_table::clock::Time;
use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::view::{Direction, Domain};
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, deed};

use super::owned;
use crate::DieTrying;
use crate::book::{Book, Of, Passive};
use crate::combat::{Cost, actor_now, as_bonus, at_once, may_do, pay, pay_deed};
use crate::fact::GearFact;
use crate::house::ExtinguishCost;
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Item, Lamp, State, Ware};

/// The heading of what is done with things.
pub(super) const GROUP: &str = "Things";

deed! {
    /// Lights a lamp or torch.
    #[derive(Copy)]
    pub struct LightUp(form: DieTrying) {
        who: Who = actor_now(form)?,
        /// As a Bonus Action, for who can.
        #[serde(default)]
        bonus: bool = at_once(form, who, "tinderbox", "Light it at once")?,
        /// Which.
        item: u8 = {
            let when = if bonus { " at once" } else { "" };
            let named = |name: &str| format!("Light the {name}{when}");
            let unlit = |lamp: &Lamp, item: &Item| lamp.minutes > 0 && item.lit.is_none();
            held_lamp(form, who, if bonus { "quick-light_up" } else { "light_up" }, named, unlit)?
        },
    }
}

deed! {
    /// Puts a light out: the time it burned is gone, at least a minute.
    #[derive(Copy)]
    pub struct PutOut(form: DieTrying) {
        who: Who = actor_now(form)?,
        /// Which.
        item: u8 = {
            let lit = |_: &Lamp, item: &Item| item.lit.is_some();
            held_lamp(form, who, "put_out", |name| format!("Put out the {name}"), lit)?
        },
    }
}

deed! {
    /// Refills a lantern with a flask of oil.
    #[derive(Copy)]
    pub struct Refill(form: DieTrying) {
        who: Who = actor_now(form)?,
        /// Which.
        item: u8 = {
            let empty = |lamp: &Lamp, item: &Item| lamp.oil && item.left == 0 && item.lit.is_none();
            held_lamp(form, who, "refill", |name| format!("Refill the {name}"), empty)?
        },
    }
}

deed! {
    /// Raises or lowers the hood of a lantern.
    #[derive(Copy)]
    pub struct SetHood(form: DieTrying) {
        who: Who = actor_now(form)?,
        /// Which.
        item: u8 = {
            let hooded = |lamp: &Lamp, _: &Item| lamp.hooded.is_some();
            held_lamp(form, who, "hood", |name| format!("The hood of the {name}"), hooded)?
        },
        /// Lowered.
        lowered: bool = {
            let one = form.state.creature(who).and_then(|one| one.live.items.get(usize::from(item)));
            let lowered = form.each("lowered", [!one.is_some_and(|item| item.hood)])?;
            form.label(|| if lowered { "Lower the hood" } else { "Raise the hood" }.into());
            lowered
        },
    }
}

deed! {
    /// Points the cone of a lantern.
    #[derive(Copy)]
    pub struct AimLamp(form: DieTrying) {
        who: Who = actor_now(form)?,
        /// Which.
        item: u8 = {
            let cone = |lamp: &Lamp, _: &Item| lamp.cone;
            held_lamp(form, who, "aim_lamp", |name| format!("Point the {name}"), cone)?
        },
        /// Where.
        facing: Direction = facing(form)?,
    }
}

/// The field `item`: each lamp somebody has in hand for which this holds has a card.
fn held_lamp(
    form: &mut Filling<'_, DieTrying>,
    who: Who,
    deed: &'static str,
    label: impl Fn(&str) -> String,
    fits: impl Fn(&Lamp, &Item) -> bool,
) -> Filled<u8> {
    super::own_thing(form, who, deed, label, |sheet, item| match &sheet.ware {
        Ware::Lamp(lamp) => item.place.is_held() && fits(lamp, item),
        _ => false,
    })
}

/// The field `facing`: one of the eight winds.
pub(crate) fn facing(form: &mut Filling<'_, DieTrying>) -> Filled<Direction> {
    let winds = || Domain::Direction { among: Direction::ALL.to_vec() };
    let first = || Direction::ALL.first().copied();
    form.field("facing", "Where to", winds, first, |said| {
        serde_json::from_value(said).map_err(|error| error.to_string())
    })
}

/// A light somebody has in hand, or why there is none.
fn lamp(state: &State, who: Who, item: u8) -> Result<(Lamp, Item), Refusal> {
    let bad = |code: &str, sentence: String| Err(Refusal::new(rules::DT_LIGHT_01, code, sentence));
    let one = state.one(who);
    let at = usize::from(item);
    let (Some(sheet), Some(now)) = (one.sheet.items.get(at), one.live.items.get(at)) else {
        return bad("no-such-thing", format!("{} has no such thing.", state.name(who)));
    };
    match &sheet.ware {
        Ware::Lamp(lamp) if now.place.is_held() && now.count > 0 => Ok((*lamp, *now)),
        Ware::Lamp(_) => {
            bad("not-in-hand", format!("{} has the {} not in hand.", state.name(who), sheet.name))
        }
        _ => bad("no-light", format!("The {} gives no light.", sheet.name)),
    }
}

/// Whether a light can be lit, and by what rule.
fn may_light(may: May<'_, DieTrying>, light: LightUp) -> Lawful<RuleId> {
    let LightUp { who, bonus, item } = light;
    may_do(may, who, if bonus { Cost::Bonus } else { Cost::Action })?;
    let (lamp, now) = lamp(may.state, who, item)?;
    may.not_if(now.lit.is_some(), || Refusal::new(rules::DT_LIGHT_01, "burning", "It burns already."))?;
    may.not_if(now.left == 0, || match lamp.oil {
        true => Refusal::new(rules::DT_LIGHT_04, "no-oil", "There is no oil in it; refill it first."),
        false => Refusal::new(rules::DT_LIGHT_01, "spent", "It is burnt down."),
    })?;
    Ok(flame(may.state, may.book, who, bonus)?)
}

/// By what rule somebody has a flame to light something with, or why there is none.
pub(super) fn flame(state: &State, book: &Book, who: Who, bonus: bool) -> Result<RuleId, Refusal> {
    if bonus && !as_bonus(state, book, who, "tinderbox") {
        let sentence = "Lighting something takes an Action.";
        return Err(Refusal::new(rules::DT_COM_12, "not-a-bonus-action", sentence));
    }
    if owned(state, who, |ware| *ware == Ware::Tinderbox).is_some() {
        return Ok(rules::DT_ITEM_04);
    }
    if flame_near(state, who) {
        return Ok(rules::DT_ACT_02H);
    }
    let sentence = "Without a tinderbox, a flame or magic nothing is lit.";
    Err(Refusal::new(rules::DT_ITEM_04, "no-flame", sentence))
}

/// Whether something burns in somebody's hands or beside them.
fn flame_near(state: &State, who: Who) -> bool {
    state.everybody().any(|other| {
        let near = other == who || sight::distance(state, who, other).is_some_and(|far| far <= 1);
        near && state.live(other).items.iter().any(|item| item.lit.is_some() && item.place.is_carried())
    })
}

impl Deed<DieTrying> for LightUp {
    const CARD: Card = Card::acting("Light", GROUP).rule(rules::DT_LIGHT_01);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_light(may, *self).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let rule = may_light(May::quiet(cx.at(), by), self)?;
        let Self { who, bonus, item } = self;
        pay_deed(cx, who, bonus, "tinderbox", rule);
        let since = cx.state().now;
        cx.cite(rules::DT_LIGHT_01);
        cite_entry(cx, who, item);
        cx.record(rule, GearFact::Lit { who, item, since }.into());
        sight::acted(cx, who);
        Ok(())
    }
}

/// The entry of a thing and the rule it stands under.
fn cite_entry(cx: &mut Cx<'_, DieTrying>, who: Who, item: u8) {
    let kind = cx.state().sheet(who).items.get(usize::from(item)).and_then(|sheet| sheet.kind);
    if let Some(row) = kind.and_then(|kind| cx.book().gear.get(kind.as_str())) {
        cx.cite(row.id);
        cx.cite(row.rule);
    }
}

impl Deed<DieTrying> for PutOut {
    const CARD: Card = Card::acting("Put out", GROUP).rule(rules::DT_LIGHT_02);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_do(may, self.who, Cost::Free)?;
        let (_, now) = lamp(may.state, self.who, self.item)?;
        may.not_if(now.lit.is_none(), || Refusal::new(rules::DT_LIGHT_02, "not-burning", "It does not burn."))
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let Self { who, item } = self;
        let (_, now) = lamp(cx.state(), who, item)?;
        let Some(since) = now.lit else { return Ok(()) };
        let (pace, curse) = pace(cx.state(), cx.book(), who, &now);
        if let Some(curse) = curse {
            cx.cite(curse);
        }
        let burned = cx.state().now.0.saturating_sub(since.0) * pace / 60;
        let burned = match cx.state().house.extinguish_cost {
            ExtinguishCost::Minimum => burned.max(1),
            ExtinguishCost::Extra => burned + 1,
        };
        let left = now.left.saturating_sub(u16::try_from(burned).unwrap_or(u16::MAX));
        cx.record(rules::DT_LIGHT_02, GearFact::Out { who, item, left }.into());
        Ok(())
    }
}

impl Deed<DieTrying> for SetHood {
    const CARD: Card = Card::acting("Hood", GROUP).rule(rules::DT_LIGHT_05);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let (Self { who, item, lowered }, rule) = (*self, rules::DT_LIGHT_05);
        may_do(may, who, Cost::Bonus)?;
        let (lamp, now) = lamp(may.state, who, item)?;
        may.not_if(lamp.hooded.is_none(), || Refusal::new(rule, "no-hood", "It has no hood."))?;
        may.not_if(now.hood == lowered, || {
            let sentence = if lowered { "The hood is down already." } else { "The hood is up already." };
            Refusal::new(rule, "as-it-is", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let (Self { who, item, lowered }, rule) = (self, rules::DT_LIGHT_05);
        pay(cx, who, Cost::Bonus, rule);
        cx.record(rule, GearFact::Hood { who, item, lowered }.into());
        sight::acted(cx, who);
        Ok(())
    }
}

impl Deed<DieTrying> for AimLamp {
    const CARD: Card = Card::acting("Point a lantern", GROUP).rule(rules::DT_LIGHT_06);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_do(may, self.who, Cost::Free)?;
        let (lamp, _) = lamp(may.state, self.who, self.item)?;
        may.not_if(!lamp.cone, || Refusal::new(rules::DT_LIGHT_06, "no-cone", "It shines all around."))
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let Self { who, item, facing } = self;
        cx.record(rules::DT_LIGHT_06, GearFact::Aimed { who, item, facing }.into());
        Ok(())
    }
}

/// A flask of oil of somebody's.
fn oil(state: &State, who: Who) -> Option<u8> {
    owned(state, who, |ware| *ware == Ware::Oil)
}

impl Deed<DieTrying> for Refill {
    const CARD: Card = Card::acting("Refill", GROUP).rule(rules::DT_LIGHT_04);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let (Self { who, item }, rule) = (*self, rules::DT_LIGHT_04);
        may_do(may, who, Cost::Action)?;
        let (lamp, now) = lamp(may.state, who, item)?;
        may.not_if(!lamp.oil, || Refusal::new(rule, "no-lantern", "It burns no oil."))?;
        may.not_if(oil(may.state, who).is_none(), || {
            Refusal::new(rule, "no-oil", "There is no flask of oil.")
        })?;
        may.not_if(now.lit.is_some() || now.left > 0, || {
            Refusal::new(rule, "not-empty", "There is oil in it still, or it burns.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let (Self { who, item }, rule) = (self, rules::DT_LIGHT_04);
        let (lamp, now) = lamp(cx.state(), who, item)?;
        let Some(oil) = oil(cx.state(), who) else { return Ok(()) };
        pay(cx, who, Cost::Action, rule);
        let flask = cx.state().live(who).items[usize::from(oil)];
        let fact = GearFact::Left { who, item: oil, count: flask.count - 1, left: flask.left };
        cx.record(rule, fact.into());
        cx.record(rule, GearFact::Left { who, item, count: now.count, left: lamp.minutes }.into());
        sight::acted(cx, who);
        Ok(())
    }
}

/// How many minutes of a light go by in one: two in hands that are cursed, with the curse.
fn pace(state: &State, book: &Book, who: Who, item: &Item) -> (u64, Option<RuleId>) {
    let cursed = passive::find(state, book, who, Of::Hook.called("burns-twice"), |passive| match passive {
        Passive::Hook(hook) if hook == "burns-twice" => Some(()),
        _ => None,
    });
    match cursed.filter(|_| item.place.is_held()) {
        Some((_, curse)) => (2, Some(curse)),
        None => (1, None),
    }
}

/// When a light of somebody's is burnt out, if it burns.
pub fn burns_until(state: &State, book: &Book, who: Who, item: &Item) -> Option<Time> {
    let (pace, _) = pace(state, book, who, item);
    item.lit.map(|since| since.later(u64::from(item.left) * 60 / pace))
}

/// What has burned down goes out.
pub fn burn_out(cx: &mut Cx<'_, DieTrying>, who: Who, now: Time) {
    let (state, book) = (cx.state(), cx.book());
    let over = |item: &Item| burns_until(state, book, who, item).is_some_and(|until| until <= now);
    let items = state.live(who).items.iter().enumerate();
    let spent: Vec<usize> = items.filter(|(_, item)| over(item)).map(|(number, _)| number).collect();
    for item in spent {
        cx.record(rules::DT_LIGHT_01, GearFact::Out { who, item: item as u8, left: 0 }.into());
    }
}

/// A light goes out by itself or by magic: the time it burned is gone.
pub fn goes_out(cx: &mut Cx<'_, DieTrying>, who: Who, item: u8, rule: RuleId) {
    let now = cx.state().live(who).items[usize::from(item)];
    let Some(since) = now.lit else { return };
    let (pace, _) = pace(cx.state(), cx.book(), who, &now);
    let burned = (cx.state().now.0.saturating_sub(since.0) * pace / 60).max(1);
    let left = now.left.saturating_sub(u16::try_from(burned).unwrap_or(u16::MAX));
    cx.record(rule, GearFact::Out { who, item, left }.into());
}
