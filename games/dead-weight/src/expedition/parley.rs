//! Talking with those who are met.

use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::meet::breaks_out;
use super::party::{self, agreed, foes_of};
use super::spend_one;
use super::trap::room_is;
use super::turns::pass;
use crate::DeadWeight;
use crate::fact::ExpeditionFact;
use crate::gear::check_emptied;
use crate::magic;
use crate::question::{Choose, Owned, Topic};
use crate::roll::{self, Rolling};
use crate::rules;
use crate::state::{Attribute, Blows, Place, Room};

/// Somebody talks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Parley {
    /// Who speaks.
    pub who: Who,
    /// What is given for peace, one entry for each piece.
    #[serde(default)]
    pub give: Vec<Owned>,
    /// What is said, in a few words.
    #[serde(default)]
    pub say: Option<String>,
}

/// Whether what is offered is what they want.
fn pays(cx: &Cx<'_, DeadWeight>, room: &Room, give: &[Owned]) -> bool {
    let named = |owned: &Owned| {
        let sheet = cx.state().sheet(owned.who);
        sheet.items.get(usize::from(owned.item)).map_or("", |item| item.name.as_str()).to_owned()
    };
    room.wants.iter().any(|wanted| {
        let given = give.iter().filter(|owned| named(owned).eq_ignore_ascii_case(&wanted.item)).count();
        given >= usize::from(wanted.count.max(1))
    })
}

/// Somebody talks with those who are here: what they want settles it, otherwise the GM says how.
pub fn parley(cx: &mut Cx<'_, DeadWeight>, by: Seat, parley: &Parley) -> Flow {
    let rule = rules::DW_EXPL_05;
    let (_, place) = party::group(cx.state(), by, &[parley.who])?;
    let mut room = cx.state().expedition.room(&place).cloned().unwrap_or_default();
    if foes_of(cx.state(), &room).is_empty() {
        return refuse(Refusal::new(rule, "nobody", "There is nobody here to talk to."));
    }
    for owned in &parley.give {
        let now = cx.state().creature(owned.who).and_then(|one| one.live.items.get(usize::from(owned.item)));
        let with = cx.state().creature(owned.who).is_some_and(|one| one.sheet.is_hero());
        let asked = parley.give.iter().filter(|other| *other == owned).count();
        if !with || now.is_none_or(|now| now.place == Place::Gone || usize::from(now.count) < asked) {
            return refuse(Refusal::new(rule, "no-such-thing", "Give only what the party has."));
        }
        check_emptied(cx.at(), owned.who, owned.item)?;
    }
    let all = party::present(cx.state(), &place);
    if !agreed(cx, by, &all, "talk with them", rule)? {
        return Ok(());
    }
    let peace = if pays(cx, &room, &parley.give) {
        for owned in &parley.give {
            spend_one(cx, owned.who, owned.item, rule)?;
        }
        true
    } else {
        let said = parley.say.as_deref().unwrap_or("(talk)");
        let words = [("test", "A PRE test"), ("peace", "They agree"), ("fight", "They attack")];
        let question = Choose::new(Topic::Parley, format!("{}: {said}", cx.state().name(parley.who)), &words);
        let tongues = magic::allows(cx.at(), parley.who, "all-languages");
        tongues.into_iter().for_each(|power| cx.cite(power));
        let proposal = if room.parley || tongues.is_some() { "test" } else { "fight" };
        match cx.ask(Seat::GM, question.proposing(proposal))?.as_str() {
            "peace" => true,
            "fight" => false,
            _ => {
                let test = Rolling::test(parley.who, Attribute::Pre, rule);
                cx.within(&place, |cx| roll::make(cx, &test))?.succeeded()
            }
        }
    };
    if peace {
        room.peace = true;
        room_is(cx, &place, room, rule);
        cx.record(rule, ExpeditionFact::Noticed { what: "There will be peace.".into() }.into());
    } else {
        breaks_out(cx, Blows::default(), rule);
    }
    pass(cx, 1)
}
