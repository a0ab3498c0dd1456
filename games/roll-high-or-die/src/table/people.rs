//! Who is at the table and how they regard each other, and what the Referee gives them.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May, Named};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::TABLE;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::CreatureRow;
use crate::combat::known;
use crate::fact::{BoardFact, GearFact, HeroFact, TableFact};
use crate::gear::{fresh, thing};
use crate::hero::{creature_like, for_sale, start_stance};
use crate::house::MysticFoes;
use crate::inventory::room;
use crate::picks::{Called, any_skill, anybody, word};
use crate::rules;
use crate::state::{Creature, Degree, ItemSheet, Place, Rank, Regard, Skill, Spot, State};

deed! {
    /// Brings somebody in.
    #[serde(deny_unknown_fields)]
    pub struct AddCreature(form: RollHighOrDie) {
        /// Like which entry; somebody without numbers if nothing is said.
        #[serde(default)]
        like: Option<String> = form.or_left_out("like", kind)?,
        /// What it is called.
        name: String = form.text("name", "Called", 40)?,
        /// Where it stands.
        #[serde(default)]
        at: Option<Spot> = form.unasked("at")?,
        /// The players do not know of it.
        #[serde(default)]
        unseen: bool = form.flag("unseen", "The players do not know of it")?,
    }
}

/// The field `like`: every entry that is played here.
fn kind(form: &mut Filling<'_, RollHighOrDie>) -> Filled<String> {
    let mystic = form.state.house.mystic_foes == MysticFoes::On;
    let rows = form.book.creatures.iter().filter(|row| row.module.is_none() || mystic);
    let rows = rows
        .map(|row| (row.name.clone(), Called(move || Named::new(row.name.clone()).say(row.text.clone()))));
    form.one_of("like", "Like", rows)
}

/// The most creatures one table keeps track of.
const MOST: usize = 400;

impl AddCreature {
    /// The entry, if one is named.
    fn row<'b>(&self, may: May<'b, RollHighOrDie>) -> Lawful<Option<&'b CreatureRow>> {
        let Some(like) = &self.like else { return Ok(None) };
        let all = &may.book.creatures;
        let Some(row) = all.get(like).or_else(|| all.named(like)) else {
            return may.no(|| {
                let short: String = like.chars().take(40).collect();
                Refusal::new(rules::RH_HOUSE_11H, "no-such-entry", format!("There is no creature {short}."))
            });
        };
        may.not_if(row.module.is_some() && may.state.house.mystic_foes == MysticFoes::Off, || {
            let sentence = format!("{} belongs to mystic_foes, which is off here.", row.name);
            Refusal::new(rules::RH_HOUSE_21H, "module-off", sentence)
        })?;
        Ok(Some(row))
    }
}

impl Deed<RollHighOrDie> for AddCreature {
    const CARD: Card = Card::gm("Bring somebody in", TABLE).rule(rules::RH_HOUSE_11H);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let (state, name) = (may.state, self.name.trim());
        let bad = |code, sentence: String| Refusal::new(rules::RH_HOUSE_11H, code, sentence);
        may.not_if(name.is_empty() || name.chars().count() > 40, || {
            bad("no-name", "A name has 1 to 40 letters.".into())
        })?;
        may.not_if(state.everybody().any(|who| state.name(who) == name), || {
            bad("name-taken", format!("Somebody is called {name} already."))
        })?;
        may.not_if(state.creatures.len() >= MOST, || {
            bad("too-many", format!("A table keeps track of at most {MOST} creatures."))
        })?;
        self.row(may).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let (rule, name) = (rules::RH_HOUSE_11H, self.name.trim());
        let mut creature = match self.row(May::quiet(cx.at(), by))? {
            None => Creature::blank(name, Rank::Minion),
            Some(row) => creature_like(cx.state(), cx.book(), row, name),
        };
        creature.live.unseen = self.unseen;
        creature.live.stance = start_stance(cx.state());
        let who = cx.state().next(name, self.unseen);
        record(cx, rule, TableFact::Came { who, creature: Box::new(creature) }.into());
        if let Some(at) = self.at.filter(|_| cx.state().board.is_some()) {
            record(cx, rules::RH_POS_01, BoardFact::Put { who, at: Some(at), lift: 0 }.into());
        }
        Ok(())
    }
}

deed! {
    /// How somebody regards another.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Considers(form: RollHighOrDie) {
        /// Who.
        who: Who = {
            let state = form.state;
            form.only_if(state.here().nth(1).is_some())?;
            form.creature_among("who", "Who", |who| here(state, who))?
        },
        /// Whom.
        of: Who = {
            let state = form.state;
            form.creature_among("of", "Whom", |who| here(state, who))?
        },
        /// How.
        regard: Regard = word(form, "regard", "How", Regard::ALL, Regard::name)?,
    }
}

fn here(state: &State, who: Who) -> bool {
    state.creature(who).is_some_and(|one| !one.live.dead && !one.live.away)
}

