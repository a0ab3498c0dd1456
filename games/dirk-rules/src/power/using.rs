//! Using a power: which and how, at whom, with what words. What it does is in its entry.

use boneyard_table::deed::{Card, Filled, Filling, Lawful, May};
use boneyard_table::{At, Cx, Flow, Pilot, Refusal, Seat, Who, deed};
use smallvec::SmallVec;

use super::things::{may_bind, may_refill};
use super::{DAY, affordable, known, labor, owned, pay, puppet_of, scene, smoked, unnoticed, use_up};
use crate::DirkRules;
use crate::book::{Book, Power};
use crate::check::{Save, is_alive, save};
use crate::combat::{Heading, Strike, hidden_by, immune, may_act, may_turn, strike};
use crate::effect::{self, Aim, Deed, Effect, Often, Takes, Use};
use crate::fact::Fact;
use crate::gear::{hands, hands_full};
use crate::health::out;
use crate::house::Hands;
use crate::question::Strain;
use crate::rules;
use crate::state::{Ends, Lasting, Lasts, Part, PartState, State, With};

deed! {
    /// Uses a power, or a thing that works like one.
    pub struct UsePower(form: DirkRules) {
        who: Who = form.actor()?,
        /// Which power, by name.
        power: String = power(form, who)?,
        /// Which of its uses, if it has several.
        #[serde(default)]
        way: Option<String> = way(form, who, &power)?,
        /// Which way a spot lies.
        #[serde(default)]
        heading: Option<Heading> = heading(form, chosen(form.at(), form.book, who, &power, way.as_deref()))?,
        /// At whom; for a spot, as seen from whom.
        #[serde(default)]
        target: Option<Who> = target(form, who, chosen(form.at(), form.book, who, &power, way.as_deref()))?,
        /// At whom else.
        #[serde(default)]
        targets: Vec<Who> = targets(form, who, chosen(form.at(), form.book, who, &power, way.as_deref()))?,
        /// How far off a spot lies.
        #[serde(default)]
        feet: Option<u16> = feet(form, chosen(form.at(), form.book, who, &power, way.as_deref()))?,
        /// An order, a question, or what the thing is.
        #[serde(default)]
        say: Option<String> = say(form, who, chosen(form.at(), form.book, who, &power, way.as_deref()))?,
    }
}

impl UsePower {
    /// The use of something that is aimed at nobody yet.
    pub fn of(who: Who, power: &str) -> Self {
        Self {
            who,
            power: power.to_owned(),
            way: None,
            target: None,
            targets: Vec::new(),
            heading: None,
            feet: None,
            say: None,
        }
    }

    fn words(&self) -> &str {
        self.say.as_deref().map(str::trim).unwrap_or_default()
    }

    /// All it is aimed at, in turn order.
    fn aimed(&self, state: &State, way: &Use) -> SmallVec<[Who; 4]> {
        if by_oneself(way.target) {
            return [self.who].into_iter().collect();
        }
        let mut all: SmallVec<[Who; 4]> =
            self.target.into_iter().chain(self.targets.iter().copied()).collect();
        let order = state.in_order();
        all.sort_by_key(|one| order.iter().position(|known| known == one));
        all
    }

    /// Where somebody who vanishes will be.
    fn spot(&self, state: &State) -> Option<(Who, u16)> {
        let (anchor, feet) = (self.target?, self.feet?);
        let before = state.feet(self.who, anchor);
        Some(match self.heading? {
            Heading::Towards => (anchor, before.saturating_sub(feet).max(5.min(before))),
            Heading::Away => (anchor, before.saturating_add(feet)),
        })
    }
}

fn by_oneself(aim: Aim) -> bool {
    matches!(aim, Aim::Oneself | Aim::Object | Aim::SeenSpot | Aim::Item | Aim::Lock)
}

/// What somebody has that can be used, each once.
fn usable<'a>(at: At<'a, DirkRules>, who: Who) -> Vec<&'a Power> {
    let mut all: Vec<&Power> = Vec::new();
    if let Some(one) = at.state.creature(who) {
        let own = known(at.book, &one.sheet).chain(owned(at, at.book, who).map(|(_, row)| row));
        own.for_each(|row| {
            if !all.iter().any(|known| known.name == row.name) {
                all.push(row);
            }
        });
    }
    all
}

fn ways(row: &Power) -> impl Iterator<Item = &Use> {
    row.uses.iter().filter(|way| way.action != Takes::WithEvade)
}

