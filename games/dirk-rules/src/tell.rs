//! Facts as told to people, each in one plain sentence. What a seat may not know it is not told.

use boneyard_deeds::lay::LayFact;
use boneyard_table::view::{FightOver, Line, YOUR_HERO_DIED, count};
use boneyard_table::{At, Entry, Seat, Switch, Who};

use crate::DirkRules;
use crate::fact::Fact;
use crate::gear::arms;
use crate::rules;
use crate::state::{Lasts, Manner, PartState, Place, Wear};
use crate::time;
use crate::view::numbers_visible;

/// A fact as told to a seat.
pub fn tell(at: At<'_, DirkRules>, entry: &Entry<Fact>, seat: Seat) -> Option<Line> {
    let Entry::Fact { fact, rule, .. } = entry else {
        return None;
    };
    let name = |who: Who| at.state.creature(who).map_or("somebody", |creature| &creature.sheet.name);
    let thing = |who: Who, item: u8| {
        let sheet = at.state.creature(who).and_then(|creature| creature.sheet.items.get(usize::from(item)));
        sheet.map_or("thing", |item| &item.name)
    };
    let open = |who: Who| numbers_visible(at.state, who, seat);
    let change = |say: String, who: Who| Some(Line::change(say).who(who));
    match fact {
        Fact::House { switch, value } => {
            Some(Line::change(Switch::told(crate::house::SWITCHES, switch, value)))
        }
        Fact::Joined { who, .. } => change(format!("{} joins.", name(*who)), *who),
        Fact::Named { who, name } => change(format!("From now on this is {name}."), *who),
        Fact::Handed { who, to } if to.is_gm() => change(format!("{} is the referee's.", name(*who)), *who),
        Fact::Handed { who, .. } => change(format!("{} has another player now.", name(*who)), *who),
        Fact::Time(fact) => time::tell(at.state, fact, seat).map(Line::time),
        Fact::Apart { one, other, feet } => {
            Some(Line::change(format!("{} and {} stand {feet} feet apart.", name(*one), name(*other))))
        }
        Fact::Moved { who, anchor, from, to, .. } if *rule == rules::DK_COND_02H => {
            change(format!("{} is driven back {} feet from {}.", name(*who), to - from, name(*anchor)), *who)
        }
        Fact::Moved { who, anchor, from, to, .. } => change(
            format!("{} moves: {from} feet from {} before, {to} now.", name(*who), name(*anchor)),
            *who,
        ),
        Fact::Saved { who, ability, against, face, passed } => {
            let outcome = if *passed { "passes" } else { "fails" };
            let number = if open(*who) { format!(" against {against}") } else { String::new() };
            change(format!("{} {outcome} a {} save: {face}{number}.", name(*who), ability.name()), *who)
        }
        Fact::Outcome(last) => Some(Line::change(format!("Outcome: {}.", last.outcome))),
        Fact::Laid(LayFact::Laid { on, terms }) => {
            change(format!("The next roll of {}: {}.", name(*on), terms.words()), *on)
        }
        Fact::Laid(LayFact::Taken { .. })
        | Fact::Clashes { .. }
        | Fact::Changed { .. }
        | Fact::Shatters { .. } => None,
        Fact::Campaign(fact) => crate::campaign::tell(at, fact, *rule, seat),
        Fact::BattleBegan { fighters } => {
            let names: Vec<&str> = fighters.iter().map(|who| name(*who)).collect();
            Some(Line::time(format!("A battle begins: {}.", names.join(", "))))
        }
        Fact::Bid { who, hp, .. } => change(format!("{} bids {hp} HP to act sooner.", name(*who)), *who),
        Fact::Entered { who, .. } => change(format!("{} comes into the battle.", name(*who)), *who),
        Fact::Order { order, .. } => {
            let names: Vec<&str> = order.iter().map(|who| name(*who)).collect();
            Some(Line::time(format!("Turn order: {}.", names.join(", "))))
        }
        Fact::TurnBegan { who, round, no_action, .. } => {
            let lost = if *no_action { " The action is lost." } else { "" };
            Some(Line::time(format!("Round {round}: {} acts.{lost}", name(*who))).who(*who))
        }
        // How it went says that it is over.
        Fact::BattleEnded => None,
        Fact::BattleWent { rounds, won, fell, beaten } => {
            let how = match won {
                Some(true) => "the heroes win",
                Some(false) => "no hero is left standing",
                None => "",
            };
            let told = |all: &[Who]| all.iter().map(|who| name(*who)).collect();
            let over =
                FightOver { what: "battle", rounds: *rounds, how, fell: told(fell), beaten: told(beaten) };
            Some(Line::time(over.line()))
        }
        Fact::Acted { .. } | Fact::AttackEnded | Fact::Provoked { .. } => None,
        Fact::NoMove { who } => change(format!("{} has no move left this turn.", name(*who)), *who),
        Fact::Missed { by, target, part } => {
            change(format!("{} aims at the {} of {} and misses.", name(*by), part.name(), name(*target)), *by)
        }
        Fact::Turned { .. } | Fact::Shaken { .. } | Fact::Tagged { .. } | Fact::HasDone { .. } => None,
        Fact::Untagged { who, tag } if open(*who) => {
            change(format!("{} is no longer {tag}.", name(*who)), *who)
        }
        Fact::Untagged { .. } => None,
        Fact::Trade(fact) => crate::trade::tell(at, fact, seat),
        Fact::Lesson(fact) => crate::lesson::tell(at, fact),
        Fact::Afflicted { who, what, .. } => change(format!("{} is {}.", name(*who), what.name()), *who),
        Fact::Relieved { who, what } => change(format!("{} is no longer {}.", name(*who), what.name()), *who),
        Fact::Rallied { who, by: Some(by) } => {
            change(format!("{} may save on the WIL of {}.", name(*who), name(*by)), *who)
        }
        Fact::Rallied { who, by: None } => {
            change(format!("{} saves on their own WIL again.", name(*who)), *who)
        }
        Fact::SpecialUsed { who, special, .. } => {
            let own = crate::combat::entry(at, *who).and_then(|row| row.specials.get(usize::from(*special)));
            let what = own.map_or("something", |special| &special.name);
            change(format!("{} uses its {what}.", name(*who)), *who)
        }
        Fact::Burned { .. } => None,
        Fact::Surrendered { who } => change(format!("{} surrenders.", name(*who)), *who),
        Fact::Readied { who, item, ready } => {
            let how = if *ready { "is ready to fire" } else { "takes an action before it fires again" };
            change(format!("The {} of {} {how}.", thing(*who, *item), name(*who)), *who)
        }
        Fact::Attacked { by, target, manner: Manner::Feint, .. } => {
            change(format!("{} feints at {}.", name(*by), name(*target)), *by)
        }
        Fact::Attacked { by, target, with, aim: Some(part), .. } => {
            let weapon = arms(at, *by, *with).map_or("a weapon", |arms| arms.name);
            let told =
                format!("{} strikes for the {} of {} with {weapon}.", name(*by), part.name(), name(*target));
            change(told, *by)
        }
        Fact::Attacked { by, target, with, .. } => {
            let weapon = arms(at, *by, *with).map_or("a weapon", |arms| arms.name);
            change(format!("{} attacks {} with {weapon}.", name(*by), name(*target)), *by)
        }
        Fact::Redirected { from, to } => change(
            format!("{} steps in: the attack on {} now goes for {}.", name(*to), name(*from), name(*to)),
            *to,
        ),
        Fact::Damage { amount, .. } => Some(Line::change(format!("{amount} damage."))),
        Fact::DamageChanged { from, to } if *rule == rules::DK_REACT_06 => {
            Some(Line::change(format!("{from} damage, blocked: {to} left.")))
        }
        Fact::DamageChanged { from, to } if *rule == rules::DK_REACT_04 => {
            Some(Line::change(format!("{from} damage, evaded: {to} left.")))
        }
        Fact::DamageChanged { from, to } => {
            Some(Line::change(format!("{from} damage, turned away: {to} left.")))
        }
        Fact::Reacted { who, kind, .. } => change(format!("{}: {}", name(*who), kind.name()), *who),
        Fact::Reactions { who, to, lost } if open(*who) => {
            let owed = if *lost > 0 { format!(", {lost} to come already lost") } else { String::new() };
            change(format!("{} has {to} reactions{owed}.", name(*who)), *who)
        }
        Fact::ActionLost { who, .. } => change(format!("{} loses the next action.", name(*who)), *who),
        Fact::Hp { who, from, to } if to < from => {
            let left = if *to == 0 { ", and none are left".to_owned() } else { format!(", {to} left") };
            let told = format!("{} loses {} HP{left}.", name(*who), from - to);
            change(if open(*who) { told } else { format!("{} is hurt.", name(*who)) }, *who)
        }
        Fact::Hp { who, from, to } if to > from && open(*who) => {
            change(format!("{} regains {} HP, {to} now.", name(*who), to - from), *who)
        }
        Fact::TempHp { who, from, to } if open(*who) => {
            change(format!("{}: temporary HP {from} to {to}.", name(*who)), *who)
        }
        Fact::NaturalAp { who, from, to } if open(*who) => {
            change(format!("{}: AP {from} to {to}.", name(*who)), *who)
        }
        Fact::Ap { who, item, from, to } if open(*who) => {
            change(format!("{}: {} AP {from} to {to}.", name(*who), thing(*who, *item)), *who)
        }
        Fact::Score { who, ability, from, to } if open(*who) => {
            change(format!("{}: {} {from} to {to}.", name(*who), ability.name()), *who)
        }
        Fact::Score { who, .. } => change(format!("{} is wounded.", name(*who)), *who),
        Fact::Reactions { .. }
        | Fact::Hp { .. }
        | Fact::TempHp { .. }
        | Fact::NaturalAp { .. }
        | Fact::Ap { .. } => None,
        Fact::Part { who, part, to, .. } => {
            let how = match to {
                PartState::Whole => "is whole again",
                PartState::Injured => "is injured",
                PartState::Lost => "is lost",
            };
            change(format!("{}: {} {how}.", name(*who), part.name()), *who)
        }
        Fact::Died { who } => {
            let own = at.state.creature(*who).is_some_and(|one| one.sheet.hero && one.sheet.seat == seat);
            let more = if own && !seat.is_gm() { format!(" {YOUR_HERO_DIED}") } else { String::new() };
            change(format!("{} dies.{more}", name(*who)), *who)
        }
        Fact::Down { who, down: true } => change(format!("{} is knocked down.", name(*who)), *who),
        Fact::Down { who, down: false } => change(format!("{} stands up.", name(*who)), *who),
        Fact::Ambushed { who } => change(format!("{} is caught with no weapon in hand.", name(*who)), *who),
        Fact::Defending { who } => change(format!("{} goes on full defense.", name(*who)), *who),
        Fact::Grappled { holder, held } => {
            change(format!("{} grapples {}.", name(*holder), name(*held)), *held)
        }
        Fact::Released { holder, held } => {
            change(format!("{} no longer holds {}.", name(*holder), name(*held)), *held)
        }
        Fact::Counters { who, against, dice: 0 } => {
            change(format!("{} no longer has a COUNTER! against {}.", name(*who), name(*against)), *who)
        }
        Fact::Counters { who, against, dice } => change(
            format!("{} will roll {dice}D8 more against {} next turn.", name(*who), name(*against)),
            *who,
        ),
        Fact::Pool { who, item, from, to } if open(*who) => {
            change(format!("The {} of {}: {from} to {to} left.", thing(*who, *item), name(*who)), *who)
        }
        Fact::OwnCharge { who, .. } if open(*who) => {
            change(format!("{} has one charge less.", name(*who)), *who)
        }
        Fact::Pool { .. } | Fact::OwnCharge { .. } => None,
        Fact::Worn { who, item, wear, .. } => {
            let how = if *wear == Wear::Broken { "breaks" } else { "is destroyed" };
            change(format!("the {} {how}", thing(*who, *item)), *who)
        }
        Fact::Survived { who, item, .. } => change(format!("The {} survives.", thing(*who, *item)), *who),
        Fact::Placed { who, item, place, .. } => {
            let how = match place {
                Place::Hand => "takes in hand",
                Place::Worn => "puts on",
                Place::Pack => "puts away",
                Place::Gone => "parts with",
            };
            change(format!("{} {how} the {}.", name(*who), thing(*who, *item)), *who)
        }
        Fact::Fizzled { who, why } => change(format!("{}: {why}", name(*who)), *who),
        Fact::Lasts { who, effect } if open(*who) => {
            let power = at.book.power(effect.by).map_or("A power", |row| &row.name);
            match &effect.what {
                Lasts::TempAp(ap) => change(format!("{}: {ap} temporary AP by {power}.", name(*who)), *who),
                Lasts::Obeys(order) => change(format!("{} must obey: {order}.", name(*who)), *who),
                Lasts::Blind => {
                    change(format!("{} no longer notices {}.", name(*who), name(effect.from)), *who)
                }
                Lasts::Light(feet) => change(format!("{} has light {feet} feet around.", name(*who)), *who),
                Lasts::TempHp(hp) => change(format!("{}: {hp} temporary HP by {power}.", name(*who)), *who),
                Lasts::Friend => {
                    change(format!("{} takes {} for a friend.", name(*who), name(effect.from)), *who)
                }
                Lasts::Granted => change(format!("{}: {power} takes effect.", name(*who)), *who),
                Lasts::Smoke => change(format!("{} stands in smoke.", name(*who)), *who),
                Lasts::Air(seconds) => {
                    change(format!("{} has air for {}.", name(*who), minutes(*seconds)), *who)
                }
                Lasts::Locked => change(format!("{} is in irons.", name(*who)), *who),
                Lasts::Puppet | Lasts::Faint | Lasts::Spent | Lasts::Swift(_) => None,
            }
        }
        Fact::LastsNoMore { who, effect } if open(*who) => {
            let power = at.book.power(effect.by).map_or("A power", |row| &row.name);
            change(format!("{}: {power} is over.", name(*who)), *who)
        }
        Fact::Lasts { .. } | Fact::LastsNoMore { .. } => None,
        Fact::PassedOut { who, out: true } => change(format!("{} passes out.", name(*who)), *who),
        Fact::PassedOut { who, out: false } => change(format!("{} wakes.", name(*who)), *who),
        Fact::Gained { who, power } => {
            let power = at.book.power(*power).map_or("something", |row| &row.name);
            change(format!("{} gains {power}.", name(*who)), *who)
        }
        Fact::Took { who, powerup, .. } => {
            let what = at.book.powerups.get(powerup.as_str()).map_or("something", |row| &row.name);
            change(format!("{} takes {what}.", name(*who)), *who)
        }
        Fact::Got { who, sheet, .. } => change(format!("{} has now: {}.", name(*who), sheet.name), *who),
        Fact::Grew { who, full, full_hp, .. } if open(*who) => change(
            format!(
                "{} is now STR {}, DEX {}, WIL {}, {full_hp} HP in full.",
                name(*who),
                full[0],
                full[1],
                full[2]
            ),
            *who,
        ),
        Fact::Grew { .. } => None,
        Fact::Answered { who, target, question, yes } => {
            let answer = if *yes { "yes" } else { "no" };
            let said = format!("{} hears {} think: {question} {answer}.", name(*who), name(*target));
            change(said, *who)
        }
        Fact::Drafted { who, .. } => change(format!("{} is being made.", name(*who)), *who),
        Fact::Totals { who, totals } => {
            let told: Vec<String> = totals.iter().map(u8::to_string).collect();
            change(format!("{} rolls {}.", name(*who), told.join(", ")), *who)
        }
        Fact::Assigned { who, slots, .. } => change(
            format!(
                "{}: STR {}, DEX {}, WIL {}, HP {}, {}.",
                name(*who),
                slots.str,
                slots.dex,
                slots.wil,
                slots.hp,
                gems_in_words(slots.gems.into())
            ),
            *who,
        ),
        Fact::Learned { who, background, gems } => {
            let what = background.of.as_deref().unwrap_or(&background.kind);
            change(format!("{} has a background: {what}. {} left.", name(*who), gems_in_words(*gems)), *who)
        }
        Fact::Bought { who, sheet, gems, .. } => {
            change(format!("{} buys: {}. {} left.", name(*who), sheet.name, gems_in_words(*gems)), *who)
        }
        Fact::Ready { who } => change(format!("{} is ready to play.", name(*who)), *who),
        Fact::World(fact) => crate::world::tell(at, fact, seat),
        Fact::Overruled { .. } => None,
    }
}

fn minutes(seconds: u32) -> String {
    match (seconds / 60, seconds % 60) {
        (0, seconds) => format!("{seconds} seconds"),
        (minutes, 0) => format!("{minutes} minutes"),
        (minutes, seconds) => format!("{minutes} minutes and {seconds} seconds"),
    }
}

/// So many gems, in words.
pub(crate) fn gems_in_words(gems: u32) -> String {
    count(gems, "gem", "gems")
}
