//! An attack: declared with target, means and place, and what both roll for it. What it is made with is in `means`, what
//! the blow does in `blow`.

use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::blow::blow;
use super::means::means;
use super::turn::{may_act, takes_action};
use crate::GutsPlus;
use crate::question::{Assign, AssignSay, Named, NamedAgainst, NamedContest, Task};
use crate::roll::{Call, contest};
use crate::rules;
use crate::state::{Base, Side, State};

/// An attack as it is declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// Who attacks.
    pub who: Who,
    /// Whom.
    pub target: Who,
    /// With what: a thing at hand, or a part of one's own body.
    pub means: String,
    /// Where; left to the GM if nothing is named.
    #[serde(default)]
    pub part: Option<String>,
    /// What the attacker rolls, if the GM says so at once.
    #[serde(default)]
    pub quality: Option<Named>,
    /// What the defender rolls, if the GM says so at once.
    #[serde(default)]
    pub against: Option<Named>,
}

/// An attack, whole.
pub fn attack(cx: &mut Cx<'_, GutsPlus>, by: Seat, attack: &Attack) -> Flow {
    let Attack { who, target, .. } = *attack;
    may_act(cx.state(), who)?;
    let rule = rules::GP_COMB_08;
    let Some(other) = cx.state().creature(target).filter(|_| target != who) else {
        return refuse(Refusal::new(rule, "no-target", "An attack names somebody else as its target."));
    };
    if other.live.dead {
        return refuse(Refusal::new(rule, "dead", format!("{} is dead.", other.sheet.name)));
    }
    let part = match &attack.part {
        None => None,
        Some(name) => Some(other.sheet.part(name).ok_or_else(|| {
            let sentence = format!("{} has no {name}.", other.sheet.name);
            Refusal::new(rule, "no-part", sentence)
        })?),
    };
    let means = means(cx, who, &attack.means)?;
    if !by.is_gm() && (attack.quality.is_some() || attack.against.is_some()) {
        let sentence = "The GM names the qualities of an attack; appeal for another when it is rolled.";
        return refuse(Refusal::new(rules::GP_COMB_09, "not-the-gm", sentence));
    }
    let usual = if means.ranged { Base::Utility } else { Base::Gumption };
    let own_base = means.quality.and_then(Base::named);
    let with = means.quality.filter(|_| own_base.is_none());
    let usual = own_base.unwrap_or(usual);
    let what = format!("attack with {}", means.name);
    let what = if what.len() > 60 { what.chars().take(60).collect() } else { what };
    let asks = !by.is_gm() && !crate::gm::unseen(cx.state());
    let plain = attack.quality.is_none() && attack.against.is_none() && !asks;
    let sides = match plain {
        true => Sides {
            own: usual_side(cx.state(), who, usual, with),
            against: taking(target),
            help: SmallVec::new(),
            give_up: false,
        },
        false => {
            let named = named_sides(attack, usual, with);
            crate::roll::check_task(cx.at(), who, &Task::Contest(named.clone()))?;
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
    let mut call = Call::new(rule, what, sides.own).against(sides.against);
    (call.help, call.give_up) = (sides.help, sides.give_up);
    let came = cx.within((target, part, &means), |cx| contest(cx, call))?;
    blow(cx, who, target, part, &means, &came)
}

/// What both roll in an attack, and who helps.
struct Sides {
    own: Side,
    against: Side,
    help: SmallVec<[Who; 1]>,
    give_up: bool,
}

/// As it usually is for whoever is attacked.
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