fn row_of<'a>(at: At<'_, DirkRules>, book: &'a Book, who: Who, power: &str) -> Option<&'a Power> {
    let sheet = &at.state.creature(who)?.sheet;
    let known = known(book, sheet).find(|row| row.name == power);
    known.or_else(|| owned(at, book, who).map(|(_, row)| row).find(|row| row.name == power))
}

fn way_of<'a>(row: &'a Power, way: Option<&str>) -> Option<&'a Use> {
    let way = match way {
        Some(name) => row.uses.iter().find(|way| way.name == name),
        None if row.uses.len() == 1 => row.uses.first(),
        None => None,
    };
    way.filter(|way| way.action != Takes::WithEvade)
}

/// The power and its use that are meant, if there is one.
fn chosen<'a>(
    at: At<'_, DirkRules>,
    book: &'a Book,
    who: Who,
    power: &str,
    way: Option<&str>,
) -> Option<(&'a Power, &'a Use)> {
    let row = row_of(at, book, who, power)?;
    Some((row, way_of(row, way)?))
}

type Chosen<'a> = Option<(&'a Power, &'a Use)>;

/// The field `power`: a card for each, and for each of its uses.
fn power(form: &mut Filling<'_, DirkRules>, who: Who) -> Filled<String> {
    let all = usable(form.at(), who);
    form.each("power", all.iter().filter(|row| ways(row).next().is_some()).map(|row| row.name.clone()))
}

/// The field `way`.
fn way(form: &mut Filling<'_, DirkRules>, who: Who, power: &str) -> Filled<Option<String>> {
    let (at, book) = (form.at(), form.book);
    let row = row_of(at, book, who, power);
    let names =
        row.into_iter().flat_map(ways).map(|way| Some(way.name.clone()).filter(|name| !name.is_empty()));
    let way = form.each("way", names)?;
    if let Some((row, way)) = chosen(at, book, who, power, way.as_deref()) {
        let label =
            || if way.name.is_empty() { row.name.clone() } else { format!("{}: {}", row.name, way.name) };
        form.label(|| label().into());
        form.id(|| format!("use {}", label()));
        form.rule(row.id);
        if way.hp > 0 {
            form.cost(way.hp.into(), "HP");
        }
    }
    Ok(way)
}

fn heading(form: &mut Filling<'_, DirkRules>, chosen: Chosen<'_>) -> Filled<Option<Heading>> {
    if chosen.is_none_or(|(_, way)| way.target != Aim::SeenSpot) {
        return form.unasked("heading");
    }
    let headings = [(Heading::Towards, "Towards"), (Heading::Away, "Away from")];
    form.or_left_out("heading", |form| form.one_of("heading", "Which way", headings))
}

fn target(form: &mut Filling<'_, DirkRules>, who: Who, chosen: Chosen<'_>) -> Filled<Option<Who>> {
    let Some((_, way)) = chosen else { return form.unasked_creature("target") };
    let quiet = May::quiet(form.at(), form.seat);
    let fits = |one: Who| may_aim_at(quiet, who, way, one).is_ok();
    let there = |one: Who| one != who && is_alive(quiet, one).is_ok();
    match way.target {
        Aim::Oneself | Aim::Object | Aim::Item | Aim::Lock | Aim::Creatures => {
            form.unasked_creature("target")
        }
        Aim::SeenSpot => form.or_left_out("target", |form| form.creature_among("target", "Whom", there)),
        Aim::Creature | Aim::Other | Aim::Spot | Aim::Body => {
            form.or_left_out("target", |form| form.creature_among("target", "Target", fits))
        }
    }
}

fn targets(form: &mut Filling<'_, DirkRules>, who: Who, chosen: Chosen<'_>) -> Filled<Vec<Who>> {
    let Some((_, way)) = chosen.filter(|(_, way)| way.target == Aim::Creatures) else {
        return form.unasked_creatures("targets");
    };
    let quiet = May::quiet(form.at(), form.seat);
    let fits = |one: Who| may_aim_at(quiet, who, way, one).is_ok();
    let most = way.most.unwrap_or(60).into();
    let targets = form.or_left_out("targets", |form| form.creatures("targets", "Targets", 1..=most, fits));
    targets.map(Option::unwrap_or_default)
}

fn feet(form: &mut Filling<'_, DirkRules>, chosen: Chosen<'_>) -> Filled<Option<u16>> {
    let Some((_, way)) = chosen.filter(|(_, way)| way.target == Aim::SeenSpot) else {
        return form.unasked("feet");
    };
    let range = way.range.unwrap_or(0).max(1).into();
    form.or_left_out("feet", |form| form.amount("feet", "Feet", 1..=range))
}

