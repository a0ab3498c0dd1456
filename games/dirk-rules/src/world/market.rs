//! Where power-ups come from: the class a place hides, and what one costs where nobody looks.

use boneyard_table::{Cx, Flow, Judgement, Refusal, RuleId, RulingOption, Seat, Who, refuse};

use super::WorldFact;
use crate::DirkRules;
use crate::book::PowerUpClass;
use crate::check::{alive, referee};
use crate::fact::Fact;
use crate::growth;
use crate::rules;
use crate::tell::gems_in_words;

const RULE: RuleId = rules::DK_LOOT_05H;

/// Somebody finds a power-up at a place, which says of what class it is. Where it is two things at
/// once, the referee does.
pub fn find_at(cx: &mut Cx<'_, DirkRules>, by: Seat, who: Who, place: &str) -> Flow {
    referee(by, RULE, "place finds")?;
    alive(cx.at(), who)?;
    growth::can_carry(cx, who)?;
    let words = place.to_lowercase();
    let hides = |class: &&PowerUpClass| class.places.iter().any(|known| words.contains(known.as_str()));
    let fits: Vec<&PowerUpClass> = cx.book().classes.iter().filter(hides).collect();
    let Some(first) = fits.first() else {
        let known: Vec<&str> =
            cx.book().classes.iter().flat_map(|class| &class.places).map(String::as_str).collect();
        let sentence = format!("Nothing is known of such a place. Known are {}.", known.join(", "));
        return refuse(Refusal::new(RULE, "no-such-place", sentence));
    };
    let class = if fits.len() == 1 {
        first
    } else {
        let ruling = cx.judge(RULE, 0, &|| Judgement {
            rule: RULE,
            tag: words.clone(),
            question: format!("Of which class is a find in {place}?"),
            about: Vec::new(),
            options: fits.iter().map(|class| RulingOption::new(&class.name, class.name.clone())).collect(),
            proposal: 0,
            why: "the place is both".into(),
            precedents: Vec::new(),
        })?;
        fits.get(usize::from(ruling.option())).unwrap_or(first)
    };
    cx.cite(RULE);
    growth::found(cx, who, class)
}

/// Buys a power-up where nobody looks: the class is known, which one it is only when it is paid for.
pub fn black_market(cx: &mut Cx<'_, DirkRules>, by: Seat, who: Who, class: &str) -> Flow {
    referee(by, RULE, "open a black market")?;
    alive(cx.at(), who)?;
    let class = growth::class(cx, class)?;
    let (from, price) = (cx.state().sheet(who).gems, class.black_market);
    let Some(to) = from.checked_sub(price) else {
        let sentence =
            format!("That costs {}; {} has {from}.", gems_in_words(price), cx.state().sheet(who).name);
        return refuse(Refusal::new(RULE, "too-dear", sentence).with("cost", price).with("gems", from));
    };
    growth::can_carry(cx, who)?;
    cx.record(RULE, Fact::World(WorldFact::Paid { who, from, to }));
    growth::found(cx, who, class)
}
