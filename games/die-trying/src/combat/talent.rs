//! Talents inside a Strike that the weapon's own rules do not know: Fighting Styles taken up, a Parry and
//! what follows, arcs that go on, what hangs on a weapon, and what flies about when something breaks.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May, Named};
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::aim::Assault;
use super::arms::natural_or_held;
use super::legal::{Cost, can_do, fighter_now, fighters, may_do, pay};
use super::react::reaction;
use super::strike::assault;
use crate::DieTrying;
use crate::book::{Book, Letters, Of, Passive, TalentRow};
use crate::check::{Parts, Thrown, add};
use crate::fact::MagicFact;
use crate::hurt::{Blow, suffer};
use crate::passive;
use crate::question::{SpillTo, UseReaction};
use crate::rules;
use crate::sight;
use crate::state::{Creature, DamageType, Degree, Fate, Kind, Place, State, Trait, Ware, What};

/// Takes up a Fighting Style.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TakeStyle {
    /// Who.
    pub who: Who,
    /// Which, by name; none if nothing is said.
    #[serde(default)]
    pub style: Option<String>,
}

impl Form<DieTrying> for TakeStyle {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        let who = fighter_now(form)?;
        let one = form.state.creature(who);
        let lays_down = form.variant(&[false, true])?;
        form.id(|| if lays_down { "give_up_style" } else { "take_style" }.into());
        if lays_down {
            form.only_if(one.is_some_and(|one| one.live.style.is_some()))?;
            form.label(|| "Give up the Fighting Style".into());
            // What was written may name one.
            return Ok(Self { who, style: form.unasked("style")? });
        }
        let book = form.book;
        let known = one.into_iter().flat_map(|one| one.sheet.talents.iter());
        let known = known.filter_map(|(talent, _)| book.talents.get(talent.as_str()));
        let known = known.filter(|row| row.style.is_some());
        let named = known.map(|row| (row.name.clone(), Named::from(&row.name).say(row.text.clone())));
        Ok(Self { who, style: Some(form.one_of("style", "Which", named)?) })
    }

    fn actor(&self) -> Option<Who> {
        Some(self.who)
    }
}

/// Whether somebody has in hand or wears what a style needs.
pub fn style_met(one: &Creature, needs: &str) -> bool {
    let held = |fits: &dyn Fn(&crate::state::Arms, Place) -> bool| {
        one.sheet.items.iter().zip(&one.live.items).any(|(thing, item)| match &thing.ware {
            Ware::Weapon(arms) => item.place.is_held() && fits(arms, item.place),
            _ => false,
        }) || one.sheet.fixed.attacks.iter().any(|natural| fits(&natural.arms, Place::Hands))
    };
    let with = |what: Trait| held(&|arms, _| arms.has(what));
    match needs {
        "twin-both" => held(&|arms, place| arms.has(Trait::Twin) && place == Place::Hands),
        "finesse-free-hand" => with(Trait::Finesse) && one.live.free_hands() > 0,
        "heavy-armor" => one.sheet.items.iter().zip(&one.live.items).any(|(thing, item)| {
            matches!(&thing.ware, Ware::Armor(armor) if armor.heavy) && item.place == Place::Worn
        }),
        other => Trait::named(other).is_some_and(with),
    }
}

/// The row of a style somebody knows.
fn style_of<'b>(state: &State, book: &'b Book, who: Who, name: &str) -> Option<&'b TalentRow> {
    let row = book.talents.named(name.trim()).filter(|row| row.style.is_some());
    row.filter(|row| state.sheet(who).talent(row.id) > 0)
}

