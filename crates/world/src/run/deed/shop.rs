//! Buying and selling, where something is sold.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May, Named};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use super::super::act::Act;
use super::super::coin::{in_words, mint, pay, wealth};
use super::super::market::{Good, goods, shop};
use super::super::settle::settle;
use super::super::thing::{place_of, shift};
use super::super::world::Where;
use super::super::worldly::{Stack, Worldly};
use super::things::{item, may_part, part};
use super::{Inhabited, here};
use crate::adventure::Lying;

deed! {
    /// Buys something, or lets something be done for money.
    #[serde(deny_unknown_fields)]
    pub struct Buy(form: impl Inhabited) {
        who: Who = form.actor()?,
        what: String = good(form, who)?,
        /// How many; one if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u32> = form.maybe_amount("number", "How many", 1..=1_000)?,
    }
}

fn good<G: Inhabited>(form: &mut Filling<'_, G>, who: Who) -> Filled<String> {
    form.only_if(!G::COINS.is_empty())?;
    let at = form.at();
    let all = place_of(at, who).map(|here| goods(at, &here)).unwrap_or_default();
    let named = all.into_iter().map(|good| {
        let price = in_words::<G>(u64::from(good.price));
        (good.name.clone(), Named::new(good.name).cost(boneyard_table::view::Msg::from(price)))
    });
    form.named("what", "What", named, |_| None)
}

impl Buy {
    fn number(&self) -> u32 {
        self.number.unwrap_or(1)
    }

    fn good<G: Worldly>(&self, at: boneyard_table::At<'_, G>) -> Option<Good> {
        let here = place_of(at, self.who)?;
        goods(at, &here).into_iter().find(|good| good.name == self.what)
    }
}

impl<G: Inhabited> Deed<G> for Buy {
    const CARD: Card = Card::acting("Buy", "Things").rule(G::CITES.things);

    fn may(&self, may: May<'_, G>) -> Lawful {
        let rule = G::CITES.things;
        G::may_act(may, self.who, Act::Trade)?;
        here(may, self.who)?;
        let Some(good) = self.good(may.at()) else {
            return may.no(|| Refusal::new(rule, "not-sold", "Nothing like that is sold here now."));
        };
        may.not_if(!(1..=1_000).contains(&self.number()), || {
            Refusal::new(rule, "so-many", "1 to 1,000 can be bought at once.").with("most", 1_000_u32)
        })?;
        let costs = u64::from(good.price) * u64::from(self.number());
        let has = wealth(may.at(), self.who);
        may.not_if(has < costs, || {
            let sentence = format!("That costs {}; they have {}.", in_words::<G>(costs), in_words::<G>(has));
            Refusal::new(rule, "too-few", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, G>, by: Seat) -> Flow {
        let Some(good) = self.good(cx.at()) else { return Ok(()) };
        let number = self.number();
        let thing = match good.service {
            true => None,
            false => {
                let thing = G::thing(cx, &Lying::entry(&good.name), number)?;
                G::fits(May::told(cx.at(), by), self.who, &thing)?;
                Some(thing)
            }
        };
        G::acts(cx, self.who, Act::Trade)?;
        pay(cx, self.who, u64::from(good.price) * u64::from(number), &Where::Outside);
        match thing {
            Some(thing) => {
                shift(cx, thing, (Where::Outside, None), Where::Carried(self.who), true, false);
            }
            None => {
                for _ in 0..number {
                    G::serve(cx, self.who, &good.name)?;
                }
            }
        }
        G::traded(cx, self.who, &good.name, number, true)?;
        settle(cx)
    }
}

deed! {
    /// Sells something where things are bought.
    #[serde(deny_unknown_fields)]
    pub struct Sell(form: impl Inhabited) {
        who: Who = form.actor()?,
        item: u8 = for_sale(form, who)?,
        /// How many; all of them if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u32> = form.maybe_amount("number", "How many", 1..=1_000_000)?,
    }
}

fn for_sale<G: Inhabited>(form: &mut Filling<'_, G>, who: Who) -> Filled<u8> {
    let at = form.at();
    let buys = place_of(at, who).and_then(|here| shop(at, &here)).is_some_and(|shop| shop.buys);
    form.only_if(buys && !G::COINS.is_empty())?;
    item(form, who)
}

impl<G: Inhabited> Deed<G> for Sell {
    const CARD: Card = Card::acting("Sell", "Things").rule(G::CITES.things);

    fn may(&self, may: May<'_, G>) -> Lawful {
        let rule = G::CITES.things;
        G::may_act(may, self.who, Act::Trade)?;
        let here = here(may, self.who)?;
        may.not_if(!shop(may.at(), &here).is_some_and(|shop| shop.buys), || {
            Refusal::new(rule, "not-bought", "Nobody buys anything here now.")
        })?;
        let thing = may_part(may, self.who, self.item, self.number)?;
        let wanted = thing.coin().is_none() && G::worth(may.at(), &thing).is_some();
        may.not_if(!wanted, || Refusal::new(rule, "not-wanted", "Nobody here gives anything for that."))
    }

    fn run(self, cx: &mut Cx<'_, G>, _by: Seat) -> Flow {
        let Some(thing) = part(cx, self.who, self.item, self.number) else { return Ok(()) };
        let Some(worth) = G::worth(cx.at(), &thing) else { return Ok(()) };
        let (name, number) = (thing.name().to_owned(), thing.number());
        G::acts(cx, self.who, Act::Trade)?;
        shift(cx, thing, (Where::Carried(self.who), None), Where::Outside, true, false);
        mint(cx, u64::from(worth) * u64::from(number), &Where::Carried(self.who));
        G::traded(cx, self.who, &name, number, false)?;
        settle(cx)
    }
}
