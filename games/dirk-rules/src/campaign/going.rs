//! Going from place to place: locks, what it takes to get through, the time of the way, and coming in. And those who are
//! led along.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Seat, Who, deed};
use boneyard_world::Ref;
use boneyard_world::adventure::{Adventure, Way};
use boneyard_world::run::{Id, PlaceKey, Scope, WorldFact, Worldly, all_hold, arrive, happen};

use super::befalls::check;
use super::{place_of, row_of, rule_of, together};
use crate::DirkRules;
use crate::book::Book;
use crate::check::is_alive;
use crate::fact::Fact;
use crate::health::out;
use crate::rules;
use crate::state::{Place, State};
use crate::time::{Scale, Task, TaskKind, may_set_about, may_spend_time, spend};
use crate::world::Roll;

const RULE: RuleId = rules::DK_SPEED_01;

/// A way that leads on.
struct Leads<'b> {
    to: PlaceKey,
    key: Id,
    number: u16,
    way: &'b Way<DirkRules>,
}

/// The file of an open adventure.
fn file<'b>(state: &State, book: &'b Book, key: &str) -> Option<&'b Adventure<DirkRules>> {
    book.adventures.get(&state.campaign.running(key)?.file)
}

/// What a place is called, or what it looks like to those who have never been there.
pub(super) fn looks<'b>(state: &State, book: &'b Book, to: &PlaceKey) -> &'b str {
    let row = row_of(state, book, to);
    let now = state.campaign.running(&to.adventure).and_then(|running| running.places.get(&to.place));
    let been = now.is_some_and(|now| now.visits > 0);
    row.map_or("somewhere", |row| match &row.from_afar {
        Some(afar) if !been => afar.as_str(),
        _ => row.name.as_str(),
    })
}

/// Ways from a place, as far as people can see them.
fn ways<'b>(at: At<'b, DirkRules>, here: &PlaceKey) -> Vec<Leads<'b>> {
    let (campaign, mut all) = (&at.state.campaign, Vec::new());
    for key in &campaign.order {
        let Some(running) = campaign.running(key) else { continue };
        let joined = running.out.as_ref() == Some(here);
        let own = *key == here.adventure;
        let Some(file) = at.book.adventures.get(&running.file).filter(|_| own || joined) else { continue };
        let scope = Scope { here: Some(here.clone()), ..Scope::of(key) };
        let is_here = |end: &str| if end == "out" { joined } else { own && end == &*here.place };
        for (number, way) in (0u16..).zip(&file.way) {
            let [one, other] = [way.between[0].as_str(), way.between[1].as_str()];
            let leads = match (is_here(one), is_here(other) && !way.one_way) {
                (true, _) => other,
                (_, true) => one,
                _ => continue,
            };
            let seen = way.hidden.is_none() || running.ways.contains(&number);
            if !seen || !way.only.is_empty() || !all_hold(at, &way.r#if, &scope) {
                continue;
            }
            let to = if leads == "out" { running.out.clone() } else { Some(PlaceKey::new(key, leads)) };
            all.extend(to.map(|to| Leads { to, key: key.clone(), number, way }));
        }
    }
    all
}

/// The living heroes in one place with somebody.
fn party(state: &State, who: Who) -> Vec<Who> {
    let goes = |one: &Who| {
        let sheet = state.sheet(*one);
        sheet.hero && sheet.draft.is_none() && !state.live(*one).dead && together(state, who, *one)
    };
    state.everybody().filter(goes).collect()
}

/// Whether somebody is this one, or goes along wherever this one goes.
fn comes(state: &State, who: Who, one: Who) -> bool {
    one == who || state.campaign.train(who).contains(&one)
}

deed! {
    /// Goes a way that leads on: everybody who is there, or one alone.
    pub struct Go(form: DirkRules) {
        who: Who = walker(form)?,
        /// What it looks like where it leads.
        to: String = way(form, who)?,
        /// Without the others.
        #[serde(default)]
        alone: bool = form.flag("alone", "Without the others")?,
    }
}

/// The field `who`: a hero, where no battle goes on.
pub(super) fn walker(form: &mut Filling<'_, DirkRules>) -> Filled<Who> {
    form.only_if(form.state.battle.is_none())?;
    let who = form.actor()?;
    form.only_if(form.state.creature(who).is_some_and(|one| one.sheet.hero))?;
    Ok(who)
}

