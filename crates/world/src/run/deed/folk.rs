//! People: what they tell, who is hired, who goes with whom, who stays, who is off the table.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, deed};

use super::super::act::Act;
use super::super::coin::in_words;
use super::super::effect::{in_place, run};
use super::super::fact::{Told, WorldFact};
use super::super::fill::file;
use super::super::outcome::checked;
use super::super::scope::Scope;
use super::super::seen::{holders_of, person_of, told_by};
use super::super::settle::settle;
use super::super::test::is_called;
use super::super::thing::{place_of, shift};
use super::super::world::{Hauled, Id, Where};
use super::super::worldly::{Able, Stack, Worldly};
use super::{Inhabited, beside, here, must_be_beside};
use crate::adventure::{Holder, Lies};
use crate::part::Number;

deed! {
    /// Asks somebody about something.
    #[serde(deny_unknown_fields)]
    pub struct Talk(form: impl Inhabited) {
        who: Who = form.actor()?,
        target: Who = talker(form, who)?,
        about: String = about(form, who, target)?,
    }
}

fn talker<G: Inhabited>(form: &mut Filling<'_, G>, who: Who) -> Filled<Who> {
    let at = form.at();
    form.creature_among("target", "Whom", |one| {
        beside(at, who, one) && !told_by(at, one, Some(who)).is_empty()
    })
}

fn about<G: Inhabited>(form: &mut Filling<'_, G>, who: Who, target: Who) -> Filled<String> {
    let at = form.at();
    let tells = match beside(at, who, target) {
        true => told_by(at, target, Some(who)),
        false => Vec::new(),
    };
    form.named("about", "About", tells.into_iter().map(|(about, ..)| (about.clone(), about)), |_| None)
}

/// What somebody carries of what is wanted, as many as are wanted: the first of these they have.
fn price_paid<G: Worldly>(at: At<'_, G>, who: Who, scope: &Scope, wanted: &[Lies<G>]) -> Option<G::Thing> {
    let carried = G::carried(at, who);
    wanted.iter().find_map(|lies| {
        let number = match lies.0.coins.as_ref().or(lies.0.number.as_ref()) {
            Some(Number::Fixed(number)) => u32::try_from(*number).unwrap_or(0).max(1),
            Some(Number::Rolled(dice)) => u32::try_from(dice.most()).unwrap_or(0).max(1),
            Some(Number::Named(_)) | None => 1,
        };
        let is = |thing: &&G::Thing| {
            if lies.0.coins.is_some() {
                let kind = lies.0.of.as_ref().map_or(G::COINS.first().copied(), |of| Some(of.as_str()));
                return kind.is_some() && thing.coin() == kind;
            }
            let names = [
                lies.0.id.as_ref().map(|id| id.as_str()),
                lies.0.is.as_ref().map(|is| is.as_str()),
                lies.0.name.as_ref().map(|name| name.as_str()),
            ];
            names.into_iter().flatten().any(|name| is_called::<G>(at, scope, thing, name))
        };
        carried.iter().filter(is).find(|thing| thing.number() >= number).map(|thing| thing.of(number))
    })
}

impl<G: Inhabited> Deed<G> for Talk {
    const CARD: Card = Card::acting("Talk", "People").rule(G::CITES.adventure);

