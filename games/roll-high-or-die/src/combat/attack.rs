//! The Attack action: looked at, paid for, and settled. How one Attack goes, whatever grants it, is in `assault`.

use std::cell::LazyCell;

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{At, Cx, Flow, Pilot, Refusal, Seat, Who, deed};
use smallvec::SmallVec;

use super::arms::{Hold, Weapon, ability, holds, valid, weapon, weapons};
use super::assault::{Assault, assault, check_assault, check_weather, readied};
use super::legal::{has, in_encounter, may_act, may_spend, pay, target as check_target};
use super::shot::kinds_at_hand;
use crate::RollHighOrDie;
use crate::book::Book;
use crate::hurt::end_conditions;
use crate::passive::{self, Situation};
use crate::picks::{fighting, target};
use crate::rules;
use crate::sight;
use crate::state::{Ability, Condition, State};

deed! {
    /// The Attack action.
    #[serde(deny_unknown_fields)]
    pub struct Attack(form: RollHighOrDie) {
        /// Who.
        who: Who = fighting(form)?,
        /// With what, by its name; the first weapon at hand if nothing is said.
        #[serde(default)]
        with: Option<String> = form.each("with", names(form.at(), who))?,
        /// Thrown.
        #[serde(default)]
        throw: bool = thrown(form, who, with.as_deref())?,
        /// Whom.
        target: Who = target(form, who)?,
        /// Which ammunition, by its name, where there are several kinds.
        #[serde(default)]
        shot: Option<String> = shot(form, who, with.as_deref(), throw)?,
        /// Strength or Dexterity, where the weapon leaves the choice.
        #[serde(default)]
        ability: Option<Ability> = by_ability(form, who, with.as_deref())?,
    }
}

/// The weapons somebody has at hand, by their names.
fn names(at: At<'_, RollHighOrDie>, who: Who) -> Vec<Option<String>> {
    at_hand(at, who).into_iter().map(|weapon| Some(weapon.name)).collect()
}

pub(super) fn at_hand(at: At<'_, RollHighOrDie>, who: Who) -> Vec<Weapon> {
    at.state.creature(who).map_or_else(Vec::new, |_| weapons(at.state, at.book, who))
}

/// The number of a weapon at hand, and the weapon.
pub(super) fn numbered(at: At<'_, RollHighOrDie>, who: Who, with: Option<&str>) -> Option<(usize, Weapon)> {
    let mut all = at_hand(at, who).into_iter().enumerate();
    all.find(|(_, weapon)| with.is_none_or(|name| weapon.name.eq_ignore_ascii_case(name)))
}

/// The field `throw`, a card for each way; and what the card says.
fn thrown(form: &mut Filling<'_, RollHighOrDie>, who: Who, with: Option<&str>) -> Filled<bool> {
    let found = numbered(form.at(), who, with);
    let ways = found.iter().filter(|(_, weapon)| weapon.arms.thrown().is_some()).map(|_| Some(true));
    let throw = form.each("throw", [None].into_iter().chain(ways))?.unwrap_or_default();
    if let Some((number, weapon)) = found {
        let hidden = form.state.live(who).is(Condition::Hidden);
        form.id(|| format!("attack-{number}-{throw}"));
        form.label(|| {
            if throw { format!("Throw the {}", weapon.name) } else { format!("Attack: {}", weapon.name) }
                .into()
        });
        form.cost(weapon.w.into(), "AP");
        form.danger(|| hidden.then(|| "You will no longer be Hidden.".into()));
    }
    Ok(throw)
}

/// The field `shot`, where there are several kinds of ammunition.
pub(super) fn shot(
    form: &mut Filling<'_, RollHighOrDie>,
    who: Who,
    with: Option<&str>,
    throw: bool,
) -> Filled<Option<String>> {
    let found = numbered(form.at(), who, with).filter(|_| !throw);
    let kinds = found.map_or_else(Vec::new, |(_, weapon)| kinds_at_hand(form.state, who, &weapon));
    if kinds.len() < 2 {
        return form.unasked("shot");
    }
    form.or_left_out("shot", |form| {
        let picked =
            form.one_of("shot", "Which ammunition", kinds.into_iter().map(|kind| (kind.clone(), kind)));
        form.with_refusals("shot");
        picked
    })
}

/// The field `ability`, where the weapon leaves the choice.
fn by_ability(
    form: &mut Filling<'_, RollHighOrDie>,
    who: Who,
    with: Option<&str>,
) -> Filled<Option<Ability>> {
    match numbered(form.at(), who, with).filter(|(_, weapon)| weapon.arms.ability.len() > 1) {
        None => form.unasked("ability"),
        Some((_, weapon)) => {
            form.maybe("ability", "By", weapon.arms.ability.iter().map(|known| (*known, known.name())))
        }
    }
}

