//! One kind of command, whole, in one place: who may give it, how it is put to people, what bars it and what it does.
//! Offers, the reading of names, legality and what bots may choose from all follow from these.

mod filling;
mod may;
mod named;
mod optional;
mod reading;
mod row;
mod walk;
mod words;

pub use filling::{Filled, Filling, Unfilled};
pub use may::{Barred, Lawful, May};
pub use named::Named;
pub use row::{Row, offers, read};

use crate::table::OwnFile;
use crate::{Address, At, By, Cx, Flow, Lane, Pilot, Playable, Refusal, RuleId, Seat, Who};

/// The fields of a deed; [`deed!`](crate::deed!) writes this down with the struct.
pub trait Form<G: Playable>: Sized {
    /// Its fields in the order in which people fill them in. One function for all who fill it in: it is run for the
    /// page with each thing that could be picked, for bots with each legal one, for stories with the words they use.
    fn form(form: &mut Filling<'_, G>) -> Filled<Self>;

    /// The one who does it: the field `who`.
    fn actor(&self) -> Option<Who> {
        None
    }
}

/// What a seat may ask for.
pub trait Deed<G: Playable>: Form<G> {
    /// How it is offered, as far as that is always the same.
    const CARD: Card;

    /// Who may give it: by the desk it lies on.
    fn by(&self) -> By {
        match (Self::CARD.desk, self.actor()) {
            (Desk::Gm, _) => By::Gm,
            (Desk::Actor | Desk::Making, Some(who)) => By::Actor(who),
            _ => By::Anyone,
        }
    }

    /// The line it waits in: a hero's own while it is made.
    fn lane(&self) -> Lane {
        match (Self::CARD.desk, self.actor()) {
            (Desk::Making, Some(who)) => Lane::Hero(who),
            _ => Lane::Scene,
        }
    }

    /// Whether a creature that plays itself may give it.
    fn pilot(&self, _at: At<'_, G>) -> Pilot {
        Self::CARD.pilot
    }

    /// What bars it. Must bear any value at all, and must not look at what the seat that gives it may not know: trying
    /// costs nothing, so every refusal is told to those who may try.
    fn may(&self, may: May<'_, G>) -> Lawful;

    /// What it writes in the table's own pack before it is done. For the game master's deeds.
    fn writes(&self, _at: At<'_, G>) -> Result<Vec<OwnFile>, Refusal> {
        Ok(Vec::new())
    }

    /// What it does. Nothing bars it any more.
    fn run(self, cx: &mut Cx<'_, G>, by: Seat) -> Flow;

    /// Looks whether it may be done, and does it. A deed whose check finds at some cost what it runs with, such as a way over
    /// the map, looks here and goes on with what it found.
    #[inline]
    fn carry_out(self, cx: &mut Cx<'_, G>, by: Seat) -> Flow {
        lawful(&self, May::told(cx.at(), by))?;
        self.run(cx, by)
    }
}

/// How a deed is offered, as far as that is always the same.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// A verb: "Attack".
    pub label: &'static str,
    /// The heading it stands under.
    pub group: &'static str,
    /// Before whom it lies.
    pub desk: Desk,
    /// Before whom it lies besides, if it does.
    pub also: Option<Desk>,
    /// The rule that allows it.
    pub rule: Option<RuleId>,
    /// What it costs.
    pub cost: Option<(u32, &'static str)>,
    /// Whether odds can be asked for.
    pub odds: bool,
    /// Whether a creature that plays itself may give it.
    pub pilot: Pilot,
}

/// Before whom a deed lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Desk {
    /// The player of the creature that does it.
    Actor,
    /// The player who makes the hero it is about.
    Making,
    /// The game master.
    Gm,
    /// Everybody.
    Anyone,
    /// Nobody: stories and programs write it.
    Nowhere,
}

impl Card {
    const fn at(desk: Desk, label: &'static str, group: &'static str) -> Self {
        Self { label, group, desk, also: None, rule: None, cost: None, odds: false, pilot: Pilot::Never }
    }

