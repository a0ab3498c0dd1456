//! Other things done on the way: catching breath, improvising, looking for what is hidden, opening what is
//! locked, judging the place.

use boneyard_table::{Audience, Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::meet::site_is;
use super::party::{self, agreed};
use super::sight::sightless;
use super::trackers::{advance_doom, next_event};
use super::turns::pass;
use crate::DeadWeight;
use crate::fact::ExpeditionFact;
use crate::gear::{carried, get, held_edges, ware};
use crate::hurt;
use crate::question::{Choose, Topic};
use crate::roll::{self, Rolling};
use crate::rules;
use crate::state::{Affliction, Attribute, Place, Site};

/// A group catches its breath.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CatchBreath {
    /// Who; everybody there if nobody is named.
    pub who: Vec<Who>,
}

/// Somebody tries something no other action covers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Freeform {
    /// Who.
    pub who: Who,
    /// What, in a few words.
    pub about: String,
}

/// Somebody makes a holy symbol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Improvise {
    /// Who.
    pub who: Who,
    /// Of what, in a few words.
    pub about: String,
}

/// Somebody looks for a hidden way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// Who.
    pub who: Who,
}

/// Somebody opens a locked way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unlock {
    /// Who.
    pub who: Who,
    /// Where it leads.
    pub to: String,
    /// With this key or these tools; by force if nothing is named.
    #[serde(default)]
    pub item: Option<u8>,
}

/// A Veteran judges the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Veteran {
    /// Who.
    pub who: Who,
}

/// Everybody in it recovers 1 fatigue on each attribute.
pub fn catch_breath(cx: &mut Cx<'_, DeadWeight>, by: Seat, breath: &CatchBreath) -> Flow {
    let rule = rules::DW_EXPL_08;
    let (group, _) = party::group(cx.state(), by, &breath.who)?;
    let shaken = |who: &Who| cx.state().live(*who).suffers(Affliction::Shaken);
    if group.iter().all(shaken) {
        let sentence = "The Shaken cannot catch their breath.";
        return refuse(Refusal::new(rules::DW_AFFL_07, "shaken", sentence));
    }
    if !agreed(cx, by, &group, "catch its breath", rule)? {
        return Ok(());
    }
    cx.cite(rules::DW_EXPL_01);
    for who in group {
        if cx.state().live(who).suffers(Affliction::Shaken) {
            cx.cite(rules::DW_AFFL_07);
        } else {
            hurt::recover_each(cx, who, 1, rule);
        }
    }
    pass(cx, 1)
}

/// Two turns of anything else, settled as the GM says.
pub fn freeform(cx: &mut Cx<'_, DeadWeight>, by: Seat, freeform: &Freeform) -> Flow {
    let rule = rules::DW_EXPL_13;
    let who = freeform.who;
    let (_, place) = party::group(cx.state(), by, &[who])?;
    let about = freeform.about.trim();
    if about.is_empty() || about.chars().count() > 120 {
        return refuse(Refusal::new(rule, "about", "Say in 1 to 120 characters what is tried."));
    }
    let all = party::present(cx.state(), &place);
    if !agreed(cx, by, &all, &format!("take time: {about}"), rule)? {
        return Ok(());
    }
    let words = [
        ("STR", "A STR test"),
        ("DEX", "A DEX test"),
        ("INT", "An INT test"),
        ("PRE", "A PRE test"),
        ("works", "It works"),
        ("fails", "It does not work"),
    ];
    let question = format!("{}: {about}. How is it settled?", cx.state().name(who));
    let say = cx.ask(Seat::GM, Choose::new(Topic::Freeform, question, &words))?;
    let works = match Attribute::ALL.into_iter().find(|attribute| attribute.name() == say) {
        Some(attribute) => {
            let test = Rolling::test(who, attribute, rule);
            cx.within((who, &place), |cx| roll::make(cx, &test))?.succeeded()
        }
        None => say == "works",
    };
    let what = if works { format!("It works: {about}.") } else { format!("It does not work: {about}.") };
    cx.record(rule, ExpeditionFact::Noticed { what }.into());
    pass(cx, 2)
}

/// Two turns for a holy symbol of whatever is at hand, if the GM lets it pass.
pub fn improvise(cx: &mut Cx<'_, DeadWeight>, by: Seat, improvise: &Improvise) -> Flow {
    let rule = rules::DW_PRAY_01;
    let who = improvise.who;
    let (_, place) = party::group(cx.state(), by, &[who])?;
    let about = improvise.about.trim();
    if about.is_empty() || about.chars().count() > 120 {
        return refuse(Refusal::new(rule, "about", "Say in 1 to 120 characters what it is made of."));
    }
    let all = party::present(cx.state(), &place);
    if !agreed(cx, by, &all, "wait while a holy symbol is made", rule)? {
        return Ok(());
    }
    let roles = |role: &String| role == "symbol-maker";
    let chalk = carried(cx.at(), who).find(|row| row.roles.iter().any(roles)).map(|row| row.id);
    chalk.into_iter().for_each(|chalk| cx.cite(chalk));
    let question = format!("{}: {about}. Does it serve as a holy symbol?", cx.state().name(who));
    if cx.ask(Seat::GM, Choose::yes_no(Topic::Symbol, question, chalk.is_some()))? == "yes"
        && let Some((mut sheet, item)) = ware(cx.book(), "holy symbol")
    {
        sheet.name = "improvised symbol".into();
        get(cx, who, sheet, item, rule);
    }
    cx.cite(rules::DW_EXPL_13);
    pass(cx, 2)
}