    fn may(&self, may: May<'_, G>) -> Lawful {
        let rule = G::CITES.adventure;
        G::may_act(may, self.who, Act::Talk(self.target))?;
        let here = here(may, self.who)?;
        must_be_beside(may, self.who, self.target)?;
        // The same words for what they do not know and for what they do not tell yet.
        let tells = told_by(may.at(), self.target, Some(self.who));
        let Some((_, _, tells)) = tells.into_iter().find(|(about, ..)| *about == self.about) else {
            return may.no(|| Refusal::new(rule, "nothing-to-tell", "They have nothing to say about that."));
        };
        let own = person_of(may.at(), self.target).map(|(key, _)| key.clone());
        let scope = Scope { adventure: own, here: Some(here), actor: Some(self.who) };
        let pays = tells.r#for.is_empty() || price_paid(may.at(), self.who, &scope, &tells.r#for).is_some();
        may.not_if(!pays, || Refusal::new(rule, "wants-something", "They want something for that."))
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let rule = G::CITES.adventure;
        let found = told_by(cx.at(), self.target, Some(self.who));
        let number = found.into_iter().find(|(about, ..)| *about == self.about).map(|(_, number, _)| number);
        let person = person_of(cx.at(), self.target).map(|(key, person)| (key.clone(), person.id.clone()));
        let (Some(number), Some((key, id))) = (number, person) else { return Ok(()) };
        let row = file(cx, &key).and_then(|file| file.person.iter().find(|row| row.id == id));
        let Some(tells) = row.and_then(|row| row.tells.get(usize::from(number))) else { return Ok(()) };
        let here = place_of(cx.at(), self.who);
        let scope = Scope { adventure: Some(key.clone()), here: here.clone(), actor: Some(self.who) };
        G::acts(cx, self.who, Act::Talk(self.target))?;
        if let Some(thing) = price_paid(cx.at(), self.who, &scope, &tells.r#for) {
            shift(cx, thing, (Where::Carried(self.who), None), Where::Carried(self.target), true, false);
        }
        let heard = match &tells.check {
            Some(check) => checked(cx, self.who, &scope, check)?.passed,
            None => true,
        };
        if heard {
            cx.record(rule, WorldFact::Heard(key, id.shared(), number, self.who).into());
            let text = in_place(cx, tells.text.as_str(), &scope);
            cx.record(rule, WorldFact::Told(Told { text, at: here, gm: false }).into());
            run(cx, &tells.then, &scope, &mut 0)?;
        }
        settle(cx)
    }
}

deed! {
    /// Hires somebody: they come along, and are paid at each upkeep.
    #[serde(deny_unknown_fields)]
    pub struct Hire(form: impl Inhabited) {
        who: Who = form.actor()?,
        target: Who = for_hire(form, who)?,
    }
}

fn for_hire<G: Inhabited>(form: &mut Filling<'_, G>, who: Who) -> Filled<Who> {
    let at = form.at();
    form.creature_among("target", "Whom", |one| {
        one != who && beside(at, who, one) && !is_hero(at, one) && G::wage(at, one).is_some()
    })
}

fn is_hero<G: Worldly>(at: At<'_, G>, who: Who) -> bool {
    G::world(at.state).stands.get(&who).is_some_and(|stand| stand.hero)
}

fn wage_now<G: Worldly>(at: At<'_, G>, who: Who) -> Option<u32> {
    G::world(at.state).stands.get(&who)?.hired
}

impl<G: Inhabited> Deed<G> for Hire {
    const CARD: Card = Card::acting("Hire", "People").rule(G::CITES.things);

    fn may(&self, may: May<'_, G>) -> Lawful {
        let (rule, at) = (G::CITES.things, may.at());
        G::may_act(may, self.who, Act::Talk(self.target))?;
        here(may, self.who)?;
        must_be_beside(may, self.who, self.target)?;
        let able = G::able(at, self.target) == Able::Up && !is_hero(at, self.target);
        may.not_if(!able || G::wage(at, self.target).is_none(), || {
            Refusal::new(rule, "not-for-hire", "They are not for hire.")
        })?;
        may.not_if(wage_now(at, self.target).is_some(), || {
            Refusal::new(rule, "hired", "They are hired already.")
        })
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let Some(wage) = G::wage(cx.at(), self.target) else { return Ok(()) };
        G::acts(cx, self.who, Act::Talk(self.target))?;
        let text = format!("Hired for {} at each upkeep.", in_words::<G>(u64::from(wage)));
        let told = Told { text, at: place_of(cx.at(), self.who), gm: false };
        cx.record(G::CITES.things, WorldFact::Hired(self.target, Some(wage)).into());
        cx.record(G::CITES.going, WorldFact::Follows(self.target, Some(self.who)).into());
        cx.record(G::CITES.things, WorldFact::Told(told).into());
        settle(cx)
    }
}

deed! {
    /// Sends a hireling away.
    #[serde(deny_unknown_fields)]
    pub struct Dismiss(form: impl Inhabited) {
        who: Who = form.actor()?,
        target: Who = hireling(form, who, |_, _| true)?,
    }
}

