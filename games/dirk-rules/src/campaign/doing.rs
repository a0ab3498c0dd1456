//! What people do where they stand: try what the place offers, look around, open, talk, and fall upon those who are there.
//! And the referee opens adventures.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Seat, Who, deed};
use boneyard_world::adventure::{Again, Holder, Mood, Shown, Tells, Try};
use boneyard_world::run::{
    Id, Running, Scope, Where, WorldFact, all_hold, attempt, happen, open, open_holder, search,
};

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
use crate::time::{may_set_about, may_spend_time};

const RULE: RuleId = rules::DK_SCEN_00H;

/// What bars people from doing something where they stand.
fn may_do(may: May<'_, DirkRules>, who: Who) -> Lawful {
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

/// The adventure somebody stands in.
fn running(state: &State, who: Who) -> Option<(&Id, &Running)> {
    let key = &place_of(state, who)?.adventure;
    Some((key, state.campaign.running(key)?))
}

/// What somebody can try where they stand.
fn tries<'b>(at: At<'b, DirkRules>, who: Who, gm: bool) -> Vec<&'b Try<DirkRules>> {
    let Some(((key, running), here)) = running(at.state, who).zip(place_of(at.state, who)) else {
        return Vec::new();
    };
    let Some(file) = at.book.adventures.get(&running.file).filter(|_| running.ended.is_none()) else {
        return Vec::new();
    };
    let scope = Scope { here: Some(here.clone()), actor: Some(who), ..Scope::of(key) };
    let now = running.places.get(&here.place);
    let (searched, visits) = now.map_or((false, 0), |now| (now.searched, now.visits));
    let day = at.state.campaign.now.0 / 86_400;
    let open = |row: &&Try<DirkRules>| {
        let is_here = row.r#where.is_none() || row.r#where.iter().any(|word| word.as_str() == &*here.place);
        let shown = match row.shown {
            Shown::Open => true,
            Shown::Searched => searched || gm,
            Shown::Gm => gm,
        };
        let again = running.tried.get(row.id.as_str()).is_none_or(|often| match row.again {
            Again::Once => false,
            Again::Always => true,
            Again::EachHero => !often.by.contains(&who),
            Again::EachVisit => often.visit != visits,
            Again::EachDay => often.day != day,
            Again::Times(most) => often.times < u32::from(most),
        });
        let needs = row.needs.is_empty() || has_one(at, &[who], row.needs.iter().map(|name| name.as_str()));
        is_here && shown && again && needs && all_hold(at, &row.r#if, &scope)
    };
    file.tries.iter().filter(open).collect()
}

deed! {
    /// Tries something the place offers.
    pub struct TryIt(form: DirkRules) {
        who: Who = walker(form)?,
        /// What, as it is put there.
        what: String = what(form, who)?,
    }
}

fn what(form: &mut Filling<'_, DirkRules>, who: Who) -> Filled<String> {
    let all = tries(form.at(), who, form.seat.is_gm());
    form.only_if(!all.is_empty())?;
    form.one_of("what", "What", all.into_iter().map(|row| (row.what.as_str().to_owned(), row.what.as_str())))
}

impl TryIt {
    fn row<'b>(&self, at: At<'b, DirkRules>, gm: bool) -> Option<&'b Try<DirkRules>> {
        tries(at, self.who, gm).into_iter().find(|row| row.what.as_str() == self.what)
    }
}