/// Two turns and an INT test: a hidden way is found, if there is one.
pub fn search(cx: &mut Cx<'_, DeadWeight>, by: Seat, search: Search) -> Flow {
    let rule = rules::DW_EXPL_13;
    let who = search.who;
    let (_, place) = party::group(cx.state(), by, &[who])?;
    if let Some(rule) = sightless(cx.state(), who) {
        let sentence = "In the dark nobody finds anything by looking.";
        return refuse(Refusal::new(rule, "dark", sentence));
    }
    let all = party::present(cx.state(), &place);
    if !agreed(cx, by, &all, "search this place", rule)? {
        return Ok(());
    }
    let lore = cx.state().sheet(who).skilled(rules::DW_SKILL_14);
    if lore {
        cx.cite(rules::DW_SKILL_14);
    }
    let test = Rolling { advantages: lore.into(), ..Rolling::test(who, Attribute::Int, rule) };
    let found = cx.within((who, &place), |cx| roll::make(cx, &test))?.succeeded();
    let site = cx.state().expedition.at_site();
    let hidden = site.and_then(|site| site.ways.iter().find(|way| way.secret && way.from(&place).is_some()));
    let to = hidden.and_then(|way| way.from(&place)).map(str::to_owned).filter(|_| found);
    let what = match &to {
        Some(to) => {
            let open = |site: &mut Site| {
                let way =
                    site.ways.iter_mut().find(|way| way.secret && way.from(&place) == Some(to.as_str()));
                way.into_iter().for_each(|way| way.secret = false);
            };
            site_is(cx, open, rule);
            format!("A hidden way is found: {to}.")
        }
        None => "Nothing hidden is found.".to_owned(),
    };
    cx.record(rule, ExpeditionFact::Noticed { what }.into());
    pass(cx, 2)
}

/// Opens a locked way: with its key for nothing, with tools by DEX in a turn, by force with STR, noise and
/// two turns.
pub fn unlock(cx: &mut Cx<'_, DeadWeight>, by: Seat, unlock: &Unlock) -> Flow {
    let rule = rules::DW_EXPL_13;
    let who = unlock.who;
    let (_, place) = party::group(cx.state(), by, &[who])?;
    let ways = cx.state().expedition.at_site().map(|site| site.ways.clone()).unwrap_or_default();
    let way = ways.iter().find(|way| {
        !way.secret
            && way.locked
            && way.from(&place).is_some_and(|to| to.eq_ignore_ascii_case(unlock.to.trim()))
    });
    let Some(way) = way else {
        return refuse(Refusal::new(rule, "not-locked", "No locked way leads there from here."));
    };
    let to = way.from(&place).unwrap_or_default().to_owned();
    let thing = match unlock.item {
        None => None,
        Some(item) => {
            let one = cx.state().one(who);
            let now =
                one.live.items.get(usize::from(item)).filter(|now| now.place != Place::Gone && !now.broken);
            let name = one.sheet.items.get(usize::from(item)).map(|item| item.name.clone());
            match now.and(name) {
                Some(name) if way.key.as_deref() == Some(name.as_str()) || name == "lock-picking tools" => {
                    Some(name)
                }
                _ => return refuse(Refusal::new(rule, "wrong-thing", "That opens no lock here.")),
            }
        }
    };
    let key = thing.is_some() && thing.as_deref() != Some("lock-picking tools");
    let all = party::present(cx.state(), &place);
    if !agreed(cx, by, &all, &format!("open the way to {to}"), rule)? {
        return Ok(());
    }
    let opens = if key {
        true
    } else {
        let attribute = if thing.is_some() { Attribute::Dex } else { Attribute::Str };
        let forced = if thing.is_none() { held_edges(cx.at(), who, "force") } else { 0 };
        let test = Rolling { advantages: forced, ..Rolling::test(who, attribute, rule) };
        let opens = cx.within((who, &to), |cx| roll::make(cx, &test))?.succeeded();
        if thing.is_none() {
            advance_doom(cx, 1, rules::DW_TRACK_06);
        }
        opens
    };
    if opens {
        let from = place.clone();
        let open = |site: &mut Site| {
            site.ways
                .iter_mut()
                .filter(|way| way.from(&from) == Some(to.as_str()))
                .for_each(|way| way.locked = false);
        };
        site_is(cx, open, rule);
    }
    let what =
        if opens { format!("The way to {to} is open.") } else { format!("The way to {to} stays shut.") };
    cx.record(rule, ExpeditionFact::Noticed { what }.into());
    match (key, thing.is_some()) {
        (true, _) => Ok(()),
        (false, true) => pass(cx, 1),
        (false, false) => pass(cx, 2),
    }
}

/// A turn and a PRE test: a Veteran knows how far the place has woken.
pub fn veteran(cx: &mut Cx<'_, DeadWeight>, by: Seat, veteran: Veteran) -> Flow {
    let rule = rules::DW_SKILL_25;
    let who = veteran.who;
    let (_, place) = party::group(cx.state(), by, &[who])?;
    if !cx.state().sheet(who).skilled(rule) {
        let sentence = format!("Only a Veteran reads a place; {} is none.", cx.state().name(who));
        return refuse(Refusal::new(rules::DW_GAME_05, "no-veteran", sentence));
    }
    let all = party::present(cx.state(), &place);
    if !agreed(cx, by, &all, "wait while the Veteran listens", rule)? {
        return Ok(());
    }
    let test = Rolling::test(who, Attribute::Pre, rule);
    if cx.within(who, |cx| roll::make(cx, &test))?.succeeded() {
        let doom = cx.state().expedition.at_site().map_or(0, |site| site.doom);
        let next = next_event(cx.state());
        let audience = Audience::seats([cx.state().sheet(who).seat]);
        cx.record_for(audience, rule, ExpeditionFact::DoomLearned { doom, next }.into());
    }
    pass(cx, 1)
}