fn hireling<G: Inhabited>(
    form: &mut Filling<'_, G>,
    who: Who,
    also: fn(At<'_, G>, Who) -> bool,
) -> Filled<Who> {
    let at = form.at();
    form.creature_among("target", "Whom", |one| {
        beside(at, who, one) && wage_now(at, one).is_some() && also(at, one)
    })
}

impl<G: Inhabited> Deed<G> for Dismiss {
    const CARD: Card = Card::acting("Dismiss", "People").rule(G::CITES.things);

    fn may(&self, may: May<'_, G>) -> Lawful {
        G::may_act(may, self.who, Act::Talk(self.target))?;
        here(may, self.who)?;
        must_be_beside(may, self.who, self.target)?;
        may.not_if(wage_now(may.at(), self.target).is_none(), || {
            Refusal::new(G::CITES.things, "not-hired", "They are not hired.")
        })
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        cx.record(G::CITES.things, WorldFact::Hired(self.target, None).into());
        cx.record(G::CITES.going, WorldFact::Follows(self.target, None).into());
        settle(cx)
    }
}

deed! {
    /// Goes with somebody from now on, wherever they go.
    #[serde(deny_unknown_fields)]
    pub struct Follow(form: impl Inhabited) {
        who: Who = form.actor()?,
        target: Who = leader(form, who)?,
    }
}

fn leader<G: Inhabited>(form: &mut Filling<'_, G>, who: Who) -> Filled<Who> {
    let at = form.at();
    form.creature_among("target", "Whom", |one| one != who && beside(at, who, one))
}

fn follows<G: Worldly>(at: At<'_, G>, who: Who) -> Option<Who> {
    G::world(at.state).stands.get(&who)?.follows
}

/// Refuses to go round: whom they would follow follows them.
fn may_follow<G: Worldly>(may: May<'_, G>, who: Who, target: Who) -> Lawful {
    let mut led = Some(target);
    for _ in 0..100 {
        may.not_if(led == Some(who), || {
            Refusal::new(G::CITES.going, "round", "They would go round in a circle.")
        })?;
        led = led.and_then(|one| follows(may.at(), one));
    }
    Ok(())
}

impl<G: Inhabited> Deed<G> for Follow {
    const CARD: Card = Card::acting("Go along with", "People").rule(G::CITES.going);

    fn may(&self, may: May<'_, G>) -> Lawful {
        G::may_act(may, self.who, Act::Lead)?;
        here(may, self.who)?;
        must_be_beside(may, self.who, self.target)?;
        may_follow(may, self.who, self.target)
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        cx.record(G::CITES.going, WorldFact::Follows(self.who, Some(self.target)).into());
        settle(cx)
    }
}

deed! {
    /// Goes with nobody any more.
    #[serde(deny_unknown_fields)]
    pub struct Stay(form: impl Inhabited) {
        who: Who = form.actor()?,
    }
}

impl<G: Inhabited> Deed<G> for Stay {
    const CARD: Card = Card::acting("Stay", "People").rule(G::CITES.going);

    fn may(&self, may: May<'_, G>) -> Lawful {
        may.outright_if(follows(may.at(), self.who).is_none(), || {
            Refusal::new(G::CITES.going, "follows-nobody", "They go with nobody.")
        })
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        cx.record(G::CITES.going, WorldFact::Follows(self.who, None).into());
        settle(cx)
    }
}

deed! {
    /// Tells somebody who comes along to stay here. What they do here goes on.
    #[serde(deny_unknown_fields)]
    pub struct LeaveBehind(form: impl Inhabited) {
        who: Who = form.actor()?,
        target: Who = led(form, who)?,
    }
}

fn led<G: Inhabited>(form: &mut Filling<'_, G>, who: Who) -> Filled<Who> {
    let at = form.at();
    form.creature_among("target", "Whom", |one| beside(at, who, one) && may_be_told(at, who, one))
}

/// Whether somebody is told where to go by this one: those who follow them, and hirelings.
fn may_be_told<G: Worldly>(at: At<'_, G>, who: Who, one: Who) -> bool {
    !is_hero(at, one) && (follows(at, one) == Some(who) || wage_now(at, one).is_some())
}

impl<G: Inhabited> Deed<G> for LeaveBehind {
    const CARD: Card = Card::acting("Leave behind here", "People").rule(G::CITES.going);

    fn may(&self, may: May<'_, G>) -> Lawful {
        let rule = G::CITES.going;
        G::may_act(may, self.who, Act::Lead)?;
        here(may, self.who)?;
        must_be_beside(may, self.who, self.target)?;
        let comes = may_be_told(may.at(), self.who, self.target) && follows(may.at(), self.target).is_some();
        may.not_if(!comes, || Refusal::new(rule, "not-led", "They do not go along with you."))
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        cx.record(G::CITES.going, WorldFact::Follows(self.target, None).into());
        settle(cx)
    }
}

deed! {
    /// Takes a hireling along who was told to stay.
    #[serde(deny_unknown_fields)]
    pub struct TakeAlong(form: impl Inhabited) {
        who: Who = form.actor()?,
        target: Who = hireling(form, who, |at, one| follows(at, one).is_none())?,
    }
}

impl<G: Inhabited> Deed<G> for TakeAlong {
    const CARD: Card = Card::acting("Take along", "People").rule(G::CITES.going);

    fn may(&self, may: May<'_, G>) -> Lawful {
        let rule = G::CITES.going;
        G::may_act(may, self.who, Act::Lead)?;
        here(may, self.who)?;
        must_be_beside(may, self.who, self.target)?;
        may.not_if(wage_now(may.at(), self.target).is_none(), || {
            Refusal::new(rule, "not-hired", "They are not hired.")
        })?;
        may.not_if(follows(may.at(), self.target) == Some(self.who), || {
            Refusal::new(rule, "led", "They come along already.")
        })?;
        may_follow(may, self.target, self.who)
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        cx.record(G::CITES.going, WorldFact::Follows(self.target, Some(self.who)).into());
        settle(cx)
    }
}

deed! {
    /// Leads a cart or a mule along, or lets it stand.
    #[serde(deny_unknown_fields)]
    pub struct Lead(form: impl Inhabited) {
        who: Who = form.actor()?,
        what: String = cart(form, who)?,
        /// Lets it stand from now on.
        #[serde(default)]
        stop: bool = form.flag("stop", "Let it stand")?,
    }
}

/// What can be led along here.
fn carts<G: Worldly>(at: At<'_, G>, who: Who) -> Vec<(String, Id, &Holder<G>)> {
    let Some(here) = place_of(at, who) else { return Vec::new() };
    holders_of(at, &here).into_iter().filter(|(_, _, row)| row.moves).collect()
}

fn cart<G: Inhabited>(form: &mut Filling<'_, G>, who: Who) -> Filled<String> {
    let carts: Vec<String> = carts(form.at(), who).into_iter().map(|(name, ..)| name).collect();
    form.named("what", "What", carts.into_iter().map(|name| (name.clone(), name)), |_| None)
}

impl<G: Inhabited> Deed<G> for Lead {
    const CARD: Card = Card::acting("Lead along", "Things").rule(G::CITES.things);

    fn may(&self, may: May<'_, G>) -> Lawful {
        G::may_act(may, self.who, Act::Lead)?;
        here(may, self.who)?;
        let there = carts(may.at(), self.who).into_iter().any(|(name, ..)| name == self.what);
        may.not_if(!there, || {
            Refusal::new(G::CITES.things, "no-such-thing", "There is nothing like that to lead along here.")
        })
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let cart = carts(cx.at(), self.who).into_iter().find(|(name, ..)| *name == self.what);
        let cart = cart.map(|(_, key, row)| (key, row.id.shared()));
        let (Some((key, id)), Some(at)) = (cart, place_of(cx.at(), self.who)) else { return Ok(()) };
        G::acts(cx, self.who, Act::Lead)?;
        let hauled = Hauled { at, by: (!self.stop).then_some(self.who) };
        cx.record(G::CITES.things, WorldFact::Hauled(key, id, hauled).into());
        settle(cx)
    }
}

deed! {
    /// Takes a hero off the table for good, with their things.
    #[serde(deny_unknown_fields)]
    pub struct Retire(form: impl Inhabited) {
        who: Who = form.actor()?,
    }
}

impl<G: Inhabited> Deed<G> for Retire {
    const CARD: Card = Card::acting("Retire", "People").rule(G::CITES.adventure);

    fn may(&self, may: May<'_, G>) -> Lawful {
        may.outright_if(!is_hero(may.at(), self.who), || {
            Refusal::new(G::CITES.adventure, "no-hero", "Only heroes retire.")
        })?;
        may.outright_if(G::fight(may.at()).is_some(), || {
            Refusal::new(G::CITES.adventure, "fight", "Nobody retires in a fight.")
        })
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        cx.record(G::CITES.adventure, WorldFact::Retired(self.who).into());
        G::retired(cx, self.who)?;
        settle(cx)
    }
}
