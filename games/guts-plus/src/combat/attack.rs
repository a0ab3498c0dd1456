//! An attack: declared with target, means and place, and what both roll for it. What it is made with is in `means`, what
//! the blow does in `blow`.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{At, Cx, Flow, Pilot, Refusal, Seat, Who, deed};
use smallvec::SmallVec;

use super::blow::blow;
use super::means::{Means, at_hand, means};
use super::turn::{may_act, on_turn, takes_action};
use crate::GutsPlus;
use crate::form;
use crate::question::{Assign, AssignSay, Named, NamedAgainst, NamedContest, Task};
use crate::roll::{Call, contest};
use crate::rules;
use crate::state::{Base, Side, State};

deed! {
    /// An attack as it is declared.
    #[serde(deny_unknown_fields)]
    pub struct Attack(form: GutsPlus) {
        /// Who attacks.
        who: Who = on_turn(form)?,
        /// Whom.
        target: Who = {
            let state = form.state;
            form.creature_among("target", "Whom", |other| struck(state, who, other))?
        },
        /// With what: a thing at hand, or a part of one's own body.
        means: String = {
            let at = form.at();
            form.one_of("means", "With", at_hand(at, who))?
        },
        /// Where; left to the GM if nothing is named.
        #[serde(default)]
        part: Option<String> = somewhere(form, who)?,
        /// What the attacker rolls, if the GM says so at once.
        #[serde(default)]
        quality: Option<Named> = form::unasked(form, "quality")?,
        /// What the defender rolls, if the GM says so at once.
        #[serde(default)]
        against: Option<Named> = form::unasked(form, "against")?,
    }
}

/// Whom one could strike.
fn struck(state: &State, who: Who, other: Who) -> bool {
    other != who && state.fights(other) && !state.live(other).dead
}

fn somewhere(form: &mut Filling<'_, GutsPlus>, who: Who) -> Filled<Option<String>> {
    let state = form.state;
    form::maybe_part(form, "part", "Where", "target", |other, _| struck(state, who, other))
}

impl Deed<GutsPlus> for Attack {
    const CARD: Card = Card::acting("Attack", "Fight")
        .rule(rules::GP_COMB_08)
        .cost(1, "active action")
        .odds()
        .pilot(Pilot::Fight);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (who, rule) = (self.who, rules::GP_COMB_08);
        may_act(may, who)?;
        let Some(other) = may.state.creature(self.target).filter(|_| self.target != who) else {
            let sentence = "An attack names somebody else as its target.";
            return may.no(|| Refusal::new(rule, "no-target", sentence));
        };
        let name = &other.sheet.name;
        may.not_if(other.live.dead, || Refusal::new(rule, "dead", format!("{name} is dead.")))?;
        if let Some(part) = &self.part {
            may.not_if(other.sheet.part(part).is_none(), || {
                Refusal::new(rule, "no-part", format!("{name} has no {part}."))
            })?;
        }
        let means = means(may, may.book, who, &self.means)?;
        let named = self.quality.is_some() || self.against.is_some();
        may.not_if(named && !may.by.is_gm(), || {
            let sentence = "The GM names the qualities of an attack; appeal for another when it is rolled.";
            Refusal::new(rules::GP_COMB_09, "not-the-gm", sentence)
        })?;
        if named {
            let (usual, with) = rolled(&means);
            crate::roll::check_task(may.at(), who, &Task::Contest(named_sides(self, usual, with)))?;
        }
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, by: Seat) -> Flow {
        let Self { who, target, .. } = self;
        let part = self.part.as_ref().and_then(|part| cx.state().sheet(target).part(part));
        let means = means(May::quiet(cx.at(), by), cx.book(), who, &self.means)?;
        let (usual, with) = rolled(&means);
        let what = format!("attack with {}", means.name);
        let what = if what.len() > 60 { what.chars().take(60).collect() } else { what };
        let asks = !by.is_gm() && !crate::gm::unseen(cx.state());
        let plain = self.quality.is_none() && self.against.is_none() && !asks;
        let sides = match plain {
            true => Sides {
                own: usual_side(cx.state(), who, usual, with),
                against: taking(target),
                help: SmallVec::new(),
                give_up: false,
            },
            false => {
                let named = named_sides(&self, usual, with);
                let named = match asks {
                    false => named,
                    true => match asked(cx, who, &what, usual, named)? {
                        Ok(named) => named,
                        Err((task, words)) => return crate::roll::carry_out(cx, who, &what, task, &words),
                    },
                };
                sides_of(cx.at(), who, target, &named)?
            }
        };
        takes_action(cx, who, rules::GP_COMB_07, &what)?;
        cx.cite(rules::GP_COMB_09);
        let mut call = Call::new(rules::GP_COMB_08, what, sides.own).against(sides.against);
        (call.help, call.give_up) = (sides.help, sides.give_up);
        let came = cx.within((part, &means), |cx| contest(cx, call))?;
        blow(cx, who, target, part, &means, &came)
    }
}

