//! House switches: what a table may play otherwise. In the state, changed by facts.

use boneyard_table::{Refusal, RuleId, switches};

use crate::rules;

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
    /// Whether diagonal steps count as one.
    diagonals: Diagonals { On = "on", Off = "off" } by DW_RANGE_04;
    /// Whether bleeding needs a wound to get through.
    bleed_needs_wound: BleedNeedsWound { On = "on", Off = "off" } by DW_WEAP_04;
    /// Whether Intimidate is for the party or for each adventurer once in a fight.
    intimidate_limit: IntimidateLimit { Party = "party", Character = "character" } by DW_SKILL_13;
    /// Whether a back-stab needs an opening.
    backstab_opening: BackstabOpening { Required = "required", Always = "always" } by DW_TRAIT_03;
    /// Whether an enemy may do the same thing twice in its turn.
    enemy_repeat_action: EnemyRepeatAction { On = "on", Off = "off" } by DW_COMB_05;
    /// Whether dodge tokens of the slow outlast the cleanup right after.
    slow_dodge_survives: SlowDodgeSurvives { On = "on", Off = "off" } by DW_COMB_07;
    /// Whether a broken side may keep from offering its surrender.
    broken_side_may_fight_on: BrokenSideMayFightOn { Off = "off", On = "on" } by DW_COMB_08;
    /// Whether anybody can move a tile.
    min_move_one: MinMoveOne { On = "on", Off = "off" } by DW_ACT_04;
    /// What the number on a shield means.
    shield_rating: ShieldRating { PerDefend = "per_defend", AtSetup = "at_setup" } by DW_ACT_06;
    /// Whether mishap 16 opens an eye that sees.
    mishap16_third_eye: ThirdEyeBy16 { On = "on", Off = "off" } by DW_SPELL_09;
    /// What the letter E means.
    letter_e: LetterE { R = "R", None = "none" } by DW_WEAP_05;
    /// Whether what we added to the source is played: powers, enemies, procedures.
    house_pack: HousePack { On = "on", Off = "off" } by DW_GM_03;
}

impl House {
    /// Refuses what is ours where a table plays the source alone.
    pub fn allows(self, rule: RuleId) -> Result<(), Refusal> {
        match self.house_pack {
            HousePack::On => Ok(()),
            HousePack::Off => {
                let sentence = "This table plays without what was added to the source (house_pack).";
                Err(Refusal::new(rule, "house-pack", sentence))
            }
        }
    }
}