impl Deed<RollHighOrDie> for Attack {
    const CARD: Card = Card::acting("Attack", "Encounter").rule(rules::RH_ACT_01).odds().pilot(Pilot::Fight);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        self.blow(may).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        self.carry_out(cx, by)
    }

    fn carry_out(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let blow = self.blow(May::told(cx.at(), by))?;
        let held = blow.weapon.hold();
        let now = Situation { weapon: Some(&held), ..Situation::default() };
        passive::cite(cx, blow.who, "w", now);
        pay(cx, blow.who, blow.weapon.w, rules::RH_ACT_01);
        crate::scenario::dares(cx, blow.who);
        assault(cx, &blow)?;
        settled(cx, blow.who);
        Ok(())
    }
}

impl Attack {
    /// The Attack this would be, or what bars it.
    fn blow(&self, may: May<'_, RollHighOrDie>) -> Lawful<Assault> {
        let (state, book, who) = (may.state, may.book, self.who);
        may_act(may, who, 0, "attack")?;
        let weapon = weapon(state, book, who, self.with.as_deref())?;
        may_spend(may, who, weapon.w)?;
        let ability = ability(state, who, &weapon, self.ability)?;
        dares_to(state, who)?;
        let mut assault = Assault::plain(who, self.target, weapon, ability, rules::RH_ACT_01);
        assault.thrown = self.throw;
        check_assault(may.at(), &mut assault, self.shot.as_deref())?;
        Ok(assault)
    }
}

/// Whether somebody may attack at all, with whatever.
fn may_attack(state: &State, book: &Book, who: Who) -> Result<(), Refusal> {
    in_encounter(state, book, who, 0)?;
    has(state, who, "attack")
}

fn dares_to(state: &State, who: Who) -> Result<(), Refusal> {
    if crate::scenario::kept_off(state, who) {
        let sentence = format!("The fire keeps {} off: one Attack was all it dared.", state.name(who));
        return Err(Refusal::new(rules::RH_SCEN_02H, "kept-off", sentence));
    }
    Ok(())
}

/// An Attack somebody could make now, without a target yet.
#[derive(Clone, Debug)]
pub struct Open<'a> {
    /// Who.
    pub who: Who,
    /// With what, by the name it is asked for by.
    pub with: &'a str,
    /// What that is.
    pub weapon: Hold<'a>,
    /// Thrown.
    pub thrown: bool,
}

impl Open<'_> {
    /// Feet it reaches.
    pub fn reach(&self) -> u16 {
        self.weapon.arms.spans(self.thrown)
    }
}

/// Attacks somebody could make now: what an [`Attack`] looks at before it looks at the target, once for all targets.
/// In the order of the weapons, each first as it is and then thrown, where there is another beside bare hands.
pub fn open_attacks(at: At<'_, RollHighOrDie>, who: Who) -> SmallVec<[Open<'_>; 4]> {
    let (state, book) = (at.state, at.book);
    let mut open = SmallVec::new();
    if may_attack(state, book, who).is_err() || dares_to(state, who).is_err() {
        return open;
    }
    let all: SmallVec<[Hold<'_>; 4]> =
        holds(state, book, who).map(|hold| hold.costing(state, book, who)).collect();
    // What it costs beyond that makes no other difference.
    let pays = LazyCell::new(|| in_encounter(state, book, who, 1).is_ok());
    for own in &all {
        // A name means the first that is called so.
        let meant = all.iter().find(|known| known.name.eq_ignore_ascii_case(own.name)).unwrap_or(own);
        let usable = state.live(who).ap >= meant.w && (meant.w == 0 || *pays) && valid(meant).is_ok();
        for thrown in [false, true] {
            if !usable || thrown && (own.arms.thrown().is_none() || all.len() < 3) {
                continue;
            }
            if readied(state, book, who, meant, thrown, None).is_ok() {
                open.push(Open { who, with: own.name, weapon: meant.clone(), thrown });
            }
        }
    }
    open
}

/// Whether one of [`open_attacks`] may be made on somebody.
pub fn may_strike(at: At<'_, RollHighOrDie>, open: &Open<'_>, target: Who) -> bool {
    let (state, book, who) = (at.state, at.book, open.who);
    let far = sight::distance(state, who, target);
    let ranged = open.thrown || open.weapon.arms.shoots();
    far <= open.reach()
        && (!ranged || check_weather(state, book, who, far).is_ok())
        && check_target(state, book, who, target, rules::RH_ACT_01).is_ok()
}

/// The one who has attacked, grappled or shoved is Hidden no longer.
pub fn settled(cx: &mut Cx<'_, RollHighOrDie>, who: Who) {
    end_conditions(cx, who, Condition::Hidden.rule(), |ailment| ailment.what == Condition::Hidden);
}
