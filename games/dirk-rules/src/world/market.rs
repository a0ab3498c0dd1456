//! Where power-ups come from: the class a place hides, and what one costs where nobody looks.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Judgement, Refusal, RuleId, RulingOption, Seat, Who, deed};

use super::WorldFact;
use crate::DirkRules;
use crate::book::{Book, PowerUpClass};
use crate::check::is_alive;
use crate::fact::Fact;
use crate::growth;
use crate::rules;
use crate::state::State;
use crate::tell::gems_in_words;

const RULE: RuleId = rules::DK_LOOT_05H;

deed! {
    /// Somebody finds a power-up at a place, which says of what class it is. Where it is two things at
    /// once, the referee does.
    pub struct FindAt(form: DirkRules) {
        who: Who = form.creature_among("who", "Who finds it", hero(form.state))?,
        /// What the place is, in words that name a known kind of place.
        place: String = place(form)?,
    }
}

/// Whether somebody is a hero; whom finds are for.
fn hero(state: &State) -> impl Fn(Who) -> bool + use<'_> {
    |who| state.creature(who).is_some_and(|one| one.sheet.hero)
}

/// The field `place`: those of which something is known.
fn place(form: &mut Filling<'_, DirkRules>) -> Filled<String> {
    let known = form.book.classes.iter().flat_map(|class| &class.places);
    form.one_of("place", "What the place is", known.map(|place| (place.clone(), place)))
}

fn hiding<'a>(book: &'a Book, place: &str) -> Vec<&'a PowerUpClass> {
    let words = place.to_lowercase();
    let hides = |class: &&PowerUpClass| class.places.iter().any(|known| words.contains(known.as_str()));
    book.classes.iter().filter(hides).collect()
}

impl Deed<DirkRules> for FindAt {
    const CARD: Card = Card::gm("A power-up at a place", "World").rule(RULE);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        is_alive(may, self.who)?;
        growth::may_carry(may, self.who)?;
        may.not_if(hiding(may.book, &self.place).is_empty(), || {
            let known = may.book.classes.iter().flat_map(|class| &class.places);
            let known: Vec<&str> = known.map(String::as_str).collect();
            let sentence = format!("Nothing is known of such a place. Known are {}.", known.join(", "));
            Refusal::new(RULE, "no-such-place", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let Self { who, place } = self;
        let fits = hiding(cx.book(), &place);
        let Some(first) = fits.first() else {
            return Ok(());
        };
        let class = if fits.len() == 1 {
            first
        } else {
            let ruling = cx.judge(RULE, 0, &|| Judgement {
                rule: RULE,
                tag: place.to_lowercase(),
                question: format!("Of which class is a find in {place}?"),
                about: Vec::new(),
                options: fits
                    .iter()
                    .map(|class| RulingOption::new(&class.name, class.name.clone()))
                    .collect(),
                proposal: 0,
                why: "the place is both".into(),
                precedents: Vec::new(),
            })?;
            fits.get(usize::from(ruling.option())).unwrap_or(first)
        };
        cx.cite(RULE);
        growth::found(cx, who, class)
    }
}

deed! {
    /// Buys a power-up where nobody looks: the class is known, which one it is only when it is paid for.
    pub struct BlackMarket(form: DirkRules) {
        who: Who = form.creature_among("who", "Who buys it", hero(form.state))?,
        class: String = growth::class(form, |class| {
            format!("{}, {}", class.name, gems_in_words(class.black_market))
        })?,
    }
}

impl Deed<DirkRules> for BlackMarket {
    const CARD: Card = Card::gm("A power-up for gems", "World").rule(RULE);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        is_alive(may, self.who)?;
        let class = growth::may_class(may, &self.class)?;
        let (sheet, price) = (may.state.sheet(self.who), class.black_market);
        may.not_if(sheet.gems < price, || {
            let sentence = format!("That costs {}; {} has {}.", gems_in_words(price), sheet.name, sheet.gems);
            Refusal::new(RULE, "too-dear", sentence).with("cost", price).with("gems", sheet.gems)
        })?;
        growth::may_carry(may, self.who)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let who = self.who;
        let Some(class) = growth::class_of(cx.book(), &self.class) else {
            return Ok(());
        };
        let from = cx.state().sheet(who).gems;
        let to = from.saturating_sub(class.black_market);
        cx.record(RULE, Fact::World(WorldFact::Paid { who, from, to }));
        growth::found(cx, who, class)
    }
}