/// What an attack is usually rolled with, and what of their own in its place.
fn rolled<'a>(means: &Means<'a>) -> (Base, Option<&'a str>) {
    let usual = if means.ranged { Base::Utility } else { Base::Gumption };
    let own = means.quality.and_then(Base::named);
    (own.unwrap_or(usual), means.quality.filter(|_| own.is_none()))
}

/// What both roll in an attack, and who helps.
struct Sides {
    own: Side,
    against: Side,
    help: SmallVec<[Who; 1]>,
    give_up: bool,
}

/// As it usually is for the one who is attacked.
fn taking(target: Who) -> Side {
    Side::new(target, Some(Base::Gumption), Base::Gumption.nth())
}

/// A side as nobody names it: the base quality, or in its place what somebody attacks with.
fn usual_side(state: &State, who: Who, base: Base, with: Option<&str>) -> Side {
    let mut side = Side::new(who, Some(base), base.nth());
    if let Some(other) = with.and_then(|name| state.sheet(who).quality(name)) {
        side.appealed.push(other);
        side.quality = other;
    }
    side
}

/// What the GM could say of an attack, as far as it is not said.
fn named_sides(attack: &Attack, usual: Base, with: Option<&str>) -> NamedContest {
    let plain = |base: Base| Named { quality: base.name().to_owned(), ..Named::default() };
    let with = with.map(str::to_owned);
    let own = attack.quality.clone().unwrap_or_else(|| Named { with, ..plain(usual) });
    let against = attack.against.clone().unwrap_or_else(|| plain(Base::Gumption));
    NamedContest { own, against: vec![NamedAgainst { who: attack.target, named: against }] }
}

/// Asks the GM what is rolled: another contest, or something else altogether.
fn asked(
    cx: &mut Cx<'_, GutsPlus>,
    who: Who,
    what: &str,
    usual: Base,
    named: NamedContest,
) -> Flow<Result<NamedContest, (Task, String)>> {
    let ask = Assign {
        who,
        what: what.to_owned(),
        argue: None,
        proposal: Task::Contest(named),
        why: format!("{} attacks, {} takes the hit", usual.name(), Base::Gumption.name()),
        fits: Vec::new(),
    };
    Ok(match cx.ask(Seat::GM, ask)? {
        AssignSay::Plain(Task::Contest(say)) | AssignSay::Free { like: Task::Contest(say), .. } => Ok(say),
        other => Err(other.parts()),
    })
}

fn sides_of(at: At<'_, GutsPlus>, who: Who, target: Who, named: &NamedContest) -> Result<Sides, Refusal> {
    let own = crate::roll::side_of(at, who, &named.own)?;
    let against = match named.against.first() {
        Some(against) => crate::roll::side_of(at, target, &against.named)?,
        None => taking(target),
    };
    Ok(Sides { own, against, help: named.own.help.iter().copied().collect(), give_up: named.own.give_up })
}
