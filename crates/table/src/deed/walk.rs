//! Trying everything that could be picked: a form is run once for each way through it, and what was legal becomes the
//! card. Nothing is kept of a run but which way it went.

use std::any::Any;
use std::rc::Rc;

use serde::Serialize;
use serde_json::{Value, json};
use smallvec::SmallVec;

use super::{Card, Named};
use crate::view::{Candidate, Cost, Domain, Msg, OfferCard, Param};
use crate::{Refusal, RuleId, Who};

/// A branch that was not gone yet.
const NEW: u16 = u16::MAX;

/// Ways that are gone at most: a form with more offers what was found till then.
pub(super) const MOST_WAYS: u32 = 20_000;

/// A walk through all ways to fill in a form.
#[derive(Default)]
pub(super) struct Walk {
    /// Whether cards are drawn; bots need none.
    drawn: bool,
    way: Vec<Fork>,
    depth: usize,
    /// Those the seat knows of, found once for all runs.
    pub(super) people: Option<Vec<(Who, String)>>,
    /// What this run says about its card.
    pub(super) words: Words,
    actor: Option<Who>,
    /// The picks of this run that make cards of their own.
    key: Vec<(&'static str, Value)>,
    current: Option<usize>,
    cards: Vec<Drawing>,
    /// How many ways were gone.
    gone: u32,
}

/// What a run says about its card.
#[derive(Default)]
pub(super) struct Words {
    pub(super) label: Option<Msg>,
    pub(super) danger: Option<Msg>,
    pub(super) rule: Option<RuleId>,
    pub(super) cost: Option<Cost>,
    pub(super) group: Option<Msg>,
    pub(super) id: Option<String>,
    pub(super) about: Option<String>,
    pub(super) nudge_after: Option<u32>,
    pub(super) again: bool,
    pub(super) advised: bool,
}

/// Where the way of a run could have gone otherwise.
struct Fork {
    /// What was picked, so that it need not be looked for again.
    pick: Box<dyn Any>,
    branch: u32,
    /// Which option of which parameter it is.
    option: u16,
    param: u8,
    more: bool,
    splits: bool,
    /// All that can be picked here, once somebody asked for more than the first.
    kept: Option<Rc<dyn Any>>,
}

impl Fork {
    fn new(pick: impl Any, branch: u32, more: bool) -> Self {
        Self { pick: Box::new(pick), branch, option: 0, param: 0, more, splits: false, kept: None }
    }
}

/// How a pick is drawn.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Creature,
    Thing,
    Place,
    OneOf,
}

/// A card as far as it is known.
#[derive(Default)]
struct Drawing {
    fixed: Vec<(&'static str, Value)>,
    actor: Option<Who>,
    words: Words,
    params: Vec<Drawn>,
    /// The ways that were legal: the options of the picks.
    open: Vec<SmallVec<[(u8, u16); 4]>>,
    why: Option<Refusal>,
    /// Whether it is barred whatever is picked.
    shut: bool,
}

struct Drawn {
    name: &'static str,
    label: &'static str,
    shape: Shape,
    optional: bool,
    /// Why its picks may not be picked, where that is shown.
    refused: Option<Vec<(u16, Refusal)>>,
    /// The field on which its options hang, where its own domain says so.
    after: Option<&'static str>,
}

enum Shape {
    Picks(Kind, Vec<(Value, Named)>),
    Whole(Domain),
}

impl Walk {
    pub(super) fn new(drawn: bool) -> Self {
        Self { drawn, ..Self::default() }
    }

    pub(super) fn draws(&self) -> bool {
        self.drawn
    }

    pub(super) fn begin(&mut self) {
        (self.depth, self.current, self.actor) = (0, None, None);
        self.key.clear();
        self.words = Words::default();
    }

    pub(super) fn acts(&mut self, who: Who) {
        self.actor = Some(who);
    }

