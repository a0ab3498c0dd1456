//! Dangers of the referee's own: catch people with them by name from then on, or let them lie in a place.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::table::OwnFile;
use boneyard_table::{At, Cx, Flow, Refusal, Seat, deed};
use serde::Serialize;

use super::{Amount, RULE, file, id, may_be_named};
use crate::DirkRules;
use crate::state::Ability;

deed! {
    /// Makes a danger of places.
    #[serde(deny_unknown_fields)]
    pub struct MakeHazard(form: DirkRules) {
        name: String = form.text("name", "What it is called", 40)?,
        /// Its damage.
        damage: String = form.text("damage", "Damage, such as 2d6", 20)?,
        /// The score it lowers; STR if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        harms: Option<Ability> = form.maybe("harms", "What it harms", Ability::ALL.map(|one| (one, one.name())))?,
        /// The save that spares people.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        save: Option<Ability> = form.maybe("save", "The save that spares people", Ability::ALL.map(|one| (one, one.name())))?,
        #[serde(default)]
        fire: bool = form.flag("fire", "It burns")?,
        #[serde(default)]
        past_armor: bool = form.flag("past_armor", "Armor is no help")?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String> = form.maybe_text("text", "What it is like", 400)?,
    }
}

#[derive(Serialize)]
struct Row<'a> {
    id: String,
    name: &'a str,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    save: Option<Ability>,
    effects: [Hurts; 1],
}

#[derive(Serialize)]
struct Hurts {
    damage: Amount,
}

impl Deed<DirkRules> for MakeHazard {
    const CARD: Card = Card::gm("Make a danger", "Make").rule(RULE);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may_be_named(may, &self.name)
    }

    fn writes(&self, _: At<'_, DirkRules>) -> Result<Vec<OwnFile>, Refusal> {
        let name = self.name.trim();
        let mut kind = "damage".to_owned();
        for (said, word) in [
            (self.harms.is_some_and(|harms| harms != Ability::Str), self.harms.map_or("", Ability::name)),
            (self.fire, "fire"),
            (self.past_armor, "no-ap"),
        ] {
            if said {
                kind = format!("{kind} {word}");
            }
        }
        let damage = Amount { dice: self.damage.trim().to_owned(), kind };
        let text = self.text.as_deref().unwrap_or_default();
        let row = Row { id: id("HAZ", name), name, text, save: self.save, effects: [Hurts { damage }] };
        Ok(vec![file("hazards", name, "hazard", &row)?])
    }

    /// It is on the lists now; nothing has happened yet.
    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        cx.cite(RULE);
        Ok(())
    }
}
