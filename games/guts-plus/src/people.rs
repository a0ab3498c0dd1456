//! Who comes to the table: ready heroes and people to meet, made from their entries.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};
use serde_json::Value;

use crate::GutsPlus;
use crate::book::{Book, Custom, FoeRow, HeroRow, Listed};
use crate::fact::TableFact;
use crate::house::BodyChart;
use crate::rules;
use crate::state::{Bio, Creature, Item, ItemSheet, Kind, PartSheet, Quality, Shared, Sheet};

/// The chart of a humanoid, as the table plays it.
pub fn humanoid(book: &Book, chart: BodyChart) -> Vec<PartSheet> {
    let name = match chart {
        BodyChart::Ten => "humanoid",
        BodyChart::Six => "humanoid, six parts",
    };
    book.charts.named(name).map(|row| row.chart()).unwrap_or_default()
}

fn with_levels(sheet: &mut Sheet, base: [u8; 4], custom: &[Custom]) {
    for (quality, level) in sheet.qualities.iter_mut().zip(base) {
        quality.level = level;
    }
    for own in custom {
        sheet.qualities.push(Quality { level: own.level, ..Quality::new(&own.quality, "") });
    }
}

fn made(name: &str, kind: Kind, chart: Vec<PartSheet>, change: impl FnOnce(&mut Sheet)) -> Creature {
    let mut one = Creature::blank(name, kind, chart);
    let mut sheet = (*one.sheet).clone();
    change(&mut sheet);
    one.live.le.resize(sheet.qualities.len(), 0);
    one.live.items.resize(sheet.items.len(), Item::default());
    one.sheet = Shared::new(sheet);
    one
}

/// A ready hero.
pub fn hero_like(book: &Book, chart: BodyChart, row: &HeroRow, name: &str) -> Creature {
    let chart = humanoid(book, chart);
    let mut one = made(name, Kind::Hero, chart.clone(), |sheet| {
        sheet.like = Some(row.id);
        with_levels(sheet, [row.gumption, row.utility, row.thought, row.slyness], &row.custom);
        sheet.bio = Bio {
            backstory: row.backstory.clone(),
            personality: row.personality.clone(),
            appearance: row.appearance.clone(),
            build: row.build.clone(),
            height: row.height.clone(),
            weight: row.weight,
            age: match &row.age {
                Value::Null => String::new(),
                age => age.as_str().map_or_else(|| age.to_string(), str::to_owned),
            },
        };
        let clothes = row.clothing.iter().map(|worn| (worn, true));
        for ((place, thing), clothes) in clothes.chain(row.accessories.iter().map(|worn| (worn, false))) {
            let mut item = ItemSheet { clothes, ..thing_of(book, &chart, thing) };
            item.place = Some(place.clone());
            sheet.items.push(item);
        }
        sheet.essence = essence_of(book, &row.rest);
        for listed in row.pockets.iter().chain(&row.bag) {
            let (Listed::One(thing) | Listed::More { item: thing, .. }) = listed;
            sheet.items.push(ItemSheet { place: None, ..thing_of(book, &chart, thing) });
        }
    });
    let carried = row.pockets.iter().chain(&row.bag);
    let counts = carried.map(|listed| match listed {
        Listed::One(_) => 1,
        Listed::More { count, .. } => *count,
    });
    let worn = row.clothing.len() + row.accessories.len();
    for (nth, item) in one.live.items.iter_mut().enumerate() {
        item.worn = nth < worn;
    }
    for (item, count) in one.live.items.iter_mut().skip(worn).zip(counts) {
        item.count = count;
    }
    one.live.xp = row.xp;
    one
}

/// Somebody to meet.
pub fn foe_like(book: &Book, chart: BodyChart, row: &FoeRow, name: &str) -> Creature {
    let own = book.charts.named(&row.chart).filter(|_| row.chart != "humanoid");
    let parts = own.map_or_else(|| humanoid(book, chart), |chart| chart.chart());
    let mut one = made(name, Kind::Npc, parts.clone(), |sheet| {
        sheet.like = Some(row.id);
        sheet.limit = own.and_then(|chart| chart.limit);
        with_levels(sheet, [row.gumption, row.utility, row.thought, row.slyness], &row.custom);
        sheet.essence = essence_of(book, &row.rest);
        for guard in &row.guard {
            let covered = |part: &PartSheet| {
                let same = |name: &String| {
                    part.name.eq_ignore_ascii_case(name) || part.kind.eq_ignore_ascii_case(name)
                };
                guard.covers.iter().any(same)
            };
            let covers = (0..parts.len() as u8).filter(|nth| covered(&parts[usize::from(*nth)])).collect();
            sheet.items.push(ItemSheet {
                name: guard.name.clone(),
                covers,
                natural: guard.natural,
                ..ItemSheet::default()
            });
        }
    });
    one.live.items.iter_mut().for_each(|item| item.worn = true);
    one
}

/// Aura and skills, where an entry has them.
fn essence_of(book: &Book, rest: &crate::book::Rest) -> Option<crate::state::Essence> {
    let own = rest.get("essence")?;
    let skills = own.get("skills").and_then(Value::as_array).into_iter().flatten();
    let skills = skills.filter_map(|name| book.skills.named(name.as_str()?).map(|row| row.id));
    let aura = own.get("aura").and_then(Value::as_str).map(str::to_owned);
    Some(crate::state::Essence { aura, skills: skills.collect(), ..Default::default() })
}