fn say(form: &mut Filling<'_, DirkRules>, who: Who, chosen: Chosen<'_>) -> Filled<Option<String>> {
    let Some((_, way)) = chosen else { return form.unasked("say") };
    if way.target == Aim::Item {
        let things = form.state.creature(who).into_iter().flat_map(|one| &one.sheet.items);
        let things = things.map(|item| (item.name.clone(), &item.name));
        return form.or_left_out("say", |form| form.one_of("say", "What", things));
    }
    if way.asks.is_some() || matches!(way.target, Aim::Object | Aim::Lock) {
        return form.or_left_out("say", |form| form.text("say", "In words", 120));
    }
    form.unasked("say")
}

impl deed::Deed<DirkRules> for UsePower {
    const CARD: Card = Card::acting("Use a power", "Powers").rule(rules::DK_POWER_01H).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (who, say) = (self.who, self.words());
        is_alive(may, who)?;
        let (row, way) = self.may_choose(may)?;
        may_use(may, who, row, way)?;
        self.may_aim(may, way)?;
        may_say(may, way, say)?;
        if way.target == Aim::Item && way.time.is_none() {
            may_refill(may.at(), who, row, say)?;
        } else if way.target == Aim::Item {
            labor::may_work(may.at(), who, row, way, say)?;
        }
        labor::has_tools(may.at(), who, row)?;
        let targets = self.aimed(may.state, way);
        labor::may_begin(may, row, way, &targets, say)?;
        may_bind(may.at(), who, row, way, &targets)?;
        if way.target == Aim::SeenSpot {
            self.may_vanish(may, way)?;
        }
        affordable(may.at(), who, way.hp)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let who = self.who;
        let Some((row, way)) = chosen(cx.at(), cx.book(), who, &self.power, self.way.as_deref()) else {
            return Ok(());
        };
        let (targets, say) = (self.aimed(cx.state(), way), self.words());
        let spot = self.spot(cx.state()).filter(|_| way.target == Aim::SeenSpot);
        let cost = affordable(cx.at(), who, way.hp)?;
        if cost.1 > 0 && !cx.ask(who, Strain { who, wil: cost.1 })? {
            return Ok(());
        }
        if cx.state().battle.is_some() {
            match way.action {
                Takes::Move => cx.record(rules::DK_POWER_01H, Fact::NoMove { who }),
                Takes::Misc | Takes::Attack | Takes::WithEvade | Takes::None => {
                    cx.record(rules::DK_POWER_01H, Fact::Acted { who });
                }
            }
        }
        cx.cite(row.id);
        if let Some(time) = &way.time {
            let done = cx.within((who, &targets, row.id, say, cost), |cx| {
                labor::spends(cx, who, &targets, row, time)
            })?;
            if !done {
                return Ok(());
            }
        }
        pay(cx, who, cost)?;
        if way.consumed {
            use_up(cx, who, row);
        }
        let day = Ends::At(cx.state().clock.saturating_add(DAY));
        let spent = match way.once {
            Some(Often::Battle) => Some((who, scene(cx.state()))),
            Some(Often::PatientDay) => targets.first().map(|patient| (*patient, day)),
            None => None,
        };
        if let Some((on, ends)) = spent {
            let effect = Lasting { by: row.id, from: who, what: Lasts::Spent, ends };
            cx.record(row.id, Fact::Lasts { who: on, effect });
        }
        if way.attack {
            let Some(&target) = targets.first() else {
                return Ok(());
            };
            return strike(cx, rules::DK_POWER_04H, who, Strike { with: With::Power(row.id), target });
        }
        for on in targets {
            if cx.state().live(on).dead && way.target != Aim::Body {
                continue;
            }
            let deed = Deed { by: who, on, rule: row.id, lost: 0, say, spot };
            cx.within((who, on, row.id), |cx| resisted(cx, deed, way))?;
        }
        Ok(())
    }
}