    /// One of these, by the way of this run.
    pub(super) fn pick<T: Serialize + Clone + 'static, L: Into<Named>>(
        &mut self,
        name: &'static str,
        label: &'static str,
        kind: Kind,
        among: impl IntoIterator<Item = (T, L)>,
    ) -> Option<T> {
        let known = self.way.get(self.depth);
        if let Some(fork) = known.filter(|fork| fork.option != NEW) {
            self.depth += 1;
            return fork.pick.downcast_ref::<T>().cloned();
        }
        let branch = known.map_or(0, |fork| fork.branch);
        let kept = known.and_then(|fork| fork.kept.clone()?.downcast::<Vec<(T, u16)>>().ok());
        let mut among = among.into_iter();
        let shape = || Shape::Picks(kind, Vec::new());
        if branch == 0 {
            let param = if self.drawn { self.param(name, label, shape, false) } else { 0 };
            let (pick, called) = among.next()?;
            let option = self.option(param, &pick, called);
            let more = among.next().is_some();
            self.go(Fork { option, param: param as u8, ..Fork::new(pick.clone(), 0, more) });
            return Some(pick);
        }
        // Somebody asks for more than the first: now the list is looked through once, and kept.
        let param = if self.drawn { self.param(name, label, shape, false) } else { 0 };
        let kept = kept.unwrap_or_else(|| {
            let all = among.map(|(pick, called)| {
                let option = self.option(param, &pick, called);
                (pick, option)
            });
            Rc::new(all.collect())
        });
        let (pick, option) = kept.get(branch as usize)?.clone();
        let more = branch as usize + 1 < kept.len();
        let fork = Fork::new(pick.clone(), branch, more);
        self.go(Fork { option, param: param as u8, kept: Some(kept), ..fork });
        Some(pick)
    }

    /// Which option of a parameter a pick is; its name is asked for when it is new.
    fn option(&mut self, param: usize, pick: &impl Serialize, called: impl Into<Named>) -> u16 {
        if !self.drawn {
            return 0;
        }
        let value = json!(pick);
        let Shape::Picks(_, options) = &mut self.card().params[param].shape else { return 0 };
        let at = options.iter().position(|(known, _)| *known == value).unwrap_or_else(|| {
            options.push((value, called.into()));
            options.len() - 1
        });
        at as u16
    }

