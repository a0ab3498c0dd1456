//! Creatures and objects the TS brings in.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Audience, Cx, Flow, Refusal, Seat, deed};

use crate::DieTrying;
use crate::book::{CreatureRow, ObjectRow};
use crate::combat::where_to;
use crate::fact::TableFact;
use crate::gear::{creature_like, object_like};
use crate::house::HouseBestiary;
use crate::rules;
use crate::state::{Creature, Kind, Spot};

/// The most creatures one table keeps track of.
const MOST: usize = 400;
/// Letters of a name.
const LONGEST: u32 = 40;

deed! {
    /// Brings in a Creature or an object.
    pub struct AddCreature(form: DieTrying) {
        /// Like which entry; a blank Creature if nothing is said.
        #[serde(default)]
        like: Option<String> = {
            form.rule(rules::DT_HOUSE_20H);
            let book = form.book;
            let creatures = book.creatures.iter().map(|row| &row.name);
            let all = creatures.chain(book.objects.iter().map(|row| &row.name));
            form.maybe("like", "Which", all.map(|name| (name.clone(), name)))?
        },
        /// What it is called.
        name: String = form.text("name", "Name", LONGEST)?,
        /// Where it stands.
        #[serde(default)]
        at: Option<Spot> = where_to(form)?,
        /// The players do not know of it.
        #[serde(default)]
        unseen: bool = form.flag("unseen", "The players do not know of it")?,
    }
}

/// What somebody who comes is like.
enum Like<'b> {
    Nothing,
    Creature(&'b CreatureRow),
    Object(&'b ObjectRow),
}

impl AddCreature {
    fn entry<'a>(&self, may: May<'a, DieTrying>) -> Lawful<Like<'a>> {
        let Some(like) = &self.like else { return Ok(Like::Nothing) };
        let book = may.book;
        let row = book.creatures.get(like).or_else(|| book.creatures.named(like));
        let object = book.objects.get(like).or_else(|| book.objects.named(like));
        let house = may.state.house.house_bestiary == HouseBestiary::On;
        match (row, object) {
            (Some(row), _) if house || !row.house => Ok(Like::Creature(row)),
            (None, Some(row)) => Ok(Like::Object(row)),
            _ => may.no(|| {
                let sentence = format!("There is no Creature or object {like}.");
                Refusal::new(rules::DT_HOUSE_20H, "no-such-entry", sentence)
            }),
        }
    }

    /// Somebody like that, standing nowhere yet.
    fn made(&self, may: May<'_, DieTrying>) -> Lawful<Creature> {
        let name = self.name.trim();
        let mut creature = match self.entry(may)? {
            Like::Nothing => Creature::blank(name, Kind::Creature),
            Like::Creature(row) => creature_like(may.book, row, name),
            Like::Object(row) => object_like(row, name),
        };
        creature.live.unseen = self.unseen;
        Ok(creature)
    }
}

impl Deed<DieTrying> for AddCreature {
    const CARD: Card = Card::gm("Bring in a Creature", "Scene").rule(rules::DT_CORE_01);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let bad = |code: &str, sentence: String| Refusal::new(rules::DT_HOUSE_20H, code, sentence);
        let (state, name) = (may.state, self.name.trim());
        may.not_if(name.is_empty() || name.chars().count() > LONGEST as usize, || {
            bad("no-name", format!("A name has 1 to {LONGEST} letters."))
        })?;
        may.not_if(state.everybody().any(|who| state.name(who) == name), || {
            bad("name-taken", format!("Somebody is called {name} already."))
        })?;
        may.outright_if(state.creatures.len() >= MOST, || {
            bad("too-many", format!("A table keeps track of at most {MOST} creatures."))
        })?;
        let (Some(at), Some(board)) = (self.at, &state.board) else {
            return self.entry(may).map(|_| ());
        };
        let size = self.made(may)?.sheet.size.squares();
        may.not_if(!board.grid.fits(at.footprint(size)), || {
            bad("no-room", format!("Nobody that large can stand at {at}."))
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let mut creature = self.made(May::quiet(cx.at(), by))?;
        creature.live.at = self.at.filter(|_| cx.state().board.is_some());
        let state = cx.state();
        let (who, seen_by) = match self.unseen {
            true => (state.next_unseen(self.name.trim()), Audience::GM),
            false => (state.next(), Audience::ALL),
        };
        let fact = TableFact::Came { who, creature: Box::new(creature) };
        cx.record_for(seen_by, rules::DT_HOUSE_20H, fact.into());
        crate::trap::lay_own(cx, who);
        if self.unseen {
            crate::trap::disguise(cx, who);
        }
        Ok(())
    }
}