/// A thing by name: what an entry says of it, or just a name.
pub fn thing_of(book: &Book, chart: &[PartSheet], name: &str) -> ItemSheet {
    let mut item = ItemSheet { name: name.to_owned(), ..ItemSheet::default() };
    let lower = name.to_lowercase();
    // A side in the name makes one piece of a pair: "left gauntlet".
    let side = ["left ", "right "].into_iter().find(|side| lower.starts_with(side));
    let plain = side.map_or(lower.as_str(), |side| &lower[side.len()..]);
    let singular = |row: &str| row == plain || row.strip_suffix('s').is_some_and(|one| one == plain);
    if let Some(row) = book.protection.iter().find(|row| singular(&row.name.to_lowercase())) {
        item.place = Some(row.place.clone()).filter(|place| !place.is_empty());
        item.lenient = row.lenient;
        item.falls = row.against.as_deref() == Some("falls");
        let covered = |part: &PartSheet| {
            let on_side = side.is_none_or(|side| part.name.to_lowercase().starts_with(side));
            row.covers.contains(&part.kind) && on_side
        };
        item.covers = (0..chart.len() as u8).filter(|nth| covered(&chart[usize::from(*nth)])).collect();
    }
    let word = |names: &[String]| names.iter().any(|known| lower.contains(&known.to_lowercase()));
    if let Some(row) = book.bags.iter().find(|row| word(&row.names)) {
        item.bag = true;
        item.slots = row.slots;
        item.place = Some(row.place.clone());
    } else if let Some(row) = book.garments.iter().find(|row| row.slots != 0 && word(&row.names)) {
        item.slots = row.slots;
    }
    if let Some(row) = book.gear.iter().find(|row| row.name.to_lowercase() == lower) {
        item.place = row.place.clone().or(item.place);
        if let Some(weapon) = row.weapon {
            item.dangerous = weapon.dangerous;
            item.ranged = weapon.ranged;
        }
    }
    let deadly = [
        "knife", "dagger", "sword", "axe", "gun", "pistol", "rifle", "bow", "spear", "machete", "wrench",
        "crowbar", "drill",
    ];
    if deadly.iter().any(|word| lower.split(' ').any(|own| own == *word)) {
        item.dangerous = true;
    }
    if ["wrench", "crowbar", "staff"].iter().any(|word| lower.split(' ').any(|own| own == *word)) {
        item.blunt = true;
    }
    if ["gun", "pistol", "rifle", "bow"].iter().any(|word| lower.split(' ').any(|own| own == *word)) {
        item.ranged = true;
    }
    item
}

deed! {
    /// The GM brings somebody in; a player may bring a ready hero of their own.
    #[serde(deny_unknown_fields)]
    pub struct Add(form: GutsPlus) {
        /// The id or name of the entry.
        like: String = {
            let (book, gm) = (form.book, form.seat.is_gm());
            if gm {
                form.label(|| "Bring somebody in".into());
                form.group(|| "Scene".into());
            }
            let foes = book.foes.iter().filter(|_| gm).map(|row| row.name.as_str());
            let all = foes.chain(book.heroes.iter().map(|row| row.name.as_str()));
            form.one_of("like", "Who", crate::form::names(all))?
        },
        /// What they are called here.
        name: String = form.text("name", "Name", 40)?,
        /// Who plays them; the GM if nobody is named.
        #[serde(default)]
        seat: Option<Seat> = form.unasked("seat")?,
    }
}

/// An entry by its id or its name.
fn entry<'a>(book: &'a Book, like: &str) -> (Option<&'a HeroRow>, Option<&'a FoeRow>) {
    let hero = book.heroes.get(like).or_else(|| book.heroes.named(like));
    (hero, book.foes.get(like).or_else(|| book.foes.named(like)))
}

impl Deed<GutsPlus> for Add {
    const CARD: Card = Card::anyone("Bring in a ready hero", "Heroes").rule(rules::GP_ROLL_10);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (rule, Self { like, name, .. }) = (rules::GP_ROLL_10, self);
        let taken = may.state.named(name).is_some();
        may.not_if(name.trim().is_empty() || name.chars().count() > 40 || taken, || {
            Refusal::new(rule, "name", "Give a name of up to 40 letters that nobody here has.")
        })?;
        may.outright_if(may.state.creatures.len() >= 60, || {
            Refusal::new(rule, "too-many", "Sixty are enough for one table.")
        })?;
        match entry(may.book, like) {
            (Some(_), _) => Ok(()),
            (None, Some(_)) => may.not_if(!may.by.is_gm(), || {
                Refusal::new(rule, "not-the-gm", "Only the GM brings in other people.")
            }),
            (None, None) => may.no(|| {
                let sentence = format!("Nobody to meet and no ready hero is called {like}.");
                Refusal::new(rule, "no-entry", sentence)
            }),
        }
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, by: Seat) -> Flow {
        let Self { like, name, seat } = self;
        let (chart, book) = (cx.state().house.body_chart, cx.book());
        let mut creature = match entry(book, &like) {
            (Some(row), _) => {
                cx.cite(rules::GP_CHAR_11);
                hero_like(book, chart, row, &name)
            }
            (None, Some(row)) => foe_like(book, chart, row, &name),
            (None, None) => return Ok(()),
        };
        let seat = if by.is_gm() { seat } else { Some(by) };
        let mut sheet = (*creature.sheet).clone();
        sheet.seat = seat.filter(|seat| !seat.is_gm());
        if let Some(id) = sheet.like {
            cx.cite(id);
        }
        if let Some(row) = book.charts.iter().find(|row| row.chart() == sheet.chart) {
            cx.cite(row.id);
        }
        creature.sheet = Shared::new(sheet);
        let who = Who(cx.state().creatures.len() as u16);
        cx.record(rules::GP_ROLL_10, TableFact::Joined { who, creature: Box::new(creature) }.into());
        Ok(())
    }
}
