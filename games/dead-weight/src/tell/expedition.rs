//! The way and the camp, told.

use boneyard_table::view::{Line, count, names};

use super::{Teller, change};
use crate::fact::{CampFact, ExpeditionFact};
use crate::state::Start;
use crate::view::name_of;

pub(super) fn tell(teller: Teller<'_>, fact: &ExpeditionFact) -> Option<Line> {
    use ExpeditionFact as E;
    let say = |text: String| Some(Line::change(text));
    match fact {
        E::Omens { from, to } if from.size != to.size => {
            say(format!("A new track of omens begins, {} long.", to.size))
        }
        E::Omens { from, to } => say(format!("Omens {} to {}.", from.value, to.value)),
        E::SetOut { site, here } => Some(Line::time(format!("The expedition to {site} begins at {here}."))),
        E::Site { .. } | E::Room { .. } => None,
        E::Doom { from, to } => say(format!("Doom {from} to {to}.")),
        E::DoomLearned { doom, next: Some(next) } => say(format!("Doom {doom}, next event at {next}.")),
        E::DoomLearned { doom, next: None } => say(format!("Doom {doom}, and nothing more to come.")),
        E::OmensShown { omens } => say(format!("Omens {} of {}.", omens.value, omens.size)),
        E::Turn { turn } => Some(Line::time(format!("Turn {turn}."))),
        E::Decay { from, to } => say(format!("Decay {from} to {to}.")),
        E::Decayed { who, what } => change(format!("Decay: {}, {what}.", teller.name(*who)), *who),
        E::Omen { what } => say(format!("An omen: {what}.")),
        E::Went { who, to } => {
            let names: Vec<&str> = who.iter().map(|who| teller.name(*who)).collect();
            say(format!("{} go to {to}.", names.join(", ")))
        }
        E::Here { .. } => None,
        E::Light { light: None } => say("It is dark without a light.".into()),
        E::Light { light: Some(light) } => {
            let thing = teller.thing(light.who, light.item);
            let left =
                if light.turns > 0 { format!(" for {} more turns", light.turns) } else { String::new() };
            say(format!("The {thing} of {} gives light{left}.", teller.name(light.who)))
        }
        E::Dying { dying } => {
            let left = |(who, left): &(_, u8)| format!("{} has {} left", teller.name(*who), turns(*left));
            let all: Vec<String> = dying.iter().map(left).collect();
            if all.is_empty() { None } else { say(format!("{}.", all.join("; "))) }
        }
        E::Rising { rising } => {
            let left = |(who, left): &(_, u8)| format!("{} rises in {}", teller.name(*who), turns(*left));
            let all: Vec<String> = rising.iter().map(left).collect();
            if all.is_empty() { None } else { say(format!("{}.", all.join("; "))) }
        }
        E::Coming { coming } => {
            let all: Vec<String> = coming
                .iter()
                .map(|one| {
                    let who = one
                        .from
                        .as_ref()
                        .map_or("Wandering monsters".into(), |from| format!("Those of {from}"));
                    format!("{who} are there in {}", turns(one.turns))
                })
                .collect();
            if all.is_empty() { None } else { say(format!("{}.", all.join("; "))) }
        }
        E::Blows { clash: None } => None,
        E::Blows { clash: Some(clash) } => say(match clash.start {
            Start::Rolled => "It comes to blows.",
            Start::UpperHand => "The party attacks, and nobody saw it coming.",
            Start::Surprised => "It comes to blows, and the party is surprised.",
        }
        .into()),
        E::Agreed { what, agreed: true } => say(format!("The party agrees to {what}.")),
        E::Agreed { what, agreed: false } => say(format!("The party will not {what}.")),
        E::Noticed { what } => say(what.clone()),
        E::Left => Some(Line::time(left(teller))),
    }
}

/// The end of an expedition: what was brought home and who was lost.
fn left(teller: Teller<'_>) -> String {
    let state = teller.at.state;
    let gone = |who: &boneyard_table::Who| state.sheet(*who).is_hero() && state.live(*who).dead;
    let dead: Vec<&str> = state.everybody().filter(gone).map(|who| teller.name(who)).collect();
    let loot = match state.party.found {
        0 => "with nothing to sell".to_owned(),
        found => format!("with {found} silver more than you came with"),
    };
    let lost = match dead.as_slice() {
        [] => "Everybody lives.".to_owned(),
        [one] => format!("{one} is dead."),
        all => format!("{} are dead.", names(all)),
    };
    format!("The party leaves, {loot}. {lost} The interlude begins.")
}

pub(super) fn camp(teller: Teller<'_>, fact: &CampFact) -> Option<Line> {
    let say = |text: String| Some(Line::change(text));
    match fact {
        CampFact::Pitched { camp } => {
            let rest = if camp.long { " for a long rest" } else { "" };
            let fire = if camp.fire { ", with a fire" } else { "" };
            say(format!("The party sets up camp{rest}{fire}: {}.", points(camp.points)))
        }
        CampFact::Spent { on, camp } => say(format!("Camp: {on}. {} left.", points(camp.points))),
        CampFact::Memorised { who, memorised } => {
            let names: Vec<String> =
                memorised.iter().map(|known| name_of(teller.at.book, known.what)).collect();
            change(format!("{} has memorised: {}.", teller.name(*who), names.join(", ")), *who)
        }
        CampFact::Eats { who, what } => {
            change(format!("{} has some of the {what}.", teller.name(*who)), *who)
        }
        CampFact::Over { ambush: true } => say("Something comes in the night.".into()),
        CampFact::Over { ambush: false } => say("The night stays quiet.".into()),
        CampFact::Broken => Some(Line::time("The party breaks camp.")),
    }
}

fn turns(number: u8) -> String {
    count(number, "turn", "turns")
}

fn points(number: u8) -> String {
    count(number, "point", "points")
}