impl Deed<DirkRules> for TryIt {
    const CARD: Card = Card::acting("Try something here", "Places").rule(RULE);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may_do(may, self.who)?;
        may_spend_time(may, RULE)?;
        // The same words for what is not there and for what nobody found.
        may.not_if(self.row(may.at(), may.by.is_gm()).is_none(), || {
            Refusal::new(RULE, "no-such-try", "There is nothing like that to try here.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, by: Seat) -> Flow {
        let id = self.row(cx.at(), by.is_gm()).map(|row| row.id.shared());
        id.map_or(Ok(()), |id| attempt(cx, self.who, &id))
    }
}

deed! {
    /// Looks around.
    #[derive(Copy)]
    pub struct LookAround(form: DirkRules) {
        who: Who = visitor(form)?,
    }
}

/// The field `who`: a hero in an adventure.
fn visitor(form: &mut Filling<'_, DirkRules>) -> Filled<Who> {
    let who = walker(form)?;
    let away = place_of(form.state, who).is_some_and(|place| &*place.adventure != "home");
    form.only_if(away)?;
    Ok(who)
}

impl Deed<DirkRules> for LookAround {
    const CARD: Card = Card::acting("Look around", "Places").rule(RULE);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may_do(may, self.who)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        search(cx, self.who)
    }
}

/// What is shut where somebody stands.
fn holders<'b>(at: At<'b, DirkRules>, who: Who) -> Vec<&'b Holder<DirkRules>> {
    let Some(((_, running), here)) = running(at.state, who).zip(place_of(at.state, who)) else {
        return Vec::new();
    };
    let Some(file) = at.book.adventures.get(&running.file) else { return Vec::new() };
    let shut = |row: &&Holder<DirkRules>| {
        row.r#where.as_str() == &*here.place
            && row.hidden.is_none()
            && !running.opened.contains(row.id.as_str())
            && row.lock.as_ref().is_none_or(|lock| {
                lock.pick.is_some() || has_one(at, &[who], lock.keys.iter().map(|key| key.as_str()))
            })
    };
    file.holder.iter().filter(shut).collect()
}

deed! {
    /// Opens something that stands there.
    pub struct OpenUp(form: DirkRules) {
        who: Who = walker(form)?,
        what: String = shut(form, who)?,
    }
}

fn shut(form: &mut Filling<'_, DirkRules>, who: Who) -> Filled<String> {
    let all = holders(form.at(), who);
    form.only_if(!all.is_empty())?;
    form.one_of("what", "What", all.into_iter().map(|row| (row.name.as_str().to_owned(), row.name.as_str())))
}

impl OpenUp {
    fn row<'b>(&self, at: At<'b, DirkRules>) -> Option<&'b Holder<DirkRules>> {
        holders(at, self.who).into_iter().find(|row| row.name.as_str() == self.what)
    }
}

impl Deed<DirkRules> for OpenUp {
    const CARD: Card = Card::acting("Open something", "Places").rule(RULE);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may_do(may, self.who)?;
        may.not_if(self.row(may.at()).is_none(), || {
            Refusal::new(RULE, "no-such-holder", "There is nothing like that to open here.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let id = self.row(cx.at()).map(|row| row.id.shared());
        id.map_or(Ok(()), |id| open_holder(cx, self.who, &id))
    }
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

deed! {
    /// Opens an adventure, joined to where the heroes are or to the camp.
    pub struct OpenAdventure(form: DirkRules) {
        /// Which.
        file: String = adventure(form)?,
        /// The key it is open under; its id if nothing is said.
        #[serde(default)]
        key: Option<String> = form.unasked("key")?,
    }
}

fn adventure(form: &mut Filling<'_, DirkRules>) -> Filled<String> {
    let state = form.state;
    let new = form.book.adventures.iter().filter(|(id, _)| state.campaign.running(id).is_none());
    let new: Vec<_> = new.map(|(id, file)| (id.clone(), file.adventure.name.as_str().to_owned())).collect();
    form.only_if(!new.is_empty())?;
    form.one_of("file", "Which", new)
}

impl Deed<DirkRules> for OpenAdventure {
    const CARD: Card = Card::gm("Open an adventure", "Adventures").rule(RULE);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let key = self.key.as_deref().unwrap_or(&self.file);
        may.not_if(!may.book.adventures.contains_key(&self.file), || {
            let names: Vec<&str> = may.book.adventures.keys().map(String::as_str).collect();
            let sentence = format!("There is no adventure {}. There are {}.", self.file, names.join(", "));
            Refusal::new(RULE, "no-adventure", sentence)
        })?;
        may.not_if(may.state.campaign.running(key).is_some(), || {
            Refusal::new(RULE, "open", format!("An adventure is open as {key} already."))
        })?;
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        may.not_if(key.is_empty() || key.len() > 40 || !key.bytes().all(plain), || {
            Refusal::new(RULE, "key", "A key has 1 to 40 small letters, digits and hyphens.")
        })?;
        may.not_if(may.state.campaign.open.len() >= 64, || {
            Refusal::new(RULE, "too-many", "At most 64 adventures are open.").with("most", 64)
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let key = self.key.as_deref().unwrap_or(&self.file);
        let out = cx.state().campaign.heroes().map(|(_, stand)| stand.place.clone()).next();
        let out = out.unwrap_or_else(super::stage::home);
        open(cx, &self.file, key, Some(out))
    }
}
