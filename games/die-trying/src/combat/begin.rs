//! How a fight begins: Initiative by what each was doing, ambushes; and those who join later. The map and who stands
//! where on it are in `ground`.

use std::cmp::Ordering;

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::view::{Candidate, Domain, Param};
use boneyard_table::{At, Audience, Cx, Faces, Flow, Group, Pilot, Refusal, Roll, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::ground::{floor, laid_out, may_place, stand_up};
use super::legal::may_know;
use super::provoke::stands_by;
use crate::DieTrying;
use crate::check::{self, Check, skill_bonus};
use crate::fact::{BoardFact, FightFact, SightFact, TableFact};
use crate::naming;
use crate::rules;
use crate::sight::{self, Grade, observers, visible};
use crate::state::{Ability, Fate, Hidden, Initiative, Kind, Proficiency, Spot, State};

/// A fight to begin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Fight {
    /// Everybody in it, on all sides; the heroes and every foe in their sight, if nobody is named.
    pub fighters: Vec<Who>,
    /// Those who lie in wait and roll Stealth.
    pub ambushing: Vec<Who>,
    /// Those who feign friendliness and roll Deception.
    pub feigning: Vec<Who>,
    /// Those who do something else.
    pub busy: Vec<Who>,
    /// The skill that fits what they do.
    pub busy_with: Option<Proficiency>,
    /// The same one by one: what those were doing who roll another skill than Perception.
    pub skills: Vec<OwnSkill>,
}

/// The skill somebody rolls for Initiative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnSkill {
    /// Who.
    pub who: Who,
    /// Which.
    pub skill: Proficiency,
}

impl Form<DieTrying> for Fight {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        let (state, seat) = (form.state, form.seat);
        let here = |who: Who| {
            let one = state.one(who);
            one.sheet.kind != Kind::Object && one.live.fate != Fate::Dead && !one.live.away
        };
        let both = |hero: bool| state.beings().any(|who| here(who) && (state.sheet(who).side == 0) == hero);
        form.only_if(state.battle.is_none() && both(true) && both(false))?;
        let chosen = form.variant(&[false, true])?;
        if !chosen {
            form.id(|| "fight".into());
            return Ok(Self::default());
        }
        form.id(|| "fight-some".into());
        form.label(|| "Begin a fight with some of them".into());
        let all = 1..=u32::MAX;
        let fighters = match form.is_written() {
            true => form.maybe_creatures("fighters", "", all.clone(), |_| true)?,
            false => form.field(
                "fighters",
                "Who fights",
                || some_of(state, here),
                || Some(state.beings().filter(|who| here(*who)).collect()),
                |_| Err(String::new()),
            )?,
        };
        let label = "These lie in wait: Stealth for Initiative";
        let ambushing = form.maybe_creatures("ambushing", label, all.clone(), here)?;
        let label = "These feign friendliness: Deception for Initiative";
        let feigning = form.maybe_creatures("feigning", label, all.clone(), here)?;
        let busy = form.maybe_creatures("busy", "These do something else", all, here)?;
        let skills = Proficiency::skills().iter().map(|skill| (*skill, skill.name()));
        let busy_with = form.maybe("busy_with", "The skill that fits it", skills)?;
        let own = || own_skill_each(state, here);
        let skills = form.maybe_field("skills", "Or each with a skill of their own", own, |said| {
            let all = naming::one_by_one(state, seat, said, "skill")?;
            Ok(all.into_iter().map(|(who, skill)| OwnSkill { who, skill }).collect())
        })?;
        Ok(Self { fighters, ambushing, feigning, busy, busy_with, skills })
    }
}

/// Some of these, at least two.
fn some_of(state: &State, here: impl Fn(Who) -> bool) -> Domain {
    let named = |who: Who| {
        let name = state.name(who).to_owned();
        boneyard_table::view::Thing { what: Candidate::new(name.clone(), name), cost: 0 }
    };
    let of: Vec<_> = state.beings().filter(|who| here(*who)).map(named).collect();
    let most = u32::try_from(of.len()).unwrap_or(u32::MAX);
    Domain::Subset { of, least: 2, most, budget: None }
}