impl UsePower {
    /// The power and its use that are meant.
    fn may_choose<'a>(&self, may: May<'a, DirkRules>) -> Lawful<(&'a Power, &'a Use)> {
        let Some(row) = row_of(may.at(), may.book, self.who, &self.power) else {
            return may.no(|| {
                let sentence = format!("{} has no power {}.", may.state.sheet(self.who).name, self.power);
                Refusal::new(rules::DK_POWER_01H, "no-such-power", sentence)
            });
        };
        match way_of(row, self.way.as_deref()) {
            Some(way) => Ok((row, way)),
            None if row.uses.len() > 1 => may.no(|| {
                let ways: Vec<&str> = row.uses.iter().map(|way| way.name.as_str()).collect();
                let sentence = format!("Say which way {} is meant: {}.", row.name, ways.join(" or "));
                Refusal::new(row.id, "which-way", sentence)
            }),
            None => {
                may.no(|| Refusal::new(row.id, "by-itself", format!("{} is not used by itself.", row.name)))
            }
        }
    }

    /// What bars those it is aimed at: how many they are, or one of them.
    fn may_aim(&self, may: May<'_, DirkRules>, way: &Use) -> Lawful {
        let (rule, state) = (rules::DK_POWER_01H, may.state);
        if by_oneself(way.target) {
            return Ok(());
        }
        let most = match way.target {
            Aim::Creatures => way.most.unwrap_or(u8::MAX),
            _ => 1,
        };
        let all: SmallVec<[Who; 4]> = self.target.into_iter().chain(self.targets.iter().copied()).collect();
        let doubled = all.iter().enumerate().any(|(at, one)| all[..at].contains(one));
        may.not_if(all.is_empty() || all.len() > usize::from(most) || doubled, || {
            let sentence = match most {
                1 => "Say at whom, one only.".to_owned(),
                u8::MAX => "Say at whom, each once.".to_owned(),
                most => format!("Say at whom: one to {most}, each once."),
            };
            Refusal::new(rule, "targets", sentence).with("most", most)
        })?;
        all.iter().try_for_each(|target| may_aim_at(may, self.who, way, *target))?;
        let summon = way.effects.iter().find_map(|effect| match effect {
            Effect::Summon(summon) => Some(summon),
            _ => None,
        });
        let mine = |other: Who| puppet_of(state, other) == Some(self.who) && !state.live(other).dead;
        let called = || state.everybody().filter(|other| mine(*other)).count();
        match summon.filter(|summon| called() >= usize::from(summon.most)) {
            Some(summon) => may.no(|| {
                let sentence = format!("Only {} at a time.", summon.most);
                Refusal::new(rule, "one-at-a-time", sentence).with("most", summon.most)
            }),
            None => Ok(()),
        }
    }

    /// What bars vanishing to a spot.
    fn may_vanish(&self, may: May<'_, DirkRules>, way: &Use) -> Lawful {
        let (rule, state) = (rules::DK_POWER_01H, may.state);
        let anchor = self.target.filter(|&one| one != self.who && state.creature(one).is_some());
        let (Some(_), Some(_), Some(feet)) = (anchor, self.heading, self.feet) else {
            return may.no(|| {
                let sentence = "Say where: towards or away from whom, and how many feet.";
                Refusal::new(rule, "no-spot", sentence)
            });
        };
        may.not_if(state.live(self.who).part(Part::Eyes) == PartState::Lost, || {
            Refusal::new(rule, "out-of-sight", "The spot has to be seen.")
        })?;
        let range = way.range.unwrap_or(0);
        may.not_if(feet == 0 || feet > range, || {
            let sentence = format!("That reaches {range} feet, not {feet}.");
            Refusal::new(rule, "out-of-range", sentence).with("feet", feet).with("range", range)
        })
    }
}

/// What bars the words a use asks for.
fn may_say(may: May<'_, DirkRules>, way: &Use, say: &str) -> Lawful {
    let rule = rules::DK_POWER_01H;
    let object = matches!(way.target, Aim::Object | Aim::Item | Aim::Lock);
    may.not_if((object || way.asks.is_some()) && say.is_empty(), || {
        let what = way.asks.as_deref().unwrap_or("thing");
        Refusal::new(rule, "words", format!("Say which {what} it is."))
    })?;
    may.not_if(say.chars().count() > 120, || {
        Refusal::new(rule, "words", "Say it in at most 120 characters.")
    })?;
    let order = way.asks.as_deref() == Some("order");
    may.not_if(order && say.split_whitespace().count() > 3, || {
        Refusal::new(rule, "words", "An order has at most three words.").with("most", 3)
    })
}

