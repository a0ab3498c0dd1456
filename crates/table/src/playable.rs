//! What a game adds to its rules so that people can play it: offers, views, lines, names,
//! and the stage on which a story or a new table begins.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::Value;

use crate::deed::{self, GmWord, Row};
use crate::live::Entry;
use crate::outcome::Outcome;
use crate::stage::{Stage, StageError};
use crate::table::{Overruling, PackName};
use crate::view::{DiceTray, Glimpse, Line, OfferCard, Square, View};
use crate::{At, Audience, Party, Refusal, RuleId, Seat, Stored, Who};

/// A game people can sit down to.
pub trait Playable: Stored {
    /// The name in commands and files: `dirk-rules`.
    const NAME: &'static str;
    /// The name on the page.
    const TITLE: &'static str;
    /// The version of the rules: a digest of rulebook, content and code.
    const RULES: &'static str;
    /// The rule by which the game master overrules.
    const OVERRULE: RuleId;
    /// The rule that says which dice there are, if there is one: cited where typed-in dice are refused.
    const DICE: Option<RuleId> = None;

    /// The version of its facts, its state and its commands as they are written down. It rises by one whenever what was written
    /// before could not be read any more, and [`newer`](Playable::newer) then reads what is older.
    const FACTS: u16 = 1;

    /// Brings a record or a save that was written at a version to the next one, as [`versions`](crate::table::versions) helps to
    /// do. What was written once is read for ever, so nothing is taken out here.
    fn newer(version: u16, _record: &mut Value) -> Result<(), String> {
        Err(format!("facts of version {version} are not read any more"))
    }

    /// What the game calls its game master.
    const GM: GmWord = GmWord { name: "game master", code: "only-gm" };

    /// The content, with a table's packs.
    fn book(packs: &[PackName]) -> Result<Self::Book, BadPack>;

    /// A state as a story or a new table wants it.
    fn stage(
        book: &Self::Book,
        stage: &Stage,
        seats: &BTreeMap<String, Seat>,
    ) -> Result<Self::State, StageError>;

    /// What heroes whom nobody leads do next, in a fight and outside: `chance` is a number to choose by. Nothing, if it is over or
    /// this game does not say.
    fn purpose(_at: At<'_, Self>, _chance: u64) -> Option<Self::Command> {
        None
    }

    /// Everything at the table, by the paths that stories use. For the game master's eyes.
    fn values(at: At<'_, Self>) -> Value;

    /// As much of that as is wanted by the heads of its paths; more does no harm. Odds ask for it at every end.
    fn values_of(at: At<'_, Self>, _wanted: &dyn Fn(&str) -> bool) -> Value {
        Self::values(at)
    }

    /// Every deed of the game, in the order in which they are offered.
    fn deeds() -> &'static [Row<Self>] {
        &[]
    }

    /// A command with names of creatures and things in it, with their numbers instead.
    fn read_names(_at: At<'_, Self>, command: Value) -> Value {
        command
    }

    /// A command as a seat, a story or a form words it; `None` leaves it to [`read_names`](Playable::read_names).
    fn read(at: At<'_, Self>, seat: Seat, command: &Value) -> Option<Result<Self::Command, Refusal>> {
        deed::read(Self::deeds(), at, seat, command)
    }

    /// The same for an answer by this party.
    fn read_answer(at: At<'_, Self>, _party: Party, say: Value) -> Value {
        let all = Self::creatures(at, Seat::GM);
        let named = say.as_str().and_then(|name| all.iter().find(|(_, known)| known == name));
        named.map_or(say.clone(), |(who, _)| who.0.into())
    }

    /// The creatures a seat may know of, with their names, in a fixed order.
    fn creatures(at: At<'_, Self>, _seat: Seat) -> Vec<(Who, String)> {
        let Some(cast) = Self::cast(at.state) else { return Vec::new() };
        let all = (0..cast.count()).map(Who);
        all.filter_map(|who| Some((who, cast.person(who)?.name().to_owned()))).collect()
    }

