//! House switches: what a table may play otherwise. In the state, changed by facts.

use boneyard_table::switches;

use crate::rules;

switches! {
    /// Whether low Constitution still gives a Hitpoint.
    hp_floor: HpFloor { One = "1", Off = "off" } by DT_CHAR_13;
    /// Whether the Untrained are worse off in armor.
    armor_untrained_penalty: ArmorUntrained { On = "on", Off = "off" } by DT_ARM_01;
    /// Whether damage alone can kill.
    overkill_kills: Overkill { On = "on", Off = "off" } by DT_HP_09;
    /// When Death Saving Throws are made.
    death_save_timing: DeathSaveTiming { OwnTurn = "own_turn", EveryTurn = "every_turn" } by DT_HP_03;
    /// Whether Creatures make Death Saving Throws.
    creatures_dying: CreaturesDying { Off = "off", On = "on" } by DT_HP_02;
    /// What counts as matching dice of a miscast.
    miscast_modifier: MiscastModifier { LargestGroup = "largest_group", AllMatching = "all_matching", Sets = "sets" } by DT_MIS_02;
    /// Whether Instability Dice are rolled with a spell that uses no Magic Dice.
    cantrip_rolls_id: CantripRollsId { On = "on", Off = "off" } by DT_MAG_08;
    /// When Instability Dice vanish.
    day_rollover: DayRollover { Dawn = "dawn", AfterRest = "after_rest" } by DT_MAG_06;
    /// Whether a fumble can hit the target it was meant for.
    critfail_includes_target: CritfailIncludesTarget { On = "on", Off = "off" } by DT_COM_08;
    /// Whether a Sweeping spill costs half the damage.
    sweep_needs_half: SweepNeedsHalf { On = "on", Off = "off" } by DT_WPN_07;
    /// Whether the damage type is chosen with each Strike.
    damage_type_per_strike: DamageTypePerStrike { Off = "off", On = "on" } by DT_WPN_01;
    /// AC of Light Armor.
    light_armor_bonus: LightArmorBonus { Zero = "0", One = "1" } by DT_ARM_02;
    /// What putting out a light costs.
    extinguish_cost: ExtinguishCost { Minimum = "minimum", Extra = "extra" } by DT_LIGHT_02;
    /// Whether lit areas have a border of Darkness.
    darkness_band: DarknessBand { On = "on", Off = "off" } by DT_SENSE_05;
    /// Whether Dim Light makes shooting harder.
    dim_affects_ranged: DimAffectsRanged { On = "on", Off = "off" } by DT_SENSE_04;
    /// Whether one hides only from those one is Concealed from.
    hide_needs_concealment_each: HideNeedsConcealmentEach { On = "on", Off = "off" } by DT_STL_01;
    /// Whether the TS may name another Ability for a check.
    skill_ability_override: SkillAbilityOverride { On = "on", Off = "off" } by DT_CHECK_06;
    /// Our Talents.
    house_talents: HouseTalents { On = "on", Off = "off" } by DT_HOUSE_01H;
    /// Our spells.
    house_spells: HouseSpells { On = "on", Off = "off" } by DT_HOUSE_01H;
    /// Our Creatures.
    house_bestiary: HouseBestiary { On = "on", Off = "off" } by DT_HOUSE_01H;
    /// Our traps.
    house_traps: HouseTraps { On = "on", Off = "off" } by DT_HOUSE_01H;
    /// Ranged and thrown attacks.
    house_ranged: HouseRanged { On = "on", Off = "off" } by DT_HOUSE_01H;
    /// Our actions.
    house_actions: HouseActions { On = "on", Off = "off" } by DT_HOUSE_01H;
    /// A limit to what one carries.
    bulk_limit: BulkLimit { On = "on", Off = "off" } by DT_HOUSE_01H;
}
