//! What a notation means, piece by piece, or where it cannot be read.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::view::{Candidate, Domain};
use boneyard_table::{Cx, Flow, Refusal, Seat, deed};
use serde_json::json;

use crate::DeadWeight;
use crate::book::Book;
use crate::fact::GearFact;
use crate::form::stored;
use crate::house::LetterE;
use crate::rules;
use crate::weapon::{Effect, Notation, NotationError};

deed! {
    /// Says what a notation means: that of a weapon, or one that somebody writes.
    #[serde(deny_unknown_fields)]
    pub struct Explain(form: DeadWeight) {
        /// The notation.
        notation: String = {
            let weapons = weapons(form.book);
            let named = || weapons.iter().map(|(text, weapon)| (text, format!("{weapon}: {text}")));
            let domain = || Domain::one_of(named().map(|(text, name)| Candidate::new(json!(text), name)));
            form.field("notation", "Of which weapon", domain, || Some(weapons.first()?.0.clone()), stored)?
        },
        /// Another one, as somebody writes it: it takes the place of the weapon's.
        #[serde(default)]
        own: Option<String> = form.maybe_text("own", "Or another one", 40)?,
        /// Of an enemy's action: these may have a minus.
        #[serde(default)]
        enemy: bool = form.flag("enemy", "Of an enemy")?,
    }
}

impl Deed<DeadWeight> for Explain {
    const CARD: Card = Card::anyone("Explain a weapon's notation", "Things").rule(rules::DW_WEAP_01);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        self.read(may).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        let notation = self.read(May::quiet(cx.at(), by))?;
        let parts = notation.explain();
        for part in &parts {
            cx.cite(part.rule);
        }
        let has_e = notation.blow(true, &cx.state().house).effects.has(Effect::E);
        if has_e {
            cx.cite(rules::DW_WEAP_05);
        }
        let unread = has_e && cx.state().house.letter_e == LetterE::None;
        let told = parts.into_iter().map(|part| match part.text.as_str() {
            "E" if unread => "E means nothing at this table".to_owned(),
            text => format!("{text} means {}", part.meaning),
        });
        let fact = GearFact::Explained { notation: notation.to_string(), parts: told.collect() };
        cx.record(rules::DW_WEAP_01, fact.into());
        Ok(())
    }
}

impl Explain {
    /// The notation, if it can be read.
    fn read(&self, may: May<'_, DeadWeight>) -> Lawful<Notation> {
        let text = self.own.as_ref().unwrap_or(&self.notation);
        let notation: Notation = text.parse().or_else(|error: NotationError| {
            may.no(|| {
                let sentence = format!("This cannot be read. {error}.");
                Refusal::new(rules::DW_WEAP_01, "unreadable", sentence).with("at", error.at)
            })
        })?;
        match notation.check_weapon() {
            Err((rule, why)) if !self.enemy => {
                may.no(|| Refusal::new(rule, "minus", format!("{}.", capital(why))))
            }
            _ => Ok(notation),
        }
    }
}

/// The notations of the weapons, each once, by the first weapon that has it.
fn weapons(book: &Book) -> Vec<(String, &str)> {
    let mut all: Vec<(String, &str)> = Vec::new();
    for row in book.weapons.iter() {
        let Some(notation) = row.attack.map(|attack| attack.to_string()) else { continue };
        if all.iter().all(|(known, _)| *known != notation) {
            all.push((notation, &row.name));
        }
    }
    all
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