    /// One of these, each with a card of its own.
    pub(super) fn split<T: Serialize + Clone + 'static>(
        &mut self,
        name: &'static str,
        among: impl IntoIterator<Item = T>,
    ) -> Option<T> {
        debug_assert!(self.current.is_none(), "fields with cards of their own come first");
        let known = self.way.get(self.depth);
        let branch = known.map_or(0, |fork| fork.branch);
        let kept = known.and_then(|fork| fork.kept.clone()?.downcast::<Vec<T>>().ok());
        let mut among = among.into_iter();
        let (pick, more, kept) = if branch == 0 {
            (among.next()?, among.next().is_some(), None)
        } else {
            let all = kept.unwrap_or_else(|| Rc::new(among.collect()));
            let more = branch as usize + 1 < all.len();
            (all.get(branch as usize)?.clone(), more, Some(all as Rc<dyn Any>))
        };
        self.go(Fork { splits: true, kept, ..Fork::new((), branch, more) });
        let value = json!(pick);
        if !value.is_null() {
            self.key.push((name, value));
        }
        Some(pick)
    }

    /// The same for what takes long to find: the list is made once, when the walk first comes by.
    pub(super) fn found<T: Clone + 'static>(&mut self, found: impl FnOnce() -> Vec<T>) -> Option<T> {
        let known = self.way.get(self.depth);
        let branch = known.map_or(0, |fork| fork.branch);
        let kept = known.and_then(|fork| fork.kept.clone()?.downcast::<Vec<T>>().ok());
        let kept = kept.unwrap_or_else(|| Rc::new(found()));
        let pick = kept.get(branch as usize)?.clone();
        self.key.push(("", json!(branch)));
        let more = branch as usize + 1 < kept.len();
        self.go(Fork { splits: true, kept: Some(kept), ..Fork::new((), branch, more) });
        Some(pick)
    }

    /// A field whose domain holds only what may be picked.
    pub(super) fn whole(
        &mut self,
        name: &'static str,
        label: &'static str,
        optional: bool,
        domain: impl FnOnce() -> Domain,
    ) {
        if self.drawn {
            self.param(name, label, || Shape::Whole(domain()), optional);
        }
    }

    /// A field that may be left out and whose picks depend on what was picked before: they add up run by run.
    pub(super) fn hanging(
        &mut self,
        (before, picked): (&'static str, Value),
        name: &'static str,
        label: &'static str,
        among: impl IntoIterator<Item = Candidate<Value>>,
    ) {
        let at = self.param(name, label, || Shape::Whole(Domain::one_of([])), true);
        let param = &mut self.card().params[at];
        param.after = Some(before);
        let Shape::Whole(Domain::OneOf { options }) = &mut param.shape else { return };
        for one in among {
            match options.iter_mut().find(|known| known.pick == one.pick && known.name == one.name) {
                Some(known) if known.given.contains(&picked) => {}
                Some(known) => known.given.push(picked.clone()),
                None => options.push(one.given(picked.clone())),
            }
        }
    }

    /// Shows why picks of a parameter are barred.
    pub(super) fn show_refusals(&mut self, name: &'static str) {
        if self.drawn
            && let Some(param) = self.card().params.iter_mut().find(|param| param.name == name)
        {
            param.refused.get_or_insert_default();
        }
    }

    /// The options of a field hang on one before it.
    pub(super) fn after(&mut self, name: &'static str, before: &'static str) {
        if self.drawn
            && let Some(param) = self.card().params.iter_mut().find(|param| param.name == name)
        {
            param.after = Some(before);
        }
    }

    fn go(&mut self, fork: Fork) {
        match self.way.get_mut(self.depth) {
            Some(known) => *known = fork,
            None => self.way.push(fork),
        }
        self.depth += 1;
    }

    fn card(&mut self) -> &mut Drawing {
        let at = match self.current {
            Some(at) => at,
            None => {
                let known = self.cards.iter().position(|card| card.fixed == self.key);
                let at = known.unwrap_or(self.cards.len());
                if known.is_none() {
                    self.cards.push(Drawing { fixed: self.key.clone(), ..Drawing::default() });
                }
                self.current = Some(at);
                at
            }
        };
        &mut self.cards[at]
    }

    fn param(
        &mut self,
        name: &'static str,
        label: &'static str,
        shape: impl FnOnce() -> Shape,
        optional: bool,
    ) -> usize {
        let card = self.card();
        card.params.iter().position(|param| param.name == name).unwrap_or_else(|| {
            card.params.push(Drawn { name, label, shape: shape(), optional, refused: None, after: None });
            card.params.len() - 1
        })
    }

    /// Takes down how a run ended: legal, or why not.
    pub(super) fn ended(&mut self, end: End, why: impl FnOnce() -> Refusal) {
        if end == End::Shut {
            // Other picks would be barred as well: on to the next card.
            self.depth = self.way.iter().take_while(|fork| fork.splits).count().min(self.depth);
        }
        if !self.drawn {
            return;
        }
        let way = self.way[..self.depth].iter().filter(|fork| !fork.splits);
        let way: SmallVec<[(u8, u16); 4]> = way.map(|fork| (fork.param, fork.option)).collect();
        let (words, actor) = (std::mem::take(&mut self.words), self.actor);
        let card = self.card();
        (card.words, card.actor) = (words, actor);
        if end == End::Open {
            card.open.push(way);
            return;
        }
        card.shut |= end == End::Shut;
        let shown = |params: &[Drawn], param: u8, option: u16| {
            let refused = params.get(usize::from(param)).and_then(|param| param.refused.as_ref());
            refused.is_some_and(|refused| refused.iter().all(|(known, _)| *known != option))
        };
        let unsaid = way.iter().copied().find(|(param, option)| shown(&card.params, *param, *option));
        if unsaid.is_none() && (card.why.is_some() || !card.open.is_empty()) {
            return;
        }
        let why = why();
        if let Some((param, option)) = unsaid
            && let Some(refused) =
                card.params.get_mut(usize::from(param)).and_then(|one| one.refused.as_mut())
        {
            refused.push((option, why.clone()));
        }
        card.why.get_or_insert(why);
    }

    /// How many ways were gone.
    pub(super) fn gone(&self) -> u32 {
        self.gone
    }

    /// Turns to the next way; `false` where all were gone.
    pub(super) fn next_way(&mut self) -> bool {
        self.way.truncate(self.depth);
        self.gone += 1;
        if self.gone >= MOST_WAYS {
            return false;
        }
        while let Some(last) = self.way.last_mut() {
            if last.more {
                (last.branch, last.option) = (last.branch + 1, NEW);
                return true;
            }
            self.way.pop();
        }
        false
    }

    /// The cards that came of it.
    pub(super) fn cards(self, name: &'static str, card: &Card) -> impl Iterator<Item = OfferCard> {
        // Where nothing could be picked, there is nothing to offer.
        let drawn = |drawing: &Drawing| !drawing.open.is_empty() || drawing.why.is_some();
        let cards: Vec<Drawing> = self.cards.into_iter().filter(drawn).collect();
        let several = cards.len() > 1;
        cards.into_iter().map(move |drawing| drawing.card(name, card, several))
    }
}