/// A skill for each of them, if one is named.
fn own_skill_each(state: &State, here: impl Fn(Who) -> bool) -> Domain {
    let skills = Proficiency::skills().iter().map(|skill| Candidate::new(json!(skill), skill.name()));
    let own = |who: Who| {
        let name = state.name(who).to_owned();
        Param::new(name.clone(), name, Domain::one_of(skills.clone())).optional()
    };
    Domain::Form { params: state.beings().filter(|who| here(*who)).map(own).collect() }
}

deed! {
    /// Somebody comes to a fight under way.
    #[derive(Copy)]
    pub struct Join(form: DieTrying) {
        who: Who = outsider(form)?,
        /// Acts right after this one; by Initiative if nobody is named.
        #[serde(default)]
        after: Option<Who> = {
            let state = form.state;
            let acts = |who| state.battle.as_ref().is_some_and(|battle| battle.order.has(who));
            form.maybe_creature("after", "Acts right after; by Initiative if nobody is named", acts)?
        },
        /// Where.
        #[serde(default)]
        at: Option<Spot> = where_to(form)?,
    }
}

/// The field `who`: those who could still come.
fn outsider(form: &mut Filling<'_, DieTrying>) -> Filled<Who> {
    let state = form.state;
    let order = state.battle.as_ref().map(|battle| &battle.order);
    let outside = |who: Who| {
        let one = state.one(who);
        one.sheet.kind != Kind::Object
            && one.live.fate == Fate::Up
            && order.is_some_and(|order| !order.has(who))
    };
    form.only_if(state.beings().any(outside))?;
    form.creature_among("who", "Who", outside)
}

/// The field `at`: a square of the map, where there is one.
pub(crate) fn where_to(form: &mut Filling<'_, DieTrying>) -> Filled<Option<Spot>> {
    let state = form.state;
    if state.board.is_none() {
        return form.unasked("at");
    }
    form.maybe_field("at", "Where", || Domain::Square { among: floor(state) }, super::walk::maybe_spot)
}

/// One more than the faces of a lot.
const LOTS: u64 = 11;

/// Everybody who would fight now: the heroes who are there, and every foe one of them sees. Without a map everybody is
/// seen. Nobody, if there is only one side.
pub fn in_sight(at: At<'_, DieTrying>) -> Vec<Who> {
    let (state, book) = (at.state, at.book);
    let there = |who: &Who| state.live(*who).fate == Fate::Up && !state.live(*who).away;
    let heroes: Vec<Who> = state.beings().filter(|who| state.sheet(*who).side == 0 && there(who)).collect();
    let seen = |who: Who| {
        state.board.is_none() || heroes.iter().any(|hero| visible(state, book, *hero, who) <= Grade::Plain)
    };
    let against = |who: &Who| state.sheet(*who).side != 0 && there(who) && !stands_by(state, *who);
    let foes: Vec<Who> = state.beings().filter(|who| against(who) && seen(*who)).collect();
    if heroes.is_empty() || foes.is_empty() { Vec::new() } else { heroes.into_iter().chain(foes).collect() }
}

impl Fight {
    /// Those who would fight, and who of them rolls another skill than Perception.
    fn opening(&self, may: May<'_, DieTrying>) -> Lawful<(Vec<Who>, Vec<OwnSkill>)> {
        let proposed;
        let named = if self.fighters.is_empty() {
            proposed = in_sight(may.at());
            &proposed
        } else {
            &self.fighters
        };
        let fighters = in_order(may.state, named)?;
        let skills = own_skills(self, &fighters)?;
        Ok((fighters, skills))
    }
}

impl Deed<DieTrying> for Fight {
    const CARD: Card = Card::gm("Begin a fight", "Fight").rule(rules::DT_COM_01).pilot(Pilot::Opens);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        self.opening(may).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let (fighters, skills) = self.opening(May::quiet(cx.at(), by))?;
        fight(cx, &fighters, &skills)
    }
}

