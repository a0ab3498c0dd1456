//! Everything one seat's page shows, already filtered for that seat. It is sent whole once and then as
//! changes; the log travels beside it, because it only grows.

use std::collections::BTreeMap;

use boneyard_table::asks::{Asks, SaidBefore};
use boneyard_table::frame::{Chat, Standing};
use boneyard_table::judge::{Level, RulingRecord};
use boneyard_table::table::Shown;
use boneyard_table::view::{OfferCard, Sheet, View};
use boneyard_table::{Awaits, Plays, Role, RuleId, Seat, Who};
use schemars::JsonSchema;
use serde::Serialize;

use super::patch::{Change, Differences};

/// What lies before a seat.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Desk {
    /// Which table this is.
    pub table: TableCard,
    /// Who is looking.
    pub you: You,
    /// Everybody who sits here, in the order of their seats.
    pub people: Vec<Person>,
    /// The table as the game shows it to this seat, with its questions and offers. Its `lines` stay
    /// empty: the log travels on its own.
    pub view: View,
    /// Handouts this seat was shown; to the game master every paper, notes among them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub papers: Vec<PaperCard>,
    /// The dice in use, for whoever wants to check them later.
    pub dice: DiceCard,
    /// What only the game master has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gm: Option<GmDesk>,
}

/// Which table this is.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TableCard {
    /// Its id in addresses.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// The game's name, as in addresses and looks.
    pub game: String,
    /// The game's name on the page.
    pub game_title: String,
    /// The version of the rules.
    pub rules: String,
    /// After so many seconds instinct answers for whoever is asked; never, if it is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delay: Option<u32>,
    /// Whether players may ask what to answer.
    pub advice: bool,
}

/// Who is looking.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct You {
    /// The seat.
    pub seat: Seat,
    /// What they are called.
    pub name: String,
    /// What they are there for.
    pub role: Role,
    /// Whether they roll real dice and type them in.
    pub types_dice: bool,
    /// The creatures they speak for.
    pub heroes: Vec<Who>,
    /// Heroes nobody plays: one of them can be taken by `hand`.
    pub free_heroes: Vec<Who>,
    /// What they have answered beforehand.
    pub standing: Vec<Standing>,
    /// Which of their creatures play themselves; to the game master, which of all do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pilots: Vec<PilotCard>,
    /// How much they want to be asked.
    pub asks: Asks,
    /// What they have said beforehand to questions of a name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub said_before: Vec<SaidBefore>,
    /// Whether they may say something.
    pub talks: bool,
    /// Whether this is the game master looking through somebody's eyes: nothing can be done from here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub preview: bool,
}

/// A creature that plays itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PilotCard {
    /// Which.
    pub who: Who,
    /// When.
    pub plays: Plays,
    /// Whether it looks ahead before it acts.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ahead: bool,
    /// Whether it is held since something was taken back, until somebody lets it go on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
    /// Whether it is its turn and what comes next is for a person to say.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub asks: bool,
}

/// Somebody at the table.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Person {
    /// Their seat.
    pub seat: Seat,
    /// What they are called.
    pub name: String,
    /// What they are there for.
    pub role: Role,
    /// Whether a page of theirs is open.
    pub here: bool,
    /// Whether they type in their dice.
    pub types_dice: bool,
    /// The creatures they speak for, as far as this seat knows them.
    pub heroes: Vec<Who>,
}

/// A paper that lies before a seat.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PaperCard {
    /// What requests name.
    pub id: String,
    /// What stands above it.
    pub title: String,
    /// What is written on it, in safe Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What is drawn on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<PictureCard>,
    /// Who sees it. For the game master.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<Shown>,
}

/// A picture, fetched from `/api/tables/T/papers/ID/picture`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PictureCard {
    /// What is to be seen, in words.
    pub alt: String,
    /// Another mark, another picture.
    pub mark: String,
}

/// The dice in use.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct DiceCard {
    /// The number of the stretch in use, from 0; those before it are opened.
    pub stretch: u32,
    /// What the server has bound itself to before the first die of the stretch.
    pub commitment: String,
    /// Whether words can still be mixed in.
    pub open_to_words: bool,
    /// Who has mixed words in.
    pub mixed: Vec<String>,
}

/// What only the game master has.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct GmDesk {
    /// People in the waiting room, in the order they came.
    pub knocks: Vec<KnockCard>,
    /// Actions that wait for somebody.
    pub waiting: Vec<WaitingAction>,
    /// Whose move it is.
    pub awaits: Awaits,
    /// How much people are asked who have not said it themselves.
    pub asks: Asks,
    /// How much is asked about judgement.
    pub level: Level,
    /// The same for single rules.
    pub levels: BTreeMap<RuleId, Level>,
    /// Every ruling made, oldest first.
    pub rulings: Vec<RulingRecord>,
    /// Creatures that act and answer by themselves.
    pub autopilot: Vec<Who>,
    /// Those among them that look ahead.
    pub ahead: Vec<Who>,
    /// Whether the party plays on without people while all of it plays itself always.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub play_on: bool,
    /// Whether it does so now.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub plays_on: bool,
    /// Every creature with its name.
    pub creatures: Vec<(Who, String)>,
    /// Those of them that no player knows of.
    pub unseen: Vec<Who>,
    /// House switches of the game.
    pub switches: Vec<SwitchCard>,
    /// Whether what was taken back last can be had again.
    pub redo: bool,
    /// Whether the game master reviews actions before they count.
    pub review: bool,
    /// Who may talk and read along beside the players.
    pub chat: Chat,
}

