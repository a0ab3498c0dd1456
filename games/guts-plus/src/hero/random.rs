//! What is open of a character by dice: concept, further qualities, points, things.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use super::customs::MOST_CUSTOM;
use super::outfit::CLOTHING_PLACES;
use super::steps::POINTS;
use super::{GROUP, may_make};
use crate::GutsPlus;
use crate::book::ConceptRow;
use crate::fact::{GearFact, HeroFact};
use crate::gear::{self, Made};
use crate::rules;
use crate::state::{Base, Bio, Creature, Item, ItemSheet, Quality, State};

const RULE: boneyard_table::RuleId = rules::GP_HOUSE_14H;

/// What of a character is still open.
struct Open {
    bio: bool,
    custom: bool,
    points: u8,
    worn: bool,
    owned: bool,
}

fn open(state: &State, who: Who) -> Open {
    let one = state.one(who);
    let bio = &one.sheet.bio;
    let told = [&bio.backstory, &bio.personality, &bio.appearance, &bio.build, &bio.height];
    let spent: u8 = one.sheet.qualities.iter().map(|own| own.level.saturating_sub(1)).sum();
    let things = || one.live.items.iter().filter(|item| !item.gone);
    Open {
        bio: bio.weight == 0 || told.iter().any(|text| text.is_empty()),
        custom: one.sheet.qualities.len() <= Base::ALL.len(),
        points: POINTS.saturating_sub(spent),
        worn: CLOTHING_PLACES.iter().any(|place| !covered(one, place)),
        owned: !things().any(|item| !item.worn),
    }
}

/// Whether somebody wears something there.
pub(super) fn covered(one: &Creature, place: &str) -> bool {
    let things = one.sheet.items.iter().zip(&one.live.items);
    things.into_iter().any(|(sheet, item)| {
        item.worn && !item.gone && sheet.clothes && sheet.place.as_deref() == Some(place)
    })
}

impl Open {
    fn concept(&self) -> bool {
        self.bio || self.custom || self.worn || self.owned
    }
}

deed! {
    /// Draws what is open of a character. What was chosen stays; everything may still be changed.
    pub struct Random(form: GutsPlus) {
        who: Who = form.actor()?,
    }
}

