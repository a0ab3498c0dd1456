//! Maneuvers: what all of them have in common, changing Stance, crawling. Declared, paid, then whatever they set off,
//! then looked at once more and done. Running is in `run`, climbing in `climb`, swimming in `swim`, jumping in `jump`.

use boneyard_board::Footprint;
use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{At, Cx, Flow, Pilot, Refusal, Seat, Who, deed};

use super::bodies::Bodies;
use super::legal::{at_ease, has, in_encounter, known, pay};
use super::push::{entered, is_object, over_nothing, taken, ties};
use super::react::{before_maneuver, fizzle};
use super::way::{check_fear, height_of, may_stay, on_the_floor};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::Book;
use crate::fact::{FightFact, TableFact};
use crate::house::ProneCrawlOnly;
use crate::passive;
use crate::picks::{acting, around, fighting, space};
use crate::rules;
use crate::sight;
use crate::state::{Condition, Spot, Stance, State};

deed! {
    /// Maneuver: another Stance.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct TakeStance(form: RollHighOrDie) {
        /// Who.
        who: Who = acting(form)?,
        /// Which.
        stance: Stance = stance(form)?,
    }
}

deed! {
    /// Crawling to the next space.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Crawl(form: RollHighOrDie) {
        /// Who.
        who: Who = prone(form)?,
        /// Where to.
        to: Spot = next(form, who, |to| Crawl { who, to })?,
    }
}

/// The field `stance`.
fn stance(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Stance> {
    if form.state.encounter.is_some() {
        form.cost(1, "AP");
    }
    form.one_of("stance", "To", Stance::ALL.iter().map(|stance| (*stance, stance.name())))
}

/// Who acts, and lies on the ground.
fn prone(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Who> {
    let who = fighting(form)?;
    form.only_if(form.state.creature(who).is_some_and(|one| !one.live.stance.is_upright()))?;
    warned(form, who);
    Ok(who)
}

/// Says on a card that takes somebody somewhere who strikes first.
pub(super) fn warned(form: &mut Filling<'_, RollHighOrDie>, who: Who) {
    let engaged = form.state.creature(who).is_some_and(|one| one.live.is(Condition::Engaged));
    form.danger(|| engaged.then(|| "You are Engaged: they strike first.".into()));
}

/// The field `to`: a neighbouring space, or one's own, to which this may be done.
pub(super) fn next<D: Deed<RollHighOrDie>>(
    form: &mut Filling<'_, RollHighOrDie>,
    who: Who,
    there: impl Fn(Spot) -> D,
) -> Filled<Spot> {
    let (at, seat) = (form.at(), form.seat);
    space(form, "to", "Where to", || {
        let open = |to: &Spot| there(*to).may(May::quiet(at, seat)).is_ok();
        around(at, who, 1).into_iter().filter(open).collect()
    })
}

pub(super) const RULE: boneyard_table::RuleId = rules::RH_ACT_04;

pub(super) fn bad<T>(code: &str, sentence: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(RULE, code, sentence))
}

/// Whether somebody may make Maneuvers at all.
fn may_maneuver(state: &State, book: &Book, who: Who, ap: u8) -> Result<(), Refusal> {
    in_encounter(state, book, who, ap)?;
    has(state, who, "maneuver")?;
    if let Some((rule, _)) = passive::forbids(state, book, who, "maneuver") {
        let sentence = format!("{} cannot Maneuver now.", state.name(who));
        return Err(Refusal::new(rule, "no-maneuver", sentence));
    }
    Ok(())
}

/// Whether somebody may go anywhere by themselves, and from where.
pub(super) fn may_move(state: &State, book: &Book, who: Who, ap: u8) -> Result<Spot, Refusal> {
    may_maneuver(state, book, who, ap)?;
    if let Some((rule, _)) = passive::forbids(state, book, who, "move") {
        let sentence = format!("{} is held and cannot move.", state.name(who));
        return Err(Refusal::new(rule, "held", sentence));
    }
    match (&state.board, state.live(who).at) {
        (Some(_), Some(at)) => Ok(at),
        _ => bad("no-map", format!("{} stands on no map.", state.name(who))),
    }
}

impl Deed<RollHighOrDie> for TakeStance {
    const CARD: Card =
        Card::acting("Change Stance", "Encounter").rule(rules::RH_STANCE_01).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let (state, who) = (may.state, self.who);
        known(state, who)?;
        let able = match state.encounter {
            Some(_) => may_maneuver(state, may.book, who, 1),
            None => super::able(state, who),
        };
        able.or_else(|refusal| may.outright(|| refusal))?;
        may.not_if(state.live(who).stance == self.stance, || {
            let sentence = format!("{} is in {} already.", state.name(who), self.stance.name());
            Refusal::new(rules::RH_STANCE_01, "same-stance", sentence)
        })?;
        match passive::afloat(state, may.book, who).filter(|_| self.stance == Stance::Prone) {
            Some(water) => {
                may.no(|| Refusal::new(water, "no-ground", "There is no ground to lie on in deep water."))
            }
            None => Ok(()),
        }
    }

    /// Freely at ease, by a Maneuver in an Encounter.
    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let who = self.who;
        if at_ease(cx.state(), RULE).is_err() {
            declare(cx, who, 1, false)?;
            if super::able(cx.state(), who).is_err() {
                if !cx.state().live(who).dead {
                    fizzle(cx, who, "the change of Stance");
                }
                return Ok(());
            }
        }
        record(cx, rules::RH_STANCE_01, FightFact::Stance { who, to: self.stance }.into());
        Ok(())
    }
}

