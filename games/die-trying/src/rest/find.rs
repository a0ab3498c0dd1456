//! What somebody finds: by the d100, as the TS likes.

use boneyard_content::Then;
use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Judgement, Ruling, RulingOption, Seat, Who, deed};

use crate::DieTrying;
use crate::book::{Letters, Loot, TableEffect};
use crate::combat::may_know;
use crate::effect::{Scale, Source, number};
use crate::fact::GearFact;
use crate::gear::{self, Made};
use crate::hero::receive;
use crate::rest::draw::{Drawn, draw};
use crate::rest::scene::some_hero;
use crate::rules;
use crate::state::{DamageType, Item, ItemSheet, Trait};

deed! {
    /// The TS lets somebody find something: by the d100, unless another find is chosen.
    #[derive(Copy)]
    pub struct Find(form: DieTrying) {
        who: Who = {
            let peace = form.state.battle.is_none();
            form.only_if(peace)?;
            some_hero(form, "Who")?
        },
    }
}

impl Deed<DieTrying> for Find {
    const CARD: Card = Card::gm("Somebody finds something", "Scene").rule(rules::DT_LOOT_01H);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_know(may, self.who)
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        finds(cx, self.who)
    }
}

fn finds(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow {
    let (rule, book) = (rules::DT_LOOT_01H, cx.book());
    let Some(table) = book.tables.get(rules::DT_TABLE_02H.as_str()) else { return Ok(()) };
    cx.cite(rules::DT_TABLE_02H);
    let things = cx.state().sheet(who).items.len();
    let row = match draw(cx, rule, table, &format!("loot {things}"), ("nothing", "Nothing after all"))? {
        Drawn::Row(row) => row,
        Drawn::Nothing => return Ok(()),
        Drawn::Words(words) => {
            // Words alone give no rule anything to do.
            cx.cite(rules::DT_CORE_10);
            let thing = ItemSheet { name: words, ..ItemSheet::default() };
            receive(cx, who, thing, Item::one(), rule);
            return Ok(());
        }
    };
    for then in &row.then {
        match then {
            Then::Effect(TableEffect::Find(loot)) => cx.within(who, |cx| found(cx, who, loot))?,
            Then::Effect(TableEffect::Artifact(_)) => {
                let face = cx.die(rule, Seat::GM, 6)?;
                let row = book.artifacts.iter().find(|row| row.face == face);
                if let Some((thing, item)) =
                    row.and_then(|row| gear::thing(book, &row.name, &Made::default()))
                {
                    receive(cx, who, thing, item, rule);
                }
            }
            Then::Effect(TableEffect::Weapon(_)) => cx.within(who, |cx| some_weapon(cx, who))?,
            Then::Effect(TableEffect::Advanced(_)) => cx.within(who, |cx| some_advanced(cx, who))?,
            _ => {}
        }
    }
    Ok(())
}

/// An ordinary weapon: the TS says of what type and with which trait.
fn some_weapon(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow {
    let kinds = DamageType::ALL.into_iter().filter(|kind| kind.is_of_weapons());
    let all: Vec<(DamageType, Trait)> =
        kinds.flat_map(|kind| Trait::ALL.into_iter().map(move |quality| (kind, quality))).collect();
    let names: Vec<String> =
        all.iter().map(|(kind, quality)| format!("{} {}", quality.name(), kind.name())).collect();
    let Some((kind, quality)) = picked(cx, who, &names)?.and_then(|at| all.get(at).copied()) else {
        return Ok(());
    };
    let called = format!("{} weapon", quality.name());
    let made = Made { called: Some(&called), kind: Some(kind), quality: Some(quality) };
    if let Some((thing, item)) = gear::thing(cx.book(), "Weapon", &made) {
        receive(cx, who, thing, item, rules::DT_LOOT_01H);
    }
    Ok(())
}

/// An Advanced Weapon: the TS says which.
fn some_advanced(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow {
    let book = cx.book();
    let names: Vec<String> = book.advanced.iter().map(|row| row.name.clone()).collect();
    let name = picked(cx, who, &names)?.and_then(|at| names.get(at));
    if let Some((thing, item)) = name.and_then(|name| gear::thing(book, name, &Made::default())) {
        receive(cx, who, thing, item, rules::DT_LOOT_01H);
    }
    Ok(())
}

/// What the TS picks of several finds; words of their own are a thing of that name and nothing more.
fn picked(cx: &mut Cx<'_, DieTrying>, who: Who, names: &[String]) -> Flow<Option<usize>> {
    let rule = rules::DT_LOOT_01H;
    let things = cx.state().sheet(who).items.len();
    let judgement = || Judgement {
        rule,
        tag: format!("weapon {things}"),
        question: "A weapon. Which?".into(),
        about: Vec::new(),
        options: names.iter().map(|name| RulingOption::new(&name.to_lowercase(), name.clone())).collect(),
        proposal: 0,
        why: "One is as likely as the next.".into(),
        precedents: Vec::new(),
    };
    match cx.judge(rule, 0, &judgement)? {
        Ruling::Listed(chosen) => Ok(Some(usize::from(chosen))),
        Ruling::Free { words, .. } => {
            let thing = ItemSheet { name: words.into(), ..ItemSheet::default() };
            receive(cx, who, thing, Item::one(), rule);
            Ok(None)
        }
    }
}

/// One find of the table.
fn found(cx: &mut Cx<'_, DieTrying>, who: Who, loot: &Loot) -> Flow {
    let rule = rules::DT_LOOT_01H;
    let source = Source { from: Some(who), letters: Letters::default(), rule, scale: Scale::default() };
    if let Some(silver) = &loot.silver {
        let more = number(cx, source, who, silver)?;
        let to = cx.state().sheet(who).silver + u32::from(more.max(0).unsigned_abs());
        cx.record(rule, GearFact::Silver { who, to }.into());
    }
    let Some((thing, mut item)) =
        loot.item.as_deref().and_then(|name| gear::thing(cx.book(), name, &Made::default()))
    else {
        return Ok(());
    };
    if let Some(count) = &loot.count {
        item.count = number(cx, source, who, count)?.max(1).unsigned_abs();
    }
    if let Some(uses) = &loot.uses {
        item.left = number(cx, source, who, uses)?.max(0).unsigned_abs();
    }
    receive(cx, who, thing, item, rule);
    Ok(())
}