fn way(form: &mut Filling<'_, DirkRules>, who: Who) -> Filled<String> {
    let at = form.at();
    let here = place_of(at.state, who);
    let all = here.map(|here| ways(at, here)).unwrap_or_default();
    form.only_if(!all.is_empty())?;
    let names = all.iter().map(|leads| looks(at.state, at.book, &leads.to).to_owned());
    form.place("to", "Where to", names.map(|name| (name.clone(), name)).collect::<Vec<_>>(), |_| None)
}

impl Go {
    fn leads<'b>(&self, at: At<'b, DirkRules>) -> Option<Leads<'b>> {
        let all = ways(at, place_of(at.state, self.who)?);
        let to = self.to.trim();
        all.into_iter().find(|leads| looks(at.state, at.book, &leads.to).eq_ignore_ascii_case(to))
    }
}

impl Deed<DirkRules> for Go {
    const CARD: Card = Card::acting("Go", "Places").rule(RULE);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may.outright_if(may.state.battle.is_some(), || {
            Refusal::new(RULE, "in-battle", "There is no time for that in a battle.")
        })?;
        may_set_about(may, RULE, &[self.who])?;
        may.outright_if(out(may.state, self.who), || {
            let sentence = format!("{} is in no state to go anywhere.", may.state.sheet(self.who).name);
            Refusal::new(RULE, "unable", sentence)
        })?;
        may_spend_time(may, RULE)?;
        // The same words for a way that is not there and for one nobody found.
        may.not_if(self.leads(may.at()).is_none(), || {
            Refusal::new(RULE, "no-way", "No way leads there from here.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let (state, book) = (cx.state().clone(), cx.book());
        let at = At { state: &state, book };
        let (Some(leads), Some(here)) = (self.leads(at), place_of(&state, self.who)) else { return Ok(()) };
        let all = match self.alone {
            true => party(&state, self.who).into_iter().filter(|one| comes(&state, self.who, *one)).collect(),
            false => party(&state, self.who),
        };
        let door = state.campaign.running(&leads.key).and_then(|running| running.doors.get(&leads.number));
        let unlocked = door.is_some_and(|door| door.locked == Some(false));
        let locked = leads.way.lock.as_ref().filter(|_| !unlocked);
        if let Some(lock) = locked {
            let names = lock.keys.iter().map(|key| key.as_str());
            let key = has_one(at, &all, names);
            let pick = lock.pick.as_ref().and_then(|pick| roll(&state, book, &leads.key, pick));
            let opens = match pick {
                _ if key => true,
                Some(pick) => cx.within((&all, &leads.to), |cx| check(cx, self.who, pick))?.passed,
                None => false,
            };
            if !opens {
                let why = "The way is locked.".to_owned();
                cx.record(RULE, Fact::Fizzled { who: self.who, why });
                return Ok(());
            }
            let (key, way) = (leads.key.clone(), leads.number);
            let fact = WorldFact::Door { key, way, open: None, locked: Some(false) };
            cx.record(rules::DK_SCEN_00H, Fact::from(fact));
        }
        let mut through = all.clone();
        if let Some(pass) = &leads.way.pass {
            through.clear();
            for (nth, &one) in all.iter().enumerate() {
                let free = has_one(at, &[one], pass.free_with.iter().map(|name| name.as_str()));
                let rolls = roll(&state, book, &leads.key, &pass.check).filter(|_| !free);
                let passed = match rolls {
                    Some(rolls) => cx.within((&all[nth..], &through), |cx| check(cx, one, rolls))?.passed,
                    None => true,
                };
                if !passed {
                    let scope = Scope { here: Some(here.clone()), actor: Some(one), ..Scope::of(&leads.key) };
                    cx.within((&all[nth..], &through), |cx| happen(cx, &pass.failed, &scope))?;
                }
                if passed || pass.through {
                    through.push(one);
                }
            }
        }
        let seconds = leads.way.takes.as_ref().map_or(0, |takes| seconds(takes.as_str()));
        if seconds > 0 && !through.is_empty() {
            let scale = if seconds >= 3_600 { Scale::Hours } else { Scale::Minutes };
            let task = Task { kind: TaskKind::Way(leads.number), who: through.clone(), left: seconds };
            if !cx.within((&through, &leads.to), |cx| spend(cx, scale, task))? {
                return Ok(());
            }
        }
        for (nth, &one) in through.iter().enumerate() {
            // Time, or what happened in it, may have taken some of them elsewhere.
            if place_of(cx.state(), one) == Some(here) && !cx.state().live(one).dead {
                let hero = |who: &Who| cx.state().sheet(*who).hero;
                let train: Vec<Who> =
                    cx.state().campaign.train(one).into_iter().filter(|who| !hero(who)).collect();
                cx.within((&through[nth..], &leads.to), |cx| arrive(cx, one, &leads.to))?;
                for led in train {
                    cx.within((&through[nth..], &leads.to, led), |cx| arrive(cx, led, &leads.to))?;
                }
            }
        }
        if let Some(rule) = rule_of(cx.state(), book, &leads.to) {
            cx.cite(rule);
        }
        Ok(())
    }
}

/// A check that is written out, or a word of the cast.
fn roll<'b, K: boneyard_world::name::Kind>(
    state: &State,
    book: &'b Book,
    key: &str,
    check: &'b Ref<Roll, K>,
) -> Option<&'b Roll> {
    match check {
        Ref::Written(roll) => Some(roll),
        Ref::Named(word) => file(state, book, key)?.cast.own.as_ref()?.checks.get(word.as_str()),
    }
}