impl Deed<GutsPlus> for Random {
    const CARD: Card = Card::making("Draw what is open by dice", GROUP).rule(RULE);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may_make(may, self.who)?;
        let open = open(may.state, self.who);
        may.outright_if(!open.concept() && open.points == 0, || {
            Refusal::new(RULE, "nothing-open", "Everything is chosen; there is nothing left to draw.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        draw(cx, self.who)
    }
}

fn draw(cx: &mut Cx<'_, GutsPlus>, who: Who) -> Flow {
    let book = cx.book();
    let open = open(cx.state(), who);
    let concept = if open.concept() {
        let face = cx.die(RULE, who, 6)?;
        let Some(concept) = book.concepts.iter().find(|row| row.roll == face) else { return Ok(()) };
        cx.cite(concept.id);
        Some(concept)
    } else {
        None
    };
    let names = match concept.filter(|_| open.custom) {
        Some(concept) => Some(customs(cx, who, concept)?),
        None => None,
    };
    let own = &cx.state().sheet(who).qualities;
    let count = names.as_ref().map_or(own.len() - Base::ALL.len(), Vec::len);
    let mut levels: Vec<u8> = own.iter().map(|own| own.level).collect();
    levels.resize(Base::ALL.len() + count, 1);
    spread(cx, who, count, open.points, &mut levels)?;
    let about = |name: &str| book.samples.named(name).map_or("", |row| row.covers.as_str());
    if let Some(concept) = concept.filter(|_| open.bio) {
        let bio = filled(&cx.state().sheet(who).bio, bio(concept));
        cx.record(RULE, HeroFact::Bio { who, bio }.into());
    }
    if let Some(names) = &names {
        let qualities = names.iter().map(|name| Quality::new(name, about(name))).collect();
        cx.record(RULE, HeroFact::Custom { who, qualities }.into());
    }
    if names.is_some() || open.points > 0 {
        cx.record(RULE, HeroFact::Levels { who, levels }.into());
    }
    if let Some(concept) = concept.filter(|_| open.worn || open.owned) {
        let things = things(cx, who, concept, &open);
        cx.record(RULE, GearFact::Owns { who, things }.into());
    }
    crate::essence::settle_draft(cx, who);
    Ok(())
}

/// Custom qualities of a concept: the primary one, and those that dice add.
fn customs(cx: &mut Cx<'_, GutsPlus>, who: Who, concept: &ConceptRow) -> Flow<Vec<String>> {
    let book = cx.book();
    let mut names = vec![concept.primary.clone()];
    let further = match cx.die(RULE, who, 6)? {
        1..=3 => 0,
        4 | 5 => 1,
        _ => 2,
    };
    while names.len() <= further && names.len() < MOST_CUSTOM {
        let base = match cx.die(RULE, who, 6)? {
            face @ 1..=4 => Base::ALL[usize::from(face) - 1],
            _ => continue,
        };
        let group = book
            .samples
            .iter()
            .filter(|row| row.rest.contains_key("house") && row.base.as_deref() == Some(base.name()));
        let place = cx.die(RULE, who, 6)?;
        let Some(row) = group.into_iter().nth(usize::from(place) - 1) else { continue };
        if names.iter().any(|name| name.eq_ignore_ascii_case(&row.name)) {
            continue;
        }
        cx.cite(row.id);
        names.push(row.name.clone());
    }
    Ok(names)
}

/// Points that are left go where dice say.
fn spread(cx: &mut Cx<'_, GutsPlus>, who: Who, customs: usize, points: u8, levels: &mut [u8]) -> Flow {
    let primary = Base::ALL.len();
    let mut spent = 0;
    while spent < points {
        let nth = match (cx.die(RULE, who, 6)?, customs) {
            (face @ 1..=4, _) => usize::from(face) - 1,
            (5, _) | (_, 1) => primary,
            (_, 2) => primary + 1,
            _ => primary + if cx.die(RULE, who, 6)? % 2 == 1 { 1 } else { 2 },
        };
        if levels[nth] < 3 {
            levels[nth] += 1;
            spent += 1;
        }
    }
    Ok(())
}

/// What was told stays; the rest comes with the concept.
fn filled(told: &Bio, drawn: Bio) -> Bio {
    let text = |told: &String, drawn: String| if told.is_empty() { drawn } else { told.clone() };
    Bio {
        backstory: text(&told.backstory, drawn.backstory),
        personality: text(&told.personality, drawn.personality),
        appearance: text(&told.appearance, drawn.appearance),
        build: text(&told.build, drawn.build),
        height: text(&told.height, drawn.height),
        weight: if told.weight == 0 { drawn.weight } else { told.weight },
        age: told.age.clone(),
    }
}

fn bio(concept: &ConceptRow) -> Bio {
    Bio {
        backstory: concept.name.clone(),
        personality: concept.personality.clone(),
        appearance: concept.text.clone(),
        build: concept.build.clone(),
        height: concept.height.clone(),
        weight: concept.weight,
        age: String::new(),
    }
}

/// What the character has, and what the concept adds where nothing was chosen.
fn things(cx: &Cx<'_, GutsPlus>, who: Who, concept: &ConceptRow, open: &Open) -> Vec<(ItemSheet, Item)> {
    let one = cx.state().one(who);
    let own = one.sheet.items.iter().cloned().zip(one.live.items.iter().cloned());
    let mut all: Vec<(ItemSheet, Item)> = own.filter(|(_, item)| !item.gone).collect();
    let bagged = all.iter().any(|(sheet, _)| sheet.bag);
    let worn = || Item { worn: true, ..Item::default() };
    let mut add =
        |made: Vec<Made>, item: Item| all.extend(made.into_iter().map(|one| (one.sheet, item.clone())));
    for (place, name) in concept.clothing.iter().filter(|(place, _)| !covered(one, place)) {
        add(gear::make(cx.at(), who, name, Some(place), true), worn());
    }
    // Somebody who has chosen what to own has chosen what to carry it in.
    if let Some(bag) = concept.bag.as_ref().filter(|_| open.owned && !bagged) {
        add(gear::make(cx.at(), who, bag, Some(&gear::bag_place(cx.book(), bag)), false), worn());
    }
    for name in concept.items.iter().filter(|_| open.owned) {
        add(gear::make(cx.at(), who, name, None, false), Item::default());
    }
    all
}
