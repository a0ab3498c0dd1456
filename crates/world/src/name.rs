//! Names in an adventure file, each with a mark that says what it leads to. The same marks stand in the JSON Schema, for forms,
//! and are met by [`crate::walk`], for the check: a field whose type is marked is offered and checked, and nothing lists it again.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// What a name leads to.
pub trait Kind: Copy + fmt::Debug + Default + Ord + std::hash::Hash + Send + Sync + 'static {
    /// `declares:place`, `refers:holder|way`, `cast:people`, `entry:hazard|weather` (tables of the game's content), or one of
    /// the words of [`crate::check`].
    const MARK: &'static str;
}

/// A name that leads to something of kind `K`.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name<K: Kind> {
    text: Arc<str>,
    kind: PhantomData<K>,
}

impl<K: Kind> Name<K> {
    /// As it is written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// As it is written, shared.
    pub fn shared(&self) -> Arc<str> {
        self.text.clone()
    }
}

impl<K: Kind> From<&str> for Name<K> {
    fn from(text: &str) -> Self {
        Self { text: text.into(), kind: PhantomData }
    }
}

impl<K: Kind> fmt::Debug for Name<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text, f)
    }
}

impl<K: Kind> fmt::Display for Name<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<K: Kind> Serialize for Name<K> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_newtype_struct(K::MARK, &*self.text)
    }
}

impl<'de, K: Kind> Deserialize<'de> for Name<K> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct See<K>(PhantomData<K>);
        impl<K: Kind> Visitor<'_> for See<K> {
            type Value = Name<K>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Name<K>, E> {
                Ok(text.into())
            }
        }
        from.deserialize_str(See(PhantomData))
    }
}

impl<K: Kind> JsonSchema for Name<K> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        K::MARK.into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        match K::MARK.split_once(':') {
            Some(("declares", kind)) => {
                json_schema!({ "type": "string", "minLength": 1, "maxLength": 40, "x-declares": kind })
            }
            Some(("refers", kind)) => json_schema!({ "type": "string", "x-refers": kind }),
            Some((list, kind)) => json_schema!({ "type": "string", "x-refers": kind, "x-list": list }),
            None => json_schema!({ "type": "string", "x-is": K::MARK }),
        }
    }
}

/// Kinds, and a name for each.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $alias:ident $mark:literal;)*) => {
        /// What names lead to, as types.
        pub mod kind {
            $($(#[$doc])*
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct $kind;
            impl super::Kind for $kind {
                const MARK: &'static str = $mark;
            })*
        }
        $($(#[$doc])* pub type $alias = Name<kind::$kind>;)*
    };
}

kinds! {
    /// The id of the adventure itself.
    AdventureId AdventureId "declares:adventure";
    /// The id of a map.
    MapId MapId "declares:map";
    /// The id of a place.
    PlaceId PlaceId "declares:place";
    /// The id of a way.
    WayId WayId "declares:way";
    /// The id of a person.
    PersonId PersonId "declares:person";
    /// The id of a holder.
    HolderId HolderId "declares:holder";
    /// The id of a trap.
    TrapId TrapId "declares:trap";
    /// The id of a try.
    TryId TryId "declares:try";
    /// The id of a tracker.
    TrackerId TrackerId "declares:tracker";
    /// The id of an event.
    EventId EventId "declares:event";
    /// The id of a table.
    TableId TableId "declares:table";
    /// The id of a handout.
    HandoutId HandoutId "declares:handout";
    /// The id of a goal.
    GoalId GoalId "declares:goal";
    /// The id of an end.
    EndId EndId "declares:end";
    /// The tag of a thing, by which the file finds it again.
    ThingId ThingId "declares:thing";
    /// A flag of the adventure's own.
    NewFlag NewFlag "declares:flag";
    /// A map of the file.
    Map MapName "refers:map";
    /// A place of the file, `out`, or a place of another adventure as `other/place`.
    Place PlaceName "refers:place";
    /// A way of the file.
    Way WayName "refers:way";
    /// A person of the file.
    Person PersonName "refers:person";
    /// A trap of the file.
    Trap TrapName "refers:trap";
    /// A try of the file, or something the game itself lets people try.
    Try TryName "refers:try";
    /// A tracker of the file.
    Tracker TrackerName "refers:tracker";
    /// An event of the file.
    Event EventName "refers:event";
    /// A table of the file.
    Table TableName "refers:table";
    /// A handout of the file.
    Handout HandoutName "refers:handout";
    /// A goal of the file.
    Goal GoalName "refers:goal";
    /// An end of the file.
    End EndName "refers:end";
    /// A thing or holder of the file.
    Thing ThingName "refers:thing|holder";
    /// A holder of the file.
    Holder HolderName "refers:holder";
    /// What can be opened or broken.
    Shut ShutName "refers:holder|way";
    /// What a trap can be on.
    Guarded GuardedName "refers:holder|way|thing";
    /// What can be revealed.
    Unseen UnseenName "refers:holder|way|place|person|trap|thing";
    /// A thing or holder of the file, a word of the cast for a thing, or an entry of the game.
    Held HeldName "held";
    /// Who: a person of the file, or a word such as `@heroes` or `@everyone:stair`.
    Whom WhoName "who";
    /// Who, or a place: what lies there counts too.
    Having HavingName "who-or-place";
    /// Where: a place, or a word such as `@here`.
    Where WhereName "where";
    /// A flag of the game's or of this adventure's own.
    Flag FlagName "flag";
    /// A signal that only one game knows.
    Sign SignName "sign";
    /// What a game's rules use a tracker or table for.
    Role RoleName "role";
    /// What can come of a check beside passing and failing.
    Outcome OutcomeName "outcome";
    /// A kind of coin.
    Coin CoinName "coin";
    /// A game this adventure is for.
    Game GameName "game";
    /// A band of light.
    Light LightName "light";
    /// A rule of the game.
    Rule RuleName "rule";
    /// An entry for a creature, or a word of the cast for one.
    People PeopleName "cast:people";
    /// An entry for a thing, or a word of the cast for one.
    Things ThingsName "cast:things";
    /// What a shop sells: entries, kinds of entries, services.
    Goods GoodsName "goods";
    /// An entry for a trap.
    Traps TrapsName "content:traps";
    /// An entry for an object, or a door.
    Objects ObjectsName "content:objects";
    /// A table of the file or of the game.
    Tables TablesName "any-table";
    /// A hero of the game who is ready to be played.
    Heroes HeroesName "content:heroes";
    /// A check under a word of the cast.
    Checks CheckWord "word:checks";
    /// Harm under a word of the cast.
    Harms HarmWord "word:harms";
    /// A condition under a word of the cast.
    Tests TestWord "word:tests";
    /// A deed under a word of the cast.
    Deeds DeedWord "word:deeds";
    /// A reward under a word of the cast.
    Rewards RewardWord "word:rewards";
    /// An amount under a word of the cast.
    Amounts AmountWord "word:coins";
    /// What somebody reads or hears. `{@lodger}` in it is the name of the place where that person is.
    Words Text "text";
    /// A span of time in the game's units: `2 turns`, `1d3 rounds`.
    Lasting Span "span";
    /// What comes again and again: `dawn`, `turn`, `60 minutes`.
    Again Often "often";
    /// A moment of the calendar: `nightfall`, `day 4 dawn`, `watch 13`.
    At Moment "moment";
    /// A picture or a map beside the file.
    Beside FileName "file";
}