    /// What a creature does.
    pub const fn acting(label: &'static str, group: &'static str) -> Self {
        Self::at(Desk::Actor, label, group)
    }

    /// A step of making a hero.
    pub const fn making(label: &'static str, group: &'static str) -> Self {
        Self::at(Desk::Making, label, group)
    }

    /// What a hero learns, while it is made and afterwards.
    pub const fn growing(label: &'static str, group: &'static str) -> Self {
        Self::making(label, group).also(Desk::Actor)
    }

    /// What is done in the making of a hero and in play alike.
    pub const fn own(label: &'static str, group: &'static str) -> Self {
        Self::at(Desk::Actor, label, group).also(Desk::Making)
    }

    /// What only the game master does.
    pub const fn gm(label: &'static str, group: &'static str) -> Self {
        Self::at(Desk::Gm, label, group)
    }

    /// What everybody may do.
    pub const fn anyone(label: &'static str, group: &'static str) -> Self {
        Self::at(Desk::Anyone, label, group)
    }

    /// What is never offered.
    pub const fn unoffered(label: &'static str) -> Self {
        Self::at(Desk::Nowhere, label, "")
    }

    /// Lies before others too: in play and while a hero is made, or before a seat and each of its creatures.
    #[must_use]
    pub const fn also(mut self, desk: Desk) -> Self {
        self.also = Some(desk);
        self
    }

    /// Names the rule.
    #[must_use]
    pub const fn rule(mut self, rule: RuleId) -> Self {
        self.rule = Some(rule);
        self
    }

    /// Names the price.
    #[must_use]
    pub const fn cost(mut self, amount: u32, unit: &'static str) -> Self {
        self.cost = Some((amount, unit));
        self
    }

    /// Odds can be asked for.
    #[must_use]
    pub const fn odds(mut self) -> Self {
        self.odds = true;
        self
    }

