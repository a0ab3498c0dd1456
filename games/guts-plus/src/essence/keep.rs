//! What is kept up: checked at each own turn, let go, cut off by what gets in the way.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::view::Domain;
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::strain::{self, strain};
use super::{density, quality};
use crate::GutsPlus;
use crate::combat::{may_act, takes_action};
use crate::fact::EssenceFact;
use crate::form;
use crate::question::Maintain;
use crate::roll::{Call, able, check, contest};
use crate::rules;
use crate::state::{Halves, Holding, Lingers, Side, State};

fn write(cx: &mut Cx<'_, GutsPlus>, rule: RuleId, who: Who, holding: Vec<Holding>) {
    cx.record(rule, EssenceFact::Holding { who, holding }.into());
}

/// Something more is kept up.
pub(super) fn keeps(cx: &mut Cx<'_, GutsPlus>, who: Who, held: Holding) {
    let mut holding = cx.state().live(who).essence.holding.clone();
    let rule = held.skill;
    holding
        .retain(|known| known.skill != held.skill || known.target != held.target || known.what != held.what);
    holding.push(held);
    write(cx, rule, who, holding);
}

/// Ends what somebody keeps up, as far as it is meant.
pub fn ends_with(cx: &mut Cx<'_, GutsPlus>, rule: RuleId, who: Who, meant: impl Fn(&Holding) -> bool) {
    let Some(one) = cx.state().creature(who) else { return };
    let (gone, kept): (Vec<Holding>, Vec<Holding>) =
        one.live.essence.holding.iter().cloned().partition(|held| meant(held));
    if gone.is_empty() {
        return;
    }
    write(cx, rule, who, kept);
    for held in gone {
        super::lend::ended(cx, who, &held);
        let row = cx.book().skills.get(held.skill.as_str());
        if let (Some(row), Some(target)) = (row, held.target)
            && row.is("control")
        {
            let minutes = u64::from(density(cx.at(), who).range);
            let until = cx.state().clock + minutes * crate::state::MINUTE;
            let lingers = Lingers { user: who, target, skill: held.skill, until };
            cx.record(held.skill, EssenceFact::Lingers { lingers }.into());
        }
    }
}

/// Everything ends, because its owner cannot act any more.
pub fn lapses(cx: &mut Cx<'_, GutsPlus>, who: Who) {
    ends_with(cx, rules::GP_HLTH_07, who, |_| true);
}

/// Time has passed: what lasted for a while is over.
pub fn fades(cx: &mut Cx<'_, GutsPlus>) {
    let now = cx.state().clock;
    let over: Vec<Lingers> = cx.state().lingering.iter().copied().filter(|one| one.until <= now).collect();
    for lingers in over {
        cx.record(lingers.skill, EssenceFact::Over { lingers }.into());
    }
}

deed! {
    /// Lets go of what is kept up.
    pub struct LetGo(form: GutsPlus) {
        who: Who = {
            let who = form.actor()?;
            let keeps = |one: &crate::state::Creature| {
                one.sheet.essence.is_some() && one.can_act() && !one.live.essence.holding.is_empty()
            };
            form.only_if(super::enabled(form.state) && form.state.creature(who).is_some_and(keeps))?;
            who
        },
        /// Which skill; all if none is named.
        #[serde(default)]
        skill: Option<String> = {
            let held = form.state.creature(who).into_iter().flat_map(|one| &one.live.essence.holding);
            let names = held.filter_map(|held| form.book.skills.get(held.skill.as_str()));
            let names = form::names(names.map(|row| row.name.as_str()));
            form.maybe("skill", "Of what", names)?
        },
    }
}

