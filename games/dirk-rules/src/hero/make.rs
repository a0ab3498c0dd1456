//! Creatures and ready heroes from their entries.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Group, Refusal, RuleId, Seat, Who, deed};

use crate::DirkRules;
use crate::book::{Book, CreatureRow, HeroRow};
use crate::check::is_alive;
use crate::fact::{Fact, blank};
use crate::gear::wares;
use crate::rules;
use crate::state::{Creature, Item, ItemSheet, Live, Place, Shared, Sheet, Wear};

/// A creature made from its entry. HP that are not stated are rolled by the rules, not here.
pub fn creature_like(book: &Book, row: &CreatureRow, name: &str) -> Creature {
    let Creature { mut live, sheet } = blank(name, Some(row.id));
    let mut sheet: Sheet = (*sheet).clone();
    live.scores = [row.str, row.dex, row.wil];
    live.hp = row.hp.unwrap_or(0);
    live.ap = row.ap;
    sheet.full = live.scores;
    sheet.full_hp = live.hp;
    sheet.full_ap = row.ap;
    sheet.speed = row.speed;
    sheet.named = row.named;
    sheet.tags.clone_from(&row.tags);
    sheet.knows = row.knows.iter().filter_map(|name| book.power_named(name)).collect();
    for gear in &row.gear {
        give(book, &mut live, &mut sheet, gear);
    }
    take_in_hand(&mut live, &sheet, &row.hands);
    Creature { live, sheet: Shared::new(sheet) }
}

/// A ready hero made from its entry.
pub fn hero_like(book: &Book, row: &HeroRow, name: &str, seat: Seat) -> Creature {
    let Creature { mut live, sheet } = blank(name, Some(row.id));
    let mut sheet: Sheet = (*sheet).clone();
    live.scores = [row.str, row.dex, row.wil];
    live.hp = row.hp;
    sheet.full = live.scores;
    sheet.full_hp = row.hp;
    sheet.named = true;
    sheet.hero = true;
    sheet.side = 0;
    sheet.seat = seat;
    sheet.gems = row.gems_left;
    sheet.backgrounds.clone_from(&row.backgrounds);
    for gear in &row.gear {
        give(book, &mut live, &mut sheet, gear);
    }
    for sundry in &row.sundries {
        sheet.items.push(ItemSheet {
            name: sundry.name.clone(),
            kind: None,
            weight: sundry.weight,
            tag: None,
        });
        live.items.push(Item {
            place: Place::Pack,
            wear: Wear::Whole,
            pool: 0,
            ap: 0,
            survived: 0,
            unready: false,
        });
    }
    take_in_hand(&mut live, &sheet, &row.hands);
    Creature { live, sheet: Shared::new(sheet) }
}

/// Gives a new thing by name; one that is in no list is plain goods.
pub(crate) fn give(book: &Book, live: &mut Live, sheet: &mut Sheet, name: &str) {
    let (item, now) = match wares(book, name) {
        Some((item, now, _)) => (item, now),
        None => (
            ItemSheet { name: name.to_owned(), kind: None, weight: 1, tag: None },
            Item { place: Place::Pack, wear: Wear::Whole, pool: 0, ap: 0, survived: 0, unready: false },
        ),
    };
    sheet.items.push(item);
    live.items.push(now);
}

/// Puts things by name in hand, and everything else that was held away.
pub(crate) fn take_in_hand(live: &mut Live, sheet: &Sheet, hands: &[String]) {
    for (item, now) in sheet.items.iter().zip(live.items.iter_mut()) {
        if hands.contains(&item.name) {
            now.place = Place::Hand;
        } else if now.place == Place::Hand {
            now.place = Place::Pack;
        }
    }
}

deed! {
    /// Brings a creature or a ready hero into the scene.
    pub struct Add(form: DirkRules) {
        /// What it is called here.
        name: String = form.text("name", "Name", 40)?,
        /// The id or name of its entry; a creature without one has every number at its default.
        #[serde(default)]
        like: Option<String> = like(form)?,
        /// Who plays it, if it is a ready hero; the referee if nobody is named.
        #[serde(default)]
        seat: Option<Seat> = form.unasked("seat")?,
    }
}