    /// Creatures that play themselves may give it; without this a person gives it.
    #[must_use]
    pub const fn pilot(mut self, pilot: Pilot) -> Self {
        self.pilot = pilot;
        self
    }
}

/// Where a deed runs and who may give it.
pub fn address<G: Playable, D: Deed<G>>(deed: &D) -> Address {
    Address { lane: deed.lane(), by: deed.by() }
}

/// Whether a deed may be done, by a seat that the table lets do it.
pub fn lawful<G: Playable, D: Deed<G>>(deed: &D, may: May<'_, G>) -> Lawful {
    if deed.by() == By::Gm && !may.by.is_gm() {
        return may.no(|| gm_alone::<G>(&D::CARD));
    }
    deed.may(may)
}

/// Carries out a deed, or refuses it.
#[inline]
pub fn carry_out<G: Playable, D: Deed<G>>(cx: &mut Cx<'_, G>, by: Seat, deed: D) -> Flow {
    deed.carry_out(cx, by)
}

/// What those are told who are not the game master.
pub fn gm_alone<G: Playable>(card: &Card) -> Refusal {
    let mut does = card.label.to_owned();
    if let Some(first) = does.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    let sentence = format!("Only the {} may {does}.", G::GM.name);
    match card.rule {
        Some(rule) => Refusal::new(rule, G::GM.code, sentence),
        None => Refusal::by_table(G::GM.code, sentence),
    }
}

/// What a game calls its game master, and the code of a refusal of what is the game master's alone.
#[derive(Clone, Copy, Debug)]
pub struct GmWord {
    /// "referee".
    pub name: &'static str,
    /// "only-gm".
    pub code: &'static str,
}

/// A deed's fields, once: each with its type and how a form fills it in. What was filled in before is there by its name.
///
/// `pub struct Grapple(form: DirkRules) { who: Who = form.actor()?, target: Who = form.creature("target", "Target")? }`;
/// for all games of a kind `pub struct Drop(form: impl Things) { .. }`.
#[macro_export]
macro_rules! deed {
    (
        $(#[$meta:meta])*
        pub struct $deed:ident($form:ident: impl $games:ident) { $($(#[$doc:meta])* $field:ident: $type:ty = $fill:expr),* $(,)? }
    ) => {
        $crate::deed!(@struct [$(#[$meta])*] $deed $($(#[$doc])* $field: $type),*);

        impl<G: $games> $crate::deed::Form<G> for $deed {
            $crate::deed!(@form G, $form, $($field = $fill),*);
            $crate::deed!(@actor $($field)*);
        }
    };
    (
        $(#[$meta:meta])*
        pub struct $deed:ident($form:ident: $game:ty) { $($(#[$doc:meta])* $field:ident: $type:ty = $fill:expr),* $(,)? }
    ) => {
        $crate::deed!(@struct [$(#[$meta])*] $deed $($(#[$doc])* $field: $type),*);

        impl $crate::deed::Form<$game> for $deed {
            $crate::deed!(@form $game, $form, $($field = $fill),*);
            $crate::deed!(@actor $($field)*);
        }
    };
    (@struct [$(#[$meta:meta])*] $deed:ident $($(#[$doc:meta])* $field:ident: $type:ty),*) => {
        #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize, ::schemars::JsonSchema)]
        $(#[$meta])*
        pub struct $deed { $($(#[$doc])* #[allow(missing_docs)] pub $field: $type),* }
    };
    (@form $game:ty, $form:ident, $($field:ident = $fill:expr),*) => {
        fn form($form: &mut $crate::deed::Filling<'_, $game>) -> $crate::deed::Filled<Self> {
            $(let $field = $fill;)*
            Ok(Self { $($field),* })
        }
    };
    (@actor who $($rest:ident)*) => {
        fn actor(&self) -> Option<$crate::Who> {
            Some(self.who)
        }
    };
    (@actor $($rest:ident)*) => {};
}

/// Every deed of a game as one type that is stored and sent, with its address, its legality, its run and the table of
/// them all. The first name is written; others are read, for old journals and stories.
///
/// What is not yet a deed is kept in a family of the old kind behind `else`.
#[macro_export]
macro_rules! deeds {
    (
        $(#[$meta:meta])*
        pub enum $all:ident of $game:ty {
            $($name:literal $(| $old:literal)* => $deed:ident $(<$($of:ty),*>)?),* $(,)?
        }
        $(else $rest:ident($rest_type:ident) in $module:ident)?
    ) => {
        $(#[$meta])*
        #[derive(::schemars::JsonSchema)]
        pub enum $all {
            $(
                #[allow(missing_docs)]
                #[schemars(rename = $name)]
                $deed($deed $(<$($of),*>)?),
            )*
            $(
                /// What is not yet a deed.
                #[schemars(untagged)]
                $rest($rest_type),
            )?
        }

        $(
            impl From<$deed $(<$($of),*>)?> for $all {
                fn from(deed: $deed $(<$($of),*>)?) -> Self {
                    Self::$deed(deed)
                }
            }
        )*

        $(
            impl From<$rest_type> for $all {
                fn from(command: $rest_type) -> Self {
                    Self::$rest(command)
                }
            }
        )?

        impl ::serde::Serialize for $all {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$deed(deed) => serializer.serialize_newtype_variant(stringify!($all), 0, $name, deed),)*
                    $(Self::$rest(command) => command.serialize(serializer),)?
                }
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $all {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                use ::serde::de::Error;
                let value = <::serde_json::Value as ::serde::Deserialize>::deserialize(deserializer)?;
                let (name, fields) = $crate::named_fields(&value);
                match name {
                    $($name $(| $old)* => {
                        return ::serde_json::from_value(fields).map(Self::$deed).map_err(D::Error::custom);
                    })*
                    _ => {}
                }
                #[allow(unused_mut)]
                let mut known = Vec::<String>::new();
                $(
                    match $crate::of_family::<$rest_type>(&value) {
                        Ok(command) => return Ok(Self::$rest(command)),
                        Err($crate::NotOfFamily::Malformed(told)) => return Err(D::Error::custom(told)),
                        Err($crate::NotOfFamily::Unknown(names)) => known.push(names),
                    }
                )?
                known.extend([$(format!("`{}`", $name)),*]);
                Err(D::Error::custom($crate::no_such_command(&value, &known)))
            }
        }

        /// Every deed, in the order in which they are offered.
        pub const DEEDS: &[$crate::deed::Row<$game>] =
            &[$($crate::deed::Row::of::<$deed $(<$($of),*>)?>($name, &[$($old),*])),*];

        /// Where a command runs and who may give it.
        pub fn address(command: &$all) -> $crate::Address {
            match command {
                $($all::$deed(deed) => $crate::deed::address::<$game, _>(deed),)*
                $($all::$rest(command) => $module::address(command),)?
            }
        }

        /// Whether a command may be given; nothing is said of what is not yet a deed.
        pub fn lawful(may: $crate::deed::May<'_, $game>, command: &$all) -> Option<$crate::deed::Lawful> {
            match command {
                $($all::$deed(deed) => Some($crate::deed::lawful::<$game, _>(deed, may)),)*
                $($all::$rest(_) => { let _ = stringify!($module); None })?
            }
        }

        /// Whether a creature that plays itself may give a command.
        pub fn pilot(at: $crate::At<'_, $game>, command: &$all) -> $crate::Pilot {
            match command {
                $($all::$deed(deed) => $crate::deed::Deed::<$game>::pilot(deed, at),)*
                $($all::$rest(command) => $module::pilot(at, command),)?
            }
        }

        /// What those are told of a command who are not the game master.
        pub fn gm_alone(command: &$all) -> Option<$crate::Refusal> {
            match command {
                $($all::$deed(_) => {
                    let card = <$deed $(<$($of),*>)? as $crate::deed::Deed<$game>>::CARD;
                    Some($crate::deed::gm_alone::<$game>(&card))
                })*
                $($all::$rest(_) => { let _ = stringify!($module); None })?
            }
        }

        /// What a command writes in the table's own pack.
        pub fn writes(
            at: $crate::At<'_, $game>,
            command: &$all,
        ) -> Result<Vec<$crate::table::OwnFile>, $crate::Refusal> {
            match command {
                $($all::$deed(deed) => $crate::deed::Deed::<$game>::writes(deed, at),)*
                $($all::$rest(_) => { let _ = stringify!($module); Ok(Vec::new()) })?
            }
        }

        /// Carries out a command.
        pub fn resolve(cx: &mut $crate::Cx<'_, $game>, by: $crate::Seat, command: $all) -> $crate::Flow {
            match command {
                $($all::$deed(deed) => $crate::deed::carry_out(cx, by, deed),)*
                $($all::$rest(command) => $module::resolve(cx, by, command),)?
            }
        }
    };
}

/// What a game whose commands are all deeds, and whose facts are all changes, says of itself in `impl Game`: it follows
/// from the lists. Once every game is so, these are defaults of the trait.
#[macro_export]
macro_rules! by_deeds {
    () => {
        fn apply(state: &mut Self::State, fact: &Self::Fact) {
            $crate::change::Change::<Self>::apply(fact, state);
        }

        fn resolve(cx: &mut $crate::Cx<'_, Self>, by: $crate::Seat, command: Self::Command) -> $crate::Flow {
            resolve(cx, by, command)
        }

        fn address(command: &Self::Command) -> $crate::Address {
            address(command)
        }

        fn lawful(may: $crate::deed::May<'_, Self>, command: &Self::Command) -> Option<$crate::deed::Lawful> {
            lawful(may, command)
        }

        fn writes(
            at: $crate::At<'_, Self>,
            command: &Self::Command,
        ) -> Result<Vec<$crate::table::OwnFile>, $crate::Refusal> {
            writes(at, command)
        }

        fn pilot(at: $crate::At<'_, Self>, command: &Self::Command) -> $crate::Pilot {
            pilot(at, command)
        }

        fn gm_alone(command: &Self::Command) -> Option<$crate::Refusal> {
            gm_alone(command)
        }

        fn audience(at: $crate::At<'_, Self>, fact: &Self::Fact) -> $crate::Audience {
            $crate::change::Change::<Self>::audience(fact, at)
        }

        fn question(prompt: &Self::Prompt) -> &dyn $crate::Ask<Self> {
            prompt.question()
        }
    };
}
