//! How a game writes its vocabulary down as lists: house switches, questions and their answers, commands and facts by
//! family. These are macros because each list becomes a type of the game's own; what the words mean is the game's.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// House switches as a struct `House`, an enum for each switch, and `SWITCHES`. The first value is the default.
///
/// `name: Type { Default = "default", Other = "other" } by RULE;` with the game's `rules` in scope. Switches that are
/// numbers stand last, in a block of their own: `+ numbers { name: Type = 4 within 0..=99, by RULE; }`.
#[macro_export]
macro_rules! switches {
    (
        $($(#[doc = $doc:literal])* $field:ident: $type:ident { $default:ident = $default_name:literal $(, $value:ident = $name:literal)* $(,)? } by $rule:ident;)*
        $(+ numbers { $($(#[doc = $number_doc:literal])* $number:ident: $number_type:ident = $usual:literal within $span:expr, by $number_rule:ident;)* })?
    ) => {
        /// The switches of a table.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize, ::schemars::JsonSchema)]
        #[serde(default)]
        pub struct House {
            $($(#[doc = $doc])* pub $field: $type,)*
            $($($(#[doc = $number_doc])* pub $number: $number_type,)*)?
        }

        $($(
            $(#[doc = $number_doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize, ::schemars::JsonSchema)]
            pub struct $number_type(pub u16);

            impl Default for $number_type {
                fn default() -> Self {
                    Self($usual)
                }
            }
        )*)?

        $(
            $(#[doc = $doc])*
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize, ::schemars::JsonSchema)]
            pub enum $type {
                /// The default.
                #[default]
                #[serde(rename = $default_name)]
                $default,
                $(
                    /// Another way.
                    #[serde(rename = $name)]
                    $value,
                )*
            }
        )*

        /// All switches, their values and the rules they change.
        pub const SWITCHES: &[$crate::Switch] = &[
            $($crate::Switch { name: stringify!($field), values: &[$default_name $(, $name)*], rule: rules::$rule, about: concat!($($doc),*) },)*
            $($($crate::Switch { name: stringify!($number), values: &[], rule: rules::$number_rule, about: concat!($($number_doc),*) },)*)?
        ];

        impl House {
            /// Sets a switch by name; `false` where there is no such switch or value.
            pub fn set(&mut self, switch: &str, value: &str) -> bool {
                match (switch, value) {
                    $(
                        (stringify!($field), $default_name) => self.$field = $type::$default,
                        $((stringify!($field), $name) => self.$field = $type::$value,)*
                    )*
                    $($(
                        (stringify!($number), written) => match written.parse::<u16>() {
                            Ok(number) if ($span).contains(&number) => self.$number = $number_type(number),
                            _ => return false,
                        },
                    )*)?
                    _ => return false,
                }
                true
            }
        }
    };
}

/// Every question of a game as one type that is stored and sent.
#[macro_export]
macro_rules! questions {
    ($(#[$meta:meta])* pub enum $prompt:ident of $game:ty { $($question:ident),* $(,)? }) => {
        $(#[$meta])*
        #[serde(rename_all = "snake_case")]
        pub enum $prompt {
            $(#[allow(missing_docs)] $question($question),)*
        }

        impl $prompt {
            /// The question itself.
            pub fn question(&self) -> &dyn $crate::Ask<$game> {
                match self {
                    $(Self::$question(question) => question,)*
                }
            }
        }

        $(
            impl From<$question> for $prompt {
                fn from(question: $question) -> Self {
                    Self::$question(question)
                }
            }
        )*
    };
}

/// Every answer of a game as one type that is stored; each kind of answer is a type of its own.
#[macro_export]
macro_rules! answers {
    ($(#[$meta:meta])* pub enum $all:ident { $($variant:ident($answer:ty)),* $(,)? }) => {
        $(#[$meta])*
        #[serde(rename_all = "snake_case")]
        pub enum $all {
            $(#[allow(missing_docs)] $variant($answer),)*
        }

        $(
            impl From<$answer> for $all {
                fn from(answer: $answer) -> Self {
                    Self::$variant(answer)
                }
            }

            impl TryFrom<$all> for $answer {
                type Error = ();

                fn try_from(answer: $all) -> Result<Self, ()> {
                    match answer {
                        $all::$variant(answer) => Ok(answer),
                        _ => Err(()),
                    }
                }
            }
        )*
    };
}

/// Commands by family, each family an enum in a module of its own with `address` and `resolve`. They are written by
/// their own names, whatever their family, so names must be unique over all of them.
#[macro_export]
macro_rules! commands {
    ($(#[$meta:meta])* pub enum $all:ident of $game:ty { $($(#[$doc:meta])* $variant:ident($command:ident) in $module:ident;)* }) => {
        $(#[$meta])*
        #[derive(::serde::Serialize, ::schemars::JsonSchema)]
        #[serde(untagged)]
        pub enum $all {
            $($(#[$doc])* $variant($command),)*
        }

        impl<'de> ::serde::Deserialize<'de> for $all {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = <::serde_json::Value as ::serde::Deserialize>::deserialize(deserializer)?;
                let mut known: Vec<String> = Vec::new();
                $(
                    match $crate::of_family::<$command>(&value) {
                        Ok(command) => return Ok(Self::$variant(command)),
                        Err($crate::NotOfFamily::Malformed(told)) => return Err(::serde::de::Error::custom(told)),
                        Err($crate::NotOfFamily::Unknown(names)) => known.push(names),
                    }
                )*
                Err(::serde::de::Error::custom($crate::no_such_command(&value, &known)))
            }
        }

        /// Where a command runs and who may give it.
        pub fn address(command: &$all) -> $crate::Address {
            match command {
                $($all::$variant(command) => $module::address(command),)*
            }
        }

        /// Carries out a command.
        pub fn resolve(cx: &mut $crate::Cx<'_, $game>, by: $crate::Seat, command: $all) -> $crate::Flow {
            match command {
                $($all::$variant(command) => $module::resolve(cx, by, command),)*
            }
        }
    };
}

/// Facts by family, each family an enum in a module of its own with `apply`.
#[macro_export]
macro_rules! facts {
    ($(#[$meta:meta])* pub enum $all:ident on $state:ty { $($(#[$doc:meta])* $variant:ident($fact:ident) in $module:ident;)* }) => {
        $(#[$meta])*
        #[serde(rename_all = "snake_case")]
        pub enum $all {
            $($(#[$doc])* $variant($fact),)*
        }

        $(
            impl From<$fact> for $all {
                fn from(fact: $fact) -> Self {
                    Self::$variant(fact)
                }
            }
        )*

        /// Writes a fact down.
        pub fn apply(state: &mut $state, fact: &$all) {
            match fact {
                $($all::$variant(fact) => $module::apply(state, fact),)*
            }
        }
    };
}

/// Why a command was not read as one of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotOfFamily {
    /// The family has no command of that name; it has these.
    Unknown(String),
    /// The family has it, but it is not written like that.
    Malformed(String),
}

/// Reads a command as one of a family. Each family knows its own names; only the one that knows this one may complain.
pub fn of_family<C: DeserializeOwned>(value: &Value) -> Result<C, NotOfFamily> {
    serde_json::from_value::<C>(value.clone()).map_err(|error| {
        let told = error.to_string();
        let none_of_all = format!("there is no command `{}`; there are ", named(value));
        if let Some(names) = told.strip_prefix(&none_of_all) {
            return NotOfFamily::Unknown(names.to_owned());
        }
        if !told.starts_with(&format!("unknown variant `{}`", named(value))) {
            return NotOfFamily::Malformed(told);
        }
        let names = told.split_once("expected ").map_or("", |(_, names)| names);
        NotOfFamily::Unknown(names.trim_start_matches("one of ").to_owned())
    })
}

/// What is said of a command that no family knows.
pub fn no_such_command(value: &Value, known: &[String]) -> String {
    format!("there is no command `{}`; there are {}", named(value), known.join(", "))
}

fn named(value: &Value) -> &str {
    match value {
        Value::String(name) => name,
        Value::Object(map) => map.keys().next().map_or("", String::as_str),
        _ => "",
    }
}

/// A command's name and its fields; a bare name has none.
pub fn named_fields(value: &Value) -> (&str, Value) {
    let fields = match value {
        Value::Object(map) => map.values().next().cloned(),
        _ => None,
    };
    (named(value), fields.unwrap_or_else(|| Value::Object(Default::default())))
}