/// Whether one of them has one of these, or knows it.
fn has_one<'n>(at: At<'_, DirkRules>, all: &[Who], names: impl Iterator<Item = &'n str>) -> bool {
    let names: Vec<&str> = names.collect();
    all.iter().any(|who| {
        let Some(one) = at.state.creature(*who) else { return false };
        let things = one.sheet.items.iter().zip(&one.live.items);
        let mut kept = things.filter(|(_, now)| now.place != Place::Gone).map(|(item, _)| item.name.as_str());
        let known = |name: &&str| at.book.power_named(name).is_some_and(|id| one.sheet.knows.contains(&id));
        names.iter().any(known) || kept.any(|item| names.iter().any(|name| name.eq_ignore_ascii_case(item)))
    })
}

/// How many seconds a span without dice is: "60 minutes".
fn seconds(span: &str) -> u32 {
    let (number, unit) = span.split_once(' ').unwrap_or((span, "minutes"));
    let unit = unit.strip_suffix('s').unwrap_or(unit);
    let units = <DirkRules as Worldly>::SECONDS;
    let one = units.iter().find(|(name, _)| *name == unit).map_or(0, |(_, seconds)| *seconds);
    let number: u64 = number.parse().unwrap_or(0);
    u32::try_from(number.saturating_mul(one)).unwrap_or(u32::MAX / 4)
}

deed! {
    /// Takes somebody along who would come, or who cannot mind.
    pub struct BringAlong(form: DirkRules) {
        who: Who = walker(form)?,
        whom: Who = led(form, who)?,
    }
}

fn led(form: &mut Filling<'_, DirkRules>, who: Who) -> Filled<Who> {
    let quiet = May::quiet(form.at(), form.seat);
    let comes = |one: Who| may_lead(quiet, who, one).is_ok();
    form.only_if(form.state.everybody().any(comes))?;
    form.creature_among("whom", "Whom", comes)
}

/// Of which adventure somebody is, and who they are there.
pub(super) fn person_of(state: &State, who: Who) -> Option<(&Id, &Id)> {
    state.campaign.open.iter().find_map(|(key, running)| {
        let (person, _) = running.waits.iter().find(|(_, waiting)| waiting.who.contains(&who))?;
        Some((key, person))
    })
}

fn may_lead(may: May<'_, DirkRules>, who: Who, whom: Who) -> Lawful {
    let state = may.state;
    is_alive(may, whom)?;
    let sheet = state.sheet(whom);
    may.not_if(whom == who || sheet.hero || !together(state, who, whom), || {
        Refusal::new(RULE, "not-here", "There is nobody like that here to take along.")
    })?;
    let comes = sheet.side == 0 || out(state, whom) || state.live(whom).surrendered;
    may.not_if(!comes, || Refusal::new(RULE, "on-their-feet", format!("{} would mind.", sheet.name)))?;
    may.not_if(state.campaign.stands.get(&whom).is_none_or(|stand| stand.follows == Some(who)), || {
        Refusal::new(RULE, "along", format!("{} comes along already.", sheet.name))
    })
}

impl Deed<DirkRules> for BringAlong {
    const CARD: Card = Card::acting("Take along", "Places").rule(RULE);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may_set_about(may, RULE, &[self.who])?;
        may_lead(may, self.who, self.whom)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        cx.record(RULE, Fact::from(WorldFact::Follows(self.whom, Some(self.who))));
        Ok(())
    }
}