/// A fight begins: everybody rolls for Initiative, and the first turn comes.
fn fight(cx: &mut Cx<'_, DieTrying>, fighters: &[Who], skills: &[OwnSkill]) -> Flow {
    let rule = rules::DT_COM_01;
    // What opens a fight leaves nothing behind but the state: exact odds go through it once.
    cx.mark_after(rule, (fighters, skills), |cx| {
        opens(cx, fighters);
        Ok(())
    })?;
    let mut rolled: Vec<(Who, Proficiency, i16)> = Vec::new();
    for &who in fighters {
        let skill = skill_of(cx, skills, who);
        let check = Check::skill(cx.state(), cx.book(), who, skill, rule);
        let thrown = cx.within((&rolled, who, fighters, skills), |cx| check::throw(cx, check))?;
        rolled.push((who, skill, thrown.total));
    }
    let places = in_turn_order(cx, &rolled)?;
    for (who, initiative) in places {
        cx.record(rules::DT_COM_02, FightFact::Initiative { who, initiative }.into());
    }
    cx.record(rules::DT_COM_02, FightFact::Round { number: 1 }.into());
    ambushes(cx, &rolled);
    Ok(())
}

/// Who rolls another skill than Perception, as the TS says it.
fn own_skills(fight: &Fight, fighters: &[Who]) -> Result<Vec<OwnSkill>, Refusal> {
    let bad = |code: &str, sentence: &str| Err(Refusal::new(rules::DT_COM_01, code, sentence.to_owned()));
    if fight.busy.is_empty() != fight.busy_with.is_none() {
        return bad("no-skill", "Say who does something else, and with which of the 16 skills.");
    }
    let as_one = |all: &[Who], skill: Proficiency| -> Vec<OwnSkill> {
        all.iter().map(|who| OwnSkill { who: *who, skill }).collect()
    };
    let mut all = fight.skills.clone();
    all.extend(as_one(&fight.ambushing, Proficiency::Stealth));
    all.extend(as_one(&fight.feigning, Proficiency::Deception));
    all.extend(fight.busy_with.map(|skill| as_one(&fight.busy, skill)).unwrap_or_default());
    if all.iter().any(|own| !own.skill.is_skill() || !fighters.contains(&own.who)) {
        return bad("no-skill", "Name one of the 16 skills for somebody in the fight.");
    }
    let twice = |nth: usize| all[..nth].iter().any(|other| other.who == all[nth].who);
    if (0..all.len()).any(twice) {
        return bad("two-skills", "Everybody rolls one skill for Initiative.");
    }
    Ok(all)
}

/// The fight is on: the ground, everybody on it, and those who slept are awake.
fn opens(cx: &mut Cx<'_, DieTrying>, fighters: &[Who]) {
    let rule = rules::DT_COM_01;
    let foes = fighters.iter().filter(|who| cx.state().sheet(**who).side != 0).count();
    let foes = u8::try_from(foes).unwrap_or(u8::MAX);
    cx.record(rule, FightFact::Began { fighters: fighters.to_vec(), foes }.into());
    laid_out(cx);
    stand_up(cx, fighters);
    for &who in fighters {
        if cx.state().live(who).unseen {
            cx.record(rule, TableFact::Shown { who }.into());
        }
    }
    crate::dungeon::fight_wakes(cx, fighters);
    for &who in fighters {
        if let Some(entry) = cx.state().sheet(who).like {
            cx.cite(entry);
        }
    }
}