impl Drawing {
    fn card(self, name: &'static str, card: &Card, several: bool) -> OfferCard {
        let label = self.words.label.unwrap_or_else(|| card.label.into());
        let group = self.words.group.unwrap_or_else(|| card.group.into());
        let mut made = OfferCard::new(name, label, group);
        if let Some(id) = self.words.id {
            made = made.id(id);
        } else if several {
            let picks = self.fixed.iter().map(|(_, pick)| format!("-{pick}"));
            made = made.id([name.to_owned()].into_iter().chain(picks).collect::<String>());
        }
        if let Some(who) = self.actor {
            made = made.actor("who", who);
        }
        if let Some(rule) = self.words.rule.or(card.rule) {
            made = made.rule(rule);
        }
        made.cost.extend(self.words.cost.or_else(|| card.cost.map(|(amount, unit)| Cost::new(amount, unit))));
        if card.odds {
            made = made.odds_on_request();
        }
        (made.danger, made.refusal) = (self.words.danger, self.why.filter(|_| self.open.is_empty()));
        (made.about, made.nudge_after) = (self.words.about, self.words.nudge_after);
        (made.again, made.advised) = (self.words.again, self.words.advised);
        for (field, pick) in self.fixed.into_iter().filter(|(field, _)| !field.is_empty()) {
            made = made.fixed(field, pick);
        }
        // What cannot be done whatever is picked asks for nothing.
        for at in 0..if self.shut { 0 } else { self.params.len() } {
            made = made.param(param(&self.params, &self.open, at));
        }
        made
    }
}

/// A parameter with those picks that lead to something legal, and what each of them hangs on.
fn param(params: &[Drawn], open: &[SmallVec<[(u8, u16); 4]>], at: usize) -> Param {
    let drawn = &params[at];
    let (kind, options) = match &drawn.shape {
        Shape::Whole(domain) => {
            let mut param = Param::new(drawn.name, drawn.label, domain.clone());
            param.after = drawn.after.map(str::to_owned);
            return if drawn.optional { param.optional() } else { param };
        }
        Shape::Picks(kind, options) => (*kind, options),
    };
    let picked = |way: &[(u8, u16)], param: usize| {
        way.iter().find(|(known, _)| usize::from(*known) == param).map(|(_, option)| *option)
    };
    // The nearest pick before it that makes a difference to what stands open here.
    let hangs = (0..at).rev().find_map(|before| {
        let Shape::Picks(_, others) = &params[before].shape else { return None };
        let mut fits = vec![false; others.len() * options.len()];
        for (other, own) in open.iter().filter_map(|way| picked(way, before).zip(picked(way, at))) {
            fits[usize::from(other) * options.len() + usize::from(own)] = true;
        }
        let mut rows = fits.chunks(options.len().max(1)).filter(|row| row.contains(&true));
        let first = rows.next()?;
        rows.any(|row| row != first).then_some((before, fits))
    });
    let mut legal = vec![false; options.len()];
    open.iter().filter_map(|way| picked(way, at)).for_each(|option| legal[usize::from(option)] = true);
    let legal = |option: u16| legal[usize::from(option)];
    let stands = |option: u16| open.is_empty() || legal(option);
    let given = |option: u16| -> Vec<Value> {
        let Some((before, fits)) = &hangs else { return Vec::new() };
        let Shape::Picks(_, others) = &params[*before].shape else { return Vec::new() };
        let own = fits.iter().skip(usize::from(option)).step_by(options.len().max(1));
        others.iter().zip(own).filter(|(_, fits)| **fits).map(|((pick, _), _)| pick.clone()).collect()
    };
    let refusal = |option: u16| {
        let refused = drawn.refused.iter().flatten().find(|(known, _)| *known == option);
        refused.map(|(_, why)| why.clone()).filter(|_| !legal(option))
    };
    let shown = drawn.refused.is_some();
    let all = (0u16..).zip(options).filter(|(option, _)| shown || stands(*option));
    let candidates = all.map(|(option, (pick, named))| {
        let given = given(option);
        Candidate { given, refusal: refusal(option), ..named.clone().candidate(pick.clone()) }
    });
    let domain = match kind {
        Kind::OneOf => Domain::one_of(candidates),
        Kind::Creature => Domain::creature(candidates.map(|one| {
            let who = one.pick.as_u64().and_then(|who| u16::try_from(who).ok());
            picking(one, |_| who.map_or(super::filling::NOBODY, Who))
        })),
        Kind::Thing => Domain::item(candidates.map(|one| picking(one, in_words))),
        Kind::Place => Domain::place(candidates.map(|one| picking(one, in_words))),
    };
    let param = Param::new(drawn.name, drawn.label, domain);
    match hangs {
        Some((before, _)) => param.after(params[before].name),
        None => param,
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// What was picked is legal.
    Open,
    /// It is not.
    Barred,
    /// Nothing that could be picked is.
    Shut,
}

/// The same candidate with its pick written otherwise.
fn picking<K>(one: Candidate<Value>, pick: impl FnOnce(Value) -> K) -> Candidate<K> {
    let Candidate { pick: written, name, say, cost, refusal, given, odds, advised } = one;
    Candidate { pick: pick(written), name, say, cost, refusal, given, odds, advised }
}

/// A pick as a word.
fn in_words(pick: Value) -> String {
    match pick {
        Value::String(word) => word,
        other => other.to_string(),
    }
}