/// Pays a Maneuver and opens what it triggers. Gives whether anybody was asked about it.
pub(super) fn declare(cx: &mut Cx<'_, RollHighOrDie>, who: Who, ap: u8, moving: bool) -> Flow<bool> {
    pay(cx, who, ap, RULE);
    record(cx, RULE, FightFact::Maneuvers { who }.into());
    before_maneuver(cx, who, moving)
}

/// Whether one step leads to a space on the same level.
pub(super) fn check_neighbour(
    at: At<'_, RollHighOrDie>,
    who: Who,
    from: Spot,
    to: Spot,
) -> Result<(), Refusal> {
    let state = at.state;
    let board = match &state.board {
        Some(board) if board.has(to) => board,
        _ => return bad("off-map", format!("{to} is not on the map.")),
    };
    if from.square().direction_to(to.square()).is_none() {
        return bad("not-next", format!("{to} is no neighbouring space."));
    }
    let corners = boneyard_board::Corners::OneWay;
    if let Some(obstacle) = board.grid.obstacle(from.square(), to.square(), corners) {
        return bad("no-way", format!("There is no way to {to}: {obstacle}."));
    }
    let size = state.sheet(who).size.spaces();
    let bodies = Bodies::known_to(state, at.book, who);
    if bodies.bar(to.footprint(size), height_of(state, to, size)) {
        return Err(Refusal::new(rules::RH_POS_02, "no-way", format!("Somebody bars the way to {to}.")));
    }
    check_fear(state, at.book, who, from, to)?;
    if !may_stay(state, who, &bodies, to) && state.live(who).ap <= 1 {
        let sentence = format!("Somebody is at {to}, and there would be no AP left to move on.");
        return Err(Refusal::new(rules::RH_POS_03, "taken", sentence));
    }
    Ok(())
}

impl Deed<RollHighOrDie> for Crawl {
    const CARD: Card = Card::acting("Crawl", "Encounter").rule(RULE).cost(1, "AP").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let (state, book, Self { who, to }) = (may.state, may.book, *self);
        known(state, who)?;
        let from = may_move(state, book, who, 1)?;
        on_the_floor(state, book, who)?;
        check_neighbour(may.at(), who, from, to)?;
        let size = state.sheet(who).size.spaces();
        let level = height_of(state, to, size) == height_of(state, from, size);
        may.not_if(!level || is_object(state, book, to), || {
            Refusal::new(RULE, "not-level", format!("{to} cannot be reached by crawling."))
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        declare(cx, self.who, 1, true)?;
        arrive(cx, self.who, self.to, 0, "the crawl")
    }
}

/// Somebody comes to a space unless something keeps them from it now.
pub(super) fn arrive(cx: &mut Cx<'_, RollHighOrDie>, who: Who, to: Spot, lift: i16, what: &str) -> Flow {
    if cx.state().live(who).dead {
        return Ok(());
    }
    let held = passive::forbids(cx.state(), cx.book(), who, "move").is_some();
    if super::able(cx.state(), who).is_err() || held {
        fizzle(cx, who, what);
        return Ok(());
    }
    let left = cx.state().live(who).at;
    let size = cx.state().sheet(who).size.spaces();
    let floor = height_of(cx.state(), to, size);
    if met(cx, who, to.footprint(size), floor + lift) {
        return Ok(());
    }
    record(cx, RULE, FightFact::Moved { who, to, lift }.into());
    drag(cx, who, left);
    ties(cx);
    if lift == 0 {
        cx.within((who, to), |cx| entered(cx, who))?;
        return Ok(());
    }
    over_nothing(cx, who)
}

/// The one who is Grappled by the mover is pulled into the space just left.
pub(super) fn drag(cx: &mut Cx<'_, RollHighOrDie>, who: Who, left: Option<Spot>) {
    let Some(left) = left else { return };
    let held: Vec<Who> =
        cx.state().here().filter(|other| cx.state().live(*other).is_by(Condition::Grappled, who)).collect();
    let size = cx.state().sheet(who).size.spaces();
    let now = cx.state().live(who).at.unwrap_or(left);
    for other in held {
        let state = cx.state();
        let own = state.live(other).at.unwrap_or(left);
        // Of what somebody Large leaves, the space nearest to whom they hold.
        let gone = left.spaces(size).filter(|spot| !now.spaces(size).any(|taken| taken == *spot));
        let near = |spot: &Spot| (sight::metric(state).distance(own.footprint(1), spot.footprint(1)), *spot);
        let Some(to) = gone.min_by_key(near) else { continue };
        let rule = Condition::Grappled.rule();
        record(cx, rule, FightFact::Pushed { who: other, to, lift: 0 }.into());
    }
}

/// Not from Prone, unless the table allows it.
pub(super) fn not_prone(state: &State, who: Who) -> Result<(), Refusal> {
    if state.live(who).stance == Stance::Prone && state.house.prone_crawl_only == ProneCrawlOnly::On {
        return bad("prone", "From Prone one can only crawl.");
    }
    Ok(())
}

/// Somebody the mover's side did not see stands there: no longer Hidden, and the mover comes no further. Gives whether.
pub(super) fn met(cx: &mut Cx<'_, RollHighOrDie>, who: Who, there: Footprint, bottom: i16) -> bool {
    let found = taken(cx.state(), who, there, bottom).filter(|other| cx.state().hostile(*other, who));
    let Some(other) = found.filter(|other| !super::turn::share(cx.state(), cx.book(), who, *other)) else {
        return false;
    };
    let rule = Condition::Hidden.rule();
    crate::hurt::end_conditions(cx, other, rule, |ailment| ailment.what == Condition::Hidden);
    if cx.state().live(other).unseen {
        record(cx, rules::RH_POS_02, TableFact::Shown { who: other }.into());
    }
    fizzle(cx, who, "the way on");
    true
}