/// What somebody rolls: what the TS says, Stealth for those who like to ambush, else Perception.
fn skill_of(cx: &Cx<'_, DieTrying>, skills: &[OwnSkill], who: Who) -> Proficiency {
    if let Some(own) = skills.iter().find(|own| own.who == who) {
        return own.skill;
    }
    let row = cx.state().sheet(who).like.and_then(|like| cx.book().creatures.get(like.as_str()));
    let lurks = row.is_some_and(|row| row.ambushes)
        && observers(cx.state(), who).any(|other| visible(cx.state(), cx.book(), other, who) > Grade::Plain);
    if lurks { Proficiency::Stealth } else { Proficiency::Perception }
}

/// Characters by seat, then Creatures as the TS lists them.
fn in_order(state: &State, named: &[Who]) -> Result<Vec<Who>, Refusal> {
    let bad = |code: &str, sentence: String| Err(Refusal::new(rules::DT_COM_01, code, sentence));
    if state.battle.is_some() {
        return bad("fighting", "There is a fight already.".into());
    }
    let mut list: Vec<Who> = Vec::new();
    for &who in named {
        super::legal::known(state, who)?;
        let one = state.one(who);
        if one.live.fate == Fate::Dead || one.live.away || one.sheet.kind == Kind::Object {
            return bad("not-there", format!("{} cannot fight.", one.sheet.name));
        }
        if !list.contains(&who) {
            list.push(who);
        }
    }
    let side = |hero: bool| list.iter().any(|who| (state.sheet(*who).side == 0) == hero);
    if !side(true) || !side(false) {
        return bad("one-side", "A fight needs characters and somebody against them.".into());
    }
    list.sort_by_key(|who| {
        let sheet = state.sheet(*who);
        (!sheet.is_hero(), if sheet.is_hero() { sheet.seat.0 } else { 0 })
    });
    Ok(list)
}

/// The order: by total, then Dexterity, then characters first, then a d10 each, again while equal.
fn in_turn_order(
    cx: &mut Cx<'_, DieTrying>,
    rolled: &[(Who, Proficiency, i16)],
) -> Flow<Vec<(Who, Initiative)>> {
    let place = |cx: &Cx<'_, DieTrying>, who: Who, total: i16| {
        let sheet = cx.state().sheet(who);
        let dexterity = sheet.scores[Ability::Dexterity];
        Initiative { total, dexterity, hero: sheet.is_hero(), lot: 0 }
    };
    let mut all: Vec<(Who, Initiative)> =
        rolled.iter().map(|(who, _, total)| (*who, place(cx, *who, *total))).collect();
    // Equal ones throw until no two are equal.
    loop {
        let tied: Vec<Who> = all
            .iter()
            .filter(|(who, own)| all.iter().any(|(other, key)| other != who && key == own))
            .map(|(who, _)| *who)
            .collect();
        if tied.is_empty() {
            return Ok(all);
        }
        cx.mark(rules::DT_COM_02, (&all, rolled.len() as u16))?;
        // Lots of earlier throws stay in front, also of those who throw no more.
        for (_, key) in &mut all {
            key.lot *= LOTS;
        }
        let last = tied.last().copied();
        for who in tied {
            let face = cx.within((&all, who), |cx| lot(cx, who, last == Some(who), &all))?;
            for (known, key) in &mut all {
                if *known == who {
                    key.lot += u64::from(face);
                }
            }
        }
        rank(&mut all);
    }
}

/// A d10 of somebody tied. Of the last one it only matters whose lots it beats and whose it equals.
fn lot(cx: &mut Cx<'_, DieTrying>, who: Who, last: bool, all: &[(Who, Initiative)]) -> Flow<u8> {
    let own = all.iter().find(|(known, _)| *known == who).map(|(_, key)| *key);
    let rivals = all.iter().filter(|(known, key)| {
        *known != who && own.is_some_and(|own| level(key, &own) && key.lot / LOTS == own.lot / LOTS)
    });
    let rivals: Vec<u64> = rivals.map(|(_, key)| key.lot % LOTS).collect();
    let beats = |faces: &Faces| -> Vec<Ordering> {
        rivals.iter().map(|rival| u64::from(faces.first()).cmp(rival)).collect()
    };
    let alike = |one: &Faces, other: &Faces| if last { beats(one) == beats(other) } else { one == other };
    let groups = [Group::new(1, 10)];
    let (rule, audience) = (rules::DT_COM_02, Audience::ALL);
    let roll = Roll { rule, by: who.into(), audience, groups: &groups, terms: None, alike: Some(&alike) };
    Ok(cx.roll_one(&roll)?.first())
}