/// What bars aiming at one creature: all have to be in sight and in range.
fn may_aim_at(may: May<'_, DirkRules>, who: Who, way: &Use, target: Who) -> Lawful {
    let (rule, state, body) = (rules::DK_POWER_01H, may.state, way.target == Aim::Body);
    let Some(creature) = state.creature(target).filter(|one| one.sheet.draft.is_none()) else {
        return may.no(|| Refusal::new(rule, "no-such-creature", "There is no such creature here."));
    };
    let name = &creature.sheet.name;
    may.not_if(creature.live.dead != body, || {
        let how = if body { "not dead" } else { "dead" };
        Refusal::new(rule, "dead", format!("{name} is {how}."))
    })?;
    let range = way.range.unwrap_or(5);
    may.not_if(target == who && (way.target != Aim::Creature || range > 5), || {
        Refusal::new(rule, "self", "That is not meant for oneself.")
    })?;
    if target == who {
        return Ok(());
    }
    let blind = state.live(who).part(Part::Eyes) == PartState::Lost;
    may.not_if(blind || unnoticed(state, who, target) || smoked(state, who, target), || {
        Refusal::new(rule, "out-of-sight", format!("{name} cannot be seen."))
    })?;
    let feet = state.feet(who, target);
    may.not_if(feet > range, || {
        let sentence = format!("{name} is {feet} feet away; that reaches {range}.");
        Refusal::new(rule, "out-of-range", sentence).with("feet", feet).with("range", range)
    })?;
    match hidden_by(may.at(), feet) {
        Some((by, sight)) => may.no(|| {
            let sentence = format!("{name} is {feet} feet away; nobody sees farther than {sight}.");
            Refusal::new(by, "hidden", sentence).with("feet", feet).with("sight", sight)
        }),
        None => Ok(()),
    }
}

/// What bars a power whomever it is aimed at.
pub(super) fn may_use(may: May<'_, DirkRules>, who: Who, row: &Power, way: &Use) -> Lawful {
    let (rule, state, live) = (rules::DK_POWER_01H, may.state, may.state.live(who));
    let name = &state.sheet(who).name;
    let thing = may.book.gear.get(row.id.as_str()).is_some();
    may.outright_if(!thing && live.part(Part::Brain) == PartState::Lost, || {
        Refusal::new(rule, "no-brain", format!("{name} has lost the BRAIN: no powers."))
    })?;
    if row.spell {
        may.outright_if(live.held_by.is_some(), || {
            Refusal::new(rule, "held", format!("{name} is held: no spells."))
        })?;
        let (have, full) = (hands(may.at(), who), hands_full(may.at(), who));
        may.outright_if(state.house.hands == Hands::On && full >= have, || {
            let sentence = format!("A spell takes a free hand: {full} of {have} are full.");
            Refusal::new(rule, "hands-full", sentence).with("hands", have).with("full", full)
        })?;
    }
    let spent = |known: &Lasting| known.by == row.id && known.what == Lasts::Spent;
    may.outright_if(way.once == Some(Often::Battle) && live.under(state.clock).any(spent), || {
        Refusal::new(row.id, "used-up", format!("{name} has used {} already.", row.name))
    })?;
    match (state.battle.is_some(), way.action) {
        (true, Takes::Move) => {
            may_turn(may, who)?;
            may.outright_if(live.turn.no_move || live.turn.moved > 0, || {
                Refusal::new(rule, "spent", format!("{name} has no move left this turn."))
            })
        }
        (true, Takes::Misc | Takes::Attack | Takes::WithEvade) => may_act(may, who),
        (true, Takes::None) => {
            may.outright(|| Refusal::new(row.id, "in-battle", "There is no time for that in a battle."))
        }
        (false, _) => may.outright_if(out(state, who), || {
            Refusal::new(rule, "unable", format!("{name} is in no state to do that."))
        }),
    }
}

/// The target's save, with nothing added or taken away, and what follows if it fails.
fn resisted(cx: &mut Cx<'_, DirkRules>, deed: Deed<'_>, way: &Use) -> Flow {
    let who = deed.on;
    if way.tags.iter().any(|tag| immune(cx.at(), who, tag)) {
        if let Some(like) = cx.state().sheet(who).like {
            cx.cite(like);
        }
        let why = format!("{} cannot be touched by it.", cx.state().sheet(who).name);
        cx.record(deed.rule, Fact::Fizzled { who: deed.by, why });
        return Ok(());
    }
    if let Some(passed) = labor::own_save(cx, deed, way)? {
        return effect::all(cx, deed, if passed { &way.effects } else { &way.failed });
    }
    if let Some(ability) = way.save {
        let passed =
            cx.within(who, |cx| save(cx, Save::new(who, ability, rules::DK_POWER_03H).unadjusted()))?;
        if passed {
            return Ok(());
        }
    }
    effect::all(cx, deed, &way.effects)
}
