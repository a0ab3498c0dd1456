//! Everything this game leaves to the GM's decision: what each matter is called and which rule leaves it open.

use boneyard_table::RuleId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rules;

macro_rules! matters {
    ($($(#[$doc:meta])* $matter:ident = $name:literal by $rule:ident;)*) => {
        /// What a decision is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Matter {
            $($(#[$doc])* $matter,)*
        }

        impl Matter {
            /// As stories and the page call it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$matter => $name,)*
                }
            }

            /// The rule that leaves it open.
            pub fn rule(self) -> RuleId {
                match self {
                    $(Self::$matter => rules::$rule,)*
                }
            }
        }
    };
}

impl Matter {
    /// Whether it comes up again and again and is seldom decided otherwise. What happens in the story is asked each time.
    pub fn repeats(self) -> bool {
        use Matter::{
            Cover, Damage, Dropped, EndRound, Flee, Harmless, Help, Passive, Reach, Reaction, Repair,
        };
        matches!(
            self,
            Cover
                | Damage
                | Dropped
                | EndRound
                | Flee
                | Harmless
                | Help
                | Passive
                | Reach
                | Reaction
                | Repair
        )
    }
}

matters! {
    /// Whether it simply works.
    Argue = "argue" by GP_CORE_04;
    /// Whether a quality fits.
    Relevance = "relevance" by GP_ROLL_03;
    /// Whether somebody can help.
    Help = "near_enough" by GP_ASST_01;
    /// What comes of a near success.
    Near = "near" by GP_CHECK_06;
    /// Which of two added qualities learns.
    Learns = "learns" by GP_XP_07;
    /// What befalls the one who acted.
    Rebound = "rebound" by GP_CONT_05;
    /// Whether a new quality may be had.
    Approve = "approve" by GP_XP_12;
    /// Who of the tied goes first.
    Tie = "tie" by GP_COMB_03;
    /// What a blow does.
    Damage = "damage" by GP_COMB_10;
    /// Whether an action is passive.
    Passive = "passive" by GP_COMB_11;
    /// Whether a reaction helps.
    Reaction = "reaction" by GP_COMB_12;
    /// Whether the round ends.
    EndRound = "end_round" by GP_COMB_13;
    /// Whether a fight is over that has only one side left.
    EndFight = "end_fight" by GP_COMB_14;
    /// Whether somebody who runs is let go.
    Flee = "flee" by GP_COMB_14;
    /// Whether a way is too far.
    Reach = "reach" by GP_COMB_05;
    /// Where a blow lands that named no place.
    Where = "where" by GP_COMB_08;
    /// Whether something harmless injures.
    Harmless = "harmless" by GP_HLTH_09;
    /// What more harm does to a crossed-out part.
    Beyond = "beyond" by GP_HLTH_05;
    /// Whether a part is lost.
    Lost = "lost" by GP_HLTH_06;
    /// How long somebody may lie unconscious.
    Deadline = "deadline" by GP_HLTH_08;
    /// What happens when that is over.
    TooLate = "too_late" by GP_HLTH_08;
    /// How long it takes to put gear right.
    HowLong = "how_long" by GP_PROT_03;
    /// Whether gear needs repair.
    Repair = "repair" by GP_PROT_04;
    /// Whether a piece guards this part too.
    Cover = "cover" by GP_PROT_05;
    /// Whether a condition lasts.
    Lasts = "lasts" by GP_COND_07;
    /// Whether an injury becomes a condition.
    Downgrade = "downgrade" by GP_COND_10;
    /// What happens past the highest intensity.
    TooMuch = "too_much" by GP_HOUSE_02H;
    /// Where what a hand held goes.
    Dropped = "dropped" by GP_HLTH_04;
    /// What a treatment does.
    Treatment = "treatment" by GP_RECV_05;
    /// Whether a new character fits the game.
    Fits = "fits" by GP_CHAR_04;
    /// Whether somebody lives with a condition.
    Lifelong = "lifelong" by GP_CHAR_10;
    /// What somebody thinks of what a character wears.
    Looks = "looks" by GP_ITEM_11;
    /// Whether skills can be joined.
    Merge = "merge" by GP_ESS_18;
    /// Whether a memory is there and definite.
    Memory = "memory" by GP_SKM_23;
    /// What a skill against somebody unwilling is.
    EssenceRoll = "essence_roll" by GP_ESS_09;
    /// What somebody defends with against a skill.
    Defends = "defends" by GP_ESS_09;
    /// What a skill does.
    EssenceDoes = "essence_does" by GP_ESS_09;
    /// What a fight was worth.
    CombatXp = "combat_xp" by GP_GM_06;
    /// How long the key charges.
    Recharge = "recharge" by GP_SCN_02;
    /// Which clues are found.
    Clues = "clues" by GP_SCN_07;
    /// What the Datadex shows.
    Datadex = "datadex" by GP_SCN_09;
    /// Whom the creature goes for.
    Victim = "victim" by GP_HOUSE_13H;
    /// How a condition of winning stands.
    Goal = "goal" by GP_SCN_12;
}