/// Whether nothing but lots can tell two apart.
fn level(one: &Initiative, other: &Initiative) -> bool {
    let key = |of: &Initiative| (of.total, of.dexterity, of.hero);
    key(one) == key(other)
}

/// Lots as places among those they are compared with, so that they grow no larger however often somebody throws.
fn rank(all: &mut [(Who, Initiative)]) {
    let before: Vec<Initiative> = all.iter().map(|(_, key)| *key).collect();
    for (_, key) in all {
        let below = before.iter().filter(|other| level(other, key) && other.lot < key.lot);
        let mut below: Vec<u64> = below.map(|other| other.lot).collect();
        below.sort_unstable();
        below.dedup();
        key.lot = below.len() as u64;
    }
}

/// The one who rolled Stealth and is hard to see begins Hidden from those the total beats.
fn ambushes(cx: &mut Cx<'_, DieTrying>, rolled: &[(Who, Proficiency, i16)]) {
    for &(who, skill, total) in rolled {
        if skill != Proficiency::Stealth {
            continue;
        }
        let (state, book) = (cx.state(), cx.book());
        let beaten: Vec<Who> = observers(state, who)
            .filter(|other| visible(state, book, *other, who) >= Grade::Concealed)
            .filter(|other| total > 4 + skill_bonus(state, book, *other, Proficiency::Perception))
            .collect();
        for from in beaten {
            let hidden = Hidden { from, undetected: false, sneaking: false };
            let told = sight::between(cx.state(), who, from);
            cx.record_for(told, rules::DT_HOUSE_22H, SightFact::Hides { who, hidden }.into());
        }
    }
}

impl Deed<DieTrying> for Join {
    const CARD: Card = Card::gm("Let somebody join the fight", "Fight").rule(rules::DT_COM_01);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let (Self { who, after, at }, rule, state) = (*self, rules::DT_COM_01, may.state);
        may_know(may, who)?;
        let Some(battle) = &state.battle else {
            return may.outright(|| Refusal::new(rule, "no-fight", "There is no fight to join."));
        };
        let one = state.one(who);
        let cannot = battle.order.has(who) || one.live.fate == Fate::Dead || one.sheet.kind == Kind::Object;
        may.not_if(cannot, || {
            let sentence = format!("{} cannot join this fight.", one.sheet.name);
            Refusal::new(rule, "cannot-join", sentence)
        })?;
        may.not_if(after.is_some_and(|after| !battle.order.has(after)), || {
            Refusal::new(rule, "not-fighting", "Name somebody who has a place in the order.")
        })?;
        match at {
            Some(at) => may_place(may, who, at),
            None => Ok(()),
        }
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let (Self { who, after, at }, rule) = (self, rules::DT_COM_01);
        if at.is_some() {
            cx.record(rules::DT_COM_05, BoardFact::Put { who, at }.into());
        }
        if cx.state().live(who).unseen {
            cx.record(rule, TableFact::Shown { who }.into());
        }
        if let Some(after) = after {
            cx.record(rule, FightFact::Joined { who, after }.into());
            return Ok(());
        }
        let check = Check::skill(cx.state(), cx.book(), who, Proficiency::Perception, rule);
        let thrown = cx.within((who, at), |cx| check::throw(cx, check))?;
        let sheet = cx.state().sheet(who);
        let dexterity = sheet.scores[Ability::Dexterity];
        let initiative = Initiative { total: thrown.total, dexterity, hero: sheet.is_hero(), lot: 0 };
        cx.record(rules::DT_COM_02, FightFact::Initiative { who, initiative }.into());
        Ok(())
    }
}