impl Deed<DieTrying> for TakeStyle {
    const CARD: Card = Card::acting("Take up a Fighting Style", "Fight").rule(rules::DT_HOUSE_11H);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let (who, rule, state) = (self.who, rules::DT_HOUSE_11H, may.state);
        may_do(may, who, Cost::Free)?;
        let one = state.one(who);
        let turn = one.live.turn;
        let late = state.battle.is_some() && (!turn.action || !turn.bonus || turn.spent > 0);
        may.outright_if(late, || {
            let sentence = "A style is taken up at the start of a turn, before anything else.";
            Refusal::new(rule, "too-late", sentence)
        })?;
        let Some(name) = &self.style else { return Ok(()) };
        let Some(row) = style_of(state, may.book, who, name) else {
            return may.no(|| {
                Refusal::new(rule, "no-such-style", format!("{} knows no such style.", one.sheet.name))
            });
        };
        may.not_if(!row.style.as_deref().is_some_and(|needs| style_met(one, needs)), || {
            let sentence = format!("{} does not have in hand what {} needs.", one.sheet.name, row.name);
            Refusal::new(rule, "needs-not-met", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let who = self.who;
        let row = self.style.and_then(|name| style_of(cx.state(), cx.book(), who, &name));
        let style = row.map(|row| row.id);
        if let Some(style) = style {
            cx.cite(style);
        }
        cx.record(rules::DT_HOUSE_11H, MagicFact::Style { who, style }.into());
        Ok(())
    }
}

/// A hit that is parried is read again; one that fails then may be answered.
pub(super) fn parried(
    cx: &mut Cx<'_, DieTrying>,
    blow: &Assault,
    thrown: Thrown,
    dc: i16,
    degree: Degree,
) -> Flow<Degree> {
    let (who, target) = (blow.who, blow.target);
    let (state, book) = (cx.state(), cx.book());
    let found = passive::find(state, book, target, Of::Parry, |passive| match passive {
        Passive::Parry(by) => Some(i16::from(*by)),
        _ => None,
    });
    let near = sight::distance(state, who, target).is_none_or(|far| far <= 1);
    let Some((by, rule)) = found.filter(|_| degree.succeeded() && near && blow.rule != rules::DT_TAL_04H)
    else {
        return Ok(degree);
    };
    if !can_do(cx.at(), target, Cost::Reaction) || state.battle.is_none() {
        return Ok(degree);
    }
    let locals = (blow, thrown, dc, degree);
    if !cx.within(locals, |cx| cx.ask(target, UseReaction { who: target, target: who, rule }))? {
        return Ok(degree);
    }
    cx.cite(rules::DT_COM_04);
    pay(cx, target, Cost::Reaction, rule);
    let now = thrown.against(dc + by);
    let answers = passive::find(cx.state(), cx.book(), target, Of::Riposte, |passive| match passive {
        Passive::Riposte(by) => Some(*by),
        _ => None,
    });
    if let (Some((by, rule)), Some(weapon)) = (answers, natural_or_held(cx.state(), target))
        && !now.succeeded()
    {
        let answer = reaction(cx.state(), cx.book(), target, who, weapon.into(), by, rule);
        cx.within((blow, now), |cx| assault(cx, &answer))?;
    }
    Ok(now)
}

/// While somebody dodges behind heavy armor, a critical hit is a plain one.
pub(super) fn uncritical(cx: &mut Cx<'_, DieTrying>, target: Who, degree: Degree) -> Degree {
    if degree != Degree::CriticalSuccess || cx.state().live(target).turn.dodge == 0 {
        return degree;
    }
    let found =
        passive::find(cx.state(), cx.book(), target, Of::UncriticalWhileDodging, |passive| match passive {
            Passive::UncriticalWhileDodging(true) => Some(()),
            _ => None,
        });
    match found {
        Some((_, rule)) => {
            cx.cite(rule);
            Degree::Success
        }
        None => degree,
    }
}

/// What those who hang on somebody's weapon lose on their attacks.
pub(super) fn impaled(state: &State, book: &Book, who: Who, parts: &mut Parts<'_>) {
    for affect in state.live(who).affects.iter().filter(|affect| affect.what.by == rules::DT_WPN_06) {
        let Some(holder) = affect.what.from else { continue };
        let found = passive::find(state, book, holder, Of::ImpaledAttack, |passive| match passive {
            Passive::ImpaledAttack(by) => Some(i16::from(*by)),
            _ => None,
        });
        if let Some((by, rule)) = found {
            add(parts, "Impaled", by, rule);
        }
    }
}

/// Whether a plain hit impales too: a face that a talent names.
pub(super) fn impales_on(state: &State, book: &Book, who: Who, face: u8) -> Option<RuleId> {
    let found = passive::find(state, book, who, Of::ImpaleOn, |passive| match passive {
        Passive::ImpaleOn(on) if *on == face => Some(()),
        _ => None,
    });
    found.map(|(_, rule)| rule)
}

/// What hanging on a weapon costs at the end of a turn.
pub(super) fn bleeds(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow {
    let state = cx.state();
    let holders: Vec<Who> = state
        .live(who)
        .affects
        .iter()
        .filter(|affect| affect.what.by == rules::DT_WPN_06 && matches!(affect.what.what, What::Is(..)))
        .filter_map(|affect| affect.what.from)
        .collect();
    for holder in holders {
        let found =
            passive::find(cx.state(), cx.book(), holder, Of::ImpaledDamage, |passive| match passive {
                Passive::ImpaledDamage(amount) => amount.dice.fixed(Letters::default()),
                _ => None,
            });
        if let Some((amount, rule)) = found {
            let amount = i16::try_from(amount).unwrap_or(0);
            let blow = Blow { who, amount, kind: DamageType::Piercing, pierce: 0, rule };
            cx.within((who, holder), |cx| suffer(cx, blow))?;
        }
    }
    Ok(())
}

/// Whole damage that dropped its target goes on to others near both.
pub(super) fn arc(cx: &mut Cx<'_, DieTrying>, blow: &Assault, amount: i16) -> Flow {
    let found = passive::find(cx.state(), cx.book(), blow.who, Of::Spill, |passive| match passive {
        Passive::Spill(spill) => Some((spill.half, spill.most)),
        _ => None,
    });
    let Some(((half, most), rule)) = found else { return Ok(()) };
    let down = cx.state().live(blow.target);
    if down.hp > 0 && down.fate == Fate::Up {
        return Ok(());
    }
    let amount = if half { amount / 2 } else { amount };
    let mut struck: Vec<Who> = Vec::new();
    for _ in 0..most {
        let mut among = super::hit::spill_targets(cx.state(), blow);
        among.retain(|other| !struck.contains(other));
        if among.is_empty() {
            return Ok(());
        }
        let locals = (blow, amount, &struck);
        let next = cx.within(locals, |cx| cx.ask(blow.who, SpillTo { who: blow.who, among }))?;
        let Some(who) = next else { return Ok(()) };
        struck.push(who);
        let kind = blow.weapon.arms.kind;
        cx.within((blow, &struck), |cx| suffer(cx, Blow { who, amount, kind, pierce: 0, rule }))?;
    }
    Ok(())
}

/// What flies about when somebody breaks an object.
pub(super) fn shrapnel(cx: &mut Cx<'_, DieTrying>, blow: &Assault) -> Flow {
    let target = cx.state().one(blow.target);
    if target.sheet.kind != Kind::Object || target.live.fate != Fate::Dead {
        return Ok(());
    }
    let found = passive::find(cx.state(), cx.book(), blow.who, Of::Shrapnel, |passive| match passive {
        Passive::Shrapnel(amount) => amount.dice.fixed(Letters::default()),
        _ => None,
    });
    let Some((amount, rule)) = found else { return Ok(()) };
    let amount = i16::try_from(amount).unwrap_or(0);
    let near = |other: &Who| {
        let one = cx.state().one(*other);
        *other != blow.who
            && one.sheet.kind != Kind::Object
            && one.live.fate != Fate::Dead
            && sight::distance(cx.state(), blow.target, *other).is_none_or(|far| far <= 1)
    };
    let all: Vec<Who> = match cx.state().battle {
        Some(_) => fighters(cx.state()).filter(|other| near(other)).collect(),
        None => cx.state().beings().filter(|other| near(other)).collect(),
    };
    for who in all {
        let blow = Blow { who, amount, kind: DamageType::Piercing, pierce: 0, rule };
        cx.within(who, |cx| suffer(cx, blow))?;
    }
    Ok(())
}
