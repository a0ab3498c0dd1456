//! What somebody is by what they know and carry: advantages, permissions, prices.

use boneyard_table::{At, Cx, Flow, Judgement, RuleId, RulingOption, Who};
use smallvec::SmallVec;

use crate::DirkRules;
use crate::book::{Book, Power, Slot};
use crate::check::Edge;
use crate::effect::{Effect, Passive, Size};
use crate::state::{Lasts, Place, Sheet};

/// Everything a sheet knows, with its entry.
pub fn known<'a>(book: &'a Book, sheet: &Sheet) -> impl Iterator<Item = &'a Power> {
    sheet.knows.iter().filter_map(|id| book.power(*id))
}

/// Useful things somebody has: where in the list, and their entries.
pub fn owned<'a, 'b>(
    at: At<'b, DirkRules>,
    book: &'a Book,
    who: Who,
) -> impl Iterator<Item = (u8, &'a Power)> + use<'a, 'b> {
    let things = at.state.sheet(who).items.iter().zip(&at.state.live(who).items);
    let kept = (0u8..).zip(things).filter(|(_, (_, now))| now.place != Place::Gone && now.pool > 0);
    kept.filter_map(|(at, (item, _))| Some((at, book.gear.get(item.kind?.as_str())?)))
}

/// What is always so for a creature, with the entry that says so.
pub fn passives<'a>(at: At<'a, DirkRules>, who: Who) -> impl Iterator<Item = (&'a Power, &'a Passive)> {
    let rows = known(at.book, at.state.sheet(who));
    let own = rows.flat_map(|row| row.passive.iter().chain(&row.price).map(move |passive| (row, passive)));
    own.chain(granted(at, who))
}

/// What is so for a while.
fn granted<'a>(at: At<'a, DirkRules>, who: Who) -> impl Iterator<Item = (&'a Power, &'a Passive)> {
    let under = at.state.live(who).under(at.state.clock).filter(|known| known.what == Lasts::Granted);
    let rows = under.filter_map(move |known| at.book.power(known.by));
    rows.flat_map(|row| {
        let effects = row.uses.iter().flat_map(|way| &way.effects);
        let grants = effects.filter_map(|effect| match effect {
            Effect::Grant(grant) => Some(&grant.passive),
            _ => None,
        });
        grants.flatten().map(move |passive| (row, passive))
    })
}

/// Whether a thing is where it has to be to help: what is worn, on its wearer.
pub fn fits_on(at: At<'_, DirkRules>, who: Who, item: u8, row: &Power) -> bool {
    let now = at.state.live(who).items.get(usize::from(item));
    row.slot.is_none() || now.is_some_and(|now| now.place == Place::Worn)
}

/// What is always so because of a thing somebody has with them.
fn carried<'a>(at: At<'a, DirkRules>, who: Who) -> impl Iterator<Item = (&'a Power, &'a Passive)> {
    let things = owned(at, at.book, who).filter(move |(item, row)| fits_on(at, who, *item, row));
    things.flat_map(|(_, row)| row.passive.iter().map(move |passive| (row, passive)))
}

/// The entry by which a FEINT... rolls for its damage, and its die.
pub fn feint(at: At<'_, DirkRules>, who: Who) -> Option<(RuleId, u8)> {
    passives(at, who).find_map(|(row, passive)| match passive {
        Passive::Set(much) if much.is("feint") => match much.dice {
            Size::Dice { sides, .. } => Some((row.id, sides)),
            _ => None,
        },
        _ => None,
    })
}

/// The entry that steadies a called shot with a gun of somebody who has not moved this turn.
pub fn steady(at: At<'_, DirkRules>, who: Who, gun: bool) -> Option<RuleId> {
    let turn = at.state.live(who).turn;
    let steadies = |passive: &Passive| match passive {
        Passive::Advantage(roll) => {
            roll.on == "save-called-shot" && roll.only.iter().any(|only| only == "gun")
        }
        _ => false,
    };
    let still = gun && turn.moved == 0;
    passives(at, who).find(|(_, passive)| still && steadies(passive)).map(|(row, _)| row.id)
}

/// The entries that make a thing a gem dearer: suits are made for two arms.
pub fn surcharge(at: At<'_, DirkRules>, who: Who, slot: Option<Slot>) -> SmallVec<[RuleId; 1]> {
    let suit = slot == Some(Slot::Suit);
    let dearer = |passive: &Passive| matches!(passive, Passive::Adjust(much) if much.is("gems"));
    passives(at, who).filter(|(_, passive)| suit && dearer(passive)).map(|(row, _)| row.id).collect()
}

/// The entry that lets a creature do something.
pub fn allowed(at: At<'_, DirkRules>, who: Who, tag: &str) -> Option<RuleId> {
    let allows = |passive: &Passive| matches!(passive, Passive::Allow(known) if known == tag);
    passives(at, who).find(|(_, passive)| allows(passive)).map(|(row, _)| row.id)
}

