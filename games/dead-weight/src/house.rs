//! House switches: what a table may play otherwise. In the state, changed by facts.

use boneyard_table::Switch;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rules;

macro_rules! switches {
    ($($(#[$doc:meta])* $field:ident: $type:ident { $default:ident = $default_name:literal $(, $value:ident = $name:literal)* } by $rule:ident;)*) => {
        /// The switches of a table.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(default)]
        pub struct House {
            $($(#[$doc])* pub $field: $type,)*
        }

        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
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
        pub const SWITCHES: &[Switch] = &[
            $(Switch { name: stringify!($field), values: &[$default_name $(, $name)*], rule: rules::$rule },)*
        ];

        impl House {
            /// Sets a switch by name; `false` where there is no such switch or value.
            pub fn set(&mut self, switch: &str, value: &str) -> bool {
                match (switch, value) {
                    $(
                        (stringify!($field), $default_name) => self.$field = $type::$default,
                        $((stringify!($field), $name) => self.$field = $type::$value,)*
                    )*
                    _ => return false,
                }
                true
            }
        }
    };
}

switches! {
    /// Whether insight left after creation is kept.
    insight_carries_into_play: InsightCarries { On = "on", Off = "off" } by DW_CHAR_19;
    /// What a skill gained a second time becomes.
    duplicate_skill: DuplicateSkill { HouseAdvanced = "house_advanced", PickOther = "pick_other", Nothing = "nothing" } by DW_CHAR_16;
    /// Whether an extra effort may also be made once the dice lie.
    extra_effort_after_roll: EffortAfterRoll { Off = "off", On = "on" } by DW_TEST_18;
    /// Whether a failed check also teaches.
    lessons_from_checks: LessonsFromChecks { Off = "off", On = "on" } by DW_TEST_25;
    /// What a wound does that fits nowhere.
    overflow_strict: OverflowStrict { Off = "off", On = "on" } by DW_HURT_04;
    /// Whether armor still helps somebody who is down.
    armor_while_down: ArmorWhileDown { Off = "off", On = "on" } by DW_HURT_16;
    /// When an enemy dies.
    enemy_dies_at: EnemyDiesAt { MoreThan = "more_than", Equal = "equal" } by DW_HURT_22;
    /// Which limits of carrying count.
    inventory_mode: InventoryMode { SlotsAndLoad = "slots_and_load", SlotsOnly = "slots_only", LoadOnly = "load_only" } by DW_INV_05;
    /// Who picks the die a Hopeless roller must throw again.
    hopeless_chooser: HopelessChooser { Gm = "gm", Player = "player" } by DW_AFFL_10;
    /// Whether any camp ends Sleepy.
    sleepy_any_camp: SleepyAnyCamp { Off = "off", On = "on" } by DW_AFFL_05;
    /// Turns a Move of the encumbered takes.
    encumbered_move_turns: EncumberedMoveTurns { One = "1", Two = "2" } by DW_INV_02;
    /// Whether sleep makes prayers fresh.
    sleep_unexhausts: SleepUnexhausts { Off = "off", On = "on" } by DW_CAMP_12;
    /// What doom a long rest brings in all.
    long_rest_doom_total: LongRestDoomTotal { Three = "3", Two = "2" } by DW_CAMP_16;
    /// What the letter E means.
    letter_e: LetterE { R = "R", None = "none" } by DW_WEAP_05;
}