impl Deed<GutsPlus> for LetGo {
    const CARD: Card = Card::acting("Let go", "Essence").rule(rules::GP_ESS_12);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (rule, one) = (rules::GP_ESS_12, may.state.one(self.who));
        let row = self.skill.as_ref().map(|name| may.book.skills.named(name.trim()));
        may.not_if(matches!(row, Some(None)), || {
            let name = self.skill.as_deref().unwrap_or_default();
            Refusal::new(rule, "no-such-skill", format!("There is no skill called {name}."))
        })?;
        let meant = |held: &Holding| row.flatten().is_none_or(|row| held.skill == row.id);
        may.not_if(!one.live.essence.holding.iter().any(meant), || {
            Refusal::new(rule, "nothing-kept", format!("{} keeps nothing like that up.", one.sheet.name))
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let row = self.skill.as_ref().and_then(|name| cx.book().skills.named(name.trim()));
        ends_with(cx, rules::GP_ESS_12, self.who, |held| row.is_none_or(|row| held.skill == row.id));
        Ok(())
    }
}

fn essence_side(state: &State, who: Who) -> Side {
    Side::new(who, None, quality(state, who).unwrap_or(0))
}

/// One maintenance check for all that is kept up; the effects go on either way.
fn maintain(cx: &mut Cx<'_, GutsPlus>, who: Who) -> Flow {
    let names: Vec<String> = cx
        .state()
        .live(who)
        .essence
        .holding
        .iter()
        .filter_map(|held| cx.book().skills.get(held.skill.as_str()).map(|row| row.name.clone()))
        .collect();
    if cx.ask(who, Maintain { who, kept: names })? == "let_go" {
        ends_with(cx, rules::GP_ESS_12, who, |_| true);
        return Ok(());
    }
    strain::used(cx, who);
    let call = Call::new(rules::GP_ESS_12, "keep it up", essence_side(cx.state(), who));
    let came = cx.within(who, |cx| check(cx, call))?;
    let book = cx.book();
    let mut holding = cx.state().live(who).essence.holding.clone();
    for held in &mut holding {
        held.turns = held.turns.saturating_add(1);
        if book.skills.get(held.skill.as_str()).is_some_and(|row| row.is("progress")) {
            held.days.0 += if held.resisted { 1 } else { 2 };
        }
    }
    write(cx, rules::GP_ESS_12, who, holding);
    if came.failed() {
        strain(cx, who, rules::GP_ESS_12)?;
    }
    Ok(())
}

/// Somebody's turn begins: what they keep up since before is checked.
pub fn turn_starts(cx: &mut Cx<'_, GutsPlus>, who: Who) -> Flow {
    let round = cx.state().battle.as_ref().map_or(0, |battle| battle.round);
    let own = &cx.state().live(who).essence;
    if own.holding.is_empty() || own.checked == round {
        return Ok(());
    }
    cx.record(rules::GP_ESS_12, EssenceFact::Checked { who, round }.into());
    maintain(cx, who)
}

/// A round ends: the one who took no turn checks now, and strain that had its round goes.
pub fn round_ends(cx: &mut Cx<'_, GutsPlus>, round: u16) -> Flow {
    let late: Vec<Who> = cx
        .state()
        .everybody()
        .filter(|who| {
            let one = cx.state().one(*who);
            let own = &one.live.essence;
            cx.state().fights(*who) && one.can_act() && !own.holding.is_empty() && own.checked != round
        })
        .filter(|who| cx.state().live(*who).essence.holding.iter().any(|held| held.turns > 0))
        .collect();
    for who in late {
        // The one who began it in this very round has not kept it for longer than a turn.
        if cx.state().live(who).turn.over {
            continue;
        }
        cx.record(rules::GP_ESS_12, EssenceFact::Checked { who, round }.into());
        maintain(cx, who)?;
    }
    strain::round_over(cx, round);
    Ok(())
}

deed! {
    /// Outside a fight, so many times five seconds went by while something was kept up.
    pub struct GoesOn(form: GutsPlus) {
        /// Whose.
        who: Who = {
            let state = form.state;
            let keeps = |who: &Who| !state.live(*who).essence.holding.is_empty() && !state.fights(*who);
            let who = form::each_creature(form, "who", state.everybody().filter(keeps))?;
            form.label(|| format!("Time goes by while {} keeps it up", state.name(who)).into());
            form.id(|| format!("goes_on:{}", who.0));
            who
        },
        /// How many times.
        times: u8 = form.amount("times", "Times five seconds", 1..=12)?,
    }
}

impl Deed<GutsPlus> for GoesOn {
    const CARD: Card = Card::gm("Let time go by for what is kept up", "Essence").rule(rules::GP_ESS_12);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let rule = rules::GP_ESS_12;
        let Some(one) = may.state.creature(self.who) else {
            return may.no(|| Refusal::new(rule, "nobody", "There is nobody like that here."));
        };
        may.not_if(one.live.essence.holding.is_empty(), || {
            Refusal::new(rule, "nothing-kept", format!("{} keeps nothing up.", one.sheet.name))
        })?;
        may.not_if(may.state.fights(self.who), || {
            Refusal::new(rule, "in-a-fight", "In a fight it is checked at each own turn.")
        })?;
        may.not_if(!(1..=60).contains(&self.times), || {
            Refusal::new(rule, "times", "Say 1 to 60 times five seconds.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let Self { who, times } = self;
        for left in (0..times).rev() {
            cx.within(left, |cx| maintain(cx, who))?;
            if cx.state().live(who).essence.holding.is_empty() || !cx.state().one(who).can_act() {
                break;
            }
        }
        Ok(())
    }
}

/// The GM puts something in the way, or takes it away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Obstruct {
    /// Whose.
    pub who: Who,
    /// How far from the head; nothing if the way is free again.
    #[serde(default)]
    pub feet: Option<Halves>,
    /// How long the way around would be.
    #[serde(default)]
    pub detour: Option<Halves>,
}

impl Form<GutsPlus> for Obstruct {
    fn form(form: &mut Filling<'_, GutsPlus>) -> Filled<Self> {
        let at = form.at();
        if form.is_written() {
            let (feet, detour) = (form.unasked("feet")?, form.unasked("detour")?);
            return Ok(Self { who: form.creature("who", "")?, feet, detour });
        }
        let (free, everybody) = (form.variant(&[true, false])?, at.state.everybody());
        let moved = |who: &Who| &at.state.live(*who).essence;
        let fits = |who: &Who| if free { moved(who).cut.is_some() } else { !moved(who).holding.is_empty() };
        let who = form.each("who", everybody.filter(fits))?;
        let name = at.state.name(who);
        if free {
            form.id(|| format!("free:{}", who.0));
            form.label(|| format!("The way of {name} is free again").into());
            return Ok(Self { who, feet: None, detour: None });
        }
        form.id(|| format!("obstruct:{}", who.0));
        form.label(|| format!("Something gets in the way of {name}").into());
        let most = i32::from(density(at, who).range);
        let feet = || Domain::Amount { least: 0, most, unit: Some("feet".into()) };
        let none = || Some(Some(Halves(0)));
        let feet = form.field("feet", "How far from the head", feet, none, form::with_names(at))?;
        let around = || Domain::amount(0, 60);
        let detour = form::maybe(form, "detour", "How far around it", around)?;
        Ok(Self { who, feet, detour })
    }
}

impl Deed<GutsPlus> for Obstruct {
    const CARD: Card = Card::gm("Put something in the way", "Essence").rule(rules::GP_ESS_08);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let rule = rules::GP_ESS_08;
        may.not_if(quality(may.state, self.who).is_none(), || {
            Refusal::new(rule, "no-quality", "There is no essence to get in the way of.")
        })?;
        let below = |feet: Option<Halves>| feet.is_some_and(|feet| feet.0 < 0);
        may.not_if(below(self.feet) || self.feet.is_some() && below(self.detour), || {
            Refusal::new(rule, "below-nothing", "A distance is not below 0.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let Self { who, feet, detour } = self;
        let Some(feet) = feet else {
            cx.record(rules::GP_ESS_08, EssenceFact::Cut { who, feet: None }.into());
            return Ok(());
        };
        let nth = quality(cx.state(), who).unwrap_or(0);
        let half = Halves(i32::from(density(cx.at(), who).range));
        if cx.state().one(who).mastered(nth) && detour.is_some_and(|detour| detour <= half) {
            cx.cite(rules::GP_ESS_17);
            cx.record(rules::GP_ESS_17, EssenceFact::Cut { who, feet: None }.into());
            return Ok(());
        }
        ends_with(cx, rules::GP_ESS_08, who, move |held| held.feet > feet);
        cx.record(rules::GP_ESS_08, EssenceFact::Cut { who, feet: Some(feet) }.into());
        Ok(())
    }
}

deed! {
    /// Pushes aside the essence that holds time still.
    pub struct PushAside(form: GutsPlus) {
        who: Who = form.actor()?,
        /// Whose.
        target: Who = {
            let state = form.state;
            let own = state.creature(who).is_some_and(|one| one.sheet.essence.is_some() && one.can_act());
            let pauses = |other: Who| {
                let held = &state.live(other).essence.holding;
                other != who && held.iter().any(|held| held.skill == rules::GP_SKM_19)
            };
            form.only_if(super::enabled(state) && own && state.everybody().any(pauses))?;
            form.creature_among("target", "Whose", pauses)?
        },
    }
}

impl Deed<GutsPlus> for PushAside {
    const CARD: Card = Card::acting("Push aside what holds time still", "Essence").rule(rules::GP_SKM_19);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (rule, who) = (rules::GP_SKM_19, self.who);
        super::check_enabled(may.state)?;
        able(may, who)?;
        may.not_if(quality(may.state, who).is_none(), || {
            let sentence = "Only who can move their essence can push another's.";
            Refusal::new(rules::GP_ESS_02, "no-quality", sentence)
        })?;
        let Some(other) = may.state.creature(self.target).filter(|_| self.target != who) else {
            return may.no(|| Refusal::new(rule, "nobody", "There is nobody like that here."));
        };
        may.not_if(!other.live.essence.holding.iter().any(|held| held.skill == rule), || {
            Refusal::new(rule, "no-pause", format!("{} does not hold time still.", other.sheet.name))
        })?;
        may_act(may, who)
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let (rule, Self { who, target }) = (rules::GP_SKM_19, self);
        takes_action(cx, who, rules::GP_COMB_04, "pushes an essence aside")?;
        strain::used(cx, who);
        let call = Call::new(rule, "push an essence aside", essence_side(cx.state(), who))
            .against(essence_side(cx.state(), target));
        let came = cx.within((), |cx| contest(cx, call))?;
        if came.achieved {
            ends_with(cx, rule, target, |held| held.skill == rules::GP_SKM_19);
        }
        super::effect::strains(cx, who, &came)
    }
}
