//! The supply ship, told. What only the GM may know is recorded for the GM alone.

use boneyard_table::view::{Line, count};

use super::{Teller, change};
use crate::fact::ShipFact;
use crate::state::{Ending, Gone, Mark};

pub(super) fn tell(teller: Teller<'_>, fact: &ShipFact) -> Option<Line> {
    let name = |who| teller.name(who);
    let plain = |say: String| Some(Line::change(say));
    match fact {
        ShipFact::Begun { crew, crates, food, .. } => plain(format!(
            "A crew of {crew}, {}, {} of food.",
            count(*crates, "stack of crates", "stacks of crates"),
            count(*food, "week", "weeks")
        )),
        ShipFact::Role { who, role } => change(format!("{} is the {role}.", name(*who)), *who),
        ShipFact::Unmanned { roles } => {
            plain(format!("Nobody took {}: their things are no use to anyone.", roles.join(", ")))
        }
        ShipFact::Busy { who, task, room } => change(format!("{}: {task}, {room}.", name(*who)), *who),
        ShipFact::Task { who, task, done, price } => {
            let came = match (done, price) {
                (true, false) => "done",
                (true, true) => "done, at its price",
                (false, false) => "not done",
                (false, true) => "not done, and it costs",
            };
            change(format!("{}: {task} {came}.", name(*who)), *who)
        }
        ShipFact::Load { plates, containers } => plain(format!(
            "At hand: {} of hull plates, {}.",
            count(*plates, "load", "loads"),
            count(*containers, "glass container", "glass containers")
        )),
        ShipFact::Seals { seals, sealed } => plain(if *sealed {
            format!("{}: the hull holds.", count(*seals, "seal", "seals"))
        } else {
            format!("{} on the hull.", count(*seals, "seal", "seals"))
        }),
        ShipFact::Breach { steps } => plain(format!("The breach clock stands at {steps}.")),
        ShipFact::Further { further } => plain(format!("Another breach: {further} beside the first.")),
        ShipFact::Crates { left } => {
            plain(format!("{} left.", count(*left, "stack of crates is", "stacks of crates are")))
        }
        ShipFact::Food { weeks } => {
            plain(format!("{} left.", count(*weeks, "week of food is", "weeks of food are")))
        }
        ShipFact::Broken { berths } => plain(format!("{} broken.", count(*berths, "berth is", "berths are"))),
        ShipFact::Delay { delay } => plain(format!("The delay is {delay}.")),
        ShipFact::Known { what, known: true } => plain(match what.as_str() {
            "inspected" => "The leak is found.".to_owned(),
            "glass" => "Glass holds it.".to_owned(),
            "tracked" => "The panels show where it is.".to_owned(),
            _ => "The Supply Room is in disarray: finding things takes skill now.".to_owned(),
        }),
        ShipFact::Known { .. } => None,
        ShipFact::Guards { who, room } => change(format!("{} guards the {room}.", name(*who)), *who),
        ShipFact::Rolled { face, text } => plain(format!("The creature, {face}: {text}")),
        ShipFact::Moved { room, out: true } => plain(format!("It comes out in the {room}.")),
        ShipFact::Moved { room, .. } => plain(format!("It is in the {room}.")),
        ShipFact::Grew { name, .. } => plain(format!("It has grown: {name}.")),
        ShipFact::Showed { who } => change(format!("{} is at large.", name(*who)), *who),
        ShipFact::Gone { how } => plain(
            match how {
                Gone::Caught => "It sits in the glass and stays there.",
                Gone::Vented => "The airlock opens, and it is out in space.",
                Gone::Dead => "It is dead.",
            }
            .to_owned(),
        ),
        ShipFact::Boss { says } => plain(format!("BOSS: {says}")),
        ShipFact::Revealed { text, .. } => plain(text.clone()),
        ShipFact::FoundNothing { who, terms } => {
            change(format!("{} finds nothing on \"{terms}\".", name(*who)), *who)
        }
        ShipFact::GoalsShown => {
            let all: Vec<String> = teller.at.book.goals.iter().map(|row| row.text.clone()).collect();
            plain(all.join(" "))
        }
        ShipFact::Key { empty } => {
            plain(if *empty { "The key is empty." } else { "The key holds its charge again." }.to_owned())
        }
        ShipFact::Watch { watch } => plain(format!("Watch {watch} begins.")),
        ShipFact::Marked { goal, mark } => {
            let how = match mark {
                Mark::Met => "met",
                Mark::MadeUp => "made up for",
                Mark::Lost => "lost",
            };
            plain(format!("{goal}: {how}."))
        }
        ShipFact::Ended { ending } => plain(
            match ending {
                Ending::Won => "The supply ship comes home: you win.",
                Ending::PartialLoss => "The supply ship comes home, with losses.",
                Ending::Defeat => "The supply ship is lost to the colony: you lose.",
            }
            .to_owned(),
        ),
    }
}