impl Deed<RollHighOrDie> for Considers {
    const CARD: Card = Card::gm("Say who regards whom how", TABLE).rule(rules::RH_GM_02);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        known(may.state, self.who)?;
        known(may.state, self.of)?;
        may.not_if(self.who == self.of, || Refusal::new(rules::RH_GM_02, "yourself", "That is about two."))
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let Self { who, of, regard } = self;
        record(cx, rules::RH_GM_02, TableFact::Regards { who, of, regard }.into());
        Ok(())
    }
}

/// Something the Referee gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Grant {
    /// To whom.
    pub who: Who,
    /// EXP.
    #[serde(default)]
    pub exp: u16,
    /// A thing, by its name.
    #[serde(default)]
    pub ware: Option<String>,
    /// A Degree of this Skill.
    #[serde(default)]
    pub skill: Option<Skill>,
    /// Which; Learning if nothing is said.
    #[serde(default)]
    pub degree: Option<Degree>,
}

/// What is given: a card each.
#[derive(Clone, Copy, PartialEq)]
enum Gift {
    Ware,
    Exp,
    Degree,
}

impl Form<RollHighOrDie> for Grant {
    fn form(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Self> {
        let state = form.state;
        let gift = form.variant(&[Gift::Ware, Gift::Exp, Gift::Degree])?;
        let (id, label) = match gift {
            Gift::Ware => ("grant-ware", "Give a thing"),
            Gift::Exp => ("grant-exp", "Give EXP"),
            Gift::Degree => ("grant-degree", "Give a Degree"),
        };
        form.id(|| id.into());
        form.label(|| label.into());
        let made = |who: Who| {
            let hero = |one: &Creature| one.sheet.is_hero() && one.sheet.draft.is_none() && !one.live.dead;
            state.creature(who).is_some_and(hero)
        };
        let asks = |known: Gift| gift == known;
        let written = form.is_written();
        form.only_if(state.everybody().any(made))?;
        let who = anybody(form, "who", "To whom", made)?;
        let mut grant = Self { who, exp: 0, ware: None, skill: None, degree: None };
        if written || asks(Gift::Ware) {
            let wares = for_sale(state, form.book).into_iter();
            let wares = wares.map(|ware| {
                (
                    ware.name.to_owned(),
                    Called(move || Named::new(ware.name.to_owned()).say(ware.text.to_owned())),
                )
            });
            grant.ware = form.or_left_out("ware", |form| form.one_of("ware", "Which", wares))?;
        }
        if written || asks(Gift::Exp) {
            let exp = form.or_left_out("exp", |form| form.amount("exp", "How many", 1..=20))?;
            grant.exp = exp.unwrap_or(0);
        }
        if written || asks(Gift::Degree) {
            grant.skill = form.or_left_out("skill", |form| any_skill(form, "skill", "Of which Skill"))?;
            let degrees = Degree::ALL.iter().map(|degree| (*degree, degree.name()));
            grant.degree = form.maybe("degree", "Which", degrees)?;
        }
        Ok(grant)
    }
}

impl Grant {
    /// The thing, if one is given.
    fn thing(&self, may: May<'_, RollHighOrDie>) -> Lawful<Option<ItemSheet>> {
        let Some(name) = &self.ware else { return Ok(None) };
        let thing = thing(may.book, name);
        may.not_if(thing.like.is_none(), || {
            Refusal::new(rules::RH_GM_04, "no-such-ware", "There is no such thing on the lists.")
        })?;
        Ok(Some(thing))
    }
}

/// What fits nowhere lies beside them.
impl Deed<RollHighOrDie> for Grant {
    const CARD: Card = Card::gm("Give something", TABLE).rule(rules::RH_GM_04);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        known(may.state, self.who)?;
        self.thing(may)?;
        let nothing = self.exp == 0 && self.ware.is_none() && self.skill.is_none();
        may.not_if(nothing || self.exp > 99, || {
            Refusal::new(rules::RH_GM_04, "no-gift", "Give up to 99 EXP, a thing or a Degree.")
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let (rule, who) = (rules::RH_GM_04, self.who);
        let thing = self.thing(May::quiet(cx.at(), by))?;
        if self.exp > 0 {
            let to = cx.state().sheet(who).exp.saturating_add(self.exp);
            record(cx, rule, HeroFact::Exp { who, to }.into());
        }
        if let Some(thing) = thing {
            let beside = Place::Floor(cx.state().live(who).at);
            let place = room(cx.state(), cx.book(), who, &thing).unwrap_or(beside);
            let item = fresh(cx.book(), &thing, place, thing.stack.max(1));
            record(cx, rule, GearFact::Got { who, thing, item }.into());
        }
        if let Some(skill) = self.skill {
            let degree = self.degree.unwrap_or(Degree::Learning);
            record(cx, rule, HeroFact::Degree { who, skill, degree }.into());
        }
        Ok(())
    }
}
