//! House switches: what a table may play otherwise. In the state, changed by facts.

use boneyard_table::Switch;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rules;

/// Simple things a new character may own, any number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct StartingItems(pub u8);

impl Default for StartingItems {
    fn default() -> Self {
        Self(5)
    }
}

macro_rules! switches {
    ($($(#[doc = $doc:literal])* $field:ident: $type:ident { $default:ident = $default_name:literal $(, $value:ident = $name:literal)* } by $rule:ident;)*) => {
        /// The switches of a table.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(default)]
        pub struct House {
            $($(#[doc = $doc])* pub $field: $type,)*
            /// Simple things a new character may own.
            pub starting_items_limit: StartingItems,
        }

        $(
            $(#[doc = $doc])*
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
            $(Switch { name: stringify!($field), values: &[$default_name $(, $name)*], rule: rules::$rule, about: concat!($($doc),*) },)*
            Switch { name: "starting_items_limit", values: &[], rule: rules::GP_ITEM_07, about: "How many simple things a new character may own." },
        ];

        impl House {
            /// Sets a switch by name; `false` where there is no such switch or value.
            pub fn set(&mut self, switch: &str, value: &str) -> bool {
                match (switch, value) {
                    $(
                        (stringify!($field), $default_name) => self.$field = $type::$default,
                        $((stringify!($field), $name) => self.$field = $type::$value,)*
                    )*
                    ("starting_items_limit", number) => match number.parse() {
                        Ok(number) => self.starting_items_limit = StartingItems(number),
                        Err(_) => return false,
                    },
                    _ => return false,
                }
                true
            }
        }
    };
}

switches! {
    /// Whether proposals are taken unseen, for play without a GM.
    gm_autoconfirm: GmAutoconfirm { Off = "off", On = "on" } by GP_CORE_02;
    /// Until when help may be declared.
    assist_declare: AssistDeclare { UntilReading = "until_reading", BeforeRoll = "before_roll" } by GP_ASST_05;
    /// How many may help one roll.
    assist_limit: AssistLimit { None = "none", One = "one" } by GP_ASST_04;
    /// Where a condition's points come off in a check.
    status_subtract_on_checks: StatusSubtract { Points = "points", AllDice = "all_dice" } by GP_COND_03;
    /// Whether a condition follows the base quality to the one that replaces it.
    status_follow_base: StatusFollowBase { On = "on", Off = "off" } by GP_COND_05;
    /// Whether bonus dice make doubles.
    bonus_dice_chain: BonusDiceChain { Off = "off", On = "on" } by GP_DBL_08;
    /// Whether giving up a contest pays experience.
    voluntary_fail_contest_xp: VoluntaryFailContestXp { Off = "off", On = "on" } by GP_VOL_04;
    /// What becomes of experience past the mark.
    advancement_overflow: AdvancementOverflow { Lost = "lost", Carry = "carry" } by GP_XP_05;
    /// What five days do for a crossed-out part.
    double_heals: DoubleHeals { Whole = "whole", OneMark = "one_mark" } by GP_RECV_02;
    /// Whether single and double injuries heal side by side.
    healing_tracks: HealingTracks { Parallel = "parallel", Shared = "shared" } by GP_RECV_03;
    /// The chart of a humanoid.
    body_chart: BodyChart { Ten = "ten", Six = "six" } by GP_HLTH_01H;
    /// How a growing condition is told.
    intensity_style: IntensityStyle { Words = "words", Numbers = "numbers" } by GP_COND_06;
    /// Whether essence exists in this world.
    essence_enabled: EssenceEnabled { Off = "off", On = "on" } by GP_ESS_01;
    /// Whether a plain failure of a skill strains.
    strain_on_plain_failure: StrainOnPlainFailure { Off = "off", On = "on" } by GP_ESS_11;
    /// What half the range measures of a hardened cube.
    harden_cube: HardenCube { Edge = "edge", Volume = "volume" } by GP_SKB_02;
    /// Whether essence near its owner has a number.
    close_essence_bonus: CloseEssenceBonus { Off = "off", On = "on" } by GP_ESS_16;
    /// Who gets how much for beaten enemies.
    combat_xp_share: CombatXpShare { Each = "each", Split = "split" } by GP_GM_06;
    /// Whether a second bag adds slots too.
    second_bag_stacks: SecondBagStacks { Off = "off", On = "on" } by GP_ITEM_06;
    /// Months until the supply ship is home.
    scenario_months_left: ScenarioMonthsLeft { Two = "2", Four = "4" } by GP_SCN_03;
}