/// The entry that lets a rule of the code run otherwise.
pub fn hooked(at: At<'_, DirkRules>, who: Who, hook: &str) -> Option<RuleId> {
    let hooks = |passive: &Passive| matches!(passive, Passive::Hook(known) if known == hook);
    passives(at, who).find(|(_, passive)| hooks(passive)).map(|(row, _)| row.id)
}

/// The entry by which the want of something else counts as this one.
pub fn needs(at: At<'_, DirkRules>, who: Who, as_want: &str) -> Option<RuleId> {
    let needs = |passive: &Passive| matches!(passive, Passive::Need(need) if need.counts_as == as_want);
    passives(at, who).find(|(_, passive)| needs(passive)).map(|(row, _)| row.id)
}

/// The entry by which a breath lasts as long as STR, not half as long.
pub fn lungs(at: At<'_, DirkRules>, who: Who) -> Option<RuleId> {
    let longer = |passive: &Passive| matches!(passive, Passive::Set(much) if much.is("breath"));
    passives(at, who).find(|(_, passive)| longer(passive)).map(|(row, _)| row.id)
}

/// Whether somebody with gills goes on breathing: the referee says whether it is water.
pub(crate) fn breathes(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow<bool> {
    let Some(rule) = allowed(cx.at(), who, "breathe-water") else {
        return Ok(false);
    };
    let ruling = cx.judge(rule, 0, &|| Judgement {
        rule,
        tag: "gills and no air".into(),
        question: "Is there water to breathe?".into(),
        about: Vec::new(),
        options: vec![RulingOption::new("water", "There is"), RulingOption::new("nothing", "There is not")],
        proposal: 0,
        why: "it is mostly water that takes the air away".into(),
        precedents: Vec::new(),
    })?;
    Ok(ruling.option() == 0)
}

/// The entry by which a thing no longer fits a creature.
pub fn forbids(at: At<'_, DirkRules>, who: Who, thing: &str) -> Option<RuleId> {
    let forbids = |passive: &Passive| matches!(passive, Passive::Forbid(known) if known == thing);
    passives(at, who).find(|(_, passive)| forbids(passive)).map(|(row, _)| row.id)
}

/// The entry that keeps something from happening to a creature.
pub fn spared(at: At<'_, DirkRules>, who: Who, tag: &str) -> Option<RuleId> {
    let spares = |passive: &Passive| matches!(passive, Passive::Immune(known) if known == tag);
    passives(at, who).chain(carried(at, who)).find(|(_, passive)| spares(passive)).map(|(row, _)| row.id)
}

/// Advantages and disadvantages on a roll by what its maker has. Where they hang on something
/// else, the referee says.
pub fn lean(cx: &mut Cx<'_, DirkRules>, who: Who, tag: &str, edge: &mut Edge) -> Flow {
    // Saves of a fight are made often, and nothing carried helps with them.
    if cx.state().sheet(who).knows.is_empty() && tag.starts_with("save-") {
        return Ok(());
    }
    let carried = owned(cx.at(), cx.book(), who);
    let carried = carried.flat_map(|(_, row)| row.passive.iter().map(move |passive| (row, passive)));
    let rolls: SmallVec<[_; 2]> = passives(At { state: cx.state(), book: cx.book() }, who)
        .chain(carried)
        .filter_map(|(row, passive)| match passive {
            // Whether it was a gun, the called shot itself knows.
            Passive::Advantage(roll) if roll.only.iter().any(|only| only == "gun") => None,
            Passive::Advantage(roll) if tag.contains(roll.on.as_str()) => Some((row.id, true, roll.clone())),
            Passive::Disadvantage(roll) if tag.contains(roll.on.as_str()) => {
                Some((row.id, false, roll.clone()))
            }
            _ => None,
        })
        .map(|(id, better, roll)| (id, better, roll, cx.book().power(id).map_or("", |row| &row.name)))
        .collect();
    for (id, better, roll, name) in rolls {
        let holds = match roll.only.first() {
            None => true,
            Some(only) => {
                let ruling = cx.judge(id, 0, &|| Judgement {
                    rule: id,
                    tag: format!("{only} and {tag}"),
                    question: format!("{name}: {}?", only.replace('-', " ")),
                    about: Vec::new(),
                    options: vec![RulingOption::new("so", "It is so"), RulingOption::new("not", "It is not")],
                    proposal: 0,
                    why: format!("{name} has to do with {tag}"),
                    precedents: Vec::new(),
                })?;
                ruling.option() == 0
            }
        };
        match (holds, better) {
            (false, _) => {}
            (true, true) => edge.advantage(cx, id),
            (true, false) => edge.disadvantage(cx, id),
        }
    }
    Ok(())
}
