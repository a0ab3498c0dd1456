//! All that one seat may see, in one piece. The game fills in sheets, trackers, scene and order; the
//! table adds questions, offers, lines and who is being waited for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::block::Block;
use super::frame::Framed;
use super::line::Line;
use super::msg::Msg;
use super::offer::OfferCard;
use super::order::Order;
use super::prompt::PromptCard;
use super::scene::Scene;
use super::sheet::{Owner, Sheet};
use super::todo::Todo;
use super::tracker::Tracker;
use super::tray::DiceTray;
use crate::{Seat, Who};

/// All that one seat may see.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// Whose view.
    pub seat: Seat,
    /// The name of the table.
    pub title: Msg,
    /// Heroes, creatures and the table's own.
    pub sheets: Vec<Sheet>,
    /// Counters everyone here may see.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trackers: Vec<Tracker>,
    /// Where it happens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<Scene>,
    /// Whose turn it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    /// What is still to be resolved, last in first out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<Order>,
    /// Dice on the table now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tray: Option<DiceTray>,
    /// Questions, the deepest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prompts: Vec<PromptCard>,
    /// Who is waited for, as far as this seat may know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting_for: Vec<Waiting>,
    /// What this seat owes while play goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub todo: Option<Todo>,
    /// What this seat could do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<OfferCard>,
    /// The latest lines, provisional ones last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
}

/// Somebody who is waited for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Waiting {
    /// Which seat, where this seat may know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The creature that is asked, if it is one and this seat knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<Who>,
    /// "Waiting for Di."
    pub say: Msg,
    /// Whether their answer is in.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub answered: bool,
}

impl View {
    /// An empty view: a game fills in what the seat may see, and nothing else gets in.
    pub fn new(seat: Seat, title: impl Into<Msg>) -> Self {
        View {
            seat,
            title: title.into(),
            sheets: Vec::new(),
            trackers: Vec::new(),
            scene: None,
            order: None,
            stack: None,
            tray: None,
            prompts: Vec::new(),
            waiting_for: Vec::new(),
            todo: None,
            offers: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// Adds a sheet.
    #[must_use]
    pub fn sheet(mut self, sheet: Sheet) -> Self {
        self.sheets.push(sheet);
        self
    }

    /// Adds a tracker.
    #[must_use]
    pub fn tracker(mut self, tracker: Tracker) -> Self {
        self.trackers.push(tracker.settled());
        self
    }

    /// Sets the scene.
    #[must_use]
    pub fn scene(mut self, scene: Scene) -> Self {
        self.scene = Some(scene);
        self
    }

    /// Sets the order of turns.
    #[must_use]
    pub fn order(mut self, order: Order) -> Self {
        self.order = Some(order.settled());
        self
    }

    /// Sets what is still to be resolved.
    #[must_use]
    pub fn stack(mut self, stack: Order) -> Self {
        self.stack = Some(stack.settled());
        self
    }

    /// Sets the dice on the table.
    #[must_use]
    pub fn tray(mut self, tray: DiceTray) -> Self {
        self.tray = Some(tray.settled());
        self
    }

    /// Sets what is owed.
    #[must_use]
    pub fn todo(mut self, todo: Todo) -> Self {
        self.todo = Some(todo.settled());
        self
    }

    /// The sheet of an owner.
    pub fn sheet_of(&self, owner: &Owner) -> Option<&Sheet> {
        self.sheets.iter().find(|sheet| sheet.owner == *owner)
    }

    /// A block by its sheet and key.
    pub fn block(&self, owner: &Owner, key: &str) -> Option<&Block> {
        self.sheet_of(owner)?.get(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Who;
    use crate::view::{OrderEntry, OrderMode, Owed, Pool};

    #[test]
    fn a_view_finds_a_block_by_whose_it_is_and_comes_back_from_json_whole() {
        let hero = |who, now| Sheet::hero(Who(who), "Hero").block(Pool::new("hp", "Hit points", now, 9));
        let view = View::new(Seat(1), "The Drowned Chapel")
            .sheet(hero(1, 4))
            .sheet(hero(2, 7))
            .tracker(Tracker::clock("doom", "Doom", 2, 6))
            .order(Order::new("order", "Order", OrderMode::Free).entry(OrderEntry::new(Who(1), "Brack")))
            .stack(Order::new("stack", "Pending", OrderMode::Stack).entry(OrderEntry::effect("COUNTER!")))
            .tray(DiceTray::new("dice", "Dice", []))
            .todo(Todo::new("todo", "Owed").owed(Owed::new("place 1 mark")));
        let owner = Owner::Hero { who: Who(2) };
        let hp = view.block(&owner, "hp").expect("Cy has hit points");
        assert_eq!(hp.frame().sentence().text(), "Hit points 7 of 9.");
        assert_eq!(view.block(&Owner::Creature { who: Who(2) }, "hp"), None);
        let text = serde_json::to_string(&view).expect("plain data");
        assert_eq!(serde_json::from_str::<View>(&text).expect("same shape"), view);
    }
}