    /// What one of them is called; `None` if the seat may not know of it. Asked for every line of the log.
    fn called<'a>(at: At<'a, Self>, who: Who, seat: Seat) -> Option<Cow<'a, str>> {
        Self::creatures(at, seat).into_iter().find(|(known, _)| *known == who).map(|(_, name)| name.into())
    }

    /// What a player is told who names somebody that is not there, as far as the player knows. The table says it
    /// before the rules see the command, in the same words for one that is hidden and for one that does not exist.
    fn nobody() -> Refusal {
        Refusal::by_table("nobody", "No creature here is called that.")
    }

    /// Whether a seat may read the numbers of a creature it knows of: the terms behind its rolls, and
    /// what of it is overruled.
    fn numbers_visible(_at: At<'_, Self>, _who: Who, _seat: Seat) -> bool {
        true
    }

    /// The table as a seat knows it: what it may not know is left out, or is as it seems. A player's odds
    /// are worked out from this and from nothing else, so that they tell no more than the player knows.
    /// `None` where the game tells players no odds.
    fn known(_at: At<'_, Self>, _seat: Seat) -> Option<Self::State> {
        None
    }

    /// What came of an action, in the game's own words, as a side sees it and as far as a seat knows those who are
    /// there: odds are grouped by this, and best play goes by what it is worth.
    fn outcome(_before: At<'_, Self>, _after: At<'_, Self>, _seat: Seat, _side: u8) -> Outcome {
        Outcome::untold()
    }

    /// Forgets what the last roll came to, so that what comes of the next action is not taken for it.
    fn forget(_state: &mut Self::State) {}

    /// Commands a seat could give now, for one actor or for the seat itself.
    fn offers(at: At<'_, Self>, seat: Seat, actor: Option<Who>) -> Vec<OfferCard> {
        match actor {
            Some(who) if !seat.is_gm() && Self::speaker(at.state, who) != seat => Vec::new(),
            _ => deed::offers(Self::deeds(), at, seat, actor, false),
        }
    }

    /// All that one seat may see, built from nothing.
    fn view(at: At<'_, Self>, seat: Seat) -> View;

    /// Whether two states look and offer the same to every seat. A game may leave out what it shows nobody, so
    /// that pages are not drawn anew for it; what differs in doubt differs.
    fn looks_same(before: &Self::State, after: &Self::State) -> bool {
        before == after
    }

    /// Whether two seats see the table alike and are told of it in the same words, so that what is made for one
    /// can be given to the other. It says nothing of questions, of offers, and of what has an audience of its
    /// own: those are each seat's.
    fn shares_view(_at: At<'_, Self>, one: Seat, other: Seat) -> bool {
        one == other
    }

    /// What a creature would see from another square, as far as a seat may know: asked while its token is
    /// dragged. `None` where the game has no map, or the seat no say in it.
    fn view_from(_at: At<'_, Self>, _seat: Seat, _who: Who, _from: Square) -> Option<Glimpse> {
        None
    }

    /// Dice two sides are still at, as a seat may see them. Asked of where a waiting action stands, so
    /// that everybody sees each reroll at once; the rest of the view shows only what counts already.
    fn tray(_at: At<'_, Self>, _seat: Seat) -> Option<DiceTray> {
        None
    }

    /// A fact as told to a seat; the table tells rolls and rulings itself. `None` where it is not told.
    fn tell(at: At<'_, Self>, entry: &Entry<Self::Fact>, seat: Seat) -> Option<Line>;

    /// The facts that set a published value.
    fn overrule(at: At<'_, Self>, path: &str, value: &Value) -> Result<Overruling<Self::Fact>, Refusal>;

    /// Who may learn that a value was set against the rules. Of a creature's value only those who know of the
    /// creature learn; the table sees to that.
    fn overruled_for(_path: &str) -> Audience {
        Audience::ALL
    }

    /// The facts by which another seat plays a hero from now on, and their rule. A game without them keeps
    /// every creature where it was made.
    fn change_player(_at: At<'_, Self>, _who: Who, _to: Seat) -> Result<(RuleId, Vec<Self::Fact>), Refusal> {
        Err(Refusal::by_table("no-handing", "In this game heroes keep their players."))
    }

    /// House switches.
    fn switches() -> &'static [Switch] {
        &[]
    }
}

/// A house rule that a table may set, changed by facts and shown in every citation while it is
/// not at its default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Its name.
    pub name: &'static str,
    /// What it may be, the default first; a number may be anything if this is empty.
    pub values: &'static [&'static str],
    /// The rule it changes.
    pub rule: RuleId,
    /// What it decides, as a sentence says it: "Whether damage alone can kill."
    pub about: &'static str,
}

impl Switch {
    /// What it decides, without the full stop: what people read in place of its name.
    pub fn title(&self) -> String {
        let about = self.about.trim().trim_end_matches('.');
        if about.is_empty() { self.name.replace('_', " ") } else { about.to_owned() }
    }

    /// A value as people say it: what is decided by "whether" is so, or is not.
    pub fn value_in_words(&self, value: &str) -> String {
        match (self.about.trim_start().starts_with("Whether"), value) {
            (true, "on") => "yes".to_owned(),
            (true, "off") => "no".to_owned(),
            _ => value.replace('_', " "),
        }
    }

    /// A switch of a game as it is told once it is set.
    pub fn told(all: &[Switch], name: &str, value: &str) -> String {
        match all.iter().find(|known| known.name == name) {
            Some(known) => format!("House rule: {}: {}.", known.title(), known.value_in_words(value)),
            None => format!("House rule: {}: {}.", name.replace('_', " "), value.replace('_', " ")),
        }
    }
}

/// A content pack that cannot be used: file, line and field are in the words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadPack(pub String);
