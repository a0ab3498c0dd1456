//! What people do where they stand besides what all games share: they talk, and fall upon those who are there.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Seat, Who, deed};
use boneyard_world::adventure::{Mood, Tells};
use boneyard_world::run::{HOME, Id, Scope, Where, WorldFact, all_hold, happen};

use super::befalls::check;
use super::clash::comes;
use super::going::{file, has_one, person_of, roll, walker};
use super::thing::{carried, move_thing};
use super::{place_of, together};
use crate::DirkRules;
use crate::fact::Fact;
use crate::health::out;
use crate::rules;
use crate::state::State;
use crate::time::may_set_about;

const RULE: RuleId = rules::DK_SCEN_00H;

/// What bars people from doing something where they stand.
pub(super) fn may_do(may: May<'_, DirkRules>, who: Who) -> Lawful {
    may.outright_if(may.state.battle.is_some(), || {
        Refusal::new(RULE, "in-battle", "There is no time for that in a battle.")
    })?;
    may_set_about(may, RULE, &[who])?;
    may.outright_if(out(may.state, who), || {
        let sentence = format!("{} is in no state to do that.", may.state.sheet(who).name);
        Refusal::new(RULE, "unable", sentence)
    })?;
    may.outright_if(place_of(may.state, who).is_none(), || Refusal::new(RULE, "nowhere", "They are nowhere."))
}

/// The field `who`: a hero in an adventure.
fn visitor(form: &mut Filling<'_, DirkRules>) -> Filled<Who> {
    let who = walker(form)?;
    let away = place_of(form.state, who).is_some_and(|place| &*place.adventure != HOME);
    form.only_if(away)?;
    Ok(who)
}