/// The field `like`: an entry by its name.
fn like(form: &mut Filling<'_, DirkRules>) -> Filled<Option<String>> {
    let book = form.book;
    let creatures = book.creatures.iter().map(|row| &row.name);
    let all = creatures.chain(book.heroes.iter().map(|row| &row.name));
    form.maybe("like", "Like", all.map(|name| (name.clone(), name)))
}

fn hero_row<'a>(book: &'a Book, like: Option<&str>) -> Option<&'a HeroRow> {
    like.and_then(|like| book.heroes.get(like).or_else(|| book.heroes.named(like)))
}

fn creature_row<'a>(book: &'a Book, like: Option<&str>) -> Option<&'a CreatureRow> {
    like.and_then(|like| book.creatures.get(like).or_else(|| book.creatures.named(like)))
}

impl Deed<DirkRules> for Add {
    const CARD: Card = Card::gm("Bring in a creature", "Scene").rule(rules::DK_BASIC_05);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (rule, like) = (rules::DK_BASIC_05, self.like.as_deref());
        may_be_called(may, &self.name, rule)?;
        if hero_row(may.book, like).is_some() {
            return Ok(());
        }
        may.not_if(self.seat.is_some(), || {
            Refusal::new(rule, "no-hero", "Only heroes are played from a seat of their own.")
        })?;
        may.not_if(like.is_some() && creature_row(may.book, like).is_none(), || {
            let sentence = format!("There is no creature {}.", like.unwrap_or_default());
            Refusal::new(rule, "no-such-entry", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let (name, like, book) = (self.name.trim(), self.like.as_deref(), cx.book());
        let who = Who(cx.state().creatures.len() as u16);
        if let Some(row) = hero_row(book, like) {
            let creature = Box::new(hero_like(book, row, name, self.seat.unwrap_or(Seat::GM)));
            cx.record(row.id, Fact::Joined { who, creature });
            return Ok(());
        }
        let row = creature_row(book, like);
        let mut creature = match row {
            Some(row) => creature_like(book, row, name),
            None => blank(name, None),
        };
        if row.is_none_or(|row| row.hp.is_none()) {
            let face = cx.dice(rules::DK_BASIC_06, Seat::GM, Group::new(1, 10))?.first();
            let sheet = Sheet { full_hp: face.into(), ..(*creature.sheet).clone() };
            creature.live.hp = face.into();
            creature.sheet = Shared::new(sheet);
        }
        let rule = row.map_or(rules::DK_BASIC_05, |row| row.id);
        cx.record(rule, Fact::Joined { who, creature: Box::new(creature) });
        Ok(())
    }
}

deed! {
    /// Gives a creature a proper name.
    pub struct Name(form: DirkRules) {
        who: Who = form.creature("who", "Who")?,
        name: String = form.text("name", "Name", 40)?,
    }
}

impl Deed<DirkRules> for Name {
    const CARD: Card = Card::gm("Give a proper name", "Scene").rule(rules::DK_STAT_04);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        is_alive(may, self.who)?;
        may_be_called(may, &self.name, rules::DK_STAT_04)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let name = self.name.trim().to_owned();
        cx.record(rules::DK_STAT_04, Fact::Named { who: self.who, name });
        Ok(())
    }
}

/// What bars a name, or one more creature that has it.
pub(super) fn may_be_called(may: May<'_, DirkRules>, name: &str, rule: RuleId) -> Lawful {
    let name = name.trim();
    let long = name.chars().count() > 40;
    may.not_if(name.is_empty() || long || name.contains('.'), || {
        Refusal::new(rule, "name", "A name has 1 to 40 characters and no dot.")
    })?;
    let all = &may.state.creatures;
    may.not_if(all.iter().any(|creature| creature.sheet.name == name), || {
        Refusal::new(rule, "name-taken", format!("Somebody here is called {name} already."))
    })?;
    may.not_if(all.len() >= 500, || {
        Refusal::new(rule, "too-many", "A table holds at most 500 creatures.").with("most", 500)
    })
}
