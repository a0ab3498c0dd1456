//! Jumping: 5 feet simply works, further takes a check.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{At, Cx, Flow, Pilot, Refusal, Seat, Who, deed};

use super::bodies::Bodies;
use super::legal::{in_encounter, known};
use super::maneuver::{arrive, bad, declare, may_move, not_prone, warned};
use super::push::{floor_under, is_object};
use super::way::{check_fear, height_of, may_stay};
use crate::RollHighOrDie;
use crate::check::skill_check;
use crate::picks::{around, fighting, maybe_skill, space};
use crate::rules;
use crate::sight::{self, SPACE};
use crate::state::{Skill, Spot};

deed! {
    /// Maneuver: jump.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Leap(form: RollHighOrDie) {
        /// Who.
        who: Who = fighting(form)?,
        /// Where to, in a straight line.
        to: Spot = lands(form, who)?,
        /// Athletics or Acrobatics, for more than 5 feet.
        #[serde(default)]
        skill: Option<Skill> = maybe_skill(form, "By, if it is far", &[Skill::Athletics, Skill::Acrobatics])?,
    }
}

/// The field `to`: where a jump can end.
fn lands(form: &mut Filling<'_, RollHighOrDie>, who: Who) -> Filled<Spot> {
    let at = form.at();
    warned(form, who);
    space(form, "to", "Where to", || {
        let open = |to: &Spot| check_jump(at, Leap { who, to: *to, skill: None }).is_ok();
        around(at, who, FAR).into_iter().filter(open).collect()
    })
}

/// Nobody jumps over more spaces.
const FAR: i16 = 4;

/// What a jump takes: AP, the spaces crossed, and how high it ends above the floor there.
fn check_jump(at: At<'_, RollHighOrDie>, leap: Leap) -> Result<(u8, Vec<Spot>, i16), Refusal> {
    let (state, book, who) = (at.state, at.book, leap.who);
    known(state, who)?;
    let from = may_move(state, book, who, 1)?;
    not_prone(state, who)?;
    let rule = rules::RH_HOUSE_09H;
    let (dx, dy) = (i16::from(leap.to.x) - i16::from(from.x), i16::from(leap.to.y) - i16::from(from.y));
    let spaces = dx.abs().max(dy.abs());
    let straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
    if spaces == 0 || !straight {
        return Err(Refusal::new(rule, "not-straight", "A jump goes straight, to another space."));
    }
    if spaces > FAR {
        return Err(Refusal::new(rule, "too-far", "Nobody leaps more than 20 feet."));
    }
    let ap = u8::try_from(spaces).unwrap_or(4);
    in_encounter(state, book, who, ap)?;
    let size = state.sheet(who).size.spaces();
    let own = sight::bottom(state, who);
    let steps = (1..=spaces).filter_map(|nth| from.step(dx.signum() * nth, dy.signum() * nth));
    let path: Vec<Spot> = steps.collect();
    let bodies = Bodies::known_to(state, book, who);
    let mut last = from;
    for spot in &path {
        let floor = floor_under(state, *spot, size);
        let corners = boneyard_board::Corners::OneWay;
        let wall = state
            .board
            .as_ref()
            .is_none_or(|board| board.grid.obstacle(last.square(), spot.square(), corners).is_some());
        let high = floor.is_none_or(|floor| floor > own + SPACE);
        if wall || high || bodies.bar(spot.footprint(size), own) {
            return bad("no-way", format!("There is no way through {spot}."));
        }
        last = *spot;
    }
    if is_object(state, book, leap.to) {
        return bad("object", format!("{} has to be climbed.", leap.to));
    }
    check_fear(state, book, who, from, leap.to)?;
    if !may_stay(state, who, &bodies, leap.to) {
        return Err(Refusal::new(rules::RH_POS_03, "taken", format!("Somebody is at {}.", leap.to)));
    }
    let lift = (own - height_of(state, leap.to, size)).max(0);
    Ok((ap, path, lift))
}

impl Deed<RollHighOrDie> for Leap {
    const CARD: Card = Card::acting("Jump", "Encounter")
        .rule(rules::RH_HOUSE_09H)
        .cost(1, "AP per 5 feet")
        .pilot(Pilot::Fight);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let (_, path, _) = check_jump(may.at(), *self)?;
        let skilled = matches!(self.skill, None | Some(Skill::Athletics | Skill::Acrobatics));
        may.not_if(path.len() > 1 && !skilled, || {
            let sentence = "A leap takes Athletics or Acrobatics.";
            Refusal::new(rules::RH_HOUSE_09H, "wrong-skill", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let Ok((ap, path, lift)) = check_jump(cx.at(), self) else { return Ok(()) };
        jump(cx, self, ap, &path, lift)
    }
}

/// More than 5 feet takes a check.
fn jump(cx: &mut Cx<'_, RollHighOrDie>, leap: Leap, ap: u8, path: &[Spot], lift: i16) -> Flow {
    let (who, rule) = (leap.who, rules::RH_HOUSE_09H);
    declare(cx, who, ap, true)?;
    cx.cite(rule);
    if path.len() > 1 && super::able(cx.state(), who).is_ok() {
        let dc = 5 + 5 * (path.len() as i16 - 1);
        let state = cx.state();
        let better = [Skill::Athletics, Skill::Acrobatics].into_iter().rev();
        let better = better.max_by_key(|skill| crate::body::skill_bonus(state, who, *skill));
        let skill = leap.skill.or(better).unwrap_or(Skill::Athletics);
        let own = sight::bottom(state, who);
        let far = cx.within((who, leap.to, lift), |cx| skill_check(cx, who, skill, dc, rule, &[]))?;
        if !far {
            let short = path[0];
            let size = cx.state().sheet(who).size.spaces();
            let lift = (own - height_of(cx.state(), short, size)).max(0);
            return arrive(cx, who, short, lift, "the leap");
        }
    }
    arrive(cx, who, leap.to, lift, "the jump")
}
