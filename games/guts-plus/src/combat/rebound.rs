//! What goes badly wrong, and falls back on the one who acted.

use std::borrow::Cow;

use boneyard_table::{Cx, Flow, Who};

use super::blow::{disarm, down};
use super::means::{Means, answers_dangerously};
use crate::GutsPlus;
use crate::gm::{as_proposed, decide};
use crate::health::{Ailment, Hurt, inflict, injure, knock_out};
use crate::question::{Decide, Matter};
use crate::roll::Came;
use crate::rules;
use crate::state::Scale;

/// An attack that went wrong falls back on the one who made it.
pub(super) fn suffers(cx: &mut Cx<'_, GutsPlus>, who: Who, target: Who, means: &Means<'_>) -> Flow {
    let dangerous = answers_dangerously(cx, target);
    bad_luck(cx, who, &means.name, dangerous, means.part)
}

/// A contest that went badly wrong: something happens to the one who acted, once.
pub fn rebound(cx: &mut Cx<'_, GutsPlus>, who: Who, what: &str, came: &Came) -> Flow {
    if came.outcomes.contains(&Scale::Negative) { bad_luck(cx, who, what, false, None) } else { Ok(()) }
}

fn bad_luck(cx: &mut Cx<'_, GutsPlus>, who: Who, what: &str, dangerous: bool, part: Option<u8>) -> Flow {
    let (choice, words) = if as_proposed(cx) {
        (Cow::Borrowed(if dangerous { "injury" } else { "down" }), String::new())
    } else {
        let say = decide(cx, what_befalls(cx, who, what, dangerous))?;
        (Cow::Owned(say.choice), say.words)
    };
    match &*choice {
        "injury" => {
            let part = part.unwrap_or_else(|| cx.state().sheet(who).part("Torso").unwrap_or(0));
            let hurt = Hurt {
                who,
                part,
                lines: 1,
                dangerous,
                cuts: dangerous,
                through: false,
                cause: what,
                rule: rules::GP_CONT_05,
            };
            injure(cx, &hurt)
        }
        "down" => {
            down(cx, who);
            Ok(())
        }
        "condition" => {
            let name = if words.is_empty() { "Shaken" } else { words.as_str() };
            inflict(cx, who, &Ailment::named(name, what))
        }
        "disarm" => {
            disarm(cx, who);
            Ok(())
        }
        "out" => knock_out(cx, who),
        _ => Ok(()),
    }
}

/// What the GM can say befalls the one who acted, the usual first.
fn what_befalls(cx: &Cx<'_, GutsPlus>, who: Who, what: &str, dangerous: bool) -> Decide {
    let question =
        cx.words(|at| format!("{}: {what} goes badly wrong. What happens to them?", at.state.name(who)));
    let mut matter = Decide::new(Matter::Rebound, what, question).who(who);
    if dangerous {
        matter = matter.option("injury", "1 injury");
    }
    matter = matter
        .option("down", "Knocked down")
        .option("condition", "A condition")
        .option("disarm", "They drop what they hold")
        .option("out", "Knocked out")
        .option("nothing", "Something else, as told");
    if !dangerous {
        matter = matter.option("injury", "1 injury");
    }
    matter
}