/// Somebody in the waiting room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct KnockCard {
    /// What an admission names.
    pub id: u32,
    /// What they call themselves.
    pub name: String,
    /// What their screen says, to tell two of the same name apart: "amber owl".
    pub sign: String,
    /// "phone" or "computer", as far as their browser tells.
    pub device: String,
}

/// An action that waits for somebody.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct WaitingAction {
    /// Its number.
    pub action: u32,
    /// Whether it can go on; otherwise it is started afresh or dropped.
    pub fits: bool,
}

/// A house switch.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SwitchCard {
    /// Its name.
    pub name: String,
    /// What it may be, the default first; empty if any number will do.
    pub values: Vec<String>,
    /// The rule it changes.
    pub rule: RuleId,
    /// What it decides, as people read it in place of its name.
    pub title: String,
    /// The values as people say them, in the same order.
    pub words: Vec<String>,
}

impl Desk {
    /// The changes that make this desk into another, but for what the game shows. Most of a desk stays as it is
    /// from one moment to the next: what is equal is never turned into JSON.
    pub(crate) fn own_changes(&self, new: &Desk) -> Vec<Change> {
        let mut told = Differences::default();
        told.part("/table", &self.table, &new.table);
        told.part("/you", &self.you, &new.you);
        told.part("/people", &self.people, &new.people);
        told.part("/papers", &listed(&self.papers), &listed(&new.papers));
        told.part("/dice", &self.dice, &new.dice);
        told.part("/gm", &self.gm, &new.gm);
        told.part("/view/seat", &self.view.seat, &new.view.seat);
        told.part("/view/tray", &self.view.tray, &new.view.tray);
        told.part("/view/prompts", &listed(&self.view.prompts), &listed(&new.view.prompts));
        told.part("/view/waiting_for", &listed(&self.view.waiting_for), &listed(&new.view.waiting_for));
        offers(&self.view.offers, &new.view.offers, &mut told);
        told.changes()
    }

    /// With what the game shows.
    pub(crate) fn showing(&self, seen: &View) -> Desk {
        let View { seat, tray, prompts, waiting_for, offers, .. } = self.view.clone();
        Desk { view: View { seat, tray, prompts, waiting_for, offers, ..seen.clone() }, ..self.clone() }
    }
}

/// The changes of what the game shows.
pub(crate) fn seen_changes(old: &View, new: &View) -> Vec<Change> {
    let mut told = Differences::default();
    told.part("/view/title", &old.title, &new.title);
    sheets(&old.sheets, &new.sheets, &mut told);
    told.part("/view/trackers", &listed(&old.trackers), &listed(&new.trackers));
    told.part("/view/scene", &old.scene, &new.scene);
    told.part("/view/order", &old.order, &new.order);
    told.part("/view/stack", &old.stack, &new.stack);
    told.part("/view/todo", &old.todo, &new.todo);
    told.changes()
}

/// An empty list is left out.
fn listed<T>(list: &[T]) -> Option<&[T]> {
    (!list.is_empty()).then_some(list)
}

fn sheets(old: &[Sheet], new: &[Sheet], told: &mut Differences) {
    let alike = |(old, new): (&Sheet, &Sheet)| {
        let keys = old.blocks.iter().zip(&new.blocks).all(|(old, new)| old.frame().key == new.frame().key);
        old.owner == new.owner && old.title == new.title && old.blocks.len() == new.blocks.len() && keys
    };
    if old.len() != new.len() || !old.iter().zip(new).all(alike) {
        return told.part("/view/sheets", old, new);
    }
    for (at, (old, new)) in old.iter().zip(new).enumerate() {
        for (nth, (old, new)) in old.blocks.iter().zip(&new.blocks).enumerate() {
            told.nth_part(&["/view/sheets/", "/blocks/"], &[at, nth], old, new);
        }
    }
}

fn offers(old: &[OfferCard], new: &[OfferCard], told: &mut Differences) {
    let alike = old.len() == new.len() && old.iter().zip(new).all(|(old, new)| old.id == new.id);
    if alike {
        for (at, (old, new)) in old.iter().zip(new).enumerate() {
            told.nth_part(&["/view/offers/"], &[at], old, new);
        }
    } else {
        told.part("/view/offers", &listed(old), &listed(new));
    }
}