/// What somebody tells, and the adventure they belong to.
fn tells<'b>(at: At<'b, DirkRules>, who: Who, whom: Who) -> Vec<(&'b Id, &'b Tells<DirkRules>)> {
    let Some((key, person)) = person_of(at.state, whom) else { return Vec::new() };
    let row = file(at.state, at.book, key)
        .and_then(|file| file.person.iter().find(|row| row.id.as_str() == &**person));
    let scope = Scope { here: place_of(at.state, whom).cloned(), actor: Some(who), ..Scope::of(key) };
    let speaks = together(at.state, who, whom) && !out(at.state, whom);
    let pays = |one: &&Tells<DirkRules>| one.r#for.is_empty() || has_one(at, &[who], prices(one).into_iter());
    let all = row.filter(|row| row.talks && speaks).into_iter().flat_map(|row| &row.tells);
    all.filter(|one| all_hold(at, &one.r#if, &scope)).filter(pays).map(|one| (key, one)).collect()
}

/// What somebody wants for telling something, by name.
fn prices(tells: &Tells<DirkRules>) -> Vec<&str> {
    let named = tells.r#for.iter().map(|lies| &lies.0);
    named
        .filter_map(|one| {
            one.is.as_ref().map(|is| is.as_str()).or(one.name.as_ref().map(|name| name.as_str()))
        })
        .collect()
}

deed! {
    /// Talks to somebody about something.
    pub struct Talk(form: DirkRules) {
        who: Who = walker(form)?,
        whom: Who = talker(form, who)?,
        about: String = subject(form, who, whom)?,
    }
}

fn talker(form: &mut Filling<'_, DirkRules>, who: Who) -> Filled<Who> {
    let at = form.at();
    let talks = |one: Who| one != who && !tells(at, who, one).is_empty();
    form.only_if(at.state.everybody().any(talks))?;
    form.creature_among("whom", "To whom", talks)
}

fn subject(form: &mut Filling<'_, DirkRules>, who: Who, whom: Who) -> Filled<String> {
    let all = tells(form.at(), who, whom);
    let all = all.into_iter().map(|(_, one)| (one.about.as_str().to_owned(), one.about.as_str()));
    form.one_of("about", "About what", all)
}

impl Talk {
    fn tells<'b>(&self, at: At<'b, DirkRules>) -> Option<(&'b Id, &'b Tells<DirkRules>)> {
        tells(at, self.who, self.whom).into_iter().find(|(_, one)| one.about.as_str() == self.about)
    }
}

impl Deed<DirkRules> for Talk {
    const CARD: Card = Card::acting("Talk to somebody", "Places").rule(RULE);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may_do(may, self.who)?;
        may.not_if(self.tells(may.at()).is_none(), || {
            Refusal::new(RULE, "nothing-to-tell", "Nobody here has anything to say about that.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let (state, book) = (cx.state().clone(), cx.book());
        let at = At { state: &state, book };
        let Some((key, tells)) = self.tells(at) else { return Ok(()) };
        if let Some(rolls) = tells.check.as_ref().and_then(|check| roll(&state, book, key, check))
            && !cx.within(&self.about, |cx| check(cx, self.who, rolls))?.passed
        {
            return Ok(());
        }
        let prices = prices(tells);
        let price = carried(&state, self.who).into_iter().find(|thing| {
            let name = boneyard_world::run::Stack::name(thing);
            prices.iter().any(|price| price.eq_ignore_ascii_case(name))
        });
        if let Some(price) = price {
            let (from, to) = ((Where::Carried(self.who), None), Where::Carried(self.whom));
            move_thing(cx, rules::DK_EQUIP_03, price, from, to);
        }
        let here = place_of(&state, self.who).cloned();
        let text = format!("{}: {}", state.sheet(self.whom).name, tells.text.as_str());
        let told = boneyard_world::run::Told { text, at: here.clone(), gm: false };
        cx.record(RULE, Fact::from(WorldFact::Told(told)));
        let scope = Scope { here, actor: Some(self.who), ..Scope::of(key) };
        happen(cx, &tells.then, &scope)
    }
}

/// Those against the heroes where somebody stands, the sleepers among them.
fn foes(state: &State, who: Who) -> Vec<Who> {
    let fights = |one: &Who| {
        let (sheet, live) = (state.sheet(*one), state.live(*one));
        let asleep = sleeps(state, *one);
        sheet.side == 1 && !live.dead && !live.surrendered && (asleep || !out(state, *one))
    };
    state.everybody().filter(|one| together(state, who, *one)).filter(fights).collect()
}

/// Whether somebody sleeps who can be woken.
fn sleeps(state: &State, who: Who) -> bool {
    state.live(who).passed_out && super::befalls::mood(state, who) == Some(Mood::Asleep)
}

deed! {
    /// Falls upon those who are there: a battle begins.
    #[derive(Copy)]
    pub struct FallUpon(form: DirkRules) {
        who: Who = attacker(form)?,
    }
}

fn attacker(form: &mut Filling<'_, DirkRules>) -> Filled<Who> {
    let who = visitor(form)?;
    form.only_if(!foes(form.state, who).is_empty())?;
    Ok(who)
}

impl Deed<DirkRules> for FallUpon {
    const CARD: Card = Card::acting("Fall upon them", "Places").rule(rules::DK_BATTLE_01);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may_do(may, self.who)?;
        may.not_if(foes(may.state, self.who).is_empty(), || {
            Refusal::new(rules::DK_BATTLE_01, "one-side", "Nobody is here to fight.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let all = foes(cx.state(), self.who);
        for &one in &all {
            if !sleeps(cx.state(), one) {
                continue;
            }
            let found = person_of(cx.state(), one).map(|(key, person)| (key.clone(), person.clone()));
            let Some((key, person)) = found else { continue };
            let waiting =
                cx.state().campaign.running(&key).and_then(|running| running.waits.get(&person).cloned());
            if let Some(mut waiting) = waiting {
                waiting.mood = Some(Mood::Aware);
                cx.record(RULE, Fact::from(WorldFact::Waits(key, person, waiting)));
            }
        }
        comes(cx, &all);
        Ok(())
    }
}
